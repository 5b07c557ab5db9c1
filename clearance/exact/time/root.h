// Question: when is a polynomial zero, in which order, and what is the sign of another one then?
// Method:   a root is the only one of a polynomial inside an interval of dyadics, where it changes its sign, or a
//           dyadic itself. Intervals are found by Descartes' rule in Bernstein's basis and halving (Vincent, Collins
//           and Akritas), and halved further as questions demand. Zero is decided by a common divisor, never by
//           looking closely.
// Proves:   order and signs exactly, double and common roots included.
#pragma once

#include <clearance/exact/time/polynomial.h>

#include <vector>

namespace clearance::detail {

class Root {
 public:
  // A number that is known exactly.
  explicit Root(Dyadic exactly) : low_(exactly), high_(std::move(exactly)) {}
  // The only root of a polynomial between low and high, and not a repeated one; low and high may be roots themselves.
  // `before`: its sign from low to the root.
  Root(Polynomial of, Dyadic low, Dyadic high, int before)
      : of_(std::move(of)), low_(std::move(low)), high_(std::move(high)), before_(before) {}

  bool is_exact() const { return before_ == 0; }
  // low = high if exact; else the root lies strictly between.
  const Dyadic& low() const { return low_; }
  const Dyadic& high() const { return high_; }

  // Halves the interval.
  void refine();
  // Makes a point the end of the interval that it is on the side of, or finds that it is the root.
  void split_at(const Dyadic& point);

  // The sign of p at the root.
  int sign_of(const Polynomial& p);
  friend int compare(Root& a, Root& b);

  // The nearest doubles at or below and at or above the root: the same if it is a double.
  struct Doubles {
    double lower, upper;
  };
  Doubles enclosure();

 private:
  Polynomial of_;
  Dyadic low_, high_;
  int before_ = 0;
};

int compare(Root& a, Root& b);

// All roots in [low, high], rising, each once. p must not be zero.
std::vector<Root> roots_between(const Polynomial& p, const Dyadic& low, const Dyadic& high);

// p > 0 throughout [low, high].
bool is_positive(const Polynomial& p, const Dyadic& low, const Dyadic& high);

}  // namespace clearance::detail
