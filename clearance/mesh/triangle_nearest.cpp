#include <clearance/mesh/triangle_nearest.h>

#include <limits>

namespace clearance::detail {
namespace {

double clamp_unit(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

// Parameters of the nearest points p + s·u and q + t·v of two segments; w = q − p.
void nearest_on_segments(Vec3 u, Vec3 v, Vec3 w, double uu, double vv, double& s, double& t) {
  const double uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
  const double denominator = uu * vv - uv * uv;
  s = denominator > 0 ? clamp_unit((uw * vv - vw * uv) / denominator) : 0;
  t = vv > 0 ? (s * uv - vw) / vv : 0;
  if (t >= 0 && t <= 1) return;
  t = clamp_unit(t);
  s = uu > 0 ? clamp_unit((t * uv + uw) / uu) : 0;
}

// A corner of one triangle over the inside of the other.
struct FacePoint {
  bool inside = false;
  Vec3 point;
};

FacePoint over_face(Vec3 corner, const Vec3 (&f)[3], Vec3 n, double nn) {
  FacePoint found;
  const Vec3 c0 = cross(f[2] - f[1], corner - f[1]), c1 = cross(f[0] - f[2], corner - f[2]),
             c2 = cross(f[1] - f[0], corner - f[0]);
  const double w0 = dot(n, c0), w1 = dot(n, c1), w2 = dot(n, c2), sum = w0 + w1 + w2;
  if (!(w0 >= 0 && w1 >= 0 && w2 >= 0 && sum > 0 && nn > 0)) return found;
  found.inside = true;
  found.point = (w0 / sum) * f[0] + (w1 / sum) * f[1] + (w2 / sum) * f[2];
  return found;
}

}  // namespace

TriangleNearest nearest_points(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
  TriangleNearest best;
  best.squared = std::numeric_limits<double>::infinity();
  const Vec3 ea[3] = {a[1] - a[0], a[2] - a[1], a[0] - a[2]}, eb[3] = {b[1] - b[0], b[2] - b[1], b[0] - b[2]};
  double la[3], lb[3];
  for (int k = 0; k < 3; ++k) la[k] = squared_norm(ea[k]), lb[k] = squared_norm(eb[k]);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      double s, t;
      nearest_on_segments(ea[i], eb[k], b[k] - a[i], la[i], lb[k], s, t);
      const Vec3 p = a[i] + s * ea[i], q = b[k] + t * eb[k], d = q - p;
      const double squared = squared_norm(d);
      if (!(squared < best.squared)) continue;
      const int i2 = (i + 2) % 3, k2 = (k + 2) % 3;
      best = {squared, p, q};
      // Everything of a behind p and everything of b beyond q: no points are nearer.
      if (dot(a[i2] - p, d) <= 0 && dot(b[k2] - q, d) >= 0 && squared > 0) return best;
    }
  const Vec3 na = cross(ea[0], ea[1]), nb = cross(eb[0], eb[1]);
  const double nna = squared_norm(na), nnb = squared_norm(nb);
  for (int k = 0; k < 3; ++k) {
    if (const FacePoint on = over_face(b[k], a, na, nna); on.inside)
      if (const double squared = squared_norm(b[k] - on.point); squared < best.squared)
        best = {squared, on.point, b[k]};
    if (const FacePoint on = over_face(a[k], b, nb, nnb); on.inside)
      if (const double squared = squared_norm(a[k] - on.point); squared < best.squared)
        best = {squared, a[k], on.point};
  }
  return best;
}

}  // namespace clearance::detail
