// Question: what does a JSON text say, or where does it stop being JSON?
// Method:   recursive descent over RFC 8259, strictly; numbers by correctly rounded conversion.
// Cannot:   take a key twice in one object, nesting deeper than allowed, text that is not UTF-8, anything after
//           the value.
#pragma once

#include <clearance/base/result.h>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clearance::detail {

inline constexpr int kMaxJsonDepth = 64;

struct Json {
  using Array = std::vector<Json>;
  struct Member;
  using Object = std::vector<Member>;  // in the order of the text; keys are distinct

  std::variant<std::monostate, bool, double, std::string, Array, Object> value;

  const double* number() const { return std::get_if<double>(&value); }
  const std::string* string() const { return std::get_if<std::string>(&value); }
  const bool* boolean() const { return std::get_if<bool>(&value); }
  const Array* array() const { return std::get_if<Array>(&value); }
  const Object* object() const { return std::get_if<Object>(&value); }
  // The member of that name; null when there is none or this is no object.
  const Json* find(std::string_view key) const;
  // "a number", "an object", … for messages.
  const char* type_name() const;
};

struct Json::Member {
  std::string key;
  Json value;
};

// Errors' places are "line 3, column 7". Each level of nesting takes a few hundred bytes of the stack.
Result<Json> parse_json(std::string_view text, int max_depth = kMaxJsonDepth);

// `text` as a JSON string, quotes included.
std::string json_string(std::string_view text);

// Nothing, or what is wrong: for checks that fill their results through references.
using Fault = std::optional<Error>;

// "expected a list, found a number".
Error wrong_type(const std::string& place, const char* expected, const Json& found);
// `json` is an object with no members but these; those `required` are there.
Fault check_members(const Json& json, const std::string& place, std::initializer_list<std::string_view> required,
                    std::initializer_list<std::string_view> optional = {});
// A list of exactly `count` finite numbers.
Fault read_numbers(const Json& json, const std::string& place, std::size_t count, double* out);
Fault read_text(const Json& json, const std::string& place, std::string& out);
// Place of element `index` of a list.
std::string element(const std::string& place, std::size_t index);

}  // namespace clearance::detail
