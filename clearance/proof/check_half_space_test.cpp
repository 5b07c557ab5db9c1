// The checker on half-spaces: claims made by hand, and everything that can be wrong with them.
#include <clearance/proof/check_half_space.h>

#include <clearance/proof/bodies_test.h>
#include <clearance/proof/solid_corners.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using test::block;
using test::Triangles;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const Vec3 kUp{0, 0, 1};

#define EXPECT_HOLDS(result)                \
  do {                                      \
    const CheckResult kept = (result);      \
    EXPECT_TRUE(kept.holds) << kept.reason; \
  } while (false)

void expect_refused(const CheckResult& result, const std::string& part) {
  EXPECT_FALSE(result.holds) << "expected: " << part;
  EXPECT_TRUE(result.is_refuted());
  EXPECT_NE(result.reason.find(part), std::string::npos) << result.reason << " is not about: " << part;
}

Claim separated(Vec3 normal, double lower, double upper) {
  Claim claim;
  claim.status = Status::Separated;
  claim.certificate.kind = Certificate::Kind::Plane;
  claim.certificate.plane.normal = normal;
  claim.distance = Bracket{lower, upper};
  return claim;
}
Claim in_contact(Status status, std::uint32_t vertex) {
  Claim claim;
  claim.status = status;
  claim.certificate.kind = status == Status::Touching ? Certificate::Kind::Touch : Certificate::Kind::Simplex;
  claim.certificate.plane.normal = kUp;
  claim.certificate.simplex.count = 1;
  claim.certificate.simplex.b[0] = vertex;
  claim.distance = Bracket{};
  return claim;
}
Claim deep(std::uint32_t vertex, double lower, double upper, Vec3 direction) {
  Claim claim = in_contact(Status::Penetrating, vertex);
  claim.depth = Claim::Depth{{lower, upper}, direction, upper * direction};
  return claim;
}

// What a change makes of a claim that holds.
struct Change {
  const char* reason;
  std::function<void(Claim&)> apply;
};
template <class Check>
void expect_all_refused(const Claim& claim, const std::vector<Change>& changes, const Check& check) {
  EXPECT_HOLDS(check(claim));
  for (const Change& change : changes) {
    Claim changed = claim;
    change.apply(changed);
    expect_refused(check(changed), change.reason);
  }
}

std::vector<Change> never_there() {
  return {{"witness", [](Claim& c) { c.witness = Witness{}; }},
          {"shell", [](Claim& c) { c.shell = Shell{}; }},
          {"cover", [](Claim& c) { c.cover = Cover{}; }},
          {"interior", [](Claim& c) { c.interior = RationalPoint{}; }},
          {"part", [](Claim& c) { c.part_a = 1; }},
          {"part", [](Claim& c) { c.part_b = 1; }},
          {"direction", [](Claim& c) { c.direction = Plane{}; }},
          {"nobody asked", [](Claim& c) { c.status = Status::NotAsked; }},
          {"intersecting: the", [](Claim& c) { c.status = Status::Intersecting; }}};
}

std::vector<Change> with_those_never_there(std::vector<Change> changes) {
  for (const Change& change : never_there()) changes.push_back(change);
  return changes;
}

// ---- Convex bodies --------------------------------------------------------------------------------------------------

