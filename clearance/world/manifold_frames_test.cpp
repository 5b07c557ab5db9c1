// What is known of points from frame to frame: values and ages, beginnings and ends, answers that are cut off, copies,
// lists that live on.
#include <clearance/world/manifolds_test.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <stop_token>

namespace clearance::detail {
namespace {

// ---- From frame to frame --------------------------------------------------------------------------------------------

TEST(ManifoldFrames, ValuesStayWhileABoxSlides) {
  Tower tower(2);
  write_values(tower.world, found_in(tower.world), 1);
  for (int frame = 1; frame <= 20; ++frame) {
    tower.shift(1, {0.01 * frame, 0.003 * frame, 0.0001 * frame});
    const WorldManifolds found = found_in(tower.world);
    ASSERT_EQ(found.size(), 2u);
    for (const PairManifold& pair : found) {
      EXPECT_EQ(pair.event, Kind::Stayed);
      ASSERT_EQ(pair.points().size(), 4u);
    }
    EXPECT_EQ(values_of(found[0].points()), (std::set<double>{1, 2, 3, 4})) << "the cube on the floor has not moved";
    for (const ContactPoint& point : found[0].points()) EXPECT_EQ(point.age, static_cast<std::uint32_t>(frame));
    if (frame == 1) {
      // Four corners over corners have become two edges that cross, a corner on a face, and a face under a corner.
      for (const ContactPoint& point : found[1].points()) EXPECT_EQ(point.age, 0u);
      for (ContactPoint& point : tower.world.contact_points(found[1])) point.user = {10, 2, 3, 4};
    } else {
      for (const ContactPoint& point : found[1].points()) {
        EXPECT_EQ(point.age, static_cast<std::uint32_t>(frame - 1));
        EXPECT_EQ(point.user, (std::array<double, 4>{10, 2, 3, 4}));
      }
    }
  }
}

TEST(ManifoldFrames, PairsBeginStayAndEnd) {
  Tower tower(2);
  EXPECT_EQ(found_in(tower.world)[1].event, Kind::Began);
  write_values(tower.world, found_in(tower.world), 1);
  EXPECT_EQ(found_in(tower.world)[1].event, Kind::Stayed);
  for (const double far : {0.5, 50.0}) {
    SCOPED_TRACE(far);
    tower.shift(1, {0, 0, far});
    {
      const WorldManifolds found = found_in(tower.world);
      ASSERT_EQ(found.size(), 1u);
      ASSERT_EQ(found.ended().size(), 1u);
      const PairManifold& gone = found.ended()[0];
      EXPECT_TRUE(are_of(gone, tower.cubes[0], tower.cubes[1]));
      EXPECT_EQ(gone.event, Kind::Ended);
      EXPECT_EQ(gone.points().size(), 4u);
      EXPECT_EQ(*values_of(gone.points()).rbegin(), 8) << "with its last values";
      EXPECT_TRUE(tower.world.contact_points(gone).empty());
    }
    EXPECT_TRUE(found_in(tower.world).ended().empty()) << "once";
    tower.shift(1, {});
    const WorldManifolds again = found_in(tower.world);
    EXPECT_EQ(again[1].event, Kind::Began);
    for (const ContactPoint& point : again[1].points()) EXPECT_EQ(point.user[0], 0) << "what ended is forgotten";
    write_values(tower.world, again, 1);
  }
}

// While others come, go and are asked other questions.
TEST(ManifoldFrames, ValuesStayWhileOthersComeAndGo) {
  Tower tower(4);
  write_values(tower.world, found_in(tower.world), 1);
  Random random(7);
  std::vector<BodyId> others;
  for (std::uint32_t frame = 1; frame <= 30; ++frame) {
    if (others.size() > 3) {
      tower.world.remove(others[random.below(4)]).expect();
      std::erase_if(others, [&](BodyId id) { return !tower.world.contains(id); });
    }
    others.push_back(tower.world.add(random_shape(random), random_pose(random, 3)).value());
    if (frame % 3 == 0) (void)tower.world.collide().value();
    if (frame % 5 == 0) (void)tower.world.within(0.5).value();
    if (frame % 7 == 0) (void)tower.world.view();
    const WorldManifolds found = found_in(tower.world);
    double next = 1;
    for (std::size_t k = 0; k < 4; ++k) {
      const PairManifold* pair = find(found, k == 0 ? tower.floor : tower.cubes[k - 1], tower.cubes[k]);
      ASSERT_NE(pair, nullptr);
      EXPECT_EQ(pair->event, Kind::Stayed);
      for (const ContactPoint& point : pair->points()) {
        EXPECT_EQ(point.user[0], next++);
        EXPECT_EQ(point.age, frame);
      }
    }
  }
}

TEST(ManifoldFrames, ABodyInAnothersPlaceInheritsNothing) {
  Tower tower(2);
  write_values(tower.world, found_in(tower.world), 1);
  const BodyId old = tower.cubes[1];
  tower.world.remove(old).expect();
  const BodyId cube = tower.world.add(box({1, 1, 1}), Tower::at(1)).value();
  ASSERT_EQ(cube.index, old.index);
  const WorldManifolds found = found_in(tower.world);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].event, Kind::Stayed);
  EXPECT_EQ(found[1].event, Kind::Began);
  EXPECT_EQ(found[1].b, cube);
  for (const ContactPoint& point : found[1].points()) EXPECT_TRUE(point.user[0] == 0 && point.age == 0);
  ASSERT_EQ(found.ended().size(), 1u);
  EXPECT_EQ(found.ended()[0].b, old);
  EXPECT_EQ(*values_of(found.ended()[0].points()).begin(), 5);
}

