// The status of a convex body and a mesh.
// Why it is right. Let a have volume and b be solid, int a the points within a and not on its boundary.
//   A triangle T and a penetrate as convex bodies just when T meets int a: int(a − T) = int a − T, T being convex.
//   If T, with area, meets int a, the winding number of b differs on T's two sides there, unless as many triangles of
//   the other orientation cover the place (a fin): so one side is inside both, near T. Where a point proves it, that is
//   the certificate; where no triangle in T's plane looks the other way near T, it is proved without one.
//   If no triangle with area meets int a, or all that do cancel in pairs, the winding number is the same everywhere in
//   int a off the triangles: one point tells. Triangles without area separate nothing.
//   Otherwise (fins of unequal triangles) the decision about two solids is asked (contact.h); for a radius, the
//   pieces of the triangles that do change the winding number are compared with int a (convex_mesh_query_fins.cpp).
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/convex/query_parts.h>
#include <clearance/exact/posed.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/convex_mesh_query_walls.h>
#include <clearance/solid/mesh_cache.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace clearance {
using namespace detail;
namespace detail {

// The hull's boundary as a solid mesh, triangles fanned.
Mesh solid_of(const Polytope& hull) {
  MeshParts parts;
  for (int v = 0; v < hull.vertex_count(); ++v) parts.vertices.push_back(hull.vertex(v));
  std::vector<MeshTriangle> given;
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    for (std::size_t k = 2; k < loop.size(); ++k) given.push_back({loop[0], loop[k - 1], loop[k]});
  }
  Workers alone(1);
  TriangleTree::Built built = TriangleTree::build(parts.vertices, given, alone);
  for (const std::uint32_t t : built.order) parts.triangles.push_back(given[t]);
  parts.ids = std::move(built.order);
  parts.component_vertices = {0};
  parts.facts.triangles = given.size();
  parts.facts.vertices_used = parts.vertices.size();
  parts.facts.edges = given.size() / 2 * 3;
  parts.facts.components = 1;
  parts.facts.volume_sign = 1;
  parts.facts.encloses = true;
  parts.is_solid = true;
  parts.tree = std::move(built.tree);
  return Mesh::assemble(std::move(parts));
}

}  // namespace detail

namespace {

// ---- Points inside both ---------------------------------------------------------------------------------------------

constexpr int kManyFaces = 128;

bool inside_both(const ConvexMeshPair& pair, Vec3 world_point) {
  const auto is_in_a = [&] { return strictly_inside(pair.a(), pair.pose_a(), world_point); };
  const auto is_in_b = [&] { return locate(pair.b(), pair.pose_b(), world_point) == PointLocation::Inside; };
  if (!is_coordinate(world_point)) return false;
  // All faces of a are looked at, and of b only triangles along a ray.
  return pair.a().core().face_count() > kManyFaces ? is_in_b() && is_in_a() : is_in_a() && is_in_b();
}

// What the faces' planes leave of the triangle, in a's frame, and its middle; in doubles.
Vec3 middle_within(const Polytope& body, const Vec3 (&corner)[3]) {
  std::vector<Vec3> polygon(corner, corner + 3), next;
  for (int f = 0; f < body.face_count() && polygon.size() >= 3; ++f) {
    const auto loop = body.face(f);
    const auto at = [&](std::size_t k) { return body.vertex(static_cast<int>(loop[k])); };
    const Vec3 on = at(0), normal = detail::normal_of(on, at(1), at(2));
    if (std::none_of(polygon.begin(), polygon.end(), [&](Vec3 p) { return dot(normal, p - on) > 0; })) continue;
    next.clear();
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Vec3 p = polygon[k], q = polygon[k + 1 < polygon.size() ? k + 1 : 0];
      const double h = dot(normal, p - on), g = dot(normal, q - on);
      if (h <= 0) next.push_back(p);
      if ((h < 0 && g > 0) || (h > 0 && g < 0)) next.push_back(p + h / (h - g) * (q - p));
    }
    if (next.size() >= 3) polygon.swap(next);
  }
  Vec3 sum;
  for (const Vec3& p : polygon) sum = sum + p;
  return sum / static_cast<double>(polygon.size());
}

