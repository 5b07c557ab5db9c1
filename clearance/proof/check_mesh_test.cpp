#include <clearance/proof/check_mesh.h>

#include <clearance/base/random.h>
#include <clearance/proof/mesh_claims_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace clearance::detail {
namespace {

using namespace test;

// ---- Triangles ---------------------------------------------------------------------------------------------------

TEST(CheckMesh, TwoTrianglesThatCross) {
  const Triangles flat{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {9, 9, 9}}, {{0, 1, 2}}};
  const Triangles upright{{{1, 1, -1}, {1, 1, 1}, {5, 5, 0}}, {{0, 1, 2}}};
  const Claim claim = triangles(Status::Intersecting, 0, 0);
  EXPECT_EQ(why(claim, flat.surface(), upright.surface()), "");
  EXPECT_EQ(why(claim, upright.surface(), flat.surface()), "");
  EXPECT_EQ(why(claim, flat.surface(), upright.surface(translation({0, 0, 5}))), "triangles: they share no point");
  EXPECT_EQ(why(triangles(Status::Intersecting, 1, 0), flat.surface(), upright.surface()),
            "triangles: no such triangle");
  for (const Status wrong : {Status::Touching, Status::Penetrating})
    EXPECT_EQ(why(triangles(wrong, 0, 0), flat.surface(), upright.surface()),
              "bodies without interior are separated or intersecting");
  EXPECT_EQ(why(triangles(Status::Separated, 0, 0), flat.surface(), upright.surface()),
            "separated: needs a cover or a separating plane");
}

TEST(CheckMesh, TrianglesThatMeetInOnePoint) {
  const Triangles flat{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}};
  const Claim claim = triangles(Status::Intersecting, 0, 0);
  for (const Vec3 tip : {Vec3{1, 1, 0}, {2, 2, 0}, {0, 0, 0}, {3, 0, 0}}) {
    const Triangles needle{{tip, tip + Vec3{0, 0, 1}, tip + Vec3{0, 1, 1}}, {{0, 1, 2}}};
    EXPECT_EQ(why(claim, flat.surface(), needle.surface()), "");
    const double lift = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(why(claim, flat.surface(), needle.surface(translation({0, 0, lift}))), "triangles: they share no point");
  }
  // Segments and points, as folded triangles.
  const Triangles segment{{{1, 1, -1}, {1, 1, 1}}, {{0, 1, 1}}}, point{{{1, 1, 0}}, {{0, 0, 0}}};
  EXPECT_EQ(why(claim, flat.surface(), segment.surface()), "");
  EXPECT_EQ(why(claim, point.surface(), segment.surface()), "");
  EXPECT_EQ(why(claim, point.surface(), flat.surface(translation({0, 0, 1}))), "triangles: they share no point");
}

TEST(CheckMesh, TouchingSolidsLackDisjointness) {
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const PosedBody a = cube.solid(), b = cube.solid(translation({1, 0, 0}));
  EXPECT_EQ(missing(triangles(Status::Touching, 2, 0), a, b), Missing::Disjointness);
  EXPECT_EQ(why(triangles(Status::Touching, 0, 0), a, b), "triangles: they share no point");
  EXPECT_EQ(why(triangles(Status::Intersecting, 2, 0), a, b), "solids are separated, touching or penetrating");
  Claim with_distance = triangles(Status::Touching, 2, 0);
  with_distance.distance = Bracket{0, 1};
  EXPECT_EQ(why(with_distance, a, b), "distance: not zero, though the bodies are not separated");
  Claim with_depth = triangles(Status::Touching, 2, 0);
  with_depth.depth = Claim::Depth{{0.5, 1}, {1, 0, 0}, {}};
  EXPECT_EQ(why(with_depth, a, b), "depth: above zero, though not penetrating");
  // What only touches has no interior point; contact alone does not prove that there is one.
  EXPECT_EQ(why(interior({1, 0.5, 0.5}), a, b), "interior: the point is not strictly inside a");
  EXPECT_EQ(missing(triangles(Status::Penetrating, 2, 0), a, b), Missing::Nothing);
  EXPECT_EQ(why(triangles(Status::Penetrating, 2, 0), a, b),
            "penetrating: the certificate shows no common interior point");
  // Contact can always be shown; an interior may be too thin.
  EXPECT_EQ(why(claim_of(Status::Touching), a, b), "touching: no certificate");
  EXPECT_EQ(missing(claim_of(Status::Touching), a, b), Missing::Nothing);
  EXPECT_EQ(missing(claim_of(Status::Penetrating), a, b), Missing::Certificate);
}

