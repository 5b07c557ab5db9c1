// Question: do the answers about a pair keep what query.h and CONTRACT §4 promise, and does every proof hold?
// Method:   each claim goes through the exact checker, which makes its status certain; the rest is compared with that.
// Cannot:   tell an answer that is right but slow or wide beyond the contract.
#pragma once

#include <clearance/clearance.h>
#include <clearance/convex/exact/decision.h>
#include <clearance/io/number.h>
#include <clearance/proof/check_shapes.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace clearance::test {
using namespace detail;

// Set by `./test full`: many more cases.
inline bool full_level() {
  const char* level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::strcmp(level, "full") == 0;
}

struct Pair {
  Polytope a;
  Pose pose_a;
  Polytope b;
  Pose pose_b;
};

struct RoundedPair {
  Rounded a;
  Pose pose_a;
  Rounded b;
  Pose pose_b;
};

inline std::vector<Vec3> vertices_of(const Polytope& body) {
  std::vector<Vec3> points;
  for (int v = 0; v < body.vertex_count(); ++v) points.push_back(body.vertex(v));
  return points;
}

// The pair as a scene file, to be put into testdata/regressions when an answer about it is wrong.
inline std::string scene_of(const RoundedPair& pair) {
  const std::vector<Vec3> a = vertices_of(pair.a.core()), b = vertices_of(pair.b.core());
  const SceneEntry entries[] = {{"a", a, pair.pose_a, pair.a.radius()}, {"b", b, pair.pose_b, pair.b.radius()}};
  return scene_text(entries);
}
inline std::string scene_of(const Pair& pair) {
  return scene_of(RoundedPair{pair.a, pair.pose_a, pair.b, pair.pose_b});
}

// Longest side of the body's world box, up to rounding.
inline double world_size(const Polytope& body, const Pose& pose) {
  double size = 0;
  for (const Vec3 row : pose.rotation().row) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (int v = 0; v < body.vertex_count(); ++v) {
      low = std::fmin(low, dot(row, body.vertex(v)));
      high = std::fmax(high, dot(row, body.vertex(v)));
    }
    size = std::fmax(size, high - low);
  }
  return size;
}

inline double world_size(const Rounded& body, const Pose& pose) {
  return world_size(body.core(), pose) + 2 * body.radius();
}

inline std::string interval_text(double lower, double upper) {
  return "[" + double_text(lower) + ", " + double_text(upper) + "]";
}

inline bool is_next(double lower, double upper) {
  return upper == std::nextafter(lower, std::numeric_limits<double>::infinity());
}

// All functions below: empty when all is well, otherwise what is wrong. `AnyPair` is Pair or RoundedPair.
using Complaint = std::string;

// What has no certificate is decided again from nothing: tangency, and penetration that no witness shows.
inline bool true_without_proof(Status, const Pair&) { return false; }
inline bool true_without_proof(Status status, const RoundedPair& pair) {
  const PosedPair cores(pair.a.core(), pair.pose_a, pair.b.core(), pair.pose_b);
  const int sign = compare_distance_exactly(cores, {}, Dyadic(pair.a.radius()) + Dyadic(pair.b.radius()));
  return (sign == 0 && status == Status::Touching) || (sign < 0 && status == Status::Penetrating);
}

template <class AnyPair = Pair>
Complaint about_claim(const Claim& claim, const AnyPair& pair) {
  const CheckResult check = check_claim(claim, pair.a, pair.pose_a, pair.b, pair.pose_b);
  if (check || (check.missing == Missing::Certificate && true_without_proof(claim.status, pair))) return "";
  return std::string("a claim of ") + to_string(claim.status) + " does not hold: " + check.reason;
}

template <class AnyPair = Pair>
Complaint about(const Intersection& result, const AnyPair& pair) {
  return about_claim(claim_of(result), pair);
}

// Coordinates end at 1e300, so no distance is beyond the range of doubles and `upper` is always finite.
template <class AnyPair = Pair>
Complaint about_width(const Distance& result, const AnyPair& pair) {
  const auto [lower, upper] = Bracket{result.lower, result.upper};
  const std::string bracket = interval_text(lower, upper);
  if (!std::isfinite(upper)) return "distance " + bracket + " is not finite";
  // Only a distance that no double can show may have 0 for its lower end.
  constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
  if (!(lower > 0) && compare_distance(pair.a, pair.pose_a, pair.b, pair.pose_b, kSmallest) >= 0)
    return "distance " + bracket + " may be 0";
  const double size = std::fmax(world_size(pair.a, pair.pose_a), world_size(pair.b, pair.pose_b));
  const bool tight = upper - lower <= 1e-9 * upper + 1e-13 * size || is_next(lower, upper);
  return tight ? "" : "distance " + bracket + " is too wide for bodies of size " + double_text(size);
}

template <class AnyPair = Pair>
Complaint about(const Distance& result, const AnyPair& pair) {
  if (Complaint claim = about_claim(claim_of(result), pair); !claim.empty()) return "distance: " + claim;
  if (result.status == Status::Separated) return result.has_witness ? about_width(result, pair) : "no witness points";
  return result.lower == 0 && result.upper == 0 && !result.has_witness ? "" : "a distance although not separated";
}

// Only with its shell can a depth be checked.
template <class AnyPair = Pair>
Complaint about(const Penetration& result, const AnyPair& pair) {
  if (Complaint claim = about_claim(claim_of(result), pair); !claim.empty()) return "penetration: " + claim;
  if (result.status != Status::Penetrating) {
    const bool none = result.lower == 0 && result.upper == 0 && result.shell.facets.empty();
    return none ? "" : "a depth although not penetrating";
  }
  const bool sound = result.lower >= 0 && result.upper > 0 && std::isfinite(result.upper);
  return sound ? "" : "depth " + interval_text(result.lower, result.upper) + " is not a bracket of a depth";
}

inline Complaint about_unit(Vec3 normal) {
  return std::fabs(norm(normal) - 1) <= 1e-12 ? "" : "a normal of length " + double_text(norm(normal));
}

// Against the two brackets that were checked.
inline Complaint about(const SignedDistance& result, const Distance& gap, const Penetration& depth) {
  const double lower = gap.lower - depth.upper, upper = gap.upper - depth.lower;  // one of them is 0
  if (!(result.lower <= result.upper)) return "signed distance: not a bracket";
  if (result.lower > upper || result.upper < lower)
    return "signed distance " + interval_text(result.lower, result.upper) + " against " + interval_text(lower, upper);
  return about_unit(result.normal);
}

// Every public query about the pair, all proved and all of one mind. `status` is what they agree on.
template <class AnyPair = Pair>
Complaint about_queries(const AnyPair& pair, Status& status) {
  const auto& [a, pose_a, b, pose_b] = pair;
  const Intersection meeting = intersects(a, pose_a, b, pose_b);
  status = meeting.status;
  if (Complaint wrong = about(meeting, pair); !wrong.empty()) return wrong;
  const Distance gap = distance(a, pose_a, b, pose_b);
  if (Complaint wrong = about(gap, pair); !wrong.empty()) return wrong;
  PenetrationOptions options;
  options.want_shell = true;
  const Penetration depth = penetration(a, pose_a, b, pose_b, options);
  if (Complaint wrong = about(depth, pair); !wrong.empty()) return wrong;
  const SignedDistance both = signed_distance(a, pose_a, b, pose_b);
  if (gap.status != status || depth.status != status || both.status != status) return "queries of several minds";
  return about(both, gap, depth);
}

}  // namespace clearance::test
