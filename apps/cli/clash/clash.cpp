// clearance clash: the clashes of an assembly, as a table, as a result file, as comma-separated values.
#include <clearance/io/file.h>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>

#include "../output.h"
#include "../page/page_document.h"
#include "../progress.h"
#include "../scene_to_check.h"
#include "../words.h"
#include "clash_files.h"
#include "clash_text.h"
#include "compare_results.h"
#include "find_clashes.h"
#include "interrupt.h"

namespace clearance::cli {
using namespace detail;
namespace {

constexpr int kInterrupted = 130;  // as shells have it
constexpr std::chrono::seconds kBetweenWrites{20};

double size_of(const Scene& scene) {
  Box all = kNoBox;
  for (const SceneObject& object : scene.objects)
    if (!object.half_space()) all = united(all, world_box(object.shape, object.pose));
  return is_box(all) ? norm(all.high - all.low) : 0;
}

// ---- Meanwhile ------------------------------------------------------------------------------------------------------

// Rows as they are found, for whoever looks at a terminal; a line of progress may stand there.
void stream(const PairReport& report, bool with_touching) {
  if (report.verdict == PairVerdict::Touching && !with_touching) return;
  fmt::print("{}{}", isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "", streamed_row(report));
  std::fflush(stdout);
}

// From the first call until the end: one that strikes while the result is written does not cut that off.
StopSign interrupted() {
  static const Interrupt interrupt;
  return interrupt.sign();
}

class Run {
 public:
  Run(const CommandLine& line, KnownPairs known)
      : line_(line), question_(line.clash.question), known_(std::move(known)) {
    question_.count_touching = !line.json && !question_.place_touching && line.page.file.empty();
    if (line.json || isatty(STDOUT_FILENO) == 0) return;
    found_ = [this](const PairReport& report) { stream(report, question_.place_touching); };
    early_.emplace(question_, to_look_up(), found_, interrupted());
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // Somebody at a terminal need not wait for the last part to see the first row.
  PartsWatcher* watcher() { return early_ ? &*early_ : nullptr; }

  Clashes find(const Scene& scene) {
    if (early_) hashes_ = early_->hashes();
    extend_part_hashes(scene, hashes_);
    std::unique_ptr<Progress> progress;
    ClashWatcher watcher;
    watcher.begins = [&](std::uint64_t pairs) { progress = std::make_unique<Progress>("pairs", pairs); };
    watcher.looked_at = [&] { progress->step(); };
    watcher.found = found_;
    if (!line_.clash.resume.empty()) watcher.block_ends = [&](const KnownPairs& now) { keep_now_and_then(now); };
    return find_clashes(scene, hashes_, question_, to_look_up(), interrupted(), watcher, early_ ? &*early_ : nullptr);
  }

  const std::vector<PartHash>& hashes() const { return hashes_; }

 private:
  const KnownPairs* to_look_up() const { return line_.clash.resume.empty() ? nullptr : &known_; }

  // So that a power cut costs no more than a minute. A file that cannot be written is told of at the end.
  void keep_now_and_then(const KnownPairs& now) {
    if (std::chrono::steady_clock::now() - last_write_ < kBetweenWrites) return;
    KnownPairs all = now;
    all.add(known_);
    static_cast<void>(detail::write_file(line_.clash.resume, known_pairs_text(all, line_.clash.question)));
    last_write_ = std::chrono::steady_clock::now();
  }

  const CommandLine& line_;
  ClashQuestion question_;
  const KnownPairs known_;
  std::function<void(const PairReport&)> found_ = [](const PairReport&) {};
  std::optional<EarlyClashes> early_;  // of a terminal
  std::vector<PartHash> hashes_;
  std::chrono::steady_clock::time_point last_write_ = std::chrono::steady_clock::now();
};

// ---- Afterwards -----------------------------------------------------------------------------------------------------

int status_of(const ResultFile& result, std::uint64_t more_touching) {
  if (result.is_interrupted()) return kInterrupted;
  const bool all_pass = result.skipped.empty() &&
                        (more_touching == 0 || passes(PairVerdict::Touching, *result.criteria)) &&
                        std::all_of(result.pairs.begin(), result.pairs.end(),
                                    [&](const PairReport& report) { return passes(report.verdict, *result.criteria); });
  return all_pass ? 0 : 1;
}

Result<std::optional<ResultFile>> earlier_result(const ClashOptions& options) {
  if (options.against.empty()) return std::optional<ResultFile>();
  Result<ResultFile> read = read_result(options.against);
  if (!read) return read.error();
  return std::optional(std::move(read).value());
}

// Fills in what has changed; the value is what is to be said about that.
std::vector<std::string> compared(const ResultFile& before, const ClashOptions& options, ResultFile& result) {
  const std::string name = detail::printable(options.against);
  std::vector<std::string> remarks;
  if (before.criteria && *before.criteria != options.question.criteria)
    remarks.push_back(
        name + ": was made with another --within, --tolerance or --allow-touching; what is new may be so for that");
  if (before.unit != result.unit) remarks.push_back(name + ": its lengths are in another unit");
  if (before.is_interrupted()) remarks.push_back(name + ": was interrupted; what is new may have been there before");
  if (const std::uint64_t open = compare_with(before, result); open > 0)
    remarks.push_back(fmt::format("{}: {} of its pairs may not have been looked at, and are not resolved", name, open));
  return remarks;
}

}  // namespace

Result<Output> clash(const CommandLine& line) {
  const ClashOptions& options = line.clash;
  if (std::optional<Error> error = unwritable_file(options, line.page.file)) return *error;
  if (std::optional<Error> error = unwritable_page(line.page.file, line.input.paths)) return *error;
  const Result<std::optional<ResultFile>> before = earlier_result(options);
  if (!before) return before.error();
  Result<KnownFile> known = read_known_pairs(options.resume, options.question);
  if (!known) return known.error();
  KnownFile of_before = std::move(known).value();
  Run run(line, std::move(of_before.known));
  std::vector<Error> faults;
  const Result<Input> input = read_input(line.input, faults, run.watcher());
  if (!input) return refusal(faults);
  const Scene& scene = input->scene;

  Output output;
  output.remarks = remarks_on(*input);
  if (of_before.remark) output.remarks.push_back(*of_before.remark);
  Clashes clashes = run.find(scene);
  const std::uint64_t touching = clashes.touching;
  const KnownPairs all_known = std::move(clashes.all_known);
  ResultFile result = result_of(scene, run.hashes(), std::move(clashes), options.question.criteria);
  result.skipped = input->skipped;
  result.unit = input->unit;
  if (const std::optional<ResultFile>& earlier = *before)
    for (std::string& remark : compared(*earlier, options, result)) output.remarks.push_back(std::move(remark));

  const TableWanted wanted{options.by, options.question.place_touching, size_of(scene), touching};
  if (std::optional<Error> error = write_files(result, all_known, options, wanted)) return *error;
  if (!options.bcf.empty() && !input->unit)
    output.remarks.push_back("--bcf: nothing says the unit of the parts; they are taken to be in metres");
  output.text = line.json ? result_text(result, false) : clash_table(result, scene.objects.size(), wanted);
  output.status = status_of(result, touching);
  if (line.page.file.empty()) return output;
  PageResultLimits limits;
  if (result.is_interrupted()) limits.seconds = 1;
  if (std::optional<Error> error = write_report(*input, page_result(scene, std::move(result), limits), line.page))
    return *error;
  return output;
}

}  // namespace clearance::cli
