#include <clearance/solid/depth/ways_out.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/any_length.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/mesh_pair.h>
#include <clearance/solid/mesh_query.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// A way is worth a look when it is shorter by this.
constexpr double kShorter = 1 - 0x1p-7;
// How near a free place and one that is not come to each other before the planes between them are looked for.
constexpr double kNear = 0x1p-9;
// Beyond the planes by this much of the way: flush faces are dear to ask about.
constexpr double kBeyond = 1 + 0x1p-30;
// What looks cost beside pairs of runs.
constexpr std::int64_t kWorkOfALook = 16, kWorkInBigNumbers = 8;  // the latter for each triangle
// Pairs of runs looked at for a direction, on the average: where surfaces lie close to each other for long, there are
// fewer directions.
constexpr std::int64_t kWorkPerEffort = 8000;
// Crossings looked at for planes, planes kept, places tried from one free place, and how often one slides.
constexpr int kCrossings = 48, kTries = 6, kSlides = 6;
constexpr std::size_t kPlanes = 24;
// Normals beside each other by less than this count as one: cos 1°.
constexpr double kSameDirection = 0.99985;

Vec3 axis(int i, double sign) { return sign * Vec3{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}; }
bool is_axis(Vec3 n) { return (n.x != 0) + (n.y != 0) + (n.z != 0) == 1; }

double lowest_of(const Mesh& mesh, Vec3 n) {
  double least = kInfinity;
  visit_lowest(mesh, n, least, [&](std::uint32_t, double height) { least = smaller(least, height); });
  return least;
}

// Along which direction, about that of `out`, the two triangles part soonest: b's points then are beyond a's.
WayPlane parting(const Vec3 (&a)[3], const Vec3 (&b)[3], Vec3 out) {
  WayPlane best{{}, kInfinity};
  const auto look = [&](Vec3 along) {
    Vec3 n = unit_of(along);
    if (dot(n, out) < 0) n = -n;
    if (!(dot(n, out) > 1e-3)) return;
    const double high = larger(dot(n, a[0]), larger(dot(n, a[1]), dot(n, a[2])));
    const double low = smaller(dot(n, b[0]), smaller(dot(n, b[1]), dot(n, b[2])));
    if (high - low < best.offset) best = {n, high - low};
  };
  look(cross(unit_of(a[1] - a[0]), unit_of(a[2] - a[0])));
  look(cross(unit_of(b[1] - b[0]), unit_of(b[2] - b[0])));
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      const Vec3 n = cross(unit_of(a[(i + 1) % 3] - a[i]), unit_of(b[(k + 1) % 3] - b[k]));
      if (norm_one(n) > 1e-6) look(n);
    }
  return best;
}

}  // namespace

WaysOut::WaysOut(const SolidPair& pair, const DepthBudget& budget, FunctionRef<bool(Vec3)> is_barred)
    : pair_(pair), budget_(budget), is_barred_(is_barred), size_(pair.size()) {}

bool WaysOut::is_short() const {
  return std::isfinite(best_.upper) && best_.upper - lower_ <= 0x1p-10 * best_.upper + 0x1p-40 * size_;
}

bool WaysOut::is_spent() const { return budget_.is_over() || work_ > kWorkPerEffort * budget_.effort(); }

std::int64_t WaysOut::work_in_big_numbers() const {
  return kWorkInBigNumbers * static_cast<std::int64_t>(pair_.a.triangle_count() + pair_.b.triangle_count());
}

// ---- Planes ---------------------------------------------------------------------------------------------------------

// How far takes all of b beyond all of a, along n; rounded.
double WaysOut::beyond_plane(Vec3 n) const {
  const Vec3 n_a = transpose_times(pair_.pose_a.rotation(), n), n_b = transpose_times(pair_.pose_b.rotation(), n);
  const double far = -lowest_of(pair_.a, -n_a), near = lowest_of(pair_.b, n_b);
  return far - near - dot(n, pair_.pose_b.translation() - pair_.pose_a.translation());
}

