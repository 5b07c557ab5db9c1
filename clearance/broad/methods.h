// Question: which broad phases are there?
// Method:   one enum and one table; tests, benchmarks and World read it. A new method is: a class, its test, its
//           page, one enum value, one row.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace clearance {

namespace detail {
class BroadPhase;  // broad_phase.h
}

enum class BroadMethod : std::uint8_t {
  Automatic,
  BruteForce,
  Grid,
  BoxTree,
  SpatialHash,
  CoherentHash,
  SweepAndPrune,
  SpacePartition,
};

struct BroadRow {
  BroadMethod id;
  const char* name;
  const char* paper;
  const char* header;
  std::unique_ptr<detail::BroadPhase> (*make)();
};

std::span<const BroadRow> broad_methods();
const char* to_string(BroadMethod method);
// Automatic for a name that is none; `found` says which.
BroadMethod broad_method(std::string_view name, bool& found);

std::unique_ptr<detail::BroadPhase> make_broad_phase(BroadMethod method = BroadMethod::Automatic);

}  // namespace clearance
