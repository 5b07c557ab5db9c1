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

const MotionMethodRow* find_motion_method(std::span<const MotionMethodRow> rows, MotionMethod method) {
  for (const MotionMethodRow& row : rows)
    if (row.method == method) return &row;
  return nullptr;
}

std::string_view to_string(MotionMethod method) {
  if (is_added(method)) return "added";
  const MotionMethodRow* const row = find_motion_method(kRows, method);
  return row != nullptr ? row->name : "automatic";
}

std::string_view name_of(MotionMethod method, std::span<const MotionMethodRow> rows) {
  const MotionMethodRow* const row = find_motion_method(rows, method);
  return row != nullptr ? row->name : to_string(method);
}

}  // namespace clearance
