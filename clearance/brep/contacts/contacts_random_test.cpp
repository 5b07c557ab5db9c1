// Contacts of solids on a grid, where everything that can be degenerate is: shared faces, edges and vertices,
// coincident parts, solids that touch themselves. Compared with the exact status and with all pairs of entities.
#include <clearance/brep/contacts/contacts.h>

#include <clearance/brep/contacts/contact_cases_test.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

using detail::Random;
using Key = std::tuple<EntityKind, std::uint32_t, EntityKind, std::uint32_t>;

std::set<Key> keys_of(const std::vector<BRepContact>& list, bool exchanged = false) {
  std::set<Key> keys;
  for (const BRepContact& c : list)
    keys.insert(exchanged ? Key{c.b.kind, c.b.index, c.a.kind, c.a.index}
                          : Key{c.a.kind, c.a.index, c.b.kind, c.b.index});
  return keys;
}

using Inside = std::set<std::tuple<bool, EntityKind, std::uint32_t, double, double>>;
Inside inside_of(const std::vector<BRepPenetrator>& list, bool exchanged = false) {
  Inside out;
  for (const BRepPenetrator& x : list)
    out.insert({(x.of == Body::A) != exchanged, x.entity.kind, x.entity.index, x.from, x.to});
  return out;
}

int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// Coordinates here are small multiples of a power of two under exact poses: all of this is exact.
bool is_between(Vec3 p, Vec3 from, Vec3 to) {
  return cross(to - from, p - from) == Vec3{} && dot(p - from, to - from) > 0 && dot(p - to, from - to) > 0;
}

bool is_in_triangle(Vec3 p, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 n = cross(b - a, c - a);
  if (dot(n, p - a) != 0) return false;
  return dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 && dot(cross(a - c, p - c), n) >= 0;
}

// One point inside both, or a piece.
bool do_edges_meet(Vec3 p, Vec3 q, Vec3 r, Vec3 s) {
  const Vec3 d = q - p, e = s - r, n = cross(d, e);
  if (n == Vec3{}) {
    if (!(cross(d, r - p) == Vec3{})) return false;
    const double end = dot(d, d), at_r = dot(d, r - p), at_s = dot(d, s - p);
    return std::max(0.0, std::min(at_r, at_s)) < std::min(end, std::max(at_r, at_s));
  }
  if (dot(n, r - p) != 0) return false;
  return sign(dot(cross(d, r - p), n)) * sign(dot(cross(d, s - p), n)) < 0 &&
         sign(dot(cross(e, p - r), n)) * sign(dot(cross(e, q - r), n)) < 0;
}

// Every vertex with every entity, every edge with every edge.
std::set<Key> all_pairs(const BRep& a, const Pose& pose_a, const BRep& b, const Pose& pose_b) {
  std::set<Key> keys;
  const auto vertices = [&keys](const BRep& x, const Pose& pose_x, const BRep& y, const Pose& pose_y, bool exchanged) {
    const auto add = [&](std::uint32_t v, EntityKind kind, std::uint32_t index) {
      if (exchanged)
        keys.insert({kind, index, EntityKind::Vertex, v});
      else
        keys.insert({EntityKind::Vertex, v, kind, index});
    };
    for (std::uint32_t v = 0; v < x.vertex_count(); ++v) {
      const Vec3 p = apply(pose_x, x.vertex(v));
      bool is_on_border = false;
      for (std::uint32_t w = 0; w < y.vertex_count(); ++w)
        if (p == apply(pose_y, y.vertex(w))) add(v, EntityKind::Vertex, w), is_on_border = true;
      for (std::uint32_t e = 0; e < y.edge_count(); ++e)
        if (is_between(p, apply(pose_y, y.vertex(y.edge(e).low)), apply(pose_y, y.vertex(y.edge(e).high))))
          add(v, EntityKind::Edge, e), is_on_border = true;
      for (std::uint32_t f = 0; f < y.face_count() && !is_on_border; ++f)
        for (const std::uint32_t t : y.triangles_of_face(f)) {
          const MeshTriangle& c = y.mesh().triangle(t);
          if (is_in_triangle(p, apply(pose_y, y.mesh().vertex(c[0])), apply(pose_y, y.mesh().vertex(c[1])),
                             apply(pose_y, y.mesh().vertex(c[2]))))
            add(v, EntityKind::Face, f);
        }
    }
  };
  vertices(a, pose_a, b, pose_b, false);
  vertices(b, pose_b, a, pose_a, true);
  for (std::uint32_t e = 0; e < a.edge_count(); ++e)
    for (std::uint32_t f = 0; f < b.edge_count(); ++f)
      if (do_edges_meet(apply(pose_a, a.vertex(a.edge(e).low)), apply(pose_a, a.vertex(a.edge(e).high)),
                        apply(pose_b, b.vertex(b.edge(f).low)), apply(pose_b, b.vertex(b.edge(f).high))))
        keys.insert({EntityKind::Edge, e, EntityKind::Edge, f});
  return keys;
}

