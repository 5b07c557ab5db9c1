#include <clearance/contact/surfaces/lone_contact.h>

#include <clearance/build/mesh.h>
#include <clearance/exact/approx.h>
#include <clearance/mesh/point.h>
#include <clearance/mesh/triangle_pair.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/mesh_pair.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <type_traits>

namespace clearance::detail {
namespace {

// A unit vector along it; of any direction where it has no length.
Vec3 direction_of(Vec3 v) {
  const double size = norm_max(v);
  if (!(size > 0) || !std::isfinite(size)) return {0, 0, 1};
  const Vec3 scaled = v / size;
  return scaled / norm(scaled);
}

Vec3 normal_of(const Mesh& mesh, const Pose& pose, std::uint32_t position) {
  const MeshFaces& faces = mesh.faces();
  const Mat3& r = pose.rotation();
  const Vec3 n = (mesh.is_solid() ? mesh.outer_side() : 1) * faces.normal[faces.face[position]];
  return {dot(cross(r.row[1], r.row[2]), n), dot(cross(r.row[2], r.row[0]), n), dot(cross(r.row[0], r.row[1]), n)};
}

// Of a point of a triangle by the weights of its corners.
ContactFeature feature_of(const Mesh& mesh, std::uint32_t position, const WitnessPoint& witness) {
  const MeshFaces& faces = mesh.faces();
  std::uint32_t used[3];
  int count = 0;
  for (int k = 0; k < witness.count && count < 3; ++k)
    if (witness.weights[k] > 0) used[count++] = faces.vertex[witness.vertices[k]];
  if (count == 1) return {Feature::Vertex, kNoIndex, used[0], kNoIndex};
  if (count == 2 && used[0] == used[1]) return {Feature::Vertex, kNoIndex, used[0], kNoIndex};
  if (count == 2) return {Feature::Edge, kNoIndex, std::min(used[0], used[1]), std::max(used[0], used[1])};
  return {Feature::Face, kNoIndex, faces.lowest[faces.face[position]], kNoIndex};
}

std::uint32_t position_of(const Mesh& mesh, std::uint32_t id) {
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t)
    if (mesh.id(t) == id) return t;
  return 0;
}

struct Lone {
  Vec3 a, b, normal;
  double lower, upper, error;
  ContactFeature feature_a, feature_b;
};

double roundings(double reach_a, const Pose& pose_a, double reach_b, const Pose& pose_b) {
  return 64 * kUnit * (reach_a + reach_b + norm_max(pose_a.translation()) + norm_max(pose_b.translation()));
}
double roundings(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  return roundings(a.reach(), pose_a, b.reach(), pose_b);
}

void append(const Lone& found, const ManifoldQuestion& ask, ManifoldScratch& scratch, Manifold& out) {
  ContactPoint point;
  point.a = found.a, point.b = found.b;
  point.lower = found.lower, point.upper = found.upper;
  point.error = found.error;
  point.feature_a = found.feature_a, point.feature_b = found.feature_b;
  scratch.points.assign(1, point);
  ContactPatch patch;
  patch.normal = found.normal;
  patch.lower = found.lower, patch.upper = found.upper;
  append_patch(ask, patch, scratch, out);
}

// A vertex of `inner` that is in `outer` or on it, and the nearest way out; as if outer were b.
std::optional<Lone> vertex_inside(const Mesh& inner, const Pose& pose_inner, const Mesh& outer,
                                  const Pose& pose_outer) {
  for (const std::uint32_t v : inner.component_vertices()) {
    const Vec3 place = apply(pose_inner, inner.vertex(v));
    if (!is_coordinate(place)) continue;
    const PointDistance near = signed_distance(outer, pose_outer, place);
    if (near.location == PointLocation::Outside || near.location == PointLocation::NotAsked) continue;
    const std::uint32_t t = position_of(outer, near.triangle);
    Lone found;
    found.a = place, found.b = near.nearest;
    found.normal = near.upper < 0 ? direction_of(found.a - found.b) : -direction_of(normal_of(outer, pose_outer, t));
    const double off = roundings(inner, pose_inner, outer, pose_outer), gap = dot(found.normal, found.b - found.a);
    found.lower = gap - off, found.upper = gap + off;
    found.error = off + norm((found.b - found.a) - gap * found.normal);
    found.feature_a = {Feature::Vertex, kNoIndex, inner.faces().vertex[v], kNoIndex};
    found.feature_b = feature_of(outer, t, near.witness);
    return found;
  }
  return std::nullopt;
}

// The nearest place of the surface is within a face, in a valley or in a pit, and `away`, from there to the point, goes
// behind all faces there.
bool is_behind(const Mesh& mesh, const Pose& pose, const PointDistance& near, std::uint32_t t, Vec3 away) {
  if (mesh.is_solid()) return near.location == PointLocation::Inside;
  const MeshFaces& faces = mesh.faces();
  const auto is_behind_of = [&](std::uint32_t triangle) { return dot(away, normal_of(mesh, pose, triangle)) < 0; };
  if (!is_behind_of(t)) return false;
  const ContactFeature feature = feature_of(mesh, t, near.witness);
  if (feature.kind == Feature::Face) return true;
  for (const std::uint32_t s : faces.around(feature.first))
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = faces.vertex[mesh.triangle(s)[k]], to = faces.vertex[mesh.triangle(s)[(k + 1) % 3]];
      const bool is_edge =
          (from == feature.first && to == feature.second) || (to == feature.first && from == feature.second);
      const bool is_there = feature.kind == Feature::Edge ? is_edge : from == feature.first || to == feature.first;
      if (is_there && (faces.sides[s][k].across == MeshFaces::kNone || !is_behind_of(s))) return false;
    }
  return true;
}

