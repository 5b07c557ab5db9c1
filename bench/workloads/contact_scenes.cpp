#include <bench/workloads/contact_scenes.h>
#include <bench/workloads/random_motion.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/query/query.h>

#include <cmath>
#include <numbers>

namespace clearance::bench {
namespace {

constexpr Vec3 kBoxEdges = {1, 0.8, 0.6};
constexpr double kRoundDepth = 0.01, kLeastDepth = 0.001, kMostDepth = 0.02;
constexpr double kBump = 0.02;
constexpr double kTangentOfHalfADegree = 0.008726867790758789;

// A turn that brings a direction to another one.
Quat turn_between(Vec3 from, Vec3 to) {
  const Vec3 axis = cross(from, to);
  const double along = dot(from, to);
  if (along < -0.999999) return {0, 1, 0, 0};
  return normalised_product({1 + along, axis.x, axis.y, axis.z}, {1, 0, 0, 0});
}

// Of the largest face: its outward normal and its middle.
struct Foot {
  Vec3 normal, middle;
};

Foot largest_face(const Polytope& shape) {
  Foot out;
  double largest = 0;
  for (int f = 0; f < shape.face_count(); ++f) {
    const auto loop = shape.face(f);
    const Vec3 p = shape.vertex(static_cast<int>(loop[0]));
    Vec3 area, middle = p;
    for (std::size_t k = 1; k < loop.size(); ++k) {
      const Vec3 q = shape.vertex(static_cast<int>(loop[k]));
      middle = middle + q;
      if (k + 1 < loop.size()) area = area + cross(q - p, shape.vertex(static_cast<int>(loop[k + 1])) - p);
    }
    if (norm(area) <= largest) continue;
    largest = norm(area);
    out = {area / largest, middle / static_cast<double>(loop.size())};
  }
  return out;
}

double highest(const Polytope& shape, const Pose& pose) {
  double out = -1e300;
  for (int v = 0; v < shape.vertex_count(); ++v) out = std::max(out, apply(pose, shape.vertex(v)).z);
  return out;
}
Vec3 lowest_vertex(const Polytope& shape, const Pose& pose) {
  Vec3 out = apply(pose, shape.vertex(0));
  for (int v = 1; v < shape.vertex_count(); ++v) {
    const Vec3 p = apply(pose, shape.vertex(v));
    if (p.z < out.z) out = p;
  }
  return out;
}
double lowest(const Polytope& shape, const Pose& pose) { return lowest_vertex(shape, pose).z; }

// Where the scenes' numbers come from.
class Places {
 public:
  Places(std::uint64_t seed, Numbers numbers) : random_(seed), numbers_(numbers) {}

  Random& random() { return random_; }
  bool is_round() const { return numbers_ == Numbers::Round; }
  double depth() { return is_round() ? kRoundDepth : random_.uniform(kLeastDepth, kMostDepth); }
  // Within ±most; round: in tenths.
  double sideways(double most) {
    if (!is_round()) return random_.uniform(-most, most);
    const auto tenths = static_cast<std::uint64_t>(std::lround(10 * most));
    return (static_cast<double>(random_.below(2 * tenths + 1)) - static_cast<double>(tenths)) / 10;
  }
  // About z; round: by an odd number of eighths of half a turn.
  Quat about_up() {
    const double half = is_round() ? (2 * static_cast<double>(random_.below(8)) + 1) * std::numbers::pi / 16
                                   : random_.uniform(0, std::numbers::pi);
    return {std::cos(half), 0, 0, std::sin(half)};
  }
  // About x: 45°, or anything from 10° to 80°.
  Quat onto_an_edge() {
    const double half = (is_round() ? 45 : random_.uniform(10, 80)) * std::numbers::pi / 360;
    return {std::cos(half), std::sin(half), 0, 0};
  }
  Quat any_turn() {
    if (!is_round()) return random_rotation(random_);
    const auto part = [&] { return static_cast<double>(random_.below(5)) - 2; };
    for (;;) {
      const Quat q = {2, part(), part(), part()};
      if (q.x != 0 && q.y != 0) return q;
    }
  }
  // Where both bodies stand together.
  Pose frame() {
    if (!is_round()) return rotation(random_rotation(random_), random_point(random_, 1));
    const double s = std::sqrt(0.5);
    const Quat turns[] = {{}, {s, s, 0, 0}, {s, 0, s, 0}, {s, 0, 0, s}, {0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 0}};
    return rotation(turns[random_.below(std::size(turns))], {sideways(1), sideways(1), sideways(1)});
  }
  Vec3 direction() {
    if (!is_round()) return random_direction(random_);
    const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    return axes[random_.below(std::size(axes))];
  }

