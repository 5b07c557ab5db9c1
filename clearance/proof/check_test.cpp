#include <clearance/proof/check.h>

#include <clearance/base/random.h>
#include <clearance/exact/posed.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Points = std::vector<Vec3>;

// Full edge lengths, centred; corner i has sign bits x = i&1, y = i&2, z = i&4.
Points box(double x, double y, double z) {
  Points out;
  for (int i = 0; i < 8; ++i)
    out.push_back({(i & 1 ? 0.5 : -0.5) * x, (i & 2 ? 0.5 : -0.5) * y, (i & 4 ? 0.5 : -0.5) * z});
  return out;
}

Plane vector_plane(Vec3 n) {
  Plane plane;
  plane.normal = n;
  return plane;
}
Plane indexed_plane(Plane::Kind kind, std::vector<std::uint32_t> vertices, Body of = Body::A) {
  Plane plane;
  plane.kind = kind;
  plane.of = of;
  std::copy(vertices.begin(), vertices.end(), plane.vertices);
  return plane;
}
Plane flipped(Plane plane) {
  plane.flip = !plane.flip;
  return plane;
}
Plane side(Plane plane, Body edge_of, std::uint32_t i, std::uint32_t j) {
  plane.sides[plane.side_count++] = {edge_of, {i, j}};
  return plane;
}
Simplex simplex(std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs) {
  Simplex out;
  for (const auto& [a, b] : pairs) {
    out.a[out.count] = a;
    out.b[out.count++] = b;
  }
  return out;
}

Certificate separating(const Plane& plane) { return {Certificate::Kind::Plane, plane, {}, {}, {}}; }
Certificate penetrating(const Simplex& simplex) { return {Certificate::Kind::Simplex, {}, simplex, {}, {}}; }
Certificate touching(const Simplex& simplex, const Plane& plane) {
  return {Certificate::Kind::Touch, plane, simplex, {}, {}};
}

struct Pair {
  Points points_a, points_b;
  Pose pose_a, pose_b;

  CheckResult separated(const Plane& plane) const { return check(Status::Separated, separating(plane)); }
  CheckResult check(Status status, const Certificate& certificate) const {
    return check_certificate(status, certificate, {points_a, pose_a}, {points_b, pose_b});
  }
  CheckResult check(const Claim& claim) const { return check_claim(claim, {points_a, pose_a}, {points_b, pose_b}); }
};

void expect_refused(const CheckResult& result, const std::string& part) {
  EXPECT_FALSE(result.holds) << "expected: " << part;
  EXPECT_NE(result.reason.find(part), std::string::npos) << result.reason << " is not about: " << part;
}
#define EXPECT_HOLDS(result)                \
  do {                                      \
    const CheckResult kept = (result);      \
    EXPECT_TRUE(kept.holds) << kept.reason; \
    EXPECT_EQ(kept.reason, std::string());  \
  } while (false)

// The example of CONTRACT §4: two unit boxes, the second moved by (2,0,0).
Pair boxes_apart() { return {box(1, 1, 1), box(1, 1, 1), {}, translation({2, 0, 0})}; }
Claim boxes_apart_claim() {
  Claim claim;
  claim.status = Status::Separated;
  claim.certificate = separating(vector_plane({1, 0, 0}));
  claim.distance = Bracket{1, 1};
  claim.witness = Claim::Witness{{2, {1, 7}, {0.5, 0.5}}, {2, {0, 6}, {0.5, 0.5}}};
  return claim;
}

// ---- Solved by hand ------------------------------------------------------------------------------------------------

TEST(Check, SeparatingPlanesOfEveryKind) {
  const Pair pair = boxes_apart();
  EXPECT_HOLDS(pair.separated(vector_plane({1, 0, 0})));
  EXPECT_HOLDS(pair.separated(vector_plane({3, 1, -1})));
  EXPECT_HOLDS(pair.separated(indexed_plane(Plane::Kind::Face, {1, 3, 5})));  // +x of a
  EXPECT_HOLDS(pair.separated(flipped(indexed_plane(Plane::Kind::Face, {1, 5, 3}))));
  EXPECT_HOLDS(pair.separated(flipped(indexed_plane(Plane::Kind::Face, {0, 4, 2}, Body::B))));  // −x of b
  EXPECT_HOLDS(pair.separated(indexed_plane(Plane::Kind::Edges, {1, 3, 0, 4})));                // y × z
  EXPECT_HOLDS(pair.separated(indexed_plane(Plane::Kind::Points, {1, 0})));
  // (−z) × y = x, and (x × y) × y = −x.
  EXPECT_HOLDS(pair.separated(side(vector_plane({0, 0, -1}), Body::A, 1, 3)));
  EXPECT_HOLDS(pair.separated(flipped(side(side(vector_plane({1, 0, 0}), Body::B, 0, 2), Body::A, 1, 3))));
}

