// Question: how large and how high is the B-rep index, how fast is it built, and how fast and how rightly does it tell
//           what a point is on, and when solids began to penetrate?
// Method:   brep_table.cpp, brep_growth.cpp, brep_points.cpp, brep_collision.cpp, each with the figures of the plan
//           and of the paper.
#include <bench/experiments/brep.h>
#include <clearance/build/mesh.h>

namespace clearance::bench {

Mesh solid_mesh(const TriangleSoup& soup) {
  return make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Solid}).value();
}

void run_brep(const Options& options, Report& report) {
  brep_table(options, report);
  brep_growth(options, report);
  brep_points(options, report);
  brep_agreement(options, report);
  brep_collision(options, report);
}

}  // namespace clearance::bench
