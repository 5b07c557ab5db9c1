// What everybody brings to the race about columns of boxes: a world that is told which boxes have moved and finds all
// contact points, as in a step of a simulation.
#pragma once

#include <bench/race/contestant.h>
#include <bench/workloads/box_columns.h>

namespace clearance::bench {

// What a frame has.
struct ContactTally {
  std::size_t pairs = 0, points = 0;
};
using ColumnsRunner = BasicRunner<ContactTally&>;
using ColumnsContestant = Contestant<BoxColumns, ContactTally&>;

template <class Made, class... Settings>
ColumnsContestant columns_of(std::string package, std::string name, Settings... settings) {
  return {std::move(package), std::move(name),
          [=](const BoxColumns& columns) { return std::make_unique<Made>(columns, settings...); }};
}

// All points, and four of them, in this order.
std::vector<ColumnsContestant> our_columns();
std::vector<ColumnsContestant> bullet_columns();
std::vector<ColumnsContestant> ode_columns();

}  // namespace clearance::bench
