#include <clearance/solid/meeting.h>

#include <clearance/bvh/box.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/flush_contact.h>
#include <clearance/solid/mesh_cache.h>

#include <algorithm>
#include <bit>

namespace clearance::detail {
namespace {

// How many crossings, faces, edges and corners by a hair are tried for a point inside both, and pairs for a plane
// between both.
constexpr int kCrossings = 4, kSlivers = 64, kHairs = 8, kPlanes = 6;
// So many pairs that doubles cannot tell are flush faces rather than a corner: places between the boxes are tried.
constexpr std::size_t kManyOpen = 12;

Intersection answer(Status status, Algorithm decided_by) {
  Intersection made;
  made.status = status;
  made.decided_by = decided_by;
  return made;
}

Intersection penetrating(Vec3 point, Algorithm decided_by) {
  Intersection made = answer(Status::Penetrating, decided_by);
  made.certificate.kind = Certificate::Kind::Interior;
  made.certificate.mesh.point.count = 1;
  made.certificate.mesh.point.x[0] = point.x;
  made.certificate.mesh.point.y[0] = point.y;
  made.certificate.mesh.point.z[0] = point.z;
  return made;
}

double largest_coordinate(const MeshPair& pair) {
  double largest = norm_max(pair.pose_b().translation() - pair.pose_a().translation());
  for (const Mesh* mesh : {&pair.a(), &pair.b()})
    largest = larger(largest, larger(norm_max(mesh->box_low()), norm_max(mesh->box_high())));
  return largest;
}

class SolidMeeting {
 public:
  SolidMeeting(const MeshPair& pair, MeshCache* cache)
      : pair_(pair), cache_(cache), integers_(pair.pose_a(), pair.pose_b(), largest_coordinate(pair)) {}

  std::optional<Intersection> run() {
    if (cache_ != nullptr && try_cache()) return found_;
    if (division_ != Division::Apart) walk();
    // Where a plane is between them, all pairs were decided.
    if (found_ || open_.empty() || division_ == Division::Touch || division_ == Division::Apart) return found_;
    return try_between() ? found_ : decide();
  }

 private:
  // ---- What the cache knows ----

  bool try_cache() {
    if (cache_->triangle_a == MeshCache::kNone) return false;
    return still_inside() || still_met();
  }

  // The point that was inside both, carried along by a.
  bool still_inside() {
    if (!cache_->has_inside) return false;
    const Vec3 point = apply(pair_.pose_a(), cache_->inside);
    if (!is_coordinate(point) || locate(pair_.a(), pair_.pose_a(), point) != PointLocation::Inside ||
        locate(pair_.b(), pair_.pose_b(), point) != PointLocation::Inside) {
      cache_->has_inside = false;
      return false;
    }
    found_ = penetrating(point, Algorithm::Cache);
    return true;
  }

  // The triangles that met: they cross and show a point, or they meet and one of their planes is between the solids.
  bool still_met() {
    const std::uint32_t ta = cache_->triangle_a, tb = cache_->triangle_b;
    if (ta >= pair_.a().triangle_count() || tb >= pair_.b().triangle_count()) return false;
    switch (pair_.guess(ta, tb)) {
      case TriangleGuess::Apart:
        return false;
      case TriangleGuess::Cross:
        return try_crossing(ta, tb, Algorithm::Cache);
      case TriangleGuess::Unsure:
        break;
    }
    division_ = plane_divides(pair_, integers_, ta, tb);
    return division_ == Division::Touch && try_touch(ta, tb, Algorithm::Cache);
  }

  // ---- The walk ----

  void walk() {
    const auto visit = [&](const RunPair& runs) { return !look_at(runs); };
    cache_ != nullptr ? pair_.trees().find_meeting(visit, cache_->front) : pair_.trees().find_meeting(visit);
  }

  // Whether the walk may end.
  bool look_at(const RunPair& runs) {
    RunPoints a, b;
    pair_.load(a, b, runs);
    for (std::uint32_t left = pair_.may_meet(a, b, runs); left != 0; left &= left - 1) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
      if (look_at(runs.first_a + at / RunPoints::kLanes, runs.first_b + at % RunPoints::kLanes)) return true;
    }
    return false;
  }

  bool look_at(std::uint32_t ta, std::uint32_t tb) {
    switch (pair_.guess(ta, tb)) {
      case TriangleGuess::Apart:
        return false;
      case TriangleGuess::Cross:
        if (crossings_++ < kCrossings && try_crossing(ta, tb, Algorithm::TriangleTrees)) return true;
        open_.push_back({ta, tb});
        return false;
      case TriangleGuess::Unsure:
        break;
    }
    if (division_ == Division::Touch) return try_touch(ta, tb, Algorithm::Contact);
    open_.push_back({ta, tb});
    if (division_ == Division::Passed) return try_sliver(ta, tb);
    if (open_.size() >= kManyOpen && try_between()) return true;
    if (planes_ >= kPlanes) return false;
    ++planes_;
    division_ = plane_divides(pair_, integers_, ta, tb);
    const auto any_open = [&](const auto& shows_it) { return std::any_of(open_.begin(), open_.end(), shows_it); };
    switch (division_) {
      case Division::None:
        return false;
      case Division::Passed:
        return any_open([&](const OpenPair& each) { return try_sliver(each.a, each.b); });
      case Division::Touch:
        return any_open([&](const OpenPair& each) { return try_touch(each.a, each.b, Algorithm::Contact); });
      case Division::Apart:
        return true;
    }
    return false;
  }

