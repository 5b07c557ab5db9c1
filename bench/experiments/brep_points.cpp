// Question: what does it cost to tell where a point is, and is it right?
// Method:   points of five kinds about solids of 1562 to 60,000 vertices, edges and faces; the index beside `locate`
//           (the library's tree of triangles, exact parity) and the peers that answer this. Nanoseconds per point, the
//           fastest of several passes. Wrong: another location than `locate`'s; for the index also another vertex,
//           edge or face than the point was made on. Agreement: all answers of the index about 10⁶ points against
//           `locate`.
#include <bench/experiments/brep.h>
#include <bench/peers/cgal.h>
#include <bench/peers/embree.h>
#include <bench/race/point_teller.h>
#include <bench/race/timer.h>
#include <clearance/brep/classify.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
namespace {

struct NamedSolid {
  std::string name;
  TriangleSoup soup;
};

std::vector<NamedSolid> solids(bool quick) {
  std::vector<NamedSolid> out = {{"sphere, 20 × 20", round_solid(RoundSolid::Sphere, 20)},
                                 {"torus, 20 × 20", round_solid(RoundSolid::Torus, 20)}};
  if (quick) return out;
  out.push_back({"torus, 100 × 100", round_solid(RoundSolid::Torus, 100)});
  out.push_back({"knot, 2000 triangles", w2_body(W2Body::Knot, 2000)});
  out.push_back({"knot, 20,000 triangles", w2_body(W2Body::Knot, 20'000)});
  return out;
}

PointLocation location_of(Entity entity) {
  return entity.is_on_boundary()              ? PointLocation::On
         : entity.kind == EntityKind::Inside  ? PointLocation::Inside
         : entity.kind == EntityKind::Outside ? PointLocation::Outside
                                              : PointLocation::NotAsked;
}

std::vector<Vec3> places(const KnownPoints& points) {
  std::vector<Vec3> out;
  for (const KnownPoint& point : points) out.push_back(point.at);
  return out;
}

std::vector<PointLocation> located(const Mesh& mesh, std::span<const Vec3> points) {
  std::vector<PointLocation> out;
  for (const Vec3 p : points) out.push_back(locate(mesh, {}, p));
  return out;
}

// Nanoseconds per point, the fastest of several passes.
template <class Ask>
double time_points(std::size_t count, int passes, Ask&& ask) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < passes; ++k) {
    const Timer timer;
    ask();
    best = std::min(best, timer.seconds());
  }
  return 1e9 * best / static_cast<double>(std::max<std::size_t>(count, 1));
}

std::size_t wrong_entities(const BRepIndex& index, const KnownPoints& points, std::span<const PointLocation> truth) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Entity told = classify(index, {}, points[i].at);
    const bool right =
        location_of(told) == truth[i] && (points[i].on.kind == EntityKind::NotAsked || told == points[i].on);
    wrong += right ? 0 : 1;
  }
  return wrong;
}

std::size_t wrong_locations(std::span<const PointLocation> told, std::span<const PointLocation> truth) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) wrong += told[i] == truth[i] ? 0 : 1;
  return wrong;
}

struct Contestants {
  std::vector<std::pair<std::string, BRepIndex>> indices;
  std::vector<std::pair<PointLibrary, std::unique_ptr<PointTeller>>> peers;
};

Contestants contestants(const NamedSolid& solid, const BRep& brep) {
  Contestants out;
  for (const IndexSplitting splitting : {IndexSplitting::Balanced, IndexSplitting::Hybrid})
    out.indices.emplace_back(std::string("index, ") + to_string(splitting),
                             make_brep_index(brep, {.splitting = splitting}));
  for (auto& libraries : {cgal_point_libraries(), embree_point_libraries()})
    for (const PointLibrary& library : libraries) out.peers.emplace_back(library, library.make(solid.soup));
  return out;
}

