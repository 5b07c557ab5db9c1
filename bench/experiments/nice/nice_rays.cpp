// Question: what do rays cost that run along axes, through corners and along edges, and points that lie on faces, edges
//           and corners?
// Method:   bodies that are not turned, with coordinates in tenths; a random row of each kind to compare with. Hits and
//           locations are proved. A peer is wrong by a rounding where a ray moved by 1e-12 would be another case; to
//           graze a body is one. No peer locates points in a mesh.
#include <bench/experiments/nice/nice.h>
#include <bench/peers/bullet.h>
#include <bench/peers/clearance.h>
#include <bench/peers/ode.h>
#include <bench/race/timer.h>
#include <bench/workloads/random_motion.h>
#include <bench/workloads/small_solids.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/mesh/point.h>

namespace clearance::bench {
namespace {

constexpr double kFar = 3;  // from where rays start: outside every body

double tenth(Random& random) { return (static_cast<double>(random.below(31)) - 15) / 10; }

const MeshTriangle& any_triangle(const RayTarget& target, Random& random) {
  return target.soup.triangles[random.below(target.soup.triangles.size())];
}
Vec3 any_vertex(const RayTarget& target, Random& random) {
  return target.soup.vertices[random.below(target.soup.vertices.size())];
}
Vec3 any_middle(const RayTarget& target, Random& random) {
  const MeshTriangle& t = any_triangle(target, random);
  return 0.5 * (target.soup.vertices[t[0]] + target.soup.vertices[t[1]]);
}

// The whole length of a line through a point: whole numbers away from it on either side.
Ray through(Vec3 point, Random& random) {
  const auto whole = [&] { return static_cast<double>(random.below(7)) - 3; };
  const double x = whole(), y = whole(), z = whole();
  const Vec3 away = x == 0 && y == 0 && z == 0 ? Vec3{kFar, 0, 0} : Vec3{x, y, z};
  return {point - away, point + away};
}

Ray along_axis(Vec3 point, Random& random) {
  const std::uint64_t axis = random.below(3);
  const double sign = random.below(2) == 0 ? 1 : -1;
  Vec3 from = point, to = point;
  (axis == 0 ? from.x : axis == 1 ? from.y : from.z) = -sign * kFar;
  (axis == 0 ? to.x : axis == 1 ? to.y : to.z) = sign * kFar;
  return {from, to};
}

struct RayRow {
  const char* name;
  Ray (*make)(const RayTarget& target, Random& random);
};
constexpr RayRow kRayRows[] = {
    {"random",
     [](const RayTarget&, Random& random) {
       const Vec3 from = kFar * random_direction(random);
       return Ray{from, random_point(random, 2) - from};
     }},
    {"along an axis, at tenths",
     [](const RayTarget&, Random& random) {
       const double x = tenth(random), y = tenth(random), z = tenth(random);
       return along_axis({x, y, z}, random);
     }},
    {"along an axis, through a corner",
     [](const RayTarget& target, Random& random) { return along_axis(any_vertex(target, random), random); }},
    {"through a corner",
     [](const RayTarget& target, Random& random) { return through(any_vertex(target, random), random); }},
    {"through the middle of an edge",
     [](const RayTarget& target, Random& random) { return through(any_middle(target, random), random); }},
};

// Random points are mostly beyond the box, which tells at once.
Vec3 within_box(const RayTarget& target, Random& random) {
  Vec3 low = target.soup.vertices[0], high = low;
  for (const Vec3 v : target.soup.vertices) {
    low = {smaller(low.x, v.x), smaller(low.y, v.y), smaller(low.z, v.z)};
    high = {larger(high.x, v.x), larger(high.y, v.y), larger(high.z, v.z)};
  }
  const double x = random.uniform(low.x, high.x), y = random.uniform(low.y, high.y), z = random.uniform(low.z, high.z);
  return {x, y, z};
}

struct PointRow {
  const char* name;
  Vec3 (*make)(const RayTarget& target, Random& random);
};
constexpr PointRow kPointRows[] = {
    {"random", [](const RayTarget&, Random& random) { return random_point(random, 1.5); }},
    {"random, within its box", within_box},
    {"at tenths",
     [](const RayTarget&, Random& random) {
       const double x = tenth(random), y = tenth(random), z = tenth(random);
       return Vec3{x, y, z};
     }},
    {"on a face",
     [](const RayTarget& target, Random& random) {
       const MeshTriangle& t = any_triangle(target, random);
       return 0.5 * target.soup.vertices[t[0]] + 0.25 * (target.soup.vertices[t[1]] + target.soup.vertices[t[2]]);
     }},
    {"on the middle of an edge", any_middle},
    {"on a corner", any_vertex},
};

struct Row {
  const char* what;
  std::string body, name;
  std::string found;  // what the answers were
  double mean, percentile;
};

void add_row(const Row& row, double random, double longest, std::vector<std::string> peers, Table& table,
             Report& report) {
  const Record names = {{"what", row.what}, {"body", row.body}, {"row", row.name}};
  report.add(joined({names, Record{{"found", row.found}, {"ns", row.mean}, {"ns_p999", row.percentile}}}));
  Bars bars(names);
  if (random > 0) bars.at_most("by random", row.mean / random, NiceBars::kTimesRandom, report);
  bars.at_most("p99.9", row.percentile, longest, report);
  std::vector<std::string> cells = {row.body + ", " + row.name, row.found, format("%.0f", row.mean),
                                    random > 0 ? format("%.2f", row.mean / random) : "",
                                    format("%.0f", row.percentile)};
  cells.insert(cells.end(), peers.begin(), peers.end());
  cells.push_back(bars.text());
  table.row(std::move(cells));
}

std::vector<Answer> answers_of(const RayMethod& method, const RayTarget& target, std::span<const Ray> rays) {
  std::vector<Answer> out(rays.size());
  method.make({target, rays})->run(out);
  return out;
}

std::vector<Ray> moved(std::vector<Ray> rays, Vec3 by) {
  for (Ray& ray : rays) ray = {ray.from + by, ray.to + by};
  return rays;
}

// Whether each ray hits, proved, and whether that hangs on a rounding.
std::vector<Truth> ray_truth(const RayTarget& target, const std::vector<Ray>& rays) {
  const RayMethod ours = our_ray_methods()[0];
  std::vector<Truth> out;
  for (const Answer& answer : answers_of(ours, target, rays))
    out.push_back({answer.kind == Answer::Kind::Colliding, 0, 0, false, false});
  for (const double step : {-kRounding, kRounding}) {
    for (const Vec3 by : {Vec3{step, 0, 0}, Vec3{0, step, 0}, Vec3{0, 0, step}}) {
      const std::vector<Answer> answers = answers_of(ours, target, moved(rays, by));
      for (std::size_t i = 0; i < rays.size(); ++i)
        out[i].close |= (answers[i].kind == Answer::Kind::Colliding) != out[i].colliding;
    }
  }
  return out;
}

std::string cell(const RaceResult& cost) {
  return format("%.0f", cost.ns()) + (cost.wrong() == 0
                                          ? std::string()
                                          : format(" (%lld, %lld)", static_cast<long long>(cost.clearly_wrong()),
                                                   static_cast<long long>(cost.by_rounding)));
}

double tail_of(const RayTarget& target, std::span<const Ray> rays, int passes) {
  const RayMethod ours = our_ray_methods()[0];
  std::vector<std::unique_ptr<Runner>> one_each;
  for (std::size_t i = 0; i < rays.size(); ++i) one_each.push_back(ours.make({target, rays.subspan(i, 1)}));
  Answer answer;
  return percentile_999(latencies(rays.size(), passes, 4, [&](std::size_t i) { one_each[i]->run({&answer, 1}); }));
}

void cast_rays(const RayTarget& target, const Options& options, Table& table, Report& report) {
  const int passes = options.quick ? 1 : 9;
  double random_mean = 0;
  for (const RayRow& row : kRayRows) {
    report.progress(format("nice: rays, %s, %s", target.name.c_str(), row.name));
    Random random(600);
    std::vector<Ray> rays;
    for (int k = 0; k < (options.quick ? 50 : 2000); ++k) rays.push_back(row.make(target, random));
    const std::vector<Truth> truth = ray_truth(target, rays);
    const auto hits = std::count_if(truth.begin(), truth.end(), [](const Truth& t) { return t.colliding; });
    double ours = 0;
    std::vector<std::string> peers;
    // One after the other, not in turns.
    for (const RayMethod& method : joined({our_ray_methods(), bullet_ray_methods(), ode_ray_methods()})) {
      const RaceResult cost = race(std::vector{method}, RayCourse{target, rays}, PairJudge{truth},
                                   {.repetitions = passes, .longest_pass = kEverything})[0];
      if (cost.is_ours())
        ours = cost.ns();
      else
        peers.push_back(cell(cost));
      report.add(Record{{"what", "ray"},
                        {"body", target.name},
                        {"row", row.name},
                        {"library", cost.package},
                        {"method", cost.name},
                        {"ns", cost.ns()},
                        {"false_hits", cost.false_hits},
                        {"misses", cost.misses},
                        {"by_rounding", cost.by_rounding}});
    }
    const auto missed = static_cast<std::ptrdiff_t>(rays.size()) - hits;
    add_row({"ray", target.name, row.name, std::to_string(hits) + "/" + std::to_string(missed), ours,
             tail_of(target, rays, passes)},
            random_mean, target.is_box() ? NiceBars::kConvexPercentile : NiceBars::kMeshPercentile, peers, table,
            report);
    if (&row == std::begin(kRayRows)) random_mean = ours;
  }
}

void locate_points(const RayTarget& target, const Options& options, Table& table, Report& report) {
  const Mesh mesh = make_mesh(target.soup.vertices, target.soup.triangles, {.kind = MeshKind::Solid}).value();
  double random_mean = 0;
  for (const PointRow& row : kPointRows) {
    report.progress(format("nice: points, %s, %s", target.name.c_str(), row.name));
    Random random(700);
    std::vector<Vec3> points;
    for (int k = 0; k < (options.quick ? 50 : 2000); ++k) points.push_back(row.make(target, random));
    std::size_t outside = 0, on = 0, inside = 0;
    for (const Vec3 point : points) {
      const PointLocation location = locate(mesh, {}, point);
      ++(location == PointLocation::Outside ? outside : location == PointLocation::On ? on : inside);
    }
    const std::vector<double> times =
        latencies(points.size(), options.quick ? 1 : 9, 4, [&](std::size_t i) { keep(locate(mesh, {}, points[i])); });
    const double mean = mean_of(times);
    add_row({"point", target.name, row.name, format("%zu/%zu/%zu", outside, on, inside), mean, percentile_999(times)},
            random_mean, NiceBars::kMeshPercentile, {}, table, report);
    if (&row == std::begin(kPointRows)) random_mean = mean;
  }
}

TriangleSoup skin_of(const Polytope& polytope) {
  TriangleSoup out;
  for (int v = 0; v < polytope.vertex_count(); ++v) out.vertices.push_back(polytope.vertex(v));
  out.triangles = boundary_triangles(polytope);
  return out;
}

}  // namespace

void run_nice_rays(const Options& options, Report& report) {
  const TriangleSoup skin = skin_of(box({1, 1, 1}));
  const RayTarget sharp{"unit box", skin, {1, 1, 1}};
  const RayTarget meshes[] = {{"unit box as a mesh", skin, {}},
                              {to_string(SmallSolid::L), small_solid(SmallSolid::L), {}},
                              {to_string(SmallSolid::Gear), small_solid(SmallSolid::Gear), {}}};
  Table rays("Rays  [ns per ray (clearly wrong, by a rounding)]");
  rays.row({"", "hit/missed", "Clearance", "by random", "p99.9", "Bullet", "ODE", "to reach"});
  cast_rays(sharp, options, rays, report);
  for (const RayTarget& target : meshes) cast_rays(target, options, rays, report);
  report.add(std::move(rays));

  Table points("Points  [ns per point]");
  points.row({"", "out/on/in", "Clearance", "by random", "p99.9", "to reach"});
  for (const RayTarget& target : meshes) locate_points(target, options, points, report);
  report.add(std::move(points));
}

}  // namespace clearance::bench
