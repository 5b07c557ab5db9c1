#include <clearance/exact/time/root.h>

#include <clearance/base/assert.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

Dyadic middle_of(const Dyadic& a, const Dyadic& b) { return Dyadic(0.5) * (a + b); }

double double_below(const Dyadic& x) {
  const double cut = x.to_double();  // toward zero
  if (compare(Dyadic(cut), x) <= 0) return cut;
  return std::nextafter(cut, -std::numeric_limits<double>::infinity());
}

double double_above(const Dyadic& x) {
  const double cut = x.to_double();
  if (compare(Dyadic(cut), x) >= 0) return cut;
  return std::nextafter(cut, std::numeric_limits<double>::infinity());
}

class Isolation {
 public:
  Isolation(Polynomial p, bool is_square_free) : p_(std::move(p)), is_square_free_(is_square_free) {}

  // The roots strictly between low and high. Halving tells roots apart that differ; whether some do not is asked when a
  // few halvings have not told.
  void between(const Dyadic& low, const Dyadic& high, const BernsteinForm& form, int halvings = 0) {
    constexpr int kGlances = 12;
    const int changes = form.sign_changes();
    if (changes == 0) return;
    if (changes == 1) {
      // Once, so it is no repeated root.
      found.emplace_back(p_, low, high, form.first_sign());
      return;
    }
    if (halvings == kGlances && !is_square_free_) {
      Isolation simple(square_free(p_), true);
      simple.between(low, high, BernsteinForm(simple.p_, low, high));
      std::move(simple.found.begin(), simple.found.end(), std::back_inserter(found));
      return;
    }
    const Dyadic middle = middle_of(low, high);
    const BernsteinForm lower = form.lower_half();
    between(low, middle, lower, halvings + 1);
    if (lower.sign_at_end() == 0) found.emplace_back(middle);
    between(middle, high, form.upper_half(), halvings + 1);
  }

  std::vector<Root> found;

 private:
  const Polynomial p_;
  const bool is_square_free_;
};

}  // namespace

void Root::split_at(const Dyadic& point) {
  if (is_exact()) return;
  if (compare(point, low_) <= 0 || compare(point, high_) >= 0) return;
  const int sign = of_.at(point).sign();
  if (sign == 0) {
    *this = Root(point);
  } else {
    (sign == before_ ? low_ : high_) = point;
  }
}

void Root::refine() { split_at(middle_of(low_, high_)); }

int Root::sign_of(const Polynomial& p) {
  // Near enough, all coefficients have p's sign there, unless it is zero; whether it is, is asked once, when
  // halving has not told.
  constexpr int kGlances = 40;
  for (int step = 0;; ++step) {
    if (is_exact()) return p.at(low_).sign();
    const BernsteinForm near(p, low_, high_);
    if (near.sign_changes() == 0) return near.first_sign();
    if (step == kGlances) {
      // It divides a polynomial that has this root alone between low and high.
      const Polynomial common = common_divisor(of_, p);
      if (common.degree() > 0 && BernsteinForm(common, low_, high_).sign_changes() % 2 == 1) return 0;
    }
    refine();
  }
}

int compare(Root& a, Root& b) {
  constexpr int kGlances = 40;
  for (int step = 0;; ++step) {
    if (a.is_exact() && b.is_exact()) return compare(a.low_, b.low_);
    // At most one is exact, and the other strictly inside its interval.
    if (compare(a.high_, b.low_) <= 0) return -1;
    if (compare(b.high_, a.low_) <= 0) return 1;
    // A number that is known: which side of it is the other root?
    if (a.is_exact()) {
      b.split_at(a.low_);
      continue;
    }
    if (b.is_exact()) {
      a.split_at(b.low_);
      continue;
    }
    if (step == kGlances && a.sign_of(b.of_) == 0) {
      // a is a root of b's polynomial: b itself, or one that is not between b's ends.
      a.split_at(b.low_);
      a.split_at(b.high_);
      if (compare(a.low_, b.low_) >= 0 && compare(a.high_, b.high_) <= 0 && compare(a.low_, b.high_) < 0 &&
          compare(a.high_, b.low_) > 0)
        return 0;
    }
    a.refine();
    b.refine();
  }
}

Root::Doubles Root::enclosure() {
  for (;;) {
    if (is_exact()) return {double_below(low_), double_above(low_)};
    const double lower = double_below(low_), upper = double_above(high_);
    const double next = std::nextafter(lower, std::numeric_limits<double>::infinity());
    if (next >= upper) return {lower, upper};
    // A double that is left inside is either the root or no longer inside.
    const double middle = lower / 2 + upper / 2;
    split_at(middle > lower && middle < upper ? middle : next);
    refine();
  }
}

std::vector<Root> roots_between(const Polynomial& p, const Dyadic& low, const Dyadic& high) {
  CLEARANCE_ASSERT(!p.is_zero());
  Isolation isolation(p, p.degree() < 2);
  if (p.at(low).sign() == 0) isolation.found.emplace_back(low);
  if (compare(low, high) >= 0) return std::move(isolation.found);
  isolation.between(low, high, BernsteinForm(p, low, high));
  if (p.at(high).sign() == 0) isolation.found.emplace_back(high);
  return std::move(isolation.found);
}

bool is_positive(const Polynomial& p, const Dyadic& low, const Dyadic& high) {
  if (p.at(low).sign() <= 0 || p.at(high).sign() <= 0) return false;
  return BernsteinForm(p, low, high).sign_changes() == 0 || roots_between(p, low, high).empty();
}

}  // namespace clearance::detail