// The deepest vertex of the core that lies behind the surface, and is the core's lowest as seen from its nearest place.
std::optional<Lone> vertex_behind(const Polytope& core, const Pose& pose_core, const Mesh& mesh,
                                  const Pose& pose_mesh) {
  std::optional<Lone> found;
  for (int v = 0; v < core.vertex_count(); ++v) {
    const Vec3 place = apply(pose_core, core.vertex(v));
    if (!is_coordinate(place)) continue;
    const PointDistance near = signed_distance(mesh, pose_mesh, place);
    const double depth = norm(place - near.nearest);
    if (!(depth > 0) || (found && depth <= -found->upper)) continue;
    const std::uint32_t t = position_of(mesh, near.triangle);
    const Vec3 normal = direction_of(place - near.nearest);
    if (!is_behind(mesh, pose_mesh, near, t, normal)) continue;
    const Vec3 inward = transpose_times(pose_core.rotation(), normal);
    const auto neighbours = core.neighbours(v);
    if (std::any_of(neighbours.begin(), neighbours.end(), [&](std::uint32_t w) {
          return dot(inward, core.vertex(static_cast<int>(w)) - core.vertex(v)) > 0;
        }))
      continue;
    const double off = roundings(core.reach(), pose_core, mesh.reach(), pose_mesh);
    const double gap = dot(normal, near.nearest - place);
    const Vec3 aside = (near.nearest - place) - gap * normal;
    found = Lone{place,
                 near.nearest,
                 normal,
                 gap - off,
                 gap + off,
                 off + norm(aside),
                 {Feature::Vertex, kNoIndex, core.id(v), kNoIndex},
                 feature_of(mesh, t, near.witness)};
  }
  return found;
}

