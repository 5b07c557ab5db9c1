#include <clearance/io/json.h>

#include <clearance/io/number.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace clearance::detail {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Two members of one key, or null.
const std::string* repeated_key(const Json::Object& object) {
  std::vector<const std::string*> keys;
  keys.reserve(object.size());
  for (const Json::Member& member : object) keys.push_back(&member.key);
  const auto less = [](const std::string* a, const std::string* b) { return *a < *b; };
  const auto same = [](const std::string* a, const std::string* b) { return *a == *b; };
  std::sort(keys.begin(), keys.end(), less);
  const auto found = std::adjacent_find(keys.begin(), keys.end(), same);
  return found == keys.end() ? nullptr : *found;
}

// Every function returns false after having noted the first fault.
class Parser {
 public:
  Parser(std::string_view text, int max_depth) : text_(text), max_depth_(max_depth) {}

  Result<Json> parse() {
    if (!is_utf8(text_)) return Error{"", "not a text in UTF-8"};
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    Json json;
    if (!parse_value(json, 0)) return fault_;
    skip_space();
    if (at_ != text_.size() && !fail("text after the end of the value")) return fault_;
    return json;
  }

 private:
  bool fail(const std::string& fault) {
    const std::string_view before = text_.substr(0, at_);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = at_ - (start == std::string_view::npos ? 0 : start + 1) + 1;
    fault_ = {"line " + std::to_string(line) + ", column " + std::to_string(column), fault};
    return false;
  }

  bool fail_here() {
    if (text_.empty()) return fail("the text is empty");
    if (at_ >= text_.size()) return fail("the text ends too early");
    return fail("unexpected '" + printable(text_.substr(at_, 1)) + "'");
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
      ++at_;
  }

  bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  bool parse_value(Json& out, int depth) {
    skip_space();
    switch (peek()) {
      case '{':
        return depth < max_depth_ ? parse_object(out.value.emplace<Json::Object>(), depth) : fail_depth();
      case '[':
        return depth < max_depth_ ? parse_array(out.value.emplace<Json::Array>(), depth) : fail_depth();
      case '"':
        return parse_string(out.value.emplace<std::string>());
      case 't':
        out.value = true;
        return take_word("true") || fail_here();
      case 'f':
        out.value = false;
        return take_word("false") || fail_here();
      case 'n':
        return take_word("null") || fail_here();
      default:
        return parse_number(out);
    }
  }

  bool fail_depth() { return fail("nested deeper than " + std::to_string(max_depth_) + " levels"); }

