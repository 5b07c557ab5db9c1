// Question: what do timelines of two bodies of triangles cost to find, and to check?
// Method:   W6, the motions that are clear: separation_timeline, and check_timeline of what it makes, which sees no
//           tree. Every timeline is checked.
#include <bench/experiments/motion_mesh.h>
#include <bench/race/timer.h>
#include <clearance/motion/query.h>
#include <clearance/proof/check_moving_shapes.h>

namespace clearance::bench {
namespace {

struct Proofs {
  Costs finding, checking;
  std::int64_t clear = 0, made = 0, refused = 0;
  double spans = 0, planes = 0;
};

void add_proofs(const W6Bodies& bodies, const W6Motions& motions, double longest, Proofs& out) {
  const Timer all;
  for (const MovingPair& pair : motions.pairs) {
    const Motion &motion_a = pair.a.motion, &motion_b = pair.b.motion;
    if (!clear_throughout(bodies.a, motion_a, bodies.b, motion_b, kW6Interval).value().is_clear()) continue;
    ++out.clear;
    const Timer finding;
    const auto made = separation_timeline(bodies.a, motion_a, bodies.b, motion_b, kW6Interval).value();
    const double found = finding.seconds();
    if (!made) continue;
    ++out.made;
    const Timer checking;
    const CheckResult checked =
        check_timeline(*made, ShapeInMotion{bodies.a, motion_a}, ShapeInMotion{bodies.b, motion_b}, kW6Interval);
    out.checking.ns.push_back(1e9 * checking.seconds());
    out.finding.ns.push_back(1e9 * found);
    out.refused += checked.holds ? 0 : 1;
    out.spans += static_cast<double>(made->spans.size());
    for (const SpanCover& cover : made->covers) out.planes += static_cast<double>(cover.nodes.size());
    if (all.seconds() > longest) break;
  }
}

}  // namespace

void run_motion_mesh_proofs(const Options& options, const W6Course& course, Report& report) {
  const MeshMotionEffort effort = mesh_motion_effort(options);
  const std::vector<W6Cell> cells = w6_cells();
  Table table("What a timeline costs  [ms per motion that is clear]");
  table.row({"", "triangles", "clear", "made", "separation_timeline", "check_timeline", "by finding", "spans", "nodes",
             "refused"});
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (cells[c].place == W6Place::Hitting) continue;
    for (const int triangles : effort.sizes) {
      report.progress(format("motion-mesh: timelines, %s, %d triangles", cells[c].name().c_str(), triangles));
      Proofs proofs;
      for (std::size_t p = 0; p < std::size(kW2Pairs); ++p)
        add_proofs(W6Bodies(kW2Pairs[p], triangles), course[c][p], options.quick ? 0.2 : 0.5, proofs);
      const double finding = proofs.finding.mean(), checking = proofs.checking.mean(),
                   made = static_cast<double>(std::max<std::int64_t>(1, proofs.made));
      const bool cheap = checking < finding;
      table.row({cells[c].name(), std::to_string(triangles), std::to_string(proofs.clear), std::to_string(proofs.made),
                 format("%.3g", 1e-6 * finding), format("%.3g", 1e-6 * checking),
                 finding == 0 ? "" : format("%.2f %s", checking / finding, met(cheap)),
                 format("%.1f", proofs.spans / made), format("%.0f", proofs.planes / made),
                 std::to_string(proofs.refused)});
      report.add(Record{{"kind", to_string(cells[c].kind)},
                        {"place", to_string(cells[c].place)},
                        {"numbers", to_string(cells[c].numbers)},
                        {"triangles", std::int64_t{triangles}},
                        {"clear", proofs.clear},
                        {"timelines", proofs.made},
                        {"ns_finding_timeline", finding},
                        {"ns_checking_timeline", checking},
                        {"spans", proofs.spans / made},
                        {"nodes", proofs.planes / made},
                        {"refused", proofs.refused},
                        {"met", cheap}});
    }
  }
  report.add(std::move(table));
}

}  // namespace clearance::bench
