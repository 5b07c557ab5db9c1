#include <bench/bench.h>
#include <bench/experiments.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::bench {
namespace {

constexpr Experiment kExperiments[] = {
    {"convex", "one moving pair of hulls (W1): boolean, distance, depth, beside FCL, libccd, Bullet and ODE",
     run_convex},
    {"nice",
     "the numbers people model with (tenths, quarter turns, stacks) beside random ones, FCL, Bullet, ODE and libccd",
     run_nice},
    {"worst",
     "the slowest calls: every query about all pairs of the shared meshes, needles, plates and nice numbers; their "
     "scenes as files",
     run_worst},
    {"depth",
     "what depths promise, on pairs of all shared solids: in 50 ms an upper end within 5 % of the best in 10 s, a "
     "bracket within 10 %",
     run_depth},
    {"contacts",
     "contact points of boxes, hulls, a box on a mesh, columns of boxes, links of robots, beside Bullet, ODE and FCL",
     run_contacts},
    {"motion",
     "when two moving hulls first meet (W5: linear, rotating, fast), proved for every instant, beside FCL and Bullet",
     run_motion},
    {"motion-mesh",
     "when two moving bodies of 2k to 200k triangles first meet (W6), beside a static distance and FCL; timelines, "
     "long "
     "keyframe motions",
     run_motion_mesh},
    {"hull", "convex hull of points on a sphere, beside Qhull", run_hull},
    {"filter", "how often floating-point filters could not decide", run_filter},
    {"proof", "what proving costs: intersects beside the same code without proof", run_proof},
    {"algorithms", "every method of the papers on W1, cold and warm, beside the public queries and the peers",
     run_algorithms},
    {"qcollide-steps", "searching steps of the separating vector algorithm (Chung, Fig. 6.3 to 6.5)",
     run_qcollide_steps},
    {"qcollide",
     "separating vector, Gilbert, combined and closest features in the thesis' environment (Fig. 6.6 to 6.11)",
     run_qcollide},
    {"lin-canny-coherence", "closest features tracked at 1° to 20° a call, three resolutions (Mirtich, Fig. 10)",
     run_lin_canny_coherence},
    {"growth", "every method against the size of the hulls, cold and warm, with its exponent", run_growth},
    {"operations", "floating-point operations per query: V-Clip beside Enhanced GJK", run_operations},
    {"applicability", "edge-face tests of applicable pairs against n: the survey expects O(n)", run_applicability},
    {"hashing", "standard against coherent spatial hashing on four moving scenes (Mirtich, Table 1)", run_hashing},
    {"culling", "Mirtich's Theorems 1 to 3, pairs left by each broad phase, and parts settling on a table (Fig. 6)",
     run_culling},
    {"broad", "many moving boxes (W3): update and all pairs, beside FCL, Bullet, ODE and Embree", run_broad},
    {"broad-growth", "a million boxes at once beside Embree; the cost of a moved box from 10³ to 10⁶; threads",
     run_broad_growth},
    {"scene", "hundreds of moving polytopes (W4): one recorded trajectory for us, FCL, Bullet and ODE", run_scene},
    {"crowd", "500 to 10⁵ moving hulls with one thread and more, stage by stage", run_crowd},
    {"mesh",
     "two bodies of 2k to 200k triangles near contact (W2): boolean, distance, warm, build, memory, beside FCL, "
     "Bullet, ODE and CGAL",
     run_mesh},
    {"mesh-exact", "our booleans about meshes beside CGAL's exact kernel, FCL's distances beside our brackets",
     run_mesh_exact},
    {"mesh-growth", "queries about meshes from 500 to 500,000 triangles, with their exponents, beside FCL",
     run_mesh_growth},
    {"trees", "boxes, oriented boxes (RAPID), swept rectangles and 18-DOPs over triangles, beside the library's tree",
     run_trees},
    {"brep",
     "the B-rep index (Vaněček, Table 1): nodes and heights of three splittings, build, points beside CGAL and Embree, "
     "collision time beside bisection",
     run_brep},
    {"spacetime",
     "prisms in space and time (Joseph and Plantinga): both algorithms and the trees over prisms with their exponents",
     run_spacetime},
    {"clash",
     "clearance clash on an assembly of 2,000 flush parts, again after one has changed, and on the CGAL folder",
     run_clash},
    {"mesh-large", "ten million triangles load and answer; only when asked for by name", run_mesh_large, true},
};

const Experiment* find(const std::string& name) {
  const auto* found = std::find_if(std::begin(kExperiments), std::end(kExperiments),
                                   [&](const Experiment& experiment) { return name == experiment.name; });
  return found == std::end(kExperiments) ? nullptr : found;
}

// One line, whatever was typed.
int refuse(std::string fault) {
  std::replace_if(fault.begin(), fault.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  std::string known;
  for (const Experiment& experiment : kExperiments) known += std::string(known.empty() ? "" : ", ") + experiment.name;
  std::fprintf(stderr,
               "clearance: bench: %s (known: %s; options: --list, --json, --quick, --plots FOLDER, --no-plots, --cases "
               "FOLDER, --pairs N, --best SECONDS)\n",
               fault.c_str(), known.c_str());
  return 2;
}

// All of the text.
template <class Number>
bool parse(std::string_view text, Number& out) {
  const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), out);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}
