#include <clearance/motion/features/reference.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

const Polytope kBox = box({2, 2, 2});  // from −1 to 1

const auto kGoOn = [] { return true; };

ContactOfFeatures of(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                     double duration = 1) {
  return first_contact_of_features(a, motion_a, b, motion_b, 0, {0, duration}, kGoOn).value();
}
Motion line(Vec3 from, Vec3 velocity) { return Motion::linear(translation(from), velocity).value(); }

void expect_at(const ContactTime& time, double t) {
  EXPECT_EQ(time.status, MotionStatus::Contact);
  EXPECT_EQ(time.lower, t);
  EXPECT_EQ(time.upper, t);
}

TEST(ContactOfFeatures, BoxesOnALine) {
  expect_at(of(kBox, {}, kBox, line({4, 0, 0}, {-4, 0, 0})), 0.5);
  expect_at(of(kBox, {}, kBox, line({4, 2, 2}, {-4, 0, 0})), 0.5);  // corner to corner
  EXPECT_TRUE(of(kBox, {}, kBox, line({4, std::nextafter(2.0, 3), 0}, {-4, 0, 0})).is_clear());
  EXPECT_TRUE(of(kBox, {}, kBox, line({4, 0, 0}, {-1, 0, 0})).is_clear());
  expect_at(of(kBox, {}, kBox, line({4, 0, 0}, {-1, 0, 0}), 2), 2);
  EXPECT_EQ(of(kBox, {}, kBox, line({2, 0, 0}, {1, 0, 0})).status, MotionStatus::Already);
  EXPECT_EQ(of(kBox, {}, kBox, line({0.5, 0, 0}, {1, 0, 0})).status, MotionStatus::Already);
  // 4 − 6t = 2: a third, which is no double.
  const ContactTime third = of(kBox, {}, kBox, line({4, 0.5, 0.25}, {-6, 0, 0}));
  EXPECT_EQ(third.status, MotionStatus::Contact);
  EXPECT_EQ(std::nextafter(third.lower, 1), third.upper);
  EXPECT_LT(std::fma(3, third.lower, -1), 0);
  EXPECT_GT(std::fma(3, third.upper, -1), 0);
}

TEST(ContactOfFeatures, AThrowThatGrazes) {
  // Down and up again, touching for one instant.
  const auto thrown = [](double x) {
    return Motion::flight(translation({x, 0, 0}), {{-4, 0, 0}, {8, 0, 0}, {}, {}}).value();
  };
  expect_at(of(kBox, {}, kBox, thrown(3)), 0.5);
  EXPECT_TRUE(of(kBox, {}, kBox, thrown(std::nextafter(3.0, 4))).is_clear());
}

// With q = (1 + t, 0, 0, t) the box is turned by φ, tan(φ/2) = t/(1 + t), and reaches cos φ + sin φ along x.
TEST(ContactOfFeatures, ABoxThatTurns) {
  const auto turning = [](double x) {
    return Motion::to(translation({x, 0, 0}), rotation({2, 0, 0, 1}, {x, 0, 0}), 1).value();
  };
  EXPECT_TRUE(of(kBox, {}, kBox, turning(2.42)).is_clear());
  const ContactTime time = of(kBox, {}, kBox, turning(2.25));
  ASSERT_EQ(time.status, MotionStatus::Contact);
  const double phi = 2 * std::atan(time.upper / (1 + time.upper));
  EXPECT_NEAR(std::cos(phi) + std::sin(phi), 1.25, 1e-14);
  // To cos φ = 0.8, sin φ = 0.6, exactly: a box of ten reaches seven there, and less before.
  const Polytope large = box({10, 10, 10});
  const auto to_seven = [](double x) {
    return Motion::to(translation({x, 0, 0}), rotation({3, 0, 0, 1}, {x, 0, 0}), 1).value();
  };
  expect_at(of(large, {}, large, to_seven(12)), 1);
  EXPECT_TRUE(of(large, {}, large, to_seven(std::nextafter(12, 13))).is_clear());
}

TEST(ContactOfFeatures, FlatBodies) {
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const Polytope rod = convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}}).value();
  const Polytope plate = convex_hull(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}).value();
  const Polytope* const bodies[] = {&point, &rod, &plate, &kBox};
  for (const Polytope* a : bodies)
    for (const Polytope* b : bodies) {
      // From above; from the side along x, in one plane, where each reaches as far as its box.
      const double high = a->box_high().z - b->box_low().z, far = a->box_high().x - b->box_low().x;
      expect_at(of(*a, {}, *b, line({0, 0, high + 2}, {0, 0, -4})), 0.5);
      expect_at(of(*a, {}, *b, line({far + 2, 0, 0}, {-4, 0, 0})), 0.5);
      EXPECT_TRUE(of(*a, {}, *b, line({far + 2, 0, 0}, {-2, 1, 2.5})).is_clear());
    }
}

