// Method:   branch and bound over cells: parts of the prisms below the body's triangles (excess/core.h), so that a
//           shallow pocket below a large face is one shallow cell. The distance to a convex set is convex, and largest
//           over a cell at one of its six corners: to a triangle of the mesh, to a part of the prism above or below
//           that is known to be within the solid, to the nearest point seen from the middle. Cells that no triangle
//           meets are within the solid or outside, as the exact winding number of one point tells.
// Proves:   both ends. Rounding is in `slack_`: corners are off by a few units of the last place of the coordinates and
//           one more for each of at most kMostCuts cuts; what is said of a cell holds for all points that near to it.
// Notation: s: how far down a prism, 0 at the face, 1 at the core.
#include <clearance/build/convex_excess.h>

#include <clearance/base/has_struck.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/convex_mesh.h>
#include <clearance/build/excess/cell.h>
#include <clearance/build/excess/point.h>
#include <clearance/build/excess/samples.h>
#include <clearance/build/mesh.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

class ExcessSearch {
 public:
  ExcessSearch(const Mesh& mesh, const Polytope& body, std::vector<ExcessPrism> prisms, const ExcessOptions& options)
      : mesh_(mesh),
        options_(options),
        points_(mesh, excess_slack(mesh, body)),
        reach_(body.reach()),
        prisms_(std::move(prisms)) {}

  ConvexExcess run() {
    // A decision needs no more: cells see the rest.
    const bool decides = options_.too_much < std::numeric_limits<double>::infinity();
    look_at_samples(points_, prisms_,
                    {.enough = smaller(options_.enough, options_.too_much),
                     .too_much = options_.too_much,
                     .most = std::size_t{decides ? 72u : 768u}});
    add_prisms();
    search();
    // Points that are no farther than `slack_` from a cell are the body's own. Any two points of both are no further
    // apart than the last.
    const double upper = !is_covered_ ? mesh_.reach() + reach_ : left_.empty() ? slack_ : left_.front().bound + slack_;
    return {seen(), larger(upper, seen()),
            left_.empty() || seen() > 0 ? points_.place() : CellOutline(left_.front()).center};
  }

 private:
  double seen() const { return points_.seen(); }

  void add_prisms() {
    for (const ExcessPrism& prism : prisms_) {
      if (seen() > options_.too_much) return;
      add_prism(prism);
    }
    is_covered_ = true;
    looked_at_ = 0;
  }

  void search() {
    while (is_covered_ && !left_.empty() && !is_enough(left_.front().bound)) {
      std::pop_heap(left_.begin(), left_.end());
      ExcessCell cell = std::move(left_.back());
      left_.pop_back();
      if (cell.cuts == kMostCuts || looked_at_ >= options_.budget || has_struck(options_.deadline)) {
        push(std::move(cell));
        break;
      }
      divide(std::move(cell));
    }
  }

  // Bounds of so many roundings are no longer made better: about 2⁻³⁵ of the coordinates.
  static constexpr double kNothing = 1024;

  bool is_enough(double bound) const {
    return seen() > options_.too_much || bound <= kNothing * slack_ || is_good(bound);
  }
  // Cells with such a bound need no closer look.
  double good() const { return larger(options_.enough, (1 + options_.relative_width) * seen()); }
  bool is_good(double bound) const { return bound <= good(); }

  void push(ExcessCell cell) {
    left_.push_back(std::move(cell));
    std::push_heap(left_.begin(), left_.end());
  }

