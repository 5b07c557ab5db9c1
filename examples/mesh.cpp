// Parts that are not convex: do they clash, how far apart are they, how deep in each other?
#include <clearance/clearance.h>
#include <cstdio>

int main() {
  const auto part = [](const char* path) {
    const auto file = clearance::read_mesh(path).value();
    return clearance::make_mesh(file.vertices, file.triangles).value();  // solid when it is one: closed, outward
  };
  const auto bracket = part("../testdata/parts/bracket.obj"), plate = part("../testdata/parts/plate.stl");

  for (const double lift : {0.25, 0.0, -0.5}) {
    const auto gap = clearance::signed_distance(plate, {}, bracket, clearance::translation({0, 0, lift}));
    std::printf("lifted by %5.2f: %s, %g to %g\n", lift, to_string(gap.status), gap.lower, gap.upper);
  }
  // What the parts are, and why one is no solid.
  const auto foil = part("../testdata/parts/foil.off");
  std::printf("foil: %s\n", why_not_solid(foil.facts()).c_str());
  const auto met = clearance::intersects(bracket, {}, foil, {});
  return met.status == clearance::Status::Intersecting ? 0 : 1;
}
