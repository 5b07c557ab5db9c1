#include <clearance/parts/query.h>

#include <clearance/build/parts.h>
#include <clearance/convex/bodies_test.h>
#include <clearance/convex/query.h>
#include <clearance/parts/parts_cache.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

Polytope box_at(Vec3 low, Vec3 high) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  return hull(corners);
}

Parts parts_of(const std::vector<Polytope>& pieces) { return make_parts({pieces.begin(), pieces.end()}).value(); }

// A 3 × 3 × 1 block without its upper right 2 × 2 corner.
Parts corner() { return parts_of({box_at({0, 0, 0}, {3, 1, 1}), box_at({0, 1, 0}, {1, 3, 1})}); }
// A slot of width 1 between x = 1 and x = 2, open upwards (y), 2 deep.
Parts fork() {
  return parts_of({box_at({0, 0, 0}, {3, 1, 1}), box_at({0, 1, 0}, {1, 3, 1}), box_at({2, 1, 0}, {3, 3, 1})});
}
Parts one(const Polytope& piece) { return parts_of({piece}); }

Parts random_parts(Random& random, int count) {
  std::vector<PartShape> parts;
  for (int k = 0; k < count; ++k) {
    const Vec3 center = random_vector(random, 2);
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i) points.push_back(center + random_vector(random, 0.6));
    parts.emplace_back(Rounded(hull(points)));
  }
  return make_parts(parts).value();
}

const Rounded& convex(const Parts& body, std::size_t k) { return std::get<Rounded>(body[k]); }

struct PartsScene {
  Parts a, b;
  Pose pose_a, pose_b;

  template <class Visit>
  void for_all_pairs(const Visit& visit) const {
    for (std::size_t i = 0; i < a.count(); ++i)
      for (std::size_t j = 0; j < b.count(); ++j) visit(convex(a, i), convex(b, j));
  }
  Status brute_status() const {
    Status worst = Status::Separated;
    for_all_pairs([&](const Rounded& x, const Rounded& y) {
      const Status status = intersects(x, pose_a, y, pose_b).status;
      if (worst == Status::Separated || status == Status::Penetrating) worst = status;
    });
    return worst;
  }
  Bracket brute_distance() const {
    Bracket least{kInfinite, kInfinite};
    for_all_pairs([&](const Rounded& x, const Rounded& y) {
      const Distance between = distance(x, pose_a, y, pose_b);
      least = {std::min(least.lower, between.lower), std::min(least.upper, between.upper)};
    });
    return least;
  }
};

// Every plane of the cover on every two parts it speaks of, by the checker of convex pairs.
void expect_covers(const PartsScene& scene, const Cover& cover, double lower) {
  struct Open {
    std::size_t node;
    std::vector<std::uint32_t> a, b;
  };
  std::vector<Open> left(1);
  for (std::uint32_t k = 0; k < scene.a.count(); ++k) left[0].a.push_back(k);
  for (std::uint32_t k = 0; k < scene.b.count(); ++k) left[0].b.push_back(k);
  left[0].node = 0;
  while (!left.empty()) {
    const Open open = left.back();
    left.pop_back();
    ASSERT_LT(open.node, cover.nodes.size());
    ASSERT_FALSE(open.a.empty() || open.b.empty());
    const Cover::Node& node = cover.nodes[open.node];
    if (node.is_split) {
      Open first = open, rest = open;
      first.node = node.of_first, rest.node = node.of_rest;
      auto& split = node.split == Body::A ? first.a : first.b;
      auto& others = node.split == Body::A ? rest.a : rest.b;
      split.assign(cover.ids.begin() + node.first, cover.ids.begin() + node.first + node.count);
      for (const std::uint32_t id : split) ASSERT_EQ(std::erase(others, id), 1u);
      left.push_back(first);
      left.push_back(rest);
      continue;
    }
    for (const std::uint32_t i : open.a)
      for (const std::uint32_t j : open.b) {
        Claim claim;
        claim.status = Status::Separated;
        claim.certificate.kind = Certificate::Kind::Plane;
        claim.certificate.plane = node.plane;
        if (lower > 0) claim.distance = Bracket{lower, kInfinite};
        EXPECT_HOLDS(check_claim(claim, convex(scene.a, i), scene.pose_a, convex(scene.b, j), scene.pose_b));
      }
  }
}

