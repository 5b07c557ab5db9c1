// Which vertex, edge or face is a point on? What does a segment pass?
#include <clearance/clearance.h>
#include <cstdio>

int main() {
  const auto file = clearance::read_mesh("hook.obj").value();
  const auto solid = clearance::make_brep(clearance::make_mesh(file.vertices, file.triangles).value()).value();
  const auto index = clearance::make_brep_index(solid);

  for (const clearance::Vec3 p : {clearance::Vec3{1, 1, 2}, {3, 1, 2}, {2, 1, 2}, {1, 1, 1.5}, {3, 0.5, 2}})
    std::printf("(%g, %g, %g): %s\n", p.x, p.y, p.z, name_of(solid, classify(index, {}, p)).c_str());

  // Along the concave face, past its corner 4, along its edge from 4 to 5.
  const auto parts = clearance::classify_segment(index, {}, {-1, 1, 2}, {5, 1, 2});
  std::printf("%s\n", text_of(solid, parts).c_str());
  return parts.size() == 7 ? 0 : 1;
}
