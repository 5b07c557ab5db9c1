// Question: at which times does a contact hold whose function of time is zero then?
// Method:   at each root of the function the signs of others say whether it does. A function that is zero throughout
//           leaves the roots of all those others, and both ends, as candidates: the times of contact are a closed set,
//           which begins and ends nowhere else.
// Proves:   the times, exactly.
#pragma once

#include <clearance/exact/time/root.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace clearance::detail {

inline bool is_zero_at(const PolynomialVec& v, Root& time) {
  return time.sign_of(v.x) == 0 && time.sign_of(v.y) == 0 && time.sign_of(v.z) == 0;
}

class Polynomials {
 public:
  void add(const Polynomial& p) { all.push_back(p); }
  void add(const PolynomialVec& v) { add(v.x), add(v.y), add(v.z); }

  std::vector<Polynomial> all;
};

// Rising, each once.
inline void insert(std::vector<Root>& times, Root time) {
  std::size_t k = times.size();
  while (k > 0) {
    const int order = compare(times[k - 1], time);
    if (order == 0) return;
    if (order < 0) break;
    --k;
  }
  times.insert(times.begin() + static_cast<std::ptrdiff_t>(k), std::move(time));
}

// Of a Contact: function(), a polynomial; holds(Root&), whether there is contact at a time at which the function is
// zero; list(Polynomials&), all polynomials whose signs holds() may ask for.

// The first time, or all times, in [low, high] at which it holds; function() is not zero.
template <class Contact>
std::vector<Root> roots_that_hold(const Contact& contact, const Dyadic& low, const Dyadic& high, bool first_only) {
  std::vector<Root> held;
  for (Root& time : roots_between(contact.function(), low, high))
    if (contact.holds(time)) {
      held.push_back(std::move(time));
      if (first_only) break;
    }
  return held;
}

// The same where function() is zero throughout: between neighbours, it holds throughout or nowhere.
template <class Contact>
std::vector<Root> changes_that_hold(const Contact& contact, const Dyadic& low, const Dyadic& high, bool first_only) {
  Polynomials asked;
  contact.list(asked);
  std::vector<Root> times;
  times.emplace_back(low);
  for (const Polynomial& p : asked.all)
    if (!p.is_zero())
      for (Root& root : roots_between(p, low, high)) insert(times, std::move(root));
  if (compare(low, high) < 0) insert(times, Root(high));
  std::vector<Root> held;
  for (Root& time : times)
    if (contact.holds(time)) {
      held.push_back(std::move(time));
      if (first_only) break;
    }
  return held;
}

}  // namespace clearance::detail
