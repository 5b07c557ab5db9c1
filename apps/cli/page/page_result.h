// Question: what of a result goes into a page?
// Method:   the result file as `--json --proof` would print it, with the proofs that were not asked for made now, as
//           far as there is room. What is left out is said, and its pairs are "unproved" on the page.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/results/motion_result.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../moving_scene.h"

namespace clearance::cli {

struct Statistic {
  std::string label, value;
};

struct PageResult {
  std::string text;                    // JSON; empty: there is no result
  std::vector<std::uint32_t> objects;  // of the pairs that it lists, in its order
  std::vector<std::string> notices;    // whole sentences
  std::vector<Statistic> statistics;
};

// How much of a page is for the result.
struct PageResultLimits {
  std::size_t bytes = 16u << 20;  // of proofs that can be large
  std::size_t pairs = 20'000;     // listed; separated ones are left out first
  double seconds = 20;            // to make such proofs in
};

// Pairs are found by their names, which have to be the scene's.
PageResult page_result(const Scene& scene, ResultFile result, const PageResultLimits& limits = {});
PageResult page_result(const MovingScene& moving, MotionResult result, const PageResultLimits& limits = {});
// A result that was there already, of which this is the text: it goes into the page as it is, whether its claims hold
// or not. Where that takes more than the limits' bytes twice, large proofs are left out, and pairs where they are too
// many.
PageResult page_result_as_given(const Scene& scene, ResultFile result, std::string text,
                                const PageResultLimits& limits = {});
PageResult page_result_as_given(const Scene& scene, MotionResult result, std::string text,
                                const PageResultLimits& limits = {});

}  // namespace clearance::cli
