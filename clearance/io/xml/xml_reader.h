// Question: which elements and attributes does a text of XML have, one after the other?
// Method:   a reader that is asked for the next tag. Names come with the name spaces they are in; texts between tags
//           are passed over. Strictly well-formed, UTF-8.
// Cannot:   take a document type: entities of its own are how a short text becomes an endless one. Nor more than 256
//           elements within each other.
// Cost:     linear; attributes are views into the text.
#pragma once

#include <clearance/base/result.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::detail {

class XmlReader {
 public:
  enum class Tag : unsigned char { Open, Close, End };  // an empty element is opened and closed; the text has ended

  // `text` must outlive it.
  explicit XmlReader(std::string_view text);

  // Errors' places are lines.
  Result<Tag> next();

  // Of the tag: its name without prefix, and whether its name space is that.
  std::string_view name() const { return name_; }
  bool is_in(std::string_view name_space) const { return space_ != kNone && uris_[space_] == name_space; }
  // The value of an attribute of an open tag, with references resolved; `name_space_wanted` is empty for one without
  // prefix.
  std::optional<std::string> attribute(std::string_view name, std::string_view name_space_wanted = {}) const;
  // The same where no reference may stand in it, as in numbers: without a copy. Empty when there is none.
  std::string_view plain_attribute(std::string_view name) const;
  // The name space that a prefix stands for here; nothing when it stands for none.
  std::optional<std::string> name_space(std::string_view prefix) const;
  // Passes over everything in the element that was opened last, its end included.
  std::optional<Error> skip();
  std::string place() const;

 private:
  struct Attribute {
    std::string_view prefix, name, value;
  };
  struct Space {
    std::string_view prefix;
    std::size_t uri;  // a position in uris_
    std::size_t depth;
  };
  static constexpr std::size_t kNone = std::size_t(-1);

  Error fail(const std::string& fault) const;
  bool starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }
  bool skip_blanks();
  bool skip_past(std::string_view end);
  std::optional<Error> skip_text();
  std::string_view take_name();
  static void divide(std::string_view whole, std::string_view& prefix, std::string_view& name);
  std::optional<Error> open_tag();
  std::optional<Error> close_tag();
  std::optional<Error> read_attributes();
  std::optional<Error> resolve_names();
  std::optional<Error> check_references(std::string_view value) const;
  static std::string resolved(std::string_view value);
  std::size_t find_space(std::string_view prefix) const;
  void leave();

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string_view> open_;  // names as written
  std::vector<Attribute> attributes_;
  std::vector<Space> spaces_;
  std::vector<std::string> uris_;  // of all name spaces so far
  std::string_view name_;
  std::size_t space_ = kNone;
  bool is_empty_ = false, any_root_ = false;
  mutable std::size_t line_ = 1, counted_ = 0;  // lines up to there are counted
};

}  // namespace clearance::detail