TEST(ContactOfFeatures, WhichFeaturesMeet) {
  // b's first vertex lands inside a's face x = 1, at a third.
  const Polytope tip = convex_hull(std::vector<Vec3>{{0, 0, 0}, {2, 1, 0}, {2, -1, 1}, {2, -1, -1}}).value();
  ContactOfFeatures lands = of(kBox, {}, tip, line({3, 0.25, 0.5}, {-6, 0, 0}));
  ASSERT_TRUE(lands.root);
  EXPECT_EQ(lands.root->kind, ContactRoot::Kind::VertexOfB);
  EXPECT_EQ(lands.root->b[0], 0u);
  EXPECT_EQ(lands.root->after, lands.lower);
  EXPECT_EQ(lands.root->before, lands.upper);
  EXPECT_LT(lands.lower, lands.upper);
  for (const std::uint32_t id : lands.root->a) EXPECT_EQ(kBox.vertex(kBox.find(id)).x, 1);
  ASSERT_TRUE(lands.time);
  EXPECT_EQ(lands.time->sign_of(Polynomial({-1, 3})), 0);
  // Exchanged.
  const ContactOfFeatures exchanged = of(tip, line({3, 0.25, 0.5}, {-6, 0, 0}), kBox, {});
  ASSERT_TRUE(exchanged.root);
  EXPECT_EQ(exchanged.root->kind, ContactRoot::Kind::VertexOfA);
  EXPECT_EQ(exchanged.root->a[0], 0u);
  // Two rods across each other.
  const Polytope along_x = convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}}).value(),
                 along_y = convex_hull(std::vector<Vec3>{{0, -1, 0}, {0, 1, 0}}).value();
  const ContactOfFeatures across = of(along_x, {}, along_y, line({0.25, 0.5, 1}, {0, 0, -2}));
  expect_at(across, 0.5);
  ASSERT_TRUE(across.root);
  EXPECT_EQ(across.root->kind, ContactRoot::Kind::Edges);
}

TEST(ContactOfFeatures, RadiiAndMargins) {
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const Polytope rod = convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}}).value();
  const Rounded ball = rounded(point, 1), capsule = rounded(rod, 0.5), thick = rounded(kBox, 0.5);
  expect_at(of(ball, {}, ball, line({4, 0, 0}, {-4, 0, 0})), 0.5);
  expect_at(of(ball, {}, ball, line({4, 2, 0}, {-8, 0, 0})), 0.5);  // grazes
  expect_at(of(capsule, {}, ball, line({0.5, 0, 3.5}, {0, 0, -4})), 0.5);
  expect_at(of(capsule, {}, ball, line({4.5, 0, 0}, {-4, 0, 0})), 0.5);
  expect_at(of(thick, {}, thick, line({5, 0.5, 0.25}, {-4, 0, 0})), 0.5);
  expect_at(of(thick, {}, ball, line({0.5, 0.5, 4.5}, {0, 0, -4})), 0.5);
  EXPECT_EQ(of(ball, {}, ball, line({2, 0, 0}, {1, 0, 0})).status, MotionStatus::Already);
  EXPECT_TRUE(of(ball, {}, ball, line({4, std::nextafter(2.0, 3), 0}, {-8, 0, 0})).is_clear());
  const auto within = [&](double margin) {
    return first_contact_of_features(kBox, {}, kBox, line({5, 0, 0}, {-4, 0, 0}), margin, {0, 1}, kGoOn).value();
  };
  expect_at(within(1), 0.5);
  expect_at(within(0), 0.75);
  // (4 − 6t)² + 1 = 4: bodies that turn on the spot and are round in all directions meet then, too.
  const Motion turns = Motion::to(rotation({1, 0, 0, 0}), rotation({1, 2, 3, 4}), 1).value();
  const ContactOfFeatures still = of(ball, {}, ball, line({4, 1, 0}, {-6, 0, 0})),
                          turning = of(ball, turns, ball, line({4, 1, 0}, {-6, 0, 0}));
  EXPECT_NEAR(still.lower, (4 - std::sqrt(3.0)) / 6, 1e-15);
  EXPECT_EQ(still.lower, turning.lower);
  EXPECT_EQ(still.upper, turning.upper);
  EXPECT_FALSE(still.root);
}

// With q = (1 + t, 0, 0, t) a capsule's axis is turned by φ, tan(φ/2) = t/(1 + t); its end is 2 sin φ above the ground.
TEST(ContactOfFeatures, ACapsuleThatTurns) {
  const Polytope ground = box({20, 2, 20});
  const Rounded capsule = rounded(convex_hull(std::vector<Vec3>{{-2, 0, 0}, {2, 0, 0}}).value(), 0.25);
  const Motion turning = Motion::to(translation({0, 2.5, 0}), rotation({2, 0, 0, 1}, {0, 2.5, 0}), 1).value();
  const ContactOfFeatures time = of(ground, {}, capsule, turning);
  ASSERT_EQ(time.status, MotionStatus::Contact);
  const double phi = 2 * std::atan(time.upper / (1 + time.upper));
  EXPECT_NEAR(2 * std::sin(phi), 1.25, 1e-14);
}

