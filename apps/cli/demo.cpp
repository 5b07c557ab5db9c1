// clearance demo: the bundled scene judged, and every proof checked again as `clearance verify` would.
#include <fmt/format.h>

#include "demo_scene.h"
#include "judge.h"
#include "words.h"

namespace clearance::cli {

Result<Output> demo(const CommandLine&) {
  const Result<Scene> scene = parse_scene(kDemoScene, "", "demo.scene.json");
  if (!scene) return scene.error();
  JudgeOptions options;
  options.want_proofs = true;
  const Result<Judged> judged = judge(*scene, options);
  if (!judged) return judged.error();

  Output output;
  output.text = fmt::format("Clearance {}: {} convex bodies, every answer with its proof\n\n{}", CLEARANCE_VERSION,
                            scene->objects.size(), judged_table(*judged, options));
  std::size_t holding = 0;
  for (std::size_t i = 0; i < scene->pairs.size(); ++i) {
    const CheckResult checked = check_pair(judged->result.pairs[i], *scene, scene->pairs[i]);
    if (checked)
      ++holding;
    else
      output.text += fmt::format("pair {}: {}\n", i, checked.reason);
  }
  output.text += fmt::format("{} of {} proofs checked again in exact arithmetic hold\n", holding, scene->pairs.size());
  output.text +=
      "\nThe same by hand, with examples/demo.scene.json (installed: share/clearance/demo.scene.json):\n"
      "  clearance check --json --proof demo.scene.json > result.json\n"
      "  clearance verify demo.scene.json result.json\n";
  output.status = holding == scene->pairs.size() ? 0 : 1;
  return output;
}

}  // namespace clearance::cli
