// Small solids at poses that people choose: flush faces, shared edges, one in the notch of the other.
#include <clearance/convex/nice_turns_test.h>
#include <clearance/solid/flush_contact.h>

#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/convex/query.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using solids::box_solid;
using solids::Soup;

int rounds() {
  const char* level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::string(level) == "full" ? 24000 : 2400;
}

// Along z; `cap` are triangles of the profile, both counter-clockwise.
Mesh prism(const std::vector<Vec3>& profile, const std::vector<MeshTriangle>& cap, double low, double high) {
  Soup soup;
  for (const double z : {low, high})
    for (const Vec3& p : profile) soup.add({p.x, p.y, z});
  const auto count = static_cast<std::uint32_t>(profile.size());
  for (std::uint32_t k = 0; k < count; ++k) soup.quad(k, (k + 1) % count, (k + 1) % count + count, k + count);
  for (const MeshTriangle& t : cap) {
    soup.triangles.push_back({t[0], t[2], t[1]});
    soup.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
  }
  return solids::solid(soup);
}

Mesh l_shape() {
  return prism({{0, 0, 0}, {1, 0, 0}, {1, 0.4, 0}, {0.4, 0.4, 0}, {0.4, 1, 0}, {0, 1, 0}},
               {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}, 0, 0.5);
}

Mesh u_shape() {
  return prism({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0.7, 1, 0}, {0.7, 0.3, 0}, {0.3, 0.3, 0}, {0.3, 1, 0}, {0, 1, 0}},
               {{0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}, {0, 5, 7}, {5, 6, 7}}, 0, 0.5);
}

// Its faces are fans around the middle of an octagon inside.
Mesh gear() {
  constexpr int kTeeth = 8;
  std::vector<Vec3> profile;
  std::vector<MeshTriangle> cap;
  for (int k = 0; k < 4 * kTeeth; ++k) {
    const double angle = 2 * std::acos(-1.0) * k / (4 * kTeeth), radius = k % 4 < 2 ? 0.5 : 0.4;
    profile.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  const auto at = [](int k) { return static_cast<std::uint32_t>(k % (4 * kTeeth)); };
  for (int tooth = 0; tooth < kTeeth; ++tooth) {
    const int first = 4 * tooth;
    cap.push_back({at(first), at(first + 1), at(first + 2)});
    cap.push_back({at(first), at(first + 2), at(first + 3)});
    cap.push_back({at(first), at(first + 3), at(first + 4)});
    if (tooth > 0 && tooth < kTeeth - 1) cap.push_back({0, at(first), at(first + 4)});
  }
  return prism(profile, cap, -0.2, 0.2);
}

struct Pair {
  const Mesh &a, &b;
  Pose pose_a, pose_b;
};

Pair nice_pair(Random& random, const std::vector<Mesh>& among, Turns turns) {
  const bool halves = random.below(3) == 0;
  const auto step = [&] {
    return halves ? (static_cast<double>(random.below(5)) - 2) / 2 : (static_cast<double>(random.below(21)) - 10) / 10;
  };
  const auto place = [&] {
    const double x = step(), y = step(), z = step();
    return Vec3{x, y, z};
  };
  const Quat q = turn(random, turns);
  const bool are_alike = turns == Turns::Alike || turns == Turns::SmallIntegers;
  const Quat other = are_alike ? q : turn(random, turns);
  const Pose pose_a = rotation(q, random.below(2) == 0 ? place() : Vec3{});
  const Vec3 between = place();
  const Vec3 at_b = turns == Turns::Alike ? apply(pose_a, between) : between + pose_a.translation();
  const Mesh &a = among[random.below(among.size())], &b = among[random.below(among.size())];
  return {a, b, pose_a, rotation(other, at_b)};
}

void expect_not_refuted(const Claim& claim, const Pair& pair) {
  const std::vector<MeshTriangle> of_a = pair.a.triangles_as_given(), of_b = pair.b.triangles_as_given();
  const auto body = [](const Mesh& mesh, const Pose& pose, const std::vector<MeshTriangle>& triangles) {
    PosedBody made;
    made.kind = PosedBody::Kind::Solid;
    made.parts.push_back({mesh.vertices(), 0, triangles});
    made.pose = pose;
    return made;
  };
  const CheckResult checked = check_claim(claim, body(pair.a, pair.pose_a, of_a), body(pair.b, pair.pose_b, of_b));
  ASSERT_FALSE(checked.is_refuted()) << checked.reason;
  ASSERT_FALSE(checked.lacks(Missing::Certificate)) << "no certificate";
  if (claim.status == Status::Penetrating && claim.certificate.kind == Certificate::Kind::Interior) return;
  ASSERT_TRUE(checked || checked.lacks(Missing::Cover) || checked.lacks(Missing::Disjointness)) << checked.reason;
}

const Pose kRest;

Division division(const Mesh& a, const Mesh& b, const Pose& pose_b) {
  const MeshPair pair(a, kRest, b, pose_b);
  PairIntegers integers(kRest, pose_b, 8);
  Division best = Division::None;
  for (std::uint32_t ta = 0; ta < a.triangle_count(); ++ta)
    for (std::uint32_t tb = 0; tb < b.triangle_count(); ++tb)
      best = std::max(best, plane_divides(pair, integers, ta, tb));
  return best;
}

// --- Solved by hand.

TEST(FlushContact, APlaneBetweenTwoSolids) {
  const Mesh a = box_solid({0, 0, 0}, {1, 1, 1}), b = l_shape();
  const double above = std::nextafter(1.0, 2.0), below = std::nextafter(1.0, 0.0);
  EXPECT_EQ(division(a, b, translation({0.25, 0, 1})), Division::Touch);
  EXPECT_EQ(division(a, b, translation({0.25, 0, above})), Division::Apart);
  EXPECT_EQ(division(a, b, translation({0.25, 0, below})), Division::Passed);
  EXPECT_EQ(division(a, b, translation({0.25, 0, 0.75})), Division::None);
}

// A block in the notch of an L, and an L turned by half whose arms' edges meet: no plane of a face is between them.
TEST(FlushContact, TouchingWithoutAPlaneBetween) {
  const Mesh l = prism({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}},
                       {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}, 0, 1);
  const Mesh block = box_solid({1, 1, 0}, {2, 2, 1});
  const auto expect_touching = [](const Mesh& a, const Mesh& b, const Pose& pose_b) {
    EXPECT_EQ(division(a, b, pose_b), Division::None);
    const Intersection found = intersects(a, kRest, b, pose_b);
    EXPECT_EQ(found.status, Status::Touching);
    EXPECT_EQ(found.decided_by, Algorithm::Contact);
    EXPECT_EQ(found.certificate.kind, Certificate::Kind::Triangles);
  };
  expect_touching(l, block, kRest);
  expect_touching(l, l, rotation({0, 0, 0, 1}, {3, 3, 0}));
}

