// Where two meshes meet: both trees give the triangles of either that are near the other, and of solids that run into
// each other those that are inside, from there on along the surface; piece_contacts.h finds the points.
#include <clearance/contact/manifold_scratch.h>
#include <clearance/contact/surfaces/lone_contact.h>
#include <clearance/contact/surfaces/piece_frame.h>
#include <clearance/mesh/point.h>
#include <clearance/query/query.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_pair.h>

#include <algorithm>

namespace clearance::detail {
namespace {

// Of more pairs of triangles within the margin the nearest are looked at.
constexpr std::size_t kMostPairs = 1 << 14;
// So many vertices are asked whether they are inside the other solid.
constexpr std::size_t kMostInside = 512;

// Pairs of triangles that may be within the margin.
class NearPairs {
 public:
  NearPairs(const MeshPair& pair, double margin, std::vector<NearTriangles>& found) : pair_(pair), found_(found) {
    found_.clear();
    limit_ = margin / pair.unit();
    const double shrink = pair.unit() * pair.shrink();
    pair.trees().find_nearest(limit_ * shrink, [&](const RunPair& runs) {
      add(runs);
      return limit_ * shrink;
    });
  }

 private:
  void add(const RunPair& runs) {
    pair_.load(points_a_, points_b_, runs);
    double bound[16];
    pair_.bounds(points_a_, points_b_, bound);
    for (std::uint32_t i = 0; i < runs.count_a; ++i)
      for (std::uint32_t j = 0; j < runs.count_b; ++j)
        if (const double at = bound[RunPoints::kLanes * i + j]; at <= limit_)
          found_.push_back({runs.first_a + i, runs.first_b + j, at});
    if (found_.size() < 2 * kMostPairs) return;
    const auto is_nearer = [](const NearTriangles& x, const NearTriangles& y) {
      return x.bound != y.bound ? x.bound < y.bound : x.a != y.a ? x.a < y.a : x.b < y.b;
    };
    std::nth_element(found_.begin(), found_.begin() + kMostPairs, found_.end(), is_nearer);
    limit_ = larger(found_[kMostPairs].bound, 0);
    found_.resize(kMostPairs);
  }

  const MeshPair& pair_;
  std::vector<NearTriangles>& found_;
  double limit_;
  RunPoints points_a_, points_b_;
};

// Adds what of `mesh` is inside the solid `outer`, beyond the triangles that are near it already.
class InsidePart {
 public:
  InsidePart(const Mesh& mesh, const Pose& pose, const Mesh& outer, const Pose& pose_outer, PieceBuffers& with)
      : mesh_(mesh), outer_(outer), to_outer_(pose, mesh.reach(), pose_outer), open_(with.open), seen_(with.seen) {}

  void add_to(std::vector<std::uint32_t>& near) {
    const MeshFaces& faces = mesh_.faces();
    open_.clear();
    seen_.clear();
    const std::size_t first = near.size();
    for (std::size_t k = 0; k < first; ++k) look_at(near[k]);
    while (!open_.empty()) {
      const std::uint32_t v = open_.back();
      open_.pop_back();
      for (const std::uint32_t t : faces.around(v)) {
        near.push_back(t);
        look_at(t);
      }
    }
  }

 private:
  void look_at(std::uint32_t t) {
    for (const std::uint32_t corner : mesh_.triangle(t)) {
      const std::uint32_t v = mesh_.faces().vertex[corner];
      const auto at = std::lower_bound(seen_.begin(), seen_.end(), v);
      if ((at != seen_.end() && *at == v) || seen_.size() >= kMostInside) continue;
      seen_.insert(at, v);
      if (surely_inside(outer_, to_outer_(mesh_.vertex(v)), to_outer_.error)) open_.push_back(v);
    }
  }

  const Mesh &mesh_, &outer_;
  FrameMap to_outer_;
  std::vector<std::uint32_t>&open_, &seen_;
};

}  // namespace

void mesh_manifold(const Mesh& a, const Mesh& b, const ManifoldQuestion& ask, PairCache& cache,
                   ManifoldScratch& scratch, Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b, cache);
  if (!out.answer && !(ask.margin > 0)) return;
  const PieceSearch search = piece_search({a, ask.pose_a}, {b, ask.pose_b}, may_penetrate(out.answer.status));
  PieceBuffers& pieces = scratch.pieces;
  const MeshPair pair(a, ask.pose_a, b, ask.pose_b);
  NearPairs(pair, ask.margin + 16 * search.error / search.frame.scale, pieces.near);
  pieces.a.near().clear();
  pieces.b.near().clear();
  for (const NearTriangles& near : pieces.near) {
    pieces.a.near().push_back(near.a);
    pieces.b.near().push_back(near.b);
  }
  if (!pieces.near.empty()) {
    if (may_penetrate(out.answer.status)) {
      if (b.is_solid()) InsidePart(a, ask.pose_a, b, ask.pose_b, pieces).add_to(pieces.a.near());
      if (a.is_solid()) InsidePart(b, ask.pose_b, a, ask.pose_a, pieces).add_to(pieces.b.near());
    }
    pieces.a.set(a, search.map_a);
    pieces.b.set(b, search.map_b);
    append_piece_contacts(ask, search, scratch, out);
    if (!out.answer && out.patches.empty()) append_nearest(a, b, ask, scratch, out);
  }
  if (out.answer && out.patches.empty()) append_lone_contact(a, b, ask, scratch, out);
  sort_patches(scratch, out);
}

}  // namespace clearance::detail