TEST(ContactOfFeatures, StopsWhenAsked) {
  const Motion moves = line({4, 0, 0}, {-4, 0, 0});
  for (int patience = 0; patience < 2000; patience = 2 * patience + 1) {
    int asked = 0;
    const auto go_on = [&] { return asked++ < patience; };
    const ContactOfFeatures time = first_contact_of_features(kBox, {}, kBox, moves, 0, {0, 1}, go_on).value();
    if (time.status == MotionStatus::Contact) {
      expect_at(time, 0.5);
      EXPECT_GT(patience, 0);
    } else {
      EXPECT_EQ(time.status, MotionStatus::Undecided);
      EXPECT_GE(time.lower, 0);
      EXPECT_LE(time.lower, 0.5);
      EXPECT_TRUE(std::isinf(time.upper));
    }
  }
}

TEST(ContactOfFeatures, SplittingAndACommonTranslation) {
  const Motion moves = line({4, 0.5, 0.25}, {-6, 0, 0});
  const ContactTime whole = of(kBox, {}, kBox, moves);
  const auto from_to = [&](double begin, double end) {
    return first_contact_of_features(kBox, {}, kBox, moves, 0, {begin, end}, kGoOn).value();
  };
  EXPECT_TRUE(from_to(0, whole.lower).is_clear());
  EXPECT_EQ(from_to(0.25, 1).lower, whole.lower);
  EXPECT_EQ(from_to(0.25, 1).upper, whole.upper);
  EXPECT_EQ(from_to(whole.lower, 1).upper, whole.upper);
  EXPECT_EQ(from_to(whole.upper, 1).status, MotionStatus::Already);
  const Vec3 away{0x1p40, -0x1p30, 0x1p20};
  const ContactTime far = of(kBox, line(away, {}), kBox, line(away + Vec3{4, 0.5, 0.25}, {-6, 0, 0}));
  EXPECT_EQ(far.lower, whole.lower);
  EXPECT_EQ(far.upper, whole.upper);
}

TEST(ContactOfFeatures, RefusesWhatIsNotRational) {
  const Motion turning = Motion::flight({}, {{}, {}, {0, 0, 1}, {}}).value();
  const auto refuses = [](const Motion& b, double margin, Interval interval) {
    return !first_contact_of_features(kBox, {}, kBox, b, margin, interval, kGoOn).ok();
  };
  EXPECT_TRUE(refuses(turning, 0, {0, 1}));
  EXPECT_TRUE(refuses({}, 0, {0, -1}));
  EXPECT_TRUE(refuses({}, 0, {}));
  EXPECT_TRUE(refuses({}, 0, {0, std::numeric_limits<double>::infinity()}));
  EXPECT_TRUE(refuses({}, -1, {0, 1}));
  EXPECT_TRUE(refuses({}, std::nan(""), {0, 1}));
  EXPECT_TRUE(refuses(line({4, 0, 0}, {}), 0, {-1, 1}));
  EXPECT_FALSE(refuses({}, 0, {-1, 1}));
}

// Against sampled instants: none before the time shows contact, and at its upper end, rounded once to a pose, the
// bodies are no further apart than a rounding.
TEST(ContactOfFeatures, SampledInstantsNeverShowContactBefore) {
  Random random(8);
  const auto vector = [&](double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size);
    return Vec3{x, y, random.uniform(-size, size)};
  };
  const auto pose = [&](Vec3 t) {
    const double w = random.uniform(0.5, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
    return rotation({w, x, y, random.uniform(-1, 1)}, t);
  };
  const auto hull = [&] {
    std::vector<Vec3> points(5);
    for (Vec3& point : points) point = vector(1);
    return convex_hull(points).value();
  };
  int contacts = 0;
  for (int round = 0; round < 60; ++round) {
    const Polytope a = hull(), b = hull();
    const Vec3 from = {3, 0, 0}, to = {-1, 0, 0};
    const Motion still = Motion::rest(pose({}));
    const Motion moves = round % 3 == 0   ? Motion::to(pose(from + vector(0.5)), pose(to + vector(0.5)), 1).value()
                         : round % 3 == 1 ? Motion::linear(pose(from), {-4, 0.5, 0.25}).value()
                                          : Motion::flight(pose(from), {{-5, 0, 0}, {2, 1, 0}, {}, {}}).value();
    const Motion other = round % 2 == 0 ? still : Motion::to(pose({}), pose(vector(0.25)), 1).value();
    const ContactTime time = of(a, other, b, moves);
    for (int k = 0; k <= 200; ++k) {
      const double t = k / 200.0;
      if (!time.is_clear() && t >= time.lower) break;
      ASSERT_EQ(intersects(a, other.at(t).value(), b, moves.at(t).value()).status, Status::Separated)
          << round << " " << t;
    }
    if (time.is_clear()) continue;
    ++contacts;
    EXPECT_EQ(std::nextafter(time.lower, 2), time.upper);
    EXPECT_LT(distance(a, other.at(time.upper).value(), b, moves.at(time.upper).value()).upper, 1e-13);
    // Whoever is called a.
    const ContactTime exchanged = of(b, moves, a, other);
    EXPECT_EQ(exchanged.lower, time.lower);
    EXPECT_EQ(exchanged.upper, time.upper);
  }
  EXPECT_GT(contacts, 20);
}

}  // namespace
}  // namespace clearance::detail
