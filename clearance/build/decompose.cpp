// Method:   a box around the solid is cut by planes of the solid's own triangles (decompose/choice.h) into convex
//           cells, all exact (decompose/cell.h). A cell that no triangle runs through is solid or empty, as one point
//           of it tells (decompose/solid.h); solid ones are pieces, joined again where that is convex
//           (decompose/merge.h). A vertex that is no double becomes the corners of the smallest box of doubles around
//           it. Within an allowed excess, or with too few pieces left, the cell that exceeds the solid most is cut
//           first (convex_excess.h), and the hulls of the others are the pieces, joined where that stays within
//           the excess (decompose/join.h).
// Proves:   cover: every cell is kept or empty, and a hull holds what it was made of. Excess: the distance to a
//           convex set is convex, so no point of a rounded piece is further from the exact one than a corner is from
//           its vertex.
#include <clearance/build/decompose.h>

#include <clearance/base/has_struck.h>
#include <clearance/build/convex_excess.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/decompose/cell.h>
#include <clearance/build/decompose/choice.h>
#include <clearance/build/decompose/join.h>
#include <clearance/build/decompose/merge.h>
#include <clearance/build/decompose/root.h>
#include <clearance/build/decompose/solid.h>
#include <clearance/build/excess/samples.h>
#include <clearance/build/mesh.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

using Piece = CoarsePiece;

// A cell whose piece is not known to be convex, its hull for the time being, and a bound on what that exceeds.
struct OpenCell {
  Cell cell;
  Piece piece;
  Vec3 place;  // about where the hull is farthest from the solid
  bool operator<(const OpenCell& other) const { return piece.seen < other.piece.seen; }
};

// Exact pieces that are not found at leisure, but at once.
constexpr std::size_t kFew = 64;
// An upper end that is so many times the lower one is not made better.
constexpr double kTight = 1.25;
// Nor one that is so small a part of what is allowed.
constexpr double kNothing = 0.02;
constexpr std::size_t kMeasured = std::size_t{1} << 14;

class Decomposer {
 public:
  Decomposer(const Mesh& solid, const DecomposeOptions& options) : solid_(solid), options_(options) {}

  Result<Decomposition> run() {
    if (is_joined() && keep_whole(false)) return conclude();
    // Where they are few, it is the exact pieces that are joined.
    if (cut_to_the_end(is_joined() ? kFew : options_.max_pieces)) {
      if (is_joined()) join_pieces();
      Decomposition made = conclude();
      if (made.pieces.size() <= options_.max_pieces) return made;
    }
    if (!is_cut_off_) {
      cut_the_worst_first();
      if (is_joined()) join_pieces();
    }
    if (is_over() && whole_) keep_the_tighter(*whole_);
    Decomposition coarse = conclude();
    if (coarse.pieces.size() > options_.max_pieces && is_over()) {
      keep_all_in_one();
      coarse = conclude();
    }
    if (coarse.pieces.size() > options_.max_pieces)
      return Error{"", "no decomposition into so few pieces was found", ErrorCode::TooMany};
    return coarse;
  }

 private:
  bool is_joined() const { return options_.max_excess > 0; }
  bool is_over() const { return has_struck(options_.deadline); }

  // ---- Once the deadline has struck

  // A piece is the hull of points v of the solid, up to rounding. A point of it is p = Σλᵢvᵢ with at most four of them,
  // and Σλᵢ|p − vᵢ|² = ½ΣΣλᵢλₖ|vᵢ − vₖ|² ≤ ½d²(1 − Σλᵢ²) ≤ ⅜d², d being how far it is across: some vᵢ is within
  // 0.6124d.
  double bound_at_once(const Piece& piece) const {
    Vec3 low = piece.hull.vertex(0), high = low;
    for (int v = 1; v < piece.hull.vertex_count(); ++v) {
      const Vec3 p = piece.hull.vertex(v);
      low = {smaller(low.x, p.x), smaller(low.y, p.y), smaller(low.z, p.z)};
      high = {larger(high.x, p.x), larger(high.y, p.y), larger(high.z, p.z)};
    }
    const Vec3 side = high - low;
    const double longest = norm_max(side);
    if (!(longest > 0)) return 2 * rounding_of(piece);
    return 0.6125 * longest * norm(side / longest) + kMinBound + 2 * rounding_of(piece);
  }

  Piece unjudged(const Cell& cell) const {
    Piece piece = hull_in(cell);
    piece.excess = bound_at_once(piece);
    return piece;
  }

