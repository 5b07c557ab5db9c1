#include <clearance/mesh/point.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/meeting.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_pair.h>
#include <clearance/solid/mesh_query.h>
#include <clearance/solid/mesh_query_parts.h>
#include <clearance/solid/without_copies.h>

#include <algorithm>
#include <bit>

namespace clearance {
using namespace detail;
namespace {

constexpr std::uint32_t kNone = MeshCache::kNone;

void set_triangles(Certificate& certificate, const MeshPair& pair, std::uint32_t ta, std::uint32_t tb) {
  certificate.kind = Certificate::Kind::Triangles;
  certificate.mesh.triangle_a = pair.a().id(ta);
  certificate.mesh.triangle_b = pair.b().id(tb);
}

Intersection answer(Status status, Algorithm decided_by) {
  Intersection made;
  made.status = status;
  made.decided_by = decided_by;
  return made;
}

// ---- Where one is a surface: any two triangles that meet --------------------------------------------------------

struct Met {
  std::uint32_t a = kNone, b = kNone;
};

// Looks at a pair of runs; true when two of its triangles meet.
bool look_at(const MeshPair& pair, const RunPair& runs, Met& met) {
  RunPoints a, b;
  pair.load(a, b, runs);
  for (std::uint32_t left = pair.may_meet(a, b, runs); left != 0; left &= left - 1) {
    const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint32_t ta = runs.first_a + at / RunPoints::kLanes, tb = runs.first_b + at % RunPoints::kLanes;
    if (pair.relation(ta, tb) == TriangleRelation::Apart) continue;
    met = {ta, tb};
    return true;
  }
  return false;
}

Met find_met(const MeshPair& pair, MeshCache* cache) {
  Met met;
  const auto visit = [&](const RunPair& runs) { return !look_at(pair, runs, met); };
  cache && !is_mostly_copies(pair.a()) && !is_mostly_copies(pair.b()) ? pair.trees().find_meeting(visit, cache->front)
                                                                      : find_meeting(pair, visit);
  return met;
}

// The cached triangles, if they still meet.
bool still_met(const MeshPair& pair, const MeshCache& cache) {
  return cache.triangle_a < pair.a().triangle_count() && cache.triangle_b < pair.b().triangle_count() &&
         pair.relation(cache.triangle_a, cache.triangle_b) != TriangleRelation::Apart;
}

std::optional<Intersection> meet_surfaces(const MeshPair& pair, MeshCache* cache) {
  const bool is_known = cache && still_met(pair, *cache);
  const Met met = is_known ? Met{cache->triangle_a, cache->triangle_b} : find_met(pair, cache);
  if (met.a == kNone) return std::nullopt;
  if (cache) cache->triangle_a = met.a, cache->triangle_b = met.b;
  Intersection made = answer(Status::Intersecting, is_known ? Algorithm::Cache : Algorithm::TriangleTrees);
  set_triangles(made.certificate, pair, met.a, met.b);
  return made;
}

// ---- Containment, when no triangles meet -------------------------------------------------------------------------

// Some vertices of the inner mesh are outside of the outer one's box, for certain: then it is not inside as a whole.
bool sticks_out(const Mesh& outer, const Pose& pose_outer, const Mesh& inner, const Pose& pose_inner) {
  if (inner.component_vertices().size() != 1) return false;
  const detail::FrameMap to_outer(pose_inner, inner.reach(), pose_outer);
  const Vec3 low = outer.box_low(), high = outer.box_high();
  constexpr std::size_t kTried = 8;
  const std::size_t step = std::max<std::size_t>(1, inner.triangle_count() / kTried);
  for (std::size_t t = 0; t < inner.triangle_count(); t += step) {
    const Vec3 p = to_outer(inner.vertex(inner.triangle(static_cast<std::uint32_t>(t))[0]));
    const double e = to_outer.error;
    if (p.x + e < low.x || p.y + e < low.y || p.z + e < low.z || p.x - e > high.x || p.y - e > high.y ||
        p.z - e > high.z)
      return true;
  }
  return false;
}

// A vertex of a component of `inner` that lies inside the solid `outer`, or kNone. No triangles meet.
std::uint32_t contained_vertex(const Mesh& outer, const Pose& pose_outer, const Mesh& inner, const Pose& pose_inner) {
  if (!outer.is_solid() || sticks_out(outer, pose_outer, inner, pose_inner)) return kNone;
  for (const std::uint32_t vertex : inner.component_vertices())
    if (locate(outer, pose_outer, inner.vertex(vertex), pose_inner) == PointLocation::Inside) return vertex;
  return kNone;
}

}  // namespace

namespace detail {

std::optional<Intersection> containment(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  Body inside_of = Body::A;
  std::uint32_t vertex = contained_vertex(b, pose_b, a, pose_a);
  if (vertex == kNone) {
    inside_of = Body::B;
    vertex = contained_vertex(a, pose_a, b, pose_b);
  }
  if (vertex == kNone) return std::nullopt;
  const bool are_solids = a.is_solid() && b.is_solid();
  if (are_solids) {
    const bool is_of_b = inside_of == Body::B;
    if (const std::optional<Vec3> point = is_of_b ? interior_point_at(b, pose_b, vertex, a, pose_a)
                                                  : interior_point_at(a, pose_a, vertex, b, pose_b)) {
      Intersection made = answer(Status::Penetrating, Algorithm::TriangleTrees);
      made.certificate.kind = Certificate::Kind::Interior;
      ExactPoint& shown = made.certificate.mesh.point;
      shown.count = 1;
      shown.x[0] = point->x, shown.y[0] = point->y, shown.z[0] = point->z;
      return made;
    }
    // Beside a vertex of a solid there are points of its inside, fins aside: exactly decided.
    Intersection made = decide_solid_contact(a, pose_a, b, pose_b);
    made.decided_by = Algorithm::TriangleTrees;
    if (made.status == Status::Penetrating) return made;
  }
  // A fin within the other solid shares its points, but no interior ones.
  Intersection made = answer(are_solids ? Status::Touching : Status::Intersecting, Algorithm::TriangleTrees);
  made.certificate.kind = Certificate::Kind::Inside;
  made.certificate.mesh.inside_of = inside_of;
  made.certificate.mesh.vertex = vertex;
  return made;
}

Intersection intersects(const MeshPair& pair, MeshCache* cache) {
  if (cache) cache->start_for(pair.a().identity(), pair.b().identity());
  const bool are_solids = pair.a().is_solid() && pair.b().is_solid();
  if (const auto made = are_solids ? meet_solids(pair, cache) : meet_surfaces(pair, cache)) return *made;
  if (cache) cache->triangle_a = cache->triangle_b = kNone, cache->has_inside = false;
  if (const std::optional<Intersection> made = containment(pair.a(), pair.pose_a(), pair.b(), pair.pose_b()))
    return *made;
  Intersection made = answer(Status::Separated, Algorithm::TriangleTrees);
  made.certificate.kind = Certificate::Kind::Cover;
  return made;
}

}  // namespace detail

Intersection intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  return detail::intersects(MeshPair(a, pose_a, b, pose_b), nullptr);
}

