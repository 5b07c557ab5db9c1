// Question: what do contact points cost beside Bullet, ODE and FCL, and are they the same points?
// Method:   pairs of bodies as they lie against each other (contact_scenes.h), columns of boxes, links of robots.
#include <bench/experiments/contacts.h>

namespace clearance::bench {

void run_contacts(const Options& options, Report& report) {
  run_contact_pairs(options, report);
  run_contact_columns(options, report);
  run_contact_estimates(options, report);
}

}  // namespace clearance::bench
