// The queries of a public benchmark of continuous collision detection, on which libraries with tolerances report
// contacts that are none and miss some that are: vertex against face and edge against edge, whose vertices each move on
// a straight line. Every answer must be the stated one.
#include <clearance/io/test_files_test.h>
#include <clearance/motion/moving_points.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace clearance {
namespace {

namespace fs = std::filesystem;

struct Query {
  MovingPoint points[4];
  bool meet = false;
};

// numerator/denominator; both are exact in doubles, and so is the quotient, as the denominators are powers of two.
double number_of(std::istream& in) {
  std::string numerator, denominator;
  std::getline(in, numerator, ',');
  std::getline(in, denominator, ',');
  const double n = std::stod(numerator), d = std::stod(denominator);
  int exponent = 0;
  EXPECT_EQ(std::frexp(d, &exponent), 0.5) << denominator;
  EXPECT_LE(std::fabs(n), 0x1p53) << numerator;
  return n / d;
}

std::vector<Query> read_queries(const fs::path& path) {
  std::ifstream file(path);
  std::vector<Query> queries;
  std::string row;
  for (int k = 0; std::getline(file, row) && !row.empty(); k = (k + 1) % 8) {
    if (k == 0) queries.emplace_back();
    std::istringstream in(row);
    Vec3& point = k < 4 ? queries.back().points[k].from : queries.back().points[k - 4].to;
    point.x = number_of(in), point.y = number_of(in), point.z = number_of(in);
    int truth = 0;
    in >> truth;
    queries.back().meet = truth == 1;
  }
  return queries;
}

TEST(CcdSample, EveryAnswerIsTheStatedOne) {
  const fs::path folder = test::shared_folder() / "data" / "ccd-sample-queries";
  if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder << ": nothing to compare with";
  int asked = 0, met = 0, missed = 0, invented = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".csv") continue;
    const bool is_edges = entry.path().parent_path().filename() == "edge-edge";
    for (const Query& query : read_queries(entry.path())) {
      const auto& [p, q, r, s] = query.points;
      const ContactTime time =
          (is_edges ? first_contact(MovingEdge{p, q}, MovingEdge{r, s}) : first_contact(p, MovingTriangle{q, r, s}))
              .value();
      ++asked;
      met += query.meet;
      missed += query.meet && time.is_clear();
      invented += !query.meet && !time.is_clear();
      ASSERT_NE(time.status, MotionStatus::NotAsked);
      if (!time.is_clear()) {
        ASSERT_LE(time.lower, time.upper);
        ASSERT_GE(std::nextafter(time.lower, 2), time.upper);
      }
    }
  }
  std::printf("%d queries, %d contacts: %d missed, %d invented\n", asked, met, missed, invented);
  EXPECT_EQ(asked, 3855);
  EXPECT_EQ(missed, 0);
  EXPECT_EQ(invented, 0);
}

}  // namespace
}  // namespace clearance
