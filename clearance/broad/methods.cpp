#include <clearance/broad/methods.h>

#include <clearance/broad/automatic.h>
#include <clearance/broad/box_tree.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/brute_force.h>
#include <clearance/broad/coherent_hash.h>
#include <clearance/broad/grid.h>
#include <clearance/broad/space_partition.h>
#include <clearance/broad/spatial_hash.h>
#include <clearance/broad/sweep_and_prune.h>

namespace clearance {
using namespace detail;
namespace {

template <class Method>
std::unique_ptr<BroadPhase> make() {
  return std::make_unique<Method>();
}

constexpr BroadRow kRows[] = {
    {BroadMethod::Automatic, "automatic", "", "clearance/broad/automatic.h", make<AutomaticBroadPhase>},
    {BroadMethod::BruteForce, "brute_force", "", "clearance/broad/brute_force.h", make<BruteForce>},
    {BroadMethod::Grid, "grid", "", "clearance/broad/grid.h", make<UniformGrid>},
    {BroadMethod::BoxTree, "box_tree", "", "clearance/broad/box_tree.h", make<BoxTree>},
    {BroadMethod::SpatialHash, "spatial_hash", "Mirtich 1997, §2.1", "clearance/broad/spatial_hash.h",
     make<SpatialHash>},
    {BroadMethod::CoherentHash, "coherent_hash", "Mirtich 1997, §2.2", "clearance/broad/coherent_hash.h",
     make<CoherentHash>},
    {BroadMethod::SweepAndPrune, "sweep_and_prune", "Mirtich 1997, §2.3; Cohen et al. 1995",
     "clearance/broad/sweep_and_prune.h", make<SweepAndPrune>},
    {BroadMethod::SpacePartition, "space_partition", "Chung 1996, §3.1", "clearance/broad/space_partition.h",
     make<SpacePartition>},
};

}  // namespace

std::span<const BroadRow> broad_methods() { return kRows; }

const char* to_string(BroadMethod method) {
  for (const BroadRow& row : kRows)
    if (row.id == method) return row.name;
  return "unknown";
}

BroadMethod broad_method(std::string_view name, bool& found) {
  for (const BroadRow& row : kRows)
    if (row.name == name) return found = true, row.id;
  return found = false, BroadMethod::Automatic;
}

std::unique_ptr<BroadPhase> make_broad_phase(BroadMethod method) {
  for (const BroadRow& row : kRows)
    if (row.id == method) return row.make();
  return kRows[0].make();
}

}  // namespace clearance
