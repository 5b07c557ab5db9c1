// Question: what is to be said of answers about hulls that stand for other bodies?
// Method:   how far each exceeds what it stands for is in the pair's report (io/results/result_file.h), in the table,
//           and below it. Separation holds for the bodies themselves; contact may be of the hulls alone.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/results/motion_result.h>

#include <span>
#include <string>

#include "standing.h"

namespace clearance::cli {

// In a column of a table: of both together, no less than that; "-" where each body stands for itself, "unknown" where
// nobody said.
std::string excess_text(const Excesses& excess);

bool has_stand_ins(std::span<const PairReport> reports);
bool has_stand_ins(std::span<const MotionReport> reports);
// A line below the table; empty where there are none.
std::string stand_ins_text(bool has_stand_ins);

// A result that says less than is so would pass for one about the bodies themselves: then it fails.
ClaimStanding standing_of_excess(const Excesses& stated, const SceneObject& a, const SceneObject& b);

}  // namespace clearance::cli