TEST(CheckHalfSpace, Separated) {
  const HalfSpace floor = half_space({0, 0, 2}, 2);  // z ≤ 1
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const Pose at = translation({5, 5, 3.5});
  const auto check = [&](const Claim& claim) { return check_claim(claim, floor, {}, cube.convex(at, 0.5)); };
  expect_all_refused(
      separated({0, 0, 7}, 2, 2),
      with_those_never_there({{"below lower", [](Claim& c) { c.distance = Bracket{std::nextafter(2, 3), 3}; }},
                              {"above upper", [](Claim& c) { c.distance = Bracket{1, std::nextafter(2, 1)}; }},
                              {"not a bracket", [](Claim& c) { c.distance = Bracket{2, 1}; }},
                              {"not a bracket", [](Claim& c) { c.distance = Bracket{-1, 2}; }},
                              {"not a bracket", [](Claim& c) { c.distance = Bracket{std::nan(""), 2}; }},
                              {"not a bracket", [](Claim& c) { c.distance = Bracket{1, std::nan("")}; }},
                              {"not a bracket", [](Claim& c) { c.distance = Bracket{kInfinity, kInfinity}; }},
                              {"touching: the bodies are separated", [](Claim& c) { c.status = Status::Touching; }},
                              {"penetrating: the", [](Claim& c) { c.status = Status::Penetrating; }},
                              {"normal", [](Claim& c) { c.certificate.plane.normal = {0, 0x1p-60, 1}; }},
                              {"normal", [](Claim& c) { c.certificate.plane.normal = -kUp; }},
                              {"normal", [](Claim& c) { c.certificate.plane.normal = {}; }},
                              {"normal", [](Claim& c) { c.certificate.plane.normal = {0, 0, kInfinity}; }},
                              {"normal", [](Claim& c) { c.certificate.plane.flip = true; }},
                              {"normal", [](Claim& c) { c.certificate.plane.side_count = 1; }},
                              {"normal", [](Claim& c) { c.certificate.plane.kind = Plane::Kind::Points; }},
                              {"normal", [](Claim& c) { c.certificate.plane.kind = Plane::Kind::Edges; }},
                              {"normal", [](Claim& c) { c.certificate.kind = Certificate::Kind::None; }},
                              {"normal", [](Claim& c) { c.certificate.kind = Certificate::Kind::Touch; }},
                              {"depth", [](Claim& c) { c.depth = Claim::Depth{}; }}}),
      check);
  EXPECT_HOLDS(check(separated(kUp, 0, kInfinity)));

  Claim face = separated({}, 2, 2);
  face.certificate.plane.kind = Plane::Kind::Face;
  expect_all_refused(face,
                     {{"normal", [](Claim& c) { c.certificate.plane.of = Body::B; }},
                      {"normal", [](Claim& c) { c.certificate.plane.flip = true; }},
                      {"normal", [](Claim& c) { c.certificate.plane.vertices[1] = 1; }},
                      {"normal", [](Claim& c) { c.certificate.plane.side_count = 2; }}},
                     check);
}

TEST(CheckHalfSpace, Penetrating) {
  const HalfSpace floor = half_space({0, 0, 2}, 2);  // z ≤ 1
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const Pose at = translation({5, 5, 0.75});  // 0.25 deep, and 0.5 more by the radius
  const auto check = [&](const Claim& claim) { return check_claim(claim, floor, {}, cube.convex(at, 0.5)); };
  expect_all_refused(
      deep(3, 0.75, 0.75, kUp),
      with_those_never_there(
          {{"below lower", [](Claim& c) { c.depth->bracket = {std::nextafter(0.75, 1), 1}; }},
           {"longer than upper",
            [](Claim& c) { c.depth->bracket.upper = std::nextafter(0.75, 0), c.depth->bracket.lower = 0; }},
           {"not a bracket", [](Claim& c) { c.depth->bracket = {1, 0.75}; }},
           {"not a bracket", [](Claim& c) { c.depth->bracket.lower = -1; }},
           {"not a bracket", [](Claim& c) { c.depth->bracket.lower = std::nan(""); }},
           {"does not end", [](Claim& c) { c.depth->translation = {0, 0, std::nextafter(0.75, 0)}; }},
           {"does not end", [](Claim& c) { c.depth->translation = {}; }},
           {"does not end", [](Claim& c) { c.depth->translation = {0.75, 0, 0}, c.depth->direction = {1, 0, 0}; }},
           {"does not end", [](Claim& c) { c.depth->translation = {0, 0, -0.75}, c.depth->direction = -kUp; }},
           {"direction", [](Claim& c) { c.depth->direction = {0, 1, 0}; }},
           {"not finite", [](Claim& c) { c.depth->direction.x = kInfinity; }},
           {"not finite", [](Claim& c) { c.depth->translation.x = std::nan(""); }},
           {"separated: the", [](Claim& c) { c.status = Status::Separated; }},
           {"touching: the", [](Claim& c) { c.status = Status::Touching; }},
           {"not zero", [](Claim& c) { c.distance->upper = 0x1p-1074; }},
           {"needs a simplex", [](Claim& c) { c.certificate.kind = Certificate::Kind::Plane; }},
           {"needs a simplex", [](Claim& c) { c.certificate.kind = Certificate::Kind::Interior; }},
           {"one pair", [](Claim& c) { c.certificate.simplex.count = 0; }},
           {"one pair", [](Claim& c) { c.certificate.simplex.count = 2; }},
           {"must be 0", [](Claim& c) { c.certificate.simplex.a[0] = 1; }},
           {"no such vertex", [](Claim& c) { c.certificate.simplex.b[0] = 8; }},
           {"not below the plane", [](Claim& c) { c.certificate.simplex.b[0] = 7; }}}),
      check);
}

