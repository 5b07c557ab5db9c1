// Question: what is a convex body, once it is known to be one?
// Method:   the extreme points of what the caller gave, with the exactly built adjacency of their hull: vertices as
//           structure of arrays, flat neighbour lists with the neighbours' coordinates stored beside them, faces with
//           coplanar facets merged, half-edges. Dimension 0 (point), 1 (segment), 2 (polygon) or 3 (solid).
// Proves:   nothing by itself; build/ makes polytopes, and only exact ones, so that a vertex that no neighbour beats
//           in a direction is extreme in that direction.
// Cost:     copies share one immutable block.
#pragma once

#include <clearance/math/mat3.h>
#include <clearance/math/vec3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clearance {

// What build/ knows about a hull before it becomes a Polytope. Indices are positions in `vertices` unless said
// otherwise.
struct PolytopeParts {
  int dimension = 0;
  std::vector<Vec3> vertices;      // the extreme points, in ascending order of id
  std::vector<std::uint32_t> ids;  // the caller's index of each
  std::size_t source_count = 0;    // how many points the caller gave
  // Faces as vertex loops, counter-clockwise seen from outside, coplanar facets merged. Dimension 2: one loop.
  // Dimensions 0 and 1: none.
  std::vector<std::vector<std::uint32_t>> faces;
};

struct HalfEdge {
  std::uint32_t origin;  // vertex
  std::uint32_t twin;    // half-edge
  std::uint32_t next;    // half-edge around the same face
  std::uint32_t face;    // for a polygon: 0, and kNoFace on the outer side
};

inline constexpr std::uint32_t kNoFace = 0xffffffffu;

class Polytope {
 public:
  // Lanes to which the coordinate arrays and neighbour blocks are padded (with copies of a real vertex).
  static constexpr int kLanes = 8;
  static constexpr int kTableRows = 8, kTableColumns = 16;

  // Writes a vertex near the extreme one for each of kTableRows × kTableColumns directions.
  using TableFiller = void (*)(const Polytope& polytope, std::uint32_t* table);

  // For build/ only: trusts its input. Without a filler every entry of the direction table is vertex 0.
  static Polytope assemble(const PolytopeParts& parts, TableFiller fill_table = nullptr);
  // In place, without allocation: as if assembled, without a direction table, of parts that differ in nothing but their
  // vertices, as many, and their ids. For searches that look at one triangle after another. False, and nothing is
  // changed, where there is a copy, which would change, too.
  bool reassemble(std::span<const Vec3> vertices, std::span<const std::uint32_t> ids, std::size_t source_count);

  int dimension() const { return data_->dimension; }
  int vertex_count() const { return vertex_count_; }
  Vec3 vertex(int v) const { return {x_[v], y_[v], z_[v]}; }
  // The caller's index of vertex v; ascending in v.
  std::uint32_t id(int v) const { return data_->ids[static_cast<std::size_t>(v)]; }
  // The vertex with that id, or -1 when the caller's point is not a vertex of the hull.
  int find(std::uint32_t id) const;
  std::size_t source_count() const { return data_->source_count; }

  // Coordinates, 64-byte aligned, padded to a multiple of kLanes with copies of vertex 0.
  const double* x() const { return x_; }
  const double* y() const { return y_; }
  const double* z() const { return z_; }
  int padded_count() const { return padded_count_; }

  // Neighbours of v along edges of the merged faces, ascending.
  std::span<const std::uint32_t> neighbours(int v) const {
    const std::uint32_t* offset = data_->neighbour_offset.data() + v;
    return {data_->neighbour.data() + offset[0], offset[1] - offset[0]};
  }

  // The neighbours of one vertex as the climb reads them: `blocks` times kLanes x, then y, then z, and the indices.
  // Padding lanes repeat the first neighbour (v itself where there is none).
  struct NeighbourBlock {
    const double* coordinates;     // blocks × (kLanes x, kLanes y, kLanes z), 64-byte aligned
    const std::uint32_t* indices;  // blocks × kLanes
    int blocks;
  };
  NeighbourBlock neighbour_block(int v) const {
    const std::uint32_t first = block_offset_[v], last = block_offset_[v + 1];
    return {block_coordinates_ + std::size_t{first} * 3 * kLanes, block_indices_ + std::size_t{first} * kLanes,
            static_cast<int>(last - first)};
  }