// A common point of the first two triangles, by their numbers, that have one.
std::optional<Lone> common_point(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  const MeshPair pair(a, pose_a, b, pose_b);
  std::optional<std::pair<std::uint32_t, std::uint32_t>> first;
  std::size_t tried = 0;
  constexpr std::size_t kMostTried = 1000;
  pair.trees().find_meeting([&](const RunPair& runs) {
    for (std::uint32_t s = runs.first_a; s < runs.first_a + runs.count_a; ++s)
      for (std::uint32_t t = runs.first_b; t < runs.first_b + runs.count_b; ++t) {
        if (pair.relation(s, t) == TriangleRelation::Apart) continue;
        if (!first || std::pair(a.id(s), b.id(t)) < std::pair(a.id(first->first), b.id(first->second))) first = {s, t};
        ++tried;
      }
    return tried < kMostTried;
  });
  if (!first) return std::nullopt;
  const auto points = triangle_intersection(pair.at_a(first->first), pair.at_b(first->second));
  if (points.empty()) return std::nullopt;
  Vec3 middle;
  for (const Vec3 p : points) middle = middle + p / static_cast<double>(points.size());
  Lone found;
  found.a = found.b = middle;
  const Vec3 na = direction_of(normal_of(a, pose_a, first->first)),
             nb = direction_of(normal_of(b, pose_b, first->second));
  found.normal = direction_of(norm_max(na - nb) > 1e-6 ? na - nb : na);
  found.error = roundings(a, pose_a, b, pose_b);
  found.lower = -found.error, found.upper = found.error;
  found.feature_a = {Feature::Face, kNoIndex, a.faces().lowest[a.faces().face[first->first]], kNoIndex};
  found.feature_b = {Feature::Face, kNoIndex, b.faces().lowest[b.faces().face[first->second]], kNoIndex};
  return found;
}

std::optional<Lone> find(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  if (auto found = vertex_inside(a, pose_a, b, pose_b)) return found;
  if (auto found = vertex_inside(b, pose_b, a, pose_a)) {
    std::swap(found->a, found->b);
    std::swap(found->feature_a, found->feature_b);
    found->normal = -found->normal;
    return found;
  }
  return common_point(a, pose_a, b, pose_b);
}

// From the mesh of a core, whose vertices are positions and whose faces are triangles, back to the core.
ContactFeature feature_of_core(const Polytope& core, ContactFeature feature) {
  if (feature.kind == Feature::Face) {
    if (core.dimension() == 0) return {Feature::Vertex, kNoIndex, core.id(0), kNoIndex};
    if (core.dimension() == 1) return {Feature::Edge, kNoIndex, core.id(0), core.id(1)};
    std::uint32_t left = feature.first;
    for (int f = 0; f < core.face_count(); ++f) {
      const auto triangles = static_cast<std::uint32_t>(core.face(f).size() - 2);
      if (left < triangles || f + 1 == core.face_count())
        return {Feature::Face, kNoIndex, static_cast<std::uint32_t>(f), kNoIndex};
      left -= triangles;
    }
  }
  const auto id = [&](std::uint32_t v) { return v == kNoIndex ? v : core.id(static_cast<int>(v)); };
  feature.first = id(feature.first), feature.second = id(feature.second);
  return feature;
}

// Of a point of the core by the weights of its vertices, by their ids.
ContactFeature feature_of(const Polytope& core, const WitnessPoint& witness) {
  std::uint32_t used[4];
  int count = 0;
  for (int k = 0; k < witness.count && count < 4; ++k)
    if (witness.weights[k] > 0) used[count++] = static_cast<std::uint32_t>(core.find(witness.vertices[k]));
  const auto id = [&](std::uint32_t v) { return core.id(static_cast<int>(v)); };
  if (count == 1) return {Feature::Vertex, kNoIndex, id(used[0]), kNoIndex};
  if (count == 2 && core.adjacent(static_cast<int>(used[0]), static_cast<int>(used[1])))
    return {Feature::Edge, kNoIndex, std::min(id(used[0]), id(used[1])), std::max(id(used[0]), id(used[1]))};
  for (int f = 0; f < core.face_count(); ++f) {
    const auto loop = core.face(f);
    const auto is_there = [&](std::uint32_t v) { return std::find(loop.begin(), loop.end(), v) != loop.end(); };
    if (std::all_of(used, used + count, is_there))
      return {Feature::Face, kNoIndex, static_cast<std::uint32_t>(f), kNoIndex};
  }
  return {Feature::Vertex, kNoIndex, id(0), kNoIndex};
}

