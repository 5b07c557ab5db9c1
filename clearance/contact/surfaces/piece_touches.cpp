// Vertices over faces, crossing edges and, while the pieces are apart, vertices beside edges and vertices: each where
// its normal lies in both features' cones. What belongs to two faces that look at each other only names them. Of many
// features a tree over their cones and boxes leaves those that can meet another; they are looked at in the order in
// which plain loops do it, which few features are looked at in.
#include <clearance/contact/surfaces/piece_work.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace clearance::detail {
namespace {

// A crossing of edges whose normal is within some 11° of a face's takes the face's.
constexpr double kFaceIsNear = 0.98;
// How far outside of a cone a normal may be: what poses and coordinates of doubles rarely lose.
constexpr double kConeSine = 1e-6;
// What a tree's cones have room for beyond that: a normal of two edges is off by four roundings over kParallel.
constexpr double kConeRoom = 1e-8;
// From so many pairs on a tree is quicker than loops.
constexpr std::size_t kManyPairs = 1 << 12;

// All directions in which a face can be met from that side.
DirectedBox met_from(const PieceFace& face, double side) { return {side * face.normal, 0, face.low, face.high}; }

using Cone = SurfacePiece::Cone;

// Directions square to an edge in which no wing is farther than kConeSine times its length. With unit vectors u, v
// along the wings they are an arc from one face's normal to the other's about −(u + v), a sine of |u + v|/2 to either
// side: half a circle about −u where there is one wing. Next to none of that sum is left of a flat edge: either normal.
template <class Take>
void for_directions(const PieceEdge& edge, const Take& take) {
  constexpr double kFlat = 1e-5, kShort = 0x1p-400;
  if (edge.wings == 0 || !(edge.length > kShort)) return take(Cone{{}, 1 + kConeRoom});
  const Vec3 u = edge.wing[0] / norm(edge.wing[0]);
  if (edge.wings == 1) return take(Cone{-u, std::sqrt(2.0) + 2 * kConeSine});
  const Vec3 sum = u + edge.wing[1] / norm(edge.wing[1]);
  const double length = norm(sum);
  // No chord is longer than its arc.
  if (length > kFlat) return take(Cone{sum / -length, std::asin(smaller(1, 0.5 * length)) + 2 * kConeSine});
  const Vec3 normal = cross(u, (edge.q - edge.p) / edge.length);
  take(Cone{normal, 2 * kFlat});
  take(Cone{-normal, 2 * kFlat});
}

double square(double x) { return x * x; }

// What a box covers that is moved by any depth against a direction in the cone: each coordinate says between which two
// depths it reaches another box.
class Shadow {
 public:
  Shadow(Vec3 low, Vec3 high, const Cone& cone, double room) {
    const double width = cone.width + kConeRoom;
    for (int k = 0; k < 3; ++k) {
      add(k, width + cone.axis[k], low[k] - room);
      add(3 + k, width - cone.axis[k], -(high[k] + room));
    }
  }

  bool reaches(const DirectedBox& bounds) const {
    const double ends[6] = {bounds.high.x, bounds.high.y, bounds.high.z, -bounds.low.x, -bounds.low.y, -bounds.low.z};
    double least = 0, most = kInfiniteEnd;
    for (const Cut& cut : cuts_) {
      const double depth = (cut.from - ends[cut.end]) * cut.by;
      if (cut.by > 0)
        least = larger(least, depth);
      else
        most = smaller(most, depth);
    }
    return least * (1 - kConeRoom) <= most * (1 + kConeRoom);
  }

 private:
  // depth·d ≥ from − end for the largest d there is; by = 1/d.
  struct Cut {
    int end;
    double from, by;
  };
  void add(int k, double d, double from) {
    constexpr double kLeast = 1e-12;
    cuts_[k] = {k, from, 1 / (std::fabs(d) > kLeast ? d : kLeast)};
  }