// A bar that just fits between the arms of a U, and one unit in the last place to either side.
TEST(FlushContact, ABarBetweenTheArms) {
  const Mesh u = u_shape(), bar = box_solid({0.3, 0.3, -1}, {0.7, 2, 1});
  EXPECT_EQ(intersects(u, kRest, bar, kRest).status, Status::Touching);
  EXPECT_EQ(intersects(u, kRest, bar, kRest).decided_by, Algorithm::Contact);
  for (const double hair : {0x1p-60, std::numeric_limits<double>::denorm_min()})
    for (const Vec3 by : {Vec3{hair, 0, 0}, Vec3{-hair, 0, 0}, Vec3{0, -hair, 0}})
      EXPECT_EQ(intersects(u, kRest, bar, translation(by)).status, Status::Penetrating) << by.x << " " << by.y;
  EXPECT_EQ(intersects(u, kRest, bar, translation({0x1p-60, 0, 0})).certificate.kind, Certificate::Kind::Interior);
  const double hair = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(intersects(u, kRest, bar, translation({0, hair, 0})).status, Status::Touching);
  EXPECT_EQ(intersects(u, kRest, box_solid({0.375, 0.5, -1}, {0.625, 2, 1}), kRest).status, Status::Separated);
}

TEST(FlushContact, TheSameSolidInTheSamePlace) {
  for (const Mesh& mesh : {l_shape(), u_shape(), gear()})
    EXPECT_EQ(intersects(mesh, kRest, mesh, kRest).status, Status::Penetrating);
}

// --- Degenerate.

// Edges, corners and diagonals in common.
TEST(FlushContact, SharedEdgesAndCorners) {
  const Mesh a = l_shape(), b = l_shape();
  for (const Vec3 by : {Vec3{1, 0.4, 0}, Vec3{1, 0.4, 0.5}, Vec3{-1, -0.4, -0.5}, Vec3{1, -0.4, 0.25},
                        Vec3{0.4, 0.4, 0}, Vec3{0.4, 0.4, 0.25}}) {
    const Intersection found = intersects(a, kRest, b, translation(by));
    EXPECT_EQ(found.status, Status::Touching) << by.x << " " << by.y << " " << by.z;
    EXPECT_EQ(found.status, decide_solid_contact(a, kRest, b, translation(by)).status);
  }
}

// A fin has no inside, and a solid within a solid touches nothing: neither may be settled at sight.
TEST(FlushContact, FinsAndInnerPartsAreNotOverlooked) {
  Soup fin = solids::box_soup({0, 0, 0}, {1, 1, 1});
  const std::uint32_t p = fin.add({1, 0.25, 0.25}), q = fin.add({2, 0.25, 0.25}), r = fin.add({1, 0.75, 0.25});
  fin.triangles.push_back({p, q, r});
  fin.triangles.push_back({p, r, q});
  const Mesh with_fin = solids::solid(fin), beside = box_solid({1, 0, 0}, {2, 1, 1});
  EXPECT_EQ(intersects(with_fin, kRest, beside, kRest).status, Status::Touching);
  Soup two = solids::box_soup({0, 0, 0}, {1, 1, 1});
  two.append(solids::box_soup({1.25, 0.25, 0.25}, {1.75, 0.75, 0.75}));
  EXPECT_EQ(intersects(solids::solid(two), kRest, beside, kRest).status, Status::Penetrating);
}