// With all that rounding can lose: kDotError·|n|₁ of the reach (posed.h), |n|₁ < 1.75, below 2⁻⁴⁷; and what n is
// longer or shorter than 1.
double WaysOut::grown_by_rounding(double length) const {
  const Vec3 shift = pair_.pose_b.translation() - pair_.pose_a.translation();
  const double reach = pair_.a.reach() + pair_.b.reach() + norm_max(shift);
  return length + 0x1p-46 * (reach + std::fabs(length)) + kUnderflow;
}

void WaysOut::leave_boxes() {
  // Of the corners of the mesh's own box, along n.
  const auto highest = [](const Mesh& mesh, Vec3 n) {
    const Vec3 low = mesh.box_low(), high = mesh.box_high();
    return larger(n.x * low.x, n.x * high.x) + larger(n.y * low.y, n.y * high.y) + larger(n.z * low.z, n.z * high.z);
  };
  const Vec3 shift = pair_.pose_b.translation() - pair_.pose_a.translation();
  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) {
      const Vec3 n = axis(i, sign);
      const double far = highest(pair_.a, transpose_times(pair_.pose_a.rotation(), n)),
                   near = -highest(pair_.b, transpose_times(pair_.pose_b.rotation(), -n));
      const Way surely = way_along(n, larger(grown_by_rounding(far - near - dot(n, shift)), 0));
      if (surely.upper < best_.upper) best_ = {surely.upper, n, surely.translation};
    }
}

// From how far on it is free along n; kept if that is the best.
double WaysOut::leave_plane(Vec3 n) {
  const double beyond = larger(grown_by_rounding(beyond_plane(n)), 0);
  if (const Way surely = way_along(n, beyond); surely.upper < best_.upper)
    best_ = {surely.upper, n, surely.translation};
  return beyond;
}

void WaysOut::leave_along_axes() {
  double least = kInfinity;
  Vec3 along;
  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) {
      leave_plane(axis(i, sign));
      if (const double beyond = beyond_plane(axis(i, sign)); beyond < least) least = beyond, along = axis(i, sign);
    }
  // Along an axis nothing need be rounded.
  if (least > 0 && least < best_.upper) is_free(least * along);
}

// ---- Looks ----------------------------------------------------------------------------------------------------------

// A point inside both shows it, too: the one that is known, moved with b or not.
std::optional<Vec3> WaysOut::held_point(Vec3 t) const {
  if (!has_inside_) return std::nullopt;
  if (locate(pair_.a, pair_.pose_a, inside_ + t) == PointLocation::Inside) return inside_ + t;
  if (locate(pair_.b, pair_.pose_b, inside_ - t) == PointLocation::Inside) return inside_;
  return std::nullopt;
}

// Surfaces that cross: the insides meet, fins aside, and whoever only looks for ways out need not know more.
const WaysOut::Crossing* WaysOut::find_crossing(const MeshPair& pair, bool& are_apart) {
  are_apart = false;
  for (int k = 0; k < last_count_; ++k)
    if (pair.guess(last_[k].a, last_[k].b) == TriangleGuess::Cross) return &last_[k];
  const Crossing* found = nullptr;
  are_apart = true;
  pair.trees().find_meeting([&](const RunPair& runs) {
    ++work_;
    RunPoints a, b;
    pair.load(a, b, runs);
    for (std::uint32_t left = pair.may_meet(a, b, runs); left != 0; left &= left - 1) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
      const Crossing here{runs.first_a + at / RunPoints::kLanes, runs.first_b + at % RunPoints::kLanes};
      const TriangleGuess guess = pair.guess(here.a, here.b);
      if (guess != TriangleGuess::Apart) are_apart = false;
      if (guess != TriangleGuess::Cross) continue;
      last_[last_next_] = here;
      found = &last_[last_next_];
      last_next_ = (last_next_ + 1) % 4, last_count_ = std::min(last_count_ + 1, 4);
      return false;
    }
    return true;
  });
  return found;
}

std::optional<Vec3> WaysOut::common_point(Vec3 d) {
  if (const std::optional<Vec3> held = held_point(d)) return held;
  const std::optional<MovedPair> moved = moved_by(pair_.pose_a, pair_.pose_b, d);
  if (!moved) return std::nullopt;
  bool are_apart = false;
  const Crossing* crossing = find_crossing(MeshPair(pair_.a, moved->a, pair_.b, moved->b), are_apart);
  if (crossing == nullptr) return std::nullopt;
  const std::optional<Vec3> point = interior_point_near(pair_.a, moved->a, crossing->a, pair_.b, moved->b, crossing->b);
  if (!point) return std::nullopt;
  return *point - moved->a.translation() + pair_.pose_a.translation();
}

