#include "lengths.h"

#include <clearance/io/number.h>
#include <clearance/math/vec3.h>

namespace clearance::cli {

Result<double> read_length(const std::string& text, const char* option) {
  const std::optional<double> length = detail::parse_double(text);
  if (!length || !(*length >= 0 && *length <= kMaxCoordinate))
    return Error{option, "needs a decimal number from 0 to 1e300, not '" + text + "'"};
  return *length + 0.0;  // −0 is 0
}

}  // namespace clearance::cli
