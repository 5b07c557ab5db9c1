#include <clearance/solid/depth/depth.h>

#include <clearance/base/has_struck.h>

namespace clearance::detail {

bool DepthBudget::has_struck() const { return detail::has_struck(deadline_); }

}  // namespace clearance::detail