struct Pair {
  BRepIndex a, b;
  Pose pose_a, pose_b;
};

// Half cells, too, so that edges cross in their middles.
Pair random_pair(Random& random, int size) {
  const auto place = [&] {
    return 0.5 * static_cast<double>(random.below(static_cast<std::uint64_t>(4 * size))) - size;
  };
  const auto pose = [&] {
    return quarter_turns(static_cast<int>(random.below(4)), static_cast<int>(random.below(4)),
                         static_cast<int>(random.below(4)), {place(), place(), place()});
  };
  const auto solid = [&] { return index_of(voxel_soup(random_cells(random, size, random.uniform(0.15, 0.9)))); };
  return {solid(), solid(), pose(), pose()};
}

// --- degenerate

// The classification alone against the exact status: nothing where the solids are apart; something, and nothing inside,
// where they touch; something where they penetrate.
TEST(BRepContactsOnAGrid, AgreeWithTheStatusAndWithAllPairs) {
  Random random(1990);
  int count[3] = {};
  for (int round = 0; round < 400; ++round) {
    const Pair pair = random_pair(random, 1 + round % 3);
    const BRep &a = pair.a.brep(), &b = pair.b.brep();
    const BRepContacts alone =
        detail::find_contacts(pair.a, pair.pose_a, pair.b, pair.pose_b, {}, detail::whole_scope(a, b));
    const Status status = intersects(a.mesh(), pair.pose_a, b.mesh(), pair.pose_b).status;
    ++count[status == Status::Separated ? 0 : status == Status::Touching ? 1 : 2];
    EXPECT_TRUE(alone.penetrators.empty() || status == Status::Penetrating) << round;
    EXPECT_EQ(status == Status::Separated, alone.contacts.empty() && alone.penetrators.empty()) << round;
    EXPECT_EQ(keys_of(alone.contacts), all_pairs(a, pair.pose_a, b, pair.pose_b)) << round;
    EXPECT_EQ(keys_of(alone.contacts).size(), alone.contacts.size()) << round;

    const BRepContacts asked = contacts(pair.a, pair.pose_a, pair.b, pair.pose_b).value();
    EXPECT_EQ(asked.status, status) << round;
    EXPECT_EQ(keys_of(asked.contacts), keys_of(alone.contacts)) << round;
  }
  for (const int n : count) EXPECT_GT(n, 20);
}

// --- invariance

TEST(BRepContactsOnAGrid, Exchanged) {
  Random random(3);
  for (int round = 0; round < 150; ++round) {
    const Pair p = random_pair(random, 1 + round % 3);
    const BRepContacts there = contacts(p.a, p.pose_a, p.b, p.pose_b).value();
    const BRepContacts back = contacts(p.b, p.pose_b, p.a, p.pose_a).value();
    EXPECT_EQ(there.status, back.status);
    EXPECT_EQ(keys_of(there.contacts), keys_of(back.contacts, true));
    EXPECT_EQ(inside_of(there.penetrators), inside_of(back.penetrators, true));
  }
}

// Quarter turns and dyadic translations of both, exactly; and scales by powers of two.
TEST(BRepContactsOnAGrid, MovedTogether) {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    const Pair p = random_pair(random, 1 + round % 3);
    const BRepContacts here = contacts(p.a, p.pose_a, p.b, p.pose_b).value();
    const Pose turn = quarter_turns(static_cast<int>(random.below(4)), static_cast<int>(random.below(4)),
                                    static_cast<int>(random.below(4)), {0.25, -1024, 3});
    const BRepContacts there = contacts(p.a, turn * p.pose_a, p.b, turn * p.pose_b).value();
    EXPECT_EQ(here.status, there.status);
    EXPECT_EQ(keys_of(here.contacts), keys_of(there.contacts));
    EXPECT_EQ(inside_of(here.penetrators), inside_of(there.penetrators));
  }
}

// In general position, turned by anything: the same both ways round, and nothing inside unless penetrating.
TEST(BRepContactsOnAGrid, AnyPose) {
  Random random(5);
  for (int round = 0; round < 100; ++round) {
    Pair p = random_pair(random, 2);
    p.pose_a = rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                        {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)});
    const BRepContacts alone =
        detail::find_contacts(p.a, p.pose_a, p.b, p.pose_b, {}, detail::whole_scope(p.a.brep(), p.b.brep()));
    const BRepContacts there = contacts(p.a, p.pose_a, p.b, p.pose_b).value();
    const BRepContacts back = contacts(p.b, p.pose_b, p.a, p.pose_a).value();
    EXPECT_EQ(there.status, back.status);
    EXPECT_EQ(keys_of(there.contacts), keys_of(back.contacts, true));
    EXPECT_EQ(inside_of(there.penetrators), inside_of(back.penetrators, true));
    // Vertices and edges inside prove it, and in general position nothing else does.
    EXPECT_EQ(there.status == Status::Penetrating, !alone.penetrators.empty()) << round;
  }
}

}  // namespace
}  // namespace clearance