 private:
  Random random_;
  Numbers numbers_;
};

void add(ContactScene& scene, const Pose& frame, const Pose& a, const Pose& b) {
  scene.poses.a.push_back(frame * a);
  scene.poses.b.push_back(frame * b);
}

// Turned by `turned`, over the place (x, y), so deep in what lies below `top`.
Pose lying(const Polytope& shape, Quat turned, double x, double y, double top, double depth) {
  const double height = lowest(shape, rotation(turned));
  return rotation(turned, {x, y, top - depth - height});
}

// How a face of a lies up and one of b down, with their middles over the origin. Boxes do so as they are.
struct Feet {
  Pose a;
  Quat b;
  Vec3 offset_b;
  double top;
};

Feet feet_of(const ContactScene& scene) {
  if (scene.are_boxes) return {{}, {}, {}, 0.5 * kBoxEdges.z};
  const Foot foot_a = largest_face(scene.a), foot_b = largest_face(scene.b);
  const Quat up = turn_between(foot_a.normal, {0, 0, 1}), down = turn_between(foot_b.normal, {0, 0, -1});
  const Vec3 middle_a = apply(rotation(up), foot_a.middle), middle_b = apply(rotation(down), foot_b.middle);
  const Pose pose_a = rotation(up, {-middle_a.x, -middle_a.y, 0});
  return {pose_a, down, {-middle_b.x, -middle_b.y, 0}, highest(scene.a, pose_a)};
}

void add_lying(ContactScene& scene, Places& places, int frames) {
  const Feet feet = feet_of(scene);
  const double reach = scene.are_boxes ? 0.3 : 0.1;
  while (scene.poses.size() < static_cast<std::size_t>(frames)) {
    double x = 0, y = 0, depth = places.depth();
    Quat turned = feet.b;
    if (scene.kind == ContactPose::Touching) depth = 0;
    if (scene.kind != ContactPose::Flush) x = places.sideways(reach), y = places.sideways(reach);
    if (scene.kind == ContactPose::Turned) turned = normalised_product(places.about_up(), turned);
    if (scene.kind == ContactPose::OnEdge) turned = normalised_product(places.about_up(), places.onto_an_edge());
    if (scene.kind == ContactPose::OnCorner) {
      turned = places.any_turn();
      const Vec3 corner = lowest_vertex(scene.b, rotation(turned));
      x -= corner.x, y -= corner.y;
    }
    const Pose b = lying(scene.b, turned, x + feet.offset_b.x, y + feet.offset_b.y, feet.top, depth);
    // Touching bodies touch in these doubles; a common frame would round that away.
    add(scene, scene.kind == ContactPose::Touching ? Pose() : places.frame(), feet.a, b);
  }
}

// Runs of frames, each from another place on.
void add_moving(ContactScene& scene, Places& places, int frames) {
  const Feet feet = feet_of(scene);
  while (scene.poses.size() < static_cast<std::size_t>(frames)) {
    const Pose frame = places.frame();
    const double depth = places.depth(), reach = scene.are_boxes ? 0.3 : 0.1;
    double x = places.sideways(reach), y = places.sideways(reach);
    const double step = scene.are_boxes ? 0.01 : 0.003;
    const double step_x = places.is_round() ? step : places.random().uniform(-step, step), step_y = 0.5 * step;
    for (int k = 0; k < int{kContactRun} && scene.poses.size() < static_cast<std::size_t>(frames); ++k) {
      Quat turned = feet.b;
      double deep = depth;
      if (scene.kind == ContactPose::Resting) {
        constexpr double kJitter = 1e-4;
        Random& random = places.random();
        const Quat shaken = turn(random_direction(random), kJitter * random.unit());
        turned = normalised_product(shaken, turned);
        deep += kJitter * random.unit();
      } else {
        x += step_x, y += step_y;
      }
      add(scene, frame, feet.a, lying(scene.b, turned, x + feet.offset_b.x, y + feet.offset_b.y, feet.top, deep));
    }
  }
}

// Bodies that come from afar along a line and stop when they have met; `apart`: just before.
void add_pushed(ContactScene& scene, Places& places, int frames) {
  const Shape a = scene.shape_a(), b = scene.shape_b();
  PairCache cache;
  const MeetFunction meet = [&](const Pose& pose_a, const Pose& pose_b) {
    return bool(intersects(a, pose_a, b, pose_b, cache));
  };
  const int run = scene.kind == ContactPose::Rolling ? int{kContactRun} : 1;
  while (scene.poses.size() < static_cast<std::size_t>(frames)) {
    const Pose pose_a = rotation(places.any_turn(), {places.sideways(1), places.sideways(1), places.sideways(1)});
    Quat turned = places.any_turn();
    const Vec3 direction = places.direction();
    const Quat step = turn(random_direction(places.random()), kTangentOfHalfADegree);
    const double depth = places.depth();
    for (int k = 0; k < run && scene.poses.size() < static_cast<std::size_t>(frames); ++k) {
      double away = w2_first_meeting(meet, pose_a, turned, direction);
      if (away == 0) break;
      const bool apart = scene.kind == ContactPose::Near && scene.poses.size() % 2 == 1;
      away += apart ? depth : -depth;
      if (places.is_round()) away = std::round(1000 * away) / 1000;
      add(scene, {}, pose_a, rotation(turned, pose_a.translation() + away * direction));
      turned = normalised_product(step, turned);
    }
  }
}

std::uint64_t seed_of(std::uint64_t body, const ContactScene& scene) {
  return 17'000 + 100 * body + 10 * static_cast<std::uint64_t>(scene.kind) + static_cast<std::uint64_t>(scene.numbers);
}

void add_frames(ContactScene& scene, std::uint64_t body, int frames) {
  Places places(seed_of(body, scene), scene.numbers);
  switch (scene.kind) {
    case ContactPose::Shallow:
    case ContactPose::Near:
    case ContactPose::Rolling:
      return add_pushed(scene, places, frames);
    case ContactPose::Resting:
    case ContactPose::Sliding:
      return add_moving(scene, places, frames);
    default:
      return add_lying(scene, places, frames);
  }
}

}  // namespace

const char* to_string(ContactPose kind) {
  constexpr const char* kNames[] = {"flush",   "touching", "offset",  "turned",  "on an edge", "on a corner",
                                    "shallow", "near",     "resting", "sliding", "rolling"};
  return kNames[static_cast<std::size_t>(kind)];
}

Shape ContactScene::shape_a() const {
  if (!floor) return Rounded(a);
  return make_mesh(floor->vertices, floor->triangles, {.kind = MeshKind::Surface}).value();
}

ContactScene box_scene(ContactPose kind, Numbers numbers, int frames) {
  const Polytope body = box(kBoxEdges);
  ContactScene out{"boxes", kind, numbers, body, body, nullptr, true, {}};
  add_frames(out, 0, frames);
  return out;
}

ContactScene hull_scene(int n, ContactPose kind, Numbers numbers, int frames) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, n, 1), b = test_polytope(TestShape::Ellipsoid, n, 2);
  ContactScene out{"hulls of " + std::to_string(n), kind, numbers, a, b, nullptr, false, {}};
  add_frames(out, static_cast<std::uint64_t>(n), frames);
  return out;
}

