#include <clearance/bvh/precise_walk.h>

#include <clearance/bvh/triangle_box.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kInfinity = kInfiniteEnd;

TriangleTree::OrientedBox scaled_box(const TriangleTree& tree, std::uint32_t box, double scale) {
  TriangleTree::OrientedBox made{{}, tree.half(), {}};
  if (box != TreeStop::kWholeTree) made = TriangleTree::box(tree.nodes()[box >> 3], box & 7);
  made.center = scale * made.center;
  made.half = scale * made.half;
  return made;
}

// Then a run's box says little about its triangles, and many of the other's boxes are held against it.
constexpr double kMuchLarger = 2;

double positive_square(double x) { return x > 0 ? x * x : 0; }

}  // namespace

// All lengths over one power of two, the largest of them: nothing over- or underflows that matters.
PreciseWalk::PreciseWalk(const TriangleTree& a, const TriangleTree& b, const TreeMotion& b_to_a,
                         const TreeTriangles& of_a, const TreeTriangles& of_b)
    : trees_{&a, &b}, triangles_{of_a, of_b} {
  const double size_a = std::ldexp(1.0, a.exponent()), size_b = std::ldexp(1.0, b.exponent());
  const Vec3 between = b_to_a.linear * b.origin() + (b_to_a.shift - a.origin());
  int exponent = 0;
  std::frexp(larger(norm_max(between), larger(size_a, size_b)), &exponent);
  unit_ = std::ldexp(1.0, std::min(exponent, 1022));
  scale_[0] = size_a / unit_;
  scale_[1] = size_b / unit_;
  turn_ = b_to_a.linear;
  between_ = between / unit_;
  const double off = b_to_a.error + 0x1p-48 * (norm_one(b.origin()) + norm_one(a.origin()) + norm_one(b_to_a.shift));
  margin_ = 4 * off / unit_ + 0x1p-44;
  crooked_ = 0x1p-19 + 8 * b_to_a.crookedness;
}

std::uint32_t PreciseWalk::child_of(int side, std::uint32_t part) const {
  return part == kWhole ? 0 : is_triangle(part) ? part : trees_[side]->nodes()[part >> 3].child[part & 7];
}

PreciseWalk::PlacedBox PreciseWalk::placed(int side, std::uint32_t box) const {
  PlacedBox made = scaled_box(*trees_[side], box, scale_[side]);
  if (side == 0) return made;
  made.center = turn_ * made.center + between_;
  for (Vec3& axis : made.axes.row) axis = turn_ * axis;
  return made;
}

double PreciseWalk::gap(const PlacedBox& a, const PlacedBox& b, double enough) const {
  const Vec3 d = b.center - a.center;
  const auto along = [&](Vec3 direction) {
    const Vec3 n = direction / norm(direction);
    double beyond = std::fabs(dot(n, d));
    for (int k = 0; k < 3; ++k)
      beyond -= a.half[k] * std::fabs(dot(n, a.axes.row[k])) + b.half[k] * std::fabs(dot(n, b.axes.row[k]));
    return beyond;
  };
  double most = norm_max(d) > 0 ? along(d) : -kInfinity, square_a = 0, square_b = 0;
  if (most - margin_ > enough) return most - margin_;
  for (int k = 0; k < 3; ++k) {
    const double by_a = along(a.axes.row[k]), by_b = along(b.axes.row[k]);
    most = larger(most, larger(by_a, by_b));
    square_a += positive_square(by_a);
    square_b += positive_square(by_b);
  }
  // For distances these would save one test in ten, at twice the cost.
  if (enough == 0 && most <= margin_)
    for (const Vec3& u : a.axes.row)
      for (const Vec3& v : b.axes.row) {
        const Vec3 n = cross(u, v);
        if (norm_max(n) > 1e-4) most = larger(most, along(n));
      }
  // The axes of one box are square to each other up to 8·2⁻²⁴, those of b up to what the motion adds.
  if (most > 0) most = larger(most, std::sqrt(larger(square_a, square_b)) * (1 - crooked_));
  return most - margin_;
}

double PreciseWalk::gap(int side, std::uint32_t triangle, const PlacedBox& other, double enough) const {
  const TreeTriangles& of = triangles_[side];
  const Vec3 origin = trees_[side]->origin();
  Vec3 corner[3];
  for (std::size_t k = 0; k < 3; ++k) {
    corner[k] = (of.vertices[of.triangles[TriangleTree::leaf_first(triangle)][k]] - origin) / unit_;
    if (side == 1) corner[k] = turn_ * corner[k] + between_;
  }
  return gap_of_triangle_and_box(corner, other, enough > 0 ? TriangleBoxWant::Distance : TriangleBoxWant::Overlap) -
         margin_;
}