Intersection detail::intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                MeshCache& cache) {
  return detail::intersects(MeshPair(a, pose_a, b, pose_b), &cache);
}

TriangleContacts intersecting_triangles(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                        std::size_t most) {
  const MeshPair pair(a, pose_a, b, pose_b);
  TriangleContacts contacts;
  contacts.complete = true;
  struct Positions {
    std::uint32_t a, b;
  };
  std::vector<Positions> found;
  pair.trees().find_meeting([&](const RunPair& runs) {
    RunPoints points_a, points_b;
    pair.load(points_a, points_b, runs);
    for (std::uint32_t left = pair.may_meet(points_a, points_b, runs); left != 0; left &= left - 1) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t ta = runs.first_a + at / RunPoints::kLanes, tb = runs.first_b + at % RunPoints::kLanes;
      if (pair.relation(ta, tb) == TriangleRelation::Apart) continue;
      contacts.complete = found.size() < most;
      if (!contacts.complete) return false;
      found.push_back({ta, tb});
    }
    return true;
  });
  std::sort(found.begin(), found.end(), [&](const Positions& x, const Positions& y) {
    return a.id(x.a) != a.id(y.a) ? a.id(x.a) < a.id(y.a) : b.id(x.b) < b.id(y.b);
  });
  contacts.pairs.reserve(found.size());
  for (const Positions& each : found)
    contacts.pairs.push_back({a.id(each.a), b.id(each.b), triangle_intersection(pair.at_a(each.a), pair.at_b(each.b))});
  return contacts;
}

}  // namespace clearance
