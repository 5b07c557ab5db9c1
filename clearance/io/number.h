// Question: which double is written there, and how is a double written so that reading gives the same bits?
// Method:   std::from_chars, correctly rounded, and std::to_chars, shortest round trip. Neither knows locales.
//           Where the standard library cannot (WebAssembly): strtod and printf in C's own locale, which round as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clearance::detail {

// The double nearest to all of `text` ("+1", "1.", ".5", "1e-9", "nan", "-inf"); what is too large is infinite, what is
// too small 0. Nothing when it is no number.
std::optional<double> parse_double(std::string_view text);
// The same by strtod, which goes by the locale of the process; without the words "nan" and "inf", and without a plus.
std::optional<double> decimal_by_c(std::string_view text);
// A decimal integer with optional sign, all of `text`; nothing when it is none or does not fit.
std::optional<std::int64_t> parse_integer(std::string_view text);

std::string double_text(double value);
// The same by printf, with up to 17 digits: as many as it takes for the same bits, of which there may be shorter ones.
std::string text_by_c(double value);

}  // namespace clearance::detail
