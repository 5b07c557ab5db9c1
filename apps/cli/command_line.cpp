#include "command_line.h"

#include <clearance/io/number.h>
#include <clearance/lab/all_algorithms.h>
#include <clearance/lab/all_motion_methods.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <tuple>

#include "clash/clash_command.h"
#include "lengths.h"
#include "page/page_command.h"
#include "words.h"

namespace clearance::cli {
using namespace detail;
namespace {

constexpr const char* kNeedsFile = "needs the name of a file";
constexpr IndexSplitting kSplittings[] = {IndexSplitting::Balanced, IndexSplitting::Hybrid,
                                          IndexSplitting::Autopartition};

// The methods of a table, for messages.
template <class Rows>
std::string names_of(const Rows& rows) {
  std::string names;
  for (const auto& row : rows) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

constexpr const char* kAllWords = "check, clash, move, verify, view, info, algorithms, demo and bench";
constexpr std::string_view kWords[] = {"check", "clash",      "move", "verify", "view",
                                       "info",  "algorithms", "demo", "bench"};

std::optional<Error> refuse_unknown_words(int argc, const char* const* argv) {
  if (argc < 2) return Error{"", std::string("a word is missing; there are ") + kAllWords + " (see clearance --help)"};
  const std::string_view word = argv[1];
  const bool is_word = std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
  if (!is_word && !word.starts_with("-"))
    return Error{"", "unknown word '" + std::string(word) + "'; there are " + kAllWords};
  return std::nullopt;
}

std::optional<Error> read_algorithm(const std::string& name, CommandLine& line) {
  const AlgorithmRow* row = find_algorithm(all_algorithms(), std::string_view(name));
  if (row == nullptr)
    return Error{"check: --algorithm", "unknown name '" + name + "'; there are " + names_of(all_algorithms())};
  line.algorithm = row->id;
  return std::nullopt;
}

std::optional<Error> read_method(const std::string& name, CommandLine& line) {
  for (const MotionMethodRow& row : all_motion_methods())
    if (row.name == name) line.method = row.method;
  if (line.method == MotionMethod::Automatic)
    return Error{"move: --method", "unknown name '" + name + "'; there are " + names_of(all_motion_methods())};
  if (line.trace.empty()) return Error{"move: --method", "says what to draw: name a file with --trace"};
  return std::nullopt;
}

// What makes the exit status of check 1.
struct CriteriaWords {
  std::string within, tolerance;
  CLI::Option *within_option = nullptr, *tolerance_option = nullptr;
};

void add_criteria_options(CLI::App& check, CriteriaWords& words, CommandLine& line) {
  words.within_option =
      check.add_option("--within", words.within, "Count a pair as clear only when it is farther apart than this");
  words.tolerance_option =
      check.add_option("--tolerance", words.tolerance, "Take what penetrates no deeper than this for touching");
  check.add_flag("--allow-touching", line.criteria.allow_touching, "What only touches does not make the exit status 1");
}

std::optional<Error> read_criteria(const CriteriaWords& words, CommandLine& line) {
  if (words.within_option->count() > 0) {
    const Result<double> within = read_length(words.within, "check: --within");
    if (!within) return within.error();
    line.criteria.within = *within;
  }
  if (words.tolerance_option->count() > 0) {
    const Result<double> tolerance = read_length(words.tolerance, "check: --tolerance");
    if (!tolerance) return tolerance.error();
    line.criteria.tolerance = *tolerance;
  }
  if (line.status_only && line.criteria.tolerance > 0)
    return Error{"check: --tolerance", "is about depths, which --status-only leaves out"};
  return std::nullopt;
}

std::optional<Error> read_margin(const std::string& text, CommandLine& line) {
  const Result<double> margin = read_length(text, "move: --margin");
  if (!margin) return margin.error();
  line.margin = *margin;
  return std::nullopt;
}

// What is to be looked at: the same words wherever parts are taken.
struct InputWords {
  std::vector<std::string> units;
  std::string split;
  CLI::Option *split_option = nullptr, *rules_option = nullptr;
};

void add_input_options(CLI::App& word, InputWords& words, InputOptions& input) {
  word.add_flag("--recursive", input.parts.recursive, "Take the parts in subfolders, too");
  word.add_flag("--skip-bad", input.parts.skip_bad,
                "Go on without files that are bad; they are named, and the exit status is 1 at least");
  word.add_option("--unit", words.units,
                  "The unit of the result, and of files that say none (um, mm, cm, m, in, ft); PATTERN=UNIT: of the "
                  "files whose names match")
      ->allow_extra_args(false);
  words.split_option =
      word.add_option("--split", words.split, "Take the pieces of each file as parts: objects or components");
  words.rules_option =
      word.add_option("--rules", input.parts.rules,
                      "A file of rules, a line each: include PATTERN, exclude PATTERN, allow PATTERN PATTERN");
}

std::optional<Error> read_unit(const std::string& text, const std::string& option, PartOptions& parts) {
  const std::size_t equals = text.rfind('=');
  const std::string name = equals == std::string::npos ? text : text.substr(equals + 1);
  const std::optional<LengthUnit> unit = length_unit(name);
  if (!unit) return Error{option, "unknown unit '" + name + "'; there are um, mm, cm, m, in and ft"};
  if (equals == 0) return Error{option, "'" + text + "' names no files; PATTERN=UNIT does, as in '*.stl=in'"};
  if (equals != std::string::npos) {
    parts.units.push_back({text.substr(0, equals), *unit});
  } else if (parts.unit) {
    return Error{option, "the unit of the result is given twice; PATTERN=UNIT says that of files"};
  } else {
    parts.unit = unit;
  }
  return std::nullopt;
}

std::optional<Error> read_input_words(const std::string& word, const InputWords& words, InputOptions& input) {
  for (const std::string& unit : words.units)
    if (std::optional<Error> error = read_unit(unit, word + ": --unit", input.parts)) return error;
  if (words.split == "objects")
    input.parts.split = PartSplit::Objects;
  else if (words.split == "components")
    input.parts.split = PartSplit::Components;
  else if (words.split_option->count() > 0)
    return Error{word + ": --split", "'" + words.split + "' is neither objects nor components"};
  if (words.rules_option->count() > 0 && input.parts.rules.empty()) return Error{word + ": --rules", kNeedsFile};
  return std::nullopt;
}

// What --contacts and what belongs to it say.
struct ContactWords {
  bool is_asked = false;
  std::string margin, points;
  CLI::Option *margin_option = nullptr, *points_option = nullptr;
};

void add_contact_options(CLI::App& check, ContactWords& words) {
  check.add_flag("--contacts", words.is_asked,
                 "Say at which points the bodies of each pair meet, and on which features");
  words.margin_option = check.add_option("--margin", words.margin, "With --contacts, points that are no farther apart");
  words.points_option =
      check.add_option("--points", words.points, "With --contacts, no more points than this for each normal");
}

std::optional<Error> read_contact_words(const ContactWords& words, CommandLine& line) {
  if (!words.is_asked) {
    for (const auto& [option, name] :
         {std::pair(words.margin_option, "check: --margin"), std::pair(words.points_option, "check: --points")})
      if (option->count() > 0) return Error{name, "is about contacts: ask for them with --contacts"};
    return std::nullopt;
  }
  if (line.status_only) return Error{"check: --contacts", "asks for more than --status-only decides"};
  ContactQuestion asked;
  if (words.margin_option->count() > 0) {
    const Result<double> margin = read_length(words.margin, "check: --margin");
    if (!margin) return margin.error();
    asked.margin = *margin;
  }
  if (words.points_option->count() > 0) {
    const std::optional<double> points = parse_double(words.points);
    if (!points || !(*points >= 1 && *points <= 1e9 && *points == std::floor(*points)))
      return Error{"check: --points", "needs a whole number from 1 to 1e9, not '" + words.points + "'"};
    asked.points_per_patch = static_cast<std::uint32_t>(*points);
  }
  line.contacts = asked;
  return std::nullopt;
}

// "1,-2.5,0" as so many numbers.
Result<std::vector<double>> read_coordinates(const std::string& text, std::size_t count, const char* option,
                                             const char* needs) {
  std::vector<double> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::optional<double> number = parse_double(std::string_view(text).substr(at, end - at));
    if (!number || !is_coordinate({*number, 0, 0})) break;
    numbers.push_back(*number + 0.0);  // −0 is 0
    at = end + 1;
  }
  const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
  if (numbers.size() != count || commas + 1 != count)
    return Error{option, std::string("needs ") + needs + " of at most 1e300, not '" + text + "'"};
  return numbers;
}

std::optional<Error> read_at(const std::vector<std::string>& texts, CommandLine& line) {
  for (const std::string& text : texts) {
    const auto numbers = read_coordinates(text, 3, "info: --at", "three decimal numbers x,y,z");
    if (!numbers) return numbers.error();
    const std::vector<double>& n = *numbers;
    line.solid.points.push_back({n[0], n[1], n[2]});
  }
  return std::nullopt;
}

std::optional<Error> read_segments(const std::vector<std::string>& texts, CommandLine& line) {
  for (const std::string& text : texts) {
    const auto numbers = read_coordinates(text, 6, "info: --segment", "six decimal numbers x,y,z,x,y,z");
    if (!numbers) return numbers.error();
    const std::vector<double>& n = *numbers;
    line.solid.segments.push_back({{n[0], n[1], n[2]}, {n[3], n[4], n[5]}});
  }
  return std::nullopt;
}

std::optional<Error> read_splitting(const std::string& name, CommandLine& line) {
  std::string names;
  for (const IndexSplitting splitting : kSplittings) {
    if (name == to_string(splitting)) {
      line.solid.splitting = splitting;
      return std::nullopt;
    }
    names += std::string(names.empty() ? "" : ", ") + to_string(splitting);
  }
  return Error{"info: --splitting", "unknown name '" + name + "'; there are " + names};
}

// What info is asked about a solid, as it was typed.
struct SolidWords {
  std::vector<std::string> points, segments;
  std::string tolerance, splitting;
  CLI::Option *tolerance_option = nullptr, *splitting_option = nullptr, *tree_option = nullptr, *trace_option = nullptr;
};

void add_solid_options(CLI::App& info, SolidWords& words, CommandLine& line) {
  info.add_flag("--brep", line.solid.facts,
                "Say what vertices, edges and faces the solid has, and how large its index is");
  info.add_option("--at", words.points, "Which vertex, edge or face is the point x,y,z on, or is it inside or outside?")
      ->allow_extra_args(false);
  info.add_option("--segment", words.segments, "What does the segment x,y,z,x,y,z pass?")->allow_extra_args(false);
  words.tolerance_option = info.add_option(
      "--tolerance", words.tolerance, "Take points that are no farther than this from a plane of the index as on it");
  words.splitting_option = info.add_option("--splitting", words.splitting,
                                           "How the index chooses its planes: balanced, hybrid or autopartition");
  words.tree_option = info.add_option("--index", line.solid.tree, "Draw the index as a tree into this file (SVG)");
  words.trace_option =
      info.add_option("--trace", line.trace, "Draw the solid with what --at and --segment found into this file (SVG)");
}

std::optional<Error> read_solid_words(const SolidWords& words, CommandLine& line) {
  if (std::optional<Error> error = read_at(words.points, line)) return error;
  if (std::optional<Error> error = read_segments(words.segments, line)) return error;
  const bool classifies = !line.solid.points.empty() || !line.solid.segments.empty();
  if (words.tolerance_option->count() > 0) {
    const Result<double> tolerance = read_length(words.tolerance, "info: --tolerance");
    if (!tolerance) return tolerance.error();
    if (!classifies) return Error{"info: --tolerance", "is for points and segments: name one with --at or --segment"};
    line.solid.tolerance = *tolerance;
  }
  if (words.splitting_option->count() > 0) {
    if (std::optional<Error> error = read_splitting(words.splitting, line)) return error;
    if (!line.solid.any())
      return Error{"info: --splitting", "is for the index: ask with --brep, --at, --segment or --index"};
  }
  for (const auto& [option, file, name] : {std::tuple{words.tree_option, &line.solid.tree, "info: --index"},
                                           std::tuple{words.trace_option, &line.trace, "info: --trace"}}) {
    if (option->count() == 0) continue;
    if (file->empty()) return Error{name, kNeedsFile};
    if (line.files.size() > 1) return Error{name, "draws one solid, and there are several files"};
  }
  if (words.trace_option->count() > 0 && !classifies)
    return Error{"info: --trace", "draws points and segments: name one with --at or --segment"};
  return std::nullopt;
}

std::optional<Error> check_trace(const CommandLine& line) {
  if (line.trace.empty()) return Error{"check: --trace", kNeedsFile};
  if (line.algorithm == Algorithm::Automatic)
    return Error{"check: --trace", "draws one method: name it with --algorithm"};
  return std::nullopt;
}

}  // namespace

Result<CommandLine> parse_command_line(int argc, const char* const* argv) {
  if (std::optional<Error> error = refuse_unknown_words(argc, argv)) return *error;

  CommandLine line;
  line.page.made_by = typed_line(argc, argv);
  std::string algorithm, margin, method;
  SolidWords solid_words;
  CLI::App app{"Collision detection in which every answer carries its proof.", "clearance"};
  app.set_version_flag("--version", "clearance " CLEARANCE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 every pair is separated (move: all the time; verify: no claim fails) · 1 some is not · 2 bad "
      "input · 130 interrupted (clash).");

  CLI::App* check = app.add_subcommand("check", "Judge every pair of a scene at rest, or of the parts in a folder");
  check
      ->add_option("SCENE", line.input.paths,
                   "Scene file (JSON), or parts: folders and files (OBJ, STL, PLY, OFF, 3MF, glTF)")
      ->required();
  InputWords check_words, verify_words;
  add_input_options(*check, check_words, line.input);
  check->add_flag("--json", line.json, "Print the result file instead of a table");
  check->add_flag("--proof", line.proof, "Put large proofs (shells, covers) into the result file, too");
  CLI::Option* algorithm_option = check->add_option(
      "--algorithm", algorithm, "Try this method first on convex pairs: " + names_of(all_algorithms()));
  CriteriaWords criteria_words;
  add_criteria_options(*check, criteria_words, line);
  check->add_flag("--status-only", line.status_only, "Decide the status alone: no distance, no depth");
  ContactWords contact_words;
  add_contact_options(*check, contact_words);
  CLI::Option* trace_option =
      check->add_option("--trace", line.trace, "Draw the steps of --algorithm on the first pair into this file (SVG)");

  CLI::Option* check_report = add_report_option(*check, line);

  const ClashCommand clash(app, line);
  clash.app()
      .add_option("PARTS", line.input.paths,
                  "Scene file (JSON), or parts: folders, and mesh files (OBJ, STL, PLY, OFF, 3MF, glTF)")
      ->required();
  InputWords clash_words;
  add_input_options(clash.app(), clash_words, line.input);
  CLI::Option* clash_report = add_report_option(clash.app(), line);

  CLI::App* move = app.add_subcommand("move", "Follow every pair of a scene through its motions: when do they meet?");
  move->add_option("SCENE", line.scene, "Scene file (JSON) with an \"interval\"")->required();
  move->add_flag("--json", line.json, "Print the result file instead of a table");
  move->add_flag("--proof", line.proof, "Put the timelines into the result file, too");
  CLI::Option* margin_option =
      move->add_option("--margin", margin, "Count a pair as in contact where it is no farther apart than this");
  CLI::Option* move_trace_option = move->add_option(
      "--trace", line.trace, "Draw the first pair's distance over time and its proof into this file (SVG)");
  CLI::Option* method_option = move->add_option(
      "--method", method, "With --trace, draw what this method finds: " + names_of(all_motion_methods()));

  CLI::Option* move_report = add_report_option(*move, line);

  CLI::App* verify = app.add_subcommand("verify", "Prove every claim of a result by its certificate, exactly");
  verify
      ->add_option("SCENE RESULT", line.input.paths,
                   "Scene file (JSON), or parts, as check has been given them; then what check --json or move --json "
                   "printed about it")
      ->required();
  add_input_options(*verify, verify_words, line.input);
  verify->add_flag("--strict", line.strict, "Exit with 1 unless every claim is proved by its certificate");

  const ViewCommand view(app, line);
  InputWords view_words;
  add_input_options(view.app(), view_words, line.input);

  CLI::App* info = app.add_subcommand("info", "Say what a mesh is: closed, convex, volume, defects");
  info->add_option("FILE", line.files, "OBJ, STL, PLY or OFF; 3MF or glTF: each mesh in it")->required();
  info->add_flag("--self-intersections", line.self_intersections, "Count the triangles that run into each other, too");
  add_solid_options(*info, solid_words, line);

  CLI::App* algorithms = app.add_subcommand("algorithms", "List the methods: source, what each can prove, its page");
  CLI::Option* as_json = algorithms->add_flag("--json", line.json, "Print JSON instead of a table");
  algorithms->add_flag("--tabs", line.tabs, "Print a line per method, fields between tabs, for scripts")
      ->excludes(as_json);

  CLI::App* demo = app.add_subcommand("demo", "Three acts, every proof checked again; or a bundled scene");
  CLI::Option* list = demo->add_flag("--scenes", line.demo.list, "List the bundled scenes");
  CLI::Option* bundled = demo->add_option("--scene", line.demo.scene, "Print this scene instead: a scene file");
  demo->add_option("-o,--output", line.demo.file, "Write the page, or the scene, to this file")->excludes(list);
  bundled->excludes(list);
  // Handled before this parser; here for the help text.
  app.add_subcommand("bench", "The papers' experiments, and peers side by side");

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion& version) {
    line.help = std::string(version.what()) + "\n";
    return line;
  } catch (const CLI::CallForHelp&) {
    line.help = app.help();
    return line;
  } catch (const CLI::CallForAllHelp&) {
    line.help = app.help("", CLI::AppFormatMode::All);
    return line;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    return Error{argv[1], what.substr(0, what.find(':')) + ": needs a value (see clearance --help)"};
  } catch (const CLI::ParseError& error) {
    return Error{argc > 1 ? argv[1] : "", std::string(error.what()) + " (see clearance --help)"};
  }
  if (check->parsed()) line.word = cli::check;
  if (clash.is_given()) line.word = cli::clash;
  if (move->parsed()) line.word = cli::move;
  if (verify->parsed()) line.word = cli::verify;
  if (view.is_given()) line.word = cli::view;
  if (info->parsed()) line.word = cli::info;
  if (algorithms->parsed()) line.word = cli::algorithms;
  if (demo->parsed()) line.word = cli::demo;
  if (algorithm_option->count() > 0)
    if (std::optional<Error> error = read_algorithm(algorithm, line)) return *error;
  if (margin_option->count() > 0)
    if (std::optional<Error> error = read_margin(margin, line)) return *error;
  for (const auto& [word, words] : {std::pair(check, &check_words), std::pair(verify, &verify_words),
                                    std::pair(&clash.app(), &clash_words), std::pair(&view.app(), &view_words)})
    if (word->parsed())
      if (std::optional<Error> error = read_input_words(word->get_name(), *words, line.input)) return *error;
  if (verify->parsed()) {
    if (line.input.paths.size() < 2) return Error{"verify", "RESULT is required (see clearance --help)"};
    line.result = std::move(line.input.paths.back());
    line.input.paths.pop_back();
  }
  if (clash.is_given())
    if (std::optional<Error> error = clash.read(line)) return *error;
  if (view.is_given())
    if (std::optional<Error> error = view.read(line)) return *error;
  if (check->parsed())
    if (std::optional<Error> error = read_criteria(criteria_words, line)) return *error;
  if (check->parsed())
    if (std::optional<Error> error = read_contact_words(contact_words, line)) return *error;
  if (trace_option->count() > 0)
    if (std::optional<Error> error = check_trace(line)) return *error;
  if (move_trace_option->count() > 0 && line.trace.empty()) return Error{"move: --trace", kNeedsFile};
  if (method_option->count() > 0)
    if (std::optional<Error> error = read_method(method, line)) return *error;
  for (const auto& [word, option] :
       {std::pair("check", check_report), std::pair("clash", clash_report), std::pair("move", move_report)})
    if (option->count() > 0 && line.page.file.empty()) return Error{std::string(word) + ": --report", kNeedsFile};
  if (info->parsed())
    if (std::optional<Error> error = read_solid_words(solid_words, line)) return *error;
  return line;
}

}  // namespace clearance::cli
