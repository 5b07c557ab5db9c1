// A file with one thing changed, and then another: every number, string and list of it in turn.
#pragma once

#include <clearance/io/json.h>
#include <clearance/io/number.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace clearance::cli {
using namespace detail;

inline std::string text_of(const Json& json) {
  if (const double* number = json.number()) return double_text(*number);
  if (const std::string* string = json.string()) return json_string(*string);
  if (const bool* boolean = json.boolean()) return *boolean ? "true" : "false";
  std::string out;
  if (const Json::Array* array = json.array()) {
    for (const Json& item : *array) out += (out.empty() ? "" : ",") + text_of(item);
    return "[" + out + "]";
  }
  if (!json.object()) return "null";
  for (const Json::Member& member : *json.object())
    out += (out.empty() ? "" : ",") + json_string(member.key) + ":" + text_of(member.value);
  return "{" + out + "}";
}

using Visit = std::function<void(const std::string& path)>;

inline void with_each(Json& place, const std::vector<Json>& values, const std::string& path, const Visit& visit) {
  const Json kept = place;
  for (const Json& value : values) {
    place = value;
    visit(path);
  }
  place = kept;
}

inline std::vector<Json> other_numbers(double x) {
  std::vector<Json> values;
  for (const double other : {std::nextafter(x, 1e300), std::nextafter(x, -1e300), x + 0.125, x - 0.125, x + 1, x - 1,
                             2 * x + 3, -x, 0.0, 0.5 * x})
    if (other != x) values.push_back({other});
  return values;
}

inline std::vector<Json> other_strings(const std::string& text) {
  std::vector<Json> values;
  for (const char* other : {"separated", "touching", "penetrating", "intersecting", "not asked", "a", "b", "vector",
                            "simplex", "interior", "triangles", "inf", "1/3"})
    if (text != other) values.push_back({std::string(other)});
  return values;
}

// Lists of many numbers (the triangles of covers, the facets of shells) are changed here and there.
inline constexpr std::size_t kMostItems = 4;

inline void change_each(Json& json, const std::string& path, const Visit& visit) {
  if (const double* number = json.number()) return with_each(json, other_numbers(*number), path, visit);
  if (const std::string* string = json.string()) return with_each(json, other_strings(*string), path, visit);
  if (const bool* boolean = json.boolean()) return with_each(json, {{!*boolean}}, path, visit);
  if (auto* array = std::get_if<Json::Array>(&json.value)) {
    const Json::Array kept = *array;
    std::vector<Json> values;
    if (!kept.empty()) {
      values.push_back({Json::Array(kept.begin(), kept.end() - 1)});
      values.push_back({Json::Array(kept.rbegin(), kept.rend())});
      Json::Array negated = kept, twice = kept;
      for (Json& item : negated)
        if (item.number()) item = {-*item.number()};
      twice.push_back(kept.back());
      values.push_back({negated});
      values.push_back({twice});
    }
    values.push_back({Json::Array()});
    with_each(json, values, path, visit);
    array = std::get_if<Json::Array>(&json.value);
    const std::size_t step = std::max<std::size_t>(array->size() / kMostItems, 1);
    for (std::size_t i = 0; i < array->size(); i += step) change_each((*array)[i], path + "[]", visit);
    return;
  }
  auto* object = std::get_if<Json::Object>(&json.value);
  if (object == nullptr) return;
  for (std::size_t i = 0; i < object->size(); ++i) {
    const Json::Object kept = *object;
    Json::Object less = kept;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    with_each(json, {{less}}, path + "." + kept[i].key + " removed", visit);
    object = std::get_if<Json::Object>(&json.value);
    change_each((*object)[i].value, path + "." + kept[i].key, visit);
    object = std::get_if<Json::Object>(&json.value);
  }
}

}  // namespace clearance::cli
