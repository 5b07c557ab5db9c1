// Question: of what pieces is a body, from the whole down to its triangles and convex parts?
// Method:   one tree for every kind of shape: hulls over parts (shape/parts.h), oriented boxes over triangles
//           (bvh/triangle_tree.h), and elements: a triangle, a convex part, all of a convex body.
// Proves:   box() holds everything below a piece.
// Cannot:   half-spaces, which have no pieces.
#pragma once

#include <clearance/bvh/triangle_tree.h>
#include <clearance/motion/leg.h>
#include <clearance/shape/parts.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

struct Piece {
  enum class Kind : std::uint8_t { Hull, Box, Triangle, Convex };
  Kind kind = Kind::Convex;
  std::uint32_t part = 0;  // of all but hulls; 0 where the body is one
  std::uint32_t number =
      0;  // of a hull its node; of a box eight times its node and its place; of a triangle its position

  bool is_element() const { return kind == Kind::Triangle || kind == Kind::Convex; }
  friend bool operator==(const Piece&, const Piece&) = default;
};

// { center + Σ sₖ·edgeₖ, |sₖ| ≤ 1 } in the body's frame, and all within `radius` of it.
struct PieceBox {
  Vec3 center, edge[3];
  double radius = 0;
  double size = 0;  // half of its longest diagonal
};

class ShapePieces {
 public:
  // The shape must outlive it, and is no half-space.
  explicit ShapePieces(const Shape& shape);

  Piece whole() const { return whole_; }
  Piece whole_of(std::uint32_t part) const;
  PieceBox box(const Piece& piece) const;
  // That of the box alone, but for roundings.
  double size(const Piece& piece) const;
  // What a piece that is no element is made of.
  static constexpr int kMost = TriangleTree::kWidth;
  struct Children {
    Piece piece[kMost];
    int count = 0;
  };
  Children children(const Piece& piece) const;
  // A box of which the children are boxes of a node; null of other pieces. The children are box_of_node(piece, slot).
  const TriangleTree::Node* node_below(const Piece& piece) const;
  Piece box_of_node(const Piece& above, std::uint32_t slot) const;
  const TriangleTree& tree(const Piece& piece) const { return mesh(piece.part)->tree(); }
  // A box of which the children are triangles, so many from the first on.
  struct Run {
    std::uint32_t first = 0, count = 0;
  };
  Run run_below(const Piece& piece) const;
  // Or a triangle, as a run of one.
  Run run_of(const Piece& piece) const {
    return piece.kind == Piece::Kind::Triangle ? Run{piece.number, 1} : run_below(piece);
  }

  // Of an element.
  Rounded element(const Piece& piece) const;
  // The corners of a triangle.
  void corners(const Piece& piece, Vec3 (&out)[3]) const;
  // The caller's number of a triangle; kNoIndex of a convex part.
  std::uint32_t triangle_id(const Piece& piece) const;
  // The number of its part, of a body of several; else kNoIndex.
  std::uint32_t part_id(const Piece& piece) const;

  // What its parts are; one of the two is null.
  std::size_t part_count() const { return parts_ != nullptr ? parts_->count() : 1; }
  const Mesh* mesh(std::size_t part) const;
  const Rounded* convex(std::size_t part) const;

  // Of the cores, where parts are rounded; `radius` is the largest of theirs.
  const Leg::BodySize& size() const { return size_; }
  double radius() const { return radius_; }

 private:
  Children boxes_of(std::uint32_t part, std::uint32_t node) const;

  const Rounded* convex_ = nullptr;
  const Mesh* mesh_ = nullptr;
  const Parts* parts_ = nullptr;
  Piece whole_;
  Leg::BodySize size_;
  double radius_ = 0;
};

}  // namespace clearance::detail
