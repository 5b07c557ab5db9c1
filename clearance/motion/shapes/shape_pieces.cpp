#include <clearance/motion/shapes/shape_pieces.h>

#include <clearance/answer/answer.h>
#include <clearance/base/assert.h>
#include <clearance/math/length.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <bit>
#include <cmath>
#include <variant>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kWholeMesh = 0xffffffffu;
constexpr double kOutward = 1 + 0x1p-40;

// As std::ldexp(1, exponent) for what a tree's frame can be, at once.
double power_of_two(int exponent) {
  if (exponent < -1022 || exponent > 1023) return std::ldexp(1.0, exponent);
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

PieceBox box_between(Vec3 low, Vec3 high) {
  PieceBox box;
  box.center = 0.5 * low + 0.5 * high;
  const Vec3 half = (0.5 * high - 0.5 * low) * kOutward;
  box.edge[0] = {half.x, 0, 0}, box.edge[1] = {0, half.y, 0}, box.edge[2] = {0, 0, half.z};
  box.size = length_bound(half);
  return box;
}

double radius_of(Vec3 low, Vec3 high) {
  const Vec3 far{larger(std::fabs(low.x), std::fabs(high.x)), larger(std::fabs(low.y), std::fabs(high.y)),
                 larger(std::fabs(low.z), std::fabs(high.z))};
  return length_bound(far) * kOutward;
}
Leg::BodySize size_of(const Rounded& body) { return {body.core().radius(), body.core().reach()}; }
Leg::BodySize size_of(const Mesh& mesh) { return {radius_of(mesh.box_low(), mesh.box_high()), mesh.reach()}; }

}  // namespace

ShapePieces::ShapePieces(const Shape& shape)
    : convex_(std::get_if<Rounded>(&shape)), mesh_(std::get_if<Mesh>(&shape)), parts_(std::get_if<Parts>(&shape)) {
  CLEARANCE_ASSERT(!std::holds_alternative<HalfSpace>(shape));
  if (parts_ != nullptr) {
    whole_ = {Piece::Kind::Hull, 0, 0};
    size_ = size_of(parts_->hull());
  } else {
    whole_ = whole_of(0);
    size_ = mesh_ != nullptr ? size_of(*mesh_) : size_of(*convex_);
  }
  for (std::size_t k = 0; k < part_count(); ++k)
    if (const Rounded* const part = convex(k)) radius_ = larger(radius_, part->radius());
}

const Mesh* ShapePieces::mesh(std::size_t part) const {
  return parts_ != nullptr ? std::get_if<Mesh>(&(*parts_)[part]) : mesh_;
}
const Rounded* ShapePieces::convex(std::size_t part) const {
  return parts_ != nullptr ? std::get_if<Rounded>(&(*parts_)[part]) : convex_;
}

Piece ShapePieces::whole_of(std::uint32_t part) const {
  return mesh(part) != nullptr ? Piece{Piece::Kind::Box, part, kWholeMesh} : Piece{Piece::Kind::Convex, part, 0};
}

PieceBox ShapePieces::box(const Piece& piece) const {
  switch (piece.kind) {
    case Piece::Kind::Hull: {
      const Rounded& hull = parts_->nodes()[piece.number].hull;
      PieceBox box = box_between(hull.core().box_low(), hull.core().box_high());
      box.radius = hull.radius();
      return box;
    }
    case Piece::Kind::Convex: {
      const Rounded& body = *convex(piece.part);
      PieceBox box = box_between(body.core().box_low(), body.core().box_high());
      box.radius = body.radius();
      return box;
    }
    case Piece::Kind::Triangle: {
      Vec3 v[3];
      corners(piece, v);
      const Vec3 low{smaller(smaller(v[0].x, v[1].x), v[2].x), smaller(smaller(v[0].y, v[1].y), v[2].y),
                     smaller(smaller(v[0].z, v[1].z), v[2].z)};
      const Vec3 high{larger(larger(v[0].x, v[1].x), v[2].x), larger(larger(v[0].y, v[1].y), v[2].y),
                      larger(larger(v[0].z, v[1].z), v[2].z)};
      return box_between(low, high);
    }
    case Piece::Kind::Box:
      break;
  }
  const Mesh& of = *mesh(piece.part);
  if (piece.number == kWholeMesh) return box_between(of.box_low(), of.box_high());
  const TriangleTree& tree = of.tree();
  const double unit = power_of_two(tree.exponent());
  const TriangleTree::OrientedBox found = TriangleTree::box(tree.nodes()[piece.number / 8], piece.number % 8);
  PieceBox box;
  box.center = tree.origin() + unit * found.center;
  for (int k = 0; k < 3; ++k) box.edge[k] = (unit * found.half[k]) * found.axes.row[k];
  box.size = unit * norm(found.half);
  return box;
}

