// Question: how do two placed bodies of any kind stand to each other, each perhaps with a padding?
// Method:   the public queries of query/. A convex body's padding is part of its radius. A padded mesh or shape of
//           parts is all points within the padding of it, so its status follows from comparing the distance with the
//           padding, exactly. Nearer than that, or in contact: penetrating. Exactly at it: touching.
// Proves:   what the queries prove. Where neither of two padded bodies is convex, the sum of the paddings is rounded
//           up, and so is the sum of a padding and a limit. Penetration is certified by Near where there are witness
//           points; other answers about padded meshes and shapes of parts are decided, without a certificate.
// Notation: of two bodies a half-space is a in the answer, whichever it was in the question.
#pragma once

#include <clearance/query/half_space.h>
#include <clearance/query/query.h>
#include <clearance/world/bodies/leaf.h>

#include <optional>

namespace clearance::detail {

// One body of a question: exactly one of the first three. Refers to what outlives the question.
struct Placed {
  const Rounded* convex = nullptr;  // with its padding
  const Shape* general = nullptr;   // a mesh or a shape of parts, or a probe that is a half-space
  const HalfSpace* space = nullptr;
  const Pose* pose = nullptr;
  double padding = 0;  // of a general shape
};

inline Placed placed(const Leaf& leaf) {
  if (leaf.general() != nullptr) return {nullptr, leaf.general(), nullptr, &leaf.pose, leaf.shape().radius()};
  if (leaf.space() != nullptr) return {nullptr, nullptr, leaf.space(), &leaf.pose, 0};
  return {&leaf.shape(), nullptr, nullptr, &leaf.pose, 0};
}
inline Placed placed(const Shape& shape, const Pose& pose) {
  const auto* convex = std::get_if<Rounded>(&shape);
  return {convex, convex == nullptr ? &shape : nullptr, nullptr, &pose, 0};
}
inline bool is_general(const Placed& a, const Placed& b) { return a.general != nullptr || b.general != nullptr; }

// Neither is general. `limit`: what is farther apart than that need not be told how far.
Intersection convex_intersection(const Placed& a, const Placed& b, ConvexCache& cache, const QueryOptions& options);
Distance convex_distance(const Placed& a, const Placed& b, ConvexCache& cache, const QueryOptions& options,
                         double limit);
// Any two, but not two half-spaces.
Intersection general_intersection(const Placed& a, const Placed& b, PairCache& cache, const QueryOptions& options);
Distance general_distance(const Placed& a, const Placed& b, PairCache& cache, const QueryOptions& options,
                          double limit);
// Whether they are at most `limit` apart, exactly, up to the rounding of sums named above.
bool is_within(const Placed& a, const Placed& b, double limit);
// The same, read off a distance where its bracket tells.
inline bool is_within(const Distance& found, const Placed& a, const Placed& b, double limit) {
  if (found.status != Status::Separated || found.upper <= limit) return true;
  return found.lower <= limit && is_within(a, b, limit);
}

// Where the segment first meets the body. The radius of a rounded part and the padding around it are added up, rounded
// up.
std::optional<RayHit> ray_hit(const Placed& body, Vec3 from, Vec3 to);

}  // namespace clearance::detail
