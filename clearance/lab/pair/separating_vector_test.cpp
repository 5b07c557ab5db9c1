// Lemmas 2 to 8 of the thesis as properties of recorded searches, and the two terminations against the exact decision.
// Notation: S direction, m difference, r = m/|m|, w a vector that separates the bodies; u = 2⁻⁵³.
#include <clearance/lab/pair/separating_vector.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace clearance::detail {
namespace {

// A product of two unit vectors in doubles is off by less than 3u, and a searching direction by less than 8u a
// component from what (3.2) says of the S and r before it: differences of two products of them are right within this.
constexpr double kProductError = 32 * kUnit;

SeparatingVectorOptions with(SearchingDirection direction, double alpha = 0.5) {
  SeparatingVectorOptions options;
  options.direction = direction;
  options.alpha = alpha;
  return options;
}

struct Search {
  Evidence evidence;
  Trace trace;

  std::size_t steps() const { return trace.steps.size(); }
  Vec3 direction(std::size_t i) const { return trace.steps[i].direction; }
  Vec3 difference(std::size_t i) const { return trace.steps[i].point_b - trace.steps[i].point_a; }
  Vec3 r(std::size_t i) const { return unit(difference(i)); }
  double product(std::size_t i) const { return dot(direction(i), difference(i)); }
  bool came_back(std::size_t i) const {
    for (std::size_t k = 0; k < i; ++k)
      if (difference(k) == difference(i)) return true;
    return false;
  }
  // Step i contradicts S_i, and S_{i+1} is made from it by reflection (a pair that comes back is followed by w
  // instead).
  bool reflected(std::size_t i, double error) const { return i + 1 < steps() && product(i) < -error && !came_back(i); }
};

Search search(const PosedPair& pair, const SeparatingVectorOptions& options = {}, ConvexCache* cache = nullptr) {
  Search result;
  result.evidence = separating_vector(pair, cache, options, &result.trace);
  return result;
}

// From S₀ = s instead of the line of the centres, which is too good to need many steps.
Search search_from(Vec3 s, const PosedPair& pair, const SeparatingVectorOptions& options = {}) {
  ConvexCache cache;
  cache.direction = s, cache.has_direction = true;
  return search(pair, options, &cache);
}

// A start on w's side, as Lemmas 5 and 7 ask, and nearly square to it.
Vec3 poor_start(Vec3 w) {
  const Vec3 across = cross(w, std::fabs(w.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
  return unit(unit(across) + 0.1 * w);
}

// Separated pairs that are close, so that the search takes steps: coarse and fine bodies, turned, a hair to a body
// apart.
void for_separated_scenes(std::uint64_t seed, int rounds, const std::function<void(const Scene&, Vec3 w)>& visit) {
  Random random(seed);
  for (int round = 0; round < rounds; ++round) {
    const int n = 4 + static_cast<int>(random.below(40));
    Scene scene{random_hull(random, n), random_hull(random, n), random_pose(random), random_pose(random)};
    const double gap = std::ldexp(1.0, -static_cast<int>(random.below(12)));
    const Vec3 way = random_unit(random);
    // Moved along `way` until it separates by the gap: then `way` is a separating vector.
    const double overlap = -scene.pair().support<2>(way).value;
    scene.pose_b = rotation(scene.pose_b.quaternion(), (overlap + gap) * way);
    ASSERT_TRUE(separates(scene.pair(), way));
    visit(scene, way);
    // And every other w that separates: the lemmas speak of any.
    for (int k = 0; k < 4; ++k) {
      const Vec3 w = unit(way + random_vector(random, 0.5));
      if (separates(scene.pair(), w)) visit(scene, w);
    }
  }
}

// ---- solved by hand ----------------------------------------------------------------------------------------------

TEST(NextDirection, HandSolved) {
  const Vec3 s{1, 0, 0}, r = unit({-1, 1, 0});
  const Vec3 greedy = next_direction(s, r, with(SearchingDirection::Greedy));
  EXPECT_LE(norm(greedy - Vec3{0, 1, 0}), 4 * kUnit);  // the mirror image of x in the line across (−1, 1)
  const Vec3 conservative = next_direction(s, r, with(SearchingDirection::Conservative));
  EXPECT_LE(norm(conservative - unit({1, 1, 0})), 4 * kUnit);  // square to r
  EXPECT_LE(norm(next_direction(s, r, with(SearchingDirection::Blend, 1)) - greedy), 4 * kUnit);
  EXPECT_LE(norm(next_direction(s, r, with(SearchingDirection::Blend, 0)) - conservative), 4 * kUnit);
  const Vec3 between = next_direction(s, r, with(SearchingDirection::Blend, 0.5));
  EXPECT_GT(dot(between, greedy), dot(conservative, greedy));
  EXPECT_GT(dot(between, conservative), dot(conservative, greedy));
}

TEST(SeparatingVector, HandSolvedBoxes) {
  const Scene apart = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const Search first = search(apart.pair());
  EXPECT_EQ(first.evidence.verdict, Verdict::Separated);
  EXPECT_EQ(first.evidence.direction, (Vec3{1, 0, 0}));
  EXPECT_EQ(first.evidence.steps, 1);

  const Scene inside = at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.3, 0.2, 0.1});
  for (const Termination termination : {Termination::Hemisphere, Termination::HalfPlanes}) {
    SeparatingVectorOptions options;
    options.termination = termination;
    const Evidence evidence = separating_vector(inside.pair(), nullptr, options);
    EXPECT_EQ(evidence.verdict, Verdict::Penetrating);
    EXPECT_EQ(evidence.simplex_count, 4);
  }
}

// Figure 3.2: for balls the first reflection of any failing direction separates.
TEST(SeparatingVector, HandSolvedBallsNeedOneReflection) {
  Random random(81);
  std::vector<Vec3> points;
  for (int k = 0; k < 4000; ++k) points.push_back(random_unit(random));
  const Scene scene = at_rest(hull(points), hull(points), {2.2, 0, 0});
  for (int k = 0; k < 50; ++k) {
    ConvexCache cache;
    cache.direction = random_unit(random), cache.has_direction = true;
    const Search found = search(scene.pair(), {}, &cache);
    ASSERT_EQ(found.evidence.verdict, Verdict::Separated);
    EXPECT_LE(found.evidence.steps, 2);
  }
}

// ---- the lemmas --------------------------------------------------------------------------------------------------

// Lemma 2: S_{i+1}·w − S_i·w = −2(r·S)(r·w) > 0. Strict wherever that number is beyond the rounding of the two
// products.
TEST(Lemma, TwoGreedyComesCloserToEverySeparatingVector) {
  int steps = 0;
  for_separated_scenes(82, 300, [&](const Scene& scene, Vec3 w) {
    const PosedPair pair = scene.pair();
    const Search found = search_from(-poor_start(w), pair);  // Lemma 2 holds from either side of w
    ASSERT_EQ(found.evidence.verdict, Verdict::Separated);
    for (std::size_t i = 0; i < found.steps(); ++i) {
      if (!found.reflected(i, pair.bound(found.direction(i)))) continue;
      ++steps;
      const double gain = dot(found.direction(i + 1), w) - dot(found.direction(i), w);
      const double promised = -2 * dot(found.r(i), found.direction(i)) * dot(found.r(i), w);
      EXPECT_GT(promised, 0) << "w separates, and S does not";
      EXPECT_NEAR(gain, promised, kProductError);
      EXPECT_TRUE(gain > 0 || promised <= kProductError);
    }
  });
  EXPECT_GT(steps, 500);
}

// Lemma 3: the same pair twice running means S_{i+1}·r_{i+1} = −S_i·r_i > 0.
TEST(Lemma, ThreeARepeatInTwoConsecutiveStepsSeparates) {
  int repeats = 0;
  for_separated_scenes(83, 400, [&](const Scene& scene, Vec3 w) {
    const PosedPair pair = scene.pair();
    const Search found = search_from(poor_start(w), pair);
    for (std::size_t i = 0; i < found.steps(); ++i) {
      const double error = pair.bound(found.direction(i));
      if (!found.reflected(i, error) || !(found.difference(i + 1) == found.difference(i))) continue;
      ++repeats;
      EXPECT_NEAR(found.product(i + 1), -found.product(i), kProductError * norm(found.difference(i)));
      EXPECT_GT(found.product(i + 1), 0);
      if (-found.product(i) > 4 * error) {
        EXPECT_EQ(i + 2, found.steps());  // and the search ends there
        EXPECT_EQ(found.evidence.verdict, Verdict::Separated);
      }
    }
  });
  EXPECT_GT(repeats, 20);
}

// The proofs of Lemmas 4 and 6 divide S_i·m_{i+1} ≥ S_i·m_i by S_i·m_i < 0. Each side is known within e = bound(S_i),
// so the quotient they use is at most 1 + 2e/|S_i·m_i| instead of 1; the sign of S_{i+1}·m_{i+1} is taken beyond its
// own e, which also covers the rounding of S_{i+1}. Hence this share of |m_i|² is what doubles leave open.
double quotient_slack(const PosedPair& pair, const Search& found, std::size_t i) {
  return 4 * pair.bound(found.direction(i)) / -found.product(i);
}

// Lemma 4, in the form its proof ends with before the root is taken: |m_i|² > 2 m_{i+1}·m_i.
TEST(Lemma, FourGreedySupportsAreFurtherApartThanTheNewOneIsFromTheOrigin) {
  int steps = 0;
  Random random(84);
  for (int round = 0; round < 400; ++round) {
    const Scene scene{random_hull(random, 12), random_hull(random, 12), random_pose(random),
                      random_pose(random, random_vector(random, 1.5))};
    const PosedPair pair = scene.pair();
    const Search found = search(pair);
    for (std::size_t i = 0; i + 1 < found.steps(); ++i) {
      if (!found.reflected(i, pair.bound(found.direction(i)))) continue;
      if (!(found.product(i + 1) < -2 * pair.bound(found.direction(i + 1)))) continue;
      ++steps;
      const Vec3 m = found.difference(i), next = found.difference(i + 1);
      const double slack = quotient_slack(pair, found, i);
      EXPECT_GT(squared_norm(m) * (1 + slack), 2 * dot(m, next));
      EXPECT_GT(norm(next - m), norm(next) - slack * norm(m));
    }
  }
  EXPECT_GT(steps, 300);
}

// Lemma 5: L(S_{i+1}·w) − S_i·w = −(r·S)(r·w) > 0 with L = √(1 − (S·r)²) ≤ 1, for w with S_0·w > 0. Dividing by L
// divides the rounding, too.
TEST(Lemma, FiveConservativeComesCloserToEverySeparatingVector) {
  int steps = 0;
  for_separated_scenes(85, 300, [&](const Scene& scene, Vec3 w) {
    const PosedPair pair = scene.pair();
    const Search found = search_from(poor_start(w), pair, with(SearchingDirection::Conservative));
    ASSERT_EQ(found.evidence.verdict, Verdict::Separated);
    if (!(dot(found.direction(0), w) > kProductError)) return;
    for (std::size_t i = 0; i < found.steps(); ++i) {
      if (!found.reflected(i, pair.bound(found.direction(i)))) continue;
      ++steps;
      const double along = dot(found.r(i), found.direction(i)), length = std::sqrt(1 - along * along);
      const double before = dot(found.direction(i), w), after = dot(found.direction(i + 1), w);
      EXPECT_NEAR(length * after, before - along * dot(found.r(i), w), kProductError / length);
      EXPECT_GT(after, before - kProductError / length);
      EXPECT_GT(before, 0);
    }
  });
  EXPECT_GT(steps, 300);
}

// Lemma 6: |m_i|² ≥ m_i·m_{i+1}.
TEST(Lemma, SixConservativeSupportsProjectShort) {
  int steps = 0;
  Random random(86);
  for (int round = 0; round < 400; ++round) {
    const Scene scene{random_hull(random, 12), random_hull(random, 12), random_pose(random),
                      random_pose(random, random_vector(random, 1.5))};
    const PosedPair pair = scene.pair();
    const Search found = search(pair, with(SearchingDirection::Conservative));
    for (std::size_t i = 0; i + 1 < found.steps(); ++i) {
      if (!found.reflected(i, pair.bound(found.direction(i)))) continue;
      const double along = dot(found.r(i), found.direction(i)), length = std::sqrt(1 - along * along);
      if (!(found.product(i + 1) < -2 * pair.bound(found.direction(i + 1)) / length)) continue;
      ++steps;
      const Vec3 m = found.difference(i);
      EXPECT_GE(squared_norm(m) * (1 + quotient_slack(pair, found, i)), dot(m, found.difference(i + 1)));
    }
  }
  EXPECT_GT(steps, 300);
}

// Lemma 7: the same as Lemma 2 for every direction between the two.
TEST(Lemma, SevenEveryBlendComesCloser) {
  for (const double alpha : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0}) {
    int steps = 0;
    for_separated_scenes(87, 60, [&](const Scene& scene, Vec3 w) {
      const PosedPair pair = scene.pair();
      const Search found = search_from(poor_start(w), pair, with(SearchingDirection::Blend, alpha));
      ASSERT_EQ(found.evidence.verdict, Verdict::Separated);
      if (!(dot(found.direction(0), w) > kProductError)) return;
      for (std::size_t i = 0; i < found.steps(); ++i) {
        if (!found.reflected(i, pair.bound(found.direction(i)))) continue;
        ++steps;
        const double along = dot(found.r(i), found.direction(i)), length = std::sqrt(1 - along * along);
        EXPECT_GT(dot(found.direction(i + 1), w), dot(found.direction(i), w) - kProductError / length);
      }
    });
    EXPECT_GT(steps, 50) << alpha;
  }
}