TEST(CheckHalfSpace, Touching) {
  const HalfSpace floor = half_space({0, 0, 2}, 2);
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const auto check_at = [&](const Claim& claim, double z) {
    return check_claim(claim, floor, {}, cube.convex(translation({5, 5, z}), 0.5));
  };
  const auto check = [&](const Claim& claim) { return check_at(claim, 1.5); };
  Claim claim = in_contact(Status::Touching, 2);
  claim.depth = Claim::Depth{};
  expect_all_refused(
      claim,
      with_those_never_there({{"normal", [](Claim& c) { c.certificate.kind = Certificate::Kind::Simplex; }},
                              {"not the half-space's own", [](Claim& c) { c.certificate.plane.normal.x = 1; }},
                              {"not at the plane", [](Claim& c) { c.certificate.simplex.b[0] = 6; }},
                              {"must be 0", [](Claim& c) { c.certificate.simplex.a[0] = 2; }},
                              {"above zero", [](Claim& c) { c.depth->bracket = {0x1p-1074, 1}; }},
                              {"separated: the", [](Claim& c) { c.status = Status::Separated; }},
                              {"penetrating: the", [](Claim& c) { c.status = Status::Penetrating; }}}),
      check);
  expect_refused(check_at(claim, std::nextafter(1.5, 2)), "touching: the bodies are separated");
  expect_refused(check_at(claim, std::nextafter(1.5, 1)), "touching: the bodies are penetrating");
}

// 4x + 3z ≤ 5, exactly, with no normal of doubles as such.
TEST(CheckHalfSpace, UnderATurn) {
  const HalfSpace floor = half_space(kUp, 1);
  const Pose turn = rotation({2, 0, 1, 0});
  const std::vector<Vec3> center = {{0, 0, 0}};
  PosedBody ball;
  ball.parts = {{center, 1}};
  ball.pose = translation({1, 0, 2});
  Claim claim = in_contact(Status::Touching, 0);
  expect_refused(check_claim(claim, floor, turn, ball), "not the half-space's own");
  claim.certificate.plane.normal = {4, 0, 3};
  EXPECT_HOLDS(check_claim(claim, floor, turn, ball));
  claim.certificate.plane = {};
  claim.certificate.plane.kind = Plane::Kind::Face;
  EXPECT_HOLDS(check_claim(claim, floor, turn, ball));
  expect_refused(check_claim(claim, floor, translation({0, 0, 1}), ball), "touching: the bodies are penetrating");
  ball.parts[0].radius = std::nextafter(1, 0);
  expect_refused(check_claim(claim, floor, turn, ball), "touching: the bodies are separated");
  ball.parts[0].radius = std::nextafter(1, 2);
  expect_refused(check_claim(claim, floor, turn, ball), "touching: the bodies are penetrating");
}

TEST(CheckHalfSpace, OnTheOtherSide) {
  const HalfSpace floor = half_space(kUp, 1);
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const auto at = [&](double z) { return cube.convex(translation({0, 0, z})); };
  EXPECT_HOLDS(check_claim(separated(-kUp, 1, 1), at(2), floor, {}));
  expect_refused(check_claim(separated(kUp, 1, 1), at(2), floor, {}), "normal");
  Claim face = separated({}, 1, 1);
  face.certificate.plane.kind = Plane::Kind::Face, face.certificate.plane.of = Body::B;
  expect_refused(check_claim(face, at(2), floor, {}), "normal");
  face.certificate.plane.flip = true;
  EXPECT_HOLDS(check_claim(face, at(2), floor, {}));
  // The half-space is what moves.
  Claim claim = deep(0, 0.5, 0.5, -kUp);
  claim.certificate.simplex.a[0] = 3;
  EXPECT_HOLDS(check_claim(claim, at(0.5), floor, {}));
  expect_refused(check_claim(deep(3, 0.5, 0.5, -kUp), at(0.5), floor, {}), "must be 0");
  claim.depth->translation = claim.depth->direction = kUp;
  claim.depth->bracket.upper = 1;
  expect_refused(check_claim(claim, at(0.5), floor, {}), "does not end");
  claim.part_b = 1;
  expect_refused(check_claim(claim, at(0.5), floor, {}), "part");
}

TEST(CheckHalfSpace, BodiesThatAreNone) {
  const HalfSpace floor = half_space(kUp, 1);
  PosedBody body;
  EXPECT_FALSE(check_claim(separated(kUp, 1, 1), floor, {}, body));
  const std::vector<Vec3> far = {{0, 0, kInfinity}};
  body.parts = {{far}};
  EXPECT_FALSE(check_claim(separated(kUp, 1, 1), floor, {}, body));
  Triangles open = block({0, 0, 5}, {1, 1, 6});
  open.triangles.pop_back();
  expect_refused(check_claim(separated(kUp, 1, 4), floor, {}, open.solid()), "no solid");
  EXPECT_FALSE(check_claim(Claim(), floor, {}, open.surface()));
  EXPECT_HOLDS(check_claim(separated(kUp, 1, 4), floor, {}, open.surface()));
}

