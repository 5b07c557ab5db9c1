// Question: which mesh takes longest to be made, for its size?
// Method:   time by triangle, of meshes of kFewest triangles and more as if they had no fewer.
#include <bench/experiments/worst.h>
#include <bench/race/one_call.h>
#include <clearance/build/mesh.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/mesh/self_intersection.h>

#include <algorithm>

namespace clearance::bench {
namespace {

constexpr std::size_t kFewest = 100;
// As the program's word `info` does.
constexpr std::size_t kMostIntersections = 1000;

}  // namespace

void run_worst_builds(std::span<const WorstBody> bodies, const Options&, WorstTable& table) {
  WorstRow &made = table.row("make_mesh, a triangle"), &crossed = table.row("self_intersections, a triangle");
  for (const WorstBody& body : bodies) {
    const Mesh mesh = body.mesh;
    const double by = static_cast<double>(std::max(kFewest, mesh.triangle_count()));
    const std::vector<MeshTriangle> triangles = mesh.triangles_as_given();
    const std::string name = body.name + format(", %zu triangles", mesh.triangle_count());
    const DumpScene dump = [=](const std::string& path) { return dump_pair(path, mesh, {}, mesh, {}); };
    made.add(seconds_of_call([&] { keep(make_mesh(mesh.vertices(), triangles)); }) / by, name, dump);
    crossed.add(seconds_of_call([&] { keep(self_intersections(mesh, kMostIntersections)); }) / by, name, dump);
  }
}

}  // namespace clearance::bench
