// Question: what is new since an earlier result, what is still there, what is resolved?
// Method:   a part is that of the same name; one whose name is new is the one of before that has its content and place,
//           or else its content, and whose name is gone. A pair is at fault where it clashes, may clash or is too near;
//           of a result without verdicts, by the criteria of now.
// Cannot:   call resolved what an interrupted run may not have looked at: such pairs are counted as open.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>

namespace clearance::cli {

// Fills in `change` of the pairs of `now`, and `resolved`. The value: how many pairs are open.
std::uint64_t compare_with(const ResultFile& before, ResultFile& now);

}  // namespace clearance::cli