TEST(Check, PlanesThatDoNotSeparate) {
  const Pair pair = boxes_apart();
  const char* const no = "does not separate";
  expect_refused(pair.separated(vector_plane({-1, 0, 0})), no);
  expect_refused(pair.separated(vector_plane({0, 1, 0})), no);
  expect_refused(pair.separated(vector_plane({1, 1, 0})), no);  // 1 − 1 = 0: touches only
  expect_refused(pair.separated(indexed_plane(Plane::Kind::Face, {1, 5, 3})), no);
  expect_refused(pair.separated(flipped(indexed_plane(Plane::Kind::Edges, {1, 3, 0, 4}))), no);
  expect_refused(pair.separated(indexed_plane(Plane::Kind::Points, {5, 2})), no);  // along (1, 1, −1): 1 − 2 < 0
  expect_refused(pair.separated(side(vector_plane({0, 0, 1}), Body::A, 1, 3)), no);
}

TEST(Check, MalformedPlanes) {
  const Pair pair = boxes_apart();
  expect_refused(pair.separated(vector_plane({0, 0, 0})), "zero");
  expect_refused(pair.separated(vector_plane({kNaN, 0, 0})), "finite");
  expect_refused(pair.separated(vector_plane({1, kInfinity, 0})), "finite");
  for (std::uint32_t bad : {8u, 1000000000u, 0xffffffffu})
    for (int k = 0; k < 4; ++k) {
      for (const Plane::Kind kind : {Plane::Kind::Face, Plane::Kind::Edges, Plane::Kind::Points}) {
        Plane plane = indexed_plane(kind, {1, 3, 5, 7});
        plane.vertices[k] = bad;
        const bool used = kind == Plane::Kind::Edges || (kind == Plane::Kind::Face && k < 3) || k < 2;
        if (used) expect_refused(pair.separated(plane), "no such vertex");
      }
      expect_refused(pair.separated(side(vector_plane({0, 0, 1}), Body::B, k % 2 ? bad : 0, k % 2 ? 0 : bad)),
                     "no such vertex");
    }
  expect_refused(pair.separated(indexed_plane(Plane::Kind::Face, {1, 1, 5})), "zero");
  expect_refused(pair.separated(indexed_plane(Plane::Kind::Edges, {0, 1, 2, 3})), "zero");  // parallel
  expect_refused(pair.separated(side(vector_plane({0, 1, 0}), Body::A, 1, 3)), "zero");
  expect_refused(pair.separated(side(vector_plane({1, 0, 0}), Body::A, 4, 4)), "zero");
  Plane steps = vector_plane({1, 0, 0});
  steps.side_count = 3;
  expect_refused(pair.separated(steps), "side steps");
  Plane unknown = vector_plane({1, 0, 0});
  unknown.kind = static_cast<Plane::Kind>(99);
  expect_refused(pair.separated(unknown), "unknown kind");
}

TEST(Check, CertificatesOfTheWrongKind) {
  const Pair pair = boxes_apart();
  const Plane plane = vector_plane({1, 0, 0});
  expect_refused(pair.check(Status::Separated, {}), "needs");
  expect_refused(pair.check(Status::Penetrating, {}), "needs");
  expect_refused(pair.check(Status::Touching, {}), "needs");
  expect_refused(pair.check(Status::Touching, separating(plane)), "needs");
  expect_refused(pair.check(Status::Penetrating, separating(plane)), "needs");
  expect_refused(pair.check(Status::Separated, touching(simplex({{0, 0}}), plane)), "needs");
  expect_refused(pair.check(Status::Intersecting, separating(plane)), "separated, touching or penetrating");
  expect_refused(pair.check(static_cast<Status>(77), separating(plane)), "separated, touching or penetrating");
}