  Cut cuts_[6];
};

class Touches : PieceWork {
 public:
  explicit Touches(const PieceWork& work) : PieceWork(work) {}

  void find() {
    vertices_over_faces(1);
    vertices_over_faces(0);
    edges_across();
    if (highest_ > 2 * slack_) look_beside();
    face_each_other();
  }

 private:
  using Places = std::span<const std::uint32_t>;

  bool may_reach(const DirectedBox& bounds, Vec3 low, Vec3 high) const {
    return PieceWork::may_reach(low, high, bounds.low, bounds.high);
  }

  // `of`: whose faces they are.
  void vertices_over_faces(int of) {
    const SurfacePiece &owner = of == 0 ? a_ : b_, &other = of == 0 ? b_ : a_;
    const Places faces = owner.kept_faces(), vertices = other.kept_vertices();
    if (faces.size() * vertices.size() < kManyPairs) {
      for (const std::uint32_t f : faces) vertices_over(f, of, vertices, vertices);
      return;
    }
    (of == 0 ? with_.b : with_.a).note_neighbours();
    const int sides = owner.is_two_sided() ? 2 : 1;
    FeatureTree& tree = with_.tree;
    tree.clear();
    for (std::uint32_t k = 0; k < faces.size(); ++k)
      for (int side = 0; side < sides; ++side)
        tree.add(2 * k + static_cast<std::uint32_t>(side), met_from(owner.faces()[faces[k]], side == 0 ? 1 : -1));
    tree.build(reach_ < kInfiniteEnd);
    with_.met.clear();
    for (const std::uint32_t v : vertices) {
      const PieceVertex& vertex = other.vertices()[v];
      tree.visit(
          [&](const DirectedBox& bounds) {
            ++with_.looked_at;
            return may_reach(bounds, vertex.p, vertex.p) &&
                   other.is_extreme(vertex, -bounds.axis, kConeSine + bounds.width + kConeRoom, slack_);
          },
          [&](std::uint32_t side) { with_.met.push_back({side, v}); });
    }
    sort_met(2 * faces.size());
    const auto at_side = [&](std::size_t side) {
      return Places(with_.sorted).subspan(with_.starts[side], with_.starts[side + 1] - with_.starts[side]);
    };
    for (std::size_t k = 0; k < faces.size(); ++k) vertices_over(faces[k], of, at_side(2 * k), at_side(2 * k + 1));
  }

  // Those of side k, in their order: sorted[starts[k]] and so on.
  void sort_met(std::size_t sides) {
    with_.starts.assign(sides + 2, 0);
    for (const auto& [side, place] : with_.met) ++with_.starts[side + 2];
    for (std::size_t k = 2; k < with_.starts.size(); ++k) with_.starts[k] += with_.starts[k - 1];
    with_.sorted.resize(with_.met.size());
    for (const auto& [side, place] : with_.met) with_.sorted[with_.starts[side + 1]++] = place;
  }

