// Question: how is a rational number written exactly, and which doubles add up to it?
// Method:   as "p/q", two whole numbers in decimal; greedily, the largest double first.
// Cannot:   take numbers of more than kMostDigits digits, so that no text costs more than a little time.
#pragma once

#include <clearance/proof/certificate.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::detail {

inline constexpr std::size_t kMostDigits = 10000;

// "p/q" in lowest terms, q a power of two: the exact sum of finite terms.
std::string fraction_text(std::span<const double> terms);
// "p/q" as it is, times a power of two where that makes both whole.
std::string fraction_text(const Rational& value);

// Nothing where the text is no "p/q" with q > 0, or a number is too long.
std::optional<Rational> parse_rational(std::string_view text);
// At most `most` finite doubles whose exact sum it is, in as few as do; {0} for zero. Empty when it needs more: 1/3 is
// the sum of no number of them.
std::vector<double> terms_of(const Rational& value, int most);
// Both: empty when the text is no fraction, or needs more.
std::vector<double> parse_fraction(std::string_view text, int most);

}  // namespace clearance::detail
