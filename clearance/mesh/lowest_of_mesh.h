// Question: how far does a mesh reach in a direction?
// Method:   the tree's boxes, the most promising first; those that are surely higher than the lowest vertex found so
//           far are left out. No part of the interface.
// Proves:   visit_lowest: every vertex that is left out is higher than `ceiling` was then, by its product in doubles.
// Cost:     a few boxes a level.
// Notation: d a direction of the mesh's frame; heights are d·v in doubles.
#pragma once

#include <clearance/base/stack_array.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/approx.h>
#include <clearance/shape/mesh.h>

#include <cmath>
#include <cstdint>

namespace clearance::detail {

// Of d·x over a box of a node, less what roundings and the floats of its axes can have lost: below d·v in doubles, of
// every vertex v in it. In the tree's frame |c|₁ ≤ 3 and Σ hₖ|axisₖ|₁ ≤ 9, so that 2^e·16 bounds their share; its axes
// are square to each other up to 2⁻²⁰, which 2⁻¹⁸ of the halves covers, whether a box is read by slabs or by sums.
class BoxFloor {
 public:
  BoxFloor(const TriangleTree& tree, Vec3 d) : d_(d), length_(norm_one(d)), scale_(std::ldexp(1.0, tree.exponent())) {
    base_ = dot(d, tree.origin()) - 64 * kUnit * length_ * (norm_one(tree.origin()) + 16 * scale_) - kUnderflow;
  }

  double operator()(const TriangleTree::Node& node, int i) const {
    double reach = 0x1p-18 * (node.half[0][i] + node.half[1][i] + node.half[2][i]) * length_;
    for (int k = 0; k < 3; ++k)
      reach += node.half[k][i] * std::fabs(dot(d_, {node.axis[k][0][i], node.axis[k][1][i], node.axis[k][2][i]}));
    return base_ + scale_ * (dot(d_, {node.center[0][i], node.center[1][i], node.center[2][i]}) - reach);
  }

 private:
  Vec3 d_;
  double length_, scale_, base_;
};

// look(v, height) for the vertices of all triangles, those of boxes higher than `ceiling` aside; look may lower it.
template <class Look>
void visit_lowest(const Mesh& mesh, Vec3 d, const double& ceiling, const Look& look) {
  struct Open {
    double floor;
    std::uint32_t node;
  };
  const BoxFloor floor_of(mesh.tree(), d);
  const std::span<const TriangleTree::Node> nodes = mesh.tree().nodes();
  StackArray<Open, 64> open;
  open.push_back({-kInfiniteEnd, 0});
  while (open.size() > 0) {
    const Open at = open.back();
    open.pop_back();
    if (at.floor > ceiling) continue;
    const TriangleTree::Node& node = nodes[at.node];
    const std::size_t first = open.size();
    for (int i = 0; i < TriangleTree::kWidth; ++i) {
      const std::uint32_t child = node.child[i];
      if (child == TriangleTree::kNoChild || node.half[0][i] < 0) continue;
      const Open there{floor_of(node, i), child};
      if (there.floor > ceiling) continue;
      if (TriangleTree::is_leaf(child)) {
        for (std::uint32_t t = TriangleTree::leaf_first(child), k = 0; k < TriangleTree::leaf_count(child); ++k)
          for (const std::uint32_t v : mesh.triangle(t + k)) look(v, dot(d, mesh.vertex(v)));
        continue;
      }
      open.push_back(there);
      // The lowest is looked at next.
      for (std::size_t k = open.size() - 1; k > first && open[k - 1].floor < open[k].floor; --k)
        std::swap(open[k - 1], open[k]);
    }
  }
}

}  // namespace clearance::detail
