// Notation: side, rising, falling as in edge_fan.h. A piece is a side that lies on an edge of the solid; a half-edge is
//           made of one piece or of several in a row. Corners are vertices of the mesh, `vertex_` tells which of them
//           are vertices of the solid.
#include <clearance/base/stable_sort.h>
#include <clearance/brep/make/brep_parts.h>

#include <clearance/brep/make/face_plane.h>
#include <clearance/brep/make/merged_faces.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

class Builder {
 public:
  Builder(const Mesh& mesh, const EdgeFans& fans) : mesh_(mesh), fans_(fans), merged_(merged_faces(mesh, fans)) {
    out_.mesh.push_back(mesh);
    out_.face_ids = merged_.ids;
    find_vertices();
    list_triangles();
    half_edge_.assign(3 * mesh.triangle_count(), kNone);
    out_.loop_offset.push_back(0);
    for (std::uint32_t f = 0; f < out_.face_ids.size(); ++f) add_face(f);
    list_edges();
  }

  BRepParts take() { return std::move(out_); }

 private:
  using Pieces = std::vector<std::uint32_t>;  // a loop, in order

  // A closed surface has no corner with one edge, and where there are two they are in line: the faces between them are
  // half-planes.
  void find_vertices() {
    std::vector<std::uint32_t> edges_at(mesh_.vertex_count(), 0);
    for (std::uint32_t e = 0; e < fans_.edge_count(); ++e) {
      if (!merged_.is_edge[e]) continue;
      ++edges_at[fans_.low(e)];
      ++edges_at[fans_.high(e)];
    }
    vertex_.assign(mesh_.vertex_count(), kNone);
    for (std::uint32_t corner = 0; corner < edges_at.size(); ++corner) {
      if (edges_at[corner] <= 2) continue;
      vertex_[corner] = static_cast<std::uint32_t>(out_.vertices.size());
      out_.vertices.push_back(mesh_.vertex(corner));
      out_.vertex_ids.push_back(corner);
    }
  }

  void list_triangles() {
    out_.triangle_offset.assign(out_.face_ids.size() + 1, 0);
    for (const std::uint32_t f : merged_.face) ++out_.triangle_offset[f + 1];
    for (std::size_t f = 1; f < out_.triangle_offset.size(); ++f)
      out_.triangle_offset[f] += out_.triangle_offset[f - 1];
    out_.triangle.resize(mesh_.triangle_count());
    std::vector<std::uint32_t> at = out_.triangle_offset;
    for (std::uint32_t t = 0; t < mesh_.triangle_count(); ++t) out_.triangle[at[merged_.face[t]]++] = t;
  }

  // --- loops

  bool is_piece(std::uint32_t side) const { return merged_.is_edge[fans_.edge_of(side)]; }
  std::uint32_t origin(std::uint32_t piece) const { return vertex_[fans_.corner(piece)]; }
  std::uint32_t piece_after(std::uint32_t piece) const {
    std::uint32_t side = EdgeFans::next(piece);
    while (!is_piece(side)) side = EdgeFans::next(fans_.across(side));
    return side;
  }

  // From the half-edge with the lowest origin on, of those the one with the lowest end.
  Pieces loop_through(std::uint32_t piece) {
    Pieces pieces;
    for (std::uint32_t p = piece; half_edge_[p] == kNone; p = piece_after(p)) {
      half_edge_[p] = kInALoop;
      pieces.push_back(p);
    }
    std::pair<std::uint32_t, std::uint32_t> lowest{kNone, kNone};
    std::size_t first = 0;
    std::uint32_t end = kNone;  // the vertex that the half-edge goes to which is looked at, backwards
    for (std::size_t i = 2 * pieces.size(); i-- > 0;) {
      const std::size_t at = i % pieces.size();
      const std::uint32_t here = origin(pieces[at]);
      if (here == kNone) continue;
      if (end != kNone && std::pair{here, end} < lowest) lowest = {here, end}, first = at;
      end = here;
    }
    std::rotate(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(first), pieces.end());
    return pieces;
  }

