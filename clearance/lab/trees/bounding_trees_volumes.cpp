#include <clearance/lab/trees/bounding_trees_volumes.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::volumes {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Mat3 absolute(const Mat3& m) {
  Mat3 out;
  for (int k = 0; k < 3; ++k) out.row[k] = {std::fabs(m.row[k].x), std::fabs(m.row[k].y), std::fabs(m.row[k].z)};
  return out;
}

struct Range {
  double low = kInfinity, high = -kInfinity;

  void add(double x) { low = std::min(low, x), high = std::max(high, x); }
  double middle() const { return low + (high - low) / 2; }
  double half() const { return (high - low) / 2; }
};

Range range_along(std::span<const Vec3> points, Vec3 direction) {
  Range out;
  for (const Vec3 p : points) out.add(dot(p, direction));
  return out;
}

Vec3 sum_of(const Mat3& axes, Vec3 s) { return s.x * axes.row[0] + s.y * axes.row[1] + s.z * axes.row[2]; }

// The directions d of a DOP, without their opposites.
constexpr Vec3 kDirections[9] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1},  {1, 1, 0}, {1, 0, 1},
                                 {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

int direction_with(int x, int y, int z) {
  for (int k = 0; k < 9; ++k) {
    const Vec3 d = kDirections[k];
    if (d.x == x && d.y == y && d.z == z) return k;
    if (d.x == -x && d.y == -y && d.z == -z) return k + 9;
  }
  return 0;
}

// v as a sum of directions with weights that are not negative. In the octant of v, with a, b, c its absolute entries:
// beyond b + c the cone of x, xy and xz has it, likewise y, z; else that of xy, xz and yz.
Motion::Cone cone_of(Vec3 v) {
  const int s[3] = {v.x < 0 ? -1 : 1, v.y < 0 ? -1 : 1, v.z < 0 ? -1 : 1};
  const double size[3] = {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)};
  const auto direction = [&](bool x, bool y, bool z) {
    return direction_with(x ? s[0] : 0, y ? s[1] : 0, z ? s[2] : 0);
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double rest = size[i] - size[j] - size[k];
    if (rest < 0) continue;
    const auto with = [&](int other) {
      return direction(i == 0 || other == 0, i == 1 || other == 1, i == 2 || other == 2);
    };
    return {{with(i), with(j), with(k)}, {rest, size[j], size[k]}};
  }
  return {{direction(true, true, false), direction(true, false, true), direction(false, true, true)},
          {std::max(0.0, (size[0] + size[1] - size[2]) / 2), std::max(0.0, (size[0] + size[2] - size[1]) / 2),
           std::max(0.0, (size[1] + size[2] - size[0]) / 2)}};
}

// The eigenvectors of a symmetric matrix by Jacobi's rotations, the largest value first. Any axes would be right.
Mat3 principal_axes(double (&m)[3][3]) {
  double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int sweep = 0; sweep < 8; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (m[p][q] == 0) continue;
        const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
        const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; ++k) {
          const double kp = m[k][p], kq = m[k][q];
          m[k][p] = c * kp - s * kq, m[k][q] = s * kp + c * kq;
        }
        for (int k = 0; k < 3; ++k) {
          const double pk = m[p][k], qk = m[q][k];
          m[p][k] = c * pk - s * qk, m[q][k] = s * pk + c * qk;
          const double vp = v[p][k], vq = v[q][k];
          v[p][k] = c * vp - s * vq, v[q][k] = s * vp + c * vq;
        }
      }
    }
  }
  int order[3] = {0, 1, 2};
  std::sort(order, order + 3, [&](int i, int j) { return m[i][i] > m[j][j]; });
  const auto row = [&](int k) { return Vec3{v[order[k]][0], v[order[k]][1], v[order[k]][2]}; };
  // Made square to each other again: rotations pile up rounding.
  const Vec3 x = row(0) / norm(row(0));
  Vec3 y = row(1) - dot(row(1), x) * x;
  y = y / norm(y);
  return {{x, y, cross(x, y)}};
}