TEST(Check, BadPoints) {
  Pair pair = boxes_apart();
  pair.points_b.clear();
  expect_refused(pair.separated(vector_plane({1, 0, 0})), "body b has no points");
  pair = boxes_apart();
  pair.points_a[3].y = kNaN;
  expect_refused(pair.separated(vector_plane({1, 0, 0})), "body a: point 3");
  pair = boxes_apart();
  pair.points_b[7].z = 1.1e300;
  expect_refused(pair.separated(vector_plane({1, 0, 0})), "body b: point 7");
}

TEST(Check, DistanceBrackets) {
  const Pair pair = boxes_apart();
  const Claim claim = boxes_apart_claim();
  EXPECT_HOLDS(pair.check(claim));

  const auto changed = [&](const std::function<void(Claim&)>& change) {
    Claim other = claim;
    change(other);
    return pair.check(other);
  };
  // Wider brackets are right too.
  EXPECT_HOLDS(changed([](Claim& c) { c.distance = Bracket{0, 1}; }));
  EXPECT_HOLDS(changed([](Claim& c) { c.distance = Bracket{0.5, kInfinity}; }));
  EXPECT_HOLDS(changed([](Claim& c) { c.distance = Bracket{1, kInfinity}, c.witness.reset(); }));
  EXPECT_HOLDS(changed([](Claim& c) { c.distance.reset(); }));
  EXPECT_HOLDS(changed([](Claim& c) { c.distance.reset(), c.witness.reset(); }));
  EXPECT_HOLDS(changed([](Claim& c) { c.witness->a.weights[0] = 0.25, c.distance = Bracket{1, 1.5}; }));
  // A direction other than the certificate's.
  EXPECT_HOLDS(changed([](Claim& c) {
    c.certificate = separating(vector_plane({1, 0.25, 0}));
    c.direction = indexed_plane(Plane::Kind::Face, {1, 3, 5});
  }));

  const double above = std::nextafter(1.0, 2.0), below = std::nextafter(1.0, 0.0);
  expect_refused(changed([&](Claim& c) { c.distance = Bracket{above, 2}; }), "does not prove lower");
  expect_refused(changed([&](Claim& c) { c.distance = Bracket{0.5, below}; }), "above upper");
  expect_refused(changed([&](Claim& c) { c.distance = Bracket{1, below}; }), "not a bracket");
  expect_refused(changed([&](Claim& c) { c.distance = Bracket{-1, 1}; }), "not a bracket");
  expect_refused(changed([&](Claim& c) { c.distance = Bracket{kNaN, 1}; }), "not a bracket");
  expect_refused(changed([&](Claim& c) { c.distance = Bracket{1, kNaN}; }), "not a bracket");
  expect_refused(changed([&](Claim& c) { c.distance = Bracket{kInfinity, kInfinity}; }), "not a bracket");
  expect_refused(changed([&](Claim& c) { c.certificate = separating(vector_plane({1, 0.25, 0})); }), "prove lower");
  expect_refused(changed([&](Claim& c) { c.direction = vector_plane({0, 0, 0}); }), "zero");
  expect_refused(changed([&](Claim& c) { c.direction = vector_plane({-1, 0, 0}); }), "prove lower");
  expect_refused(changed([&](Claim& c) { c.direction = indexed_plane(Plane::Kind::Points, {0, 9}); }),
                 "no such vertex");
  expect_refused(changed([&](Claim& c) { c.witness.reset(); }), "no witness");
}

