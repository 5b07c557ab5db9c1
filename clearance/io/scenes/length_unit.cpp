#include <clearance/io/scenes/length_unit.h>

namespace clearance {
namespace {

struct Row {
  LengthUnit unit;
  const char* name;
  double micrometres;
};
constexpr Row kRows[] = {{LengthUnit::Micrometre, "um", 1},     {LengthUnit::Millimetre, "mm", 1000},
                         {LengthUnit::Centimetre, "cm", 10000}, {LengthUnit::Metre, "m", 1000000},
                         {LengthUnit::Inch, "in", 25400},       {LengthUnit::Foot, "ft", 304800}};

const Row& row_of(LengthUnit unit) { return kRows[static_cast<int>(unit)]; }

}  // namespace

const char* to_string(LengthUnit unit) { return row_of(unit).name; }

std::optional<LengthUnit> length_unit(std::string_view name) {
  for (const Row& row : kRows)
    if (name == row.name) return row.unit;
  return std::nullopt;
}

double ratio(LengthUnit from, LengthUnit to) { return row_of(from).micrometres / row_of(to).micrometres; }

}  // namespace clearance
