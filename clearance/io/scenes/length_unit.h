// Question: how long is a file's 1, in the unit of the result?
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clearance {

enum class LengthUnit : std::uint8_t { Micrometre, Millimetre, Centimetre, Metre, Inch, Foot };

const char* to_string(LengthUnit unit);  // "um", "mm", "cm", "m", "in", "ft"
std::optional<LengthUnit> length_unit(std::string_view name);
// Of which lengths in `from` become lengths in `to`: the quotient of two whole numbers of micrometres, rounded once.
double ratio(LengthUnit from, LengthUnit to);

}  // namespace clearance