TEST(Check, Witnesses) {
  const Pair pair = boxes_apart();
  const Claim claim = boxes_apart_claim();
  for (const Body which : {Body::A, Body::B}) {
    const auto changed = [&](const std::function<void(WitnessPoint&)>& change) {
      Claim other = claim;
      change(which == Body::A ? other.witness->a : other.witness->b);
      return pair.check(other);
    };
    EXPECT_HOLDS(changed([](WitnessPoint& w) { w.weights[0] = w.weights[1] = 3e300; }));
    EXPECT_HOLDS(changed([](WitnessPoint& w) { w.weights[0] = w.weights[1] = 1e-320; }));
    expect_refused(changed([](WitnessPoint& w) { w.weights[0] = std::nextafter(0.5, 1.0); }), "above upper");
    expect_refused(changed([](WitnessPoint& w) { w.weights[0] = -0.5; }), "negative or not finite");
    expect_refused(changed([](WitnessPoint& w) { w.weights[1] = kNaN; }), "negative or not finite");
    expect_refused(changed([](WitnessPoint& w) { w.weights[1] = kInfinity; }), "negative or not finite");
    expect_refused(changed([](WitnessPoint& w) { w.weights[0] = w.weights[1] = 0; }), "all weights are zero");
    expect_refused(changed([](WitnessPoint& w) { w.vertices[1] = 8; }), "no such vertex");
    expect_refused(changed([](WitnessPoint& w) { w.count = 0; }), "1 to 4");
    expect_refused(changed([](WitnessPoint& w) { w.count = 5; }), "1 to 4");
    expect_refused(changed([](WitnessPoint& w) { w.count = -1; }), "1 to 4");
  }
}