// A point of the triangle within a, in a's frame, and how far one may go from it within int a.
struct Meeting {
  Vec3 point;
  double room;
};
Meeting nearest_to_core(const ConvexMeshPair& pair, const Vec3 (&corner)[3], const Polytope& triangle) {
  const Polytope& core = pair.a().core();
  const double r = pair.a().radius();
  const Distance gap = distance(core, pair.pose_a(), triangle, pair.pose_b());
  if (gap.status == Status::Penetrating && core.dimension() == 3) return {middle_within(core, corner), r};
  Vec3 on_core, on_triangle = gap.point_b;
  if (gap.status != Status::Separated) {
    const PosedPair posed(core, pair.pose_a(), triangle, pair.pose_b());
    detail::contact_points(posed, gap.certificate.simplex, on_core, on_triangle);
  }
  return {detail::FrameMap({}, norm_one(on_triangle), pair.pose_a())(on_triangle), r - gap.upper};
}

// Beside the triangle, on both sides, near and nearer.
std::optional<Vec3> interior_point_beside(const ConvexMeshPair& pair, std::uint32_t t, const Polytope& triangle) {
  const Rounded& a = pair.a();
  Vec3 corner[3];
  for (std::size_t k = 0; k < 3; ++k) corner[k] = pair.to_a()(pair.b().vertex(pair.b().triangle(t)[k]));
  const Vec3 normal = detail::normal_of(corner[0], corner[1], corner[2]);
  const auto beside = [&](Vec3 point, double size) -> std::optional<Vec3> {
    for (const double step : {0.1, 1e-2, 1e-4, 1e-7, 1e-10, 1e-13})
      for (const double side : {-step, step}) {
        const Vec3 there = apply(pair.pose_a(), point + (side * size) * normal);
        if (inside_both(pair, there)) return there;
      }
    return std::nullopt;
  };
  if (a.radius() == 0) return beside(middle_within(a.core(), corner), smaller(a.core().size(), triangle.size()));
  // The nearest point is often on an edge, beside which is nothing: away from that, as far as there is room.
  const Meeting met = nearest_to_core(pair, corner, triangle);
  if (!(met.room > 0)) return std::nullopt;
  const Vec3 middle = (corner[0] + corner[1] + corner[2]) / 3, way = middle - met.point;
  for (const double share : {0.5, 0.05, 1e-3}) {
    const double length = smaller(share * met.room, detail::length_of(way));
    if (const auto found = beside(met.point + length * detail::unit_of(way), share * met.room)) return found;
  }
  return std::nullopt;
}

// A point of int a, another for every number ≥ 1. Those of a core are Σ nⁱvᵢ / Σ nⁱ: for a plane that holds as many of
// them as the core has vertices the polynomial Σ nⁱ·(height of vᵢ) would be zero, and the core flat. Those of a radius
// are on a curve beside a vertex that no plane meets more than three times. So no finite number of triangles holds all.
struct InnerPoint {
  DyadicVec numerator;
  Dyadic denominator;
};
InnerPoint inner_point(const Rounded& a, const Pose& pose, std::uint32_t number) {
  const ExactPose place(pose);
  const Polytope& core = a.core();
  if (a.radius() > 0) {
    const Dyadic s = std::ldexp(static_cast<double>(number - 1), -33), r = s * Dyadic(a.radius());
    const DyadicVec beside{r, s * r, s * s * r};
    return {place.numerator(core.vertex(0)) + place.denominator() * beside, place.denominator()};
  }
  DyadicVec sum;
  Dyadic weight = 1, total;
  for (int v = 0; v < core.vertex_count(); ++v) {
    sum = sum + weight * place.numerator(core.vertex(v));
    total = total + weight;
    weight = weight * Dyadic(number);
  }
  return {sum, total * place.denominator()};
}

