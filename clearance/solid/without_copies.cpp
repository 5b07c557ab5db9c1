#include <clearance/bvh/triangle_tree.h>
#include <clearance/solid/without_copies.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace clearance::detail {
namespace {

using Corners = std::array<Vec3, 3>;

bool before(Vec3 p, Vec3 q) { return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z; }

class Different {
 public:
  explicit Different(const Mesh& mesh) {
    std::vector<Corners> corners(mesh.triangle_count());
    std::vector<std::uint32_t> order(mesh.triangle_count());
    for (std::uint32_t t = 0; t < corners.size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) corners[t][k] = mesh.vertex(mesh.triangle(t)[k]);
      std::sort(corners[t].begin(), corners[t].end(), before);
      order[t] = t;
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t t, std::uint32_t u) {
      for (std::size_t k = 0; k < 3; ++k)
        if (corners[t][k] != corners[u][k]) return before(corners[t][k], corners[u][k]);
      return t < u;
    });
    std::vector<MeshTriangle> triangles;
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k > 0 && corners[order[k]] == corners[order[k - 1]]) continue;
      triangles.push_back(mesh.triangle(order[k]));
      positions_.push_back(order[k]);
    }
    Workers workers(1);
    built_ = TriangleTree::build(mesh.vertices(), triangles, workers);
  }

  const TriangleTree& tree() const { return *built_.tree; }
  // In the mesh.
  std::uint32_t position(std::uint32_t in_tree) const { return positions_[built_.order[in_tree]]; }

 private:
  std::vector<std::uint32_t> positions_;
  TriangleTree::Built built_;
};

class DifferentPairs {
 public:
  explicit DifferentPairs(const MeshPair& pair)
      : a_(pair.a()), b_(pair.b()), trees_(pair.trees_between(a_.tree(), b_.tree())) {}

  const TreePair& trees() const { return trees_; }
  // Each two triangles of two runs, until `visit` returns false.
  template <class Visit>
  bool each(const RunPair& runs, const Visit& visit) const {
    for (std::uint32_t i = runs.first_a; i < runs.first_a + runs.count_a; ++i)
      for (std::uint32_t k = runs.first_b; k < runs.first_b + runs.count_b; ++k)
        if (!visit(RunPair{a_.position(i), 1, b_.position(k), 1})) return false;
    return true;
  }

 private:
  Different a_, b_;
  TreePair trees_;
};

// A walk of the meshes' own trees may look at so many pairs of runs: it often ends early.
constexpr int kPatience = 1 << 14;

}  // namespace

bool is_mostly_copies(const Mesh& mesh) { return 2 * mesh.facts().duplicate_triangles >= mesh.triangle_count(); }

void find_meeting(const MeshPair& pair, TreePair::Visitor visit) {
  if (!is_mostly_copies(pair.a()) && !is_mostly_copies(pair.b())) return pair.trees().find_meeting(visit);
  int left = kPatience;
  bool goes_on = true;
  pair.trees().find_meeting([&](const RunPair& runs) { return left-- > 0 && (goes_on = visit(runs)); });
  if (left >= 0 || !goes_on) return;
  const DifferentPairs different(pair);
  different.trees().find_meeting([&](const RunPair& runs) { return different.each(runs, visit); });
}

void find_nearest(const MeshPair& pair, double nearest, FunctionRef<double(const RunPair&)> visit) {
  if (!is_mostly_copies(pair.a()) && !is_mostly_copies(pair.b())) return pair.trees().find_nearest(nearest, visit);
  int left = kPatience;
  pair.trees().find_nearest(nearest, [&](const RunPair& runs) { return left-- > 0 ? nearest = visit(runs) : -1; });
  if (left >= 0 || nearest < 0) return;
  const DifferentPairs different(pair);
  different.trees().find_nearest(nearest, [&](const RunPair& runs) {
    different.each(runs, [&](const RunPair& one) { return (nearest = visit(one)) >= 0; });
    return nearest;
  });
}

}  // namespace clearance::detail
