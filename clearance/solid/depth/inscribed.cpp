// Notation: c the point, u the unit normals of the planes; heights are u·(x − c); r a plane's height when it was made,
//           m ≤ r what it has come to; s = slack_.
#include <clearance/solid/depth/inscribed.h>

#include <clearance/build/convex_hull.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/nearest_simplex.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/mesh/point.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

// How far a plane may move inward, as parts of r: hardly, while that takes no more planes than kFewFaces; else so that
// a ball's surface takes some forty of them, and more where there are too many. Where that does not do either, a ball
// has to.
constexpr double kHardly = 0x1p-20, kInward = 0.03, kMoreInward = 1.1, kMostInward = 0.5;
constexpr std::size_t kFewFaces = 48, kPlanes = 24, kMostPlanes = 96;
// A triangle's own plane is taken only where it passes the point by this part of the triangle's distance.
constexpr double kSteep = 0.05;
// A box of the tree need not be opened for less than this part of r.
constexpr double kOfABox = 0x1p-12;
// Vertices as near as this, as a part of the mesh's size, are one.
constexpr double kOneVertex = 0x1p-36;
// Sizes whose cubes are ordinary numbers.
constexpr double kLeast = 0x1p-300, kMost = 0x1p300;

struct Plane {
  Vec3 u;
  double r, m;
  BoxFloor floor;
  double of_point;  // u·c
};

// The corners of an icosahedron of radius 1, rounded inward.
std::vector<Vec3> icosahedron() {
  constexpr double kShort = 0.5257311121191, kLong = 0.8506508083520;
  std::vector<Vec3> corners;
  for (const double x : {kShort, -kShort})
    for (const double y : {kLong, -kLong})
      for (const Vec3 corner : {Vec3{0, x, y}, Vec3{x, y, 0}, Vec3{y, 0, x}}) corners.push_back(corner);
  return corners;
}

class Inscribed {
 public:
  // Differences and heights are off by less than 2⁻⁴⁹ of the coordinates.
  Inscribed(const Mesh& mesh, Vec3 c) : mesh_(mesh), c_(c), slack_(0x1p-46 * (mesh.reach() + norm_one(c))) {}

  std::optional<Polytope> run(bool& is_curved) {
    if (!(mesh_.reach() > kLeast && mesh_.reach() < kMost)) return std::nullopt;
    if (locate(mesh_, Pose(), c_) != PointLocation::Inside) return std::nullopt;
    std::optional<Polytope> found;
    if (!is_curved && look_at_tree()) found = hull();
    if (found) return found;
    is_curved = true;
    planes_.clear(), last_ = 0;
    inward_ = kInward, most_ = kMostPlanes;
    if (look_at_tree()) found = hull();
    return found ? found : in_a_ball();
  }

 private:
  struct Open {
    double distance;
    std::uint32_t at;  // a triangle, or a box: eight times its node, plus its place
    bool is_triangle;
  };
  struct Farther {
    bool operator()(const Open& x, const Open& y) const { return x.distance > y.distance; }
  };

  // False where that takes too many planes, or the point is too near to the surface.
  bool look_at_tree() {
    std::vector<Open> open;
    const auto push = [&](const Open& there) {
      open.push_back(there);
      std::ranges::push_heap(open, Farther());
    };
    const std::span<const TriangleTree::Node> nodes = mesh_.tree().nodes();
    const auto open_node = [&](std::uint32_t n) {
      for (std::uint32_t slot = 0; slot < TriangleTree::kWidth; ++slot)
        if (nodes[n].child[slot] != TriangleTree::kNoChild && nodes[n].half[0][slot] >= 0)
          push({distance_of(nodes[n], slot), TriangleTree::kWidth * n + slot, false});
    };
    for (open_node(0); !open.empty();) {
      std::ranges::pop_heap(open, Farther());
      const Open at = open.back();
      open.pop_back();
      if (at.is_triangle) {
        if (!look_at(at.at)) return false;
        continue;
      }
      const TriangleTree::Node& node = nodes[at.at / TriangleTree::kWidth];
      const std::uint32_t slot = at.at % TriangleTree::kWidth, child = node.child[slot];
      if (is_beyond(node, static_cast<int>(slot))) continue;
      if (!TriangleTree::is_leaf(child)) {
        open_node(child);
        continue;
      }
      for (std::uint32_t k = 0; k < TriangleTree::leaf_count(child); ++k) {
        const std::uint32_t t = TriangleTree::leaf_first(child) + k;
        push({norm(nearest_of(t)), t, true});
      }
    }
    return !planes_.empty();
  }

  // About how near a box of the tree is.
  double distance_of(const TriangleTree::Node& node, std::uint32_t slot) const {
    const TriangleTree::OrientedBox box = TriangleTree::box(node, slot);
    const double scale = std::ldexp(1.0, -mesh_.tree().exponent());
    const Vec3 from = box.axes * (scale * (c_ - mesh_.tree().origin()) - box.center);
    return std::ldexp(norm({larger(std::fabs(from.x) - box.half.x, 0), larger(std::fabs(from.y) - box.half.y, 0),
                            larger(std::fabs(from.z) - box.half.z, 0)}),
                      mesh_.tree().exponent());
  }

  // The triangle's nearest point, from c, about.
  Vec3 nearest_of(std::uint32_t t) const {
    PointSimplex simplex;
    for (int k = 0; k < 3; ++k) simplex.add({0, k}, mesh_.vertex(mesh_.triangle(t)[static_cast<std::size_t>(k)]) - c_);
    nearest_point(simplex);
    return simplex.point();
  }

