#include <clearance/proof/check_shapes.h>
#include <clearance/world/scenes_test.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// A crowd of random bodies, some of several parts, some rounded, some at rest.
struct Crowd {
  World world;
  std::vector<BodyId> bodies;
  Random random;
  double half;

  Crowd(const WorldOptions& options, int count, std::uint64_t seed)
      : world(options), random(seed), half(0.9 * std::cbrt(static_cast<double>(count))) {
    for (int k = 0; k < count; ++k) add();
  }

  void add() {
    std::vector<Part> parts;
    const bool compound = random.below(4) == 0;
    for (int k = 0; k < (compound ? 3 : 1); ++k)
      parts.push_back({random_shape(random), compound ? random_pose(random, 0.6) : Pose{}});
    const BodyOptions options{.is_static = random.below(5) == 0};
    bodies.push_back(world.add(parts, random_pose(random, half), options).value());
    is_static.push_back(options.is_static);
  }
  // Moves about `share` of the bodies a little.
  void step(double share) {
    for (const BodyId body : bodies) {
      if (random.unit() >= share) continue;
      const Pose& at = world.pose(body);
      const Quat q = at.quaternion();
      const auto turn = [&] { return random.uniform(-0.1, 0.1); };
      world
          .move(body, rotation({q.w + turn(), q.x + turn(), q.y + turn(), q.z + turn()},
                               at.translation() + random_vec(random, 0.1)))
          .expect();
    }
  }
  std::vector<ContactKey> truth() const {
    return contacts_by_loops(world, bodies,
                             [&](BodyId a, BodyId b) { return !(is_static_body(a) && is_static_body(b)); });
  }
  bool is_static_body(BodyId body) const {
    return is_static[static_cast<std::size_t>(std::find(bodies.begin(), bodies.end(), body) - bodies.begin())];
  }

  std::vector<bool> is_static;
};

void expect_proved(const World& world, const ContactList& contacts) {
  for (const Contact& c : contacts) {
    const CheckResult checked = check_claim(claim_of(c.answer), *world.shape(c.a, c.part_a), world.pose(c.a, c.part_a),
                                            *world.shape(c.b, c.part_b), world.pose(c.b, c.part_b));
    EXPECT_TRUE(checked || checked.missing == Missing::Certificate) << checked.reason;
  }
}

TEST(Collide, EveryBroadPhaseSeesWhatLoopsSee) {
  for (const BroadRow& row : broad_methods()) {
    SCOPED_TRACE(row.name);
    Crowd crowd({.broad = row.id}, 60, 3);
    for (int frame = 0; frame < 12; ++frame) {
      const Collisions met = crowd.world.collide().value();
      EXPECT_EQ(met.ending, Ending::Complete);
      ASSERT_EQ(keys_of(met.contacts), crowd.truth()) << "frame " << frame;
      expect_proved(crowd.world, met.contacts);
      crowd.step(frame % 2 == 0 ? 1 : 0.05);
      if (frame % 4 == 3) crowd.add();
    }
  }
}

// Half-spaces have slots and no boxes: a world of nothing else made brute force look at boxes that it had not taken in.
TEST(Collide, HalfSpacesAloneMeetNobody) {
  for (const BroadRow& row : broad_methods()) {
    SCOPED_TRACE(row.name);
    for (const int threads : {1, 2}) {
      World world({.broad = row.id, .threads = threads});
      for (int k = 0; k < 20; ++k) world.add(half_space({0, 0, 1}, k)).value();
      EXPECT_TRUE(world.collide().value().is_free());
      world.remove(world.add(box({1, 1, 1})).value()).expect();
      EXPECT_TRUE(world.collide().value().is_free());
      const BodyId cube = world.add(box({1, 1, 1}), translation({0, 0, 19.25})).value();
      EXPECT_EQ(world.collide().value().size(), 1u);
      world.remove(cube).expect();
      world.add(half_space({0, 0, -1}, 0)).value();
      EXPECT_TRUE(world.collide().value().is_free());
      EXPECT_EQ(world.at({0, 0, -5}).size(), 20u);
    }
  }
}

