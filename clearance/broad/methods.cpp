#include <clearance/broad/methods.h>

#include <clearance/broad/box_tree.h>
#include <clearance/broad/brute_force.h>

namespace clearance {
namespace {

template <class Method>
std::unique_ptr<BroadPhase> make() {
  return std::make_unique<Method>();
}

constexpr BroadRow kRows[] = {
    {BroadMethod::Automatic, "automatic", "", "clearance/broad/automatic.h", make<BruteForce>},
    {BroadMethod::BruteForce, "brute_force", "", "clearance/broad/brute_force.h", make<BruteForce>},
    {BroadMethod::BoxTree, "box_tree", "", "clearance/broad/box_tree.h", make<BoxTree>},
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
