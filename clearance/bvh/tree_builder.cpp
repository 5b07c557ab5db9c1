// Notation: u = 2⁻²⁴, the relative error of rounding to a float.
#include <clearance/bvh/tree_builder.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kLeaf = TriangleTree::kLeafTriangles;
constexpr std::uint32_t kWidth = TriangleTree::kWidth;
constexpr std::uint32_t kSubtree = 16384;  // triangles whose corners, 72 bytes each, fit into the cache of a core
constexpr std::uint32_t kFew = 32;         // triangles under the boxes whose corners larger boxes are fitted to
constexpr double kCoherent = 0.8;          // |mean normal|² from which on it alone gives the frame
// A triangle is a needle when it is longer than this part of the mesh, and its height less than this part of that: of
// lesser ones boxes are small anyway. One triangle in so many, and splits look for them.
constexpr double kLongNeedle = 1.0 / 32, kThinNeedle = 1.0 / 32;
constexpr std::size_t kNeedlesOneIn = 32;
// Needles side by side are told apart by directions across them. A split across the longest side of the middles' box
// divides triangles that are shorter than this part of it.
constexpr double kDivides = 0.5;

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

// The eigenvectors of a symmetric matrix by Jacobi's rotations; a few sweeps suffice for a box that need not be the
// best.
Mat3 principal_axes(const Mat3& covariance) {
  double a[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a[i][j] = covariance.row[i][j];
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

// The normal, and within its plane the directions of largest and smallest spread.
bool normal_frame(Vec3 normal, const Mat3& covariance, Mat3& axes) {
  // Over its largest component first: the squares of a small normal lose digits, and a box whose axis is no unit vector
  // does not hold its triangles.
  const double largest = norm_max(normal);
  if (!(largest > 0)) return false;
  const Vec3 scaled = normal / largest, n = scaled / norm(scaled);
  const double ax = std::fabs(n.x), ay = std::fabs(n.y), az = std::fabs(n.z);
  const Vec3 away = ax <= ay && ax <= az ? Vec3{1, 0, 0} : ay <= az ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  Vec3 e = cross(n, away);
  e = e / norm(e);
  const Vec3 f = cross(n, e), ce = covariance * e, cf = covariance * f;
  const double half = 0.5 * (dot(e, ce) - dot(f, cf)), off = dot(e, cf), r = std::sqrt(half * half + off * off);
  // (half + r, off) and (off, r − half) both point along the eigenvector; the longer one is the sounder.
  double c = half >= 0 ? half + r : off, d = half >= 0 ? off : r - half;
  const double size = std::sqrt(c * c + d * d);
  if (size > 0) {
    c /= size, d /= size;
    e = c * e + d * f;
  }
  axes = {{n, e, cross(n, e)}};
  return true;
}

// The corners of one of a node's boxes.
void add_ends(const TriangleTree::Node& node, std::uint32_t slot, std::vector<Vec3>& out) {
  const Vec3 center{node.center[0][slot], node.center[1][slot], node.center[2][slot]};
  Vec3 arm[3];
  for (int k = 0; k < 3; ++k)
    arm[k] = double{node.half[k][slot]} * Vec3{node.axis[k][0][slot], node.axis[k][1][slot], node.axis[k][2][slot]};
  for (int signs = 0; signs < 8; ++signs)
    out.push_back(center + ((signs & 1) ? arm[0] : -arm[0]) + ((signs & 2) ? arm[1] : -arm[1]) +
                  ((signs & 4) ? arm[2] : -arm[2]));
}

Vec3 rounded_to_float(Vec3 v) {
  return {static_cast<double>(static_cast<float>(v.x)), static_cast<double>(static_cast<float>(v.y)),
          static_cast<double>(static_cast<float>(v.z))};
}

}  // namespace

struct TreeBuilder::Fitted {
  Mat3 axes;
  Vec3 low{kInfiniteEnd, kInfiniteEnd, kInfiniteEnd}, high{-kInfiniteEnd, -kInfiniteEnd, -kInfiniteEnd};

  void add(Vec3 p) {
    const Vec3 s = axes * p;
    low = {smaller(low.x, s.x), smaller(low.y, s.y), smaller(low.z, s.z)};
    high = {larger(high.x, s.x), larger(high.y, s.y), larger(high.z, s.z)};
  }
  double area() const {
    const Vec3 d = high - low;
    return d.x * d.y + d.y * d.z + d.z * d.x;
  }
};

void TreeBuilder::Moments::add(Vec3 p, double w) {
  const Vec3 q = w * p;
  weight += w;
  first = first + q;
  xx += q.x * p.x, yy += q.y * p.y, zz += q.z * p.z;
  xy += q.x * p.y, xz += q.x * p.z, yz += q.y * p.z;
}

// Corners by the area of their triangle; slivers and points count a little.
void TreeBuilder::Moments::add_triangle(const Vec3* corners) {
  const Vec3 turned = cross(corners[1] - corners[0], corners[2] - corners[0]);
  const double area = norm(turned);
  normal = normal + turned;
  areas += area;
  for (int k = 0; k < 3; ++k) add(corners[k], area + 1e-12);
}

void TreeBuilder::Moments::add(const Moments& m) {
  weight += m.weight;
  first = first + m.first;
  xx += m.xx, yy += m.yy, zz += m.zz, xy += m.xy, xz += m.xz, yz += m.yz;
  normal = normal + m.normal;
  areas += m.areas;
}

// The mean normal with the longest direction square to it; where the normals do not agree, the principal axes of the
// corners as well.
void TreeBuilder::choose_axes(const Moments& m, Fitted& first, Fitted& second, int& count) {
  const double w = m.weight > 0 ? 1 / m.weight : 0;
  const Vec3 c = w * m.first;
  const double xy = m.xy * w - c.x * c.y, xz = m.xz * w - c.x * c.z, yz = m.yz * w - c.y * c.z;
  const Mat3 covariance = {
      {{m.xx * w - c.x * c.x, xy, xz}, {xy, m.yy * w - c.y * c.y, yz}, {xz, yz, m.zz * w - c.z * c.z}}};
  count = 0;
  if (normal_frame(m.normal, covariance, first.axes)) count = 1;
  if (count == 0 || squared_norm(m.normal) < kCoherent * m.areas * m.areas) {
    (count == 0 ? first : second).axes = principal_axes(covariance);
    ++count;
  }
  for (Vec3& row : first.axes.row) row = rounded_to_float(row);
  for (Vec3& row : second.axes.row) row = rounded_to_float(row);
}

TreeBuilder::TreeBuilder(std::span<const Vec3> vertices, std::span<const TriangleTree::Triangle> triangles,
                         Workers& workers)
    : vertices_(vertices), triangles_(triangles), workers_(workers), tree_(std::make_shared<TriangleTree>()) {}

TriangleTree::Built TreeBuilder::build() {
  const TreeFrame frame = tree_frame(vertices_, triangles_);
  tree_->origin_ = frame.origin, tree_->half_ = frame.half;
  tree_->exponent_ = frame.exponent;
  scale_ = std::ldexp(1.0, -frame.exponent);
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
TreeFrame tree_frame(std::span<const Vec3> vertices, std::span<const TriangleTree::Triangle> triangles) {
  Box box = kNoBox;
  for (const TriangleTree::Triangle& t : triangles)
    for (const std::uint32_t v : t) box = united(box, {vertices[v], vertices[v]});
  TreeFrame frame;
  frame.origin = 0.5 * box.low + 0.5 * box.high;
  // The middle is rounded; half a side and that are below 2^exponent.
  if (const double longest = norm_max(box.high - box.low); longest > 0) {
    std::frexp(0.75 * longest, &frame.exponent);
    // As small as its inverse is a double: of bodies of denormals boxes would else be points, and all overlap.
    frame.exponent = std::max(frame.exponent, -1023);
  }
  const Vec3 up = box.high - frame.origin, down = frame.origin - box.low;
  frame.half = (1 + 0x1p-50) * std::ldexp(1.0, -frame.exponent) *
               Vec3{larger(up.x, down.x), larger(up.y, down.y), larger(up.z, down.z)};
  return frame;
}

void TreeBuilder::make_items() {
  items_.resize(triangles_.size());
  constexpr std::size_t kBlock = 1 << 14;
  std::vector<std::size_t> needles((items_.size() + kBlock - 1) / kBlock);
  workers_.run(needles.size(), [&](std::size_t block) {
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
      needles[block] += is_needle(t) ? 1u : 0u;
    }
  });
  const std::size_t all = std::accumulate(needles.begin(), needles.end(), std::size_t{0});
  has_needles_ = all * kNeedlesOneIn >= items_.size() && all >= kLeaf * kWidth;
  if (!has_needles_) return;
  edges_.resize(items_.size());
  workers_.run(needles.size(), [&](std::size_t block) {
    const std::size_t end = std::min(items_.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) edges_[i] = longest_edge(triangles_[i]);
  });
}

bool TreeBuilder::is_needle(const TriangleTree::Triangle& t) const {
  const Vec3 u = scale_ * (vertices_[t[1]] - vertices_[t[0]]), v = scale_ * (vertices_[t[2]] - vertices_[t[0]]);
  const double longest = larger(squared_norm(u), larger(squared_norm(v), squared_norm(v - u)));
  const double thin = kThinNeedle * longest;
  return longest > kLongNeedle * kLongNeedle && squared_norm(cross(u, v)) < thin * thin;
}

Vec3 TreeBuilder::longest_edge(const TriangleTree::Triangle& t) const {
  Vec3 longest;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 e = scale_ * (vertices_[t[(k + 1) % 3]] - vertices_[t[k]]);
    if (squared_norm(e) > squared_norm(longest)) longest = e;
  }
  return longest;
}

