#include "follow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "each_pair.h"
#include "output.h"
#include "progress.h"
#include "stand_in.h"
#include "table.h"

namespace clearance::cli {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// ---- One pair -------------------------------------------------------------------------------------------------------

struct Pair {
  const MovingObject &a, &b;
  Interval interval;
  MotionOptions options;
};

std::vector<Timeline> gaps_of(const Pair& pair, const std::vector<ContactInterval>& intervals) {
  std::vector<Timeline> gaps(intervals.size());
  for (std::size_t k = 0; k < intervals.size(); ++k) {
    const std::optional<Interval> gap = gap_after(intervals, k, pair.interval);
    if (!gap) continue;
    Result<std::optional<Timeline>> shown =
        separation_timeline(pair.a.shape, pair.a.motion, pair.b.shape, pair.b.motion, *gap, pair.options);
    if (shown) gaps[k] = std::move(shown).value().value_or(Timeline());
  }
  return gaps;
}

// The bracket of a root, no wider than what is known of it anyway: it is the only one there all the same. A graze at a
// double needs none.
void narrow_root(MotionClaim& claim) {
  if (!claim.root || claim.contact.kind != Certificate::Kind::None) return;  // a certificate speaks of `upper`
  claim.root->after = std::max(claim.root->after, claim.lower);
  claim.upper = claim.root->before = std::min(claim.root->before, claim.upper);
}
// A body of several parts would need the part's number beside it, which an interval has no place for.
void narrow_root(ContactInterval& interval, bool is_of_parts) {
  if (!interval.graze) return;
  const auto [lower, upper] = interval.begin;
  interval.graze->after = lower, interval.graze->before = upper;
  if (lower == upper || is_of_parts) interval.graze.reset();
}

bool is_of_parts(const MovingObject& object) { return std::holds_alternative<Parts>(object.shape); }

// Where nothing is in contact there are no times to find, and where nobody answers them nothing is said of them.
void add_intervals(const Pair& pair, bool want_gaps, MotionReport& report) {
  if (report.claim.is_clear()) {
    report.intervals.emplace();
    return;
  }
  const Result<Interference> found =
      interference(pair.a.shape, pair.a.motion, pair.b.shape, pair.b.motion, pair.interval, pair.options);
  if (!found) return;
  report.intervals = found->intervals;
  for (ContactInterval& interval : *report.intervals) narrow_root(interval, is_of_parts(pair.a) || is_of_parts(pair.b));
  if (found->status == MotionStatus::Undecided) report.decided_until = found->decided_until;
  if (want_gaps && !report.decided_until) report.gaps = gaps_of(pair, *report.intervals);
}

Vec3 vertex_of(const Mesh& mesh, std::uint32_t id) { return mesh.vertex(id); }
Vec3 vertex_of(const Rounded& body, std::uint32_t id) {
  const Polytope& core = body.core();
  int v = 0;
  while (v + 1 < core.vertex_count() && core.id(v) != id) ++v;
  return core.vertex(v);
}

// Of a half-space there is none.
std::optional<Vec3> vertex_of(const Shape& shape, std::uint32_t part, std::uint32_t id) {
  const auto of_body = [&](const auto& body) { return vertex_of(body, id); };
  if (const auto* parts = std::get_if<Parts>(&shape)) return std::visit(of_body, (*parts)[part]);
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return of_body(*mesh);
  const auto* body = std::get_if<Rounded>(&shape);
  return body ? std::optional(of_body(*body)) : std::nullopt;
}

// Nothing but that vertex is known of the place: no features meet there.
void add_place_inside(const Pair& pair, const FirstContact& first, MotionReport& report) {
  const MeshContact& inside = first.contact.mesh;
  const bool is_a = inside.inside_of == Body::A;
  const MovingObject& object = is_a ? pair.a : pair.b;
  const Result<Pose> pose = object.motion.at(first.upper);
  const std::optional<Vec3> vertex = vertex_of(object.shape, is_a ? first.part_a : first.part_b, inside.vertex);
  if (!pose || !vertex) return;
  const Vec3 place = apply(*pose, *vertex);
  if (is_finite(place)) report.place = place;
}

void add_place(const Pair& pair, const FirstContact& first, MotionReport& report) {
  if (first.status != MotionStatus::Contact && first.status != MotionStatus::Already) return;
  if (first.contact.kind == Certificate::Kind::Inside) return add_place_inside(pair, first, report);
  report.feature_a = to_string(first.feature_a);
  report.feature_b = to_string(first.feature_b);
  Vec3 place = 0.5 * first.point_a + 0.5 * first.point_b;
  if (!is_finite(place)) return;
  // No more is known of it than how far the two are apart: what is zero within that is shown as zero.
  const double error = norm_max(first.point_b - first.point_a);
  for (double* x : {&place.x, &place.y, &place.z})
    if (std::abs(*x) <= error) *x = 0;
  report.place = place;
}

// Timelines of bodies of triangles or parts are made on demand.
std::optional<Error> follow_pair(const Pair& pair, bool want_proofs, MotionReport& report) {
  const auto& [a, b, interval, options] = pair;
  const Result<FirstContact> first = first_contact(a.shape, a.motion, b.shape, b.motion, interval, options);
  if (!first) return first.error();
  report.claim =
      want_proofs ? claim_of(*first, a.shape, a.motion, b.shape, b.motion, interval, options) : claim_of(*first);
  narrow_root(report.claim);
  report.decided_by = to_string(first->decided_by);
  add_place(pair, *first, report);
  add_intervals(pair, want_proofs, report);
  return std::nullopt;
}

// From when on the pair is not known to be apart.
double apart_until(const MotionReport& report) { return report.claim.is_clear() ? kInfinity : report.claim.lower; }

// Those that meet at one time stay in their order.
void sort_by_contact(std::vector<MotionReport>& reports) {
  std::vector<std::pair<double, std::size_t>> order;
  order.reserve(reports.size());
  for (const MotionReport& report : reports) order.emplace_back(apart_until(report), order.size());
  std::sort(order.begin(), order.end());
  std::vector<MotionReport> sorted;
  sorted.reserve(reports.size());
  for (const auto& [time, number] : order) sorted.push_back(std::move(reports[number]));
  reports = std::move(sorted);
}

// ---- Telling --------------------------------------------------------------------------------------------------------

std::string first_text(const MotionClaim& claim) {
  if (claim.is_clear()) return "-";
  if (claim.status == MotionStatus::Undecided) return fmt::format("clear until {}", claim.lower);
  return bracket_text({claim.lower, claim.upper});
}

std::string interval_text(const ContactInterval& interval) {
  const auto& [begin, end, graze] = interval;
  const bool is_instant = begin.lower == end.lower && begin.upper == end.upper;
  return is_instant ? "at " + bracket_text(begin) : bracket_text(begin) + " to " + bracket_text(end);
}

// All of a few, the first of many.
std::string intervals_text(const MotionReport& report) {
  constexpr std::size_t kShown = 3;
  if (!report.intervals) return "-";
  std::string text;
  for (std::size_t k = 0; k < std::min(kShown, report.intervals->size()); ++k)
    text += (k > 0 ? ", " : "") + interval_text((*report.intervals)[k]);
  if (report.intervals->size() > kShown) text += fmt::format(" and {} more", report.intervals->size() - kShown);
  if (report.decided_until)
    text += fmt::format("{}undecided after {}", text.empty() ? "" : ", ", *report.decided_until);
  return text.empty() ? "-" : text;
}

std::string counts_text(const MotionResult& result) {
  const auto count = [&](MotionStatus status) {
    return std::count_if(result.pairs.begin(), result.pairs.end(),
                         [&](const MotionReport& report) { return report.claim.status == status; });
  };
  const std::size_t pairs = result.pairs.size();
  std::string text = fmt::format("{} pair{}: {} clear, {} come into contact, {} in contact from the start", pairs,
                                 pairs == 1 ? "" : "s", count(MotionStatus::Clear), count(MotionStatus::Contact),
                                 count(MotionStatus::Already));
  if (const auto undecided = count(MotionStatus::Undecided); undecided > 0)
    text += fmt::format(", {} undecided", undecided);
  return text + "\n";
}

std::vector<std::string> row_of(const MotionReport& report) {
  const MotionClaim& claim = report.claim;
  return {one_line(report.a),
          one_line(report.b),
          to_string(claim.status),
          first_text(claim),
          intervals_text(report),
          place_text(report.place),
          report.decided_by,
          claim.timeline.spans.empty() ? "-" : fmt::format("{}", claim.timeline.spans.size()),
          claim.root ? "root" : certificate_text(claim.contact)};
}

}  // namespace