TEST(ManifoldFrames, ExcludedPairsEnd) {
  Tower tower(2);
  write_values(tower.world, found_in(tower.world), 1);
  tower.world.attach(tower.cubes[1], tower.cubes[0]).expect();
  EXPECT_EQ(found_in(tower.world).ended().size(), 1u);
  tower.world.detach(tower.cubes[1]).expect();
  const WorldManifolds found = found_in(tower.world);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].event, Kind::Began);
  tower.world.set_groups(tower.cubes[0], {1, 0}).expect();
  EXPECT_TRUE(found_in(tower.world).is_free());
}

// A shape that grows is the same body: its features are the same, too.
TEST(ManifoldFrames, PaddingKeepsValues) {
  Tower tower(1);
  write_values(tower.world, found_in(tower.world), 1);
  tower.world.set_padding(tower.cubes[0], 0.25).expect();
  const WorldManifolds found = found_in(tower.world);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].event, Kind::Stayed);
  EXPECT_EQ(values_of(found[0].points()), (std::set<double>{1, 2, 3, 4}));
  for (const ContactPoint& point : found[0].points()) EXPECT_NEAR(point.gap(), -0.265625, 1e-12);
}

TEST(ManifoldFrames, OtherOptionsAskAgain) {
  Tower tower(1);
  EXPECT_EQ(found_in(tower.world)[0].points().size(), 4u);
  const WorldManifolds fewer = found_in(tower.world, {.points_per_patch = 2});
  EXPECT_EQ(fewer[0].points().size(), 2u);
  EXPECT_EQ(fewer[0].event, Kind::Stayed);
  EXPECT_EQ(tower.world.statistics().kept, 0u);
  (void)found_in(tower.world, {.points_per_patch = 2});
  EXPECT_EQ(tower.world.statistics().kept, 1u);
  EXPECT_EQ(tower.world.statistics().tested, 0u);
}

// ---- What does not come to its end ----------------------------------------------------------------------------------

CollideOptions stopped() {
  static std::stop_source source;
  source.request_stop();
  return {.limits = {.stop = source.get_token()}};
}

