// Notation: d, h middle and half side of a cube; ρ = √3 h.
#include <clearance/solid/depth/depth_below.h>

#include <clearance/convex/any_length.h>
#include <clearance/convex/query.h>
#include <clearance/exact/posed.h>
#include <clearance/mesh/local_point.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/depth/inscribed.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// √3, rounded up.
constexpr double kHalfDiagonal = 1.7320508075688774;
// Pairs of pieces that are asked about one cube.
constexpr std::size_t kPairsPerCube = 6;
// Pieces of either solid, most often.
constexpr std::size_t kPieces = 16;
// Part of the distance to the surface that a piece must have around a point, if none is to be made.
constexpr double kAsFar = 0.8;
// Cubes that are kept: some sixty megabytes. With more, the lower end stays where it is.
constexpr std::size_t kMostCubes = std::size_t{1} << 20;
// Places looked at for a point far from both surfaces.
constexpr int kPlaces = 24;

double distance_of(Vec3 d, double h) {
  const auto gap = [&](double x) { return std::max(std::fabs(x) - h, 0.0); };
  const double distance = norm({gap(d.x), gap(d.y), gap(d.z)}) * (1 - 0x1p-50);
  return std::isfinite(distance) ? distance : 0;
}

// Around the hull in the world, about.
Box about(const Polytope& hull, const Pose& pose) {
  Box box = kNoBox;
  for (int v = 0; v < hull.vertex_count(); ++v) {
    const Vec3 p = apply(pose, hull.vertex(v));
    box = united(box, {p, p});
  }
  return box;
}

// How much of both there is along each axis, the least.
double overlap_of(const Box& a, const Box& b, Vec3 d) {
  const auto along = [](double low_a, double high_a, double low_b, double high_b) {
    return smaller(high_a - low_b, high_b - low_a);
  };
  return smaller(along(a.low.x, a.high.x, b.low.x + d.x, b.high.x + d.x),
                 smaller(along(a.low.y, a.high.y, b.low.y + d.y, b.high.y + d.y),
                         along(a.low.z, a.high.z, b.low.z + d.z, b.high.z + d.z)));
}

}  // namespace

DepthBelow::DepthBelow(const SolidPair& pair, const DepthBudget& budget) : pair_(pair), budget_(budget) {}

// ---- Balls ----------------------------------------------------------------------------------------------------------

// The sum is less by what rounding c − d may be off by.
DepthBelow::Middle DepthBelow::at(Vec3 c, Vec3 d) const {
  Middle found{c, {}, {}, 0};
  const Vec3 of_b = c - d;
  if (!is_coordinate(c) || !is_coordinate(of_b)) return found;
  const PointDistance in_a = signed_distance(pair_.a, pair_.pose_a, c);
  if (in_a.location != PointLocation::Inside) return found;
  const PointDistance in_b = signed_distance(pair_.b, pair_.pose_b, of_b);
  if (in_b.location != PointLocation::Inside) return found;
  const double off = d == Vec3{} ? 0 : 0x1p-50 * (norm_one(of_b) + norm_one(d));
  found.sum = std::max(next_below(next_below(-in_a.upper - in_b.upper) - off), 0.0);
  found.way_a = in_a.nearest - c, found.way_b = in_b.nearest - of_b;
  return found;
}

// Uphill on the sum: away from the nearest points, along both surfaces, to either side, and once more as the last time.
DepthBelow::Middle DepthBelow::climbed(Middle here, Vec3 d, int places) {
  double step = 0.5 * here.sum;
  Vec3 last;
  // Steps below a ten-thousandth bring nothing that the directions' own roughness does not lose.
  while (places > 0 && step > 1e-4 * here.sum && !budget_.is_over()) {
    const Vec3 away_a = unit_of(-here.way_a), away_b = unit_of(-here.way_b), between = unit_of(cross(away_a, away_b));
    const Vec3 any = unit_of({random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1)});
    const Vec3 aside = unit_of(cross(any, last)), along_a = unit_of(cross(away_a, any)),
               along_b = unit_of(cross(away_b, any));
    bool is_higher = false;
    for (const Vec3 way : {last, unit_of(away_a + away_b), away_a, away_b, between, -between, aside, -aside, along_a,
                           -along_a, along_b, -along_b, any, -any}) {
      if (!(norm_one(way) > 0.5) || places-- <= 0 || budget_.is_over()) continue;
      const Middle there = at(here.center + step * way, d);
      if (!(there.sum > here.sum)) continue;
      here = there, last = way, is_higher = true;
      break;
    }
    step *= is_higher ? 1.5 : 0.5;
  }
  return here;
}

