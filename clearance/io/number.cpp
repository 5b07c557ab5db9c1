#include <clearance/io/number.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace clearance::detail {
namespace {

std::string_view without_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return plus ? text.substr(1) : text;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

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

}  // namespace

std::optional<double> parse_double(std::string_view text) {
  text = without_plus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  return error == std::errc::result_out_of_range ? beyond_range(text) : value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = without_plus(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string double_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

}  // namespace clearance::detail
