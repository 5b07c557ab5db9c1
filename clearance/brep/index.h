// Question: which vertex, edge or face of a solid is where, so that a point or a segment can be told?
// Method:   the B-rep index of Vaněček (1990, §2): a ternary tree of planes. A node stands for an open region of space,
//           of a plane or of a line; its plane divides that into what is above, on and below. Leaves are the solid's
//           vertices, edges, faces, its inside and its outside. In space, planes of faces divide; in a plane, planes
//           through edges; on a line, planes through vertices. Which come first is the splitting (below).
// Proves:   every division and every leaf is decided by exact signs, so every point of space belongs to exactly one
//           leaf, and that leaf is what it is on.
// Cost:     n log n to build; a point costs the planes on its path, a few nanoseconds each.
#pragma once

#include <clearance/base/result.h>
#include <clearance/brep/entity.h>
#include <clearance/shape/brep.h>

#include <cstdint>
#include <memory>
#include <span>

namespace clearance {

namespace detail {
struct BRepIndexData;  // brep/index/data.h
}

// How planes are chosen (§5, "the first problem").
enum class IndexSplitting : std::uint8_t {
  Balanced,       // ours: of many planes, free ones among them, the one that promises the lowest tree
  Hybrid,         // the paper's: regions with many faces are halved, others divided by a face's plane
  Autopartition,  // the paper's §2.1: the next face's plane
};
const char* to_string(IndexSplitting splitting);

struct BRepIndexOptions {
  IndexSplitting splitting = IndexSplitting::Balanced;
  // Leave out nodes whose plane divides nothing: the same leaf above, on and below (§5, "the second problem").
  bool reduce = true;
};

// What a plane of the index was made from.
enum class IndexPlaneKind : std::uint8_t {
  Free,    // perpendicular to an axis, or through vertices: contains no face
  Face,    // of face `entity`
  Edge,    // through edge `entity`, perpendicular to the plane that is divided
  Vertex,  // through vertex `entity`, perpendicular to the line that is divided, or a plane near it
};

struct BRepIndexFacts {
  std::size_t nodes = 0;            // with a plane, as the paper counts them
  std::size_t leaves = 0;           // 2·nodes + 1
  std::size_t height = 0;           // planes on the longest path
  double average_height = 0;        // over the leaves
  std::size_t nodes_unreduced = 0;  // before planes that divide nothing were left out
  std::size_t faces_divided = 0;    // pieces of faces that planes made, beyond the triangles there were
};

// A child is a node, or, if negative, ~child is a leaf.
struct BRepIndexNode {
  Vec3 normal;  // of the plane normal·x = offset, rounded; the largest part is in [½, 1)
  double offset = 0;
  std::uint32_t plane = 0;
  std::int32_t above = 0, on = 0, below = 0;
};

class BRepIndex {
 public:
  const BRep& brep() const;
  const BRepIndexFacts& facts() const;
  std::span<const BRepIndexNode> nodes() const;  // nodes()[0] is the root
  std::span<const Entity> leaves() const;
  IndexPlaneKind plane_kind(std::uint32_t plane) const;
  std::uint32_t plane_entity(std::uint32_t plane) const;
  std::size_t memory_bytes() const;
  const void* identity() const { return data_.get(); }

  // For brep/ only.
  explicit BRepIndex(std::shared_ptr<const detail::BRepIndexData> data) : data_(std::move(data)) {}
  const detail::BRepIndexData& data() const { return *data_; }

 private:
  std::shared_ptr<const detail::BRepIndexData> data_;
};

BRepIndex make_brep_index(const BRep& brep, const BRepIndexOptions& options = {});

}  // namespace clearance
