// Question: what did a method look at, step by step?
// Method:   an optional output that pictures, statistics and the viewer replay; a null pointer costs one test a step.
#pragma once

#include <clearance/convex/posed_pair.h>

#include <vector>

namespace clearance {

struct TraceStep {
  Vec3 direction;         // searched along, from a to b; zero where the step has none
  Vec3 point_a, point_b;  // what the step compares: support vertices, or the nearest points so far; in the world
  const char* what = "";  // a word for the legend: "support", "vertex-face", …
};

struct Trace {
  std::vector<TraceStep> steps;
};

// The world positions of a pair's vertices, as a step of a walk that searches for support vertices.
inline void trace_support(Trace* trace, const PosedPair& pair, Vec3 direction, VertexPair at) {
  if (trace == nullptr) return;
  trace->steps.push_back(
      {direction, apply(pair.pose_a(), pair.a().vertex(at.a)), apply(pair.pose_b(), pair.b().vertex(at.b)), "support"});
}

}  // namespace clearance
