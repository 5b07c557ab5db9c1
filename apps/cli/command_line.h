// Question: what did the user ask for?
// Method:   CLI11, which command_line.cpp alone includes (it costs seconds of compile time a file).
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <string>
#include <vector>

#include "output.h"

namespace clearance::cli {

struct CommandLine {
  Result<Output> (*word)(const CommandLine& line) = nullptr;  // of words.h; null: help was asked for
  std::string help;                                           // the text, then
  std::string scene, result;
  std::string trace;  // where to draw what `algorithm` or `method` does; empty: nowhere
  std::vector<std::string> files;
  bool json = false, tabs = false, proof = false, status_only = false, self_intersections = false;
  bool strict = false;  // verify: what is not proved counts as a failure
  Algorithm algorithm = Algorithm::Automatic;
  std::optional<double> within;
  double margin = 0;                              // move: contact is to be no farther apart than this
  MotionMethod method = MotionMethod::Automatic;  // move: what to draw
};

// Errors are one line, and name the word they belong to.
Result<CommandLine> parse_command_line(int argc, const char* const* argv);

}  // namespace clearance::cli
