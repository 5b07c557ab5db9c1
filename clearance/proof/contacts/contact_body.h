// The faces, edges and vertices of one body, from its points and triangles alone; internal to proof/.
#pragma once

#include <clearance/exact/posed_plane.h>
#include <clearance/proof/contacts/check_contacts.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace clearance::detail {

// A part of a body: what may be named there.
class ContactPart {
 public:
  ContactPart(const PosedBody::Part& part, bool is_convex);

  bool is_convex() const { return is_convex_; }
  const PosedBody::Part& part() const { return part_; }
  // Why there is no such feature; empty where there is.
  std::string why_none(const ContactFeatureClaim& feature);
  // The triangles of a face by its lowest one; why_none() has accepted it.
  std::vector<std::uint32_t> face(std::uint32_t lowest);

 private:
  struct Side {
    std::uint32_t low, high, triangle, corner;
    bool is_rising;
  };

  void look();
  Vec3 point(std::uint32_t triangle, std::uint32_t corner) const {
    return part_.points[part_.triangles[triangle][corner % 3]];
  }
  bool has_area(std::uint32_t triangle) const;
  bool are_in_one_plane(const Side& x, const Side& y) const;
  std::uint32_t root(std::uint32_t triangle);
  std::string why_no_edge(std::uint32_t i, std::uint32_t j) const;
  bool is_edge_of_hull(std::uint32_t i, std::uint32_t j) const;
  bool is_edge_of_mesh(std::uint32_t i, std::uint32_t j) const;
  std::string why_no_polygon(const std::vector<std::uint32_t>& loop) const;

  PosedBody::Part part_;
  bool is_convex_;
  bool is_looked_at_ = false;
  std::vector<std::uint32_t> welded_;  // the first point of the same coordinates
  std::vector<bool> is_used_;          // by a triangle; by the first of equal points
  std::vector<Side> sides_;            // by their ends
  std::vector<std::uint32_t> face_;    // of a triangle: another one of the face, itself of the lowest
};

struct ContactBody::Data {
  std::vector<ContactPart> parts;
  ExactPose pose{Pose{}};
  Pose rough;
  std::optional<ExactPlane> plane;  // of a half-space
};

}  // namespace clearance::detail
