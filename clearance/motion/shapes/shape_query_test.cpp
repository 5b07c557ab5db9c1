#include <clearance/motion/shapes/moving_shapes_test.h>

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

// The same motions of other shapes.
MovingShapes with_shapes(const MovingCase& of, Shape a, Shape b) {
  return {std::move(a), std::move(b), of.motion_a, of.motion_b, of.interval, of.margin};
}

// Grazes and gaps within roundings have none.
int asked_forms = 0, without_timeline = 0;

// A convex body, whichever way it is given, is in contact at the same times.
void expect_same(const MovingShapes& asked, const ContactTime& truth, const std::string& what) {
  const FirstContact found = asked.first();
  ASSERT_EQ(found.status, truth.status) << what << ": " << found.lower << " " << truth.lower;
  ++asked_forms;
  const CheckResult checked = asked.check(asked.claim(found));
  EXPECT_FALSE(checked.is_refuted()) << what << ": " << checked.reason;
  if (checked.lacks(Missing::Timeline)) ++without_timeline;
  if (found.status != MotionStatus::Contact) return;
  EXPECT_LE(found.lower, truth.upper) << what;
  EXPECT_GE(found.upper, truth.lower) << what;
  const double length = asked.interval.end - asked.interval.begin;
  EXPECT_TRUE(found.upper - found.lower <= 1e-9 * length || found.upper <= next_above(next_above(found.lower)))
      << what << ": from " << found.lower << " to " << found.upper;
}

void expect_same_in_all_forms(const MovingCase& asked, const std::string& what) {
  const ContactTime truth = asked.reference();
  const auto as_mesh = [](const Rounded& body) {
    return body.radius() == 0 ? std::optional(mesh_of(body.core())) : std::nullopt;
  };
  const auto mesh_a = as_mesh(asked.a), mesh_b = as_mesh(asked.b);
  if (mesh_a) expect_same(with_shapes(asked, *mesh_a, asked.b), truth, what + ", a a mesh");
  if (mesh_b) expect_same(with_shapes(asked, asked.a, *mesh_b), truth, what + ", b a mesh");
  if (mesh_a && mesh_b) expect_same(with_shapes(asked, *mesh_a, *mesh_b), truth, what + ", both meshes");
  const Shape parts_a = make_parts(std::vector<PartShape>{asked.a, asked.a}).value();
  const Shape parts_b = make_parts(std::vector<PartShape>{asked.b, mesh_b ? PartShape(*mesh_b) : asked.b}).value();
  expect_same(with_shapes(asked, parts_a, parts_b), truth, what + ", both of parts");
}

TEST(ShapeFirstContact, OfConvexBodiesInAllForms) {
  for (const auto& [name, asked] : cases_made_to_touch()) expect_same_in_all_forms(asked, name);
}

TEST(ShapeFirstContact, OfRandomConvexBodiesInAllForms) {
  asked_forms = without_timeline = 0;
  RandomMotions motions(20261118, {RandomMotions::Numbers::Doubles, RandomMotions::Numbers::Eighths,
                                   RandomMotions::Numbers::Fine, RandomMotions::Numbers::Quarters});
  const int count = is_full_level() ? 2000 : 150;
  for (int k = 0; k < count; ++k) expect_same_in_all_forms(motions.next(9), "motion " + std::to_string(k));
  for (int k = 0; k < count / 3; ++k)
    expect_same_in_all_forms(motions.next_rounded(6), "rounded motion " + std::to_string(k));
  EXPECT_LE(without_timeline, asked_forms / 20);
}

// ---- Solids that are not convex
// ---------------------------------------------------------------------------------------

Mesh solid_box(Vec3 edges) { return mesh_of(box(edges)); }

// A cube of edge 6 with a cubic hollow of edge 4 inside.
Mesh hollow_cube() {
  const Mesh outer = solid_box({6, 6, 6}), inner = solid_box({4, 4, 4});
  std::vector<Vec3> points(outer.vertices().begin(), outer.vertices().end());
  std::vector<MeshTriangle> triangles = outer.triangles_as_given();
  const auto shift = static_cast<std::uint32_t>(points.size());
  points.insert(points.end(), inner.vertices().begin(), inner.vertices().end());
  for (const auto& [i, j, k] : inner.triangles_as_given()) triangles.push_back({i + shift, k + shift, j + shift});
  return make_mesh(points, triangles).value();
}

FirstContact ask(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                 const MotionOptions& options = {}) {
  return first_contact(a, motion_a, b, motion_b, kUnit, options).value();
}

