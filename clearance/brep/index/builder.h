// Question: how does a solid become an index?
// Method:   regions are divided until each is all of one kind (Vaněček 1990, §2.1). What a leaf is, is decided by a
//           point of it: on a piece that lies along it, in a triangle of its plane, or inside or outside by the
//           winding number.
// Notation: x₀ a point of the dividing plane, d a direction within the region's flat; x₀ + td, for t small, is in the
//           leaf.
#pragma once

#include <clearance/brep/index/data.h>
#include <clearance/brep/index/region.h>

#include <optional>

namespace clearance::detail {

class IndexBuilder {
 public:
  IndexBuilder(const BRep& brep, const BRepIndexOptions& options);
  BRepIndexData build();

  // For the choice of planes (choice.h).
  IndexPoints& points() { return points_; }
  PlaneId plane_of_face(std::uint32_t face);
  // Through a segment of a region in plane `flat`: of an edge, perpendicular to it; of a face, that face's.
  PlaneId plane_of_segment(const SegmentPiece& segment, PlaneId flat);
  // Through two sites, perpendicular to `flat`; they differ.
  PlaneId plane_through(std::uint32_t a, std::uint32_t b, PlaneId flat);
  // Through a vertex, or a point of an edge, in plane `flat`: of the faces around it, the one that is turned most
  // against that plane.
  PlaneId plane_of_point(const PointPiece& point, PlaneId flat);

 private:
  // A region by a plane.
  struct Division {
    Region above, on, below;
    std::vector<std::uint32_t> coplanar;  // faces, of the pieces in the plane
    ExactPlace gap;                       // where nothing is on the plane: a point of the region on it
  };

  Region whole();
  void add_soft_pieces(Region& region);
  void divide_space(const Region& region);
  void divide_plane(const Region& region);
  void divide_line(const Region& region);

  Division divided_space(const Region& region, PlaneId plane);
  Division divided_plane(const Region& region, PlaneId plane);
  void cut_face(const FacePiece& piece, PlaneId plane, Division& parts);
  void cut_segment(const SegmentPiece& segment, PlaneId plane, Division& parts);
  void cut_point(const PointPiece& point, PlaneId plane, Division& parts);
  void share_cover(const std::vector<std::uint32_t>& cover, PlaneId plane, Division& parts);
  PointId cut(const PieceLine& line, PlaneId plane);
  bool is_in(std::uint32_t face, PlaneId plane);
  // Whether the face's plane holds the line in which two planes meet, of which it holds a point.
  bool holds_line(std::uint32_t face, PlaneId p, PlaneId q);
  bool is_parallel(PlaneId p, PlaneId q) const;

  std::int32_t add_node(PlaneId plane, const Region& region);
  void set_child(std::int32_t node, int side, std::int32_t child);
  void set_leaf(std::int32_t node, int side, Entity entity);
  void later(Region region, std::int32_t node, int side);

  // What leaves are (leaves.cpp).
  ExactPlace middle(PointId a, PointId b);
  ExactPlace inner_point(const FacePiece& piece);
  ExactPlace crossing(const ExactPlace& a, const ExactPlace& b, PlaneId plane) const;
  // In plane `flat`, to the side of another plane.
  DyadicVec direction_in(PlaneId flat, PlaneId plane, int side) const;
  // A point of the node's region from x₀ on its plane along d, within the flat that the region lies in.
  ExactPlace beside(const ExactPlace& x0, const DyadicVec& d, std::int32_t node) const;
  double first_step(const ExactPlace& x0, Vec3 d, std::int32_t node) const;
  bool is_in_region(const ExactPlace& x, std::int32_t node) const;
  Entity in_or_out(const ExactPlace& x) const;
  // The face of one of these triangles of plane `flat`, inside or outside.
  Entity covered_or_not(const std::vector<std::uint32_t>& cover, const ExactPlace& x, PlaneId flat) const;
  std::optional<Entity> on_one_of(const std::vector<SegmentPiece>& along, const ExactPlace& x,
                                  const DyadicVec& direction);

  BRep brep_;
  BRepIndexOptions options_;
  IndexPoints points_;
  std::vector<std::uint32_t> vertex_site_, triangle_face_;
  std::vector<PlaneId> face_plane_;
  std::vector<std::array<std::uint32_t, 3>> triangle_sites_;
  std::vector<BRepIndexNode> nodes_;
  std::vector<std::pair<std::int32_t, int>> parents_;  // of every node
  std::vector<Region> waiting_;
  std::vector<int> sides_;  // of the corners of the piece that is cut
  std::size_t pieces_made_ = 0;
};

}  // namespace clearance::detail
