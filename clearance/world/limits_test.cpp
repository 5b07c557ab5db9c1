// What is said where nothing, or not everything, was asked.
#include <clearance/build/mesh.h>
#include <clearance/world/scenes_test.h>

#include <algorithm>
#include <limits>
#include <thread>

namespace clearance::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Limits over() { return {{}, std::chrono::steady_clock::now() - std::chrono::seconds(1)}; }
Limits stopped() {
  std::stop_source source;
  source.request_stop();
  return {source.get_token(), std::chrono::steady_clock::time_point::max()};
}
CollideOptions within_limits(const Limits& limits) { return {.limits = limits}; }

// Counts broken contracts, and goes on.
int broken = 0;
class BrokenContracts : public ::testing::Test {
 protected:
  BrokenContracts() : before_(set_assert_handler([](const char*, const char*, int) { ++broken; })) { broken = 0; }
  ~BrokenContracts() override { set_assert_handler(before_); }

 private:
  AssertHandler before_;
};

TEST(NotAsked, IsWhatEveryAnswerSaysAtFirst) {
  EXPECT_EQ(Ending{}, Ending::NotAsked);
  EXPECT_EQ(Collisions{}.ending, Ending::NotAsked);
  EXPECT_FALSE(Collisions{}.is_free());
  EXPECT_EQ(Proximities{}.ending, Ending::NotAsked);
  EXPECT_FALSE(Proximities{}.is_free());
  EXPECT_EQ(RayContacts{}.ending, Ending::NotAsked);
  EXPECT_FALSE(RayContacts{}.is_free());
  EXPECT_FALSE(PoseAnswer{}.is_free);
  EXPECT_EQ(PoseAnswer{}.answer.status, Status::NotAsked);
  EXPECT_TRUE(PoseAnswer{}.answer);  // may meet something
  EXPECT_EQ(Contact{}.answer.status, Status::NotAsked);
  EXPECT_EQ(Proximity{}.distance.status, Status::NotAsked);
  EXPECT_EQ(Proximity{}.distance.lower, 0);
  World world;
  EXPECT_FALSE(world.contains(Contact{}.a) || world.contains(RayContact{}.body) || world.contains(PoseAnswer{}.met));
  EXPECT_STREQ(to_string(Ending::NotAsked), "not asked");
}

// Three boxes, a thousand poses that all collide, a deadline that has passed: every answer was "free".
TEST(NotAsked, APoseBeyondTheDeadlineIsNotFree) {
  for (const int threads : {1, 3}) {
    World world({.threads = threads});
    for (int k = 0; k < 3; ++k) ASSERT_TRUE(world.add(box({2, 2, 2}), translation({double(k), 0, 0})).ok());
    const std::vector<Pose> poses(1000, translation({0.5, 0, 0})), apart(1000, translation({50, 0, 0}));
    std::vector<PoseAnswer> out(poses.size());
    for (const Limits& limits : {over(), stopped()}) {
      // All free, in the same buffer: nothing of that may be read later.
      ASSERT_EQ(world.collide_poses(box({1, 1, 1}), apart, out), Ending::Complete);
      for (const PoseAnswer& answer : out) ASSERT_TRUE(answer.is_free && answer.answer.status == Status::Separated);
      EXPECT_NE(world.collide_poses(box({1, 1, 1}), poses, out, limits), Ending::Complete);
      for (const PoseAnswer& answer : out) ASSERT_TRUE(!answer.is_free && answer.answer.status == Status::NotAsked);
    }
    ASSERT_EQ(world.collide_poses(box({1, 1, 1}), poses, out), Ending::Complete);
    for (const PoseAnswer& answer : out) ASSERT_TRUE(!answer.is_free && answer.answer.status == Status::Penetrating);
  }
}