TEST(ManifoldFrames, AnInterruptedAnswerClaimsNothingAndLosesNothing) {
  Tower tower(2);
  write_values(tower.world, found_in(tower.world), 1);
  const auto interrupt = [&] {
    const WorldManifolds cut = tower.world.manifolds({}, stopped()).value();
    EXPECT_EQ(cut.ending, Ending::Stopped);
    EXPECT_EQ(cut.size(), 0u);
    EXPECT_TRUE(cut.ended().empty());
    EXPECT_FALSE(cut.is_free());
  };
  interrupt();
  // Away and back while nobody gets an answer.
  for (const double far : {0.25, 80.0}) {
    tower.shift(1, {0, 0, far});
    interrupt();
    EXPECT_EQ(tower.world.manifolds({}, {.first_only = true}).value().ending, Ending::FirstFound);
    EXPECT_FALSE(tower.world.manifolds({}, {.max_pairs = 0}).ok());
    tower.shift(1, {});
    interrupt();
  }
  const WorldManifolds found = found_in(tower.world);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found.ended().empty());
  double next = 1;
  for (const PairManifold& pair : found) {
    EXPECT_EQ(pair.event, Kind::Stayed);
    for (const ContactPoint& point : pair.points()) {
      EXPECT_EQ(point.user[0], next++);
      EXPECT_EQ(point.age, 1u) << "no answer between";
    }
  }
}

TEST(ManifoldFrames, AnEndThatWasCutOffIsToldLater) {
  Tower tower(2);
  write_values(tower.world, found_in(tower.world), 1);
  tower.world.remove(tower.cubes[1]).expect();
  EXPECT_EQ(tower.world.manifolds({}, stopped()).value().ending, Ending::Stopped);
  EXPECT_EQ(tower.world.manifolds({}, {.first_only = true}).value().ending, Ending::FirstFound);
  const WorldManifolds found = found_in(tower.world);
  EXPECT_EQ(found.size(), 1u);
  ASSERT_EQ(found.ended().size(), 1u);
  EXPECT_EQ(values_of(found.ended()[0].points()), (std::set<double>{5, 6, 7, 8}));
}

TEST(ManifoldFrames, TheFirstAlone) {
  Tower tower(3);
  const WorldManifolds first = tower.world.manifolds({}, {.first_only = true}).value();
  EXPECT_EQ(first.ending, Ending::FirstFound);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_TRUE(are_of(first[0], tower.floor, tower.cubes[0]));
  EXPECT_EQ(first[0].event, Kind::None);
  EXPECT_EQ(first[0].points().size(), 4u);
  EXPECT_TRUE(tower.world.contact_points(first[0]).empty());
  EXPECT_EQ(found_in(tower.world)[0].event, Kind::Began);
  World free;
  free.add(box({1, 1, 1})).value();
  EXPECT_TRUE(free.manifolds({}, {.first_only = true}).value().is_free());
}

struct StopAfter {
  std::shared_ptr<std::atomic<int>> left;
  bool stop_requested() const { return left->fetch_sub(1) <= 0; }
};
Ending cut_off(World& world, int after) {
  const CollideOptions options{.limits = {.stop = StopAfter{std::make_shared<std::atomic<int>>(after)}}};
  const WorldManifolds found = world.manifolds({}, options).value();
  EXPECT_TRUE(found.ending == Ending::Complete || (found.size() == 0 && found.ended().empty()));
  return found.ending;
}

