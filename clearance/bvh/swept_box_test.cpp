#include <clearance/bvh/swept_box.h>

#include <clearance/base/random.h>
#include <clearance/exact/posed.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

using Points = std::vector<Vec3>;

const Points kRod = {{-1, -0.125, -0.125}, {1, -0.125, -0.125}, {-1, 0.125, 0.125}, {1, 0.125, 0.125}};

// The points' box at a pose, widened by more than applying it in doubles loses, and the ball about a point of the body.
SweptBody body_at(const Points& points, const Pose& pose, Vec3 center) {
  SweptBody body{kNoBox, apply(pose, center), 0};
  for (const Vec3& p : points) {
    body.box = united(body.box, {apply(pose, p), apply(pose, p)});
    body.radius = std::fmax(body.radius, norm(p - center) * (1 + 1e-14) + 1e-14);
  }
  body.box = grown(body.box, 1e-13);
  return body;
}

Box sweep(const Points& points, const Motion& motion, double duration) {
  return swept_box(motion, duration, [&](const Pose& pose, Vec3 center) { return body_at(points, pose, center); });
}

double volume(const Box& box) {
  const Vec3 d = box.high - box.low;
  return d.x * d.y * d.z;
}

// Figure 1 of the paper, in doubles: the path's box, densely, grown by the radius.
Box papers_box(const Points& points, const Motion& motion, double duration) {
  const Vec3 center = motion.flight().center;
  Box path = kNoBox;
  for (int k = 0; k <= 4000; ++k) {
    const Vec3 at = apply(motion.at(duration * k / 4000).value(), center);
    path = united(path, {at, at});
  }
  return grown(path, body_at(points, motion.start(), center).radius);
}

// ---- Exact points of a motion ---------------------------------------------------------------------------------------

// numerator ≤ denominator·end and so on: the point is in the box, exactly.
void expect_in(const Box& box, const DyadicVec& numerator, const Dyadic& denominator) {
  const Dyadic* const coordinates[] = {&numerator.x, &numerator.y, &numerator.z};
  for (int axis = 0; axis < 3; ++axis) {
    const double low = box.low[axis], high = box.high[axis];
    if (std::isfinite(low)) {
      EXPECT_GE(compare(*coordinates[axis], denominator * Dyadic(low)), 0) << "axis " << axis;
    }
    if (std::isfinite(high)) {
      EXPECT_LE(compare(*coordinates[axis], denominator * Dyadic(high)), 0) << "axis " << axis;
    }
  }
}

// A flight without rotation: start·p + v·s + a·s²/2.
void expect_flight_in(const Box& box, const Points& points, const Motion& motion, double s) {
  const ExactPose start(motion.start());
  const Flight& flight = motion.flight();
  const DyadicVec way = Dyadic(s) * (exact(flight.velocity) + Dyadic(0.5) * Dyadic(s) * exact(flight.acceleration));
  for (const Vec3& p : points) expect_in(box, start.numerator(p) + start.denominator() * way, start.denominator());
}

// Between two poses: q and t linear in the fraction f, then M(q)p/|q|² + t.
void expect_leg_in(const Box& box, const Points& points, const Pose& p0, const Pose& p1, double f) {
  const auto mix = [&](double x, double y) { return (Dyadic(1) - Dyadic(f)) * Dyadic(x) + Dyadic(f) * Dyadic(y); };
  const Quat a = p0.quaternion(), b = p1.quaternion();
  const Vec3 s = p0.translation(), t = p1.translation();
  const Dyadic w = mix(a.w, b.w), two(2);
  const DyadicVec q{mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z)}, place{mix(s.x, t.x), mix(s.y, t.y), mix(s.z, t.z)};
  const Dyadic norm = w * w + dot(q, q);
  for (const Vec3& point : points) {
    // |q|² times the turned point is (w² − q·q)p + 2(q·p)q + 2w q×p.
    const DyadicVec p = exact(point);
    const DyadicVec turned = (w * w - dot(q, q)) * p + two * dot(q, p) * q + two * w * cross(q, p);
    expect_in(box, turned + norm * place, norm);
  }
}

