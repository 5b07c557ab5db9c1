// Notation: u = 2⁻²⁴, the relative error of rounding to a float.
#include <clearance/bvh/tree_builder.h>

#include <algorithm>
#include <cmath>

namespace clearance {
namespace {

constexpr std::uint32_t kLeaf = TriangleTree::kLeafTriangles;
constexpr std::uint32_t kWidth = TriangleTree::kWidth;

// Triangles that each full child of a node over `count` has.
std::uint32_t child_size(std::uint32_t count) {
  std::uint64_t size = kLeaf;
  while (size * kWidth < count) size *= kWidth;
  return static_cast<std::uint32_t>(size);
}

// Of the subtree over that many triangles; a leaf has no node of its own.
std::uint32_t node_count(std::uint32_t count) {
  if (count <= kLeaf) return 0;
  const std::uint32_t size = child_size(count);
  return 1 + (count / size) * node_count(size) + node_count(count % size);
}

// Sums over points x with weights w, from which a covariance comes.
struct Moments {
  double weight = 0;
  Vec3 first;
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  void add(Vec3 p, double w) {
    weight += w;
    first = first + w * p;
    xx += w * p.x * p.x, yy += w * p.y * p.y, zz += w * p.z * p.z;
    xy += w * p.x * p.y, xz += w * p.x * p.z, yz += w * p.y * p.z;
  }
};

// The eigenvectors of a symmetric matrix by Jacobi's rotations; a few sweeps suffice for a box that need not be the
// best.
Mat3 principal_axes(const Moments& m) {
  const double w = m.weight > 0 ? 1 / m.weight : 0;
  const Vec3 c = w * m.first;
  double a[3][3] = {{m.xx * w - c.x * c.x, m.xy * w - c.x * c.y, m.xz * w - c.x * c.z},
                    {0, m.yy * w - c.y * c.y, m.yz * w - c.y * c.z},
                    {0, 0, m.zz * w - c.z * c.z}};
  a[1][0] = a[0][1], a[2][0] = a[0][2], a[2][1] = a[1][2];
  double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int sweep = 0; sweep < 6; ++sweep) {
    const double off = std::fabs(a[0][1]) + std::fabs(a[0][2]) + std::fabs(a[1][2]);
    if (!(off > 1e-7 * (std::fabs(a[0][0]) + std::fabs(a[1][1]) + std::fabs(a[2][2])))) break;
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        if (a[p][q] == 0) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double cosine = 1 / std::sqrt(t * t + 1), sine = t * cosine;
        for (int k = 0; k < 3; ++k) {
          const double kp = a[k][p], kq = a[k][q];
          a[k][p] = cosine * kp - sine * kq, a[k][q] = sine * kp + cosine * kq;
        }
        for (int k = 0; k < 3; ++k) {
          const double pk = a[p][k], qk = a[q][k];
          a[p][k] = cosine * pk - sine * qk, a[q][k] = sine * pk + cosine * qk;
        }
        for (int k = 0; k < 3; ++k) {
          const double pk = v[p][k], qk = v[q][k];
          v[p][k] = cosine * pk - sine * qk, v[q][k] = sine * pk + cosine * qk;
        }
      }
  }
  return {{{v[0][0], v[0][1], v[0][2]}, {v[1][0], v[1][1], v[1][2]}, {v[2][0], v[2][1], v[2][2]}}};
}

// A unit vector and two square to it, the first of those along what is left of `along`.
bool frame_of(Vec3 normal, Vec3 along, Mat3& axes) {
  const double length = norm(normal);
  if (!(length > 0)) return false;
  const Vec3 n = normal / length;
  Vec3 e = along - dot(along, n) * n;
  const double rest = norm(e);
  if (!(rest > 1e-6 * norm(along))) return false;
  e = e / rest;
  axes = {{n, e, cross(n, e)}};
  return true;
}

struct Fitted {
  Mat3 axes;
  Vec3 low, high;  // along the axes

