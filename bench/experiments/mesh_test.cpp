// The mesh workload keeps its promises; our booleans about it are those of CGAL's exact kernel, FCL's distances lie in
// our brackets, and every library sees the same bodies.
#include <bench/bench.h>
#include <bench/peers/cgal.h>
#include <bench/peers/clearance.h>
#include <bench/race/mesh_race.h>
#include <clearance/build/mesh.h>
#include <clearance/solid/mesh_query.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

TEST(W2, BodiesAreSolidAndAsManyTrianglesAsAsked) {
  for (const W2Body body : {W2Body::Knot, W2Body::Sphere}) {
    for (const int triangles : {2000, 20'000}) {
      const TriangleSoup soup = w2_body(body, triangles);
      const MeshFacts facts = mesh_facts(soup.vertices, soup.triangles);
      EXPECT_TRUE(facts.is_solid()) << why_not_solid(facts);
      EXPECT_EQ(facts.components, 1u);
      EXPECT_NEAR(static_cast<double>(soup.triangles.size()), triangles, 0.03 * triangles);
      EXPECT_EQ(facts.vertices_used, soup.vertices.size());
      EXPECT_EQ(facts.zero_area, 0u);
      for (const Vec3 v : soup.vertices) {
        EXPECT_EQ(v.x, static_cast<float>(v.x));
        EXPECT_EQ(v.y, static_cast<float>(v.y));
        EXPECT_EQ(v.z, static_cast<float>(v.z));
      }
      EXPECT_NEAR(make_mesh(soup.vertices, soup.triangles).value().size(), kW2Size, 0.3 * kW2Size);
    }
  }
}

// One answer of one library.
Answer ask(const MeshPair& pair, Query query, const MeshPoses& poses, std::size_t i) {
  const MeshPoses one{{poses.a[i]}, {poses.b[i]}};
  Answer answer;
  pair.runner(query, one, false)->run({&answer, 1});
  return answer;
}

class W2Pairs : public testing::TestWithParam<W2Pair> {
 protected:
  static constexpr int kPoses = 60;

  const MeshPoses poses_ = w2_poses(GetParam(), kPoses);
  const TriangleSoup a_ = w2_body(GetParam().a, 2000), b_ = w2_body(GetParam().b, 2000);
};

TEST_P(W2Pairs, HalfOfThePosesCollideAtEverySize) {
  for (const int triangles : {2000, 20'000}) {
    const TriangleSoup a = w2_body(GetParam().a, triangles), b = w2_body(GetParam().b, triangles);
    const auto pair = our_mesh_libraries()[0].make(a, b);
    const std::vector<Truth> truth = mesh_truth(*pair, poses_, Query::Boolean);
    const auto colliding = std::count_if(truth.begin(), truth.end(), [](const Truth& t) { return t.colliding; });
    EXPECT_NEAR(static_cast<double>(colliding), kPoses / 2.0, kPoses / 8.0);
  }
}

TEST_P(W2Pairs, TheSameSeedGivesTheSamePoses) {
  const MeshPoses fewer = w2_poses(GetParam(), 10);
  EXPECT_TRUE(std::equal(fewer.b.begin(), fewer.b.end(), poses_.b.begin()));
}

TEST_P(W2Pairs, SequencesTurnByOneDegree) {
  const MeshPoses sequence = w2_sequence(poses_, 3 * kW2Run);
  ASSERT_EQ(sequence.size(), 3u * kW2Run);
  for (std::size_t i = 1; i < sequence.size(); ++i) {
    if (i % kW2Run == 0) continue;
    const Mat3 &from = sequence.b[i - 1].rotation(), &to = sequence.b[i].rotation();
    const double trace = dot(from.row[0], to.row[0]) + dot(from.row[1], to.row[1]) + dot(from.row[2], to.row[2]);
    EXPECT_NEAR(std::acos((trace - 1) / 2) * 180 / 3.14159265358979, 1, 1e-5);
  }
}

TEST_P(W2Pairs, OurBooleansAreThoseOfCgalsExactKernel) {
  const CgalExact exact(a_, b_, true);
  const auto ours = our_mesh_libraries()[0].make(a_, b_);
  for (std::size_t i = 0; i < 30; ++i)
    EXPECT_EQ(ask(*ours, Query::Boolean, poses_, i).kind == Answer::Kind::Colliding,
              exact.meet(poses_.a[i], poses_.b[i]))
        << i;
}

TEST_P(W2Pairs, PeersSeeTheSameBodies) {
  const std::vector<Racer> racers = build_racers(all_mesh_libraries(), a_, b_, 1);
  const std::vector<Truth> truth = mesh_truth(*racers[0].pair, poses_, Query::Boolean);
  const auto costs = race_meshes(racers, {Query::Boolean, false, &poses_, truth}, {1, kEverything});
  for (std::size_t m = 0; m < racers.size(); ++m) {
    if (!costs[m].answered()) continue;
    EXPECT_EQ(costs[m].frames, kPoses) << racers[m].name();
    EXPECT_EQ(costs[m].wrong(), 0u) << racers[m].name();
  }
  const auto warm = race_meshes(racers, {Query::Boolean, true, &poses_, truth}, {1, kEverything});
  EXPECT_TRUE(warm[0].answered());
  EXPECT_EQ(warm[0].wrong(), 0);
}

TEST_P(W2Pairs, FclsDistancesLieInOurBrackets) {
  const std::vector<Racer> racers = build_racers(all_mesh_libraries(), a_, b_, 1);
  const MeshPoses apart = separated_of(poses_, mesh_truth(*racers[0].pair, poses_, Query::Boolean));
  const std::vector<Truth> truth = mesh_truth(*racers[0].pair, apart, Query::Distance);
  int peers = 0;
  for (const bool warm : {false, true}) {
    const auto costs = race_meshes(racers, {Query::Distance, warm, &apart, truth}, {1, kEverything});
    for (std::size_t m = 0; m < racers.size(); ++m) {
      EXPECT_EQ(costs[m].wrong(), 0) << racers[m].name();
      peers += costs[m].answered() && !racers[m].is_ours() ? 1 : 0;
    }
  }
  EXPECT_EQ(peers, 3);
}

INSTANTIATE_TEST_SUITE_P(Bodies, W2Pairs, testing::ValuesIn(kW2Pairs), [](const auto& parameter) {
  std::string name = parameter.param.name;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
});

// The judge itself, solved by hand: a cube inside another, beside it, touching it at a corner, and flat triangles.
TEST(CgalExact, KnowsContainmentTouchingAndFlatTriangles) {
  const auto cube = [](double half) {
    TriangleSoup out;
    for (int i = 0; i < 8; ++i)
      out.vertices.push_back({(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half});
    out.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return out;
  };
  const TriangleSoup large = cube(1), small = cube(0.25);
  EXPECT_TRUE(CgalExact(large, small, true).meet({}, {}));
  EXPECT_TRUE(CgalExact(small, large, true).meet({}, {}));
  EXPECT_FALSE(CgalExact(large, small, false).meet({}, {}));
  EXPECT_TRUE(CgalExact(large, small, true).meet({}, translation({1.25, 1.25, 1.25})));
  EXPECT_FALSE(CgalExact(large, small, true).meet({}, translation({std::nextafter(1.25, 2), 0, 0})));
  const TriangleSoup segment{{{0, 0, 0}, {2, 0, 0}}, {{0, 1, 0}}}, point{{{1, 0, 0}}, {{0, 0, 0}}};
  EXPECT_TRUE(CgalExact(segment, point, false).meet({}, {}));
  EXPECT_FALSE(CgalExact(segment, point, false).meet({}, translation({0, 1e-300, 0})));
  EXPECT_TRUE(CgalExact(large, segment, false).meet({}, {}));
  EXPECT_FALSE(CgalExact(small, point, false).meet({}, {}));
}

}  // namespace
}  // namespace clearance::bench
