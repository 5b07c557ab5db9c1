// The checker on rounded bodies: what it accepts, what it refuses, and what it says to lack a proof.
#include <clearance/proof/check.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace clearance {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Bodies {
  std::vector<Vec3> a, b;
  double radius_a, radius_b;
  Pose pose_a, pose_b;

  CheckResult check(const Claim& claim) const {
    return check_claim(claim, {a, pose_a, radius_a}, {b, pose_b, radius_b});
  }
};

void expect_refused(const CheckResult& result, const std::string& part) {
  EXPECT_FALSE(result.holds) << "expected: " << part;
  EXPECT_EQ(result.missing, Missing::Nothing);
  EXPECT_NE(result.reason.find(part), std::string::npos) << result.reason << " is not about: " << part;
}
#define EXPECT_HOLDS(result)                \
  do {                                      \
    const CheckResult kept = (result);      \
    EXPECT_TRUE(kept.holds) << kept.reason; \
  } while (false)

WitnessPoint vertex(std::uint32_t v) {
  WitnessPoint point{};
  point.count = 1;
  point.vertices[0] = v, point.weights[0] = 1;
  return point;
}

// Spheres of radius 1 and 2 whose centres are (3, 4, 0) apart, and 0.2 with the second radius 3.8.
Bodies spheres(double radius_b) { return {{{0, 0, 0}}, {{3, 4, 0}}, 1, radius_b, {}, {}}; }

Claim separated_claim() {
  Claim claim;
  claim.status = Status::Separated;
  claim.certificate.kind = Certificate::Kind::Plane;
  claim.certificate.plane.kind = Plane::Kind::Points;
  claim.distance = Bracket{2, 2};
  claim.witness = Witness{vertex(0), vertex(0)};
  return claim;
}

Claim near_claim() {
  Claim claim;
  claim.status = Status::Penetrating;
  claim.certificate.kind = Certificate::Kind::Near;
  claim.certificate.witness = {vertex(0), vertex(0)};
  claim.distance = Bracket{};
  // The squares of these doubles sum up to a bit more than 1.
  claim.depth = Claim::Depth{{1, std::nextafter(1.0, 2.0)}, {0.6, 0.8, 0}, {0.6, 0.8, 0}};
  return claim;
}

TEST(CheckRounded, SeparatedSpheres) {
  EXPECT_HOLDS(spheres(2).check(separated_claim()));
  const auto changed = [](const std::function<void(Claim&)>& change, double radius_b = 2) {
    Claim claim = separated_claim();
    change(claim);
    return spheres(radius_b).check(claim);
  };
  const auto nothing = [](Claim&) {};
  expect_refused(changed(nothing, 4), "does not separate");  // tangent
  expect_refused(changed(nothing, 5), "does not separate");
  expect_refused(changed(nothing, std::nextafter(2.0, 3.0)), "does not prove lower");
  expect_refused(changed(nothing, std::nextafter(2.0, 1.0)), "above upper");
  expect_refused(changed([](Claim& claim) { claim.distance->lower = std::nextafter(2.0, 3.0); }), "not a bracket");
  expect_refused(changed([](Claim& claim) { *claim.distance = {std::nextafter(2.0, 3.0), 3}; }), "prove lower");
  expect_refused(changed([](Claim& claim) { *claim.distance = {1, std::nextafter(2.0, 1.0)}; }), "above upper");
  // A plane between the cores that leaves no room for the radii.
  expect_refused(changed([](Claim& claim) {
                   claim.certificate.plane.kind = Plane::Kind::Vector;
                   claim.certificate.plane.normal = {1, 0, 0};
                 }),
                 "does not separate");
}

TEST(CheckRounded, RadiiThatAreNone) {
  for (const double radius : {-1.0, kInfinity, 1e301, std::numeric_limits<double>::quiet_NaN()})
    expect_refused(spheres(radius).check(separated_claim()), "radius");
}

TEST(CheckRounded, NearShowsPenetrationAndDepth) {
  const Vec3 along{0.6, 0.8, 0};
  EXPECT_HOLDS(spheres(5).check(near_claim()));
  expect_refused(spheres(4).check(near_claim()), "not nearer");  // tangent
  expect_refused(spheres(std::nextafter(4.0, 0.0)).check(near_claim()), "not nearer");
  Claim claim = near_claim();
  claim.depth = Claim::Depth{{0, 1}, along, along};
  expect_refused(spheres(5).check(claim), "longer than upper");
  claim.depth = Claim::Depth{{0, 1}, along, (1 - 1e-15) * along};
  EXPECT_EQ(spheres(5).check(claim).missing, Missing::Translation);
  claim.depth = Claim::Depth{{std::nextafter(1.0, 2.0), 2}, along, along};
  EXPECT_EQ(spheres(5).check(claim).missing, Missing::Shell);
  claim.depth = Claim::Depth{{7, 8}, along, along};  // beyond the radii themselves
  EXPECT_EQ(spheres(5).check(claim).missing, Missing::Shell);
  claim = near_claim();
  claim.depth = Claim::Depth{{1, 2}, -along, -along};
  EXPECT_EQ(spheres(5).check(claim).missing, Missing::Translation);
  claim.depth = Claim::Depth{{1, 2}, -along, along};
  expect_refused(spheres(5).check(claim), "not the unit vector");
  claim.depth = Claim::Depth{{1, 13}, -along, -12 * along};
  EXPECT_HOLDS(spheres(5).check(claim));
  claim = near_claim();
  claim.certificate.witness.b.vertices[0] = 1;
  expect_refused(spheres(5).check(claim), "no such vertex");
  claim = near_claim();
  claim.status = Status::Separated;
  expect_refused(spheres(5).check(claim), "needs a separating plane");
  claim.status = Status::Touching;
  expect_refused(spheres(4).check(claim), "does not show tangency");
}

