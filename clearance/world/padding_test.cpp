// Padded meshes and shapes of parts: all points within the padding of them.
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/query/query.h>
#include <clearance/shape/half_space.h>
#include <clearance/world/placed.h>
#include <clearance/world/scenes_test.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

Mesh cube_mesh(double side = 1) { return mesh_of(box({side, side, side})); }
Mesh sheet() {
  return make_mesh(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
                   std::vector<MeshTriangle>{{0, 1, 2}, {0, 2, 3}})
      .value();
}
Parts two_boxes() { return make_parts({Rounded(box({1, 0.2, 0.2})), Rounded(box({0.2, 1, 0.2}))}).value(); }

Status status_of(World& world) {
  const Collisions met = world.collide().value();
  EXPECT_LE(met.size(), 1u);
  return met.contacts.empty() ? Status::Separated : met[0].answer.status;
}

// Two unit cubes 1 apart: the sum of the paddings decides, to the last bit.
TEST(Padding, OfMeshesByHand) {
  World world;
  const BodyId a = world.add(cube_mesh(), {}, {.padding = 0.5}).value();
  const BodyId b = world.add(cube_mesh(), translation({2, 0, 0}), {.padding = 0.25}).value();
  EXPECT_EQ(world.padding(a), 0.5);
  EXPECT_EQ(status_of(world), Status::Separated);
  world.set_padding(b, 0.5).expect();
  EXPECT_EQ(status_of(world), Status::Touching);
  world.set_padding(b, std::nextafter(0.5, 1)).expect();
  EXPECT_EQ(status_of(world), Status::Penetrating);
  world.set_padding(b, std::nextafter(0.5, 0)).expect();
  // 0.5 + (0.5 − 2⁻⁵⁴) is no double: rounded up it is 1. The contract says so.
  EXPECT_EQ(status_of(world), Status::Touching);
  world.set_padding(a, 0).expect();
  world.set_padding(b, std::nextafter(1.0, 0)).expect();
  EXPECT_EQ(status_of(world), Status::Separated);
  world.set_padding(b, 1).expect();
  EXPECT_EQ(status_of(world), Status::Touching);
  // In contact without any padding: penetrating with one, as the points within it are.
  world.move(b, translation({1, 0, 0})).expect();
  EXPECT_EQ(status_of(world), Status::Penetrating);
  world.set_padding(b, 0).expect();
  EXPECT_EQ(status_of(world), Status::Touching);
}

TEST(Padding, AgainstConvexBodiesProbesPointsAndHalfSpaces) {
  World world;
  const BodyId mesh = world.add(cube_mesh(), {}, {.padding = 0.25}).value();
  const BodyId ball = world.add(rounded(box({0, 0, 0}), 0.25), translation({1, 0, 0})).value();
  EXPECT_EQ(status_of(world), Status::Touching);
  world.set_padding(ball, 0.125).expect();
  EXPECT_EQ(status_of(world), Status::Penetrating);
  world.set_padding(ball, 0).expect();
  world.move(ball, translation({std::nextafter(1.0, 2), 0, 0})).expect();
  EXPECT_EQ(status_of(world), Status::Separated);
  world.remove(ball).expect();
  EXPECT_EQ(world.at({0.75, 0, 0})[0].answer.status, Status::Touching);
  EXPECT_TRUE(world.at({std::nextafter(0.75, 1), 0, 0}).is_free());
  EXPECT_TRUE(world.at({0.7, 0.7, 0}).is_free());  // the corners are round
  EXPECT_EQ(world.at({0.6, 0.6, 0})[0].answer.status, Status::Penetrating);
  EXPECT_EQ(world.at({})[0].answer.status, Status::Penetrating);
  EXPECT_EQ(world.collide(cube_mesh(), translation({1.25, 0, 0}))[0].answer.status, Status::Touching);
  EXPECT_EQ(world.collide(box({1, 1, 1}), translation({1.25, 0, 0}))[0].answer.status, Status::Touching);
  EXPECT_TRUE(world.collide(two_boxes(), translation({1.5, 0, 0})).is_free());
  EXPECT_EQ(world.collide(two_boxes(), translation({1.25, 0, 0}))[0].answer.status, Status::Touching);
  const BodyId floor = world.add(half_space({0, 0, 1}, -0.75)).value();
  EXPECT_EQ(status_of(world), Status::Touching);
  EXPECT_EQ(world.collide().value()[0].a, floor);
  world.set_padding(mesh, std::nextafter(0.25, 0)).expect();
  EXPECT_EQ(status_of(world), Status::Separated);
  EXPECT_EQ(world.set_padding(floor, 1).fault(), WorldFault::IsHalfSpace);
  EXPECT_EQ(world.set_padding(mesh, -1).fault(), WorldFault::BadPadding);
  EXPECT_EQ(world.add(cube_mesh(), {}, {.name = "m", .padding = 2e300}).fault(), WorldFault::BadPadding);
}

