#include <clearance/proof/check_mesh.h>

#include <clearance/proof/mesh_claims_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace clearance::detail {
namespace {

using namespace test;

// ---- Hulls and parts ---------------------------------------------------------------------------------------------

TEST(CheckMesh, AHullAgainstAMesh) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  const Triangles sheet{{{1, 1, 1}, {5, 1, 1}, {1, 5, 1}, {1, 1, 0.5}}, {{0, 1, 2}}};
  // Corner 0 of the sheet is between corners 0 and 7 of the hull.
  EXPECT_EQ(why(with_simplex(Status::Intersecting, {{0, 0}, {7, 0}}), cube.convex(), sheet.surface()), "");
  EXPECT_EQ(why(with_simplex(Status::Intersecting, {{0, 0}, {7, 3}}), cube.convex(), sheet.surface()),
            "simplex: the origin is not in its hull");
  EXPECT_EQ(why(with_simplex(Status::Intersecting, {{3, 3}, {4, 3}, {0, 3}}), cube.convex(), sheet.surface()),
            "simplex: the mesh's vertices are on no single triangle");
  EXPECT_EQ(why(triangles(Status::Intersecting, 0, 0), cube.convex(), sheet.surface()), "");  // 24 differences
  EXPECT_EQ(why(inside(Body::B, 0), cube.convex(), sheet.surface()), "");
  EXPECT_EQ(why(inside(Body::B, 1), cube.convex(), sheet.surface()), "inside: the vertex is not inside");
  EXPECT_EQ(why(with_simplex(Status::Touching, {{0, 0}, {7, 0}}), cube.convex(), sheet.surface()),
            "bodies without interior are separated or intersecting");
  // Solid against solid.
  const PosedBody solid = cube.solid(translation({1, 1, 1}));
  EXPECT_EQ(why(interior({1.5, 1.5, 1.5}), cube.convex(), solid), "");
  EXPECT_EQ(why(interior({1.5, 1.5, 2}), cube.convex(), solid), "interior: the point is not strictly inside a");
  EXPECT_EQ(why(interior({0.5, 1.5, 1.5}), cube.convex(), solid), "interior: the point is not strictly inside b");
  EXPECT_EQ(missing(with_simplex(Status::Touching, {{7, 0}}), cube.convex(), cube.solid(translation({2, 2, 2}))),
            Missing::Disjointness);
  EXPECT_EQ(missing(with_simplex(Status::Penetrating, {{7, 0}}), cube.convex(), cube.solid(translation({2, 2, 2}))),
            Missing::Nothing);
}

// Of a hull's surface nothing is believed but that it winds around the point.
TEST(CheckMesh, AHullsSurfaceThatIsNone) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  Triangles open = cube;
  open.triangles.erase(open.triangles.begin() + 2);
  EXPECT_EQ(why(interior({1, 1, 1}), open.convex(), cube.solid()), "interior: the point is not strictly inside a");
  EXPECT_EQ(why(interior({1, 1, 1}), cube.inside_out().convex(), cube.solid()), "");
  // A tetrahedron on four of the hull's points is closed, and smaller.
  Triangles smaller = cube;
  smaller.triangles = {{0, 2, 1}, {0, 1, 4}, {0, 4, 2}, {1, 2, 4}};
  EXPECT_EQ(why(interior({0.25, 0.25, 0.25}), smaller.convex(), cube.solid()), "");
  EXPECT_EQ(why(interior({1.5, 1.5, 1.5}), smaller.convex(), cube.solid()),
            "interior: the point is not strictly inside a");
}