  // The hull of everything where more is known of it than of the pieces.
  void keep_the_tighter(const Piece& whole) {
    double most = 0;
    for (const Piece& piece : pieces_) most = larger(most, piece.excess);
    if (whole.excess < most) pieces_ = {whole}, is_all_in_one_ = true;
  }
  void keep_all_in_one() {
    std::vector<Vec3> used;
    for (const MeshTriangle& t : solid_.triangles())
      for (const std::uint32_t v : t) used.push_back(solid_.vertex(v));
    Piece piece{convex_hull(used).value(), {}, 0, 0};
    piece.excess = bound_at_once(piece);
    if (whole_) piece.excess = smaller(piece.excess, whole_->excess);
    pieces_ = {std::move(piece)};
    is_all_in_one_ = true;
  }

  // ---- Pieces

  // Of vertices of the arena; while pieces are joined, of rounded ones, whatever that loses.
  Piece hull_of(const std::vector<std::uint32_t>& vertices) const {
    std::vector<Vec3> points;
    std::vector<std::uint32_t> rough;
    for (const std::uint32_t v : vertices) {
      if (is_joined())
        points.push_back(arena_.vertex(v).rough);
      else
        arena_.append_corners(v, points);
      if (arena_.vertex(v).exact >= 0) rough.push_back(v);
    }
    std::ranges::sort(rough);
    Piece piece{convex_hull(points).value(), std::move(rough), 0, 0};
    piece.excess = rounding_of(piece);
    return piece;
  }

  // What rounding can amount to: no corner of a box is further from a point of it than the diagonal, √3 times the
  // longest side.
  double rounding_of(const Piece& piece) const {
    double most = 0;
    for (const std::uint32_t v : piece.rough) most = larger(most, 1.75 * arena_.vertex(v).error);
    return most;
  }

  // With the corners around each vertex instead of one of them.
  Piece covering(Piece piece) const {
    if (piece.rough.empty() || !is_joined()) return piece;
    std::vector<Vec3> points;
    points.reserve(static_cast<std::size_t>(piece.hull.vertex_count()) + 8 * piece.rough.size());
    for (int v = 0; v < piece.hull.vertex_count(); ++v) points.push_back(piece.hull.vertex(v));
    for (const std::uint32_t v : piece.rough) arena_.append_corners(v, points);
    piece.hull = convex_hull(points).value();
    piece.excess += rounding_of(piece);
    return piece;
  }

  void keep(Piece piece) { pieces_.push_back(std::move(piece)); }

  static void append_vertices(const CutPolygon& polygon, std::vector<std::uint32_t>& vertices) {
    for (const CutPolygon::Corner& corner : polygon.corners) vertices.push_back(corner.vertex);
  }

  // A cell without triangles inside: a piece, or nothing. Triangles on its boundary, that look away from an empty cell,
  // need not bound anything on the other side either, if others cancel them: then they are pieces themselves.
  void settle(const Cell& cell) {
    if (detail::winding_number(solid_, detail::inner_point(arena_, cell)) != 0) return keep(hull_of(vertices_of(cell)));
    for (const CutPolygon& part : cell.boundary) {
      if (!detail::may_be_leaf(solid_, part.triangle)) continue;
      std::vector<std::uint32_t> vertices;
      append_vertices(part, vertices);
      keep(hull_of(vertices));
    }
  }

  // Whether a cut there would peel something off: all triangles are on one side. Where pieces shall be few, only what
  // is empty, as the triangles in the plane, which look that way, tell; if they are wrong, that costs a piece.
  bool peels(const Cell& cell, std::uint32_t plane, bool only_empty) {
    const detail::Sides sides = detail::sides_of(arena_, cell, plane);
    if (sides.front && sides.back) return false;
    const auto in_plane = std::ranges::find(cell.surface, plane, &CutPolygon::plane);
    if (in_plane == cell.surface.end()) return false;  // an earlier cut was in the same plane
    if (!sides.front && !sides.back) return true;
    return !only_empty || detail::looks_forward(arena_, solid_, *in_plane, plane) == sides.back;
  }

  // Cuts that peel something off, as long as there are any. Nothing is left of a convex piece.
  std::optional<Cell> peeled(Cell cell, bool only_empty) {
    for (bool goes_on = true; goes_on && !cell.surface.empty();) {
      goes_on = false;
      for (const std::uint32_t plane : detail::planes_in(cell)) {
        if (!peels(cell, plane, only_empty)) continue;
        detail::CutCells cells = detail::cut(arena_, solid_, std::move(cell), plane);
        const bool is_front_empty = cells.front.surface.empty();
        settle(is_front_empty ? cells.front : cells.back);
        cell = std::move(is_front_empty ? cells.back : cells.front);
        goes_on = true;
      }
    }
    if (!cell.surface.empty()) return cell;
    settle(cell);
    return std::nullopt;
  }

