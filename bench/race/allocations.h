// How often this thread has asked the global operator new for memory; what the libraries beside us get from malloc is
// not seen.
#pragma once

#include <cstdint>

namespace clearance::bench {

std::int64_t allocations();

}  // namespace clearance::bench