  double area() const {
    const Vec3 d = high - low;
    return d.x * d.y + d.y * d.z + d.z * d.x;
  }
};

Vec3 rounded_to_float(Vec3 v) {
  return {static_cast<double>(static_cast<float>(v.x)), static_cast<double>(static_cast<float>(v.y)),
          static_cast<double>(static_cast<float>(v.z))};
}

}  // namespace

TreeBuilder::TreeBuilder(std::span<const Vec3> vertices, std::span<const TriangleTree::Triangle> triangles,
                         Workers& workers)
    : vertices_(vertices), triangles_(triangles), workers_(workers), tree_(std::make_shared<TriangleTree>()) {}

TriangleTree::Built TreeBuilder::build() {
  choose_frame();
  make_items();
  sort_items();
  fit_nodes();
  TriangleTree::Built built;
  built.order.reserve(items_.size());
  for (const Item& item : items_) built.order.push_back(item.number);
  built.tree = std::move(tree_);
  return built;
}

// Coordinates are at most 1e300: no difference overflows.
void TreeBuilder::choose_frame() {
  Box box = kNoBox;
  for (const TriangleTree::Triangle& t : triangles_)
    for (const std::uint32_t v : t) box = united(box, {vertices_[v], vertices_[v]});
  const Vec3 side = box.high - box.low;
  tree_->origin_ = 0.5 * box.low + 0.5 * box.high;
  // The middle is rounded; half a side and that are below 2^exponent.
  tree_->exponent_ = 0;
  if (const double longest = norm_max(side); longest > 0) {
    std::frexp(0.75 * longest, &tree_->exponent_);
    tree_->exponent_ = std::max(tree_->exponent_, -1000);
  }
  scale_ = std::ldexp(1.0, -tree_->exponent_);
  const Vec3 up = box.high - tree_->origin_, down = tree_->origin_ - box.low;
  tree_->half_ = (1 + 0x1p-50) * scale_ * Vec3{larger(up.x, down.x), larger(up.y, down.y), larger(up.z, down.z)};
}

void TreeBuilder::make_items() {
  items_.resize(triangles_.size());
  constexpr std::size_t kBlock = 1 << 14;
  workers_.run((items_.size() + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t end = std::min(items_.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) {
      const TriangleTree::Triangle& t = triangles_[i];
      Vec3 low = vertices_[t[0]], high = low;
      for (const Vec3 v : {vertices_[t[1]], vertices_[t[2]]}) {
        low = {smaller(low.x, v.x), smaller(low.y, v.y), smaller(low.z, v.z)};
        high = {larger(high.x, v.x), larger(high.y, v.y), larger(high.z, v.z)};
      }
      const Vec3 middle = scale_ * (0.5 * low + 0.5 * high - tree_->origin_);
      items_[i] = {{static_cast<float>(middle.x), static_cast<float>(middle.y), static_cast<float>(middle.z)},
                   static_cast<std::uint32_t>(i)};
    }
  });
}

// Along the longest side of the middles' box, at the multiple of the children's size nearest to the half.
void TreeBuilder::split(const Range& range, std::vector<Range>& out) {
  const std::uint32_t count = range.last - range.first;
  std::uint32_t unit = range.unit;
  Item* const items = items_.data();
  if (count <= unit) {
    if (count <= kLeaf) {  // by number within a leaf: nth_element leaves the order open
      std::sort(items + range.first, items + range.last,
                [](const Item& a, const Item& b) { return a.number < b.number; });
      return;
    }
    unit = child_size(count);
  }
  float low[3], high[3];
  for (int c = 0; c < 3; ++c) low[c] = high[c] = items[range.first].middle[c];
  for (std::uint32_t i = range.first; i < range.last; ++i)
    for (int c = 0; c < 3; ++c) {
      low[c] = items[i].middle[c] < low[c] ? items[i].middle[c] : low[c];
      high[c] = items[i].middle[c] > high[c] ? items[i].middle[c] : high[c];
    }
  int axis = 0;
  for (int c = 1; c < 3; ++c)
    if (high[c] - low[c] > high[axis] - low[axis]) axis = c;
  const std::uint32_t children = (count + unit - 1) / unit, at = range.first + (children / 2) * unit;
  // Numbers break ties, so that the order does not depend on how nth_element goes about it.
  std::nth_element(items + range.first, items + at, items + range.last, [axis](const Item& a, const Item& b) {
    return a.middle[axis] != b.middle[axis] ? a.middle[axis] < b.middle[axis] : a.number < b.number;
  });
  out.push_back({range.first, at, unit});
  out.push_back({at, range.last, unit});
}

