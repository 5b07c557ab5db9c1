// Question: is there a pair of small bodies, polytopes or rounded ones, on which an answer is wrong, unproved, or not
//           the same by another way?
// Method:   bytes choose points and poses from numbers that break programs (0, ±1, denormals, neighbours of 1, the
//           largest); every query and every algorithm is then held against the exactly checked proof.
#include <clearance/lab/all_algorithms.h>
#include <fuzz/bytes.h>
#include <fuzz/stop_at.h>
#include <tests/judge.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace clearance {
namespace {

using test::Complaint;
using test::Pair;
using test::RoundedPair;

// The first byte says whether numbers near the ends of the range may come.
class Input : public Bytes {
 public:
  using Bytes::Bytes;
  bool wild() const { return wild_; }

 private:
  bool wild_ = next() % 4 == 3;
};

// Those from kWild on make numbers of thousands of bits when they meet; only a quarter of the inputs have them.
constexpr double kSpecial[] = {
    0,         1,       -1,       2,     -2,    0.5,     -0.5, 3,   1 + 0x1p-52, 1 - 0x1p-53, -1 - 0x1p-52,
    0x1p-52,   0x1p-53, -0x1p-52, 0.1,   -0.3,  1.0 / 3, 1e-5, 1e5, 0x1p30 + 1,  0x1p-1074,   -0x1p-1074,
    0x1p-1022, 1e-150,  1e150,    1e300, -1e300};
constexpr std::size_t kWild = 20;
static_assert(kSpecial[kWild] == 0x1p-1074);

// Mostly small integers, so that bodies meet in faces, edges and corners; else a special number, or any of 16 bits.
double number(Input& bytes) {
  const std::uint8_t kind = bytes.next();
  if (kind < 160) return kind % 5 - 2;
  if (kind < 224) return kSpecial[kind % (bytes.wild() ? std::size(kSpecial) : kWild)];
  const double high = bytes.next(), low = bytes.next();
  return (256 * high + low - 0x1p15) * 0x1p-13;
}

Vec3 vector(Input& bytes) {
  const double x = number(bytes), y = number(bytes), z = number(bytes);
  return {x, y, z};
}

Polytope body(Input& bytes) {
  std::vector<Vec3> points;
  for (int count = 1 + bytes.next() % 10; count > 0; --count) points.push_back(vector(bytes));
  return convex_hull(points).value();
}

// What the constructors refuse is another matter: then the body is not turned.
Pose pose(Input& bytes) {
  const std::uint8_t kind = bytes.next() % 4;
  const Vec3 t = vector(bytes);
  if (kind == 0) return translation(t);
  const double w = number(bytes);
  const Vec3 v = vector(bytes);
  const Result<Pose> turned = Pose::from_quaternion({w, v.x, v.y, v.z}, t);
  if (!turned) return translation(t);
  if (kind == 1) return Pose::from_matrix(turned->rotation(), t).value();
  return *turned;
}

Complaint about_table(const Pair& pair, Status status) {
  const PosedPair posed(pair.a, pair.pose_a, pair.b, pair.pose_b);
  ConvexCache cache;
  for (const AlgorithmRow& row : all_algorithms()) {
    const Verdict verdict = row.run(posed, &cache, nullptr).verdict;
    if (verdict != Verdict::Unresolved && to_string(verdict) != std::string(to_string(status)))
      return std::string(row.name) + " says " + to_string(verdict);
    QueryOptions first;
    first.first = row.id, first.methods = all_algorithms();
    const Intersection result = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b, first);
    if (result.status != status) return std::string(row.name) + " first changes the status";
    if (Complaint wrong = about(result, pair); !wrong.empty()) return wrong;
  }
  return about(distance(pair.a, pair.pose_a, pair.b, pair.pose_b, cache), pair);
}

Complaint about_pair(const Pair& pair) {
  Status status, swapped;
  if (Complaint wrong = about_queries(pair, status); !wrong.empty()) return wrong;
  if (Complaint wrong = about_table(pair, status); !wrong.empty()) return wrong;
  if (Complaint wrong = about_queries(Pair{pair.b, pair.pose_b, pair.a, pair.pose_a}, swapped); !wrong.empty())
    return wrong;
  return status == swapped ? "" : "swapping the bodies changes the status";
}

// The same bodies with radii that the bytes choose, one of them often such that the two are tangent or nearly so.
RoundedPair rounded_pair(Input& bytes, const Pair& cores) {
  const auto radius = [&] { return std::fmin(std::fabs(number(bytes)), kMaxCoordinate); };
  const double radius_a = radius();
  double radius_b = radius();
  if (bytes.next() % 2 == 0) {
    const Distance gap = distance(cores.a, cores.pose_a, cores.b, cores.pose_b);
    const double rest = std::fmin(gap.lower - radius_a, kMaxCoordinate);
    const std::uint8_t beside = bytes.next() % 3;
    radius_b = std::fmax(0, beside == 0 ? rest : std::nextafter(rest, beside == 1 ? 0 : kMaxCoordinate));
  }
  return {rounded(cores.a, radius_a), cores.pose_a, rounded(cores.b, radius_b), cores.pose_b};
}

Complaint about_rounded(const RoundedPair& pair) {
  Status status, swapped;
  if (Complaint wrong = about_queries(pair, status); !wrong.empty()) return wrong;
  if (Complaint wrong = about_queries(RoundedPair{pair.b, pair.pose_b, pair.a, pair.pose_a}, swapped); !wrong.empty())
    return wrong;
  return status == swapped ? "" : "swapping the bodies changes the status";
}

}  // namespace
}  // namespace clearance

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clearance;
  Input bytes(data, size);
  const Polytope a = body(bytes), b = body(bytes);
  const Pose pose_a = pose(bytes), pose_b = pose(bytes);
  const Pair pair{a, pose_a, b, pose_b};
  stop_at(about_pair(pair), pair);
  const RoundedPair with_radii = rounded_pair(bytes, pair);
  stop_at(about_rounded(with_radii), with_radii);
  return 0;
}
