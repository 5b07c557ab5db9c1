#include <clearance/proof/timeline_filter.h>

#include <clearance/base/random.h>
#include <clearance/proof/moving_bodies_test.h>
#include <clearance/proof/stretch.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using namespace test;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// ---- Two bodies and a span of which exact numbers and doubles are asked ---------------------------------------------

struct Scene {
  std::vector<Vec3> points_a, points_b;
  Motion motion_a, motion_b;
  double radius_a = 0, radius_b = 0, margin = 0;
  TimeSpan span;

  PointsInMotion a() const { return {points_a, motion_a, radius_a}; }
  PointsInMotion b() const { return {points_b, motion_b, radius_b}; }
  Interval interval() const { return {span.from, span.to}; }
};

bool filter_says(const Scene& scene) {
  const PointsInMotion a = scene.a(), b = scene.b();
  return filter_accepts(scene.span, PairInMotion(a, b, scene.margin), scene.interval());
}

bool check_says(const Scene& scene, Filter filter) {
  const PointsInMotion a = scene.a(), b = scene.b();
  const PairInMotion pair(a, b, scene.margin);
  return check_moving(pair, scene.interval()).holds &&
         check_spans({{scene.span}}, pair, {scene.interval(), scene.interval()}, filter).holds;
}
bool exact_says(const Scene& scene) { return check_says(scene, Filter::Off); }

// ---- Random ones ----------------------------------------------------------------------------------------------------

// Ten times as many where time does not matter.
int at_length(int quickly) {
  const char* level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::string(level) == "full" ? 10 * quickly : quickly;
}

class Maker {
 public:
  // Plain: a point each, not turned.
  explicit Maker(std::uint64_t seed, bool is_plain = false) : random_(seed), is_plain_(is_plain) {}

  // b is made from its place along the normal, so that it can be moved there afterwards.
  Scene scene() {
    is_nice_ = random_.below(2) == 0;
    scale_ = random_.below(4) == 0 ? std::ldexp(1, static_cast<int>(random_.below(41)) - 20) : 1;
    away_ = random_.below(4) == 0 ? 1e6 * scale_ : 0;
    Scene made;
    made.points_a = points(), made.points_b = points();
    if (random_.below(2) == 0) made.radius_a = size(), made.radius_b = size();
    if (random_.below(4) == 0) made.margin = size();
    TimeSpan& span = made.span;
    span.plane.normal = vector(1);
    if (norm_max(span.plane.normal) == 0) span.plane.normal = {1, 0, 0};
    span.plane.flip = random_.below(4) == 0;
    span.from = random_.below(2) == 0 ? 0 : number(0.25) + 1;
    span.to = span.from + (is_nice_ ? 0.5 : random_.uniform(0.1, 2));
    begin_ = span.from - (random_.below(2) == 0 ? 0 : 0.25);
    frames_a_ = frames(), frames_b_ = frames();
    made.motion_a = motion(frames_a_, {});
    const bool do_both_turn = frames_a_.turns && frames_b_.turns;
    if (do_both_turn || random_.below(3) == 0) span.offset = {scale_ * number(1), scale_ * number(1)};
    set_place(made, 0);
    return made;
  }

  // So far along the normal, in units of the size of all.
  void set_place(Scene& scene, double place) const {
    const Vec3 n = scene.span.plane.flip ? -scene.span.plane.normal : scene.span.plane.normal;
    scene.motion_b = motion(frames_b_, (place * scale_ / norm(n)) * n);
  }

  double scale() const { return scale_; }
  Random& random() { return random_; }

 private:
  struct Frames {
    bool turns = false;
    int kind = 0;
    Pose poses[3];
    Vec3 velocity, acceleration;
  };

