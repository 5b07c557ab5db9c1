// A parallel gripper closes on a part: when does each finger touch, at which points, and do the two hold it? The touch
// is proved for every instant; the points say where the fingers push, and along which normal.
#include <clearance/clearance.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace clearance;

namespace {

constexpr double kFriction = 0.25;  // coefficient, of rubber on oiled steel perhaps
constexpr double kOpen = 2;         // a finger's way to the middle
constexpr Interval kClosing{0, 1};

// Finger pads with rounded edges.
const Shape kFinger = rounded(box({0.2, 0.8, 0.5}), 0.05);
const Shape kPalm = box({4.5, 1, 0.5});
const Pose kPalmPose = translation({0, 0, -1});

// A hexagonal nut: its outer wall, its hole's wall, and a ring at the top and at the bottom.
Mesh nut(double outer, double hole, double height) {
  constexpr std::uint32_t kSides = 6;
  std::vector<Vec3> corners;
  for (const double radius : {outer, hole})
    for (const double z : {-0.5 * height, 0.5 * height})
      for (std::uint32_t k = 0; k < kSides; ++k) {
        const double angle = 3.14159265358979323846 / 3 * k;
        corners.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
      }
  std::vector<MeshTriangle> triangles;
  const auto wall = [&](std::uint32_t low, std::uint32_t high) {
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const std::uint32_t next = (k + 1) % kSides;
      triangles.push_back({low + k, low + next, high + next});
      triangles.push_back({low + k, high + next, high + k});
    }
  };
  // Low and high ring of the outer wall, of the hole: outside, top, hole, bottom, all counter-clockwise from outside.
  wall(0, 6);
  wall(6, 18);
  wall(18, 12);
  wall(12, 0);
  return make_mesh(corners, triangles, {.kind = MeshKind::Solid}).value();
}

struct Touch {
  Pose pose;  // of the finger
  Manifold contacts;
};

// One finger comes from x = from, until it touches.
Touch close_finger(double from, const Shape& part, const Pose& part_pose) {
  const Motion comes = Motion::linear(translation({from, 0, 0}), {-from, 0, 0}).value();
  const FirstContact first = first_contact(kFinger, comes, part, Motion::rest(part_pose), kClosing).value();
  if (first.is_clear()) return {};
  const Pose there = translation({from - first.upper * from, 0, 0});
  std::printf("  finger from x = %+g touches between t = %.9g and %.9g\n", from, first.lower, first.upper);
  // A hair of speculation: the finger stops within the bracket.
  return {there, manifold(kFinger, there, part, part_pose, {.margin = 1e-6, .points_per_patch = 4})};
}

void print(const Manifold& contacts) {
  for (const ContactPatch& patch : contacts.patches)
    for (const ContactPoint& point : contacts.points_of(patch))
      std::printf("    (%6.3f, %6.3f, %6.3f)  normal (%6.3f, %6.3f, %6.3f)  gap in [%.1e, %.1e]\n", point.b.x,
                  point.b.y, point.b.z, patch.normal.x, patch.normal.y, patch.normal.z, point.lower, point.upper);
}

// Two fingers hold a part where a line through a point of either lies within the cones of friction of both (Nguyen
// 1988): then they can push against each other along it.
bool holds(const Manifold& left, const Manifold& right) {
  const double least = 1 / std::sqrt(1 + kFriction * kFriction);  // cosine of the cones' half angle
  for (const ContactPatch& of_left : left.patches)
    for (const ContactPatch& of_right : right.patches)
      for (const ContactPoint& p : left.points_of(of_left))
        for (const ContactPoint& q : right.points_of(of_right)) {
          const Vec3 line = q.b - p.b;
          if (dot(line, of_left.normal) >= least * norm(line) && -dot(line, of_right.normal) >= least * norm(line))
            return true;
        }
  return false;
}

bool grasp(const char* name, const Shape& part, const Pose& part_pose) {
  const Distance palm = distance(kPalm, kPalmPose, part, part_pose);
  std::printf("%s, %g to %g above the palm\n", name, palm.lower, palm.upper);
  const Touch left = close_finger(-kOpen, part, part_pose), right = close_finger(kOpen, part, part_pose);
  print(left.contacts);
  print(right.contacts);
  const bool held = palm.status == Status::Separated && holds(left.contacts, right.contacts);
  std::printf("  %s\n", held ? "held" : "slips");
  return held;
}

}  // namespace

int main() {
  const Shape part = nut(0.8, 0.4, 0.6);
  const auto about_z = [](double degrees) { return rotation_about({0, 0, 1}, degrees / 180 * 3.14159265358979323846); };
  const bool on_flats = grasp("nut, flats to the fingers", part, about_z(30));
  const bool on_corners = grasp("nut, corners to the fingers", part, about_z(0));
  const bool askew = grasp("nut, askew", part, about_z(15));
  const MeshData file = read_mesh("hook.obj").value();
  const Shape hook = make_mesh(file.vertices, file.triangles).value();
  const bool wedge = grasp("hook, slanted sides", hook, translation({-1, -1, -0.7}));
  return on_flats && on_corners && !askew && !wedge ? 0 : 1;
}
