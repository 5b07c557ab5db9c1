#include "page_check.h"

#include <clearance/io/json.h>
#include <clearance/io/scenes/mesh_source.h>
#include <clearance/io/verify/about_scene.h>
#include <clearance/io/verify/claim_checks.h>
#include <clearance/io/verify/moving_scene.h>
#include <clearance/io/verify/same_body.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "page_meshes.h"

namespace clearance::wasm {
using namespace detail;
namespace {

// The worse, the later.
enum class Standing : std::uint8_t { Verified, Unproved, Fails };
constexpr const char* kNames[] = {"verified", "unproved", "fails"};

struct Finding {
  Standing standing = Standing::Unproved;
  std::string reason = "was not looked at";  // empty where it is verified
};

Finding verified() { return {Standing::Verified, {}}; }
Finding unproved(std::string reason) { return {Standing::Unproved, std::move(reason)}; }

Finding finding_of(const CheckResult& checked) {
  if (checked) return verified();
  return {checked.is_refuted() ? Standing::Fails : Standing::Unproved, checked.reason};
}

// What is worse of the two.
void worsen(Finding& so_far, const Finding& next) {
  if (next.standing > so_far.standing) so_far = next;
}

std::string members(const Finding& finding) {
  return std::string(R"("standing":")") + kNames[static_cast<int>(finding.standing)] + R"(","reason":)" +
         json_string(finding.reason);
}

std::string text_of(const std::string& a, const std::string& b, const Finding& finding, const std::string& more = {}) {
  return R"({"a":)" + json_string(a) + R"(,"b":)" + json_string(b) + "," + members(finding) + more + "}";
}

std::string member(const char* name, const Finding& finding) {
  return std::string(",\"") + name + "\":{" + members(finding) + "}";
}

// ---- Bodies that the page leaves out --------------------------------------------------------------------------------

bool is_left_out(const Json& shape) {
  if (const std::string* name = shape.string()) return *name == kLeftOut;
  if (const Json::Array* list = shape.array()) return std::any_of(list->begin(), list->end(), is_left_out);
  const Json::Object* object = shape.object();
  return object && std::any_of(object->begin(), object->end(),
                               [](const Json::Member& member) { return is_left_out(member.value); });
}

// Names of objects, and of each part where a body has several, as certificates have them.
std::set<std::string> left_out(std::string_view scene) {
  std::set<std::string> names;
  const Result<Json> json = parse_json(scene);
  const Json* objects = json ? json->find("objects") : nullptr;
  if (!objects || !objects->array()) return names;  // the reader says what is wrong
  for (const Json& object : *objects->array()) {
    const Json *name = object.find("name"), *shape = object.find("shape"), *parts = object.find("parts");
    if (!name || !name->string()) continue;
    if (shape && is_left_out(*shape)) names.insert(*name->string());
    if (!parts || !parts->array()) continue;
    for (std::size_t k = 0; k < parts->array()->size(); ++k)
      if (is_left_out((*parts->array())[k])) names.insert(*name->string() + "/" + std::to_string(k));
  }
  return names;
}

// ---- Bodies at rest
// --------------------------------------------------------------------------------------------------

Finding judgement_of(const PairReport& report, const ResultFile& result, const SceneObject& a, const SceneObject& b) {
  Finding finding = verified();
  if (report.duplicate && !is_duplicate(a, b))
    return {Standing::Fails, "duplicate: they are not the same part in the same place"};
  if (result.criteria) {
    const std::optional<PairVerdict> verdict = verdict_of(report.claim, *result.criteria);
    if (verdict) worsen(finding, finding_of(check_verdict(report.verdict, *verdict)));
    if (!verdict) worsen(finding, unproved("verdict: the distance has to be compared exactly"));
  }
  if (report.inside) worsen(finding, unproved("inside: that one is within the other has no certificate"));
  return finding;
}

class AtRest {
 public:
  AtRest(Scene scene, ResultFile result, std::vector<ScenePair> pairs)
      : scene_(std::move(scene)), result_(std::move(result)), pairs_(std::move(pairs)), checks_(scene_) {}
  AtRest(const AtRest&) = delete;
  AtRest& operator=(const AtRest&) = delete;

  std::string check(std::size_t k) {
    const PairReport& report = result_.pairs[k];
    const SceneObject &a = scene_.objects[pairs_[k].a], &b = scene_.objects[pairs_[k].b];
    Finding all = finding_of(checks_.claim(report.claim, pairs_[k]));
    worsen(all, finding_of(check_excess(report.excess, a, b)));
    worsen(all, judgement_of(report, result_, a, b));
    if (!report.contacts) return text_of(report.a, report.b, all);
    const Finding contacts = finding_of(checks_.contacts(*report.contacts, pairs_[k]));
    worsen(all, contacts);
    return text_of(report.a, report.b, all, member("contacts", contacts));
  }
  const ResultFile& result() const { return result_; }

 private:
  Scene scene_;
  ResultFile result_;
  std::vector<ScenePair> pairs_;
  ClaimChecks checks_;
};

// ---- Bodies in motion
// ------------------------------------------------------------------------------------------------

// What is said of a first contact without the time before it.
Finding first_of(MotionClaim claim, const MovingPair& pair) {
  claim.timeline = {};
  const CheckResult checked = pair.check(claim);
  if (checked || checked.is_refuted() || checked.lacks(Missing::Certificate)) return finding_of(checked);
  return verified();
}

Finding timeline_of(const CheckResult& whole, const MotionClaim& claim, const Finding& first) {
  if (claim.timeline.spans.empty() && whole.lacks(Missing::Timeline))
    return unproved("timeline: none was printed (move --proof writes them)");
  // What is wrong with the whole and not with the contact is wrong with the time before it.
  if (whole.is_refuted() && first.standing != Standing::Fails) return {Standing::Fails, whole.reason};
  return whole.is_refuted() ? unproved("timeline: not looked at, since the contact fails") : verified();
}

std::optional<Finding> intervals_of(const MotionReport& report, const MovingPair& pair) {
  if (!report.intervals) return std::nullopt;
  if (report.claim.is_clear())
    return report.intervals->empty() ? std::nullopt
                                     : std::optional(Finding{Standing::Fails, "has intervals of contact"});
  for (const CheckResult& checked :
       {check_gaps(report.gaps, *report.intervals, pair), check_grazes(*report.intervals, pair)})
    if (!checked) return finding_of(checked);
  const auto is_shown = [](const Timeline& gap) { return !gap.spans.empty(); };
  const bool has_gaps = std::any_of(report.gaps.begin(), report.gaps.end(), is_shown);
  return unproved(std::string(has_gaps ? "intervals: the gaps are verified; " : "intervals: ") +
                  "contact throughout an interval has no certificate");
}

class InMotion {
 public:
  InMotion(MovingScene moving, MotionResult result, std::vector<ScenePair> pairs)
      : moving_(std::move(moving)), result_(std::move(result)), pairs_(std::move(pairs)) {}

  std::string check(std::size_t k) {
    const MotionReport& report = result_.pairs[k];
    const auto [a, b] = pairs_[k];
    const MovingPair pair{moving_.object(a), moving_.object(b), moving_.interval, result_.margin};
    const CheckResult whole = pair.check(report.claim);
    const Finding first = whole ? verified() : first_of(report.claim, pair);
    const Finding timeline = timeline_of(whole, report.claim, first);
    Finding all = finding_of(whole);
    if (all.standing != Standing::Fails) worsen(all, timeline);
    worsen(all, finding_of(check_excess(report.excess, moving_.scene.objects[a], moving_.scene.objects[b])));
    using enum MotionStatus;
    const MotionStatus status = report.claim.status;
    std::string more = status == Contact || status == Already ? member("first", first) : "";
    if (status != Already) more += member("timeline", timeline);
    if (const std::optional<Finding> intervals = intervals_of(report, pair)) {
      // That the first claim is proved is worth saying, whatever is not known of what follows it.
      if (intervals->standing == Standing::Fails) worsen(all, *intervals);
      more += member("intervals", *intervals);
    }
    return text_of(report.a, report.b, all, more);
  }
  const MotionResult& result() const { return result_; }

 private:
  MovingScene moving_;
  MotionResult result_;
  std::vector<ScenePair> pairs_;
};

// The claim of a pair of which a body is left out says nothing that could be looked at.
void empty_claim(PairReport& report) { report = PairReport{report.a, report.b, {}, report.decided_by, {}, {}, {}}; }
void empty_claim(MotionReport& report) {
  MotionReport empty;
  empty.a = report.a, empty.b = report.b;
  report = std::move(empty);
}

}  // namespace

class PageCheck::Work {
 public:
  using Checks = std::variant<std::unique_ptr<AtRest>, std::unique_ptr<InMotion>>;

