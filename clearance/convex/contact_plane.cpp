#include <clearance/convex/contact_parts.h>
#include <clearance/convex/ties.h>
#include <clearance/convex/wedge.h>
#include <clearance/exact/integer_pair.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Is the origin surely inside the cone from the apex over the ring of three or four? 1 where the ring goes around it
// counter-clockwise, as the apex sees it from above, −1 where clockwise, 0 where not. It is if the ring goes around the
// line from the apex through it, and is ahead: along `ahead`, of unit length, the apex is above the origin and all of
// the ring below half of that, far beyond rounding. The origin is inside the pyramid, then, if it is also on the apex's
// side of the base.
int inside_cone(const PosedPair& pair, Vec3 ahead, const Difference& apex, const Difference* ring, int count) {
  const double height = dot(ahead, apex.m);
  if (!(height > kNearPlane * pair.reach())) return 0;
  for (int k = 0; k < count; ++k)
    if (!(dot(ahead, ring[k].m) < 0.5 * height)) return 0;
  const double bound = triple_bound(pair, largest_of(ring, count, norm_max(apex.m)));
  if (!is_ordinary(bound)) return 0;
  double low = kInfinity, high = -kInfinity;
  for (int k = 0; k < count; ++k) {
    const double volume = dot(cross(ring[k].m, ring[(k + 1) % count].m), apex.m);
    low = smaller(low, volume), high = larger(high, volume);
  }
  return low > bound ? 1 : high < -bound ? -1 : 0;
}

// Three of the ties that span a plane, or two that span a line, as well as doubles can tell.
struct Span {
  int vertex[3], dimension;
};
Span span_of(const Polytope& body, const Ties& ties) {
  Span span{{ties.vertex[0], -1, -1}, 0};
  const Vec3 from = body.vertex(span.vertex[0]);
  Vec3 along;
  for (int k = 1; k < ties.count; ++k) {
    const Vec3 edge = body.vertex(ties.vertex[k]) - from;
    if (squared_norm(edge) > squared_norm(along)) along = edge, span.vertex[1] = ties.vertex[k], span.dimension = 1;
  }
  double widest = 0x1p-20 * squared_norm(along);
  for (int k = 1; k < ties.count; ++k) {
    const double area = norm(cross(along, body.vertex(ties.vertex[k]) - from));
    if (area > widest) widest = area, span.vertex[2] = ties.vertex[k], span.dimension = 2;
  }
  return span;
}

template <class Coordinates>
class Confirm {
 public:
  Confirm(const PosedPair& pair, const PointSimplex& met, ContactDecision& contact)
      : pair_(pair), met_(met), contact_(contact), in_(pair.pose_a(), pair.pose_b(), pair.reach()) {}

  bool holds() const { return in_.holds(); }
  // Tries the planes that the vertices near this one give.
  void run(Vec3 near) {
    const Polytope &a = pair_.a(), &b = pair_.b();
    const TiesOfBoth ties(pair_, near);
    const Ties &of_a = ties.a, &of_b = ties.b;
    if (!ties.are_whole()) return;
    if (Coordinates::kIsTurned && try_lowest(near, ties)) return;
    const Span on_a = span_of(a, of_a), on_b = span_of(b, of_b);
    if (on_a.dimension == 2 && try_face(Body::A, on_a, near)) return;
    if (on_b.dimension == 2 && try_face(Body::B, on_b, near)) return;
    if (on_a.dimension == 2 && on_b.dimension == 2) {
      const bool are_few = of_a.count <= Raised::kMostTies && of_b.count <= Raised::kMostTies;
      if (are_few && try_rims(on_a, on_b, near)) return;
    } else if (on_a.dimension > 0 && on_b.dimension > 0 && try_edges(on_a, on_b, near)) {
      return;
    }
    if (on_a.dimension < 2 && on_b.dimension < 2) {
      if (try_vector(near)) return;
      if (try_faces_at(Body::A, of_a) || try_faces_at(Body::B, of_b)) return;
    }
    try_pyramid(near, of_a, of_b);
  }

