// The experiment `brep` prints every part, its solids are those of the paper, and its points are where they say.
#include <bench/bench.h>
#include <bench/experiments/brep.h>
#include <clearance/brep/classify.h>
#include <clearance/mesh/point.h>
#include <gtest/gtest.h>

#include <string>

namespace clearance::bench {
namespace {

TEST(BRepBench, PrintsEveryPartWithItsBars) {
  std::string words[] = {"bench", "brep", "--quick", "--no-plots"};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data()};
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_bench(4, arguments), 0);
  const std::string text = testing::internal::GetCapturedStdout();
  for (const char* part : {"Table 1, sphere", "Table 1, torus", "58 entities: printed", "no worse than printed",
                           "of the hybrid", "Growth of the build", "Where is a point?", "CGAL", "Embree",
                           "Do the index and exact parity agree?", "When did penetration begin?"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_NE(text.find("0: met"), std::string::npos) << text;
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

TEST(RoundSolids, HaveTheEntitiesOfThePaper) {
  constexpr std::size_t kPrinted[2][5] = {{58, 134, 242, 382, 1562}, {64, 144, 256, 400, 1600}};
  constexpr int kSizes[] = {4, 6, 8, 10, 20};
  for (const RoundSolid solid : {RoundSolid::Sphere, RoundSolid::Torus}) {
    for (std::size_t k = 0; k < 5; ++k) {
      const BRep brep = make_brep(solid_mesh(round_solid(solid, kSizes[k]))).value();
      const RoundCounts counts = round_counts(solid, static_cast<std::size_t>(kSizes[k]));
      EXPECT_EQ(counts.entities(), kPrinted[static_cast<std::size_t>(solid)][k]);
      EXPECT_EQ(brep.vertex_count(), counts.vertices) << to_string(solid) << " " << kSizes[k];
      EXPECT_EQ(brep.edge_count(), counts.edges) << to_string(solid) << " " << kSizes[k];
      EXPECT_EQ(brep.face_count(), counts.faces) << to_string(solid) << " " << kSizes[k];
    }
  }
}

TEST(KnownPoints, AreOnWhatTheySay) {
  for (const TriangleSoup& soup : {round_solid(RoundSolid::Torus, 10), w2_body(W2Body::Knot, 500)}) {
    const BRep brep = make_brep(solid_mesh(soup)).value();
    for (const PointsOf which : {PointsOf::Vertices, PointsOf::Edges, PointsOf::Faces})
      for (const KnownPoint& point : points_of(brep, which, 200, 3))
        EXPECT_EQ(locate(brep.mesh(), {}, point.at), PointLocation::On);
  }
}

}  // namespace
}  // namespace clearance::bench