// Whatever is asked in vain, and wherever everybody is then, complete answers follow complete ones.
TEST(ManifoldFrames, CutOffAfterAnyNumberOfLooks) {
  for (const int threads : {1, 3}) {
    Crowd plain({.threads = 1}), cut({.threads = threads});
    std::size_t stopped = 0, began = 0, ended = 0;
    for (int frame = 0; frame < 5; ++frame) {
      for (const int after : {0, 1, 2, 3, 5, 8, 13, 21, 34, 55}) {
        // Everybody somewhere else, and back.
        std::vector<Pose> poses;
        for (const BodyId body : cut.bodies) {
          poses.push_back(cut.world.pose(body));
          cut.world.move(body, translation({0.01 * body.index * after, 0, 0.3 * after})).expect();
        }
        World tried = cut.world;  // one that does come to its end remembers something else
        if (cut_off(tried, after) == Ending::Stopped && cut_off(cut.world, after) == Ending::Stopped) ++stopped;
        for (std::size_t k = 0; k < poses.size(); ++k) cut.world.move(cut.bodies[k], poses[k]).expect();
      }
      const WorldManifolds x = found_in(plain.world), y = found_in(cut.world);
      ASSERT_EQ(x.size(), y.size());
      for (std::size_t k = 0; k < x.size(); ++k) {
        EXPECT_TRUE(are_of(y[k], x[k].a, x[k].b));
        EXPECT_EQ(x[k].event, y[k].event);
        EXPECT_EQ(x[k].status(), y[k].status());
        began += x[k].event == Kind::Began ? 1 : 0;
      }
      ASSERT_EQ(x.ended().size(), y.ended().size());
      for (std::size_t k = 0; k < x.ended().size(); ++k)
        EXPECT_TRUE(are_of(y.ended()[k], x.ended()[k].a, x.ended()[k].b));
      ended += x.ended().size();
      plain.step(), cut.step();
      plain.world.remove(plain.bodies.back()).expect(), cut.world.remove(cut.bodies.back()).expect();
      plain.bodies.pop_back(), cut.bodies.pop_back();
    }
    EXPECT_GT(stopped, 15u);
    EXPECT_GT(began, 20u);
    EXPECT_GT(ended, 3u);
  }
}

// ---- Copies, lists that live on, visitors ---------------------------------------------------------------------------

TEST(ManifoldFrames, CopiesGoOnWithWhatWasKnown) {
  Tower tower(2);
  write_values(tower.world, found_in(tower.world), 1);
  World copy = tower.world;
  write_values(tower.world, found_in(tower.world), 100);
  EXPECT_EQ(values_of(found_in(copy)[0].points()), (std::set<double>{1, 2, 3, 4}));
  EXPECT_EQ(found_in(copy)[0].event, Kind::Stayed);
  World moved = std::move(tower.world);
  EXPECT_EQ(*values_of(found_in(moved)[0].points()).begin(), 100);
  copy = moved;
  EXPECT_EQ(*values_of(found_in(copy)[0].points()).begin(), 100);
  EXPECT_TRUE(copy.restore(moved.snapshot()).ok());
  EXPECT_EQ(found_in(copy)[0].event, Kind::Began) << "a restored world remembers no frames";
}

TEST(ManifoldFrames, AListThatLivesOnKeepsWhatItShows) {
  WorldManifolds kept;
  {
    Tower tower(2);
    kept = found_in(tower.world);
    write_values(tower.world, kept, 1);
    tower.shift(1, {0.25, 0, 0});
    const WorldManifolds next = found_in(tower.world);
    EXPECT_EQ(next[0].event, Kind::Stayed);
    EXPECT_EQ(values_of(next[0].points()), (std::set<double>{1, 2, 3, 4}));
    write_values(tower.world, next, 50);
    EXPECT_TRUE(tower.world.contact_points(kept[0]).size() == 4) << "the pair is there";
    tower.world.remove(tower.cubes[1]).expect();
    (void)found_in(tower.world);
  }
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(values_of(kept[1].points()), (std::set<double>{5, 6, 7, 8}));
  for (const ContactPoint& point : kept[1].points()) EXPECT_NEAR(std::fabs(point.a.x), 0.5, 1e-12);
  const WorldManifolds copy = kept;
  kept = {};
  EXPECT_EQ(copy[0].points().size(), 4u);
}

TEST(ManifoldFrames, WithinAVisitorTheyAreRefused) {
  Tower tower(2);
  const WorldManifolds found = found_in(tower.world);
  tower.world.visit_contacts([&](const Contact& contact) {
    EXPECT_EQ(tower.world.manifolds().error().code, ErrorCode::NotNow);
    EXPECT_TRUE(tower.world.contact_points(found[0]).empty());
    EXPECT_EQ(tower.world.manifold(contact.a, contact.b).points.size(), 4u);
    EXPECT_EQ(tower.world.place(contact).status, Status::Penetrating);
    World copy = tower.world;
    EXPECT_EQ(found_in(copy)[0].event, Kind::Stayed);
    return true;
  });
}

}  // namespace
}  // namespace clearance::detail