// Where the surfaces share no point, a component is inside the other solid, or none is. One that is shares inner
// points, fins aside, which need not be told here.
bool WaysOut::one_holds_the_other(const MovedPair& moved) const {
  const auto holds = [](const Mesh& outer, const Pose& pose_outer, const Mesh& inner, const Pose& pose_inner) {
    const auto is_inside = [&](std::uint32_t v) {
      return locate(outer, pose_outer, inner.vertex(v), pose_inner) == PointLocation::Inside;
    };
    return std::ranges::any_of(inner.component_vertices(), is_inside);
  };
  return holds(pair_.a, moved.a, pair_.b, moved.b) || holds(pair_.b, moved.b, pair_.a, moved.a);
}

Status WaysOut::status_at(const MovedPair& moved) {
  const Intersection found = intersects(pair_.a, moved.a, pair_.b, moved.b);
  if (found.decided_by == Algorithm::Exact) work_ += work_in_big_numbers();
  return found.status;
}

bool WaysOut::is_free(Vec3 t) {
  work_ += kWorkOfALook;
  if (!is_coordinate(t) || norm(t) < lower_ || is_barred_(t)) return false;
  const std::optional<MovedPair> moved = moved_by(pair_.pose_a, pair_.pose_b, t);
  if (!moved) return false;
  if (held_point(t)) return false;
  bool are_apart = false;
  if (find_crossing(MeshPair(pair_.a, moved->a, pair_.b, moved->b), are_apart) != nullptr) return false;
  if (are_apart && one_holds_the_other(*moved)) return false;
  const Status status = are_apart ? Status::Separated : status_at(*moved);
  if (status == Status::Penetrating) return false;
  const double upper = length_above(t);
  if (!(upper < best_.upper)) return true;
  if (moved->off > 0 &&
      (status != Status::Separated || compare_distance(pair_.a, moved->a, pair_.b, moved->b, moved->off) < 0))
    return false;
  best_ = {upper, unit_of(t), t};
  return true;
}

// ---- Ways -----------------------------------------------------------------------------------------------------------

void WaysOut::halve(Vec3 n, double& barred, double& free, double narrow) {
  while (free - barred > narrow * free + 0x1p-32 * size_ && !is_spent()) {
    const double middle = 0.5 * barred + 0.5 * free;
    (is_free(middle * n) ? free : barred) = middle;
  }
}

void WaysOut::try_along(Vec3 n, bool far) {
  if (!(norm_one(n) > 0.5) || is_done()) return;
  // A plane is between them from there on: nothing to ask.
  const double beyond = leave_plane(n);
  double barred = lower_, free = kShorter * best_.upper;
  if (!is_free(free * n)) {
    if (!far) return;
    for (barred = free, free *= 1.5; free < beyond && !is_free(free * n); free *= 1.5) {
      if (is_done()) return;
      barred = free;
    }
    free = smaller(free, beyond);
  }
  halve(n, barred, free, kNear);
  slide(free * n, barred * n);
}

void WaysOut::try_at(Vec3 d) {
  const double length = norm(d);
  if (!(length < kShorter * best_.upper) || !(length > lower_) || !is_free(d)) return;
  double barred = lower_, free = length;
  const Vec3 n = unit_of(d);
  halve(n, barred, free, kNear);
  slide(free * n, barred * n);
}