TEST(CheckMesh, FlatHullsHaveNoInterior) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  const Triangles plate{{{1, 1, 1}, {5, 1, 1}, {1, 5, 1}, {5, 5, 1}}, {{0, 1, 3}, {0, 3, 2}}};
  const Triangles rod{{{1, 1, 1}, {5, 5, 5}, {3, 3, 3}}, {{0, 1, 1}}}, dot_{{{1, 1, 1}, {1, 1, 1}}, {{0, 0, 0}}};
  for (const Triangles& flat : {plate, rod, dot_}) {
    EXPECT_EQ(why(inside(Body::A, 0), flat.convex(), cube.solid()), "");
    Claim claim = inside(Body::A, 0);
    claim.status = Status::Touching;
    EXPECT_EQ(why(claim, flat.convex(), cube.solid()), "bodies without interior are separated or intersecting");
    EXPECT_EQ(why(interior({1, 1, 1}), flat.convex(), cube.solid()),
              "bodies without interior are separated or intersecting");
    // With a radius they have one.
    EXPECT_EQ(why(inside(Body::A, 0), flat.convex({}, 0.5), cube.solid()),
              "solids are separated, touching or penetrating");
    EXPECT_EQ(why(interior({1.25, 1.25, 1}), flat.convex({}, 0.5), cube.solid()), "");
    EXPECT_EQ(why(interior({0.25, 1.75, 1}), flat.convex({}, 0.5), cube.solid()),
              "interior: the point is not strictly inside a");
  }
}

