#include "page_command.h"

#include <clearance/io/number.h>
#include <clearance/lab/all_algorithms.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "../command_line.h"

namespace clearance::cli {

struct ViewCommand::Words {
  CLI::App* view = nullptr;
  bool all = false;
  std::string methods, frames;
  CLI::Option *methods_option = nullptr, *pair_option = nullptr, *frames_option = nullptr;
};

namespace {

constexpr double kMostFrames = 1000;

std::string method_names() {
  std::string names;
  for (const AlgorithmRow& row : all_algorithms()) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

std::optional<Error> read_methods(const std::string& text, std::vector<Algorithm>& out) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string name = text.substr(at, end - at);
    const AlgorithmRow* row = find_algorithm(all_algorithms(), std::string_view(name));
    if (name == "all")
      for (const AlgorithmRow& each : all_algorithms()) out.push_back(each.id);
    else if (row != nullptr)
      out.push_back(row->id);
    else
      return Error{"view: --trace", "unknown name '" + name + "'; there are all, " + method_names()};
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace

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
  words.methods_option =
      words.view->add_option("--trace", words.methods,
                             "Show these methods at work on a pair of convex bodies, step by step: all, or names with "
                             "commas between them: " +
                                 method_names());
  words.pair_option = words.view->add_option("--pair", line.page.trace.pair,
                                             "With --trace, the pair, two names with a comma between them");
  words.frames_option = words.view->add_option("--frames", words.frames,
                                               "With --trace, at so many instants of the motion (24 unless given)");
}

ViewCommand::~ViewCommand() = default;

CLI::App& ViewCommand::app() const { return *words_->view; }

bool ViewCommand::is_given() const { return words_->view->parsed(); }

std::optional<Error> ViewCommand::read(CommandLine& line) const {
  if (line.page.file.empty()) return Error{"view: -o", "needs the name of a file"};
  const Words& words = *words_;
  if (words.methods_option->count() == 0) {
    for (const auto& [option, name] :
         {std::pair(words.pair_option, "view: --pair"), std::pair(words.frames_option, "view: --frames")})
      if (option->count() > 0) return Error{name, "is about methods: name them with --trace"};
  } else if (std::optional<Error> error = read_methods(words.methods, line.page.trace.methods)) {
    return error;
  }
  if (words.frames_option->count() > 0) {
    const std::optional<double> frames = detail::parse_double(words.frames);
    if (!frames || !(*frames >= 1 && *frames <= kMostFrames && *frames == std::floor(*frames)))
      return Error{"view: --frames", "needs a whole number from 1 to 1000, not '" + words.frames + "'"};
    line.page.trace.frames = static_cast<int>(*frames);
  }
  if (words.all) line.page.most_triangles = std::numeric_limits<std::uint64_t>::max();
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