  // The plane that had the last one beyond it has this one, too, as a rule.
  bool is_beyond(const TriangleTree::Node& node, int slot) {
    const std::size_t count = planes_.size();
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t at = last_ + k < count ? last_ + k : last_ + k - count;
      Plane& plane = planes_[at];
      const double low = plane.floor(node, slot) - plane.of_point;
      if (low < plane.m && low < (1 - kOfABox) * plane.r) continue;
      plane.m = smaller(plane.m, low);
      last_ = at;
      return true;
    }
    return false;
  }

  bool look_at(std::uint32_t t) {
    Vec3 corner[3];
    for (std::size_t k = 0; k < 3; ++k) corner[k] = mesh_.vertex(mesh_.triangle(t)[k]) - c_;
    const auto lowest = [&](Vec3 u) {
      return smaller(dot(u, corner[0]), smaller(dot(u, corner[1]), dot(u, corner[2])));
    };
    Plane* best = nullptr;
    double least = 0;  // how far `best` has to move
    for (Plane& plane : planes_) {
      const double low = lowest(plane.u);
      if (low >= plane.m) return true;
      const double moves = (plane.m - low) / plane.r;
      if (low < (1 - inward_) * plane.r || (best != nullptr && moves >= least)) continue;
      best = &plane, least = moves;
    }
    if (best != nullptr) {
      best->m = lowest(best->u);
      return true;
    }
    const Vec3 p = nearest_of(t);
    Vec3 u = unit_of(p);
    double r = lowest(u);
    // Where the nearest point is on a plane that is there already, the surface bends away from the point, as on convex
    // bodies: the triangle's own plane then cuts off nothing.
    const auto holds_p = [&](const Plane& plane) { return dot(plane.u, p) >= (1 - inward_) * plane.m; };
    if (std::ranges::any_of(planes_, holds_p)) {
      Vec3 n = cross(unit_of(corner[1] - corner[0]), unit_of(corner[2] - corner[0]));
      n = unit_of(dot(n, p) < 0 ? -n : n);
      if (const double height = lowest(n); height > kSteep * r) u = n, r = height;
    }
    if (!(r > 4 * slack_)) return false;
    planes_.push_back({u, r, r, BoxFloor(mesh_.tree(), u), dot(u, c_)});
    if (planes_.size() >= kPlanes && inward_ >= kInward) inward_ = smaller(kMoreInward * inward_, kMostInward);
    return planes_.size() < most_;
  }

  // A plane's points at height m are those with (u/m)·(x − c) = 1: the vertices are the faces of the hull of all u/m.
  std::optional<Polytope> hull() const {
    std::vector<Vec3> duals;
    for (const Plane& plane : planes_) {
      const double m = plane.m - 3 * slack_;
      if (!(m > 0)) return std::nullopt;
      duals.push_back(plane.u / m);
    }
    const Result<Polytope> dual = convex_hull(duals);
    if (!dual || dual.value().dimension() != 3) return std::nullopt;
    std::vector<Vec3> vertices;
    // Where more than three planes meet, rounding makes several vertices of one.
    const auto is_new = [&](Vec3 v) {
      return std::ranges::none_of(vertices, [&](Vec3 w) { return norm_max(v - w) < kOneVertex * mesh_.size(); });
    };
    for (int f = 0; f < dual.value().face_count(); ++f)
      if (const std::optional<Vec3> v = vertex_of(dual.value(), f, duals); v && is_new(*v)) vertices.push_back(*v);
    return solid_hull(vertices);
  }

  static std::optional<Polytope> solid_hull(const std::vector<Vec3>& points) {
    const Result<Polytope> made = convex_hull(points);
    if (!made || made.value().dimension() != 3) return std::nullopt;
    return made.value();
  }

  std::optional<Polytope> in_a_ball() const {
    const double radius = -signed_distance(mesh_, Pose(), c_).upper - slack_;
    if (!(radius > 4 * slack_)) return std::nullopt;
    std::vector<Vec3> corners = icosahedron();
    for (Vec3& corner : corners) corner = c_ + radius * corner;
    return solid_hull(corners);
  }

  std::optional<Vec3> vertex_of(const Polytope& dual, int face, const std::vector<Vec3>& duals) const {
    const std::span<const std::uint32_t> loop = dual.face(face);
    const auto at = [&](std::size_t k) { return dual.vertex(static_cast<int>(loop[k])); };
    const Vec3 p = at(0), n = cross(at(loop.size() / 3) - p, at(2 * loop.size() / 3) - p);
    const double k = dot(n, p);
    if (!(k > 0)) return std::nullopt;
    Vec3 x = n / k;
    // Thin faces lose much: drawn back until all planes hold.
    double most = 1;
    for (const Vec3 d : duals) most = larger(most, dot(d, x));
    x = x / most;
    const Vec3 v = c_ + x;
    const auto holds = [&](const Plane& plane) { return dot(plane.u, v - c_) <= plane.m - slack_; };
    if (!is_finite(v) || !std::ranges::all_of(planes_, holds)) return std::nullopt;
    return v;
  }

  const Mesh& mesh_;
  const Vec3 c_;
  const double slack_;
  double inward_ = kHardly;
  std::size_t most_ = kFewFaces;
  std::vector<Plane> planes_;
  std::size_t last_ = 0;
};

}  // namespace

std::optional<Polytope> inscribed_hull(const Mesh& mesh, Vec3 point, bool& is_curved) {
  return Inscribed(mesh, point).run(is_curved);
}

}  // namespace clearance::detail