// A surface counts as a solid of that thickness: it touches and penetrates, and contains.
TEST(Padding, OfASurfaceMakesItASolid) {
  World world;
  world.add(sheet(), {}, {.padding = 0.5}).value();
  const BodyId cube = world.add(cube_mesh(0.25), translation({0, 0, 0.625})).value();
  EXPECT_EQ(status_of(world), Status::Touching);
  world.move(cube, translation({0, 0, 0.3})).expect();
  EXPECT_EQ(status_of(world), Status::Penetrating);
  world.move(cube, {}).expect();
  EXPECT_EQ(status_of(world), Status::Penetrating);
}

TEST(Padding, DistancesAreLessByIt) {
  World world;
  const BodyId a = world.add(cube_mesh(), {}, {.padding = 0.25}).value();
  world.add(two_boxes(), translation({3, 0, 0}), {.padding = 0.5}).value();
  Proximities near = world.within(1.25).value();  // 2 − 0.75
  ASSERT_EQ(near.size(), 1u);
  EXPECT_EQ(near[0].distance.status, Status::Separated);
  EXPECT_LE(near[0].distance.lower, 1.25);
  EXPECT_GE(near[0].distance.upper, 1.25);
  EXPECT_NEAR(near[0].distance.lower, 1.25, 1e-8);
  EXPECT_NEAR(near[0].distance.upper, 1.25, 1e-8);
  EXPECT_NEAR(near[0].distance.point_a.x, 0.75, 1e-8);
  EXPECT_NEAR(near[0].distance.point_b.x, 2, 1e-8);
  EXPECT_TRUE(world.within(1.2).value().is_free());
  const Nearest pair = world.distance();
  EXPECT_LE(pair.lower(), 1.25);
  EXPECT_GE(pair.upper(), 1.25);
  world.set_padding(a, 1.5).expect();
  near = world.within(0).value();
  ASSERT_EQ(near.size(), 1u);
  EXPECT_EQ(near[0].distance.status, Status::Touching);
  EXPECT_EQ(near[0].distance.upper, 0);
  world.set_padding(a, 1.75).expect();
  near = world.within(0).value();
  EXPECT_EQ(near[0].distance.status, Status::Penetrating);
  EXPECT_FALSE(near[0].distance.has_witness);
}

// Near: two points of the bodies that are nearer than the paddings, exactly.
TEST(Padding, PenetrationIsShownByTwoPoints) {
  World world;
  world.add(cube_mesh(), {}, {.padding = 0.75}).value();
  world.add(cube_mesh(), translation({2, 0, 0}), {.padding = 0.75}).value();
  const Contact met = world.collide().value().contacts.at(0);
  EXPECT_EQ(met.answer.status, Status::Penetrating);
  ASSERT_EQ(met.answer.certificate.kind, Certificate::Kind::Near);
  const Polytope cube = box({1, 1, 1});
  const auto point = [&](const WitnessPoint& witness) {
    Vec3 sum;
    double weight = 0;
    for (int k = 0; k < witness.count; ++k) {
      sum = sum + witness.weights[k] * cube.vertex(static_cast<int>(witness.vertices[k]));
      weight += witness.weights[k];
    }
    return (1 / weight) * sum;
  };
  const Vec3 p = point(met.answer.certificate.witness.a), q = point(met.answer.certificate.witness.b) + Vec3{2, 0, 0};
  EXPECT_LT(norm(q - p), 1.5);
  EXPECT_NEAR(norm(q - p), 1, 1e-9);
}

