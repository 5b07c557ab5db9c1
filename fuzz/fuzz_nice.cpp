// Question: are there blocks with the measures that people give them, at the places where people put them, about which
//           an answer is wrong, unproved, or not the same with a memory of the last one?
// Method:   bytes choose sides and places in tenths, turns by quarters and eighths and small whole numbers; one block
//           is moved from place to place. Convex bodies are held against the exactly checked proof, with one cache
//           for all places; the same blocks as meshes, and in a world, against the convex ones; with rounded edges and
//           on a floor or at a wall, against the exact decision and their proofs.
#include <clearance/build/mesh.h>
#include <clearance/clearance.h>
#include <clearance/convex/exact/decision.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/query/half_space.h>
#include <clearance/solid/mesh_cache.h>
#include <fuzz/bytes.h>
#include <fuzz/stop_at.h>
#include <tests/judge.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

using test::Complaint;
using test::Pair;
using test::RoundedPair;

double side(Bytes& bytes) { return (1 + bytes.next() % 20) / 10.0; }
double step(Bytes& bytes) { return (bytes.next() % 31 - 15) / 10.0; }

Vec3 place(Bytes& bytes) {
  const double x = step(bytes), y = step(bytes), z = step(bytes);
  return {x, y, z};
}

// A box, or a prism over a polygon in eighths.
Polytope block(Bytes& bytes) {
  if (bytes.next() % 3 != 0) {
    const double x = side(bytes), y = side(bytes), z = side(bytes);
    return make_box({x, y, z}).value();
  }
  std::vector<Vec3> points;
  for (int count = 3 + bytes.next() % 4; count > 0; --count) {
    const double x = bytes.eighths(), y = bytes.eighths();
    points.push_back({x, y, -0.5}), points.push_back({x, y, 0.5});
  }
  return convex_hull(points).value();
}

Pose nice_pose(Bytes& bytes) {
  const std::uint8_t kind = bytes.next() % 6, choice = bytes.next();
  const Vec3 at = place(bytes);
  if (kind < 2) return translation(at);
  const auto about = [&](double angle) {
    const double c = std::cos(angle / 2), s = std::sin(angle / 2);
    const int axis = choice / 16 % 3;
    return Quat{c, axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0};
  };
  if (kind == 2) {
    const double h = std::sqrt(0.5);
    const Quat quarters[] = {{h, h, 0, 0}, {h, 0, -h, 0}, {h, 0, 0, h}, {0.5, 0.5, -0.5, 0.5}, {0, 1, 0, 0}};
    return rotation(quarters[choice % 5], at);
  }
  if (kind < 5) return rotation(about((choice % 16) * std::acos(-1.0) / 4), at);
  const auto whole = [&](int shift) { return static_cast<double>((choice >> shift & 3) - 1); };
  return rotation({1 + whole(0) * whole(0), whole(2), whole(4), whole(6)}, at);
}

Complaint about_cached(const Pair& pair, ConvexCache& cache, Status status) {
  const Intersection meeting = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
  if (meeting.status != status) return "the cache changes the status";
  if (Complaint wrong = about(meeting, pair); !wrong.empty()) return wrong;
  const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
  if (gap.status != status) return "the cache changes the distance's status";
  return about(gap, pair);
}

Complaint about_meshes(const Mesh& a, const Mesh& b, const Pair& pair, MeshCache& cache, Status status) {
  if (intersects(a, pair.pose_a, b, pair.pose_b).status != status) return "meshes differ";
  if (intersects(a, pair.pose_a, b, pair.pose_b, cache).status != status) return "meshes with their cache differ";
  if (intersects(pair.a, pair.pose_a, b, pair.pose_b).status != status) return "a body and a mesh differ";
  return "";
}

Complaint about_rounded(const RoundedPair& pair, ConvexCache& cache, double limit) {
  const auto& [a, pose_a, b, pose_b] = pair;
  Status status;
  if (Complaint wrong = about_queries(pair, status); !wrong.empty()) return "rounded: " + wrong;
  const Intersection again = intersects(a, pose_a, b, pose_b, cache);
  if (again.status != status) return "the cache changes the rounded status";
  if (Complaint wrong = about(again, pair); !wrong.empty()) return "rounded, with a cache: " + wrong;
  const int compared = compare_distance(a, pose_a, b, pose_b, limit);
  const Dyadic length = Dyadic(a.radius()) + Dyadic(b.radius()) + Dyadic(limit);
  const int exactly = compare_distance_exactly(PosedPair(a.core(), pose_a, b.core(), pose_b), {}, length);
  return compared == (limit > 0 || exactly > 0 ? exactly : 0) ? "" : "a limit is compared wrongly";
}

Complaint about_plane(const HalfSpace& plane, const Rounded& b, const Pose& pose) {
  const Intersection meeting = intersects(plane, {}, b, pose);
  const Distance gap = distance(plane, {}, b, pose);
  const Penetration depth = penetration(plane, {}, b, pose);
  if (gap.status != meeting.status || depth.status != meeting.status) return "statuses at a plane differ";
  for (const Claim& claim : {claim_of(meeting), claim_of(gap), claim_of(depth)})
    if (!check_claim(claim, plane, b, pose)) return "a claim at a plane does not hold";
  return "";
}

}  // namespace
}  // namespace clearance

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clearance;
  Bytes bytes(data, size);
  const Polytope a = block(bytes), b = block(bytes);
  if (a.dimension() < 3 || b.dimension() < 3) return 0;
  const Mesh mesh_a = mesh_of(a), mesh_b = mesh_of(b);
  const Pose pose_a = nice_pose(bytes);
  ConvexCache cache, rounded_cache;
  MeshCache mesh_cache;
  World world;
  Pose pose_b = nice_pose(bytes);
  world.add(a, pose_a).value();
  const BodyId moved = world.add(b, pose_b).value();
  for (int frame = 0; frame < 4; ++frame) {
    const Pair pair{a, pose_a, b, pose_b};
    Status status;
    stop_at(about_queries(pair, status), pair);
    stop_at(about_cached(pair, cache, status), pair);
    stop_at(about_meshes(mesh_a, mesh_b, pair, mesh_cache, status), pair);
    const Collisions met = world.collide().value();
    const bool is_met = met.contacts.size() == 1;
    if (is_met != (status != Status::Separated)) stop_at("the world differs", pair);
    if (is_met && met.contacts[0].answer.status != status) stop_at("the world's status differs", pair);
    const std::uint8_t edges = bytes.next();
    const Rounded soft_a = rounded(edges % 4 == 0 ? box({0, 0, 0}) : a, edges % 5 / 10.0),
                  soft_b = rounded(b, edges / 5 % 5 / 10.0);
    const RoundedPair soft{soft_a, pose_a, soft_b, pose_b};
    const int tenths = edges / 25;
    stop_at(about_rounded(soft, rounded_cache, tenths / 10.0), soft);
    const Vec3 normals[] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {0, 3, 4}};
    stop_at(about_plane(half_space(normals[edges % 5], step(bytes)), soft_b, pose_b), soft);
    // The same place again, the same turn elsewhere, or anything.
    const std::uint8_t how = bytes.next() % 4;
    if (how == 1) pose_b = moved_to(pose_b, place(bytes)).value();
    if (how > 1) pose_b = nice_pose(bytes);
    world.move(moved, pose_b).expect();
  }
  return 0;
}
