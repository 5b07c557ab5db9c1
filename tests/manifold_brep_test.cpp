// Do the points of a manifold agree with the contacts that the B-rep index finds (Vaněček 1990), where solids touch?
// Every contact of vertices and edges is a point there, of the same features, and no point is where the solids do not
// meet.
#include <clearance/base/random.h>
#include <clearance/brep/classify.h>
#include <clearance/brep/contacts/contacts.h>
#include <clearance/brep/make_brep.h>
#include <clearance/build/solids_test.h>
#include <clearance/clearance.h>
#include <clearance/contact/surfaces/contact_bodies_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clearance {
namespace {

constexpr double kNear = 1e-9;

struct Solid {
  std::string name;
  Mesh mesh;
  BRepIndex index;
};

Solid solid(const char* name, const Soup& soup) {
  const Mesh mesh = soup.mesh();
  return {name, mesh, make_brep_index(make_brep(mesh).value())};
}

std::vector<Solid> solids() {
  return {solid("box", box_soup({0, 0, 0}, {2, 1, 1})),
          solid("corner", corner_soup()),
          solid("fork", fork_soup()),
          solid("stairs", stairs_soup(3, 1)),
          solid("frame", frame_soup()),
          solid("wedge", prism_over({{0, 0}, {2, 0}, {0, 2}}, {{0, 1, 2}}, 1)),
          solid("small box", box_soup({0, 0, 0}, {1, 1, 1}))};
}

// A mesh may name a piece of an edge of the solid.
bool is_same(const ContactFeature& feature, const BRep& brep, const Mesh& mesh, Entity entity) {
  switch (entity.kind) {
    case EntityKind::Vertex:
      return feature.kind == Feature::Vertex && feature.first == brep.vertex_id(entity.index);
    case EntityKind::Edge: {
      if (feature.kind != Feature::Edge) return false;
      const BRepEdge& edge = brep.edge(entity.index);
      const WidePoint low = wide(brep.vertex(edge.low)), high = wide(brep.vertex(edge.high));
      return distance_to_segment(wide(mesh.vertex(feature.first)), low, high) < kNear &&
             distance_to_segment(wide(mesh.vertex(feature.second)), low, high) < kNear;
    }
    case EntityKind::Face:
      return feature.kind == Feature::Face && feature.first == brep.face_id(entity.index);
    default:
      return false;
  }
}

bool has_place(const Manifold& found, Vec3 place) {
  return std::any_of(found.points.begin(), found.points.end(),
                     [&](const ContactPoint& p) { return norm(p.a - place) < kNear && norm(p.b - place) < kNear; });
}

// Of two edges that share a piece: its ends, where other features meet.
bool has_ends(const Manifold& found, const BRepContact& contact, const BRep& a, const Pose& pose_a) {
  const BRepEdge& edge = a.edge(contact.a.index);
  const Vec3 from = apply(pose_a, a.vertex(edge.low)), to = apply(pose_a, a.vertex(edge.high));
  const Vec3 half = (0.5 * contact.length / norm(to - from)) * (to - from);
  return has_place(found, contact.point - half) && has_place(found, contact.point + half);
}

struct Counts {
  int pairs = 0, contacts = 0, points = 0;
};

void expect_agreement(const Solid& a, const Pose& pose_a, const Solid& b, const Pose& pose_b, Counts& counts) {
  const BRepContacts known = contacts(a.index, pose_a, b.index, pose_b).value();
  const Manifold found = manifold(a.mesh, pose_a, b.mesh, pose_b);
  ASSERT_EQ(found.status(), known.status);
  if (known.status != Status::Touching) return;
  ++counts.pairs;
  const std::string what = a.name + " × " + b.name + "\n" + described(found);
  for (const BRepContact& contact : known.contacts) {
    ++counts.contacts;
    const std::string which = name_of(a.index.brep(), contact.a) + " / " + name_of(b.index.brep(), contact.b) + "\n";
    if (contact.length > 0) {
      EXPECT_TRUE(has_ends(found, contact, a.index.brep(), pose_a)) << which << what;
      continue;
    }
    EXPECT_TRUE(std::any_of(found.points.begin(), found.points.end(),
                            [&](const ContactPoint& p) {
                              return norm(p.a - contact.point) < kNear &&
                                     is_same(p.feature_a, a.index.brep(), a.mesh, contact.a) &&
                                     is_same(p.feature_b, b.index.brep(), b.mesh, contact.b);
                            }))
        << which << what;
  }
  for (const ContactPoint& p : found.points) {
    ++counts.points;
    for (const Vec3 place : {p.a, p.b}) {
      EXPECT_TRUE(classify(a.index, pose_a, place, {.tolerance = kNear}).is_on_boundary()) << what;
      EXPECT_TRUE(classify(b.index, pose_b, place, {.tolerance = kNear}).is_on_boundary()) << what;
    }
    EXPECT_NEAR(p.gap(), 0, kNear);
  }
}

TEST(ManifoldBRep, OnAGrid) {
  const std::vector<Solid> all = solids();
  const Quat turns[] = {{1, 0, 0, 0}, {1, 0, 0, 1}, {0, 1, 0, 0}, {1, 1, 1, 1}};
  detail::Random random(7);
  Counts counts;
  for (const Solid& a : all)
    for (const Solid& b : all)
      for (int k = 0; k < 24; ++k) {
        const auto at = [&] { return 0.5 * (static_cast<double>(random.below(13)) - 6); };
        expect_agreement(a, {}, b, rotation(turns[random.below(4)], {at(), at(), at()}), counts);
        if (HasFailure()) return;
      }
  // Such places are worth little where hardly any of them touch.
  EXPECT_GT(counts.pairs, 100);
  EXPECT_GT(counts.contacts, 500);
  EXPECT_GT(counts.points, 500);
}

// In the same places, seen from elsewhere: nothing is along an axis any more, and what touches does so within rounding
// alone; places and features are still those of the contacts in the grid.
TEST(ManifoldBRep, NearlyTouching) {
  const std::vector<Solid> all = solids();
  const Pose moved = rotation({0.9, 0.3, -0.2, 0.4}, {0.3, -0.7, 0.1});
  detail::Random random(11);
  int compared = 0;
  for (const Solid& a : all)
    for (const Solid& b : all)
      for (int k = 0; k < 8; ++k) {
        const auto at = [&] { return 0.5 * (static_cast<double>(random.below(13)) - 6); };
        const Pose pose_b = translation({at(), at(), at()});
        const BRepContacts known = contacts(a.index, {}, b.index, pose_b).value();
        if (known.status != Status::Touching) continue;
        const Manifold found = manifold(a.mesh, moved, b.mesh, moved * pose_b, {.margin = 1e-12});
        for (const BRepContact& contact : known.contacts) {
          ++compared;
          if (contact.length > 0) continue;
          EXPECT_TRUE(has_place(found, apply(moved, contact.point))) << a.name << " × " << b.name << "\n"
                                                                     << described(found);
        }
        for (const ContactPoint& p : found.points) EXPECT_NEAR(p.gap(), 0, kNear) << described(found);
        if (HasFailure()) return;
      }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace clearance
