// Points where the bodies of a world meet, and what is known of them from frame to frame.
#include <clearance/build/mesh.h>
#include <clearance/world/scenes_test.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <set>
#include <stop_token>

namespace clearance::detail {
namespace {

using Kind = ContactEvent::Kind;

WorldManifolds found_in(World& world, const ManifoldOptions& options = {}) {
  WorldManifolds found = world.manifolds(options).value();
  EXPECT_EQ(found.ending, Ending::Complete);
  return found;
}

bool are_of(const PairManifold& pair, BodyId a, BodyId b) { return pair.a == a && pair.b == b; }

const PairManifold* find(const WorldManifolds& found, BodyId a, BodyId b) {
  for (const PairManifold& pair : found)
    if (are_of(pair, a, b) || are_of(pair, b, a)) return &pair;
  return nullptr;
}

// Every point gets a value of its own.
void write_values(World& world, const WorldManifolds& found, double first) {
  for (const PairManifold& pair : found)
    for (ContactPoint& point : world.contact_points(pair)) point.user = {first++, 2, 3, 4};
}

std::set<double> values_of(std::span<const ContactPoint> points) {
  std::set<double> values;
  for (const ContactPoint& point : points) values.insert(point.user[0]);
  return values;
}

// A floor, and cubes with sides of 1 on it and on each other, each 1/64 within the other.
struct Tower {
  explicit Tower(int count, const WorldOptions& options = {}) : world(options) {
    floor = world.add(half_space({0, 0, 1}, 0), {.name = "floor"}).value();
    for (int k = 0; k < count; ++k) cubes.push_back(world.add(box({1, 1, 1}), at(k)).value());
  }
  static Pose at(int k, Vec3 shift = {}) { return translation(Vec3{0, 0, 0.5 + 0.984375 * k - 0.015625} + shift); }
  void shift(int k, Vec3 by) { world.move(cubes[static_cast<std::size_t>(k)], at(k, by)).expect(); }

  World world;
  BodyId floor;
  std::vector<BodyId> cubes;
};

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(Manifolds, ListThatNobodyFilledInClaimsNothing) {
  const WorldManifolds none;
  EXPECT_EQ(none.ending, Ending::NotAsked);
  EXPECT_FALSE(none.is_free());
  EXPECT_EQ(none.size(), 0u);
  EXPECT_TRUE(none.ended().empty());
  EXPECT_EQ(PairManifold{}.status(), Status::NotAsked);
  EXPECT_TRUE(PairManifold{}.points().empty());
}

TEST(Manifolds, EmptyWorldIsFree) {
  World world;
  EXPECT_TRUE(found_in(world).is_free());
}

TEST(Manifolds, TowerOnAFloor) {
  Tower tower(3);
  const WorldManifolds found = found_in(tower.world);
  ASSERT_EQ(found.size(), 3u);
  const Collisions met = tower.world.collide().value();
  ASSERT_EQ(met.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    SCOPED_TRACE(k);
    EXPECT_TRUE(are_of(found[k], met[k].a, met[k].b)) << "in the order of contacts";
    EXPECT_TRUE(are_of(found[k], k == 0 ? tower.floor : tower.cubes[k - 1], tower.cubes[k]));
    EXPECT_EQ(found[k].event, Kind::Began);
    EXPECT_EQ(found[k].status(), Status::Penetrating);
    ASSERT_EQ(found[k].patches().size(), 1u);
    EXPECT_LE(norm_max(found[k].patches()[0].normal - Vec3{0, 0, 1}), 1e-15);
    ASSERT_EQ(found[k].points().size(), 4u);
    const double top = k == 0 ? 0 : Tower::at(static_cast<int>(k) - 1).translation().z + 0.5;
    for (const ContactPoint& point : found[k].points()) {
      EXPECT_LE(point.error, 1e-12);
      EXPECT_NEAR(point.gap(), -0.015625, 1e-12);
      EXPECT_NEAR(std::fabs(point.a.x), 0.5, 1e-12);
      EXPECT_NEAR(std::fabs(point.a.y), 0.5, 1e-12);
      EXPECT_NEAR(point.a.z, top, 1e-12);
      EXPECT_NEAR(point.b.z, top - 0.015625, 1e-12);
      EXPECT_EQ(point.age, 0u);
    }
  }
}

TEST(Manifolds, MarginReportsWhatDoesNotTouchYet) {
  Tower tower(1);
  tower.shift(0, {0, 0, 0.046875});  // 1/32 above the floor
  EXPECT_TRUE(found_in(tower.world).is_free());
  EXPECT_TRUE(found_in(tower.world, {.margin = 0.03125 - 0x1p-20}).is_free());
  const WorldManifolds found = found_in(tower.world, {.margin = 0.0625});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].status(), Status::Separated);
  ASSERT_EQ(found[0].points().size(), 4u);
  for (const ContactPoint& point : found[0].points()) EXPECT_NEAR(point.gap(), 0.03125, 1e-12);
  EXPECT_TRUE(tower.world.collide().value().is_free());
}

