// Patches that are one, and what of deep contacts ends with others that are less deep.
#include <clearance/contact/surfaces/piece_work.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

namespace clearance::detail {
namespace {

// Normals that differ by less are one.
constexpr double kSameNormal = 1e-6;
// A single point of a patch ends with another patch only where it is so many times as deep.
constexpr double kMuchDeeper = 4;
// Of more patches no two are looked at together.
constexpr std::size_t kMostPairs = 16;

class Patches : PieceWork {
 public:
  explicit Patches(const PieceWork& work) : PieceWork(work) {}

  // Patches with one normal that share a feature are one: a face against several of one plane, an edge at both its
  // ends.
  void join_patches() {
    if (with_.patches.size() < 2) return;
    const auto& points = with_.points;
    std::vector<std::uint32_t>& order = with_.order;
    order.resize(points.size());
    const auto join_by = [&](const auto& key, const auto& is_one) {
      for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
      std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
        const auto i = key(points[x]), j = key(points[y]);
        return i != j ? i < j : x < y;
      });
      for (std::size_t first = 0, last; first < order.size(); first = last) {
        for (last = first + 1; last < order.size() && key(points[order[first]]) == key(points[order[last]]); ++last) {
        }
        if (!is_one(points[order[first]])) continue;
        for (std::size_t i = first; i < last; ++i)
          for (std::size_t j = i + 1; j < last && j < i + 64; ++j) join(points[order[i]].patch, points[order[j]].patch);
      }
    };
    join_by([](const PiecePoint& p) { return p.face_a; }, [](const PiecePoint& p) { return p.face_a != kNoPlace; });
    join_by([](const PiecePoint& p) { return p.face_b; }, [](const PiecePoint& p) { return p.face_b != kNoPlace; });
    const auto name = [](const ContactFeature& f) { return std::tuple(f.kind, f.first, f.second); };
    join_by([&](const PiecePoint& p) { return name(p.feature_a); }, [](const PiecePoint&) { return true; });
    join_by([&](const PiecePoint& p) { return name(p.feature_b); }, [](const PiecePoint&) { return true; });
    for (PiecePoint& point : with_.points) {
      const std::uint32_t to = whole(point.patch);
      if (to == point.patch) continue;
      with_.patches[to].gap = smaller(with_.patches[to].gap, with_.patches[point.patch].gap);
      point.patch = to;
    }
  }