  // Where fewer than two edges tie, many planes serve, and a vector of doubles is one of them if it is square to what
  // edge there is: parts that are rounding alone become 0, sizes that are equal but for it equal.
  bool try_vector(Vec3 near) {
    if (!Coordinates::kIsWorld) return false;
    const double size = norm_max(near);
    double part[3] = {near.x / size, near.y / size, near.z / size};
    for (double& value : part) {
      if (std::fabs(value) < 0x1p-30) value = 0;
      if (std::fabs(value) > 1 - 0x1p-30) value = value > 0 ? 1 : -1;
    }
    Plane plane;
    plane.normal = {part[0], part[1], part[2]};
    Grid grid(1, 118);
    const IntegerVec<2> n = grid(plane.normal);
    return grid.holds() && try_normal(n, plane, plane.normal);
  }

 private:
  using Point = IntegerVec<Coordinates::kDifference>;

  IntegerVec<Coordinates::kEdge> edge(Body body, int v, int w) {
    return body == Body::A ? in_.edge_a(pair_.a().vertex(v), pair_.a().vertex(w))
                           : in_.edge_b(pair_.b().vertex(v), pair_.b().vertex(w));
  }
  Point difference(VertexPair at) { return in_.difference(pair_.a().vertex(at.a), pair_.b().vertex(at.b)); }

  bool try_face(Body of, const Span& span, Vec3 near) {
    const Polytope& body = of == Body::A ? pair_.a() : pair_.b();
    Plane plane;
    plane.kind = Plane::Kind::Face;
    plane.of = of;
    for (int k = 0; k < 3; ++k) plane.vertices[k] = body.id(span.vertex[k]);
    return try_normal(cross(edge(of, span.vertex[0], span.vertex[1]), edge(of, span.vertex[0], span.vertex[2])), plane,
                      near);
  }

  bool try_edges(const Span& on_a, const Span& on_b, Vec3 near) {
    Plane plane;
    plane.kind = Plane::Kind::Edges;
    for (int k = 0; k < 2; ++k) {
      plane.vertices[k] = pair_.a().id(on_a.vertex[k]);
      plane.vertices[2 + k] = pair_.b().id(on_b.vertex[k]);
    }
    return try_normal(
        cross(edge(Body::A, on_a.vertex[0], on_a.vertex[1]), edge(Body::B, on_b.vertex[0], on_b.vertex[1])), plane,
        near);
  }

  // Two faces that are parallel but for a hair meet along an edge of each.
  bool try_rims(const Span& on_a, const Span& on_b, Vec3 near) {
    Span of_a[kMostDirections], of_b[kMostDirections];
    const int count_a = edges_of_face(pair_.a(), on_a, of_a), count_b = edges_of_face(pair_.b(), on_b, of_b);
    for (int i = 0; i < count_a; ++i)
      for (int j = 0; j < count_b; ++j) {
        const Vec3 e = pair_.pose_a().rotation() * along(pair_.a(), of_a[i]),
                   f = pair_.pose_b().rotation() * along(pair_.b(), of_b[j]);
        if (is_parallel(e, f)) continue;
        if (try_edges(of_a[i], of_b[j], near)) return true;
      }
    return false;
  }

  static constexpr int kMostDirections = 4;
  static Vec3 along(const Polytope& body, const Span& edge) {
    return body.vertex(edge.vertex[1]) - body.vertex(edge.vertex[0]);
  }
  static bool is_parallel(Vec3 e, Vec3 f) { return norm(cross(e, f)) < 0x1p-20 * norm(e) * norm(f); }

  // The edges of the face that these three vertices span, one of each direction.
  static int edges_of_face(const Polytope& body, const Span& span, Span* edges) {
    int count = 0;
    for (int f = 0; f < body.face_count(); ++f) {
      const auto loop = body.face(f);
      const auto has = [&](int v) {
        return std::find(loop.begin(), loop.end(), static_cast<std::uint32_t>(v)) != loop.end();
      };
      if (!has(span.vertex[0]) || !has(span.vertex[1]) || !has(span.vertex[2])) continue;
      for (std::size_t k = 0; k < loop.size() && count < kMostDirections; ++k) {
        const Span edge{{static_cast<int>(loop[k]), static_cast<int>(loop[(k + 1) % loop.size()]), -1}, 1};
        bool is_new = true;
        for (int j = 0; j < count; ++j) is_new = is_new && !is_parallel(along(body, edges[j]), along(body, edge));
        if (is_new) edges[count++] = edge;
      }
      return count;
    }
    return 0;
  }

