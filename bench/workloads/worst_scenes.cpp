#include <bench/workloads/shared_meshes.h>
#include <bench/workloads/small_solids.h>
#include <bench/workloads/worst_scenes.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

// A file whose vertices are the largest float stands for no body: beside it all others are points.
constexpr double kLeastSize = 1e-12, kMostSize = 1e12;

void add(std::vector<WorstBody>& out, const std::string& name, const std::vector<Vec3>& vertices,
         const std::vector<MeshTriangle>& triangles) {
  Result<Mesh> mesh = make_mesh(vertices, triangles);
  if (!mesh || !(mesh->size() > kLeastSize && mesh->size() < kMostSize)) return;
  std::vector<Vec3> used;
  for (const MeshTriangle& t : triangles)
    for (const std::uint32_t v : t) used.push_back(vertices[v]);
  Result<Polytope> hull = convex_hull(used);
  if (!hull) return;
  const Vec3 middle = 0.5 * mesh->box_low() + 0.5 * mesh->box_high();
  const double size = mesh->size();
  out.push_back({name, std::move(mesh).value(), Rounded(std::move(hull).value()), middle, size});
}

void add(std::vector<WorstBody>& out, const std::string& name, const Polytope& body) {
  const Mesh mesh = mesh_of(body);
  add(out, name, {mesh.vertices().begin(), mesh.vertices().end()}, mesh.triangles_as_given());
}

void add(std::vector<WorstBody>& out, const std::string& name, TriangleSoup soup, Vec3 stretched = {1, 1, 1}) {
  for (Vec3& v : soup.vertices) v = {stretched.x * v.x, stretched.y * v.y, stretched.z * v.z};
  add(out, name, soup.vertices, soup.triangles);
}

// A strip of long triangles that climbs: slivers side by side, a body whose boxes all overlap unless they turn with it.
TriangleSoup slivers(std::uint32_t count) {
  TriangleSoup soup;
  for (std::uint32_t k = 0; k <= count; ++k) {
    const double x = 1e-3 * k;
    soup.vertices.push_back({x, x, 0});
    soup.vertices.push_back({x + 1, x - 1, 1});
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    soup.triangles.push_back({2 * k, 2 * k + 1, 2 * k + 2});
    soup.triangles.push_back({2 * k + 2, 2 * k + 1, 2 * k + 3});
  }
  return soup;
}

// A cone: two fans of as many triangles around a vertex each.
TriangleSoup fan(std::uint32_t count) {
  TriangleSoup soup;
  soup.vertices = {{0, 0, 1}, {0, 0, 0}};
  for (std::uint32_t k = 0; k < count; ++k) {
    const double angle = 2 * 3.14159265358979323846 * k / count;
    soup.vertices.push_back({std::cos(angle), std::sin(angle), 0});
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t here = 2 + k, next = 2 + (k + 1) % count;
    soup.triangles.push_back({0, here, next});
    soup.triangles.push_back({1, next, here});
  }
  return soup;
}

Quat nice_turn(Random& random) {
  // By quarters; by eighths about an axis; small integers.
  constexpr double kCos = 0.92387953251128674, kSin = 0.38268343236508978;
  const double integer[] = {-2, -1, 0, 1, 2};
  const auto any = [&] { return integer[random.below(5)]; };
  switch (random.below(4)) {
    case 0:
      return {};
    case 1: {
      const Quat quarters[] = {{1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 1}, {0, 0, 0, 1}, {1, 1, 1, 1}};
      return quarters[random.below(5)];
    }
    case 2: {
      const Quat eighths[] = {{kCos, kSin, 0, 0}, {kCos, 0, kSin, 0}, {kCos, 0, 0, kSin}};
      return eighths[random.below(3)];
    }
    default:
      for (;;) {
        const Quat q = {any(), any(), any(), any()};
        if (q.w != 0 || q.x != 0 || q.y != 0 || q.z != 0) return q;
      }
  }
}

struct Poses {
  Pose a, b;
};

// Turned about its middle, which is at `place`.
Pose around(const WorstBody& body, Quat turned, Vec3 place) {
  return rotation(turned, place - rotation(turned).rotation() * body.middle);
}

Poses random_poses(const WorstBody& a, const WorstBody& b, Random& random) {
  const Vec3 away = random.uniform(0, 0.8) * (a.size + b.size) * random_direction(random);
  return {around(a, random_rotation(random), {}), around(b, random_rotation(random), away)};
}

// Apart, a hair apart, in contact as well as doubles can have it, a hair deep, deep.
double shortened(Random& random) {
  const double shares[] = {1, 1, 1, 1 - 1e-9, 1 + 1e-9, 1 + 1e-3};
  return shares[random.below(6)];
}

// b comes from afar, and is moved by moved(way), where `way` leads it to a.
template <class Moved>
Poses from_afar(const WorstBody& a, const Shape& shape_a, const WorstBody& b, const Shape& shape_b, Random& random,
                const Moved& moved) {
  const Vec3 away = 1.5 * (a.size + b.size) * random_direction(random);
  Poses out = {around(a, random_rotation(random), {}), around(b, random_rotation(random), away)};
  const Distance gap = distance(shape_a, out.a, shape_b, out.b);
  if (!gap.has_witness) return out;
  out.b = moved_to(out.b, out.b.translation() + moved(gap.point_a - gap.point_b)).value();
  return out;
}

