// Question: by which method are two moving bodies looked at, and what does each of them prove?
// Method:   one table; tests, benchmarks, the program and the pages read it. Numbers from
//           kFirstAddedMotionMethod on belong to methods that a library above adds (lab/), whose rows bring what they
//           do.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/motion.h>
#include <clearance/shape/parts.h>

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

inline constexpr int kFirstAddedMotionMethod = 16;
// The k-th that is added.
constexpr MotionMethod added_motion_method(int k) { return static_cast<MotionMethod>(kFirstAddedMotionMethod + k); }
constexpr bool is_added(MotionMethod method) { return static_cast<int>(method) >= kFirstAddedMotionMethod; }

struct FirstContact;
struct MotionOptions;

struct MotionMethodRow {
  MotionMethod method;
  std::string_view name, header, finds;
  // Of a method that is added: answers first_contact. Others are null.
  Result<FirstContact> (*run)(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                              Interval interval, const MotionOptions& options) = nullptr;
};
// All of this library's but Automatic.
std::span<const MotionMethodRow> motion_methods();
// Null where the table has no such row.
const MotionMethodRow* find_motion_method(std::span<const MotionMethodRow> rows, MotionMethod method);
// "added" for methods that this library does not know: name_of looks them up.
std::string_view to_string(MotionMethod method);
std::string_view name_of(MotionMethod method, std::span<const MotionMethodRow> rows);

}  // namespace clearance