// What bars b, moved by `at`, from parting from a, as planes of translations.
void WaysOut::add_planes(Vec3 at, Vec3 out) {
  const std::optional<MovedPair> moved = moved_by(pair_.pose_a, pair_.pose_b, at);
  if (!moved) return;
  const MeshPair pair(pair_.a, moved->a, pair_.b, moved->b);
  const Vec3 shift = moved->b.translation() - moved->a.translation();
  const auto add = [&](std::uint32_t ta, std::uint32_t tb) {
    Vec3 a[3], b[3];
    for (std::size_t k = 0; k < 3; ++k) {
      a[k] = moved->a.rotation() * pair_.a.vertex(pair_.a.triangle(ta)[k]);
      b[k] = moved->b.rotation() * pair_.b.vertex(pair_.b.triangle(tb)[k]) + shift;
    }
    WayPlane plane = parting(a, b, out);
    if (!std::isfinite(plane.offset)) return;
    plane.offset += dot(plane.normal, at);
    for (WayPlane& known : planes_)
      if (dot(known.normal, plane.normal) > kSameDirection) {
        if (plane.offset > known.offset) known = plane;
        return;
      }
    if (planes_.size() < kPlanes) planes_.push_back(plane);
  };
  int seen = 0;
  pair.trees().find_meeting([&](const RunPair& runs) {
    ++work_;
    RunPoints a, b;
    pair.load(a, b, runs);
    for (std::uint32_t left = pair.may_meet(a, b, runs); left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t ta = runs.first_a + lane / RunPoints::kLanes, tb = runs.first_b + lane % RunPoints::kLanes;
      if (pair.guess(ta, tb) != TriangleGuess::Cross) continue;
      add(ta, tb);
      if (++seen >= kCrossings) return false;
    }
    return true;
  });
}

// The shortest way beyond all planes at `barred`; where that is not free, the planes there are added. Then beyond one
// of them alone, as at an edge that stands out.
bool WaysOut::slide_once(Vec3& free, Vec3 barred, Vec3 out) {
  planes_.clear();
  const auto takes = [&](Vec3 t) {
    if (!(norm(t) < kShorter * norm(free)) || !is_free(t)) return false;
    free = t;
    return true;
  };
  add_planes(barred, out);
  const std::vector<WayPlane> at_first = planes_;
  for (int k = 0; k < kTries && !budget_.is_over(); ++k) {
    const std::optional<Vec3> beyond = nearest_beyond(planes_);
    if (!beyond || !(norm(*beyond) < kShorter * norm(free))) break;
    if (takes(kBeyond * *beyond)) return true;
    const std::size_t before = planes_.size();
    add_planes(*beyond, out);
    if (planes_.size() == before) break;
  }
  for (const WayPlane& plane : at_first) {
    if (budget_.is_over()) break;
    if (plane.offset > 0 && takes(kBeyond * plane.offset * plane.normal)) return true;
  }
  return false;
}

void WaysOut::slide(Vec3 free, Vec3 barred) {
  for (int k = 0; k < kSlides && !is_done(); ++k) {
    if (!slide_once(free, barred, unit_of(free))) return;
    come_back(free, barred);
  }
}

// Toward 0 from a free place, as long as it is free; `barred` is just beyond.
void WaysOut::come_back(Vec3& free, Vec3& barred) {
  const Vec3 n = unit_of(free);
  double inner = lower_, outer = norm(free);
  if (const double nearly = (1 - kNear) * outer; nearly > inner && !is_free(nearly * n)) inner = nearly;
  halve(n, inner, outer, kNear);
  free = outer * n, barred = inner * n;
}

void WaysOut::try_from_rest(Vec3 out) {
  if (!(norm_one(out) > 0.5) || is_done()) return;
  Vec3 free = best_.upper * best_.direction, barred;
  if (!slide_once(free, barred, out)) return;
  come_back(free, barred);
  slide(free, barred);
}

void WaysOut::polish() {
  if (budget_.is_over() || !std::isfinite(best_.upper) || best_.upper <= lower_) return;
  const Vec3 n = best_.direction;
  double barred = lower_, free = best_.upper;
  for (double step = 0x1p-24; step < 0.5; step *= 16) {
    const double nearly = (1 - step) * best_.upper;
    if (!(nearly > barred)) break;
    if (!is_free(nearly * n)) {
      barred = nearly;
      break;
    }
    free = nearly;
  }
  halve(n, barred, free, 0x1p-24);
  if (!is_axis(n)) return;
  // That ends just above the true length, which is a short number in many a test and drawing.
  for (const int bits : {36, 28, 20}) {
    if (budget_.is_over()) return;
    int exponent = 0;
    const double fraction = std::frexp(best_.upper, &exponent);
    is_free(std::ldexp(std::floor(std::ldexp(fraction, bits)), exponent - bits) * n);
  }
}

}  // namespace clearance::detail
