// What libccd brings to the races: booleans and depths of hulls.
#pragma once

#include <bench/race/courses.h>

namespace clearance::bench {

std::vector<Method> ccd_methods();

}  // namespace clearance::bench