// Along the longest side of the middles' box. Needles that lie along it, one beside the other, it would not divide, and
// all boxes would hold all of the bundle: then along the axis of the world or of the needles in which the middles
// spread most beside what the triangles measure there. Sums are of integers: they do not depend on the order, which
// nth_element leaves open.
Vec3 TreeBuilder::split_direction(const Range& range) const {
  const auto axis = [](int c) { return Mat3{}.row[c]; };
  const auto middle = [&](std::uint32_t i) {
    const float(&m)[3] = items_[i].middle;
    return Vec3{static_cast<double>(m[0]), static_cast<double>(m[1]), static_cast<double>(m[2])};
  };
  float low[3], high[3];
  for (int c = 0; c < 3; ++c) low[c] = high[c] = items_[range.first].middle[c];
  for (std::uint32_t i = range.first; i < range.last; ++i)
    for (int c = 0; c < 3; ++c) {
      low[c] = items_[i].middle[c] < low[c] ? items_[i].middle[c] : low[c];
      high[c] = items_[i].middle[c] > high[c] ? items_[i].middle[c] : high[c];
    }
  int usual = 0;
  for (int c = 1; c < 3; ++c)
    if (high[c] - low[c] > high[usual] - low[usual]) usual = c;
  if (!has_needles_) return axis(usual);

  double longest = 0;
  for (std::uint32_t i = range.first; i < range.last; ++i)
    longest = larger(longest, norm_max(edges_[items_[i].number]));
  if (!(longest > 0)) return axis(usual);
  // kMaxTriangles times the square of kSteps is below 2^63.
  constexpr double kSteps = 1 << 12;
  std::int64_t sum[3][3] = {};
  for (std::uint32_t i = range.first; i < range.last; ++i) {
    const Vec3 e = (kSteps / longest) * edges_[items_[i].number];
    const std::int64_t q[3] = {static_cast<std::int64_t>(e.x), static_cast<std::int64_t>(e.y),
                               static_cast<std::int64_t>(e.z)};
    for (int c = 0; c < 3; ++c)
      for (int d = c; d < 3; ++d) sum[c][d] += q[c] * q[d];
  }
  for (int c = 0; c < 3; ++c)
    for (int d = 0; d < c; ++d) sum[c][d] = sum[d][c];
  Mat3 edges;
  const double unit = longest / kSteps, by_count = unit * unit / (range.last - range.first);
  for (int c = 0; c < 3; ++c)
    edges.row[c] =
        by_count * Vec3{static_cast<double>(sum[c][0]), static_cast<double>(sum[c][1]), static_cast<double>(sum[c][2])};
  const auto measure = [&](Vec3 n) { return std::sqrt(larger(dot(n, edges * n), 0)); };
  const double side = static_cast<double>(high[usual] - low[usual]);
  if (measure(axis(usual)) < kDivides * side) return axis(usual);

  const Mat3 along = principal_axes(edges);
  double best = 0;
  Vec3 direction = axis(usual);
  for (const Vec3 n : {axis(0), axis(1), axis(2), along.row[0], along.row[1], along.row[2]}) {
    double least = kInfiniteEnd, most = -kInfiniteEnd;
    for (std::uint32_t i = range.first; i < range.last; ++i) {
      const double at = dot(n, middle(i));
      least = smaller(least, at), most = larger(most, at);
    }
    // What is thinner than that, boxes do not tell apart.
    const double divides = (most - least) / (measure(n) + 0x1p-10 * side);
    if (divides > best) best = divides, direction = n;
  }
  return direction;
}