  double number(double largest) {
    return is_nice_ ? largest * (static_cast<double>(random_.below(9)) - 4) / 4 : random_.uniform(-largest, largest);
  }
  double size() { return std::fabs(scale_ * number(0.5)); }
  Vec3 vector(double largest) { return {number(largest), number(largest), number(largest)}; }
  std::vector<Vec3> points() {
    std::vector<Vec3> made(is_plain_ ? 1 : 1 + random_.below(3));
    for (Vec3& v : made) v = vector(scale_);
    return made;
  }
  Pose pose() {
    const Vec3 t = vector(scale_) + Vec3{away_, 0, away_};
    if (is_plain_) return translation(t);
    Quat q{number(2) + 2.5, number(2), number(2), number(2)};
    if (random_.below(8) == 0) return Pose::from_matrix(rotation(q).rotation(), t).value();
    return rotation(q, t);
  }
  Pose quaternion_pose() {
    Pose made = pose();
    while (made.kind() != Pose::Kind::Quaternion) made = pose();
    return made;
  }
  Frames frames() {
    Frames made;
    // Those that turn are the most work for exact numbers.
    const int any = static_cast<int>(random_.below(12));
    made.kind = any < 9 || is_plain_ ? any % 3 : any < 11 ? 3 : 4;
    made.velocity = vector(scale_), made.acceleration = vector(4 * scale_);
    for (Pose& each : made.poses) each = made.kind < 3 ? pose() : quaternion_pose();
    made.turns = made.kind >= 3;
    return made;
  }
  Motion motion(const Frames& frames, Vec3 place) const {
    const auto there = [&](const Pose& pose) { return moved_to(pose, pose.translation() + place).value(); };
    switch (frames.kind) {
      case 0:
        return Motion::rest(there(frames.poses[0]));
      case 1:
        return Motion::linear(there(frames.poses[0]), frames.velocity, begin_).value();
      case 2:
        return Motion::flight(there(frames.poses[0]), {frames.velocity, frames.acceleration, {}, {}}, begin_).value();
      case 3:
        return Motion::through({{begin_, there(frames.poses[0])}, {begin_ + 1.75, there(frames.poses[1])}}).value();
      default:
        return Motion::through({{begin_, there(frames.poses[0])},
                                {begin_ + 0.5, there(frames.poses[1])},
                                {begin_ + 1.25, there(frames.poses[2])}})
            .value();
    }
  }

  Random random_;
  const bool is_plain_;
  bool is_nice_ = false;
  double scale_ = 1, away_ = 0, begin_ = 0;
  Frames frames_a_, frames_b_;
};