// ---- Status ---------------------------------------------------------------------------------------------------------

class StatusSearch {
 public:
  StatusSearch(const ConvexMeshPair& pair, MeshCache& cache)
      : pair_(pair), cache_(cache), walls_(pair), deep_(pair.has_volume() && pair.b().is_solid()) {
    result_.decided_by = Algorithm::TriangleTrees;
  }

  Intersection run();

 private:
  bool try_points();
  bool look_at(std::uint32_t t);
  void decide_without_contact();
  void decide_with_contact();
  bool locate_inside();
  void set_interior(Vec3 point);
  void set_penetrating(const std::optional<ExactPoint>& point);
  bool decide_reaching(std::span<const std::uint32_t> triangles);

  const ConvexMeshPair& pair_;
  MeshCache& cache_;
  detail::Walls walls_;
  bool deep_;  // interiors are asked about
  bool has_contact_ = false;
  std::vector<std::uint32_t> reaching_;  // triangles with area that meet int a, though no point beside them proved it
  Intersection result_;
};

void StatusSearch::set_interior(Vec3 point) {
  result_.status = Status::Penetrating;
  result_.certificate.kind = Certificate::Kind::Interior;
  result_.certificate.mesh.point = exact_point(point);
  cache_.inside = detail::FrameMap({}, norm_one(point), pair_.pose_a())(point);
  cache_.has_inside = true;
}

// What was inside both the last time, and a's middle if the mesh is around it at all.
bool StatusSearch::try_points() {
  if (cache_.has_inside) {
    const Vec3 point = apply(pair_.pose_a(), cache_.inside);
    if (inside_both(pair_, point)) {
      result_.decided_by = Algorithm::Cache;
      return set_interior(point), true;
    }
    cache_.has_inside = false;
  }
  const Vec3 center = pair_.a().core().center(), there = pair_.to_b()(center);
  const Vec3 low = pair_.b().box_low(), high = pair_.b().box_high();
  if (there.x < low.x || there.x > high.x || there.y < low.y || there.y > high.y || there.z < low.z || there.z > high.z)
    return false;
  const Vec3 point = apply(pair_.pose_a(), center);
  if (!inside_both(pair_, point)) return false;
  return set_interior(point), true;
}

// Whether to go on.
bool StatusSearch::look_at(std::uint32_t t) {
  if (pair_.surely_beyond(t, pair_.a().radius())) return true;
  if (has_contact_ && walls_.has_beyond(t)) return true;
  const Rounded& body = cache_.slot.set(pair_.b(), t);
  const Polytope& triangle = body.core();
  const Intersection met = intersects(pair_.a(), pair_.pose_a(), body, pair_.pose_b());
  if (!met) return true;
  if (!has_contact_) {
    has_contact_ = true;
    cache_.triangle_b = t;
    if (met.decided_by == Algorithm::Exact) result_.decided_by = Algorithm::Exact;
    result_.certificate = met.certificate;
    // Tangency of a rounded body has no certificate, and the core need not share a point with the triangle.
    if (Certificate::Kind& kind = result_.certificate.kind; kind == Certificate::Kind::Touch)
      kind = Certificate::Kind::Simplex;
  }
  if (!deep_) return result_.status = Status::Intersecting, false;
  if (met.status != Status::Penetrating) return walls_.add(t, met.certificate), true;
  if (triangle.dimension() != 2) return true;
  // Where the common part is too thin for a point in doubles, it is nearly so at the neighbours.
  constexpr std::size_t kMostTries = 8;
  if (reaching_.size() < kMostTries)
    if (const auto point = interior_point_beside(pair_, t, triangle)) return set_interior(*point), false;
  reaching_.push_back(t);
  if (reaching_.size() < kMostTries || detail::may_be_fin(pair_.b(), t)) return true;
  return !decide_reaching({&t, 1});
}

