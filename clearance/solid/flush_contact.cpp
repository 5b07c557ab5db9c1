// Notation: T the triangle looked at, K one of the other solid's that meets it; points 0 … 2 are a's, 3 … 5 b's.
#include <clearance/solid/flush_contact.h>

#include <clearance/convex/any_length.h>
#include <clearance/mesh/integer_points.h>
#include <clearance/mesh/point.h>
#include <clearance/mesh/triangle_signs.h>
#include <clearance/solid/flush_winding.h>

#include <algorithm>
#include <vector>

namespace clearance::detail {
namespace {

// How K lies to T.
struct View {
  std::uint32_t triangle = 0;      // T
  bool is_outside = false;         // all of K on T's outer side, or in its plane
  bool leaves_inner_part = false;  // no point of K in the inner part of T, its edges excluded
};

// So many pairs are enough to look for a point inside both.
constexpr std::size_t kPassed = 8;

// Whether no point of the other triangle is in the inner part of the one that begins at `first`: as CutterView. An edge
// of T keeps the other's section with T's plane out when no point of it is strictly on the inner side. Where an edge of
// K crosses the plane, that is told by how it passes the edge of T: from above to below, det(e₁ − e₀, p − e₀, q − e₀)
// is negative for crossings on the inner side, as (1,0,0), (0,1,1), (0,1,−1) show for the x-axis in the plane z = 0.
template <class Points>
bool leaves_inner_part(TriangleSigns<Points>& signs, int first) {
  const int other = 3 - first;
  if (!signs.has_area(other)) return false;
  int below = 0, above = 0;
  for (int i = first; i < first + 3; ++i) below += signs.side(i) < 0, above += signs.side(i) > 0;
  if ((below > 0) != (above > 0)) return true;
  const int axis = signs.axis(first);
  const auto turn = [&](int i, int j, int k) { return signs.points.turn(i, j, k, axis); };
  const int turn_first = turn(first, first + 1, first + 2);
  for (int e = first; e < first + 3; ++e) {
    bool keeps_out = true;
    for (int i = other; i < other + 3 && keeps_out; ++i) {
      if (signs.side(i) == 0) keeps_out = turn(e, next_corner(e), i) * turn_first <= 0;
      if (signs.side(i) * signs.side(next_corner(i)) < 0) keeps_out = signs.passes(e, i) * signs.side(i) >= 0;
    }
    if (keeps_out) return true;
  }
  if (below > 0 || above > 0) return false;
  const int turn_other = turn(other, other + 1, other + 2);
  for (int e = other; e < other + 3; ++e) {
    bool keeps_out = true;
    for (int i = first; i < first + 3 && keeps_out; ++i) keeps_out = turn(e, next_corner(e), i) * turn_other <= 0;
    if (keeps_out) return true;
  }
  return false;
}

template <class Coordinates>
class Flush {
 public:
  Flush(const MeshPair& pair, Coordinates& coordinates) : pair_(pair), in_(coordinates) {}

  void look_at(std::span<const OpenPair> open, FlushContact& made) {
    for (const OpenPair& each : open)
      if (!add(each, made)) return;
  }

  bool only_touch() { return can_settle_ && all_settled(Body::A) && all_settled(Body::B) && no_component_inside(); }

 private:
  std::vector<View>& views(Body body) { return views_[static_cast<int>(body)]; }

  // False when this pair cannot be settled at sight. That triangles are looked at which do not meet the other surface
  // after all does no harm.
  bool add(const OpenPair& each, FlushContact& made) {
    const TriangleAt a = pair_.at_a(each.a), b = pair_.at_b(each.b);
    ApproxVec near[6];
    for (int i = 0; i < 3; ++i) {
      near[i] = near_vertex(pair_, Body::A, a.v[i]);
      near[3 + i] = near_vertex(pair_, Body::B, b.v[i]);
    }
    IntegerPoints<Coordinates> points(in_, a.v, b.v, near);
    set_corners(points, Body::A, each.a, 0);
    set_corners(points, Body::B, each.b, 3);
    TriangleSigns<IntegerPoints<Coordinates>> signs(points);
    if (!signs.planes_leave_it_open()) {
      // Doubles could not tell, so it is by a hair: behind the other's plane where it is all on the inner side.
      const bool is_behind = signs.is_all_on(0, -pair_.b().outer_side()) || signs.is_all_on(3, -pair_.a().outer_side());
      if (is_behind && face_each_other(near)) made.passed.push_back(each);
      return can_settle_ || made.passed.size() < kPassed;
    }
    const bool have_area = signs.has_area(0) && signs.has_area(3);
    View of_a, of_b;
    if (have_area) {
      of_a = view(signs, 0, each.a, pair_.a().outer_side());
      of_b = view(signs, 3, each.b, pair_.b().outer_side());
    }
    const bool is_settled =
        have_area && (of_a.is_outside || of_a.leaves_inner_part) && (of_b.is_outside || of_b.leaves_inner_part);
    if (!made.meets || !is_settled) {
      const TriangleRelation relation = relation_of_open(signs);
      if (relation == TriangleRelation::Apart) return true;
      if (!made.meets) made.meets = each;
      if (relation == TriangleRelation::Cross) made.crosses.push_back(each);
    }
    if (!is_settled) {
      can_settle_ = false;
      made.unsettled.push_back(each);
      return made.passed.size() < kPassed;
    }
    views(Body::A).push_back(of_a);
    views(Body::B).push_back(of_b);
    return true;
  }

