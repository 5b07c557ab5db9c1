#include <clearance/motion/batch.h>

#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/motion/moving_case_test.h>
#include <clearance/motion/shapes/shape_sweep.h>
#include <clearance/proof/check_moving_shapes.h>

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

struct Stopped {
  bool stop_requested() const { return true; }
};

// One body, and many of all kinds around it, some of which move.
struct Scene {
  Shape body = box({1, 1, 1});
  Motion motion = Motion::to(translation({-6, 0, 0}), rotation({1, 0, 0, 1}, {6, 0.5, 0}), 1).value();
  Shape cube = box({1, 1, 1}), solid = mesh_of(box({1, 2, 1})), ball = rounded(box({0.5, 0, 0}), 0.25),
        parts = make_parts(std::vector<PartShape>{box({1, 1, 0}), mesh_of(box({1, 1, 1}))}).value(),
        floor = half_space({0, 0, 1}, -4);
  std::vector<Obstacle> obstacles;

  Scene() {
    Random random(20261118);
    const Shape* const shapes[] = {&cube, &solid, &ball, &parts, &floor};
    for (std::size_t k = 0; k < 60; ++k) {
      const Vec3 from{random.uniform(-6, 6), random.uniform(-3, 3), random.uniform(-3, 3)};
      const Vec3 velocity{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      const bool is_floor = k % 5 == 4;
      obstacles.push_back({shapes[k % 5], is_floor ? line({0, 0, -0.1 * from.x * from.x}, {}) : line(from, velocity)});
    }
  }
};

void expect_equal(const Result<FirstContact>& x, const Result<FirstContact>& y, const std::string& what) {
  ASSERT_EQ(x.ok(), y.ok()) << what;
  if (!x) {
    EXPECT_EQ(x.error().text(), y.error().text()) << what;
    return;
  }
  EXPECT_EQ(x->status, y->status) << what;
  EXPECT_EQ(x->lower, y->lower) << what;
  EXPECT_EQ(x->upper, y->upper) << what;
  EXPECT_EQ(x->point_a, y->point_a) << what;
  EXPECT_EQ(x->timeline.spans.size(), y->timeline.spans.size()) << what;
}
void expect_equal(const MotionBatch& x, const MotionBatch& y, const std::string& what) {
  ASSERT_EQ(x.answers.size(), y.answers.size()) << what;
  for (std::size_t k = 0; k < x.answers.size(); ++k)
    expect_equal(x.answers[k], y.answers[k], what + ", " + std::to_string(k));
  EXPECT_EQ(x.clear, y.clear) << what;
  EXPECT_EQ(x.in_contact, y.in_contact) << what;
  EXPECT_EQ(x.not_asked, y.not_asked) << what;
  EXPECT_EQ(x.clear_by_boxes, y.clear_by_boxes) << what;
  EXPECT_EQ(x.lowest, y.lowest) << what;
  EXPECT_EQ(x.earliest, y.earliest) << what;
}
void expect_adding_up(const MotionBatch& batch) {
  EXPECT_EQ(batch.clear + batch.in_contact + batch.undecided + batch.refused + batch.not_asked, batch.answers.size());
  EXPECT_LE(batch.clear_by_boxes, batch.clear);
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(MotionBatch, ManyWaysOfOnePair) {
  const Shape post = box({1, 1, 1}), body = box({1, 1, 1});
  const std::vector<Motion> ways = {line({-4, 2, 0}, {8, 0, 0}), line({-4, 9, 0}, {8, 0, 0}),
                                    line({-4, 0.5, 0}, {8, 0, 0}), line({-3, 0.5, 0}, {8, 0, 0}),
                                    line({0, 0.5, 0}, {8, 0, 0})};
  const MotionBatch found = first_contact_batch(post, {}, body, ways, kUnit);
  expect_adding_up(found);
  EXPECT_EQ(found.clear, 2u);
  EXPECT_EQ(found.clear_by_boxes, 2u);
  EXPECT_EQ(found.in_contact, 3u);
  EXPECT_EQ(found.lowest, 2u);
  EXPECT_EQ(found.earliest, 4u);
  EXPECT_FALSE(found.is_clear());
  const MotionBatch any = first_contact_batch(post, {}, body, ways, kUnit, {.first_only = true});
  expect_adding_up(any);
  EXPECT_EQ(any.lowest, 2u);
  EXPECT_EQ(any.earliest, 2u);
  EXPECT_EQ(any.not_asked, 2u);
  EXPECT_EQ(any.answers[3]->status, MotionStatus::NotAsked);
  EXPECT_TRUE(first_contact_batch(post, {}, body, std::span(ways).first(2), kUnit).is_clear());
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(MotionBatch, NothingToAsk) {
  const Shape cube = box({1, 1, 1});
  const MotionBatch none = first_contact_batch(cube, {}, cube, std::span<const Motion>(), kUnit, {.threads = 0});
  EXPECT_TRUE(none.answers.empty());
  EXPECT_FALSE(none.lowest);
  EXPECT_FALSE(none.earliest);
  EXPECT_TRUE(first_contact_batch(cube, {}, std::span<const Obstacle>(), kUnit).answers.empty());
  EXPECT_FALSE(MotionBatchOptions().first_only);
}

TEST(MotionBatch, WhatIsRefusedStandsInItsOwnPlace) {
  const Shape cube = box({1, 1, 1});
  const std::vector<Obstacle> obstacles = {{&cube, line({4, 0, 0}, {-8, 0, 0})},
                                           {nullptr, {}},
                                           {&cube, Motion::linear(Pose(), {1, 0, 0}, 0.5).value()},
                                           {&cube, line({4, 0, 0}, {1, 0, 0})}};
  for (const int threads : {-3, 0, 1, 2, 1'000'000'000}) {
    const MotionBatch found = first_contact_batch(cube, {}, obstacles, kUnit, {.threads = threads});
    expect_adding_up(found);
    EXPECT_EQ(found.refused, 2u);
    EXPECT_FALSE(found.answers[1]);
    EXPECT_FALSE(found.answers[2]);
    EXPECT_EQ(found.answers[0]->status, MotionStatus::Contact);
    EXPECT_EQ(found.answers[3]->status, MotionStatus::Clear);
    EXPECT_FALSE(found.is_clear());
  }
  // A motion of its own that cannot be taken, and an interval that is none, are refused everywhere.
  const Motion late = Motion::linear(Pose(), {1, 0, 0}, 0.5).value();
  EXPECT_EQ(first_contact_batch(cube, late, obstacles, kUnit).refused, 4u);
  EXPECT_EQ(first_contact_batch(cube, {}, obstacles, {}).refused, 4u);
  EXPECT_EQ(first_contact_batch(cube, {}, obstacles, kUnit, {.motion = {.margin = -1}}).refused, 4u);
}

TEST(MotionBatch, LimitsLeaveTheRestNotAsked) {
  const Scene scene;
  const Deadline past(std::chrono::steady_clock::now() - std::chrono::seconds(1));
  for (const MotionBatchOptions& options :
       {MotionBatchOptions{.limits = {.deadline = past}}, MotionBatchOptions{.motion = {.deadline = past}},
        MotionBatchOptions{.limits = {.stop = Stopped()}}}) {
    const MotionBatch found = first_contact_batch(scene.body, scene.motion, scene.obstacles, kUnit, options);
    EXPECT_EQ(found.not_asked, scene.obstacles.size());
    EXPECT_FALSE(found.is_clear());
  }
  const MotionBatch few =
      first_contact_batch(scene.body, scene.motion, scene.obstacles, kUnit, {.motion = {.max_instants = 0}});
  expect_adding_up(few);
  EXPECT_GT(few.undecided, 0u);
  const MotionBatch all = first_contact_batch(scene.body, scene.motion, scene.obstacles, kUnit);
  for (std::size_t k = 0; k < all.answers.size(); ++k)
    if (few.answers[k]->is_clear()) {
      EXPECT_TRUE(all.answers[k]->is_clear()) << k;
    }
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(MotionBatch, ThreadsChangeNothing) {
  const Scene scene;
  for (const MotionBatchOptions& options :
       {MotionBatchOptions{}, MotionBatchOptions{.only_whether = true}, MotionBatchOptions{.first_only = true},
        MotionBatchOptions{.motion = {.margin = 0.25}, .first_only = true}}) {
    const MotionBatch alone = first_contact_batch(scene.body, scene.motion, scene.obstacles, kUnit, options);
    expect_adding_up(alone);
    EXPECT_TRUE(alone.lowest);
    for (const int threads : {0, 2, 3, 8})
      for (int round = 0; round < 5; ++round) {
        MotionBatchOptions of_many = options;
        of_many.threads = threads;
        expect_equal(first_contact_batch(scene.body, scene.motion, scene.obstacles, kUnit, of_many), alone,
                     std::to_string(threads) + " threads");
      }
  }
}

// ---- Against one at a time ------------------------------------------------------------------------------------------

TEST(MotionBatch, AnswersAreThoseOfOneAtATime) {
  const Scene scene;
  for (const double margin : {0.0, 0.25}) {
    const MotionOptions options{.margin = margin};
    const MotionBatch found =
        first_contact_batch(scene.body, scene.motion, scene.obstacles, kUnit, {.motion = options, .threads = 2});
    EXPECT_GT(found.clear_by_boxes, 0u);
    EXPECT_GT(found.in_contact, 0u);
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k) {
      const auto& [shape, motion] = scene.obstacles[k];
      const FirstContact alone = first_contact(scene.body, scene.motion, *shape, motion, kUnit, options).value();
      ASSERT_EQ(found.answers[k]->status, alone.status) << k;
      EXPECT_EQ(found.answers[k]->lower, alone.lower) << k;
      EXPECT_EQ(found.answers[k]->upper, alone.upper) << k;
      // With its proof, that of boxes included.
      const MotionClaim claim = claim_of(*found.answers[k], scene.body, scene.motion, *shape, motion, kUnit, options);
      const CheckResult checked = check_motion(claim, {scene.body, scene.motion}, {*shape, motion}, kUnit, margin);
      EXPECT_TRUE(checked) << k << ": " << checked.reason;
    }
  }
}

// A box that is too small would leave contacts out.
TEST(MotionBatch, SweptBoxesHoldBodiesOfAllKinds) {
  RandomMotions motions(7);
  for (int k = 0; k < 100; ++k) {
    const MovingCase made = motions.next(9);
    for (const Shape& shape : {Shape(made.b), Shape(mesh_of(made.b.core())),
                               Shape(make_parts(std::vector<PartShape>{made.b, made.a}).value())}) {
      const Box box = ShapeSweep(shape).box(made.motion_b, 1);
      for (int step = 0; step <= 16; ++step) {
        const Pose pose = made.motion_b.at(step / 16.0).value();
        for (int v = 0; v < made.b.core().vertex_count(); ++v) {
          const Vec3 at = apply(pose, made.b.core().vertex(v));
          EXPECT_TRUE(contains(grown(box, 1e-12), Box{at, at})) << k;
        }
      }
    }
  }
}

}  // namespace
}  // namespace clearance::detail
