// Question: by which method are two moving bodies looked at, and what does each of them prove?
// Method:   one table; tests, benchmarks, the program and the pages read it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace clearance {

enum class MotionMethod : std::uint8_t {
  Automatic,  // not a method: translation where nothing turns or is accelerated, else advancement; features at the end
  Translation,  // the origin's ray against the difference body (translation.h)
  Features,     // contact functions of vertices, edges and faces: exact, slow, the reference (reference.h)
  Advancement,  // from instant to instant, each step proved free (advancement.h)
  FixedSteps,   // instants one after the other: what it finds is contact, and it never finds a motion free
};

struct MotionMethodRow {
  MotionMethod method;
  std::string_view name, header, finds;
};
// All but Automatic.
std::span<const MotionMethodRow> motion_methods();
std::string_view to_string(MotionMethod method);

}  // namespace clearance
