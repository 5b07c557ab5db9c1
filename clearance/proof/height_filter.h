// Question: which points of a body stay above a moving plane throughout a stretch, as far as doubles can tell?
// Method:   coefficients in Bernstein's basis (exact/time/rough_heights.h), or, under an angular velocity, heights at
//           single instants and how far they may bend in between; by halves of the stretch as far as that helps.
// Proves:   what settles() says; where it says nothing, exact numbers are to be asked. Internal to proof/.
#pragma once

#include <clearance/exact/time/height_form.h>
#include <clearance/exact/time/rough_heights.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

namespace clearance::detail {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// Within a few u, unless it leaves the range.
inline double rounded_ratio(const Dyadic& x, const Dyadic& y) {
  if (x.sign() == 0) return 0;
  std::int64_t of_x = 0, of_y = 0;
  const double ratio = x.fraction(of_x) / y.fraction(of_y);
  return std::ldexp(ratio, static_cast<int>(std::clamp<std::int64_t>(of_x - of_y, -5000, 5000)));
}

// Whether points stay above the plane throughout a stretch, by halves of it as far as that helps.
class HeightFilter {
 public:
  HeightFilter(const HeightForm& form, double low, double high) : heights_(form, low, high) {}

  bool settles(Vec3 v, double distance) { return settles(v, distance, 1, heights_.low(), heights_.high()); }

 private:
  static constexpr unsigned kMostHalves = 1u << 8;

  // `node` numbers the halves of halves: those of k are 2k and 2k + 1.
  bool settles(Vec3 v, double distance, unsigned node, double from, double to) {
    const auto [at, is_new] = windows_.try_emplace(node);
    if (is_new) at->second = heights_.window(from, to);
    const RoughHeights::Window& window = at->second;
    const double error = window.error(norm_one(v), distance);
    double least = kNever, at_ends = kNever;
    for (int i = 0; i <= window.degree; ++i) {
      const double b = window.coefficient(i, v, distance) - error;
      if (!(b < kNever)) return false;
      least = std::min(least, b);
      if (i == 0 || i == window.degree) at_ends = std::min(at_ends, b);
    }
    if (least > 0) return true;
    const double middle = 0.5 * from + 0.5 * to;
    if (!(at_ends > 0) || 2 * node >= kMostHalves || !(from < middle && middle < to)) return false;
    return settles(v, distance, 2 * node, from, middle) && settles(v, distance, 2 * node + 1, middle, to);
  }

  const RoughHeights heights_;
  std::map<unsigned, RoughHeights::Window> windows_;
};

// The same under an angular velocity: heights at instants that are halves of halves, as the paths have them, and how
// far they may bend in between.
class BlurredFilter {
 public:
  BlurredFilter(const HeightForm& form, double low, double high, const Dyadic& blur, double bend)
      : form_(form), low_(low), high_(high), blur_(blur.to_double() * (1 + 0x1p-50) + 1e-280), bend_(bend) {}

  bool settles(Vec3 v, double distance) {
    return bend_ < kNever &&
           settles(v, distance, 1, low_, high_, height(v, distance, low_), height(v, distance, high_));
  }

 private:
  static constexpr unsigned kMostHalves = 1u << 8;

  struct Instant {
    Vec3 along;
    double level = 0;
    bool is_known = false;
  };
  const Instant& at(double time) {
    const auto [found, is_new] = instants_.try_emplace(time);
    Instant& made = found->second;
    if (!is_new) return made;
    const Dyadic t = time, scale = form_.scale().at(t);
    const double square = form_.length_square().at(t).to_double();
    made.is_known = square > 1e-280 && square < 1e280;
    if (!made.is_known) return made;
    const double length = std::sqrt(square);
    const auto ratio = [&](const Polynomial& p) { return rounded_ratio(p.at(t), scale) / length; };
    made.along = {ratio(form_.along().x), ratio(form_.along().y), ratio(form_.along().z)};
    made.level = ratio(form_.level());
    return made;
  }
  // Less the distance and all that is not known: a few u of each part.
  double height(Vec3 v, double distance, double time) {
    const Instant& now = at(time);
    if (!now.is_known) return -kNever;
    const double error = 0x1p-48 * (norm_one(v) + std::fabs(now.level) + distance);
    return dot(now.along, v) + now.level - distance - error - blur_;
  }
  bool settles(Vec3 v, double distance, unsigned node, double from, double to, double first, double last) {
    if (!(first > 0 && last > 0)) return false;
    if (std::sqrt(first) + std::sqrt(last) > std::sqrt(bend_ / 2) * (to - from) * (1 + 0x1p-40)) return true;
    const double middle = 0.5 * from + 0.5 * to;
    if (2 * node >= kMostHalves || !(from < middle && middle < to)) return false;
    const double here = height(v, distance, middle);
    return settles(v, distance, 2 * node, from, middle, first, here) &&
           settles(v, distance, 2 * node + 1, middle, to, here, last);
  }

  const HeightForm& form_;
  const double low_, high_, blur_, bend_;
  std::map<double, Instant> instants_;
};

// At least the sum.
inline double sum_above(double radius, double margin) {
  return radius == 0 ? margin : margin == 0 ? radius : std::nextafter(radius + margin, kNever);
}

}  // namespace clearance::detail