// The nearest place to `near` that something accepts which accepts `far`, up to a unit in the last place.
template <class Accepts>
double last_accepted(double near, double far, const Accepts& accepts) {
  for (;;) {
    const double middle = near / 2 + far / 2;
    if (middle == near || middle == far) return far;
    (accepts(middle) ? far : near) = middle;
  }
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(TimelineFilter, SettlesWhatIsApart) {
  const auto says = [](const Motion& a, const Motion& b, TimeSpan span = kX) {
    return filter_says({kCube, kCube, a, b, 0, 0, 0, span});
  };
  const Motion still;
  const auto line = [](double x, double speed) {
    return Motion::linear(translation({x, 0, 0}), {speed, 0, 0}).value();
  };
  EXPECT_TRUE(says(still, line(4, -1.999999)));
  EXPECT_FALSE(says(still, line(4, -2)));
  EXPECT_FALSE(says(still, line(4, std::nextafter(-2.0, 0)))) << "too near for doubles";
  // √2 is the reach of a cube that turns.
  EXPECT_TRUE(says(still, turning({2.42, 0, 0}).motion));
  EXPECT_FALSE(says(still, turning({2.41, 0, 0}).motion));
  EXPECT_TRUE(says(turning({-2.42, 0, 0}).motion, still));
  // Two that turn, and what needs exact numbers to say no.
  EXPECT_FALSE(says(turning({-1.5, 0, 0}).motion, turning({1.5, 0, 0}).motion));
  TimeSpan between = kX;
  between.offset = {0, 0};
  EXPECT_TRUE(says(turning({-1.5, 0, 0}).motion, turning({1.5, 0, 0}).motion, between));
  between.offset = {0.1, 0};
  EXPECT_FALSE(says(turning({-1.5, 0, 0}).motion, turning({1.5, 0, 0}).motion, between));
}

TEST(TimelineFilter, LeavesWhatItDoesNotKnow) {
  const Scene good{kCube, kCube, Motion(), Motion::rest(translation({9, 0, 0})), 0, 0, 0, kX};
  ASSERT_TRUE(filter_says(good));
  const auto leaves = [&](const auto& change) {
    Scene scene = good;
    change(scene);
    EXPECT_FALSE(filter_says(scene));
    EXPECT_EQ(check_says(scene, Filter::On), exact_says(scene));
  };
  leaves([](Scene& s) { s.span.frame = TimeSpan::Frame::A; });
  leaves([](Scene& s) { s.span.plane.kind = Plane::Kind::Points; });
  leaves([](Scene& s) { s.span.plane.side_count = 1; });
  leaves([](Scene& s) { s.span.at = 2; });
  leaves([](Scene& s) { s.span.at = kNan; });
  leaves([](Scene& s) { s.span.plane.normal = {0x1p-200, 0, 0}; });
  leaves([](Scene& s) { s.span.plane.normal = {0x1p200, 0, 0}; });
  leaves([](Scene& s) { s.span.plane.normal = {}; });
  leaves([](Scene& s) { s.span.offset = TimeSpan::Offset{kNan, 0}; });
  leaves([](Scene& s) { s.span.offset = TimeSpan::Offset{5, kInfinite}; });
  leaves([](Scene& s) { s.radius_a = -1; });
  leaves([](Scene& s) { s.radius_b = kNan; });
  leaves([](Scene& s) { s.margin = 1e200; });
  leaves([](Scene& s) { s.margin = -1; });
  leaves([](Scene& s) { s.points_a[5].y = kNan; });
  leaves([](Scene& s) { s.points_b[7].z = kInfinite; });
  leaves([](Scene& s) { s.points_b[0].x = 1e200; });
  leaves([](Scene& s) { s.points_a.clear(); });
  leaves([](Scene& s) { s.motion_b = Motion::rest(translation({1e200, 0, 0})); });
  leaves([](Scene& s) { s.motion_b = Motion::flight(translation({9, 0, 0}), {{}, {}, {0, 0, 1e3}, {}}).value(); });
}

TEST(TimelineFilter, HeightsOfAnyNumberOfPoints) {
  Random random(11);
  for (std::size_t count = 1; count < 40; ++count) {
    std::vector<Vec3> points(count);
    for (Vec3& v : points) v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Vec3 d[3] = {points[0], points[count / 2], {1, 2, 3}};
    Elevated least{{kInfinite, kInfinite, kInfinite, kInfinite, kInfinite}};
    double lowest = kInfinite, largest = 0;
    for (const Vec3 v : points) {
      lowest = smaller(lowest, dot(d[0], v));
      largest = larger(largest, norm_one(v));
      for (int k = 0; k < kElevated; ++k) least.x[k] = smaller(least.x[k], heights(v, d).x[k]);
    }
    EXPECT_EQ(least_height(points, d[0]), lowest);
    for (int k = 0; k < kElevated; ++k) EXPECT_EQ(least_heights(points, d).x[k], least.x[k]);
    EXPECT_EQ(sizes_of(points).largest, largest);
    EXPECT_TRUE(sizes_of(points).are_small);
    for (std::size_t bad = 0; bad < count; ++bad) {
      std::vector<Vec3> spoilt = points;
      (bad % 3 == 0 ? spoilt[bad].x : bad % 3 == 1 ? spoilt[bad].y : spoilt[bad].z) = bad % 2 == 0 ? kNan : -1e200;
      EXPECT_FALSE(sizes_of(spoilt).are_small);
    }
  }
  EXPECT_FALSE(sizes_of({}).are_small);
}

// ---- Never wrong: exact numbers agree at the last place that the filter accepts
// ----------------------------------------

struct Tally {
  int found = 0, wrong = 0;
  int tried_nearer = 0, apart_there = 0;
};

Tally look_at(Maker maker, int scenes) {
  Tally tally;
  for (int k = 0; k < scenes; ++k) {
    Scene scene = maker.scene();
    const auto accepts = [&](double place) {
      maker.set_place(scene, place);
      return filter_says(scene);
    };
    // With an offset in a's way no place of b will do.
    if (!accepts(64)) continue;
    ++tally.found;
    const double place = last_accepted(-64, 64, accepts);
    maker.set_place(scene, place);
    tally.wrong += exact_says(scene) ? 0 : 1;
    if (k % 8 != 0 || scene.span.offset) continue;
    ++tally.tried_nearer;
    maker.set_place(scene, place - 1e-4);
    tally.apart_there += exact_says(scene) ? 1 : 0;
  }
  return tally;
}

TEST(TimelineFilter, AcceptsNothingThatExactNumbersRefuse) {
  for (const bool is_plain : {false, true}) {
    const int scenes = at_length(is_plain ? 20'000 : 12'000);
    const Tally tally = look_at(Maker(1, is_plain), scenes);
    EXPECT_EQ(tally.wrong, 0);
    EXPECT_GT(tally.found, scenes / 2);
    // Nor does it leave much to them: a ten-thousandth nearer there is contact. Where a turning body is nearest for an
    // instant, halving stops a little earlier.
    EXPECT_LE(tally.apart_there, tally.tried_nearer / 100) << tally.tried_nearer;
  }
}

TEST(TimelineFilter, AgreesWithExactNumbersAroundTheEndOfSeparation) {
  Maker maker(2);
  int found = 0, accepted = 0;
  for (int k = 0; k < at_length(5'000); ++k) {
    Scene scene = maker.scene();
    scene.span.offset.reset();
    const auto accepts = [&](double place) {
      maker.set_place(scene, place);
      return filter_says(scene);
    };
    if (!accepts(64)) continue;
    ++found;
    // Where separation itself ends, to a few units in the last place, or nearly.
    double place = last_accepted(-64, 64, accepts);
    place -= std::ldexp(std::fabs(place), -static_cast<int>(maker.random().below(12)) - 42);
    maker.set_place(scene, place);
    const bool is_apart = exact_says(scene);
    accepted += is_apart ? 1 : 0;
    EXPECT_EQ(check_says(scene, Filter::On), is_apart) << k;
    EXPECT_TRUE(is_apart || !filter_says(scene)) << k;
  }
  // Both answers come up.
  EXPECT_GT(accepted, found / 50);
  EXPECT_LT(accepted, found - found / 50);
}

// Nice numbers: the instant of contact is known, and spans end at it or a unit in the last place before or after.
TEST(TimelineFilter, SpansThatEndAtContact) {
  Random random(3);
  const auto whole = [&](int most) { return static_cast<double>(random.below(static_cast<std::uint64_t>(most))) + 1; };
  for (int k = 0; k < at_length(3'000); ++k) {
    const double gap = whole(16), speed = whole(16), contact = gap / speed, beside = whole(9) - 5;
    const double turned = random.below(2) == 0 ? 0 : 1;
    Scene scene{{{1, 1, 0}, {-1, 0, 2}}, {{-1, 0, 1}, {3, 1, 0}}, {}, {}, 0, 0, 0, kX};
    if (random.below(2) == 0) scene.radius_a = 0.5, scene.margin = 0.25;
    const double start = 2 + gap + scene.radius_a + scene.margin;
    // Turned about x, which changes no height, or not at all.
    const double duration = std::ldexp(1, 5), end = start - speed * duration;
    scene.motion_b =
        Motion::to(translation({start, 0, 0}), rotation({1, turned, 0, 0}, {end, beside, 0}), duration).value();
    for (const double to : {contact, std::nextafter(contact, 0), std::nextafter(contact, kInfinite)}) {
      scene.span.to = to;
      // contact itself is rounded.
      const bool is_before = compare(Dyadic(to) * Dyadic(speed), Dyadic(gap)) < 0;
      EXPECT_EQ(check_says(scene, Filter::On), is_before);
      EXPECT_TRUE(is_before || !filter_says(scene));
    }
    scene.span.to = contact * (1 - 1e-9);
    EXPECT_TRUE(filter_says(scene)) << gap << ' ' << speed;
  }
}

TEST(TimelineFilter, ExtremesOfTheRange) {
  Random random(4);
  int accepted = 0;
  for (int k = 0; k < at_length(20'000); ++k) {
    const auto wild = [&] {
      const double x =
          std::ldexp(random.uniform(-1, 1), random.below(40) == 0 ? -1000 : static_cast<int>(random.below(220)) - 119);
      return random.below(4) == 0 ? 0 : x;
    };
    const auto wild_vector = [&] { return Vec3{wild(), wild(), wild()}; };
    const auto wild_quat = [&] { return Quat{wild() + 0x1p-1000, wild(), wild(), wild()}; };
    Scene scene{{wild_vector(), wild_vector()}, {wild_vector()}, {}, {}, 0, 0, 0, kX};
    scene.span.plane.normal = wild_vector();
    if (random.below(3) == 0) scene.span.offset = TimeSpan::Offset{wild(), wild()};
    if (random.below(3) == 0) scene.radius_b = std::fabs(wild());
    const auto start = Pose::from_quaternion(wild_quat(), wild_vector()),
               end = Pose::from_quaternion(wild_quat(), wild_vector());
    if (!start || !end) continue;
    const Result<Motion> turning = Motion::to(*start, *end, 0.5 + random.unit());
    const Result<Motion> flying = Motion::flight(*start, {wild_vector(), wild_vector(), {}, {}});
    const Result<Motion>& motion = random.below(2) == 0 ? turning : flying;
    if (!motion) continue;
    scene.motion_b = *motion;
    scene.span.to = random.unit();
    if (!filter_says(scene)) continue;
    ++accepted;
    EXPECT_TRUE(exact_says(scene)) << k;
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace clearance::detail