  void add_prism(const ExcessPrism& prism) {
    ExcessCell cell;
    cell.prism = prism;
    const CellOutline outline(cell);
    const Vec3 room{4 * slack_, 4 * slack_, 4 * slack_};
    mesh_.tree().find_in_box({outline.low - room, outline.high + room}, [&](std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t t = first; t < first + count; ++t) cell.triangles.push_back(t);
      return true;
    });
    if (look_at(cell)) return;
    // What lies below all triangles is cut off at once: what is left is mostly shallow, and thus as good as done.
    if (ends_above(cell))
      divide(std::move(cell));
    else
      push(std::move(cell));
  }

  // ---- A cell

  // Whether the solid holds all of the cell. Solids that overlap themselves have triangles inside. On the straight way
  // from a point of the cell to any other each triangle is passed once at most, and always in the same direction: from
  // its front to its back, which adds one to the winding number, or back, which takes one away.
  bool is_solid(const ExcessCell& cell, const CellOutline& outline) {
    if (cell.triangles.empty()) return points_.winding_at(outline.center) != 0;
    if (!points_.overlaps() || cell.triangles.size() > kMostBuried) return false;
    if (is_solid_from(cell, outline.center)) return true;
    return std::ranges::any_of(outline.corner, [&](Vec3 corner) {
      return is_solid_from(cell, outline.center + 0.75 * (corner - outline.center));
    });
  }

  bool is_solid_from(const ExcessCell& cell, Vec3 p) {
    int in_front = 0, behind = 0;
    for (const std::uint32_t t : cell.triangles) {
      const auto [a, b, c] = points_.corners_of(t);
      if (!(points_.surely_away(p, nearest_on_triangle(p, a, b, c), {a, b, c}) > 0)) return false;
      const int side = orient3d_sign(a, b, c, p);
      in_front += side > 0;
      behind += side < 0;
    }
    const int winding = points_.winding_at(p);
    return winding > behind || -winding > in_front;
  }

  // True when all of it is in the solid. Otherwise its bound is found; of its triangles those are kept that it meets.
  // `for_neighbours`: also where a bound is at hand, for a solid cell bounds those next to it.
  bool look_at(ExcessCell& cell, bool for_neighbours = false) {
    ++looked_at_;
    const CellOutline outline(cell);
    if (!for_neighbours && is_good_at_once(cell, outline)) return false;
    std::optional<CellSides> sides;  // most cells have no triangle that asks for them
    cell.last_met = cell.top;
    std::erase_if(cell.triangles, [&](std::uint32_t t) {
      const TriangleCorners corners = points_.corners_of(t);
      if (are_surely_apart(outline, corners, slack_)) return true;
      if (!sides) sides.emplace(cell, outline);
      const TrianglePart part = part_within(*sides, corners, slack_);
      cell.last_met = larger(cell.last_met, end_of_part(cell, part));
      return part.count == 0;
    });
    if (mesh_.is_solid() && is_solid(cell, outline)) return true;
    if (for_neighbours && is_good_at_once(cell, outline)) return false;
    find_bound(cell, outline);
    return false;
  }

  // The least that is within reach of all corners of a cell.
  static double all_within(const CellOutline& outline, const TriangleCorners& t, double best) {
    double most = 0;
    for (int i = 0; i < 6 && most < best; ++i) most = larger(most, distance_to(outline.corner[i], t));
    return smaller(best, most);
  }

  // By what is known of parts of it, or by a triangle that is near. Then it need not be known which triangles it meets.
  bool is_good_at_once(ExcessCell& cell, const CellOutline& outline) {
    double bound = cell.bound;
    for (const ExcessPrism::Held& held : cell.prism.held)
      if (held.excess < bound)
        bound =
            held.excess + all_within(outline, {held.corner[0], held.corner[1], held.corner[2]}, bound - held.excess);
    if (cell.is_solid_below) bound = all_within(outline, cell.at(cell.bottom), bound);
    if (cell.is_solid_above) bound = all_within(outline, cell.at(cell.top), bound);
    const double limit = good() - 4 * slack_;
    if (cell.near != ExcessCell::kNone) bound = all_within(outline, points_.corners_of(cell.near), bound);
    if (cell.triangles.size() <= kMostTried)
      for (std::size_t k = 0; k < cell.triangles.size() && bound > limit; ++k)
        if (is_within(outline, points_.corners_of(cell.triangles[k]), limit)) bound = limit;
    cell.bound = smaller(cell.bound, bound + slack_);
    return is_good(cell.bound);
  }
  static bool is_within(const CellOutline& outline, const TriangleCorners& t, double limit) {
    return std::ranges::all_of(outline.corner, [&](Vec3 corner) { return distance_to(corner, t) <= limit; });
  }

  void find_bound(ExcessCell& cell, const CellOutline& outline) {
    double bound = cell.bound;
    if (cell.triangles.size() <= kMostTried)
      for (const std::uint32_t t : cell.triangles) bound = all_within(outline, points_.corners_of(t), bound);
    if (!is_good(bound)) {
      const NearTriangle near = points_.look_at(outline.center, larger(seen(), good() - outline.radius));
      cell.near = near.triangle;
      bound = all_within(outline, points_.corners_of(near.triangle), smaller(bound, near.away + outline.radius));
      const Vec3 above = (outline.corner[0] + outline.corner[1] + outline.corner[2]) / 3;
      if (cell.top == 0 && near.away + norm(above - outline.center) > seen()) points_.look_at(above, seen());
    }
    cell.bound = smaller(cell.bound, bound + slack_);
  }

  // ---- Parts of a cell

  // Where all triangles in the cell end, and a little room, so that rounding does not meet them below.
  double end_of(const ExcessCell& cell) const {
    const Vec3 down = cell.prism.down();
    double depth = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) depth = smaller(depth, dot(down, cell.prism.core[i] - cell.prism.a[i]));
    const double room = depth > 64 * slack_ ? 64 * slack_ / depth : 1;
    return cell.last_met + 0.02 * (cell.last_met - cell.top) + room;
  }
  bool ends_above(const ExcessCell& cell) const {
    return cell.may_end && !cell.triangles.empty() && end_of(cell) < cell.top + 0.6 * (cell.bottom - cell.top);
  }

  void divide(ExcessCell cell) {
    ++cell.cuts;
    if (ends_above(cell)) {
      const double s = end_of(cell);
      return cut_across(std::move(cell), s);
    }
    double longest = 0, deepest = 0;
    int edge = 0;
    const TriangleCorners top = cell.at(cell.top), bottom = cell.at(cell.bottom);
    for (int i = 0; i < 3; ++i) {
      const int k = (i + 1) % 3;
      const double length = larger(norm(top[k] - top[i]), norm(bottom[k] - bottom[i]));
      if (length > longest) longest = length, edge = i;
      deepest = larger(deepest, norm(bottom[i] - top[i]));
    }
    const double middle = 0.5 * cell.top + 0.5 * cell.bottom;
    if (deepest > longest)
      cut_across(std::move(cell), middle);
    else
      cut_along(std::move(cell), edge);
  }

  void cut_across(ExcessCell cell, double s) {
    ExcessCell below = cell;
    below.top = s, cell.bottom = s;
    below.is_solid_above = false, cell.is_solid_below = false;
    cell.is_solid_below = look_at(below, true);
    const bool is_solid = look_at(cell);
    if (!cell.is_solid_below) {
      below.may_end = cell.may_end = false;
      below.is_solid_above = is_solid;
      push(std::move(below));
    }
    if (!is_solid) push(std::move(cell));
  }

  void cut_along(ExcessCell cell, int edge) {
    const int i = edge, k = (edge + 1) % 3;
    const Vec3 a = 0.5 * cell.prism.a[i] + 0.5 * cell.prism.a[k],
               core = 0.5 * cell.prism.core[i] + 0.5 * cell.prism.core[k];
    cell.may_end = true;
    ExcessCell other = cell;
    cell.prism.a[i] = a, cell.prism.core[i] = core;
    other.prism.a[k] = a, other.prism.core[k] = core;
    if (!look_at(cell)) push(std::move(cell));
    if (!look_at(other)) push(std::move(other));
  }

  // More in a cell are hardly all inside.
  static constexpr std::size_t kMostBuried = 6;
  // Of a cell, to find out which is next to all its corners.
  static constexpr std::size_t kMostTried = 64;

  const Mesh& mesh_;
  const ExcessOptions& options_;
  ExcessPoints points_;
  double slack_ = points_.slack();
  double reach_;  // of the body
  std::vector<ExcessPrism> prisms_;
  bool is_covered_ = false;       // all of the body is in the cells that are left, or no farther away than they are
  std::vector<ExcessCell> left_;  // a heap
  std::size_t looked_at_ = 0;
};

