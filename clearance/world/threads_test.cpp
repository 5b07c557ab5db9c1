// Any number of threads gives the same bits, in worlds so large that every stage is shared; a frame is never left half
// done by limits; heaps of equal bodies keep little.
#include <clearance/world/scenes_test.h>

#include <bit>

namespace clearance::detail {
namespace {

// FNV-1a over what answers say.
class Sum {
 public:
  void add(std::uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3u, value_ ^= value_ >> 29; }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
  void add(const Contact& contact) {
    const Certificate& proof = contact.answer.certificate;
    add(std::uint64_t{contact.a.index} << 32 | contact.b.index);
    add(std::uint64_t{contact.part_a} << 32 | contact.part_b);
    add(static_cast<std::uint64_t>(contact.answer.status) << 8 | static_cast<std::uint64_t>(proof.kind));
    add(static_cast<std::uint64_t>(contact.answer.decided_by));
    add(proof.plane.normal);
    for (int k = 0; k < proof.simplex.count; ++k) add(std::uint64_t{proof.simplex.a[k]} << 32 | proof.simplex.b[k]);
    if (contact.before) add(contact.before->lower), add(contact.before->upper);
  }
  void add(const StageStatistics& s) {
    for (const std::size_t count : {s.boxes_made, s.box_pairs, s.filtered, s.kept, s.tested, s.contacts}) add(count);
    for (const std::size_t count : s.decided_by) add(count);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

constexpr int kSide = 18;  // 5832 bodies, each beside a dozen others

struct Dense {
  explicit Dense(const WorldOptions& options) : world(options) {
    world.add(half_space({0, 0, 1}, 1.5)).value();
    world.allow_everything("ghost").expect();
    for (int k = 0; k < kSide * kSide * kSide; ++k) {
      BodyOptions own;
      if (k % 97 == 5) own.padding = 0.05;
      if (k % 89 == 7) own.groups = {2, 2};
      if (k % 501 == 3) own.name = k == 3 ? "ghost" : "body " + std::to_string(k);
      bodies.push_back(world.add(shapes[k % 3], translation(place(k)), own).value());
    }
  }
  static Vec3 place(int k) { return {1.7 * (k % kSide), 1.7 * (k / kSide % kSide), 1.7 * (k / kSide / kSide)}; }

  void shake(double way, std::size_t every) {
    std::vector<BodyId> ids;
    std::vector<Pose> poses;
    for (std::size_t k = 0; k < bodies.size(); k += every) {
      ids.push_back(bodies[k]);
      const Quat turn = random_quat(random);
      poses.push_back(rotation(turn, place(static_cast<int>(k)) + random_vec(random, way)));
    }
    world.move(ids, poses).expect();
  }
  void slide(Vec3 way) {
    std::vector<Pose> poses;
    for (const BodyId id : bodies)
      poses.push_back(moved_to(world.pose(id), world.pose(id).translation() + way).value());
    world.move(bodies, poses).expect();
  }
  void add_to(Sum& sum) {
    const Collisions met = world.collide().value();
    EXPECT_EQ(met.ending, Ending::Complete);
    for (const Contact& contact : met) sum.add(contact);
    sum.add(world.statistics());
    for (const ContactEvent& event : world.events())
      sum.add(std::uint64_t{event.a.index} << 32 | event.b.index), sum.add(static_cast<std::uint64_t>(event.kind));
  }

  World world;
  Rounded shapes[3] = {test_polytope(TestShape::Ellipsoid, 20, 1), box({1, 1, 1}),
                       test_polytope(TestShape::Ellipsoid, 80, 2)};
  std::vector<BodyId> bodies;
  Random random{13};
};

// What a world answers frame by frame.
std::vector<std::uint64_t> frames_of(const WorldOptions& options) {
  Dense scene(options);
  std::vector<std::uint64_t> sums;
  const auto next = [&] {
    Sum sum;
    scene.add_to(sum);
    sums.push_back(sum.value());
  };
  next();
  scene.shake(0.3, 1), next();
  scene.shake(0.3, 1), next();
  scene.shake(0.3, 40), next();  // few: the other pairs are those that are known
  scene.slide({0.5, 0.25, 0}), next();
  next();
  for (std::size_t k = 0; k < 300; k += 3) scene.world.remove(scene.bodies[k]).expect();
  scene.bodies.erase(scene.bodies.begin(), scene.bodies.begin() + 300);
  for (int k = 0; k < 50; ++k)
    scene.bodies.push_back(scene.world.add(scene.shapes[k % 3], translation(Dense::place(50 * k))).value());
  next();
  Sum near;
  for (const Proximity& pair : scene.world.within(0.01).value())
    near.add(pair.distance.lower), near.add(pair.distance.upper);
  sums.push_back(near.value());
  Sum points;
  for (const PairManifold& pair : scene.world.manifolds({.margin = 0.001, .points_per_patch = 4}).value())
    for (const ContactPoint& point : pair.points()) points.add(point.a), points.add(point.lower);
  sums.push_back(points.value());
  next();
  return sums;
}

TEST(WorldThreads, AnyNumberGivesTheSameBits) {
  const std::vector<std::uint64_t> alone = frames_of({.closest_before_contact = true});
  for (const int threads : {2, 3, 8})
    EXPECT_EQ(frames_of({.threads = threads, .closest_before_contact = true}), alone) << threads;
}

TEST(WorldThreads, AgreeWithAnotherBroadPhase) {
  EXPECT_EQ(frames_of({.threads = 2}), frames_of({.broad = BroadMethod::SweepAndPrune}));
}

TEST(WorldThreads, TooManyPairsAreRefusedAndForgotten) {
  for (const int threads : {1, 2, 8}) {
    Dense scene({.threads = threads}), other({});
    const Collisions all = other.world.collide().value();
    const std::size_t pairs = other.world.statistics().box_pairs - other.world.statistics().filtered;
    const Result<Collisions> refused = scene.world.collide({.max_pairs = pairs - 1});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::TooMany);
    EXPECT_EQ(keys_of(scene.world.collide({.max_pairs = pairs}).value().contacts), keys_of(all.contacts));
  }
}

TEST(WorldThreads, WhatWasCutOffIsMadeUpFor) {
  Dense scene({.threads = 3}), other({});
  const auto frame = [&](Limits limits) { return scene.world.collide({.limits = limits}).value(); };
  for (int round = 0; round < 12; ++round) {
    scene.shake(0.2, 1), other.shake(0.2, 1);
    const auto soon = std::chrono::steady_clock::now() + std::chrono::microseconds(300 * round);
    static_cast<void>(frame({.deadline = soon}));
    const Collisions whole = frame({});
    ASSERT_EQ(whole.ending, Ending::Complete);
    ASSERT_EQ(keys_of(whole.contacts), keys_of(other.world.collide().value().contacts)) << round;
  }
}

// A thousand boxes in one place: each meets all others in the same way, and only few pairs are asked about.
TEST(WorldThreads, AHeapOfEqualBodiesIsAskedOnce) {
  constexpr std::size_t kBodies = 1000, kPairs = kBodies * (kBodies - 1) / 2;
  for (const int threads : {1, 2}) {
    World world({.threads = threads});
    const Polytope cube = box({1, 1, 1});
    for (std::size_t k = 0; k < kBodies; ++k) world.add(cube).value();
    EXPECT_FALSE(world.collide({.max_pairs = kPairs - 1}).ok());
    EXPECT_EQ(world.collide().value().size(), kPairs);
    EXPECT_EQ(world.statistics().tested, kPairs);
    EXPECT_GT(world.statistics().alike, kPairs - kPairs / 50);
    std::size_t visited = 0;
    EXPECT_EQ(world.visit_contacts([&](const Contact&) { return ++visited < 1000; }), Ending::Visitor);
    EXPECT_EQ(visited, 1000u);
  }
}

}  // namespace
}  // namespace clearance::detail