TEST(Collide, WhatStandsStillIsNotAskedAgain) {
  Crowd crowd({}, 80, 5);
  const std::vector<ContactKey> before = keys_of(crowd.world.collide().value().contacts);
  const std::size_t tested = crowd.world.statistics().tested;
  EXPECT_GT(tested, 20u);
  EXPECT_EQ(keys_of(crowd.world.collide().value().contacts), before);
  const StageStatistics& again = crowd.world.statistics();
  EXPECT_EQ(again.boxes_made, 0u);
  EXPECT_EQ(again.tested, 0u);
  EXPECT_EQ(again.kept, tested);
  EXPECT_EQ(again.contacts, before.size());
}

TEST(Collide, ThreadsChangeNoBit) {
  std::vector<std::vector<Contact>> of_one;
  for (const int threads : {1, 2, 4}) {
    Crowd crowd({.threads = threads}, 300, 9);
    for (std::size_t frame = 0; frame < 5; ++frame) {
      std::vector<Contact> contacts = crowd.world.collide().value().contacts;
      crowd.step(0.7);
      if (threads == 1) {
        of_one.push_back(std::move(contacts));
        continue;
      }
      ASSERT_EQ(contacts.size(), of_one[frame].size());
      for (std::size_t k = 0; k < contacts.size(); ++k) {
        const Contact &ours = contacts[k], &theirs = of_one[frame][k];
        EXPECT_EQ(ours.a, theirs.a);
        EXPECT_EQ(ours.part_b, theirs.part_b);
        EXPECT_EQ(ours.answer.status, theirs.answer.status);
        EXPECT_EQ(ours.answer.decided_by, theirs.answer.decided_by);
        EXPECT_EQ(ours.answer.certificate.plane.normal, theirs.answer.certificate.plane.normal);
        EXPECT_TRUE(std::equal(std::begin(ours.answer.certificate.simplex.a),
                               std::end(ours.answer.certificate.simplex.a), theirs.answer.certificate.simplex.a));
      }
    }
  }
}

TEST(Collide, TheFirstIsTheFirstOfAll) {
  Crowd crowd({.threads = 2}, 60, 12);
  const std::vector<Contact> all = crowd.world.collide().value().contacts;
  ASSERT_GT(all.size(), 1u);
  const Collisions first = crowd.world.collide({.first_only = true}).value();
  EXPECT_EQ(first.ending, Ending::FirstFound);
  ASSERT_EQ(first.contacts.size(), 1u);
  EXPECT_EQ(first.contacts[0].a, all[0].a);
  EXPECT_EQ(first.contacts[0].b, all[0].b);
  World empty;
  EXPECT_EQ(empty.collide({.first_only = true}).value().ending, Ending::Complete);
}

TEST(Collide, AStoppedFrameSaysSoAndLosesNothingLater) {
  Crowd crowd({}, 60, 13);
  std::stop_source source;
  source.request_stop();
  CollideOptions stopped;
  stopped.limits.stop = source.get_token();
  CollideOptions late;
  late.limits.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  ASSERT_TRUE(crowd.world.collide().ok());
  for (int frame = 0; frame < 6; ++frame) {
    crowd.step(0.5);
    const Collisions part = crowd.world.collide(frame % 2 == 0 ? stopped : late).value();
    EXPECT_EQ(part.ending, frame % 2 == 0 ? Ending::Stopped : Ending::TimedOut);
    EXPECT_TRUE(part.contacts.empty());
    if (frame % 2 == 1) crowd.step(0.02);
    EXPECT_EQ(keys_of(crowd.world.collide().value().contacts), crowd.truth());
  }
}

