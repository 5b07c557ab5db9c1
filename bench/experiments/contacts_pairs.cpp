// Question: what do the contact points of one pair cost beside the peers', and how often are they the same points?
// Method:   contact_race.h. The bar is held against the fastest peer among those whose points are the same in a
//           twentieth of the calls at least, over exactly these calls: ours with all points where the peer returns all,
//           with four where it returns four. Calls with other points are counted and shown.
#include <bench/experiments/contacts.h>
#include <bench/peers/contacts.h>
#include <bench/race/contact_race.h>

#include <map>

namespace clearance::bench {
namespace {

constexpr const char* kPeers[] = {"Bullet", "ODE", "FCL"};
// Whose points are the same more rarely is not compared.
constexpr double kLeastShare = 0.05;

// Of all scenes of one kind of bodies.
struct Totals {
  std::vector<std::string> names;  // in order
  std::map<std::string, ContactCount> counts;
  std::map<std::string, SameCalls> same;  // with ours; of peers
};

std::string percent(double share) { return format("%.0f %%", 100 * share); }

// The fastest setting that mostly has the same points; else the one that has them most often.
const ContactResult* shown_of(const std::vector<ContactResult>& results, const std::string& package) {
  const auto is_better = [](const ContactResult& a, const ContactResult& b) {
    const bool good_a = a.same_share() >= 0.5, good_b = b.same_share() >= 0.5;
    if (good_a != good_b) return good_a;
    if (!good_a && a.same != b.same) return a.same_share() > b.same_share();
    return a.ns < b.ns;
  };
  const ContactResult* out = nullptr;
  for (const ContactResult& result : results)
    if (result.package == package && result.answered && (out == nullptr || is_better(result, *out))) out = &result;
  return out;
}

std::string cell(const ContactResult* result) {
  if (result == nullptr) return "";
  std::string out = format("%.0f (%s", result->ns, percent(result->same_share()).c_str());
  if (result->wrong() > 0) out += format(", %lld wrong", static_cast<long long>(result->wrong()));
  if (result->touching_free > 0) out += format(", %lld free", static_cast<long long>(result->touching_free));
  return out + ")";
}

void add_records(const Record& names, const std::vector<ContactResult>& results, Report& report) {
  for (const ContactResult& r : results) {
    if (!r.answered) continue;
    Record record = {{"library", r.package},
                     {"method", r.name},
                     {"points", r.points == Points::All ? "all" : "four"},
                     {"ns", r.ns},
                     {"ns_p99", r.percentile()},
                     {"ns_worst", r.worst()},
                     {"calls", r.frames},
                     {"same", r.same},
                     {"reported", r.reported},
                     {"speculative", r.speculative},
                     {"matching", r.matching},
                     {"extra", r.extra},
                     {"missing", r.missing},
                     {"doubled", r.doubled},
                     {"invented", r.invented},
                     {"lost", r.lost},
                     {"touching_free", r.touching_free},
                     {"depth_off", r.off},
                     {"worst_depth_error", r.worst_depth}};
    if (r.is_ours()) record.push_back({"allocations", r.allocations});
    report.add(joined({names, record}));
  }
}

void add_row(const ContactScene& scene, const Options& options, Totals& totals, Table& table, Report& report) {
  report.progress(format("contacts: %s, %s", scene.bodies.c_str(), scene.name().c_str()));
  const std::vector<ContactTruth> truth = contact_truth(scene);
  const std::vector<ContactContestant> contestants =
      joined({our_contacts(), bullet_contacts(scene), ode_contacts(scene), fcl_contacts(scene)});
  const std::vector<ContactResult> results = race_contacts(contestants, scene, truth,
                                                           {.passes = options.quick ? 2 : 15,
                                                            .longest_pass = options.quick ? 0.02 : 0.1,
                                                            .patience = options.quick ? 0.05 : 1});
  const Record names = {
      {"bodies", scene.bodies}, {"pose", to_string(scene.kind)}, {"numbers", to_string(scene.numbers)}};
  add_records(names, results, report);

  const ContactResult &all = results[0], &four = results[1], &cold = results[2];
  for (const ContactResult& result : results) {
    if (!result.answered) continue;
    const auto [place, is_new] = totals.counts.try_emplace(result.full_name());
    if (is_new) totals.names.push_back(result.full_name());
    place->second.add(result);
  }
  const ContactResult* nearest = nullptr;
  double ratio = 0;
  for (const ContactResult& peer : results) {
    if (peer.is_ours() || !peer.answered) continue;
    const SameCalls same = compare_calls(peer.points == Points::All ? all : four, peer);
    totals.same[peer.full_name()].add(same);
    if (static_cast<double>(same.count) < kLeastShare * static_cast<double>(peer.frames) || same.count == 0) continue;
    report.add(joined({names, Record{{"peer", peer.full_name()},
                                     {"same_calls", static_cast<std::int64_t>(same.count)},
                                     {"ours_by_peer", same.ratio()}}}));
    if (nearest == nullptr || same.ratio() > ratio) nearest = &peer, ratio = same.ratio();
  }
  // Whatever points it returns, as long as its statuses are right.
  const ContactResult* any = nullptr;
  for (const ContactResult& peer : results) {
    if (peer.is_ours() || !peer.answered || 100 * peer.wrong() > peer.frames) continue;
    if (any == nullptr || peer.ns < any->ns) any = &peer;
  }
  const double by_any = any == nullptr ? 0 : (any->points == Points::All ? all : four).ns / any->ns;
  if (any != nullptr) report.add(joined({names, Record{{"fastest_peer", any->full_name()}, {"ours_by_any", by_any}}}));
  Bars bars(names);
  if (nearest != nullptr) bars.at_most("by peer", ratio, ContactBars::kByFastestPeer, report);
  const std::int64_t allocated = all.allocations + four.allocations;
  bars.at_most("allocations", static_cast<double>(allocated), 0, report);
  if (all.wrong() + four.wrong() + cold.wrong() > 0) bars.at_most("wrong", 1, 0, report);
  std::vector<std::string> cells = {
      scene.name(),
      all.frames == 0 ? "" : format("%.1f", static_cast<double>(all.reported) / static_cast<double>(all.frames)),
      format("%.0f", all.ns),
      format("%.0f", four.ns),
      format("%.0f", cold.ns),
      format("%.0f", all.worst())};
  for (const char* package : kPeers) cells.push_back(cell(shown_of(results, package)));
  cells.push_back(nearest == nullptr ? "nobody" : format("%.2f %s", ratio, nearest->full_name().c_str()));
  cells.push_back(any == nullptr ? "" : format("%.2f %s", by_any, any->full_name().c_str()));
  cells.push_back(bars.text());
  table.row(std::move(cells));
}

// Over all scenes of these bodies: the setting that is hardest to beat.
void add_totals(const std::string& bodies, const Totals& totals, Table& table, Report& report) {
  const std::string* hardest = nullptr;
  SameCalls worst;
  for (const auto& [name, same] : totals.same) {
    const std::int64_t calls = totals.counts.at(name).frames;
    if (same.count == 0 || static_cast<double>(same.count) < kLeastShare * static_cast<double>(calls)) continue;
    report.add(Record{{"bodies", bodies},
                      {"peer", name},
                      {"calls", calls},
                      {"same_calls", static_cast<std::int64_t>(same.count)},
                      {"ours_by_peer", same.ratio()}});
    if (hardest == nullptr || same.ratio() > worst.ratio()) hardest = &name, worst = same;
  }
  Bars bars(Record{{"bodies", bodies}});
  if (hardest != nullptr) bars.at_most("by peer", worst.ratio(), ContactBars::kByFastestPeer, report);
  table.rule();
  table.row(
      {"all of them", "", "", "", "", "", "", "", "",
       hardest == nullptr ? "nobody" : format("%.2f %s (%zu calls)", worst.ratio(), hardest->c_str(), worst.count),
       bars.text()});
}

std::string per_call(std::int64_t points, const ContactCount& count) {
  return format("%.2f", static_cast<double>(points) / static_cast<double>(std::max<std::int64_t>(1, count.frames)));
}

// Whose points are where.
Table points_table(const std::string& bodies, const Totals& totals) {
  Table table(bodies + ": their points beside ours, of all scenes above  [points per call; calls]");
  table.row({"", "calls", "same", "points", "matching", "extra", "missing", "doubled", "ahead", "invented", "lost",
             "touching free", "depth off", "worst"});
  for (const std::string& name : totals.names) {
    const ContactCount& count = totals.counts.at(name);
    table.row({name, std::to_string(count.frames), percent(count.same_share()), per_call(count.reported, count),
               per_call(count.matching, count), per_call(count.extra, count), per_call(count.missing, count),
               per_call(count.doubled, count), per_call(count.speculative, count), std::to_string(count.invented),
               std::to_string(count.lost), std::to_string(count.touching_free), std::to_string(count.off),
               format("%.3g", count.worst_depth)});
  }
  return table;
}

Table table_of(const std::string& bodies) {
  Table table(bodies + "  [ns per call (calls with our points, wrong statuses, touching called free)]");
  table.row({"", "points", "all points", "4 points", "cold", "worst", "Bullet", "ODE", "FCL", "by fastest, same points",
             "by fastest, any points", "to reach"});
  return table;
}

}  // namespace

void run_contact_pairs(const Options& options, Report& report) {
  const int frames = options.quick ? 20 : 500;
  const auto add_rows = [&](const std::string& title, std::initializer_list<ContactPose> kinds, const auto& scene_of) {
    Table table = table_of(title);
    Totals totals;
    for (const ContactPose kind : kinds)
      for (const Numbers numbers : {Numbers::Random, Numbers::Round})
        add_row(scene_of(kind, numbers), options, totals, table, report);
    add_totals(title, totals, table, report);
    report.add(std::move(table));
    report.add(points_table(title, totals));
  };
  using enum ContactPose;
  add_rows("Contacts of two boxes",
           {Flush, Touching, Offset, Turned, OnEdge, OnCorner, Shallow, Near, Resting, Sliding, Rolling},
           [&](ContactPose kind, Numbers numbers) { return box_scene(kind, numbers, frames); });
  for (const int n : {20, 100}) {
    add_rows(format("Contacts of two hulls of %d points", n), {Shallow, Near, Offset, Resting, Sliding, Rolling},
             [&](ContactPose kind, Numbers numbers) { return hull_scene(n, kind, numbers, frames); });
  }
  const int triangles = options.quick ? 2000 : 20'000, on_floor = options.quick ? 5 : 200;
  for (const bool bumpy : {false, true}) {
    add_rows(format("Contacts of a box on a %s floor of %d triangles", bumpy ? "bumpy" : "flat", triangles),
             {Resting, Sliding, OnCorner},
             [&](ContactPose kind, Numbers numbers) { return floor_scene(triangles, bumpy, kind, numbers, on_floor); });
  }
  report.note(
      "\nContacts: in brackets how many calls gave our points, each within a thousandth of the bodies' size; all of "
      "ours, or four of them (all if there"
      "\nare fewer) where a library returns four. Wrong: points where the bodies are proved apart by more than that, "
      "or none where they are deeper."
      "\nA library is shown with its fastest setting whose points are ours in half of the calls, or else with the one "
      "where they are most often."
      "\nSame points: our time by that of the peer that is hardest to beat, over the calls where both have them; "
      "nobody: no peer has them in 1 of 20"
      "\ncalls. Any points: by that of the fastest peer with right statuses, over all calls. Worst: the slowest call, "
      "each the shortest of all passes."
      "\nExtra, missing: points that we do not have, and ours that are not there. Doubled: at the place of another. "
      "Ahead: with a gap of more than a"
      "\nthousandth, of a manifold that is kept. Depth off: the deepest point is by more than a thousandth deeper, or "
      "less deep, than ours.");
}

}  // namespace clearance::bench
