// Question: how do the algorithms in space and time (Joseph and Plantinga 1987) grow with the bodies?
// Method:   Algorithm 1 on ellipsoids of 10 to 10⁴ vertices, hierarchies made before; first collision by trees on
//           dented spheres of up to 10⁴ triangles, trees made before, beside the library's own first contact, whose
//           answers are compared; Algorithm 2 on polyhedra of a growing number of incidences. Exponents are of straight
//           lines through the logarithms, over I(P)·I(Q) for Algorithm 2.
#include <bench/experiments.h>
#include <bench/race/fit.h>
#include <bench/race/timer.h>
#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/lab/spacetime/convex_prisms.h>
#include <clearance/lab/spacetime/prism_trees.h>
#include <clearance/lab/spacetime/separation.h>
#include <clearance/motion/query.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace clearance::bench {
namespace {

using lab::PrismVerdict;

// From one side to the other, past the origin by some at most.
std::vector<Motion> flights(int count, std::uint64_t seed) {
  detail::Random random(seed);
  std::vector<Motion> made;
  for (int k = 0; k < count; ++k) {
    const Vec3 from{3, random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)};
    const Vec3 way{-6, random.uniform(-1, 1), random.uniform(-1, 1)};
    made.push_back(Motion::linear(translation(from), way).value());
  }
  return made;
}