TEST(Padding, FramesKnowThatItChanged) {
  World world({.closest_before_contact = true});
  const BodyId a = world.add(cube_mesh()).value();
  const BodyId b = world.add(sheet(), translation({0, 0, 2})).value();
  EXPECT_EQ(status_of(world), Status::Separated);
  world.set_padding(b, 0.25).expect();
  EXPECT_EQ(status_of(world), Status::Separated);
  world.set_padding(a, 1.5).expect();
  const Contact met = world.collide().value().contacts.at(0);
  EXPECT_EQ(met.answer.status, Status::Penetrating);
  ASSERT_NE(met.before, nullptr);
  EXPECT_NEAR(met.before->upper, 1.25, 1e-12);  // with the padding of that frame
  EXPECT_EQ(status_of(world), Status::Penetrating);
  world.set_padding(a, 0).expect();
  EXPECT_EQ(status_of(world), Status::Separated);
}

// ---- Rays -----------------------------------------------------------------------------------------------------------

TEST(Padding, RaysMeetItByHand) {
  World world;
  const BodyId mesh = world.add(cube_mesh(), translation({10, 0, 0}), {.padding = 0.5}).value();
  RayContacts hits = world.cast({0, 0, 0}, {20, 0, 0});
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].body, mesh);
  EXPECT_NEAR(hits[0].hit.lower, 0.45, 1e-6);
  EXPECT_NEAR(hits[0].hit.upper, 0.45, 1e-6);
  EXPECT_EQ(world.cast({0, 0.9, 0}, {20, 0.9, 0}).size(), 1u);
  EXPECT_EQ(world.cast({0, 1.1, 0}, {20, 1.1, 0}).size(), 0u);
  EXPECT_EQ(world.cast({0, 0.9, 0.9}, {20, 0.9, 0.9}).size(), 0u);  // past a round edge
  EXPECT_EQ(world.cast({0, 0.8, 0.8}, {20, 0.8, 0.8}).size(), 1u);
  hits = world.cast({10, 0, 0}, {20, 0, 0});  // from inside the solid
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].hit.upper, 0);
  hits = world.cast({10.75, 0, 0}, {20, 0, 0});  // from inside the padding
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].hit.lower, 0);
}

// A ray meets a padded body where the distance of its points falls to the padding.
TEST(Padding, RaysAgreeWithDistances) {
  Random random(8);
  const Shape shapes[] = {cube_mesh(), sheet(), two_boxes()};
  int met = 0;
  for (int k = 0; k < 120; ++k) {
    const Shape& shape = shapes[k % 3];
    const double padding = random.uniform(0.01, 0.6);
    const Pose pose = random_pose(random, 0.5);
    World world;
    world.add(shape, pose, {.padding = padding}).value();
    const Vec3 from = random_vec(random, 3), to = -1 * from + random_vec(random, 1);
    const RayContacts hits = world.cast(from, to);
    const auto gap_at = [&](double t) {
      return distance(shape, pose, Rounded(box({0, 0, 0})), translation(from + t * (to - from))).upper;
    };
    double least = 1e9;
    for (int step = 0; step <= 50; ++step) least = std::min(least, gap_at(step / 50.0));
    if (hits.size() == 0) {
      EXPECT_GT(least, padding * (1 - 1e-9)) << k;
      continue;
    }
    ++met;
    const RayHit& hit = hits[0].hit;
    EXPECT_LE(gap_at(hit.upper), padding + 1e-6) << k;
    for (int step = 0; step < 20 && hit.lower > 0; ++step)
      EXPECT_GE(gap_at(hit.lower * step / 20), padding - 1e-9) << k;
  }
  EXPECT_GT(met, 30);
}

// ---- Against loops --------------------------------------------------------------------------------------------------

