// Question: do our booleans about meshes equal those of CGAL's kernel with exact constructions, and FCL's distances lie
//           in our brackets?
// Method:   W2 at 2000 triangles in all poses, larger sizes in some; pairs of files of the shared collection, where
//           there is one, as surfaces, near contact. Every answer of ours is compared.
#include <bench/experiments.h>
#include <bench/peers/cgal.h>
#include <bench/peers/clearance.h>
#include <bench/peers/fcl.h>
#include <bench/race/mesh_race.h>
#include <bench/workloads/shared_meshes.h>
#include <clearance/build/mesh.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/solid/mesh_query.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

struct Agreement {
  std::int64_t asked = 0, colliding = 0, different = 0;

  void add(bool ours, bool exact) {
    ++asked;
    colliding += exact ? 1 : 0;
    different += ours != exact ? 1 : 0;
  }
};

void add_row(const std::string& what, int triangles, const Agreement& agreement, Table& table, Report& report) {
  table.row({what, triangles > 0 ? format("%d", triangles) : "",
             format("%lld", static_cast<long long>(agreement.asked)),
             format("%lld", static_cast<long long>(agreement.colliding)),
             format("%lld", static_cast<long long>(agreement.different))});
  report.add(Record{{"bodies", what},
                    {"triangles", std::int64_t{triangles}},
                    {"poses", agreement.asked},
                    {"colliding", agreement.colliding},
                    {"different", agreement.different}});
}

Mesh mesh_from(const TriangleSoup& soup, MeshKind kind = MeshKind::Automatic) {
  return make_mesh(soup.vertices, soup.triangles, {.kind = kind}).value();
}

Agreement compare(const TriangleSoup& a, const TriangleSoup& b, const MeshPoses& poses, std::size_t count) {
  const Mesh mesh_a = mesh_from(a), mesh_b = mesh_from(b);
  const CgalExact exact(a, b, true);
  Agreement out;
  for (std::size_t i = 0; i < std::min(count, poses.size()); ++i)
    out.add(bool{intersects(mesh_a, poses.a[i], mesh_b, poses.b[i])}, exact.meet(poses.a[i], poses.b[i]));
  return out;
}

void compare_w2(const Options& options, Table& table, Report& report) {
  struct Size {
    int triangles;
    std::size_t poses;
  };
  constexpr Size kFull[] = {{2000, 1000}, {20'000, 30}, {200'000, 4}}, kQuick[] = {{2000, 10}};
  for (const W2Pair& pair : kW2Pairs) {
    const MeshPoses poses = w2_poses(pair, options.quick ? 10 : 1000);
    for (const Size& size : options.quick ? std::span<const Size>(kQuick) : std::span<const Size>(kFull)) {
      report.progress(format("mesh-exact: %s, %d triangles", pair.name, size.triangles));
      add_row(pair.name, size.triangles,
              compare(w2_body(pair.a, size.triangles), w2_body(pair.b, size.triangles), poses, size.poses), table,
              report);
    }
  }
}

void compare_distances(const Options& options, Report& report) {
  Table table("FCL's distances and our brackets");
  table.row({"", "triangles", "poses", "outside by more than 2e-6", "farthest outside"});
  for (const W2Pair& pair : kW2Pairs) {
    const MeshPoses poses = w2_poses(pair, options.quick ? 10 : 1000);
    for (const int triangles : kW2Sizes) {
      if (options.quick && triangles > 2000) break;
      report.progress(format("mesh-exact: distances, %s, %d triangles", pair.name, triangles));
      const std::vector<MeshLibrary> libraries = {our_mesh_libraries()[0], fcl_mesh_libraries()[0]};
      const auto racers = build_racers(libraries, w2_body(pair.a, triangles), w2_body(pair.b, triangles), 1);
      const MeshPair& ours = *racers[0].pair;
      const MeshPoses apart = separated_of(poses, mesh_truth(ours, poses, Query::Boolean));
      const std::vector<Truth> truth = mesh_truth(ours, apart, Query::Distance);
      const RaceResult cost = race_meshes(racers, {Query::Distance, false, &apart, truth}, {1, 10})[1];
      table.row({pair.name, format("%d", triangles), format("%lld", static_cast<long long>(cost.frames)),
                 format("%lld", static_cast<long long>(cost.wrong())), format("%.2g", cost.worst_error)});
      report.add(Record{{"bodies", pair.name},
                        {"triangles", std::int64_t{triangles}},
                        {"distances", cost.frames},
                        {"outside", cost.wrong()},
                        {"worst", cost.worst_error}});
    }
  }
  report.add(std::move(table));
}

// Files that are small enough for CGAL, moved to the origin and scaled by a power of two to about the size of W2's.
std::vector<TriangleSoup> shared_bodies(std::size_t most) {
  std::vector<TriangleSoup> out;
  for (const SharedFile& file : shared_mesh_files()) {
    if (out.size() >= most) break;
    if (file.bytes >= 400'000) continue;
    Result<MeshData> read = read_mesh(file.path);
    if (!read || read->triangles.size() > 4000) continue;
    MeshData data = std::move(read).value();
    TriangleSoup soup{std::move(data.vertices), std::move(data.triangles)};
    const Mesh mesh = mesh_from(soup, MeshKind::Surface);
    if (!(mesh.size() > 1e-100 && mesh.size() < 1e100)) continue;
    const double scale = std::ldexp(1, -std::ilogb(mesh.size()));
    const Vec3 middle = mesh.box_low() / 2 + mesh.box_high() / 2;
    for (Vec3& v : soup.vertices) v = scale * (v - middle);
    out.push_back(std::move(soup));
  }
  return out;
}

// Every body against the next, and at the poses of spheres near contact, and nearer.
void compare_shared(const Options& options, Table& table, Report& report) {
  const std::vector<TriangleSoup> bodies = shared_bodies(options.quick ? 4 : 1000);
  if (bodies.size() < 2)
    return report.note("No meshes in " + shared_data_folder() +
                       " (CLEARANCE_SHARED): pairs of files are not compared.");
  const MeshPoses poses = w2_poses(kW2Pairs[1], options.quick ? 10 : 400);
  Agreement all;
  for (std::size_t k = 0; k + 1 < bodies.size(); ++k) {
    report.progress(format("mesh-exact: files, %zu of %zu", k + 1, bodies.size() - 1));
    const TriangleSoup &a = bodies[k], &b = bodies[k + 1];
    const Mesh mesh_a = mesh_from(a, MeshKind::Surface), mesh_b = mesh_from(b, MeshKind::Surface);
    const CgalExact exact(a, b, false);
    for (std::size_t i = 0; i < 6; ++i) {
      const std::size_t at = (6 * k + i) % poses.size();
      const Pose& pose_a = poses.a[at];
      const Vec3 between = poses.b[at].translation() - pose_a.translation();
      const Pose pose_b =
          rotation(poses.b[at].quaternion(), pose_a.translation() + (0.1 + 0.15 * static_cast<double>(i)) * between);
      all.add(bool{intersects(mesh_a, pose_a, mesh_b, pose_b)}, exact.meet(pose_a, pose_b));
    }
  }
  add_row(format("%zu files, as surfaces", bodies.size()), 0, all, table, report);
}

}  // namespace

void run_mesh_exact(const Options& options, Report& report) {
  Table table("Our booleans and those of CGAL's exact kernel");
  table.row({"", "triangles", "poses", "colliding", "different"});
  compare_w2(options, table, report);
  compare_shared(options, table, report);
  report.add(std::move(table));
  compare_distances(options, report);
}

}  // namespace clearance::bench