// ---- By hand --------------------------------------------------------------------------------------------------------

const SweptBody kCube{{{-1, -1, -1}, {1, 1, 1}}, {}, 1.75};  // √3 < 1.75

void expect_near(const Box& box, Vec3 low, Vec3 high) {
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(box.low[axis], low[axis], 1e-12);
    EXPECT_NEAR(box.high[axis], high[axis], 1e-12);
  }
}

TEST(SweptBox, AtRestIsTheBoxItself) {
  EXPECT_EQ(swept_box(kCube, Flight{}, 5), kCube.box);
  EXPECT_EQ(swept_box(kCube, Flight{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {}}, 0), kCube.box);
  EXPECT_EQ(sweep(kRod, Motion::rest(Pose()), 5), body_at(kRod, Pose(), {}).box);
}

TEST(SweptBox, ALineIsBothBoxes) {
  expect_near(swept_box(kCube, {{2, -3, 0}, {}, {}, {}}, 4), {-1, -13, -1}, {9, 1, 1});
  EXPECT_EQ(swept_box(kCube, {{2, -3, 0}, {}, {}, {}}, 4).low.z, -1);  // nothing moves along z: nothing is rounded
}

TEST(SweptBox, TheApexCountsWhenItIsWithin) {
  const Flight thrown{{1, 0, 20}, {0, 0, -10}, {}, {}};  // the apex is at 2, 20 high
  expect_near(swept_box(kCube, thrown, 1), {-1, -1, -1}, {2, 1, 16});
  expect_near(swept_box(kCube, thrown, 2), {-1, -1, -1}, {3, 1, 21});
  expect_near(swept_box(kCube, thrown, 3), {-1, -1, -1}, {4, 1, 21});
  expect_near(swept_box(kCube, thrown, 6), {-1, -1, -61}, {7, 1, 21});
  const Flight dropped{{0, 0, -20}, {0, 0, 10}, {}, {}};
  expect_near(swept_box(kCube, dropped, 3), {-1, -1, -21}, {1, 1, 1});
  // On the way up or down for good there is none.
  expect_near(swept_box(kCube, {{0, 0, 20}, {0, 0, 10}, {}, {}}, 2), {-1, -1, -1}, {1, 1, 61});
}

TEST(SweptBox, TurningTakesTheBallOrLess) {
  // Many turns: the ball about the center. A hundredth of a turn: the box and a little.
  expect_near(swept_box(kCube, {{}, {}, {0, 0, 10}, {}}, 5), {-1.75, -1.75, -1.75}, {1.75, 1.75, 1.75});
  expect_near(swept_box(kCube, {{3, 0, 0}, {}, {0, 0, 0.01}, {}}, 1), {-1.0175, -1.0175, -1.0175},
              {4.0175, 1.0175, 1.0175});
}

TEST(SweptBox, BetweenTwoPoses) {
  // The quaternions (1, 0, 0, 0) and (3, 0, 0, 4) have the cosine 3/5 between them: a bulge of 2/5 of the radius.
  SweptBody end = kCube;
  end.box = {{9, -1.5, -1}, {11, 1.5, 1}}, end.center = {10, 0, 0};
  expect_near(swept_box(kCube, {1, 0, 0, 0}, end, {3, 0, 0, 4}), {-1.7, -1.75, -1.7}, {11.7, 1.75, 1.7});
  EXPECT_EQ(swept_box(kCube, {1, 2, 3, 4}, end, {1, 2, 3, 4}), united(kCube.box, end.box));
  // More than half a turn: the balls.
  expect_near(swept_box(kCube, {1, 0, 0, 0}, end, {-3, 0, 0, 4}), {-1.75, -1.75, -1.75}, {11.75, 1.75, 1.75});
}

