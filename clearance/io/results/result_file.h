// Question: what was answered about a scene, in a form that anyone can check again?
// Method:   the result file of CONTRACT §4, written and read; doubles in shortest round-trip form, so a claim that was
//           written and read is the same claim, bit for bit.
// Cannot:   tell whether a claim is true: proof/check.h does.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/scenes/length_unit.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/proof/certificate.h>
#include <clearance/proof/contacts/contact_claim.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clearance {

// How far the hulls that stand for other bodies in an answer exceed those, at most (SceneObject::excess); 0 of what
// stands for itself. What is separated is so with the bodies themselves, which are no nearer to each other than the
// hulls, and farther apart by no more than both.
struct Excesses {
  double a = 0, b = 0;

  friend bool operator==(const Excesses&, const Excesses&) = default;
};
Excesses excesses_of(const SceneObject& a, const SceneObject& b);

struct PairReport {
  std::string a, b;  // names of objects
  Claim claim;
  std::string decided_by;
  std::optional<std::string> feature_a, feature_b;  // "vertex", "edge", "face"; both or none
  std::optional<Vec3> place;                        // where they meet, rounded: to go and look, no part of the claim
  std::optional<std::vector<ContactPatchClaim>> contacts = {};  // nothing where nobody asked
  Excesses excess = {};
};

// A crowd's pairs that are not listed: all are separated, by more than `beyond` where that is given.
struct UnlistedPairs {
  std::uint64_t pairs = 0;
  std::optional<double> beyond;
};

// Which instant of a scene with motions was looked at: the motions were not.
struct LookedAt {
  std::optional<double> time;  // the beginning of the interval; nothing when the scene has none
};
std::optional<LookedAt> looked_at(const Scene& scene);

// A file, or subfolder, that an answer is not about: what it was read for would have been a part.
struct SkippedFile {
  std::string file;   // as the object is called that it would have been
  std::string error;  // what is wrong with it

  friend bool operator==(const SkippedFile&, const SkippedFile&) = default;
};

struct ResultFile {
  std::string query = "check";
  std::optional<LookedAt> looked_at;    // of a scene with motions
  std::optional<LengthUnit> unit = {};  // of all lengths, where the scene's is known
  std::vector<PairReport> pairs;
  std::optional<UnlistedPairs> unlisted;  // of a scene whose pairs are too many to list one by one
  std::vector<SkippedFile> skipped = {};  // bad files that somebody wanted to go on without
};

// Ends with a newline. A claim that nobody asked about is written as such, and no reader takes it. Shells and covers
// can be large: they are written only on demand. A claim without certificate is written without one. Bounds that are
// infinite are written as the string "inf".
std::string result_text(const ResultFile& result, bool with_proofs);
// Writes beside the target and renames: a file is there whole or not at all. The value is the path. Refused: claims
// that nobody asked about.
Result<std::string> write_result(const std::string& path, const ResultFile& result, bool with_proofs);

// Errors begin with the path as given. A pair without certificate is read as one (Certificate::Kind::None).
Result<ResultFile> read_result(const std::string& path);
Result<ResultFile> parse_result(std::string_view text, const std::string& name);

// The objects each reported pair speaks of: positions in Scene::objects, as many as result.pairs. Refused: names that
// the scene has not, a pair of an object with itself, vertex numbers that the shapes have not, another instant than
// that of the scene. Errors' places start within the result file ("pairs[2].b").
Result<std::vector<ScenePair>> match(const ResultFile& result, const Scene& scene);

}  // namespace clearance
