// What was asked of a page.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <string>
#include <vector>

namespace clearance::cli {

// Methods at work on a pair of convex bodies, step by step.
struct TraceWanted {
  std::vector<Algorithm> methods;  // none: no traces
  std::string pair;                // "a,b"; empty: the first of convex bodies
  int frames = 24;
};

struct PageOptions {
  std::string file;                          // where it is written; empty: nowhere
  std::uint64_t most_triangles = 2'000'000;  // bodies beyond these are shown as boxes
  std::string made_by;                       // the command line
  TraceWanted trace;
};

}  // namespace clearance::cli
