// Question: at which frames does a library end the program, by a failed assertion or worse?
// Method:   a child process asks all frames; where it dies, the next child begins after that frame. Nothing that the
//           children do is seen here, and what they print is lost.
#pragma once

#include <clearance/base/function_ref.h>

#include <cstddef>
#include <vector>

namespace clearance::bench {

// By frame. Where no child can be made, none is deadly.
std::vector<bool> deadly_frames(std::size_t count, FunctionRef<void(std::size_t frame)> ask);

}  // namespace clearance::bench
