#include <clearance/shape/rounded.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance {
namespace {

Polytope segment() {
  PolytopeParts parts;
  parts.dimension = 1;
  parts.vertices = {{-1, 0, 0}, {1, 0, 0}};
  parts.ids = {0, 1};
  parts.source_count = 2;
  return Polytope::assemble(parts);
}

TEST(Rounded, KeepsItsCoreAndRadius) {
  const Polytope core = segment();
  const Result<Rounded> made = Rounded::make(core, 0.25);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->radius(), 0.25);
  EXPECT_EQ(made->core().vertex_count(), 2);
  EXPECT_EQ(made->core().x(), core.x());  // shared, not copied
}

TEST(Rounded, APolytopeIsOneOfRadiusZero) {
  const Rounded body = segment();
  EXPECT_EQ(body.radius(), 0);
  EXPECT_EQ(rounded(segment(), 0).radius(), 0);
}

TEST(Rounded, TheEndsOfTheRangeAreTaken) {
  for (const double radius : {0.0, std::numeric_limits<double>::denorm_min(), kMaxCoordinate})
    EXPECT_EQ(Rounded::make(segment(), radius).value().radius(), radius);
}

TEST(Rounded, BadRadiiAreRefused) {
  const auto fault = [](double radius) { return Rounded::make(segment(), radius).error().text(); };
  EXPECT_EQ(fault(-1), "radius: negative");
  EXPECT_EQ(fault(-std::numeric_limits<double>::denorm_min()), "radius: negative");
  EXPECT_EQ(fault(std::nextafter(kMaxCoordinate, 1e301)), "radius: beyond 1e300");
  EXPECT_EQ(fault(std::numeric_limits<double>::infinity()), "radius: not finite");
  EXPECT_EQ(fault(std::numeric_limits<double>::quiet_NaN()), "radius: not finite");
}

}  // namespace
}  // namespace clearance
