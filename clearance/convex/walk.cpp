#include <clearance/convex/walk.h>

#include <clearance/convex/box_pair.h>
#include <clearance/convex/cached_simplex.h>
#include <clearance/convex/contact.h>
#include <clearance/convex/unproved.h>
#include <clearance/convex/witness.h>
#include <clearance/exact/own_coordinate.h>

namespace clearance::detail {
namespace {

constexpr int kMaxSteps = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Kind = WalkEnd::Kind;

// No more than min n·m / |n|, of either sign. Rounding: quotient, square root and difference are within 5u.
CLEARANCE_INLINE double lower_along(const PosedPair& pair, Vec3 n, const SupportPair& found) {
  const double value = found.value - pair.bound(n), length = norm(n);
  if (!(length > kMinWalkLength && length < 1 / kMinWalkLength)) return -kInfinity;  // a cache may hold any direction
  return value * (value > 0 ? 1 - 0x1p-50 : 1 + 0x1p-50) / length;
}

// A cache never costs. Evidence that failed now and then is still worth a try; evidence that fails again and again is
// of bodies that jump, and there a try is a support search for nothing. So the cache counts: where it failed twice of
// late, the first guess comes before it, until a direction that separates is near the one before.
constexpr std::uint8_t kDoubtful = 3, kMostDoubt = 5;

CLEARANCE_INLINE bool is_in_doubt(const ConvexCache& cache) { return cache.doubt >= kDoubtful; }
CLEARANCE_INLINE void remembered_well(ConvexCache& cache) {
  if (cache.doubt > 0) [[unlikely]]
    cache.doubt = cache.doubt > kMostDoubt ? kMostDoubt : static_cast<std::uint8_t>(cache.doubt - 1);
}
CLEARANCE_INLINE void remembered_in_vain(ConvexCache& cache) {
  cache.doubt = cache.doubt < kMostDoubt ? static_cast<std::uint8_t>(cache.doubt + 1) : kMostDoubt;
}
// Is the angle between these directions one whose squared cosine is more than that?
CLEARANCE_INLINE bool turned_within(Vec3 n, Vec3 before, double squared_cosine) {
  const double along = dot(n, before);
  return along > 0 && along * along > squared_cosine * squared_norm(n) * squared_norm(before);
}
// 27°: so far a climb from where the last one ended beats one from the direction table.
constexpr double kLittle = 0.8;

constexpr double kHeld = 0.9;

// Where it was not tried: a direction within 18° of the one before, or penetration once more, would bodies that jump
// seldom come to.
CLEARANCE_INLINE bool would_have_held(Vec3 before, bool was_inside, const WalkOutcome& now) {
  if (now.kind != WalkEnd::Kind::Beyond) return now.kind == WalkEnd::Kind::Inside && was_inside;
  return turned_within(now.direction, before, kHeld);
}

// One walk, always inlined into its callers, who give the goal as a constant where speed depends on it. kProved = false
// leaves out bounds and certificates, to measure what they cost.
template <int kWidth, bool kRounded, bool kProved>
class Walk {
 public:
  CLEARANCE_INLINE Walk(const PosedPair& pair, const Radii& radii, ConvexCache& cache, Goal goal, double limit,
                        double relative_width, WalkOutcome& out)
      : pair_(pair),
        radii_(radii),
        cache_(cache),
        goal_(goal),
        limit_(limit),
        relative_width_(relative_width),
        out_(out) {}

  // Whether what the cache knew was of use to a distance of bodies that are apart.
  CLEARANCE_INLINE bool began_well() const { return began_well_; }

  CLEARANCE_INLINE void run() {
    if (!only_status() && !(pair_.reach() > kMinWalkReach && pair_.reach() < kMaxWalkReach)) return;
    if (kRounded && pair_.a().vertex_count() == 1 && pair_.b().vertex_count() == 1) return run_on_points();
    hint_ = {cache_.vertex_a, cache_.vertex_b};
    if (begins_beyond() || begins_inside()) return;
    PointSimplex& simplex = out_.simplex;
    for (; out_.steps < kMaxSteps; ++out_.steps) {
      if (!is_nearest_ && !nearest_point(simplex)) {
        if (holds_origin()) out_.kind = Kind::Inside;
        break;
      }
      is_nearest_ = false;
      if (is_within()) break;
      const Vec3 n = simplex.direction;
      if (!kRounded && kProved && meets_origin(pair_, simplex)) break;
      const SupportPair found = !only_status() && turned_within(n, before_, kLittle)
                                    ? pair_.template support_nearby<kWidth>(n, hint_, simplex.pair, simplex.count)
                                    : pair_.template support<kWidth>(n, hint_);
      if (is_beyond(n, found)) break;
      before_ = n;
      if (is_near(n) || is_as_near_as_can_be(n) || simplex.has(hint_)) break;
      out_.decided_by = Algorithm::Walk;
      if (only_status()) {  // a step or two: the shorter code is the faster one
        simplex.add(hint_, pair_.difference(hint_));
        continue;
      }
      is_nearest_ = nearest_point_with(simplex, hint_, pair_.difference(hint_), !(found.value > 0));
      if (is_nearest_) continue;
      if (holds_origin()) out_.kind = Kind::Inside;
      break;
    }
    remember();
  }