// Level by level; the ranges of a level are each one task.
void TreeBuilder::sort_items() {
  const auto count = static_cast<std::uint32_t>(items_.size());
  constexpr std::uint32_t kSmall = 1 << 13;  // whole subtrees below this are one task
  std::vector<Range> level{{0, count, count}}, small;
  while (!level.empty()) {
    std::vector<std::vector<Range>> halves(level.size());
    workers_.run(level.size(), [&](std::size_t k) { split(level[k], halves[k]); });
    level.clear();
    for (const std::vector<Range>& pair : halves)
      for (const Range& half : pair) (half.last - half.first > kSmall ? level : small).push_back(half);
  }
  workers_.run(small.size(), [&](std::size_t k) {
    std::vector<Range> stack{small[k]};
    while (!stack.empty()) {
      const Range range = stack.back();
      stack.pop_back();
      split(range, stack);
    }
  });
}

void TreeBuilder::place_nodes(std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  places_[node] = {first, count};
  TriangleTree::Node& made = tree_->own_[node];
  const std::uint32_t size = child_size(count);
  std::uint32_t next = node + 1, slot = 0;
  for (std::uint32_t at = 0; at < count; at += size, ++slot) {
    const std::uint32_t here = std::min(size, count - at);
    if (here <= kLeaf) {
      made.child[slot] = 0x80000000u | (here - 1) << 29 | (first + at);
      continue;
    }
    made.child[slot] = next;
    place_nodes(next, first + at, here);
    next += node_count(here);
  }
  for (; slot < kWidth; ++slot) made.child[slot] = TriangleTree::kNoChild;
}

void TreeBuilder::fit_nodes() {
  const auto count = static_cast<std::uint32_t>(items_.size());
  const std::uint32_t nodes = std::max(1u, node_count(count));
  tree_->own_.resize(nodes);
  places_.resize(nodes);
  place_nodes(0, 0, count);
  // Large nodes first: they take longest, and are the fewest.
  constexpr std::size_t kBlock = 64;
  workers_.run((nodes + kBlock - 1) / kBlock, [&](std::size_t block) {
    const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(nodes, (block + 1) * kBlock));
    for (auto node = static_cast<std::uint32_t>(block * kBlock); node < end; ++node) fit(node);
  });
  tree_->nodes_ = tree_->own_;
}

