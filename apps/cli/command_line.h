// Question: what did the user ask for?
// Method:   CLI11, which command_line.cpp alone includes (it costs seconds of compile time a file).
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clash/clash_options.h"
#include "contacts.h"
#include "demo/demo_options.h"
#include "output.h"
#include "page/page_options.h"
#include "scene_to_check.h"

namespace clearance::cli {

// What info is asked about a solid beyond what it is.
struct SolidQuestions {
  std::vector<Vec3> points;                     // --at
  std::vector<std::pair<Vec3, Vec3>> segments;  // --segment
  double tolerance = 0;
  IndexSplitting splitting = IndexSplitting::Balanced;
  bool facts = false;  // --brep
  std::string tree;    // where to draw the index; empty: nowhere

  bool any() const { return facts || !points.empty() || !segments.empty() || !tree.empty(); }
};

struct CommandLine {
  Result<Output> (*word)(const CommandLine& line) = nullptr;  // of words.h; null: help was asked for
  std::string help;                                           // the text, then
  InputOptions input;                                         // check, clash, verify, view
  std::string scene, result;                                  // move; verify, view
  std::string trace;  // where to draw what `algorithm` or `method` does or `solid` classifies; empty: nowhere
  std::vector<std::string> files;
  bool json = false, tabs = false, proof = false, status_only = false, self_intersections = false;
  bool strict = false;  // verify: what is not proved counts as a failure
  Algorithm algorithm = Algorithm::Automatic;
  Criteria criteria;                              // check
  double margin = 0;                              // move: contact is to be no farther apart than this
  std::optional<ContactQuestion> contacts;        // check
  MotionMethod method = MotionMethod::Automatic;  // move: what to draw
  SolidQuestions solid;                           // info
  ClashOptions clash;
  DemoOptions demo;
  PageOptions page;  // view; --report of check, clash and move
};

// Errors are one line, and name the word they belong to.
Result<CommandLine> parse_command_line(int argc, const char* const* argv);

}  // namespace clearance::cli
