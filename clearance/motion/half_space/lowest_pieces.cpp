#include <clearance/motion/half_space/lowest_pieces.h>

#include <clearance/bvh/box.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Pieces of a body, looked at in one window, from which on less is made of the next ones.
constexpr int kManyOpened = 512;

double sum_above(double radius, double margin) {
  return radius == 0 ? margin : margin == 0 ? radius : next_above(radius + margin);
}

// The share of the window before which coefficients stay above 0; where they do not when it begins, how far below 0
// they may be then, so that the lowest comes first.
double rank_of(const double* least, int degree) {
  const double share = first_crossing(least, degree);
  return share > 0 ? share : smaller(least[0], 0);
}

// When a box may be at the plane first.
double rank_of(const RoughHeights::Window& window, const PieceBox& box, double margin) {
  const double distance = sum_above(box.radius, margin);
  const double size = norm_one(box.center) + norm_one(box.edge[0]) + norm_one(box.edge[1]) + norm_one(box.edge[2]);
  const double error = window.error(size, distance);
  double least[RoughHeights::kMostDegree + 1];
  for (int i = 0; i <= window.degree; ++i) {
    const Vec3 n = window.along[i];
    const double spread =
        std::fabs(dot(n, box.edge[0])) + std::fabs(dot(n, box.edge[1])) + std::fabs(dot(n, box.edge[2]));
    least[i] = window.coefficient(i, box.center, distance) - spread - error;
  }
  return rank_of(least, window.degree);
}

double rank_of(const RoughHeights::Window& window, Vec3 v, double distance) {
  const double error = window.error(norm_one(v), distance);
  double least[RoughHeights::kMostDegree + 1];
  for (int i = 0; i <= window.degree; ++i) least[i] = window.coefficient(i, v, distance) - error;
  return rank_of(least, window.degree);
}

// visit(vertex) for those of an element.
template <class Visit>
void for_each_vertex(const ShapePieces& body, const Piece& piece, const Visit& visit) {
  LowVertex vertex;
  vertex.part = body.part_id(piece);
  if (piece.kind == Piece::Kind::Triangle) {
    const Mesh& mesh = *body.mesh(piece.part);
    vertex.triangle = body.triangle_id(piece), vertex.position = piece.number;
    for (const std::uint32_t v : mesh.triangle(piece.number)) {
      vertex.point = mesh.vertex(v), vertex.number = v;
      visit(vertex);
    }
    return;
  }
  const Rounded& convex = *body.convex(piece.part);
  vertex.radius = convex.radius();
  for (int v = 0; v < convex.core().vertex_count(); ++v) {
    vertex.point = convex.core().vertex(v), vertex.number = convex.core().id(v),
    vertex.position = static_cast<std::uint32_t>(v);
    visit(vertex);
  }
}

struct Waiting {
  double rank;
  Piece piece;
};

}  // namespace

double LowVertex::distance(double margin) const { return sum_above(radius, margin); }

std::optional<LowestPieces::First> LowestPieces::first(const RoughHeights::Window& window, double margin,
                                                       MotionPatience& patience) const {
  if (!pieces_) return First{larger(rank_of(window, Vec3{}, margin), 0), {}};
  First found{kInfinity, {}};
  // Pieces that may be there only a little sooner than what is known stay closed, and their time counts: on flat sides
  // all are. Where that is at once nothing can be lost but the choice of the vertex.
  double least_closed = kInfinity;
  int opened = 0;
  const auto stays_closed = [&](double rank) {
    if (found.share <= 0) return rank >= 1.5 * found.share || opened > kManyOpened;
    return rank > 0 && rank >= (opened > kManyOpened ? 0.5 : 1 - 0x1p-10) * found.share;
  };
  std::vector<Waiting> waiting{{rank_of(window, pieces_->box(pieces_->whole()), margin), pieces_->whole()}};
  while (!waiting.empty()) {
    const auto [rank, piece] = waiting.back();
    waiting.pop_back();
    if (stays_closed(rank)) {
      least_closed = smaller(least_closed, rank);
      continue;
    }
    if (!patience.look()) return {};
    ++opened;
    if (piece.is_element()) {
      for_each_vertex(*pieces_, piece, [&](const LowVertex& vertex) {
        const double there = rank_of(window, vertex.point, vertex.distance(margin));
        if (there < found.share) found = {there, vertex};
      });
      continue;
    }
    const ShapePieces::Children children = pieces_->children(piece);
    const std::size_t before = waiting.size();
    for (int k = 0; k < children.count; ++k) {
      const double there = rank_of(window, pieces_->box(children.piece[k]), margin);
      if (there < kInfinity) waiting.push_back({there, children.piece[k]});
    }
    // The one that may be there first comes last, to be looked at next.
    std::sort(waiting.begin() + static_cast<std::ptrdiff_t>(before), waiting.end(),
              [](const Waiting& x, const Waiting& y) {
                return x.rank != y.rank ? x.rank > y.rank : x.piece.number > y.piece.number;
              });
  }
  found.share = larger(smaller(found.share, least_closed), 0);
  return found;
}