TEST(Check, PenetrationAndDepth) {
  // A point a at the origin inside an octahedron b of radius 3: depth √3, only six differences hold it in their
  // interior.
  const Pair pair{{{0, 0, 0}}, {{3, 0, 0}, {-3, 0, 0}, {0, 3, 0}, {0, -3, 0}, {0, 0, 3}, {0, 0, -3}}, {}, {}};
  Claim claim;
  claim.status = Status::Penetrating;
  claim.certificate = penetrating(simplex({{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}));
  EXPECT_HOLDS(pair.check(claim));
  claim.distance = Bracket{0, 0};
  const double root = 1.7320508075688772;  // √3 rounded down
  ASSERT_LT(root * root, 3 + 1e-15);
  claim.depth = Claim::Depth{{root, std::nextafter(root, 2)}, (1 / root) * Vec3{1, 1, 1}, {1, 1, 1}};
  Shell shell;
  for (std::uint32_t i = 0; i < 6; ++i) shell.pairs.push_back({0, i});
  for (std::uint32_t x : {0u, 1u})
    for (std::uint32_t y : {2u, 3u})
      for (std::uint32_t z : {4u, 5u}) {
        const bool even = (x + y + z) % 2 == 0;  // an even number of minus signs keeps x, y, z right-handed
        shell.facets.push_back({{x, even ? y : z, even ? z : y}});
      }
  claim.shell = shell;
  EXPECT_HOLDS(pair.check(claim));

  const auto changed = [&](const std::function<void(Claim&)>& change) {
    Claim other = claim;
    change(other);
    return pair.check(other);
  };
  EXPECT_HOLDS(changed([](Claim& c) { c.depth->bracket = {0, 4}, c.shell.reset(); }));
  EXPECT_HOLDS(changed([](Claim& c) { c.depth->bracket = {1, kInfinity}; }));
  EXPECT_HOLDS(changed([](Claim& c) { c.depth = Claim::Depth{{1, 3}, {0, 0, -1}, {0, 0, -3}}; }));
  // The plane may be the direction's or the translation's own.
  EXPECT_HOLDS(changed([](Claim& c) { c.depth->direction.x += 1e-12; }));

  for (int left_out = 0; left_out < 6; ++left_out)
    expect_refused(changed([&](Claim& c) {
                     c.certificate.simplex.b[left_out] = c.certificate.simplex.b[5];
                     c.certificate.simplex.count = 5;
                   }),
                   "interior");
  expect_refused(changed([](Claim& c) { c.certificate.simplex.count = 0; }), "1 to 6");
  expect_refused(changed([](Claim& c) { c.certificate.simplex.count = 7; }), "1 to 6");
  expect_refused(changed([](Claim& c) { c.certificate.simplex.a[2] = 1; }), "no such vertex");
  expect_refused(changed([](Claim& c) { c.distance = Bracket{0, 1e-300}; }), "not zero");
  expect_refused(changed([](Claim& c) { c.witness = Claim::Witness{}; }), "not separated");

  expect_refused(changed([&](Claim& c) { c.depth->bracket = {1, root}; }), "longer than upper");
  expect_refused(changed([](Claim& c) { c.depth->translation = {}; }), "the translation is zero");
  expect_refused(changed([](Claim& c) { c.depth->translation = {kInfinity, 1, 1}; }), "not finite");
  expect_refused(changed([](Claim& c) { c.depth->translation = -c.depth->translation; }), "not the unit vector");
  const CheckResult short_of_it = changed([](Claim& c) { c.depth->translation = (1 - 1e-15) * Vec3{1, 1, 1}; });
  EXPECT_EQ(short_of_it.missing, Missing::Translation);
  // Both turned: away from the nearest facet, but beyond the one across, which is as near.
  EXPECT_HOLDS(changed(
      [](Claim& c) { c.depth->translation = -c.depth->translation, c.depth->direction = -c.depth->direction; }));
  expect_refused(changed([&](Claim& c) { c.depth->bracket.lower = std::nextafter(root, 2); }), "nearer than lower");
  expect_refused(changed([](Claim& c) { c.depth->bracket = {2, 1}; }), "not a bracket");
  expect_refused(changed([](Claim& c) { c.depth->bracket = {-1, 9}; }), "not a bracket");
  expect_refused(changed([](Claim& c) { c.depth->bracket = {kNaN, 9}; }), "not a bracket");
  expect_refused(changed([](Claim& c) { c.depth->direction = {}; }), "not the unit vector");
  expect_refused(changed([](Claim& c) { c.depth->direction = {1, 1, 1}; }), "not the unit vector");
  expect_refused(changed([](Claim& c) { c.depth->direction = {kNaN, 1, 1}; }), "not finite");
  expect_refused(changed([](Claim& c) { c.shell.reset(); }), "no shell");

  expect_refused(changed([](Claim& c) { c.shell->facets.pop_back(); }), "not closed");
  expect_refused(changed([](Claim& c) { c.shell->facets.push_back(c.shell->facets[0]); }), "not closed");
  expect_refused(changed([](Claim& c) { std::swap(c.shell->facets[3].pair[0], c.shell->facets[3].pair[1]); }),
                 "not closed");
  expect_refused(changed([](Claim& c) {
                   for (Shell::Facet& facet : c.shell->facets) std::swap(facet.pair[0], facet.pair[1]);
                 }),
                 "nearer than lower");  // inside out
  expect_refused(changed([](Claim& c) {
                   c.depth->bracket.lower = 1;
                   for (Shell::Facet& facet : c.shell->facets) std::swap(facet.pair[0], facet.pair[1]);
                 }),
                 "nearer than lower");  // inside out, and far from the bound
  expect_refused(changed([](Claim& c) {
                   const std::vector<Shell::Facet> once = c.shell->facets;
                   c.shell->facets.insert(c.shell->facets.end(), once.begin(), once.end());
                 }),
                 "not closed");  // twice around
  expect_refused(changed([](Claim& c) { c.shell->facets.clear(); }), "no facets");
  expect_refused(changed([](Claim& c) { c.shell->facets[0].pair[1] = 6; }), "no such pair");
  expect_refused(changed([](Claim& c) { c.shell->pairs[5].b = 6; }), "no such vertex");
  expect_refused(changed([](Claim& c) { c.shell->pairs[5].b = 4; }),
                 "nearer than lower");  // folded: no longer around 0
  expect_refused(changed([](Claim& c) { c.shell->facets = {{{0, 2, 4}}, {{0, 4, 2}}}; }), "nearer than lower");
}

TEST(Check, TouchingAtFaceEdgeAndVertex) {
  Pair pair = {box(1, 1, 1), box(1, 1, 1), {}, translation({1, 0, 0})};
  const Plane x = vector_plane({1, 0, 0});
  EXPECT_HOLDS(pair.check(Status::Touching, touching(simplex({{1, 0}}), x)));
  EXPECT_HOLDS(pair.check(Status::Touching, touching(simplex({{1, 2}, {3, 0}}), x)));
  EXPECT_HOLDS(pair.check(Status::Touching, touching(simplex({{1, 6}, {3, 4}, {7, 0}, {5, 2}}), x)));
  expect_refused(pair.check(Status::Touching, touching(simplex({{1, 2}}), x)), "not in its hull");
  expect_refused(pair.check(Status::Touching, touching(simplex({{1, 0}}), vector_plane({-1, 0, 0}))), "both sides");
  expect_refused(pair.check(Status::Touching, touching(simplex({{1, 0}}), vector_plane({1, 1e-300, 0}))), "both sides");
  expect_refused(pair.check(Status::Touching, touching(simplex({{1, 0}}), vector_plane({0, 0, 0}))), "zero");
  expect_refused(pair.check(Status::Penetrating, penetrating(simplex({{1, 6}, {3, 4}, {7, 0}, {5, 2}, {0, 1}}))),
                 "interior");
  expect_refused(pair.separated(x), "does not separate");

  pair.pose_b = translation({1, 1, 0});  // an edge
  EXPECT_HOLDS(pair.check(Status::Touching, touching(simplex({{3, 0}}), vector_plane({1, 1, 0}))));
  EXPECT_HOLDS(pair.check(Status::Touching,
                          touching(simplex({{3, 4}, {7, 0}}), indexed_plane(Plane::Kind::Edges, {3, 7, 6, 5}))));
  pair.pose_b = translation({1, 1, 1});  // a vertex
  EXPECT_HOLDS(pair.check(Status::Touching, touching(simplex({{7, 0}}), vector_plane({1, 2, 3}))));

  // One unit in the last place further there is no contact, one nearer no plane.
  pair.pose_b = translation({std::nextafter(1.0, 2.0), 0, 0});
  expect_refused(pair.check(Status::Touching, touching(simplex({{1, 0}}), x)), "not in its hull");
  EXPECT_HOLDS(pair.separated(x));
  pair.pose_b = translation({std::nextafter(1.0, 0.0), 0, 0});
  expect_refused(pair.check(Status::Touching, touching(simplex({{1, 0}, {0, 1}}), x)), "both sides");

  Claim claim;
  claim.status = Status::Separated;
  pair.pose_b = translation({1, 0, 0});
  claim.status = Status::Touching;
  claim.certificate = touching(simplex({{1, 0}}), x);
  claim.distance = Bracket{0, 0};
  claim.depth = Claim::Depth{};
  EXPECT_HOLDS(pair.check(claim));
  claim.depth->bracket = {1e-300, 1};
  expect_refused(pair.check(claim), "not penetrating");
  claim.depth.reset();
  claim.distance = Bracket{0, 1};
  expect_refused(pair.check(claim), "not zero");
}

// ---- Degenerate ----------------------------------------------------------------------------------------------------

TEST(Check, GapsTooThinForAnyVector) {
  // Boxes turned alike by a rotation whose axes no double vector points along; b's corner one unit in the last place
  // beyond a's face. The exact normal of the face shows the gap; its direction in doubles does not.
  const Quat q{1, 0.3, -0.7, 0.2};
  const double half = 0.5 * 1048576;
  Pair pair{box(1048576, 1048576, 1), {}, rotation(q), rotation(q)};
  const double above = std::nextafter(0.5, 1.0);
  pair.points_b = {{half, half, above}, {-half, half, above}, {half, -half, above}, {0, 0, 3}};
  const Plane face = indexed_plane(Plane::Kind::Face, {4, 5, 6});
  EXPECT_HOLDS(pair.separated(face));
  expect_refused(pair.separated(vector_plane(apply(pair.pose_a, {0, 0, 1}))), "does not separate");
  const Plane edges = indexed_plane(Plane::Kind::Edges, {4, 5, 2, 0});
  EXPECT_HOLDS(pair.separated(edges));
  pair.points_b[1].z = 0.5;
  expect_refused(pair.separated(face), "does not separate");
  EXPECT_HOLDS(pair.check(Status::Touching, touching(simplex({{6, 1}}), face)));
}

TEST(Check, FlatShapesInOneTurnedPlane) {
  // Two triangles in one plane of space that no double vector is normal to: `side` of the face separates them within
  // it.
  const Pose pose = rotation({0.9, 0.1, 0.5, -0.3}, {4, 5, 6});
  Pair pair{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{1, 1, 0}, {1, 1e-15, 0}, {1e-15, 1, 0}}, pose, pose};
  // normal z, edge 1→2 = (−1,1,0): z × edge = (−1,−1,0); from a to b it must be flipped.
  const Plane in_plane = side(indexed_plane(Plane::Kind::Face, {0, 1, 2}), Body::A, 1, 2);
  EXPECT_HOLDS(pair.separated(flipped(in_plane)));
  expect_refused(pair.separated(in_plane), "does not separate");
  expect_refused(pair.separated(indexed_plane(Plane::Kind::Face, {0, 1, 2})), "does not separate");
  pair.points_b[1].y = pair.points_b[2].x = 0;
  EXPECT_HOLDS(pair.check(Status::Touching, touching(simplex({{1, 1}}), flipped(in_plane))));
  // Flat shapes never penetrate within a plane.
  expect_refused(
      pair.check(Status::Penetrating, penetrating(simplex({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 2}, {2, 1}}))),
      "interior");
}

