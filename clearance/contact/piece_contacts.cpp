// Notation: e the error of a coordinate; n a unit normal from a to b; r = r_a + r_b; c a corner of a face.
// Gap of a vertex v over a face: n·(c − v) divided by the cosine between n and the face's normal m. The normal is off
// by its tilt, corner and vertex by √3e each, three products and two sums by 4u of |v − c|: together (tilt + 4u)|v − c|
// + 4e. Gap of two edges: between points of either, which are where they are up to e; what their difference lacks to be
// gap·n is measured.
#include <clearance/contact/piece_contacts.h>

#include <clearance/contact/manifold_scratch.h>
#include <clearance/exact/approx.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace clearance::detail {
namespace {

// Faces within some 20° of each other are clipped.
constexpr double kFacing = 0.94;
// A crossing of edges whose normal is within some 11° of a face's takes the face's.
constexpr double kFaceIsNear = 0.98;
// How far outside of a cone a normal may be: what poses and coordinates of doubles rarely lose.
constexpr double kConeSine = 1e-6;
// Edges are parallel below this sine.
constexpr double kParallel = 1e-6;
// Normals that differ by less are one.
constexpr double kSameNormal = 1e-6;

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

ContactFeature vertex_feature(std::uint32_t v) { return {Feature::Vertex, kNoIndex, v, kNoIndex}; }
ContactFeature edge_feature(std::uint32_t v, std::uint32_t w) {
  return {Feature::Edge, kNoIndex, std::min(v, w), std::max(v, w)};
}
ContactFeature face_feature(std::uint32_t f) { return {Feature::Face, kNoIndex, f, kNoIndex}; }

bool is_within(Vec3 d, double slack) { return squared_norm(d) <= slack * slack; }

class Search {
 public:
  Search(const ManifoldQuestion& ask, const PieceSearch& search, ManifoldScratch& scratch)
      : ask_(ask),
        in_(search),
        scratch_(scratch),
        with_(scratch.pieces),
        a_(with_.a),
        b_(with_.b),
        radius_(search.radius_a + search.radius_b),
        slack_(8 * search.error),
        highest_(search.frame.scale * ask.margin + radius_ + slack_),
        lowest_(search.may_penetrate ? -kInfiniteEnd : radius_ - slack_) {}

  void run(Manifold& out) {
    with_.points.clear();
    with_.patches.clear();
    with_.facing.clear();
    for (std::uint32_t f = 0; f < b_.faces().size(); ++f) vertices_over(f, 1);
    for (std::uint32_t f = 0; f < a_.faces().size(); ++f) vertices_over(f, 0);
    for (const PieceEdge& p : a_.edges())
      for (const PieceEdge& q : b_.edges()) cross_edges(p, q);
    face_each_other();
    look_beside();
    clip_facing();
    if (with_.points.empty()) return;
    join_patches();
    leave_out_resolved();
    finish(out);
  }

 private:
  // ---- Vertices over faces --------------------------------------------------------------------------------------

  // `of`: whose face it is.
  void vertices_over(std::uint32_t f, int of) {
    const Piece& owner = of == 0 ? a_ : b_;
    const PieceFace& face = owner.faces()[f];
    if (face.normal == Vec3{}) return;
    const std::size_t before = with_.points.size(), facing_before = with_.facing.size();
    const double front = over_side(f, of, 1);
    if (!owner.is_two_sided()) return;
    const std::size_t middle = with_.points.size(), facing_middle = with_.facing.size();
    const double back = over_side(f, of, -1);
    // Of the two sides of a surface the one that is less deep counts.
    if (back > front) {
      with_.points.erase(with_.points.begin() + static_cast<std::ptrdiff_t>(before),
                         with_.points.begin() + static_cast<std::ptrdiff_t>(middle));
      with_.facing.erase(with_.facing.begin() + static_cast<std::ptrdiff_t>(facing_before),
                         with_.facing.begin() + static_cast<std::ptrdiff_t>(facing_middle));
    } else {
      with_.points.resize(middle);
      with_.facing.resize(facing_middle);
    }
  }