// A sphere of which the radius has bumps: rings of quads, and two poles.
Mesh dented_sphere(int rings, int bumps) {
  const int around = 2 * rings;
  std::vector<Vec3> points = {{0, 0, 1}};
  for (int i = 1; i < rings; ++i)
    for (int k = 0; k < around; ++k) {
      const double polar = std::numbers::pi * i / rings, azimuth = 2 * std::numbers::pi * k / around;
      const double r = 1 + 0.2 * std::sin(polar) * std::sin(bumps * polar) * std::cos(bumps * azimuth);
      points.push_back(
          {r * std::sin(polar) * std::cos(azimuth), r * std::sin(polar) * std::sin(azimuth), r * std::cos(polar)});
    }
  points.push_back({0, 0, -1});
  const auto at = [&](int i, int k) { return static_cast<std::uint32_t>(1 + (i - 1) * around + k % around); };
  const auto last = static_cast<std::uint32_t>(points.size() - 1);
  std::vector<MeshTriangle> triangles;
  for (int k = 0; k < around; ++k) {
    triangles.push_back({0, at(1, k), at(1, k + 1)});
    triangles.push_back({last, at(rings - 1, k + 1), at(rings - 1, k)});
    for (int i = 1; i + 1 < rings; ++i) {
      triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  }
  return make_mesh(points, triangles).value();
}

void measure_convex(const Options& options, Report& report) {
  Table table("Algorithm 1: will two convex bodies collide (hierarchies made before)");
  table.row({"vertices each", "µs a query", "searches", "vertices looked at", "collide", "unresolved"});
  std::vector<PlotPoint> growth;
  const std::vector<Motion> motions = flights(options.quick ? 20 : 300, 1);
  for (const int n : {10, 30, 100, 300, 1'000, 3'000, 10'000}) {
    if (options.quick && n > 1'000) break;
    report.progress("Algorithm 1, " + std::to_string(n));
    const Polytope a = test_polytope(TestShape::Ellipsoid, n, 1), b = test_polytope(TestShape::Ellipsoid, n, 2);
    const Hierarchy of_a = Hierarchy::build(a), of_b = Hierarchy::build(b);
    const auto rest = lab::straight_pieces({}, {0, 1}).value();
    std::vector<std::vector<lab::StraightPiece>> pieces;
    for (const Motion& motion : motions) pieces.push_back(lab::straight_pieces(motion, {0, 1}).value());
    double best = std::numeric_limits<double>::infinity();
    std::int64_t steps = 0, visited = 0, collide = 0, open = 0;
    for (int pass = 0; pass < (options.quick ? 1 : 3); ++pass) {
      steps = visited = collide = open = 0;
      const Timer timer;
      for (const auto& piece : pieces) {
        const lab::PrismWalk found = lab::will_collide({a, of_a, rest[0]}, {b, of_b, piece[0]});
        steps += found.steps, visited += found.visited;
        collide += found.verdict == PrismVerdict::Collide ? 1 : 0;
        open += found.verdict == PrismVerdict::Unresolved ? 1 : 0;
      }
      best = std::min(best, timer.seconds());
    }
    const auto count = static_cast<double>(motions.size());
    const double us = 1e6 * best / count;
    growth.push_back({static_cast<double>(n), us});
    table.row({std::to_string(n), format("%.1f", us), format("%.1f", static_cast<double>(steps) / count),
               format("%.0f", static_cast<double>(visited) / count), std::to_string(collide), std::to_string(open)});
    report.add({{"algorithm", "1"}, {"n", std::int64_t{n}}, {"us", us}, {"unresolved", open}});
  }
  report.add(std::move(table));
  report.note(format("Exponent of Algorithm 1: %.2f (to reach: at most 1.1).", fit_power(growth).exponent));
}

void measure_trees(const Options& options, Report& report) {
  Table table("First collision of two dented spheres, trees made before, beside first_contact");
  table.row({"triangles each", "µs a query", "exact tests", "first_contact, µs", "times as long", "different"});
  std::vector<PlotPoint> growth;
  const std::vector<Motion> motions = flights(options.quick ? 10 : 100, 2);
  for (const int rings : {5, 8, 16, 28, 50}) {
    if (options.quick && rings > 16) break;
    const Mesh mesh = dented_sphere(rings, 4);
    report.progress("trees, " + std::to_string(mesh.triangle_count()));
    const Shape shape = mesh;
    const lab::PrismTree tree = lab::PrismTree::make(shape).value();
    const Motion rest;
    double best = std::numeric_limits<double>::infinity(), best_ours = best;
    std::int64_t different = 0;
    lab::PrismTreeCounts counts;
    for (int pass = 0; pass < (options.quick ? 1 : 3); ++pass) {
      counts = {}, different = 0;
      std::vector<bool> is_clear;
      const Timer timer;
      for (const Motion& motion : motions) {
        const lab::PreparedBody bodies[] = {{tree, rest}, {tree, motion}};
        is_clear.push_back(lab::first_meeting(bodies, {0, 1}, &counts).value().is_clear());
      }
      best = std::min(best, timer.seconds());
      const Timer ours;
      for (std::size_t k = 0; k < motions.size(); ++k)
        different += first_contact(shape, rest, shape, motions[k], {0, 1}).value().is_clear() != is_clear[k] ? 1 : 0;
      best_ours = std::min(best_ours, ours.seconds());
    }
    const auto count = static_cast<double>(motions.size());
    const double us = 1e6 * best / count, us_ours = 1e6 * best_ours / count;
    growth.push_back({static_cast<double>(mesh.triangle_count()), us});
    table.row({std::to_string(mesh.triangle_count()), format("%.1f", us),
               format("%.1f", static_cast<double>(counts.exact) / count), format("%.1f", us_ours),
               format("%.1f", us / us_ours), std::to_string(different)});
    report.add({{"algorithm", "trees"},
                {"triangles", static_cast<std::int64_t>(mesh.triangle_count())},
                {"us", us},
                {"first_contact_us", us_ours},
                {"different", different}});
  }
  report.add(std::move(table));
  report.note(format("Exponent of the tree version: %.2f (to reach: at most 1.3).", fit_power(growth).exponent));
}

void measure_separation(const Options& options, Report& report) {
  Table table("Algorithm 2: separation of two polyhedra from all pairs of faces");
  table.row({"vertices each", "I(P)", "ms", "pairs", "with feet"});
  std::vector<PlotPoint> growth;
  for (const int n : {6, 12, 24, 48}) {
    if (options.quick && n > 12) break;
    report.progress("Algorithm 2, " + std::to_string(n));
    const auto a = lab::polyhedron_of(test_polytope(TestShape::Ellipsoid, n, 1), ExactPose(Pose()));
    const auto b = lab::polyhedron_of(test_polytope(TestShape::Ellipsoid, n, 2), ExactPose(translation({4, 1, 0.5})));
    lab::SeparationCounts counts;
    const Timer timer;
    keep(lab::separation(a.shape, b.shape, &counts));
    const double ms = 1e3 * timer.seconds();
    const auto product = static_cast<double>(a.shape.incidences()) * static_cast<double>(b.shape.incidences());
    growth.push_back({product, ms});
    table.row({std::to_string(n), std::to_string(a.shape.incidences()), format("%.2f", ms),
               std::to_string(counts.pairs), std::to_string(counts.with_feet)});
    report.add({{"algorithm", "2"}, {"incidences", product}, {"ms", ms}});
  }
  report.add(std::move(table));
  report.note(format("Exponent of Algorithm 2 over I(P)·I(Q): %.2f (the paper proves 1).", fit_power(growth).exponent));
}

}  // namespace

void run_spacetime(const Options& options, Report& report) {
  measure_convex(options, report);
  measure_trees(options, report);
  measure_separation(options, report);
}

}  // namespace clearance::bench
