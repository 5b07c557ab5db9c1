// Method:   branch and bound over both trees. A pair of triangles gets a lower bound along directions (planes, the
//           direction of its nearest points) and an upper one from points on it, both in doubles with their errors;
//           what stays below the least upper bound is kept, and the nearest pair is finally a convex pair like any
//           other, proved as such.
//           Where a bracket of some width is enough, what is proved to be no nearer than that width below the upper end
//           is left out, too.
// Why the lower end holds: a pair that is left out is at least as far as the bound was then, the caller's limit or an
//           upper end (or that part of it), and the last bound is the least; so the least of that and of the lower ends
//           of the rest is no more than the distance. Left out are only pairs that are proved to be apart.
// Notation: e the error of a coordinate (MeshPair::error); lengths are in the common frame until the end.
#include <clearance/base/assert.h>
#include <clearance/convex/exact/planes.h>
#include <clearance/convex/query_parts.h>
#include <clearance/exact/posed.h>
#include <clearance/mesh/triangle_nearest.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_pair.h>
#include <clearance/solid/mesh_query.h>
#include <clearance/solid/mesh_query_parts.h>
#include <clearance/solid/without_copies.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A bound below which boxes and doubles tell nothing apart any more would leave out what meets. Lengths in the common
// frame are at most about 1.
constexpr double kLeastLimit = 0x1p-64;

// Pairs of runs that a walk looks at before it asks whether the bodies meet: some milliseconds.
constexpr int kLongWalk = 1 << 14;

struct Near {
  double lower, upper;
  std::uint32_t a, b;  // positions
};

// Points are within √3·e and their own roundings of where they are meant to be; along a unit vector coordinates about a
// corner are off by 1.8·(e + 8u·reach).
struct Slack {
  explicit Slack(const MeshPair& pair)
      : point(4 * pair.error() + 32 * 0x1p-53 * pair.reach()),
        plane(1.8 * (2 * pair.error() + 16 * 0x1p-53 * pair.reach())) {}

  double point, plane;
};

// What the nearest points of two triangles, about, prove of their distance.
struct Ends {
  double lower, upper;
  Vec3 n;  // of unit length, where they are apart
};

struct Corners {
  Corners(const RunPoints& points, std::uint32_t lane) {
    for (int k = 0; k < 3; ++k) v[k] = points.corner(k, static_cast<int>(lane));
  }
  Corners(Vec3 v0, Vec3 v1, Vec3 v2) : v{v0, v1, v2} {}

  Vec3 v[3];
};

Ends ends_of(const Corners& of_a, const Corners& of_b, const Slack& slack) {
  const Vec3(&a)[3] = of_a.v, (&b)[3] = of_b.v;
  const TriangleNearest nearest = nearest_points(a, b);
  const double length = std::sqrt(nearest.squared);
  Ends made{-kInfinity, length * (1 + 0x1p-48) + slack.point, (nearest.q - nearest.p) / length};
  if (!(length > 0)) return made;
  const Vec3 n = made.n;
  const double far_a = larger(dot(n, a[0] - a[0]), larger(dot(n, a[1] - a[0]), dot(n, a[2] - a[0])));
  const double near_b = smaller(dot(n, b[0] - a[0]), smaller(dot(n, b[1] - a[0]), dot(n, b[2] - a[0])));
  made.lower = (near_b - far_a) * (1 - 0x1p-48) - slack.plane;
  return made;
}

class NearestSearch {
 public:
  // `wide`: the bracket need not be narrower than that part of its upper end.
  NearestSearch(const MeshPair& pair, MeshCache* cache, double limit, double wide)
      : pair_(pair), cache_(cache), wide_(wide), upper_(larger(limit / pair.unit(), kLeastLimit)), slack_(pair) {
    size_ = 0.25e-13 * larger(pair.a().size(), pair.b().size()) / pair.unit();
  }

  double upper() const { return upper_; }
  bool met() const { return met_; }
  // Where the walk was so long that they were asked whether they meet, and they do.
  const std::optional<Intersection>& contact() const { return contact_; }
  // No pair but those found is nearer.
  double floor() const { return smaller(floor_, wide_ > 0 ? far_enough() * (1 - 0x1p-50) : upper_); }
  std::vector<Near>& found() { return found_; }