constexpr double kMostSeconds = 3600;

int list() {
  for (const Experiment& experiment : kExperiments) std::printf("%-19s %s\n", experiment.name, experiment.what);
  return 0;
}

}  // namespace

int run_bench(int argc, char** argv) {
  Options options;
  bool as_json = false, as_list = false, draw = true;
  std::string plots;
  std::vector<const Experiment*> chosen;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--json") {
      as_json = true;
    } else if (word == "--quick") {
      options.quick = true;
    } else if (word == "--plots") {
      if (++i == argc) return refuse("--plots needs a folder");
      plots = argv[i];
    } else if (word == "--cases") {
      if (++i == argc) return refuse("--cases needs a folder");
      options.cases = argv[i];
    } else if (word == "--pairs") {
      const char* const text = ++i < argc ? argv[i] : "";
      if (!parse(text, options.pairs) || options.pairs == 0)
        return refuse("--pairs needs a number of pairs, 1 or more");
    } else if (word == "--best") {
      const char* const text = ++i < argc ? argv[i] : "";
      if (!parse(text, options.best_seconds) || !(options.best_seconds > 0 && options.best_seconds <= kMostSeconds))
        return refuse("--best needs seconds, more than 0 and at most an hour");
    } else if (word == "--no-plots") {
      draw = false;
    } else if (word == "--list") {
      as_list = true;
    } else if (word.starts_with("-")) {
      return refuse("unknown option " + word);
    } else if (const Experiment* experiment = find(word)) {
      chosen.push_back(experiment);
    } else {
      return refuse("unknown experiment " + word);
    }
  }
  if (as_list) return list();
  if (chosen.empty()) {
    for (const Experiment& experiment : kExperiments)
      if (!experiment.only_by_name) chosen.push_back(&experiment);
  }
  // Whoever reads the terminal gets plots and scenes beside it; --json prints and leaves nothing else, unless asked.
  if (options.cases.empty() && !as_json) options.cases = "worst-cases";
  Report report(isatty(STDERR_FILENO) != 0);
  for (const Experiment* experiment : chosen) {
    report.begin(experiment->name);
    experiment->run(options, report);
  }
  if (plots.empty() && !as_json) plots = "plots";
  if (!draw) plots.clear();
  std::string fault;
  if (!plots.empty() && !report.write_plots(plots, fault)) {
    std::fprintf(stderr, "clearance: bench: %s\n", fault.c_str());
    return 2;
  }
  as_json ? report.print_json(stdout) : report.print_text(stdout, plots);
  return 0;
}

}  // namespace clearance::bench