void measure(const NamedSolid& solid, const Options& options, Report& report) {
  const BRep brep = make_brep(solid_mesh(solid.soup)).value();
  const Mesh& mesh = brep.mesh();
  const Contestants field = contestants(solid, brep);
  const std::size_t count = options.quick ? 500 : 20'000;
  const int passes = options.quick ? 1 : 5;
  Table table(
      format("Where is a point? %s, %zu entities  [ns per point; wrong]", solid.name.c_str(), brep.entity_count()));
  std::vector<std::string> head = {"points", "locate"};
  for (const auto& [name, index] : field.indices) head.push_back(name);
  for (const auto& peer : field.peers) head.push_back(peer.first.name);
  head.emplace_back("plan");
  table.row(std::move(head));
  for (const PointsOf which : kPointsOf) {
    report.progress(format("brep: points of %s, %s", solid.name.c_str(), to_string(which)));
    const KnownPoints points = points_of(brep, which, count, 7);
    const std::vector<Vec3> at = places(points);
    const std::vector<PointLocation> truth = located(mesh, at);
    const bool boundary = points[0].on.kind != EntityKind::NotAsked;
    const double by_tree = time_points(count, passes, [&] {
      for (const Vec3 p : at) keep(locate(mesh, {}, p));
    });
    std::vector<std::string> cells = {to_string(which), format("%.0f", by_tree)};
    Record record = {{"part", "points"}, {"solid", solid.name}, {"points", to_string(which)}, {"locate_ns", by_tree}};
    double ours = 0;
    for (const auto& [name, index] : field.indices) {
      const double ns = time_points(count, passes, [&, &tree = index] {
        for (const Vec3 p : at) keep(classify(tree, {}, p));
      });
      if (ours == 0) ours = ns;  // the first is the default
      const std::size_t wrong = wrong_entities(index, points, truth);
      cells.push_back(format("%.0f; %zu", ns, wrong));
      record.emplace_back(name + "_ns", ns);
      record.emplace_back(name + "_wrong", static_cast<std::int64_t>(wrong));
    }
    for (const auto& [library, teller] : field.peers) {
      std::vector<PointLocation> told(at.size());
      const double ns = time_points(count, passes, [&, &peer = *teller] { peer.tell(at, told); });
      const bool answers = library.knows_boundary || !boundary;
      const std::size_t wrong = wrong_locations(told, truth);
      cells.push_back(answers ? format("%.0f; %zu", ns, wrong) : "cannot say");
      record.emplace_back(library.name + "_ns", ns);
      record.emplace_back(library.name + "_wrong", static_cast<std::int64_t>(wrong));
    }
    cells.push_back(format("%.2f of locate, at most %.0f: %s", ours / by_tree, BRepBars::kTimesLocate,
                           met(ours <= BRepBars::kTimesLocate * by_tree)));
    table.row(std::move(cells));
    report.add(std::move(record));
  }
  report.add(std::move(table));
}

}  // namespace

void brep_points(const Options& options, Report& report) {
  for (const NamedSolid& solid : solids(options.quick)) measure(solid, options, report);
}

void brep_agreement(const Options& options, Report& report) {
  Table table("Do the index and exact parity agree?");
  table.row({"", "points", "on the boundary", "inside", "different"});
  std::size_t all = 0, different = 0;
  const std::vector<NamedSolid> field = solids(options.quick);
  const std::size_t each = options.quick ? 200 : 1'000'000 / (field.size() * std::size(kPointsOf)) + 1;
  for (const NamedSolid& solid : field) {
    report.progress("brep: agreement, " + solid.name);
    const BRep brep = make_brep(solid_mesh(solid.soup)).value();
    const BRepIndex index = make_brep_index(brep);
    std::size_t count = 0, on = 0, inside = 0, wrong = 0;
    for (const PointsOf which : kPointsOf) {
      const KnownPoints points = points_of(brep, which, each, 11);
      const std::vector<PointLocation> truth = located(brep.mesh(), places(points));
      count += points.size();
      for (const PointLocation one : truth) {
        on += one == PointLocation::On ? 1 : 0;
        inside += one == PointLocation::Inside ? 1 : 0;
      }
      wrong += wrong_entities(index, points, truth);
    }
    table.row({solid.name, format("%zu", count), format("%zu", on), format("%zu", inside), format("%zu", wrong)});
    all += count, different += wrong;
  }
  table.rule();
  table.row({"all", format("%zu", all), "", "", format("%zu: %s", different, met(different == 0))});
  report.add(std::move(table));
  report.add(Record{{"part", "agreement"},
                    {"points", static_cast<std::int64_t>(all)},
                    {"different", static_cast<std::int64_t>(different)}});
}

}  // namespace clearance::bench