  // Of ties that are level but for a hair, the facet of their differences that is below the origin is the plane to try,
  // or the base of a pyramid.
  bool try_lowest(Vec3 near, const TiesOfBoth& ties) {
    const Vec3 along = written_direction(near), unit = along / norm(along);
    Raised raised;
    if (ties.a.count * ties.b.count < 3 || !raised.set(in_, pair_, along, ties)) return false;
    const Difference* const tie = raised.tie;
    const RaisedPoint* const point = raised.point;
    const LowestFacet facet = raised.lowest();
    if (!facet.is_around) return try_between_faces(ties);
    const auto [r, s, t] = facet.corner;
    if (!(facet.height < 0)) return try_plane_of(tie[r].pair, tie[s].pair, tie[t].pair, near);
    const int q = facet.across, sides = facet.is_on_edge ? 4 : 3;
    if (!is_below(point[r], point[s], point[t])) return false;
    if (facet.is_on_edge && (q < 0 || !is_below(point[s], point[r], point[q]))) return false;
    const Difference apex = farthest_difference(pair_, near), ring[4] = {tie[s], tie[t], tie[r], tie[q < 0 ? r : q]};
    return inside_cone(pair_, unit, apex, ring, sides) == 1 && set_pyramid(ring, sides, apex);
  }

  // Is the origin surely above the plane through three ties, counter-clockwise seen from above? Coordinates across are
  // off by less than 2⁻⁴⁷ of the reach, so each product of two by 2⁻⁴⁴ of reach times size; heights by two units in the
  // last place, and 2⁻⁶⁴. Volumes are the same, up to one positive factor, for any three directions to measure along.
  bool is_below(const RaisedPoint& r, const RaisedPoint& s, const RaisedPoint& t) const {
    const auto turn = [](const RaisedPoint& p, const RaisedPoint& q) { return p.x * q.y - p.y * q.x; };
    const auto largest = [](double x, double y, double z) {
      return larger(std::fabs(x), larger(std::fabs(y), std::fabs(z)));
    };
    const double size = larger(largest(r.x, s.x, t.x), largest(r.y, s.y, t.y));
    const double bound = 0x1p-41 * pair_.reach() * size * (largest(r.height, s.height, t.height) + 0x1p-20);
    return turn(r, s) * t.height + turn(s, t) * r.height + turn(t, r) * s.height < -bound;
  }

  // Three differences in a plane: a face of one body at a vertex of the other, or an edge of each.
  bool try_plane_of(VertexPair r, VertexPair s, VertexPair t, Vec3 near) {
    Span on_a{{r.a, -1, -1}, 0}, on_b{{r.b, -1, -1}, 0};
    const auto add = [](Span& span, int vertex) {
      for (int k = 0; k <= span.dimension; ++k)
        if (span.vertex[k] == vertex) return;
      span.vertex[++span.dimension] = vertex;
    };
    for (const VertexPair& at : {s, t}) add(on_a, at.a), add(on_b, at.b);
    if (on_a.dimension == 2) return try_face(Body::A, on_a, near);
    if (on_b.dimension == 2) return try_face(Body::B, on_b, near);
    return on_a.dimension == 1 && on_b.dimension == 1 && try_edges(on_a, on_b, near);
  }

  // The origin is at the border of the ties: a face of either body that is not parallel to another is near, too.
  bool try_between_faces(const TiesOfBoth& ties) {
    Vec3 one, other;
    bool has_one = false;
    for (const Body of : {Body::A, Body::B}) {
      const Ties& tied = of == Body::A ? ties.a : ties.b;
      const Faces there = faces_around(of == Body::A ? pair_.a() : pair_.b(),
                                       {tied.vertex, static_cast<std::size_t>(tied.count)}, kMostFaces);
      for (const int f : there.all()) {
        if (!is_near(of, f, has_one ? other : one)) continue;
        if (has_one && !is_parallel(one, other) && try_between(one, other)) return true;
        has_one = true;
      }
    }
    return false;
  }