  void leave_out_resolved() {
    std::vector<std::uint32_t>& order = with_.order;
    order.clear();
    for (std::uint32_t k = 0; k < with_.patches.size(); ++k)
      if (with_.patches[k].same == k && with_.patches[k].gap < radius_ + slack_) order.push_back(k);
    if (order.size() < 2) return;
    // Of patches that are as deep, the one that leads away from the other body's middle comes first, whichever is a.
    const auto rank = [&](std::uint32_t k) {
      const PiecePatch& patch = with_.patches[k];
      return std::tuple(-std::floor(patch.gap / (16 * slack_)), -dot(patch.normal, in_.between), k);
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) { return rank(x) < rank(y); });
    if (!is_deep(with_.patches[order.back()].gap)) return;
    sort_points();
    for (std::size_t i = 1; i < order.size(); ++i)
      if (is_deep(with_.patches[order[i]].gap)) resolve(order[i], i);
    std::erase_if(with_.points, [](const PiecePoint& p) { return p.is_resolved; });
  }

 private:
  std::uint32_t whole(std::uint32_t k) {
    while (with_.patches[k].same != k) k = with_.patches[k].same = with_.patches[with_.patches[k].same].same;
    return k;
  }

  void join(std::uint32_t x, std::uint32_t y) {
    x = whole(x), y = whole(y);
    if (x == y || norm_max(with_.patches[x].normal - with_.patches[y].normal) > kSameNormal) return;
    with_.patches[std::max(x, y)].same = std::min(x, y);
  }

  // All points of a patch end with one that is less deep: the patch is no affair of its own. A single point has to be
  // much deeper: where a peg is a little too thick for its hole, the corners of each wall end with its neighbours.
  void resolve(std::uint32_t deep, std::size_t earlier) {
    const auto begin = std::lower_bound(with_.points.begin(), with_.points.end(), deep,
                                        [](const PiecePoint& p, std::uint32_t k) { return p.patch < k; });
    const auto end = std::find_if(begin, with_.points.end(), [&](const PiecePoint& p) { return p.patch != deep; });
    for (std::size_t i = 0; i < earlier; ++i) {
      if (with_.patches[with_.order[i]].is_resolved) continue;
      if (is_other_side_of(deep, with_.order[i])) {
        std::for_each(begin, end, [](PiecePoint& p) { p.is_resolved = true; });
        break;
      }
      end_after({begin, end}, with_.patches[deep], {i, i});
    }
    // In a corner of a hole it takes both walls.
    for (std::size_t i = 0; i < earlier && earlier <= kMostPairs; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const PiecePatch &x = with_.patches[with_.order[i]], &y = with_.patches[with_.order[j]];
        if (x.is_resolved || y.is_resolved || dot(x.normal, y.normal) < -0.5) continue;
        end_after({begin, end}, with_.patches[deep], {i, j});
      }
    with_.patches[deep].is_resolved = std::all_of(begin, end, [](const PiecePoint& p) { return p.is_resolved; });
  }

  Vec3 way_out(std::size_t i) const {
    const PiecePatch& less = with_.patches[with_.order[i]];
    return (larger(radius_ - less.gap, 0) * (1 + 1e-6) + 8 * slack_) * less.normal;
  }

  // By one earlier patch, or two of them.
  void end_after(std::span<PiecePoint> points, const PiecePatch& patch,
                 std::pair<std::size_t, std::size_t> earlier) const {
    const auto [i, j] = earlier;
    const std::uint32_t x = with_.order[i], y = with_.order[j];
    const double depth = larger(radius_ - smaller(with_.patches[x].gap, with_.patches[y].gap), 0);
    const Vec3 step = i == j ? way_out(i) : way_out(i) + way_out(j);
    bool are_all = true;
    for (PiecePoint& p : points) {
      const bool ends = is_deep(p.gap) && ends_after(p, patch, step, is_near(p, x) || (i != j && is_near(p, y)));
      are_all = are_all && ends;
      if (ends && radius_ - p.gap > kMuchDeeper * depth) p.is_resolved = true;
    }
    if (are_all && i == j)
      for (PiecePoint& p : points) p.is_resolved = true;
  }

  // The same face of a surface, met from its other side.
  bool is_other_side_of(std::uint32_t x, std::uint32_t y) const {
    const PiecePatch &p = with_.patches[x], &q = with_.patches[y];
    if (!a_.is_two_sided() && !b_.is_two_sided()) return false;
    if (!(dot(p.normal, q.normal) < 0)) return false;
    const auto shares = [&](auto face, const SurfacePiece& piece) {
      return piece.is_two_sided() && std::any_of(with_.points.begin(), with_.points.end(), [&](const PiecePoint& s) {
               return s.patch == x && s.*face != kNoPlace &&
                      std::any_of(with_.points.begin(), with_.points.end(),
                                  [&](const PiecePoint& t) { return t.patch == y && t.*face == s.*face; });
             });
    };
    return shares(&PiecePoint::face_a, a_) || shares(&PiecePoint::face_b, b_);
  }

  // Whether the point is no more when b has moved by the step: either body leaves the place of the other. A gap that
  // only opens is a place of its own, like the next leg of a table, but for what is as near as it is deep.
  bool ends_after(const PiecePoint& point, const PiecePatch& patch, Vec3 step, bool is_near) const {
    if (point.gap + dot(patch.normal, step) >= radius_ - slack_) return is_near;
    PiecePoint moved;
    const auto leaves = [&](const SurfacePiece& owner, std::uint32_t face, Vec3 from, Vec3 way, int of) {
      return !find_under(owner, face, from, way, of, moved) || is_blocked(owner, from, of == 0 ? moved.a : moved.b);
    };
    const bool has_a = point.face_a != kNoPlace, has_b = point.face_b != kNoPlace;
    if (has_a || has_b)
      return (!has_b || leaves(b_, point.face_b, point.a - step, patch.normal, 1)) &&
             (!has_a || leaves(a_, point.face_a, point.b + step, -patch.normal, 0));
    return is_blocked(b_, point.a - step, point.b) || is_blocked(a_, point.b + step, point.a);
  }

  // A point of the other patch is no farther than this one is deep.
  bool is_near(const PiecePoint& point, std::uint32_t other) const {
    const double reach = 2 * (radius_ - point.gap);
    return std::any_of(with_.points.begin(), with_.points.end(), [&](const PiecePoint& q) {
      return q.patch == other && (is_within(q.a - point.a, reach) || is_within(q.b - point.b, reach));
    });
  }
};

}  // namespace

void join_patches(const PieceWork& work) { Patches(work).join_patches(); }
void leave_out_resolved(const PieceWork& work) { Patches(work).leave_out_resolved(); }

}  // namespace clearance::detail
