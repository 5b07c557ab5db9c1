// Question: are there motions whose first contact is told wrongly, or for which a timeline is believed that is wrong?
// Method:   bytes choose points, hulls and motions in eighths, turned by small whole quaternions, so that vertices,
//           edges and faces meet exactly, slide along each other and graze. At instants that are sixteenths every pose
//           is exact in doubles: what the queries at rest say there is held against the first contact, and so is every
//           timeline that the checker accepts.
#include <clearance/clearance.h>
#include <clearance/motion/features/reference.h>
#include <fuzz/bytes.h>
#include <fuzz/motions.h>
#include <fuzz/stop_at.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

using test::Complaint;
using test::Pair;

constexpr int kInstants = 16;

MovingPoint moving_point(Bytes& bytes) {
  const Vec3 from = bytes.point_in_eighths();
  return {from, bytes.next() % 4 == 0 ? from : bytes.point_in_eighths()};
}

Vec3 at(const MovingPoint& p, double t) { return (1 - t) * p.from + t * p.to; }

bool meet(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return intersects(convex_hull(a).value(), {}, convex_hull(b).value(), {}).status != Status::Separated;
}

// meet_at(t): whether they share a point then, exactly.
template <class MeetAt>
Complaint about_time(const ContactTime& time, const MeetAt& meet_at) {
  if (time.status == MotionStatus::NotAsked || time.status == MotionStatus::Undecided) return "not decided";
  if (!time.is_clear() && !(time.lower >= 0 && time.lower <= time.upper && time.upper <= 1)) return "no bracket";
  for (int k = 0; k <= kInstants; ++k) {
    const double t = static_cast<double>(k) / kInstants;
    const bool is_before = time.is_clear() || t < time.lower, is_then = time.lower == t && time.upper == t;
    if (is_before && meet_at(t)) return "they meet before they first meet";
    if (is_then && !meet_at(t)) return "they do not meet when they first meet";
  }
  return "";
}

Complaint about_points(Bytes& bytes) {
  const MovingPoint p = moving_point(bytes), a = moving_point(bytes), b = moving_point(bytes), c = moving_point(bytes);
  const auto in_triangle = [&](double t) { return meet({at(p, t)}, {at(a, t), at(b, t), at(c, t)}); };
  const auto across = [&](double t) { return meet({at(p, t), at(a, t)}, {at(b, t), at(c, t)}); };
  if (Complaint wrong = about_time(first_contact(p, MovingTriangle{a, b, c}).value(), in_triangle); !wrong.empty())
    return "point and triangle: " + wrong;
  if (Complaint wrong = about_time(first_contact(MovingEdge{p, a}, MovingEdge{b, c}).value(), across); !wrong.empty())
    return "edges: " + wrong;
  return "";
}

std::vector<Vec3> vertices(const Polytope& body) {
  std::vector<Vec3> all(static_cast<std::size_t>(body.vertex_count()));
  for (std::size_t v = 0; v < all.size(); ++v) all[v] = body.vertex(static_cast<int>(v));
  return all;
}

// One plane for the first k sixteenths.
Complaint about_timelines(const Pair& start, const Motion& motion_a, const Motion& motion_b, const ContactTime& time) {
  const std::vector<Vec3> points_a = vertices(start.a), points_b = vertices(start.b);
  const Distance gap = distance(start.a, start.pose_a, start.b, start.pose_b);
  if (gap.status != Status::Separated || !gap.has_witness) return "";
  TimeSpan span;
  span.plane.normal = gap.point_b - gap.point_a;
  for (const auto frame : {TimeSpan::Frame::World, TimeSpan::Frame::A, TimeSpan::Frame::B})
    for (int k = 1; k <= kInstants; k *= 2) {
      span.frame = frame;
      span.to = static_cast<double>(k) / kInstants;
      if (check_timeline({{span}}, {points_a, motion_a}, {points_b, motion_b}, {0, span.to}) && !time.is_clear() &&
          time.upper <= span.to)
        return "a timeline is believed that goes through a contact";
    }
  return "";
}

// The fast methods beside the contact functions; and the proof of what they say.
Complaint about_first_contact(const Polytope& a, const Motion& motion_a, const Polytope& b, const Motion& motion_b,
                              const ContactTime& time) {
  const FirstContact found = first_contact(a, motion_a, b, motion_b, {0, 1}).value();
  if (found.status != time.status) return "first contact is not that of the contact functions";
  if (!time.is_clear() && (found.lower > time.upper || found.upper < time.lower))
    return "the bracket of the first contact does not hold it";
  const FirstContact any = clear_throughout(a, motion_a, b, motion_b, {0, 1}).value();
  if (any.is_clear() != time.is_clear() || any.upper < time.lower) return "clear_throughout is wrong";
  std::vector<Vec3> points_a(a.source_count(), a.vertex(0)), points_b(b.source_count(), b.vertex(0));
  for (int v = 0; v < a.vertex_count(); ++v) points_a[a.id(v)] = a.vertex(v);
  for (int v = 0; v < b.vertex_count(); ++v) points_b[b.id(v)] = b.vertex(v);
  for (const FirstContact* result : {&found, &any})
    if (check_motion(claim_of(*result), {points_a, motion_a}, {points_b, motion_b}, {0, 1}).is_refuted())
      return "a first contact is refuted";
  return "";
}

}  // namespace
}  // namespace clearance

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clearance;
  Bytes bytes(data, size);
  stop_at(about_points(bytes), "");
  const Polytope a = hull(bytes), b = hull(bytes);
  const Motion motion_a = motion(bytes), motion_b = motion(bytes);
  const auto go_on = [] { return true; };
  const ContactTime time = first_contact_of_features(a, motion_a, b, motion_b, 0, {0, 1}, go_on).value();
  const auto meet_at = [&](double t) {
    return intersects(a, motion_a.at(t).value(), b, motion_b.at(t).value()).status != Status::Separated;
  };
  const Pair start{a, motion_a.start(), b, motion_b.start()};
  stop_at(about_time(time, meet_at), start);
  stop_at(about_timelines(start, motion_a, motion_b, time), start);
  stop_at(about_first_contact(a, motion_a, b, motion_b, time), start);
  return 0;
}
