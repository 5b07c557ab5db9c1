// Notation: a flag is a vertex v, the line from it through another corner `end` and the plane of both and `third`.
#include <clearance/build/mesh_winds.h>

#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

struct Weighted {
  MeshTriangle corners;
  int weight;  // how often it is there, less how often turned over
};

// One of every set of triangles with the same corners, those aside that cancel or have no area.
std::vector<Weighted> left_over(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles) {
  std::vector<Weighted> all;
  for (MeshTriangle t : triangles) {
    if (collinear(vertices[t[0]], vertices[t[1]], vertices[t[2]])) continue;
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    const bool is_turned = t[2] < t[1];
    if (is_turned) std::swap(t[1], t[2]);
    all.push_back({t, is_turned ? -1 : 1});
  }
  std::sort(all.begin(), all.end(), [](const Weighted& a, const Weighted& b) { return a.corners < b.corners; });
  std::vector<Weighted> left;
  for (std::size_t i = 0; i < all.size();) {
    Weighted sum{all[i].corners, 0};
    for (; i < all.size() && all[i].corners == sum.corners; ++i) sum.weight += all[i].weight;
    if (sum.weight != 0) left.push_back(sum);
  }
  return left;
}

struct Flag {
  std::uint32_t vertex, end, third;
  int weight;
};

int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

class FlagOrder {
 public:
  explicit FlagOrder(std::span<const Vec3> vertices) : vertices_(vertices) {}

  // Flags of one vertex: by lines, then by planes.
  int compare(const Flag& f, const Flag& g) const {
    if (f.end != g.end)
      if (const int lines = compare_lines(f, g); lines != 0) return lines;
    return f.third == g.third ? 0 : compare_planes(f, g);
  }

 private:
  Vec3 at(std::uint32_t v) const { return vertices_[v]; }

  // Of the way from the vertex to the end: the first coordinate that changes.
  int axis_of(const Flag& f) const {
    const Vec3 v = at(f.vertex), e = at(f.end);
    return e.x != v.x ? 0 : e.y != v.y ? 1 : 2;
  }

  // By that axis, then by the slopes of the others over it: d₁ᵢd₂ₐ against d₂ᵢd₁ₐ, a component of d₁ × d₂.
  int compare_lines(const Flag& f, const Flag& g) const {
    const int axis = axis_of(f), other = axis_of(g);
    if (axis != other) return axis < other ? -1 : 1;
    const Vec3 v = at(f.vertex), d1 = at(f.end), d2 = at(g.end);
    const int signs = sign_of(d1[axis] - v[axis]) * sign_of(d2[axis] - v[axis]);
    for (const int i : {(axis + 1) % 3, (axis + 2) % 3})
      if (const int turn = orient2d_sign(v, d1, d2, i); turn != 0) return signs * turn;
    return 0;
  }

  // Around a line d. The normals d × (third − v) are square to it: without the coordinate in which d is not 0 they are
  // vectors of a plane, each turned into one half of it, in which their angle orders them. Their cross product there is
  // that component of d, times det(d, third₁ − v, third₂ − v).
  int compare_planes(const Flag& f, const Flag& g) const {
    const Vec3 v = at(f.vertex), d = at(f.end), p = at(f.third), q = at(g.third);
    const int axis = axis_of(f);
    const auto half = [&](Vec3 third) {
      const int first = orient2d_sign(v, d, third, (axis + 1) % 3);
      return first != 0 ? first : orient2d_sign(v, d, third, (axis + 2) % 3);
    };
    return half(p) * half(q) * sign_of(d[axis] - v[axis]) * orient3d_sign(v, d, p, q);
  }

  std::span<const Vec3> vertices_;
};

// Whether the flags of one vertex do, line by line and plane by plane.
bool cancel(std::span<Flag> flags, std::span<const Vec3> vertices) {
  const FlagOrder order(vertices);
  std::sort(flags.begin(), flags.end(), [&](const Flag& f, const Flag& g) { return order.compare(f, g) < 0; });
  for (std::size_t i = 0; i < flags.size();) {
    const Flag& first = flags[i];
    int sum = 0;
    for (; i < flags.size() && order.compare(first, flags[i]) == 0; ++i) sum += flags[i].weight;
    if (sum != 0) return false;
  }
  return true;
}

}  // namespace

bool winds_somewhere(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles) {
  const std::vector<Weighted> left = left_over(vertices, triangles);
  std::vector<Flag> flags;
  flags.reserve(6 * left.size());
  for (const auto& [t, weight] : left)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = t[k], next = t[(k + 1) % 3], last = t[(k + 2) % 3];
      flags.push_back({v, next, last, -weight});
      flags.push_back({v, last, next, weight});
    }
  std::sort(flags.begin(), flags.end(), [](const Flag& f, const Flag& g) { return f.vertex < g.vertex; });
  for (auto first = flags.begin(); first != flags.end();) {
    const auto last = std::find_if(first, flags.end(), [&](const Flag& f) { return f.vertex != first->vertex; });
    if (!cancel({first, last}, vertices)) return true;
    first = last;
  }
  return false;
}

}  // namespace clearance::detail