  // Where two planes meet in an edge that is near the origin, neither may separate, but one between them.
  bool try_between(Vec3 one, Vec3 other) {
    const Vec3 n = written_direction(one), m = written_direction(other), middle = n / norm(n) + m / norm(m);
    const TiesOfBoth ties(pair_, middle);
    Raised along_n, along_m;
    if (!ties.are_whole() || !along_n.set(in_, pair_, n, ties) || !along_m.set(in_, pair_, m, ties)) return false;
    // n + t·m has all of them above the origin for t between two numbers.
    double low = 0, high = kInfinity;
    for (int k = 0; k < along_n.count; ++k) {
      const double x = std::ldexp(along_n.point[k].height, std::clamp(64 * (along_n.top - along_m.top), -900, 900)),
                   y = along_m.point[k].height;
      if (y > 0) low = larger(low, -x / y);
      if (y < 0) high = smaller(high, x / -y);
      if (!(x > 0 || y > 0)) return false;
    }
    if (!(low < high)) return false;
    Plane plane;
    plane.normal = written_direction(n + (high < kInfinity ? 0.5 * (low + high) : 2 * low + 1) * m);
    Grid grid(1, 118);
    const IntegerVec<2> exactly = grid(plane.normal);
    return grid.holds() && try_normal(exactly, plane, plane.normal);
  }

  template <int kLimbs>
  bool try_normal(IntegerVec<kLimbs> n, Plane plane, Vec3 near) {
    if (!in_.holds() || n.is_zero()) return false;
    const int from = n.top();
    Vec3 own = n.to_doubles(from), world = in_.to_world(own);
    if (dot(world, near) < 0) {
      n = -n, own = -own, world = -world;
      plane.flip = true;
    }
    // As ExactSupport::contact_vertices: rounding n adds less than the bound has room for when doubled.
    TiesOfBoth ties(pair_, world, 4 * pair_.bound(world));
    if (!ties.are_whole()) return false;
    Ties &of_a = ties.a, &of_b = ties.b;
    keep_extreme(Body::A, n, of_a);
    keep_extreme(Body::B, -n, of_b);
    const auto gap = dot(n, difference({of_a.vertex[0], of_b.vertex[0]}));
    if (!in_.holds()) return false;
    const int sign = gap.sign();
    contact_.plane = plane;
    contact_.evidence = ContactEvidence::Plane;
    contact_.direction = world / norm_max(world);
    if (sign > 0) {
      contact_.status = Status::Separated;
      contact_.tied_a = of_a.count, contact_.tied_b = of_b.count;
      // Two conversions, a root, a quotient, a product, the unit: below 2⁻⁴⁸ together.
      int exponent = 0;
      const int gap_from = gap.top();
      const double unit = in_.unit(exponent), length = gap.to_double(gap_from) / norm(own) * unit * (1 - 0x1p-48);
      contact_.lower = std::ldexp(length, exponent + 64 * (gap_from - from));
      return true;
    }
    return sign == 0 ? set_touching(own, world, of_a, of_b) : try_pyramid(world, of_a, of_b) || try_wedge(world);
  }

  static constexpr int kMostFaces = 64;

  // Faces of a body, ascending.
  struct Faces {
    static constexpr int kMost = 1024;
    int face[kMost], count = 0;

    std::span<const int> all() const { return {face, static_cast<std::size_t>(count)}; }
  };
  // All of a small body, else those around some of its vertices.
  static Faces faces_around(const Polytope& body, std::span<const int> vertices, int most_of_all) {
    Faces there;
    if (body.dimension() < 3 || body.face_count() <= most_of_all) {
      for (int f = 0; f < body.face_count(); ++f) there.face[there.count++] = f;
      return there;
    }
    for (const int v : vertices)
      for (const std::uint32_t e : body.spokes(v))
        if (const std::uint32_t f = body.half_edges()[e].face; f != kNoFace && there.count < Faces::kMost)
          there.face[there.count++] = static_cast<int>(f);
    std::sort(there.face, there.face + there.count);
    there.count = static_cast<int>(std::unique(there.face, there.face + there.count) - there.face);
    return there;
  }

  // The normal of a face, from a to b, and how far the lowest difference is along it: relative to its length and the
  // pair's reach.
  double height_along(Body of, int face, Vec3& normal) const {
    const Polytope &body = of == Body::A ? pair_.a() : pair_.b(), &other = of == Body::A ? pair_.b() : pair_.a();
    const Pose &pose = of == Body::A ? pair_.pose_a() : pair_.pose_b(),
               &other_pose = of == Body::A ? pair_.pose_b() : pair_.pose_a();
    const auto loop = body.face(face);
    const auto at = [&](std::size_t k) { return body.vertex(static_cast<int>(loop[k])); };
    const Vec3 out = pose.rotation() * cross(at(1) - at(0), at(2) - at(0));
    const int here = static_cast<int>(loop[0]), there = farthest(other, other_pose, -out);
    normal = of == Body::A ? out : -out;
    const VertexPair lowest = of == Body::A ? VertexPair{here, there} : VertexPair{there, here};
    return dot(normal, pair_.difference(lowest)) / (norm_one(normal) * pair_.reach());
  }
  // Is the plane of a face near the origin, and which way is it?
  bool is_near(Body of, int face, Vec3& normal) const { return height_along(of, face, normal) > -kNearPlane; }

