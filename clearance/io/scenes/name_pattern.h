// Question: does a name look like a pattern?
// Method:   `*` stands for any text, slashes included, `?` for one character, a character behind a backslash for
// itself. Cost:     the product of both lengths at most.
#pragma once

#include <string_view>

namespace clearance::detail {

bool matches(std::string_view pattern, std::string_view name);

}  // namespace clearance::detail
