#include <clearance/broad/grid/grid_layout.h>

#include <clearance/broad/grid/overlap_runs.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearance::detail {
namespace {

// Nanoseconds as measured: a row looked up, a register of boxes tested.
constexpr double kRowCost = 3, kRegisterCost = 7;
// Cells along a row, in sides of boxes: finer ones test fewer boxes but are more than boxes.
constexpr double kCellLength = 0.25;
// Differences of two cell numbers fit in 32 bits.
constexpr float kFarthestCell = 0x1p29f;

// Per role of an axis; what has one cell along it has no side.
struct Plan {
  double extent[3];  // of the low corners
  double wide[3];    // a box at most
  double side[3];    // what cells are multiples of
  bool split[3];     // into cells at all
};

float at_least(float longest) { return std::nextafter(longest, INFINITY); }

// Splits the axes along which boxes are spread further than they reach; the one with most cells comes first.
Plan make_plan(const SizeClass& boxes, double number, int (&role)[3]) {
  double extent[3], wide[3], room = 1, axes = 0;
  bool split[3];
  for (int a = 0; a < 3; ++a) {
    extent[a] = static_cast<double>(boxes.most[a]) - static_cast<double>(boxes.least[a]);
    wide[a] = static_cast<double>(at_least(boxes.longest[a]));
    split[a] = boxes.count > kFewBoxes && extent[a] > wide[a];
    if (split[a]) room *= extent[a], ++axes;
    role[a] = a;
  }
  // Half the distance between neighbours: finer cells would be empty ones.
  const double apart = axes > 0 ? std::max(0.5 * std::pow(room / number, 1 / axes), 1e-30) : 1;
  const auto cells = [&](int a) { return split[a] ? extent[a] / std::max(wide[a], apart) : 0; };
  std::sort(role, role + 3, [&](int a, int b) { return cells(a) != cells(b) ? cells(a) > cells(b) : a < b; });
  Plan plan;
  for (int r = 0; r < 3; ++r) {
    plan.extent[r] = extent[role[r]];
    plan.wide[r] = wide[role[r]];
    plan.side[r] = std::max(wide[role[r]], apart);
    plan.split[r] = split[role[r]];
  }
  return plan;
}

// What a search costs per box whose rows are `multiple` sides wide, `number` boxes being spread evenly. Boxes are taken
// to be six tenths of the longest.
double search_cost(const Plan& plan, double number, double multiple) {
  double rows = 1, length = number;
  for (int r = 0; r < 3; ++r) {
    if (!plan.split[r]) continue;
    const double cell = (r == 0 ? kCellLength : multiple) * plan.side[r], reach = 1.6 * plan.wide[r];
    length *= (r == 0 ? reach + cell : cell) / (plan.extent[r] + plan.wide[r]);
    if (r > 0) rows *= 1 + reach / cell;
  }
  return rows * (kRowCost + kRegisterCost * (length / kRunLength + 0.6 * (1 - std::exp(-length))));
}

double best_multiple(const Plan& plan, double number) {
  double best = 1, least = INFINITY;
  for (double multiple = 0.25; plan.split[1] && multiple < 100; multiple *= 1.26) {
    const double cost = search_cost(plan, number, multiple);
    if (cost < least) least = cost, best = multiple;
  }
  return best;
}

double cells_in_all(const Plan& plan, const double (&cell)[3]) {
  double cells = 1;
  for (int r = 0; r < 3; ++r)
    if (plan.split[r]) cells *= std::floor(plan.extent[r] / cell[r]) + 1;
  return cells;
}

// From low − longest to high is at most 3 longest sides once rounded. Where that is more than nothing floats are at
// most 4 longest sides apart, hence cell numbers wrong by 8 such lengths together: 11, and one cell at each end.
double shortest_period(double wide, double cell) {
  return static_cast<double>(std::bit_ceil(static_cast<std::uint32_t>(16 * std::max(1.0, wide / cell))));
}

// Halves the longest period, or else gives up an axis, until there are few enough cells.
void fold(double (&period)[3], const double (&shortest)[3], double budget) {
  while (period[0] * period[1] * period[2] > budget) {
    int longest = -1;
    for (int r = 0; r < 3; ++r)
      if (period[r] > shortest[r] && (longest < 0 || period[r] > period[longest])) longest = r;
    if (longest >= 0)
      period[longest] = static_cast<double>(std::bit_floor(static_cast<std::uint32_t>(period[longest]) - 1));
    else
      period[period[2] > 1 ? 2 : period[1] > 1 ? 1 : 0] = 1;
  }
}

// Folded axes have no origin: subtracting one could cost more digits than the reach of a box allows.
GridAxis make_axis(double cell, double wanted, double period, float least, float longest) {
  const float far = at_least(longest);
  if (period == 1) return {0, 0, 0, 0, -1, 0, far};
  const auto inverse = static_cast<float>(1 / cell);
  if (period < wanted)
    return {0, inverse, -kFarthestCell, kFarthestCell, static_cast<std::int32_t>(period) - 1, 0, far};
  return {least, inverse, 0, static_cast<float>(period - 1), -1, 0, far};
}

}  // namespace

void lay_grid(const SizeClass& boxes, double crowding, GridLevel& level) {
  const double number = crowding * boxes.count;
  const Plan plan = make_plan(boxes, number, level.role);
  const double multiple = best_multiple(plan, number);
  const double budget = 2.0 * boxes.count + 512;
  double cell[3], wanted[3], period[3], shortest[3];
  for (int r = 0; r < 3; ++r) cell[r] = (r == 0 ? kCellLength : multiple) * plan.side[r];
  // Short cells are a luxury, not worth a fold.
  while (cell[0] < plan.side[0] && cells_in_all(plan, cell) > budget) cell[0] *= 2;
  for (int r = 0; r < 3; ++r) {
    wanted[r] = plan.split[r] ? std::floor(std::min(plan.extent[r] / cell[r], 0x1p30 - 1)) + 1 : 1;
    shortest[r] = plan.split[r] ? shortest_period(plan.wide[r], cell[r]) : 1;
    period[r] = wanted[r];
  }
  fold(period, shortest, budget);
  std::uint32_t stride = 1;
  for (int r = 0; r < 3; ++r) {
    const int a = level.role[r];
    level.axis[a] = make_axis(cell[r], wanted[r], period[r], boxes.least[a], boxes.longest[a]);
    level.axis[a].stride = stride;
    stride *= static_cast<std::uint32_t>(period[r]);
    if (r == 0) level.row_length = stride;
  }
  level.cells = stride;
}

}  // namespace clearance::detail