  // False when there would be too many pieces, even if half of them could be joined; or cut off by the deadline, with
  // hulls in place of what is left.
  bool cut_to_the_end(std::size_t most_pieces) {
    std::vector<Cell> left;
    left.push_back(detail::root_cell(arena_, solid_));
    while (!left.empty()) {
      std::optional<Cell> cell = peeled(std::move(left.back()), false);
      left.pop_back();
      if (cell) {
        const std::uint32_t plane = detail::choose_plane(arena_, *cell);
        detail::CutCells cells = detail::cut(arena_, solid_, *std::move(cell), plane);
        left.push_back(std::move(cells.front));
        left.push_back(std::move(cells.back));
      }
      if (is_over()) {
        for (const Cell& open : left) keep(unjudged(open));
        is_cut_off_ = true;
        return false;
      }
      if (pieces_.size() / 2 > most_pieces) return false;
    }
    return true;
  }

  // Whether a hull is good enough as it is, and where it is not.
  ConvexExcess judged(const Polytope& hull) const {
    if (!is_joined()) return excess_of(solid_, hull, {.deadline = options_.deadline});
    const ExcessOptions decide = options_to_decide(options_.max_excess, options_.deadline);
    const SampledExcess sampled = sampled_excess(solid_, hull, {.enough = decide.too_much});
    if (!(sampled.seen > decide.too_much)) return excess_of(solid_, hull, decide);
    return {sampled.seen, std::numeric_limits<double>::infinity(), sampled.place};
  }

  // The hull of everything, where that is within the excess, or where even the first cut makes too many pieces.
  bool keep_whole(bool in_any_case) {
    const double allowed = options_.max_excess;
    if (!in_any_case && !(allowed > 0)) return false;
    // A small part of what is allowed is as good as nothing.
    ExcessOptions measure{.deadline = options_.deadline};
    if (!in_any_case) measure.enough = kNothing * allowed, measure.too_much = allowed, measure.budget = kMeasured;
    NearlyConvexHull whole = hull_with_excess(solid_, measure);
    if (!in_any_case && !(whole.excess.upper <= allowed)) {
      if (!options_.deadline.is_never()) whole_ = Piece{std::move(whole.hull), {}, whole.excess.upper, 0};
      return false;
    }
    pieces_.clear();
    keep({std::move(whole.hull), {}, whole.excess.upper, whole.excess.lower});
    return true;
  }

  // Around what the solid has in a cell.
  Piece hull_in(const Cell& cell) const {
    std::vector<std::uint32_t> vertices;
    for (const CutPolygon& part : cell.surface) append_vertices(part, vertices);
    for (const CutPolygon& part : cell.boundary) append_vertices(part, vertices);
    for (const std::uint32_t v : vertices_of(cell))
      if (detail::is_in_closed_solid(solid_, arena_.position(v))) vertices.push_back(v);
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return hull_of(vertices);
  }

  OpenCell opened(Cell cell) {
    Piece piece = hull_in(cell);
    OpenCell open{std::move(cell), std::move(piece), {}};
    if (is_over()) {
      open.piece.excess = bound_at_once(open.piece);
      return open;
    }
    const ConvexExcess excess = judged(open.piece.hull);
    open.piece.excess = excess.upper;
    open.piece.seen = excess.lower;
    open.place = excess.place;
    return open;
  }

  void cut_the_worst_first() {
    arena_ = {};
    pieces_.clear();
    std::vector<OpenCell> left;  // a heap
    const auto add = [&](std::vector<Cell> cells) {
      std::vector<OpenCell> open;
      for (Cell& cell : cells)
        if (std::optional<Cell> rest = peeled(std::move(cell), true)) open.push_back(opened(*std::move(rest)));
      if (pieces_.size() + left.size() + open.size() > options_.max_pieces) return false;
      for (OpenCell& cell : open) {
        if (cell.piece.excess <= options_.max_excess) {
          keep(std::move(cell.piece));
          continue;
        }
        left.push_back(std::move(cell));
        std::push_heap(left.begin(), left.end());
      }
      return true;
    };
    if (!add({detail::root_cell(arena_, solid_)})) {
      keep_whole(true);
      return;
    }
    while (!left.empty() && pieces_.size() + left.size() < options_.max_pieces && !is_over()) {
      std::pop_heap(left.begin(), left.end());
      OpenCell worst = std::move(left.back());
      left.pop_back();
      const auto settled = static_cast<std::ptrdiff_t>(pieces_.size());
      const std::uint32_t plane = detail::choose_coarse_plane(arena_, worst.cell, worst.place);
      detail::CutCells cells = detail::cut(arena_, solid_, std::move(worst.cell), plane);
      if (add({std::move(cells.front), std::move(cells.back)})) continue;
      // One cut, and more pieces than are allowed: this one stays as it is.
      pieces_.erase(pieces_.begin() + settled, pieces_.end());
      keep(std::move(worst.piece));
    }
    for (OpenCell& open : left) keep(std::move(open.piece));
  }

