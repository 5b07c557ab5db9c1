#include <fmt/format.h>

#include <optional>

#include "../judge.h"
#include "../scenes/bundled_scenes.h"
#include "../table.h"
#include "../verify_claims.h"
#include "acts.h"

namespace clearance::cli {
namespace {

std::size_t triangles_of(const Scene& scene) {
  std::size_t count = 0;
  for (const SceneObject& object : scene.objects) count += object.triangles().size();
  return count;
}

std::string clash_text(const PairReport& report) {
  std::string text = fmt::format("   {} and {}: {}", report.a, report.b, to_string(report.claim.status));
  if (report.claim.depth) text += fmt::format(", depth {}", bracket_text(report.claim.depth->bracket));
  if (report.place) text += fmt::format(", around {}", place_text(report.place));
  return text + fmt::format("; shown by: {}\n", certificate_text(report.claim.certificate));
}

std::string nearest_text(const std::vector<PairReport>& reports) {
  const PairReport* nearest = nullptr;
  std::optional<Bracket> least;
  std::size_t apart = 0;
  for (const PairReport& report : reports) {
    const std::optional<Bracket>& gap = report.claim.distance;
    if (report.claim.status != Status::Separated || !gap) continue;
    ++apart;
    if (least && least->lower <= gap->lower) continue;
    nearest = &report;
    least = gap;
  }
  if (!least) return {};
  return fmt::format("   {} other pairs are apart; the nearest, {} and {}, by {}\n", apart, nearest->a, nearest->b,
                     bracket_text(*least));
}

}  // namespace

Result<Act> show_assembly() {
  const Result<Scene> scene = parse_scene(engine_clash_scene(), "", "engine_clash.scene.json");
  if (!scene) return scene.error();
  JudgeOptions options;
  options.want_proofs = true;
  const Result<Judged> judged = judge(*scene, options);
  if (!judged) return judged.error();
  const Result<VerifiedResult> verified = verify_result(*scene, judged->result);
  if (!verified) return verified.error();
  std::string text = fmt::format("1  An engine at rest: {} bodies, {} triangles, {} pairs\n", scene->objects.size(),
                                 triangles_of(*scene), scene->pairs.size());
  for (const PairReport& report : judged->result.pairs)
    if (report.claim.status != Status::Separated) text += clash_text(report);
  text += nearest_text(judged->result.pairs);
  const StandingCounts counts{verified->count(Standing::Proved), verified->count(Standing::DecidedAgain),
                              verified->count(Standing::Undecided), verified->count(Standing::Fails)};
  return Act{text + "   checked again: " + counts_text(counts), verified->all_hold() && counts.open == 0};
}

}  // namespace clearance::cli