// Lemma 8: a pair that comes back along w shows w·m ≥ 0 for the extreme m: w separates, or (in doubles) nearly does.
TEST(Lemma, EightAReoccurrenceAlongTheOneSidedNormalSeparates) {
  int along_normal = 0, came_back = 0;
  const auto visit = [&](const Scene& scene, const SeparatingVectorOptions& options) {
    const PosedPair pair = scene.pair();
    const Search found = search(pair, options);
    // Half-planes cut their normal from a frame of size 1e6.
    const double rounding = options.termination == Termination::Hemisphere ? 64 * kUnit : 4e6 * kUnit;
    for (std::size_t i = 1; i < found.steps(); ++i) {
      if (!found.came_back(i - 1)) continue;  // S_i is then w
      ++along_normal;
      if (!found.came_back(i)) continue;
      ++came_back;
      EXPECT_GE(found.product(i), -rounding * norm(found.difference(i)) - pair.bound(found.direction(i)));
      EXPECT_EQ(i + 1, found.steps()) << "the search ends either way";
      EXPECT_NE(found.evidence.verdict, Verdict::Penetrating);
    }
  };
  for (const SearchingDirection direction : {SearchingDirection::Greedy, SearchingDirection::Conservative})
    for (const Termination termination : {Termination::Hemisphere, Termination::HalfPlanes}) {
      SeparatingVectorOptions options = with(direction);
      options.termination = termination;
      for_separated_scenes(88, 200, [&](const Scene& scene, Vec3) { visit(scene, options); });
      // Needles a hair apart: the searches that do come back.
      Random random(881);
      for (int round = 0; round < 300; ++round) {
        Scene scene{test_polytope(TestShape::Rod, 40, random.bits()),
                    test_polytope(TestShape::Plate, 40, random.bits()), random_pose(random), random_pose(random)};
        const Vec3 way = random_unit(random);
        const double overlap = -scene.pair().support<2>(way).value;
        scene.pose_b = rotation(scene.pose_b.quaternion(), overlap * (1 + 1e-6) * way);
        visit(scene, options);
      }
    }
  EXPECT_GT(along_normal, 20);
  EXPECT_GT(came_back, 0);
}

