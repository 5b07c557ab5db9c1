// Question: are there moving bodies of triangles, solids or parts whose first contact or intervals are told wrongly?
// Method:   bytes choose two small bodies of any kind and their motions (fuzz/motions.h). First contact and intervals
//           are held against those of all pairs of elements, against each other, against the queries at rest at
//           instants that are sixteenths, and the first contact against its checker.
#include <clearance/clearance.h>
#include <fuzz/bytes.h>
#include <fuzz/motions.h>
#include <fuzz/stop_at.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace clearance {
namespace {

using test::Complaint;

constexpr int kInstants = 16;
constexpr Interval kInterval{0, 1};

Mesh surface(Bytes& bytes) {
  std::vector<Vec3> points(4);
  for (Vec3& v : points) v = bytes.point_in_eighths();
  MeshOptions options;
  options.kind = MeshKind::Surface;
  const Result<Mesh> made = make_mesh(points, std::vector<MeshTriangle>{{0, 1, 2}, {0, 2, 3}}, options);
  return made ? *made : mesh_of(box({1, 1, 0}));
}

// A tetrahedron, if it is none that is flat.
Mesh solid(Bytes& bytes) {
  std::vector<Vec3> points(4);
  for (Vec3& v : points) v = bytes.point_in_eighths();
  const Polytope body = convex_hull(points).value();
  return mesh_of(body.face_count() == 4 ? body : box({1, 1, 0}));
}

// Seldom one, since contact functions within radii cost a hundred times as much.
double radius(Bytes& bytes) {
  const int eighths = bytes.next() % 16;
  return eighths < 3 ? eighths / 8.0 : 0;
}

PartShape part(Bytes& bytes) {
  switch (bytes.next() % 4) {
    case 0:
      return solid(bytes);
    case 1:
      return surface(bytes);
    default: {
      const double more = radius(bytes);
      return rounded(hull(bytes), more);
    }
  }
}

Shape shape(Bytes& bytes) {
  switch (bytes.next() % 5) {
    case 0:
    case 1:
      return solid(bytes);
    case 2:
      return surface(bytes);
    case 3: {
      const PartShape first = part(bytes), second = part(bytes);
      return make_parts(std::vector<PartShape>{first, second}).value();
    }
    default: {
      const double more = radius(bytes);
      return rounded(hull(bytes), more);
    }
  }
}

struct MovingScene {
  Shape a, b;
  Motion motion_a, motion_b;
  double margin;

  Interference intervals(MotionOptions options) const {
    options.margin = margin;
    return interference(a, motion_a, b, motion_b, kInterval, options).value();
  }
  FirstContact first(MotionOptions options) const {
    options.margin = margin;
    return first_contact(a, motion_a, b, motion_b, kInterval, options).value();
  }
  bool meet_at(double t) const {
    return compare_distance(a, motion_a.at(t).value(), b, motion_b.at(t).value(), margin) <= 0;
  }
};

bool are_equal(const Bracket& x, const Bracket& y) { return x.lower == y.lower && x.upper == y.upper; }
bool are_equal(const Interference& x, const Interference& y) {
  if (x.status != y.status || x.intervals.size() != y.intervals.size()) return false;
  for (std::size_t k = 0; k < x.intervals.size(); ++k)
    if (!are_equal(x.intervals[k].begin, y.intervals[k].begin) || !are_equal(x.intervals[k].end, y.intervals[k].end))
      return false;
  return true;
}

enum class Said { Apart, Contact, Nothing };  // Nothing: in a bracket
Said said_at(const Interference& known, double t) {
  for (const auto& [begin, end, graze] : known.intervals) {
    if (begin.upper <= t && t <= end.lower) return Said::Contact;
    if ((begin.lower < t && t < begin.upper) || (end.lower < t && t < end.upper)) return Said::Nothing;
  }
  return Said::Apart;
}

// What brackets of a width say against those of the nearest doubles.
Complaint about_brackets(const Interference& wide, const Interference& exact) {
  if (wide.status != exact.status) return "another status";
  for (const auto& [begin, end, graze] : wide.intervals) {
    if (begin.lower < begin.upper && said_at(exact, begin.lower) == Said::Contact) return "contact before it begins";
    if (end.lower < end.upper && said_at(exact, end.upper) == Said::Contact) return "contact after it ends";
    bool is_covered = begin.upper > end.lower;
    for (const ContactInterval& truth : exact.intervals)
      is_covered = is_covered || (truth.begin.upper <= begin.upper && end.lower <= truth.end.lower);
    if (!is_covered) return "contact that does not last";
  }
  for (const ContactInterval& truth : exact.intervals) {
    bool is_found = false;
    for (const auto& [begin, end, graze] : wide.intervals)
      is_found = is_found || (begin.lower <= truth.begin.upper && truth.end.lower <= end.upper);
    if (!is_found) return "a contact is missed";
  }
  return "";
}

Complaint about(const MovingScene& scene) {
  const Interference exact = scene.intervals({.method = MotionMethod::Features});
  if (exact.status == MotionStatus::Undecided || exact.status == MotionStatus::NotAsked) return "not decided";
  if (!are_equal(scene.intervals({.width = 0}), exact)) return "intervals are not those of all pairs of elements";
  const Interference wide = scene.intervals({});
  if (Complaint wrong = about_brackets(wide, exact); !wrong.empty()) return "intervals: " + wrong;
  for (int k = 0; k <= kInstants; ++k) {
    const double t = static_cast<double>(k) / kInstants;
    const bool met = scene.meet_at(t);
    for (const Interference* known : {&exact, &wide})
      if (const Said said = said_at(*known, t); said != Said::Nothing && (said == Said::Contact) != met)
        return "an instant says otherwise than the intervals";
  }
  for (const MotionMethod method : {MotionMethod::Automatic, MotionMethod::Features}) {
    const FirstContact first = scene.first({.method = method});
    if (first.status != exact.status) return "first contact has another status";
    if (!first.is_clear() &&
        (first.lower > exact.intervals.front().begin.upper || first.upper < exact.intervals.front().begin.lower))
      return "the bracket of the first contact does not hold it";
    const MotionClaim claim =
        claim_of(first, scene.a, scene.motion_a, scene.b, scene.motion_b, kInterval, {.margin = scene.margin});
    const CheckResult checked = check_motion(claim, ShapeInMotion{scene.a, scene.motion_a},
                                             ShapeInMotion{scene.b, scene.motion_b}, kInterval, scene.margin);
    if (checked.is_refuted()) return "a first contact is refuted: " + checked.reason;
  }
  return "";
}

std::string text_of(const MovingScene& scene) {
  const FirstContact first = scene.first({});
  return "first contact " + std::string(to_string(first.status)) + " from " + std::to_string(first.lower) + " to " +
         std::to_string(first.upper) + "\n";
}

}  // namespace
}  // namespace clearance

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clearance;
  Bytes bytes(data, size);
  const Shape a = shape(bytes), b = shape(bytes);
  const Motion motion_a = motion(bytes), motion_b = motion(bytes);
  const MovingScene scene{a, b, motion_a, motion_b, radius(bytes)};
  if (const test::Complaint wrong = about(scene); !wrong.empty()) stop_at(wrong, text_of(scene));
  return 0;
}