// ---- Interior and inside -----------------------------------------------------------------------------------------

TEST(CheckMesh, APointInsideBothSolids) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  const PosedBody a = cube.solid(), b = cube.solid(translation({1, 1, 1}));
  EXPECT_EQ(why(interior({1.5, 1.5, 1.5}), a, b), "");
  EXPECT_EQ(why(interior({1.5, 1.5, 1}), a, b), "interior: the point is not strictly inside b");
  EXPECT_EQ(why(interior({2, 1.5, 1.5}), a, b), "interior: the point is not strictly inside a");
  EXPECT_EQ(why(interior({2.5, 2.5, 2.5}), a, b), "interior: the point is not strictly inside a");
  EXPECT_EQ(why(interior({0.5, 0.5, 0.5}), a, b), "interior: the point is not strictly inside b");
  EXPECT_EQ(why(interior({kInfinity, 0, 0}), a, b), "interior: the point is not finite");
  Claim claim = interior({1.5, 1.5, 1.5});
  claim.status = Status::Touching;
  EXPECT_EQ(why(claim, a, b), "touching: the certificate does not show a common point");
  claim.status = Status::Intersecting;
  EXPECT_EQ(why(claim, a, b), "solids are separated, touching or penetrating");
  for (const int count : {0, -1, 5}) {
    claim = interior({1.5, 1.5, 1.5});
    claim.certificate.mesh.point.count = count;
    EXPECT_EQ(why(claim, a, b), "interior: 1 to 4 terms are allowed");
  }
}

// b reaches into a by less than any double coordinate of the world can show.
TEST(CheckMesh, AnInteriorTooThinForDoubles) {
  const Triangles a = block({0, 0, 0}, {1, 1, 1}), b = block({-0x1p-80, 0, 0}, {1, 1, 1});
  const Pose moved = translation({1, 0, 0});
  Claim claim = interior({1, 0.5, 0.5});
  EXPECT_EQ(why(claim, a.solid(), b.solid(moved)), "interior: the point is not strictly inside a");
  ExactPoint& point = claim.certificate.mesh.point;
  point = {2, {1, -0x1p-81}, {0.5, 0}, {0.5, 0}};
  EXPECT_EQ(why(claim, a.solid(), b.solid(moved)), "");
  point.x[1] = -0x1p-80;
  EXPECT_EQ(why(claim, a.solid(), b.solid(moved)), "interior: the point is not strictly inside b");
}

TEST(CheckMesh, ACavityIsOutside) {
  const Triangles shell = hollow({0, 0, 0}, {6, 6, 6}, 1), cube = block({2, 2, 2}, {4, 4, 4});
  EXPECT_EQ(why(interior({3, 3, 3}), shell.solid(), cube.solid()), "interior: the point is not strictly inside a");
  EXPECT_EQ(why(interior({0.5, 3, 3}), shell.solid(), cube.solid(translation({-2, 0, 0}))), "");
}

TEST(CheckMesh, WhatIsNoSolidIsRefusedAsOne) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  Triangles open = cube;
  open.triangles.pop_back();
  EXPECT_EQ(why(interior({1, 1, 1}), open.solid(), cube.solid()),
            "body a is no solid: not closed: some edge is passed more often in one direction than in the other");
  EXPECT_EQ(why(interior({1, 1, 1}), cube.solid(), cube.inside_out().solid()), "");
  EXPECT_EQ(why(interior({1, 1, 1}), cube.solid(), cube.surface()),
            "bodies without interior are separated or intersecting");
  PosedBody none = cube.surface();
  none.parts[0].triangles = {};
  EXPECT_EQ(why(interior({1, 1, 1}), none, cube.solid()), "body a has no triangles");
  none.parts.clear();
  EXPECT_EQ(why(interior({1, 1, 1}), none, cube.solid()), "body a has no parts");
  Triangles bad = cube;
  bad.triangles[5][1] = 8;
  EXPECT_EQ(why(interior({1, 1, 1}), cube.solid(), bad.solid()), "body b: triangle 5 names no point");
  bad = cube;
  bad.points[3].y = std::nan("");
  EXPECT_EQ(why(interior({1, 1, 1}), cube.solid(), bad.solid()), "body b: point 3 is not a coordinate");
  EXPECT_EQ(why(interior({1, 1, 1}), cube.body(PosedBody::Kind::Surface, {}, 1), cube.solid()),
            "body a: triangles have no radius");
  PosedBody two = cube.solid();
  two.parts.push_back(two.parts[0]);
  EXPECT_EQ(why(interior({1, 1, 1}), two, cube.solid()), "body a has several parts");
}

