#include <clearance/build/decompose_excess.h>

#include <clearance/build/decompose_solid.h>
#include <clearance/bvh/triangle_tree.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

// The point of the triangle next to p, in doubles: whatever rounding does to the weights, they are ≥ 0 and sum up to
// about 1, so it is within a few units of the last place of a point of the triangle.
Vec3 nearest_on_triangle(Vec3 p, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const Vec3 bp = p - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const auto share = [](double part, double rest) {
    const double whole = part + rest;
    return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
  };
  const auto between = [](Vec3 u, Vec3 v, double s) { return (1 - s) * u + s * v; };
  if (const double vc = d1 * d4 - d3 * d2; vc <= 0 && d1 >= 0 && d3 <= 0) return between(a, b, share(d1, -d3));
  const Vec3 cp = p - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  if (const double vb = d5 * d2 - d1 * d6; vb <= 0 && d2 >= 0 && d6 <= 0) return between(a, c, share(d2, -d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return between(b, c, share(d4 - d3, d5 - d6));
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, sum = va + vb + vc;
  if (!(sum > 0)) return a;
  const double s = std::clamp(vb / sum, 0.0, 1.0), t = std::clamp(vc / sum, 0.0, 1 - s);
  return (1 - s - t) * a + s * b + t * c;
}

struct Face {
  Vec3 normal;  // about of unit length, outward
  double offset;
};

std::vector<Face> faces_of(const Polytope& hull) {
  std::vector<Face> faces;
  for (int f = 0; hull.dimension() == 3 && f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    Vec3 normal;  // Newell's sum: right for any convex polygon
    const Vec3 origin = hull.vertex(static_cast<int>(loop[0]));
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      normal = normal + cross(hull.vertex(static_cast<int>(loop[k])) - origin,
                              hull.vertex(static_cast<int>(loop[k + 1])) - origin);
    const double length = norm(normal);
    if (!(length > 0) || !std::isfinite(length)) continue;
    normal = normal / length;
    // The plane that holds all vertices behind it, whatever the normal has lost.
    double offset = dot(normal, origin);
    for (int v = 0; v < hull.vertex_count(); ++v) offset = larger(offset, dot(normal, hull.vertex(v)));
    faces.push_back({normal, offset});
  }
  return faces;
}

class ExcessSearch {
 public:
  ExcessSearch(const Mesh& solid, const Polytope& hull, const ExcessOptions& options)
      : solid_(solid), options_(options), faces_(faces_of(hull)) {
    // Coordinates are below `reach` each; every sum and product below rounds by a few u of that.
    slack_ = 64 * 0x1p-53 * (solid.reach() + hull.reach());
    const Vec3 low = hull.box_low(), high = hull.box_high();
    Node root;
    root.center = 0.5 * low + 0.5 * high;
    root.half = 0.5 * (high - low) + Vec3{slack_, slack_, slack_};
    for (std::uint32_t t = 0; t < solid.triangle_count(); ++t) root.triangles.push_back(t);
    push(std::move(root));
  }

  Excess run() {
    for (std::size_t boxes = 1; !left_.empty() && boxes < options_.budget; boxes += 2) {
      const double bound = left_.front().bound;
      if (bound <= options_.enough || seen_ > options_.hopeless || bound <= kCloseEnough * seen_) break;
      std::pop_heap(left_.begin(), left_.end());
      const Node node = std::move(left_.back());
      left_.pop_back();
      halve(node);
    }
    return left_.empty() ? Excess{} : Excess{left_.front().bound, left_.front().center};
  }

 private:
  // A bound that is so near the largest excess seen is good enough for ordering pieces.
  static constexpr double kCloseEnough = 1.125;

  struct Node {
    double bound = 0;
    Vec3 center, half;
    std::vector<std::uint32_t> triangles;  // all that may be next to a point of the box, or meet it
    bool operator<(const Node& other) const { return bound < other.bound; }
  };

  bool is_outside(const Node& node) const {
    return std::ranges::any_of(faces_, [&](const Face& face) {
      const Vec3 n = face.normal;
      const double reach = std::fabs(n.x) * node.half.x + std::fabs(n.y) * node.half.y + std::fabs(n.z) * node.half.z;
      return dot(n, node.center) - reach > face.offset + slack_;
    });
  }
  bool holds(Vec3 point) const {
    return std::ranges::all_of(faces_, [&](const Face& face) { return dot(face.normal, point) <= face.offset; });
  }

  // How far the triangle's box is from the node's box, from below; 0 where they overlap.
  double gap(const Node& node, std::uint32_t t) const {
    const MeshTriangle& triangle = solid_.triangle(t);
    const Vec3 a = solid_.vertex(triangle[0]), b = solid_.vertex(triangle[1]), c = solid_.vertex(triangle[2]);
    double most = 0;
    for (int k = 0; k < 3; ++k) {
      const double low = smaller(a[k], smaller(b[k], c[k])), high = larger(a[k], larger(b[k], c[k]));
      const double away = larger(low - node.center[k], node.center[k] - high) - node.half[k] - slack_;
      most = larger(most, away);
    }
    return most;
  }

  void halve(const Node& node) {
    int axis = node.half.y > node.half.x ? 1 : 0;
    if (node.half.z > node.half[axis]) axis = 2;
    for (const int way : {-1, 1}) {
      Node child;
      Vec3 half = node.half, center = node.center;
      const double quarter = 0.5 * node.half[axis], at = node.center[axis] + way * quarter;
      (axis == 0 ? half.x : axis == 1 ? half.y : half.z) = quarter + slack_;
      (axis == 0 ? center.x : axis == 1 ? center.y : center.z) = at;
      child.center = center;
      child.half = half;
      child.triangles = node.triangles;
      push(std::move(child));
    }
  }

  void push(Node node) {
    if (is_outside(node)) return;
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::uint32_t t : node.triangles) {
      const MeshTriangle& triangle = solid_.triangle(t);
      const Vec3 on = nearest_on_triangle(node.center, solid_.vertex(triangle[0]), solid_.vertex(triangle[1]),
                                          solid_.vertex(triangle[2]));
      nearest = smaller(nearest, norm(on - node.center) + slack_);
    }
    const double radius = norm(node.half) * (1 + 0x1p-50);
    // A triangle that no point of the box has nearest, nor has in it, is of no use below.
    bool is_met = false;
    std::erase_if(node.triangles, [&](std::uint32_t t) {
      const double away = gap(node, t);
      is_met = is_met || away == 0;
      return away > nearest + radius + slack_;
    });
    const bool is_solid = !is_met && winding_number(solid_, {exact(node.center), 1.0}) != 0;
    if (is_solid) return;
    if (!is_met && holds(node.center)) seen_ = larger(seen_, nearest);
    node.bound = (nearest + radius) * (1 + 0x1p-50);
    left_.push_back(std::move(node));
    std::push_heap(left_.begin(), left_.end());
  }

  const Mesh& solid_;
  const ExcessOptions& options_;
  std::vector<Face> faces_;
  std::vector<Node> left_;  // a heap
  double slack_ = 0;
  double seen_ = 0;  // the excess of some point, up to rounding
};

}  // namespace

Excess excess_of(const Mesh& solid, const Polytope& hull, const ExcessOptions& options) {
  // Squares must not over- or underflow; elsewhere any two points of both are no further apart than this.
  const double reach = solid.reach() + hull.reach();
  if (!(reach > 1e-140 && reach < 1e140)) return {reach, hull.center()};
  return ExcessSearch(solid, hull, options).run();
}

}  // namespace clearance::detail
