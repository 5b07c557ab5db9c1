#include <clearance/io/xml/xml_reader.h>

#include <clearance/io/scanner.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <cstdint>

namespace clearance::detail {
namespace {

constexpr std::size_t kDeepest = 256, kMostAttributes = 64, kMostSpaces = 256;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Any letter of another script is fine in a name.
bool is_name_start(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_character(char c) { return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

// The character that "amp" or "#38" stands for; 0 when it stands for none.
std::uint32_t referred(std::string_view name) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [known, character] : kNamed)
    if (name == known) return static_cast<std::uint32_t>(character);
  if (!name.starts_with('#')) return 0;
  name.remove_prefix(1);
  const std::uint32_t base = name.starts_with('x') ? 16 : 10;
  if (base == 16) name.remove_prefix(1);
  std::uint32_t code = 0;
  for (const char c : name) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : 99;
    if (digit >= static_cast<int>(base)) return 0;
    code = code * base + static_cast<std::uint32_t>(digit);
    if (code > 0x10ffff) return 0;
  }
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff,
             is_control = code < 0x20 && code != 9 && code != 10 && code != 13;
  return is_surrogate || is_control || code == 0xfffe || code == 0xffff ? 0 : code;
}

}  // namespace

XmlReader::XmlReader(std::string_view text) : text_(without_mark(text)) {}

std::string XmlReader::place() const {
  line_ += static_cast<std::size_t>(std::count(text_.data() + counted_, text_.data() + at_, '\n'));
  counted_ = at_;
  return "line " + std::to_string(line_);
}

Error XmlReader::fail(const std::string& fault) const { return {place(), fault, ErrorCode::BadFile}; }

bool XmlReader::skip_blanks() {
  const std::size_t was = at_;
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  return at_ > was;
}

bool XmlReader::skip_past(std::string_view end) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) return false;
  at_ = found + end.size();
  return true;
}

std::string_view XmlReader::take_name() {
  const std::size_t begin = at_;
  if (at_ < text_.size() && is_name_start(text_[at_]))
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

void XmlReader::divide(std::string_view whole, std::string_view& prefix, std::string_view& name) {
  const std::size_t colon = whole.find(':');
  prefix = colon == std::string_view::npos ? std::string_view{} : whole.substr(0, colon);
  name = colon == std::string_view::npos ? whole : whole.substr(colon + 1);
}

// Up to the next tag: characters, comments, instructions, sections of characters.
std::optional<Error> XmlReader::skip_text() {
  if (at_ == 0 && (text_.substr(0, 2) == "\xfe\xff" || text_.substr(0, 2) == "\xff\xfe"))
    return fail("a text in UTF-16; only UTF-8 is read");
  if (at_ == 0 && !is_utf8(text_)) return fail("not a text in UTF-8");
  for (;;) {
    const std::size_t begin = at_;
    at_ = std::min(text_.find('<', at_), text_.size());
    const std::string_view between = text_.substr(begin, at_ - begin);
    if (open_.empty() && !std::all_of(between.begin(), between.end(), is_blank))
      return fail("text outside of the root element");
    if (std::optional<Error> error = check_references(between)) return error;
    if (starts("<!--")) {
      at_ += 4;
      if (!skip_past("-->")) return fail("a comment that does not end");
    } else if (starts("<?")) {
      if (!skip_past("?>")) return fail("an instruction that does not end");
    } else if (starts("<![CDATA[") && !open_.empty()) {
      if (!skip_past("]]>")) return fail("a section of characters that does not end");
    } else if (starts("<!")) {
      return fail("a document type; entities of a file's own are not read");
    } else {
      return std::nullopt;
    }
  }
}

std::optional<Error> XmlReader::check_references(std::string_view value) const {
  for (std::size_t at = value.find('&'); at != std::string_view::npos; at = value.find('&', at + 1)) {
    const std::size_t end = value.find(';', at);
    const std::string_view name =
        end == std::string_view::npos ? std::string_view{} : value.substr(at + 1, end - at - 1);
    if (name.empty() || referred(name) == 0) return fail("a reference to an unknown entity or character");
  }
  return std::nullopt;
}

std::string XmlReader::resolved(std::string_view value) {
  std::string out;
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (value[at] != '&') {
      out += is_blank(value[at]) ? ' ' : value[at];
      continue;
    }
    const std::size_t end = value.find(';', at);
    append_utf8(referred(value.substr(at + 1, end - at - 1)), out);
    at = end;
  }
  return out;
}

