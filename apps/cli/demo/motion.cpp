#include <fmt/format.h>

#include <utility>

#include "../follow.h"
#include "../scenes/bundled_scenes.h"
#include "../table.h"
#include "../verify_motions.h"
#include "acts.h"

namespace clearance::cli {
namespace {

std::string contact_text(const MotionReport& report) {
  const MotionClaim& claim = report.claim;
  std::string text =
      fmt::format("   {} and {} meet after {} turns", report.a, report.b, bracket_text({claim.lower, claim.upper}));
  if (report.place) text += fmt::format(", around {}", place_text(report.place));
  if (report.intervals && !report.intervals->empty())
    text += fmt::format(";\n   they are apart again after {}", bracket_text(report.intervals->front().end));
  return text + "\n";
}

std::size_t spans_of(const Timeline& timeline) { return timeline.spans.size(); }

// Of all pairs: how many stretches of time are proved free, each by its own plane or boxes.
std::size_t spans_of(const MotionResult& result) {
  std::size_t count = 0;
  for (const MotionReport& report : result.pairs) {
    count += spans_of(report.claim.timeline);
    for (const Timeline& gap : report.gaps) count += spans_of(gap);
  }
  return count;
}

}  // namespace

Result<MovingScene> demo_in_motion() {
  Result<Scene> scene = parse_scene(late_valve_scene(), "", "late_valve.scene.json", SceneUse::InMotion);
  if (!scene) return scene.error();
  return moving_scene(std::move(scene).value());
}

Result<Act> show_motion(const MovingScene& moving, const MotionResult& result) {
  const Result<VerifiedMotions> verified = verify_motions(moving, result);
  if (!verified) return verified.error();
  std::string text =
      fmt::format("2  The same engine through {:g} turns of its crank: its valves against all that moves, {} pairs\n",
                  moving.interval.end - moving.interval.begin, result.pairs.size());
  std::size_t clear = 0;
  for (const MotionReport& report : result.pairs) {
    if (report.claim.is_clear())
      ++clear;
    else
      text += contact_text(report);
  }
  text += fmt::format("   {} pairs never meet; {} stretches of time, each proved free as a whole\n", clear,
                      spans_of(result));
  const StandingCounts counts = verified->counts();
  return Act{text + "   checked again: " + counts_text(counts), counts.failed == 0 && counts.open == 0};
}

}  // namespace clearance::cli