  // Where an edge or a vertex ties, the faces at one of its ends whose planes are near the origin; at the tip of many
  // those that leave the most room.
  bool try_faces_at(Body of, const Ties& ties) {
    constexpr int kMostTries = 16;
    const Polytope& body = of == Body::A ? pair_.a() : pair_.b();
    Faces there = faces_around(body, {ties.vertex, 1}, 0);
    Vec3 near;
    if (there.count > kMostTries) {
      std::pair<double, int> highest[Faces::kMost];
      for (int k = 0; k < there.count; ++k) {
        const double height = height_along(of, there.face[k], near);
        highest[k] = {height > -kInfinity ? -height : kInfinity, there.face[k]};
      }
      std::nth_element(highest, highest + kMostTries, highest + there.count);
      there.count = kMostTries;
      for (int k = 0; k < kMostTries; ++k) there.face[k] = highest[k].second;
      std::sort(there.face, there.face + kMostTries);
    }
    for (const int f : there.all()) {
      if (!is_near(of, f, near)) continue;
      const auto loop = body.face(f);
      const Span span{{static_cast<int>(loop[0]), static_cast<int>(loop[1]), static_cast<int>(loop[2])}, 2};
      if (try_face(of, span, near)) return true;
    }
    return false;
  }

  // Leaves those that are farthest along n, exactly.
  template <int kLimbs>
  void keep_extreme(Body body, const IntegerVec<kLimbs>& n, Ties& ties) {
    int kept = 1;
    for (int k = 1; k < ties.count; ++k) {
      const int order = dot(n, edge(body, ties.vertex[0], ties.vertex[k])).sign();
      if (order > 0) kept = 0;
      if (order >= 0) ties.vertex[kept++] = ties.vertex[k];
    }
    ties.count = kept;
  }

  // ---- The origin among the ties, within their common plane

  struct Flat {
    VertexPair pair;
    Vec3 m;  // in doubles, of the world
    Integer<Coordinates::kDifference> x, y;
  };
  static int turn(const Flat& r, const Flat& s) { return (r.x * s.y - r.y * s.x).sign(); }
  static bool is_opposite(const Flat& r, const Flat& s) { return (r.x * s.x + r.y * s.y).sign() < 0; }

  // A growing cone of less than half a turn, from right to left; the point that makes it half a turn or more closes a
  // segment or triangle around the origin.
  class Cone {
   public:
    explicit Cone(ContactDecision& contact) : contact_(contact) {}

    // Does it hold this direction already, beyond doubles' doubt? `up` is the unit vector that its turns are about.
    bool holds(Vec3 m, Vec3 up, double doubt) const {
      return !is_empty_ && dot(up, cross(right_.m, m)) > doubt && dot(up, cross(m, left_.m)) > doubt;
    }
    bool closes_with(const Flat& p) {
      if (p.x.is_zero() && p.y.is_zero()) return set({p.pair});
      if (is_empty_) return left_ = right_ = p, is_empty_ = false, false;
      const int from_right = turn(right_, p), from_left = turn(left_, p);
      if (from_right == 0 && is_opposite(right_, p)) return set({right_.pair, p.pair});
      if (from_left == 0 && is_opposite(left_, p)) return set({left_.pair, p.pair});
      if (from_left > 0 && from_right < 0) {
        // Beyond both: the cone is narrower than half a turn, so this closes it.
        return set({right_.pair, left_.pair, p.pair});
      }
      if (from_left > 0) left_ = p;
      if (from_right < 0) right_ = p;
      return false;
    }

   private:
    bool set(std::initializer_list<VertexPair> pairs) {
      contact_.count = 0;
      for (const VertexPair& pair : pairs) contact_.pair[contact_.count++] = pair;
      return true;
    }

    ContactDecision& contact_;
    Flat left_, right_;
    bool is_empty_ = true;
  };