TEST(Padding, FramesAgreeWithComparedDistances) {
  Random random(21);
  for (const BroadRow& row : broad_methods()) {
    World world({.broad = row.id});
    std::vector<BodyId> ids;
    for (int k = 0; k < 24; ++k) {
      const Shape shapes[] = {cube_mesh(0.6), sheet(), two_boxes(), random_shape(random)};
      ids.push_back(world.add(shapes[k % 4], random_pose(random, 3), {.padding = 0.125 * (k % 3)}).value());
    }
    for (int frame = 0; frame < 3; ++frame) {
      for (const BodyId id : ids)
        if (random.below(2) == 0) world.move(id, random_pose(random, 3)).expect();
      std::vector<ContactKey> expected;
      for (std::size_t i = 0; i < ids.size(); ++i)
        for (std::size_t j = i + 1; j < ids.size(); ++j) {
          const Shape a = *world.any_shape(ids[i], 0), b = *world.any_shape(ids[j], 0);
          const Pose &pose_a = world.pose(ids[i]), &pose_b = world.pose(ids[j]);
          const auto thick = [&](BodyId id, const Shape& shape) {
            return std::holds_alternative<Rounded>(shape) ? 0 : world.padding(id);
          };
          const double sum = thick(ids[i], a) + thick(ids[j], b);  // exact: eighths
          Status status = intersects(a, pose_a, b, pose_b).status;
          if (sum > 0) {
            const int sign = compare_distance(a, pose_a, b, pose_b, sum);
            status = sign < 0 ? Status::Penetrating : sign == 0 ? Status::Touching : Status::Separated;
          }
          if (status != Status::Separated) expected.push_back(key_of(ids[i], 0, ids[j], 0, status));
        }
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(keys_of(world.collide().value().contacts), expected) << row.name;
      EXPECT_GT(expected.size(), 0u);
    }
  }
}

// ---- Depth ----------------------------------------------------------------------------------------------------------

Bracket depth_at(World& world) {
  const Collisions met = world.collide().value();
  EXPECT_EQ(met.size(), 1u);
  return met.contacts.empty() ? Bracket{} : world.place(met[0]).depth;
}

TEST(Padding, DepthsHaveBothEnds) {
  World world;
  const BodyId a = world.add(cube_mesh(), {}, {.padding = 0.5}).value();
  const BodyId b = world.add(cube_mesh(), translation({1.75, 0, 0}), {.padding = 0.5}).value();
  const Bracket apart = depth_at(world);
  EXPECT_NEAR(apart.lower, 0.25, 1e-9);
  EXPECT_NEAR(apart.upper, 0.25, 1e-9);
  // In each other by a quarter: so much and the paddings.
  world.move(b, translation({0.75, 0, 0})).expect();
  const Bracket inside = depth_at(world);
  EXPECT_NEAR(inside.lower, 1.25, 1e-6);
  EXPECT_NEAR(inside.upper, 1.25, 0.05);
  // Corner to corner.
  world.move(b, translation({1.25, 1.25, 1.25})).expect();
  const Bracket corner = depth_at(world);
  EXPECT_NEAR(corner.upper, 1 - std::sqrt(3.0) / 4, 1e-9);
  EXPECT_NEAR(corner.lower, corner.upper, 1e-9);
  world.remove(a).expect();
  static_cast<void>(world.add(sheet(), translation({1.25, 1.25, 0.25}), {.padding = 0.5}).value());
  const Bracket thick = depth_at(world);
  EXPECT_LE(thick.lower, thick.upper);
  EXPECT_LT(thick.upper, 2);
}

TEST(Padding, DepthsAgainstHalfSpaces) {
  World world;
  static_cast<void>(world.add(half_space({0, 0, 1}, 0)).value());
  const BodyId b = world.add(cube_mesh(), translation({0, 0, 1.25}), {.padding = 1}).value();
  const Bracket above = depth_at(world);
  EXPECT_NEAR(above.lower, 0.25, 1e-9);
  EXPECT_NEAR(above.upper, 0.25, 1e-9);
  world.move(b, translation({0, 0, 0.25})).expect();
  const Bracket below = depth_at(world);
  EXPECT_LE(below.lower, 1.25);
  EXPECT_GE(below.upper, 1.25);
}

}  // namespace
}  // namespace clearance::detail