bool Followed::all_clear() const {
  return std::all_of(result.pairs.begin(), result.pairs.end(),
                     [](const MotionReport& report) { return report.claim.is_clear(); });
}

Result<Followed> follow(const MovingScene& moving, const FollowOptions& options) {
  const std::vector<ScenePair>& pairs = moving.scene.pairs;
  Followed followed;
  followed.result.interval = moving.scene.interval;
  followed.result.margin = options.margin;
  followed.result.pairs.resize(pairs.size());
  std::vector<std::optional<Error>> errors(pairs.size());
  MotionOptions motion_options;
  motion_options.margin = options.margin;
  {
    Progress progress("pairs", pairs.size());
    for_each_pair(pairs.size(), 1, [&](std::size_t i) {
      MotionReport& report = followed.result.pairs[i];
      report.a = moving.scene.objects[pairs[i].a].name;
      report.b = moving.scene.objects[pairs[i].b].name;
      report.excess = excesses_of(moving.scene.objects[pairs[i].a], moving.scene.objects[pairs[i].b]);
      const Pair pair{moving.object(pairs[i].a), moving.object(pairs[i].b), moving.interval, motion_options};
      errors[i] = follow_pair(pair, options.want_proofs, report);
      progress.step();
    });
  }
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (const std::optional<Error>& error = errors[i])
      return error->within(
          fmt::format("{}: \"{}\", \"{}\"", moving.scene.name, followed.result.pairs[i].a, followed.result.pairs[i].b));
  sort_by_contact(followed.result.pairs);
  return followed;
}