TEST(CheckMesh, ASurfaceInsideASolid) {
  const Triangles cube = block({0, 0, 0}, {4, 4, 4});
  const Triangles sheet{{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {3, 3, 3}}, {{0, 1, 2}}};
  EXPECT_EQ(why(inside(Body::B, 0), cube.solid(), sheet.surface()), "");
  EXPECT_EQ(why(inside(Body::A, 2), sheet.surface(), cube.solid()), "");
  EXPECT_EQ(why(inside(Body::B, 3), cube.solid(), sheet.surface()), "inside: no such vertex");  // of no triangle
  EXPECT_EQ(why(inside(Body::B, 4), cube.solid(), sheet.surface()), "inside: no such vertex");
  EXPECT_EQ(why(inside(Body::A, 0), cube.solid(), sheet.surface()), "inside: the vertex is not inside");
  EXPECT_EQ(why(inside(Body::B, 0), cube.solid(), sheet.surface(translation({9, 0, 0}))),
            "inside: the vertex is not inside");
  // On its surface it is in the solid, too.
  EXPECT_EQ(why(inside(Body::B, 0), cube.solid(), sheet.surface(translation({0, 0, 3}))), "");
  // Nothing is inside a surface.
  EXPECT_EQ(why(inside(Body::B, 0), cube.surface(), sheet.surface()), "inside: the vertex is not inside");
  EXPECT_EQ(why(inside(Body::B, 0), hollow({0, 0, 0}, {4, 4, 4}, 0.5).solid(), sheet.surface()),
            "inside: the vertex is not inside");
}

// ---- Covers ------------------------------------------------------------------------------------------------------

TEST(CheckMesh, OnePlaneBetweenTwoBlocks) {
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const PosedBody a = cube.solid(), b = cube.solid(translation({3, 0, 0}));
  Claim claim = covered({{leaf({1, 0, 0})}, {}, {0}, {0}});
  EXPECT_EQ(why(claim, a, b), "");
  claim.distance = Bracket{2, 2};
  claim.witness = witness(1, 0);
  EXPECT_EQ(why(claim, a, b), "");
  claim.distance = Bracket{std::nextafter(2, 3), 3};
  EXPECT_EQ(why(claim, a, b), "cover: node 0: the plane does not separate");
  claim.distance = Bracket{1, std::nextafter(2, 1)};
  EXPECT_EQ(why(claim, a, b), "distance: the witness points are above upper");
  claim.distance = Bracket{1, 2};
  claim.witness.reset();
  EXPECT_EQ(why(claim, a, b), "distance: no witness for upper");
  claim.distance = Bracket{-1, kInfinity};
  EXPECT_EQ(why(claim, a, b), "distance: not a bracket");
  claim.distance = Bracket{std::nan(""), kInfinity};
  EXPECT_EQ(why(claim, a, b), "distance: not a bracket");
  claim.distance = Bracket{kInfinity, kInfinity};
  EXPECT_EQ(why(claim, a, b), "distance: not a bracket");
}

TEST(CheckMesh, WitnessPointsLieOnOneTriangleEach) {
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const PosedBody a = cube.surface(), b = cube.surface(translation({3, 0, 0}));
  Claim claim = covered({{leaf({1, 0, 0})}, {}, {}, {}});
  claim.distance = Bracket{2, 3};
  claim.witness = Witness{{3, {1, 3, 7}, {1, 2, 3}}, {2, {4, 6}, {0.5, 0.5}}};
  EXPECT_EQ(why(claim, a, b), "");
  claim.witness = Witness{{2, {0, 7}, {1, 1}}, {1, {0}, {1}}};  // through the inside
  EXPECT_EQ(why(claim, a, b), "witness: a point is on no single triangle");
  claim.witness = Witness{{1, {1}, {1}}, {4, {0, 2, 4, 6}, {1, 1, 1, 1}}};  // of a face's two triangles
  EXPECT_EQ(why(claim, a, b), "witness: a point is on no single triangle");
  claim.witness = Witness{{1, {8}, {1}}, {1, {0}, {1}}};
  EXPECT_EQ(why(claim, a, b), "witness: no such vertex");
}

