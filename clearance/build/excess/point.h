// Question: how far is a point from a mesh, from the solid if it bounds one?
// Method:   the nearest of its triangles, by their tree; the exact winding number tells whether the point is inside.
// Proves:   that a point is no nearer than what was seen, which only grows. Rounding is in `slack`: what is said of a
//           point holds for all points that near to it.
#pragma once

#include <clearance/build/excess/cell.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <cstdint>
#include <limits>

namespace clearance::detail {

// A cell is cut no more often.
inline constexpr int kMostCuts = 160;

// Corners of cells are off by a few units of the last place of the coordinates, and one more for each cut.
inline double excess_slack(const Mesh& mesh, const Polytope& body) {
  return (64 + kMostCuts) * 0x1p-53 * (mesh.reach() + body.reach());
}
// Fourth powers of coordinates do not over- or underflow.
inline bool is_of_usual_size(const Mesh& mesh, const Polytope& body) {
  const double reach = mesh.reach() + body.reach();
  return reach > 0x1p-200 && reach < 0x1p200;
}

// How far a point is from the mesh's triangles, about; and surely no nearer than `surely`.
struct NearTriangle {
  double away = std::numeric_limits<double>::infinity(), surely = std::numeric_limits<double>::infinity();
  std::uint32_t triangle = 0;
  bool is_inside = false;  // the solid, as far as that was asked for
};

class ExcessPoints {
 public:
  ExcessPoints(const Mesh& mesh, double slack) : mesh_(mesh), slack_(slack) {}

  const Mesh& mesh() const { return mesh_; }
  double slack() const { return slack_; }
  double seen() const { return seen_; }        // some point that was looked at is no nearer
  Vec3 place() const { return place_; }        // that one
  bool overlaps() const { return overlaps_; }  // some point was wound around more than once

  TriangleCorners corners_of(std::uint32_t t) const {
    const MeshTriangle& v = mesh_.triangle(t);
    return {mesh_.vertex(v[0]), mesh_.vertex(v[1]), mesh_.vertex(v[2])};
  }

  // No point of the triangle is nearer to p, `on` being about the nearest.
  double surely_away(Vec3 p, Vec3 on, const TriangleCorners& t) const;
  // No nearer than `enough` is not asked for.
  NearTriangle nearest_to(Vec3 p, double enough) const;
  // How often the surface winds around a point that is on none of its triangles.
  int winding_at(Vec3 p);
  // Is a point of the body farther than what was seen? `enough` is no less than that.
  NearTriangle look_at(Vec3 p, double enough);

 private:
  const Mesh& mesh_;
  double slack_;
  double seen_ = 0;
  Vec3 place_;
  bool overlaps_ = false;
};

}  // namespace clearance::detail