// ---- degenerate --------------------------------------------------------------------------------------------------

// (3.1) read strictly: S·m = 0 is no separation here, and no collision.
TEST(SeparatingVector, DegenerateTouchingIsUnresolved) {
  const Scene faces = at_rest(box({1, 1, 1}), box({1, 1, 1}), {1, 0, 0});
  const Scene corners = at_rest(box({1, 1, 1}), box({1, 1, 1}), {1, 1, 1});
  const Scene same_point = at_rest(point({1, 2, 3}), point({1, 2, 3}));
  for (const Scene* scene : {&faces, &corners, &same_point})
    for (const Termination termination : {Termination::Hemisphere, Termination::HalfPlanes}) {
      SeparatingVectorOptions options;
      options.termination = termination;
      EXPECT_EQ(separating_vector(scene->pair(), nullptr, options).verdict, Verdict::Unresolved);
    }
}

// Evidence is never against the exact decision, whatever the pair; running out of steps is Unresolved.
struct Counts {
  int separated = 0, penetrating = 0, unresolved = 0, open = 0;
};

void expect_agreement(const Scene& scene, const SeparatingVectorOptions& options, Counts& counts) {
  const PosedPair pair = scene.pair();
  const ExactDecision truth = decide_exactly(pair, {});
  Trace trace;
  const Evidence evidence = separating_vector(pair, nullptr, options, &trace);
  ASSERT_LE(evidence.steps, options.max_steps);
  ASSERT_EQ(trace.steps.size(), static_cast<std::size_t>(evidence.steps));
  if (evidence.verdict == Verdict::Separated) {
    ++counts.separated;
    EXPECT_EQ(truth.status, Status::Separated);
    EXPECT_TRUE(separates(pair, evidence.direction));
  } else if (evidence.verdict == Verdict::Penetrating) {
    ++counts.penetrating;
    EXPECT_EQ(truth.status, Status::Penetrating);
    ASSERT_EQ(evidence.simplex_count, 4);
    Certificate certificate;  // the four surround the origin, exactly
    certificate.kind = Certificate::Kind::Simplex;
    certificate.simplex.count = 4;
    for (int k = 0; k < 4; ++k) {
      certificate.simplex.a[k] = scene.a.id(evidence.simplex[k].a);
      certificate.simplex.b[k] = scene.b.id(evidence.simplex[k].b);
    }
    EXPECT_HOLDS(scene.check(Status::Penetrating, certificate));
  } else {
    EXPECT_EQ(evidence.verdict, Verdict::Unresolved);
    ++counts.unresolved;
    counts.open += truth.status == Status::Touching ? 0 : 1;
  }
}

