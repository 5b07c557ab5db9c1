#include <clearance/brep/contacts/track.h>

#include <clearance/brep/contacts/contact_cases_test.h>

#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

// A tip on the top of a box from (-2, -2, -1) to (2, 2, 0).
struct Scene {
  BRep tip = brep_of(tip_soup(1));
  BRep box = brep_of(box_soup({-2, -2, -1}, {2, 2, 0}));
  Entity apex = vertex_at(tip, {0, 0, 0});
  Entity top = face_at(box, {0, 0, 1}, {0, 0, 0});
  Entity side = face_at(box, {1, 0, 0}, {2, 0, 0});
  Entity bottom = face_at(box, {0, 0, -1}, {0, 0, -1});
  Entity rim = edge_at(box, {2, -2, 0}, {2, 2, 0});
  Entity corner = vertex_at(box, {2, 2, 0});
};

BRepContact at(Entity a, Entity b, Vec3 p) { return {a, b, p, p, 0}; }

// --- solved by hand

TEST(Track, SlidesOverAnEdgeAndLeaves) {
  const Scene s;
  ContactTracker tracker;
  const auto step = [&](std::vector<BRepContact> now) { return tracker.update(s.tip, s.box, now); };

  auto frame = step({at(s.apex, s.top, {0, 0, 0})});
  ASSERT_EQ(frame.size(), 1u);
  EXPECT_EQ(frame[0].event, TrackEvent::Born);
  EXPECT_EQ(frame[0].id, 1u);

  frame = step({at(s.apex, s.top, {1.5, 0, 0})});
  EXPECT_EQ(frame[0].event, TrackEvent::Kept);
  EXPECT_EQ(frame[0].id, 1u);

  frame = step({at(s.apex, s.rim, {2, 0, 0})});
  EXPECT_EQ(frame[0].event, TrackEvent::Moved);
  frame = step({at(s.apex, s.side, {2, 0, -0.5})});
  EXPECT_EQ(frame[0].event, TrackEvent::Moved);
  EXPECT_EQ(frame[0].id, 1u);
  EXPECT_EQ(frame[0].age, 3u);
  EXPECT_EQ(tracker.alive().size(), 1u);

  frame = step({});
  ASSERT_EQ(frame.size(), 1u);
  EXPECT_EQ(frame[0].event, TrackEvent::Gone);
  EXPECT_EQ(frame[0].id, 1u);
  EXPECT_TRUE(tracker.alive().empty());

  // Ids are not given twice.
  frame = step({at(s.apex, s.side, {2, 0, -0.5})});
  EXPECT_EQ(frame[0].event, TrackEvent::Born);
  EXPECT_EQ(frame[0].id, 2u);
}

// --- degenerate

// From the top to the bottom there is no way in one step.
TEST(Track, NotAdjacent) {
  const Scene s;
  ContactTracker tracker;
  tracker.update(s.tip, s.box, std::vector{at(s.apex, s.top, {0, 0, 0})});
  const auto frame = tracker.update(s.tip, s.box, std::vector{at(s.apex, s.bottom, {0, 0, -1})});
  ASSERT_EQ(frame.size(), 2u);
  EXPECT_EQ(frame[0].event, TrackEvent::Born);
  EXPECT_EQ(frame[0].id, 2u);
  EXPECT_EQ(frame[1].event, TrackEvent::Gone);
  EXPECT_EQ(frame[1].id, 1u);
}

// Of two that could have moved, the nearer one has; the same entities go before.
TEST(Track, NearestMoves) {
  const Scene s;
  const Entity other = vertex_at(s.tip, {1, 1, 1}), edge = edge_at(s.tip, {0, 0, 0}, {1, 1, 1});
  ContactTracker tracker;
  tracker.update(s.tip, s.box, std::vector{at(s.apex, s.top, {0, 0, 0}), at(other, s.rim, {2, 1, 0})});
  const auto frame =
      tracker.update(s.tip, s.box, std::vector{at(edge, s.corner, {2, 2, 0}), at(s.apex, s.top, {0.5, 0, 0})});
  ASSERT_EQ(frame.size(), 2u);
  EXPECT_EQ(frame[0].event, TrackEvent::Moved);
  EXPECT_EQ(frame[0].id, 2u);
  EXPECT_EQ(frame[1].event, TrackEvent::Kept);
  EXPECT_EQ(frame[1].id, 1u);
}

// The tracker believed its contacts for whatever solids came next: equal numbers were "kept", and of a smaller solid
// entities were looked up that it does not have.
TEST(Track, OtherSolidsBeginAnew) {
  const Scene s;
  const BRep small = brep_of(box_soup({0, 0, 0}, {1, 1, 1})), large = brep_of(sphere_soup(12, 12));
  ContactTracker tracker;
  const auto last = static_cast<std::uint32_t>(large.vertex_count() - 1);
  tracker.update(
      large, s.box,
      std::vector{at({EntityKind::Vertex, last}, s.top, {0, 0, 0}), at({EntityKind::Vertex, 0}, s.top, {1, 0, 0})});
  const auto frame = tracker.update(small, s.box, std::vector{at({EntityKind::Vertex, 0}, s.top, {1, 0, 0})});
  ASSERT_EQ(frame.size(), 3u);
  EXPECT_EQ(frame[0].event, TrackEvent::Born);
  EXPECT_EQ(frame[0].id, 3u);
  EXPECT_EQ(frame[1].event, TrackEvent::Gone);
  EXPECT_EQ(frame[2].event, TrackEvent::Gone);
  // A copy of the solid is the solid.
  const BRep copy = small;
  const auto next = tracker.update(copy, s.box, std::vector{at({EntityKind::Vertex, 0}, s.top, {1, 0, 0})});
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(next[0].event, TrackEvent::Kept);
}

TEST(Track, NobodyAsked) {
  EXPECT_EQ(TrackedContact{}.event, TrackEvent::NotAsked);
  EXPECT_EQ(TrackedContact{}.id, 0u);
  const Scene s;
  ContactTracker tracker;
  EXPECT_TRUE(tracker.update(s.tip, s.box, {}).empty());
}

}  // namespace
}  // namespace clearance
