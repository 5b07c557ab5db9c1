// Question: what does a method do to a pair, frame after frame, so that a page can show it step by step?
// Method:   its steps (convex/trace.h) with places in the world, and its cache handed from frame to frame: over the
//           motions of the scene, or, in a scene at rest, while b turns slowly about its middle and drifts.
// Cannot:   follow bodies that are not convex: no method of the table takes one.
#pragma once

#include <clearance/clearance.h>

#include <span>
#include <string>

#include "page_options.h"

namespace clearance::cli {

// The list of traces of docs/page.md, as JSON; nothing but "[]" where none is wanted. `preferred` are positions of
// objects, two by two: the pairs from which the first of convex bodies is taken where no pair is named. Refused: a pair
// that is none, or of other bodies.
Result<std::string> page_traces(const Scene& scene, std::span<const std::uint32_t> preferred,
                                const TraceWanted& wanted);

}  // namespace clearance::cli
