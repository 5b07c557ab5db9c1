#include <clearance/broad/resolutions.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kLeastShare = 0x1p-27;  // |x|/ρ ≤ 2^27·sz/ρ ≤ 2^27·β ≤ 2^29
constexpr double kLeastSize = 0x1p-900;

int ceiling_of_quotient(int a, int b) { return a >= 0 ? (a + b - 1) / b : -(-a / b); }

}  // namespace

TilingOptions valid(TilingOptions options) {
  // The comparisons are written so that a NaN gets a bound, too.
  const auto within = [](double x, double low, double high) { return x > low ? (x < high ? x : high) : low; };
  options.beta = within(options.beta, 1, 4);
  options.alpha = within(options.alpha, 0x1p-10, options.nested ? std::min(0.9, options.beta / 2) : 0.9);
  return options;
}

double tiling_size(const Box& box) {
  const double farthest = larger(norm_max(box.low), norm_max(box.high));
  const double size = larger(box_size(box), kLeastSize);
  return std::isfinite(farthest) ? larger(size, kLeastShare * farthest) : kInfiniteEnd;
}

int nested_shift(const TilingOptions& options) { return std::ilogb(options.beta / options.alpha); }

int nested_level(double size, const TilingOptions& options) {
  int exponent = 0;
  const double fraction = std::frexp(size / options.beta, &exponent);  // in [1/2, 1)
  return ceiling_of_quotient(fraction == 0.5 ? exponent - 1 : exponent, nested_shift(options));
}

double nested_rho(int level, const TilingOptions& options) { return std::ldexp(1.0, level * nested_shift(options)); }

void Resolutions::choose(std::span<const double> sizes, const TilingOptions& options) {
  steps_.clear();
  left_.assign(sizes.begin(), sizes.end());
  // From fine to coarse as in the proof of Lemma 1; but each ρ is set by the smallest size that has none yet, not by
  // the ρ before: "if all boxes are one of three sizes, at most three resolutions are required".
  while (!left_.empty()) {
    const double smallest = *std::min_element(left_.begin(), left_.end());
    const double rho = options.nested ? nested_rho(nested_level(smallest, options), options) : smallest / options.alpha;
    steps_.push_back({rho, 1 / rho, smallest});
    const double largest = larger(smallest, options.beta * rho);
    left_.erase(std::remove_if(left_.begin(), left_.end(), [&](double size) { return size <= largest; }), left_.end());
  }
  std::reverse(steps_.begin(), steps_.end());
}

int Resolutions::resolution(double size) const {
  const auto serves = [&](const Step& step) { return step.smallest > size; };
  return static_cast<int>(std::partition_point(steps_.begin(), steps_.end(), serves) - steps_.begin());
}

}  // namespace clearance::detail
