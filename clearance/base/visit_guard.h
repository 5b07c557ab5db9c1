// Question: how does something that is being visited know that it must not be changed?
// Method:   a flag that is set for as long as this lives; whatever would change the thing looks at it and says no.
#pragma once

namespace clearance {

class VisitGuard {
 public:
  explicit VisitGuard(bool& flag) : flag_(flag) { flag_ = true; }
  ~VisitGuard() { flag_ = false; }
  VisitGuard(const VisitGuard&) = delete;
  VisitGuard& operator=(const VisitGuard&) = delete;

 private:
  bool& flag_;
};

}  // namespace clearance