 private:
  // Of polytopes: a sign is enough, and no length is computed.
  CLEARANCE_INLINE bool only_status() const { return !kRounded && goal_ == Goal::Status; }

  // Balls: there is one difference m, and nothing to walk on. m·m is off by less than bound(m): 16u of each part of m,
  // and 4u for the product.
  CLEARANCE_INLINE void run_on_points() {
    PointSimplex& simplex = out_.simplex;
    const Vec3 m = pair_.difference({0, 0});
    simplex.add({0, 0}, m);
    simplex.direction = m;
    if (!is_within() && !is_beyond(m, {{0, 0}, squared_norm(m)})) is_near(m);
    remember();
  }

  // What the cache knows, or the first guess.
  CLEARANCE_INLINE bool begins_beyond() {
    if (kRounded && goal_ != Goal::Distance && cache_.was_separated && cache_.has_direction) {
      const Vec3 n = cache_.direction;
      out_.decided_by = Algorithm::Cache;
      if (is_beyond(n, pair_.template support<kWidth, true>(n, hint_))) return true;
    }
    const bool has_simplex =
        only_status() ? cache_.simplex_count == 4 && !cache_.was_separated : cache_.simplex_count > 0;
    if (has_simplex && (kRounded || !is_in_doubt(cache_))) {
      recall_sound_simplex(pair_, cache_, out_.simplex);
      hint_ = out_.simplex.pair[0], before_ = cache_.direction;
      out_.decided_by = Algorithm::Cache;
      return false;
    }
    out_.decided_by = Algorithm::Walk;
    if (only_status() && pair_.a().is_box() && pair_.b().is_box()) {
      if (boxes_end_it()) return true;
      if (out_.simplex.count > 0) return false;
    }
    if (kRounded && has_vertex_and_box(pair_) && set_nearest_of_box(pair_, out_.simplex)) {
      hint_ = out_.simplex.pair[0];
      return is_nearest_ = true, false;
    }
    const Vec3 n = pair_.ellipsoid_direction();
    const SupportPair found = pair_.template support<kWidth>(n, hint_);
    hint_ = found.pair;
    if ((kRounded || goal_ == Goal::Status) && is_beyond(n, found)) return true;
    out_.simplex.add(hint_, pair_.difference(hint_));
    return false;
  }
  // An axis that separates two boxes, or corners that seem to surround the origin. Faces that meet within rounding,
  // along an axis of the world that both bodies have for their own, are what contact.h begins with: no need to walk.
  CLEARANCE_INLINE bool boxes_end_it() {
    const BoxPair boxes(pair_);
    if (boxes.gap() < -kDotError * pair_.reach()) {
      boxes.surround(out_.simplex);
      return false;
    }
    const Vec3 n = boxes.direction();
    if (is_beyond(n, pair_.template support<kWidth>(n, hint_))) return true;
    if (!has_own_axis_along(n)) return false;
    out_.simplex.add(hint_, pair_.difference(hint_));
    remember();
    return true;
  }
  CLEARANCE_INLINE bool has_own_axis_along(Vec3 n) const {
    const int k = n.x != 0 ? 0 : n.y != 0 ? 1 : 2;
    return norm_one(n) == 1 && norm_max(n) == 1 && own_coordinate(pair_.pose_a(), k).is_exact() &&
           own_coordinate(pair_.pose_b(), k).is_exact();
  }
  CLEARANCE_INLINE bool begins_inside() {
    if (!only_status() || out_.simplex.count < 4 || !holds_origin()) return false;
    out_.kind = Kind::Inside;
    if (out_.decided_by != Algorithm::Cache) remember();
    return true;
  }

  CLEARANCE_INLINE bool holds_origin() const {
    const TetrahedronVolumes v = volumes(out_.simplex.m);
    return kProved ? surely_inside(v, out_.simplex.m, pair_.reach()) : seems_inside(v);
  }

  CLEARANCE_INLINE bool is_beyond(Vec3 n, const SupportPair& found) {
    hint_ = found.pair;
    if (only_status()) {
      if (!(found.value > (kProved ? pair_.bound(n) : 0))) return false;
      out_.direction = n;
    } else {
      const double lower = lower_along(pair_, n, found);
      if (lower > out_.lower) out_.lower = lower, out_.direction = n;
      if (!(lower >= limit_)) return false;
    }
    out_.kind = Kind::Beyond;
    cache_.direction = n;
    cache_.has_direction = cache_.was_separated = true;
    cache_.vertex_a = hint_.a, cache_.vertex_b = hint_.b;
    return true;
  }