// At the multiple of the children's size nearest to the half.
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
  const std::uint32_t children = (count + unit - 1) / unit, at = range.first + (children / 2) * unit;
  const Vec3 n = split_direction(range);
  // Numbers break ties, so that the order does not depend on how nth_element goes about it.
  const auto divide = [&](const auto& height) {
    std::nth_element(items + range.first, items + at, items + range.last, [&](const Item& a, const Item& b) {
      const auto here = height(a), there = height(b);
      return here != there ? here < there : a.number < b.number;
    });
  };
  const int axis = n.x == 1 ? 0 : n.y == 1 ? 1 : n.z == 1 ? 2 : -1;
  if (axis >= 0)
    divide([axis](const Item& item) { return item.middle[axis]; });
  else
    divide([n](const Item& item) {
      return dot(n, Vec3{static_cast<double>(item.middle[0]), static_cast<double>(item.middle[1]),
                         static_cast<double>(item.middle[2])});
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
  moments_.resize(nodes);
  place_nodes(0, 0, count);
  // Children stand behind their parents. Subtrees that fit into the cache are one task each; the few nodes above
  // follow.
  std::vector<std::uint32_t> subtrees, above;
  for (std::uint32_t node = 0; node < nodes;) {
    const bool small = places_[node].count <= kSubtree;
    (small ? subtrees : above).push_back(node);
    node += small ? std::max(1u, node_count(places_[node].count)) : 1;
  }
  workers_.run(subtrees.size(), [&](std::size_t k) { fit_subtree(subtrees[k]); });
  for (std::size_t k = above.size(); k-- > 0;) fit(above[k], {});
  tree_->nodes_ = tree_->own_;
}

void TreeBuilder::add_corners(const Place& place, std::vector<Vec3>& out) const {
  for (std::uint32_t i = place.first; i < place.first + place.count; ++i)
    for (const std::uint32_t v : triangles_[items_[i].number]) out.push_back(scale_ * (vertices_[v] - tree_->origin_));
}

// The corners of the boxes over a few dozen triangles below a node: near enough to their triangles for a large box.
void TreeBuilder::add_box_ends(std::uint32_t node, std::vector<Vec3>& out) const {
  const TriangleTree::Node& made = tree_->own_[node];
  for (std::uint32_t slot = 0; slot < kWidth && made.child[slot] != TriangleTree::kNoChild; ++slot) {
    const std::uint32_t child = made.child[slot];
    if (TriangleTree::is_leaf(child) || places_[child].count <= kFew)
      add_ends(made, slot, out);
    else
      add_box_ends(child, out);
  }
}

void TreeBuilder::fit_subtree(std::uint32_t node) {
  const Place place = places_[node];
  std::vector<Vec3> corners;
  corners.reserve(std::size_t{3} * place.count);
  add_corners(place, corners);
  const std::uint32_t nodes = std::max(1u, node_count(place.count));
  for (std::uint32_t k = node + nodes; k-- > node;) {
    const std::size_t first = places_[k].first - place.first, count = places_[k].count;
    fit(k, std::span(corners).subspan(3 * first, 3 * count));
  }
}

// `corners` are those of the node's triangles; none: a node above the subtrees, which the boxes below serve.
void TreeBuilder::fit(std::uint32_t node, std::span<const Vec3> corners) {
  TriangleTree::Node& made = tree_->own_[node];
  const Place place = places_[node];
  const std::uint32_t size = child_size(place.count);
  std::vector<Vec3> ends;
  for (std::uint32_t slot = 0; slot < kWidth; ++slot) {
    const std::uint32_t from = slot * size;
    if (from >= place.count) {
      for (int c = 0; c < 3; ++c) {
        made.center[c][slot] = 0;
        made.half[c][slot] = TriangleTree::kUnusedHalf;
        for (int k = 0; k < 3; ++k) made.axis[k][c][slot] = k == c ? 1.0f : 0.0f;
      }
      continue;
    }
    const std::uint32_t here = std::min(size, place.count - from), child = made.child[slot];
    const bool is_leaf = TriangleTree::is_leaf(child);
    std::span<const Vec3> points;
    if (!corners.empty()) points = corners.subspan(std::size_t{3} * from, std::size_t{3} * here);
    if (corners.empty()) {
      ends.clear();
      is_leaf ? add_corners({place.first + from, here}, ends) : add_box_ends(child, ends);
      points = ends;
    }
    Moments moments;
    if (is_leaf)
      for (std::size_t i = 0; i < points.size(); i += 3) moments.add_triangle(&points[i]);
    else
      moments = moments_[child];
    moments_[node].add(moments);
    Fitted candidate[2];
    int candidates = 1;
    choose_axes(moments, candidate[0], candidate[1], candidates);
    if (candidates == 1)
      for (const Vec3& p : points) candidate[0].add(p);
    else
      for (const Vec3& p : points) candidate[0].add(p), candidate[1].add(p);
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

}  // namespace clearance::detail
