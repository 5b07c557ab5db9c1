#include <clearance/solid/depth/depth.h>

#include <chrono>

namespace clearance::detail {

bool DepthBudget::has_struck() const { return Deadline(std::chrono::steady_clock::now()).at() >= deadline_.at(); }

}  // namespace clearance::detail
