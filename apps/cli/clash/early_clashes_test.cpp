#include "early_clashes.h"

#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <set>
#include <string>

#include "clash_reports_test.h"
#include "find_clashes.h"

namespace clearance::cli {
using namespace detail;
namespace {

// Blocks in a row, flush but for every seventh, which is pushed into the next.
void write_row(const test::ScratchFolder& folder, int count) {
  for (int k = 0; k < count; ++k) {
    std::string text;
    for (int corner = 0; corner < 8; ++corner)
      text += "v " + std::to_string(k + (corner & 1) + (k % 7 == 3 ? 0.25 : 0)) + " " +
              std::to_string(corner >> 1 & 1) + " " + std::to_string(corner >> 2) + "\n";
    for (const char* face : {"1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"})
      text += std::string("f ") + face + "\n";
    folder.write("block" + std::to_string(1000 + k) + ".obj", text);
  }
}

Result<PartScene> read(const test::ScratchFolder& folder, const PartOptions& options, PartsWatcher* watcher) {
  const std::string path = folder.file("");
  std::vector<Error> faults;
  return read_parts({&path, 1}, options, faults, watcher);
}

struct Told {
  std::set<std::pair<std::string, std::string>> pairs;
  std::size_t calls = 0;

  std::function<void(const PairReport&)> listener() {
    return [this](const PairReport& report) {
      ++calls;
      pairs.emplace(report.a, report.b);
    };
  }
};

struct StopAfter {
  std::shared_ptr<std::atomic<int>> left;
  bool stop_requested() const { return *left <= 0; }
};

TEST(EarlyClashes, AreToldBeforeTheLastFileAndOnlyOnce) {
  const test::ScratchFolder folder, beside;
  write_row(folder, 90);
  ClashQuestion question;
  question.criteria.within = 0.5;
  PartOptions options;
  options.rules = beside.write("rules", "allow block100? block101?\nallow block1066* *\n");
  Told told;
  EarlyClashes early(question, nullptr, told.listener());
  struct Counter final : PartsWatcher {
    Counter(EarlyClashes& clashes, const Told& rows) : early(clashes), told(rows) {}
    void look_at(const Scene& so_far) override {
      ++calls;
      early.look_at(so_far);
      if (so_far.objects.size() <= 45) told_at_half = told.calls;
    }

    EarlyClashes& early;
    const Told& told;
    std::size_t calls = 0, told_at_half = 0;
  } counter(early, told);
  const Result<PartScene> parts = read(folder, options, &counter);
  ASSERT_TRUE(parts);
  const Scene& scene = parts->scene;
  EXPECT_GT(counter.told_at_half, 30u);
  const auto hashes = part_hashes(scene);
  EXPECT_EQ(early.hashes(), hashes);
  ClashWatcher watcher;
  std::uint64_t left = 1;
  watcher.begins = [&](std::uint64_t pairs) { left = pairs; };
  watcher.found = told.listener();
  const Clashes clashes = find_clashes(scene, hashes, question, nullptr, {}, watcher, &early);
  EXPECT_EQ(left, 0u) << "nothing was left to look at";
  EXPECT_EQ(text_of(clashes), text_of(find_clashes(scene, hashes, question)));
  EXPECT_EQ(told.calls, clashes.found.size());
  EXPECT_EQ(told.pairs.size(), told.calls);
}

TEST(EarlyClashes, KnownAnswersAreTakenAndKept) {
  const test::ScratchFolder folder;
  write_row(folder, 40);
  const KnownPairs nothing;
  const auto run = [&](const KnownPairs& known) {
    EarlyClashes early({}, &known, [](const PairReport&) {});
    const Result<PartScene> parts = read(folder, {}, &early);
    return find_clashes(parts->scene, early.hashes(), {}, &known, {}, {}, &early);
  };
  const Clashes first = run(nothing), again = run(first.all_known);
  EXPECT_EQ(first.known, 0u);
  EXPECT_EQ(again.asked, 0u);
  EXPECT_EQ(again.known, first.asked);
  EXPECT_EQ(text_of(again), text_of(first));
  EXPECT_EQ(again.all_known.size(), first.all_known.size());
}

// What was shown before the stop is in the result; the rest is counted, and taken up again it is one run.
TEST(EarlyClashes, AStopWhileReadingLosesNothing) {
  const test::ScratchFolder folder;
  write_row(folder, 60);
  const KnownPairs nothing;
  std::string whole;
  for (const int stop : {1000, 1, 0, 7, 40}) {
    const auto left = std::make_shared<std::atomic<int>>(stop);
    Told told;
    EarlyClashes early(
        {}, &nothing, [&, tell = told.listener()](const PairReport& report) { --*left, tell(report); },
        StopAfter{left});
    const Result<PartScene> parts = read(folder, {}, &early);
    ASSERT_TRUE(parts);
    const auto hashes = part_hashes(parts->scene);
    Clashes clashes = find_clashes(parts->scene, hashes, {}, &nothing, StopAfter{left}, {}, &early);
    EXPECT_EQ(clashes.found.size() + clashes.clear + clashes.not_looked_at, parts->scene.pair_count());
    EXPECT_EQ(clashes.was_stopped, stop < 1000);
    std::size_t shown = 0;
    for (const FoundClash& clash : clashes.found)
      shown += told.pairs.contains({clash.report.a, clash.report.b}) ? 1 : 0;
    EXPECT_EQ(shown, told.pairs.size());
    if (stop == 1000) whole = text_of(clashes);
    EXPECT_EQ(text_of(find_clashes(parts->scene, hashes, {}, &clashes.all_known)), whole) << stop;
  }
}

// Some are beyond what is looked at early.
TEST(EarlyClashes, ManyPartsAreLeftToTheEnd) {
  Scene scene;
  const Rounded body(box({1, 1, 1}));
  ScenePart part;
  for (int v = 0; v < body.core().vertex_count(); ++v) part.points.push_back(body.core().vertex(v));
  const auto given = std::make_shared<const std::vector<ScenePart>>(1, part);
  Told told;
  EarlyClashes early({}, nullptr, told.listener());
  for (const int count : {300, 500, 5000}) {
    for (int k = static_cast<int>(scene.objects.size()); k < count; ++k)
      scene.objects.push_back({"b" + std::to_string(k), ShapeKind::Box, body, given, translation({1e-4 * k, 0, 0})});
    early.look_at(scene);
    if (count == 300) {
      EXPECT_EQ(told.calls, 300u * 299 / 2);
    }
  }
  EXPECT_LT(told.calls, 66100u) << "all of 500 parts would be 124,750 pairs";
  EXPECT_EQ(early.hashes().size(), 500u);
}

}  // namespace
}  // namespace clearance::cli