  // Of the pair that was nearest last time.
  void try_pair(std::uint32_t ta, std::uint32_t tb) {
    const TriangleAt at_a = pair_.at_a(ta), at_b = pair_.at_b(tb);
    const MeshPair& p = pair_;
    add(ta, tb, {p.point_a(at_a.v[0]), p.point_a(at_a.v[1]), p.point_a(at_a.v[2])},
        {p.point_b(at_b.v[0]), p.point_b(at_b.v[1]), p.point_b(at_b.v[2])}, -kInfinity);
  }

  // Twice: the first walk only follows what promises to be much nearer, and brings the bound down for the second. A
  // pair that was nearest last time mostly does as well; where others are found much nearer, both walks begin.
  void walk() {
    if (!found_.empty() && walk(1, kSoon)) return;
    if (!met_) walk(kMuchNearer, kNever);
    if (!met_) walk(1, kNever);
  }

 private:
  static constexpr double kMuchNearer = 0.3;
  static constexpr int kSoon = 256, kNever = -1;  // pairs of runs
  static constexpr int kManyOpen = 8;             // of the sixteen pairs of two runs: then needles are asked about

  // False where it was given up.
  bool walk(double share, int patience) {
    const double factor = share * pair_.unit() / pair_.shrink(), at_first = upper_;
    bool goes_on = true;
    std::int64_t count = 0;
    find_nearest(pair_, far_enough() * factor, [&](const RunPair& runs) {
      goes_on = count++ != patience || upper_ > kMuchNearer * at_first;
      if (!goes_on) return -1.0;
      look_at(runs);
      if (!met_ && ++looked_at_ == kLongWalk) ask_whether_they_meet();
      return met_ ? -1 : far_enough() * factor;
    });
    return goes_on;
  }

  // Bodies deep in each other have many triangles at no distance, and few pairs show it.
  void ask_whether_they_meet() {
    const Intersection answer = detail::intersects(pair_, cache_);
    if (answer.status == Status::Separated) return;
    met_ = true;
    contact_ = answer;
  }

  void look_at(const RunPair& runs) {
    RunPoints points_a, points_b;
    pair_.load(points_a, points_b, runs);
    // The direction of the nearest pair often does for all of both runs, as of faces alongside each other.
    if (!found_.empty()) {
      const double gap = gap_along(direction_, points_a, runs.count_a, points_b, runs.count_b);
      if (gap >= upper_ || (floor_ < kInfinity && is_not_worth(gap))) return;
    }
    double bounds[16];
    pair_.bounds(points_a, points_b, bounds);
    if (std::ranges::count_if(bounds, [&](double bound) { return bound < upper_; }) >= kManyOpen) {
      const double gap = pair_.needle_gap(points_a, points_b);
      if (gap >= upper_ || (floor_ < kInfinity && is_not_worth(gap))) return;
    }
    for (std::uint32_t i = 0; i < runs.count_a; ++i)
      for (std::uint32_t k = 0; k < runs.count_b && !met_; ++k) {
        const double bound = bounds[RunPoints::kLanes * i + k];
        // What cannot even lower the floor need not be looked at.
        if (bound >= upper_ || (bound >= floor_ && is_not_worth(bound))) continue;
        add(runs.first_a + i, runs.first_b + k, {points_a, i}, {points_b, k}, bound);
      }
  }

  void add(std::uint32_t ta, std::uint32_t tb, const Corners& a, const Corners& b, double bound) {
    const auto [by_points, upper, n] = ends_of(a, b, slack_);
    double lower = larger(bound, by_points);
    if (!(lower > 0)) {
      lower = 0;
      if (pair_.relation(ta, tb) != TriangleRelation::Apart) {
        met_ = true;
        return;
      }
    }
    if (lower >= upper_) return;
    if (is_not_worth(lower)) return;
    if (upper < upper_) upper_ = upper, direction_ = n, is_of_a_pair_ = true;
    found_.push_back({lower, upper, ta, tb});
    if (found_.size() < room_) return;
    std::erase_if(found_, [&](const Near& near) { return near.lower >= upper_; });
    room_ = 2 * found_.size() + 64;
  }