double clamped(double x) { return x >= 0 ? (x <= 1 ? x : 1) : 0; }

struct Parallelogram {
  Vec3 corner, side[2];

  Vec3 normal() const { return cross(side[0], side[1]); }
  Vec3 at(double s, double t) const { return corner + s * side[0] + t * side[1]; }
  // Coordinates of the foot of a point in the plane; false where there is no plane.
  bool foot(Vec3 p, double& s, double& t) const {
    const Vec3 n = normal();
    const double squared = squared_norm(n);
    if (!(squared > 0)) return false;
    const Vec3 from = p - corner;
    s = dot(cross(from, side[1]), n) / squared;
    t = dot(cross(side[0], from), n) / squared;
    return true;
  }
};

bool inside(double s, double t) { return s >= 0 && s <= 1 && t >= 0 && t <= 1; }

// The four edges, each a point and a vector.
struct Edge {
  Vec3 from, along;
};
void edges_of(const Parallelogram& p, Edge (&out)[4]) {
  out[0] = {p.corner, p.side[0]};
  out[1] = {p.corner, p.side[1]};
  out[2] = {p.corner + p.side[1], p.side[0]};
  out[3] = {p.corner + p.side[0], p.side[1]};
}

// 0 where an edge runs through p, else the least distance of a corner whose foot is in p.
double corners_to(const Parallelogram& p, const Edge (&edges)[4]) {
  const Vec3 n = p.normal();
  const double length = norm(n);
  if (!(length > 0)) return kInfinity;
  double best = kInfinity;
  for (const Edge& edge : edges) {
    const Vec3 to = edge.from + edge.along;
    const double h[2] = {dot(edge.from - p.corner, n), dot(to - p.corner, n)};
    double s, t;
    if ((h[0] < 0) != (h[1] < 0)) {
      if (p.foot(edge.from + (h[0] / (h[0] - h[1])) * edge.along, s, t) && inside(s, t)) return 0;
    }
    // Every corner begins or ends some edge.
    if (p.foot(edge.from, s, t) && inside(s, t)) best = std::min(best, std::fabs(h[0]) / length);
    if (p.foot(to, s, t) && inside(s, t)) best = std::min(best, std::fabs(h[1]) / length);
  }
  return best;
}

double distance_of(const Parallelogram& p, const Parallelogram& q) {
  Edge of_p[4], of_q[4];
  edges_of(p, of_p);
  edges_of(q, of_q);
  double best = std::min(corners_to(p, of_q), corners_to(q, of_p));
  for (const Edge& e : of_p) {
    for (const Edge& f : of_q) {
      const Nearest nearest = nearest_of_segments(e.from, e.along, f.from, f.along);
      best = std::min(best, norm(nearest.b - nearest.a));
    }
  }
  return best;
}

}  // namespace

// RAPID's moments: each triangle counts by its area, ∫ppᵀ = A/12·(9mmᵀ + Σ ppᵀ) with m its middle; where there is no
// area at all, every triangle counts the same.
Axes axes_of(std::span<const Vec3> points) {
  Vec3 low = points[0], high = points[0];
  for (const Vec3 p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3 center = low / 2 + high / 2;
  const double size = norm_max(high / 2 - low / 2);
  if (!(size > 0)) return {{}, center};
  const auto local = [&](Vec3 p) { return (p - center) / size; };
  double area = 0;
  for (std::size_t k = 0; k < points.size(); k += 3)
    area += norm(cross(local(points[k + 1]) - local(points[k]), local(points[k + 2]) - local(points[k])));
  double moments[3][3] = {}, total = 0;
  Vec3 sum;
  for (std::size_t k = 0; k < points.size(); k += 3) {
    const Vec3 p[3] = {local(points[k]), local(points[k + 1]), local(points[k + 2])};
    const Vec3 middle = (p[0] + p[1] + p[2]) / 3;
    const double weight = area > 0 ? norm(cross(p[1] - p[0], p[2] - p[0])) : 1;
    total += weight;
    sum = sum + weight * middle;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        moments[i][j] +=
            weight / 12 * (9 * middle[i] * middle[j] + p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j]);
  }
  const Vec3 mean = sum / total;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) moments[i][j] = moments[i][j] / total - mean[i] * mean[j];
  return {principal_axes(moments), center + size * mean};
}

