// Where a half-space meets a mesh, a body of parts or another half-space.
// Method:   of a mesh, the tree gives the triangles that reach down to the margin; the vertices that no neighbour is
//           below are points, and so are the other corners of faces that look down at them. All of a mesh, or of a
//           part, is one patch.
// Bound:    on the height n̂·(Rv + t) − c/|n| of a vertex: the unit normal is off by 2⁻⁴⁶ (half_space_plane.h), the
//           sums by less than 2⁻⁴⁷ of the sizes; S = reach + |t|∞ + |c|/|n|, and |n̂|₁ ≤ √3: below 2⁻⁴⁴·S.
#include <clearance/contact/manifold_scratch.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/parts/query_leaf.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_plane.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kLargest = 0x1p1020;

// n̂·x ≤ height for places x from the half-space's translation.
struct UnitPlane {
  Vec3 normal;
  double height;

  UnitPlane(const HalfSpace& space, const Pose& pose) {
    const WorldPlane plane = world_plane(space, pose);
    normal = unit_normal(plane, space, pose);
    const double longest = norm_max(plane.normal), scale = std::ldexp(1.0, -std::ilogb(longest));
    const double length = norm(scale * plane.normal);
    height = larger(-kLargest, smaller(kLargest, scale * plane.offset / length));
  }
};

double bound_of(const UnitPlane& plane, double reach, Vec3 t) {
  return 0x1p-44 * (reach + norm_max(t) + std::fabs(plane.height)) + 0x1p-1060;
}

class Ground {
 public:
  Ground(const HalfSpace& space, const Mesh& mesh, const ManifoldQuestion& ask, ManifoldScratch& scratch)
      : mesh_(mesh),
        ask_(ask),
        scratch_(scratch),
        plane_(space, ask.pose_a),
        shift_(ask.pose_b.translation() - ask.pose_a.translation()),
        bound_(bound_of(plane_, mesh.reach(), shift_)) {}

  void find(Manifold& out) {
    SurfacePiece& piece = scratch_.pieces.b;
    gather(piece.near());
    if (piece.near().empty()) return;
    piece.set(mesh_, {ask_.pose_b.rotation(), {}, 1});
    const double slack = 4 * bound_;
    mark_faces(piece, slack);
    scratch_.points.clear();
    ContactPatch patch;
    patch.normal = plane_.normal;
    patch.lower = patch.upper = kInfiniteEnd;
    for (const PieceVertex& vertex : piece.vertices()) {
      const double height = height_of(vertex.p);
      if (height - bound_ > ask_.margin) continue;
      if (!piece.is_extreme(vertex, -plane_.normal, kSine, slack) && !is_marked(piece, vertex)) continue;
      add(vertex, height, patch);
    }
    append_patch(ask_, patch, scratch_, out);
  }

  // A vertex that nearly none is below; for a mesh that meets the plane though no vertex is a corner there.
  void find_lowest(Manifold& out) {
    const Vec3 d = transpose_times(ask_.pose_b.rotation(), plane_.normal);
    double least = kInfiniteEnd;
    std::uint32_t lowest = mesh_.triangle(0)[0];
    visit_lowest(mesh_, d, least, [&](std::uint32_t v, double height) {
      if (height < least || (height == least && v < lowest)) least = height, lowest = v;
    });
    const std::uint32_t v = mesh_.faces().vertex[lowest];
    scratch_.points.clear();
    ContactPatch patch;
    patch.normal = plane_.normal;
    patch.lower = patch.upper = kInfiniteEnd;
    const Vec3 p = ask_.pose_b.rotation() * mesh_.vertex(v);
    add({p, v, v}, height_of(p), patch);
    append_patch(ask_, patch, scratch_, out);
  }

 private:
  static constexpr double kSine = 1e-6, kFacing = 0.94;

  double height_of(Vec3 p) const { return dot(plane_.normal, p) + (dot(plane_.normal, shift_) - plane_.height); }

  void gather(std::vector<std::uint32_t>& near) const {
    near.clear();
    const double base = dot(plane_.normal, shift_) - plane_.height, ceiling = ask_.margin + bound_ - base + bound_;
    const Vec3 d = transpose_times(ask_.pose_b.rotation(), plane_.normal);
    visit_low_triangles(mesh_, d, ceiling, [&](std::uint32_t t) { near.push_back(t); });
  }