std::vector<Vec3> scaled(std::span<const Vec3> points, int exponent) {
  std::vector<Vec3> out;
  out.reserve(points.size());
  for (const Vec3& p : points)
    out.push_back({std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)});
  return out;
}

// Of both by a power of two in the range where doubles do not over- or underflow. What scaling loses of the smallest
// coordinates is far below the slack, on the way back as well: there the ends move outward by an ulp.
ConvexExcess scaled_excess(const Mesh& mesh, const Polytope& body, ExcessOptions options, int exponent) {
  std::vector<Vec3> corners;
  corners.reserve(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) corners.push_back(body.vertex(v));
  const Mesh small = make_mesh(scaled(mesh.vertices(), -exponent), mesh.triangles_as_given(),
                               {.kind = mesh.is_solid() ? MeshKind::Automatic : MeshKind::Surface})
                         .value();
  options.enough = std::ldexp(options.enough, -exponent);
  options.too_much = std::ldexp(options.too_much, -exponent);
  const Polytope small_body = convex_hull(scaled(corners, -exponent)).value();
  const ConvexExcess found = ExcessSearch(small, small_body, prisms_of(small_body), options).run();
  const auto back = [&](double x, double toward) {
    const double scaled = std::ldexp(x, exponent);
    return std::ldexp(scaled, -exponent) == x ? scaled : std::nextafter(scaled, toward);
  };
  return {back(found.lower, 0), back(found.upper, std::numeric_limits<double>::infinity()),
          scaled(std::span(&found.place, 1), exponent)[0]};
}

