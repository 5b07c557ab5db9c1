// Method:   a set is a run of triangles: some boxes of a node, or triangles of a leaf. Two single boxes that an axis
//           separates well enough are tried on all their points, in doubles with error bounds, and so are a few
//           triangles on the direction that separated the last ones. Two single triangles are tried along the way
//           between their nearest points, then as a convex pair, whose plane is checked exactly. Everything else is
//           split, the larger set first.
// Notation: n a direction of the world from a to b, in doubles; S as in exact/posed.h.
#include <clearance/solid/mesh_cover.h>

#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/posed.h>
#include <clearance/mesh/point.h>
#include <clearance/mesh/triangle_nearest.h>
#include <clearance/solid/mesh_query_parts.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Of so many triangles their points are looked at along a direction that may be right.
constexpr std::uint32_t kFew = 32;

using LocalBox = TriangleTree::OrientedBox;  // in the body's own frame

struct Piece {
  std::uint32_t first = 0, count = 0;           // triangles by position; of a hull: 0, 1
  std::uint32_t node = TriangleTree::kNoChild;  // whose boxes [begin, end) hold them; none: triangles of a leaf
  std::uint32_t begin = 0, end = 0;

  bool has_box() const { return node != TriangleTree::kNoChild && end == begin + 1; }
};

// One of the two bodies: a mesh, or a hull that counts as one triangle.
class Side {
 public:
  Side(const Mesh& mesh, const Pose& pose) : mesh_(&mesh), pose_(pose), reach_(mesh.reach()) {
    const std::span<const TriangleTree::Node> nodes = mesh.tree().nodes();
    ranges_.resize(nodes.size());
    // Children come after their parents: from the back every child's range is known.
    for (std::size_t n = nodes.size(); n-- > 0;)
      for (std::size_t slot = 0; slot < TriangleTree::kWidth; ++slot) {
        const std::uint32_t child = nodes[n].child[slot];
        if (child == TriangleTree::kNoChild) continue;
        ranges_[n].slot[slot] = TriangleTree::is_leaf(child)
                                    ? Range{TriangleTree::leaf_first(child), TriangleTree::leaf_count(child)}
                                    : whole(child);
      }
  }
  Side(const Polytope& hull, const Pose& pose) : hull_(&hull), pose_(pose), reach_(hull.reach()) {}

  const Pose& pose() const { return pose_; }
  double reach() const { return reach_; }

  Piece everything() const {
    if (hull_) return {0, 1, TriangleTree::kNoChild, 0, 0};
    return boxes(0, 0, used(0));
  }
  bool is_single(const Piece& piece) const { return piece.count == 1; }
  std::uint32_t id(std::uint32_t t) const { return hull_ ? 0 : mesh_->id(t); }

  void split(const Piece& piece, Piece& first, Piece& rest) const {
    Piece whole = piece;
    if (whole.has_box()) {
      const std::uint32_t child = mesh_->tree().nodes()[whole.node].child[whole.begin];
      if (TriangleTree::is_leaf(child))
        whole.node = TriangleTree::kNoChild;
      else
        whole = boxes(child, 0, used(child));
    }
    if (whole.node == TriangleTree::kNoChild) {
      const std::uint32_t half = whole.count / 2;
      first = {whole.first, half, TriangleTree::kNoChild, 0, 0};
      rest = {whole.first + half, whole.count - half, TriangleTree::kNoChild, 0, 0};
      return;
    }
    // A node's only box is opened at once.
    if (whole.end == whole.begin + 1) return split(whole, first, rest);
    const std::uint32_t middle = (whole.begin + whole.end) / 2;
    first = boxes(whole.node, whole.begin, middle);
    rest = boxes(whole.node, middle, whole.end);
  }

  LocalBox box(const Piece& piece) const {
    if (hull_)
      return {0.5 * hull_->box_low() + 0.5 * hull_->box_high(), 0.5 * hull_->box_high() - 0.5 * hull_->box_low(), {}};
    const TriangleTree& tree = mesh_->tree();
    const double unit = std::ldexp(1.0, tree.exponent());
    LocalBox made = TriangleTree::box(tree.nodes()[piece.node], piece.begin);
    made.center = tree.origin() + unit * made.center;
    made.half = unit * made.half;
    return made;
  }
  bool can_be_boxed(const Piece& piece) const { return hull_ || piece.has_box(); }

