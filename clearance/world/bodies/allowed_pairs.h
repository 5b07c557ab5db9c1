// Question: which pairs may touch and are never asked about?
// Method:   the allowed-collision matrix that robotics knows: a pair of names, or one name with everything; names need
//           not belong to a body yet. Beside it what was said of two bodies themselves, which beats the names and is
//           forgotten with either body. Only bodies that some entry mentions are ever looked up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace clearance::detail {

class AllowedPairs {
 public:
  // A body as it is looked up.
  struct Body {
    std::uint32_t index;   // among the living
    std::uint32_t number;  // of its name; 0 without one
  };

  // A small number for the name, the same for ever; never 0.
  std::uint32_t number_of(std::string_view name);

  // By the numbers of names.
  void set(std::uint32_t a, std::uint32_t b, bool allowed);
  void set_with_everything(std::uint32_t a, bool allowed);
  // By the indices of bodies, until one of them is forgotten.
  void set_bodies(std::uint32_t a, std::uint32_t b, bool allowed);
  void forget_body(std::uint32_t index);

  bool contains(const Body& a, const Body& b) const;
  // What was said of these names, and of nothing else.
  bool contains_names(std::string_view a, std::string_view b) const;
  bool contains_everything(std::string_view name) const;
  // Whether any entry mentions it; if not, contains(a, b) depends on b alone.
  bool mentions(const Body& a) const { return mentioned_.count(a.number) > 0 || partners_.count(a.index) > 0; }

  // All that was said and still holds, ascending.
  struct Entries {
    struct OfBodies {
      std::uint32_t a, b;  // a ≤ b
      bool allowed;

      friend auto operator<=>(const OfBodies&, const OfBodies&) = default;
    };
    std::vector<std::pair<std::string, std::string>> names;  // first ≤ second
    std::vector<std::string> everything;
    std::vector<OfBodies> bodies;
  };
  Entries entries() const;

 private:
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }

  // 0: nobody has used it.
  std::uint32_t known_number(std::string_view name) const;

  std::uint32_t last_ = 0;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::unordered_set<std::uint64_t> pairs_;
  std::unordered_set<std::uint32_t> everything_, mentioned_;
  std::unordered_map<std::uint64_t, bool> of_bodies_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> partners_;  // by index: who has an entry with it
};

}  // namespace clearance::detail
