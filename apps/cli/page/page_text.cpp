#include "page_text.h"

#include <clearance/io/assemblies/base64.h>
#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/zip/deflate.h>

#include <fmt/format.h>

#include <algorithm>

namespace clearance::cli {
using namespace detail;
namespace {

// Of the well-formed sequence at the head of the text; 0 where there is none.
std::size_t letter_length(std::string_view text) {
  for (std::size_t length = 1; length <= std::min<std::size_t>(4, text.size()); ++length)
    if (is_utf8(text.substr(0, length))) return length;
  return 0;
}

std::string well_formed(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    if (length == 0)
      append_utf8(0xfffd, out);
    else
      out.append(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

// Below this the few who read a page's source had rather see its text.
constexpr std::size_t kMuch = std::size_t{128} << 10;

std::string element(std::string_view attributes, std::string_view id, std::string_view content) {
  std::string out = "<script ";
  out.append(attributes).append(" id=\"").append(id).append("\">").append(content).append("</script>\n");
  return out;
}

std::string packed_element(std::string_view id, std::string_view bytes) {
  return element(fmt::format("type=\"text/plain\" data-packed=\"deflate-raw\" data-bytes=\"{}\"", bytes.size()), id,
                 base64_text(deflate(bytes)));
}

}  // namespace

std::string page_string(std::string_view text) { return json_string(well_formed(text)); }

std::string in_element(std::string_view json) {
  constexpr std::string_view kLineSeparator = "\xe2\x80\xa8", kParagraphSeparator = "\xe2\x80\xa9";
  const std::string text = well_formed(json);
  const std::string_view left = text;
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < left.size();) {
    const std::size_t next = std::min(left.find_first_of("<\n\xe2", at), left.size());
    out.append(left.substr(at, next - at));
    at = next;
    if (at == left.size()) break;
    const std::string_view here = left.substr(at, 3);
    if (here.starts_with('<')) {
      out += "\\u003c";
      at += 1;
    } else if (here == kLineSeparator || here == kParagraphSeparator) {
      out += here == kLineSeparator ? "\\u2028" : "\\u2029";
      at += here.size();
    } else if (here.starts_with('\n')) {
      out += '\n';
      at = std::min(left.find_first_not_of(' ', at + 1), left.size());
    } else {
      out += left[at++];
    }
  }
  return out;
}

std::string json_element(std::string_view id, std::string_view json) {
  if (json.size() >= kMuch) return packed_element(id, json);
  return element("type=\"application/json\"", id, json);
}

std::string bytes_element(std::string_view id, std::string_view bytes) {
  if (bytes.size() >= kMuch) return packed_element(id, bytes);
  return element("type=\"text/plain\"", id, base64_text(bytes));
}

}  // namespace clearance::cli