  template <class Look>
  static void visit_low_triangles(const Mesh& mesh, Vec3 d, double ceiling, const Look& look) {
    const BoxFloor floor_of(mesh.tree(), d);
    const auto nodes = mesh.tree().nodes();
    std::uint32_t open[TriangleTree::kStack];
    int count = 0;
    open[count++] = 0;
    while (count > 0) {
      const TriangleTree::Node& node = nodes[open[--count]];
      for (int i = 0; i < TriangleTree::kWidth; ++i) {
        const std::uint32_t child = node.child[i];
        if (child == TriangleTree::kNoChild || node.half[0][i] < 0 || floor_of(node, i) > ceiling) continue;
        if (!TriangleTree::is_leaf(child)) {
          open[count++] = child;
          continue;
        }
        for (std::uint32_t t = TriangleTree::leaf_first(child), k = 0; k < TriangleTree::leaf_count(child); ++k) {
          const MeshTriangle& corner = mesh.triangle(t + k);
          if (std::any_of(corner.begin(), corner.end(),
                          [&](std::uint32_t v) { return dot(d, mesh.vertex(v)) <= ceiling; }))
            look(t + k);
        }
      }
    }
  }

  // Faces that look down and have a vertex that no neighbour is below.
  void mark_faces(const SurfacePiece& piece, double slack) {
    auto& marked = scratch_.pieces.order;
    marked.assign(piece.faces().size(), 0);
    for (const PieceVertex& vertex : piece.vertices()) {
      const std::uint32_t face = piece.face_towards(vertex, -plane_.normal);
      if (face == kNoPlace || piece.looks_along(face, -plane_.normal) < kFacing) continue;
      if (piece.is_extreme(vertex, -plane_.normal, kSine, slack)) marked[face] = 1;
    }
  }
  bool is_marked(const SurfacePiece& piece, const PieceVertex& vertex) const {
    const std::uint32_t face = piece.face_towards(vertex, -plane_.normal);
    return face != kNoPlace && scratch_.pieces.order[face] != 0;
  }

  void add(const PieceVertex& vertex, double height, ContactPatch& patch) {
    ContactPoint point;
    point.b = ask_.pose_b.translation() + vertex.p;
    point.a = point.b - height * plane_.normal;
    point.lower = height - bound_, point.upper = height + bound_;
    point.error = 2 * bound_ + 0x1p-48 * (norm_max(point.a) + norm_max(point.b));
    point.feature_a = {Feature::Face, kNoIndex, 0, kNoIndex};
    point.feature_b = {Feature::Vertex, kNoIndex, vertex.name, kNoIndex};
    patch.lower = smaller(patch.lower, point.lower), patch.upper = smaller(patch.upper, point.upper);
    scratch_.points.push_back(point);
  }

  const Mesh& mesh_;
  const ManifoldQuestion& ask_;
  ManifoldScratch& scratch_;
  UnitPlane plane_;
  Vec3 shift_;
  double bound_;
};

void append_ground(const HalfSpace& a, const Mesh& b, const ManifoldQuestion& ask, bool must_meet,
                   ManifoldScratch& scratch, Manifold& out) {
  const std::size_t before = out.patches.size();
  Ground ground(a, b, ask, scratch);
  ground.find(out);
  if (must_meet && out.patches.size() == before) ground.find_lowest(out);
}

}  // namespace

void half_space_mesh_manifold(const HalfSpace& a, const Mesh& b, const ManifoldQuestion& ask, PairCache&,
                              ManifoldScratch& scratch, Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b);
  if (!out.answer && !(ask.margin > 0)) return;
  append_ground(a, b, ask, static_cast<bool>(out.answer), scratch, out);
}

