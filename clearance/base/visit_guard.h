// Question: how does something that is being visited know that it must not be changed?
// Method:   a mark that is set for as long as a guard lives; whatever would change the thing looks at it and says no.
//           The mark belongs to the call in progress, not to the thing: a copy made from within a visitor starts
//           without it, and assignment leaves the mark of the target as it is.
#pragma once

namespace clearance::detail {

// A member that copies start without.
template <class T>
struct OfOneCall {
  OfOneCall() = default;
  OfOneCall(const OfOneCall&) {}
  OfOneCall& operator=(const OfOneCall&) { return *this; }  // NOLINT(bugprone-unhandled-self-assignment)
  ~OfOneCall() = default;

  T value = {};
};

using VisitMark = OfOneCall<bool>;

class VisitGuard {
 public:
  explicit VisitGuard(VisitMark& mark) : mark_(mark) { mark_.value = true; }
  ~VisitGuard() { mark_.value = false; }
  VisitGuard(const VisitGuard&) = delete;
  VisitGuard& operator=(const VisitGuard&) = delete;

 private:
  VisitMark& mark_;
};

}  // namespace clearance::detail