  double over_side(std::uint32_t f, int of, double side) {
    const Piece &owner = of == 0 ? a_ : b_, &other = of == 0 ? b_ : a_;
    const PieceFace& face = owner.faces()[f];
    const Vec3 out = side * face.normal, anchor = owner.triangles()[face.first].corner[0];
    double least = -kInfiniteEnd;
    for (const PieceVertex& vertex : other.vertices()) {
      const double height = dot(out, vertex.p - anchor);
      if (height > highest_ || height < lowest_) continue;
      if (!other.is_extreme(vertex, -out, kConeSine, slack_)) continue;
      PiecePoint point;
      if (!find_under(owner, f, vertex.p, -out, of, point)) {
        // In a hollow edge it is behind both faces and over neither: what is common to the faces may be elsewhere.
        const std::uint32_t opposite = other.face_towards(vertex, -out);
        if (height < radius_ && opposite != kNoPlace && other.looks_along(opposite, -out) >= kFacing &&
            is_beyond_hollow(owner, f, vertex.p - height * out, 2 * (radius_ - height) + slack_))
          with_.facing.push_back({of == 0 ? f : opposite, of == 0 ? opposite : f, of, height});
        continue;
      }
      if (point.gap > highest_ || point.gap < lowest_) continue;
      if (std::fabs(point.gap) > slack_ && is_blocked(owner, vertex.p, of == 0 ? point.a : point.b)) continue;
      (of == 0 ? point.feature_b : point.feature_a) = vertex_feature(vertex.name);
      (of == 0 ? point.face_a : point.face_b) = f;
      least = least == -kInfiniteEnd ? point.gap : smaller(least, point.gap);
      const std::uint32_t opposite = other.face_towards(vertex, -out);
      if (opposite != kNoPlace && other.looks_along(opposite, -out) >= kFacing) {
        with_.facing.push_back({of == 0 ? f : opposite, of == 0 ? opposite : f, of, point.gap});
      } else {
        point.patch = patch_of(of, f, of == 0 ? out : -out);
        add(point);
      }
    }
    return least;
  }

  // Where the line through v along `way`, a unit vector towards the face or away from it, meets the face.
  bool find_under(const Piece& owner, std::uint32_t f, Vec3 v, Vec3 way, int of, PiecePoint& point) const {
    const PieceFace& face = owner.faces()[f];
    const double cosine = dot(face.normal, way);
    if (!(std::fabs(cosine) > 1e-3)) return false;
    bool found = false;
    for (std::uint32_t t = face.first; t < face.first + face.count; ++t) {
      const PieceTriangle& triangle = owner.triangles()[t];
      const Vec3 between = triangle.corner[0] - v;
      const double gap = dot(face.normal, between) / cosine;
      const Vec3 q = v + gap * way;
      const Inside at = locate(triangle, face.normal, q, slack_);
      if (!at.is_inside) continue;
      const double off = ((face.tilt + 4 * kUnit) * norm(between) + 4 * in_.error) / std::fabs(cosine);
      const ContactFeature feature = feature_at(owner, triangle, at, q);
      if (found && feature.kind >= (of == 0 ? point.feature_a : point.feature_b).kind) continue;
      found = true;
      point.gap = gap;
      point.off = off;
      (of == 0 ? point.a : point.b) = q;
      (of == 0 ? point.b : point.a) = v;
      (of == 0 ? point.feature_a : point.feature_b) = feature;
      if (feature.kind == Feature::Face && at.on_sides == 0) break;
    }
    return found;
  }

