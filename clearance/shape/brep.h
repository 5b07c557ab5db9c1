// Question: what are the vertices, edges and faces of a polyhedral solid?
// Method:   maximal planar faces, possibly concave and with holes, as loops of half-edges; the straight edges between
//           them; vertices. An edge has two half-edges or more: the solid may touch itself along it. A twin is the
//           half-edge across the material: the solid lies in the wedge between the two faces.
// Proves:   nothing by itself; brep/make_brep.h makes them, and only exact ones.
// Cost:     copies share one immutable block.
#pragma once

#include <clearance/shape/mesh.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clearance {

struct BRepHalfEdge {
  std::uint32_t origin;  // vertex
  std::uint32_t next;    // half-edge around the same loop
  std::uint32_t twin;    // half-edge
  std::uint32_t face, edge;
};

// Vertices by position; low < high.
struct BRepEdge {
  std::uint32_t low, high;
};

// What brep/ knows about a solid before it becomes a BRep. Lists per edge, face and vertex are flat: those of item k
// are from offset[k] to offset[k + 1].
struct BRepParts {
  std::vector<Vec3> vertices;             // different ones
  std::vector<std::uint32_t> vertex_ids;  // the caller's number of each, the lowest where several are equal; ascending
  std::vector<BRepHalfEdge> half_edges;
  std::vector<BRepEdge> edges;
  std::vector<std::uint32_t> edge_offset, edge_half_edge;  // around the edge: see half_edges_of_edge
  std::vector<std::uint32_t> loop_offset, loop_half_edge;  // one half-edge of every loop of a face, the outer one first
  std::vector<std::uint32_t> face_ids;                     // the lowest of the caller's numbers of its triangles
  std::vector<std::uint32_t> triangle_offset, triangle;    // positions in the mesh
  std::vector<std::array<Vec3, 3>> face_planes;            // three vertices of the face, (b − a) × (c − a) pointing out
  std::vector<Mesh> mesh;                                  // exactly one: the boundary, in triangles
};

class BRep {
 public:
  // For brep/ only: trusts its input.
  static BRep assemble(BRepParts parts);

  std::size_t vertex_count() const { return data_->vertices.size(); }
  Vec3 vertex(std::uint32_t v) const { return data_->vertices[v]; }
  // Ids last: they are the caller's numbers, whatever else the solid has.
  std::uint32_t vertex_id(std::uint32_t v) const { return data_->vertex_ids[v]; }
  std::span<const std::uint32_t> edges_of_vertex(std::uint32_t v) const {
    return list(data_->vertex_offset, data_->vertex_edge, v);
  }

  std::size_t edge_count() const { return data_->edges.size(); }
  const BRepEdge& edge(std::uint32_t e) const { return data_->edges[e]; }
  std::array<std::uint32_t, 2> edge_id(std::uint32_t e) const {
    return {vertex_id(edge(e).low), vertex_id(edge(e).high)};
  }
  // Counter-clockwise seen against the direction from low to high, two by two: one from high to low, then its twin from
  // low to high with material between them.
  std::span<const std::uint32_t> half_edges_of_edge(std::uint32_t e) const {
    return list(data_->edge_offset, data_->edge_half_edge, e);
  }

  std::size_t face_count() const { return data_->face_ids.size(); }
  std::uint32_t face_id(std::uint32_t f) const { return data_->face_ids[f]; }
  // One half-edge of every loop, the outer loop first; faces lie to the left of their half-edges, seen from outside. A
  // loop may pass a vertex twice, and an edge both ways. Where another part of the solid only touches the face with a
  // vertex, no loop of the face has it.
  std::span<const std::uint32_t> loops_of_face(std::uint32_t f) const {
    return list(data_->loop_offset, data_->loop_half_edge, f);
  }
  // Positions in mesh(), whose vertices may be more than the solid's.
  std::span<const std::uint32_t> triangles_of_face(std::uint32_t f) const {
    return list(data_->triangle_offset, data_->triangle, f);
  }
  // Three vertices a, b, c of the face: (b − a) × (c − a) points out of the solid.
  const std::array<Vec3, 3>& plane_of_face(std::uint32_t f) const { return data_->face_planes[f]; }

  std::span<const BRepHalfEdge> half_edges() const { return data_->half_edges; }
  const BRepHalfEdge& half_edge(std::uint32_t h) const { return data_->half_edges[h]; }

  // Vertices, edges and faces.
  std::size_t entity_count() const { return vertex_count() + edge_count() + face_count(); }
  // The same solid in triangles: those it was made of, all looking outward.
  const Mesh& mesh() const { return data_->mesh[0]; }
  std::size_t memory_bytes() const;
  // Copies share this.
  const void* identity() const { return data_.get(); }

 private:
  struct Data : BRepParts {
    std::vector<std::uint32_t> vertex_offset, vertex_edge;
  };

  static std::span<const std::uint32_t> list(const std::vector<std::uint32_t>& offset,
                                             const std::vector<std::uint32_t>& items, std::uint32_t k) {
    return {items.data() + offset[k], offset[k + 1] - offset[k]};
  }

  BRep() = default;
  std::shared_ptr<const Data> data_;
};

}  // namespace clearance
