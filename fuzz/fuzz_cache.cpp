// Question: can anything written into a cache change an answer?
// Method:   bytes choose two small bodies and then a cache: any bytes at all for a ConvexCache, any numbers for a
//           MeshCache or a PartsCache, or what queries about other bodies left behind. Every query and every
//           algorithm is asked with it, and held against the answer without one and against the exact checker.
#include <clearance/lab/all_algorithms.h>
#include <clearance/parts/parts_cache.h>
#include <clearance/query/half_space.h>
#include <clearance/solid/mesh_cache.h>
#include <fuzz/bytes.h>
#include <fuzz/stop_at.h>
#include <tests/judge.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace clearance {
using namespace detail;
namespace {

using test::Complaint;
using test::Pair;
using test::RoundedPair;

// Any double: an ordinary one, or eight bytes as they come.
double any_double(Bytes& bytes) {
  if (bytes.next() % 2 == 0) return bytes.eighths();
  const std::uint64_t high = bytes.word(), bits = high << 32 | bytes.word();
  double made;
  std::memcpy(&made, &bits, sizeof made);
  return made;
}
Vec3 any_vector(Bytes& bytes) {
  const double x = any_double(bytes), y = any_double(bytes), z = any_double(bytes);
  return {x, y, z};
}

Pose pose(Bytes& bytes) {
  const Vec3 t = bytes.point_in_eighths();
  const std::uint8_t kind = bytes.next();
  if (kind % 2 == 0) return translation(t);
  const double w = bytes.eighths();
  const Vec3 v = bytes.point_in_eighths();
  const Result<Pose> turned = Pose::from_quaternion({w, v.x, v.y, v.z}, t);
  return turned ? *turned : translation(t);
}

// A few points of the bytes' own choice, or more than a walk scans.
Polytope body(Bytes& bytes) {
  const std::uint8_t kind = bytes.next();
  if (kind % 8 == 7) return test_polytope(TestShape::Ellipsoid, 170 + kind, 1);
  if (kind % 8 == 6) return test_polytope(TestShape::Ellipsoid, 20 + kind / 8, 2);
  std::vector<Vec3> points;
  for (int count = 1 + kind % 12; count > 0; --count) points.push_back(bytes.point_in_eighths());
  return convex_hull(points).value();
}

// A hull's boundary, dented perhaps, or loose triangles.
Mesh mesh(Bytes& bytes) {
  if (bytes.next() % 3 == 0) {
    std::vector<Vec3> points;
    for (int count = 3 + bytes.next() % 8; count > 0; --count) points.push_back(bytes.point_in_eighths());
    std::vector<MeshTriangle> triangles;
    const auto corner = [&] { return static_cast<std::uint32_t>(bytes.next() % points.size()); };
    for (int count = 1 + bytes.next() % 12; count > 0; --count) {
      const std::uint32_t a = corner(), b = corner(), c = corner();
      triangles.push_back({a, b, c});
    }
    return make_mesh(points, triangles).value();
  }
  const Mesh hull = mesh_of(body(bytes));
  std::vector<Vec3> vertices(hull.vertices().begin(), hull.vertices().end());
  for (int dents = bytes.next() % 3; dents > 0; --dents)
    vertices[bytes.next() % vertices.size()] = bytes.point_in_eighths();
  return make_mesh(vertices, hull.triangles_as_given()).value();
}

// ---- Convex bodies --------------------------------------------------------------------------------------------------

ConvexCache any_cache(Bytes& bytes, const Polytope& a, const Polytope& b) {
  unsigned char raw[sizeof(ConvexCache)];
  for (unsigned char& byte : raw) byte = bytes.next();
  ConvexCache cache;
  std::memcpy(static_cast<void*>(&cache), raw, sizeof cache);
  cache.direction = any_vector(bytes);
  const std::uint8_t how = bytes.next();
  if (how % 4 != 0) cache.of_a = a.identity(), cache.of_b = b.identity();
  // Mostly of the bodies, or they are not followed.
  if (how % 3 != 0)
    for (int k = 0; k < 4; ++k)
      cache.simplex_a[k] %= static_cast<std::uint32_t>(a.vertex_count() + 1),
          cache.simplex_b[k] %= static_cast<std::uint32_t>(b.vertex_count() + 1);
  if (how % 3 != 0)
    for (int k = 0; k < 2; ++k)
      cache.beyond_a[k] %= static_cast<std::uint32_t>(a.vertex_count() + 1),
          cache.beyond_b[k] %= static_cast<std::uint32_t>(b.vertex_count() + 1);
  if (how % 5 != 0) {
    cache.simplex_count = static_cast<std::uint8_t>(cache.simplex_count % 6);
    cache.contact = static_cast<ContactEvidence>(static_cast<std::uint8_t>(cache.contact) % 4);
  }
  if (how % 7 != 0) cache.feature_a.index %= 32, cache.feature_b.index %= 32;
  return cache;
}

template <class AnyPair>
Complaint about_cached(const AnyPair& pair, const ConvexCache& filled, ConvexCache& left) {
  const auto& [a, pose_a, b, pose_b] = pair;
  const Status status = intersects(a, pose_a, b, pose_b).status;
  const auto look = [&](const char* query, const auto& result) {
    if (result.status != status) return std::string(query) + " says " + to_string(result.status);
    return about(result, pair);
  };
  ConvexCache cache = filled;
  if (Complaint wrong = look("intersects", intersects(a, pose_a, b, pose_b, cache)); !wrong.empty()) return wrong;
  cache = filled;
  const Distance gap = distance(a, pose_a, b, pose_b, cache), fresh_gap = distance(a, pose_a, b, pose_b);
  if (Complaint wrong = look("distance", gap); !wrong.empty()) return wrong;
  if (!(gap.lower <= fresh_gap.upper && fresh_gap.lower <= gap.upper)) return "two distances";
  cache = filled;
  PenetrationOptions options;
  options.want_shell = true;
  const Penetration depth = penetration(a, pose_a, b, pose_b, cache, options),
                    fresh = penetration(a, pose_a, b, pose_b);
  if (Complaint wrong = look("penetration", depth); !wrong.empty()) return wrong;
  if (!(depth.lower <= fresh.upper && fresh.lower <= depth.upper)) return "two depths";
  cache = filled;
  const SignedDistance both = signed_distance(a, pose_a, b, pose_b, cache);
  if (both.status != status) return "signed_distance";
  left = cache;
  return test::about(both, gap, depth);
}

Complaint about_methods(const Pair& pair, const ConvexCache& filled) {
  const auto& [a, pose_a, b, pose_b] = pair;
  const Status status = intersects(a, pose_a, b, pose_b).status;
  for (const AlgorithmRow& row : all_algorithms()) {
    ConvexCache cache = filled;
    const Verdict verdict = row.run(PosedPair(a, pose_a, b, pose_b), &cache, nullptr).verdict;
    if (verdict != Verdict::Unresolved && to_string(verdict) != std::string(to_string(status)))
      return std::string(row.name) + " says " + to_string(verdict);
    cache = filled;
    QueryOptions first;
    first.first = row.id, first.methods = all_algorithms();
    const Intersection result = intersects(a, pose_a, b, pose_b, cache, first);
    if (result.status != status) return std::string(row.name) + " first changes the status";
    if (Complaint wrong = about(result, pair); !wrong.empty()) return wrong;
  }
  ConvexCache cache = filled;
  QueryOptions exact;
  exact.first = Algorithm::Exact;
  const Intersection result = intersects(a, pose_a, b, pose_b, cache, exact);
  return result.status == status ? about(result, pair) : "the exact decision";
}

void ask_convex(Bytes& bytes) {
  const Pair pair{body(bytes), pose(bytes), body(bytes), pose(bytes)};
  const auto& [a, pose_a, b, pose_b] = pair;
  const RoundedPair with_radii{rounded(a, std::fabs(bytes.eighths())), pose_a, rounded(b, std::fabs(bytes.eighths())),
                               pose_b};
  const ConvexCache filled = any_cache(bytes, a, b);
  ConvexCache left;
  stop_at(about_cached(pair, filled, left), scene_of(pair));
  stop_at(about_methods(pair, filled), scene_of(pair));
  // What one kind of query left behind, for the other, and for the bodies the other way round.
  ConvexCache left_by_rounded;
  stop_at(about_cached(with_radii, left, left_by_rounded), scene_of(with_radii));
  stop_at(about_cached(with_radii, filled, left), scene_of(with_radii));
  stop_at(about_cached(Pair{b, pose_b, a, pose_a}, left_by_rounded, left), scene_of(pair));
  stop_at(about_cached(Pair{a, pose_a, a, pose_b}, left, left), scene_of(pair));
  const HalfSpace below = half_space({1, 0.25, -0.5}, bytes.eighths());
  ConvexCache cache = filled;
  if (intersects(below, {}, with_radii.b, pose_b, cache).status != intersects(below, {}, with_radii.b, pose_b).status)
    stop_at("a half-space", scene_of(pair));
}

// ---- Meshes and parts -----------------------------------------------------------------------------------------------

MeshCache any_mesh_cache(Bytes& bytes, const void* a, const void* b) {
  MeshCache cache;
  const std::uint8_t how = bytes.next();
  if (how % 4 != 0) cache.of_a = a, cache.of_b = b;
  cache.triangle_a = how % 3 == 0 ? bytes.word() : bytes.next() % 32u;
  cache.triangle_b = how % 5 == 0 ? bytes.word() : bytes.next() % 32u;
  cache.has_inside = how % 2 == 0;
  cache.inside = any_vector(bytes);
  return cache;
}

template <class A, class B>
Complaint about_shapes(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b, MeshCache& for_status,
                       MeshCache& for_distance) {
  const Status status = intersects(a, pose_a, b, pose_b).status;
  if (intersects(a, pose_a, b, pose_b, for_status).status != status) return "intersects of meshes";
  const Distance gap = distance(a, pose_a, b, pose_b, for_distance), fresh = distance(a, pose_a, b, pose_b);
  if (gap.status != fresh.status || gap.status != status) return "distance of meshes: status";
  if (!(gap.lower <= fresh.upper && fresh.lower <= gap.upper)) return "distance of meshes: brackets";
  return "";
}

std::string text_of(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  std::string text;
  const auto add = [&](const Mesh& mesh, const Pose& pose) {
    for (const Vec3& v : mesh.vertices())
      text += "v " + double_text(v.x) + ' ' + double_text(v.y) + ' ' + double_text(v.z) + '\n';
    for (const MeshTriangle& t : mesh.triangles_as_given())
      text += "f " + std::to_string(t[0]) + ' ' + std::to_string(t[1]) + ' ' + std::to_string(t[2]) + '\n';
    const Quat q = pose.quaternion();
    const Vec3 t = pose.translation();
    for (const double x : {q.w, q.x, q.y, q.z, t.x, t.y, t.z}) text += double_text(x) + ' ';
    text += '\n';
  };
  add(a, pose_a), add(b, pose_b);
  return text;
}

void ask_meshes(Bytes& bytes) {
  const Mesh a = mesh(bytes), b = mesh(bytes), c = mesh(bytes);
  const Pose pose_a = pose(bytes), pose_b = pose(bytes), pose_c = pose(bytes);
  const Rounded convex = rounded(body(bytes), std::fabs(bytes.eighths()));
  MeshCache first = any_mesh_cache(bytes, a.identity(), b.identity()),
            second = any_mesh_cache(bytes, a.identity(), b.identity());
  const std::string text = text_of(a, pose_a, b, pose_b) + text_of(b, pose_b, c, pose_c);
  stop_at(about_shapes(a, pose_a, b, pose_b, first, second), text);
  // On to other bodies and places, with a front that may be kept.
  stop_at(about_shapes(a, pose_a, b, pose_c, first, first), text);
  if (bytes.next() % 2 == 0) first.of_a = a.identity(), first.of_b = c.identity();
  stop_at(about_shapes(a, pose_a, c, pose_c, first, second), text);
  stop_at(about_shapes(c, pose_b, a, pose_a, first, first), text);
  MeshCache third = any_mesh_cache(bytes, convex.core().identity(), b.identity());
  stop_at(about_shapes(convex, pose_a, b, pose_b, third, second), text);
  stop_at(about_shapes(convex, pose_c, b, pose_b, third, third), text);
}

void ask_shapes(Bytes& bytes) {
  std::vector<Shape> shapes;
  for (int k = 0; k < 3; ++k) {
    const std::uint8_t kind = bytes.next() % 4;
    if (kind == 0) shapes.emplace_back(rounded(body(bytes), std::fabs(bytes.eighths())));
    if (kind == 1) shapes.emplace_back(mesh(bytes));
    if (kind == 2) shapes.emplace_back(make_parts({Rounded(body(bytes)), Rounded(body(bytes))}).value());
    if (kind == 3) shapes.emplace_back(make_parts({Rounded(body(bytes)), mesh(bytes), Rounded(body(bytes))}).value());
  }
  PairCache cache;
  for (int round = 0; round < 6; ++round) {
    const Shape &a = shapes[bytes.next() % 3], &b = shapes[bytes.next() % 3];
    const Pose pose_a = pose(bytes), pose_b = pose(bytes);
    if (bytes.next() % 2 == 0) {
      cache.parts().leaf_a = static_cast<std::int32_t>(bytes.next() % 2 == 0 ? bytes.next() % 8 : bytes.word());
      cache.parts().leaf_b = static_cast<std::int32_t>(bytes.next() % 2 == 0 ? bytes.next() % 8 : bytes.word());
    }
    const Status status = intersects(a, pose_a, b, pose_b).status;
    if (intersects(a, pose_a, b, pose_b, cache).status != status) stop_at("intersects of shapes", "");
    const Distance gap = distance(a, pose_a, b, pose_b, cache), fresh = distance(a, pose_a, b, pose_b);
    if (gap.status != status || fresh.status != status) stop_at("distance of shapes: status", "");
    if (!(gap.lower <= fresh.upper && fresh.lower <= gap.upper)) stop_at("distance of shapes: brackets", "");
  }
}

}  // namespace
}  // namespace clearance

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clearance;
  Bytes bytes(data, size);
  switch (bytes.next() % 3) {
    case 0:
      ask_convex(bytes);
      break;
    case 1:
      ask_meshes(bytes);
      break;
    default:
      ask_shapes(bytes);
      break;
  }
  return 0;
}