TEST(SweptBox, LargerGapsHaveLargerMargins) {
  const Box unit{{0, 0, 0}, {1, 1, 1}}, moved{{2, 0, 0}, {3, 1, 1}};
  const BoxSample near[] = {{0, unit}, {1, moved}}, far[] = {{0, unit}, {10, moved}};
  // (x + y ± v·g)/2 with v = 2: along x the way is used up, and the ends are the boxes' own.
  expect_near(swept_box(near, 2), {0, -1, -1}, {3, 2, 2});
  expect_near(swept_box(far, 2), {-9, -10, -10}, {12, 11, 11});
  const BoxSample half[] = {{0, unit}, {5, {{1, 0, 0}, {2, 1, 1}}}, {10, moved}};
  expect_near(swept_box(half, 2), {-4.5, -5, -5}, {7.5, 6, 6});
  EXPECT_EQ(swept_box(std::span(near, 1), 2), unit);
  EXPECT_EQ(swept_box(std::span<const BoxSample>(), 2), kNoBox);
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(SweptBox, OverflowIsInfiniteNeverNaN) {
  const SweptBody far{{{1e300, 0, 0}, {1e300, 1, 1}}, {1e300, 0, 0}, 2};
  for (const double v : {1e300, -1e300, 1.0})
    for (const double a : {1e300, -1e300, -1.0})
      for (const double T : {1e-300, 1.0, 1e8, 1e300}) {
        const Box box = swept_box(far, {{v, 0, 0}, {a, 0, 0}, {0, 0, v}, {}}, T);
        EXPECT_TRUE(is_box(box));
        EXPECT_TRUE(contains(box, far.box));
        const Box flying = swept_box(far, {{v, 0, 0}, {a, 0, 0}, {}, {}}, T);
        EXPECT_TRUE(is_box(flying) && contains(flying, far.box));
      }
  const BoxSample wide[] = {{0, {{-kInfiniteEnd, 0, 0}, {0, 1, 1}}}, {1e300, {{0, 0, 0}, {kInfiniteEnd, 1, 1}}}};
  EXPECT_TRUE(is_box(swept_box(wide, 1e300)));
  EXPECT_EQ(swept_box(wide, 1e300).high.x, kInfiniteEnd);
}

TEST(SweptBox, AnApexWithinARoundingOfTheEnd) {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const double v = random.uniform(0.5, 2), a = -random.uniform(0.5, 2);
    const double at = -v / a;
    for (const double T : {std::nextafter(at, 0), at, std::nextafter(at, 9)}) {
      const Motion motion = Motion::flight(Pose(), {{v, 0, -v}, {a, 0, -a}, {}, {}}).value();
      const Box box = sweep(kRod, motion, T);
      for (const double s : {0.0, T / 2, std::nextafter(T, 0), T}) expect_flight_in(box, kRod, motion, s);
    }
  }
}

