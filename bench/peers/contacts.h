// What everybody brings to the races about contact points: every setting for the bodies of a scene.
#pragma once

#include <bench/race/contact_contestant.h>

namespace clearance::bench {

// All points, four of them, and all without memory, in this order.
std::vector<ContactContestant> our_contacts();
std::vector<ContactContestant> bullet_contacts(const ContactScene& scene);
std::vector<ContactContestant> fcl_contacts(const ContactScene& scene);
std::vector<ContactContestant> ode_contacts(const ContactScene& scene);

}  // namespace clearance::bench