  bool try_crossing(std::uint32_t ta, std::uint32_t tb, Algorithm decided_by) {
    const std::optional<Vec3> inside =
        interior_point_near(pair_.a(), pair_.pose_a(), ta, pair_.b(), pair_.pose_b(), tb);
    if (!inside) return false;
    found_ = penetrating(*inside, decided_by);
    remember(ta, tb);
    return true;
  }

  // Once.
  bool try_between() {
    if (has_tried_between_) return false;
    has_tried_between_ = true;
    const std::optional<Vec3> inside = interior_point_between(pair_.a(), pair_.pose_a(), pair_.b(), pair_.pose_b());
    if (inside) found_ = penetrating(*inside, Algorithm::TriangleTrees);
    return inside.has_value();
  }

  bool try_sliver(std::uint32_t ta, std::uint32_t tb) {
    if (slivers_ >= kSlivers) return false;
    if (show(interior_point_in_sliver(pair_.a(), pair_.pose_a(), ta, pair_.b(), pair_.pose_b(), tb))) return true;
    ++slivers_;
    return false;
  }

  bool show(const std::optional<ExactPoint>& inside) {
    if (!inside) return false;
    found_ = answer(Status::Penetrating, Algorithm::Contact);
    found_->certificate.kind = Certificate::Kind::Interior;
    found_->certificate.mesh.point = *inside;
    return true;
  }

  bool try_touch(std::uint32_t ta, std::uint32_t tb, Algorithm decided_by) {
    if (triangle_relation_undecided(pair_.at_a(ta), pair_.at_b(tb)) == TriangleRelation::Apart) return false;
    set_touching(ta, tb, decided_by);
    return true;
  }

  // ---- What the walk left ----

  std::optional<Intersection> decide() {
    const FlushContact flush = look_at_flush(pair_, integers_, open_);
    if (flush.holds) {
      if (!flush.meets) return std::nullopt;
      remember(flush.meets->a, flush.meets->b);
      if (flush.only_touch) return set_touching(flush.meets->a, flush.meets->b, Algorithm::Contact), found_;
      for (const OpenPair& each : flush.passed)
        if (try_sliver(each.a, each.b)) return found_;
      for (const OpenPair& each : flush.crosses)
        if (crossings_++ < kCrossings && try_crossing(each.a, each.b, Algorithm::Contact)) return found_;
      int tries = 0;
      for (const auto* list : {&flush.passed, &flush.unsettled})
        for (const OpenPair& each : *list)
          if (tries++ < kHairs &&
              show(interior_point_by_a_hair(pair_.a(), pair_.pose_a(), each.a, pair_.b(), pair_.pose_b(), each.b)))
            return found_;
    }
    Intersection made = decide_solid_contact(pair_.a(), pair_.pose_a(), pair_.b(), pair_.pose_b());
    if (made.status == Status::Separated) return std::nullopt;
    made.decided_by = Algorithm::Exact;
    return made;
  }

  void set_touching(std::uint32_t ta, std::uint32_t tb, Algorithm decided_by) {
    found_ = answer(Status::Touching, decided_by);
    found_->certificate.kind = Certificate::Kind::Triangles;
    found_->certificate.mesh.triangle_a = pair_.a().id(ta);
    found_->certificate.mesh.triangle_b = pair_.b().id(tb);
    remember(ta, tb);
  }

  void remember(std::uint32_t ta, std::uint32_t tb) {
    if (cache_ != nullptr) cache_->triangle_a = ta, cache_->triangle_b = tb;
  }

  const MeshPair& pair_;
  MeshCache* const cache_;
  PairIntegers integers_;
  std::optional<Intersection> found_;
  std::vector<OpenPair> open_;  // pairs that may share a point
  Division division_ = Division::None;
  bool has_tried_between_ = false;
  int crossings_ = 0, planes_ = 0, slivers_ = 0;
};

}  // namespace

std::optional<Intersection> meet_solids(const MeshPair& pair, MeshCache* cache) {
  const std::optional<Intersection> made = SolidMeeting(pair, cache).run();
  if (!made || cache == nullptr) return made;
  const ExactPoint& p = made->certificate.mesh.point;
  if (made->certificate.kind != Certificate::Kind::Interior || p.count != 1) return made;
  const Vec3 from_a = Vec3{p.x[0], p.y[0], p.z[0]} - pair.pose_a().translation();
  cache->inside = transpose_times(pair.pose_a().rotation(), from_a);
  cache->has_inside = true;
  // A point is looked for only where triangles are remembered.
  if (cache->triangle_a == MeshCache::kNone) cache->triangle_a = cache->triangle_b = 0;
  return made;
}

}  // namespace clearance::detail
