// Question: which pairs may touch and are never asked about?
// Method:   the allowed-collision matrix that robotics knows, by name: a pair of names, or one name with everything.
// Names
//           need not belong to a body yet. Only bodies that some entry mentions are ever looked up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace clearance {

class AllowedPairs {
 public:
  // A small number for the name, the same for ever; 0 is none's.
  std::uint32_t number_of(std::string_view name);
  // A number that no name has: for bodies without one.
  std::uint32_t nameless() { return ++last_; }

  void set(std::uint32_t a, std::uint32_t b, bool allowed);
  void set_with_everything(std::uint32_t a, bool allowed);

  bool contains(std::uint32_t a, std::uint32_t b) const;
  // Whether any entry mentions it; if not, contains(a, b) depends on b alone.
  bool mentions(std::uint32_t a) const { return mentioned_.count(a) > 0; }

 private:
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }

  std::uint32_t last_ = 0;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::unordered_set<std::uint64_t> pairs_;
  std::unordered_set<std::uint32_t> everything_, mentioned_;
};

}  // namespace clearance
