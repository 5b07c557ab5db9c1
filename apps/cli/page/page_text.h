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

// A whole element of data, which no browser runs.
std::string data_element(std::string_view type, std::string_view id, std::string_view content);

}  // namespace clearance::cli
