#include <clearance/contact/surfaces/piece_work.h>

#include <clearance/exact/approx.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// From so many on a tree over them is quicker than a loop.
constexpr std::size_t kManyFaces = 128;

struct Inside {
  bool is_inside = false;
  unsigned on_sides = 0;  // bit k: within the slack of the line of side k
};

// A point of the triangle's plane.
Inside locate(const PieceTriangle& triangle, Vec3 normal, Vec3 q, double slack) {
  Inside found;
  for (int k = 0; k < 3; ++k) {
    const Vec3 c = triangle.corner[k], side = triangle.corner[k == 2 ? 0 : k + 1] - c;
    const double beyond = -dot(cross(normal, side), q - c), reach = slack * slack * squared_norm(side);
    if (beyond * beyond <= reach)
      found.on_sides |= 1u << k;
    else if (beyond > 0)
      return {};
  }
  found.is_inside = true;
  return found;
}

}  // namespace

// Along the axis of a cone that holds all normals of a piece the other one reaches so far in, and n leans from the axis
// by no more than the cone is wide. Where nothing is deeper than lowest_, nothing reaches farther than highest_.
void PieceWork::set_reach() {
  constexpr double kWidest = 1.3;
  for (const bool of_b : {true, false}) {
    const SurfacePiece &piece = of_b ? b_ : a_, &other = of_b ? a_ : b_;
    const SurfacePiece::Cone& cone = of_b ? with_.cone_b : with_.cone_a;
    if (!(cone.width < kWidest)) continue;
    const double overlap = larger(0, piece.farthest(cone.axis) + other.farthest(-cone.axis)) + slack_;
    reach_ = smaller(reach_, 1.01 * overlap / (1 - 0.5 * cone.width * cone.width));
  }
  if (lowest_ > -kInfiniteEnd) reach_ = 0;
  reach_ = larger(reach_, highest_) + 2 * slack_;
}

bool PieceWork::find_under(const SurfacePiece& owner, std::uint32_t f, Vec3 v, Vec3 way, int of,
                           PiecePoint& point) const {
  // Below this boxes of triangles are of use: the place over one triangle's plane is that over another's.
  constexpr double kSmallTilt = 1e-12;
  const PieceFace& face = owner.faces()[f];
  const double cosine = dot(face.normal, way);
  if (!(std::fabs(cosine) > 1e-3)) return false;
  const auto triangles = owner.triangles().begin() + face.first;
  const Vec3 near = v + (dot(face.normal, triangles->corner[0] - v) / cosine) * way;
  const double room = face.tilt < kSmallTilt ? 2 * slack_ : kInfiniteEnd;
  bool found = false;
  for (auto t = triangles; t != triangles + face.count; ++t) {
    if (near.x < t->low.x - room || near.x > t->high.x + room || near.y < t->low.y - room ||
        near.y > t->high.y + room || near.z < t->low.z - room || near.z > t->high.z + room)
      continue;
    const Vec3 between = t->corner[0] - v;
    const double gap = dot(face.normal, between) / cosine;
    const Vec3 q = v + gap * way;
    const Inside at = locate(*t, face.normal, q, slack_);
    if (!at.is_inside) continue;
    const ContactFeature feature = feature_at(owner, *t, at.on_sides, q);
    if (found && feature.kind >= (of == 0 ? point.feature_a : point.feature_b).kind) continue;
    found = true;
    point.gap = gap;
    point.off = ((face.tilt + 4 * kUnit) * norm(between) + 4 * in_.error) / std::fabs(cosine);
    (of == 0 ? point.a : point.b) = q;
    (of == 0 ? point.b : point.a) = v;
    (of == 0 ? point.feature_a : point.feature_b) = feature;
    if (at.on_sides == 0) break;
  }
  return found;
}

// What is least there: a vertex, an edge, else the face.
ContactFeature PieceWork::feature_at(const SurfacePiece& owner, const PieceTriangle& triangle, unsigned on_sides,
                                     Vec3 q) const {
  if (on_sides != 0) {
    for (int k = 0; k < 3; ++k)
      if ((triangle.corners >> k & 1) != 0 && is_within(q - triangle.corner[k], slack_))
        return vertex_feature(triangle.vertex[k]);
    for (int k = 0; k < 3; ++k)
      if ((on_sides >> k & 1) != 0 && (triangle.bent >> k & 1) != 0)
        return edge_feature(triangle.vertex[k], triangle.vertex[k == 2 ? 0 : k + 1]);
  }
  return face_feature(owner.faces()[triangle.face].name);
}

bool PieceWork::is_beyond_hollow(const SurfacePiece& owner, std::uint32_t f, Vec3 q, double reach) const {
  const PieceFace& face = owner.faces()[f];
  for (std::uint32_t t = face.first; t < face.first + face.count; ++t) {
    const PieceTriangle& triangle = owner.triangles()[t];
    if (triangle.hollow == 0) continue;
    bool is_near = true;
    for (int k = 0; k < 3 && is_near; ++k) {
      const Vec3 c = triangle.corner[k], side = triangle.corner[k == 2 ? 0 : k + 1] - c;
      const double room = (triangle.hollow >> k & 1) != 0 ? reach : slack_;
      is_near = -dot(cross(face.normal, side), q - c) <= room * norm(side);
    }
    if (is_near) return true;
  }
  return false;
}