  // Whether a point of the face's plane is outside of it, but for hollow edges no farther than `reach`.
  bool is_beyond_hollow(const Piece& owner, std::uint32_t f, Vec3 q, double reach) const {
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

  // What is least there: a vertex, an edge, else the face.
  ContactFeature feature_at(const Piece& owner, const PieceTriangle& triangle, const Inside& at, Vec3 q) const {
    for (int k = 0; k < 3; ++k)
      if ((triangle.corners >> k & 1) != 0 && is_within(q - triangle.corner[k], slack_))
        return vertex_feature(triangle.vertex[k]);
    for (int k = 0; k < 3; ++k)
      if ((at.on_sides >> k & 1) != 0 && (triangle.bent >> k & 1) != 0)
        return edge_feature(triangle.vertex[k], triangle.vertex[k == 2 ? 0 : k + 1]);
    return face_feature(owner.faces()[triangle.face].name);
  }

  // Whether the surface of the piece is between the two points, off both.
  bool is_blocked(const Piece& piece, Vec3 from, Vec3 to) const {
    const Vec3 way = to - from;
    const double room = 2 * slack_;
    for (const PieceTriangle& triangle : piece.triangles()) {
      const Vec3 n = piece.faces()[triangle.face].normal;
      const double h = dot(n, from - triangle.corner[0]), g = dot(n, to - triangle.corner[0]);
      if (!((h > room && g < -room) || (h < -room && g > room))) continue;
      if (locate(triangle, n, from + h / (h - g) * way, slack_).is_inside) return true;
    }
    return false;
  }

  // ---- Crossing edges ---------------------------------------------------------------------------------------------

  struct Crossing {
    double s, t;
    bool is_there = false;
  };
  // Where two segments cross along n, which no other vector of theirs is square to.
  Crossing crossing(Vec3 p, Vec3 along_p, Vec3 q, Vec3 along_q, Vec3 n) const {
    const Vec3 c = cross(along_p, along_q), between = q - p;
    const double area = dot(c, n);
    Crossing at{dot(cross(between, along_q), n) / area, dot(cross(between, along_p), n) / area};
    const double room_p = slack_ / norm(along_p), room_q = slack_ / norm(along_q);
    at.is_there = at.s >= -room_p && at.s <= 1 + room_p && at.t >= -room_q && at.t <= 1 + room_q;
    at.s = larger(0, smaller(1, at.s)), at.t = larger(0, smaller(1, at.t));
    return at;
  }

  bool are_in_cone(const PieceEdge& edge, Vec3 direction) const {
    for (int k = 0; k < edge.wings; ++k)
      if (dot(direction, edge.wing[k]) > kConeSine) return false;
    return true;
  }

  void cross_edges(const PieceEdge& p, const PieceEdge& q) {
    const Vec3 along_p = p.q - p.p, along_q = q.q - q.p, c = cross(along_p, along_q);
    const double length = norm(c);
    if (!(length > kParallel * norm(along_p) * norm(along_q)) || !(length > 0)) return;
    const Vec3 unit = c / length;
    const bool is_ahead = are_in_cone(p, unit) && are_in_cone(q, -unit);
    const bool is_behind = are_in_cone(p, -unit) && are_in_cone(q, unit);
    if (!is_ahead && !is_behind) return;
    double gap = dot(unit, q.p - p.p);
    Vec3 n = unit;
    if (!is_ahead || (is_behind && gap < 0)) n = -unit, gap = -gap;
    if (gap > highest_ || gap < lowest_) return;
    const Crossing at = crossing(p.p, along_p, q.p, along_q, n);
    if (!at.is_there) return;
    PiecePoint point;
    point.a = p.p + at.s * along_p, point.b = q.p + at.t * along_q;
    if (std::fabs(gap) > slack_ && (is_blocked(a_, point.a, point.b) || is_blocked(b_, point.a, point.b))) return;
    name_ends(p, q, point);
    choose_normal(p, q, n, gap, point);
  }

  ContactFeature edge_name(const PieceEdge& edge, Vec3 at) const {
    if (edge.is_end[0] && is_within(at - edge.p, slack_)) return vertex_feature(edge.vertex[0]);
    if (edge.is_end[1] && is_within(at - edge.q, slack_)) return vertex_feature(edge.vertex[1]);
    return edge_feature(edge.vertex[0], edge.vertex[1]);
  }
  void name_ends(const PieceEdge& p, const PieceEdge& q, PiecePoint& point) const {
    point.feature_a = edge_name(p, point.a);
    point.feature_b = edge_name(q, point.b);
  }

  // A face that looks nearly along n lends its normal.
  void choose_normal(const PieceEdge& p, const PieceEdge& q, Vec3 n, double gap, PiecePoint& point) {
    const auto best_of = [](const Piece& piece, const PieceEdge& edge, Vec3 direction) {
      std::uint32_t best = kNoPlace;
      for (int k = 0; k < edge.wings; ++k)
        if (edge.face[k] != kNoPlace &&
            (best == kNoPlace || piece.looks_along(edge.face[k], direction) > piece.looks_along(best, direction)))
          best = edge.face[k];
      return best;
    };
    const std::uint32_t fa = best_of(a_, p, n), fb = best_of(b_, q, -n);
    const double cosine_a = fa == kNoPlace ? -1 : a_.looks_along(fa, n),
                 cosine_b = fb == kNoPlace ? -1 : b_.looks_along(fb, -n);
    if (cosine_a >= kFacing && cosine_b >= kFacing && larger(cosine_a, cosine_b) >= kFaceIsNear) {
      if (cosine_a >= kFaceIsNear) with_.facing.push_back({fa, fb, 0, gap});
      if (cosine_b >= kFaceIsNear) with_.facing.push_back({fa, fb, 1, gap});
      return;
    }
    if (larger(cosine_a, cosine_b) >= kFaceIsNear) {
      const int of = cosine_a > cosine_b ? 0 : 1;
      Vec3 normal = of == 0 ? a_.faces()[fa].normal : -b_.faces()[fb].normal;
      if (dot(normal, n) < 0) normal = -normal;
      if (add_crossing(p.p, p.q - p.p, q.p, q.q - q.p, normal, point)) {
        (of == 0 ? point.face_a : point.face_b) = of == 0 ? fa : fb;
        point.patch = patch_of(of, of == 0 ? fa : fb, normal);
        add(point);
        return;
      }
    }
    point.gap = gap;
    point.off = 4 * in_.error;
    point.face_a = point.face_b = kNoPlace;
    point.patch = own_patch(n);
    add(point);
  }

  bool add_crossing(Vec3 p, Vec3 along_p, Vec3 q, Vec3 along_q, Vec3 n, PiecePoint& point) const {
    const double area = dot(cross(along_p, along_q), n);
    if (!(std::fabs(area) > kParallel * norm(along_p) * norm(along_q)) || area == 0) return false;
    const Crossing at = crossing(p, along_p, q, along_q, n);
    if (!at.is_there) return false;
    point.a = p + at.s * along_p, point.b = q + at.t * along_q;
    point.gap = dot(n, point.b - point.a);
    point.off = 4 * in_.error;
    return point.gap <= highest_;
  }

  // ---- Vertices beside edges and vertices: where the pieces are apart
  // -------------------------------------------------

  void look_beside() {
    for (const PieceVertex& v : a_.vertices()) {
      for (const PieceEdge& edge : b_.edges()) vertex_beside_edge(v, edge, 1);
      for (const PieceVertex& w : b_.vertices()) {
        const Vec3 way = w.p - v.p;
        const double distance = norm(way);
        if (!(distance > slack_) || distance > highest_ || distance < lowest_) continue;
        const Vec3 n = way / distance;
        if (!a_.is_extreme(v, n, kConeSine, slack_) || !b_.is_extreme(w, -n, kConeSine, slack_)) continue;
        PiecePoint point;
        point.a = v.p, point.b = w.p;
        point.feature_a = vertex_feature(v.name), point.feature_b = vertex_feature(w.name);
        add_apart(point, n, distance);
      }
    }
    for (const PieceVertex& v : b_.vertices())
      for (const PieceEdge& edge : a_.edges()) vertex_beside_edge(v, edge, 0);
  }

  // `of`: whose edge it is.
  void vertex_beside_edge(const PieceVertex& v, const PieceEdge& edge, int of) {
    const Vec3 along = edge.q - edge.p;
    const double squared = squared_norm(along);
    if (!(squared > 0)) return;
    const double s = dot(v.p - edge.p, along) / squared, room = slack_ / std::sqrt(squared);
    if ((edge.is_end[0] ? s <= room : s < 0) || (edge.is_end[1] ? s >= 1 - room : s > 1)) return;
    const Vec3 q = edge.p + s * along, way = of == 1 ? q - v.p : v.p - q;
    const double distance = norm(way);
    if (!(distance > slack_) || distance > highest_ || distance < lowest_) return;
    const Vec3 n = way / distance;
    if (!are_in_cone(edge, of == 1 ? -n : n)) return;
    const Piece& other = of == 1 ? a_ : b_;
    if (!other.is_extreme(v, of == 1 ? n : -n, kConeSine, slack_)) return;
    PiecePoint point;
    (of == 1 ? point.a : point.b) = v.p;
    (of == 1 ? point.b : point.a) = q;
    (of == 1 ? point.feature_a : point.feature_b) = vertex_feature(v.name);
    (of == 1 ? point.feature_b : point.feature_a) = edge_feature(edge.vertex[0], edge.vertex[1]);
    add_apart(point, n, distance);
  }

  void add_apart(PiecePoint& point, Vec3 n, double distance) {
    point.gap = distance;
    point.off = 4 * in_.error;
    point.patch = own_patch(n);
    add(point);
  }

  // ---- Faces that look at each other ------------------------------------------------------------------------------

  // Faces that look straight at each other have something in common though no vertex of one need be over the other, or
  // be extreme there: a peg in a hole.
  void face_each_other() {
    constexpr std::size_t kMostPairs = 1 << 18;
    constexpr double kStraight = 1 - 1e-6;
    if (a_.faces().size() * b_.faces().size() > kMostPairs) return;
    for (std::uint32_t fa = 0; fa < a_.faces().size(); ++fa) {
      const Vec3 n = a_.faces()[fa].normal;
      for (std::uint32_t fb = 0; fb < b_.faces().size(); ++fb) {
        const double cosine = dot(n, b_.faces()[fb].normal);
        const bool is_facing =
            a_.is_two_sided() || b_.is_two_sided() ? std::fabs(cosine) > kStraight : -cosine > kStraight;
        if (!is_facing) continue;
        const double gap = std::fabs(
            dot(n, b_.triangles()[b_.faces()[fb].first].corner[0] - a_.triangles()[a_.faces()[fa].first].corner[0]));
        if (gap <= highest_ || lowest_ == -kInfiniteEnd) with_.facing.push_back({fa, fb, 1, kInfiniteEnd});
      }
    }
  }

  void clip_facing() {
    std::vector<FacingPair>& facing = with_.facing;
    std::sort(facing.begin(), facing.end(), [](const FacingPair& x, const FacingPair& y) {
      return std::tie(x.face_a, x.face_b, x.of, x.gap) < std::tie(y.face_a, y.face_b, y.of, y.gap);
    });
    for (std::size_t k = 0; k < facing.size();) {
      const FacingPair pair = facing[k];
      double gap[2] = {-kInfiniteEnd, -kInfiniteEnd};
      for (; k < facing.size() && facing[k].face_a == pair.face_a && facing[k].face_b == pair.face_b; ++k)
        if (gap[facing[k].of] == -kInfiniteEnd) gap[facing[k].of] = facing[k].gap;  // the least comes first
      clip(pair.face_a, pair.face_b, gap[0] > gap[1] + slack_ ? 0 : gap[1] > -kInfiniteEnd ? 1 : 0);
    }
  }

  // Each corner of what both faces have in common, seen along the normal of one of them.
  void clip(std::uint32_t fa, std::uint32_t fb, int of) {
    Vec3 n = of == 0 ? a_.faces()[fa].normal : -b_.faces()[fb].normal;
    if (of == 0 && a_.is_two_sided() && dot(n, b_.faces()[fb].normal) > 0 && !b_.is_two_sided()) n = -n;
    if (of == 1 && b_.is_two_sided() && dot(n, a_.faces()[fa].normal) < 0 && !a_.is_two_sided()) n = -n;
    if (a_.is_two_sided() && b_.is_two_sided()) n = side_between(fa, fb, n);
    const std::size_t first = with_.points.size();
    const auto take = [&](PiecePoint& point) {
      if (point.gap > highest_ || point.gap < lowest_) return;
      point.face_a = fa, point.face_b = fb;
      with_.points.push_back(point);
    };
    for (const int whose : {0, 1}) {
      const Piece &piece = whose == 0 ? a_ : b_, &other = whose == 0 ? b_ : a_;
      const PieceFace& face = piece.faces()[whose == 0 ? fa : fb];
      for (std::uint32_t t = face.first; t < face.first + face.count; ++t) {
        const PieceTriangle& triangle = piece.triangles()[t];
        for (int k = 0; k < 3; ++k) {
          if ((triangle.corners >> k & 1) == 0) continue;
          PiecePoint point;
          if (!find_under(other, whose == 0 ? fb : fa, triangle.corner[k], whose == 0 ? n : -n, 1 - whose, point))
            continue;
          (whose == 0 ? point.feature_a : point.feature_b) = vertex_feature(triangle.vertex[k]);
          take(point);
        }
      }
    }
    const PieceFace &face_a = a_.faces()[fa], &face_b = b_.faces()[fb];
    for (std::uint32_t s = face_a.first; s < face_a.first + face_a.count; ++s) {
      const PieceTriangle& p = a_.triangles()[s];
      if (p.bent == 0) continue;
      for (std::uint32_t t = face_b.first; t < face_b.first + face_b.count; ++t) {
        const PieceTriangle& q = b_.triangles()[t];
        if (q.bent == 0) continue;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            if ((p.bent >> i & 1) != 0 && (q.bent >> j & 1) != 0) cross_sides(p, i, q, j, n, take);
      }
    }
    leave_out_blocked(first);
    if (with_.points.size() == first) return;
    const std::uint32_t patch = patch_of(of, of == 0 ? fa : fb, n);
    for (std::size_t k = first; k < with_.points.size(); ++k) {
      with_.points[k].patch = patch;
      with_.patches[patch].gap = smaller(with_.patches[patch].gap, with_.points[k].gap);
    }
  }

  // Of what two faces have in common the points between which there is more surface; looked at a little towards their
  // middle, where nothing else has an edge.
  void leave_out_blocked(std::size_t first) {
    constexpr double kInward = 1e-3;
    auto& points = with_.points;
    const std::size_t count = points.size() - first;
    if (count == 0) return;
    Vec3 middle_a, middle_b;
    for (std::size_t k = first; k < points.size(); ++k) {
      middle_a = middle_a + points[k].a / static_cast<double>(count);
      middle_b = middle_b + points[k].b / static_cast<double>(count);
    }
    const auto is_out = [&](const PiecePoint& point) {
      if (std::fabs(point.gap) <= slack_) return false;
      const Vec3 a = point.a + kInward * (middle_a - point.a), b = point.b + kInward * (middle_b - point.b);
      return is_blocked(a_, a, b) || is_blocked(b_, a, b);
    };
    points.erase(std::remove_if(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(), is_out),
                 points.end());
  }

  Vec3 side_between(std::uint32_t fa, std::uint32_t fb, Vec3 n) const {
    const Vec3 from = a_.triangles()[a_.faces()[fa].first].corner[0],
               to = b_.triangles()[b_.faces()[fb].first].corner[0];
    return dot(n, to - from) < 0 ? -n : n;
  }

  template <class Take>
  void cross_sides(const PieceTriangle& p, int i, const PieceTriangle& q, int j, Vec3 n, const Take& take) const {
    const int i2 = i == 2 ? 0 : i + 1, j2 = j == 2 ? 0 : j + 1;
    const Vec3 from_p = p.corner[i], from_q = q.corner[j];
    PiecePoint point;
    if (!add_crossing(from_p, p.corner[i2] - from_p, from_q, q.corner[j2] - from_q, n, point)) return;
    const auto name = [&](const PieceTriangle& t, int k, int l, Vec3 at) {
      for (const int end : {k, l})
        if ((t.corners >> end & 1) != 0 && is_within(at - t.corner[end], slack_)) return vertex_feature(t.vertex[end]);
      return edge_feature(t.vertex[k], t.vertex[l]);
    };
    point.feature_a = name(p, i, i2, point.a);
    point.feature_b = name(q, j, j2, point.b);
    take(point);
  }

  // ---- Patches ------------------------------------------------------------------------------------------------------

  std::uint32_t own_patch(Vec3 n) {
    with_.patches.push_back(
        {n, 4 * kUnit, kInfiniteEnd, 2, kNoPlace, static_cast<std::uint32_t>(with_.patches.size())});
    return static_cast<std::uint32_t>(with_.patches.size() - 1);
  }
  std::uint32_t patch_of(int of, std::uint32_t face, Vec3 n) {
    for (std::uint32_t k = static_cast<std::uint32_t>(with_.patches.size()); k-- > 0;) {
      const PiecePatch& patch = with_.patches[k];
      if (patch.of == of && patch.face == face && dot(patch.normal, n) > 0) return k;
    }
    const std::uint32_t made = own_patch(n);
    with_.patches[made].of = of, with_.patches[made].face = face;
    with_.patches[made].tilt = (of == 0 ? a_ : b_).faces()[face].tilt;
    return made;
  }
  void add(const PiecePoint& point) {
    PiecePatch& patch = with_.patches[point.patch];
    patch.gap = smaller(patch.gap, point.gap);
    with_.points.push_back(point);
  }

  std::uint32_t whole(std::uint32_t k) {
    while (with_.patches[k].same != k) k = with_.patches[k].same = with_.patches[with_.patches[k].same].same;
    return k;
  }

  // Patches with one normal that share a feature are one: a face against several of one plane, an edge at both its
  // ends.
  void join_patches() {
    if (with_.patches.size() < 2) return;
    const auto& points = with_.points;
    std::vector<std::uint32_t>& order = with_.order;
    order.resize(points.size());
    const auto join_by = [&](const auto& key, const auto& is_one) {
      for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
      std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
        const auto i = key(points[x]), j = key(points[y]);
        return i != j ? i < j : x < y;
      });
      for (std::size_t first = 0, last; first < order.size(); first = last) {
        for (last = first + 1; last < order.size() && key(points[order[first]]) == key(points[order[last]]); ++last) {
        }
        if (!is_one(points[order[first]])) continue;
        for (std::size_t i = first; i < last; ++i)
          for (std::size_t j = i + 1; j < last && j < i + 64; ++j) join(points[order[i]].patch, points[order[j]].patch);
      }
    };
    join_by([](const PiecePoint& p) { return p.face_a; }, [](const PiecePoint& p) { return p.face_a != kNoPlace; });
    join_by([](const PiecePoint& p) { return p.face_b; }, [](const PiecePoint& p) { return p.face_b != kNoPlace; });
    const auto name = [](const ContactFeature& f) { return std::tuple(f.kind, f.first, f.second); };
    join_by([&](const PiecePoint& p) { return name(p.feature_a); }, [](const PiecePoint&) { return true; });
    join_by([&](const PiecePoint& p) { return name(p.feature_b); }, [](const PiecePoint&) { return true; });
    for (PiecePoint& point : with_.points) {
      const std::uint32_t to = whole(point.patch);
      if (to == point.patch) continue;
      with_.patches[to].gap = smaller(with_.patches[to].gap, with_.patches[point.patch].gap);
      point.patch = to;
    }
  }
  void join(std::uint32_t x, std::uint32_t y) {
    x = whole(x), y = whole(y);
    if (x == y || norm_max(with_.patches[x].normal - with_.patches[y].normal) > kSameNormal) return;
    with_.patches[std::max(x, y)].same = std::min(x, y);
  }