void half_space_parts_manifold(const HalfSpace& a, const Parts& b, const ManifoldQuestion& ask, PairCache&,
                               ManifoldScratch& scratch, Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b);
  if (!out.answer && !(ask.margin > 0)) return;
  auto& left = scratch.part_pairs;
  left.assign(1, {0, 0});
  while (!left.empty()) {
    const HullNode& node = b.nodes()[static_cast<std::size_t>(left.back().second)];
    left.pop_back();
    Manifold& leaf = scratch.leaf;
    leaf.clear();
    ConvexCache cache;
    if (node.part < 0) {
      DistanceOptions near;
      near.only_below = ask.margin > 0 && ask.margin <= kMaxCoordinate ? next_above(ask.margin) : kInfiniteEnd;
      if (distance(a, ask.pose_a, node.hull, ask.pose_b, near).lower > ask.margin) continue;
      left.push_back({0, node.rest});
      left.push_back({0, node.first});
      continue;
    }
    const auto part = static_cast<std::uint32_t>(node.part);
    if (const auto* convex = std::get_if<Rounded>(&b[part]))
      half_space_convex_manifold(a, *convex, ask, cache, scratch, leaf);
    else
      append_ground(a, std::get<Mesh>(b[part]), ask, part == out.answer.part_b, scratch, leaf);
    for (ContactPatch patch : leaf.patches) {
      patch.first_point += static_cast<std::uint32_t>(out.points.size());
      patch.part_b = part;
      out.patches.push_back(patch);
    }
    for (ContactPoint point : leaf.points) {
      point.feature_b.part = part;
      out.points.push_back(point);
    }
  }
  sort_patches(scratch, out);
}

// Normals that are exactly opposite: the border points that distance() and penetration() name. Any others: along the
// normal of a where that leads to a depth, else where both borders meet.
void half_spaces_manifold(const HalfSpace& a, const HalfSpace& b, const ManifoldQuestion& ask, Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b);
  const UnitPlane plane_a(a, ask.pose_a), plane_b(b, ask.pose_b);
  const Vec3 t = ask.pose_b.translation() - ask.pose_a.translation();
  // b's border in a's place: n̂_b·x = height_b.
  const double height_a = plane_a.height, height_b = plane_b.height + dot(plane_b.normal, t);
  const double cosine = dot(plane_a.normal, plane_b.normal);
  const Vec3 foot = larger(-kMaxCoordinate, smaller(kMaxCoordinate, height_a)) * plane_a.normal;
  Vec3 place_a = foot, place_b = foot;
  double gap = 0;
  bool is_along = std::fabs(cosine) > 0.5;
  if (is_along) {
    gap = (height_b - dot(plane_b.normal, foot)) / cosine;
    is_along = gap <= 0 || cosine < 0;
    place_b = foot + gap * plane_a.normal;
  }
  const bool are_parallel = 1 - cosine * cosine < 0x1p-40;
  if (!are_parallel && (!is_along || gap > 0)) {
    const double rest = 1 - cosine * cosine;
    place_a = place_b = ((height_a - height_b * cosine) / rest) * plane_a.normal +
                        ((height_b - height_a * cosine) / rest) * plane_b.normal;
    gap = 0;
  }
  if (!is_finite(place_a) || !is_finite(place_b)) place_a = place_b = {}, gap = 0;
  // What the places lack to be on the borders is measured.
  const double size =
      norm_max(place_a) + norm_max(place_b) + norm_max(t) + std::fabs(plane_a.height) + std::fabs(plane_b.height);
  const double off = std::fabs(dot(plane_a.normal, place_a) - height_a) +
                     std::fabs(dot(plane_b.normal, place_b) - height_b) + 0x1p-44 * size + 0x1p-1060;
  // One inside the other: no way leads out, and what the borders are apart counts as depth.
  const bool is_turned = out.answer && gap > 0;
  if (is_turned) gap = -gap;
  ContactPoint point;
  point.a = place_a + ask.pose_a.translation(), point.b = place_b + ask.pose_a.translation();
  point.lower = gap - off, point.upper = gap + off;
  point.error = off + 0x1p-48 * (norm_max(point.a) + norm_max(point.b));
  point.feature_a = point.feature_b = {Feature::Face, kNoIndex, 0, kNoIndex};
  if (ask.points_per_patch == 0 || (!out.answer && !(gap - off <= ask.margin && ask.margin > 0))) return;
  ContactPatch patch;
  patch.normal = is_turned ? -plane_a.normal : plane_a.normal;
  patch.lower = point.lower, patch.upper = point.upper;
  patch.point_count = 1;
  out.points.push_back(point);
  out.patches.push_back(patch);
}

}  // namespace clearance::detail