// Where they are nearest, of bodies that are apart by no more than `within`.
template <class A>
std::optional<Lone> nearest(const A& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double within,
                            double off) {
  DistanceOptions options;
  options.only_below = next_above(within);
  const Distance gap = distance(a, pose_a, b, pose_b, options);
  if (gap.status != Status::Separated || !gap.has_witness || gap.lower > within) return std::nullopt;
  Lone found;
  found.a = gap.point_a, found.b = gap.point_b;
  const std::uint32_t t = position_of(b, gap.triangle_b);
  found.normal = gap.upper > 0x1p-1000 ? direction_of(found.b - found.a) : -direction_of(normal_of(b, pose_b, t));
  const double along = dot(found.normal, found.b - found.a);
  found.lower = along - off, found.upper = along + off;
  found.error = off + norm((found.b - found.a) - along * found.normal);
  if constexpr (std::is_same_v<A, Mesh>)
    found.feature_a = feature_of(a, position_of(a, gap.triangle_a), gap.witness.a);
  else
    found.feature_a = feature_of(a.core(), gap.witness.a);
  found.feature_b = feature_of(b, t, gap.witness.b);
  return found;
}

// From the core to the surface of a rounded body a.
void lift(Lone& found, double r) {
  found.a = found.a + r * found.normal;
  const double off = 4 * kUnit * (r + std::fabs(found.lower) + std::fabs(found.upper));
  found.lower -= r + off, found.upper -= r - off;
  found.error += off;
}

}  // namespace

void append_nearest(const Mesh& a, const Mesh& b, const ManifoldQuestion& ask, ManifoldScratch& scratch,
                    Manifold& out) {
  const double off = roundings(a, ask.pose_a, b, ask.pose_b);
  if (const auto found = nearest(a, ask.pose_a, b, ask.pose_b, ask.margin, off)) append(*found, ask, scratch, out);
}

void append_nearest(const Rounded& a, const Mesh& b, const ManifoldQuestion& ask, ManifoldScratch& scratch,
                    Manifold& out) {
  const double off = roundings(a.core().reach(), ask.pose_a, b.reach(), ask.pose_b);
  auto found = nearest(Rounded(a.core()), ask.pose_a, b, ask.pose_b, ask.margin + a.radius(), off);
  if (!found) return;
  lift(*found, a.radius());
  append(*found, ask, scratch, out);
}

void append_lone_contact(const Mesh& a, const Mesh& b, const ManifoldQuestion& ask, ManifoldScratch& scratch,
                         Manifold& out) {
  if (const auto found = find(a, ask.pose_a, b, ask.pose_b)) append(*found, ask, scratch, out);
}

void append_lone_contact(const Rounded& a, const Mesh& b, const ManifoldQuestion& ask, ManifoldScratch& scratch,
                         Manifold& out) {
  const double r = a.radius();
  const double off = roundings(a.core().reach(), ask.pose_a, b.reach(), ask.pose_b);
  std::optional<Lone> found;
  if (r > 0) found = nearest(Rounded(a.core()), ask.pose_a, b, ask.pose_b, r, off);
  if (!found) found = vertex_behind(a.core(), ask.pose_a, b, ask.pose_b);
  if (!found) {
    const Mesh surface = mesh_of(a.core());
    found = find(surface, ask.pose_a, b, ask.pose_b);
    if (!found && r > 0) {
      const PointDistance near = signed_distance(b, ask.pose_b, apply(ask.pose_a, a.core().vertex(0)));
      const std::uint32_t t = position_of(b, near.triangle);
      found.emplace();
      found->a = apply(ask.pose_a, a.core().vertex(0)), found->b = near.nearest;
      found->normal = direction_of(near.location == PointLocation::Inside ? found->a - found->b : found->b - found->a);
      const double along = dot(found->normal, found->b - found->a);
      found->lower = along - off, found->upper = along + off;
      found->error = off + norm((found->b - found->a) - along * found->normal);
      found->feature_a = {Feature::Vertex, kNoIndex, 0, kNoIndex};
      found->feature_b = feature_of(b, t, near.witness);
    }
    if (!found) return;
    found->feature_a = feature_of_core(a.core(), found->feature_a);
  }
  lift(*found, r);
  append(*found, ask, scratch, out);
}

}  // namespace clearance::detail
