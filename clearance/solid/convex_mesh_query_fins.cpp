// Triangles that cover each other and look opposite ways bound nothing between them.
// Why jump_within decides: int a is open and convex. Where a piece of a triangle on which the winding number jumps
//           meets it, one side of the piece, near there, is inside both. Where none does, a way from any point of int a
//           to any other that avoids edges and crossings meets no jump, so the winding number is the same everywhere in
//           int a off the triangles: one point tells it.
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/convex/query.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/orient3d.h>
#include <clearance/mesh/jump.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/exact_hulls.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace clearance::detail {

bool may_be_fin(const Mesh& mesh, std::uint32_t t) {
  const auto at = [&](std::uint32_t s, std::size_t k) { return mesh.vertex(mesh.triangle(s)[k]); };
  const Vec3 a = at(t, 0), b = at(t, 1), c = at(t, 2);
  const int axis = orient2d_sign(a, b, c, 0) != 0 ? 0 : orient2d_sign(a, b, c, 1) != 0 ? 1 : 2;
  const int turn = orient2d_sign(a, b, c, axis);
  bool found = false;
  const Box box{{smaller(a.x, smaller(b.x, c.x)), smaller(a.y, smaller(b.y, c.y)), smaller(a.z, smaller(b.z, c.z))},
                {larger(a.x, larger(b.x, c.x)), larger(a.y, larger(b.y, c.y)), larger(a.z, larger(b.z, c.z))}};
  mesh.tree().find_in_box(box, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t s = first; s < first + count && !found; ++s)
      found = s != t && orient3d_sign(a, b, c, at(s, 0)) == 0 && orient3d_sign(a, b, c, at(s, 1)) == 0 &&
              orient3d_sign(a, b, c, at(s, 2)) == 0 && orient2d_sign(at(s, 0), at(s, 1), at(s, 2), axis) == -turn;
    return !found;
  });
  return found;
}

bool cancel_in_pairs(const Mesh& mesh, std::span<const std::uint32_t> triangles) {
  using Corners = std::array<std::tuple<double, double, double>, 3>;
  std::vector<std::pair<Corners, int>> all;
  for (const std::uint32_t t : triangles) {
    Corners corner;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 v = mesh.vertex(mesh.triangle(t)[k]);
      corner[k] = {v.x, v.y, v.z};
    }
    int turn = 1;
    for (const auto& [i, j] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 1)})
      if (corner[static_cast<std::size_t>(j)] < corner[static_cast<std::size_t>(i)])
        std::swap(corner[static_cast<std::size_t>(i)], corner[static_cast<std::size_t>(j)]), turn = -turn;
    all.emplace_back(corner, turn);
  }
  std::sort(all.begin(), all.end());
  for (std::size_t k = 0; k < all.size();) {
    int sum = 0;
    const Corners corner = all[k].first;
    for (; k < all.size() && all[k].first == corner; ++k) sum += all[k].second;
    if (sum != 0) return false;
  }
  return true;
}

namespace {

// Vertices of a, and points of b's frame, in one scale: that of the pair times whatever a point's own weight is.
class ExactPlaces {
 public:
  explicit ExactPlaces(const ConvexMeshPair& pair) : core_(pair.a().core()), pair_(pair.pose_a(), pair.pose_b()) {
    origin_ = pair_.b().numerator({});
    for (int i = 0; i < 3; ++i)
      axis_[i] = pair_.b().edge({}, {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0});
  }

  const Dyadic& scale() const { return pair_.scale(); }
  // Times scale()·weight.
  std::vector<DyadicVec> core(const Dyadic& weight) const {
    std::vector<DyadicVec> points;
    points.reserve(static_cast<std::size_t>(core_.vertex_count()));
    for (int v = 0; v < core_.vertex_count(); ++v) points.push_back(weight * pair_.point_a(core_.vertex(v)));
    return points;
  }
  DyadicVec of_b(const JumpCorner& x) const {
    return pair_.a().denominator() *
           (x.weight * origin_ + x.numerator.x * axis_[0] + x.numerator.y * axis_[1] + x.numerator.z * axis_[2]);
  }

