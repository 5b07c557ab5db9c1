// Contacts that are right, and forged ones.
#include <clearance/math/pose.h>
#include <clearance/proof/contacts/check_contacts.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace clearance::detail {
namespace {

using Kind = ContactFeatureClaim::Kind;

// The corners of a box, numbered by sign bits, and triangles on them.
struct Box {
  explicit Box(Vec3 half) {
    for (unsigned k = 0; k < 8; ++k)
      points.push_back(
          {(k & 1) != 0 ? half.x : -half.x, (k & 2) != 0 ? half.y : -half.y, (k & 4) != 0 ? half.z : -half.z});
  }
  PosedBody body(const Pose& pose, PosedBody::Kind kind = PosedBody::Kind::Convex, double radius = 0) const {
    return {kind, {{points, radius, triangles}}, pose};
  }

  std::vector<Vec3> points;
  // Bottom, top, front, back, left, right.
  std::vector<MeshTriangle> triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                         {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
};

ContactFeatureClaim vertex(std::uint32_t v) { return {Kind::Vertex, {v}}; }
ContactFeatureClaim edge(std::uint32_t i, std::uint32_t j) { return {Kind::Edge, {i, j}}; }
ContactFeatureClaim face(std::uint32_t t) { return {Kind::Face, {t}}; }
ContactFeatureClaim polygon(std::vector<std::uint32_t> loop) { return {Kind::Polygon, std::move(loop)}; }

// A cube with sides of 2 at the origin; on it one with sides of 1 whose bottom is at the height 1 + gap. Two points: a
// corner of the upper one on the lower one's top, and where an edge of it crosses nothing else.
struct Stack {
  explicit Stack(double height, double radius_of_lower = 0)
      : gap(height),
        radius(radius_of_lower),
        a(ContactBody(lower.body({}, PosedBody::Kind::Convex, radius))),
        b(ContactBody(upper.body(translation({0, 0, 1.5 + radius + gap})))) {
    const double top = 1 + radius, bottom = top + gap;
    patch.normal = {0, 0, 1};
    patch.gap = {gap, gap};
    patch.points = {
        {{-0.5, -0.5, top}, {-0.5, -0.5, bottom}, {gap, gap}, 0x1p-40, polygon({4, 5, 7, 6}), vertex(0)},
        {{0.25, -0.5, top}, {0.25, -0.5, bottom}, {gap, gap}, 0x1p-40, polygon({7, 6, 4, 5}), edge(0, 1)},
        {{0.25, 0.125, top}, {0.25, 0.125, bottom}, {gap, gap}, 0x1p-40, polygon({5, 7, 6, 4}), polygon({0, 2, 3, 1})}};
  }
  std::string fault() {
    const CheckResult checked = check_contacts(std::span(&patch, 1), a, b);
    EXPECT_EQ(checked.holds, checked.reason.empty());
    return checked.reason;
  }