std::shared_ptr<const TriangleSoup> contact_floor(int triangles, bool bumpy) {
  const int side = std::max(1, static_cast<int>(std::lround(std::sqrt(triangles / 2.0))));
  Random random(18'000);
  auto out = std::make_shared<TriangleSoup>();
  for (int i = 0; i <= side; ++i) {
    for (int j = 0; j <= side; ++j) {
      // Heights are floats.
      const double height = bumpy ? std::round(random.uniform(-kBump, kBump) * 0x1p23) * 0x1p-23 : 0;
      out->vertices.push_back({(2 * i - side) / 10.0, (2 * j - side) / 10.0, height});
    }
  }
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const auto at = [&](int p, int q) { return static_cast<std::uint32_t>((i + p) * (side + 1) + j + q); };
      out->triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
      out->triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
    }
  }
  return out;
}

ContactScene floor_scene(int triangles, bool bumpy, ContactPose kind, Numbers numbers, int frames) {
  const Polytope body_b = box(kBoxEdges);
  ContactScene out{bumpy ? "box on a bumpy floor" : "box on a flat floor",
                   kind,
                   numbers,
                   body_b,
                   body_b,
                   contact_floor(triangles, bumpy),
                   true,
                   {}};
  const Shape floor = out.shape_a(), body = out.shape_b();
  Places places(seed_of(bumpy ? 1 : 2, out), numbers);
  PairCache cache;
  // The height at which the body meets the floor, from above.
  const auto settled = [&](Quat turned, double x, double y) {
    const double reach = lowest(out.b, rotation(turned));
    if (!bumpy) return -reach;
    double above = kBump - reach + 1e-6, below = -kBump - reach - 1e-6;
    for (int k = 0; k < 26; ++k) {
      const double middle = 0.5 * (above + below);
      (intersects(floor, {}, body, rotation(turned, {x, y, middle}), cache) ? below : above) = middle;
    }
    return below;
  };
  const double reach = 0.07 * std::sqrt(triangles / 2.0);
  while (out.poses.size() < static_cast<std::size_t>(frames)) {
    const Pose frame = places.is_round() ? Pose() : places.frame();
    double x = places.sideways(reach), y = places.sideways(reach);
    const Quat about_up = places.is_round() ? Quat{} : places.about_up();
    const double depth = places.depth();
    const int run = is_coherent(kind) ? int{kContactRun} : 1;
    for (int k = 0; k < run && out.poses.size() < static_cast<std::size_t>(frames); ++k) {
      Quat turned = kind == ContactPose::OnCorner ? places.any_turn() : about_up;
      if (kind == ContactPose::Resting)
        turned = normalised_product(turn(random_direction(places.random()), 1e-4 * places.random().unit()), turned);
      if (kind == ContactPose::Sliding) x += 0.01, y += 0.005;
      add(out, frame, {}, rotation(turned, {x, y, settled(turned, x, y) - depth}));
    }
  }
  return out;
}

}  // namespace clearance::bench
