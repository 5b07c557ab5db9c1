// Why the tilt of a core's face holds: as in mesh_faces.cpp, of the widest triangle of its fan. A normal that is turned
// is off by less than 50u more (a product of two rotations in doubles, its cofactors, three products and two sums): 64u
// covers that and its length.
#include <clearance/contact/surfaces/piece.h>

#include <clearance/exact/approx.h>

#include <algorithm>
#include <utility>

namespace clearance::detail {
namespace {

Vec3 unit_or_zero(Vec3 v) {
  const double length = norm(v);
  return length > 0x1p-500 ? v / length : Vec3{};
}

// How normals turn: a map that stretches does not turn them as vectors.
Mat3 turn_of_normals(const Mat3& r) {
  return {{cross(r.row[1], r.row[2]), cross(r.row[2], r.row[0]), cross(r.row[0], r.row[1])}};
}

void set_box(PieceTriangle& t) {
  const auto [p, q, r] = t.corner;
  t.low = {smaller(p.x, smaller(q.x, r.x)), smaller(p.y, smaller(q.y, r.y)), smaller(p.z, smaller(q.z, r.z))};
  t.high = {larger(p.x, larger(q.x, r.x)), larger(p.y, larger(q.y, r.y)), larger(p.z, larger(q.z, r.z))};
}

// Corners 1 and 2, sides 0 and 2 change places.
PieceTriangle turned_around(PieceTriangle t) {
  std::swap(t.corner[1], t.corner[2]);
  std::swap(t.vertex[1], t.vertex[2]);
  const auto turned = [](unsigned bits, unsigned fixed, unsigned x, unsigned y) {
    return static_cast<std::uint8_t>((bits & 1u << fixed) | (bits >> x & 1) << y | (bits >> y & 1) << x);
  };
  t.corners = turned(t.corners, 0, 1, 2);
  t.bent = turned(t.bent, 1, 0, 2), t.hollow = turned(t.hollow, 1, 0, 2);
  return t;
}

}  // namespace

void SurfacePiece::start(const PieceMap& map) {
  map_ = map;
  normal_turn_ = turn_of_normals(map.turn);
  placed_core_.reset();
  faces_.clear();
  triangles_.clear();
  edges_.clear();
  vertices_.clear();
  neighbours_.clear(), neighbour_starts_.clear();
  faces_there_.clear(), face_starts_.clear();
}

void SurfacePiece::set_boxes() {
  for (PieceFace& face : faces_) {
    const PieceTriangle* const triangles = triangles_.data() + face.first;
    Box box{triangles[0].low, triangles[0].high};
    for (std::uint32_t t = 1; t < face.count; ++t) box = united(box, {triangles[t].low, triangles[t].high});
    face.low = box.low, face.high = box.high;
  }
  for (PieceEdge& edge : edges_) {
    const Box box = united({edge.p, edge.p}, {edge.q, edge.q});
    edge.low = box.low, edge.high = box.high;
  }
}

double SurfacePiece::farthest(Vec3 direction) const {
  double most = -kInfiniteEnd;
  for (const PieceTriangle& triangle : triangles_)
    for (const Vec3 corner : triangle.corner) most = larger(most, dot(direction, corner));
  for (const PieceVertex& vertex : vertices_) most = larger(most, dot(direction, vertex.p));
  return most;
}

// ---- Convex cores ---------------------------------------------------------------------------------------------------

void SurfacePiece::set(const Polytope& core, const PieceMap& map) {
  if (placed_core_ && placed_core_->identity() == core.identity() && map_.turn == map.turn && map_.shift == map.shift &&
      map_.scale == map.scale) {
    core_ = &core;
    return;
  }
  start(map);
  placed_core_ = core;
  core_ = &core;
  mesh_ = nullptr;
  is_two_sided_ = false;
  for (int v = 0; v < core.vertex_count(); ++v)
    vertices_.push_back({placed(core.vertex(v)), core.id(v), static_cast<std::uint32_t>(v)});
  add_core_faces();
  add_core_edges();
  set_boxes();
}

// Back and front of a polygon are two faces.
void SurfacePiece::add_core_faces() {
  for (int f = 0; f < core_->face_count(); ++f) {
    const auto loop = core_->face(f);
    PieceFace face{{},
                   2,
                   static_cast<std::uint32_t>(f),
                   static_cast<std::uint32_t>(f),
                   static_cast<std::uint32_t>(triangles_.size()),
                   static_cast<std::uint32_t>(loop.size() - 2),
                   {},
                   {}};
    double best = kInfiniteEnd;
    const Vec3 first = core_->vertex(static_cast<int>(loop[0]));
    for (std::size_t k = 2; k < loop.size(); ++k) {
      const Vec3 u = map_.scale * (core_->vertex(static_cast<int>(loop[k - 1])) - first),
                 v = map_.scale * (core_->vertex(static_cast<int>(loop[k])) - first), n = cross(u, v);
      const double length = norm(n), quotient = norm_one(u) * norm_one(v) / length;
      if (length > 0x1p-500 && quotient < best) best = quotient, face.normal = n / length;
      PieceTriangle triangle{};
      const std::uint32_t corner[3] = {loop[0], loop[k - 1], loop[k]};
      for (int c = 0; c < 3; ++c)
        triangle.corner[c] = vertices_[corner[c]].p, triangle.vertex[c] = vertices_[corner[c]].name;
      triangle.face = static_cast<std::uint32_t>(f);
      triangle.bent = static_cast<std::uint8_t>((k == 2 ? 1 : 0) | 2 | (k + 1 == loop.size() ? 4 : 0));
      triangle.corners = 7;
      set_box(triangle);
      triangles_.push_back(triangle);
    }
    face.normal = unit_or_zero(normal_turn_ * face.normal);
    face.tilt = smaller(2, (10 * best + 72) * kUnit);
    faces_.push_back(face);
  }
  if (core_->dimension() != 2) return;
  PieceFace back = faces_[0];
  back.normal = -back.normal;
  back.first = back.count;
  faces_.push_back(back);
  for (std::uint32_t t = 0; t < back.count; ++t) {
    triangles_.push_back(turned_around(triangles_[t]));
    triangles_.back().face = 1;
  }
}

void SurfacePiece::add_core_edges() {
  const auto add = [&](std::uint32_t v, std::uint32_t w) -> PieceEdge& {
    PieceEdge edge{};
    edge.p = vertices_[v].p, edge.q = vertices_[w].p;
    edge.vertex[0] = vertices_[v].name, edge.vertex[1] = vertices_[w].name;
    edge.is_end[0] = edge.is_end[1] = true;
    edge.face[0] = edge.face[1] = kNoPlace;
    edge.length = norm(edge.q - edge.p);
    edges_.push_back(edge);
    return edges_.back();
  };
  if (core_->dimension() == 1) add(0, 1);
  const auto half_edges = core_->half_edges();
  for (std::uint32_t e = 0; e < half_edges.size() && core_->dimension() > 1; ++e) {
    const HalfEdge &half = half_edges[e], &twin = half_edges[half.twin];
    if (half.twin < e) continue;
    PieceEdge& edge = add(half.origin, twin.origin);
    if (half.face != kNoFace) add_wing(edge, cross(faces_[half.face].normal, edge.q - edge.p), half.face);
    if (twin.face != kNoFace) add_wing(edge, cross(edge.q - edge.p, faces_[twin.face].normal), twin.face);
  }
}

// ---- Meshes ---------------------------------------------------------------------------------------------------------

void SurfacePiece::set(const Mesh& mesh, const PieceMap& map) {
  start(map);
  core_ = nullptr;
  mesh_ = &mesh;
  known_ = &mesh.faces();
  is_two_sided_ = !mesh.is_solid();
  outer_ = mesh.is_solid() ? mesh.outer_side() : 1;
  const auto& face = known_->face;
  std::sort(near_.begin(), near_.end(),
            [&](std::uint32_t s, std::uint32_t t) { return face[s] != face[t] ? face[s] < face[t] : s < t; });
  near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
  for (const std::uint32_t t : near_) {
    if (faces_.empty() || faces_.back().source != face[t]) add_face(face[t]);
    add_triangle(t);
  }
  for (const std::uint32_t t : near_)
    if (known_->bent[t] != 0) add_edges(t);
  set_boxes();
}

void SurfacePiece::add_face(std::uint32_t mesh_face) {
  faces_.push_back({turned_normal(mesh_face),
                    smaller(2, known_->tilt[mesh_face] + 64 * kUnit),
                    known_->lowest[mesh_face],
                    mesh_face,
                    static_cast<std::uint32_t>(triangles_.size()),
                    0,
                    {},
                    {}});
}

std::uint32_t SurfacePiece::place_of(std::uint32_t mesh_face) const {
  const auto at = std::lower_bound(faces_.begin(), faces_.end(), mesh_face,
                                   [](const PieceFace& face, std::uint32_t f) { return face.source < f; });
  return at != faces_.end() && at->source == mesh_face ? static_cast<std::uint32_t>(at - faces_.begin()) : kNoPlace;
}

Vec3 SurfacePiece::turned_normal(std::uint32_t mesh_face) const {
  return unit_or_zero(outer_ * (normal_turn_ * known_->normal[mesh_face]));
}

void SurfacePiece::add_triangle(std::uint32_t t) {
  const MeshTriangle& corner = mesh_->triangle(t);
  const std::uint8_t bent = known_->bent[t], hollow = outer_ > 0 ? known_->hollow[t] : known_->risen(t),
                     corners = known_->corners[t];
  triangles_.emplace_back();
  PieceTriangle& triangle = triangles_.back();
  triangle.face = static_cast<std::uint32_t>(faces_.size() - 1);
  ++faces_.back().count;
  for (std::uint32_t k = 0; k < 3; ++k) {
    triangle.corner[k] = placed(mesh_->vertex(corner[k]));
    triangle.vertex[k] = known_->vertex[corner[k]];
  }
  triangle.bent = bent, triangle.hollow = hollow, triangle.corners = corners;
  for (std::uint32_t k = 0; k < 3 && corners != 0; ++k) {
    const std::uint32_t v = triangle.vertex[k];
    if ((corners >> k & 1) != 0 && known_->around(v)[0] == t) vertices_.push_back({triangle.corner[k], v, v});
  }
  if (outer_ < 0) triangle = turned_around(triangle);
  set_box(triangle);
}

// Edges whose other triangle comes earlier are that one's: whatever is near an edge is near both.
void SurfacePiece::add_edges(std::uint32_t t) {
  const MeshTriangle& corner = mesh_->triangle(t);
  const std::uint32_t f = known_->face[t];
  const std::uint8_t inner = is_two_sided_ ? std::uint8_t{0} : outer_ > 0 ? known_->hollow[t] : known_->risen(t);
  for (std::size_t k = 0; k < 3; ++k) {
    if ((known_->bent[t] & ~inner & 1u << k) == 0) continue;
    const std::uint32_t other = known_->sides[t][k].across;
    const std::uint32_t v = known_->vertex[corner[k]], w = known_->vertex[corner[k == 2 ? 0 : k + 1]];
    if (v == w || (other != MeshFaces::kNone && other < t)) continue;
    PieceEdge edge{};
    edge.p = placed(mesh_->vertex(v)), edge.q = placed(mesh_->vertex(w));
    edge.vertex[0] = v, edge.vertex[1] = w;
    edge.is_end[0] = known_->is_corner[v] != 0, edge.is_end[1] = known_->is_corner[w] != 0;
    edge.face[0] = edge.face[1] = kNoPlace;
    const Vec3 along = edge.q - edge.p;
    edge.length = norm(along);
    const auto normal_at = [&](std::uint32_t place, std::uint32_t face) {
      return place != kNoPlace ? faces_[place].normal : turned_normal(face);
    };
    const std::uint32_t place = place_of(f);
    add_wing(edge, outer_ * cross(normal_at(place, f), along), place);
    if (other != MeshFaces::kNone) {
      const std::uint32_t g = known_->face[other], there = place_of(g);
      add_wing(edge, outer_ * cross(along, normal_at(there, g)), there);
    }
    edges_.push_back(edge);
  }
}

void SurfacePiece::add_wing(PieceEdge& edge, Vec3 wing, std::uint32_t face) const {
  if (wing == Vec3{}) return;
  edge.wing[edge.wings] = wing;
  edge.face[edge.wings++] = face;
}

void SurfacePiece::look_at(Vec3 place) {
  if (!is_two_sided_) return;
  is_two_sided_ = false;
  for (PieceFace& face : faces_) {
    PieceTriangle* const triangles = triangles_.data() + face.first;
    if (dot(face.normal, place - triangles->corner[0]) >= 0) continue;
    face.normal = -face.normal;
    for (std::uint32_t t = 0; t < face.count; ++t) {
      triangles[t].hollow = static_cast<std::uint8_t>(triangles[t].bent & ~triangles[t].hollow);
      triangles[t] = turned_around(triangles[t]);
    }
  }
}

// ---- Cones ----------------------------------------------------------------------------------------------------------

// Normals at a convex edge or vertex are between those of the faces there.
SurfacePiece::Cone SurfacePiece::normals() const {
  if (is_two_sided_) return {};
  Vec3 sum;
  for (const PieceFace& face : faces_) {
    if (face.normal == Vec3{}) return {};
    sum = sum + face.normal;
  }
  const double length = norm(sum);
  if (!(length > 0.1)) return {};
  Cone cone{sum / length, 0};
  double least = 1;
  for (const PieceFace& face : faces_) least = smaller(least, dot(face.normal, cone.axis));
  for (const PieceEdge& edge : edges_)
    if (edge.wings < 2 || edge.face[0] == kNoPlace || edge.face[1] == kNoPlace) return {};
  // From a right angle on, what is between two normals need not be in the cone.
  if (!(least > 0.1)) return {};
  cone.width = __builtin_sqrt(larger(0, 2 * (1 - least)));
  return cone;
}

// d·w ≥ −axis·w − width·|w| for every direction d met, as long as a neighbour or wing w.
void SurfacePiece::keep_towards(const Cone& cone, double slack) {
  const double sine = cone.width + 1e-5;
  const bool are_all = cone.width >= 1.5;
  const auto keep = [&](std::vector<std::uint32_t>& kept, std::size_t count, const auto& may_meet) {
    kept.clear();
    for (std::uint32_t k = 0; k < count; ++k)
      if (are_all || may_meet(k)) kept.push_back(k);
  };
  const Vec3 towards = -cone.axis;
  keep(kept_faces_, faces_.size(), [&](std::uint32_t f) {
    const Vec3 n = faces_[f].normal;
    return norm(n - towards) <= sine || (is_two_sided_ && norm(n + towards) <= sine);
  });
  keep(kept_edges_, edges_.size(), [&](std::uint32_t e) {
    for (int k = 0; k < edges_[e].wings; ++k)
      if (dot(towards, edges_[e].wing[k]) > sine * edges_[e].length) return false;
    return true;
  });
  keep(kept_vertices_, vertices_.size(),
       [&](std::uint32_t v) { return is_extreme(vertices_[v], towards, sine, slack); });
}

// ---- Questions ------------------------------------------------------------------------------------------------------

// As long as visit(way) says so, for every neighbour, some twice: where it is from the vertex.
template <class Visit>
void SurfacePiece::visit_neighbours(const PieceVertex& vertex, const Visit& visit) const {
  if (core_ != nullptr) {
    const int v = static_cast<int>(vertex.source);
    for (const std::uint32_t w : core_->neighbours(v))
      if (!visit(map_.scale * (core_->vertex(static_cast<int>(w)) - core_->vertex(v)))) return;
    return;
  }
  const Vec3 at = mesh_->vertex(vertex.source);
  for (const std::uint32_t t : known_->around(vertex.source))
    for (const std::uint32_t w : mesh_->triangle(t))
      if (!visit(map_.scale * (mesh_->vertex(w) - at))) return;
}

template <class Visit>
void SurfacePiece::visit_faces(const PieceVertex& vertex, const Visit& visit) const {
  if (core_ != nullptr) {
    if (core_->dimension() == 2) visit(0u), visit(1u);
    if (core_->dimension() == 3)
      for (const std::uint32_t e : core_->spokes(static_cast<int>(vertex.source)))
        if (const std::uint32_t f = core_->half_edges()[e].face; f != kNoFace) visit(f);
    return;
  }
  for (const std::uint32_t t : known_->around(vertex.source))
    if (const std::uint32_t f = place_of(known_->face[t]); f != kNoPlace) visit(f);
}

void SurfacePiece::note_neighbours() {
  if (has_neighbours()) return;
  for (const PieceVertex& vertex : vertices_) {
    neighbour_starts_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
    face_starts_.push_back(static_cast<std::uint32_t>(faces_there_.size()));
    visit_neighbours(vertex, [&](Vec3 way) {
      const double length = norm(way);
      if (length > 0) neighbours_.push_back({way, length});
      return true;
    });
    visit_faces(vertex, [&](std::uint32_t f) { faces_there_.push_back(f); });
  }
  neighbour_starts_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
  face_starts_.push_back(static_cast<std::uint32_t>(faces_there_.size()));
}

bool SurfacePiece::is_extreme(const PieceVertex& vertex, Vec3 direction, double sine, double slack) const {
  const Vec3 d = transpose_times(map_.turn, direction);
  if (has_neighbours()) {
    const auto k = static_cast<std::size_t>(&vertex - vertices_.data());
    for (std::uint32_t n = neighbour_starts_[k]; n < neighbour_starts_[k + 1]; ++n)
      if (dot(d, neighbours_[n].way) > sine * neighbours_[n].length + slack) return false;
    return true;
  }
  bool is_farthest = true;
  visit_neighbours(vertex, [&](Vec3 way) { return is_farthest = !(dot(d, way) > sine * norm(way) + slack); });
  return is_farthest;
}

std::uint32_t SurfacePiece::face_towards(const PieceVertex& vertex, Vec3 direction) const {
  std::uint32_t found = kNoPlace;
  const auto visit = [&](std::uint32_t f) {
    if (found == kNoPlace || looks_along(f, direction) > looks_along(found, direction)) found = f;
  };
  if (!has_neighbours()) {
    visit_faces(vertex, visit);
    return found;
  }
  const auto k = static_cast<std::size_t>(&vertex - vertices_.data());
  for (std::uint32_t n = face_starts_[k]; n < face_starts_[k + 1]; ++n) visit(faces_there_[n]);
  return found;
}

}  // namespace clearance::detail