TEST(Collide, MorePairsThanAllowedAreRefusedAndStreamInstead) {
  World world;
  constexpr std::size_t kCount = 200;
  for (std::size_t k = 0; k < kCount; ++k)
    ASSERT_TRUE(world.add(box({1, 1, 1}), translation({1e-3 * double(k), 0, 0})).ok());
  CollideOptions few;
  few.max_pairs = 1000;
  const Result<Collisions> refused = world.collide(few);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().text(), "more than 1000 pairs of boxes overlap: visit the contacts, or raise max_pairs");
  std::size_t streamed = 0;
  EXPECT_EQ(world.visit_contacts([&](const Contact&) { return ++streamed > 0; }), Ending::Complete);
  EXPECT_EQ(streamed, kCount * (kCount - 1) / 2);
  EXPECT_EQ(world.visit_contacts([&](const Contact&) { return false; }), Ending::Visitor);
  EXPECT_EQ(world.collide().value().contacts.size(), streamed);
}

TEST(Collide, AHeapIsRefusedAtOnceAndStreams) {
  World world;
  const Rounded cube = box({1, 1, 1});
  for (int k = 0; k < 50'000; ++k) ASSERT_TRUE(world.add(cube).ok());
  EXPECT_EQ(world.collide().error().text(),
            "more than 16777216 pairs of boxes overlap: visit the contacts, or raise max_pairs");
  EXPECT_FALSE(world.within(1).ok());
  std::size_t visits = 0;
  EXPECT_EQ(world.visit_contacts([&](const Contact&) { return ++visits < 1000; }), Ending::Visitor);
  EXPECT_EQ(visits, 1000u);
}

TEST(Collide, AVisitorCannotChangeTheWorld) {
  World world;
  const BodyId a = world.add(box({1, 1, 1})).value();
  const BodyId b = world.add(box({1, 1, 1}), translation({0.5, 0, 0})).value();
  int visits = 0;
  world.visit_contacts([&](const Contact&) {
    ++visits;
    EXPECT_EQ(world.remove(a).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world.move(b, {}).fault(), WorldFault::BeingVisited);
    EXPECT_FALSE(world.add(box({1, 1, 1})).ok());
    EXPECT_EQ(world.allow(a, b).fault(), WorldFault::BeingVisited);
    EXPECT_FALSE(world.collide().ok());
    EXPECT_EQ(world.visit_contacts([](const Contact&) { return true; }), Ending::Refused);
    // But it may be asked about something that is no part of it.
    EXPECT_EQ(world.at({0.25, 0, 0}).contacts.size(), 2u);
    EXPECT_EQ(world.collide(box({1, 1, 1}), translation({-0.75, 0, 0})).contacts.size(), 1u);
    EXPECT_EQ(world.cast({-5, 0, 0}, {5, 0, 0}).size(), 2u);
    return true;
  });
  EXPECT_EQ(visits, 1);
  world.remove(a).expect();
}

// A refused or streamed frame in between must not make the next one miss what moved before it.
TEST(Collide, NothingIsLostBetweenKindsOfFrames) {
  Crowd crowd({}, 80, 21);
  CollideOptions none;
  none.max_pairs = 0;
  for (int frame = 0; frame < 12; ++frame) {
    if (frame % 3 == 0) {
      EXPECT_FALSE(crowd.world.collide(none).ok());
    }
    if (frame % 3 == 1) crowd.world.visit_contacts([](const Contact&) { return true; });
    if (frame % 4 == 2) {
      ASSERT_TRUE(crowd.world.within(0.1).ok());
    }
    ASSERT_EQ(keys_of(crowd.world.collide().value().contacts), crowd.truth()) << "frame " << frame;
    crowd.step(0.05);
  }
}

TEST(HalfSpaces, AFloorByHand) {
  World world;
  const BodyId floor = world.add(half_space({0, 0, 1}, 0), {.name = "floor"}).value();
  const BodyId cube = world.add(box({1, 1, 1}), translation({0, 0, 1})).value();
  EXPECT_TRUE(world.collide().value().contacts.empty());
  const double heights[] = {0.5, 0.25, -40, 0.5 + 1e-9};
  const Status statuses[] = {Status::Touching, Status::Penetrating, Status::Penetrating, Status::Separated};
  for (int k = 0; k < 4; ++k) {
    world.move(cube, translation({0, 0, heights[k]})).expect();
    const Collisions met = world.collide().value();
    ASSERT_EQ(met.contacts.size(), statuses[k] == Status::Separated ? 0u : 1u);
    if (met.contacts.empty()) continue;
    EXPECT_EQ(met.contacts[0].a, floor);
    EXPECT_EQ(met.contacts[0].b, cube);
    EXPECT_EQ(met.contacts[0].answer.status, statuses[k]);
  }
  EXPECT_EQ(world.move(floor, {}).fault(), WorldFault::IsHalfSpace);
  EXPECT_EQ(world.attach(floor, cube).fault(), WorldFault::IsHalfSpace);
  world.move(cube, {}).expect();
  world.remove(floor).expect();
  EXPECT_TRUE(world.collide().value().contacts.empty());
}

TEST(HalfSpaces, AWallThatComesLateMeetsWhatStandsStill) {
  World world;
  std::vector<BodyId> bodies;
  for (int k = 0; k < 20; ++k) bodies.push_back(world.add(box({1, 1, 1}), translation({2.0 * k, 0, 0})).value());
  EXPECT_TRUE(world.collide().value().contacts.empty());
  ASSERT_TRUE(world.add(half_space({1, 0, 0}, 4.25)).ok());
  EXPECT_EQ(world.collide().value().contacts.size(), 3u);
}

TEST(HalfSpaces, AgreeWithTheQueryOverFrames) {
  Crowd crowd({}, 50, 31);
  const HalfSpace spaces[] = {half_space({0, 0, 1}, -2), half_space({-1, 2, 0.5}, -3)};
  const BodyId ids[] = {crowd.world.add(spaces[0]).value(), crowd.world.add(spaces[1]).value()};
  for (int frame = 0; frame < 6; ++frame) {
    std::vector<ContactKey> truth = crowd.truth();
    for (const KnownPart& part : known_parts(crowd.world, crowd.bodies))
      for (int k = 0; k < 2; ++k) {
        const Intersection met = intersects(spaces[k], {}, part.shape, part.pose);
        if (met && !crowd.is_static_body(part.body))
          truth.push_back(key_of(ids[k], 0, part.body, part.part, met.status));
      }
    std::sort(truth.begin(), truth.end());
    ASSERT_EQ(keys_of(crowd.world.collide().value().contacts), truth);
    crowd.step(frame % 2 == 0 ? 1 : 0.1);
  }
}

TEST(ClosestBefore, ByHand) {
  World world({.closest_before_contact = true});
  ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
  const BodyId b = world.add(box({1, 1, 1}), translation({4, 0, 0})).value();
  EXPECT_TRUE(world.collide().value().contacts.empty());
  world.move(b, translation({1.25, 0, 0})).expect();
  EXPECT_TRUE(world.collide().value().contacts.empty());
  world.move(b, translation({0.75, 0, 0})).expect();
  Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  ASSERT_TRUE(met.contacts[0].before != nullptr);
  EXPECT_EQ(met.contacts[0].before->status, Status::Separated);
  EXPECT_LE(met.contacts[0].before->lower, 0.25);
  EXPECT_GE(met.contacts[0].before->upper, 0.25);
  EXPECT_EQ(met.contacts[0].before->point_a.x, 0.5);
  // The frame before was no free one any more.
  world.move(b, translation({0.5, 0, 0})).expect();
  met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_FALSE(met.contacts[0].before != nullptr);
  // Far apart, boxes and all, then in contact at once.
  world.move(b, translation({9, 0, 0})).expect();
  EXPECT_TRUE(world.collide().value().contacts.empty());
  world.move(b, {}).expect();
  met = world.collide().value();
  ASSERT_TRUE(met.contacts.at(0).before != nullptr);
  EXPECT_LE(met.contacts[0].before->lower, 8);
  EXPECT_GE(met.contacts[0].before->upper, 8);
}

TEST(ClosestBefore, NothingWasBeforeTheFirstFrame) {
  World world({.closest_before_contact = true});
  ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
  ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
  EXPECT_FALSE(world.collide().value().contacts.at(0).before != nullptr);
  ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
  for (const Contact& contact : world.collide().value().contacts) EXPECT_FALSE(contact.before != nullptr);
}

TEST(Within, AgreesWithDistancesOfAllPairs) {
  Crowd crowd({.threads = 2}, 50, 17);
  for (const double limit : {0.0, 0.05, 0.5, 3.0}) {
    const Proximities near = crowd.world.within(limit).value();
    std::vector<ContactKey> found, truth;
    for (const Proximity& p : near.pairs) {
      found.push_back(key_of(p.a, p.part_a, p.b, p.part_b, p.distance.status));
      EXPECT_LE(p.distance.lower, limit);
    }
    std::sort(found.begin(), found.end());
    const std::vector<KnownPart> parts = known_parts(crowd.world, crowd.bodies);
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = i + 1; j < parts.size(); ++j) {
        const KnownPart &a = parts[i], &b = parts[j];
        if (a.body == b.body || (crowd.is_static_body(a.body) && crowd.is_static_body(b.body))) continue;
        if (compare_distance(a.shape, a.pose, b.shape, b.pose, limit) > 0) continue;
        truth.push_back(key_of(a.body, a.part, b.body, b.part, distance(a.shape, a.pose, b.shape, b.pose).status));
      }
    std::sort(truth.begin(), truth.end());
    ASSERT_EQ(found, truth) << limit;
    crowd.step(1);
  }
}