TEST(FlushContact, ANegativeVolumeIsTheSameSolid) {
  Soup soup = solids::box_soup({0, 0, 0}, {1, 1, 1});
  for (MeshTriangle& t : soup.triangles) std::swap(t[1], t[2]);
  const Mesh inside_out = solids::solid(soup), l = l_shape();
  EXPECT_EQ(intersects(inside_out, kRest, l, translation({1, 0.5, 0.25})).status, Status::Touching);
  EXPECT_EQ(intersects(inside_out, kRest, l, translation({-0.4, -0.4, 0})).status, Status::Touching);
  EXPECT_EQ(intersects(inside_out, kRest, l, translation({0.75, 0.5, 0.25})).status, Status::Penetrating);
}

// --- What a cache remembers is proved again.

TEST(FlushContact, ARememberedPlaneIsTriedFirst) {
  const Mesh a = l_shape(), b = u_shape();
  MeshCache cache;
  const Pose on_top = translation({0.1, 0.2, 0.5});
  EXPECT_EQ(intersects(a, kRest, b, on_top, cache).decided_by, Algorithm::Contact);
  const Intersection again = intersects(a, kRest, b, translation({0.2, 0.1, 0.5}), cache);
  EXPECT_EQ(again.status, Status::Touching);
  EXPECT_EQ(again.decided_by, Algorithm::Cache);
  EXPECT_EQ(intersects(a, kRest, b, translation({0.2, 0.1, 0.5000001}), cache).status, Status::Separated);
  EXPECT_EQ(intersects(a, kRest, b, on_top, cache).status, Status::Touching);
  EXPECT_EQ(intersects(a, kRest, b, translation({0.2, 0.1, 0.4999999}), cache).status, Status::Penetrating);
}

// --- Against big numbers, with every certificate checked.

TEST(FlushContact, NicePairsAreDecidedRightlyAndByFewBigNumbers) {
  const std::vector<Mesh> among{l_shape(), u_shape(), gear(), box_solid({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})};
  Random random(12);
  int met[kStatusCount] = {}, by_contact = 0, by_big_numbers = 0, with_round_numbers = 0;
  MeshCache cache;
  for (int round = 0; round < rounds(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto turns = static_cast<Turns>(random.below(static_cast<std::uint64_t>(Turns::kCount)));
    const Pair pair = nice_pair(random, among, turns);
    const Status truth = decide_solid_contact(pair.a, pair.pose_a, pair.b, pair.pose_b).status;
    const Intersection boolean = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b);
    const Intersection swapped = intersects(pair.b, pair.pose_b, pair.a, pair.pose_a);
    const Intersection warm = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
    const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
    ASSERT_EQ(boolean.status, truth);
    ASSERT_EQ(swapped.status, truth);
    ASSERT_EQ(warm.status, truth);
    ASSERT_EQ(gap.status, truth);
    ASSERT_NO_FATAL_FAILURE(expect_not_refuted(claim_of(boolean), pair));
    ASSERT_NO_FATAL_FAILURE(expect_not_refuted(claim_of(warm), pair));
    ASSERT_NO_FATAL_FAILURE(expect_not_refuted(claim_of(gap), pair));
    ++met[static_cast<int>(truth)];
    by_contact += boolean.decided_by == Algorithm::Contact;
    if (boolean.decided_by == Algorithm::Exact) {
      ++by_big_numbers;
      const bool has_gear = &pair.a == &among[2] || &pair.b == &among[2];
      with_round_numbers += !has_gear && turns != Turns::Eighths;
    }
    if (round % 40 != 0) continue;
    const Penetration depth = penetration(pair.a, pair.pose_a, pair.b, pair.pose_b);
    ASSERT_EQ(depth.status, truth);
    ASSERT_NO_FATAL_FAILURE(expect_not_refuted(claim_of(depth), pair));
  }
  EXPECT_GT(met[static_cast<int>(Status::Separated)], rounds() / 4);
  EXPECT_GT(met[static_cast<int>(Status::Touching)], rounds() / 40);
  EXPECT_GT(met[static_cast<int>(Status::Penetrating)], rounds() / 5);
  EXPECT_GT(by_contact, rounds() / 40);
  EXPECT_LT(by_big_numbers, rounds() / 100);
  // Cosines make teeth and eighths that are flush but for a rounding, in no plane that doubles show.
  EXPECT_LE(with_round_numbers, rounds() / 1000);
}

}  // namespace
}  // namespace clearance::detail
