// Question: two surfaces have passed each other by a hair: where is a point inside both solids?
// Method:   p, in doubles, where two triangles overlap or come nearest. Its heights above the planes of all triangles
//           near it, exactly; a second term per coordinate leads from p to where it is equally deep behind the
//           planes that matter: two that face each other, three around an edge, four around a corner. All small sets
//           are tried, since there are few planes.
// Proves:   that the point returned is inside both, by exact winding numbers.
// Cannot:   find points that two terms do not show, and not all at edges that point inward.
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/mesh/point.h>
#include <clearance/mesh/triangle_nearest.h>
#include <clearance/solid/contact_parts.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Planes within this of p, relative to the solids' size, are near it; faces whose normals agree so well are parallel.
constexpr double kNear = 0x1p-30, kParallel = 1e-9;

// What is left of a triangle after it was cut by the three sides of another: at most six corners.
struct Overlap {
  Vec3 corner[8];
  int count = 0;

  // Keeps what is at least -slack inside.
  void cut(Vec3 at, Vec3 inward, double slack) {
    Vec3 left[8];
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const Vec3 p = corner[i], q = corner[(i + 1) % count];
      const double of_p = dot(inward, p - at) + slack, of_q = dot(inward, q - at) + slack;
      if (of_p > 0 && kept < 8) left[kept++] = p;
      if ((of_p > 0) != (of_q > 0) && kept < 8) left[kept++] = p + (of_p / (of_p - of_q)) * (q - p);
    }
    for (int i = 0; i < kept; ++i) corner[i] = left[i];
    count = kept;
  }

  Vec3 middle() const {
    Vec3 sum;
    for (int i = 0; i < count; ++i) sum = sum + corner[i];
    return sum / static_cast<double>(count);
  }
};

struct Face {
  Body body;
  MeshTriangle vertices;
  Vec3 corner[3], outward;

  Face(const Mesh& mesh, const Pose& pose, Body of, std::uint32_t triangle)
      : body(of), vertices(mesh.triangle(triangle)) {
    for (std::size_t i = 0; i < 3; ++i) corner[i] = apply(pose, mesh.vertex(vertices[i]));
    outward = mesh.outer_side() * normal_of(corner[0], corner[1], corner[2]);
  }

  // How far the point is outside, from exact numbers: relative to itself right up to rounding.
  double height(PosedSolids& solids, Vec3 p) const {
    const Dyadic& S = solids.scale();
    const DyadicVec &k0 = solids.point(body, vertices[0]), &k1 = solids.point(body, vertices[1]),
                    &k2 = solids.point(body, vertices[2]);
    const double above = approximate_ratio(dot(cross(k1 - k0, k2 - k0), S * exact(p) - k0), S * S * S);
    return solids.mesh(body).outer_side() * above / norm(cross(corner[1] - corner[0], corner[2] - corner[0]));
  }
};

// The middle of where the triangles overlap, seen along the first one's normal.
std::optional<Vec3> middle_of_overlap(const Face& of_a, const Face& of_b, double slack) {
  Overlap overlap;
  for (const Vec3 v : of_b.corner) overlap.corner[overlap.count++] = v;
  const Vec3 n = cross(of_a.corner[1] - of_a.corner[0], of_a.corner[2] - of_a.corner[0]);
  for (int i = 0; i < 3; ++i)
    overlap.cut(of_a.corner[i], unit_of(cross(n, of_a.corner[(i + 1) % 3] - of_a.corner[i])), slack);
  return overlap.count >= 3 ? std::optional(overlap.middle()) : std::nullopt;
}

struct NearPlane {
  Vec3 outward;
  double height;  // of p
};

class Hair {
 public:
  Hair(PosedSolids& solids, Vec3 p) : solids_(solids), p_(p) {}

  void add(const Face& face) {
    for (const NearPlane& known : planes_)
      if (dot(known.outward, face.outward) > 1 - kParallel) return;
    if (norm_one(face.outward) > 0.5) planes_.push_back({face.outward, face.height(solids_, p_)});
  }

