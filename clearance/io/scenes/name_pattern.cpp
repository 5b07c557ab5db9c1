// Method: the last star takes one character more whenever what follows it does not fit.
#include <clearance/io/scenes/name_pattern.h>

#include <cstddef>

namespace clearance::detail {
namespace {

// Bytes of the character at the head of a text, which is not empty.
std::size_t length_of_character(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0u) == 0x80u) ++length;
  return length;
}

// Takes one step of the pattern that is no star; false where the name does not fit.
bool take_step(std::string_view& pattern, std::string_view& name) {
  if (name.empty()) return false;
  if (pattern[0] == '?') {
    pattern.remove_prefix(1);
    name.remove_prefix(length_of_character(name));
    return true;
  }
  const std::size_t at = pattern[0] == '\\' && pattern.size() > 1 ? 1 : 0;
  if (pattern[at] != name[0]) return false;
  pattern.remove_prefix(at + 1);
  name.remove_prefix(1);
  return true;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view name) {
  std::string_view behind_star, left;
  bool any_star = false;
  for (;;) {
    if (!pattern.empty() && pattern[0] == '*') {
      pattern.remove_prefix(1);
      any_star = true;
      behind_star = pattern;
      left = name;
    } else if (pattern.empty() && name.empty()) {
      return true;
    } else if (pattern.empty() || !take_step(pattern, name)) {
      if (!any_star || left.empty()) return false;
      left.remove_prefix(1);
      pattern = behind_star;
      name = left;
    }
  }
}

}  // namespace clearance::detail
