// Bodies of every kind: the search against all pairs of elements, against instants looked at one by one, and against
// itself, asked in other ways.
#include <clearance/motion/shapes/moving_shapes_test.h>
#include <clearance/proof/check_moving_shapes.h>
#include <clearance/query/query.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using Numbers = RandomMotions::Numbers;

int rounds(int quick, int full) { return is_full_level() ? full : quick; }

// ---- Invariance -----------------------------------------------------------------------------------------------------

std::vector<ContactInterval> mirrored(const std::vector<ContactInterval>& intervals) {
  std::vector<ContactInterval> made;
  const auto turned = [](const Bracket& bracket) { return Bracket{-bracket.upper, -bracket.lower}; };
  for (const auto& [begin, end, graze] : intervals) made.push_back({turned(end), turned(begin), {}});
  std::reverse(made.begin(), made.end());
  return made;
}
Motion reversed(const Motion& motion, double end) {
  if (motion.kind() == Motion::Kind::Rest) return motion;
  if (motion.kind() == Motion::Kind::Flight) {
    const double s = end - motion.begins();
    const Flight& flight = motion.flight();
    const Vec3 last = motion.start().translation() + s * flight.velocity + (s * s / 2) * flight.acceleration;
    return Motion::flight(moved_to(motion.start(), last).value(),
                          {-flight.velocity - s * flight.acceleration, flight.acceleration, {}, {}}, -end)
        .value();
  }
  std::vector<Keyframe> frames;
  for (const auto& [time, pose] : motion.keyframes()) frames.push_back({-time, pose});
  if (motion.keyframes().back().time < end) frames.push_back({-end, motion.keyframes().back().pose});
  std::reverse(frames.begin(), frames.end());
  return Motion::through(frames).value();
}

TEST(ShapesInMotion, ExchangeReversalAndSplitting) {
  RandomShapes shapes(3, Numbers::Quarters);
  int contacts = 0;
  for (int round = 0; round < rounds(20, 1000) && !testing::Test::HasFailure(); ++round) {
    const std::string what = "round " + std::to_string(round);
    const MovingShapes asked = shapes.next();
    const Interference whole = asked.intervals({.width = 0});
    ASSERT_NE(whole.status, MotionStatus::Undecided) << what;
    contacts += whole.is_clear() ? 0 : 1;
    expect_equal(asked.exchanged().intervals({.width = 0}), whole, what + ", exchanged");
    const auto [begin, end] = asked.interval;
    const MovingShapes back{asked.a,        asked.b,     reversed(asked.motion_a, end), reversed(asked.motion_b, end),
                            {-end, -begin}, asked.margin};
    Interference turned;
    turned.intervals = mirrored(whole.intervals);
    turned.status = status_of(turned.intervals, back.interval);
    turned.decided_until = -begin;
    expect_equal(back.intervals({.width = 0}), turned, what + ", reversed");
    std::vector<double> cuts = {begin, 0.375, end};
    for (const ContactInterval& contact : whole.intervals)
      cuts.insert(cuts.end(), {contact.begin.upper, contact.end.lower});
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      const Interval part{cuts[k], cuts[k + 1]};
      Interference of_part;
      of_part.intervals = cut_to(whole, part);
      of_part.status = status_of(of_part.intervals, part);
      of_part.decided_until = part.end;
      expect_equal(asked.during(part).intervals({.width = 0}), of_part, what + ", from " + std::to_string(part.begin));
    }
  }
  EXPECT_GT(contacts, rounds(20, 1000) / 4);
}

// Heights of such bodies are doubles, and their squares are not: windows were once called clear for up to twice too
// long.
TEST(ShapesInMotion, ScaledByPowersOfTwo) {
  const auto scaled_mesh = [](const Mesh& mesh, double scale) {
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& v : vertices) v = scale * v;
    return make_mesh(vertices, mesh.triangles_as_given()).value();
  };
  Bracket at_scale_one;
  std::vector<double> scales = {1, 0x1p-550};
  if (is_full_level()) scales.insert(scales.end(), {0x1p-570, 0x1p540});  // exact numbers of a thousand bits: seconds
  for (const double scale : scales) {
    const Mesh cube = scaled_mesh(solid_box({2, 2, 2}), scale), corner = scaled_mesh(l_shape(), scale);
    const std::string what = "scaled by " + std::to_string(std::ilogb(scale));
    // The L begins at x = 0: it falls onto the cube's side at x = 1 and goes on.
    const MovingShapes falls{
        cube, corner, {}, thrown(scale * Vec3{4, -0.25, 0}, scale * Vec3{-2, 0, 0}, scale * Vec3{-8, 0, 0})};
    const FirstContact found = falls.first();
    ASSERT_EQ(found.status, MotionStatus::Contact) << what;
    // 4 − 2t − 4t² = 1.
    const double time = (std::sqrt(13.0) - 1) / 4;
    EXPECT_LE(found.lower, time * (1 + 1e-15)) << what;
    EXPECT_GE(found.upper, time * (1 - 1e-15)) << what;
    EXPECT_LE(found.upper - found.lower, 1e-9) << what;
    const CheckResult checked = falls.check(falls.claim(found));
    EXPECT_TRUE(checked) << what << ": " << checked.reason;
    // The same, slower and slower, to a touch that is none by a hair.
    const MovingShapes grazes{
        cube, corner, {}, thrown(scale * Vec3{3, -0.25, 0}, scale * Vec3{-7.75, 0, 0}, scale * Vec3{15.5, 0, 0})};
    const FirstContact clear = grazes.first();
    EXPECT_TRUE(clear.is_clear()) << what;
    EXPECT_TRUE(grazes.check(grazes.claim(clear))) << what;
    // And one that turns towards the cube: the far end of its long side reaches it.
    const MovingShapes turns{
        cube,
        corner,
        {},
        Motion::to(translation(scale * Vec3{2.25, 0, 0}), rotation({1, 0, 0, 1}, scale * Vec3{2.25, 0, 0}), 1).value()};
    const FirstContact there = turns.first();
    ASSERT_EQ(there.status, MotionStatus::Contact) << what;
    EXPECT_FALSE(turns.check(turns.claim(there)).is_refuted()) << what;
    if (scale == 1) at_scale_one = {there.lower, there.upper};
    EXPECT_LE(there.lower, at_scale_one.upper) << what;
    EXPECT_GE(there.upper, at_scale_one.lower) << what;
  }
}