  bool parse_array(Json::Array& out, int depth) {
    ++at_;
    if (take(']')) return true;
    do {
      if (!parse_value(out.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(']') || fail_here();
  }

  bool parse_object(Json::Object& out, int depth) {
    ++at_;
    if (take('}')) return true;
    do {
      skip_space();
      if (peek() != '"') return fail_here();
      Json::Member& member = out.emplace_back();
      if (!parse_string(member.key)) return false;
      if (!take(':')) return fail_here();
      if (!parse_value(member.value, depth + 1)) return false;
    } while (take(','));
    if (!take('}')) return fail_here();
    const std::string* repeated = repeated_key(out);
    return !repeated || fail("the object that ends here has the key \"" + printable(*repeated) + "\" twice");
  }

  bool parse_number(Json& out) {
    const std::size_t start = at_;
    if (peek() == '-') ++at_;
    if (peek() == '0') {
      ++at_;
    } else if (!take_digits()) {
      return fail_here();
    }
    if (peek() == '.' && (++at_, !take_digits())) return fail_here();
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!take_digits()) return fail_here();
    }
    const std::optional<double> value = parse_double(text_.substr(start, at_ - start));
    if (!value || !std::isfinite(*value)) {
      at_ = start;
      return fail("a number beyond the range of doubles");
    }
    out.value = *value;
    return true;
  }

  bool take_digits() {
    const std::size_t start = at_;
    while (is_digit(peek())) ++at_;
    return at_ > start;
  }

  bool parse_string(std::string& out) {
    ++at_;
    for (;;) {
      if (at_ >= text_.size()) return fail_here();
      const char c = text_[at_];
      if (c == '"') break;
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a string");
      ++at_;
      if (c != '\\') {
        out += c;
      } else if (!parse_escape(out)) {
        return false;
      }
    }
    ++at_;
    return true;
  }

  bool parse_escape(std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const char c = peek();
    const std::size_t known = kLetters.find(c);
    if (at_ < text_.size() && known != std::string_view::npos) {
      ++at_;
      out += kMeanings[known];
      return true;
    }
    if (c != 'u') return fail_here();
    std::uint32_t code = 0, low = 0;
    if (!parse_hex(code)) return false;
    if (code >= 0xd800 && code < 0xe000) {  // a surrogate: only a high one followed by a low one is a character
      if (code >= 0xdc00 || !text_.substr(at_).starts_with("\\u")) return fail("half a surrogate pair");
      ++at_;
      if (!parse_hex(low)) return false;
      if (low < 0xdc00 || low >= 0xe000) return fail("half a surrogate pair");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    append_utf8(code, out);
    return true;
  }

  // At the u of \uXXXX.
  bool parse_hex(std::uint32_t& code) {
    ++at_;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      if (!is_digit(c) && !letter) return fail_here();
      code = code * 16 + static_cast<std::uint32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return true;
  }

  std::string_view text_;
  int max_depth_;
  std::size_t at_ = 0;
  Error fault_;
};

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const Json* Json::find(std::string_view key) const {
  const Object* members = object();
  if (!members) return nullptr;
  const auto found = std::find_if(members->begin(), members->end(), [&](const Member& m) { return m.key == key; });
  return found == members->end() ? nullptr : &found->value;
}

const char* Json::type_name() const {
  constexpr const char* kNames[] = {"null", "true or false", "a number", "a string", "a list", "an object"};
  return kNames[value.index()];
}

Result<Json> parse_json(std::string_view text, int max_depth) { return Parser(text, max_depth).parse(); }

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += code;
    } else {
      out += c;
    }
  }
  return out + '"';
}

Error wrong_type(const std::string& place, const char* expected, const Json& found) {
  return {place, std::string("expected ") + expected + ", found " + found.type_name()};
}

namespace {

// "a, b and c"
std::string listed(std::initializer_list<std::string_view> some, std::initializer_list<std::string_view> others) {
  const std::size_t count = some.size() + others.size();
  std::string text;
  std::size_t k = 0;
  for (const auto& list : {some, others})
    for (const std::string_view name : list) {
      text += k == 0 ? "" : k + 1 == count ? " and " : ", ";
      text += name;
      ++k;
    }
  return text;
}

}  // namespace

Fault check_members(const Json& json, const std::string& place, std::initializer_list<std::string_view> required,
                    std::initializer_list<std::string_view> optional) {
  if (!json.object()) return wrong_type(place, "an object", json);
  const std::string prefix = place.empty() ? "" : place + ".";
  for (const Json::Member& member : *json.object())
    if (!contains(required, member.key) && !contains(optional, member.key))
      return Error{prefix + printable(member.key), "unknown field; there are " + listed(required, optional)};
  for (const std::string_view name : required)
    if (!json.find(name)) return Error{place, "has no \"" + std::string(name) + "\""};
  return std::nullopt;
}

Fault read_numbers(const Json& json, const std::string& place, std::size_t count, double* out) {
  const Json::Array* items = json.array();
  if (!items) return wrong_type(place, ("a list of " + std::to_string(count) + " numbers").c_str(), json);
  if (items->size() != count)
    return Error{place, "expected " + std::to_string(count) + " numbers, found " + std::to_string(items->size())};
  for (std::size_t i = 0; i < count; ++i) {
    const double* number = (*items)[i].number();
    if (!number) return wrong_type(element(place, i), "a number", (*items)[i]);
    out[i] = *number;
  }
  return std::nullopt;
}

Fault read_text(const Json& json, const std::string& place, std::string& out) {
  if (!json.string()) return wrong_type(place, "a string", json);
  out = *json.string();
  return std::nullopt;
}

std::string element(const std::string& place, std::size_t index) { return place + "[" + std::to_string(index) + "]"; }

}  // namespace clearance::detail