TEST(CheckMesh, RoundedHullsReachTheirRadius) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2}), ball{{{0, 0, 0}}, {{0, 0, 0}}};
  const auto at = [&](double x) { return ball.convex(translation({x, 1, 1}), 1); };
  Claim near = claim_of(Status::Intersecting, Kind::Near);
  near.certificate.witness = {{1, {0}, {1}}, {2, {1, 7}, {1, 1}}};
  EXPECT_EQ(why(near, at(2.5), cube.surface()), "");
  EXPECT_EQ(why(near, at(3), cube.surface()), "");  // tangent: they share that point
  EXPECT_EQ(why(near, at(std::nextafter(3, 4)), cube.surface()),
            "near: the witness points are farther apart than the radii");
  EXPECT_EQ(missing(claim_of(Status::Intersecting), at(3), cube.surface()), Missing::Certificate);
  EXPECT_EQ(why(interior({1.875, 1, 1}), at(2.5), cube.solid()), "");
  EXPECT_EQ(why(interior({1.5, 1, 1}), at(2.5), cube.solid()), "interior: the point is not strictly inside a");
  // Edge and face of a core.
  const Triangles slab = block({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(why(interior({-0.5, 0.5, 0.25}), slab.convex({}, 0.625), cube.solid(translation({-1, 0, 0}))), "");
  EXPECT_EQ(why(interior({-0.5, -0.25, 0.5}), slab.convex({}, 0.625), cube.solid(translation({-1, -1, 0}))), "");
  EXPECT_EQ(why(interior({-0.5, -0.5, 0.5}), slab.convex({}, 0.625), cube.solid(translation({-1, -1, 0}))),
            "interior: the point is not strictly inside a");
  const PosedBody beside = cube.solid(translation({-1, 0, 0}));  // nearer to the face than to any edge:
  EXPECT_EQ(why(interior({-0.5, 0.25, 0.75}), slab.convex({}, 0.53), beside), "");
  EXPECT_EQ(why(interior({-0.5, 0.25, 0.75}), slab.convex({}, 0.5), beside),
            "interior: the point is not strictly inside a");
  // A cover keeps the radius away.
  Claim apart = covered({{leaf({-1, 0, 0})}, {}, {0}, {}});
  EXPECT_EQ(why(apart, at(3.5), cube.solid()), "");
  apart.distance = Bracket{0.5, kInfinity};
  EXPECT_EQ(why(apart, at(3.5), cube.solid()), "");
  apart.distance = Bracket{0.625, kInfinity};
  EXPECT_EQ(why(apart, at(3.5), cube.solid()), "cover: node 0: the plane does not separate");
  apart.distance.reset();
  EXPECT_EQ(why(apart, at(3), cube.solid()), "cover: node 0: the plane does not separate");
  apart.cover->outside_a = {};
  EXPECT_EQ(why(apart, at(3.5), cube.solid()), "outside: needs one vertex of every part");
  apart.cover->outside_a = {1};
  EXPECT_EQ(why(apart, at(3.5), cube.solid()), "outside: no such vertex");
}

TEST(CheckMesh, AHullInACage) {
  const Caged scene;
  Cover cover = scene.cover();
  EXPECT_EQ(why(covered(cover), scene.cage.solid(), scene.cube.convex()), "");
  cover.outside_a.clear();  // the hull is kept away whole
  EXPECT_EQ(why(covered(cover), scene.cage.solid(), scene.cube.convex()), "");
  const Triangles full = block({0, 0, 0}, {6, 6, 6});
  cover = one_by_one(full.solid(), scene.cube.solid(), kAxes).value();
  cover.outside_b = {0};
  EXPECT_EQ(why(covered(cover), full.solid(), scene.cube.convex()), "outside: vertex 0 is not");
}

struct Pieces {
  Triangles left = block({0, 0, 0}, {1, 1, 1}), right = block({5, 0, 0}, {6, 1, 1}),
            middle = block({2, 0, 0}, {4, 1, 1});
  PosedBody both(double radius_of_right = 0) const {
    PosedBody body = left.body(PosedBody::Kind::Parts);
    body.parts.push_back({right.points, radius_of_right, right.triangles});
    return body;
  }
  // The left part before the middle, the right one behind it.
  static Cover cover() {
    Cover::Node split;
    split.is_split = true;
    split.count = 1;
    split.of_first = 1;
    split.of_rest = 2;
    return {{split, leaf({1, 0, 0}), leaf({-1, 0, 0})}, {0}, {}, {}};
  }
};

TEST(CheckParts, SeparatedByACover) {
  const Pieces pieces;
  const PosedBody a = pieces.both(), b = pieces.middle.convex();
  Claim claim = covered(Pieces::cover());
  claim.distance = Bracket{1, 1};
  claim.part_a = 1;
  claim.witness = witness(0, 1);
  EXPECT_EQ(why(claim, a, b), "");
  claim.part_a = 0;
  EXPECT_EQ(why(claim, a, b), "distance: the witness points are above upper");
  claim.part_a = 2;
  EXPECT_EQ(why(claim, a, b), "part: no such part");
  claim.part_a = 1;
  claim.distance->lower = std::nextafter(1, 0);
  EXPECT_EQ(why(claim, pieces.both(0.5), b), "cover: node 2: the plane does not separate");
  claim.distance = Bracket{0.5, 0.5};
  EXPECT_EQ(why(claim, pieces.both(0.5), b), "");
  claim.distance = Bracket{0.5, std::nextafter(0.5, 0)};
  EXPECT_EQ(why(claim, pieces.both(0.5), b), "distance: not a bracket");
  // Vertices of a set of several parts have no numbers; those of one have.
  Cover cover = Pieces::cover();
  cover.nodes[2].plane = {};
  cover.nodes[2].plane.kind = Plane::Kind::Face;
  const std::uint32_t face[] = {0, 4, 6};
  std::copy(face, face + 3, cover.nodes[2].plane.vertices);
  EXPECT_EQ(why(covered(cover), a, b), "");
  std::swap(cover.nodes[0], cover.nodes[2]);
  EXPECT_EQ(why(covered(cover), a, b), "cover: node 0: plane: no such vertex");
}

TEST(CheckParts, APlaneBetweenTwoPartsIsNotEnough) {
  const Pieces pieces;
  Claim claim = claim_of(Status::Separated, Kind::Plane);
  claim.certificate.plane = along({1, 0, 0});
  claim.part_a = 0;
  EXPECT_EQ(missing(claim, pieces.both(), pieces.middle.convex()), Missing::Cover);
  claim.part_a = 1;
  EXPECT_EQ(why(claim, pieces.both(), pieces.middle.convex()), "separated: the plane does not separate");
  EXPECT_EQ(missing(claim, pieces.both(), pieces.middle.convex()), Missing::Nothing);
  EXPECT_EQ(why(claim, pieces.both(), pieces.middle.convex(translation({9, 0, 0}))), "");
}

TEST(CheckParts, InContact) {
  const Pieces pieces;
  const PosedBody a = pieces.both();
  // The middle moved by 1.5 reaches half into the right part.
  const PosedBody deep = pieces.middle.convex(translation({1.5, 0, 0}));
  Claim claim = with_simplex(Status::Penetrating, {{0, 7}, {6, 1}, {4, 3}, {2, 5}, {1, 0}});
  claim.part_a = 1;
  EXPECT_EQ(why(claim, a, deep), "");
  claim.depth = Claim::Depth{{0, 1}, {0, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(why(claim, a, deep), "");
  claim.depth = Claim::Depth{{0, 0.5}, {-1, 0, 0}, {-0.5, 0, 0}};  // true, but no plane shows it
  EXPECT_EQ(missing(claim, a, deep), Missing::Translation);
  claim.depth = Claim::Depth{{0.25, 1}, {0, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(missing(claim, a, deep), Missing::Shell);
  claim.depth.reset();
  claim.part_a = 0;
  EXPECT_EQ(why(claim, a, deep), "simplex: the origin is not in the interior of its hull");
  claim.certificate.kind = Kind::Interior;
  EXPECT_EQ(why(claim, a, deep), "penetrating: needs a simplex, or a witness within the radii");
  // Touching: contact of two parts is shown, and nothing about the others.
  Claim touch = claim_of(Status::Touching, Kind::Touch);
  touch.certificate.plane = along({-1, 0, 0});
  touch.certificate.simplex.count = 1;
  touch.certificate.simplex.a[0] = 0;
  touch.certificate.simplex.b[0] = 1;
  touch.part_a = 1;
  EXPECT_EQ(missing(touch, a, pieces.middle.convex(translation({1, 0, 0}))), Missing::Disjointness);
  touch.part_a = 0;
  EXPECT_EQ(why(touch, a, pieces.middle.convex(translation({1, 0, 0}))), "simplex: the origin is not in its hull");
}

// A plate that sticks into a solid intersects it; the box beside the plate, as much a part of the body, penetrates.
// What is shown of the one says nothing of the other.
TEST(CheckParts, AFlatPartThatIntersectsSaysNothingOfTheOthers) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2}), box = block({1, 1, 1}, {3, 3, 3});
  const Triangles plate{{{1, 1, 1}, {5, 1, 1}, {1, 5, 1}}, {{0, 1, 2}, {0, 2, 1}}};
  PosedBody both = plate.body(PosedBody::Kind::Parts);
  Claim claim = inside(Body::A, 0);
  claim.part_a = 0;
  EXPECT_EQ(why(claim, both, cube.solid()), "");
  both.parts.push_back({box.points, 0, box.triangles});
  EXPECT_EQ(missing(claim, both, cube.solid()), Missing::Disjointness);
  EXPECT_EQ(why(claim, both, cube.surface()), "inside: the vertex is not inside");
}

// ---- Convex pairs are as before ----------------------------------------------------------------------------------

TEST(CheckMesh, ConvexPairsAreCheckedAsSuch) {
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  Claim claim = claim_of(Status::Separated, Kind::Plane);
  claim.certificate.plane = along({1, 0, 0});
  EXPECT_EQ(why(claim, cube.convex(), cube.convex(translation({2, 0, 0}))), "");
  EXPECT_EQ(why(claim, cube.convex(), cube.convex()), "separated: the plane does not separate");
  EXPECT_EQ(why(triangles(Status::Touching, 0, 0), cube.convex(), cube.convex()),
            "touching: needs a simplex and a plane");
}

}  // namespace
}  // namespace clearance::detail
