#include <clearance/motion/moving_shapes_test.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using Numbers = RandomMotions::Numbers;

// ---- Convex bodies in other forms -----------------------------------------------------------------------------------

void expect_same_in_all_forms(const MovingCase& asked, const std::string& what) {
  const Interference truth = asked.ask_intervals();
  const auto as_mesh = [](const Rounded& body) {
    return body.radius() == 0 ? std::optional(mesh_of(body.core())) : std::nullopt;
  };
  const auto expect_same = [&](const Shape& a, const Shape& b, const std::string& form) {
    const MovingShapes shapes{a, b, asked.motion_a, asked.motion_b, asked.interval, asked.margin};
    expect_equal(shapes.intervals(), truth, what + form);
  };
  const auto mesh_a = as_mesh(asked.a), mesh_b = as_mesh(asked.b);
  if (mesh_a) expect_same(*mesh_a, asked.b, ", a a mesh");
  if (mesh_b) expect_same(asked.a, *mesh_b, ", b a mesh");
  if (mesh_a && mesh_b) expect_same(*mesh_a, *mesh_b, ", both meshes");
  const Shape parts_a = make_parts(std::vector<PartShape>{asked.a, asked.a}).value();
  const Shape parts_b = make_parts(std::vector<PartShape>{asked.b, mesh_b ? PartShape(*mesh_b) : asked.b}).value();
  expect_same(parts_a, parts_b, ", both of parts");
}

TEST(ShapeInterference, OfConvexBodiesInAllForms) {
  for (const auto& [name, asked] : cases_made_to_touch()) {
    expect_same_in_all_forms(asked, name);
  }
}

TEST(ShapeInterference, OfRandomConvexBodiesInAllForms) {
  RandomMotions motions(20261119, {Numbers::Doubles, Numbers::Eighths, Numbers::Fine, Numbers::Quarters});
  const int count = is_full_level() ? 1000 : 40;
  for (int k = 0; k < count; ++k) expect_same_in_all_forms(motions.next(9), "motion " + std::to_string(k));
  for (int k = 0; k < count / 3; ++k)
    expect_same_in_all_forms(motions.next_rounded(6), "rounded motion " + std::to_string(k));
}

}  // namespace
}  // namespace clearance::detail
