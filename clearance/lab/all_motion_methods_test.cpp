#include <clearance/lab/all_motion_methods.h>

#include <clearance/build/primitives.h>
#include <clearance/lab/spacetime/straight_cases_test.h>

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace clearance::lab {
namespace {

constexpr MotionMethod kMethods[] = {kPrisms, kPrismTrees};

Result<FirstContact> ask(const StraightCase& asked, MotionMethod method, double margin = 0) {
  MotionOptions options;
  options.method = method, options.methods = all_motion_methods(), options.margin = margin;
  return first_contact(asked.a, asked.motion_a, asked.b, asked.motion_b, asked.interval, options);
}
CheckResult check(const StraightCase& asked, const FirstContact& found) {
  const MotionClaim claim = claim_of(found, asked.a, asked.motion_a, asked.b, asked.motion_b, asked.interval, {});
  return check_motion(claim, ShapeInMotion{asked.a, asked.motion_a}, ShapeInMotion{asked.b, asked.motion_b},
                      asked.interval);
}

TEST(AllMotionMethods, AreOneTable) {
  std::set<std::string_view> names;
  for (const MotionMethodRow& row : all_motion_methods()) {
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_EQ(name_of(row.method, all_motion_methods()), row.name);
    EXPECT_EQ(row.run != nullptr, is_added(row.method)) << row.name;
  }
  EXPECT_EQ(names.size(), motion_methods().size() + 2);
  EXPECT_EQ(to_string(kPrisms), "added");
  EXPECT_EQ(name_of(kPrisms, motion_methods()), "added");
}

TEST(AllMotionMethods, WhatIsRefused) {
  const Shape cube = Rounded(box({1, 1, 1}));
  StraightCase asked{cube, cube, {}, straight({3, 0, 0}, {-4, 0, 0})};
  MotionOptions options;
  options.method = kPrisms;
  const auto fault = [](const auto& result) { return result ? "none" : result.error().text(); };
  EXPECT_EQ(fault(first_contact(asked.a, {}, asked.b, asked.motion_b, {0, 1}, options)),
            "method: is in no table that options.methods names");
  options.methods = all_motion_methods();
  EXPECT_EQ(fault(first_contact(asked.a, {}, asked.b, asked.motion_b, {0, 1}, options)), "none");
  EXPECT_EQ(fault(clear_throughout(asked.a, {}, asked.b, asked.motion_b, {0, 1}, options)), "none");
  EXPECT_EQ(fault(interference(asked.a, {}, asked.b, asked.motion_b, {0, 1}, options)),
            "method: one that is added finds first contact, and nothing else");
  const Polytope core = box({1, 1, 1});
  EXPECT_EQ(fault(first_contact(core, {}, core, asked.motion_b, {0, 1}, options)), "none");
  for (const MotionMethod method : kMethods) {
    EXPECT_EQ(fault(ask(asked, method, 0.5)), "margin: prisms leave none");
    StraightCase turns = asked;
    turns.motion_b = Motion::to(Pose(), rotation({0, 0, 0, 1}, {}), 1).value();
    EXPECT_NE(fault(ask(turns, method)).find("motion: turns; prisms are of bodies that only translate"),
              std::string::npos);
    StraightCase ground = asked;
    ground.b = HalfSpace::make({0, 0, 1}, 0).value();
    EXPECT_NE(fault(ask(ground, method)).find("shape: is a half-space, and no polyhedron"), std::string::npos);
    StraightCase none = asked;
    none.interval = {1, 0};
    EXPECT_EQ(fault(ask(none, method)), "interval: ends before it begins");
  }
}

// ---- Every answer agrees with motion/ and its certificate holds

void expect_right(const StraightCase& asked, MotionMethod method, const FirstContact& expected,
                  const std::string& what) {
  const Result<FirstContact> made = ask(asked, method);
  ASSERT_TRUE(made) << what << ": " << made.error().text();
  const FirstContact& found = *made;
  ASSERT_EQ(found.status, expected.status) << what;
  EXPECT_EQ(found.decided_by, method);
  EXPECT_LE(found.lower, expected.upper) << what;
  EXPECT_GE(found.upper, expected.lower) << what;
  if (found.status == MotionStatus::Contact) {
    EXPECT_EQ(found.lower, std::nextafter(found.upper, -1)) << what;
  }
  const CheckResult checked = check(asked, found);
  EXPECT_TRUE(checked) << what << ": " << checked.reason;
}

TEST(AllMotionMethods, CertificatesHold) {
  const int rounds = detail::is_full_level() ? 3000 : 250;
  StraightCases cases(31);
  int contact = 0;
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    const StraightCase asked = cases.next();
    const FirstContact expected = asked.ask();
    contact += expected.status == MotionStatus::Contact ? 1 : 0;
    // The reference now and then: it is slow.
    for (const MotionMethod method : kMethods)
      if (method == kPrismTrees || round % 4 == 0)
        expect_right(asked, method, expected,
                     std::to_string(round) + " by " + std::string(name_of(method, all_motion_methods())));
  }
  EXPECT_GT(contact, rounds / 4);
}

TEST(AllMotionMethods, InitialContactIsShown) {
  const Shape cube = Rounded(box({2, 2, 2})), small = Rounded(box({0.5, 0.5, 0.5})), mesh = mesh_of(box({2, 2, 2})),
              small_mesh = mesh_of(box({0.5, 0.5, 0.5}));
  const Shape parts = make_parts(std::vector<PartShape>{Rounded(box({2, 2, 2})), mesh_of(box({2, 2, 2}))}).value();
  const Shape shapes[] = {cube, mesh, parts, small, small_mesh};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes)
      for (const Vec3 at : {Vec3{}, Vec3{0.125, 0, 0}, Vec3{1.25, 0, 0}, Vec3{2, 0, 0}, Vec3{2, 2, 2}})
        for (const MotionMethod method : kMethods) {
          const StraightCase asked{a, b, {}, straight(at, {1, 0.5, 0})};
          expect_right(asked, method, asked.ask(), "begin");
        }
}

TEST(AllMotionMethods, FlatBodies) {
  const auto at = [](std::vector<Vec3> points) { return Shape(Rounded(convex_hull(points).value())); };
  const Shape dot = at({{0, 0, 0}}), rod = at({{-1, 0, 0}, {1, 0, 0}}), plate = Rounded(box({2, 2, 0})),
              cube = Rounded(box({2, 2, 2})), mesh = mesh_of(box({2, 2, 2}));
  const Shape shapes[] = {dot, rod, plate, cube, mesh};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes)
      for (const Vec3 velocity : {Vec3{-8, 0, 0}, Vec3{-8, 1, 0}, Vec3{-5, 0.25, 0.5}}) {
        const StraightCase asked{a, b, {}, straight({4, 0, 0}, velocity)};
        const Result<FirstContact> made = ask(asked, kPrisms);
        ASSERT_TRUE(made);
        const FirstContact expected = asked.ask();
        ASSERT_EQ(made->status, expected.status);
        EXPECT_LE(made->lower, expected.upper);
        EXPECT_GE(made->upper, expected.lower);
        EXPECT_FALSE(check(asked, *made).is_refuted()) << check(asked, *made).reason;
      }
  EXPECT_EQ(ask({cube, plate, {}, straight({3, 0, 0}, {-4, 0, 0})}, kPrismTrees).error().text(),
            "body 1: shape: is flat");
}

}  // namespace
}  // namespace clearance::lab
