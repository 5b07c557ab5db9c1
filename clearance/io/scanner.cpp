#include <clearance/io/scanner.h>

#include <algorithm>

namespace clearance::detail {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool is_space(char c) { return is_blank(c) || c == '\n'; }

}  // namespace

std::string_view take_word(std::string_view& line) {
  const auto begin = std::find_if_not(line.begin(), line.end(), is_space);
  const auto end = std::find_if(begin, line.end(), is_space);
  const std::string_view word(begin, end);
  line = std::string_view(end, line.end());
  return word;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool same_word(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; });
}

std::string_view without_mark(std::string_view text) {
  return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

bool Scanner::next_line(std::string_view& line) {
  if (at_ >= text_.size()) return false;
  if (line_begins_) ++line_;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  line = text_.substr(at_, end - at_);
  at_ = std::min(end + 1, text_.size());
  line_begins_ = true;
  return true;
}

void Scanner::skip_blanks(bool over_lines) {
  if (line_begins_) {
    ++line_;
    line_begins_ = false;
  }
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (comment_ != '\0' && c == comment_) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size()) return;
    }
    if (text_[at_] == '\n') {
      if (!over_lines) return;
      ++line_;
    } else if (!is_blank(text_[at_])) {
      return;
    }
  }
}

std::string_view Scanner::next_word() {
  skip_blanks(true);
  return next_word_of_line();
}

std::string_view Scanner::next_word_of_line() {
  skip_blanks(false);
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_space(text_[at_]) && (comment_ == '\0' || text_[at_] != comment_)) ++at_;
  return text_.substr(begin, at_ - begin);
}

void Scanner::skip_line() {
  std::string_view rest;
  if (next_line(rest)) skip_blanks(false);
}

}  // namespace clearance::detail
