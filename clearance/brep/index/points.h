// Question: where are the points at which an index cuts edges and faces, and on which side of a plane are they?
// Method:   sites are vertices of the triangles; other points are where the line through two sites meets a plane, or
//           where three planes meet. They are remembered by what defines them, so that no number grows with the depth
//           of the tree; doubles with bounds come first.
// Proves:   every side.
#pragma once

#include <clearance/brep/index/plane.h>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace clearance::detail {

using PlaneId = std::uint32_t;
using PointId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffffu;

class IndexPoints {
 public:
  explicit IndexPoints(std::span<const Vec3> sites) : site_count_(sites.size()) {
    for (const Vec3& site : sites) points_.push_back({site, 0, {}, {}});
  }

  PlaneId add(IndexPlane plane) {
    planes_.push_back(std::move(plane));
    return static_cast<PlaneId>(planes_.size() - 1);
  }
  const IndexPlane& plane(PlaneId p) const { return planes_[p]; }
  std::size_t plane_count() const { return planes_.size(); }
  std::vector<IndexPlane> take_planes() { return std::move(planes_); }

  // The line through sites a and b crosses the plane.
  PointId on_line(std::uint32_t a, std::uint32_t b, PlaneId p);
  // The three meet in one point.
  PointId of_planes(PlaneId p, PlaneId q, PlaneId r);

  std::size_t site_count() const { return site_count_; }
  bool is_site(PointId x) const { return x < site_count_; }
  Vec3 rough(PointId x) const { return points_[x].rough; }
  double error(PointId x) const { return points_[x].error; }
  ExactPlace exactly(PointId x);
  int side(PointId x, PlaneId p);

 private:
  struct Point {
    Vec3 rough;
    double error = 0;
    std::array<std::uint32_t, 3> made_of{};  // of_planes: planes; on_line: two sites and a plane
    std::shared_ptr<const ExactPlace> exact;
    bool is_on_line = false;
  };
  ExactPlace computed(const Point& point) const;
  PointId add(Point point);

  std::size_t site_count_;
  std::vector<Point> points_;
  std::vector<IndexPlane> planes_;
};

}  // namespace clearance::detail