std::vector<SeparatingVectorOptions> all_variants() {
  std::vector<SeparatingVectorOptions> all;
  for (const Termination termination : {Termination::Hemisphere, Termination::HalfPlanes})
    for (const SearchingDirection direction :
         {SearchingDirection::Greedy, SearchingDirection::Conservative, SearchingDirection::Blend}) {
      all.push_back(with(direction));
      all.back().termination = termination;
    }
  return all;
}

TEST(SeparatingVector, DegeneratePairsAreNeverMisjudged) {
  Random random(89);
  for (const SeparatingVectorOptions& options : all_variants()) {
    Counts counts;
    for (int round = 0; round < 300; ++round) {
      const Vec3 shift = random_vector(random, 3);
      const Scene scene = at_rest(random_body(random, true), random_body(random, true),
                                  {std::round(shift.x), std::round(shift.y), std::round(shift.z)});
      expect_agreement(scene, options, counts);
    }
    EXPECT_GT(counts.separated, 50);
    EXPECT_GT(counts.penetrating, 5);
    EXPECT_GT(counts.unresolved, 5);
  }
}

TEST(SeparatingVector, FewStepsAreUnresolvedNotNoContact) {
  const Scene inside = at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.3, 0.2, 0.1});
  for (int most = 0; most <= 3; ++most) {
    SeparatingVectorOptions options;
    options.max_steps = most;
    const Evidence evidence = separating_vector(inside.pair(), nullptr, options);
    EXPECT_EQ(evidence.verdict, Verdict::Unresolved);
    EXPECT_LE(evidence.steps, most);
  }
}

