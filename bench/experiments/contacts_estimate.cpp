// Question: what does the estimate of one contact cost beside the boolean query and beside the proved depth, and how
//           often is it within a tenth?
// Method:   links of robots and hulls, half of the pairs meeting by a fiftieth of their size at most. Each query
//           without and with its cache, in turns, processor time, the fastest pass. Depths are held against
//           penetration(): an estimate is surely right where it is within a tenth of everything in that bracket, and
//           surely wrong where it is of nothing.
#include <bench/experiments/contacts.h>
#include <bench/race/allocations.h>
#include <bench/race/timer.h>
#include <bench/workloads/contact_scenes.h>
#include <bench/workloads/robot_links.h>
#include <bench/workloads/shared_meshes.h>
#include <clearance/contact/estimate.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::bench {
namespace {

struct EstimatePair {
  std::string name;
  Shape a, b;
  MeshPoses poses;  // those that meet
};

std::vector<EstimatePair> pairs_of(int poses, Report& report) {
  std::vector<EstimatePair> out;
  for (LinkPair& links : link_pairs(shared_data_folder(), poses)) {
    EstimatePair& pair = out.emplace_back(EstimatePair{links.name, links.a, links.b, {}});
    for (std::size_t i = 0; i < links.poses.size(); ++i) {
      if (!intersects(pair.a, links.poses.a[i], pair.b, links.poses.b[i])) continue;
      pair.poses.a.push_back(links.poses.a[i]);
      pair.poses.b.push_back(links.poses.b[i]);
    }
  }
  if (out.size() < 2)
    report.note("\nNo links of robots: their files are not in " + shared_data_folder() + " (CLEARANCE_SHARED).");
  for (const ContactScene& scene :
       {hull_scene(20, ContactPose::Shallow, Numbers::Random, poses),
        hull_scene(100, ContactPose::Shallow, Numbers::Random, poses),
        box_scene(ContactPose::Shallow, Numbers::Random, poses), box_scene(ContactPose::Offset, Numbers::Round, poses)})
    out.push_back({scene.bodies + ", " + scene.name(), scene.shape_a(), scene.shape_b(), scene.poses});
  return out;
}

// Seconds a call. `ask(i, cache)`; with one cache for all, or with none.
template <class Ask>
double pass(std::size_t count, bool warm, const Ask& ask) {
  PairCache cache;
  const Timer timer;
  for (std::size_t i = 0; i < count; ++i) {
    if (warm) {
      ask(i, &cache);
    } else {
      ask(i, static_cast<PairCache*>(nullptr));
    }
  }
  return timer.seconds() / static_cast<double>(count);
}

struct Costs {
  double boolean = std::numeric_limits<double>::infinity(), estimate = boolean;
};

struct Hits {
  std::int64_t asked = 0, surely = 0, surely_not = 0, outside = 0;
  double bracket = 0;  // the estimate's own: its width by its depth, on average
};

Hits hits_of(const EstimatePair& pair, std::size_t most) {
  Hits out;
  for (std::size_t i = 0; i < std::min(most, pair.poses.size()); ++i) {
    const Pose &pose_a = pair.poses.a[i], &pose_b = pair.poses.b[i];
    const Penetration depth = penetration(pair.a, pose_a, pair.b, pose_b);
    const ContactEstimate found = estimate_contact(pair.a, pose_a, pair.b, pose_b);
    ++out.asked;
    out.surely += found.depth >= 0.9 * depth.upper && found.depth <= 1.1 * depth.lower;
    out.surely_not += !(found.depth >= 0.9 * depth.lower && found.depth <= 1.1 * depth.upper);
    out.outside += !(found.lower <= depth.upper && found.upper >= depth.lower);
    if (found.depth > 0) out.bracket += (found.upper - found.lower) / found.depth;
  }
  out.bracket /= static_cast<double>(std::max<std::int64_t>(1, out.asked));
  return out;
}

void add_row(const EstimatePair& pair, const Options& options, Table& table, Report& report) {
  report.progress("contacts: estimate, " + pair.name);
  const std::size_t count = pair.poses.size();
  if (count == 0) return;
  const auto ask_boolean = [&](std::size_t i, PairCache* cache) {
    const Pose &pose_a = pair.poses.a[i], &pose_b = pair.poses.b[i];
    keep(cache != nullptr ? intersects(pair.a, pose_a, pair.b, pose_b, *cache)
                          : intersects(pair.a, pose_a, pair.b, pose_b));
  };
  const auto ask_estimate = [&](std::size_t i, PairCache* cache) {
    const Pose &pose_a = pair.poses.a[i], &pose_b = pair.poses.b[i];
    keep(cache != nullptr ? estimate_contact(pair.a, pose_a, pair.b, pose_b, *cache)
                          : estimate_contact(pair.a, pose_a, pair.b, pose_b));
  };
  Costs cold, warm;
  for (int turn = 0; turn < (options.quick ? 2 : 15); ++turn) {
    for (Costs* costs : {&cold, &warm}) {
      costs->boolean = std::min(costs->boolean, pass(count, costs == &warm, ask_boolean));
      costs->estimate = std::min(costs->estimate, pass(count, costs == &warm, ask_estimate));
    }
  }
  // Again with a cache that has seen everything.
  PairCache cache;
  for (std::size_t i = 0; i < count; ++i) ask_estimate(i, &cache);
  const std::int64_t before = allocations();
  for (std::size_t i = 0; i < count; ++i) ask_estimate(i, &cache);
  const std::int64_t allocated = allocations() - before;
  const std::vector<double> calls =
      latencies(count, options.quick ? 1 : 5, 2, [&](std::size_t i) { ask_estimate(i, nullptr); });
  const Hits hits = hits_of(pair, options.quick ? 4 : 100);

  const double by_cold = cold.estimate / cold.boolean, by_warm = warm.estimate / warm.boolean;
  const Record names = {{"estimate", pair.name}};
  report.add(joined({names, Record{{"calls", static_cast<std::int64_t>(count)},
                                   {"boolean_ns", 1e9 * cold.boolean},
                                   {"estimate_ns", 1e9 * cold.estimate},
                                   {"boolean_warm_ns", 1e9 * warm.boolean},
                                   {"estimate_warm_ns", 1e9 * warm.estimate},
                                   {"worst_ns", *std::max_element(calls.begin(), calls.end())},
                                   {"held_against", hits.asked},
                                   {"surely_within_tenth", hits.surely},
                                   {"surely_not_within_tenth", hits.surely_not},
                                   {"brackets_apart", hits.outside},
                                   {"bracket_by_depth", hits.bracket},
                                   {"allocations", allocated}}}));
  Bars bars(names);
  bars.at_most("by boolean", by_cold, ContactBars::kByBoolean, report);
  bars.at_most("warm", by_warm, ContactBars::kByBoolean, report);
  if (hits.outside > 0) bars.at_most("wrong brackets", static_cast<double>(hits.outside), 0, report);
  const auto share = [&](std::int64_t number) {
    return format("%.0f %%",
                  100 * static_cast<double>(number) / static_cast<double>(std::max<std::int64_t>(1, hits.asked)));
  };
  table.row({pair.name, format("%.2f", 1e6 * cold.boolean), format("%.2f", 1e6 * cold.estimate),
             format("%.2f", by_cold), format("%.2f", 1e6 * warm.boolean), format("%.2f", 1e6 * warm.estimate),
             format("%.2f", by_warm), format("%.1f", 1e-3 * *std::max_element(calls.begin(), calls.end())),
             share(hits.surely), share(hits.surely_not), std::to_string(allocated), bars.text()});
}

}  // namespace

void run_contact_estimates(const Options& options, Report& report) {
  Table table("Estimates of one contact beside the boolean query, bodies that meet  [µs per call]");
  table.row({"", "boolean", "estimate", "by boolean", "boolean, warm", "estimate, warm", "by boolean", "worst",
             "within 10 %", "surely not", "allocations", "to reach"});
  for (const EstimatePair& pair : pairs_of(options.quick ? 10 : 400, report)) add_row(pair, options, table, report);
  report.add(std::move(table));
  report.note(
      "\nEstimates: within 10 % of everything in the proved bracket of penetration(), and of nothing in it; between "
      "the "
      "two the bracket is too wide to"
      "\ntell.");
}

}  // namespace clearance::bench
