// Question: what did the user ask for?
// Method:   CLI11, which command_line.cpp alone includes (it costs seconds of compile time a file).
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <string>
#include <vector>

namespace clearance::cli {

enum class Word { Help, Check, Verify, Info, Algorithms, Demo };

struct CommandLine {
  Word word = Word::Help;
  std::string help;  // for Help: the text asked for
  std::string scene, result;
  std::string trace;  // where to draw the steps of `algorithm`; empty: nowhere
  std::vector<std::string> files;
  bool json = false, tabs = false, proof = false, status_only = false, self_intersections = false;
  bool strict = false;  // verify: what is not proved counts as a failure
  Algorithm algorithm = Algorithm::Automatic;
  std::optional<double> within;
};

// Errors are one line, and name the word they belong to.
Result<CommandLine> parse_command_line(int argc, const char* const* argv);

}  // namespace clearance::cli