double ShapePieces::size(const Piece& piece) const {
  if (piece.kind != Piece::Kind::Box || piece.number == kWholeMesh) return box(piece).size;
  const TriangleTree& of = tree(piece);
  const TriangleTree::Node& node = of.nodes()[piece.number / 8];
  const auto half = [&](int k) { return static_cast<double>(node.half[k][piece.number % 8]); };
  return power_of_two(of.exponent()) * norm(Vec3{half(0), half(1), half(2)});
}

ShapePieces::Children ShapePieces::boxes_of(std::uint32_t part, std::uint32_t node) const {
  Children made;
  const TriangleTree::Node& of = mesh(part)->tree().nodes()[node];
  for (std::uint32_t slot = 0; slot < TriangleTree::kWidth; ++slot)
    if (of.child[slot] != TriangleTree::kNoChild) made.piece[made.count++] = {Piece::Kind::Box, part, 8 * node + slot};
  return made;
}

ShapePieces::Children ShapePieces::children(const Piece& piece) const {
  Children made;
  if (piece.kind == Piece::Kind::Hull) {
    const HullNode& node = parts_->nodes()[piece.number];
    if (node.part >= 0) return made.piece[made.count++] = whole_of(static_cast<std::uint32_t>(node.part)), made;
    for (const std::int32_t child : {node.first, node.rest})
      made.piece[made.count++] = {Piece::Kind::Hull, 0, static_cast<std::uint32_t>(child)};
    return made;
  }
  if (piece.number == kWholeMesh) return boxes_of(piece.part, 0);
  const std::uint32_t child = mesh(piece.part)->tree().nodes()[piece.number / 8].child[piece.number % 8];
  if (!TriangleTree::is_leaf(child)) return boxes_of(piece.part, child);
  for (std::uint32_t k = 0; k < TriangleTree::leaf_count(child); ++k)
    made.piece[made.count++] = {Piece::Kind::Triangle, piece.part, TriangleTree::leaf_first(child) + k};
  return made;
}

const TriangleTree::Node* ShapePieces::node_below(const Piece& piece) const {
  if (piece.kind != Piece::Kind::Box) return nullptr;
  const std::span<const TriangleTree::Node> nodes = tree(piece).nodes();
  if (piece.number == kWholeMesh) return &nodes[0];
  const std::uint32_t child = nodes[piece.number / 8].child[piece.number % 8];
  return TriangleTree::is_leaf(child) ? nullptr : &nodes[child];
}

Piece ShapePieces::box_of_node(const Piece& above, std::uint32_t slot) const {
  const std::uint32_t node =
      above.number == kWholeMesh ? 0 : tree(above).nodes()[above.number / 8].child[above.number % 8];
  return {Piece::Kind::Box, above.part, 8 * node + slot};
}

ShapePieces::Run ShapePieces::run_below(const Piece& piece) const {
  if (piece.kind != Piece::Kind::Box || piece.number == kWholeMesh) return {};
  const std::uint32_t child = tree(piece).nodes()[piece.number / 8].child[piece.number % 8];
  if (!TriangleTree::is_leaf(child)) return {};
  return {TriangleTree::leaf_first(child), TriangleTree::leaf_count(child)};
}

Rounded ShapePieces::element(const Piece& piece) const {
  return piece.kind == Piece::Kind::Triangle ? Rounded(triangle_polytope(*mesh(piece.part), piece.number))
                                             : *convex(piece.part);
}

void ShapePieces::corners(const Piece& piece, Vec3 (&out)[3]) const {
  const Mesh& of = *mesh(piece.part);
  const MeshTriangle& v = of.triangle(piece.number);
  for (std::size_t k = 0; k < 3; ++k) out[k] = of.vertex(v[k]);
}

std::uint32_t ShapePieces::triangle_id(const Piece& piece) const {
  return piece.kind == Piece::Kind::Triangle ? mesh(piece.part)->id(piece.number) : kNoIndex;
}
std::uint32_t ShapePieces::part_id(const Piece& piece) const { return parts_ != nullptr ? piece.part : kNoIndex; }

}  // namespace clearance::detail
