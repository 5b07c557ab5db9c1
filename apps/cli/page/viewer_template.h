// The page but for its data (apps/viewer), made at build time and kept in the program.
#pragma once

#include <string_view>

namespace clearance::cli {

// Empty in a program that was built without node.
std::string_view viewer_template();

}  // namespace clearance::cli
