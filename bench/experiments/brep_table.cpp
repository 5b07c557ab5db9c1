// Question: is the index as small and as low as the paper's (Vaněček 1990, Table 1), and is ours lower?
// Method:   the same solids, the three splittings, with planes that divide nothing left in and left out; the build by
//           the fastest of three. The paper's seconds are of a Lisp machine.
#include <bench/experiments/brep.h>
#include <bench/race/timer.h>

#include <algorithm>
#include <limits>
#include <map>

namespace clearance::bench {
namespace {

struct Built {
  BRepIndexFacts facts;
  double seconds = 0;
};

Built build(const BRep& brep, const BRepIndexOptions& how, int passes) {
  Built out;
  out.seconds = std::numeric_limits<double>::infinity();
  for (int k = 0; k < passes; ++k) {
    const Timer timer;
    const BRepIndex index = make_brep_index(brep, how);
    out.seconds = std::min(out.seconds, timer.seconds());
    out.facts = index.facts();
  }
  return out;
}

std::string number(std::size_t n) { return format("%zu", n); }

// What the plan asks of one row; empty where it asks nothing.
std::string judged(const PrintedIndex& printed, std::size_t entities, IndexSplitting splitting, const Built& built,
                   const Built& hybrid) {
  const BRepIndexFacts& facts = built.facts;
  if (splitting == IndexSplitting::Hybrid)
    return format("no worse than printed: %s", met(facts.nodes <= printed.nodes && facts.height <= printed.height &&
                                                   facts.average_height <= printed.average_height));
  if (splitting != IndexSplitting::Balanced) return "";
  const double ratio = facts.average_height / hybrid.facts.average_height;
  const bool large = entities >= BRepBars::kFromEntities;
  return format("%.3f of the hybrid, %s: %s", ratio, large ? "at most 0.80" : "below 1",
                met(large ? ratio <= BRepBars::kBelowHybrid : ratio < 1));
}

void add_rows(const PrintedIndex& printed, int passes, Table& table, Report& report) {
  const BRep brep = make_brep(solid_mesh(round_solid(printed.solid, printed.n))).value();
  const std::size_t entities = brep.entity_count();
  table.rule();
  table.row({format("%zu entities: printed", entities), number(printed.nodes), number(printed.height),
             format("%.1f", printed.average_height), format("%g s", printed.seconds), "", ""});
  Built hybrid;
  for (const IndexSplitting splitting : kSplittings) {
    const Built whole = build(brep, {.splitting = splitting, .reduce = false}, passes);
    const Built reduced = build(brep, {.splitting = splitting, .reduce = true}, passes);
    if (splitting == IndexSplitting::Hybrid) hybrid = reduced;
    const std::string goal = judged(printed, entities, splitting, reduced, hybrid);
    for (const bool is_reduced : {false, true}) {
      const Built& built = is_reduced ? reduced : whole;
      const BRepIndexFacts& facts = built.facts;
      table.row({format("%s%s", to_string(splitting), is_reduced ? ", reduced" : ""), number(facts.nodes),
                 number(facts.height), format("%.2f", facts.average_height), format("%.2f ms", 1e3 * built.seconds),
                 number(facts.faces_divided), is_reduced ? goal : ""});
      report.add(Record{{"part", "table"},
                        {"solid", to_string(printed.solid)},
                        {"n", std::int64_t{printed.n}},
                        {"entities", static_cast<std::int64_t>(entities)},
                        {"splitting", to_string(splitting)},
                        {"reduced", is_reduced},
                        {"nodes", static_cast<std::int64_t>(facts.nodes)},
                        {"height", static_cast<std::int64_t>(facts.height)},
                        {"average_height", facts.average_height},
                        {"ms", 1e3 * built.seconds}});
    }
  }
}

// The constants of the splittings were chosen with Table 1 in sight: these solids were not.
void other_solids(const Options& options, Report& report) {
  Table table("Solids that Table 1 has not");
  table.row({"", "entities", "hybrid: nodes", "average height", "balanced: nodes", "average height", "as in Table 1"});
  const auto add = [&](const std::string& name, const TriangleSoup& soup) {
    report.progress("brep: " + name);
    const BRep brep = make_brep(solid_mesh(soup)).value();
    const BRepIndexFacts hybrid = build(brep, {.splitting = IndexSplitting::Hybrid}, 1).facts;
    const BRepIndexFacts ours = build(brep, {.splitting = IndexSplitting::Balanced}, 1).facts;
    const double ratio = ours.average_height / hybrid.average_height;
    table.row({name, number(brep.entity_count()), number(hybrid.nodes), format("%.2f", hybrid.average_height),
               number(ours.nodes), format("%.2f", ours.average_height),
               format("%.3f of the hybrid, at most 0.80: %s", ratio, met(ratio <= BRepBars::kBelowHybrid))});
    report.add(Record{{"part", "other solids"},
                      {"solid", name},
                      {"entities", static_cast<std::int64_t>(brep.entity_count())},
                      {"hybrid_average_height", hybrid.average_height},
                      {"balanced_average_height", ours.average_height},
                      {"ratio", ratio}});
  };
  for (const RoundSolid solid : {RoundSolid::Sphere, RoundSolid::Torus})
    for (const int n : {12, 16, 24, 32, 64})
      if (!options.quick || n <= 12) add(format("%s, %d × %d", to_string(solid), n, n), round_solid(solid, n));
  for (const int triangles : {500, 2000, 20'000})
    if (!options.quick || triangles <= 500)
      add(format("knot of %d triangles", triangles), w2_body(W2Body::Knot, triangles));
  report.add(std::move(table));
}

}  // namespace

void brep_table(const Options& options, Report& report) {
  for (const RoundSolid solid : {RoundSolid::Sphere, RoundSolid::Torus}) {
    Table table(format("Table 1, %s", to_string(solid)));
    table.row({"", "nodes", "height", "average height", "build", "faces divided", "plan"});
    for (const PrintedIndex& printed : kPrintedIndices) {
      if (printed.solid != solid || (options.quick && printed.n > 10)) continue;
      report.progress(format("brep: %s of %d × %d faces", to_string(solid), printed.n, printed.n));
      add_rows(printed, options.quick ? 1 : 3, table, report);
    }
    report.add(std::move(table));
  }
  other_solids(options, report);
}

}  // namespace clearance::bench
