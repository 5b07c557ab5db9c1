#include <bench/experiments/depth.h>
#include <clearance/math/vec3.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace clearance::bench {
namespace {

// Pairs that are shown and written for each promise, the worst first.
constexpr std::size_t kShown = 8;

using Bar = double (*)(const DepthSample&);

double share(const std::vector<double>& sorted, double part) {
  return sorted[std::min(static_cast<std::size_t>(part * static_cast<double>(sorted.size())), sorted.size() - 1)];
}

template <class Value>
std::vector<double> sorted_values(const std::vector<const DepthSample*>& samples, const Value& value) {
  std::vector<double> out;
  out.reserve(samples.size());
  for (const DepthSample* sample : samples) out.push_back(value(*sample));
  std::sort(out.begin(), out.end());
  return out;
}

std::string percent(double x) { return format("%.2g %%", 100 * x); }

void add_row(Table& table, Report& report, const std::string& name, const std::vector<const DepthSample*>& samples,
             bool asks_brackets) {
  if (samples.empty()) return;
  const auto count = [&](auto&& is) { return std::ranges::count_if(samples, [&](const auto* s) { return is(*s); }); };
  const auto upper = count([](const DepthSample& s) { return s.is_upper_met(); }),
             bracket = count([](const DepthSample& s) { return s.is_bracket_met(); }),
             in_time = count([](const DepthSample& s) { return s.is_in_time(); }),
             disturbed = count([](const DepthSample& s) { return s.is_disturbed; }),
             settled = count([](const DepthSample& s) { return s.is_settled(); });
  const auto all = std::ssize(samples);
  const std::vector<double> offs = sorted_values(samples, [](const DepthSample& s) { return s.upper_off(); }),
                            widths = sorted_values(samples, [](const DepthSample& s) { return s.width(); }),
                            times = sorted_values(samples, [](const DepthSample& s) { return s.seconds; });
  table.row({name, std::to_string(all), std::to_string(upper), met(upper == all), percent(share(offs, 0.9)),
             percent(offs.back()), std::to_string(bracket), asks_brackets ? met(bracket == all) : "",
             percent(share(widths, 0.9)), percent(widths.back()), std::to_string(in_time),
             format("%.1f ms", 1e3 * share(times, 0.5)), format("%.1f ms", 1e3 * times.back()),
             std::to_string(disturbed), std::to_string(settled)});
  report.add({{"pairs", name},
              {"count", static_cast<std::int64_t>(all)},
              {"upper_within_5_percent", static_cast<std::int64_t>(upper)},
              {"upper_off_p90", share(offs, 0.9)},
              {"upper_off_max", offs.back()},
              {"bracket_within_10_percent", static_cast<std::int64_t>(bracket)},
              {"width_p90", share(widths, 0.9)},
              {"width_max", widths.back()},
              {"in_time", static_cast<std::int64_t>(in_time)},
              {"seconds_median", share(times, 0.5)},
              {"seconds_max", times.back()},
              {"disturbed", static_cast<std::int64_t>(disturbed)},
              {"best_is_settled", static_cast<std::int64_t>(settled)}});
}

void add_worst(Table& table, Report& report, const std::string& promise, std::vector<const DepthSample*> samples,
               Bar how_bad, const std::string& folder) {
  // Of equals the one that was asked first.
  std::sort(samples.begin(), samples.end(), [&](const DepthSample* x, const DepthSample* y) {
    return how_bad(*x) != how_bad(*y) ? how_bad(*x) > how_bad(*y) : x < y;
  });
  if (samples.size() > kShown) samples.resize(kShown);
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const DepthSample& s = *samples[k];
    std::string file;
    if (!folder.empty() && s.dump) {
      std::error_code fault;
      std::filesystem::create_directories(folder, fault);
      file = folder + "/depth-" + promise + format("-%zu.scene.json", k + 1);
      if (!s.dump(file)) report.note("\nNot written: " + file), file.clear();
    }
    table.row({promise + format(" %zu", k + 1), format("%.6g", s.lower), format("%.6g", s.upper),
               format("%.6g", s.best_lower), format("%.6g", s.best_upper), percent(s.upper_off()), percent(s.width()),
               format("%.1f ms", 1e3 * s.seconds), s.is_thin ? "thin" : "", s.name});
    report.add({{"worst_of", promise},
                {"name", s.name},
                {"thin", s.is_thin},
                {"lower", s.lower},
                {"upper", s.upper},
                {"best_lower", s.best_lower},
                {"best_upper", s.best_upper},
                {"seconds", s.seconds},
                {"file", file}});
  }
}

}  // namespace

double thickness_of(const Mesh& mesh) {
  double area = 0;
  for (const MeshTriangle& t : mesh.triangles())
    area += 0.5 * norm(cross(mesh.vertex(t[1]) - mesh.vertex(t[0]), mesh.vertex(t[2]) - mesh.vertex(t[0])));
  return 6 * std::fabs(mesh.facts().volume) / (area * mesh.size());
}

bool DepthSample::is_settled() const { return best_upper - best_lower <= kBestWithin * best_upper; }
double DepthSample::best() const { return std::min(upper, is_settled() ? std::max(lower, best_lower) : best_upper); }

void report_depths(const std::string& title, const std::vector<DepthSample>& samples, const std::string& folder,
                   Report& report) {
  std::vector<const DepthSample*> all, thick, thin;
  for (const DepthSample& sample : samples) {
    all.push_back(&sample);
    (sample.is_thin ? thin : thick).push_back(&sample);
  }
  Table table(title);
  table.row({"", "pairs", "upper end within 5 %", "", "off, 90 %", "most", "bracket within 10 %", "", "width, 90 %",
             "most", "in time", "median", "slowest", "disturbed", "search ended"});
  add_row(table, report, "all", all, false);
  add_row(table, report, "neither is thin", thick, true);
  add_row(table, report, "one is thin", thin, false);
  report.add(std::move(table));
  Table worst("The worst of them");
  worst.row({"", "lower", "upper", "best lower", "best upper", "upper off", "width", "took", "", "whose"});
  add_worst(worst, report, "upper", all, [](const DepthSample& s) { return s.upper_off(); }, folder);
  worst.rule();
  add_worst(worst, report, "bracket", thick, [](const DepthSample& s) { return s.width(); }, folder);
  worst.rule();
  add_worst(worst, report, "time", all, [](const DepthSample& s) { return s.seconds; }, folder);
  report.add(std::move(worst));
}

}  // namespace clearance::bench
