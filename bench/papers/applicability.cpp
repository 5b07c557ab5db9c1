// Question: how many edge–face tests does orientation-based pruning leave (Jiménez, Thomas, Torras, §3.2: expected
//           O(n), n being the number of edges, with a constant near 1)?
// Method:   two ellipsoid hulls of n points at random orientations, b moved along a random line to just before and
//           just beyond first contact. Apart, every applicable pair costs a test; overlapping, the first crossing
//           ends it.
#include <bench/experiments.h>
#include <bench/race/fit.h>
#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/lab/pair/features/applicability.h>
#include <clearance/lab/pair/minkowski_difference.h>

#include <limits>

namespace clearance::bench {
using namespace detail;
namespace {

constexpr double kNear = 0.02;  // of the way to the contact, before and beyond it
constexpr int kPoints[] = {20, 50, 100, 200, 500, 1000, 2000};

Vec3 random_unit(Random& random) {
  for (;;) {
    const Vec3 v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (const double length = norm(v); length > 0.1 && length <= 1) return v / length;
  }
}

Pose random_turn(Random& random) {
  return rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
}

// How far b must have moved along d, from centre on centre, for the bodies to touch last: where the ray leaves the
// body.
double way_to_contact(const DifferenceBody& body, Vec3 d) {
  double way = std::numeric_limits<double>::infinity();
  for (const DifferenceFacet& facet : body.facets())
    if (const double speed = -dot(facet.normal, d); speed > 0 && facet.offset < way * speed) way = facet.offset / speed;
  return way;
}

struct Sums {
  double edges = 0, all_tests = 0;              // of a pair, without pruning
  double apart = 0, overlapping = 0;            // tests made
  double pairs = 0, looked_at = 0, facing = 0;  // applicable pairs; products to find them; faces left by culling
  std::int64_t wrong = 0;                       // answers that do not fit the side of the contact
  int rounds = 0;
};

void add_pair(int n, std::uint64_t seed, Random& random, Sums& sums) {
  const FaceOrientationGraph graph_a(test_polytope(TestShape::Ellipsoid, n, 2 * seed + 1)),
      graph_b(test_polytope(TestShape::Ellipsoid, n, 2 * seed + 2));
  const Pose pose_b = random_turn(random);
  const TurnedGraph a(graph_a, random_turn(random)), b(graph_b, pose_b);
  const ApplicablePairs pairs = applicable_pairs(a, b);
  const Vec3 d = random_unit(random);
  const double way = way_to_contact(DifferenceBody(a, b), d);
  const FeatureInterference apart = interference(a, b, (1 + kNear) * way * d, pairs),
                            overlapping = interference(a, b, (1 - kNear) * way * d, pairs);
  sums.edges += a.arc_count() + b.arc_count();
  sums.all_tests +=
      static_cast<double>(a.arc_count()) * b.node_count() + static_cast<double>(b.arc_count()) * a.node_count();
  sums.apart += static_cast<double>(apart.edge_face_tests);
  sums.overlapping += static_cast<double>(overlapping.edge_face_tests);
  sums.pairs += static_cast<double>(pairs.count());
  sums.looked_at += static_cast<double>(pairs.looked_at);
  sums.facing += static_cast<double>(faces_facing(graph_b, pose_b, -d).size()) / b.node_count();
  sums.wrong += (apart.verdict != Verdict::Separated) + (overlapping.verdict != Verdict::Penetrating);
  ++sums.rounds;
}

// Small hulls vary more and cost less.
int rounds_for(int n, const Options& options) { return options.quick ? 3 : n <= 200 ? 200 : n <= 1000 ? 60 : 20; }

}  // namespace

void run_applicability(const Options& options, Report& report) {
  Table table("Edge–face tests of translating ellipsoid hulls near contact, means per pair");
  table.row({"points each", "edges", "tests apart", "per edge", "overlapping", "per edge", "all edges × faces",
             "products per edge", "faces ahead", "wrong"});
  std::vector<PlotPoint> apart, overlapping, unpruned;
  for (const int n : kPoints) {
    report.progress(format("applicability: %d points", n));
    Random random(static_cast<std::uint64_t>(n));
    Sums sums;
    for (int k = 0; k < rounds_for(n, options); ++k) add_pair(n, static_cast<std::uint64_t>(k), random, sums);
    const double edges = sums.edges / sums.rounds;
    apart.push_back({edges, sums.apart / sums.rounds});
    overlapping.push_back({edges, sums.overlapping / sums.rounds});
    unpruned.push_back({edges, sums.all_tests / sums.rounds});
    table.row({std::to_string(n), format("%.0f", edges), format("%.0f", apart.back().y),
               format("%.3f", sums.apart / sums.edges), format("%.0f", overlapping.back().y),
               format("%.3f", sums.overlapping / sums.edges), format("%.0f", unpruned.back().y),
               format("%.1f", sums.looked_at / sums.edges), format("%.1f %%", 100 * sums.facing / sums.rounds),
               std::to_string(sums.wrong)});
    report.add(Record{{"points", std::int64_t{n}},
                      {"rounds", std::int64_t{sums.rounds}},
                      {"edges", edges},
                      {"tests_apart", apart.back().y},
                      {"tests_apart_per_edge", sums.apart / sums.edges},
                      {"tests_overlapping", overlapping.back().y},
                      {"tests_overlapping_per_edge", sums.overlapping / sums.edges},
                      {"tests_unpruned", unpruned.back().y},
                      {"applicable_pairs", sums.pairs / sums.rounds},
                      {"products_per_edge", sums.looked_at / sums.edges},
                      {"faces_facing", sums.facing / sums.rounds},
                      {"wrong", sums.wrong}});
  }
  const PowerLaw pruned = fit_power(apart), with_all = fit_power(unpruned);
  const double constant = apart.back().y / apart.back().x;
  table.rule();
  table.row({"survey", "n", "O(n)", "near 1"});
  table.row({"ours", "n", format("n^%.2f", pruned.exponent), format("%.2f", constant), "", "",
             format("n^%.2f", with_all.exponent)});
  report.add(std::move(table));
  report.add(Record{{"exponent", pruned.exponent},
                    {"constant", constant},
                    {"factor_of_the_fit", pruned.factor},
                    {"exponent_unpruned", with_all.exponent},
                    {"survey_exponent", 1.0},
                    {"survey_constant", 1.0}});
  Plot plot("Edge–face tests with and without orientation-based pruning");
  plot.x("n: edges of both bodies", Scale::Log).y("edge–face tests per pair", Scale::Log);
  std::vector<PlotPoint> survey;
  survey.reserve(apart.size());
  for (const PlotPoint& p : apart) survey.push_back({p.x, p.x});
  plot.series(format("apart: %.2f n^%.2f", pruned.factor, pruned.exponent), std::move(apart));
  plot.series("the survey: n", std::move(survey), Plot::Line::Dashed);
  plot.series("overlapping, until a crossing is found", std::move(overlapping));
  plot.series(format("every edge with every face: n^%.2f", with_all.exponent), std::move(unpruned));
  plot.note("Two ellipsoid hulls at random orientations, 2 % before and beyond first contact along a random line.");
  report.add("applicability", std::move(plot));
}

}  // namespace clearance::bench
