#include "stand_in.h"

#include <clearance/io/verify/claim_checks.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::cli {
using namespace detail;
namespace {

bool is_stand_in(const Excesses& excess) { return excess != Excesses{0, 0}; }

}  // namespace

std::string excess_text(const Excesses& excess) {
  if (!is_stand_in(excess)) return "-";
  if (!excess.a || !excess.b) return "unknown";
  const double sum = *excess.a + *excess.b;
  const bool is_exact = excess.a == 0.0 || excess.b == 0.0;
  return fmt::format("{}", is_exact ? sum : std::nextafter(sum, std::numeric_limits<double>::infinity()));
}

bool has_stand_ins(std::span<const PairReport> reports) {
  return std::ranges::any_of(reports, is_stand_in, &PairReport::excess);
}
bool has_stand_ins(std::span<const MotionReport> reports) {
  return std::ranges::any_of(reports, is_stand_in, &MotionReport::excess);
}

std::string stand_ins_text(bool has_stand_ins) {
  if (!has_stand_ins) return {};
  return "excess: hulls stand for meshes; these are no nearer to each other than the hulls, and farther apart "
         "by no more than the excess\n";
}

ClaimStanding standing_of_excess(const Excesses& stated, const SceneObject& a, const SceneObject& b) {
  const CheckResult checked = check_excess(stated, a, b);
  return checked ? ClaimStanding{Standing::Proved, {}, 0} : fails(checked.reason);
}

}  // namespace clearance::cli