Nearest nearest_of_segments(Vec3 p, Vec3 along_p, Vec3 q, Vec3 along_q) {
  const Vec3 r = p - q;
  const double a = squared_norm(along_p), e = squared_norm(along_q), f = dot(along_q, r);
  double s = 0, t = 0;
  if (a > 0) {
    const double b = dot(along_p, along_q), c = dot(along_p, r), d = a * e - b * b;
    if (e > 0) {
      s = d > 0 ? clamped((b * f - c * e) / d) : 0;
      t = (b * s + f) / e;
      // Off the second segment: its end, and the point of the first that is nearest to that.
      if (!(t >= 0 && t <= 1)) {
        t = clamped(t);
        s = clamped((t * b - c) / a);
      }
    } else {
      s = clamped(-c / a);
    }
  } else if (e > 0) {
    t = clamped(f / e);
  }
  return {p + s * along_p, q + t * along_q};
}

AlignedBox::AlignedBox(std::span<const Vec3> points, const Axes&) {
  const Range x = range_along(points, {1, 0, 0}), y = range_along(points, {0, 1, 0}),
              z = range_along(points, {0, 0, 1});
  center = {x.middle(), y.middle(), z.middle()};
  half = {x.half(), y.half(), z.half()};
}

double AlignedBox::gap(const AlignedBox& other, const Motion& motion, double) const {
  const Vec3 between = motion.linear * other.center + motion.shift - center;
  const Vec3 reach = absolute(motion.linear) * other.half + half;
  const Vec3 apart = {std::max(0.0, std::fabs(between.x) - reach.x), std::max(0.0, std::fabs(between.y) - reach.y),
                      std::max(0.0, std::fabs(between.z) - reach.z)};
  return norm(apart);
}

OrientedBox::OrientedBox(std::span<const Vec3> points, const Axes& from) : axes(from.rows) {
  const Range along[3] = {range_along(points, axes.row[0]), range_along(points, axes.row[1]),
                          range_along(points, axes.row[2])};
  center = sum_of(axes, {along[0].middle(), along[1].middle(), along[2].middle()});
  half = {along[0].half(), along[1].half(), along[2].half()};
}

// RAPID's fifteen axes; the largest gap along any is a lower bound of the distance.
double OrientedBox::gap(const OrientedBox& other, const Motion& motion, double enough) const {
  const Vec3 between = motion.linear * other.center + motion.shift - center;
  const double t[3] = {dot(axes.row[0], between), dot(axes.row[1], between), dot(axes.row[2], between)};
  // c[i][k]: the i-th axis of this box along the k-th of the other, moved.
  double c[3][3], size[3][3], best = -kInfinity;
  Vec3 moved[3];
  for (int k = 0; k < 3; ++k) moved[k] = motion.linear * other.axes.row[k];
  enough *= motion.stretch;  // none of the axes below is longer than that
  // Moved axes are square to each other up to the crookedness δ, and their cross products are the moved cross products
  // up to a factor |det M| ≤ (1 + 3δ)^1.5 and (MᵀM)⁻¹ − 1, together below 10δ.
  const double slack = 10 * motion.crookedness * (other.half.x + other.half.y + other.half.z);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      c[i][k] = dot(axes.row[i], moved[k]);
      size[i][k] = std::fabs(c[i][k]);
    }
    best = std::max(best, std::fabs(t[i]) - half[i] -
                              (size[i][0] * other.half.x + size[i][1] * other.half.y + size[i][2] * other.half.z));
    if (best > enough) return best / motion.stretch;
  }
  for (int k = 0; k < 3; ++k) {
    const Vec3 m = moved[k];
    best = std::max(best, std::fabs(dot(m, between)) - squared_norm(m) * other.half[k] - slack -
                              (size[0][k] * half.x + size[1][k] * half.y + size[2][k] * half.z));
    if (best > enough) return best / motion.stretch;
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int k = 0; k < 3; ++k) {
      const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      best = std::max(best, std::fabs(t[i2] * c[i1][k] - t[i1] * c[i2][k]) -
                                (half[i1] * size[i2][k] + half[i2] * size[i1][k]) -
                                (other.half[k1] * size[i][k2] + other.half[k2] * size[i][k1]) - slack);
      if (best > enough) return best / motion.stretch;
    }
  }
  if (best <= 0) return best / motion.stretch;
  // Boxes apart: along the line of their middles the gap is often larger. PQP has other volumes for that reason.
  const double length = norm(between);
  const Vec3 line = between / length;
  double reach = 0;
  for (int k = 0; k < 3; ++k)
    reach += half[k] * std::fabs(dot(axes.row[k], line)) + other.half[k] * std::fabs(dot(moved[k], line));
  return std::max(best / motion.stretch, length - reach);
}

