// Question: of what are the bundled scenes' machines made?
// Method:   closed surfaces of triangles: prisms, rings, bodies turned on a lathe. Several in one body may overlap: it
//           is their union. Coordinates are rounded to 1e-5: sines differ in their last bits from machine to machine.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <numbers>
#include <vector>

namespace clearance::cli {

inline constexpr double kPi = std::numbers::pi;

// What is rounded to so many steps a unit is the same everywhere; never a negative zero.
double rounded_at(double value, double steps);
double coordinate(double value);

struct Point2 {
  double x, y;
};
using Outline = std::vector<Point2>;  // counter-clockwise

Point2 polar(double radius, double angle);
Outline circle(int sides, double radius, Point2 centre = {0, 0});
// From one angle to another, both included.
void add_arc(Outline& outline, int steps, double radius, double from, double to, Point2 centre = {0, 0});

struct Solid {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;

  std::uint32_t size() const { return static_cast<std::uint32_t>(points.size()); }
  // An outline that is seen as a whole from `centre`, from one height to another.
  void add_prism(const Outline& outline, Point2 centre, double low, double high);
  void add_disc(int sides, double radius, double low, double high, Point2 centre = {0, 0});
  void add_box(Vec3 low, Vec3 high);
  // Between two outlines of equally many points, one within the other; open: without the piece from the last to the
  // first.
  void add_ring(const Outline& inner, const Outline& outer, double low, double high, bool is_open = false);
  // About z; the profile's points are radius and height, from the axis to the axis upwards. Between them none is on it.
  void add_turned(const Outline& profile, int sides);

  // From here on: what was along z is then along y, or along x.
  void turn_to_y(std::uint32_t from);
  void turn_to_x(std::uint32_t from);
  void shift(std::uint32_t from, Vec3 by);

 private:
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);
  void add_points(const Outline& outline, double z);
};

}  // namespace clearance::cli
