#include <clearance/bvh/triangle_box.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Squares of smaller lengths, and their products with coordinates, may underflow.
constexpr double kLeastLength = 0x1p-400;

Vec3 nearest_on_segment(Vec3 p, Vec3 q, Vec3 to) {
  const Vec3 edge = q - p;
  const double along = dot(to - p, edge), squared = squared_norm(edge);
  return along > 0 && squared > 0 ? p + smaller(along / squared, 1) * edge : p;
}

// Somewhere on the triangle, about nearest.
Vec3 nearest_on_triangle(const Vec3 (&t)[3], Vec3 normal, Vec3 to) {
  const Vec3 m0 = t[0] - to, m1 = t[1] - to, m2 = t[2] - to;
  const double w0 = dot(normal, cross(m1, m2)), w1 = dot(normal, cross(m2, m0)), w2 = dot(normal, cross(m0, m1)),
               sum = w0 + w1 + w2;
  if (w0 >= 0 && w1 >= 0 && w2 >= 0 && sum > 0) return to + (w0 / sum) * m0 + (w1 / sum) * m1 + (w2 / sum) * m2;
  Vec3 best = nearest_on_segment(t[0], t[1], to);
  double least = squared_norm(best - to);
  for (const Vec3 next : {nearest_on_segment(t[1], t[2], to), nearest_on_segment(t[2], t[0], to)})
    if (const double squared = squared_norm(next - to); squared < least) least = squared, best = next;
  return best;
}

Vec3 nearest_in_box(const TriangleTree::OrientedBox& box, Vec3 to) {
  Vec3 p = box.center;
  for (int k = 0; k < 3; ++k)
    p = p + larger(-box.half[k], smaller(dot(to - box.center, box.axes.row[k]), box.half[k])) * box.axes.row[k];
  return p;
}

}  // namespace

double gap_of_triangle_and_box(const Vec3 (&t)[3], const TriangleTree::OrientedBox& box, TriangleBoxWant want) {
  double most = -kInfiniteEnd;
  // The box may be on either side.
  const auto try_along = [&](Vec3 direction) {
    const double length = norm(direction);
    if (!(length > kLeastLength)) return;
    const double d0 = dot(direction, t[0] - box.center), d1 = dot(direction, t[1] - box.center),
                 d2 = dot(direction, t[2] - box.center);
    const double low = smaller(d0, smaller(d1, d2)), high = larger(d0, larger(d1, d2));
    double reach = 0;
    for (int k = 0; k < 3; ++k) reach += box.half[k] * std::fabs(dot(direction, box.axes.row[k]));
    most = larger(most, (larger(low, -high) - reach) / length);
  };
  const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
  try_along(normal);
  const Vec3 in_box = nearest_in_box(box, nearest_on_triangle(t, normal, box.center));
  try_along(nearest_on_triangle(t, normal, in_box) - in_box);
  if (want == TriangleBoxWant::Distance || most > 0) return most;
  for (const Vec3& axis : box.axes.row) {
    try_along(axis);
    for (int k = 0; k < 3; ++k) try_along(cross(axis, t[(k + 1) % 3] - t[k]));
  }
  return most;
}

}  // namespace clearance::detail