void add_timelines(const MovingScene& moving, ScenePair pair, double margin, MotionReport& report) {
  MotionOptions options;
  options.margin = margin;
  const Pair asked{moving.object(pair.a), moving.object(pair.b), moving.interval, options};
  const MovingObject &a = asked.a, &b = asked.b;
  const Interval interval = asked.interval;
  MotionClaim& claim = report.claim;
  const Interval apart{interval.begin, claim.is_clear() ? interval.end : claim.lower};
  if (claim.timeline.spans.empty() && (claim.is_clear() || apart.begin < apart.end)) {
    Result<std::optional<Timeline>> shown = separation_timeline(a.shape, a.motion, b.shape, b.motion, apart, options);
    if (shown) claim.timeline = std::move(shown).value().value_or(Timeline());
  }
  if (report.gaps.empty() && report.intervals && !report.intervals->empty() && !report.decided_until)
    report.gaps = gaps_of(asked, *report.intervals);
}

std::string followed_table(const Followed& followed) {
  const MotionResult& result = followed.result;
  std::vector<std::vector<std::string>> rows{
      {"a", "b", "status", "first contact", "in contact", "place", "decided by", "spans", "certificate"}};
  for (const MotionReport& report : result.pairs) rows.push_back(row_of(report));
  const bool any_excess = has_stand_ins(result.pairs);
  if (any_excess) rows.front().emplace_back("excess");
  for (std::size_t i = 0; any_excess && i < result.pairs.size(); ++i)
    rows[i + 1].push_back(excess_text(result.pairs[i].excess));
  std::string text = table(rows) + "\n" + counts_text(result) + stand_ins_text(any_excess);
  if (result.margin > 0) text += fmt::format("contact: no farther apart than {}\n", result.margin);
  return text;
}

}  // namespace clearance::cli