// Polytopes have no radius for a witness to be within.
TEST(CheckRounded, NearIsNothingToPolytopes) {
  const Bodies same{{{0, 0, 0}}, {{0, 0, 0}}, 0, 0, {}, {}};
  Claim claim = near_claim();
  claim.depth.reset();
  expect_refused(same.check(claim), "not nearer");
  claim.certificate = {};
  expect_refused(same.check(claim), "needs a simplex");
}

// Points that coincide: the origin is in the hull of the one difference, which is enough for any radius.
TEST(CheckRounded, ASimplexShowsTheTiniestRadius) {
  Claim claim;
  claim.status = Status::Penetrating;
  claim.certificate.kind = Certificate::Kind::Simplex;
  claim.certificate.simplex.count = 1;
  claim.depth = Claim::Depth{{0x1p-1074, 0x1p-1074}, {1, 0, 0}, {0x1p-1074, 0, 0}};
  Bodies same{{{1, 2, 3}}, {{1, 2, 3}}, 0x1p-1074, 0, {}, {}};
  EXPECT_HOLDS(same.check(claim));
  claim.depth->bracket = {0x1p-1073, 0x1p-1073};
  EXPECT_EQ(same.check(claim).missing, Missing::Shell);
  claim.depth.reset();
  same.radius_a = 0;
  expect_refused(same.check(claim), "not in the interior");
  same.radius_a = 1, same.b[0].x = 1.5;
  expect_refused(same.check(claim), "not in its hull");
}

// A shell around the origin shows its own distance and the radii.
TEST(CheckRounded, AShellLessTheRadii) {
  const std::vector<Vec3> tetrahedron = {{-1, -1, -1}, {3, -1, -1}, {-1, 3, -1}, {-1, -1, 3}};  // inscribed: 0 inside
  const Bodies bodies{{{0, 0, 0}}, tetrahedron, 0.25, 0.25, {}, {}};
  Claim claim;
  claim.status = Status::Penetrating;
  claim.certificate.kind = Certificate::Kind::Simplex;
  claim.certificate.simplex = {4, {0, 0, 0, 0}, {0, 1, 2, 3}};
  claim.depth = Claim::Depth{{0, kInfinity}, {1, 0, 0}, {2, 0, 0}};
  claim.shell = Shell{{{0, 0}, {0, 1}, {0, 2}, {0, 3}}, {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}}};
  const double slanted = 1 / std::sqrt(3.0);  // the nearest facet: x + y + z = 1
  claim.depth->bracket.lower = slanted * (1 - 1e-15) + 0.5;
  EXPECT_HOLDS(bodies.check(claim));
  claim.depth->bracket.lower = slanted * (1 + 1e-15) + 0.5;
  expect_refused(bodies.check(claim), "nearer than lower");
  claim.depth->bracket.lower = 0.25;  // any closed shell shows the radii
  EXPECT_HOLDS(bodies.check(claim));
}

TEST(CheckRounded, TangencyLacksItsCertificateAndMustNotContradictItself) {
  Claim claim;
  claim.status = Status::Touching;
  const auto expect_lacking = [&] {
    const CheckResult check = spheres(4).check(claim);
    EXPECT_FALSE(check.holds);
    EXPECT_EQ(check.missing, Missing::Certificate) << check.reason;
    EXPECT_NE(check.reason.find("tangency"), std::string::npos);
  };
  expect_lacking();
  claim.distance = Bracket{0, 0};
  claim.depth = Claim::Depth{{0, 0}, {3, 4, 0}, {}};
  expect_lacking();
  claim.distance->upper = 1;
  expect_refused(spheres(4).check(claim), "not zero");
  claim.distance->upper = 0;
  claim.depth->bracket = {1e-300, 1};
  expect_refused(spheres(4).check(claim), "not penetrating");
  claim.depth->bracket = {0, 0};
  claim.witness = Witness{vertex(0), vertex(0)};
  expect_refused(spheres(4).check(claim), "not separated");
  claim.witness.reset();
  claim.shell.emplace();
  expect_refused(spheres(4).check(claim), "not penetrating");
}

TEST(CheckRounded, PenetrationWithoutCertificateIsNotAccepted) {
  Claim claim = near_claim();
  claim.certificate = {};
  claim.depth = Claim::Depth{{0, 2}, {0.6, 0.8, 0}, {0.6, 0.8, 0}};
  EXPECT_EQ(spheres(5).check(claim).missing, Missing::Certificate);
  claim.depth = Claim::Depth{{0, 2}, {0.6, 0.8, 0}, {0.3, 0.4, 0}};
  EXPECT_TRUE(spheres(5).check(claim).lacks(Missing::Certificate));
  EXPECT_TRUE(spheres(5).check(claim).lacks(Missing::Translation));
  Claim apart = separated_claim();
  apart.certificate = {};
  expect_refused(spheres(2).check(apart), "needs a separating plane");
}

}  // namespace
}  // namespace clearance
