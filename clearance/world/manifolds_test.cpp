// At which points the bodies of a world meet.
#include <clearance/world/manifolds_test.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

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
      EXPECT_LE(point.error, 1e-12 * tower.height());  // roundings grow with the coordinates
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

TEST(Manifolds, EstimatedPlaces) {
  Crowd crowd({});
  std::size_t estimates = 0;
  for (const Contact& contact : crowd.world.collide().value()) {
    const ContactPlace tight = crowd.world.place(contact),
                       quick = crowd.world.view().place(contact, PlaceEffort::Estimate);
    ASSERT_EQ(tight.status, contact.answer.status);
    ASSERT_EQ(quick.status, contact.answer.status);
    EXPECT_FALSE(tight.is_estimate);
    EXPECT_TRUE(is_finite(tight.place) && is_finite(tight.normal) && is_finite(quick.place));
    EXPECT_NEAR(norm(tight.normal), 1, 1e-12);
    EXPECT_LE(tight.depth.lower, tight.depth.upper);
    EXPECT_LE(tight.gap.lower, tight.gap.upper);
    EXPECT_GE(tight.error, 0);
    if (!quick.is_estimate) continue;
    ++estimates;
    EXPECT_LE(quick.depth.lower, tight.depth.upper);
    EXPECT_LE(tight.depth.lower, quick.depth.upper);
    EXPECT_TRUE(quick.normal == Vec3{} || std::fabs(norm(quick.normal) - 1) < 1e-12);
  }
  EXPECT_GT(estimates, 20u);
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