Poses contact_poses(const WorstBody& a, const Shape& shape_a, const WorstBody& b, const Shape& shape_b,
                    Random& random) {
  return from_afar(a, shape_a, b, shape_b, random, [&](Vec3 way) { return shortened(random) * way; });
}

// On beyond contact by 1 % to 50 % of the smaller body.
Poses deep_poses(const WorstBody& a, const Shape& shape_a, const WorstBody& b, const Shape& shape_b, Random& random) {
  const double further = 0.01 * std::pow(50, random.uniform(0, 1)) * std::min(a.size, b.size);
  return from_afar(a, shape_a, b, shape_b, random, [&](Vec3 way) { return (1 + further / norm(way)) * way; });
}

Poses nice_poses_of(const WorstBody& a, const WorstBody& b, Random& random) {
  const auto tenths = [&] { return static_cast<double>(random.below(21)) / 10 - 1; };
  Quat turned = nice_turn(random), other = random.below(2) == 0 ? turned : nice_turn(random);
  const std::uint64_t how = random.below(4);
  if (how == 0) other = turned = {};  // then boxes side by side have common planes
  const Vec3 side = a.mesh.box_high() - b.mesh.box_low();
  const double x = tenths(), y = tenths(), z = tenths();
  const Vec3 by_tenths = {a.size * x, a.size * y, a.size * z};
  const Vec3 shifts[] = {{side.x, random.below(2) == 0 ? 0 : by_tenths.y, 0}, {}, by_tenths, by_tenths};
  return {rotation(turned), rotation(other, shifts[how])};
}

}  // namespace

std::vector<WorstBody> made_bodies() {
  std::vector<WorstBody> out;
  add(out, "box", box({1, 1, 1}));
  add(out, "box in tenths", box({0.1, 0.3, 0.7}));
  add(out, "cylinder", make_cylinder(0.5, 1, 32).value());
  add(out, "L", small_solid(SmallSolid::L));
  add(out, "gear", small_solid(SmallSolid::Gear));
  add(out, "needle", box({1, 1e-3, 1e-6}));
  add(out, "plate", box({1, 1, 1e-9}));
  add(out, "flat gear", small_solid(SmallSolid::Gear), {1, 1, 1e-8});
  add(out, "long gear", small_solid(SmallSolid::Gear), {1e-5, 1e-5, 1});
  add(out, "thin hull", test_polytope(TestShape::Rod, 100, 1));
  add(out, "slivers", slivers(500));
  add(out, "fan", fan(500));
  return out;
}

std::vector<WorstBody> shared_bodies(const WorstFiles& files) {
  std::vector<WorstBody> out;
  std::size_t seen = 0, read = 0;
  for (const SharedFile& file : shared_mesh_files()) {
    if (seen++ % files.one_in != 0) continue;
    if (read >= files.most) break;
    const Result<MeshData> data = read_mesh(file.path);
    if (!data || data->triangles.size() > files.most_triangles) continue;
    const std::size_t before = out.size();
    add(out, file.name, data->vertices, data->triangles);
    read += out.size() - before;
  }
  return out;
}

std::vector<WorstBody> worst_bodies(const WorstFiles& files) {
  std::vector<WorstBody> out = made_bodies();
  for (WorstBody& body : shared_bodies(files)) out.push_back(std::move(body));
  return out;
}

const char* to_string(WorstKind kind) {
  constexpr const char* kNames[] = {"hulls", "meshes", "hull and mesh"};
  return kNames[static_cast<int>(kind)];
}

const char* to_string(WorstPlace place) {
  constexpr const char* kNames[] = {"random", "contact", "contact 1e5 away", "nice numbers", "deep"};
  return kNames[static_cast<int>(place)];
}

WorstScene worst_scene(const WorstBody& a, const WorstBody& b, WorstKind kind, WorstPlace place, std::uint64_t seed) {
  Random random(seed);
  const Shape shape_a = kind == WorstKind::Meshes ? Shape(a.mesh) : a.hull,
              shape_b = kind == WorstKind::Hulls ? b.hull : Shape(b.mesh);
  Poses poses;
  switch (place) {
    case WorstPlace::Random:
      poses = random_poses(a, b, random);
      break;
    case WorstPlace::Contact:
      poses = contact_poses(a, shape_a, b, shape_b, random);
      break;
    case WorstPlace::Far: {
      poses = contact_poses(a, shape_a, b, shape_b, random);
      constexpr Vec3 kAway = {1e5, -7e4, 1e5 / 3};
      poses.a = moved_to(poses.a, poses.a.translation() + kAway).value();
      poses.b = moved_to(poses.b, poses.b.translation() + kAway).value();
      break;
    }
    case WorstPlace::Nice:
      poses = nice_poses_of(a, b, random);
      break;
    case WorstPlace::Deep:
      poses = deep_poses(a, shape_a, b, shape_b, random);
      break;
  }
  return {a.name + " × " + b.name + ", " + to_string(place),
          kind,
          shape_a,
          poses.a,
          shape_b,
          poses.b,
          std::max(a.size, b.size),
          random.bits()};
}

}  // namespace clearance::bench