TEST(Within, TheLimitItselfIsWithinToTheBit) {
  World world;
  ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
  ASSERT_TRUE(world.add(box({1, 1, 1}), translation({1.5, 0, 0})).ok());
  ASSERT_TRUE(world.add(half_space({0, 0, 2}, -4)).ok());  // z ≤ −2: 1.5 below both
  EXPECT_EQ(world.within(0.5).value().pairs.size(), 1u);
  EXPECT_EQ(world.within(std::nextafter(0.5, 0)).value().pairs.size(), 0u);
  EXPECT_EQ(world.within(1.5).value().pairs.size(), 3u);
  EXPECT_EQ(world.within(std::nextafter(1.5, 0)).value().pairs.size(), 1u);
}

TEST(Probes, AgreeWithTheQueries) {
  Crowd crowd({}, 60, 19);
  ASSERT_TRUE(crowd.world.add(half_space({0, 1, 0}, -3)).ok());
  const std::vector<KnownPart> parts = known_parts(crowd.world, crowd.bodies);
  for (int k = 0; k < 40; ++k) {
    const Rounded probe = random_shape(crowd.random);
    const Pose pose = random_pose(crowd.random, crowd.half);
    std::size_t meets = intersects(half_space({0, 1, 0}, -3), {}, probe, pose) ? 1 : 0, near = 0;
    if (compare_distance(half_space({0, 1, 0}, -3), {}, probe, pose, 0.3) <= 0) ++near;
    for (const KnownPart& part : parts) {
      if (intersects(part.shape, part.pose, probe, pose)) ++meets;
      if (compare_distance(part.shape, part.pose, probe, pose, 0.3) <= 0) ++near;
    }
    EXPECT_EQ(crowd.world.collide(probe, pose).contacts.size(), meets);
    EXPECT_EQ(crowd.world.within(0.3, probe, pose).value().pairs.size(), near);
    const Collisions first = crowd.world.collide(probe, pose, {.first_only = true});
    EXPECT_EQ(first.contacts.size(), std::min<std::size_t>(meets, 1));
  }
}

