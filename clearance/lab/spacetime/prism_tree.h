// Question: which boxes hold a solid's triangles, and with them all prisms that they sweep?
// Method:   a binary tree of boxes along the axes of the body's own frame, halved at the median. A velocity only shears
//           prisms and a pose turns boxes, so one tree serves all motions. Each vertex and each edge belongs to one
//           triangle, so that it is asked once.
// Proves:   every triangle lies in each box above it.
// Cost:     n log n to build.
#pragma once

#include <clearance/base/result.h>
#include <clearance/bvh/box.h>
#include <clearance/shape/parts.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::lab {

struct PrismTriangle {
  std::uint32_t part;               // whose mesh has it
  std::uint32_t position;           // there
  bool has_vertex[3], has_edge[3];  // its own; edge k is from corner k to k + 1
};

class PrismTree {
 public:
  // Refused: half-spaces, radii, surfaces and bodies that are flat.
  static Result<PrismTree> make(const Shape& shape);

  struct Node {
    Box box;
    std::uint32_t first = 0, count = 0;  // of its triangles; 0: inner
    std::uint32_t child[2] = {};
  };
  const Node& node(std::uint32_t k) const { return nodes_[k]; }  // the root is 0
  const PrismTriangle& triangle(std::uint32_t k) const { return triangles_[k]; }
  std::size_t part_count() const { return meshes_.size(); }
  const Mesh& mesh(std::size_t part) const { return meshes_[part]; }

  // The caller's numbers; of triangles of a convex part 0.
  std::uint32_t number_of(std::size_t part, std::uint32_t v) const { return ids_[part].empty() ? v : ids_[part][v]; }
  std::uint32_t number_of(const PrismTriangle& t) const {
    return ids_[t.part].empty() ? meshes_[t.part].id(t.position) : 0;
  }
  const MeshTriangle& corners(const PrismTriangle& t) const { return meshes_[t.part].triangle(t.position); }
  Vec3 corner(const PrismTriangle& t, int k) const {
    return meshes_[t.part].vertex(corners(t)[static_cast<std::size_t>(k)]);
  }

 private:
  PrismTree() = default;
  std::optional<Error> take(const PartShape& part);
  void list_triangles();
  std::uint32_t build(std::uint32_t first, std::uint32_t count, std::vector<Box>& boxes);

  std::vector<Mesh> meshes_;
  std::vector<std::vector<std::uint32_t>> ids_;  // of the vertices of convex parts
  std::vector<PrismTriangle> triangles_;
  std::vector<Node> nodes_;
};

}  // namespace clearance::lab
