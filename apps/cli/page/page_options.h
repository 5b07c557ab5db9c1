// What was asked of a page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clearance::cli {

struct PageOptions {
  std::string file;                          // where it is written; empty: nowhere
  std::uint64_t most_triangles = 2'000'000;  // bodies beyond these are shown as boxes
  std::string made_by;                       // the command line
};

}  // namespace clearance::cli