TEST(CheckMesh, PlanesOfEveryKind) {
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const PosedBody a = cube.solid(), b = cube.solid(translation({3, 0, 0}));
  Cover::Node node;
  const auto claim = [&] { return covered({{node}, {}, {0}, {0}}); };
  node.plane.kind = Plane::Kind::Face;
  node.plane.vertices[0] = 1, node.plane.vertices[1] = 3, node.plane.vertices[2] = 7;
  EXPECT_EQ(why(claim(), a, b), "");
  node.plane.flip = true;
  EXPECT_EQ(why(claim(), a, b), "cover: node 0: the plane does not separate");
  node.plane.vertices[2] = 8;
  EXPECT_EQ(why(claim(), a, b), "cover: node 0: plane: no such vertex");
  node.plane = {};
  node.plane.kind = Plane::Kind::Edges;
  node.plane.vertices[0] = 0, node.plane.vertices[1] = 2, node.plane.vertices[2] = 0, node.plane.vertices[3] = 4;
  EXPECT_EQ(why(claim(), a, b), "");
  node.plane = {};
  node.plane.kind = Plane::Kind::Points;
  EXPECT_EQ(why(claim(), a, b), "");  // from corner 0 to corner 0
  node.plane.side_count = 2;
  node.plane.sides[0] = {Body::A, {0, 2}};
  node.plane.sides[1] = {Body::B, {2, 0}};
  EXPECT_EQ(why(claim(), a, b), "");
  node.plane.side_count = 3;
  EXPECT_EQ(why(claim(), a, b), "cover: node 0: plane: more than two side steps");
  node.plane = along({0, 0, 0});
  EXPECT_EQ(why(claim(), a, b), "cover: node 0: plane: the normal is zero");
  node.plane = along({kInfinity, 0, 0});
  EXPECT_EQ(why(claim(), a, b), "cover: node 0: plane: normal is not finite");
  node.plane = along({1, 0, 0});
  node.plane.kind = static_cast<Plane::Kind>(9);
  EXPECT_EQ(why(claim(), a, b), "cover: node 0: plane: unknown kind");
}

// The neighbours of a double, turned: the exact face tells them from blocks that touch.
TEST(CheckMesh, TheThinnestGap) {
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const Pose pose = Pose::from_quaternion({3, 1, -2, 5}, {0.1, 0.7, -0.3}).value();
  Cover::Node node;
  node.plane.kind = Plane::Kind::Face;
  node.plane.vertices[0] = 1, node.plane.vertices[1] = 3, node.plane.vertices[2] = 7;
  const Claim claim = covered({{node}, {}, {0}, {0}});
  const auto from = [&](double x) { return block({x, 0, 0}, {2, 1, 1}); };
  EXPECT_EQ(why(claim, cube.solid(pose), from(1).solid(pose)), "cover: node 0: the plane does not separate");
  EXPECT_EQ(why(claim, cube.solid(pose), from(std::nextafter(1, 0)).solid(pose)),
            "cover: node 0: the plane does not separate");
  EXPECT_EQ(why(claim, cube.solid(pose), from(std::nextafter(1, 2)).solid(pose)), "");
}

TEST(CheckMesh, ABlockInACage) {
  const Caged scene;
  const PosedBody cage = scene.cage.solid(), cube = scene.cube.solid();
  Claim claim = covered(scene.cover());
  EXPECT_EQ(why(claim, cage, cube), "");
  claim.distance = Bracket{1, 1};
  claim.witness = Witness{{3, {8, 10, 12}, {2, 1, 1}}, {1, {0}, {1}}};
  claim.witness->a = {3, {8, 14, 10}, {1, 1, 2}};
  claim.distance->upper = 3;
  EXPECT_EQ(why(claim, cage, cube), "");
  claim.distance->lower = std::nextafter(1, 2);
  EXPECT_NE(why(claim, cage, cube), "");
  // Surfaces need no vertices outside.
  Cover bare = scene.cover();
  bare.outside_a.clear();
  bare.outside_b.clear();
  EXPECT_EQ(why(covered(bare), scene.cage.surface(), scene.cube.surface()), "");
  EXPECT_EQ(why(covered(bare), scene.cage.solid(), scene.cube.surface()), "outside: a component is left out");
  bare.outside_b = {3};
  EXPECT_EQ(why(covered(bare), scene.cage.solid(), scene.cube.surface()), "");
}