// The parts as the checker of claims about several wants them: points numbered as they were given.
struct Checked {
  std::vector<std::vector<Vec3>> points;
  PosedBody body;

  Checked(const Parts& parts, const Pose& pose) {
    body.kind = PosedBody::Kind::Parts;
    body.pose = pose;
    for (std::size_t k = 0; k < parts.count(); ++k) {
      const Polytope& core = convex(parts, k).core();
      points.emplace_back(core.source_count(), core.vertex(0));  // what is inside a hull does not count
      for (int v = 0; v < core.vertex_count(); ++v) points.back()[core.id(v)] = core.vertex(v);
    }
    for (std::size_t k = 0; k < parts.count(); ++k) body.parts.push_back({points[k], convex(parts, k).radius(), {}});
  }
};

// ---- solved by hand

TEST(PartsQuery, APegInTheSlotTouchesNothing) {
  // 0.5 wide, in the middle of the slot, 0.25 from each side and 0.5 from the ground: inside the hull, yet free.
  const Parts a = fork(), b = one(box_at({1.25, 1.5, 0}, {1.75, 4, 1}));
  const Intersection between = intersects(a, {}, b, {});
  EXPECT_EQ(between.status, Status::Separated);
  EXPECT_EQ(between.decided_by, Algorithm::HullTrees);
  EXPECT_EQ(between.certificate.kind, Certificate::Kind::Cover);
  const Distance gap = distance(a, {}, b, {});
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_LE(gap.lower, 0.25);
  EXPECT_GE(gap.upper, 0.25);
  EXPECT_NEAR(gap.lower, 0.25, 1e-9);
  EXPECT_NE(gap.part_a, 0u);
  EXPECT_EQ(compare_distance(a, {}, b, {}, 0.25), 0);
  EXPECT_EQ(compare_distance(a, {}, b, {}, 0.125), 1);
  EXPECT_EQ(compare_distance(a, {}, b, {}, std::nextafter(0.25, 1)), -1);
}

TEST(PartsQuery, APegAsWideAsTheSlotTouches) {
  const Parts a = fork(), b = one(box_at({1, 1.5, 0}, {2, 4, 1}));
  EXPECT_EQ(intersects(a, {}, b, {}).status, Status::Touching);
  EXPECT_EQ(distance(a, {}, b, {}).status, Status::Touching);
  EXPECT_EQ(penetration(a, {}, b, {}).status, Status::Touching);
  EXPECT_EQ(penetration(a, {}, b, {}).upper, 0);
}

TEST(PartsQuery, APegThatIsTooWideNamesWhatItIsIn) {
  const Parts a = fork(), b = one(box_at({1.25, 1.5, 0}, {2.125, 4, 1}));
  const Intersection between = intersects(a, {}, b, {});
  EXPECT_EQ(between.status, Status::Penetrating);
  EXPECT_EQ(between.part_a, 2u);
  EXPECT_HOLDS(check_claim(claim_of(between), convex(a, 2), {}, convex(b, 0), {}));
  const Penetration deep = penetration(a, {}, b, {});
  EXPECT_EQ(deep.status, Status::Penetrating);
  EXPECT_EQ(deep.part_a, 2u);
  // Back to the left by 1/8: the hulls alone would ask for 1 at least.
  EXPECT_NEAR(deep.lower, 0.125, 1e-9);
  EXPECT_NEAR(deep.upper, 0.125, 1e-9);
  EXPECT_NEAR(deep.direction.x, -1, 1e-9);
}

TEST(PartsQuery, APegWiderThanTheSlotMustLeaveIt) {
  // 1.25 wide in a slot of 1: sideways is no way out; up by 0.5 + 1, or along z by 1.
  const Parts a = fork(), b = one(box_at({0.875, 1.5, 0}, {2.125, 4, 1}));
  const Penetration deep = penetration(a, {}, b, {});
  EXPECT_EQ(deep.status, Status::Penetrating);
  EXPECT_LE(deep.lower, 0.125 + 1e-9);
  EXPECT_GE(deep.upper, 1);
  EXPECT_NEAR(deep.upper, 1, 1e-9);
  EXPECT_NEAR(std::fabs(deep.direction.z), 1, 1e-9);
}

