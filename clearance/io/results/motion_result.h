// Question: what was answered about the motions of a scene, in a form that anyone can check again?
// Method:   the result file of CONTRACT §4, "Motion", written and read; doubles in shortest round-trip form, so a claim
//           that was written and read is the same claim, bit for bit.
// Cannot:   tell whether a claim is true: proof/check_motion.h does. Times "p/q" are taken where they are doubles.
#pragma once

#include <clearance/io/results/result_file.h>
#include <clearance/motion/query.h>
#include <clearance/proof/check_motion.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clearance {

struct MotionReport {
  std::string a, b;  // names of objects
  MotionClaim claim;
  std::string decided_by;
  std::optional<std::string> feature_a, feature_b;  // "vertex", "edge", "face" at the first contact; both or none
  std::optional<Vec3> place;                        // of the first contact, rounded: no part of the claim
  // All times of contact; nothing where nobody asked. A graze's brackets are those of its root.
  std::optional<std::vector<ContactInterval>> intervals;
  std::optional<double> decided_until;  // what comes after that, the intervals do not tell
  // Separation after each of the intervals, until the next or the end. Without spans: not shown. Empty: none is.
  std::vector<Timeline> gaps;
  Excesses excess = {};
};

struct MotionResult {
  TimeInterval interval;  // of the scene, for which all of it is said; absent in files of others, perhaps
  double margin = 0;      // contact is to be no farther apart than this
  std::vector<MotionReport> pairs;
};

// Ends with a newline. Timelines can be large: they are written only on demand. A claim that nobody asked about is
// written as such, and no reader takes it.
std::string result_text(const MotionResult& result, bool with_proofs);
// Writes beside the target and renames: a file is there whole or not at all. The value is the path. Refused: claims
// that nobody asked about.
Result<std::string> write_result(const std::string& path, const MotionResult& result, bool with_proofs);

// What `query` says that it is: "check" or "move". Errors begin with the path as given.
using AnyResult = std::variant<ResultFile, MotionResult>;
Result<AnyResult> read_any_result(const std::string& path);
Result<AnyResult> parse_any_result(std::string_view text, const std::string& name);

// The objects each reported pair speaks of. Refused: names that the scene has not, a pair of an object with itself,
// vertex numbers that the shapes have not, another interval than that of the scene. Errors' places start within the
// result file ("pairs[2].b").
Result<std::vector<ScenePair>> match(const MotionResult& result, const Scene& scene);

}  // namespace clearance
