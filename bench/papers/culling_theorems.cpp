#include <bench/papers/culling_theorems.h>
#include <bench/race/fit.h>
#include <bench/race/timer.h>
#include <bench/workloads/place_boxes.h>
#include <bench/workloads/random_motion.h>
#include <bench/workloads/w3.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/coherent_hash.h>
#include <clearance/broad/spatial_hash.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::bench {
namespace {

// Sizes 1 to `ratio`, as many of each magnitude, some eight others close to each.
std::vector<Box> random_boxes(int count, double ratio, std::uint64_t seed) {
  Random random(seed);
  const double half = std::cbrt(static_cast<double>(count)) * std::sqrt(ratio);
  std::vector<Box> out;
  for (int k = 0; k < count; ++k) {
    const double size = std::pow(ratio, random.uniform(0, 1));
    const Vec3 centre = random_point(random, half);
    Vec3 sides = size * Vec3{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
    (k % 3 == 0 ? sides.x : k % 3 == 1 ? sides.y : sides.z) = size;
    out.push_back({centre - 0.5 * sides, centre + 0.5 * sides});
  }
  return out;
}

// The cells that storing one box looks into: those it overlaps at its own and all coarser resolutions.
std::size_t cells_of(const Box& box, const Resolutions& resolutions) {
  std::size_t cells = 0;
  for (int k = 0; k <= resolutions.resolution(tiling_size(box)); ++k)
    cells += tiles_of(box, resolutions.per_rho(k)).count();
  return cells;
}

// Theorem 1 as its proof has it: (β + 1)³ cells a resolution, and Lemma 1's number of resolutions. A side of at most
// βρ can lie on ⌈β⌉ + 1 tiles, so where β is not whole the proof's count is too small; `rounded_up` is the count that
// holds.
void check_theorem_1(const Options& options, Report& report) {
  constexpr double kAlpha = 0.5, kRatios[] = {1, 3, 10, 100, 1000, 10'000}, kBetas[] = {1, 1.5, 2, 3, 4};
  const int count = options.quick ? 500 : 5000;
  Table table(format(
      "Theorem 1: cells checked per box, α = %g, sizes 1 : R  [mean; most / (β+1)³·resolutions of Lemma 1]", kAlpha));
  Plot plot("Cells checked per box (Mirtich, Theorem 1)");
  plot.x("R: largest by smallest size", Scale::Log).y("cells", Scale::Log);
  std::vector<std::string> head = {""};
  for (const double ratio : kRatios) head.push_back(format("R = %g", ratio));
  table.row(std::move(head));
  std::size_t above = 0, above_rounded = 0, miscounted = 0;
  for (const double beta : kBetas) {
    std::vector<std::string> cells = {format("β = %g", beta)};
    std::vector<PlotPoint> means, bounds;
    for (const double ratio : kRatios) {
      const std::vector<Box> boxes = random_boxes(count, ratio, 1);
      SpatialHash hash(SpatialHashOptions{.tiling = {.alpha = kAlpha, .beta = beta}});
      place_all(hash, boxes);
      count_pairs(hash);
      std::size_t most = 0, sum = 0;
      double smallest = std::numeric_limits<double>::infinity(), largest = 0;
      for (const Box& box : boxes) {
        const std::size_t own = cells_of(box, hash.resolutions());
        most = std::max(most, own), sum += own;
        smallest = std::min(smallest, box_size(box)), largest = std::max(largest, box_size(box));
      }
      const double resolutions = std::max(1.0, std::ceil(std::log(largest / smallest) / std::log(beta / kAlpha)));
      const double bound = std::pow(beta + 1, 3) * resolutions,
                   rounded_up = std::pow(std::ceil(beta) + 1, 3) * resolutions;
      const double mean = static_cast<double>(sum) / count;
      above += static_cast<double>(most) > bound;
      above_rounded += static_cast<double>(most) > rounded_up;
      miscounted += sum != hash.statistics().cells_checked;
      cells.push_back(format("%.1f; %zu / %.0f", mean, most, bound));
      means.push_back({ratio, mean}), bounds.push_back({ratio, bound});
      report.add(Record{{"theorem", std::int64_t{1}},
                        {"ratio", ratio},
                        {"beta", beta},
                        {"mean", mean},
                        {"most", static_cast<std::int64_t>(most)},
                        {"bound", bound},
                        {"bound_rounded_up", rounded_up},
                        {"resolutions", static_cast<std::int64_t>(hash.resolutions().count())}});
    }
    table.row(std::move(cells));
    plot.series(format("β = %g", beta), std::move(means)).series("  bound", std::move(bounds), Plot::Line::Dashed);
  }
  report.add(std::move(table));
  report.add("culling-theorem-1", std::move(plot));
  report.add(Record{{"theorem", std::int64_t{1}},
                    {"settings_above_bound", static_cast<std::int64_t>(above)},
                    {"settings_above_bound_rounded_up", static_cast<std::int64_t>(above_rounded)},
                    {"settings_miscounted", static_cast<std::int64_t>(miscounted)}});
  report.note(format(
      "\nTheorem 1: a side of at most β tiles can lie on ⌈β⌉ + 1 of them, not on β + 1 as its proof counts. Settings "
      "above the\nproof's count: %zu; above the right one: %zu. Settings in which these cells are not those the "
      "method says it looked into: %zu.",
      above, above_rounded, miscounted));
}

struct Timing {
  double n, c, ns;
  double looked;  // into cells
};

// The cells of a cube of 1024³ along the curve that visits each eighth before the next.
std::uint32_t place_on_curve(Vec3 p, const Box& all) {
  const auto cell = [](double x, double low, double high) {
    return static_cast<std::uint32_t>(1023 * (x - low) / std::fmax(high - low, 1e-300));
  };
  const std::uint32_t along[] = {cell(p.x, all.low.x, all.high.x), cell(p.y, all.low.y, all.high.y),
                                 cell(p.z, all.low.z, all.high.z)};
  std::uint32_t code = 0;
  for (std::uint32_t bit = 0; bit < 10; ++bit)
    for (std::uint32_t axis = 0; axis < 3; ++axis) code |= (along[axis] >> bit & 1u) << (3 * bit + axis);
  return code;
}

// Neighbours in space get neighbouring numbers, and so share lines of the processor's caches.
void number_along_curve(std::vector<Box>& boxes) {
  const Box all = bounds_of({boxes});
  std::sort(boxes.begin(), boxes.end(),
            [&](const Box& a, const Box& b) { return place_on_curve(a.low, all) < place_on_curve(b.low, all); });
}

enum class Numbering : std::uint8_t { Random, Curve };

Timing time_close_pairs(int count, double overlaps, Numbering numbering, int repetitions) {
  std::vector<Box> boxes = w3_frames(W3World::Uniform, count, 1, {.overlaps = overlaps})[0];
  if (numbering == Numbering::Curve) number_along_curve(boxes);
  SpatialHash hash(SpatialHashOptions{.box_test = false});
  place_all(hash, boxes);
  const std::size_t close = count_pairs(hash);
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < repetitions; ++k) {
    const Timer timer;
    keep(count_pairs(hash));
    best = std::min(best, timer.seconds());
  }
  return {static_cast<double>(count), static_cast<double>(close), 1e9 * best,
          static_cast<double>(hash.statistics().cells_checked)};
}

// ns = a·n + b·c, least squares of relative errors.
struct Plane {
  double per_box = 0, per_pair = 0, off = 0;
};
Plane fit_plane(std::span<const Timing> timings) {
  double nn = 0, nc = 0, cc = 0, n1 = 0, c1 = 0;
  for (const Timing& t : timings) {
    const double n = t.n / t.ns, c = t.c / t.ns;
    nn += n * n, nc += n * c, cc += c * c, n1 += n, c1 += c;
  }
  const double determinant = nn * cc - nc * nc;
  Plane out{(n1 * cc - c1 * nc) / determinant, (c1 * nn - n1 * nc) / determinant, 0};
  for (const Timing& t : timings) {
    const double error = (out.per_box * t.n + out.per_pair * t.c) / t.ns - 1;
    out.off += error * error / static_cast<double>(timings.size());
  }
  out.off = std::sqrt(out.off);
  return out;
}

void check_theorem_2(const Options& options, Report& report) {
  const int most = options.quick ? 4000 : 128'000, repetitions = options.quick ? 2 : 5;
  std::vector<Timing> growing, local, crowding;
  for (int n = 1000; n <= most; n *= 2) {
    report.progress(format("culling: theorem 2, n = %d", n));
    growing.push_back(time_close_pairs(n, 4.5, Numbering::Random, repetitions));
    local.push_back(time_close_pairs(n, 4.5, Numbering::Curve, repetitions));
  }
  for (int overlaps = 1; overlaps <= 64; overlaps *= 2) {
    report.progress(format("culling: theorem 2, %d overlaps", overlaps));
    crowding.push_back(time_close_pairs(std::min(most, 8000), overlaps, Numbering::Random, repetitions));
  }
  const auto curve = [&](const std::vector<Timing>& timings) {
    std::vector<PlotPoint> out;
    for (const Timing& t : timings) {
      out.push_back({t.n + t.c, 1e-3 * t.ns});
      report.add(Record{{"theorem", std::int64_t{2}}, {"n", t.n}, {"close_pairs", t.c}, {"us", 1e-3 * t.ns}});
    }
    return out;
  };
  const std::vector<PlotPoint> by_n = curve(growing), by_local = curve(local), by_c = curve(crowding);
  const PowerLaw law_n = fit_power(by_n), law_local = fit_power(by_local), law_c = fit_power(by_c);
  std::vector<Timing> all = growing;
  all.insert(all.end(), crowding.begin(), crowding.end());
  const Plane plane = fit_plane(all);
  Table table("Theorem 2: standard hashing, close pairs reported  [time against n + c]");
  table.row({"", "smallest", "largest", "exponent of n + c, time", "cells and pairs"});
  // What is counted does not know of caches: the theorem itself.
  const auto counted = [](const std::vector<Timing>& timings) {
    std::vector<PlotPoint> out;
    out.reserve(timings.size());
    for (const Timing& t : timings) out.push_back({t.n + t.c, t.looked + t.c});
    return fit_power(out).exponent;
  };
  const auto row = [&](const char* name, const std::vector<Timing>& timings, const PowerLaw& law) {
    const auto cell = [](const Timing& t) { return format("n %.0f, c %.0f: %.0f µs", t.n, t.c, 1e-3 * t.ns); };
    table.row({name, cell(timings.front()), cell(timings.back()),
               format("%.3f (off by %.1f %%)", law.exponent, 100 * law.off), format("%.3f", counted(timings))});
  };
  row("n grows, the density stays", growing, law_n);
  row("  numbered along a curve through space", local, law_local);
  row("c grows, n stays", crowding, law_c);
  table.rule();
  table.row({"all", format("%.1f ns per box", plane.per_box), format("%.1f ns per close pair", plane.per_pair),
             format("off by %.1f %%", 100 * plane.off)});
  report.add(std::move(table));
  report.add(Record{{"theorem", std::int64_t{2}},
                    {"exponent_n", law_n.exponent},
                    {"exponent_n_local", law_local.exponent},
                    {"exponent_c", law_c.exponent},
                    {"exponent_n_counted", counted(growing)},
                    {"ns_per_box", plane.per_box},
                    {"ns_per_close_pair", plane.per_pair},
                    {"off", plane.off}});
  Plot plot("All close pairs in O(n + c) (Mirtich, Theorem 2)");
  plot.x("n + c: boxes and close pairs", Scale::Log).y("µs", Scale::Log);
  const auto fitted = [](const std::vector<PlotPoint>& points, const PowerLaw& law) {
    std::vector<PlotPoint> out;
    out.reserve(points.size());
    for (const PlotPoint& point : points) out.push_back({point.x, law.at(point.x)});
    return out;
  };
  plot.series("n grows", by_n)
      .series(format("  exponent %.2f", law_n.exponent), fitted(by_n, law_n), Plot::Line::Dotted);
  plot.series("n grows, numbered along a curve", by_local)
      .series(format("  exponent %.2f", law_local.exponent), fitted(by_local, law_local), Plot::Line::Dotted);
  plot.series("c grows", by_c)
      .series(format("  exponent %.2f", law_c.exponent), fitted(by_c, law_c), Plot::Line::Dotted);
  report.add("culling-theorem-2", std::move(plot));
}

double gap(const Box& a, const Box& b) {
  const auto along = [](double low_a, double high_a, double low_b, double high_b) {
    return std::fmax(0, std::fmax(low_b - high_a, low_a - high_b));
  };
  return norm(Vec3{along(a.low.x, a.high.x, b.low.x, b.high.x), along(a.low.y, a.high.y, b.low.y, b.high.y),
                   along(a.low.z, a.high.z, b.low.z, b.high.z)});
}

// The largest distance of two close boxes, in sizes of the larger.
double farthest_close(BroadPhase& hash, std::span<const Box> boxes) {
  place_all(hash, boxes);
  double most = 0;
  hash.find_pairs([&](std::span<const IndexPair> block) {
    for (const IndexPair& pair : block) {
      const Box &a = boxes[pair.a], &b = boxes[pair.b];
      most = std::fmax(most, gap(a, b) / std::fmax(box_size(a), box_size(b)));
    }
    return true;
  });
  return most;
}

void check_theorem_3(const Options& options, Report& report) {
  constexpr double kAlphas[] = {0.0625, 0.125, 0.25, 0.5, 0.75, 0.9}, kBeta = 2;
  const std::vector<Box> boxes = random_boxes(options.quick ? 2000 : 50'000, 30, 3);
  Table table("Theorem 3: the largest distance at which boxes are still close  [sizes of the larger]");
  table.row({"", "bound √3/α", "standard", "of the bound", "coherent", "of the bound"});
  Plot plot("The largest distance at which boxes are still close (Mirtich, Theorem 3)");
  plot.x("α", Scale::Linear).y("distance by the larger size", Scale::Log);
  std::vector<PlotPoint> bounds, of_standard, of_coherent;
  for (const double alpha : kAlphas) {
    report.progress(format("culling: theorem 3, alpha %g", alpha));
    SpatialHash standard(SpatialHashOptions{.tiling = {.alpha = alpha, .beta = kBeta}, .box_test = false});
    CoherentHash coherent(CoherentHashOptions{.tiling = {.alpha = alpha, .beta = kBeta, .nested = true},
                                              .box_test = false,
                                              .most_counters = std::size_t{1} << 26});
    const double bound = std::sqrt(3) / alpha, s = farthest_close(standard, boxes), c = farthest_close(coherent, boxes);
    table.row({format("α = %g", alpha), format("%.2f", bound), format("%.2f", s),
               format("%.0f %%%s", 100 * s / bound, s > bound ? " BROKEN" : ""), format("%.2f", c),
               format("%.0f %%%s", 100 * c / bound, c > bound ? " BROKEN" : "")});
    bounds.push_back({alpha, bound}), of_standard.push_back({alpha, s}), of_coherent.push_back({alpha, c});
    report.add(Record{{"theorem", std::int64_t{3}},
                      {"alpha", alpha},
                      {"bound", bound},
                      {"standard", s},
                      {"coherent", c},
                      {"holds", s <= bound && c <= bound}});
  }
  report.add(std::move(table));
  plot.series("standard", std::move(of_standard)).series("coherent, nested tiles", std::move(of_coherent));
  plot.series("√3/α", std::move(bounds), Plot::Line::Dashed);
  report.add("culling-theorem-3", std::move(plot));
}

}  // namespace

void check_theorems(const Options& options, Report& report) {
  check_theorem_1(options, report);
  check_theorem_2(options, report);
  check_theorem_3(options, report);
}

}  // namespace clearance::bench
