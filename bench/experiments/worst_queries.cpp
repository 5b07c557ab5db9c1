#include <bench/experiments/worst_queries.h>
#include <bench/race/one_call.h>
#include <clearance/build/convex_hull.h>
#include <clearance/contact/manifold.h>
#include <clearance/mesh/point.h>
#include <clearance/motion/query.h>
#include <clearance/query/query.h>

#include <chrono>
#include <cmath>

namespace clearance::bench {
namespace {

using Answer = std::optional<WorstAnswer>;

constexpr double kDepthBudget = 0.05;

// Where b stood a moment ago, for a cache to have seen.
Pose moment_ago(const WorstScene& scene) {
  Random random(scene.seed);
  const Quat turned = normalised_product(turn(random_direction(random), 0.01), scene.pose_b.quaternion());
  const Vec3 moved = scene.pose_b.translation() + 0.01 * scene.size * random_direction(random);
  return rotation(turned, moved);
}

// With a cache that has just answered about that moment.
template <class Ask>
Answer warm(const WorstScene& scene, const Ask& ask) {
  const Pose before = moment_ago(scene);
  PairCache cache;
  return WorstAnswer{seconds_of_call(
      [&] {
        cache = PairCache();
        ask(before, cache);
      },
      [&] { ask(scene.pose_b, cache); })};
}

Answer boolean(const WorstScene& s) {
  return WorstAnswer{seconds_of_call([&] { keep(intersects(s.a, s.pose_a, s.b, s.pose_b)); })};
}
Answer boolean_warm(const WorstScene& s) {
  return warm(s, [&](const Pose& pose_b, PairCache& cache) { keep(intersects(s.a, s.pose_a, s.b, pose_b, cache)); });
}
Answer distance_cold(const WorstScene& s) {
  return WorstAnswer{seconds_of_call([&] { keep(distance(s.a, s.pose_a, s.b, s.pose_b)); })};
}
Answer distance_warm(const WorstScene& s) {
  return warm(s, [&](const Pose& pose_b, PairCache& cache) { keep(distance(s.a, s.pose_a, s.b, pose_b, cache)); });
}
// Against a double next to the distance itself.
Answer limit(const WorstScene& s) {
  const double at = distance(s.a, s.pose_a, s.b, s.pose_b).upper;
  if (!(at > 0 && std::isfinite(at))) return {};
  return WorstAnswer{seconds_of_call([&] { keep(compare_distance(s.a, s.pose_a, s.b, s.pose_b, at)); })};
}
Answer depth(const WorstScene& s) {
  if (intersects(s.a, s.pose_a, s.b, s.pose_b).status != Status::Penetrating) return {};
  return WorstAnswer{seconds_of_call([&] {
    PenetrationOptions options;
    options.deadline = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(
                                                              std::chrono::duration<double>(kDepthBudget));
    keep(penetration(s.a, s.pose_a, s.b, s.pose_b, options));
  })};
}
Answer cover(const WorstScene& s) {
  const Distance gap = distance(s.a, s.pose_a, s.b, s.pose_b);
  if (s.kind == WorstKind::Hulls || gap.status != Status::Separated) return {};
  return WorstAnswer{seconds_of_call([&] { keep(separation_cover(s.a, s.pose_a, s.b, s.pose_b, 0.5 * gap.lower)); })};
}
Answer contacts(const WorstScene& s) {
  return WorstAnswer{seconds_of_call([&] { keep(manifold(s.a, s.pose_a, s.b, s.pose_b)); })};
}

// b flies through the middle of a, turning or not.
Answer motion(const WorstScene& s) {
  Random random(s.seed);
  const Vec3 from = 2 * s.size * random_direction(random), to = from + random_point(random, s.size);
  const bool turns = random.below(2) == 0;
  const Result<Pose> start = moved_to(s.pose_b, s.pose_b.translation() + from),
                     end = Pose::from_quaternion(turns ? random_rotation(random) : s.pose_b.quaternion(),
                                                 s.pose_b.translation() - to);
  if (!start || !end) return {};
  const Result<Motion> flight = Motion::to(*start, *end, 1);
  if (!flight) return {};
  SceneMotion given;
  given.kind = SceneMotion::Kind::To, given.end = *end;
  const Motion rest = Motion::rest(s.pose_a);
  return WorstAnswer{seconds_of_call([&] { keep(first_contact(s.a, rest, s.b, *flight, {0, 1})); }), {}, given, *start};
}

Vec3 any_vertex(const Mesh& mesh, Random& random) {
  const MeshTriangle& t = mesh.triangle(static_cast<std::uint32_t>(random.below(mesh.triangle_count())));
  return mesh.vertex(t[random.below(3)]);
}
Vec3 any_inside(const Mesh& mesh, Random& random) {
  const Vec3 low = mesh.box_low(), high = mesh.box_high();
  return {random.uniform(low.x, high.x), random.uniform(low.y, high.y), random.uniform(low.z, high.z)};
}
// In a's box, or on its surface as well as doubles can have it.
Vec3 any_point(const WorstScene& s, const Mesh& mesh, Random& random) {
  return apply(s.pose_a, random.below(2) == 0 ? any_vertex(mesh, random) : any_inside(mesh, random));
}

template <class Ask>
Answer about_point(const WorstScene& s, const Ask& ask) {
  const Mesh* const mesh = std::get_if<Mesh>(&s.a);
  if (mesh == nullptr) return {};
  Random random(s.seed);
  const Vec3 at = any_point(s, *mesh, random);
  return WorstAnswer{seconds_of_call([&] { keep(ask(*mesh, at)); }), {at}};
}
Answer points(const WorstScene& s) {
  return about_point(s, [&](const Mesh& mesh, Vec3 at) { return locate(mesh, s.pose_a, at); });
}
Answer point_distances(const WorstScene& s) {
  return about_point(s, [&](const Mesh& mesh, Vec3 at) { return signed_distance(mesh, s.pose_a, at); });
}

// Through a vertex or any point of a's box, along an axis or not.
Answer rays(const WorstScene& s) {
  const Mesh* const mesh = std::get_if<Mesh>(&s.a);
  Random random(s.seed);
  const Vec3 through =
      mesh != nullptr ? any_point(s, *mesh, random) : apply(s.pose_a, std::get<Rounded>(s.a).core().vertex(0));
  const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Vec3 along = 2 * s.size * (random.below(2) == 0 ? axes[random.below(3)] : random_direction(random));
  const Vec3 from = through - along, to = through + along;
  return WorstAnswer{seconds_of_call([&] { keep(cast_ray(s.a, s.pose_a, from, to)); }), {from, to}};
}

constexpr WorstQuery kQueries[] = {
    {"boolean", 1, boolean},
    {"boolean, warm", 3, boolean_warm},
    {"distance", 2, distance_cold},
    {"distance, warm", 4, distance_warm},
    {"distance against a limit", 10, limit},
    {"depth, 50 ms", 400, depth, kDepthBudget},
    {"cover", 20, cover},
    {"manifold", 8, contacts},
    {"first contact", 100, motion},
    {"point", 2, points},
    {"point, distance", 4, point_distances},
    {"ray", 2, rays},
};

}  // namespace

std::span<const WorstQuery> worst_queries() { return kQueries; }

Result<std::string> dump_worst(const std::string& path, const WorstScene& scene, const WorstAnswer& answer) {
  if (!answer.probe.empty())
    return dump_pair(path, scene.a, scene.pose_a, Rounded(convex_hull(answer.probe).value()), {});
  if (!answer.motion) return dump_pair(path, scene.a, scene.pose_a, scene.b, scene.pose_b);
  const Result<std::string> at_rest = dump_pair(path, scene.a, scene.pose_a, scene.b, scene.pose_b);
  if (!at_rest) return at_rest;
  const Result<Scene> read = read_scene(path);
  if (!read) return read.error();
  SceneEntry entries[] = {entry_of(read->objects[0]), entry_of(read->objects[1])};
  entries[1].pose = answer.start, entries[1].motion = &*answer.motion;
  return write_scene(path, entries, std::array{0.0, 1.0});
}

}  // namespace clearance::bench
