// Question: how is a number written exactly that no single double shows?
// Method:   as "p/q", two decimal integers; reading gives doubles whose sum it is, the largest first.
// Cannot:   take a fraction that is no sum of that many doubles: 1/3 is none of any number.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance {

// "p/q" in lowest terms, q a power of two: the exact sum of finite terms.
std::string fraction_text(std::span<const double> terms);

// At most `most` finite doubles whose exact sum is that fraction, q > 0, in as few as do; {0} for zero. Empty when the
// text is no fraction, or needs more.
std::vector<double> parse_fraction(std::string_view text, int most);

}  // namespace clearance