bool PieceWork::is_blocked(const SurfacePiece& piece, Vec3 from, Vec3 to) const {
  const double room = 2 * slack_;
  const Box exactly = united({from, from}, {to, to});
  const Vec3 more{room, room, room};
  const Box way{exactly.low - more, exactly.high + more};
  const auto is_between = [&](const PieceFace& face) {
    if (!overlap(way, {face.low, face.high})) return false;
    // All of a face is in one plane, but for the error of its normal.
    const PieceTriangle* const triangles = piece.triangles().data() + face.first;
    const double h = dot(face.normal, from - triangles->corner[0]), g = dot(face.normal, to - triangles->corner[0]);
    if (!((h > room && g < -room) || (h < -room && g > room))) return false;
    const Vec3 at = from + h / (h - g) * (to - from);
    for (std::uint32_t t = 0; t < face.count; ++t)
      if (locate(triangles[t], face.normal, at, slack_).is_inside) return true;
    return false;
  };
  const std::vector<PieceFace>& faces = piece.faces();
  if (faces.size() < kManyFaces) return std::any_of(faces.begin(), faces.end(), is_between);
  bool is_found = false;
  faces_by_place(piece).visit(
      [&](const DirectedBox& bounds) {
        ++with_.looked_at;
        return !is_found && overlap(way, {bounds.low, bounds.high});
      },
      [&](std::uint32_t f) { is_found = is_found || is_between(faces[f]); });
  return is_found;
}

const FeatureTree& PieceWork::faces_by_place(const SurfacePiece& piece) const {
  FeatureTree& tree = &piece == &a_ ? with_.faces_a : with_.faces_b;
  if (!tree.is_empty()) return tree;
  for (std::uint32_t f = 0; f < piece.faces().size(); ++f)
    tree.add(f, {{}, 0, piece.faces()[f].low, piece.faces()[f].high});
  tree.build(true);
  return tree;
}

PieceWork::Crossing PieceWork::crossing(Vec3 p, Vec3 along_p, Vec3 q, Vec3 along_q, Vec3 n) const {
  const Vec3 c = cross(along_p, along_q), between = q - p;
  const double area = dot(c, n);
  Crossing at{dot(cross(between, along_q), n) / area, dot(cross(between, along_p), n) / area};
  const double room_p = slack_ / norm(along_p), room_q = slack_ / norm(along_q);
  at.is_there = at.s >= -room_p && at.s <= 1 + room_p && at.t >= -room_q && at.t <= 1 + room_q;
  at.s = larger(0, smaller(1, at.s)), at.t = larger(0, smaller(1, at.t));
  return at;
}

bool PieceWork::find_crossing(Vec3 p, Vec3 along_p, Vec3 q, Vec3 along_q, Vec3 n, PiecePoint& point) const {
  const double area = dot(cross(along_p, along_q), n);
  if (!(std::fabs(area) > kParallel * norm(along_p) * norm(along_q)) || area == 0) return false;
  const Crossing at = crossing(p, along_p, q, along_q, n);
  if (!at.is_there) return false;
  point.a = p + at.s * along_p, point.b = q + at.t * along_q;
  point.gap = dot(n, point.b - point.a);
  point.off = 4 * in_.error;
  return point.gap <= highest_;
}

std::uint32_t PieceWork::own_patch(Vec3 n) const {
  with_.patches.push_back({n, 4 * kUnit, kInfiniteEnd, 2, kNoPlace, static_cast<std::uint32_t>(with_.patches.size())});
  return static_cast<std::uint32_t>(with_.patches.size() - 1);
}

std::uint32_t PieceWork::face_patch(int of, std::uint32_t face, Vec3 n) const {
  const std::uint32_t made = own_patch(n);
  with_.patches[made].of = of, with_.patches[made].face = face;
  with_.patches[made].tilt = (of == 0 ? a_ : b_).faces()[face].tilt;
  return made;
}

std::uint32_t PieceWork::patch_of(int of, std::uint32_t face, Vec3 n) const {
  for (std::size_t k = with_.patches.size(); k-- > 0;) {
    const PiecePatch& patch = with_.patches[k];
    if (patch.of == of && patch.face == face && dot(patch.normal, n) > 0) return static_cast<std::uint32_t>(k);
  }
  return face_patch(of, face, n);
}

void PieceWork::add(const PiecePoint& point) const {
  PiecePatch& patch = with_.patches[point.patch];
  patch.gap = smaller(patch.gap, point.gap);
  with_.points.push_back(point);
}

void PieceWork::sort_points() const {
  std::sort(with_.points.begin(), with_.points.end(),
            [](const PiecePoint& p, const PiecePoint& q) { return p.patch < q.patch; });
}

}  // namespace clearance::detail
