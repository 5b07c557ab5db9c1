// Question: what are things called that must not be called alike?
// Method:   the first has its name, the next of the same name "NAME (2)", and so on, past names that are taken.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace clearance::detail {

class UniqueNames {
 public:
  std::string make(const std::string& name) {
    std::uint64_t& known = times_[name];
    if (++known == 1) return name;
    for (;; ++times_[name]) {
      std::string unique = name + " (" + std::to_string(times_[name]) + ")";
      if (times_.emplace(unique, 1).second) return unique;
    }
  }

 private:
  std::map<std::string, std::uint64_t> times_;  // how often each was asked for or made
};

}  // namespace clearance::detail
