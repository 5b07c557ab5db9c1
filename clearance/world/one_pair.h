// Question: how do two parts of a world meet, for someone who asks about these two alone?
// Method:   the manifold of the two where they stand now; filters do not matter. No memory of frames.
#pragma once

#include <clearance/contact/manifold.h>
#include <clearance/world/contact.h>
#include <clearance/world/contact_place.h>
#include <clearance/world/world_state.h>

namespace clearance::detail {

// A part of a body that is there, or null.
const Leaf* find_leaf(const Bodies& bodies, BodyId body, std::uint32_t part);
// NotAsked where either is not there, or they are the same part.
Manifold manifold_of(const WorldState& state, BodyId a, std::uint32_t part_a, BodyId b, std::uint32_t part_b,
                     const ManifoldOptions& options);
ContactPlace place_of(const WorldState& state, const Contact& contact, PlaceEffort effort);

}  // namespace clearance::detail