TEST(PartsQuery, OnlyBelowEndsEarly) {
  const Parts a = corner(), b = one(box_at({10, 0, 0}, {11, 1, 1}));
  PartsStatistics count;
  DistanceOptions below;
  below.only_below = 2;
  const Distance gap = distance(a, {}, b, {}, below, &count);
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_GE(gap.lower, 2);
  EXPECT_EQ(gap.upper, kInfinite);
  EXPECT_EQ(count.hull_tests, 1u);
  EXPECT_EQ(count.part_tests, 0u);
}

// Both were accepted and never looked at.
TEST(PartsQuery, TheMethodAskedForDecidesAboutConvexParts) {
  const Parts a = corner(), b = one(box_at({1.5, 0.25, 0.25}, {2.5, 2.5, 0.75}));
  PartsCache cache;
  QueryOptions first;
  first.first = Algorithm::Expansion;
  EXPECT_EQ(intersects(a, {}, b, {}, cache, first).decided_by, Algorithm::Expansion);
  DistanceOptions of_distance;
  of_distance.first = Algorithm::Exact;
  const Distance apart = distance(a, {}, b, translation({0, 4, 0}), of_distance);
  EXPECT_EQ(apart.status, Status::Separated);
  EXPECT_EQ(apart.decided_by, Algorithm::Exact);
  PenetrationOptions of_depth;
  of_depth.first = Algorithm::Exact;
  EXPECT_EQ(penetration(a, {}, b, {}, of_depth).decided_by, Algorithm::Exact);
}

TEST(PartsQuery, TheCacheFindsThePartsOfTheLastContact) {
  Random random(5);
  const Parts a = random_parts(random, 30), b = random_parts(random, 30);
  PartsCache cache;
  PartsStatistics first, again;
  const Intersection met = intersects(a, {}, b, {}, cache, {}, &first);
  ASSERT_EQ(met.status, Status::Penetrating);
  const Intersection once_more = intersects(a, {}, b, {}, cache, {}, &again);
  EXPECT_EQ(once_more.part_a, met.part_a);
  EXPECT_EQ(once_more.part_b, met.part_b);
  EXPECT_EQ(again.hull_tests, 1u);
  EXPECT_EQ(again.part_tests, 1u);
  EXPECT_LT(again.hull_tests + again.part_tests, first.hull_tests + first.part_tests);
  EXPECT_EQ(intersects(a, {}, b, {}, cache).decided_by, Algorithm::Cache);
  // Apart, the nearest two are tried first.
  const Pose beside = translation({5, 0, 0});
  const Distance gap = distance(a, {}, b, beside, cache, {}, &first);
  ASSERT_EQ(gap.status, Status::Separated);
  const Distance same = distance(a, {}, b, beside, cache, {}, &again);
  EXPECT_EQ(same.part_a, gap.part_a);
  EXPECT_LE(again.hull_tests + again.part_tests, first.hull_tests + first.part_tests);
}

TEST(PartsQuery, ACacheOfAnythingChangesNothing) {
  Random random(6);
  PartsCache cache;
  for (int i = 0; i < 300; ++i) {
    const Parts a = random_parts(random, 1 + i % 5), b = random_parts(random, 1 + i % 3);
    const Pose pose = translation(random_vector(random, 4));
    if (i % 4 == 0) cache.leaf_a = static_cast<std::int32_t>(random.bits()), cache.leaf_b = i % 11 - 1;
    EXPECT_EQ(intersects(a, {}, b, pose, cache).status, intersects(a, {}, b, pose).status);
    const Distance gap = distance(a, {}, b, pose, cache), fresh = distance(a, {}, b, pose);
    EXPECT_EQ(gap.status, fresh.status);
    EXPECT_LE(gap.lower, fresh.upper);
    EXPECT_LE(fresh.lower, gap.upper);
  }
}