TEST(SweptBox, ZeroDurationIsTheStart) {
  for (const Motion& motion : {Motion::linear(Pose(), {1, 2, 3}).value(),
                               Motion::flight(Pose(), {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {}}).value(),
                               Motion::to(Pose(), rotation({1, 1, 0, 0}, {5, 5, 5}), 1).value()})
    EXPECT_EQ(sweep(kRod, motion, 0), body_at(kRod, Pose(), {}).box);
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(SweptBox, MirroredMotionsHaveMirroredBoxes) {
  Random random(6);
  const auto coordinate = [&] { return random.uniform(-2, 2); };
  for (int k = 0; k < 200; ++k) {
    const Flight flight{{coordinate(), coordinate(), coordinate()},
                        {coordinate(), coordinate(), coordinate()},
                        {k % 2 == 0 ? 0 : coordinate(), 0, 0},
                        {}};
    const Flight mirrored{-flight.velocity, -flight.acceleration, flight.angular_velocity, {}};
    const Box one = swept_box(kCube, flight, 1.5), other = swept_box(kCube, mirrored, 1.5);
    EXPECT_EQ(one.low, -other.high);
    EXPECT_EQ(one.high, -other.low);
  }
}

// ---- Against densely sampled motion, exactly ------------------------------------------------------------------------

Points random_points(Random& random) {
  Points points;
  for (int k = 0; k < 6; ++k)
    points.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.2, 0.2)});
  return points;
}
Vec3 random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
Quat random_quaternion(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

TEST(SweptBox, HoldsFlightsAndIsAsTightAsThePapers) {
  Random random(1);
  for (int k = 0; k < 60; ++k) {
    const Points points = random_points(random);
    const Pose start = rotation(random_quaternion(random), random_vector(random, 5));
    const Vec3 acceleration = k % 3 == 0 ? Vec3{} : random_vector(random, 10);
    const Motion motion = Motion::flight(start, {random_vector(random, 5), acceleration, {}, {}}).value();
    const double duration = random.uniform(0, 2);
    const Box box = sweep(points, motion, duration);
    for (int i = 0; i <= 40; ++i) expect_flight_in(box, points, motion, duration * i / 40);
    // The paper's box holds it, and it is no wider than what dense samples of the path and the start's box need.
    EXPECT_TRUE(contains(grown(papers_box(points, motion, duration), 1e-11), box));
    Box needed = kNoBox;
    for (int i = 0; i <= 4000; ++i)
      needed = united(needed, body_at(points, motion.at(duration * i / 4000).value(), {}).box);
    EXPECT_LE(volume(box), volume(needed) * (1 + 1e-5));
  }
}

TEST(SweptBox, APointsPathIsHeldToTheLastBit) {
  Random random(7);
  for (int k = 0; k < 500; ++k) {
    const Vec3 place = k % 2 == 0 ? Vec3{} : random_vector(random, 1);
    const Motion motion =
        Motion::flight(translation(place), {random_vector(random, 5), random_vector(random, 10), {}, {}}).value();
    const double duration = random.uniform(0, 2);
    const Box box = swept_box({{place, place}, place, 0}, motion.flight(), duration);
    for (int i = 0; i <= 8; ++i) expect_flight_in(box, {{}}, motion, duration * i / 8);
  }
}

TEST(SweptBox, HoldsTurningFlightsAndIsAsTightAsThePapers) {
  Random random(2);
  double ours = 0, papers = 0;
  for (int k = 0; k < 60; ++k) {
    const Points points = random_points(random);
    const Pose start = rotation(random_quaternion(random), random_vector(random, 5));
    const Flight flight{random_vector(random, 5), random_vector(random, 10),
                        random_vector(random, k % 2 == 0 ? 0.2 : 9), random_vector(random, 0.3)};
    const Motion motion = Motion::flight(start, flight).value();
    const double duration = random.uniform(0.1, 1);
    const Box box = sweep(points, motion, duration);
    // Turning by a rate is not rational: points in doubles, and their rounding.
    const Box held = grown(box, 1e-12);
    for (int i = 0; i <= 400; ++i)
      for (const Vec3& p : points) {
        const Vec3 at = apply(motion.at(duration * i / 400).value(), p);
        EXPECT_TRUE(contains(held, {at, at}));
      }
    const Box paper = papers_box(points, motion, duration);
    EXPECT_TRUE(contains(grown(paper, 1e-4), box));  // 4000 samples of a path miss its apex by less
    ours += volume(box), papers += volume(paper);
  }
  EXPECT_LT(ours, papers);
}

TEST(SweptBox, HoldsMotionsBetweenPoses) {
  Random random(3);
  double ours = 0, balls = 0;
  for (int k = 0; k < 200; ++k) {
    const Points points = random_points(random);
    const Quat q = random_quaternion(random), r = random_quaternion(random);
    const double share = k % 2 == 0 ? 0.1 : 1;  // small turns and any
    const Pose p0 = rotation(q, random_vector(random, 3));
    const Pose p1 = rotation({q.w + share * r.w, q.x + share * r.x, q.y + share * r.y, q.z + share * r.z},
                             random_vector(random, 3));
    const Result<Motion> motion = Motion::to(p0, p1, 2);
    ASSERT_TRUE(motion.ok());
    const Box box = sweep(points, *motion, 2);
    for (int i = 0; i <= 64; ++i) expect_leg_in(box, points, p0, p1, i / 64.0);
    const SweptBody a = body_at(points, p0, {}), b = body_at(points, p1, {});
    const Box ball = united(grown({a.center, a.center}, a.radius), grown({b.center, b.center}, b.radius));
    EXPECT_TRUE(contains(ball, box));
    ours += volume(box), balls += volume(ball);
  }
  EXPECT_LT(ours, 0.9 * balls);
}

TEST(SweptBox, HoldsAllLegsOfKeyframes) {
  Random random(4);
  std::vector<Keyframe> frames;
  for (int k = 0; k < 6; ++k)
    frames.push_back({static_cast<double>(k), rotation(random_quaternion(random), random_vector(random, 2))});
  const Motion motion = Motion::through(frames).value();
  for (const double duration : {0.5, 1.0, 3.5, 5.0, 9.0}) {
    const Box box = sweep(kRod, motion, duration);
    for (std::size_t k = 1; k < frames.size(); ++k)
      for (int i = 0; i <= 32; ++i)
        if (static_cast<double>(k - 1) + i / 32.0 <= duration)
          expect_leg_in(box, kRod, frames[k - 1].pose, frames[k].pose, i / 32.0);
  }
  // Half a unit of time needs the first leg alone.
  const Motion first = Motion::to(frames[0].pose, frames[1].pose, 1).value();
  EXPECT_EQ(sweep(kRod, motion, 0.5), sweep(kRod, first, 1));
}

TEST(SweptBox, HoldsWhatStandsAtAnOffset) {
  Random random(5);
  for (int k = 0; k < 100; ++k) {
    const Points points = random_points(random);
    const Pose start = rotation(random_quaternion(random), random_vector(random, 3));
    const Pose offset = rotation(random_quaternion(random), random_vector(random, 2));
    const Flight flight{random_vector(random, 1), random_vector(random, 1), random_vector(random, 2),
                        random_vector(random, 1)};
    for (const Motion& frame : {Motion::flight(start, flight).value(), Motion::rest(start),
                                Motion::to(start, rotation(random_quaternion(random), {1, 2, 3}), 2).value()}) {
      const Motion motion = frame.with_offset(offset);
      const Box box = grown(sweep(points, motion, 2), 1e-12);
      for (int i = 0; i <= 32; ++i) {
        const Pose pose = motion.at(i / 16.0).value();
        for (const Vec3& p : points) {
          const Vec3 x = apply(pose, p);
          EXPECT_TRUE(contains(box, {x, x}));
        }
      }
    }
  }
}

TEST(SweptBox, SamplesHoldAnythingThatKeepsToTheSpeed) {
  // A swinging body, known at every k-th instant; its points move at most at `fastest`.
  const auto pose_at = [](double s) {
    return rotation_about({1, 2, 3}, 2 * std::sin(s), {3 * std::cos(s), std::sin(2 * s), 0});
  };
  const double fastest = 3 + 2 + 2 * body_at(kRod, Pose(), {}).radius;
  double last = 0;
  for (const double gap : {0.01, 0.1, 0.5, 1.0}) {
    std::vector<BoxSample> samples;
    for (double s = 0; s <= 6; s += gap) samples.push_back({s, body_at(kRod, pose_at(s), {}).box});
    const Box box = swept_box(samples, fastest);
    for (double s = 0; s <= samples.back().time; s += 0.003)
      EXPECT_TRUE(contains(grown(box, 1e-13), body_at(kRod, pose_at(s), {}).box));
    EXPECT_GE(volume(box), last);
    last = volume(box);
  }
}

}  // namespace
}  // namespace clearance::detail