  // Pieces that are joined without any excess take no time to be judged.
  void join_pieces() {
    merge_exact_pieces();
    pieces_ = join_within(solid_, std::move(pieces_), options_.max_excess, options_.deadline);
    measure_pieces();
  }

  void merge_exact_pieces() {
    if (is_over()) return;
    const auto others =
        std::ranges::partition(pieces_, [](const Piece& piece) { return piece.excess == 0 && piece.rough.empty(); });
    std::vector<Polytope> exact;
    for (auto piece = pieces_.begin(); piece != others.begin(); ++piece) exact.push_back(std::move(piece->hull));
    std::vector<Piece> left;
    for (Piece& piece : others) left.push_back(std::move(piece));
    for (Polytope& piece : detail::merge_convex(std::move(exact))) left.push_back({std::move(piece), {}, 0, 0});
    pieces_ = std::move(left);
  }

  // What was good enough for a decision is more than there is: the largest excess is wanted, others no better than
  // that.
  void measure_pieces() {
    // What is less than that is rounding, and known better; or not worth the search.
    double most = larger(0x1p-35 * solid_.reach(), kNothing * options_.max_excess);
    for (const Piece& piece : pieces_) most = larger(most, kTight * piece.seen);
    std::ranges::sort(pieces_, std::greater<>(), &Piece::excess);
    for (Piece& piece : pieces_) {
      if (piece.excess <= most) continue;
      if (is_over()) break;
      const ConvexExcess excess =
          excess_of(solid_, piece.hull,
                    {.relative_width = kTight - 1, .enough = most, .budget = kMeasured, .deadline = options_.deadline});
      piece.excess = smaller(piece.excess, excess.upper);
      most = larger(most, kTight * excess.lower);
    }
  }

  Decomposition conclude() {
    // The hull of everything holds them.
    for (const std::uint32_t t : is_all_in_one_ ? std::vector<std::uint32_t>() : detail::bare_triangles(solid_)) {
      const MeshTriangle& v = solid_.triangle(t);
      const Vec3 corners[3] = {solid_.vertex(v[0]), solid_.vertex(v[1]), solid_.vertex(v[2])};
      keep({convex_hull(corners).value(), {}, 0, 0});
    }
    merge_exact_pieces();
    Decomposition result;
    result.complete = !is_over();
    for (Piece& piece : pieces_) {
      if (!result.complete) piece.excess = smaller(piece.excess, bound_at_once(piece));
      piece = covering(std::move(piece));
      result.excess = larger(result.excess, piece.excess);
      result.rounded += piece.rough.size();
      result.pieces.push_back(std::move(piece.hull));
    }
    return result;
  }

  const Mesh& solid_;
  const DecomposeOptions& options_;
  detail::CutArena arena_;
  std::vector<Piece> pieces_;
  std::optional<Piece> whole_;  // the hull of everything, where a deadline may ask for it
  bool is_cut_off_ = false, is_all_in_one_ = false;
};

}  // namespace

Result<Decomposition> decompose(const Mesh& solid, const DecomposeOptions& options) {
  if (!solid.is_solid()) {
    const std::string why = why_not_solid(solid.facts());
    return Error{"", "no solid: " + (why.empty() ? "taken as a surface" : why), ErrorCode::NotSolid};
  }
  if (options.max_pieces == 0) return Error{"", "no pieces are allowed"};
  if (!(options.max_excess >= 0)) return Error{"", "the allowed excess is negative or no number"};
  // What is behind a triangle is inside, unless the mesh is inside out; turned around it is the same set.
  if (solid.outer_side() < 0) {
    const Mesh turned = make_mesh(solid.vertices(), solid.triangles_as_given(), {.flip = true}).value();
    return Decomposer(turned, options).run();
  }
  return Decomposer(solid, options).run();
}

}  // namespace clearance