  // Not more than how far they are apart along n.
  double gap_along(Vec3 n, const RunPoints& a, std::uint32_t count_a, const RunPoints& b, std::uint32_t count_b) const {
    const Vec3 origin = a.corner(0, 0);
    double far_a = -kInfinity, near_b = kInfinity;
    for (int corner = 0; corner < 3; ++corner) {
      for (std::uint32_t k = 0; k < count_a; ++k)
        far_a = larger(far_a, dot(n, a.corner(corner, static_cast<int>(k)) - origin));
      for (std::uint32_t k = 0; k < count_b; ++k)
        near_b = smaller(near_b, dot(n, b.corner(corner, static_cast<int>(k)) - origin));
    }
    return (near_b - far_a) * (1 - 0x1p-48) - slack_.plane;
  }

  // What is no nearer need not be looked at.
  double far_enough() const { return is_of_a_pair_ ? upper_ * (1 - wide_) : upper_; }

  // A pair that is no nearer than is worth knowing: below the upper end by no more than was asked for, or by a quarter
  // of the bracket's width that the contract allows. Parallel faces would keep every pair otherwise.
  bool is_not_worth(double lower) {
    const double worth = smaller(upper_ * (1 - 0.25e-9) - size_, far_enough());
    if (found_.empty() || !(lower > 0 && lower >= worth)) return false;
    floor_ = smaller(floor_, lower);
    return true;
  }

  const MeshPair& pair_;
  MeshCache* const cache_;
  const double wide_;
  double upper_;
  bool is_of_a_pair_ = false;  // upper_: no limit
  Slack slack_;
  double size_;               // 0.25e-13 of the larger body
  Vec3 direction_;            // of the nearest pair, of unit length
  double floor_ = kInfinity;  // the least lower end that was not worth keeping
  bool met_ = false;
  std::optional<Intersection> contact_;
  std::int64_t looked_at_ = 0;  // pairs of runs
  std::size_t room_ = 64;
  std::vector<Near> found_;
};

Distance contact(const Intersection& met) {
  Distance made;
  made.status = met.status;
  made.decided_by = met.decided_by;
  made.certificate = met.certificate;
  made.lower = made.upper = 0;
  return made;
}

// The unit is a power of two: nothing is rounded but what becomes denormal.
double in_world_below(double length, const MeshPair& pair) {
  const double there = length * pair.unit();
  return there >= kMinBound ? there : larger(next_below(there), 0);
}

// The direction along which one pair was proved to be apart, for the others: faces alongside each other have many pairs
// that are as near as the nearest, and this is a hundred times cheaper than a convex pair.
class Slab {
 public:
  Slab(const MeshPair& pair, Vec3 n)
      : pair_(pair), n_(n), between_(pair.pose_b().translation() - pair.pose_a().translation()) {
    local_a_ = transpose_times(pair.pose_a().rotation(), n);
    local_b_ = transpose_times(pair.pose_b().rotation(), n);
    bound_ = kDotError * norm_one(n) * (pair.a().reach() + pair.b().reach() + norm_max(between_));
  }

  // The triangles are at least as far apart, along n.
  bool leaves(double length, std::uint32_t ta, std::uint32_t tb) {
    if (bound_ >= kMinBound && bound_ <= kMaxBound) {
      double far = -kInfinity, near = kInfinity;
      for (const std::uint32_t v : pair_.a().triangle(ta)) far = larger(far, dot(local_a_, pair_.a().vertex(v)));
      for (const std::uint32_t v : pair_.b().triangle(tb)) near = smaller(near, dot(local_b_, pair_.b().vertex(v)));
      const double gap = (near - far) + dot(n_, between_);
      if (gap - bound_ > length * norm(n_) * (1 + 0x1p-50)) return true;
      if (gap + bound_ < length * norm(n_) * (1 - 0x1p-50)) return false;
    }
    return exactly_leaves(length, ta, tb);
  }