TEST(CheckMesh, EveryTriangleIsAccountedFor) {
  const Caged scene;
  const PosedBody cage = scene.cage.solid(), cube = scene.cube.solid();
  const Cover good = scene.cover();
  const auto with = [&](const std::function<void(Cover&)>& change) {
    Cover cover = good;
    change(cover);
    return why(covered(cover), cage, cube);
  };
  ASSERT_EQ(with([](Cover&) {}), "");
  ASSERT_TRUE(good.nodes[0].is_split);
  EXPECT_EQ(with([](Cover& c) { c.nodes.clear(); }), "cover: node 0 is not there");
  EXPECT_EQ(with([](Cover& c) { c.nodes[0].of_first = 0; }), "cover: node 0 is used twice");
  EXPECT_EQ(with([](Cover& c) { c.nodes[0].of_rest = c.nodes[0].of_first; }), "cover: node 1 is used twice");
  EXPECT_EQ(with([](Cover& c) { c.nodes[2].of_rest = 0; }), "cover: node 0 is used twice");
  EXPECT_EQ(with([](Cover& c) { c.nodes[2].of_rest = 4000; }), "cover: node 4000 is not there");
  EXPECT_EQ(with([](Cover& c) { c.nodes.pop_back(); }),
            "cover: node " + std::to_string(good.nodes.size() - 1) + " is not there");
  EXPECT_EQ(with([](Cover& c) { c.ids[3] = 2; }), "cover: node 6: triangle 2 is not in the set, or listed twice");
  EXPECT_EQ(with([](Cover& c) { c.ids[3] = 24; }), "cover: node 6: triangle 24 is not in the set, or listed twice");
  EXPECT_EQ(with([](Cover& c) {
              c.ids.insert(c.ids.end(), {7, 7});
              c.nodes[0].first = static_cast<std::uint32_t>(c.ids.size() - 2);
              c.nodes[0].count = 2;
            }),
            "cover: node 0: triangle 7 is not in the set, or listed twice");
  EXPECT_EQ(with([](Cover& c) { c.nodes[0].count = 1000; }), "cover: node 0: a list of triangles that is not there");
  EXPECT_EQ(with([](Cover& c) { c.nodes[0].first = 0xffffffffu; }),
            "cover: node 0: a list of triangles that is not there");
  // An empty half is separated from everything; what remains is in the other half.
  EXPECT_NE(with([](Cover& c) { c.nodes[0].count = 0; }), "");
  EXPECT_NE(with([](Cover& c) { c.nodes[0].split = Body::B; }), "");
  for (std::size_t i = 0; i < good.nodes.size(); ++i)
    if (!good.nodes[i].is_split) {
      EXPECT_EQ(with([&](Cover& c) { c.nodes[i].plane.flip = true; }),
                "cover: node " + std::to_string(i) + ": the plane does not separate");
    }
}

TEST(CheckMesh, ComponentsMustLieOutside) {
  const Caged scene;
  const PosedBody cage = scene.cage.solid(), cube = scene.cube.solid();
  const auto with = [&](std::vector<std::uint32_t> a, std::vector<std::uint32_t> b) {
    Cover cover = scene.cover();
    cover.outside_a = std::move(a);
    cover.outside_b = std::move(b);
    return why(covered(cover), cage, cube);
  };
  EXPECT_EQ(with({9, 3, 8}, {7, 6}), "");
  EXPECT_EQ(with({0}, {0}), "outside: a component is left out");
  EXPECT_EQ(with({8, 9}, {0}), "outside: a component is left out");
  EXPECT_EQ(with({0, 8}, {}), "outside: a component is left out");
  EXPECT_EQ(with({0, 8}, {8}), "outside: no such vertex");
  EXPECT_EQ(with({0, 8, 16}, {0}), "outside: no such vertex");
  // The same surfaces without the cavity: the planes hold, and the block is inside.
  const Triangles full = block({0, 0, 0}, {6, 6, 6});
  Cover cover = one_by_one(full.solid(), cube, kAxes).value();
  cover.outside_a = {0};
  cover.outside_b = {0};
  EXPECT_EQ(why(covered(cover), full.solid(), cube), "outside: vertex 0 is not");
  EXPECT_EQ(why(covered(cover), full.surface(), cube), "");
  EXPECT_EQ(why(covered(cover), full.solid(), scene.cube.surface()), "outside: vertex 0 is not");
}

