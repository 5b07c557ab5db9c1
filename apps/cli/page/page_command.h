// The options of `clearance view` and of --report on the command line; with page_command.cpp, which includes CLI11 for
// them.
#pragma once

#include <clearance/base/result.h>

#include <memory>
#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace clearance::cli {

struct CommandLine;

class ViewCommand {
 public:
  ViewCommand(CLI::App& app, CommandLine& line);
  ~ViewCommand();

  CLI::App& app() const;  // for the options of all words that take parts
  bool is_given() const;
  // After the command line was parsed: the values, or what is wrong with one.
  std::optional<Error> read(CommandLine& line) const;

 private:
  struct Words;
  std::unique_ptr<Words> words_;
};

// --report PAGE.html of another word.
CLI::Option* add_report_option(CLI::App& word, CommandLine& line);

// The command line as it was typed, in a form that a shell reads as the same.
std::string typed_line(int argc, const char* const* argv);

}  // namespace clearance::cli
