// CGAL's kernel with exact constructions: the judge of our booleans. World coordinates are exact rationals; boxes
// around them find candidates, CGAL's do_intersect decides. Slow, and with no tree or code of ours in it.
#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>
#include <bench/peers/cgal.h>

#include <optional>

namespace clearance::bench {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Number = Kernel::FT;
using Point = Kernel::Point_3;
using Transformation = CGAL::Aff_transformation_3<Kernel>;
using SurfaceMesh = CGAL::Surface_mesh<Point>;
using Side = CGAL::Side_of_triangle_mesh<SurfaceMesh, Kernel>;

// The pose as the rational map that it is (CONTRACT §1).
Transformation transformation(const Pose& pose) {
  const Vec3 t = pose.translation();
  if (pose.kind() == Pose::Kind::Matrix) {
    const auto& r = pose.rotation().row;
    return {r[0].x, r[0].y, r[0].z, t.x, r[1].x, r[1].y, r[1].z, t.y, r[2].x, r[2].y, r[2].z, t.z};
  }
  const Quat q = pose.quaternion();
  const Number w = q.w, x = q.x, y = q.y, z = q.z, n = w * w + x * x + y * y + z * z;
  return {w * w + x * x - y * y - z * z,
          2 * (x * y - w * z),
          2 * (x * z + w * y),
          n * t.x,
          2 * (x * y + w * z),
          w * w - x * x + y * y - z * z,
          2 * (y * z - w * x),
          n * t.y,
          2 * (x * z - w * y),
          2 * (y * z + w * x),
          w * w - x * x - y * y + z * z,
          n * t.z,
          n};
}

Point point(Vec3 v) { return {v.x, v.y, v.z}; }

std::vector<Point> moved(const TriangleSoup& soup, const Transformation& by) {
  std::vector<Point> out;
  out.reserve(soup.vertices.size());
  for (const Vec3 v : soup.vertices) out.push_back(by(point(v)));
  return out;
}

using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::size_t>;

std::vector<Box> boxes(const TriangleSoup& soup, const std::vector<Point>& points) {
  std::vector<CGAL::Bbox_3> of_point;
  of_point.reserve(points.size());
  for (const Point& p : points) of_point.push_back(p.bbox());
  std::vector<Box> out;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const auto [i, j, k] = soup.triangles[t];
    out.emplace_back(of_point[i] + of_point[j] + of_point[k], t);
  }
  return out;
}

// Triangles without area: the edges of each, a point perhaps, cover it.
bool meet_flat(const Point (&p)[3], const Point (&q)[3]) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Point &a = p[i], &b = p[(i + 1) % 3], &c = q[j], &d = q[(j + 1) % 3];
      const bool meet = a == b   ? (c == d ? a == c : Kernel::Segment_3(c, d).has_on(a))
                        : c == d ? Kernel::Segment_3(a, b).has_on(c)
                                 : CGAL::do_intersect(Kernel::Segment_3(a, b), Kernel::Segment_3(c, d));
      if (meet) return true;
    }
  }
  return false;
}

bool meet_with_triangle(const Kernel::Triangle_3& t, const Point (&q)[3]) {
  if (!CGAL::collinear(q[0], q[1], q[2])) return CGAL::do_intersect(t, Kernel::Triangle_3(q[0], q[1], q[2]));
  for (int k = 0; k < 3; ++k) {
    const Point &from = q[k], &to = q[(k + 1) % 3];
    if (from == to ? t.has_on(from) : CGAL::do_intersect(t, Kernel::Segment_3(from, to))) return true;
  }
  return false;
}

bool meet_triangles(const Point (&p)[3], const Point (&q)[3]) {
  const bool flat_p = CGAL::collinear(p[0], p[1], p[2]);
  if (!flat_p) return meet_with_triangle(Kernel::Triangle_3(p[0], p[1], p[2]), q);
  if (!CGAL::collinear(q[0], q[1], q[2])) return meet_with_triangle(Kernel::Triangle_3(q[0], q[1], q[2]), p);
  return meet_flat(p, q);
}

SurfaceMesh surface_mesh(const TriangleSoup& soup) {
  SurfaceMesh out;
  for (const Vec3 v : soup.vertices) out.add_vertex(point(v));
  for (const MeshTriangle& t : soup.triangles)
    out.add_face(SurfaceMesh::Vertex_index(t[0]), SurfaceMesh::Vertex_index(t[1]), SurfaceMesh::Vertex_index(t[2]));
  return out;
}

}  // namespace

struct CgalExact::Bodies {
  struct Body {
    Body(const TriangleSoup& from, bool solid) : soup(from) {
      if (!solid) return;
      mesh = surface_mesh(from);
      if (CGAL::is_closed(mesh) && CGAL::num_faces(mesh) == from.triangles.size()) side.emplace(mesh);
    }
    // Whether a vertex of the other, which has one component and does not meet this surface, lies inside.
    bool contains(const Transformation& at, const TriangleSoup& other, const Transformation& other_at) const {
      if (!side) return false;
      const Point p = at.inverse()(other_at(point(other.vertices[other.triangles[0][0]])));
      return (*side)(p) == CGAL::ON_BOUNDED_SIDE;
    }

    TriangleSoup soup;
    SurfaceMesh mesh;
    std::optional<Side> side;
  };

  Body a, b;
};

CgalExact::CgalExact(const TriangleSoup& a, const TriangleSoup& b, bool solid)
    : bodies_(new Bodies{{a, solid}, {b, solid}}) {}

CgalExact::~CgalExact() = default;

bool CgalExact::meet(const Pose& pose_a, const Pose& pose_b) const {
  const Transformation at_a = transformation(pose_a), at_b = transformation(pose_b);
  const TriangleSoup &soup_a = bodies_->a.soup, &soup_b = bodies_->b.soup;
  const std::vector<Point> points_a = moved(soup_a, at_a), points_b = moved(soup_b, at_b);
  std::vector<Box> boxes_a = boxes(soup_a, points_a), boxes_b = boxes(soup_b, points_b);
  struct Found {};
  try {
    CGAL::box_intersection_d(boxes_a.begin(), boxes_a.end(), boxes_b.begin(), boxes_b.end(),
                             [&](const Box& box_a, const Box& box_b) {
                               const MeshTriangle& s = soup_a.triangles[box_a.info()];
                               const MeshTriangle& t = soup_b.triangles[box_b.info()];
                               const Point p[3] = {points_a[s[0]], points_a[s[1]], points_a[s[2]]};
                               const Point q[3] = {points_b[t[0]], points_b[t[1]], points_b[t[2]]};
                               if (meet_triangles(p, q)) throw Found{};
                             });
  } catch (const Found&) {
    return true;
  }
  return bodies_->a.contains(at_a, soup_b, at_b) || bodies_->b.contains(at_b, soup_a, at_a);
}

}  // namespace clearance::bench