TEST(ShapeFirstContact, FromInsideTheHollowOfASolid) {
  const Shape shell = hollow_cube();
  for (const Shape& inner : {Shape(box({2, 2, 2})), Shape(solid_box({2, 2, 2}))}) {
    const FirstContact within = ask(shell, {}, inner, line({-0.5, 0, 0}, {1, 0, 0}));
    EXPECT_EQ(within.status, MotionStatus::Clear);
    const FirstContact out = ask(shell, {}, inner, line({-0.5, 0, 0}, {2, 0, 0}));
    ASSERT_EQ(out.status, MotionStatus::Contact);
    EXPECT_LE(out.lower, 0.75);
    EXPECT_GE(out.upper, 0.75);
    EXPECT_LE(out.upper - out.lower, 1e-9);
    EXPECT_NE(out.triangle_a, kNoIndex);
    const CheckResult checked = check_motion(claim_of(out, shell, {}, inner, line({-0.5, 0, 0}, {2, 0, 0}), kUnit),
                                             {shell, Motion()}, {inner, line({-0.5, 0, 0}, {2, 0, 0})}, kUnit);
    EXPECT_TRUE(checked) << checked.reason;
  }
}

TEST(ShapeFirstContact, ABodyInsideASolidIsInContactAlready) {
  const Shape solid = solid_box({6, 6, 6});
  const Motion aside = line({0.5, 0, 0}, {0.25, 0, 0});
  for (const Shape& inner : {Shape(box({1, 1, 1})), Shape(solid_box({1, 1, 1}))}) {
    const FirstContact found = ask(solid, {}, inner, aside);
    EXPECT_EQ(found.status, MotionStatus::Already);
    EXPECT_EQ(found.contact.kind, Certificate::Kind::Inside);
    const CheckResult checked = check_motion(claim_of(found), {solid, Motion()}, {inner, aside}, kUnit);
    EXPECT_TRUE(checked) << checked.reason;
  }
  // Of a surface nothing is inside.
  MeshOptions as_surface;
  as_surface.kind = MeshKind::Surface;
  const Mesh cube = solid_box({6, 6, 6});
  const Shape surface = make_mesh(cube.vertices(), cube.triangles_as_given(), as_surface).value();
  EXPECT_EQ(ask(surface, {}, box({1, 1, 1}), aside).status, MotionStatus::Clear);
}

TEST(ShapeFirstContact, OutOfBudgetIsUndecided) {
  const Shape a = solid_box({2, 2, 2}), b = solid_box({2, 2, 2});
  const Motion turning = Motion::to(translation({4, 0.5, 0.25}), rotation({1, 1, 1, 1}, {-4, 0.5, 0.25}), 1).value();
  const double truth = ask(a, {}, b, turning).lower;
  for (const int instants : {0, 1, 2, 5}) {
    const FirstContact found = ask(a, {}, b, turning, {.max_instants = instants});
    ASSERT_TRUE(found.status == MotionStatus::Undecided || found.status == MotionStatus::Contact) << instants;
    EXPECT_LE(found.lower, truth + 1e-9);
  }
  const FirstContact late = ask(a, {}, b, turning, {.deadline = Deadline(std::chrono::steady_clock::now())});
  EXPECT_NE(late.status, MotionStatus::Clear);
}

TEST(ShapeFirstContact, ForgedCoversAreRefused) {
  const Shape a = hollow_cube(), b = solid_box({2, 2, 2});
  const Motion motion = Motion::to(translation({-0.5, 0, 0}), rotation({1, 0, 0, 0.25}, {0.25, 0, 0}), 1).value();
  const FirstContact found = ask(a, {}, b, motion);
  ASSERT_EQ(found.status, MotionStatus::Clear);
  const MotionClaim claim = claim_of(found, a, {}, b, motion, kUnit);
  const auto check = [&](const MotionClaim& forged) { return check_motion(forged, {a, Motion()}, {b, motion}, kUnit); };
  ASSERT_TRUE(check(claim)) << check(claim).reason;
  ASSERT_FALSE(claim.timeline.covers.empty());
  const auto expect_refused = [&](const char* what, const auto& forge) {
    MotionClaim forged = claim;
    forge(forged.timeline);
    const CheckResult checked = check(forged);
    EXPECT_TRUE(checked.is_refuted()) << what << ": " << checked.reason;
  };
  expect_refused("a plane turned round", [](Timeline& t) {
    for (Cover::Node& node : t.covers[0].nodes)
      if (!node.is_split) return node.plane.normal = -node.plane.normal, void();
  });
  expect_refused("a triangle listed twice", [](Timeline& t) {
    for (const Cover::Node& node : t.covers[0].nodes)
      if (node.is_split && node.count > 1) return t.covers[0].ids[node.first] = t.covers[0].ids[node.first + 1], void();
  });
  expect_refused("no covers", [](Timeline& t) { t.covers.clear(); });
  expect_refused("no vertex outside", [](Timeline& t) { t.covers[0].outside_b.clear(); });
  expect_refused("a hole between spans", [](Timeline& t) { t.spans.front().to = 0.0625; });
  expect_refused("a node twice", [](Timeline& t) {
    for (Cover::Node& node : t.covers[0].nodes)
      if (node.is_split) return node.of_rest = node.of_first, void();
  });
  expect_refused("a contact at the end", [](Timeline& t) { t.spans.back().to = 2; });
}

}  // namespace
}  // namespace clearance::detail