  // The largest n·(turned vertex) over the piece, without the translation, up to roundings.
  double farthest(const Piece& piece, Vec3 n) const {
    const Vec3 local = transpose_times(pose_.rotation(), n);
    double most = -kInfinity;
    if (hull_) {
      for (int v = 0; v < hull_->vertex_count(); ++v) most = larger(most, dot(local, hull_->vertex(v)));
      return most;
    }
    for (std::uint32_t t = piece.first; t < piece.first + piece.count; ++t)
      for (const std::uint32_t v : mesh_->triangle(t)) most = larger(most, dot(local, mesh_->vertex(v)));
    return most;
  }

  bool is_mesh() const { return mesh_ != nullptr; }
  // A single piece.
  const Polytope& convex(const Piece& piece, TriangleSlot& slot) const {
    return hull_ ? *hull_ : slot.set(*mesh_, piece.first).core();
  }
  // A single triangle, turned.
  void place(const Piece& piece, Vec3 (&corner)[3]) const {
    for (int k = 0; k < 3; ++k)
      corner[k] = pose_.rotation() * mesh_->vertex(mesh_->triangle(piece.first)[static_cast<std::size_t>(k)]);
  }

 private:
  struct Range {
    std::uint32_t first = 0, count = 0;
  };
  struct NodeRanges {
    Range slot[TriangleTree::kWidth];
  };

  std::uint32_t used(std::uint32_t node) const {
    std::uint32_t count = 0;
    while (count < TriangleTree::kWidth && mesh_->tree().nodes()[node].child[count] != TriangleTree::kNoChild) ++count;
    return count;
  }
  Range whole(std::uint32_t node) const {
    Range all = ranges_[node].slot[0];
    for (std::uint32_t slot = 1; slot < used(node); ++slot) all.count += ranges_[node].slot[slot].count;
    return all;
  }
  Piece boxes(std::uint32_t node, std::uint32_t begin, std::uint32_t end) const {
    Piece piece{ranges_[node].slot[begin].first, 0, node, begin, end};
    for (std::uint32_t slot = begin; slot < end; ++slot) piece.count += ranges_[node].slot[slot].count;
    return piece;
  }

  const Mesh* mesh_ = nullptr;
  const Polytope* hull_ = nullptr;
  const Pose& pose_;
  double reach_;
  std::vector<NodeRanges> ranges_;
};

class CoverMaker {
 public:
  CoverMaker(const Side& a, const Side& b, double lower)
      : a_(a), b_(b), lower_(lower), between_(b.pose().translation() - a.pose().translation()) {
    reach_ = a.reach() + b.reach() + norm_max(between_);
  }

  bool make(Cover& cover) { return make(cover, a_.everything(), b_.everything()); }

 private:
  bool make(Cover& cover, const Piece& a, const Piece& b) {
    const std::size_t at = cover.nodes.size();
    cover.nodes.emplace_back();
    if (a_.can_be_boxed(a) && b_.can_be_boxed(b) && separate_boxes(a, b, cover.nodes[at].plane)) return true;
    if (a.count + b.count <= kFew && !(last_ == Vec3{}) && take(a, b, last_, cover.nodes[at].plane)) return true;
    if (a_.is_single(a) && b_.is_single(b)) return separate_singles(a, b, cover.nodes[at].plane);
    const bool split_a = a.count >= b.count;
    const Side& side = split_a ? a_ : b_;
    Piece first, rest;
    side.split(split_a ? a : b, first, rest);
    cover.nodes[at].is_split = true;
    cover.nodes[at].split = split_a ? Body::A : Body::B;
    cover.nodes[at].first = static_cast<std::uint32_t>(cover.ids.size());
    cover.nodes[at].count = first.count;
    for (std::uint32_t k = 0; k < first.count; ++k) cover.ids.push_back(side.id(first.first + k));
    cover.nodes[at].of_first = static_cast<std::uint32_t>(cover.nodes.size());
    if (!(split_a ? make(cover, first, b) : make(cover, a, first))) return false;
    cover.nodes[at].of_rest = static_cast<std::uint32_t>(cover.nodes.size());
    return split_a ? make(cover, rest, b) : make(cover, a, rest);
  }

  // n·(q − p) ≥ gap for all points, in doubles less their error (posed.h); n is of about unit length.
  double gap_along(const Piece& a, const Piece& b, Vec3 n) const {
    const double gap = (-b_.farthest(b, -n) - a_.farthest(a, n)) + dot(n, between_);
    const double bound = kDotError * norm_one(n) * reach_;
    return bound <= kMaxBound ? gap - larger(bound, kMinBound) : -kInfinity;
  }

  bool take(const Piece& a, const Piece& b, Vec3 n, Plane& plane) const {
    const double wanted = lower_ * norm(n) * (1 + 0x1p-50);
    const double gap = gap_along(a, b, n);
    if (!(gap > 0 && gap >= wanted)) return false;
    plane = {};
    plane.normal = n;
    return true;
  }