  bool set_touching(Vec3 own, Vec3 world, const Ties& of_a, const Ties& of_b) {
    constexpr Vec3 kTurn{0.92387953251128674, 0.38268343236508978, 0};  // by an eighth of half a turn
    const double size = norm_max(own);
    const int k = std::fabs(own.x) == size ? 0 : std::fabs(own.y) == size ? 1 : 2;
    const Vec3 unit = world / norm(world), up = own[k] < 0 ? -unit : unit;
    Cone cone(contact_);
    const auto closes = [&](VertexPair at) {
      const Vec3 m = pair_.difference(at);
      if (cone.holds(m, up, kNearPlane * pair_.reach() * pair_.reach())) return false;
      const Point exactly = difference(at);
      if (k == 0) return cone.closes_with({at, m, exactly.y, exactly.z});
      if (k == 1) return cone.closes_with({at, m, exactly.z, exactly.x});
      return cone.closes_with({at, m, exactly.x, exactly.y});
    };
    const auto is_tie = [](const Ties& ties, int vertex) {
      return std::find(ties.vertex, ties.vertex + ties.count, vertex) != ties.vertex + ties.count;
    };
    for (int i = 0; i < met_.count; ++i)
      if (is_tie(of_a, met_.pair[i].a) && is_tie(of_b, met_.pair[i].b) && closes(met_.pair[i])) return touches();
    VertexPair last{-1, -1};
    Vec3 d = across(unit);
    for (int i = 0; i < 16; ++i, d = kTurn.x * d + kTurn.y * cross(unit, d)) {
      const VertexPair at = farthest_tie(of_a, of_b, d);
      if (at != last && closes(at)) return touches();
      last = at;
    }
    constexpr int kMostPairs = 256;
    if (of_a.count * of_b.count > kMostPairs) return false;
    for (int i = 0; i < of_a.count; ++i)
      for (int j = 0; j < of_b.count; ++j)
        if (closes({of_a.vertex[i], of_b.vertex[j]})) return touches();
    return false;
  }
  bool touches() {
    if (in_.holds()) contact_.status = Status::Touching;
    return in_.holds();
  }

  // Of the ties, the difference that is farthest along d, in doubles.
  VertexPair farthest_tie(const Ties& of_a, const Ties& of_b, Vec3 d) const {
    const auto far = [](const Polytope& body, const Ties& ties, Vec3 direction) {
      int best = ties.vertex[0];
      for (int k = 1; k < ties.count; ++k)
        if (dot(direction, body.vertex(ties.vertex[k])) > dot(direction, body.vertex(best))) best = ties.vertex[k];
      return best;
    };
    return {far(pair_.a(), of_a, transpose_times(pair_.pose_a().rotation(), -d)),
            far(pair_.b(), of_b, transpose_times(pair_.pose_b().rotation(), d))};
  }

  // The ties are beyond the origin by a hair: with an apex on the other side they surround it. The origin is inside the
  // cone from the apex over a ring of them, in doubles; and on the apex's side of the one or two triangles that the
  // ring is cut into, exactly. So it is inside the tetrahedron over one of them, or between both.
  bool try_pyramid(Vec3 near, const Ties& of_a, const Ties& of_b) {
    const Difference apex = farthest_difference(pair_, near);
    const Vec3 unit = near / norm(near), u = across(unit);
    Difference ring[4];
    for (const Vec3 first : {u, u + cross(unit, u)}) {
      int count = 0;
      Vec3 d = first;
      for (int k = 0; k < 4; ++k, d = cross(unit, d)) {
        const VertexPair at = farthest_tie(of_a, of_b, d);
        if (count > 0 && (ring[count - 1].pair == at || ring[0].pair == at)) continue;
        ring[count++] = {at, pair_.difference(at)};
      }
      if (surrounds(unit, apex, ring, count)) return set_pyramid(ring, count, apex);
    }
    const auto below = [&](Vec3 n, Difference& found) {
      const VertexPair at = farthest_tie(of_a, of_b, -n);
      found = {at, pair_.difference(at)};
      return dot(n, found.m) < -kNearPlane * norm_one(n) * pair_.reach();
    };
    const int count = ring_around(unit, pair_.center_difference(), pair_.reach(), below, ring);
    return surrounds(unit, apex, ring, count) && set_pyramid(ring, count, apex);
  }
  bool surrounds(Vec3 unit, const Difference& apex, const Difference* ring, int count) {
    if (count < 3 || inside_cone(pair_, unit, apex, ring, count) == 0) return false;
    if (count == 3) return is_below(ring[0], ring[1], ring[2], apex);
    return (is_below(ring[0], ring[1], ring[2], apex) && is_below(ring[0], ring[2], ring[3], apex)) ||
           (is_below(ring[1], ring[2], ring[3], apex) && is_below(ring[1], ring[3], ring[0], apex));
  }