// ---- invariance and coherence --------------------------------------------------------------------------------------

TEST(SeparatingVector, ScalingByAPowerOfTwoChangesNoStep) {
  Random random(90);
  for (int round = 0; round < 50; ++round) {
    std::vector<Vec3> a, b;
    for (int k = 0; k < 10; ++k) a.push_back(random_vector(random)), b.push_back(random_vector(random));
    const Vec3 t = random_vector(random, 1.5);
    const Quat q = random_quaternion(random);
    const auto scaled = [](std::vector<Vec3> points, double by) {
      for (Vec3& p : points) p = by * p;
      return hull(points);
    };
    const Scene one{hull(a), hull(b), Pose(), rotation(q, t)};
    const Scene large{scaled(a, 0x1p20), scaled(b, 0x1p20), Pose(), rotation(q, 0x1p20 * t)};
    const Evidence first = separating_vector(one.pair(), nullptr), second = separating_vector(large.pair(), nullptr);
    EXPECT_EQ(first.verdict, second.verdict);
    EXPECT_EQ(first.steps, second.steps);
    EXPECT_EQ(first.direction, second.direction);
  }
}

TEST(SeparatingVector, AWarmStartSeparatesAtOnceWhenNothingMoved) {
  int checked = 0;
  for_separated_scenes(91, 50, [&](const Scene& scene, Vec3) {
    ConvexCache cache;
    separating_vector(scene.pair(), &cache);
    ASSERT_TRUE(cache.has_direction);
    EXPECT_EQ(separating_vector(scene.pair(), &cache).steps, 1);
    ++checked;
  });
  EXPECT_GE(checked, 50);
}

// ---- against the exact decision ----------------------------------------------------------------------------------

TEST(SeparatingVector, AgreesWithTheExactDecisionOnRandomPairs) {
  for (const SeparatingVectorOptions& options : all_variants()) {
    Random random(92);
    Counts counts;
    for (int round = 0; round < 400; ++round) {
      const int n = 4 + static_cast<int>(random.below(60));
      const Scene scene{random_hull(random, n), random_hull(random, n), random_pose(random),
                        random_pose(random, random_vector(random, 1.6))};
      expect_agreement(scene, options, counts);
    }
    EXPECT_GT(counts.separated, 30);
    EXPECT_GT(counts.penetrating, 100);
    EXPECT_LE(counts.open, 4) << "random pairs are decided but for one in a hundred";
  }
}

}  // namespace
}  // namespace clearance::detail
