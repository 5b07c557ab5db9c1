// W5 keeps its promises: as many vertices, as round, as fast, as often in contact as it says.
#include <bench/race/motion_judge.h>
#include <bench/workloads/w5.h>
#include <clearance/convex/query.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

class W5 : public testing::TestWithParam<std::pair<W5Kind, Numbers>> {
 protected:
  W5Scene scene(int count) const { return w5_scene(GetParam().first, GetParam().second, count); }
};

double nearest(double value, double grid) { return std::round(value * grid) / grid; }
bool is_round(Vec3 v, double grid, double error) {
  return std::fabs(v.x - nearest(v.x, grid)) <= error && std::fabs(v.y - nearest(v.y, grid)) <= error &&
         std::fabs(v.z - nearest(v.z, grid)) <= error;
}

// The angle between two rotations.
double angle(const Pose& from, const Pose& to) {
  double trace = 0;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      trace += from.rotation().row[row][column] * to.rotation().row[row][column];
  return std::acos(std::clamp((trace - 1) / 2, -1.0, 1.0));
}

TEST_P(W5, HullsHaveAboutAHundredVerticesAndTheirRadius) {
  const W5Scene scene = this->scene(12);
  for (const MovingPair& pair : scene.pairs) {
    for (const MovingBody* body : {&pair.a, &pair.b}) {
      const Polytope& hull = scene.hull(*body);
      if (scene.numbers == Numbers::Random) {
        EXPECT_EQ(hull.vertex_count(), 100);
      }
      EXPECT_GE(hull.vertex_count(), 90);
      EXPECT_LE(hull.vertex_count(), 130);
      double radius = 0;
      for (int v = 0; v < hull.vertex_count(); ++v) radius = std::max(radius, norm(hull.vertex(v)));
      EXPECT_LE(radius, 1.05 * pair.unit);
      EXPECT_GE(radius, 0.6 * pair.unit);
    }
  }
}

TEST_P(W5, RoundNumbersAreTheDoublesNextToTenthsOrQuarters) {
  const W5Scene scene = this->scene(60);
  if (scene.numbers != Numbers::Round) return;
  for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
    const MovingPair& pair = scene.pairs[i];
    const double grid = pair.unit == 2 ? 10 : 4;
    for (const MovingBody* body : {&pair.a, &pair.b}) {
      const Polytope& hull = scene.hull(*body);
      for (int v = 0; v < hull.vertex_count(); ++v) EXPECT_TRUE(is_round(hull.vertex(v), grid, 0));
      const Quat q = body->start.quaternion();
      EXPECT_EQ(q, (Quat{q.w, 0, 0, 0}));
      // Sums of tenths are tenths but for a rounding.
      EXPECT_TRUE(is_round(body->start.translation(), grid, 1e-13));
      EXPECT_TRUE(is_round(body->end.translation(), grid, 1e-13));
    }
  }
}

TEST_P(W5, BodiesAreApartAtTheBeginning) {
  const W5Scene scene = this->scene(300);
  for (const auto& [a, b, unit] : scene.pairs)
    EXPECT_EQ(intersects(scene.hull(a), a.start, scene.hull(b), b.start).status, Status::Separated);
}

TEST_P(W5, GoesAsFarAndTurnsAsMuchAsItSays) {
  const W5Scene scene = this->scene(300);
  double most = 0, turn = 0;
  for (const auto& [a, b, unit] : scene.pairs) {
    const Vec3 by_a = a.end.translation() - a.start.translation(), by_b = b.end.translation() - b.start.translation();
    const double length = norm(by_b - by_a) / unit, turned = std::max(angle(a.start, a.end), angle(b.start, b.end));
    EXPECT_GE(length, is_fast(scene.kind) ? 9.8 : 2.3);
    EXPECT_LE(length, is_fast(scene.kind) ? 50.2 : 6.2);
    EXPECT_LE(turned, std::acos(-1.0) / 2 + 1e-6);
    if (!turns(scene.kind)) {
      EXPECT_LE(turned, 1e-7);
    }
    most = std::max(most, length);
    turn = std::max(turn, turned);
  }
  EXPECT_GE(most, is_fast(scene.kind) ? 45 : 5.5);
  if (turns(scene.kind)) {
    EXPECT_GE(turn, 1.4);
  }
}

TEST_P(W5, AboutHalfOfThemHit) {
  const W5Scene scene = this->scene(240);
  int hits = 0;
  for (const MovingPair& pair : scene.pairs) {
    const auto where = [&](double time) {
      return PosePair{pair.a.motion.at(time).value(), pair.b.motion.at(time).value()};
    };
    const SampledMotion motion(scene.hull(pair.a), scene.hull(pair.b), where, is_fast(scene.kind) ? 1500 : 150);
    hits += motion.first_contact().is_hit ? 1 : 0;
  }
  EXPECT_GE(hits, 96);
  EXPECT_LE(hits, 144);
}

TEST_P(W5, TheSameSeedGivesTheSameBits) {
  const W5Scene one = scene(50), two = scene(50);
  for (std::size_t i = 0; i < one.pairs.size(); ++i) {
    EXPECT_EQ(one.pairs[i].a.start, two.pairs[i].a.start);
    EXPECT_EQ(one.pairs[i].b.end, two.pairs[i].b.end);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, W5,
    testing::Values(std::pair{W5Kind::Linear, Numbers::Random}, std::pair{W5Kind::Turning, Numbers::Random},
                    std::pair{W5Kind::Fast, Numbers::Random}, std::pair{W5Kind::FastTurning, Numbers::Random},
                    std::pair{W5Kind::Linear, Numbers::Round}, std::pair{W5Kind::Turning, Numbers::Round},
                    std::pair{W5Kind::Fast, Numbers::Round}, std::pair{W5Kind::FastTurning, Numbers::Round}));

double longest_way(const Polytope& hull, const MovingBody& body) {
  double out = 0;
  for (int v = 0; v < hull.vertex_count(); ++v)
    out = std::max(out, norm(apply(body.end, hull.vertex(v)) - apply(body.start, hull.vertex(v))));
  return out;
}

TEST(W5Free, TheGapIsTenTimesTheMovement) {
  for (const W5Kind kind : {W5Kind::Linear, W5Kind::Turning}) {
    for (const Numbers numbers : kNumbers) {
      const W5Scene scene = w5_free_scene(kind, numbers, 100);
      for (const auto& [a, b, unit] : scene.pairs) {
        const double gap = distance(scene.hull(a), a.start, scene.hull(b), b.start).lower;
        const double way = longest_way(scene.hull(a), a) + longest_way(scene.hull(b), b);
        EXPECT_GE(gap, kFreeRatio * way * (1 - 1e-9));
        EXPECT_GT(way, 0) << to_string(kind) << ", " << to_string(numbers);
      }
    }
  }
}

}  // namespace
}  // namespace clearance::bench