void DepthBelow::start(Vec3 inside) {
  middle_ = at(inside, {});
  if (middle_.sum == 0) middle_.center = inside;
  raise(middle_.sum);
}

void DepthBelow::climb(Vec3 start, int places) {
  const Middle begin = start == middle_.center ? middle_ : at(start, {});
  if (begin.sum == 0) return;
  const Middle end = climbed(begin, {}, places);
  if (end.sum > middle_.sum) middle_ = end;
  raise(middle_.sum);
}

// ---- Pieces ---------------------------------------------------------------------------------------------------------

Penetration DepthBelow::depth_of(const PiecePair& pair, Vec3 d) const {
  const Vec3 t = pair_.pose_b.translation();
  const Result<Pose> moved = moved_to(pair_.pose_b, t + d);
  if (!moved) return {};
  Penetration found = penetration(pieces_a_[pair.a].hull, pair_.pose_a, pieces_b_[pair.b].hull, moved.value());
  // The sum of the translations is rounded.
  if (d != Vec3{}) found.lower = next_below(found.lower - 0x1p-52 * (norm_one(t) + norm_one(d)));
  return found;
}

double DepthBelow::lower_of(const PiecePair& pair, Vec3 d) const { return depth_of(pair, d).lower; }

bool DepthBelow::is_full() const { return pieces_a_.size() >= kPieces || pieces_b_.size() >= kPieces; }

// Around a point, `radius` away from the surface; not where a piece is there that reaches nearly as far.
std::optional<std::uint32_t> DepthBelow::add_piece(const Mesh& mesh, const Pose& pose, Vec3 point, double radius,
                                                   std::vector<Piece>& pieces, bool& is_curved) {
  const Vec3 local = LocalPoint(pose, point).rough();
  for (std::uint32_t k = 0; k < pieces.size(); ++k)
    if (penetration(point_polytope(), translation(local), pieces[k].hull, Pose()).lower > kAsFar * radius) return k;
  const std::optional<Polytope> hull = inscribed_hull(mesh, local, is_curved);
  if (!hull) return std::nullopt;
  pieces.push_back({*hull, about(*hull, pose)});
  return static_cast<std::uint32_t>(pieces.size() - 1);
}

// Those around the middle, old or new; nothing where there is none of either solid.
std::optional<DepthBelow::PiecePair> DepthBelow::add_pieces(const Middle& middle, Vec3 d) {
  if (is_full()) return std::nullopt;
  const auto of_a = add_piece(pair_.a, pair_.pose_a, middle.center, norm(middle.way_a), pieces_a_, is_curved_a_);
  const auto of_b = add_piece(pair_.b, pair_.pose_b, middle.center - d, norm(middle.way_b), pieces_b_, is_curved_b_);
  if (!of_a || !of_b) return std::nullopt;
  return PiecePair{*of_a, *of_b};
}

bool DepthBelow::grow() {
  const std::optional<PiecePair> pieces = middle_.sum > 0 ? add_pieces(middle_, {}) : std::nullopt;
  if (!pieces) return false;
  const Penetration found = depth_of(*pieces, {});
  if (found.status != Status::Penetrating || found.lower <= lower_of_direction_) return false;
  raise(found.lower);
  lower_of_direction_ = found.lower, direction_ = found.direction;
  return true;
}