TEST(CheckMesh, AnExtraDirectionProvesTheLowerEnd) {
  // A tall block beside a low one; the cover's planes are worse than the direction.
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const PosedBody a = cube.solid(), b = cube.solid(translation({3, 0, 0}));
  Claim claim = covered({{leaf({1, 1, 0})}, {}, {0}, {0}});
  claim.distance = Bracket{2, kInfinity};
  EXPECT_EQ(why(claim, a, b), "cover: node 0: the plane does not separate");
  claim.direction = along({1, 0, 0});
  EXPECT_EQ(why(claim, a, b), "");
  claim.direction = along({-1, 0, 0});
  EXPECT_EQ(why(claim, a, b), "distance: the direction does not prove lower: the plane does not separate");
  // It speaks of everything, not of the nearest triangles.
  const Caged scene;
  claim = covered(scene.cover());
  claim.distance = Bracket{1, kInfinity};
  claim.direction = along({1, 0, 0});
  EXPECT_NE(why(claim, scene.cage.solid(), scene.cube.solid()), "");
}

TEST(CheckMesh, WithoutACoverSomethingIsMissing) {
  const Caged scene;
  const PosedBody cage = scene.cage.solid(), cube = scene.cube.solid();
  EXPECT_EQ(missing(claim_of(Status::Separated, Kind::Cover), cage, cube), Missing::Cover);
  EXPECT_EQ(missing(claim_of(Status::Separated), cage, cube), Missing::Cover);
  Claim claim = claim_of(Status::Separated, Kind::Plane);
  claim.certificate.plane = along({1, 0, 0});
  EXPECT_EQ(why(claim, cage, cube), "separated: the plane does not separate");
  EXPECT_EQ(missing(claim, cage, cube), Missing::Nothing);
  EXPECT_EQ(why(claim, cage, scene.cube.solid(translation({9, 0, 0}))), "");
  claim.distance = Bracket{5, kInfinity};
  EXPECT_EQ(why(claim, cage, scene.cube.solid(translation({9, 0, 0}))), "");
  claim.distance = Bracket{5.5, kInfinity};
  EXPECT_EQ(why(claim, cage, scene.cube.solid(translation({9, 0, 0}))), "separated: the plane does not separate");
  claim = covered(scene.cover());
  claim.status = Status::Touching;
  EXPECT_EQ(why(claim, cage, cube), "cover: the bodies are not separated");
  claim = triangles(Status::Penetrating, 0, 0);
  claim.certificate.kind = Kind::Cover;
  EXPECT_EQ(why(claim, cage, cube), "cover: the bodies are not separated");
}

// ---- Either way ----------------------------------------------------------------------------------------------------

// An exactly convex closed mesh is a convex body as well: a claim may take it for either.
TEST(CheckMesh, AConvexMeshIsCertifiedAsAHullOrByItsTriangles) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  const auto either = [&](Vec3 t) {
    PosedBody body = cube.convex(translation(t));
    body.is_mesh_as_well = true;
    return body;
  };
  const PosedBody a = either({}), deep = either({1, 0, 0}), at_it = either({2, 0, 0}), apart = either({3, 0, 0});
  const PosedBody hull = cube.convex(translation({1, 0, 0}));
  EXPECT_EQ(why(interior({1.5, 1, 1}), a, deep), "");
  EXPECT_EQ(why(interior({0.5, 1, 1}), a, deep), "interior: the point is not strictly inside b");
  EXPECT_EQ(why(with_simplex(Status::Penetrating, {{0, 7}, {6, 1}, {4, 3}, {2, 5}, {1, 0}}), a, deep), "");
  // What is a hull and no mesh has no triangles that a claim could name; points it has.
  EXPECT_EQ(why(triangles(Status::Touching, 2, 0), cube.convex(), cube.convex(translation({2, 0, 0}))),
            "touching: needs a simplex and a plane");
  EXPECT_EQ(why(interior({1.5, 1, 1}), a, hull), "");
  EXPECT_EQ(missing(triangles(Status::Touching, 2, 0), a, at_it), Missing::Disjointness);
  Cover cover = one_by_one(cube.solid(), cube.solid(translation({3, 0, 0})), kAxes).value();
  cover.outside_a = cover.outside_b = {0};
  EXPECT_EQ(why(covered(cover), a, apart), "");
  EXPECT_NE(why(covered(cover), a, deep), "");
  // The depth is the hulls' own, shell and all, whichever kind shows the status.
  Claim claim = interior({1.5, 1, 1});
  claim.depth = Claim::Depth{{0, 1}, {1, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(why(claim, a, deep), "");
  claim.depth->bracket.lower = 0.5;
  EXPECT_EQ(missing(claim, a, deep), Missing::Shell);
  claim.shell = Shell{};
  EXPECT_EQ(why(claim, a, deep), "shell: no facets");
  // Triangles that bound nothing are no solid.
  Triangles open = cube;
  open.triangles.pop_back();
  PosedBody broken = open.convex();
  broken.is_mesh_as_well = true;
  EXPECT_NE(why(interior({1.5, 1, 1}), broken, deep), "");
}

TEST(CheckMesh, WhatNobodyAskedIsNoClaim) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  for (const PosedBody& body : {cube.solid(), cube.convex(), cube.surface()}) {
    Claim claim = covered(Cover{{leaf({1, 0, 0})}, {}, {0}, {0}});
    claim.status = Status::NotAsked;
    EXPECT_EQ(why(claim, body, cube.solid(translation({9, 0, 0}))), "not asked: nothing is claimed");
    EXPECT_EQ(why(Claim{}, body, cube.convex(translation({9, 0, 0}))), "not asked: nothing is claimed");
  }
}