// ---- Bodies of triangles --------------------------------------------------------------------------------------------

// Triangles from both sides, cut along different diagonals.
Triangles leaf(Vec3 a, Vec3 b, Vec3 c, Vec3 d) { return {{a, b, c, d}, {{0, 1, 2}, {0, 2, 3}, {1, 3, 2}, {1, 0, 3}}}; }

TEST(CheckHalfSpace, ASolidWithALeaf) {
  Triangles body = block({0, 0, 0}, {4, 4, 4});
  body.add(leaf({1, 2, -3}, {3, 2, -3}, {3, 2, -1}, {1, 2, -1}));  // vertices 8 to 11
  body.points.push_back({0, 0, -9});                               // of no triangle
  const auto check = [&](const Claim& claim, double offset) {
    return check_claim(claim, half_space(kUp, offset), {}, body.solid());
  };
  EXPECT_HOLDS(check(separated(kUp, 1, 1), -4));
  EXPECT_HOLDS(check(in_contact(Status::Touching, 8), -3));
  // Below the leaf's lower edge the plane shows nothing any more.
  Claim fin = in_contact(Status::Touching, 8);
  expect_refused(check(fin, -2), "needs a simplex, since triangles reach below");
  fin.certificate.kind = Certificate::Kind::Simplex;
  EXPECT_HOLDS(check(fin, -2));
  EXPECT_HOLDS(check(fin, 0));
  fin.certificate.simplex.b[0] = 7;
  expect_refused(check(fin, 0), "above the plane");
  fin.certificate.simplex.b[0] = 12;
  expect_refused(check(fin, 0), "no such vertex");
  expect_refused(check(in_contact(Status::Penetrating, 8), -2), "the bodies are touching");
  expect_refused(check(in_contact(Status::Penetrating, 8), 0), "the bodies are touching");
  // From 0 on the block itself is in the half-space, and is moved out of it, not the leaf.
  EXPECT_HOLDS(check(deep(0, 1, 1, kUp), 1));
  EXPECT_HOLDS(check(deep(8, 1, 1, kUp), 1));
  expect_refused(check(deep(0, std::nextafter(1, 2), 4, kUp), 1), "below lower");
  expect_refused(check(deep(0, 0.5, std::nextafter(1, 0), kUp), 1), "does not end");
  expect_refused(check(deep(12, 1, 1, kUp), 1), "no such vertex");
  expect_refused(check(in_contact(Status::Intersecting, 0), 1), "the bodies are penetrating");
}

TEST(CheckHalfSpace, Surfaces) {
  Triangles body = block({0, 0, 0}, {4, 4, 4});
  const auto check = [&](const Claim& claim, double offset) {
    return check_claim(claim, half_space(kUp, offset), {}, body.surface());
  };
  EXPECT_HOLDS(check(separated(kUp, 1, 1), -1));
  EXPECT_HOLDS(check(in_contact(Status::Intersecting, 1), 0));
  EXPECT_HOLDS(check(in_contact(Status::Intersecting, 1), 9));
  expect_refused(check(in_contact(Status::Intersecting, 4), 0), "above the plane");
  expect_refused(check(in_contact(Status::Touching, 1), 0), "the bodies are intersecting");
  expect_refused(check(in_contact(Status::Penetrating, 1), 9), "the bodies are intersecting");
  Claim claim = in_contact(Status::Intersecting, 1);
  claim.depth = Claim::Depth{};
  EXPECT_HOLDS(check(claim, 9));
  claim.depth->bracket = {1, 9};
  expect_refused(check(claim, 9), "above zero");
}

