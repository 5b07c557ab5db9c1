#include "page_command.h"

#include <CLI/CLI.hpp>
#include <limits>
#include <string_view>

#include "../command_line.h"

namespace clearance::cli {

struct ViewCommand::Words {
  CLI::App* view = nullptr;
  bool all = false;
};

ViewCommand::ViewCommand(CLI::App& app, CommandLine& line) : words_(std::make_unique<Words>()) {
  Words& words = *words_;
  words.view = app.add_subcommand("view", "Write a scene and what is true of it as one page, to be looked at");
  words.view
      ->add_option("SCENE [RESULT]", line.input.paths,
                   "Scene file (JSON), or parts, as check takes them; then the result about it to be shown, where it "
                   "is not to be made now")
      ->required();
  words.view->add_option("-o,--output", line.page.file, "The page (HTML)")->required();
  words.view->add_flag("--all", words.all, "Put all triangles into the page, however many there are");
}

ViewCommand::~ViewCommand() = default;

CLI::App& ViewCommand::app() const { return *words_->view; }

bool ViewCommand::is_given() const { return words_->view->parsed(); }

std::optional<Error> ViewCommand::read(CommandLine& line) const {
  if (line.page.file.empty()) return Error{"view: -o", "needs the name of a file"};
  if (words_->all) line.page.most_triangles = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::string>& paths = line.input.paths;
  if (paths.size() > 1 && !is_of_parts(paths.back())) {
    line.result = std::move(paths.back());
    paths.pop_back();
  }
  return std::nullopt;
}

CLI::Option* add_report_option(CLI::App& word, CommandLine& line) {
  return word.add_option("--report", line.page.file, "Write the result as a page to be looked at into this file, too");
}

std::string typed_line(int argc, const char* const* argv) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  std::string out = "clearance";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    out += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
      out += word;
      continue;
    }
    out += '\'';
    for (const char c : word) {
      if (c == '\'')
        out += "'\\''";
      else
        out += c;
    }
    out += '\'';
  }
  return out;
}

}  // namespace clearance::cli
