#include <clearance/motion/motion_method.h>

namespace clearance {
namespace {

constexpr MotionMethodRow kRows[] = {
    {MotionMethod::Translation, "translation", "motion/translation.h", "first contact of bodies that do not turn"},
    {MotionMethod::Features, "features", "motion/features/reference.h", "first contact, exactly"},
    {MotionMethod::Advancement, "advancement", "motion/advancement.h", "first contact, within the width asked for"},
    {MotionMethod::FixedSteps, "fixed_steps", "motion/query.h", "contact at one of the instants, or nothing"},
};

}  // namespace

std::span<const MotionMethodRow> motion_methods() { return kRows; }

std::string_view to_string(MotionMethod method) {
  for (const MotionMethodRow& row : kRows)
    if (row.method == method) return row.name;
  return "automatic";
}

}  // namespace clearance
