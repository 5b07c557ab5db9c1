// Question: what do the numbers people model with cost, beside random ones and beside FCL, Bullet, ODE and libccd, and
//           who is wrong how often?
// Method:   bodies at tenths, turned by quarters and eighths, stacked and aligned (nice_poses.h), so that many touch or
//           miss each other by a rounding. Peers are judged by our proved answers.
#include <bench/experiments/nice/nice.h>

namespace clearance::bench {

void Bars::at_most(const std::string& what, double value, double limit, Report& report) {
  const bool met = value <= limit;
  any_ = true;
  if (!met)
    missed_ += (missed_.empty() ? "" : ", ") + what + format(value < 10 ? " %.2f (%g)" : " %.0f (%g)", value, limit);
  report.add(joined({row_, Record{{"bar", what}, {"value", value}, {"to_reach", limit}, {"met", met}}}));
}

std::string Bars::text() const { return !any_ ? "" : missed_.empty() ? "met" : "MISSED: " + missed_; }

void Statuses::add(Status status) {
  ++(status == Status::Separated ? separated : status == Status::Touching ? touching : penetrating);
}

std::string with_mistakes(const std::string& time, const Mistakes& mistakes) {
  if (mistakes.wrong() == 0 && mistakes.touching_free == 0) return time;
  return time + format(" (%lld, %lld, %lld)", static_cast<long long>(mistakes.clearly_wrong()),
                       static_cast<long long>(mistakes.by_rounding), static_cast<long long>(mistakes.touching_free));
}

void run_nice(const Options& options, Report& report) {
  run_nice_convex(options, report);
  run_nice_cases(options, report);
  run_nice_rounded(options, report);
  run_nice_worlds(options, report);
  run_nice_meshes(options, report);
  run_nice_rays(options, report);
  report.note(
      "\nStatuses are ours, proved. Three numbers in brackets: answers that are clearly wrong, wrong by a rounding, "
      "and "
      "touching bodies called free."
      "\nWrong: separated bodies called colliding, penetrating ones called free (by a rounding where they are apart or "
      "overlap by less than 1e-12),"
      "\na distance off by more than 1e-6, a depth by more than a thousandth plus 1e-5, no answer at all. Whether "
      "touching is contact no peer's"
      "\ndocumentation says (libccd and ODE: \"if they intersect\"), so that is counted apart. A library is shown with "
      "its fastest setting that is"
      "\nclearly wrong in at most 1 of 100 answers, or the least wrong one; --json has all. p99.9 is by the wall "
      "clock, "
      "its own time included."
      "\nBig: decided by big numbers. To reach, limits in brackets: mean by that of the random row of its kind; p99.9; "
      "booleans of boxes in 400 ns and"
      "\nnot behind the fastest right peer, with hulls as we have them and with boxes of its own.");
}

}  // namespace clearance::bench
