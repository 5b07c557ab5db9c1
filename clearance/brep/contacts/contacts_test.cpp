#include <clearance/brep/contacts/contacts.h>

#include <clearance/brep/contacts/contact_cases_test.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

std::string kind_of(const BRepContact& c) { return std::string(to_string(c.a.kind)) + "/" + to_string(c.b.kind); }
std::map<std::string, int> kinds_of(const BRepContacts& found) {
  std::map<std::string, int> count;
  for (const BRepContact& c : found.contacts) ++count[kind_of(c)];
  return count;
}
using Kinds = std::map<std::string, int>;

BRepContacts ask(const BRepIndex& a, const Pose& pose_a, const BRepIndex& b, const Pose& pose_b = {},
                 double tolerance = 0) {
  return contacts(a, pose_a, b, pose_b, {.tolerance = tolerance}).value();
}

// --- solved by hand

TEST(BRepContacts, SmallBoxOnALargeOne) {
  const BRepIndex small = box_index({0, 0, 0}, {1, 1, 1}), large = box_index({-2, -2, -1}, {2, 2, 0});
  const BRepContacts found = ask(small, {}, large);
  EXPECT_EQ(found.status, Status::Touching);
  EXPECT_TRUE(found.complete);
  EXPECT_TRUE(found.penetrators.empty());
  EXPECT_EQ(kinds_of(found), (Kinds{{"vertex/face", 4}}));
  for (const BRepContact& c : found.contacts) {
    EXPECT_EQ(c.b, face_at(large.brep(), {0, 0, 1}, {0, 0, 0}));
    EXPECT_EQ(c.point_b, small.brep().vertex(c.a.index));
    EXPECT_EQ(c.point, c.point_b);
  }
  EXPECT_EQ(kinds_of(ask(large, {}, small)), (Kinds{{"face/vertex", 4}}));
}

TEST(BRepContacts, EqualBoxesStacked) {
  const BRepIndex cube = box_index({0, 0, 0}, {1, 1, 1});
  const BRepContacts found = ask(cube, translation({0, 0, 1}), cube);
  EXPECT_EQ(found.status, Status::Touching);
  EXPECT_EQ(kinds_of(found), (Kinds{{"vertex/vertex", 4}, {"edge/edge", 4}}));
  for (const BRepContact& c : found.contacts) EXPECT_EQ(c.length, c.a.kind == EntityKind::Edge ? 1 : 0);

  const BRepContacts shifted = ask(cube, translation({0.5, 0, 1}), cube);
  EXPECT_EQ(kinds_of(shifted), (Kinds{{"vertex/edge", 2}, {"edge/vertex", 2}, {"edge/edge", 2}}));
  for (const BRepContact& c : shifted.contacts)
    if (c.length > 0) {
      EXPECT_EQ(c.length, 0.5);
      EXPECT_EQ(c.point.x, 0.75);
    }
}

TEST(BRepContacts, EdgesThatCross) {
  const BRepIndex roof = index_of(ridge_soup());
  const Entity ridge = edge_at(roof.brep(), {0, 0, 0}, {0, 0, 4});
  const BRepContacts found = ask(roof, quarter_turns(2, 1, 0, {2, 0, 2}), roof);
  EXPECT_EQ(found.status, Status::Touching);
  ASSERT_EQ(found.contacts.size(), 1u);
  EXPECT_EQ(found.contacts[0].a, ridge);
  EXPECT_EQ(found.contacts[0].b, ridge);
  EXPECT_EQ(found.contacts[0].point_b, (Vec3{0, 0, 2}));
  EXPECT_EQ(found.contacts[0].length, 0);
}

TEST(BRepContacts, TipOnEverything) {
  const BRepIndex tip = index_of(tip_soup(2)), box = box_index({-2, -2, -1}, {2, 2, 0});
  EXPECT_EQ(kinds_of(ask(tip, {}, box)), (Kinds{{"vertex/face", 1}}));
  EXPECT_EQ(kinds_of(ask(tip, translation({2, 0, 0}), box)), (Kinds{{"vertex/edge", 1}}));
  EXPECT_EQ(kinds_of(ask(tip, translation({2, 2, 0}), box)), (Kinds{{"vertex/vertex", 1}}));
  EXPECT_EQ(kinds_of(ask(box, {}, tip, translation({2, 0, 0}))), (Kinds{{"edge/vertex", 1}}));
  EXPECT_EQ(ask(tip, translation({2, 2, 0}), box).status, Status::Touching);
  EXPECT_EQ(ask(tip, translation({2, 2, 0x1p-40}), box).status, Status::Separated);
}