  // What touches the corner that is lowest by coordinates is the outer loop.
  bool has_lowest(const Pieces& pieces, Vec3 lowest) const {
    return std::any_of(pieces.begin(), pieces.end(),
                       [&](std::uint32_t p) { return fans_.point(fans_.corner(p)) == lowest; });
  }
  static bool is_before(Vec3 a, Vec3 b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); }

  void add_face(std::uint32_t f) {
    std::vector<Pieces> loops;
    for (std::uint32_t i = out_.triangle_offset[f]; i < out_.triangle_offset[f + 1]; ++i)
      for (std::uint32_t side = 3 * out_.triangle[i]; side < 3 * out_.triangle[i] + 3; ++side)
        if (is_piece(side) && half_edge_[side] == kNone) loops.push_back(loop_through(side));
    if (loops.size() > 1) {
      std::sort(loops.begin(), loops.end(), [&](const Pieces& a, const Pieces& b) {
        return std::pair{origin(a[0]), end_of(a)} < std::pair{origin(b[0]), end_of(b)};
      });
      Vec3 lowest = fans_.point(fans_.corner(loops[0][0]));
      for (const Pieces& loop : loops)
        for (const std::uint32_t p : loop)
          if (const Vec3 at = fans_.point(fans_.corner(p)); is_before(at, lowest)) lowest = at;
      detail::stable_sort(
          loops, [&](const Pieces& a, const Pieces& b) { return has_lowest(a, lowest) && !has_lowest(b, lowest); });
    }
    const auto first = static_cast<std::uint32_t>(out_.half_edges.size());
    for (const Pieces& loop : loops) add_loop(f, loop);
    out_.loop_offset.push_back(static_cast<std::uint32_t>(out_.loop_half_edge.size()));
    add_plane(f, first, loops[0]);
  }

  // Where the first half-edge of a loop ends.
  std::uint32_t end_of(const Pieces& loop) const {
    std::size_t i = 1;
    while (origin(loop[i]) == kNone) ++i;
    return origin(loop[i]);
  }

  void add_loop(std::uint32_t f, const Pieces& loop) {
    const auto first = static_cast<std::uint32_t>(out_.half_edges.size());
    out_.loop_half_edge.push_back(first);
    for (const std::uint32_t piece : loop) {
      if (origin(piece) != kNone) {
        const auto here = static_cast<std::uint32_t>(out_.half_edges.size());
        out_.half_edges.push_back({origin(piece), here + 1, kNone, f, kNone});
        first_piece_.push_back(piece);
      }
      half_edge_[piece] = static_cast<std::uint32_t>(out_.half_edges.size() - 1);
    }
    out_.half_edges.back().next = first;
  }

  void add_plane(std::uint32_t f, std::uint32_t first, const Pieces& outer) {
    std::vector<Vec3> corners;
    for (std::uint32_t h = first; h <= half_edge_[outer.back()]; ++h)
      corners.push_back(out_.vertices[out_.half_edges[h].origin]);
    const MeshTriangle& t = mesh_.triangle(out_.triangle[out_.triangle_offset[f]]);
    out_.face_planes.push_back(face_plane(corners, {mesh_.vertex(t[0]), mesh_.vertex(t[1]), mesh_.vertex(t[2])}));
  }

  // --- edges

  struct Rising {
    std::uint32_t low, high, half_edge;

    friend auto operator<=>(const Rising&, const Rising&) = default;
  };

  void list_edges() {
    std::vector<Rising> rising;
    for (std::uint32_t h = 0; h < out_.half_edges.size(); ++h) {
      const std::uint32_t from = out_.half_edges[h].origin, to = out_.half_edges[out_.half_edges[h].next].origin;
      if (from < to) rising.push_back({from, to, h});
    }
    std::sort(rising.begin(), rising.end());
    out_.edge_offset.push_back(0);
    for (std::size_t i = 0; i < rising.size(); ++i)
      if (i == 0 || rising[i].low != rising[i - 1].low || rising[i].high != rising[i - 1].high) add_edge(rising[i]);
  }

  // The pair of which the lowest rising half-edge is one comes first.
  void add_edge(const Rising& lowest) {
    const std::uint32_t piece = first_piece_[lowest.half_edge];
    const std::span<const std::uint32_t> around = fans_.sides(fans_.edge_of(piece));
    // The edge of the mesh may run the other way than that of the solid; then so do angles.
    const std::size_t count = around.size(), step = fans_.rises(piece) ? 1 : count - 1;
    std::size_t at = static_cast<std::size_t>(std::find(around.begin(), around.end(), piece) - around.begin());
    at = (at + count - step) % count;
    const auto edge = static_cast<std::uint32_t>(out_.edges.size());
    out_.edges.push_back({lowest.low, lowest.high});
    for (std::size_t k = 0; k < count; k += 2) {
      const std::uint32_t falls = half_edge_[around[at]], rises = half_edge_[around[(at + step) % count]];
      out_.half_edges[falls].twin = rises;
      out_.half_edges[rises].twin = falls;
      out_.half_edges[falls].edge = out_.half_edges[rises].edge = edge;
      out_.edge_half_edge.insert(out_.edge_half_edge.end(), {falls, rises});
      at = (at + 2 * step) % count;
    }
    out_.edge_offset.push_back(static_cast<std::uint32_t>(out_.edge_half_edge.size()));
  }

  const Mesh& mesh_;
  const EdgeFans& fans_;
  const MergedFaces merged_;
  std::vector<std::uint32_t> vertex_;                   // of each corner, or none
  static constexpr std::uint32_t kInALoop = kNone - 1;  // which is found, and whose half-edges have no numbers yet
  std::vector<std::uint32_t> half_edge_;                // of each piece
  std::vector<std::uint32_t> first_piece_;              // of each half-edge
  BRepParts out_;
};

}  // namespace

BRepParts brep_parts(const Mesh& mesh, const EdgeFans& fans) { return Builder(mesh, fans).take(); }

}  // namespace clearance::detail