  CLEARANCE_INLINE bool is_within() {
    if (!kRounded) return false;
    out_.upper = witness_distance(pair_, out_.simplex);
    if (goal_ == Goal::Depth || !(out_.upper < radii_.low)) return false;
    out_.kind = Kind::Within;
    return true;
  }

  // Is the bracket of d narrow enough?
  CLEARANCE_INLINE bool is_near(Vec3 n) {
    if (goal_ == Goal::Status || !(kRounded ? is_near_rounded() : is_near_polytopes(n))) return false;
    out_.kind = Kind::Near;
    if (goal_ == Goal::Distance) {
      out_.tied_a = pair_.template tied_a<kWidth>(out_.direction, out_.simplex.pair, out_.simplex.count);
      out_.tied_b = pair_.template tied_b<kWidth>(out_.direction, out_.simplex.pair, out_.simplex.count);
    }
    return true;
  }
  // The ends are rounded once more where the radii come off them, for which 2⁻²⁰ of a width of 1e-9 leaves room.
  CLEARANCE_INLINE bool is_near_rounded() const {
    const double width = (out_.upper - out_.lower) + (radii_.high - radii_.low);
    if (goal_ != Goal::Distance) return width <= allowed_width(pair_, radii_, larger(radii_.low - out_.upper, 0));
    const double gap = out_.lower - radii_.high;
    return gap > 0 && (width <= allowed_width(pair_, radii_, gap) ||
                       (relative_width_ > 1e-9 && width * (1 + 0x1p-20) <= relative_width_ * gap));
  }
  // Are both ends as near to each other as their bounds let them be? Vertices that tie, or that rounding confuses, can
  // keep a walk going round that has nothing to find any more.
  CLEARANCE_INLINE bool is_as_near_as_can_be(Vec3 n) const {
    const double least = 2 * kWitnessError * pair_.reach();
    if (kRounded) return out_.upper - out_.lower <= least;
    return goal_ == Goal::Distance && out_.lower > 0 && height(n) - out_.lower <= least;
  }
  CLEARANCE_INLINE double height(Vec3 n) const { return dot(n, out_.simplex.m[0]) / norm(n); }
  // The plane of the nearest face is where the upper end is, but for rounding: no need to be exact about it while it is
  // far off.
  CLEARANCE_INLINE bool is_near_polytopes(Vec3 n) {
    const double about = height(n);
    // Between frames of 10° it nearly always is (19 in 20 queries of W1 are not in doubt), of bodies that jump seldom.
    if (out_.steps == 0) began_well_ = about - out_.lower <= 0.05 * (pair_.a().size() + pair_.b().size());
    if (!(out_.lower > 0 && about - out_.lower <= 2 * width_for(about))) return false;
    out_.upper = witness_distance(pair_, out_.simplex);
    return out_.upper - out_.lower <= width_for(out_.upper);
  }
  CLEARANCE_INLINE double width_for(double upper) const {
    return larger(allowed_width(pair_, upper), relative_width_ * upper);
  }

  CLEARANCE_INLINE void remember() {
    if (only_status() && out_.kind == Kind::Beyond) return;
    remember_pairs(cache_, out_.simplex.pair, out_.simplex.count);
    cache_.vertex_a = hint_.a, cache_.vertex_b = hint_.b;
    cache_.was_separated = out_.lower > radii_.high;
    if (cache_.was_separated) cache_.direction = out_.direction, cache_.has_direction = true;
  }

