#include <clearance/lab/pair/features/applicability_pairs.h>

#include <cmath>

namespace clearance {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Which items a flood has seen; a new flood forgets them all at once.
class Marks {
 public:
  explicit Marks(int count) : stamp_(at(count), 0) {}
  void forget() { ++now_; }
  bool mark(int i) { return stamp_[at(i)] != now_ && (stamp_[at(i)] = now_, true); }

 private:
  std::vector<std::uint32_t> stamp_;
  std::uint32_t now_ = 1;
};

// Down from `start` to a vertex none of whose edges leads below the plane square to n: −n is in its region. Heights
// along n fall strictly, by more than rounding; the bound on the steps is for vectors that are not numbers.
int descend(const TurnedGraph& body, Vec3 n, int start, std::int64_t& looked_at) {
  int v = start;
  for (int step = 0; step < body.vertex_count(); ++step) {
    double steepest = -kParallel;
    int next = -1;
    for (const ArcEnd end : body.around_vertex(v)) {
      ++looked_at;
      if (const double slope = dot(n, body.along(end)); slope < steepest) steepest = slope, next = body.other_end(end);
    }
    if (next < 0) break;
    v = next;
  }
  return v;
}

// For every node of one graph, the vertices of the other in whose regions its antipode lies. One of them is found by a
// walk from where the neighbouring node's was; the others, where there are ties, are next to it.
class Locator {
 public:
  Locator(const TurnedGraph& of_face, const TurnedGraph& of_vertex, std::vector<VertexFace>& out,
          std::int64_t& looked_at)
      : of_face_(of_face), of_vertex_(of_vertex), marks_(of_vertex.vertex_count()), out_(out), looked_at_(looked_at) {
    place_.assign(at(of_face.node_count()), -1);
    if (of_face.node_count() == 0) return;
    place_[0] = descend(of_vertex_, of_face_.node(0), 0, looked_at_);
    queue_ = {0};
    for (std::size_t k = 0; k < queue_.size(); ++k) visit(queue_[k]);
  }

  const std::vector<int>& places() const { return place_; }

 private:
  void visit(int node) {
    add_ties(node);
    for (const int e : of_face_.graph().around_node(node)) {
      const OrientationArc& arc = of_face_.arc(e);
      const int next = arc.left == node ? arc.right : arc.left;
      if (place_[at(next)] >= 0) continue;
      place_[at(next)] = descend(of_vertex_, of_face_.node(next), place_[at(node)], looked_at_);
      queue_.push_back(next);
    }
  }

  void add_ties(int node) {
    const Vec3 n = of_face_.node(node);
    marks_.forget();
    marks_.mark(place_[at(node)]);
    std::size_t first = out_.size();
    out_.push_back({place_[at(node)], node});
    for (; first < out_.size(); ++first)
      for (const ArcEnd end : of_vertex_.around_vertex(out_[first].vertex)) {
        ++looked_at_;
        if (side_of(n, of_vertex_.along(end)) != 0) continue;
        const int v = of_vertex_.other_end(end);
        if (marks_.mark(v) && vertex_face_applicable(of_face_, node, of_vertex_, v)) out_.push_back({v, node});
      }
  }

  const TurnedGraph &of_face_, &of_vertex_;
  Marks marks_;
  std::vector<int> place_, queue_;
  std::vector<VertexFace>& out_;
  std::int64_t& looked_at_;
};

Vec3 any_square_to(Vec3 u) {
  const double x = std::fabs(u.x), y = std::fabs(u.y), z = std::fabs(u.z);
  return unit_vector(cross(u, x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1}));
}

// Follows each arc of a over the negated graph of b: from the region that holds its left end into every region that it
// enters, through the arcs it meets.
void trace_arcs(const TurnedGraph& a, const TurnedGraph& b, const std::vector<int>& place_of_node,
                ApplicablePairs& pairs) {
  Marks seen_vertex(b.vertex_count()), seen_edge(b.arc_count());
  std::vector<int> regions;
  for (int e = 0; e < a.arc_count(); ++e) {
    const int left = a.arc(e).left;
    const int start = left >= 0 ? place_of_node[at(left)] : descend(b, any_square_to(a.along(e)), 0, pairs.looked_at);
    seen_vertex.forget();
    seen_edge.forget();
    seen_vertex.mark(start);
    regions.assign(1, start);
    for (std::size_t k = 0; k < regions.size(); ++k)
      for (const ArcEnd end : b.around_vertex(regions[k])) {
        if (!seen_edge.mark(end.arc)) continue;
        pairs.looked_at += 4;
        const std::size_t before = pairs.edges.size();
        add_applicable_edges(a, e, b, end.arc, pairs.edges);
        if (pairs.edges.size() > before && seen_vertex.mark(b.other_end(end))) regions.push_back(b.other_end(end));
      }
  }
}

