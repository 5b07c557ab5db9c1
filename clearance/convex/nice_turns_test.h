// The turns that people give to what they model, and all that is asked of a pair so turned.
#pragma once

#include <clearance/base/random.h>
#include <clearance/convex/query.h>
#include <clearance/math/pose.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {

enum class Turns { None, Quarters, Eighths, SmallIntegers, Alike, kCount };

inline Quat turn(Random& random, Turns turns) {
  const double h = std::sqrt(0.5);
  const Quat quarters[] = {{}, {h, h, 0, 0}, {h, 0, -h, 0}, {h, 0, 0, h}, {0.5, 0.5, -0.5, 0.5}, {0, 1, 0, 0}};
  const auto small = [&] { return static_cast<double>(random.below(5)) - 2; };
  switch (turns) {
    case Turns::Quarters:
      return quarters[random.below(6)];
    case Turns::Eighths: {
      // As one writes it: the cosine of a quarter turn is 6.1e-17.
      const double angle = static_cast<double>(random.below(8)) * std::acos(-1.0) / 8;
      const double c = std::cos(angle), s = std::sin(angle);
      const std::uint64_t axis = random.below(3);
      return {c, axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0};
    }
    case Turns::SmallIntegers: {
      const double x = small(), y = small(), z = small();
      return {1, x, y, z};
    }
    case Turns::Alike:
      return {random.uniform(0.1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    default:
      return {};
  }
}

struct Answers {
  Intersection boolean;
  Distance gap;
  Penetration depth;

  template <class Pair>
  explicit Answers(const Pair& pair)
      : boolean(intersects(pair.a, pair.pose_a, pair.b, pair.pose_b)),
        gap(distance(pair.a, pair.pose_a, pair.b, pair.pose_b)),
        depth(penetration(pair.a, pair.pose_a, pair.b, pair.pose_b)) {}

  template <class Judge>
  void expect(Status truth, const Judge& judge) const {
    for (const Claim& claim : {claim_of(boolean), claim_of(gap), claim_of(depth)}) {
      ASSERT_EQ(claim.status, truth);
      ASSERT_NO_FATAL_FAILURE(judge(claim));
    }
  }
};

}  // namespace clearance::detail