// Where the common part is thin, its points are seldom sums of a few doubles; fractions reach any of them.
TEST(CheckMesh, InteriorPointsMayBeAnyFractions) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  const PosedBody a = cube.solid(), b = cube.solid(translation({1, 0, 0}));
  Claim claim = claim_of(Status::Penetrating, Kind::Interior);
  claim.certificate.mesh.point.count = 0;
  claim.interior = RationalPoint{{4.0, 3.0}, {1.0, 7.0}, {1.0, 1.0}};
  EXPECT_EQ(why(claim, a, b), "");
  claim.interior->x = {3.0, 3.0};  // on b's face
  EXPECT_EQ(why(claim, a, b), "interior: the point is not strictly inside b");
  claim.interior->x = {Dyadic(3.0) + Dyadic(0x1p-1074), 3.0};
  EXPECT_EQ(why(claim, a, b), "");
  claim.interior->y = {-1.0, 7.0};
  EXPECT_EQ(why(claim, a, b), "interior: the point is not strictly inside a");
  for (const double q : {0.0, -7.0}) {
    claim.interior->y = {1.0, q};
    EXPECT_EQ(why(claim, a, b), "interior: a denominator is not above 0");
  }
  claim.interior.reset();
  EXPECT_EQ(why(claim, a, b), "interior: 1 to 4 terms are allowed");
}

// ---- Depth -------------------------------------------------------------------------------------------------------