  const PosedPair& pair_;
  const Radii& radii_;
  ConvexCache& cache_;
  const Goal goal_;
  const double limit_, relative_width_;
  WalkOutcome& out_;
  VertexPair hint_;
  Vec3 before_;              // the direction of the last search, found from hint_; 0 if there is none
  bool began_well_ = true;   // the first bracket was narrower than a twentieth of the bodies' sizes
  bool is_nearest_ = false;  // the simplex begins with its nearest point
};

// Of polytopes: does the direction that separated them last do so again? Before there is anything of a walk.
template <int kWidth, bool kProved>
CLEARANCE_INLINE bool still_separated(const PosedPair& pair, ConvexCache& cache) {
  if (!cache.was_separated || !cache.has_direction || is_in_doubt(cache)) return false;
  const Vec3 n = cache.direction;
  const SupportPair found = pair.template support<kWidth, true>(n, {cache.vertex_a, cache.vertex_b});
  if (found.value > (kProved ? pair.bound(n) : 0)) {
    cache.vertex_a = found.pair.a, cache.vertex_b = found.pair.b;
    remembered_well(cache);
    return true;
  }
  remembered_in_vain(cache);
  return false;
}

template <int kWidth>
CLEARANCE_INLINE WalkEnd status_body(const PosedPair& pair, ConvexCache& cache, Certificate* certificate) {
  if (still_separated<kWidth, true>(pair, cache)) {
    if (certificate != nullptr) set_vector(*certificate, cache.direction);
    return {Kind::Beyond, Algorithm::Cache};
  }
  WalkOutcome out;
  const bool was_inside = !cache.was_separated && cache.simplex_count == 4;
  const bool is_unheard = was_inside || is_in_doubt(cache);
  const Vec3 before = cache.direction;
  Walk<kWidth, false, true>(pair, {}, cache, Goal::Status, 0, 0, out).run();
  if (is_unheard) would_have_held(before, was_inside, out) ? remembered_well(cache) : remembered_in_vain(cache);
  if (certificate != nullptr && out.kind == Kind::Beyond) set_vector(*certificate, out.direction);
  if (certificate != nullptr && out.kind == Kind::Inside) set_simplex(*certificate, pair, out.simplex.pair, 4);
  return out;
}
template <int kWidth>
CLEARANCE_INLINE WalkEnd unproved_body(const PosedPair& pair, ConvexCache& cache) {
  if (still_separated<kWidth, false>(pair, cache)) return {Kind::Beyond, Algorithm::Cache};
  WalkOutcome out;
  Walk<kWidth, false, false>(pair, {}, cache, Goal::Status, 0, 0, out).run();
  return out;
}
template <int kWidth>
CLEARANCE_INLINE WalkOutcome distance_body(const PosedPair& pair, ConvexCache& cache, double limit,
                                           double relative_width) {
  WalkOutcome out;
  const bool was_in_doubt = is_in_doubt(cache), is_warm = cache.simplex_count > 0;
  const Vec3 before = cache.direction;
  const Radii none;  // a walk only refers to it
  Walk<kWidth, false, true> walk(pair, none, cache, Goal::Distance, limit, relative_width, out);
  walk.run();
  if (is_warm && (out.kind == Kind::Near || out.kind == Kind::Beyond))
    (was_in_doubt ? turned_within(out.direction, before, kHeld) : walk.began_well()) ? remembered_well(cache)
                                                                                     : remembered_in_vain(cache);
  return out;
}
template <int kWidth>
CLEARANCE_INLINE WalkOutcome rounded_body(const PosedPair& pair, const Radii& radii, ConvexCache& cache, Goal goal,
                                          double limit, double relative_width) {
  WalkOutcome out;
  Walk<kWidth, true, true>(pair, radii, cache, goal, limit, relative_width, out).run();
  return out;
}

CLEARANCE_DISPATCH(WalkEnd, status_walk, (const PosedPair& pair, ConvexCache& cache, Certificate* certificate),
                   status_body, (pair, cache, certificate))
CLEARANCE_DISPATCH(WalkEnd, unproved_walk, (const PosedPair& pair, ConvexCache& cache), unproved_body, (pair, cache))
CLEARANCE_DISPATCH(WalkOutcome, distance_walk,
                   (const PosedPair& pair, ConvexCache& cache, double limit, double relative_width), distance_body,
                   (pair, cache, limit, relative_width))
CLEARANCE_DISPATCH(WalkOutcome, rounded_walk,
                   (const PosedPair& pair, const Radii& radii, ConvexCache& cache, Goal goal, double limit,
                    double relative_width),
                   rounded_body, (pair, radii, cache, goal, limit, relative_width))

}  // namespace

WalkEnd walk_for_status(const PosedPair& pair, ConvexCache& cache, Certificate* certificate) {
  if (cache.simplex_count > 0 && !cache.was_separated) keep_sound_pairs(pair, cache);
  return status_walk(pair, cache, certificate);
}

WalkOutcome walk_for_distance(const PosedPair& pair, ConvexCache& cache, double limit, double relative_width) {
  if (cache.simplex_count > 0) keep_sound_pairs(pair, cache);
  return distance_walk(pair, cache, limit, relative_width);
}

WalkOutcome walk_rounded(const PosedPair& pair, const Radii& radii, ConvexCache& cache, Goal goal, double limit,
                         double relative_width) {
  if (cache.simplex_count > 0) keep_sound_pairs(pair, cache);
  return rounded_walk(pair, radii, cache, goal, limit, relative_width);
}

Status intersects_unproved(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                           ConvexCache& cache) {
  const PosedPair pair(a, pose_a, b, pose_b);
  cache.start_for(a.identity(), b.identity());
  if (cache.simplex_count > 0 && !cache.was_separated) keep_sound_pairs(pair, cache);
  switch (unproved_walk(pair, cache).kind) {
    case Kind::Beyond:
      return Status::Separated;
    case Kind::Inside:
      return Status::Penetrating;
    default:
      return Status::Touching;
  }
}

}  // namespace clearance::detail
