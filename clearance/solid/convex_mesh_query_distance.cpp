// Distances of a convex body and a mesh.
// Method:   a near triangle is found by going to and fro between the nearest points; then every triangle that boxes and
//           planes do not prove to be farther is a convex pair of its own, asked only for what is nearer.
// Why it is right: a triangle that is left out is proved to be as far as the caller's limit or some upper end found
//           before, and the lower end is lowered to that; so no triangle is nearer than the lower end. Faces that run
//           alongside have many triangles as near as the nearest: those are left out where they are proved to be nearly
//           as far, and the lower end is lowered by that: half of what CONTRACT §4 allows, or all of the width that
//           was asked for.
#include <clearance/base/assert.h>
#include <clearance/bvh/box.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/query_parts.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/mesh_cache.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kNone = MeshCache::kNone;

class NearestSearch {
 public:
  // `wide`: the bracket need not be narrower than that part of its upper end.
  NearestSearch(const ConvexMeshPair& pair, TriangleSlot& slot, double limit, double wide)
      : pair_(pair), slot_(slot), wide_(wide) {
    best_.upper = limit;
  }

  void run(std::uint32_t remembered);

  bool met() const { return met_; }
  std::uint32_t nearest() const { return nearest_; }
  // Separated, of the surface; without a nearest triangle there is none below the limit.
  const Distance& best() const { return best_; }

 private:
  void look_at(std::uint32_t t);
  void approach();
  std::uint32_t triangle_near(Vec3 point) const;
  double nearly() const { return best_.upper * (1 - larger(5e-10, wide_)); }

  const ConvexMeshPair& pair_;
  TriangleSlot& slot_;
  Distance best_;
  const double wide_;
  double lower_ = kInfinity;
  std::uint32_t nearest_ = kNone;
  bool met_ = false;
};

void NearestSearch::look_at(std::uint32_t t) {
  if (pair_.surely_beyond(t, next_above(best_.upper + pair_.a().radius()))) {
    lower_ = smaller(lower_, best_.upper);
    return;
  }
  if (nearest_ != kNone && pair_.surely_beyond(t, next_above(nearly() + pair_.a().radius()))) {
    lower_ = smaller(lower_, nearly());
    return;
  }
  DistanceOptions options;
  options.only_below = best_.upper;
  options.relative_width = wide_;
  const Distance found = distance(pair_.a(), pair_.pose_a(), slot_.set(pair_.b(), t), pair_.pose_b(), options);
  if (found.status != Status::Separated) {
    met_ = true;
    nearest_ = t;
    return;
  }
  lower_ = smaller(lower_, found.lower);
  if (!found.has_witness || !(nearest_ == kNone || found.upper < best_.upper)) return;
  best_ = found;
  best_.triangle_b = pair_.b().id(t);
  nearest_ = t;
}

// By its vertices: a place to begin, no decision.
std::uint32_t NearestSearch::triangle_near(Vec3 point) const {
  std::uint32_t found = kNone;
  double least = kInfinity;
  const Mesh& mesh = pair_.b();
  mesh.tree().find_near(point, kInfinity, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count; ++t)
      for (const std::uint32_t v : mesh.triangle(t))
        if (const double d = norm(mesh.vertex(v) - point); d < least) least = d, found = t;
    return least;
  });
  return found;
}

// From a's middle to the mesh, from there to a, and back, as long as that comes nearer.
void NearestSearch::approach() {
  constexpr int kMost = 4;
  Vec3 from = pair_.to_b()(pair_.a().core().center());
  for (int k = 0; k < kMost && !met_; ++k) {
    const std::uint32_t before = nearest_, t = triangle_near(from);
    if (t == kNone) return;
    look_at(t);
    if (nearest_ == before) return;
    from = detail::FrameMap({}, norm_one(best_.point_a), pair_.pose_b())(best_.point_a);
  }
}

void NearestSearch::run(std::uint32_t remembered) {
  if (remembered < pair_.b().triangle_count()) look_at(remembered);
  if (!met_) approach();
  // What is not visited is farther than that.
  const double far = wide_ > 0 && nearest_ != kNone ? nearly() : best_.upper;
  lower_ = smaller(lower_, far);
  if (!met_)
    pair_.for_triangles(next_above(far + pair_.a().radius()), [&](std::uint32_t t) {
      if (t != nearest_) look_at(t);
      return !met_;
    });
  best_.lower = smaller(lower_, best_.upper);
}

// Out of the surface's reach: in the solid, or not.
bool is_inside(const ConvexMeshPair& pair) {
  return pair.b().is_solid() &&
         locate(pair.b(), pair.pose_b(), pair.a().core().vertex(0), pair.pose_a()) == PointLocation::Inside;
}

}  // namespace

Distance distance(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  MeshCache cache;
  return distance(a, pose_a, b, pose_b, cache, options);
}

Distance detail::distance(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, MeshCache& cache,
                          const DistanceOptions& options) {
  cache.start_for(a.core().identity(), b.identity());
  const ConvexMeshPair pair(a, pose_a, b, pose_b);
  NearestSearch search(pair, cache.slot, detail::limit_of(options.only_below), detail::wide_of(options.relative_width));
  search.run(cache.triangle_b);
  cache.triangle_b = search.nearest();
  if (search.met() || is_inside(pair)) {
    const Intersection meeting = intersects(a, pose_a, b, pose_b, cache);
    Distance result;
    result.lower = result.upper = 0;
    result.status = meeting.status, result.decided_by = meeting.decided_by;
    result.certificate = meeting.certificate;
    result.lower = result.upper = 0;
    return result;
  }
  Distance result = search.best();
  result.status = Status::Separated;
  if (result.decided_by != Algorithm::Exact) result.decided_by = Algorithm::TriangleTrees;
  result.certificate.kind = Certificate::Kind::Cover;
  if (search.nearest() == kNone) result.upper = kInfinity;
  detail::leave_out_beyond(result, options.only_below);
  return result;
}

int compare_distance(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double limit) {
  CLEARANCE_ASSERT(!std::isnan(limit));
  if (!(limit >= 0)) return 1;
  if (limit == kInfinity) return -1;
  const Distance bracket = distance(a, pose_a, b, pose_b);
  if (bracket.lower > limit) return 1;
  if (bracket.upper < limit) return -1;
  if (bracket.status != Status::Separated) return 0;  // the distance and the limit are 0
  const ConvexMeshPair pair(a, pose_a, b, pose_b);
  int least = 1;
  TriangleSlot slot;
  pair.for_triangles(next_above(limit + a.radius()), [&](std::uint32_t t) {
    if (pair.surely_beyond(t, next_above(limit + a.radius()))) return true;
    least = std::min(least, compare_distance(a, pose_a, slot.set(b, t), pose_b, limit));
    return least >= 0;
  });
  return least;
}

}  // namespace clearance