std::optional<Error> XmlReader::read_attributes() {
  attributes_.clear();
  for (;;) {
    const bool any_blank = skip_blanks();
    if (starts("/>") || starts(">")) break;
    const std::string_view whole = take_name();
    if (whole.empty() || !any_blank) return fail("a tag that is damaged");
    skip_blanks();
    if (!starts("=")) return fail("an attribute without a value");
    ++at_;
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '"' && quote != '\'') return fail("an attribute whose value has no quotes");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) return fail("an attribute that does not end");
    Attribute attribute;
    divide(whole, attribute.prefix, attribute.name);
    attribute.value = text_.substr(at_ + 1, end - at_ - 1);
    if (attribute.value.find('<') != std::string_view::npos) return fail("\"<\" in an attribute");
    if (std::optional<Error> error = check_references(attribute.value)) return error;
    for (const Attribute& known : attributes_)
      if (known.prefix == attribute.prefix && known.name == attribute.name)
        return fail("the attribute " + printable(whole) + " twice");
    if (attributes_.size() == kMostAttributes) return fail("more than 64 attributes");
    attributes_.push_back(attribute);
    at_ = end + 1;
  }
  is_empty_ = starts("/>");
  at_ += is_empty_ ? 2 : 1;
  return std::nullopt;
}

std::optional<Error> XmlReader::resolve_names() {
  for (const Attribute& attribute : attributes_) {
    const bool is_default = attribute.prefix.empty() && attribute.name == "xmlns";
    if (!is_default && attribute.prefix != "xmlns") continue;
    if (spaces_.size() == kMostSpaces) return fail("more than 256 name spaces at once");
    uris_.push_back(resolved(attribute.value));
    spaces_.push_back({is_default ? std::string_view{} : attribute.name, uris_.size() - 1, open_.size()});
  }
  std::string_view prefix;
  divide(open_.back(), prefix, name_);
  space_ = find_space(prefix);
  if (space_ == kNone && !prefix.empty()) return fail("the prefix " + printable(prefix) + " stands for nothing");
  return std::nullopt;
}

std::optional<Error> XmlReader::open_tag() {
  if (open_.empty() && any_root_) return fail("a second root element");
  ++at_;
  const std::string_view whole = take_name();
  if (whole.empty()) return fail("a tag without a name");
  if (open_.size() == kDeepest) return fail("more than 256 elements within each other");
  open_.push_back(whole);
  any_root_ = true;
  if (std::optional<Error> error = read_attributes()) return error;
  return resolve_names();
}

std::optional<Error> XmlReader::close_tag() {
  at_ += 2;
  const std::string_view whole = take_name();
  skip_blanks();
  if (!starts(">")) return fail("a closing tag that is damaged");
  ++at_;
  if (open_.empty() || open_.back() != whole)
    return fail("</" + printable(whole) + "> where " +
                (open_.empty() ? std::string("nothing is open") : "<" + printable(open_.back()) + "> is open"));
  leave();
  return std::nullopt;
}

void XmlReader::leave() {
  std::string_view prefix;
  divide(open_.back(), prefix, name_);
  space_ = find_space(prefix);
  while (!spaces_.empty() && spaces_.back().depth == open_.size()) spaces_.pop_back();
  open_.pop_back();
  attributes_.clear();
}

Result<XmlReader::Tag> XmlReader::next() {
  if (is_empty_) {
    is_empty_ = false;
    leave();
    return Tag::Close;
  }
  if (std::optional<Error> error = skip_text()) return *error;
  if (at_ == text_.size()) {
    if (!open_.empty()) return fail("ends within <" + printable(open_.back()) + ">");
    if (!any_root_) return fail("no element");
    return Tag::End;
  }
  const bool closes = starts("</");
  if (std::optional<Error> error = closes ? close_tag() : open_tag()) return *error;
  return closes ? Tag::Close : Tag::Open;
}

std::optional<Error> XmlReader::skip() {
  for (std::size_t depth = 1; depth > 0;) {
    const Result<Tag> tag = next();
    if (!tag) return tag.error();
    depth += *tag == Tag::Open ? 1 : std::size_t(-1);
  }
  return std::nullopt;
}

std::size_t XmlReader::find_space(std::string_view prefix) const {
  for (auto space = spaces_.rbegin(); space != spaces_.rend(); ++space)
    if (space->prefix == prefix) return space->uri;
  return kNone;
}

std::optional<std::string> XmlReader::name_space(std::string_view prefix) const {
  const std::size_t found = find_space(prefix);
  return found == kNone ? std::nullopt : std::optional(uris_[found]);
}

std::optional<std::string> XmlReader::attribute(std::string_view name, std::string_view name_space_wanted) const {
  for (const Attribute& attribute : attributes_) {
    if (attribute.name != name || attribute.prefix.empty() != name_space_wanted.empty()) continue;
    if (!attribute.prefix.empty() && name_space(attribute.prefix) != std::optional<std::string>(name_space_wanted))
      continue;
    return resolved(attribute.value);
  }
  return std::nullopt;
}

std::string_view XmlReader::plain_attribute(std::string_view name) const {
  for (const Attribute& attribute : attributes_)
    if (attribute.prefix.empty() && attribute.name == name) return attribute.value;
  return {};
}

}  // namespace clearance::detail