TEST(Manifolds, AsFewPointsAsASolverWants) {
  World world;
  world.add(half_space({0, 0, 1}, 0)).value();
  const BodyId prism = world.add(make_prism(12, 1, 1).value(), translation({0, 0, 0.25})).value();
  ASSERT_EQ(found_in(world)[0].points().size(), 12u);
  EXPECT_EQ(found_in(world, {.points_per_patch = 4})[0].points().size(), 4u);
  EXPECT_EQ(found_in(world, {.points_per_patch = 1})[0].points().size(), 1u);
  EXPECT_TRUE(world.contains(prism));
}

// ---- From frame to frame --------------------------------------------------------------------------------------------

TEST(Manifolds, ValuesStayWhileABoxSlides) {
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

TEST(Manifolds, PairsBeginStayAndEnd) {
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
TEST(Manifolds, ValuesStayWhileOthersComeAndGo) {
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

TEST(Manifolds, ABodyInAnothersPlaceInheritsNothing) {
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

TEST(Manifolds, ExcludedPairsEnd) {
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
TEST(Manifolds, PaddingKeepsValues) {
  Tower tower(1);
  write_values(tower.world, found_in(tower.world), 1);
  tower.world.set_padding(tower.cubes[0], 0.25).expect();
  const WorldManifolds found = found_in(tower.world);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].event, Kind::Stayed);
  EXPECT_EQ(values_of(found[0].points()), (std::set<double>{1, 2, 3, 4}));
  for (const ContactPoint& point : found[0].points()) EXPECT_NEAR(point.gap(), -0.265625, 1e-12);
}

TEST(Manifolds, OtherOptionsAskAgain) {
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

TEST(Manifolds, AnInterruptedAnswerClaimsNothingAndLosesNothing) {
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

TEST(Manifolds, AnEndThatWasCutOffIsToldLater) {
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

TEST(Manifolds, TheFirstAlone) {
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

// ---- Copies, lists that live on, visitors ---------------------------------------------------------------------------

TEST(Manifolds, CopiesGoOnWithWhatWasKnown) {
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

TEST(Manifolds, AListThatLivesOnKeepsWhatItShows) {
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

TEST(Manifolds, WithinAVisitorTheyAreRefused) {
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

// ---- Two parts alone ------------------------------------------------------------------------------------------------

TEST(Manifolds, OfTwoPartsOnDemand) {
  Tower tower(2);
  const WorldView view = tower.world.view();
  tower.shift(1, {0, 0, 9});
  const Manifold there = view.manifold(tower.cubes[1], tower.cubes[0]),
                 now = tower.world.manifold(tower.cubes[1], tower.cubes[0]);
  ASSERT_EQ(there.points.size(), 4u);
  EXPECT_LE(norm_max(there.patches[0].normal - Vec3{0, 0, -1}), 1e-15) << "from the upper to the lower";
  EXPECT_TRUE(now.points.empty());
  EXPECT_EQ(now.status(), Status::Separated);
  EXPECT_LE(norm_max(view.manifold(tower.cubes[0], tower.floor).patches[0].normal - Vec3{0, 0, -1}), 1e-15);
  EXPECT_EQ(view.manifold(tower.cubes[0], tower.cubes[0]).status(), Status::NotAsked);
  EXPECT_EQ(view.manifold(tower.cubes[0], 1, tower.floor, 0).status(), Status::NotAsked);
  EXPECT_EQ(view.manifold(BodyId{}, tower.floor).status(), Status::NotAsked);
  EXPECT_EQ(WorldView().manifold(tower.cubes[0], tower.floor).status(), Status::NotAsked);
  tower.world.remove(tower.cubes[0]).expect();
  EXPECT_EQ(tower.world.manifold(tower.cubes[0], tower.floor).status(), Status::NotAsked);
  EXPECT_EQ(view.manifold(tower.cubes[0], tower.floor).points.size(), 4u) << "in the view it still is";
  const BodyId wall = tower.world.add(half_space({1, 0, 0}, -5)).value();
  EXPECT_NE(tower.world.manifold(tower.floor, wall).status(), Status::NotAsked);
}

TEST(Manifolds, PlaceOfAContact) {
  Tower tower(2);
  for (const Contact& contact : tower.world.collide().value()) {
    const ContactPlace place = tower.world.place(contact);
    EXPECT_EQ(place.status, Status::Penetrating);
    EXPECT_FALSE(place.is_estimate);
    EXPECT_LE(norm_max(place.normal - Vec3{0, 0, 1}), 1e-15);
    EXPECT_LE(place.depth.lower, 0.015625);
    EXPECT_GE(place.depth.upper, 0.015625);
    EXPECT_NEAR(place.depth.upper, 0.015625, 1e-9);
    EXPECT_NEAR(place.gap.lower, -0.015625, 1e-9);
    EXPECT_LE(place.error, 1e-9);
    EXPECT_LE(std::fabs(place.place.x), 0.5);
  }
  const Contact contact = tower.world.collide().value()[0];
  tower.world.remove(contact.b).expect();
  EXPECT_EQ(tower.world.place(contact).status, Status::NotAsked);
  EXPECT_EQ(tower.world.place(Contact{}).status, Status::NotAsked);
}

// ---- Bad input ------------------------------------------------------------------------------------------------------

TEST(Manifolds, BadOptions) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  Tower tower(2);
  tower.world.add(box({1, 1, 1}), translation({1e9, 0, 50})).value();
  for (const double margin : {std::nan(""), -1.0, -kInf, 0.0}) {
    SCOPED_TRACE(margin);
    EXPECT_EQ(found_in(tower.world, {.margin = margin}).size(), 2u);
  }
  for (const double margin : {1e10, 1e300, std::numeric_limits<double>::max(), kInf}) {
    SCOPED_TRACE(margin);
    const WorldManifolds found = found_in(tower.world, {.margin = margin});
    EXPECT_EQ(found.size(), 6u) << "every pair";
    for (const PairManifold& pair : found)
      for (const ContactPoint& point : pair.points()) {
        EXPECT_TRUE(is_finite(point.a) && is_finite(point.b));
        EXPECT_TRUE(point.lower <= point.upper && point.error >= 0);
      }
  }
  EXPECT_EQ(found_in(tower.world, {.points_per_patch = 0}).size(), 2u) << "in contact all the same";
}

TEST(Manifolds, PairsOfOtherWorlds) {
  Tower one(2), other(3);
  const WorldManifolds of_one = found_in(one.world), of_other = found_in(other.world);
  write_values(one.world, of_one, 1);
  EXPECT_TRUE(one.world.contact_points(of_other[2]).empty());
  EXPECT_TRUE(one.world.contact_points(PairManifold{}).empty());
  World fresh;
  EXPECT_TRUE(fresh.contact_points(of_one[0]).empty());
}

// ---- Paddings, meshes, parts ----------------------------------------------------------------------------------------

TEST(Manifolds, PaddedMeshes) {
  for (const bool first_is_mesh : {true, false}) {
    World world;
    const Mesh slab = mesh_of(box({4, 4, 1}));
    const Shape upper = first_is_mesh ? Shape(box({1, 1, 1})) : Shape(mesh_of(box({1, 1, 1})));
    const BodyId a = world.add(slab, {}, {.padding = 0.25}).value();
    const BodyId b = world.add(upper, translation({0, 0, 1.375}), {.padding = first_is_mesh ? 0.0 : 0.125}).value();
    const double gap = 0.375 - 0.25 - (first_is_mesh ? 0.0 : 0.125);
    EXPECT_EQ(found_in(world).is_free(), first_is_mesh);
    const WorldManifolds found = found_in(world, {.margin = 0.25});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(are_of(found[0], a, b));
    EXPECT_EQ(found[0].status(), first_is_mesh ? Status::Separated : Status::Touching);
    ASSERT_FALSE(found[0].points().empty());
    for (const ContactPoint& point : found[0].points()) {
      EXPECT_LE(point.lower, gap);
      EXPECT_GE(point.upper, gap);
      EXPECT_NEAR(point.gap(), gap, 1e-12);
      EXPECT_NEAR(point.a.z, 0.75, 1e-12);
      EXPECT_NEAR(point.b.z, first_is_mesh ? 0.875 : 0.75, 1e-12);
    }
  }
}

TEST(Manifolds, SeveralPartsOfOneBody) {
  World world;
  const BodyId floor = world.add(half_space({0, 0, 1}, 0)).value();
  const Part legs[] = {{box({1, 1, 1}), translation({-2, 0, 0})}, {box({1, 1, 1}), translation({2, 0, 0})}};
  const BodyId table = world.add(legs, translation({0, 0, 0.5})).value();
  const WorldManifolds found = found_in(world);
  ASSERT_EQ(found.size(), 2u);
  for (std::uint32_t k = 0; k < 2; ++k) {
    EXPECT_TRUE(are_of(found[k], floor, table));
    EXPECT_EQ(found[k].part_b, k);
    EXPECT_EQ(found[k].status(), Status::Touching);
    for (const ContactPoint& point : found[k].points()) EXPECT_EQ(point.a.x > 0, k == 1);
  }
}

// ---- Against loops; threads -----------------------------------------------------------------------------------------

struct Crowd {
  explicit Crowd(const WorldOptions& options, std::uint64_t seed = 3) : world(options), random(seed) {
    world.add(half_space({0, 0.25, 1}, -3)).value();
    for (int k = 0; k < 60; ++k) {
      const bool is_mesh = k % 9 == 0;
      const Shape shape = is_mesh ? Shape(mesh_of(box({1, 1, 0.5}))) : Shape(random_shape(random));
      bodies.push_back(world.add(shape, random_pose(random, 3), {.padding = k % 5 == 0 ? 0.125 : 0.0}).value());
    }
  }
  void step() {
    for (const BodyId body : bodies) {
      if (random.below(3) == 0) continue;
      const Pose& at = world.pose(body);
      world.move(body, rotation(at.quaternion(), at.translation() + random_vec(random, 0.05))).expect();
    }
  }

  World world;
  Random random;
  std::vector<BodyId> bodies;
};

TEST(Manifolds, WhatLoopsFind) {
  for (const double margin : {0.0, 0.25}) {
    Crowd crowd({});
    for (int frame = 0; frame < 6; ++frame) {
      const WorldManifolds found = found_in(crowd.world, {.margin = margin});
      std::size_t pairs = 0;
      std::vector<BodyId> all = crowd.world.bodies();
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          const Manifold alone = crowd.world.manifold(all[i], all[j], {.margin = margin});
          const bool is_near = !alone.points.empty() || alone.status() != Status::Separated;
          const PairManifold* pair = find(found, all[i], all[j]);
          ASSERT_EQ(pair != nullptr, is_near) << all[i].index << " " << all[j].index << " frame " << frame;
          if (pair == nullptr) continue;
          ++pairs;
          EXPECT_EQ(pair->status(), alone.status());
        }
      EXPECT_EQ(pairs, found.size());
      crowd.step();
    }
  }
}

TEST(Manifolds, TheSameBitsForAnyNumberOfThreads) {
  Crowd one({.threads = 1}), two({.threads = 2}), four({.threads = 4});
  for (int frame = 0; frame < 6; ++frame) {
    const WorldManifolds x = found_in(one.world, {.margin = 0.125});
    for (World* world : {&two.world, &four.world}) {
      const WorldManifolds y = found_in(*world, {.margin = 0.125});
      ASSERT_EQ(x.size(), y.size());
      for (std::size_t k = 0; k < x.size(); ++k) {
        ASSERT_TRUE(are_of(y[k], x[k].a, x[k].b));
        ASSERT_EQ(x[k].event, y[k].event);
        ASSERT_EQ(x[k].points().size(), y[k].points().size());
        for (std::size_t p = 0; p < x[k].points().size(); ++p) {
          const ContactPoint &of_x = x[k].points()[p], &of_y = y[k].points()[p];
          EXPECT_TRUE(of_x.a == of_y.a && of_x.b == of_y.b && of_x.lower == of_y.lower && of_x.upper == of_y.upper);
          EXPECT_TRUE(of_x.error == of_y.error && of_x.feature_a == of_y.feature_a && of_x.age == of_y.age);
        }
      }
      ASSERT_EQ(x.ended().size(), y.ended().size());
    }
    one.step(), two.step(), four.step();
  }
}

}  // namespace
}  // namespace clearance::detail