class PreciseWalk::Stack {
 public:
  bool is_empty() const { return open_ == 0; }
  // What is put in from now on is above the rest, the nearest on top.
  Entry take() { return base_ = open_ - 1, entries_[--open_]; }
  void put(const Entry& entry) {
    int at = open_++;
    for (; at > base_ && entries_[at - 1].bound < entry.bound; --at) entries_[at] = entries_[at - 1];
    entries_[at] = entry;
  }

 private:
  static constexpr int kMost = 2 * TriangleTree::kStack + 16;
  Entry entries_[kMost];
  int open_ = 0, base_ = 0;
};

void PreciseWalk::open_node(const Entry& entry, int side, double nearest, Stack& stack) const {
  const std::uint32_t fixed = entry.part[1 - side], node = child_of(side, entry.part[side]);
  const PlacedBox fixed_box = is_triangle(fixed) ? PlacedBox{} : placed(1 - side, fixed);
  for (std::uint32_t slot = 0; slot < TriangleTree::kWidth; ++slot) {
    if (trees_[side]->nodes()[node].child[slot] == TriangleTree::kNoChild) continue;
    Entry next = entry;
    next.part[side] = node << 3 | slot;
    const PlacedBox box = placed(side, next.part[side]);
    next.bound = is_triangle(fixed) ? gap(1 - side, fixed, box, nearest)
                 : side == 0        ? gap(box, fixed_box, nearest)
                                    : gap(fixed_box, box, nearest);
    if (next.bound <= nearest) stack.put(next);
  }
}

void PreciseWalk::open_run(const Entry& entry, int side, double nearest, Stack& stack) const {
  const std::uint32_t run = child_of(side, entry.part[side]);
  const PlacedBox other = placed(1 - side, entry.part[1 - side]);
  for (std::uint32_t k = 0; k < TriangleTree::leaf_count(run); ++k) {
    Entry next = entry;
    next.part[side] = kTriangle | (TriangleTree::leaf_first(run) + k);
    next.bound = gap(side, next.part[side], other, nearest);
    if (next.bound <= nearest) stack.put(next);
  }
}

double PreciseWalk::gap_of_run(bool run_is_of_b, std::uint32_t run, std::uint32_t other, double enough) const {
  const int side = run_is_of_b ? 1 : 0;
  const std::uint32_t leaf = child_of(side, run);
  const PlacedBox box = placed(1 - side, other);
  double least = kInfinity;
  for (std::uint32_t k = 0; k < TriangleTree::leaf_count(leaf) && !(least <= enough); ++k)
    least = smaller(least, unit_ * gap(side, kTriangle | (TriangleTree::leaf_first(leaf) + k), box, enough));
  return least;
}

void PreciseWalk::open(const Entry& entry, double nearest, Stack& stack) const {
  for (const int side : {0, 1})
    if (is_triangle(entry.part[side])) return open_node(entry, 1 - side, nearest, stack);
  double size[2];
  bool is_run[2];
  for (const int side : {0, 1}) {
    size[side] = norm_one(scaled_box(*trees_[side], entry.part[side], scale_[side]).half);
    is_run[side] = TriangleTree::is_leaf(child_of(side, entry.part[side]));
  }
  const int side = !is_run[0] && (is_run[1] || size[0] > size[1]) ? 0 : 1, fixed = 1 - side;
  const bool is_coarse =
      is_run[fixed] && !triangles_[fixed].triangles.empty() && size[fixed] > kMuchLarger * size[side];
  is_coarse ? open_run(entry, fixed, nearest, stack) : open_node(entry, side, nearest, stack);
}

void PreciseWalk::walk(double nearest, FunctionRef<double(const RunPair&)> visit) const {
  Stack stack;
  // The boxes of a coarse tree's runs may reach beyond that around all of it.
  stack.put({{kWhole, kWhole}, gap(placed(0, kWhole), placed(1, kWhole), nearest)});
  while (!stack.is_empty()) {
    const Entry entry = stack.take();
    if (entry.bound > nearest) continue;
    const std::uint32_t a = child_of(0, entry.part[0]), b = child_of(1, entry.part[1]);
    if (!TriangleTree::is_leaf(a) || !TriangleTree::is_leaf(b)) {
      open(entry, nearest, stack);
      continue;
    }
    nearest = visit({TriangleTree::leaf_first(a), TriangleTree::leaf_count(a), TriangleTree::leaf_first(b),
                     TriangleTree::leaf_count(b)});
    if (nearest < 0) return;
  }
}

void PreciseWalk::find_meeting(TreePair::Visitor visit) const {
  walk(0, [&](const RunPair& runs) { return visit(runs) ? 0.0 : -1.0; });
}

void PreciseWalk::find_nearest(double nearest, FunctionRef<double(const RunPair&)> visit) const {
  walk(nearest / unit_ * (1 + 1e-12), [&](const RunPair& runs) { return visit(runs) / unit_ * (1 + 1e-12); });
}

}  // namespace clearance::detail
