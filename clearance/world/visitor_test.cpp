// What may be done to a world from within its own visitor: it cannot be changed, but it can be asked, copied, moved
// from, assigned to and done away with.
#include <clearance/world/scenes_test.h>

#include <memory>
#include <string>

namespace clearance::detail {
namespace {

// A row of cubes that meet their neighbours, and a floor that all of them meet.
constexpr std::size_t kCubes = 12;

World row_of_cubes(const WorldOptions& options) {
  World world(options);
  EXPECT_TRUE(world.add(half_space({0, 0, 1}, -0.25), {.name = "floor"}).ok());
  for (std::size_t k = 0; k < kCubes; ++k)
    EXPECT_TRUE(
        world.add(box({1, 1, 1}), translation({0.75 * double(k), 0, 0}), {.name = "cube" + std::to_string(k)}).ok());
  return world;
}

BodyId named(const World& world, const char* name) { return world.find(name).value_or(BodyId{}); }

// All that can be asked, as it is in a row of cubes that nobody has moved.
void expect_all_answers(World& world) {
  const Collisions met = world.collide().value();
  EXPECT_EQ(met.ending, Ending::Complete);
  EXPECT_EQ(met.contacts.size(), 2 * kCubes - 1);
  std::size_t visits = 0;
  EXPECT_EQ(world.visit_contacts([&](const Contact&) { return ++visits > 0; }), Ending::Complete);
  EXPECT_EQ(visits, 2 * kCubes - 1);
  EXPECT_EQ(world.within(0.5).value().pairs.size(), kCubes - 1 + kCubes - 2 + kCubes);
}
// The same about things that are no part of it, which may be asked from within a visitor.
void expect_answers_to_probes(World& world) {
  EXPECT_EQ(world.collide(box({1, 1, 1}), translation({0.25, 0, 0})).contacts.size(), 3u);
  EXPECT_EQ(world.within(0.25, box({0.5, 0.5, 0.5}), {}).value().pairs.size(), 3u);
  EXPECT_EQ(world.at({0, 0, 0.25}).contacts.size(), 1u);
  const RayContacts hits = world.cast({-5, 0, 0}, {50, 0, 0});
  EXPECT_EQ(hits.ending, Ending::Complete);
  EXPECT_EQ(hits.size(), kCubes);
  const Pose poses[] = {translation({3, 0, 0}), translation({3, 0, 9})};
  PoseAnswer answers[2];
  EXPECT_EQ(world.collide_poses(box({1, 1, 1}), poses, answers), Ending::Complete);
  EXPECT_FALSE(answers[0].is_free);
  EXPECT_TRUE(answers[1].is_free);
}

class VisitedWorld : public ::testing::TestWithParam<BroadMethod> {
 protected:
  World world_ = row_of_cubes({.broad = GetParam()});
};

std::vector<BroadMethod> all_methods() {
  std::vector<BroadMethod> methods;
  for (const BroadRow& row : broad_methods()) methods.push_back(row.id);
  return methods;
}
INSTANTIATE_TEST_SUITE_P(Methods, VisitedWorld, ::testing::ValuesIn(all_methods()),
                         [](const auto& parameter) { return std::string(to_string(parameter.param)); });

// The copy inherited the broad phase's mark of being visited: its probes, rays and points met half-spaces only, with
// the ending Complete, and its collide() was refused.
TEST_P(VisitedWorld, ACopySeesEverythingAndIsIndependent) {
  std::vector<World> copies;
  std::size_t visits = 0;
  EXPECT_EQ(world_.visit_contacts([&](const Contact&) {
    if (++visits % 5 != 1) return true;
    World copy = world_;
    expect_answers_to_probes(copy);
    expect_all_answers(copy);
    const BodyId last = named(copy, "cube11");
    copy.move(last, translation({99, 0, 0})).expect();
    EXPECT_EQ(copy.collide().value().contacts.size(), 2 * kCubes - 2);
    EXPECT_TRUE(copy.add(box({1, 1, 1}), translation({99.5, 0, 9})).ok());
    copy.remove(last).expect();
    copies.push_back(world_);
    copies.back() = copy;
    copies.back() = world_;
    return true;
  }),
            Ending::Complete);
  EXPECT_EQ(visits, 2 * kCubes - 1);
  for (World& copy : copies) expect_all_answers(copy);
  expect_all_answers(world_);
}

TEST_P(VisitedWorld, ACopyOfACopyMadeByThreads) {
  World world = row_of_cubes({.broad = GetParam(), .threads = 3});
  World kept;
  EXPECT_EQ(world.visit_contacts([&](const Contact&) {
    World outer = world;
    outer.visit_contacts([&](const Contact&) {
      kept = outer;
      expect_answers_to_probes(kept);
      return false;
    });
    expect_all_answers(outer);
    return false;
  }),
            Ending::Visitor);
  expect_all_answers(kept);
  expect_all_answers(world);
}

TEST_P(VisitedWorld, NothingAboutItCanBeChanged) {
  const BodyId cube = named(world_, "cube0"), other = named(world_, "cube9");
  std::size_t visits = 0;
  world_.visit_contacts([&](const Contact&) {
    ++visits;
    EXPECT_EQ(world_.move(cube, {}).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world_.remove(cube).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world_.set_padding(cube, 1).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world_.set_groups(cube, {}).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world_.attach(cube, other).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world_.detach(cube).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world_.allow(cube, other).fault(), WorldFault::BeingVisited);
    EXPECT_FALSE(world_.add(box({1, 1, 1})).ok());
    EXPECT_FALSE(world_.add(half_space({0, 0, 1}, 0)).ok());
    EXPECT_FALSE(world_.collide().ok());
    EXPECT_FALSE(world_.within(1).ok());
    EXPECT_EQ(world_.visit_contacts([](const Contact&) { return true; }), Ending::Refused);
    expect_answers_to_probes(world_);
    return true;
  });
  EXPECT_EQ(visits, 2 * kCubes - 1);
  expect_all_answers(world_);
}

// The visit goes on over what it began with.
TEST_P(VisitedWorld, AnotherWorldMayTakeItsPlace) {
  for (const bool moves : {false, true}) {
    World world = world_, other(WorldOptions{.broad = GetParam()});
    ASSERT_TRUE(other.add(box({1, 1, 1})).ok());
    std::size_t visits = 0;
    EXPECT_EQ(world.visit_contacts([&](const Contact& contact) {
      if (++visits == 1) {
        moves ? world = std::move(other) : world = other;
        EXPECT_EQ(world.size(), 1u);
        EXPECT_TRUE(world.collide().value().is_free());
        EXPECT_TRUE(world.add(box({1, 1, 1})).ok());  // this one is not being visited
      }
      EXPECT_TRUE(contact.answer.status == Status::Penetrating);
      return true;
    }),
              Ending::Complete);
    EXPECT_EQ(visits, 2 * kCubes - 1);
    EXPECT_EQ(world.collide().value().contacts.size(), 1u);
  }
}

TEST_P(VisitedWorld, ItMayBeMovedFromAndDoneAwayWith) {
  auto world = std::make_unique<World>(world_);
  std::size_t visits = 0;
  EXPECT_EQ(world->visit_contacts([&](const Contact&) {
    if (++visits == 1) {
      World taken = std::move(*world);
      EXPECT_EQ(taken.collide(box({1, 1, 1}), {}).contacts.size(), 3u);
      EXPECT_FALSE(taken.collide().ok());  // it is what is being visited now
      world.reset();
    }
    return true;
  }),
            Ending::Complete);
  EXPECT_EQ(visits, 2 * kCubes - 1);

  World from = world_, to;
  EXPECT_EQ(from.visit_contacts([&](const Contact&) { return to = std::move(from), false; }), Ending::Visitor);
  expect_all_answers(to);
  from = to;
  expect_all_answers(from);
}

}  // namespace
}  // namespace clearance::detail
