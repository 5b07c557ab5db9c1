#include <clearance/io/assemblies/base64.h>

#include <cstdint>

namespace clearance::detail {

std::optional<std::string> base64_bytes(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 == 0)
    for (int k = 0; k < 2 && text.ends_with('='); ++k) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xffffu;
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>(bits >> held & 0xff);
    }
  }
  if ((bits & ((1u << held) - 1)) != 0) return std::nullopt;  // bits that stand for nothing
  return out;
}

}  // namespace clearance::detail