  // `in_front`, `behind`: vertices that may be met from either side.
  void vertices_over(std::uint32_t f, int of, Places in_front, Places behind) {
    const SurfacePiece& owner = of == 0 ? a_ : b_;
    const PieceFace& face = owner.faces()[f];
    if (face.normal == Vec3{}) return;
    const std::size_t before = with_.points.size(), facing_before = with_.facing.size();
    const double front = over_side(f, of, 1, in_front);
    if (!owner.is_two_sided()) return;
    const std::size_t middle = with_.points.size(), facing_middle = with_.facing.size();
    const double back = over_side(f, of, -1, behind);
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

  double over_side(std::uint32_t f, int of, double side, Places vertices) {
    const SurfacePiece &owner = of == 0 ? a_ : b_, &other = of == 0 ? b_ : a_;
    const PieceFace& face = owner.faces()[f];
    const Vec3 out = side * face.normal, anchor = owner.triangles()[face.first].corner[0];
    double least = -kInfiniteEnd;
    for (const std::uint32_t v : vertices) {
      const PieceVertex& vertex = other.vertices()[v];
      if (!PieceWork::may_reach(vertex.p, vertex.p, face.low, face.high)) continue;
      const double height = dot(out, vertex.p - anchor);
      if (height > highest_ || height < lowest_) continue;
      if (!other.is_extreme(vertex, -out, kConeSine, slack_)) continue;
      PiecePoint point;
      if (!find_under(owner, f, vertex.p, -out, of, point)) {
        // In a hollow edge it is behind both faces and over neither: what is common to the faces may be elsewhere.
        const std::uint32_t opposite = other.face_towards(vertex, -out);
        if (height < radius_ && opposite != kNoPlace && other.looks_along(opposite, -out) >= kFacing &&
            is_beyond_hollow(owner, f, vertex.p - height * out, 2 * (radius_ - height) + slack_))
          with_.facing.push_back({of == 0 ? f : opposite, of == 0 ? opposite : f, of});
        continue;
      }
      if (point.gap > highest_ || point.gap < lowest_) continue;
      if (std::fabs(point.gap) > slack_ && is_blocked(owner, vertex.p, of == 0 ? point.a : point.b)) continue;
      (of == 0 ? point.feature_b : point.feature_a) = vertex_feature(vertex.name);
      (of == 0 ? point.face_a : point.face_b) = f;
      least = least == -kInfiniteEnd ? point.gap : smaller(least, point.gap);
      const std::uint32_t opposite = other.face_towards(vertex, -out);
      if (opposite != kNoPlace && other.looks_along(opposite, -out) >= kFacing) {
        with_.facing.push_back({of == 0 ? f : opposite, of == 0 ? opposite : f, of});
      } else {
        point.patch = patch_of(of, f, of == 0 ? out : -out);
        add(point);
      }
    }
    return least;
  }

  bool are_in_cone(const PieceEdge& edge, Vec3 direction) const {
    for (int k = 0; k < edge.wings; ++k)
      if (dot(direction, edge.wing[k]) > kConeSine * edge.length) return false;
    return true;
  }

  void edges_across() {
    const Places of_a = a_.kept_edges(), of_b = b_.kept_edges();
    if (of_a.size() * of_b.size() < kManyPairs) {
      for (const std::uint32_t p : of_a)
        for (const std::uint32_t q : of_b) cross_edges(a_.edges()[p], b_.edges()[q]);
      return;
    }
    FeatureTree& tree = with_.tree;
    tree.clear();
    for (const std::uint32_t q : of_b) {
      const PieceEdge& edge = b_.edges()[q];
      for_directions(edge,
                     [&](const Cone& cone) { tree.add(q, {cone.axis, smaller(cone.width, 2), edge.low, edge.high}); });
    }
    tree.build(true);
    std::vector<std::uint32_t>& found = with_.sorted;
    for (const std::uint32_t k : of_a) {
      const PieceEdge& p = a_.edges()[k];
      found.clear();
      for_directions(p, [&](const Cone& cone) { find_across(p, cone, found); });
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
      for (const std::uint32_t q : found) cross_edges(p, b_.edges()[q]);
    }
  }

  // Edges of b that may be met from p along a direction in the cone.
  void find_across(const PieceEdge& p, const Cone& cone, std::vector<std::uint32_t>& found) {
    const Vec3 along = p.q - p.p;
    const bool is_deep = lowest_ == -kInfiniteEnd;
    const Shadow shadow(p.low, p.high, cone, larger(highest_, 0) + 2 * slack_);
    with_.tree.visit(
        [&](const DirectedBox& bounds) {
          ++with_.looked_at;
          const double most = (kConeSine + bounds.width + kConeRoom) * p.length;
          return may_reach(bounds, p.low, p.high) && std::fabs(dot(along, bounds.axis)) <= most &&
                 squared_norm(bounds.axis + cone.axis) <= square(bounds.width + cone.width + kConeRoom) &&
                 (!is_deep || shadow.reaches(bounds));
        },
        [&](std::uint32_t e) {
          const PieceEdge& q = b_.edges()[e];
          const double room = (kConeSine + cone.width + kConeRoom) * q.length;
          if (std::fabs(dot(cone.axis, q.q - q.p)) > room) return;
          for (int k = 0; k < q.wings; ++k)
            if (dot(cone.axis, q.wing[k]) < -room) return;
          found.push_back(e);
        });
  }

  void cross_edges(const PieceEdge& p, const PieceEdge& q) {
    if (!PieceWork::may_reach(p.low, p.high, q.low, q.high)) return;
    const Vec3 along_p = p.q - p.p, along_q = q.q - q.p, c = cross(along_p, along_q);
    const double length = norm(c);
    if (!(length > kParallel * p.length * q.length) || !(length > 0)) return;
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
    const auto best_of = [](const SurfacePiece& piece, const PieceEdge& edge, Vec3 direction) {
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
      if (cosine_a >= kFaceIsNear) with_.facing.push_back({fa, fb, 0});
      if (cosine_b >= kFaceIsNear) with_.facing.push_back({fa, fb, 1});
      return;
    }
    if (larger(cosine_a, cosine_b) >= kFaceIsNear) {
      const int of = cosine_a > cosine_b ? 0 : 1;
      Vec3 normal = of == 0 ? a_.faces()[fa].normal : -b_.faces()[fb].normal;
      if (dot(normal, n) < 0) normal = -normal;
      if (find_crossing(p.p, p.q - p.p, q.p, q.q - q.p, normal, point)) {
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

  void look_beside() {
    for (const std::uint32_t i : a_.kept_vertices()) {
      const PieceVertex& v = a_.vertices()[i];
      for (const std::uint32_t edge : b_.kept_edges()) vertex_beside_edge(v, b_.edges()[edge], 1);
      for (const std::uint32_t j : b_.kept_vertices()) {
        const PieceVertex& w = b_.vertices()[j];
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
    for (const std::uint32_t v : b_.kept_vertices())
      for (const std::uint32_t edge : a_.kept_edges()) vertex_beside_edge(b_.vertices()[v], a_.edges()[edge], 0);
  }

  // `of`: whose edge it is.
  void vertex_beside_edge(const PieceVertex& v, const PieceEdge& edge, int of) {
    if (!PieceWork::may_reach(v.p, v.p, edge.low, edge.high)) return;
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
    const SurfacePiece& other = of == 1 ? a_ : b_;
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

  // Faces that look straight at each other have something in common though no vertex of one need be over the other, or
  // be extreme there: a peg in a hole.
  void face_each_other() {
    constexpr std::size_t kMostPairs = 1 << 18;
    constexpr double kStraight = 1 - 1e-6;
    if (a_.kept_faces().size() * b_.kept_faces().size() > kMostPairs) return;
    for (const std::uint32_t fa : a_.kept_faces()) {
      const Vec3 n = a_.faces()[fa].normal;
      for (const std::uint32_t fb : b_.kept_faces()) {
        const double cosine = dot(n, b_.faces()[fb].normal);
        const bool is_facing =
            a_.is_two_sided() || b_.is_two_sided() ? std::fabs(cosine) > kStraight : -cosine > kStraight;
        if (!is_facing) continue;
        const double gap = std::fabs(
            dot(n, b_.triangles()[b_.faces()[fb].first].corner[0] - a_.triangles()[a_.faces()[fa].first].corner[0]));
        if (gap > highest_ && lowest_ > -kInfiniteEnd) continue;
        with_.facing.push_back({fa, fb, 0});
        with_.facing.push_back({fa, fb, 1});
      }
    }
  }
};

}  // namespace

void find_touches(const PieceWork& work) { Touches(work).find(); }

}  // namespace clearance::detail