// A deadline somewhere in the middle: what was answered is true, the rest is not asked, and the ending tells.
TEST(NotAsked, ABatchEndedInTheMiddleIsTrueAsFarAsItGoes) {
  World world({.threads = 2});
  Random random(4);
  for (int k = 0; k < 60; ++k) ASSERT_TRUE(world.add(random_shape(random), random_pose(random, 3)).ok());
  const Rounded probe = test_polytope(TestShape::Rod, 40, 5);
  std::vector<Pose> poses;
  poses.reserve(20'000);
  for (int k = 0; k < 20'000; ++k) poses.push_back(random_pose(random, 4));
  std::vector<PoseAnswer> truth(poses.size()), out(poses.size());
  ASSERT_EQ(world.collide_poses(probe, poses, truth), Ending::Complete);
  for (const int microseconds : {50, 500, 3000}) {
    const Limits soon{{}, std::chrono::steady_clock::now() + std::chrono::microseconds(microseconds)};
    const Ending ending = world.collide_poses(probe, poses, out, soon);
    std::size_t asked = 0;
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (out[k].answer.status == Status::NotAsked) {
        ASSERT_FALSE(out[k].is_free);
        continue;
      }
      ++asked;
      ASSERT_EQ(out[k].is_free, truth[k].is_free);
      ASSERT_EQ(out[k].answer.status, truth[k].answer.status);
    }
    EXPECT_EQ(ending == Ending::Complete, asked == out.size());
  }
}

TEST_F(BrokenContracts, AnswersWithoutAPoseAndPosesWithoutAnAnswer) {
  World world;
  ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
  const std::vector<Pose> poses(70, translation({9, 0, 0}));
  std::vector<PoseAnswer> out(100);
  EXPECT_EQ(world.collide_poses(box({1, 1, 1}), poses, out), Ending::NotAsked);
  for (std::size_t k = 0; k < out.size(); ++k) EXPECT_EQ(out[k].is_free, k < poses.size());
  EXPECT_EQ(out[70].answer.status, Status::NotAsked);
  EXPECT_EQ(world.collide_poses(box({1, 1, 1}), poses, std::span(out).first(10)), Ending::NotAsked);
  EXPECT_EQ(broken, 2);
}

// Both said that nothing was met.
TEST_F(BrokenContracts, PointsAndSegmentsThatAreNone) {
  World world;
  ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
  ASSERT_TRUE(world.add(half_space({0, 0, 1}, 0)).ok());
  const double bad[] = {kNan, 1e301, -std::numeric_limits<double>::infinity()};
  for (const double x : bad) {
    EXPECT_EQ(world.at({x, 0, 0}).ending, Ending::NotAsked);
    EXPECT_EQ(world.cast({x, 0, 0}, {1, 0, 0}).ending, Ending::NotAsked);
    EXPECT_EQ(world.cast({0, 0, 0}, {1, 0, x}, true).ending, Ending::NotAsked);
  }
  EXPECT_EQ(broken, 9);
}

class LimitedWorld : public ::testing::TestWithParam<BroadMethod> {};
std::vector<BroadMethod> all_methods() {
  std::vector<BroadMethod> methods;
  for (const BroadRow& row : broad_methods()) methods.push_back(row.id);
  return methods;
}
INSTANTIATE_TEST_SUITE_P(Methods, LimitedWorld, ::testing::ValuesIn(all_methods()),
                         [](const auto& parameter) { return std::string(to_string(parameter.param)); });

struct Ended {
  const char* question;
  Ending ending;
  std::size_t found;
};

// Every question there is.
std::vector<Ended> ask_everything(World& world, const Limits& limits) {
  std::vector<Ended> ended;
  const auto add = [&](const char* question, Ending ending, std::size_t found) {
    ended.push_back({question, ending, found});
  };
  const CollideOptions options = within_limits(limits);
  const Collisions all = world.collide(options).value();
  add("collide", all.ending, all.contacts.size());
  std::size_t visits = 0;
  const Ending visited = world.visit_contacts([&](const Contact&) { return ++visits > 0; }, limits);
  add("visit_contacts", visited, visits);
  const Proximities near = world.within(0.5, options).value();
  add("within", near.ending, near.pairs.size());
  const Collisions met = world.collide(box({3, 3, 3}), {}, options);
  add("collide a probe", met.ending, met.contacts.size());
  const Proximities close = world.within(0.5, box({3, 3, 3}), {}, options).value();
  add("within of a probe", close.ending, close.pairs.size());
  const Collisions at = world.at({0, 0, -0.25}, limits);
  add("at", at.ending, at.contacts.size());
  const RayContacts hits = world.cast({-9, 0, 0}, {9, 0, 0}, false, limits);
  add("cast", hits.ending, hits.size());
  const Pose poses[] = {{}, translation({0, 0, 99})};
  PoseAnswer answers[2];
  const Ending batch = world.collide_poses(box({1, 1, 1}), poses, answers, limits);
  add("collide_poses", batch,
      (answers[0].answer.status != Status::NotAsked ? 1u : 0u) + (answers[1].is_free ? 1u : 0u));
  return ended;
}

TEST_P(LimitedWorld, SaysForEveryQuestionThatItWasNotAsked) {
  for (const int threads : {1, 2}) {
    World world({.broad = GetParam(), .threads = threads});
    ASSERT_TRUE(world.add(half_space({0, 0, 1}, -0.1)).ok());
    std::vector<BodyId> cubes;
    cubes.reserve(40);
    for (int k = 0; k < 40; ++k) cubes.push_back(world.add(box({1, 1, 1}), translation({0.4 * k - 8, 0, 0})).value());
    ASSERT_TRUE(world.add(mesh_of(box({1, 1, 1})), translation({0, 0.5, 0})).ok());
    const auto expect_ended = [&](const Limits& limits, Ending wanted) {
      for (const Ended& one : ask_everything(world, limits)) {
        EXPECT_EQ(one.ending, wanted) << one.question;
        EXPECT_EQ(one.found, 0u) << one.question;
      }
    };
    for (int round = 0; round < 4; ++round) {
      expect_ended(over(), Ending::TimedOut);
      expect_ended(stopped(), Ending::Stopped);
      World fresh({.broad = GetParam()});
      ASSERT_TRUE(fresh.add(half_space({0, 0, 1}, -0.1)).ok());
      for (const BodyId cube : cubes) ASSERT_TRUE(fresh.add(box({1, 1, 1}), world.pose(cube)).ok());
      ASSERT_TRUE(fresh.add(mesh_of(box({1, 1, 1})), translation({0, 0.5, 0})).ok());
      const std::vector<Ended> found = ask_everything(world, {}), truth = ask_everything(fresh, {});
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(found[k].ending, Ending::Complete) << found[k].question;
        EXPECT_EQ(found[k].found, truth[k].found) << found[k].question;
        EXPECT_GT(found[k].found, 0u) << found[k].question;
      }
      // Few moves, and many.
      for (std::size_t k = 0; k < cubes.size(); k += round % 2 == 0 ? 20 : 1)
        world.move(cubes[k], translation({0.3 * double(k) - 6 + 0.1 * round, 0.125 * round, 0})).expect();
    }
    // The same from within a visitor.
    world.visit_contacts([&](const Contact&) {
      EXPECT_EQ(world.collide(box({3, 3, 3}), {}, within_limits(over())).ending, Ending::TimedOut);
      EXPECT_EQ(world.at({0, 0, 0}, stopped()).ending, Ending::Stopped);
      EXPECT_EQ(world.cast({-9, 0, 0}, {9, 0, 0}, true, over()).ending, Ending::TimedOut);
      return false;
    });
  }
}