TEST(Probes, APointIsInWhatHoldsIt) {
  World world;
  const BodyId cube = world.add(box({2, 2, 2})).value();
  const BodyId ball = world.add(rounded(box({0, 0, 0}), 1), translation({1, 0, 0})).value();
  ASSERT_TRUE(world.add(half_space({0, 0, 1}, -1)).ok());
  EXPECT_EQ(world.at({5, 0, 0}).contacts.size(), 0u);
  const Collisions in_both = world.at({0.5, 0, 0});
  ASSERT_EQ(in_both.contacts.size(), 2u);
  EXPECT_EQ(in_both.contacts[0].a, cube);
  EXPECT_EQ(in_both.contacts[1].a, ball);
  EXPECT_EQ(world.at({2, 0, 0}).contacts.at(0).answer.status, Status::Touching);
  EXPECT_EQ(world.at({0, 0, -1}).contacts.size(), 2u);
}

TEST(Rays, ByHand) {
  World world;
  const BodyId near = world.add(box({1, 1, 1}), translation({2, 0, 0})).value();
  const BodyId far = world.add(box({1, 1, 1}), translation({4, 0, 0})).value();
  const BodyId wall = world.add(half_space({-1, 0, 0}, -7)).value();  // x ≥ 7
  RayContacts hits = world.cast({0, 0, 0}, {10, 0, 0});
  EXPECT_EQ(hits.ending, Ending::Complete);
  ASSERT_EQ(hits.size(), 3u);
  const BodyId order[] = {near, far, wall};
  const double fraction[] = {0.15, 0.35, 0.7};
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(hits[static_cast<std::size_t>(k)].body, order[k]);
    EXPECT_LE(hits[static_cast<std::size_t>(k)].hit.lower, fraction[k]);
    EXPECT_GE(hits[static_cast<std::size_t>(k)].hit.upper, fraction[k]);
  }
  hits = world.cast({0, 0, 0}, {10, 0, 0}, true);
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].body, near);
  EXPECT_TRUE(world.cast({0, 0, 0}, {0, 9, 0}).is_free());
  EXPECT_EQ(world.cast({2, 0, 0}, {2, 0, 0}).hits.at(0).hit.upper, 0);
}

