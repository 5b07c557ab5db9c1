#include "pair_judge.h"

namespace clearance::cli {
using namespace detail;

PairJudge::PairJudge(const ClashQuestion& question, const KnownPairs* known)
    : question_(question), question_key_(key_of(question)), known_(known) {}

JudgedPair PairJudge::judge(const Scene& scene, std::span<const PartHash> hashes, const ScenePair& pair) const {
  const SceneObject &a = scene.objects[pair.a], &b = scene.objects[pair.b];
  const Hash128 key = key_of(question_key_, hashes[pair.a], hashes[pair.b]);
  std::optional<PairReport> known = recall(key, a, b);
  const bool was_known = known.has_value();
  return {was_known ? *std::move(known) : judge_clash(a, b, question_), key, was_known};
}

std::optional<PairReport> PairJudge::recall(const Hash128& key, const SceneObject& a, const SceneObject& b) const {
  if (known_ == nullptr) return std::nullopt;
  std::optional<PairReport> report = known_->find(key);
  if (report) report->a = a.name, report->b = b.name;
  return report;
}

Box box_to_look_at(const SceneObject& object, const Criteria& criteria) {
  const double margin =
      criteria.within.value_or(0) / 2;  // at half the distance from either box; grown() rounds outward
  const Box box = grown(world_box(object.shape, object.pose), margin);
  return is_box(box) ? box : Box{kNoBox.high, kNoBox.low};
}

}  // namespace clearance::cli
