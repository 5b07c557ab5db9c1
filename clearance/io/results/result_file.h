// Question: what was answered about a scene, in a form that anyone can check again?
// Method:   the result file of CONTRACT §4, written and read; doubles in shortest round-trip form, so a claim that was
//           written and read is the same claim, bit for bit.
// Cannot:   tell whether a claim is true: proof/check.h does.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/results/verdict.h>
#include <clearance/io/scenes/length_unit.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/proof/certificate.h>
#include <clearance/proof/contacts/contact_claim.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clearance {

// How far the hulls that stand for other bodies in an answer exceed those, at most (SceneObject::excess); 0 of what
// stands for itself, nothing where nobody said which: that is written as null, and no reader takes it. What is
// separated is so with the bodies themselves, which are no nearer to each other than the hulls, and farther apart by no
// more than both.
struct Excesses {
  std::optional<double> a, b;

  friend bool operator==(const Excesses&, const Excesses&) = default;
};
Excesses excesses_of(const SceneObject& a, const SceneObject& b);

// What became of a pair since an earlier result; None where there was no comparison.
enum class Change : std::uint8_t { None, New, Still };

struct PairReport {
  std::string a, b;  // names of objects
  Claim claim;
  std::string decided_by;
  std::optional<std::string> feature_a, feature_b;  // "vertex", "edge", "face"; both or none
  std::optional<Vec3> place;                        // where they meet, rounded: to go and look, no part of the claim
  std::optional<std::vector<ContactPatchClaim>> contacts = {};  // nothing where nobody asked
  Excesses excess = {};
  // The nearest points of a and of b in the world, rounded: to go and look, as `place`; the witness has them exactly.
  std::optional<std::array<Vec3, 2>> points = {};
  PairVerdict verdict = PairVerdict::NotAsked;  // by the criteria of the result; NotAsked where it has none
  bool duplicate = false;                       // the same body twice in one place
  std::optional<Body> inside = {};              // which body is wholly inside the other
  Change change = Change::None;                 // since the result that this one was compared with
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

// One object of the scene as it was when it was judged, so that a later result can be compared with this one.
struct PartRecord {
  std::string name;
  std::string content;  // a hash of what it is, 32 hexadecimal digits
  std::string place;    // the same of where it stands
};

// A pair that was at fault in the earlier result and is so no more.
struct ResolvedPair {
  std::string a, b;                         // as named there
  PairVerdict was = PairVerdict::NotAsked;  // there
  std::optional<std::string> gone = {};     // a part that is not there any more, the reason for it
};

struct ResultFile {
  std::string query = "check";            // or "clash"
  std::optional<LookedAt> looked_at;      // of a scene with motions
  std::optional<Criteria> criteria = {};  // what the verdicts go by
  // Pairs that nobody came to, since the run was interrupted; nothing is said of them.
  std::optional<std::uint64_t> not_looked_at = {};
  std::optional<LengthUnit> unit = {};  // of all lengths, where the scene's is known
  std::vector<PartRecord> parts = {};
  std::vector<PairReport> pairs;
  // Of a scene whose pairs are too many to list one by one; of "clash" all that are clear.
  std::optional<UnlistedPairs> unlisted;
  std::vector<SkippedFile> skipped = {};                   // bad files that somebody wanted to go on without
  std::optional<std::vector<ResolvedPair>> resolved = {};  // since the result that this one was compared with

  bool is_interrupted() const { return not_looked_at.has_value(); }
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
