// Question: what is a body that is given by triangles: a solid, a surface, or what is wrong with it?
// Method:   vertices as the caller numbers them; triangles in the order of the tree that finds them, each with the
//           caller's number. Facts are exact. A mesh is solid when every edge is passed as often in one direction as in
//           the other and some point has a winding number other than 0, unless the caller wants its surface alone
//           (CONTRACT §1, §2).
// Proves:   nothing by itself; build/mesh.h makes meshes, so that none exists with a bad index or coordinate.
// Cost:     copies share one immutable block; at most 64 bytes a triangle of a closed welded mesh, tree included.
#pragma once

#include <clearance/math/vec3.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clearance {

namespace detail {
class TriangleTree;  // bvh/triangle_tree.h: the boxes over the triangles
struct MeshFaces;    // shape/mesh_faces.h: which triangles are one face
}  // namespace detail

using MeshTriangle = std::array<std::uint32_t, 3>;

// Vertices with equal coordinates count as one here. Triangles with a repeated vertex are folded away: they have no
// edges. The counts of edges and duplicates are of the rest.
struct MeshFacts {
  std::size_t triangles = 0;
  std::size_t vertices_used = 0;        // different ones
  std::size_t zero_area = 0;            // triangles, exactly without area
  std::size_t duplicate_triangles = 0;  // the same three vertices as an earlier one, in any order
  std::size_t boundary_edges = 0;       // with one triangle
  std::size_t nonmanifold_edges = 0;    // with more than two
  std::size_t inconsistent_edges = 0;   // with two that run through it in the same direction
  std::size_t unbalanced_edges = 0;     // passed more often in one direction than in the other, by any number
  std::size_t components = 0;           // triangles connected by shared vertices
  int volume_sign = 0;                  // of Σ det over the triangles, exactly; −1: a closed mesh is inside out
  double volume = 0;                    // that sum / 6 up to rounding; meaningful when closed
  // Closed, and the winding number of some point is not 0. A volume other than 0 implies it; without one, components of
  // opposite orientation may bound something all the same.
  bool encloses = false;

  // Every edge is passed as often in one direction as in the other, so that winding numbers exist, and there are edges.
  bool is_closed() const { return edges > 0 && unbalanced_edges == 0; }
  bool is_solid() const { return is_closed() && encloses; }

  std::size_t edges = 0;
  // The first few unbalanced edges, in ascending order of their vertices, for messages.
  struct EdgeFault {
    std::uint32_t low, high;  // vertices, by the caller's numbers
    std::uint32_t triangles;  // that share it
    std::uint32_t rising;     // of those, the ones that run from `low` to `high`
  };
  std::vector<EdgeFault> faults;
};
// Why it is no solid, with the first edges at fault ("not closed: edge 3–7 has one triangle, …"); empty when it is one.
std::string why_not_solid(const MeshFacts& facts);

// What build/ knows about a mesh before it becomes one.
struct MeshParts {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;  // in the tree's order
  std::vector<std::uint32_t> ids;       // the caller's number of each
  std::vector<std::uint32_t> component_vertices;
  MeshFacts facts;
  bool is_solid = false;
  std::shared_ptr<const detail::TriangleTree> tree;
  std::size_t tree_bytes = 0;  // what the tree takes: this layer does not see into it
};

class Mesh {
 public:
  // For build/ only: trusts its input.
  static Mesh assemble(MeshParts parts);

  std::size_t vertex_count() const { return data_->vertices.size(); }
  std::size_t triangle_count() const { return data_->triangles.size(); }
  Vec3 vertex(std::uint32_t v) const { return data_->vertices[v]; }
  std::span<const Vec3> vertices() const { return data_->vertices; }
  // Triangles by position, that is in the tree's order; id() is the caller's number of one.
  const MeshTriangle& triangle(std::uint32_t t) const { return data_->triangles[t]; }
  std::span<const MeshTriangle> triangles() const { return data_->triangles; }
  std::uint32_t id(std::uint32_t t) const { return data_->ids[t]; }
  std::span<const std::uint32_t> ids() const { return data_->ids; }
  // The triangles in the caller's order: a copy.
  std::vector<MeshTriangle> triangles_as_given() const;

  const MeshFacts& facts() const { return data_->facts; }
  // Whether queries take it as the solid it bounds (inside: winding number ≠ 0) or as the union of its triangles.
  bool is_solid() const { return data_->is_solid; }
  // The side of its triangles, counted along their normals, that is outside if all of them are turned one way: −1 where
  // the mesh is inside out. A guess for searches, which must not rest on it.
  int outer_side() const { return data_->facts.volume_sign < 0 ? -1 : 1; }
  // One vertex of every component: what containment is decided by.
  std::span<const std::uint32_t> component_vertices() const { return data_->component_vertices; }
  const detail::TriangleTree& tree() const { return *data_->tree; }

  // Of the vertices that triangles use.
  Vec3 box_low() const { return data_->box_low; }
  Vec3 box_high() const { return data_->box_high; }
  // Longest side of that box.
  double size() const { return data_->size; }
  // At least the largest |x|+|y|+|z| of any used vertex: what the error bounds are made of.
  double reach() const { return data_->reach; }

  // Which triangles lie in one plane, and what lies across each side: made when first asked for, by whichever thread
  // that is, and shared by all copies from then on.
  const detail::MeshFaces& faces() const;

  // Vertices, triangles, numbers and tree; the faces, too, once somebody has asked for them.
  std::size_t memory_bytes() const;
  // Copies of a mesh share this.
  const void* identity() const { return data_.get(); }

 private:
  struct Data : MeshParts {
    Data();
    Data(const Data&) = delete;
    Data& operator=(const Data&) = delete;
    ~Data();

    Vec3 box_low, box_high;
    double size = 0, reach = 0;
    struct Faces;
    std::unique_ptr<Faces> faces;
  };

  Mesh() = default;
  std::shared_ptr<const Data> data_;
};

}  // namespace clearance