 private:
  const Polytope& core_;
  ExactPair pair_;
  DyadicVec origin_, axis_[3];
};

struct RoughTriangle {
  Vec3 v[3];
  double error;  // of its points, at most
};

// approximate_ratio is off by a few units in the last place: below 2⁻⁵⁰; √3 of that, and 1e-4 for a crooked pose.
RoughTriangle rough(const JumpCorner& a, const JumpCorner& b, const JumpCorner& c) {
  RoughTriangle made;
  double most = 0;
  const JumpCorner* const corners[3] = {&a, &b, &c};
  for (int k = 0; k < 3; ++k) {
    const auto value = [&](const Dyadic& x) { return approximate_ratio(x, corners[k]->weight); };
    made.v[k] = {value(corners[k]->numerator.x), value(corners[k]->numerator.y), value(corners[k]->numerator.z)};
    most = larger(most, norm_max(made.v[k]));
  }
  made.error = 0x1p-49 * most + kUnderflow;
  return made;
}

// Where the two are nearest, if they are nearer than the radius.
std::optional<JumpPlace> near_enough(const ConvexMeshPair& pair, const JumpCorner& a, const JumpCorner& b,
                                     const JumpCorner& c) {
  const RoughTriangle rounded = rough(a, b, c);
  const Distance about = distance(pair.a().core(), pair.pose_a(),
                                  triangle_polytope(rounded.v[0], rounded.v[1], rounded.v[2]), pair.pose_b());
  if (about.lower - 2 * rounded.error > pair.a().radius()) return std::nullopt;
  const ExactPlaces places(pair);
  const Dyadic weight = a.weight * b.weight * c.weight;
  const DyadicVec corner[3] = {b.weight * c.weight * places.of_b(a), a.weight * c.weight * places.of_b(b),
                               a.weight * b.weight * places.of_b(c)};
  const HullGap gap = compare_hulls(places.core(weight), corner, Dyadic(pair.a().radius()) * places.scale() * weight);
  if (gap.sign >= 0) return std::nullopt;
  const Dyadic denominator = gap.weight * places.scale() * weight;
  // Not the very middle: on nice numbers another triangle may stand on the whole way there.
  const DyadicVec middle = Dyadic(2) * corner[0] + Dyadic(3) * corner[1] + Dyadic(4) * corner[2];
  return JumpPlace{gap.on_b, denominator, gap.weight * middle, Dyadic(9) * denominator};
}

// One point, times one factor.
struct WorldFraction {
  DyadicVec numerator;
  Dyadic denominator;
};

// Off the place by 2⁻ᵏ of the way to the middle.
WorldFraction toward_middle(const JumpPlace& place, int k) {
  const Dyadic share = std::ldexp(1.0, -k), rest = Dyadic(1) - share;
  return {rest * place.middle_denominator * place.nearest + share * place.denominator * place.middle,
          place.denominator * place.middle_denominator};
}

bool is_inside_both(const ConvexMeshPair& pair, const WorldFraction& x) {
  return strictly_inside(pair.a(), pair.pose_a(), x.numerator, x.denominator) &&
         locate(pair.b(), pair.pose_b(), x.numerator, x.denominator) == PointLocation::Inside;
}

}  // namespace

std::optional<JumpPlace> jump_within(const ConvexMeshPair& pair, std::uint32_t t) {
  std::optional<JumpPlace> found;
  visit_jumps(pair.b(), t, [&](std::span<const JumpCorner> corners) {
    for (std::size_t k = 2; k < corners.size() && !found; ++k)
      found = near_enough(pair, corners[0], corners[k - 1], corners[k]);
    return !found;
  });
  return found;
}

std::optional<ExactPoint> interior_point_at(const ConvexMeshPair& pair, std::uint32_t t, const JumpPlace& place) {
  constexpr int kPlaces = 3, kMostHalvings = 1100;
  const Mesh& b = pair.b();
  const auto at = [&](std::size_t k) { return b.vertex(b.triangle(t)[k]); };
  const Vec3 normal = pair.pose_b().rotation() * normal_of(at(0), at(1), at(2));
  const double size = larger(norm_max(at(1) - at(0)), norm_max(at(2) - at(0)));
  int share = 1;
  for (int tried = 0; tried < kPlaces && share < kMostHalvings; ++share) {
    const WorldFraction on = toward_middle(place, share);
    if (!strictly_inside(pair.a(), pair.pose_a(), on.numerator, on.denominator)) continue;
    ++tried;
    // Beside it, nearer and nearer: on one side, all that are near enough are inside both.
    for (int halvings = 1; halvings < 4 * (share + 64) && halvings < kMostHalvings; halvings += 2)
      for (const double side : {-1.0, 1.0}) {
        const DyadicVec step = exact((side * std::ldexp(size, -halvings)) * normal);
        const WorldFraction beside{on.numerator + on.denominator * step, on.denominator};
        if (!is_inside_both(pair, beside)) continue;
        if (const auto point = shown(pair, beside.numerator, beside.denominator)) return point;
      }
  }
  return std::nullopt;
}

std::optional<ExactPoint> shown(const ConvexMeshPair& pair, const DyadicVec& numerator, const Dyadic& denominator) {
  ExactPoint point;
  DyadicVec rest = numerator, sum = exact(Vec3{});
  for (int k = 0; k < ExactPoint::kTerms; ++k) {
    const Vec3 term{approximate_ratio(rest.x, denominator), approximate_ratio(rest.y, denominator),
                    approximate_ratio(rest.z, denominator)};
    if (!is_finite(term)) return std::nullopt;
    point.x[k] = term.x, point.y[k] = term.y, point.z[k] = term.z;
    point.count = k + 1;
    sum = sum + exact(term);
    rest = rest - denominator * exact(term);
    if (is_inside_both(pair, {sum, 1.0})) return point;
  }
  return std::nullopt;
}

}  // namespace clearance::detail
