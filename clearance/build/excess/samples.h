// Question: about where is a body farthest from a mesh?
// Method:   best first over the triangles of its faces, halved along their longest sides: corners are vertices of the
//           body, and the distance changes no faster than the point moves. A few points below the largest faces tell of
//           hollows.
// Proves:   nothing but what ExcessPoints saw: some point of the body is no nearer.
#pragma once

#include <clearance/build/excess/core.h>
#include <clearance/build/excess/point.h>

#include <cstddef>
#include <span>

namespace clearance::detail {

// Until more than `too_much` is seen, or nothing on the faces can be farther than `enough` nor a twentieth farther than
// what was seen, or so many points were looked at.
struct SampleOptions {
  double enough = 0, too_much = std::numeric_limits<double>::infinity();
  std::size_t most = 72;
};
void look_at_samples(ExcessPoints& points, std::span<const ExcessPrism> prisms, const SampleOptions& options);

struct SampledExcess {
  double seen = 0;  // the body has a point that is no nearer
  Vec3 place;       // that one
};
SampledExcess sampled_excess(const Mesh& mesh, const Polytope& body, const SampleOptions& options);

}  // namespace clearance::detail
