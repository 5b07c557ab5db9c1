#include <clearance/lab/all_motion_methods.h>

#include <clearance/lab/spacetime/prism_methods.h>

#include <vector>

namespace clearance {
namespace {

constexpr MotionMethodRow kLab[] = {
    {lab::kPrisms, "prisms", "lab/spacetime/prism_methods.h",
     "first contact of polyhedra that translate, exactly, by all pairs of faces", lab::first_contact_by_prisms},
    {lab::kPrismTrees, "prism_trees", "lab/spacetime/prism_trees.h",
     "first contact of solids that translate, exactly, by trees over their prisms", lab::first_contact_by_prism_trees},
};

std::vector<MotionMethodRow> joined() {
  const std::span<const MotionMethodRow> core = motion_methods();
  std::vector<MotionMethodRow> rows(core.begin(), core.end());
  rows.insert(rows.end(), std::begin(kLab), std::end(kLab));
  return rows;
}

}  // namespace

std::span<const MotionMethodRow> all_motion_methods() {
  static const std::vector<MotionMethodRow> kRows = joined();
  return kRows;
}

}  // namespace clearance