// Is n (square to the edge) between the nodes of the edge's faces? Tells by the directions in which the faces leave it.
bool in_wedge(const TurnedGraph& body, int edge, Vec3 n) {
  const OrientationArc& arc = body.arc(edge);
  const Vec3 u = body.along(edge);
  return side_of(n, cross(body.node(arc.left), u)) <= 0 && side_of(n, cross(u, body.node(arc.right))) <= 0;
}

// Parallel edges: both arcs lie on one great circle, and overlap where one holds an end of the other.
bool arcs_overlap(const TurnedGraph& a, int edge_a, const TurnedGraph& b, int edge_b) {
  const OrientationArc &of_a = a.arc(edge_a), &of_b = b.arc(edge_b);
  if (of_a.left < 0 || of_b.left < 0) return true;
  return in_wedge(b, edge_b, -a.node(of_a.left)) || in_wedge(b, edge_b, -a.node(of_a.right)) ||
         in_wedge(a, edge_a, -b.node(of_b.left)) || in_wedge(a, edge_a, -b.node(of_b.right));
}

// On which sides of the plane square to u the two nodes of an edge lie; +1 and −1 for a segment's, which has none and
// whose full circle goes through the plane both ways.
struct NodeSides {
  int left = 1, right = -1;
  bool full_circle = true;

  NodeSides(const TurnedGraph& body, const OrientationArc& arc, Vec3 u) {
    if (arc.left < 0) return;
    full_circle = false;
    left = side_of(body.node(arc.left), u);
    right = side_of(body.node(arc.right), u);
  }
  bool touches(int sense) const { return full_circle || (sense * left >= 0 && sense * right <= 0); }
  bool crosses(int sense) const { return full_circle || (sense * left > 0 && sense * right < 0); }
};

}  // namespace

bool vertex_face_applicable(const TurnedGraph& of_face, int face, const TurnedGraph& of_vertex, int vertex) {
  const Vec3 n = of_face.node(face);
  for (const ArcEnd end : of_vertex.around_vertex(vertex))
    if (side_of(n, of_vertex.along(end)) < 0) return false;
  return true;
}

// With n = ± u_a × u_b, the wedge of a's edge holds n where the nodes of its faces lie on either side of u_b's plane,
// in the order that the sign says; likewise for −n and the edge of b. (Lagrange's identity: n·(n_left × u_a) = ∓
// n_left·u_b.)
void add_applicable_edges(const TurnedGraph& a, int edge_a, const TurnedGraph& b, int edge_b,
                          std::vector<EdgeEdge>& out) {
  const Vec3 u_a = a.along(edge_a), u_b = b.along(edge_b);
  const NodeSides of_a(a, a.arc(edge_a), u_b);
  if (of_a.left * of_a.right > 0) return;
  const NodeSides of_b(b, b.arc(edge_b), u_a);
  if (of_b.left * of_b.right > 0) return;
  if (norm_max(cross(u_a, u_b)) <= kParallel) {
    if (arcs_overlap(a, edge_a, b, edge_b)) out.push_back({edge_a, edge_b, 0, false});
    return;
  }
  for (const int sense : {1, -1})
    if (of_a.touches(sense) && of_b.touches(sense))
      out.push_back({edge_a, edge_b, static_cast<std::int8_t>(sense), of_a.crosses(sense) && of_b.crosses(sense)});
}

ApplicablePairs applicable_pairs(const TurnedGraph& a, const TurnedGraph& b) {
  ApplicablePairs pairs;
  const Locator faces_of_a(a, b, pairs.faces_of_a, pairs.looked_at);
  const Locator faces_of_b(b, a, pairs.faces_of_b, pairs.looked_at);
  trace_arcs(a, b, faces_of_a.places(), pairs);
  return pairs;
}

ApplicablePairs applicable_pairs(const FaceOrientationGraph& a, const Pose& pose_a, const FaceOrientationGraph& b,
                                 const Pose& pose_b) {
  return applicable_pairs(TurnedGraph(a, pose_a), TurnedGraph(b, pose_b));
}

std::vector<int> faces_facing(const FaceOrientationGraph& graph, const Pose& pose, Vec3 velocity) {
  const TurnedGraph turned(graph, pose);
  const Vec3 ahead = unit_vector(velocity);
  std::vector<int> facing;
  for (int f = 0; f < turned.node_count(); ++f)
    if (side_of(turned.node(f), ahead) > 0) facing.push_back(f);
  return facing;
}

}  // namespace clearance
