// Question: at which points do two objects of a scene meet, as a result says it (CONTRACT §5)?
#pragma once

#include <clearance/clearance.h>

#include <string>
#include <vector>

namespace clearance::cli {

// What is to be told of contacts.
struct ContactQuestion {
  double margin = 0;  // pairs that are no farther apart than this
  std::uint32_t points_per_patch = kAllPoints;
};

std::vector<ContactPatchClaim> contacts_of(const SceneObject& a, const SceneObject& b, const ContactQuestion& asked);

// A line per point, below a heading; empty where no pair has any.
std::string contacts_table(const std::vector<PairReport>& reports);

}  // namespace clearance::cli