TEST(PartsQuery, RoundedPartsKeepTheirRadius) {
  const Parts a = make_parts({make_sphere(1).value(), make_sphere(0.5, {3, 0, 0}).value()}).value();
  const Parts b = make_parts({make_sphere(0.5, {5, 0, 0}).value()}).value();
  const Distance gap = distance(a, {}, b, {});
  EXPECT_EQ(gap.part_a, 1u);
  EXPECT_NEAR(gap.lower, 1, 1e-9);
  EXPECT_NEAR(gap.upper, 1, 1e-9);
}

// ---- degenerate

TEST(PartsQuery, OneUlpDecidesBetweenTouchingAndApart) {
  const Parts a = fork();
  const auto peg = [](double right) { return one(box_at({1.25, 1.5, 0}, {right, 4, 1})); };
  EXPECT_EQ(intersects(a, {}, peg(std::nextafter(2, 0)), {}).status, Status::Separated);
  EXPECT_EQ(intersects(a, {}, peg(2), {}).status, Status::Touching);
  EXPECT_EQ(intersects(a, {}, peg(std::nextafter(2, 3)), {}).status, Status::Penetrating);
}

TEST(PartsQuery, TouchingHullsOfTouchingPartsAreUnwrapped) {
  const Parts a = corner(), b = corner();
  // Edge of the hull on edge of the hull, where no part is: x + y = 4 only at the two ends of the arms.
  EXPECT_EQ(intersects(a, {}, b, translation({3, 0, 0})).status, Status::Touching);
  EXPECT_EQ(intersects(a, {}, b, translation({3, 3, 0})).status, Status::Separated);
  // Arm into notch.
  EXPECT_EQ(intersects(a, {}, b, translation({1, 1, 0})).status, Status::Touching);
  EXPECT_EQ(intersects(a, {}, b, translation({1.5, 1.5, 0})).status, Status::Separated);
}

TEST(PartsQuery, FlatPartsAreParts) {
  const Parts a = parts_of({hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), point({5, 5, 5})});
  const Parts b = parts_of({segment({0.25, 0.25, -1}, {0.25, 0.25, 1})});
  EXPECT_EQ(intersects(a, {}, b, {}).status, Status::Penetrating);
  EXPECT_EQ(intersects(a, {}, b, translation({5, 0, 0})).status, Status::Separated);
}

// ---- invariance

TEST(PartsQuery, SwappedBodiesAnswerAlike) {
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    const Parts a = random_parts(random, 5), b = random_parts(random, 4);
    const Pose pose_a = random_pose(random), pose_b = random_pose(random, random_vector(random, 3));
    EXPECT_EQ(intersects(a, pose_a, b, pose_b).status, intersects(b, pose_b, a, pose_a).status);
    const Distance one_way = distance(a, pose_a, b, pose_b), other = distance(b, pose_b, a, pose_a);
    EXPECT_EQ(one_way.status, other.status);
    EXPECT_LE(one_way.lower, other.upper);
    EXPECT_LE(other.lower, one_way.upper);
  }
}

// ---- against all pairs