// The rectangle spans the two longer axes; what rises by z above it has √(r² − z²) left to reach beyond its rim, the
// half of whose square may be spent along either axis.
SweptRectangle::SweptRectangle(std::span<const Vec3> points, const Axes& axes) {
  const Range height = range_along(points, axes.rows.row[2]);
  radius = height.half();
  Range low[2], high[2];
  for (const Vec3 p : points) {
    const double z = dot(p, axes.rows.row[2]) - height.middle();
    const double slack = std::sqrt(std::max(0.0, radius * radius - z * z) / 2);
    for (int k = 0; k < 2; ++k) {
      const double along = dot(p, axes.rows.row[k]);
      low[k].add(along + slack);
      high[k].add(along - slack);
    }
  }
  double from[2], length[2];
  for (int k = 0; k < 2; ++k) {
    const bool is_wide = low[k].low <= high[k].high;
    from[k] = is_wide ? low[k].low : low[k].low + (high[k].high - low[k].low) / 2;
    length[k] = is_wide ? high[k].high - low[k].low : 0;
    side[k] = length[k] * axes.rows.row[k];
  }
  corner = sum_of(axes.rows, {from[0], from[1], height.middle()});
}

double SweptRectangle::gap(const SweptRectangle& other, const Motion& motion, double) const {
  const Parallelogram here = {corner, {side[0], side[1]}};
  const Parallelogram there = {motion.linear * other.corner + motion.shift,
                               {motion.linear * other.side[0], motion.linear * other.side[1]}};
  return distance_of(here, there) - radius - motion.stretch * other.radius;
}

Dop18::Dop18(std::span<const Vec3> points, const Axes&) {
  for (int k = 0; k < 9; ++k) {
    const Range along = range_along(points, kDirections[k]);
    reach[k] = along.high;
    reach[k + 9] = -along.low;
  }
}

void prepare_cones(Motion& motion) {
  for (int k = 0; k < 9; ++k) {
    const Vec3 seen = transpose_times(motion.linear, kDirections[k]);
    motion.cones[k] = cone_of(seen);
    motion.cones[k + 9] = cone_of(-seen);
  }
}

double Dop18::gap(const Dop18& other, const Motion& motion, double enough) const {
  double best = -kInfinity;
  const auto reach_of_other = [&](int k) {
    const Motion::Cone& cone = motion.cones[k];
    return cone.weight[0] * other.reach[cone.direction[0]] + cone.weight[1] * other.reach[cone.direction[1]] +
           cone.weight[2] * other.reach[cone.direction[2]];
  };
  for (int k = 0; k < 9; ++k) {
    const double shift = dot(kDirections[k], motion.shift);
    const double low = shift - reach_of_other(k + 9), high = shift + reach_of_other(k);
    const double apart = std::max(low - reach[k], -reach[k + 9] - high);
    best = std::max(best, k < 3 ? apart : apart * (apart > 0 ? 0.7071067811865475 : 1));
    if (best > enough) return best;
  }
  return best;
}

}  // namespace clearance::volumes