std::optional<std::vector<LowVertex>> LowestPieces::low_vertices(const RoughHeights::Window& window, double margin,
                                                                 MotionPatience& patience) const {
  if (!pieces_) return std::vector<LowVertex>(1);
  std::vector<LowVertex> found;
  std::vector<Piece> waiting{pieces_->whole()};
  while (!waiting.empty()) {
    const Piece piece = waiting.back();
    waiting.pop_back();
    if (rank_of(window, pieces_->box(piece), margin) == kInfinity) continue;
    if (!patience.look()) return {};
    if (piece.is_element()) {
      for_each_vertex(*pieces_, piece, [&](const LowVertex& vertex) {
        if (rank_of(window, vertex.point, vertex.distance(margin)) < kInfinity) found.push_back(vertex);
      });
      continue;
    }
    const ShapePieces::Children children = pieces_->children(piece);
    waiting.insert(waiting.end(), children.piece, children.piece + children.count);
  }
  const auto order = [](const LowVertex& x, const LowVertex& y) {
    return x.part != y.part ? x.part < y.part : x.number != y.number ? x.number < y.number : x.triangle < y.triangle;
  };
  std::sort(found.begin(), found.end(), order);
  const auto is_same = [](const LowVertex& x, const LowVertex& y) { return x.part == y.part && x.number == y.number; };
  found.erase(std::unique(found.begin(), found.end(), is_same), found.end());
  return found;
}

namespace {

double least_of(Vec3 n, const PieceBox& box) {
  const double spread =
      std::fabs(dot(n, box.edge[0])) + std::fabs(dot(n, box.edge[1])) + std::fabs(dot(n, box.edge[2]));
  return dot(n, box.center) - spread - box.radius;
}

// The least of all vertices' values, down to `room` less; bounds of boxes tell which of them may have one.
template <class OfBox, class OfVertex>
std::optional<LowestPieces::Lowest> least_of_all(const ShapePieces& pieces, const OfBox& of_box,
                                                 const OfVertex& of_vertex, double room, MotionPatience& patience) {
  LowestPieces::Lowest found{kInfinity, {}};
  std::vector<Waiting> waiting{{-kInfinity, pieces.whole()}};
  while (!waiting.empty()) {
    const auto [rank, piece] = waiting.back();
    waiting.pop_back();
    if (rank >= found.least - room) continue;
    if (!patience.look()) return {};
    if (piece.is_element()) {
      for_each_vertex(pieces, piece, [&](const LowVertex& vertex) {
        if (const double value = of_vertex(vertex); value < found.least) found = {value, vertex};
      });
      continue;
    }
    const ShapePieces::Children children = pieces.children(piece);
    const std::size_t before = waiting.size();
    for (int k = 0; k < children.count; ++k)
      waiting.push_back({of_box(pieces.box(children.piece[k])), children.piece[k]});
    std::sort(waiting.begin() + static_cast<std::ptrdiff_t>(before), waiting.end(),
              [](const Waiting& x, const Waiting& y) {
                return x.rank != y.rank ? x.rank > y.rank : x.piece.number > y.piece.number;
              });
  }
  found.least -= room;
  return found;
}

}  // namespace

std::optional<LowestPieces::Lowest> LowestPieces::lowest(Vec3 direction, double room, MotionPatience& patience) const {
  if (!pieces_) return Lowest{-room, {}};
  return least_of_all(
      *pieces_, [&](const PieceBox& box) { return least_of(direction, box); },
      [&](const LowVertex& vertex) { return dot(direction, vertex.point) - vertex.radius; }, room, patience);
}

std::optional<double> LowestPieces::most(FunctionRef<double(Vec3)> value, double room, MotionPatience& patience) const {
  if (!pieces_) return value({}) + room;
  const std::optional<Lowest> found = least_of_all(
      *pieces_, [&](const PieceBox& box) { return -(value(box.center) + box.size * (1 + 0x1p-40) + box.radius); },
      [&](const LowVertex& vertex) { return -(value(vertex.point) + vertex.radius); }, room, patience);
  if (!found) return {};
  return -found->least;
}

std::optional<std::vector<LowVertex>> LowestPieces::below(Vec3 direction, double level,
                                                          MotionPatience& patience) const {
  if (!pieces_) return std::vector<LowVertex>(0 <= level ? 1 : 0);
  std::vector<LowVertex> found;
  std::vector<Piece> waiting{pieces_->whole()};
  while (!waiting.empty()) {
    const Piece piece = waiting.back();
    waiting.pop_back();
    if (!piece.is_element() && least_of(direction, pieces_->box(piece)) > level) continue;
    if (!patience.look()) return {};
    if (piece.is_element()) {
      for_each_vertex(*pieces_, piece, [&](const LowVertex& vertex) {
        if (dot(direction, vertex.point) - vertex.radius <= level) found.push_back(vertex);
      });
      continue;
    }
    const ShapePieces::Children children = pieces_->children(piece);
    waiting.insert(waiting.end(), children.piece, children.piece + children.count);
  }
  return found;
}

}  // namespace clearance::detail