void DepthBelow::grow_at(Vec3 d, Vec3 point) {
  if (is_full() || budget_.is_over()) return;
  const Middle middle = at(point, d);
  if (middle.sum > 0) add_pieces(climbed(middle, d, kPlaces), d);
}

// ---- Cubes ----------------------------------------------------------------------------------------------------------

void DepthBelow::raise(double lower) {
  // Denormal numbers round by more than is accounted for.
  if (lower > lower_ && lower >= kMinBound) lower_ = lower;
}

std::size_t DepthBelow::list_candidates(Vec3 d, double more_than) {
  candidates_.clear();
  for (std::uint32_t i = 0; i < pieces_a_.size(); ++i)
    for (std::uint32_t k = 0; k < pieces_b_.size(); ++k) {
      const double overlap = overlap_of(pieces_a_[i].box, pieces_b_[k].box, d);
      if (overlap > more_than) candidates_.push_back({overlap, {i, k}});
    }
  const auto more = [](const Candidate& x, const Candidate& y) {
    return x.overlap != y.overlap ? x.overlap > y.overlap
           : x.pair.a != y.pair.a ? x.pair.a < y.pair.a
                                  : x.pair.b < y.pair.b;
  };
  const std::size_t count = std::min(kPairsPerCube, candidates_.size());
  std::ranges::partial_sort(candidates_, candidates_.begin() + static_cast<std::ptrdiff_t>(count), more);
  return count;
}

bool DepthBelow::seems_barred(Vec3 d) {
  const Result<Pose> moved = moved_to(pair_.pose_b, pair_.pose_b.translation() + d);
  if (!moved) return false;
  const std::size_t count = list_candidates(d, 0);
  for (std::size_t k = 0; k < count; ++k) {
    const PiecePair& pair = candidates_[k].pair;
    if (intersects(pieces_a_[pair.a].hull, pair_.pose_a, pieces_b_[pair.b].hull, moved.value()).status ==
        Status::Penetrating)
      return true;
  }
  return false;
}

bool DepthBelow::is_barred(Cube& cube) {
  const double needed = kHalfDiagonal * cube.h * (1 + 0x1p-48);
  if ((norm(cube.d) + needed) * (1 + 0x1p-48) < lower_) return true;
  if (pieces_a_.empty() || pieces_b_.empty()) return false;
  const auto bars = [&](const PiecePair& pair, double& deepest) {
    const double deep = lower_of(pair, cube.d);
    if (deep > deepest) deepest = deep, cube.best = pair;
    return deep > needed;
  };
  double deepest = 0;
  const PiecePair first = cube.best;
  if (bars(first, deepest)) return true;
  const std::size_t count = list_candidates(cube.d, needed);
  for (std::size_t k = 0; k < count; ++k)
    if (!(candidates_[k].pair == first) && bars(candidates_[k].pair, deepest)) return true;
  seems_free_ = deepest == 0;
  return false;
}

void DepthBelow::cut(const Cube& cube) {
  const double h = 0.5 * cube.h;
  for (int i = 0; i < 8; ++i) {
    const Vec3 d = cube.d + h * Vec3{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
    left_.push_back({d, h, distance_of(d, h), cube.best});
    std::ranges::push_heap(left_, Farther());
  }
}

DepthBelow::Step DepthBelow::look(double upper) {
  if (!has_root_) left_.push_back({{}, upper, 0, {}}), has_root_ = true;
  if (left_.empty() || left_.front().distance >= upper) {
    raise(upper);
    return Step::Done;
  }
  if (left_.size() > kMostCubes) return Step::Done;
  std::ranges::pop_heap(left_, Farther());
  Cube cube = left_.back();
  left_.pop_back();
  const bool barred = is_barred(cube);
  if (!barred) open_ = cube.d, cut(cube);
  if (left_.empty() || left_.front().distance >= upper) {
    raise(upper);
    return Step::Done;
  }
  raise(left_.front().distance);
  return barred ? Step::Barred : Step::Open;
}

}  // namespace clearance::detail
