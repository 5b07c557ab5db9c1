// What a word of the program gives back: everything for stdout at once, so that an error leaves stdout empty.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clearance::cli {

struct Output {
  std::string text;                  // for stdout
  std::vector<std::string> remarks;  // for stderr, a line each
  int status = 0;                    // 0 or 1; a status of 2 is an Error
};

// The same text on one line and harmless to a terminal: control characters become \xNN.
std::string one_line(std::string_view text);

}  // namespace clearance::cli
