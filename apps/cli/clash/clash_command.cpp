#include "clash_command.h"

#include <CLI/CLI.hpp>

#include "../command_line.h"
#include "../lengths.h"
#include "../words.h"

namespace clearance::cli {
namespace {

template <class T>
struct Word {
  const char* name;
  T value;
};
constexpr Word<DepthWanted> kDepths[] = {
    {"off", DepthWanted::Off}, {"fast", DepthWanted::Fast}, {"tight", DepthWanted::Tight}};
constexpr Word<GroupBy> kGroups[] = {{"part", GroupBy::Part}, {"place", GroupBy::Place}};

template <class T, std::size_t count>
std::optional<Error> read_word(const Word<T> (&words)[count], const std::string& text, const char* option, T& out) {
  std::string known;
  for (const Word<T>& word : words) {
    if (text == word.name) {
      out = word.value;
      return std::nullopt;
    }
    known += (known.empty() ? "" : ", ") + std::string(word.name);
  }
  return Error{option, "unknown word '" + text + "'; there are " + known};
}

}  // namespace

struct ClashCommand::Words {
  CLI::App* clash = nullptr;
  std::string within, tolerance, depth, by;
  bool allow_touching = false;
  CLI::Option *within_option = nullptr, *tolerance_option = nullptr, *depth_option = nullptr, *by_option = nullptr;
  struct File {
    const char* name;
    CLI::Option* option;
    std::string ClashOptions::* path;
  };
  std::vector<File> files;
};

ClashCommand::ClashCommand(CLI::App& app, CommandLine& line) : words_(std::make_unique<Words>()) {
  Words& words = *words_;
  CLI::App* clash = app.add_subcommand("clash", "Which parts of an assembly clash: where, by how much, since when");
  words.clash = clash;
  words.within_option = clash->add_option("--within", words.within, "List pairs that are no farther apart than this");
  words.tolerance_option =
      clash->add_option("--tolerance", words.tolerance, "Take what penetrates no deeper than this for touching");
  clash->add_flag("--allow-touching", words.allow_touching, "What only touches does not make the exit status 1");
  clash->add_flag("--touching", line.clash.question.place_touching, "List what touches, and where, too");
  words.depth_option = clash->add_option("--depth", words.depth, "How narrow depths are: off, fast (default) or tight");
  words.by_option = clash->add_option("--group", words.by, "Group the table by part or by place");
  clash->add_flag("--json", line.json, "Print the result file instead of a table");
  const auto file = [&](const char* name, std::string ClashOptions::* path, const char* what) {
    words.files.push_back({name, clash->add_option(name, line.clash.*path, what), path});
  };
  file("--csv", &ClashOptions::csv, "Write the table as comma-separated values into this file, too");
  file("--bcf", &ClashOptions::bcf, "Write a topic for each clash, or each group, into this file (BCF 2.1), too");
  file("--against", &ClashOptions::against, "Say what is new, still there and resolved since this result file");
  file("--resume", &ClashOptions::resume, "Keep answers in this file, and ask again only about what has changed");
}

ClashCommand::~ClashCommand() = default;

CLI::App& ClashCommand::app() const { return *words_->clash; }

bool ClashCommand::is_given() const { return words_->clash->parsed(); }

std::optional<Error> ClashCommand::read(CommandLine& line) const {
  const Words& words = *words_;
  ClashQuestion& question = line.clash.question;
  if (words.within_option->count() > 0) {
    const Result<double> within = read_length(words.within, "clash: --within");
    if (!within) return within.error();
    question.criteria.within = *within;
  }
  if (words.tolerance_option->count() > 0) {
    const Result<double> tolerance = read_length(words.tolerance, "clash: --tolerance");
    if (!tolerance) return tolerance.error();
    question.criteria.tolerance = *tolerance;
  }
  question.criteria.allow_touching = words.allow_touching;
  if (words.depth_option->count() > 0)
    if (std::optional<Error> error = read_word(kDepths, words.depth, "clash: --depth", question.depth)) return error;
  if (question.depth == DepthWanted::Off && question.criteria.tolerance > 0)
    return Error{"clash: --depth off", "a tolerance is about depths; leave one of them out"};
  if (words.by_option->count() > 0)
    if (std::optional<Error> error = read_word(kGroups, words.by, "clash: --group", line.clash.by)) return error;
  for (const Words::File& file : words.files)
    if (file.option->count() > 0 && (line.clash.*file.path).empty())
      return Error{std::string("clash: ") + file.name, "needs the name of a file"};
  return std::nullopt;
}

}  // namespace clearance::cli