// Two candidates a box: the principal axes of the corners, and the mean normal with the longest direction square to it;
// the one with the smaller surface is taken.
void TreeBuilder::fit(std::uint32_t node) {
  TriangleTree::Node& made = tree_->own_[node];
  const Place place = places_[node];
  const std::uint32_t size = child_size(place.count);
  for (std::uint32_t slot = 0; slot < kWidth; ++slot) {
    const std::uint32_t from = slot * size;
    if (from >= place.count) {
      for (int c = 0; c < 3; ++c) {
        made.center[c][slot] = 0;
        made.half[c][slot] = -1e30f;
        for (int k = 0; k < 3; ++k) made.axis[k][c][slot] = k == c ? 1.0f : 0.0f;
      }
      continue;
    }
    const std::uint32_t first = place.first + from, last = first + std::min(size, place.count - from);
    const auto corner = [&](const TriangleTree::Triangle& t, int k) {
      return scale_ * (vertices_[t[static_cast<std::size_t>(k)]] - tree_->origin_);
    };
    Moments moments;
    Vec3 normal;
    for (std::uint32_t i = first; i < last; ++i) {
      const TriangleTree::Triangle& t = triangles_[items_[i].number];
      const Vec3 a = corner(t, 0), b = corner(t, 1), c = corner(t, 2);
      const Vec3 turned = cross(b - a, c - a);
      const double weight = norm(turned);
      normal = normal + turned;
      // Corners and middle of a triangle by its area; slivers and points count a little.
      for (const Vec3 p : {a, b, c}) moments.add(p, weight + 1e-12);
    }
    Fitted candidate[2];
    int candidates = 1;
    candidate[0].axes = principal_axes(moments);
    const Mat3& axes = candidate[0].axes;
    // The longest principal axis: the one with the largest second moment.
    const auto spread = [&](Vec3 e) {
      return moments.xx * e.x * e.x + moments.yy * e.y * e.y + moments.zz * e.z * e.z +
             2 * (moments.xy * e.x * e.y + moments.xz * e.x * e.z + moments.yz * e.y * e.z) -
             dot(moments.first, e) * dot(moments.first, e) / moments.weight;
    };
    int longest = 0;
    for (int k = 1; k < 3; ++k)
      if (spread(axes.row[k]) > spread(axes.row[longest])) longest = k;
    if (frame_of(normal, axes.row[longest], candidate[1].axes)) candidates = 2;
    for (int k = 0; k < candidates; ++k) {
      Fitted& fitted = candidate[k];
      for (Vec3& row : fitted.axes.row) row = rounded_to_float(row);
      fitted.low = {kInfiniteEnd, kInfiniteEnd, kInfiniteEnd};
      fitted.high = -fitted.low;
    }
    for (std::uint32_t i = first; i < last; ++i) {
      const TriangleTree::Triangle& t = triangles_[items_[i].number];
      for (int v = 0; v < 3; ++v) {
        const Vec3 p = corner(t, v);
        for (int k = 0; k < candidates; ++k) {
          Fitted& fitted = candidate[k];
          const Vec3 s = fitted.axes * p;
          fitted.low = {smaller(fitted.low.x, s.x), smaller(fitted.low.y, s.y), smaller(fitted.low.z, s.z)};
          fitted.high = {larger(fitted.high.x, s.x), larger(fitted.high.y, s.y), larger(fitted.high.z, s.z)};
        }
      }
    }
    const Fitted& best = candidates == 2 && candidate[1].area() < candidate[0].area() ? candidate[1] : candidate[0];
    const Vec3 center = rounded_to_float(transpose_times(best.axes, 0.5 * (best.low + best.high)));
    // A point p is center + Σ sₖ·axisₖ with s = U⁻ᵀ(p − center). The axes are unit vectors square to each other up to
    // 4u (rounding, Jacobi's rotations aside, which are good to 1e-12), so s is within 16u·|p − center| of U(p −
    // center); the middle's rounding moves the box by u·|center|, which the projections below see.
    const Vec3 shift = best.axes * center;
    const Vec3 reach = {larger(best.high.x - shift.x, shift.x - best.low.x),
                        larger(best.high.y - shift.y, shift.y - best.low.y),
                        larger(best.high.z - shift.z, shift.z - best.low.z)};
    const double slack = 32 * 0x1p-24 * norm_one(reach) + 0x1p-40;
    for (int c = 0; c < 3; ++c) {
      made.center[c][slot] = static_cast<float>(center[c]);
      made.half[c][slot] = static_cast<float>((reach[c] + slack) * (1 + 0x1p-22));
      for (int k = 0; k < 3; ++k) made.axis[k][c][slot] = static_cast<float>(best.axes.row[k][c]);
    }
  }
}

TriangleTree::Built TriangleTree::build(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                                        Workers& workers) {
  return TreeBuilder(vertices, triangles, workers).build();
}

}  // namespace clearance