// The vertices that triangles use, and the triangles numbered by them.
struct UsedPart {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;

  explicit UsedPart(const Mesh& mesh) : triangles(mesh.triangles().begin(), mesh.triangles().end()) {
    constexpr std::uint32_t kUnused = 0xffffffffu;
    std::vector<std::uint32_t> number(mesh.vertex_count(), kUnused);
    for (const MeshTriangle& t : triangles)
      for (const std::uint32_t v : t) number[v] = 0;
    for (std::uint32_t v = 0; v < number.size(); ++v) {
      if (number[v] == kUnused) continue;
      number[v] = static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(mesh.vertex(v));
    }
    for (MeshTriangle& t : triangles)
      for (std::uint32_t& v : t) v = number[v];
  }
};

}  // namespace

ConvexExcess excess_of(const Mesh& mesh, const Polytope& body, const ExcessOptions& options) {
  const double reach = mesh.reach() + body.reach();
  if (!(reach > 0)) return {0, 0, body.center()};
  if (is_of_usual_size(mesh, body)) return ExcessSearch(mesh, body, prisms_of(body), options).run();
  return scaled_excess(mesh, body, options, std::ilogb(reach));
}

NearlyConvexHull detail::hull_with_excess(const Mesh& mesh, const ExcessOptions& options) {
  const UsedPart used(mesh);
  Polytope hull = convex_hull(used.vertices).value();
  const bool is_exact = mesh.is_solid() && why_not_convex(hull, used.vertices, used.triangles).empty();
  const ConvexExcess excess = is_exact ? ConvexExcess{0, 0, hull.center()} : excess_of(mesh, hull, options);
  return {std::move(hull), excess};
}

ConvexExcess detail::excess_of_joint(const Mesh& mesh, const Polytope& joint, const KnownExcess& a,
                                     const KnownExcess& b, const ExcessOptions& options) {
  if (joint.dimension() < 3 || !is_of_usual_size(mesh, joint)) return excess_of(mesh, joint, options);
  ConvexExcess found = ExcessSearch(mesh, joint, bridging_prisms(joint, a, b), options).run();
  const double known = larger(a.excess, b.excess) + excess_slack(mesh, joint);
  found.upper = larger(found.upper, known);
  return found;
}

ConvexExcess convex_excess(const Mesh& mesh, const ExcessOptions& options) {
  return hull_with_excess(mesh, options).excess;
}

Result<NearlyConvexHull> nearly_convex_hull(const Mesh& mesh, double within) {
  if (!(within >= 0)) return Error{"", "the excess that is allowed is negative or no number"};
  NearlyConvexHull made = hull_with_excess(mesh, {.too_much = within});
  if (made.excess.upper <= within) return made;
  return Error{"", made.excess.lower > within ? "the hull exceeds the mesh by more than that"
                                              : "the hull was not shown to exceed the mesh by no more than that"};
}

}  // namespace clearance
