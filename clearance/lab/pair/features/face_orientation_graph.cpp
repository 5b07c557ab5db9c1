#include <clearance/lab/pair/features/face_orientation_graph.h>

#include <algorithm>
#include <numeric>

namespace clearance {
namespace {

Vec3 corner(const Polytope& body, std::uint32_t v) { return body.vertex(static_cast<int>(v)); }

// Twice the vector area of the loop, as a fan from the corner across from the longest edge at hand: in a sliver the
// product of the two short edges loses the fewest digits. Scaled by `shrink` against overflow.
Vec3 loop_normal(const Polytope& body, std::span<const std::uint32_t> loop, double shrink) {
  const std::size_t count = loop.size();
  if (count < 3) return {};
  std::size_t longest = 0;
  double length = -1;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 edge = shrink * (corner(body, loop[(k + 1) % count]) - corner(body, loop[k]));
    if (const double square = squared_norm(edge); square > length) length = square, longest = k;
  }
  const std::size_t apex = (longest + 2) % count;
  const Vec3 p = corner(body, loop[apex]);
  Vec3 sum;
  for (std::size_t k = 1; k + 1 < count; ++k)
    sum = sum + cross(shrink * (corner(body, loop[(apex + k) % count]) - p),
                      shrink * (corner(body, loop[(apex + k + 1) % count]) - p));
  return sum;
}

// The items of each of `count` owners, one after the other: where each owner's begin.
std::vector<std::uint32_t> offsets(const std::vector<std::uint32_t>& size) {
  std::vector<std::uint32_t> offset(size.size() + 1, 0);
  std::partial_sum(size.begin(), size.end(), offset.begin() + 1);
  return offset;
}

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

}  // namespace

Vec3 unit_vector(Vec3 v) {
  const double largest = norm_max(v);
  if (!(largest > 0)) return {};
  const Vec3 scaled = v / largest;
  return scaled / norm(scaled);
}

FaceOrientationGraph::FaceOrientationGraph(const Polytope& body) : body_(body) {
  const double shrink = body.size() > 0 ? 1 / body.size() : 1;
  for (int f = 0; f < body.face_count(); ++f) node_.push_back(unit_vector(loop_normal(body, body.face(f), shrink)));
  if (body.dimension() == 2) node_.push_back(-node_[0]);
  collect_arcs();
  collect_neighbourhoods();
}

void FaceOrientationGraph::collect_arcs() {
  if (body_.dimension() == 1) arc_.push_back({0, 1, -1, -1, 0});
  const std::span<const HalfEdge> half_edges = body_.half_edges();
  const auto node_of = [](std::uint32_t face) { return face == kNoFace ? 1 : static_cast<std::int32_t>(face); };
  for (std::uint32_t h = 0; h < half_edges.size(); ++h) {
    const HalfEdge &edge = half_edges[h], &twin = half_edges[edge.twin];
    if (h > edge.twin) continue;
    arc_.push_back({static_cast<std::int32_t>(edge.origin), static_cast<std::int32_t>(twin.origin), node_of(edge.face),
                    node_of(twin.face), static_cast<std::int32_t>(h)});
  }
  along_.reserve(arc_.size());
  for (const OrientationArc& arc : arc_) along_.push_back(unit_vector(body_.vertex(arc.head) - body_.vertex(arc.tail)));
}

void FaceOrientationGraph::collect_neighbourhoods() {
  std::vector<std::uint32_t> degree(static_cast<std::size_t>(body_.vertex_count()), 0), sides(node_.size(), 0);
  for (const OrientationArc& arc : arc_) {
    ++degree[at(arc.tail)], ++degree[at(arc.head)];
    if (arc.left >= 0) ++sides[at(arc.left)], ++sides[at(arc.right)];
  }
  vertex_offset_ = offsets(degree);
  node_offset_ = offsets(sides);
  vertex_arc_.resize(vertex_offset_.back());
  node_arc_.resize(node_offset_.back());
  std::vector<std::uint32_t> next_vertex = vertex_offset_, next_node = node_offset_;
  for (std::size_t e = 0; e < arc_.size(); ++e) {
    const OrientationArc& arc = arc_[e];
    const auto id = static_cast<std::int32_t>(e);
    vertex_arc_[next_vertex[at(arc.tail)]++] = {id, true};
    vertex_arc_[next_vertex[at(arc.head)]++] = {id, false};
    if (arc.left < 0) continue;
    node_arc_[next_node[at(arc.left)]++] = id;
    node_arc_[next_node[at(arc.right)]++] = id;
  }
}

void FaceOrientationGraph::loop(int node, std::vector<std::int32_t>& out) const {
  const std::span<const std::uint32_t> face = body_.face(face_of(node));
  out.assign(face.begin(), face.end());
  if (face_of(node) != node) std::reverse(out.begin(), out.end());
}

TurnedGraph::TurnedGraph(const FaceOrientationGraph& graph, const Pose& pose) : graph_(graph) {
  const Mat3& r = pose.rotation();
  // Normals turn with the cofactors, which differ from R where a matrix pose is not quite a rotation.
  const Mat3 cofactors{{cross(r.row[1], r.row[2]), cross(r.row[2], r.row[0]), cross(r.row[0], r.row[1])}};
  const Polytope& body = graph.body();
  vertex_.reserve(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) vertex_.push_back(r * body.vertex(v));
  node_.reserve(graph.nodes().size());
  for (const Vec3& n : graph.nodes()) node_.push_back(unit_vector(cofactors * n));
  along_.reserve(graph.along().size());
  for (const Vec3& u : graph.along()) along_.push_back(unit_vector(r * u));
}

}  // namespace clearance
