// What was asked of the demonstration.
#pragma once

#include <string>

namespace clearance::cli {

struct DemoOptions {
  std::string scene;  // this one is written instead; empty: the acts
  std::string file;   // of the page, or of that scene
  bool list = false;  // the scenes' names instead
};

}  // namespace clearance::cli
