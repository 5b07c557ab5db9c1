// What began, stayed and ended from frame to frame.
#include <clearance/world/scenes_test.h>

#include <set>
#include <tuple>

namespace clearance::detail {
namespace {

using Kind = ContactEvent::Kind;
using Event = std::tuple<Kind, std::uint32_t, std::uint32_t>;

std::vector<Event> events_of(const World& world) {
  std::vector<Event> events;
  for (const ContactEvent& event : world.events()) events.emplace_back(event.kind, event.a.index, event.b.index);
  return events;
}

class Events : public ::testing::Test {
 protected:
  void frame() { world_.collide().value(); }

  World world_;
  BodyId a_ = world_.add(box({1, 1, 1})).value();
  BodyId b_ = world_.add(box({1, 1, 1}), translation({5, 0, 0})).value();
  BodyId c_ = world_.add(box({1, 1, 1}), translation({0.5, 0, 0})).value();
};

TEST_F(Events, ByHand) {
  EXPECT_EQ(world_.events().ending, Ending::NotAsked);
  EXPECT_FALSE(world_.events().is_free());
  frame();
  EXPECT_EQ(world_.events().ending, Ending::Complete);
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Began, 0, 2}}));
  EXPECT_FALSE(world_.events().is_free());
  frame();  // at rest
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Stayed, 0, 2}}));
  world_.move(b_, translation({0.75, 0, 0})).expect();
  frame();
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Began, 0, 1}, {Kind::Stayed, 0, 2}, {Kind::Began, 1, 2}}));
  world_.move(a_, translation({9, 0, 0})).expect();
  frame();
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Ended, 0, 1}, {Kind::Ended, 0, 2}, {Kind::Stayed, 1, 2}}));
  world_.move(c_, translation({-9, 0, 0})).expect();
  frame();
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Ended, 1, 2}}));
  EXPECT_TRUE(world_.events().is_free());
  frame();
  EXPECT_TRUE(world_.events().size() == 0 && world_.events().is_free());
}

TEST_F(Events, RemovedBodiesEndAndTheirSuccessorsBegin) {
  frame();
  world_.remove(c_).expect();
  const BodyId next = world_.add(box({1, 1, 1}), translation({0.5, 0, 0})).value();
  ASSERT_EQ(next.index, c_.index);
  frame();
  const ContactEvents events = world_.events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, Kind::Ended);
  EXPECT_EQ(events[0].b, c_);
  EXPECT_EQ(events[1].kind, Kind::Began);
  EXPECT_EQ(events[1].b, next);
  world_.remove(next).expect();
  frame();
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Ended, 0, 2}}));
}

TEST_F(Events, AFrameCutShortEndsNothing) {
  frame();
  const Limits late{.deadline = std::chrono::steady_clock::time_point::min()};
  for (const bool moved : {false, true}) {
    if (moved) world_.move(b_, translation({0.75, 0, 0})).expect();
    EXPECT_EQ(world_.collide({.limits = late}).value().ending, Ending::TimedOut);
    EXPECT_EQ(world_.events().ending, Ending::TimedOut);
    EXPECT_EQ(world_.events().size(), 0u);
    EXPECT_FALSE(world_.events().is_free());
  }
  EXPECT_FALSE(world_.collide({.max_pairs = 0}).ok());
  EXPECT_EQ(world_.events().ending, Ending::Refused);
  EXPECT_EQ(world_.collide({.first_only = true}).value().ending, Ending::FirstFound);
  EXPECT_EQ(world_.events().ending, Ending::FirstFound);
  EXPECT_EQ(world_.events().size(), 0u);
  frame();
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Began, 0, 1}, {Kind::Stayed, 0, 2}, {Kind::Began, 1, 2}}));
}

TEST_F(Events, OtherQuestionsAndViewsChangeNothing) {
  frame();
  const WorldView view = world_.view();
  world_.within(1).value();
  world_.at({});
  world_.visit_contacts([](const Contact&) { return true; });
  world_.collide(box({1, 1, 1}), {});
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Began, 0, 2}}));
  World copy = world_;
  copy.collide().value();
  EXPECT_EQ(events_of(copy), (std::vector<Event>{{Kind::Stayed, 0, 2}}));
  EXPECT_EQ(events_of(world_), (std::vector<Event>{{Kind::Began, 0, 2}}));
}

// Against the contacts of the frames themselves, parts and half-spaces among them.
TEST(EventsOfManyFrames, AreTheDifferencesOfTheFrames) {
  Random random(3);
  World world;
  std::vector<BodyId> ids;
  world.add(half_space({0, 0, 1}, -2)).value();
  for (int k = 0; k < 30; ++k) {
    const Part parts[] = {{random_shape(random), {}}, {random_shape(random), translation({0.5, 0, 0})}};
    ids.push_back(world.add(std::span(parts).first(k % 3 == 0 ? 2 : 1), random_pose(random, 3)).value());
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> before;
  for (int frame = 0; frame < 30; ++frame) {
    for (const BodyId id : ids)
      if (random.below(3) == 0) world.move(id, random_pose(random, 3)).expect();
    std::set<std::pair<std::uint32_t, std::uint32_t>> now;
    for (const Contact& contact : world.collide().value()) now.insert(std::minmax({contact.a.index, contact.b.index}));
    std::size_t stayed = 0, began = 0, ended = 0;
    for (const ContactEvent& event : world.events()) {
      const std::pair pair(event.a.index, event.b.index);
      EXPECT_LT(pair.first, pair.second);
      EXPECT_EQ(now.count(pair), event.kind != Kind::Ended);
      EXPECT_EQ(before.count(pair), event.kind != Kind::Began);
      ++(event.kind == Kind::Began ? began : event.kind == Kind::Stayed ? stayed : ended);
    }
    EXPECT_EQ(began + stayed, now.size());
    EXPECT_EQ(ended + stayed, before.size());
    before = now;
  }
}

}  // namespace
}  // namespace clearance::detail