TEST(BRepContacts, PenetratingTip) {
  const BRepIndex tip = index_of(tip_soup(2)), box = box_index({-2, -2, -1}, {2, 2, 0});
  const BRepContacts found = ask(tip, translation({0, 0, -0.5}), box);
  EXPECT_EQ(found.status, Status::Penetrating);
  ASSERT_EQ(found.penetrators.size(), 5u);
  EXPECT_EQ(found.penetrators[0].entity, vertex_at(tip.brep(), {0, 0, 0}));
  for (std::size_t k = 1; k < 5; ++k) {
    EXPECT_EQ(found.penetrators[k].of, Body::A);
    EXPECT_EQ(found.penetrators[k].entity.kind, EntityKind::Edge);
    EXPECT_EQ(found.penetrators[k].from, 0);
    EXPECT_EQ(found.penetrators[k].to, 0.25);
  }
  EXPECT_TRUE(found.contacts.empty());  // edges through a face are no contacts
  const BRepContacts first =
      contacts(tip, translation({0, 0, -0.5}), box, {}, {.tolerance = 0, .stop_at_penetration = true}).value();
  EXPECT_EQ(first.penetrators.size(), 1u);
  EXPECT_FALSE(first.complete);
}

// --- degenerate

// The paper's classification says "touch" here: nothing goes inside anything.
TEST(BRepContacts, CoincidentBoxes) {
  const BRepIndex cube = box_index({0, 0, 0}, {1, 1, 1});
  const BRepContacts found = ask(cube, {}, cube);
  EXPECT_EQ(found.status, Status::Penetrating);
  EXPECT_TRUE(found.penetrators.empty());
  EXPECT_EQ(kinds_of(found), (Kinds{{"vertex/vertex", 8}, {"edge/edge", 12}}));
}

TEST(BRepContacts, CrossingBarsOfEqualHeight) {
  const BRepIndex bar = box_index({-3, -1, 0}, {3, 1, 1});
  const BRepContacts found = ask(bar, {}, bar, quarter_turns(0, 0, 1));
  EXPECT_EQ(found.status, Status::Penetrating);
  EXPECT_TRUE(found.penetrators.empty());
  EXPECT_EQ(kinds_of(found), (Kinds{{"edge/edge", 8}}));
  // A little lower, edges go inside.
  EXPECT_FALSE(ask(bar, translation({0, 0, 0x1p-30}), bar, quarter_turns(0, 0, 1)).penetrators.empty());
}

TEST(BRepContacts, OneInsideTheOther) {
  const BRepIndex small = box_index({1, 1, 1}, {2, 2, 2}), large = box_index({0, 0, 0}, {3, 3, 3});
  const BRepContacts found = ask(small, {}, large);
  EXPECT_EQ(found.status, Status::Penetrating);
  EXPECT_EQ(found.penetrators.size(), 20u);
  EXPECT_TRUE(found.contacts.empty());
}

// A box that fills a cavity touches all its walls, from inside.
TEST(BRepContacts, BoxInACavity) {
  const BRepIndex filler = box_index({1, 1, 1}, {3, 3, 3}), hollow = index_of(cavity_soup());
  const BRepContacts found = ask(filler, {}, hollow);
  EXPECT_EQ(found.status, Status::Touching);
  EXPECT_TRUE(found.penetrators.empty());
  EXPECT_EQ(kinds_of(found), (Kinds{{"vertex/vertex", 8}, {"edge/edge", 12}}));
}

TEST(BRepContacts, Tolerances) {
  const BRepIndex cube = box_index({0, 0, 0}, {1, 1, 1}), large = box_index({-2, -2, -1}, {2, 2, 0});
  const auto refusal = [&](double tolerance) {
    const auto result = contacts(cube, {}, large, {}, {.tolerance = tolerance});
    return result ? std::string() : result.error().text();
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(-1e-9), "tolerance: is negative; it must be 0 or more");
  EXPECT_EQ(refusal(std::nan("")), "tolerance: is not finite; it must be a number, 0 or more");
  EXPECT_EQ(refusal(infinity), "tolerance: is not finite; it must be a number, 0 or more");
  EXPECT_EQ(refusal(1.5), "tolerance: is larger than one of the solids; it must be small beside both");
  EXPECT_EQ(refusal(1e-3), "");

  // A little above, and a little too low: the status stays exact, the contacts are those of rest.
  for (const double height : {0x1p-12, -0x1p-12}) {
    const BRepContacts near = ask(cube, translation({0, 0, height}), large, {}, 0x1p-10);
    EXPECT_EQ(near.status, height > 0 ? Status::Separated : Status::Penetrating);
    EXPECT_EQ(kinds_of(near)["vertex/face"], 4);
    EXPECT_TRUE(near.penetrators.empty());
  }
  EXPECT_TRUE(ask(cube, translation({0, 0, 0x1p-12}), large, {}, 0x1p-14).contacts.empty());
}

TEST(BRepContacts, NobodyAsked) {
  EXPECT_EQ(BRepContacts{}.status, Status::NotAsked);
  EXPECT_FALSE(BRepContacts{}.complete);
  EXPECT_EQ(BRepContact{}.a.kind, EntityKind::NotAsked);
}

}  // namespace
}  // namespace clearance