TEST(PartsQuery, AgreesWithAllPairsOfParts) {
  Random random(17);
  int separated = 0, saved = 0;
  for (int k = 0; k < 60; ++k) {
    const PartsScene scene{random_parts(random, 7), random_parts(random, 6), random_pose(random),
                           random_pose(random, random_vector(random, 5))};
    PartsStatistics count;
    const Status truth = scene.brute_status();
    const Intersection between = intersects(scene.a, scene.pose_a, scene.b, scene.pose_b, &count);
    ASSERT_EQ(between.status, truth);
    if (truth != Status::Separated) {
      EXPECT_HOLDS(check_claim(claim_of(between), convex(scene.a, between.part_a), scene.pose_a,
                               convex(scene.b, between.part_b), scene.pose_b));
    }
    const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b, {}, &count);
    ASSERT_EQ(gap.status, truth);
    if (truth != Status::Separated) continue;
    ++separated;
    const Bracket brute = scene.brute_distance();
    EXPECT_LE(gap.lower, brute.upper);
    EXPECT_GE(gap.upper, brute.lower);
    EXPECT_LE(gap.upper - gap.lower, 1e-8 * gap.upper);
    EXPECT_EQ(compare_distance(scene.a, scene.pose_a, scene.b, scene.pose_b, gap.upper * (1 + 1e-6)), -1);
    EXPECT_EQ(compare_distance(scene.a, scene.pose_a, scene.b, scene.pose_b, gap.lower * (1 - 1e-6)), 1);
    saved += count.part_tests < 7 * 6;
    for (const double lower : {0.0, gap.lower}) {
      const auto cover = separation_cover(scene.a, scene.pose_a, scene.b, scene.pose_b, lower);
      ASSERT_TRUE(cover.has_value());
      expect_covers(scene, *cover, lower);
      Claim claim = claim_of(gap);
      claim.distance->lower = lower;
      claim.cover = cover;
      claim.part_a = gap.part_a;
      claim.part_b = gap.part_b;
      EXPECT_HOLDS(check_claim(claim, Checked(scene.a, scene.pose_a).body, Checked(scene.b, scene.pose_b).body));
    }
    EXPECT_FALSE(separation_cover(scene.a, scene.pose_a, scene.b, scene.pose_b, 2 * gap.upper).has_value());
  }
  EXPECT_GT(separated, 10);
  EXPECT_EQ(saved, separated) << "each walk should save part tests";
}

TEST(PartsQuery, DepthsAreBrackets) {
  Random random(23);
  int seen = 0;
  for (int k = 0; k < 50; ++k) {
    const PartsScene scene{random_parts(random, 4), random_parts(random, 4), random_pose(random),
                           random_pose(random, random_vector(random, 2))};
    const Penetration deep = penetration(scene.a, scene.pose_a, scene.b, scene.pose_b);
    ASSERT_EQ(deep.status, scene.brute_status());
    if (deep.status != Status::Penetrating) continue;
    ++seen;
    EXPECT_LE(deep.lower, deep.upper);
    EXPECT_LE(deep.upper, penetration(scene.a.hull(), scene.pose_a, scene.b.hull(), scene.pose_b).upper);
    double deepest = 0;
    scene.for_all_pairs([&](const Rounded& x, const Rounded& y) {
      deepest = std::max(deepest, penetration(x, scene.pose_a, y, scene.pose_b).lower);
    });
    EXPECT_EQ(deep.lower, deepest);
    // Moved a little further than that, nothing penetrates. (The way itself was proved; this is the rounded one.)
    const Pose out =
        rotation(scene.pose_b.quaternion(), scene.pose_b.translation() + deep.upper * (1 + 1e-9) * deep.direction);
    EXPECT_NE(intersects(scene.a, scene.pose_a, scene.b, out).status, Status::Penetrating);
    // A shorter translation does not do: no pair of parts may be left.
    for (int i = 0; i < 20; ++i) {
      const Pose near = rotation(scene.pose_b.quaternion(),
                                 scene.pose_b.translation() + deep.lower * (1 - 1e-9) * random_unit(random));
      EXPECT_EQ(intersects(scene.a, scene.pose_a, scene.b, near).status, Status::Penetrating);
    }
  }
  EXPECT_GT(seen, 10);
}

// Two rows of 64 boxes in line: what is unwrapped grows with the depth of the trees, not with the 4096 pairs.
TEST(PartsQuery, TreesSaveNearlyAllTests) {
  std::vector<Polytope> row;
  for (int k = 0; k < 64; ++k) row.push_back(box_at({1.5 * k, 0, 0}, {1.5 * k + 1, 1, 1}));
  const PartsScene scene{parts_of(row), parts_of(row), {}, rotation_about({0, 0, 1}, 0.1, {93, 1.5, 0})};
  PartsStatistics count;
  const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b, {}, &count);
  const Bracket brute = scene.brute_distance();
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_LE(gap.lower, brute.upper);
  EXPECT_GE(gap.upper, brute.lower);
  EXPECT_LE(count.hull_tests + count.part_tests, 64u);
  EXPECT_GE(count.part_tests, 1u);
}

}  // namespace
}  // namespace clearance::detail