  bool separate_boxes(const Piece& a, const Piece& b, Plane& plane) const {
    const LocalBox box_a = a_.box(a), box_b = b_.box(b);
    const Mat3 &turn_a = a_.pose().rotation(), &turn_b = b_.pose().rotation();
    const Vec3 middle = turn_b * box_b.center - turn_a * box_a.center + between_;
    Vec3 edges_a[3], edges_b[3];
    for (int k = 0; k < 3; ++k) edges_a[k] = turn_a * box_a.axes.row[k], edges_b[k] = turn_b * box_b.axes.row[k];
    double best = 0;
    Vec3 best_n;
    const auto consider = [&](Vec3 n) {
      const double length = norm(n);
      if (!(length > 1e-6)) return;
      n = n / length;
      double gap = dot(n, middle);
      if (gap < 0) n = -n, gap = -gap;
      for (int k = 0; k < 3; ++k)
        gap -= box_a.half[k] * std::fabs(dot(n, edges_a[k])) + box_b.half[k] * std::fabs(dot(n, edges_b[k]));
      if (gap > best) best = gap, best_n = n;
    };
    for (int k = 0; k < 3; ++k) consider(edges_a[k]), consider(edges_b[k]);
    if (const double size = norm_max(middle); size > 0) consider(middle / size);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) consider(cross(edges_a[i], edges_b[k]));
    // Boxes are looser than what is in them: a near miss is worth a look at the points.
    return best > 0 && best >= 0.9 * lower_ && take(a, b, best_n, plane);
  }

  bool separate_singles(const Piece& a, const Piece& b, Plane& plane) {
    if (a_.is_mesh() && b_.is_mesh() && separate_nearest(a, b, plane)) return true;
    const Polytope &pa = a_.convex(a, slot_a_), &pb = b_.convex(b, slot_b_);
    for (const Algorithm first : {Algorithm::Automatic, Algorithm::Exact}) {
      DistanceOptions options;
      options.first = first;
      const Distance found = distance(pa, a_.pose(), pb, b_.pose(), options);
      if (found.status != Status::Separated) return false;
      plane = found.certificate.plane;
      if (found.has_witness) remember(found.point_b - found.point_a);
      if (found.lower >= lower_) return true;
    }
    return false;
  }

  bool separate_nearest(const Piece& a, const Piece& b, Plane& plane) {
    Vec3 corner_a[3], corner_b[3];
    a_.place(a, corner_a);
    b_.place(b, corner_b);
    for (Vec3& corner : corner_b) corner = corner + between_;
    const TriangleNearest nearest = nearest_points(corner_a, corner_b);
    remember(nearest.q - nearest.p);
    return !(last_ == Vec3{}) && take(a, b, last_, plane);
  }
  void remember(Vec3 way) {
    const double length = norm(way);
    last_ = length > 0 && length < kInfinity ? way / length : Vec3{};
  }

  const Side &a_, &b_;
  double lower_, reach_;
  Vec3 between_;
  Vec3 last_;  // of unit length: separated two single triangles last; 0 at first
  TriangleSlot slot_a_, slot_b_;
};

// One vertex of every component, each proved to be outside; nothing when one is not.
bool list_outside(const Mesh& inner, const Pose& pose_inner, const Mesh& outer, const Pose& pose_outer,
                  std::vector<std::uint32_t>& out) {
  if (!outer.is_solid()) return true;
  for (const std::uint32_t vertex : inner.component_vertices()) {
    if (locate(outer, pose_outer, inner.vertex(vertex), pose_inner) != PointLocation::Outside) return false;
    out.push_back(vertex);
  }
  return true;
}

}  // namespace

std::optional<Cover> separation_cover(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                      double lower) {
  const Side side_a(a, pose_a), side_b(b, pose_b);
  Cover cover;
  if (!CoverMaker(side_a, side_b, lower).make(cover)) return std::nullopt;
  if (!list_outside(a, pose_a, b, pose_b, cover.outside_a) || !list_outside(b, pose_b, a, pose_a, cover.outside_b))
    return std::nullopt;
  return cover;
}

std::optional<Cover> separation_cover(const Polytope& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                      double lower) {
  const Side side_a(a, pose_a), side_b(b, pose_b);
  Cover cover;
  if (!CoverMaker(side_a, side_b, lower).make(cover)) return std::nullopt;
  // A component of the mesh inside the hull would meet it.
  if (b.is_solid()) {
    if (locate(b, pose_b, a.vertex(0), pose_a) != PointLocation::Outside) return std::nullopt;
    cover.outside_a.push_back(a.id(0));
  }
  return cover;
}

}  // namespace clearance::detail