  // All triangles that come as near to p.
  void add_all_within(double distance) {
    for (const Body body : {Body::A, Body::B}) {
      const Mesh& mesh = solids_.mesh(body);
      const Vec3 at = to_local(solids_.pose(body), p_).value, margin{distance, distance, distance};
      mesh.tree().find_in_box(Box{at - margin, at + margin}, [&](std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t t = first; t < first + count && planes_.size() < kMost; ++t) {
          const Face face(mesh, solids_.pose(body), body, t);
          const Vec3 point[3] = {p_, p_, p_};
          if (nearest_points(face.corner, point).squared <= distance * distance) add(face);
        }
        return planes_.size() < kMost;
      });
    }
  }

  std::optional<ExactPoint> find() {
    best_ = {};
    most_ = 0;
    try_sets(0, 0);
    if (!(most_ > 0) || !is_finite(best_)) return std::nullopt;
    // Doubles alone where they lead there, then a second term.
    const Vec3 rounded = p_ + best_;
    if (const ExactPoint point = as_point(rounded, {}, 1); is_deep(rounded) && is_inside_both(point)) return point;
    if (const ExactPoint point = as_point(p_, best_, 2); is_inside_both(point)) return point;
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kMost = 8;

  // Sets of two to four planes, the numbers of the planes ascending.
  void try_sets(int size, std::size_t first) {
    if (size >= 2) try_set(size);
    if (size == 4) return;
    for (std::size_t k = first; k < planes_.size(); ++k) {
      set_[size] = k;
      try_sets(size + 1, k + 1);
    }
  }

  // n·d + r = −h for all planes of the set: the shortest (d, r), by the normal equations.
  void try_set(int size) {
    double m[4][5];
    for (int i = 0; i < size; ++i) {
      const NearPlane& p = planes_[set_[i]];
      for (int j = 0; j < size; ++j) m[i][j] = dot(p.outward, planes_[set_[j]].outward) + 1;
      m[i][size] = -p.height;
    }
    for (int k = 0; k < size; ++k) {
      int pivot = k;
      for (int i = k + 1; i < size; ++i)
        if (std::fabs(m[i][k]) > std::fabs(m[pivot][k])) pivot = i;
      if (!(std::fabs(m[pivot][k]) > 1e-6)) return;
      for (int j = 0; j <= size; ++j) std::swap(m[k][j], m[pivot][j]);
      for (int i = 0; i < size; ++i) {
        if (i == k) continue;
        const double factor = m[i][k] / m[k][k];
        for (int j = k; j <= size; ++j) m[i][j] -= factor * m[k][j];
      }
    }
    Vec3 d;
    for (int i = 0; i < size; ++i) d = d + (m[i][size] / m[i][i]) * planes_[set_[i]].outward;
    if (const double depth = depth_of(d); depth > most_) most_ = depth, best_ = d;
  }

  // How deep p + d is behind all planes.
  double depth_of(Vec3 d) const {
    double least = std::numeric_limits<double>::infinity();
    for (const NearPlane& plane : planes_) least = smaller(least, -(plane.height + dot(plane.outward, d)));
    return least;
  }
  // The same of a double near p, whose way from p is one.
  bool is_deep(Vec3 there) const { return depth_of(there - p_) > 0; }

  static ExactPoint as_point(Vec3 first, Vec3 second, int count) {
    ExactPoint point;
    point.count = count;
    point.x[0] = first.x, point.y[0] = first.y, point.z[0] = first.z;
    point.x[1] = second.x, point.y[1] = second.y, point.z[1] = second.z;
    return point;
  }

  bool is_inside_both(const ExactPoint& p) const {
    const auto sum = [&](const double(&terms)[ExactPoint::kTerms]) {
      return p.count == 1 ? Dyadic(terms[0]) : Dyadic(terms[0]) + Dyadic(terms[1]);
    };
    const DyadicVec x{sum(p.x), sum(p.y), sum(p.z)};
    return locate(solids_.mesh(Body::A), solids_.pose(Body::A), x, 1.0) == PointLocation::Inside &&
           locate(solids_.mesh(Body::B), solids_.pose(Body::B), x, 1.0) == PointLocation::Inside;
  }

  PosedSolids& solids_;
  const Vec3 p_;
  std::vector<NearPlane> planes_;
  std::size_t set_[4] = {};
  Vec3 best_;
  double most_ = 0;
};

bool face_each_other(const Face& of_a, const Face& of_b) { return dot(of_a.outward, of_b.outward) < -1 + kParallel; }

}  // namespace

std::optional<ExactPoint> interior_point_in_sliver(const Mesh& a, const Pose& pose_a, std::uint32_t triangle_a,
                                                   const Mesh& b, const Pose& pose_b, std::uint32_t triangle_b) {
  const Face of_a(a, pose_a, Body::A, triangle_a), of_b(b, pose_b, Body::B, triangle_b);
  if (!face_each_other(of_a, of_b)) return std::nullopt;
  const std::optional<Vec3> p = middle_of_overlap(of_a, of_b, 0);
  if (!p || !is_coordinate(*p)) return std::nullopt;
  PosedSolids solids(a, pose_a, b, pose_b);
  Hair hair(solids, *p);
  hair.add(of_a);
  hair.add(of_b);
  return hair.find();
}

std::optional<ExactPoint> interior_point_by_a_hair(const Mesh& a, const Pose& pose_a, std::uint32_t triangle_a,
                                                   const Mesh& b, const Pose& pose_b, std::uint32_t triangle_b) {
  const Face of_a(a, pose_a, Body::A, triangle_a), of_b(b, pose_b, Body::B, triangle_b);
  const double distance = kNear * std::max(a.size(), b.size());
  std::optional<Vec3> p;
  if (face_each_other(of_a, of_b)) p = middle_of_overlap(of_a, of_b, distance);
  if (!p) p = nearest_points(of_a.corner, of_b.corner).p;
  if (!is_coordinate(*p)) return std::nullopt;
  PosedSolids solids(a, pose_a, b, pose_b);
  Hair hair(solids, *p);
  hair.add_all_within(4 * distance);
  return hair.find();
}

}  // namespace clearance::detail