// Whether int a, off the triangles, is inside the solid: one point tells. Its certificate is set if so.
bool StatusSearch::locate_inside() {
  for (std::uint32_t number = 1;; ++number) {
    const InnerPoint inner = inner_point(pair_.a(), pair_.pose_a(), number);
    const PointLocation place = locate(pair_.b(), pair_.pose_b(), inner.numerator, inner.denominator);
    if (place == PointLocation::On) continue;
    if (place == PointLocation::Outside) return false;
    set_penetrating(detail::shown(pair_, inner.numerator, inner.denominator));
    return true;
  }
}

// The surface is out of reach: the whole body is inside or outside.
void StatusSearch::decide_without_contact() {
  const Polytope& core = pair_.a().core();
  const bool inside = pair_.b().is_solid() &&
                      locate(pair_.b(), pair_.pose_b(), core.vertex(0), pair_.pose_a()) == PointLocation::Inside;
  if (inside && deep_) {
    locate_inside();
  } else if (inside) {
    result_.status = Status::Intersecting;
    result_.certificate.kind = Certificate::Kind::Inside;
    result_.certificate.mesh.inside_of = Body::A;
    result_.certificate.mesh.vertex = core.id(0);
  } else {
    result_.status = Status::Separated;
    result_.certificate.kind = Certificate::Kind::Cover;
  }
}

void StatusSearch::set_penetrating(const std::optional<ExactPoint>& point) {
  result_.status = Status::Penetrating;
  result_.certificate.kind = point ? Certificate::Kind::Interior : Certificate::Kind::None;
  if (point) result_.certificate.mesh.point = *point;
}

// Whether the interiors share a point beside triangles that reach into a, exactly.
bool StatusSearch::decide_reaching(std::span<const std::uint32_t> triangles) {
  result_.decided_by = Algorithm::Exact;
  if (pair_.a().radius() > 0) {
    bool meets = false;
    for (const std::uint32_t t : triangles) {
      const auto place = detail::jump_within(pair_, t);
      if (!place) continue;
      meets = true;
      set_penetrating(detail::interior_point_at(pair_, t, *place));
      if (result_.certificate.kind == Certificate::Kind::Interior) break;
    }
    return meets || locate_inside();
  }
  const Intersection decided =
      decide_solid_contact(detail::solid_of(pair_.a().core()), pair_.pose_a(), pair_.b(), pair_.pose_b());
  if (decided.status != Status::Penetrating) return false;
  result_.status = decided.status;
  result_.certificate = decided.certificate;
  return true;
}

void StatusSearch::decide_with_contact() {
  result_.status = Status::Touching;
  if (reaching_.empty() || detail::cancel_in_pairs(pair_.b(), reaching_))
    locate_inside();
  else
    decide_reaching(reaching_);
}

Intersection StatusSearch::run() {
  if (deep_ && try_points()) return result_;
  const std::uint32_t remembered = cache_.triangle_b;
  bool go_on = remembered >= pair_.b().triangle_count() || look_at(remembered);
  if (go_on)
    pair_.for_triangles(pair_.a().radius(), [&](std::uint32_t t) { return t == remembered || (go_on = look_at(t)); });
  if (!go_on) return result_;
  if (has_contact_ && deep_)
    decide_with_contact();
  else
    decide_without_contact();
  return result_;
}

}  // namespace

Intersection intersects(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  MeshCache cache;
  return intersects(a, pose_a, b, pose_b, cache);
}

Intersection detail::intersects(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                MeshCache& cache) {
  cache.start_for(a.core().identity(), b.identity());
  const ConvexMeshPair pair(a, pose_a, b, pose_b);
  return StatusSearch(pair, cache).run();
}

}  // namespace clearance
