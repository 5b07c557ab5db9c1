#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/motion/moving_case_test.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace clearance::detail {
namespace {

// The boundary of a convex body, or all of a flat one; nothing of what has no area.
std::optional<Mesh> as_mesh(const Polytope& body) {
  if (body.dimension() < 2) return {};
  std::vector<Vec3> points = points_of(body);
  std::vector<MeshTriangle> triangles;
  const auto id = [&](std::uint32_t v) { return body.id(static_cast<int>(v)); };
  for (int f = 0; f < body.face_count(); ++f) {
    const auto face = body.face(f);
    for (std::size_t k = 2; k < face.size(); ++k) triangles.push_back({id(face[0]), id(face[k - 1]), id(face[k])});
  }
  const Result<Mesh> made = make_mesh(points, triangles);
  return made ? std::optional(*made) : std::nullopt;
}

struct ShapeCase {
  Shape a, b;
  const MovingCase& of;

  FirstContact ask(MotionOptions options = {}) const {
    options.margin = of.margin;
    return first_contact(a, of.motion_a, b, of.motion_b, of.interval, options).value();
  }
};

// A convex body, whichever way it is given, is in contact at the same times.
void expect_same(const ShapeCase& asked, const ContactTime& truth, const std::string& what) {
  const FirstContact found = asked.ask();
  ASSERT_EQ(found.status, truth.status) << what << ": " << found.lower << " " << truth.lower;
  if (found.status != MotionStatus::Contact) return;
  EXPECT_LE(found.lower, truth.upper) << what;
  EXPECT_GE(found.upper, truth.lower) << what;
  const double length = asked.of.interval.end - asked.of.interval.begin;
  EXPECT_TRUE(found.upper - found.lower <= 1e-9 * length || found.upper <= next_above(next_above(found.lower)))
      << what << ": from " << found.lower << " to " << found.upper;
}

void expect_same_in_all_forms(const MovingCase& asked, const std::string& what) {
  const ContactTime truth = asked.reference();
  const bool is_plain_a = asked.a.radius() == 0, is_plain_b = asked.b.radius() == 0;
  const auto mesh_a = is_plain_a ? as_mesh(asked.a.core()) : std::nullopt;
  const auto mesh_b = is_plain_b ? as_mesh(asked.b.core()) : std::nullopt;
  if (mesh_a) expect_same({*mesh_a, asked.b, asked}, truth, what + ", a a mesh");
  if (mesh_b) expect_same({asked.a, *mesh_b, asked}, truth, what + ", b a mesh");
  if (mesh_a && mesh_b) expect_same({*mesh_a, *mesh_b, asked}, truth, what + ", both meshes");
  const Shape parts_a = make_parts(std::vector<PartShape>{asked.a, asked.a}).value();
  const Shape parts_b = make_parts(std::vector<PartShape>{asked.b, mesh_b ? PartShape(*mesh_b) : asked.b}).value();
  expect_same({parts_a, parts_b, asked}, truth, what + ", both of parts");
}

TEST(ShapeFirstContact, OfConvexBodiesInAllForms) {
  for (const auto& [name, asked] : cases_made_to_touch()) expect_same_in_all_forms(asked, name);
}

TEST(ShapeFirstContact, OfRandomConvexBodiesInAllForms) {
  RandomMotions motions(20261118, {RandomMotions::Numbers::Doubles, RandomMotions::Numbers::Eighths,
                                   RandomMotions::Numbers::Fine, RandomMotions::Numbers::Quarters});
  const int count = is_full_level() ? 2000 : 150;
  for (int k = 0; k < count; ++k) expect_same_in_all_forms(motions.next(9), "motion " + std::to_string(k));
  for (int k = 0; k < count / 3; ++k)
    expect_same_in_all_forms(motions.next_rounded(6), "rounded motion " + std::to_string(k));
}

}  // namespace
}  // namespace clearance::detail
