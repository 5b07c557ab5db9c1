// Why the tilt of a core's face holds: as in mesh_faces.cpp, of the widest triangle of its fan. A normal that is turned
// is off by 11u a component more (kRotationError, three products and two sums), a cofactor matrix' by as much: 32u
// covers that and its length.
#include <clearance/contact/piece.h>

#include <clearance/exact/approx.h>

#include <algorithm>

namespace clearance::detail {
namespace {

// Sides between faces that turn by less are as good as flat: contacts there would be noise of the coordinates.
constexpr double kFlatCosine = 1 - 1e-10;

Vec3 unit_or_zero(Vec3 v) {
  const double length = norm(v);
  return length > 0x1p-500 ? v / length : Vec3{};
}

// How normals turn: a matrix pose may stretch, and then they do not turn as vectors do.
Mat3 turn_of_normals(const Pose& pose) {
  const Mat3& r = pose.rotation();
  if (pose.kind() == Pose::Kind::Quaternion) return r;
  return {{cross(r.row[1], r.row[2]), cross(r.row[2], r.row[0]), cross(r.row[0], r.row[1])}};
}

void set_box(PieceTriangle& t) {
  const auto [p, q, r] = t.corner;
  t.low = {smaller(p.x, smaller(q.x, r.x)), smaller(p.y, smaller(q.y, r.y)), smaller(p.z, smaller(q.z, r.z))};
  t.high = {larger(p.x, larger(q.x, r.x)), larger(p.y, larger(q.y, r.y)), larger(p.z, larger(q.z, r.z))};
}

}  // namespace

void Piece::start(const Pose& pose, const PieceFrame& frame) {
  turn_ = pose.rotation();
  normal_turn_ = turn_of_normals(pose);
  shift_ = pose.translation() - frame.origin;
  scale_ = frame.scale;
  faces_.clear();
  triangles_.clear();
  edges_.clear();
  vertices_.clear();
}

// ---- Convex cores ---------------------------------------------------------------------------------------------------

void Piece::set(const Polytope& core, const Pose& pose, const PieceFrame& frame) {
  start(pose, frame);
  core_ = &core;
  mesh_ = nullptr;
  is_two_sided_ = core.dimension() == 2;
  for (int v = 0; v < core.vertex_count(); ++v)
    vertices_.push_back({placed(core.vertex(v)), core.id(v), static_cast<std::uint32_t>(v)});
  add_core_faces();
  add_core_edges();
}

void Piece::add_core_faces() {
  for (int f = 0; f < core_->face_count(); ++f) {
    const auto loop = core_->face(f);
    PieceFace face{{},
                   2,
                   static_cast<std::uint32_t>(f),
                   static_cast<std::uint32_t>(f),
                   static_cast<std::uint32_t>(triangles_.size()),
                   static_cast<std::uint32_t>(loop.size() - 2)};
    double best = kInfiniteEnd;
    const Vec3 first = core_->vertex(static_cast<int>(loop[0]));
    for (std::size_t k = 2; k < loop.size(); ++k) {
      const Vec3 u = scale_ * (core_->vertex(static_cast<int>(loop[k - 1])) - first),
                 v = scale_ * (core_->vertex(static_cast<int>(loop[k])) - first), n = cross(u, v);
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
    face.tilt = smaller(2, (10 * best + 40) * kUnit);
    faces_.push_back(face);
  }
}

void Piece::add_core_edges() {
  const auto add = [&](std::uint32_t v, std::uint32_t w) -> PieceEdge& {
    edges_.push_back({vertices_[v].p,
                      vertices_[w].p,
                      {vertices_[v].name, vertices_[w].name},
                      {true, true},
                      {kNoPlace, kNoPlace},
                      {},
                      0});
    return edges_.back();
  };
  if (core_->dimension() == 1) add(0, 1);
  const auto half_edges = core_->half_edges();
  for (std::uint32_t e = 0; e < half_edges.size() && core_->dimension() > 1; ++e) {
    const HalfEdge &half = half_edges[e], &twin = half_edges[half.twin];
    if (half.twin < e) continue;
    PieceEdge& edge = add(half.origin, twin.origin);
    const Vec3 along = unit_or_zero(edge.q - edge.p);
    for (const std::uint32_t f : {half.face, twin.face}) {
      if (f == kNoFace) continue;
      const Vec3 wing = cross(faces_[f].normal, along);
      edge.wing[edge.wings] = f == half.face ? wing : -wing;
      edge.face[edge.wings++] = f;
    }
  }
}

// ---- Meshes ---------------------------------------------------------------------------------------------------------

void Piece::set(const Mesh& mesh, const Pose& pose, const PieceFrame& frame) {
  start(pose, frame);
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
  for (const std::uint32_t t : near_) add_edges(t);
}

void Piece::add_face(std::uint32_t mesh_face) {
  const Vec3 normal = unit_or_zero(outer_ * (normal_turn_ * known_->normal[mesh_face]));
  faces_.push_back({normal, smaller(2, known_->tilt[mesh_face] + 32 * kUnit), known_->lowest[mesh_face], mesh_face,
                    static_cast<std::uint32_t>(triangles_.size()), 0});
}

std::uint32_t Piece::place_of(std::uint32_t mesh_face) const {
  const auto at = std::lower_bound(faces_.begin(), faces_.end(), mesh_face,
                                   [](const PieceFace& face, std::uint32_t f) { return face.source < f; });
  return at != faces_.end() && at->source == mesh_face ? static_cast<std::uint32_t>(at - faces_.begin()) : kNoPlace;
}

void Piece::add_triangle(std::uint32_t t) {
  const MeshTriangle& corner = mesh_->triangle(t);
  PieceTriangle triangle{};
  triangle.face = static_cast<std::uint32_t>(faces_.size() - 1);
  ++faces_.back().count;
  // An inside-out mesh is turned around: corner 1 and 2, side 0 and 2 change places.
  for (std::uint32_t k = 0; k < 3; ++k) {
    const std::uint32_t c = outer_ < 0 && k > 0 ? 3 - k : k, s = outer_ < 0 ? 2 - k : k;
    const std::uint32_t v = known_->vertex[corner[c]];
    triangle.corner[k] = placed(mesh_->vertex(v));
    triangle.vertex[k] = v;
    if (known_->is_corner[v] != 0) triangle.corners |= static_cast<std::uint8_t>(1u << k);
    const MeshFaces::Side& side = known_->sides[t][s];
    const bool is_flat = side.is_flat() || (side.across != MeshFaces::kNone &&
                                            dot(known_->normal[known_->face[t]],
                                                known_->normal[known_->face[side.across]]) > kFlatCosine);
    if (!is_flat) triangle.bent |= static_cast<std::uint8_t>(1u << k);
    if (!is_flat && side.bend * outer_ < 0) triangle.hollow |= static_cast<std::uint8_t>(1u << k);
    if (known_->is_corner[v] != 0 && known_->around(v)[0] == t) vertices_.push_back({triangle.corner[k], v, v});
  }
  set_box(triangle);
  triangles_.push_back(triangle);
}

// Edges whose other triangle comes earlier are that one's: whatever is near an edge is near both.
void Piece::add_edges(std::uint32_t t) {
  const MeshTriangle& corner = mesh_->triangle(t);
  const auto name = [&](std::size_t k) { return known_->vertex[corner[k % 3]]; };
  for (std::size_t k = 0; k < 3; ++k) {
    const MeshFaces::Side& side = known_->sides[t][k];
    const std::uint32_t v = name(k), w = name(k + 1), other = side.across;
    if (v == w || side.is_flat() || (other != MeshFaces::kNone && other < t)) continue;
    const std::uint32_t f = known_->face[t];
    if (other != MeshFaces::kNone) {
      if (!is_two_sided_ && side.bend * outer_ < 0) continue;
      if (dot(known_->normal[f], known_->normal[known_->face[other]]) > kFlatCosine) continue;
    }
    PieceEdge edge{placed(mesh_->vertex(v)),
                   placed(mesh_->vertex(w)),
                   {v, w},
                   {known_->is_corner[v] != 0, known_->is_corner[w] != 0},
                   {kNoPlace, kNoPlace},
                   {},
                   0};
    add_wing(edge, placed(mesh_->vertex(name(k + 2))), place_of(f));
    if (other != MeshFaces::kNone)
      for (const std::uint32_t third : mesh_->triangle(other))
        if (const std::uint32_t u = known_->vertex[third]; u != v && u != w)
          add_wing(edge, placed(mesh_->vertex(u)), place_of(known_->face[other]));
    edges_.push_back(edge);
  }
}

void Piece::add_wing(PieceEdge& edge, Vec3 inner, std::uint32_t face) const {
  const Vec3 along = unit_or_zero(edge.q - edge.p), way = inner - edge.p;
  const Vec3 wing = unit_or_zero(way - dot(way, along) * along);
  if (wing == Vec3{}) return;
  edge.wing[edge.wings] = wing;
  edge.face[edge.wings++] = face;
}

// ---- Questions ------------------------------------------------------------------------------------------------------

bool Piece::is_extreme(const PieceVertex& vertex, Vec3 direction, double sine, double slack) const {
  const Vec3 d = transpose_times(turn_, direction);
  const auto is_beyond = [&](Vec3 between) {
    const Vec3 way = scale_ * between;
    return dot(d, way) > sine * norm(way) + slack;
  };
  if (core_ != nullptr) {
    const int v = static_cast<int>(vertex.source);
    for (const std::uint32_t w : core_->neighbours(v))
      if (is_beyond(core_->vertex(static_cast<int>(w)) - core_->vertex(v))) return false;
    return true;
  }
  const Vec3 at = mesh_->vertex(vertex.source);
  for (const std::uint32_t t : known_->around(vertex.source))
    for (const std::uint32_t w : mesh_->triangle(t))
      if (is_beyond(mesh_->vertex(w) - at)) return false;
  return true;
}

std::uint32_t Piece::face_towards(const PieceVertex& vertex, Vec3 direction) const {
  std::uint32_t found = kNoPlace;
  const auto look_at = [&](std::uint32_t f) {
    if (f == kNoPlace || f == kNoFace) return;
    if (found == kNoPlace || looks_along(f, direction) > looks_along(found, direction)) found = f;
  };
  if (core_ != nullptr) {
    if (core_->dimension() == 2) look_at(0);
    if (core_->dimension() == 3)
      for (const std::uint32_t e : core_->spokes(static_cast<int>(vertex.source))) look_at(core_->half_edges()[e].face);
    return found;
  }
  for (const std::uint32_t t : known_->around(vertex.source)) look_at(place_of(known_->face[t]));
  return found;
}

}  // namespace clearance::detail