  int face_count() const { return static_cast<int>(data_->face_offset.size()) - 1; }
  std::span<const std::uint32_t> face(int f) const {
    const auto i = static_cast<std::size_t>(f);
    return {data_->face_vertex.data() + data_->face_offset[i], data_->face_offset[i + 1] - data_->face_offset[i]};
  }
  std::span<const HalfEdge> half_edges() const { return data_->half_edges; }
  // The first half-edge of face f; the others follow it in the order of face(f).
  std::uint32_t half_edge_of_face(int f) const { return data_->face_offset[static_cast<std::size_t>(f)]; }
  // The half-edges from v, in the order of neighbours(v): what lies across each plane of v's Voronoi region. For a
  // segment the one edge, 0.
  std::span<const std::uint32_t> spokes(int v) const {
    const std::uint32_t* offset = data_->neighbour_offset.data() + v;
    return {data_->spoke.data() + offset[0], offset[1] - offset[0]};
  }
  int edge_count() const { return static_cast<int>(data_->neighbour.size() / 2); }
  bool adjacent(int v, int w) const;

  // An interior point in doubles (the mean of the vertices): a starting point, not a decision.
  Vec3 center() const { return center_; }
  // Second moments of the vertices about center(): how the body is stretched, and along which axes.
  const Mat3& spread() const { return spread_; }
  // At least the largest |x|+|y|+|z| of any vertex: what the error bounds are made of.
  double reach() const { return reach_; }
  // At least the distance of any vertex from the origin of the body's frame.
  double radius() const { return radius_; }
  // Sides of the local bounding box relative to the longest, none below 1e-3.
  Vec3 proportions() const { return proportions_; }
  // Longest side of the local bounding box.
  double size() const { return data_->size; }
  Vec3 box_low() const { return data_->box_low; }
  Vec3 box_high() const { return data_->box_high; }
  // Whether the vertices are the eight corners of that box, and which is where: bit k of `high` says that it is high
  // along axis k.
  bool is_box() const { return is_box_; }
  int corner(unsigned high) const { return corner_[high]; }

  // See support/direction_table.h, which fills and reads it.
  const std::uint32_t* direction_table() const { return direction_table_; }

  std::size_t memory_bytes() const;
  // Copies of a polytope share this.
  const void* identity() const { return data_.get(); }

 private:
  struct AlignedDelete {
    void operator()(void* block) const;
  };
  struct Data {
    int dimension = 0;
    double size = 0;
    Vec3 box_low, box_high;
    std::size_t source_count = 0;
    std::vector<std::uint32_t> ids;
    std::vector<std::uint32_t> neighbour_offset, neighbour, spoke;
    std::vector<std::uint32_t> face_offset, face_vertex;
    std::vector<HalfEdge> half_edges;
    std::vector<std::uint32_t> block_offset, block_indices;
    std::unique_ptr<double, AlignedDelete> coordinates;  // x, y, z, then the neighbour blocks
    std::size_t coordinate_count = 0;
    std::uint32_t direction_table[kTableRows * kTableColumns] = {};
  };

  Polytope() = default;
  void point_at(const Data& data);
  void place(Data& data, std::span<const Vec3> vertices);
  void set_corners(std::span<const Vec3> vertices, Vec3 low, Vec3 high);

  // Copies of what the inner loops read, so that a query touches one object and then the arrays.
  const double *x_ = nullptr, *y_ = nullptr, *z_ = nullptr;
  const double* block_coordinates_ = nullptr;
  const std::uint32_t *block_offset_ = nullptr, *block_indices_ = nullptr, *direction_table_ = nullptr;
  int vertex_count_ = 0, padded_count_ = 0;
  std::uint8_t corner_[8] = {};
  bool is_box_ = false;
  double reach_ = 0, radius_ = 0;
  Vec3 center_, proportions_;
  Mat3 spread_;
  std::shared_ptr<const Data> data_;
};

}  // namespace clearance
