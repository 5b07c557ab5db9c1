// Notation: n a direction from a to b, m = q − p a difference; p, q of the axis and r of the ring around it below.
#include <clearance/convex/contact_parts.h>

#include <initializer_list>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Is the origin surely inside the hull of the triangle and two apexes on either side of it? Where it is above the
// triangle or in it, it is in the tetrahedron of the apex above: inside its three other faces. Likewise below. So the
// six outer faces have it inside, and what they cut out of the triangle's plane is inside the triangle.
bool surround_by_apexes(const PosedPair& pair, const Difference* corner, const Difference& above,
                        const Difference& below) {
  const double bound = triple_bound(pair, larger(largest_of(corner, 3), larger(norm_max(above.m), norm_max(below.m))));
  if (!is_ordinary(bound)) return false;
  const Vec3 n = cross(corner[1].m - corner[0].m, corner[2].m - corner[0].m);
  if (!(dot(n, above.m - corner[0].m) > kTripleOfEdges * bound)) return false;
  if (!(dot(n, below.m - corner[0].m) < -kTripleOfEdges * bound)) return false;
  for (int k = 0; k < 3; ++k) {
    const Vec3 side = cross(corner[k].m, corner[(k + 1) % 3].m);
    if (!(dot(side, above.m) > bound && dot(side, below.m) < -bound)) return false;
  }
  return true;
}

// Is the origin surely inside the hull of an axis from p to q and the ring of three or four vertices, counter-clockwise
// about it? Each two neighbours in the ring make a tetrahedron with the axis; all of them fill every direction about it
// once, since each takes less than half a turn. So the origin is in one of them, or between some, if it is inside the
// outer faces of each.
bool surround_by_ring(const PosedPair& pair, const Difference& p, const Difference& q, const Difference* ring,
                      int count) {
  const double bound = triple_bound(pair, largest_of(ring, count, larger(norm_max(p.m), norm_max(q.m))));
  if (!is_ordinary(bound)) return false;
  for (int k = 0; k < count; ++k) {
    const Vec3 r = ring[k].m, s = ring[(k + 1) % count].m, face = cross(r, s);
    if (!(dot(q.m - p.m, cross(r - p.m, s - p.m)) > kTripleOfEdges * bound)) return false;
    if (!(dot(face, q.m) > bound && dot(face, p.m) < -bound)) return false;
  }
  return true;
}

template <int kWidth>
CLEARANCE_INLINE SupportPair support_body(const PosedPair& pair, Vec3 n, VertexPair hint) {
  return pair.template support<kWidth>(n, hint);
}
// Called rather than inlined: the search has it in many places.
CLEARANCE_DISPATCH(SupportPair, support_of, (const PosedPair& pair, Vec3 n, VertexPair hint), support_body,
                   (pair, n, hint))

class Search {
 public:
  Search(const PosedPair& pair, ContactDecision& contact) : pair_(pair), contact_(contact) {}

  // Penetrating, or planes().
  void run(const PointSimplex& met) {
    const auto point = [&](int k) { return Difference{met.pair[k], met.m[k]}; };
    if (met.count == 3) {
      const Difference corner[3] = {point(0), point(1), point(2)};
      on_triangle(corner);
    } else if (met.count == 2) {
      on_edge(point(0), point(1));
    } else {
      on_vertex(point(0));
    }
  }

  const NearPlanes& planes() const { return planes_; }

 private:
  // The vertex farthest against n. False where that is near the plane through the origin: a plane to try.
  bool below(Vec3 n, Difference& found) {
    const SupportPair support = support_of(pair_, n, last_);
    last_ = support.pair;
    if (!(support.value < -kNearPlane * norm_one(n) * pair_.reach())) {
      planes_.add(n);
      return false;
    }
    found = {support.pair, pair_.difference(support.pair)};
    return true;
  }

  int ring_about(Vec3 axis, Difference* ring) {
    return ring_around(
        axis, pair_.center_difference(), pair_.reach(), [&](Vec3 n, Difference& found) { return below(n, found); },
        ring);
  }

  void penetrating(ContactEvidence evidence, const Difference* points, int count,
                   std::initializer_list<Difference> more) {
    contact_.status = Status::Penetrating;
    contact_.evidence = evidence;
    for (int k = 0; k < count; ++k) contact_.pair[contact_.count++] = points[k].pair;
    for (const Difference& point : more) contact_.pair[contact_.count++] = point.pair;
  }

  void on_triangle(const Difference* corner) {
    const Vec3 n = cross(corner[1].m - corner[0].m, corner[2].m - corner[0].m);
    Difference apex_above, apex_below;
    const bool is_below = below(n, apex_below), is_above = below(-n, apex_above);
    if (!is_below || !is_above) return;
    if (surround_by_apexes(pair_, corner, apex_above, apex_below))
      return penetrating(ContactEvidence::Triangle, corner, 3, {apex_above, apex_below});
    // The origin is near one of the edges.
    int nearest = 0;
    double least = kInfinity;
    for (int k = 0; k < 3; ++k) {
      const Vec3 edge = corner[(k + 1) % 3].m - corner[k].m;
      const double height = dot(cross(corner[k].m, corner[(k + 1) % 3].m), n) / norm(edge);
      if (height < least) least = height, nearest = k;
    }
    on_edge(corner[nearest], corner[(nearest + 1) % 3]);
  }

  void on_edge(const Difference& p, const Difference& q) {
    const Vec3 axis = q.m - p.m;
    // An end of the edge: the origin is there rather than between.
    const double before = -dot(p.m, axis), after = dot(q.m, axis), least = kNearPlane * norm_one(axis) * pair_.reach();
    if (!(before > least)) return on_vertex(p);
    if (!(after > least)) return on_vertex(q);
    Difference ring[4];
    const int count = ring_about(axis, ring);
    if (count > 0 && surround_by_ring(pair_, p, q, ring, count))
      penetrating(ContactEvidence::Ring, ring, count, {p, q});
  }

  void on_vertex(const Difference& at) {
    Difference apex, ring[4];
    if (!below(pair_.center_difference(), apex)) return;
    const int count = ring_about(apex.m - at.m, ring);
    if (count < 3) return;
    const Vec3 m[4] = {apex.m, ring[0].m, ring[1].m, ring[2].m};
    if (surely_inside(volumes(m), m, pair_.reach())) penetrating(ContactEvidence::None, ring, 3, {apex});
  }

  const PosedPair& pair_;
  ContactDecision& contact_;
  VertexPair last_{-1, -1};
  NearPlanes planes_;
};

}  // namespace

NearPlanes search_inside(const PosedPair& pair, const PointSimplex& met, ContactDecision& contact) {
  Search search(pair, contact);
  search.run(met);
  return search.planes();
}

bool surely_surround(const PosedPair& pair, ContactEvidence evidence, const PointSimplex& middle,
                     const VertexPair* two) {
  Difference point[4];
  for (int k = 0; k < middle.count; ++k) point[k] = {middle.pair[k], middle.m[k]};
  const Difference p{two[0], pair.difference(two[0])}, q{two[1], pair.difference(two[1])};
  if (evidence == ContactEvidence::Triangle) return middle.count == 3 && surround_by_apexes(pair, point, p, q);
  return evidence == ContactEvidence::Ring && middle.count >= 3 && surround_by_ring(pair, p, q, point, middle.count);
}

}  // namespace clearance::detail