TEST(CheckMesh, DepthOfMeshes) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  const PosedBody a = cube.solid(), b = cube.solid(translation({1, 0, 0}));
  Claim claim = interior({1.5, 1, 1});
  claim.depth = Claim::Depth{{0, 1}, {1, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(why(claim, a, b), "");
  claim.depth->bracket.upper = std::nextafter(1, 0);
  EXPECT_EQ(why(claim, a, b), "depth: the translation is longer than upper");
  claim.depth->translation = {std::nextafter(1, 0), 0, 0};
  EXPECT_EQ(missing(claim, a, b), Missing::Translation);
  claim.depth->translation = {1, 0, 0};
  claim.depth->bracket = {0.5, 1};
  EXPECT_EQ(missing(claim, a, b), Missing::Shell);
  claim.depth->translation = {0.75, 0, 0};
  const CheckResult lacking = check_claim(claim, a, b);
  EXPECT_TRUE(lacking.lacks(Missing::Shell) && lacking.lacks(Missing::Translation));
  claim.depth->translation = {1, 0, 0};
  claim.depth->bracket = {0, kInfinity};
  EXPECT_EQ(why(claim, a, b), "");
  claim.depth->translation = {};
  EXPECT_EQ(why(claim, a, b), "depth: the translation is zero");
  claim.depth->translation = {1, 0, 0};
  claim.depth->bracket.upper = 7;
  for (const Vec3 wrong : {Vec3{}, Vec3{-1, 0, 0}, Vec3{1, 1e-6, 0}, Vec3{2, 0, 0}}) {
    claim.depth->direction = wrong;
    EXPECT_EQ(why(claim, a, b), "depth: the direction is not the unit vector of the translation");
  }
  claim.depth->direction = {kInfinity, 0, 0};
  EXPECT_EQ(why(claim, a, b), "depth: the direction is not finite");
  claim.depth->bracket = {2, 1};
  EXPECT_EQ(why(claim, a, b), "depth: not a bracket");
  claim.depth.reset();
  claim.shell = Shell{};
  EXPECT_EQ(why(claim, a, b), "shell: only convex parts have one");
}

// ---- Against the truth -------------------------------------------------------------------------------------------

// Blocks on a small grid, and claims about them made of small random numbers. What is accepted must be true.
TEST(CheckMesh, NothingFalseIsAccepted) {
  Random random(11);
  const auto small = [&](std::uint64_t below) { return static_cast<std::uint32_t>(random.below(below)); };
  const auto grid = [&] { return static_cast<double>(random.below(3)); };
  const auto direction = [&] { return Vec3{grid() - 1, grid() - 1, grid() - 1}; };
  int accepted[kStatusCount] = {};
  for (int round = 0; round < 20000; ++round) {
    Vec3 low[2], high[2];
    for (int k = 0; k < 2; ++k) {
      low[k] = {grid(), grid(), grid()};
      high[k] = low[k] + Vec3{1.0 + small(2), 1.0 + small(2), 1.0 + small(2)};
    }
    double gaps[3], squared = 0;
    for (int i = 0; i < 3; ++i) {
      gaps[i] = std::max(low[0][i] - high[1][i], low[1][i] - high[0][i]);
      squared += gaps[i] > 0 ? gaps[i] * gaps[i] : 0;
    }
    const double widest = std::max(gaps[0], std::max(gaps[1], gaps[2]));
    const bool surfaces = random.below(2) == 0;
    const Triangles a = block(low[0], high[0]), b = block(low[1], high[1]);

    const Kind kind = static_cast<Kind>(small(9));
    const Status fitting = kind == Kind::Plane || kind == Kind::Cover ? Status::Separated
                           : kind == Kind::Interior                   ? Status::Penetrating
                                                                      : Status::Intersecting;
    Claim claim = claim_of(random.below(4) == 0 ? static_cast<Status>(small(4)) : fitting, kind);
    MeshContact& mesh = claim.certificate.mesh;
    mesh.triangle_a = small(13);
    mesh.triangle_b = small(13);
    mesh.inside_of = random.below(2) == 0 ? Body::A : Body::B;
    mesh.vertex = small(9);
    mesh.point = {1, {low[0].x + 0.5}, {low[0].y + 0.5}, {low[0].z + small(4) * 0.5}};
    claim.certificate.plane = along(direction());
    if (claim.certificate.kind == Kind::Cover) {
      const Vec3 n = direction();
      Cover::Node split;
      split.is_split = true;
      split.split = random.below(2) == 0 ? Body::A : Body::B;
      split.count = 6;
      split.of_first = 1;
      split.of_rest = 2;
      claim.cover = Cover{{split, leaf(n), leaf(random.below(4) == 0 ? direction() : n)}, {}, {small(9)}, {small(9)}};
      for (std::uint32_t i = 0; i < 6; ++i) claim.cover->ids.push_back(2 * i + small(2));
    }
    if (random.below(2) == 0) claim.distance = random.below(2) == 0 ? Bracket{} : Bracket{grid() / 2, kInfinity};
    const PosedBody body_a = surfaces ? a.surface() : a.solid(), body_b = surfaces ? b.surface() : b.solid();
    if (!check_claim(claim, body_a, body_b)) continue;
    ++accepted[static_cast<int>(claim.status)];
    const std::string what = "round " + std::to_string(round);
    if (claim.status == Status::Separated) {
      EXPECT_GT(widest, 0) << what;  // blocks of the same size are not inside each other, surfaces or not
      const double lower = claim.distance ? claim.distance->lower : 0;
      EXPECT_LE(lower * lower, squared) << what;
    } else {
      EXPECT_LE(widest, 0) << what;
      EXPECT_EQ(claim.status == Status::Intersecting, surfaces) << what;
      if (claim.status == Status::Penetrating) {
        EXPECT_LT(widest, 0) << what;
      }
    }
  }
  EXPECT_GT(accepted[static_cast<int>(Status::Separated)], 50);
  EXPECT_GT(accepted[static_cast<int>(Status::Penetrating)], 10);
  EXPECT_GT(accepted[static_cast<int>(Status::Intersecting)], 10);
  EXPECT_EQ(accepted[static_cast<int>(Status::Touching)], 0);  // has no full proof
}

}  // namespace
}  // namespace clearance::detail