  Box lower{{1, 1, 1}}, upper{{0.5, 0.5, 0.5}};
  double gap, radius;
  ContactBody a, b;
  ContactPatchClaim patch;
};

TEST(CheckContacts, WhatIsTrueHolds) {
  for (const double gap : {-0.25, 0.0, 0.5})
    for (const double radius : {0.0, 0.75}) EXPECT_EQ(Stack(gap, radius).fault(), "") << gap << " " << radius;
  const Stack stack(0);
  ContactBody a(stack.lower.body({})), b(stack.upper.body({}));
  EXPECT_TRUE(check_contacts({}, a, b));
}

struct Forgery {
  const char* what;
  std::function<void(ContactPatchClaim&)> forge;
  const char* reason;
};

const std::vector<Forgery>& forgeries() {
  static const double kNan = std::nan(""), kInf = std::numeric_limits<double>::infinity();
  static const std::vector<Forgery> all = {
      {"longer normal", [](auto& p) { p.normal.z = 1 + 1e-11; }, "contacts[0]: the normal is not of unit length"},
      {"no normal", [](auto& p) { p.normal = {}; }, "contacts[0]: the normal is not of unit length"},
      {"turned normal", [](auto& p) { p.normal = -p.normal; },
       "contacts[0].points[0]: b − a is not gap·normal within the error"},
      {"tilted normal", [](auto& p) { p.normal = {0.6, 0, 0.8}; },
       "contacts[0].points[0]: b − a is not gap·normal within the error"},
      {"NaN", [](auto& p) { p.normal.x = kNan; }, "contacts[0]: the normal is not finite"},
      {"no points", [](auto& p) { p.points.clear(); }, "contacts[0]: no points"},
      {"bracket turned around", [](auto& p) { p.gap = {1, 0}; }, "contacts[0].gap: not a bracket"},
      {"bracket without end", [](auto& p) { p.points[1].gap.upper = kInf; },
       "contacts[0].points[1].gap: not a bracket"},
      {"nearer", [](auto& p) { p.gap = {p.gap.lower - 1, p.gap.upper - 1e-9}; },
       "contacts[0].gap: along the normal the bodies are farther than upper"},
      {"farther", [](auto& p) { p.gap = {p.gap.lower + 1e-9, p.gap.upper + 1}; },
       "contacts[0].gap: along the normal the bodies are nearer than lower"},
      {"another gap", [](auto& p) { p.points[2].gap = {p.gap.lower + 1e-9, p.gap.lower + 1}; },
       "contacts[0].points[2]: b − a is not gap·normal within the error"},
      {"b beside a", [](auto& p) { p.points[0].b.x += 1e-9; },
       "contacts[0].points[0]: b − a is not gap·normal within the error"},
      {"error below 0", [](auto& p) { p.points[0].error = -1e-9; }, "contacts[0].points[0].error: not a size"},
      {"error without end", [](auto& p) { p.points[0].error = kInf; }, "contacts[0].points[0].error: not a size"},
      {"both off the face", [](auto& p) { p.points[0].a.z += 1e-9, p.points[0].b.z += 1e-9; },
       "contacts[0].points[0].features.a: the place is farther than the error from it"},
      {"both beside the corner", [](auto& p) { p.points[0].a.x += 1e-9, p.points[0].b.x += 1e-9; },
       "contacts[0].points[0].features.b: the place is farther than the error from it"},
      {"both beside the edge", [](auto& p) { p.points[1].a.y += 1e-9, p.points[1].b.y += 1e-9; },
       "contacts[0].points[1].features.b: the place is farther than the error from it"},
      {"both beyond the edge's end", [](auto& p) { p.points[1].a.x = p.points[1].b.x = 0.5625; },
       "contacts[0].points[1].features.b: the place is farther than the error from it"},
      {"both beyond the face", [](auto& p) { p.points[2].a.x = p.points[2].b.x = 0.5625; },
       "contacts[0].points[2].features.b: the place is farther than the error from it"},
      {"another corner", [](auto& p) { p.points[0].feature_b = vertex(1); },
       "contacts[0].points[0].features.b: the place is farther than the error from it"},
      {"no corner", [](auto& p) { p.points[0].feature_b = vertex(8); },
       "contacts[0].points[0].features.b: there is no vertex 8"},
      {"diagonal", [](auto& p) { p.points[1].feature_b = edge(0, 3); },
       "contacts[0].points[1].features.b: there is no edge from 0 to 3"},
      {"diagonal through the body", [](auto& p) { p.points[1].feature_b = edge(0, 7); },
       "contacts[0].points[1].features.b: there is no edge from 0 to 7"},
      {"edge the other way", [](auto& p) { p.points[1].feature_b = edge(1, 0); },
       "contacts[0].points[1].features.b: the ends of the edge are not in order"},
      {"edge of one end", [](auto& p) { p.points[1].feature_b = edge(1, 1); },
       "contacts[0].points[1].features.b: the edge has one end"},
      {"another face", [](auto& p) { p.points[2].feature_b = polygon({4, 5, 7, 6}); },
       "contacts[0].points[2].features.b: the place is farther than the error from it"},
      {"half a face", [](auto& p) { p.points[2].feature_b = polygon({0, 2, 3}); },
       "contacts[0].points[2].features.b: it is not the whole face"},
      {"face seen from inside", [](auto& p) { p.points[2].feature_b = polygon({0, 1, 3, 2}); },
       "contacts[0].points[2].features.b: the body has points beyond the face"},
      {"face within the body", [](auto& p) { p.points[2].feature_b = polygon({0, 1, 7, 6}); },
       "contacts[0].points[2].features.b: the body has points beyond the face"},
      {"crossed face", [](auto& p) { p.points[2].feature_b = polygon({0, 2, 1, 3}); },
       "contacts[0].points[2].features.b: the face's vertices are not in order"},
      {"bent face", [](auto& p) { p.points[2].feature_b = polygon({0, 2, 3, 5}); },
       "contacts[0].points[2].features.b: the face's vertices are not in one plane"},
      {"face of two", [](auto& p) { p.points[2].feature_b = polygon({0, 1}); },
       "contacts[0].points[2].features.b: a face has three vertices at least"},
      {"triangle of a convex body", [](auto& p) { p.points[2].feature_b = face(0); },
       "contacts[0].points[2].features.b: a face of a convex body is a list of its vertices"},
      {"no such part", [](auto& p) { p.part_b = 1; }, "contacts[0].part.b: there is no such part"},
  };
  return all;
}

TEST(CheckContacts, WhatIsForgedFails) {
  for (const double radius : {0.0, 0.75})
    for (const Forgery& forgery : forgeries()) {
      Stack stack(0.5, radius);
      forgery.forge(stack.patch);
      EXPECT_EQ(stack.fault(), forgery.reason) << forgery.what;
    }
}

TEST(CheckContacts, RoundedBodies) {
  const std::vector<Vec3> center = {{0, 0, 0}};
  const std::vector<MeshTriangle> triangles = {{0, 0, 0}};
  // Two balls of radii 1 and 0.5 whose centres are 1.25 apart.
  ContactBody a(PosedBody{PosedBody::Kind::Convex, {{center, 1, triangles}}, {}}),
      b(PosedBody{PosedBody::Kind::Convex, {{center, 0.5, triangles}}, translation({0.75, 1, 0})});
  ContactPatchClaim patch{{0.6, 0.8, 0}, {-0.25 - 1e-12, -0.25 + 1e-12}, {}, {}, {}};
  patch.points = {{{0.6, 0.8, 0}, {0.45, 0.6, 0}, {-0.25, -0.25}, 1e-15, vertex(0), vertex(0)}};
  const auto check = [&] { return check_contacts(std::span(&patch, 1), a, b).reason; };
  EXPECT_EQ(check(), "");
  patch.points[0].a = {0.6, 0.8, 1e-14};
  EXPECT_EQ(check(), "contacts[0].points[0]: b − a is not gap·normal within the error");
  patch.points[0].a = {0.6, 0.8, 0};
  patch.normal = {0.8, 0.6, 0};
  EXPECT_NE(check(), "");
}

TEST(CheckContacts, Meshes) {
  const Box slab({2, 2, 0.5}), cube({0.5, 0.5, 0.5});
  ContactBody a(slab.body({}, PosedBody::Kind::Solid)), b(cube.body(translation({0, 0, 1}), PosedBody::Kind::Surface));
  ContactPatchClaim patch{{0, 0, 1}, {0, 0}, {}, {}, {}};
  const auto check = [&](Vec3 at, const ContactFeatureClaim& of_a, const ContactFeatureClaim& of_b) {
    patch.points = {{at, at, {0, 0}, 0, of_a, of_b}};
    return check_contacts(std::span(&patch, 1), a, b).reason;
  };
  EXPECT_EQ(check({-0.5, 0.5, 0.5}, face(2), vertex(2)), "") << "on the second triangle of the face";
  EXPECT_EQ(check({0.5, -0.5, 0.5}, face(2), vertex(1)), "");
  EXPECT_EQ(check({0.25, -0.5, 0.5}, face(2), edge(0, 1)), "");
  EXPECT_EQ(check({0.25, 0.25, 0.5}, face(2), face(0)), "");
  const std::string a_ = "contacts[0].points[0].features.a: ", b_ = "contacts[0].points[0].features.b: ";
  EXPECT_EQ(check({-0.5, 0.5, 0.5}, face(3), vertex(2)), a_ + "triangle 2 is lower, of the same face");
  EXPECT_EQ(check({-0.5, 0.5, 0.5}, face(12), vertex(2)), a_ + "there is no such triangle");
  EXPECT_EQ(check({-0.5, 0.5, 0.5}, face(0), vertex(2)), a_ + "the place is farther than the error from it");
  EXPECT_EQ(check({-0.5, 0.5, 0.5}, polygon({4, 5, 7, 6}), vertex(2)),
            a_ + "a face of a mesh is the number of a triangle");
  EXPECT_EQ(check({0.25, -0.5, 0.5}, face(2), edge(1, 4)), b_ + "there is no edge from 1 to 4");
  patch.gap = {1e-9, 1};
  EXPECT_EQ(check({0.25, 0.25, 0.5}, face(2), face(0)), "contacts[0].gap: not the least of its points");
}

// An edge that is divided is one edge, too; a corner that is twice in the file is one vertex.
TEST(CheckContacts, DividedEdges) {
  const std::vector<Vec3> points = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {1, 0, 0}, {1, 0, 1}, {1, 0, 0}};
  const std::vector<MeshTriangle> triangles = {{0, 3, 2}, {3, 1, 2}, {0, 5, 4}, {5, 1, 4}};
  ContactBody a(PosedBody{PosedBody::Kind::Surface, {{points, 0, triangles}}, {}});
  ContactBody b(half_space({0, 0, -1}, 0), {});
  ContactPatchClaim patch{{0, 0, 1}, {0, 0}, {}, {}, {}};
  const auto check = [&](Vec3 at, const ContactFeatureClaim& of_a) {
    patch.points = {{at, at, {0, 0}, 0, of_a, face(0)}};
    return check_contacts(std::span(&patch, 1), a, b).reason;
  };
  EXPECT_EQ(check({1.5, 0, 0}, edge(0, 1)), "");
  EXPECT_EQ(check({1.5, 0, 0}, edge(1, 5)), "");
  EXPECT_EQ(check({0.5, 0, 0}, edge(0, 3)), "");
  EXPECT_EQ(check({1, 0, 0}, vertex(5)), "");
  EXPECT_NE(check({1.5, 0, 0}, edge(0, 3)), "");
  EXPECT_NE(check({1.5, 0, 0}, edge(0, 4)), "");
  EXPECT_EQ(check({0.5, 0.5, 0}, face(0)), "");
  EXPECT_EQ(check({1, 0.75, 0}, face(0)), "") << "both triangles are one face";
  EXPECT_NE(check({1, 0.75, 0}, face(1)), "");
}

TEST(CheckContacts, HalfSpaces) {
  const Box cube({0.5, 0.5, 0.5});
  ContactBody a(half_space({0, 3, 4}, 0), {}), b(cube.body(rotation({1, 0, 0, 0}, {0, 0.6, 0.8})));
  // The corner (0, −½, −½) + (0, 0.6, 0.8): 3·0.1 + 4·0.3 = 1.5 over the plane, times 5.
  ContactPatchClaim patch{{0, 0.6, 0.8}, {0.3 - 1e-12, 0.3 + 1e-12}, {}, {}, {}};
  const Vec3 corner = Vec3{0.5, -0.5, -0.5} + Vec3{0, 0.6, 0.8}, foot = corner - 0.3 * patch.normal;
  patch.points = {{foot, corner, {0.3, 0.3}, 1e-15, face(0), vertex(1)}};
  const auto check = [&] { return check_contacts(std::span(&patch, 1), a, b).reason; };
  EXPECT_EQ(check(), "");
  patch.gap = {0.3 - 1e-12, 1};
  EXPECT_EQ(check(), "") << "the lowest point, exactly";
  patch.gap = {0.3 + 1e-9, 1};
  EXPECT_EQ(check(), "contacts[0].gap: along the normal the bodies are nearer than lower");
  patch.gap = {0.3 - 1e-12, 0.3 + 1e-12};
  patch.points[0].feature_a = face(1);
  EXPECT_EQ(check(), "contacts[0].points[0].features.a: a half-space has one face, 0");
  patch.points[0].feature_a = vertex(0);
  EXPECT_EQ(check(), "contacts[0].points[0].features.a: a half-space has one face, 0");
  patch.points[0].feature_a = face(0);
  patch.points[0].a = foot + Vec3{0, 0.6e-9, 0.8e-9};
  EXPECT_EQ(check(), "contacts[0].points[0]: b − a is not gap·normal within the error");
  patch.points[0].b = corner + Vec3{0, 0.6e-9, 0.8e-9};
  EXPECT_EQ(check(), "contacts[0].points[0].features.a: the place is farther than the error from it");
  patch.part_a = 1;
  EXPECT_EQ(check(), "contacts[0].part.a: there is no such part");
}

// Where places coincide any normal is as good; that of a half-space is known.
TEST(CheckContacts, AnotherNormalThanTheHalfSpaces) {
  const Box cube({0.5, 0.5, 0.5});
  ContactBody a(half_space({0, 0, 2}, 0), {}), b(cube.body(translation({0, 0, 0.5})));
  ContactPatchClaim patch{{0, 0, 1}, {0, 0}, {}, {}, {}};
  patch.points = {{{-0.5, -0.5, 0}, {-0.5, -0.5, 0}, {0, 0}, 0, face(0), vertex(0)}};
  const auto check = [&](Vec3 normal) {
    patch.normal = normal;
    return check_contacts(std::span(&patch, 1), a, b).reason;
  };
  EXPECT_EQ(check({0, 0, 1}), "");
  EXPECT_EQ(check({1e-13, 0, 1}), "");
  for (const Vec3 other : {Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{0, 0.6, 0.8}, Vec3{1e-9, 0, 1}})
    EXPECT_EQ(check(other), "contacts[0]: the normal is not that of the half-space");
}

// Points, segments and polygons are hulls, too.
TEST(CheckContacts, FlatHulls) {
  const std::vector<Vec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0, 0}};
  const std::vector<MeshTriangle> fan = {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}};
  const std::vector<Vec3> line = {{0, 0, 0}, {0, 0, 4}, {0, 0, 2}};
  const std::vector<MeshTriangle> sliver = {{0, 1, 1}};
  ContactBody a(PosedBody{PosedBody::Kind::Convex, {{square, 0, fan}}, {}}),
      b(PosedBody{PosedBody::Kind::Convex, {{line, 0, sliver}}, translation({0.5, 0, 0})});
  ContactPatchClaim patch{{0, 0, 1}, {0, 0}, {}, {}, {}};
  const auto check = [&](const ContactFeatureClaim& of_a, const ContactFeatureClaim& of_b) {
    patch.points = {{{0.5, 0, 0}, {0.5, 0, 0}, {0, 0}, 0, of_a, of_b}};
    return check_contacts(std::span(&patch, 1), a, b).reason;
  };
  EXPECT_EQ(check(edge(0, 1), vertex(0)), "");
  EXPECT_EQ(check(edge(0, 1), edge(0, 1)), "");
  EXPECT_EQ(check(polygon({0, 1, 2, 3}), vertex(0)), "");
  EXPECT_EQ(check(polygon({3, 2, 1, 0}), vertex(0)), "") << "either side";
  EXPECT_NE(check(edge(0, 4), vertex(0)), "") << "half an edge";
  EXPECT_NE(check(edge(0, 2), vertex(0)), "") << "a diagonal";
  EXPECT_NE(check(edge(0, 1), edge(0, 2)), "") << "half of a segment";
  EXPECT_NE(check(polygon({0, 1, 2}), vertex(0)), "");
}

}  // namespace
}  // namespace clearance::detail