// The deadline is looked at where no pair is found as well.
TEST_P(LimitedWorld, EndsInTheMiddleOfABroadPhaseThatFindsNothing) {
  World world({.broad = GetParam()});
  const Rounded cube = box({1, 1, 1});
  std::vector<BodyId> cubes;
  cubes.reserve(3000);
  for (int row = 0; row < 60; ++row)
    for (int k = 0; k < 50; ++k) cubes.push_back(world.add(cube, translation({2.0 * k, 2.0 * row, 0})).value());
  std::size_t complete = 0;
  for (const int microseconds : {1, 20, 100, 60'000'000}) {
    for (const BodyId body : cubes)
      world.move(body, translation(world.pose(body).translation() + Vec3{0, 0, 0.5})).expect();
    const Limits soon{{}, std::chrono::steady_clock::now() + std::chrono::microseconds(microseconds)};
    const Collisions met = world.collide(within_limits(soon)).value();
    EXPECT_TRUE(met.ending == Ending::TimedOut || met.is_free());
    complete += met.is_free() ? 1 : 0;
    EXPECT_TRUE(world.collide().value().is_free());
  }
  EXPECT_GT(complete, 0u);
}

// A stop may come from another thread at any moment of any question.
TEST(NotAsked, AStopFromAnotherThreadIsSeenByAll) {
  World world({.threads = 3});
  Random random(8);
  for (int k = 0; k < 300; ++k) ASSERT_TRUE(world.add(random_shape(random), random_pose(random, 3)).ok());
  const std::vector<ContactKey> truth = keys_of(world.collide().value().contacts);
  const std::vector<Pose> poses(20'000, translation({0.5, 0, 0}));
  std::vector<PoseAnswer> out(poses.size());
  for (int round = 0; round < 8; ++round) {
    std::stop_source source;
    const Limits limits{source.get_token(), std::chrono::steady_clock::time_point::max()};
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(100 * round));
      source.request_stop();
    });
    const Collisions met = world.collide(within_limits(limits)).value();
    const Ending batch = world.collide_poses(box({1, 1, 1}), poses, out, limits);
    other.join();
    EXPECT_TRUE(met.ending == Ending::Stopped || keys_of(met.contacts) == truth);
    for (const ContactKey& key : keys_of(met.contacts))
      EXPECT_TRUE(std::binary_search(truth.begin(), truth.end(), key));
    std::size_t asked = 0;
    for (const PoseAnswer& answer : out) asked += answer.answer.status != Status::NotAsked ? 1 : 0;
    EXPECT_EQ(batch == Ending::Complete, asked == out.size());
    EXPECT_EQ(keys_of(world.collide().value().contacts), truth);
  }
}

}  // namespace
}  // namespace clearance::detail
