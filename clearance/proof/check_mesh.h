// Question: is a claim about two bodies true when one of them is made of triangles, or of several parts?
// Method:   exact arithmetic over all points and triangles given (CONTRACT §1, §4): a cover's planes are tried on all
//           points of their sets, a contact's triangles on each other, a point's place by its winding number over all
//           triangles. Sees no tree, no adjacency, no cache; that a solid is one is found out here, too.
// Proves:   what it accepts.
// Cannot:   decide a claim without a certificate: `missing` says when nothing but proof is lacking (touching solids
//           have none; a cover is written on demand; so is nothing that would prove the lower end of a mesh's depth).
// Cost:     linear in the points and triangles, times the depth of a cover.
#pragma once

#include <clearance/exact/posed.h>
#include <clearance/proof/check.h>
#include <clearance/shape/mesh.h>

#include <span>
#include <string>
#include <vector>

namespace clearance::detail {

// A convex body, a mesh or several of them, under one pose. Certificates number points and triangles by position.
struct PosedBody {
  struct Part {
    std::span<const Vec3> points;
    double radius = 0;
    // Triangles over the points: a mesh's own; of a hull some closed surface on its points (its boundary), which is
    // trusted for nothing but where it winds around a point that point is inside.
    std::span<const MeshTriangle> triangles = {};
    // Of several parts: what this one is.
    enum class Kind : std::uint8_t { Convex, Surface, Solid } kind = Kind::Convex;
  };
  enum class Kind : std::uint8_t { Convex, Surface, Solid, Parts };

  Kind kind = Kind::Convex;
  std::vector<Part> parts;  // one, unless the kind is Parts
  Pose pose;
  // Of a convex body: its triangles are the caller's own and bound it exactly, so that claims may speak of them, too.
  bool is_mesh_as_well = false;
  // Of several parts: some are meshes. Then the elements of a cover are numbered through the parts in their order, a
  // convex part being one and a mesh as many as it has triangles; `triangles` numbers those of the named part.
  bool has_meshes = false;
};

// What is no body: bad coordinates or indices, no points or triangles, a solid that is none. `name` begins the reason.
CheckResult check_body(const PosedBody& body, const std::string& name);

CheckResult check_claim(const Claim& claim, const PosedBody& a, const PosedBody& b);
// For those with many claims about one body: check_body has accepted both.
CheckResult check_claim_of_checked_bodies(const Claim& claim, const PosedBody& a, const PosedBody& b);

// Of bodies that check_body has accepted, at exact places, whatever their own poses say. The vertices that a cover
// lists are outside the other body's solids, and enough of them.
CheckResult check_outside(const Cover& cover, const PosedBody& a, const PosedBody& b, const ExactPair& pair);
// The certificate shows a point of both, or points no farther apart than the margin.
CheckResult check_common_point(const Claim& claim, const PosedBody& a, const PosedBody& b, const ExactPair& pair,
                               const Dyadic& margin);
// Each list of a body's vertices, in its named part, is on one triangle, where that part is a mesh.
bool are_on_one_triangle(const PosedBody& body, std::size_t part, std::span<const std::uint32_t> vertices);

}  // namespace clearance::detail