  // The origin is next to an edge of the differences, and within both of the planes that meet there by a hair: the
  // edge's ends and a difference in each plane surround it. Which they are, and that the origin is between the ends,
  // doubles tell; on which side of the two planes it is, integers.
  bool try_wedge(Vec3 near) {
    const Wedge wedge = find_wedge(pair_, near);
    if (!wedge.is_found) return false;
    const auto& [from, to, right, left] = wedge.point;
    const Difference* const point = wedge.point;
    const double bound = triple_bound(pair_, largest_of(point, 4));
    const Vec3 across = cross(right.m, left.m);
    const double before = dot(across, from.m), after = dot(across, to.m);
    const int inside = after > bound ? 1 : -1;
    if (!is_ordinary(bound) || !(inside * after > bound && inside * before < -bound)) return false;
    const auto plane = cross(difference(from.pair), difference(to.pair));
    const int of_right = dot(plane, difference(right.pair)).sign(), of_left = dot(plane, difference(left.pair)).sign();
    return in_.holds() && of_right == -inside && of_left == inside && set_pyramid(point, 3, left);
  }

  bool set_pyramid(const Difference* ring, int count, const Difference& apex) {
    contact_.status = Status::Penetrating;
    contact_.evidence = ContactEvidence::None;
    contact_.count = 0;
    for (int k = 0; k < count; ++k) contact_.pair[contact_.count++] = ring[k].pair;
    contact_.pair[contact_.count++] = apex.pair;
    return true;
  }

  // Is the origin, exactly, on the apex's side of the plane through r, s, t, whose side doubles can tell?
  bool is_below(const Difference& r, const Difference& s, const Difference& t, const Difference& apex) {
    const double bound =
        triple_bound(pair_, larger(larger(norm_max(r.m), norm_max(s.m)), larger(norm_max(t.m), norm_max(apex.m))));
    const double side = dot(cross(s.m - r.m, t.m - r.m), apex.m - r.m);
    if (!is_ordinary(bound) || !(std::fabs(side) > kTripleOfEdges * bound)) return false;
    const int volume = dot(cross(difference(r.pair), difference(s.pair)), difference(t.pair)).sign();
    return in_.holds() && volume == (side > 0 ? -1 : 1);
  }

  const PosedPair& pair_;
  const PointSimplex& met_;
  ContactDecision& contact_;
  Coordinates in_;
};

// False where the coordinates are too narrow.
template <class Coordinates, class Try>
bool confirm(const PosedPair& pair, const PointSimplex& met, const NearPlanes& planes, ContactDecision& contact,
             const Try& try_one) {
  Confirm<Coordinates> confirm(pair, met, contact);
  for (int k = 0; k < planes.count && confirm.holds() && contact.status == Status::NotAsked; ++k)
    try_one(confirm, planes.normal[k]);
  return confirm.holds();
}

template <class Try>
void confirm_each(const PosedPair& pair, const PointSimplex& met, const NearPlanes& planes, ContactDecision& contact,
                  const Try& try_one) {
  switch (kind_of(pair.pose_a(), pair.pose_b())) {
    case PairKind::Aligned:
      confirm<AlignedPair>(pair, met, planes, contact, try_one);
      break;
    case PairKind::Alike:
      if (!confirm<AlikePair>(pair, met, planes, contact, try_one))
        confirm<TurnedPair<2>>(pair, met, planes, contact, try_one);
      break;
    case PairKind::Turned:
      if (!confirm<TurnedPair<1>>(pair, met, planes, contact, try_one))
        confirm<TurnedPair<2>>(pair, met, planes, contact, try_one);
      break;
  }
}

}  // namespace

void confirm_planes(const PosedPair& pair, const PointSimplex& met, const NearPlanes& planes,
                    ContactDecision& contact) {
  confirm_each(pair, met, planes, contact, [](auto& confirm, Vec3 near) { confirm.run(near); });
}

void confirm_axes(const PosedPair& pair, const PointSimplex& met, const NearPlanes& axes, ContactDecision& contact) {
  confirm_each(pair, met, axes, contact, [](auto& confirm, Vec3 axis) { confirm.try_vector(axis); });
}

}  // namespace clearance::detail