TEST(CheckHalfSpace, Parts) {
  const Triangles low = block({0, 0, 0}, {1, 1, 1}), high = block({3, 0, 2}, {4, 1, 3}),
                  plate = {{{0, 0, -2}, {1, 0, -2}, {0, 1, -2}}, {{0, 1, 2}}};
  PosedBody body;
  body.kind = PosedBody::Kind::Parts;
  body.has_meshes = true;
  using Kind = PosedBody::Part::Kind;
  body.parts = {{high.points, 0.5, high.triangles, Kind::Convex},
                {low.points, 0, low.triangles, Kind::Solid},
                {plate.points, 0, plate.triangles, Kind::Surface}};
  const auto check = [&](Claim claim, std::uint32_t part, double offset) {
    claim.part_b = part;
    return check_claim(claim, half_space(kUp, offset), {}, body);
  };
  EXPECT_HOLDS(check(separated(kUp, 1, 1), 0, -3));
  expect_refused(check(separated(kUp, 1, 1), 3, -3), "no such part");
  expect_refused(check(separated(kUp, 1.5, 2), 0, -3), "below lower");
  EXPECT_HOLDS(check(in_contact(Status::Intersecting, 1), 2, -1));
  EXPECT_HOLDS(check(in_contact(Status::Intersecting, 1), 2, 0));  // the block touches, which is less
  expect_refused(check(in_contact(Status::Touching, 0), 1, 0), "the bodies are intersecting");
  expect_refused(check(in_contact(Status::Intersecting, 0), 1, 0), "named is touching");
  EXPECT_HOLDS(check(deep(0, 2, 2, kUp), 1, 2));
  EXPECT_HOLDS(check(deep(0, 0.5, 2, kUp), 0, 2));  // another part shows penetration as well
  expect_refused(check(deep(0, 0.5, 0.5, kUp), 0, 2), "does not end");
  expect_refused(check(deep(0, 2, 2, kUp), 2, 2), "named is intersecting");
}

// ---- Two half-spaces ------------------------------------------------------------------------------------------------

TEST(CheckHalfSpace, Pairs) {
  const HalfSpace floor = half_space({0, 0, 2}, 2), ceiling = half_space({0, 0, -1}, -3);
  const auto check_at = [&](const Claim& claim, double z) {
    return check_claim(claim, floor, {}, ceiling, translation({0, 0, z}));
  };
  expect_all_refused(
      separated(kUp, 2, 2),
      with_those_never_there({{"below lower", [](Claim& c) { c.distance = Bracket{std::nextafter(2, 3), 3}; }},
                              {"above upper", [](Claim& c) { c.distance = Bracket{1, std::nextafter(2, 1)}; }},
                              {"plane", [](Claim& c) { c.certificate.plane.normal = -kUp; }},
                              {"plane", [](Claim& c) { c.certificate.plane.normal = {1, 0, 1}; }},
                              {"kind", [](Claim& c) { c.certificate.kind = Certificate::Kind::Touch; }},
                              {"touching: the", [](Claim& c) { c.status = Status::Touching; }}}),
      [&](const Claim& claim) { return check_at(claim, 0); });
  EXPECT_HOLDS(check_at(in_contact(Status::Touching, 0), -2));
  expect_refused(check_at(in_contact(Status::Touching, 1), -2), "0, 0");
  expect_refused(check_at(in_contact(Status::Touching, 0), -2.5), "penetrating");
  EXPECT_HOLDS(check_at(deep(0, 1, 1, kUp), -3));
  expect_refused(check_at(deep(0, 0.5, std::nextafter(1, 0), kUp), -3), "does not end");
  expect_refused(check_at(deep(0, std::nextafter(1, 2), 2, kUp), -3), "below lower");
  EXPECT_FALSE(check_claim(Claim(), floor, {}, ceiling, {}));
}

// ---- Corners --------------------------------------------------------------------------------------------------------

TEST(SolidCorners, OfABlockALeafAndAFaceInPieces) {
  Triangles body = block({0, 0, 0}, {4, 4, 4});
  body.add(leaf({1, 2, -3}, {3, 2, -3}, {3, 2, -1}, {1, 2, -1}));
  const SolidCorners corners(body.points, body.triangles);
  for (std::uint32_t v = 0; v < 8; ++v) EXPECT_TRUE(corners.is_corner(v));
  for (std::uint32_t v = 8; v < 12; ++v) EXPECT_FALSE(corners.is_corner(v));
  // Two blocks face to face: nothing ends at the common face but what goes straight on.
  Triangles two = block({0, 0, 0}, {1, 1, 1});
  two.add(block({0, 0, 1}, {1, 1, 2}));
  const SolidCorners of_two(two.points, two.triangles);
  for (std::uint32_t v = 0; v < 16; ++v) EXPECT_EQ(of_two.is_corner(v), two.points[v].z != 1) << v;
  // One inside out on the other: they cancel.
  Triangles none = block({0, 0, 0}, {1, 1, 1});
  none.add(none.inside_out());
  const SolidCorners of_none(none.points, none.triangles);
  for (std::uint32_t v = 0; v < 16; ++v) EXPECT_FALSE(of_none.is_corner(v));
}

}  // namespace
}  // namespace clearance::detail