  // Small solids have each vertex in many triangles: they are kept. Large ones meet in few of theirs.
  void set_corners(IntegerPoints<Coordinates>& points, Body body, std::uint32_t triangle, int first) {
    const Mesh& mesh = mesh_of(pair_, body);
    if (larger_count(mesh) > kFewTriangles) return;
    std::vector<std::optional<Place>>& places = places_[static_cast<int>(body)];
    if (places.empty()) places.resize(mesh.vertex_count());
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t v = mesh.triangle(triangle)[static_cast<std::size_t>(i)];
      std::optional<Place>& place = places[v];
      if (!place) place = body == Body::A ? in_.point_a(mesh.vertex(v)) : in_.point_b(mesh.vertex(v));
      points.set(first + i, *place);
    }
  }

  // As far as doubles tell.
  bool face_each_other(const ApproxVec (&near)[6]) const {
    const auto outward = [&](int first, int outer) {
      const Vec3 v = near[first].value;
      return outer * normal_of(v, near[first + 1].value, near[first + 2].value);
    };
    return dot(outward(0, pair_.a().outer_side()), outward(3, pair_.b().outer_side())) < -1 + 1e-9;
  }

  template <class Signs>
  static View view(Signs& signs, int first, std::uint32_t triangle, int outer) {
    const int other = 3 - first;
    View seen{triangle, true, false};
    for (int i = other; i < other + 3; ++i) seen.is_outside = seen.is_outside && outer * signs.side(i) >= 0;
    if (!seen.is_outside) seen.leaves_inner_part = leaves_inner_part(signs, first);
    return seen;
  }

  bool all_settled(Body body) {
    std::vector<View>& list = views(body);
    std::sort(list.begin(), list.end(), [](const View& x, const View& y) { return x.triangle < y.triangle; });
    for (std::size_t i = 0, end = 0; i < list.size(); i = end) {
      bool is_free = true;
      for (end = i; end < list.size() && list[end].triangle == list[i].triangle; ++end)
        is_free = is_free && !list[end].is_outside;
      if (!is_settled(body, list[i].triangle, is_free)) return false;
    }
    return true;
  }

  // As in contact.cpp: nothing of the other solid just inside of T, and where something of its surface is on T or
  // outside, nothing of T's own solid there. A solid that is beyond T's plane as a whole has nothing behind it.
  bool is_settled(Body body, std::uint32_t triangle, bool is_free) {
    FlushPlane<Coordinates> plane(pair_, in_, body, triangle);
    const int outer = mesh_of(pair_, body).outer_side();
    const Body foreign = other(body);
    if (!plane.has_on_side(foreign, outer) && flush_winding(pair_, plane, foreign, -outer) != 0) return false;
    if (is_free || plane.has_on_side(body, -outer)) return true;
    return !has_own_cutter(mesh_of(pair_, body), triangle) && flush_winding(pair_, plane, body, outer) == 0;
  }

  // A component that has a triangle among the contacts has none inside the other solid: it would have to pass through
  // the other's surface in a triangle with a cell inside, and such a triangle is not settled.
  bool no_component_inside() const {
    for (const Body body : {Body::A, Body::B}) {
      const Mesh &mesh = mesh_of(pair_, body), &foreign = mesh_of(pair_, other(body));
      if (mesh.component_vertices().size() == 1) continue;
      const Pose &pose = body == Body::A ? pair_.pose_a() : pair_.pose_b(),
                 &pose_foreign = body == Body::A ? pair_.pose_b() : pair_.pose_a();
      for (const std::uint32_t v : mesh.component_vertices())
        if (locate(foreign, pose_foreign, mesh.vertex(v), pose) == PointLocation::Inside) return false;
    }
    return true;
  }

  const MeshPair& pair_;
  Coordinates& in_;
  using Place = IntegerVec<Coordinates::kDifference>;
  std::vector<std::optional<Place>> places_[2];
  std::vector<View> views_[2];
  bool can_settle_ = true;
};

}  // namespace

FlushContact look_at_flush(const MeshPair& pair, PairIntegers& integers, std::span<const OpenPair> open) {
  FlushContact made;
  made.holds = integers.use([&](auto& coordinates) {
    made = {};
    Flush flush(pair, coordinates);
    flush.look_at(open, made);
    if (made.meets && coordinates.holds()) made.only_touch = flush.only_touch();
  });
  if (!made.holds) made = {};
  return made;
}

Division plane_divides(const MeshPair& pair, PairIntegers& integers, std::uint32_t ta, std::uint32_t tb) {
  Division division = Division::None;
  const bool holds = integers.use([&](auto& coordinates) {
    const auto of = [&](Body body, std::uint32_t triangle) {
      FlushPlane plane(pair, coordinates, body, triangle);
      const int outer = mesh_of(pair, body).outer_side();
      const Body foreign = other(body);
      if (!plane.seems_on_side(foreign, outer) || !plane.seems_on_side(body, -outer) || !plane.has_area())
        return Division::None;
      if (!plane.has_on_side(body, -outer) || !plane.has_on_side(foreign, outer)) return Division::Passed;
      return plane.has_beyond(foreign, outer) ? Division::Apart : Division::Touch;
    };
    division = of(Body::A, ta);
    if (division == Division::None || division == Division::Passed) division = std::max(division, of(Body::B, tb));
  });
  return holds ? division : Division::None;
}

}  // namespace clearance::detail