TEST(Rays, TheFirstIsAmongAll) {
  Crowd crowd({}, 80, 23);
  for (int k = 0; k < 60; ++k) {
    const Vec3 from = random_vec(crowd.random, 2 * crowd.half), to = random_vec(crowd.random, 2 * crowd.half);
    const std::vector<RayContact> all = crowd.world.cast(from, to).hits, first = crowd.world.cast(from, to, true).hits;
    std::size_t expected = 0;
    for (const KnownPart& part : known_parts(crowd.world, crowd.bodies))
      if (cast_ray(part.shape, part.pose, from, to)) ++expected;
    ASSERT_EQ(all.size(), expected);
    ASSERT_EQ(first.empty(), all.empty());
    if (all.empty()) continue;
    EXPECT_EQ(first[0].body, all[0].body);
    double least_upper = 1;
    for (const RayContact& ray : all) least_upper = std::min(least_upper, ray.hit.upper);
    EXPECT_EQ(first.size(), static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const RayContact& ray) {
                return ray.hit.lower <= least_upper;
              })));
  }
}

TEST(Poses, AgreeWithOneProbeAfterAnother) {
  std::vector<PoseAnswer> of_one;
  for (const int threads : {1, 2, 4}) {
    Crowd crowd({.threads = threads}, 60, 29);
    ASSERT_TRUE(crowd.world.add(half_space({0, 1, 0}, -3)).ok());
    const Rounded link = test_polytope(TestShape::Rod, 40, 5);
    std::vector<Pose> poses;
    for (int k = 0; k < 300; ++k) poses.push_back(random_pose(crowd.random, crowd.half));
    std::vector<PoseAnswer> out(poses.size());
    EXPECT_EQ(crowd.world.collide_poses(link, poses, out), Ending::Complete);
    std::size_t free = 0;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const Collisions met = crowd.world.collide(link, poses[k], {.first_only = true});
      ASSERT_EQ(out[k].is_free, met.contacts.empty());
      if (out[k].is_free) ++free;
      if (out[k].is_free) continue;
      EXPECT_EQ(out[k].met, met.contacts[0].a);
      EXPECT_EQ(out[k].answer.status, met.contacts[0].answer.status);
      if (threads > 1) {
        EXPECT_EQ(out[k].answer.certificate.plane.normal, of_one[k].answer.certificate.plane.normal);
      }
    }
    EXPECT_GT(free, 20u);
    EXPECT_LT(free, 280u);
    if (threads == 1) of_one = out;
  }
}

}  // namespace
}  // namespace clearance::detail
