// Question: what is the next line, or the next word, of a text file, and on which line does it stand?
// Method:   a view that moves along; '\n' ends lines, and '\r', tab, vertical tab and form feed are blanks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clearance::detail {

// The next word of `line`, taken off its front; empty when there is none.
std::string_view take_word(std::string_view& line);
// Without the blanks at both ends.
std::string_view trimmed(std::string_view text);
// Compares without regard to the case of ASCII letters; `lower` is in lower case.
bool same_word(std::string_view word, std::string_view lower);

// `text` without the byte order mark that some editors put in front.
std::string_view without_mark(std::string_view text);

class Scanner {
 public:
  // From `comment` on, where it is not 0, lines are taken as ended.
  explicit Scanner(std::string_view text, char comment = '\0') : text_(text), comment_(comment) {}

  // The next line without its end; false at the end of the text.
  bool next_line(std::string_view& line);
  // The next word on this or a later line; empty at the end of the text.
  std::string_view next_word();
  // The next word on this line only; empty when there is none.
  std::string_view next_word_of_line();
  void skip_line();

  // Number, from 1, of the line last read from.
  std::size_t line() const { return line_; }
  std::string place() const { return "line " + std::to_string(line_); }
  std::size_t position() const { return at_; }
  std::size_t left() const { return text_.size() - at_; }

 private:
  void skip_blanks(bool over_lines);

  std::string_view text_;
  char comment_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool line_begins_ = false;  // next_line has taken a line end, which counts once something is read behind it
};

}  // namespace clearance::detail