  // ---- What ends with something less deep
  // -----------------------------------------------------------------------------

  void leave_out_resolved() {
    std::vector<std::uint32_t>& order = with_.order;
    order.clear();
    for (std::uint32_t k = 0; k < with_.patches.size(); ++k)
      if (with_.patches[k].same == k && with_.patches[k].gap < radius_ + slack_) order.push_back(k);
    if (order.size() < 2) return;
    std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
      return with_.patches[x].gap != with_.patches[y].gap ? with_.patches[x].gap > with_.patches[y].gap : x < y;
    });
    if (!is_deep(with_.patches[order.back()].gap)) return;
    sort_points();
    for (std::size_t i = 1; i < order.size(); ++i)
      if (is_deep(with_.patches[order[i]].gap)) resolve(order[i], i);
    std::erase_if(with_.points, [](const PiecePoint& p) { return p.is_resolved; });
  }

  // All points of a patch end with one that is less deep: the patch is no affair of its own. A single point has to be
  // much deeper: where a peg is a little too thick for its hole, the corners of each wall end with its neighbours.
  void resolve(std::uint32_t deep, std::size_t earlier) {
    constexpr double kMuchDeeper = 4;
    const PiecePatch& patch = with_.patches[deep];
    const auto begin = std::lower_bound(with_.points.begin(), with_.points.end(), deep,
                                        [](const PiecePoint& p, std::uint32_t k) { return p.patch < k; });
    const auto end = std::find_if(begin, with_.points.end(), [&](const PiecePoint& p) { return p.patch != deep; });
    for (std::size_t i = 0; i < earlier; ++i) {
      const std::uint32_t other = with_.order[i];
      const PiecePatch& less = with_.patches[other];
      if (less.is_resolved) continue;
      const double depth = larger(radius_ - less.gap, 0);
      const Vec3 step = (depth * (1 + 1e-6) + 8 * slack_) * less.normal;
      const bool is_other_side = is_other_side_of(deep, other);
      bool are_all = true;
      for (auto p = begin; p != end; ++p) {
        const bool ends = is_other_side || (is_deep(p->gap) && ends_after(*p, patch, step));
        are_all = are_all && ends;
        if (ends && radius_ - p->gap > kMuchDeeper * depth) p->is_resolved = true;
      }
      if (are_all) std::for_each(begin, end, [](PiecePoint& p) { p.is_resolved = true; });
    }
    with_.patches[deep].is_resolved = std::all_of(begin, end, [](const PiecePoint& p) { return p.is_resolved; });
  }

  // The same face of a surface, met from its other side.
  bool is_other_side_of(std::uint32_t x, std::uint32_t y) const {
    const PiecePatch &p = with_.patches[x], &q = with_.patches[y];
    if (!a_.is_two_sided() && !b_.is_two_sided()) return false;
    if (!(dot(p.normal, q.normal) < 0)) return false;
    const auto shares = [&](auto face, const Piece& piece) {
      return piece.is_two_sided() && std::any_of(with_.points.begin(), with_.points.end(), [&](const PiecePoint& s) {
               return s.patch == x && s.*face != kNoPlace &&
                      std::any_of(with_.points.begin(), with_.points.end(),
                                  [&](const PiecePoint& t) { return t.patch == y && t.*face == s.*face; });
             });
    };
    return shares(&PiecePoint::face_a, a_) || shares(&PiecePoint::face_b, b_);
  }

  bool is_deep(double gap) const { return gap < radius_ - slack_; }

  void sort_points() {
    std::sort(with_.points.begin(), with_.points.end(),
              [](const PiecePoint& p, const PiecePoint& q) { return p.patch < q.patch; });
  }

  // Whether the point is no more when b has moved by the step.
  bool ends_after(const PiecePoint& point, const PiecePatch& patch, Vec3 step) const {
    if (point.gap + dot(patch.normal, step) >= radius_ - slack_) return true;
    PiecePoint moved;
    if (patch.of == 1 && point.face_b != kNoPlace) {
      const Vec3 from = point.a - step;
      return !find_under(b_, point.face_b, from, patch.normal, 1, moved) || moved.gap >= radius_ - slack_ ||
             is_blocked(b_, from, moved.b);
    }
    if (patch.of == 0 && point.face_a != kNoPlace) {
      const Vec3 from = point.b + step;
      return !find_under(a_, point.face_a, from, -patch.normal, 0, moved) || moved.gap >= radius_ - slack_ ||
             is_blocked(a_, from, moved.a);
    }
    return is_blocked(b_, point.a - step, point.b) || is_blocked(a_, point.b + step, point.a);
  }

  // ---- Points as they are reported
  // ------------------------------------------------------------------------------------

  // Of points at one place the one with the least features; each pair of features once.
  void leave_out_doubles(std::size_t first, std::size_t last) {
    auto& points = with_.points;
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first),
               end = points.begin() + static_cast<std::ptrdiff_t>(last);
    const auto rank = [](const PiecePoint& p) {
      return std::tuple(static_cast<int>(p.feature_a.kind) + static_cast<int>(p.feature_b.kind), p.feature_a.kind,
                        p.feature_a.first, p.feature_a.second, p.feature_b.first, p.feature_b.second);
    };
    std::sort(begin, end, [](const PiecePoint& p, const PiecePoint& q) {
      return std::tie(p.a.x, p.a.y, p.a.z, p.b.x, p.b.y, p.b.z) < std::tie(q.a.x, q.a.y, q.a.z, q.b.x, q.b.y, q.b.z);
    });
    const double near = 4 * slack_;
    for (auto p = begin; p != end; ++p)
      for (auto q = p + 1; q != end && q->a.x - p->a.x <= near; ++q) {
        if (p->is_resolved || q->is_resolved) continue;
        if (!is_within(q->a - p->a, near) || !is_within(q->b - p->b, near)) continue;
        (rank(*p) <= rank(*q) ? *q : *p).is_resolved = true;
      }
    const auto name = [](const PiecePoint& p) {
      return std::tuple(p.is_resolved, p.feature_a.kind, p.feature_a.first, p.feature_a.second, p.feature_b.kind,
                        p.feature_b.first, p.feature_b.second, p.gap);
    };
    std::sort(begin, end, [&](const PiecePoint& p, const PiecePoint& q) { return name(p) < name(q); });
    for (auto p = begin; p != end && p + 1 != end; ++p) {
      const auto q = p + 1;
      // Two crossings of an edge with a face are two places.
      if (!q->is_resolved && p->feature_a == q->feature_a && p->feature_b == q->feature_b &&
          (p->feature_a.kind == Feature::Vertex || p->feature_b.kind == Feature::Vertex ||
           (p->feature_a.kind == Feature::Edge && p->feature_b.kind == Feature::Edge)))
        q->gap = p->gap, q->is_resolved = true;
    }
  }

  void finish(Manifold& out) {
    auto& points = with_.points;
    sort_points();
    for (std::size_t first = 0, last; first < points.size(); first = last) {
      for (last = first; last < points.size() && points[last].patch == points[first].patch; ++last) {
      }
      leave_out_doubles(first, last);
      const PiecePatch& patch = with_.patches[points[first].patch];
      ContactPatch made;
      made.normal = patch.normal;
      made.lower = made.upper = kInfiniteEnd;
      scratch_.points.clear();
      for (std::size_t k = first; k < last; ++k) {
        if (points[k].is_resolved) continue;
        scratch_.points.push_back(in_world(points[k], patch));
        made.lower = smaller(made.lower, scratch_.points.back().lower);
        made.upper = smaller(made.upper, scratch_.points.back().upper);
      }
      append_patch(ask_, made, scratch_, out);
    }
  }

  ContactPoint in_world(const PiecePoint& point, const PiecePatch& patch) const {
    const Vec3 n = patch.normal, origin = in_.frame.origin;
    const double unit = 1 / in_.frame.scale;
    const Vec3 a = point.a + in_.radius_a * n, b = point.b - in_.radius_b * n;
    ContactPoint made;
    made.a = origin + unit * a, made.b = origin + unit * b;
    made.feature_a = point.feature_a, made.feature_b = point.feature_b;
    const double gap = point.gap - radius_;
    // What the two places lack to be apart by gap·n, and what rounding to the world loses.
    const double rest = norm_max((b - a) - gap * n) * 2 + patch.tilt * std::fabs(point.gap);
    const double rounding = 8 * kUnit * (norm_max(made.a) + norm_max(made.b));
    const double off = point.off + rest + 4 * kUnit * (std::fabs(gap) + 2 * radius_);
    made.lower = unit * (gap - off), made.upper = unit * (gap + off);
    made.error = unit * (off + 2 * slack_) + rounding;
    return made;
  }

  const ManifoldQuestion& ask_;
  const PieceSearch& in_;
  ManifoldScratch& scratch_;
  PieceBuffers& with_;
  const Piece &a_, &b_;
  double radius_, slack_, highest_, lowest_;
};

}  // namespace

void append_piece_contacts(const ManifoldQuestion& ask, const PieceSearch& search, ManifoldScratch& scratch,
                           Manifold& out) {
  Search(ask, search, scratch).run(out);
}

}  // namespace clearance::detail