  Checks checks;
  std::vector<std::string> unseen;  // of each pair, the body that is left out; empty where both are there
  std::string rest;
  std::size_t done = 0;
};

namespace {

// Those of which a body is left out, and their claims emptied.
template <class AnyResult>
std::vector<std::string> take_unseen(AnyResult& result, const std::set<std::string>& left_out) {
  std::vector<std::string> unseen;
  for (auto& report : result.pairs) {
    const std::string* const body = left_out.contains(report.a)   ? &report.a
                                    : left_out.contains(report.b) ? &report.b
                                                                  : nullptr;
    unseen.push_back(body ? *body : std::string());
    if (body) empty_claim(report);
  }
  return unseen;
}

// A page lists so many pairs at most, and does not know the pairs of a crowd by rules (docs/page.md): there what is not
// listed tells no other scene. Everywhere else a pair that was taken out of the result is missed.
constexpr std::size_t kMostListed = 20'000;
bool may_leave_pairs_out(const Scene& scene, std::size_t listed) { return scene.is_crowd || listed >= kMostListed; }

Result<std::unique_ptr<AtRest>> start_at_rest(Scene scene, ResultFile result, bool is_whole) {
  Result<std::vector<ScenePair>> pairs = match(result, scene);
  if (!pairs) return pairs.error().within("result");
  if (!is_whole) result.parts.clear();  // their hashes are of bodies that are not here
  const std::optional<Error> error = may_leave_pairs_out(scene, pairs->size())
                                         ? changed_part(scene, result)
                                         : about_another_scene(scene, result, set_of(*pairs));
  if (error) return error->within("result");
  return std::make_unique<AtRest>(std::move(scene), std::move(result), std::move(pairs).value());
}

Result<std::unique_ptr<InMotion>> start_in_motion(Scene scene, MotionResult result) {
  const Result<std::vector<ScenePair>> pairs = match(result, scene);
  if (!pairs) return pairs.error().within("result");
  const bool is_cut = may_leave_pairs_out(scene, pairs->size());
  if (const auto error = is_cut ? std::nullopt : unreported_pair(scene, set_of(*pairs))) return error->within("result");
  MovingScene moving{std::move(scene), {}, {}};
  if (const auto& interval = moving.scene.interval) moving.interval = {(*interval)[0], (*interval)[1]};
  for (const ScenePair& pair : *pairs)
    if (const std::optional<Error> error = follow_objects(moving, pair)) return *error;
  return std::make_unique<InMotion>(std::move(moving), std::move(result), *pairs);
}

std::string rest_of(const ResultFile& result) {
  return "{\"unlisted\":" + std::to_string(result.unlisted ? result.unlisted->pairs : 0) +
         ",\"not_looked_at\":" + std::to_string(result.not_looked_at.value_or(0)) + "}";
}

}  // namespace

PageCheck::PageCheck(std::unique_ptr<Work> work) : work_(std::move(work)) {}
PageCheck::PageCheck(PageCheck&&) noexcept = default;
PageCheck& PageCheck::operator=(PageCheck&&) noexcept = default;
PageCheck::~PageCheck() = default;

Result<PageCheck> PageCheck::start(const PageTexts& texts) {
  const Result<PageMeshes> meshes = PageMeshes::read(texts.table, texts.bytes);
  if (!meshes) return meshes.error();
  Result<AnyResult> result = parse_any_result(texts.result, "result");
  if (!result) return result.error();
  const bool is_motion = std::holds_alternative<MotionResult>(*result);
  Result<Scene> scene = parse_scene(
      texts.scene, [&](const std::string& name, FaceUse use) { return meshes->find(name, use); }, "scene",
      is_motion ? SceneUse::InMotion : SceneUse::AtStart);
  if (!scene) return scene.error();
  const std::set<std::string> missing = left_out(texts.scene);

  auto work = std::make_unique<Work>();
  if (is_motion) {
    auto motions = std::get<MotionResult>(std::move(result).value());
    work->unseen = take_unseen(motions, missing);
    work->rest = R"({"unlisted":0,"not_looked_at":0})";
    Result<std::unique_ptr<InMotion>> checks = start_in_motion(std::move(scene).value(), std::move(motions));
    if (!checks) return checks.error();
    work->checks = std::move(checks).value();
    return PageCheck(std::move(work));
  }
  auto claims = std::get<ResultFile>(std::move(result).value());
  work->unseen = take_unseen(claims, missing);
  work->rest = rest_of(claims);
  Result<std::unique_ptr<AtRest>> checks = start_at_rest(std::move(scene).value(), std::move(claims), missing.empty());
  if (!checks) return checks.error();
  work->checks = std::move(checks).value();
  return PageCheck(std::move(work));
}

std::size_t PageCheck::pairs() const { return work_->unseen.size(); }

std::string PageCheck::rest() const { return work_->rest; }

std::string PageCheck::next(std::size_t count) {
  std::string out = "[";
  const std::size_t end = work_->done + std::min(count, pairs() - work_->done);
  for (std::size_t& k = work_->done; k < end; ++k) {
    if (out.size() > 1) out += ",\n";
    out += std::visit(
        [&](const auto& checks) {
          const auto& report = checks->result().pairs[k];
          const std::string& missing = work_->unseen[k];
          return missing.empty()
                     ? checks->check(k)
                     : text_of(report.a, report.b, unproved(missing + " is left out of this page, as are its points"));
        },
        work_->checks);
  }
  return out + "]";
}

}  // namespace clearance::wasm
