// What a word of the program gives back: everything for stdout at once, so that an error leaves stdout empty.
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::cli {

struct Output {
  std::string text;                  // for stdout
  std::vector<std::string> remarks;  // for stderr, a line each
  int status = 0;                    // 0 or 1; 2 is an Error, or a refusal of several things
};

// Bad input: a line for each fault, of which there is one at least, and nothing else.
Output refusal(std::span<const Error> faults);

// Whether the folder of a file takes one: asked before the work begins, so that none is lost. An empty name is of no
// file.
std::optional<Error> unwritable(const std::string& path);

// The same text on one line and harmless to a terminal: control characters become \xNN.
std::string one_line(std::string_view text);

}  // namespace clearance::cli