TEST(Check, VertexAgainstEdgeBySideOfSideOfPoints) {
  // The direction from a segment to a point, orthogonal to the segment: (m × e) × e turned round.
  const Pose pose = rotation({0.3, 0.4, -0.5, 0.6}, {1, 2, 3});
  Pair pair{{{-3, 0, 0}, {5, 0, 0}}, {{1, 3, 4}}, pose, pose};
  const Plane plane = flipped(side(side(indexed_plane(Plane::Kind::Points, {0, 0}), Body::A, 0, 1), Body::A, 0, 1));
  EXPECT_HOLDS(pair.separated(plane));
  expect_refused(pair.separated(flipped(plane)), "does not separate");
  Claim claim;
  claim.status = Status::Separated;
  claim.certificate = separating(plane);
  claim.distance = Bracket{5, 5};
  claim.witness = Claim::Witness{{2, {0, 1}, {4, 4}}, {1, {0}, {1}}};
  EXPECT_HOLDS(pair.check(claim));
  claim.distance = Bracket{std::nextafter(5.0, 6.0), 6};
  expect_refused(pair.check(claim), "prove lower");
}

TEST(Check, PointsAndSegments) {
  const Pair points{{{1, 2, 3}}, {{1, 2, 3}}, {}, {}};
  EXPECT_HOLDS(points.check(Status::Touching, touching(simplex({{0, 0}}), vector_plane({0, 0, 1}))));
  expect_refused(points.check(Status::Penetrating, penetrating(simplex({{0, 0}}))), "interior");
  const Pair crossing{{{-1, 0, 0}, {1, 0, 0}}, {{0, -1, 0}, {0, 1, 0}}, {}, {}};
  const Simplex all = simplex({{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  EXPECT_HOLDS(crossing.check(Status::Touching, touching(all, indexed_plane(Plane::Kind::Edges, {0, 1, 0, 1}))));
  expect_refused(crossing.check(Status::Penetrating, penetrating(all)), "interior");
}

TEST(Check, ScalesFromDenormalToHuge) {
  for (const double s : {1e-320, 1e-200, 1e-150, 1e150, 1e299}) {
    Pair pair = boxes_apart();
    for (Points* points : {&pair.points_a, &pair.points_b})
      for (Vec3& v : *points) v = (2 * s) * v;
    pair.pose_b = translation({4 * s, 0, 0});
    Claim claim = boxes_apart_claim();
    claim.distance = Bracket{2 * s, 2 * s};
    EXPECT_HOLDS(pair.check(claim));
    claim.distance = Bracket{std::nextafter(2 * s, kInfinity), 3 * s};
    expect_refused(pair.check(claim), "prove lower");
    claim.distance = Bracket{s, std::nextafter(2 * s, 0)};
    expect_refused(pair.check(claim), "above upper");
  }
}

// ---- Against brute force -------------------------------------------------------------------------------------------

Points cloud(Random& random, int count, bool lattice) {
  Points out;
  const auto number = [&] { return lattice ? static_cast<double>(random.below(5)) - 2 : random.uniform(-1, 1); };
  for (int i = 0; i < count; ++i) {
    const double x = number(), y = number(), z = number();
    out.push_back({x, y, z});
  }
  return out;
}

// The plane separates iff n·(q − p) > 0 for all pairs, each taken exactly.
TEST(Check, SeparationAgainstAllPairs) {
  Random random(1);
  int separated = 0, degenerate = 0;
  for (int i = 0; i < 400; ++i) {
    const bool lattice = i % 2 == 0;
    const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double offset = lattice ? static_cast<double>(2 + random.below(4)) : random.uniform(1, 4);
    Pair pair{cloud(random, 6, lattice), cloud(random, 7, lattice), rotation(q), {}};
    pair.pose_b = lattice ? rotation(q) : rotation({q.x, q.y, q.z, q.w}, {offset, 0.5, 0});
    if (lattice)
      for (Vec3& v : pair.points_b) v.x += offset;
    Plane plane = vector_plane({1, random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)});
    if (lattice) plane = indexed_plane(Plane::Kind::Face, {0, 1, 2}), plane.flip = random.below(2) == 0;

    const ExactPair exact_pair(pair.pose_a, pair.pose_b);
    DyadicVec n = exact(plane.normal);
    if (lattice)
      n = cross(exact_pair.a().edge(pair.points_a[0], pair.points_a[1]),
                exact_pair.a().edge(pair.points_a[0], pair.points_a[2]));
    if (plane.flip) n = -n;
    int least = 1;
    for (const Vec3 p : pair.points_a)
      for (const Vec3 v : pair.points_b) least = std::min(least, dot(n, exact_pair.difference(p, v)).sign());
    ASSERT_EQ(pair.separated(plane).holds, least > 0);
    separated += least > 0;
    degenerate += least == 0;
  }
  EXPECT_GE(separated, 50);
  EXPECT_GE(degenerate, 5);
}

TEST(Check, NoClaimCrashes) {
  Random random(2);
  const auto number = [&]() -> double {
    constexpr double kPool[] = {0, 1, -1, 0.5, 1e-320, 1e300, 1.7e308, kInfinity, -kInfinity, kNaN};
    return kPool[random.below(std::size(kPool))];
  };
  const auto index = [&] {
    return static_cast<std::uint32_t>(random.below(20) == 0 ? random.bits() : random.below(9));
  };
  const auto vector = [&] {
    const double x = number(), y = number(), z = number();
    return Vec3{x, y, z};
  };
  const auto plane = [&] {
    Plane out;
    out.kind = static_cast<Plane::Kind>(random.below(5));
    out.of = static_cast<Body>(random.below(2));
    out.flip = random.below(2) == 0;
    out.side_count = static_cast<std::uint8_t>(random.below(4));
    for (auto& v : out.vertices) v = index();
    for (auto& s : out.sides) s = {static_cast<Body>(random.below(2)), {index(), index()}};
    out.normal = vector();
    return out;
  };
  const auto some_simplex = [&] {
    Simplex out;
    out.count = static_cast<int>(random.below(8)) - 1;
    for (auto& v : out.a) v = index();
    for (auto& v : out.b) v = index();
    return out;
  };
  const auto point = [&] {
    WitnessPoint out;
    out.count = static_cast<int>(random.below(7)) - 1;
    for (auto& v : out.vertices) v = index();
    for (auto& w : out.weights) w = number();
    return out;
  };
  int held = 0;
  for (int i = 0; i < 5000; ++i) {
    Pair pair = boxes_apart();
    pair.pose_b = translation({static_cast<double>(random.below(3)), 0, 0});
    Claim claim;
    claim.status = static_cast<Status>(random.below(kStatusCount + 1));
    claim.certificate = {
        static_cast<Certificate::Kind>(random.below(10)), plane(), some_simplex(), {point(), point()}, {}};
    if (random.below(2) == 0) claim.distance = Bracket{number(), number()};
    if (random.below(2) == 0) claim.witness = Claim::Witness{point(), point()};
    if (random.below(2) == 0) claim.direction = plane();
    if (random.below(2) == 0) claim.depth = Claim::Depth{{number(), number()}, vector(), vector()};
    if (random.below(2) == 0) {
      claim.shell.emplace();
      for (int k = 0; k < 6; ++k) claim.shell->pairs.push_back({index(), index()});
      for (int k = 0; k < 4; ++k) claim.shell->facets.push_back({{index(), index(), index()}});
    }
    const CheckResult result = pair.check(claim);
    ASSERT_EQ(result.holds, result.reason.empty());
    held += result.holds;
  }
  EXPECT_LT(held, 500);
}

}  // namespace
}  // namespace clearance::detail
