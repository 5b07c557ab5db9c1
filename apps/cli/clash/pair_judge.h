// Question: what is to be said of a pair of parts, by what is known or else by looking?
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <span>

#include "judge_clash.h"
#include "known_pairs.h"

namespace clearance::cli {

struct JudgedPair {
  PairReport report;
  Hash128 key;
  bool was_known = false;
};

class PairJudge {
 public:
  // `known` is kept by reference; null: nothing is.
  PairJudge(const ClashQuestion& question, const KnownPairs* known);

  const ClashQuestion& question() const { return question_; }
  const KnownPairs* known() const { return known_; }
  // `hashes` are those of all objects, or of as many as it takes.
  JudgedPair judge(const Scene& scene, std::span<const PartHash> hashes, const ScenePair& pair) const;

 private:
  std::optional<PairReport> recall(const Hash128& key, const SceneObject& a, const SceneObject& b) const;

  const ClashQuestion question_;
  const Hash128 question_key_;
  const KnownPairs* known_;
};

// Around the object, grown so that two overlap where objects are near enough to be looked at. What has no box is held
// against everything.
Box box_to_look_at(const SceneObject& object, const Criteria& criteria);

}  // namespace clearance::cli