 private:
  // Heights n·x times the scale.
  struct ExactHeights {
    explicit ExactHeights(const MeshPair& pair, Vec3 n) : places(pair.pose_a(), pair.pose_b()) {
      const DyadicVec normal = exact(n);
      along_a = places.b().denominator() * places.a().from_world(normal);
      along_b = places.a().denominator() * places.b().from_world(normal);
      between = dot(normal, places.point_b({}) - places.point_a({}));
      squared = places.scale() * places.scale() * dot(normal, normal);
    }

    ExactPair places;
    DyadicVec along_a, along_b;
    Dyadic between, squared;
  };

  bool exactly_leaves(double length, std::uint32_t ta, std::uint32_t tb) {
    if (!exact_) exact_.emplace(pair_, n_);
    const auto extreme = [](const Mesh& mesh, std::uint32_t t, const DyadicVec& along, int sign) {
      const MeshTriangle& v = mesh.triangle(t);
      Dyadic most = dot(along, exact(mesh.vertex(v[0])));
      for (std::size_t k = 1; k < 3; ++k)
        if (Dyadic x = dot(along, exact(mesh.vertex(v[k]))); compare(x, most) == sign) most = std::move(x);
      return most;
    };
    const Dyadic gap =
        extreme(pair_.b(), tb, exact_->along_b, -1) - extreme(pair_.a(), ta, exact_->along_a, 1) + exact_->between;
    return gap.sign() > 0 && compare(gap * gap, Dyadic(length) * Dyadic(length) * exact_->squared) >= 0;
  }

  const MeshPair& pair_;
  Vec3 n_, between_, local_a_, local_b_;
  double bound_;
  std::optional<ExactHeights> exact_;
};

// The open pairs as convex bodies, nearest first, until the rest is proved to be no nearer than tolerance allows.
Distance nearest_of(const MeshPair& pair, std::vector<Near>& open, double floor, double wide) {
  std::sort(open.begin(), open.end(), [](const Near& x, const Near& y) {
    return x.upper != y.upper ? x.upper < y.upper : x.a != y.a ? x.a < y.a : x.b < y.b;
  });
  Distance best;
  double lower = in_world_below(floor, pair);
  const double size = larger(pair.a().size(), pair.b().size());
  std::optional<Slab> slab;
  detail::TriangleSlot slot_a, slot_b;
  for (Near near : open) {
    near.lower = in_world_below(near.lower, pair);
    if (near.lower > 0 && near.lower >= smaller(best.upper * (1 - 0.5e-9) - 0.5e-13 * size, best.upper * (1 - wide))) {
      lower = smaller(lower, near.lower);
      continue;
    }
    // A half is enough where the bodies' size allows more.
    const double about = best.upper * (1 - larger(0.5e-9, wide)),
                 enough = larger(about - 0.5e-13 * size, 0.5 * best.upper);
    if (slab && slab->leaves(about, near.a, near.b)) {
      lower = smaller(lower, about);
      continue;
    }
    if (slab && slab->leaves(enough, near.a, near.b)) {
      lower = smaller(lower, enough);
      continue;
    }
    // Apart by a hair, the bracket is narrow enough already: what is no nearer than its lower end changes nothing.
    if (slab && lower > 0 && lower >= about - 0.5e-13 * size && slab->leaves(lower, near.a, near.b)) continue;
    const Polytope &a = slot_a.set(pair.a(), near.a).core(), &b = slot_b.set(pair.b(), near.b).core();
    const Distance exact = distance(a, pair.pose_a(), b, pair.pose_b());
    lower = smaller(lower, exact.lower);
    if (!(exact.upper < best.upper)) continue;
    best = exact;
    best.triangle_a = near.a, best.triangle_b = near.b;
    const Vec3 n = unit_normal(exact.certificate.plane, PosedPair(a, pair.pose_a(), b, pair.pose_b()));
    slab.reset();
    if (is_finite(n) && norm_one(n) > 0.5) slab.emplace(pair, n);
  }
  best.lower = smaller(lower, best.upper);
  return best;
}

