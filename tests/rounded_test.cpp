#include <clearance/proof/check_shapes.h>

// Rounded bodies through every public query: each claim checked exactly, all answers of one mind, tangency to the last
// bit, and what scenes and results say of it.
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::test {
namespace {

double gap_of(const Pair& cores) { return distance(cores.a, cores.pose_a, cores.b, cores.pose_b).upper; }

// Neighbouring sums of radii around the cores' distance: just separated, as near to tangent as doubles go, just not.
double tangent_radius(Random& random, const Pair& cores) {
  const double ulps = static_cast<double>(random.below(7)) - 3;
  return gap_of(cores) * (1 + ulps * 0x1p-52);
}

double random_radius(Random& random, const Pair& cores) {
  const double size = std::fmax(cores.a.size(), cores.b.size()) + 1e-3;
  switch (random.below(16)) {
    case 0:
      return 0;
    case 1:
      return 1e-300;
    case 2:
      return 1e-17 * size;
    case 3:
      return 1e-9 * size;
    case 4:
      return 1e6 * size;
    case 5:
      return random.uniform(0, 0.2) * size;
    default:
      return random.uniform(0, 0.6) * gap_of(cores);
  }
}

RoundedPair random_pair(Random& random, PairSource& source, Placement placement) {
  const Pair cores = source.next(placement);
  if (random.below(4) > 0)
    return {rounded(cores.a, random_radius(random, cores)), cores.pose_a,
            rounded(cores.b, random_radius(random, cores)), cores.pose_b};
  const double sum = tangent_radius(random, cores), share = sum * (random.below(2) == 0 ? 0 : random.unit());
  return {rounded(cores.a, share), cores.pose_a, rounded(cores.b, sum - share), cores.pose_b};
}

// Depths are as narrow as distances, where the certificate or the shell can show it.
Complaint about_depth_width(const RoundedPair& pair) {
  PenetrationOptions options;
  options.want_shell = true;
  const Penetration depth = penetration(pair.a, pair.pose_a, pair.b, pair.pose_b, options);
  if (depth.certificate.kind == Certificate::Kind::None || pair.a.radius() + pair.b.radius() == 0) return "";
  const double size = std::fmax(world_size(pair.a, pair.pose_a), world_size(pair.b, pair.pose_b));
  const bool tight =
      depth.upper - depth.lower <= 1e-9 * depth.upper + 1e-13 * size || is_next(depth.lower, depth.upper);
  return tight ? "" : "depth " + interval_text(depth.lower, depth.upper) + " is too wide";
}

// Warm answers, from whatever the queries before left behind, are held to the same.
Complaint about_warm(const RoundedPair& pair, Status status) {
  const auto& [a, pose_a, b, pose_b] = pair;
  ConvexCache cache;
  for (int round = 0; round < 2; ++round) {
    const Intersection meeting = intersects(a, pose_a, b, pose_b, cache);
    if (meeting.status != status) return "a warm status is another one";
    if (Complaint wrong = about(meeting, pair); !wrong.empty()) return "warm: " + wrong;
    if (Complaint wrong = about(distance(a, pose_a, b, pose_b, cache), pair); !wrong.empty()) return "warm: " + wrong;
    PenetrationOptions options;
    options.want_shell = true;
    if (Complaint wrong = about(penetration(a, pose_a, b, pose_b, cache, options), pair); !wrong.empty())
      return "warm: " + wrong;
  }
  return "";
}

TEST(RoundedAgreement, EveryAnswerIsProvedAndAllAgree) {
  Random random(12);
  PairSource source(34);
  int counts[kStatusCount] = {}, uncertified = 0;
  const int pairs = full_level() ? 100000 : 10000;
  for (int i = 0; i < pairs; ++i) {
    const auto placement = static_cast<Placement>(i % static_cast<int>(Placement::Count));
    const RoundedPair pair = random_pair(random, source, placement);
    Status status, swapped;
    ASSERT_EQ(about_queries(pair, status), "") << i << "\n" << scene_of(pair);
    ASSERT_EQ(about_depth_width(pair), "") << i << "\n" << scene_of(pair);
    ASSERT_EQ(about_queries(RoundedPair{pair.b, pair.pose_b, pair.a, pair.pose_a}, swapped), "") << scene_of(pair);
    ASSERT_EQ(status, swapped) << scene_of(pair);
    ASSERT_EQ(about_warm(pair, status), "") << i << "\n" << scene_of(pair);
    ++counts[static_cast<int>(status)];
    const bool none = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b).certificate.kind == Certificate::Kind::None;
    uncertified += none && status == Status::Penetrating ? 1 : 0;
  }
  EXPECT_GT(counts[static_cast<int>(Status::Separated)], pairs / 5);
  EXPECT_GT(counts[static_cast<int>(Status::Penetrating)], pairs / 5);
  EXPECT_GT(counts[static_cast<int>(Status::Touching)], 0);
  // A quarter of the pairs is within rounding of tangency by construction; only there a witness can fail to show it.
  EXPECT_LT(uncertified, pairs / 100);
}

// Every number of a proof matters: what is proved of one pair is refused of bodies a little thicker, thinner or
// farther.
TEST(RoundedProofs, DoNotHoldOfOtherBodies) {
  Random random(56);
  PairSource source(78);
  int separated = 0, penetrating = 0;
  for (int i = 0; i < 400; ++i) {
    const Pair cores = source.next(Placement::Anywhere);
    const RoundedPair pair{rounded(cores.a, 0.05 + 0.2 * random.unit()), cores.pose_a,
                           rounded(cores.b, 0.05 + 0.2 * random.unit()), cores.pose_b};
    const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
    const auto holds = [&](const Claim& claim, double more) {
      const Rounded other = rounded(pair.a.core(), std::fmax(0, pair.a.radius() + more));
      return check_claim(claim, other, pair.pose_a, pair.b, pair.pose_b).holds;
    };
    if (gap.status == Status::Separated) {
      ++separated;
      const Claim claim = claim_of(gap);
      ASSERT_TRUE(holds(claim, 0));
      EXPECT_FALSE(holds(claim, 1e-8 * (1 + gap.upper)));   // lower is not proved
      EXPECT_FALSE(holds(claim, -1e-8 * (1 + gap.upper)));  // upper is not
      EXPECT_FALSE(
          holds(claim_of(intersects(pair.a, pair.pose_a, pair.b, pair.pose_b)), gap.upper * (1 + 1e-8) + 1e-12));
      Claim opposite = claim;
      opposite.status = Status::Penetrating;
      EXPECT_FALSE(holds(opposite, 0));
    } else if (gap.status == Status::Penetrating) {
      ++penetrating;
      PenetrationOptions options;
      options.want_shell = true;
      const Penetration depth = penetration(pair.a, pair.pose_a, pair.b, pair.pose_b, options);
      const Claim claim = claim_of(depth);
      ASSERT_TRUE(holds(claim, 0));
      const double step = 1e-8 * (1 + depth.upper);
      EXPECT_FALSE(holds(claim, step));                                               // upper is not proved
      EXPECT_FALSE(pair.a.radius() > step && holds(claim, -step)) << scene_of(pair);  // lower is not
      Claim opposite = claim;
      opposite.status = Status::Separated;
      EXPECT_FALSE(holds(opposite, 0));
      opposite.status = Status::Touching;
      EXPECT_FALSE(holds(opposite, 0));
    }
  }
  EXPECT_GT(separated, 50);
  EXPECT_GT(penetrating, 50);
}

}  // namespace
}  // namespace clearance::test
