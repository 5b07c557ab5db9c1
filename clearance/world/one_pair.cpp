#include <clearance/contact/estimate.h>
#include <clearance/contact/turned_manifold.h>
#include <clearance/world/one_pair.h>
#include <clearance/world/padded_depth.h>
#include <clearance/world/placed_manifold.h>
#include <clearance/world/placed_shape.h>

namespace clearance::detail {
namespace {

// What penetration() proves; with paddings beyond a convex body's radius, of the padded bodies.
Bracket depth_of(const Placed& a, const Placed& b, const QueryOptions& options, Status status) {
  if (status != Status::Penetrating) return {0, 0};
  const PenetrationOptions asked{options.first, options.methods};
  if (const double padding = padding_of(a, b); padding > 0) return padded_depth(a, b, padding, asked);
  const Penetration found = penetration(ShapeOf(a), *a.pose, ShapeOf(b), *b.pose, asked);
  return {found.lower, found.upper};
}

}  // namespace

const Leaf* find_leaf(const Bodies& bodies, BodyId body, std::uint32_t part) {
  if (bodies.fault_of(body) != WorldFault::None || part >= bodies.leaves_of(body.index).size()) return nullptr;
  return &bodies.leaves()[bodies.leaves_of(body.index)[part]];
}

Manifold manifold_of(const WorldState& state, BodyId a, std::uint32_t part_a, BodyId b, std::uint32_t part_b,
                     const ManifoldOptions& options) {
  const Leaf *first = find_leaf(state.bodies, a, part_a), *second = find_leaf(state.bodies, b, part_b);
  if (first == nullptr || second == nullptr || first == second) return {};
  const bool turns = second->space() != nullptr && first->space() == nullptr;
  if (turns) std::swap(first, second);
  ManifoldCache cache;
  ManifoldScratch scratch;
  Manifold found;
  placed_manifold(placed(*first), placed(*second), options, state.query, cache, scratch, found);
  if (turns) turn(found);
  return found;
}

namespace {

// Minus the depth is the gap of the bodies.
ContactPlace estimated_place(const Placed& a, const Placed& b) {
  const ContactEstimate found = estimate_contact(ShapeOf(a), *a.pose, ShapeOf(b), *b.pose);
  ContactPlace out;
  out.status = found.status();
  out.is_estimate = true;
  out.depth = {larger(found.lower, 0), larger(found.upper, 0)};
  if (found.normal == Vec3{}) return out;
  out.place = found.point, out.normal = found.normal;
  out.gap = {-found.upper, -found.lower};
  return out;
}

}  // namespace

ContactPlace place_of(const WorldState& state, const Contact& contact, PlaceEffort effort) {
  const Leaf *first = find_leaf(state.bodies, contact.a, contact.part_a),
             *second = find_leaf(state.bodies, contact.b, contact.part_b);
  if (first == nullptr || second == nullptr || first == second) return {};
  const Placed a = placed(*first), b = placed(*second);
  if (effort == PlaceEffort::Estimate && padding_of(a, b) == 0) return estimated_place(a, b);
  ContactPlace out;
  const Manifold found = manifold_of(state, contact.a, contact.part_a, contact.b, contact.part_b, {});
  out.status = found.status();
  out.depth = depth_of(a, b, state.query, out.status);
  if (found.patches.empty()) return out;
  const ContactPatch& patch = found.patches[0];
  const ContactPoint* deepest = nullptr;
  for (const ContactPoint& point : found.points_of(patch))
    if (deepest == nullptr || point.gap() < deepest->gap()) deepest = &point;
  out.normal = patch.normal;
  out.place = 0.5 * deepest->a + 0.5 * deepest->b;
  out.error = deepest->error;
  out.gap = {deepest->lower, deepest->upper};
  return out;
}

}  // namespace clearance::detail
