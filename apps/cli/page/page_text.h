// Question: how is text written into a page so that it stays text, whatever is in it?
// Method:   JSON in which no character means anything to HTML or to a script.
#pragma once

#include <string>
#include <string_view>

namespace clearance::cli {

// The same as a JSON string, quotes included; what is no UTF-8 becomes U+FFFD.
std::string page_string(std::string_view text);

// JSON fit to stand in an element: `<` and the line separators U+2028 and U+2029, which it can have within strings
// alone, are escaped, so that no text ends its element. What is no UTF-8 becomes U+FFFD. Lines are not indented: no
// string of JSON holds the end of one.
std::string in_element(std::string_view json);

// A whole element of data, which no browser runs. Much JSON is packed: as base 64 of raw deflate, the element having
// `data-packed`.
std::string json_element(std::string_view id, std::string_view json);
// The same of bytes, in base 64.
std::string bytes_element(std::string_view id, std::string_view bytes);

}  // namespace clearance::cli
