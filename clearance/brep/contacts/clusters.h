// Question: which contacts are really one, and which one is that?
// Method:   contacts less than 4ε apart belong together, directly or through others between them: a cluster (Vaněček
//           1990, §4). Three ways to one contact, all of the paper, which has tried the first: by the kind of contact,
//           by what the patches of boundary under the cluster have in common, by moving the solids apart.
// Proves:   nothing: points are rounded, ε is the caller's. Equal input gives equal output.
// Cannot:   take fused clusters apart. The paper forbids them: entities that are not incident must be α = 100ε apart
//           (entity_separation.h looks). `diameter` tells: from 4ε on not any two of the cluster are near.
// Cost:     n log n for contacts that are spread out; reduction by velocity classifies what the cluster touches up to a
//           hundred times.
//
// Without a tolerance every contact is a cluster of its own: a point is on one entity of either solid, so two contacts
// are at different places.
#pragma once

#include <clearance/base/result.h>
#include <clearance/brep/contacts/contacts.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance {

struct BRepCluster {
  std::vector<std::uint32_t> members;  // positions in the list of contacts, ascending
  Vec3 center;                         // mean of the members' points, in the world
  double diameter = 0;                 // the largest distance of two members
};

// By their lowest members. Points of the world are compared. ε ≥ 0; a NaN counts as 0.
std::vector<BRepCluster> clusters(std::span<const BRepContact> contacts, double tolerance);

// Vertex/face and face/vertex 3, edge/edge 2, edge/vertex and vertex/edge 1, vertex/vertex 0: how well the contact
// alone says what the tangent plane is. −1 for all others.
int contact_priority(const BRepContact& contact);

// The member of the highest priority; of several the nearest to the cluster's centre, then the first.
BRepContact reduced_by_priority(std::span<const BRepContact> contacts, const BRepCluster& cluster);

// The largest entity that is in the closure of everything that the cluster touches, on either solid: the edge at which
// two faces meet, the vertex that some edges share. Its point is that of the member with these entities, else the
// centre. NotAsked, where the patch of a solid has nothing in common: a fused cluster.
BRepContact reduced_by_adjacency(const BRep& a, const BRep& b, const Pose& pose_b,
                                 std::span<const BRepContact> contacts, const BRepCluster& cluster);

struct VelocityReduction {
  BRepContact contact;   // NotAsked where no distance leaves one
  double distance = -1;  // by which a was moved back; negative where none was found
};
// a is moved against `velocity`, that of a relative to b at the cluster's centre, in the world, until of all contacts
// between entities of the cluster one is left: the least such distance, to ε/64, up to 16ε. Refused: what contacts()
// refuses, a tolerance of 0, a velocity that is 0 or not finite, a pose that would leave the range.
Result<VelocityReduction> reduced_by_velocity(const BRepIndex& a, const Pose& pose_a, const BRepIndex& b,
                                              const Pose& pose_b, std::span<const BRepContact> contacts,
                                              const BRepCluster& cluster, double tolerance, Vec3 velocity);

}  // namespace clearance
