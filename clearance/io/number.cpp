#include <clearance/io/number.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <version>

namespace clearance::detail {
namespace {

std::string_view without_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return plus ? text.substr(1) : text;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_at(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - from;
}

// What from_chars takes, but for the words of infinity and of what is no number: 1 .5 -2. 3e-7.
bool is_decimal(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  std::size_t digits = digits_at(text, at);
  at += digits;
  if (at < text.size() && text[at] == '.') {
    const std::size_t after = digits_at(text, at + 1);
    digits += after, at += 1 + after;
  }
  if (digits == 0) return false;
  if (at == text.size()) return true;
  if (text[at] != 'e' && text[at] != 'E') return false;
  ++at;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  return at < text.size() && digits_at(text, at) == text.size() - at;
}

#if defined(__cpp_lib_to_chars)

// from_chars does not say which end of the range was left: the decimal exponent of the first digit that counts does.
double beyond_range(std::string_view text) {
  const bool negative = text[0] == '-';
  std::int64_t exponent = 0, place = 0;
  bool point = false, counts = false;
  for (std::size_t i = negative; i < text.size(); ++i) {
    if (text[i] == '.') {
      point = true;
    } else if (is_digit(text[i])) {
      counts = counts || text[i] != '0';
      if (counts && !point) ++place;
      if (!counts && point) --place;
    } else {
      const std::string_view written = without_plus(text.substr(i + 1));
      constexpr std::int64_t kFar = 1'000'000'000'000;
      std::int64_t value = 0;
      const auto end = std::from_chars(written.data(), written.data() + written.size(), value);
      if (end.ec != std::errc{}) value = written[0] == '-' ? -kFar : kFar;
      exponent = std::clamp(value, -kFar, kFar);
      break;
    }
  }
  const double size = place + exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return negative ? -size : size;
}

std::optional<double> converted(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  return error == std::errc::result_out_of_range ? beyond_range(text) : value;
}

std::string written(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

#else

std::optional<double> converted(std::string_view text) { return decimal_by_c(text); }
std::string written(double value) { return text_by_c(value); }

#endif

}  // namespace

std::optional<double> decimal_by_c(std::string_view text) {
  if (!is_decimal(text)) return std::nullopt;
  return std::strtod(std::string(text).c_str(), nullptr);
}

std::string text_by_c(double value) {
  constexpr int kAlwaysEnough = std::numeric_limits<double>::max_digits10;
  char text[32];
  for (int digits = std::numeric_limits<double>::digits10; digits <= kAlwaysEnough; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

std::optional<double> parse_double(std::string_view text) { return converted(without_plus(text)); }

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = without_plus(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string double_text(double value) { return written(value); }

}  // namespace clearance::detail