Distance distance_of(const MeshPair& pair, MeshCache* cache, const DistanceOptions& options) {
  const double wide = wide_of(options.relative_width);
  NearestSearch search(pair, cache, detail::limit_of(options.only_below), wide);
  if (cache) cache->start_for(pair.a().identity(), pair.b().identity());
  if (cache && cache->triangle_a < pair.a().triangle_count() && cache->triangle_b < pair.b().triangle_count())
    search.try_pair(cache->triangle_a, cache->triangle_b);
  if (!search.met()) search.walk();
  if (const std::optional<Intersection>& known = search.contact(); known) return contact(*known);
  if (search.met()) return contact(detail::intersects(pair, cache));
  if (const auto inside = detail::containment(pair.a(), pair.pose_a(), pair.b(), pair.pose_b()))
    return contact(*inside);

  std::vector<Near>& open = search.found();
  std::erase_if(open, [&](const Near& near) { return near.lower >= search.upper(); });
  Distance made;
  if (open.empty()) {
    made.lower = larger(options.only_below, in_world_below(search.floor(), pair));
    made.upper = kInfinity;
  } else {
    made = nearest_of(pair, open, search.floor(), wide);
    // The least upper bound was far above that pair's distance, or it was the caller's limit.
    if (wide > 0 &&
        !(made.upper - made.lower <= options.relative_width * made.upper && !(made.upper >= options.only_below))) {
      DistanceOptions narrow = options;
      narrow.relative_width = 0;
      return distance_of(pair, cache, narrow);
    }
    if (cache) cache->triangle_a = made.triangle_a, cache->triangle_b = made.triangle_b, cache->has_inside = false;
    // Positions become the caller's numbers; there are none where the distance overflows.
    if (made.has_witness)
      made.triangle_a = pair.a().id(made.triangle_a), made.triangle_b = pair.b().id(made.triangle_b);
  }
  made.status = Status::Separated;
  made.decided_by = Algorithm::TriangleTrees;
  made.certificate = {};
  made.certificate.kind = Certificate::Kind::Cover;
  detail::leave_out_beyond(made, options.only_below);
  return made;
}

}  // namespace

Distance distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  return distance_of(MeshPair(a, pose_a, b, pose_b), nullptr, options);
}

Distance detail::distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, MeshCache& cache,
                          const DistanceOptions& options) {
  return distance_of(MeshPair(a, pose_a, b, pose_b), &cache, options);
}

int compare_distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double limit) {
  CLEARANCE_ASSERT(!std::isnan(limit));
  if (!(limit >= 0)) return 1;
  if (limit == kInfinity) return -1;
  // The next double: a pair exactly at the limit must be looked at.
  const Distance found =
      distance(a, pose_a, b, pose_b, DistanceOptions{.only_below = std::nextafter(limit, kInfinity)});
  if (found.status != Status::Separated) return limit > 0 ? -1 : 0;
  if (found.lower > limit) return 1;
  if (found.upper < limit) return -1;
  const MeshPair pair(a, pose_a, b, pose_b);
  const Slack slack(pair);
  int least = 1;
  detail::TriangleSlot slot_a, slot_b;
  const double within = larger(std::nextafter(limit, kInfinity), kLeastLimit * pair.unit()) / pair.shrink();
  find_nearest(pair, within, [&](const RunPair& runs) {
    RunPoints points_a, points_b;
    pair.load(points_a, points_b, runs);
    double bounds[16];
    pair.bounds(points_a, points_b, bounds);
    for (std::uint32_t i = 0; i < runs.count_a; ++i)
      for (std::uint32_t k = 0; k < runs.count_b && least >= 0; ++k) {
        if (in_world_below(bounds[RunPoints::kLanes * i + k], pair) > limit) continue;
        const Ends ends = ends_of({points_a, i}, {points_b, k}, slack);
        if (in_world_below(ends.lower, pair) > limit) continue;
        least = std::min(least, compare_distance(slot_a.set(a, runs.first_a + i), pose_a,
                                                 slot_b.set(b, runs.first_b + k), pose_b, limit));
      }
    return least < 0 ? -1 : within;
  });
  return least;
}

}  // namespace clearance
