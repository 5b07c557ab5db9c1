// The options of `clearance clash` on the command line; with clash_command.cpp, which alone includes CLI11 for them.
#pragma once

#include <clearance/base/result.h>

#include <memory>
#include <optional>

namespace CLI {
class App;
}

namespace clearance::cli {

struct CommandLine;

class ClashCommand {
 public:
  ClashCommand(CLI::App& app, CommandLine& line);
  ~ClashCommand();

  CLI::App& app() const;  // for the options of all words that take parts
  bool is_given() const;
  // After the command line was parsed: the values, or what is wrong with one.
  std::optional<Error> read(CommandLine& line) const;

 private:
  struct Words;
  std::unique_ptr<Words> words_;
};

}  // namespace clearance::cli