// ---- Against all pairs of elements ----------------------------------------------------------------------------------

void look_at_random(std::uint64_t seed, Numbers numbers, int count) {
  RandomShapes shapes(seed, numbers);
  int contacts = 0, more = 0;
  for (int round = 0; round < count && !testing::Test::HasFailure(); ++round) {
    const Interference truth = expect_reference(shapes.next(), "round " + std::to_string(round));
    contacts += truth.is_clear() ? 0 : 1;
    more += truth.intervals.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(contacts, count / 4);
  EXPECT_GE(more, count / 100);
}
TEST(ShapesInMotion, OfDoublesAsAllPairsSay) { look_at_random(1, Numbers::Doubles, rounds(12, 1000)); }
TEST(ShapesInMotion, OfEighthsAsAllPairsSay) { look_at_random(2, Numbers::Eighths, rounds(12, 1000)); }
TEST(ShapesInMotion, OfQuarterTurnsAsAllPairsSay) { look_at_random(3, Numbers::Quarters, rounds(12, 1000)); }

// ---- Against instants -----------------------------------------------------------------------------------------------

TEST(ShapesInMotion, NoInstantContradicts) {
  int doubtful = 0;
  long instants = 0;
  for (const Numbers numbers : {Numbers::Doubles, Numbers::Eighths, Numbers::Quarters}) {
    RandomShapes shapes(4, numbers);
    for (int round = 0; round < rounds(8, 300) && !testing::Test::HasFailure(); ++round) {
      const MovingShapes asked = shapes.next();
      const Interference known = asked.intervals();
      std::vector<double> times;
      for (int k = 0; k <= 2000; ++k) times.push_back(k / 2000.0);
      for (const auto& [begin, end, graze] : known.intervals)
        for (const double time : {begin.lower, begin.upper, end.lower, end.upper})
          for (const double near : {next_below(time), time, next_above(time), time - 1e-6, time + 1e-6})
            if (near >= 0 && near <= 1) times.push_back(near);
      for (const double time : times) {
        bool is_open = false;  // nothing is said of the instants in a bracket
        for (const auto& [begin, end, graze] : known.intervals)
          for (const Bracket& bracket : {begin, end})
            is_open = is_open || (time > bracket.lower && time < bracket.upper);
        if (is_open) continue;
        const bool expected = are_in_contact(known, time);
        const Result<Pose> pose_a = asked.motion_a.at(time), pose_b = asked.motion_b.at(time);
        ++instants;
        if (pose_a && pose_b && (compare_distance(asked.a, *pose_a, asked.b, *pose_b, asked.margin) <= 0) == expected)
          continue;
        ++doubtful;
        ASSERT_EQ(asked.meet_at(time), expected) << "round " << round << " at " << time << text_of(known);
      }
    }
  }
  EXPECT_GT(instants, 40'000);
  EXPECT_LT(doubtful, instants / 10);
}

// ---- Regressions ----------------------------------------------------------------------------------------------------

// Found by the fuzzer: the plane that served two elements had a normal of length 7, and the room for radii and margin
// was made along it as if that were 1, so that the cover of the last span was refuted.
TEST(ShapesInMotion, ACoverAlongALongNormal) {
  const Shape a = rounded(
      convex_hull(std::vector<Vec3>{{1.25, 0.625, -1.75}, {-1.25, 1.625, -1.125}, {1.875, -0.875, -1}}).value(), 0.375);
  const Shape b =
      mesh_of(convex_hull(std::vector<Vec3>{
                              {1.25, 1.5, 0.125}, {1.125, 1.875, -1}, {-1.375, 0.375, -1}, {-1.875, 0.25, -1.625}})
                  .value());
  const Motion motion_a =
      Motion::to(rotation({1, 0, 1, -1}, {0.5, -0.625, -0.125}), rotation({3, 1, 1, 1}, {-1.375, -1.375, 0.625}), 1)
          .value();
  const Motion motion_b = Motion::linear(rotation({1, -2, 2, -2}, {-0.875, -0.25, 1.125}), {1.625, -0.125, 0}).value();
  const MovingShapes asked{a, b, motion_a, motion_b, kUnit, 0.125};
  for (const MotionMethod method : {MotionMethod::Automatic, MotionMethod::Features}) {
    const MotionClaim claim =
        claim_of(asked.first({.method = method}), a, motion_a, b, motion_b, kUnit, {.margin = 0.125});
    const CheckResult checked =
        check_motion(claim, ShapeInMotion{a, motion_a}, ShapeInMotion{b, motion_b}, kUnit, 0.125);
    EXPECT_FALSE(checked.is_refuted()) << checked.reason;
  }
}

}  // namespace
}  // namespace clearance::detail
