#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/proof/check_moving_shapes.h>

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace clearance {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Interval kUnit{0, 1};

const Shape kFloor = half_space({0, 0, 2}, 0);

Motion line(Vec3 from, Vec3 velocity) { return Motion::linear(translation(from), velocity).value(); }

// The half-space's own plane over a span.
TimeSpan own_span(Body space, double from, double to) {
  TimeSpan span;
  span.from = from, span.to = to;
  span.frame = space == Body::A ? TimeSpan::Frame::A : TimeSpan::Frame::B;
  span.plane.kind = Plane::Kind::Face;
  span.plane.of = space, span.plane.flip = space == Body::B;
  return span;
}

// A box of edge 2 reaches the floor at a half, vertex 0 being one of the lower ones.
struct Falling {
  Shape floor = kFloor, cube = box({2, 2, 2});
  Motion stands, falls = line({0, 0, 3}, {0, 0, -4});

  static MotionClaim claim(Body space) {
    MotionClaim claim;
    claim.status = MotionStatus::Contact;
    claim.lower = 0.4375, claim.upper = 0.5;
    claim.contact.kind = Certificate::Kind::Simplex;
    claim.contact.simplex.count = 1;
    claim.timeline.spans = {own_span(space, 0, 0.25), own_span(space, 0.25, 0.4375)};
    return claim;
  }
  CheckResult check(const MotionClaim& claim, double margin = 0) const {
    return check_motion(claim, {floor, stands}, {cube, falls}, kUnit, margin);
  }
};

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(CheckHalfSpaceMotion, AcceptsWhatIsTrue) {
  const Falling bodies;
  const CheckResult found = bodies.check(Falling::claim(Body::A));
  EXPECT_TRUE(found) << found.reason;
  const CheckResult exchanged =
      check_motion(Falling::claim(Body::B), {bodies.cube, bodies.falls}, {bodies.floor, bodies.stands}, kUnit);
  EXPECT_TRUE(exchanged) << exchanged.reason;
  // At the instant itself the last span separates at every instant but the last.
  MotionClaim exactly = Falling::claim(Body::A);
  exactly.lower = exactly.upper, exactly.timeline.spans.back().to = exactly.lower;
  EXPECT_TRUE(bodies.check(exactly));
  Timeline until_then = exactly.timeline;
  EXPECT_FALSE(check_timeline(until_then, {bodies.floor, bodies.stands}, {bodies.cube, bodies.falls}, {0, 0.5}));
  until_then.spans.back().to = 0.4999;
  EXPECT_TRUE(check_timeline(until_then, {bodies.floor, bodies.stands}, {bodies.cube, bodies.falls}, {0, 0.4999}));
  // Out of time before anything was looked at.
  MotionClaim nothing;
  nothing.status = MotionStatus::Undecided;
  nothing.lower = 0, nothing.upper = kInfinity;
  EXPECT_TRUE(bodies.check(nothing));
}

TEST(CheckHalfSpaceMotion, LacksWhatIsNotThere) {
  const Falling bodies;
  MotionClaim claim = Falling::claim(Body::A);
  claim.timeline = {};
  EXPECT_TRUE(bodies.check(claim).lacks(Missing::Timeline));
  claim = Falling::claim(Body::A);
  claim.contact = {};
  EXPECT_TRUE(bodies.check(claim).lacks(Missing::Certificate));
}

// ---- Forged ---------------------------------------------------------------------------------------------------------

TEST(CheckHalfSpaceMotion, RefusesWhatIsForged) {
  struct Forgery {
    std::string name;
    std::function<void(MotionClaim&)> change;
  };
  const auto span = [](MotionClaim& claim) -> TimeSpan& { return claim.timeline.spans[1]; };
  const std::vector<Forgery> forgeries = {
      {"a span that reaches into the contact", [&](MotionClaim& c) { c.lower = span(c).to = 0.5625, c.upper = 0.625; }},
      {"spans with a gap", [&](MotionClaim& c) { span(c).from = 0.3125; }},
      {"spans that end early", [&](MotionClaim& c) { span(c).to = 0.375; }},
      {"contact before there is", [](MotionClaim& c) { c.upper = 0.4375; }},
      {"a plane that is a vector", [&](MotionClaim& c) { span(c).plane = {}, span(c).plane.normal = {0, 0, 1}; }},
      {"a plane of the other body", [&](MotionClaim& c) { span(c).plane.of = Body::B; }},
      {"a plane that is turned round", [&](MotionClaim& c) { span(c).plane.flip = true; }},
      {"a plane of other vertices", [&](MotionClaim& c) { span(c).plane.vertices[2] = 1; }},
      {"a plane with sides", [&](MotionClaim& c) { span(c).plane.side_count = 1; }},
      {"a plane of the world", [&](MotionClaim& c) { span(c).frame = TimeSpan::Frame::World; }},
      {"a plane with an offset", [&](MotionClaim& c) { span(c).offset = TimeSpan::Offset{}; }},
      {"an instant of another time", [&](MotionClaim& c) { span(c).at = 2; }},
      {"covers", [](MotionClaim& c) { c.timeline.covers.resize(2); }},
      {"an upper vertex", [](MotionClaim& c) { c.contact.simplex.b[0] = 7; }},
      {"no such vertex", [](MotionClaim& c) { c.contact.simplex.b[0] = 8; }},
      {"another vertex of the half-space", [](MotionClaim& c) { c.contact.simplex.a[0] = 1; }},
      {"two pairs", [](MotionClaim& c) { c.contact.simplex.count = 2; }},
      {"no pair", [](MotionClaim& c) { c.contact.simplex.count = 0; }},
      {"another certificate", [](MotionClaim& c) { c.contact.kind = Certificate::Kind::Triangles; }},
      {"a part of the half-space", [](MotionClaim& c) { c.part_a = 1; }},
      {"no such part", [](MotionClaim& c) { c.part_b = 1; }},
      {"clear",
       [](MotionClaim& c) {
         c.status = MotionStatus::Clear, c.lower = c.upper = kInfinity, c.contact = {};
         c.timeline.spans = {own_span(Body::A, 0, 1)};
       }},
      {"already", [](MotionClaim& c) { c.status = MotionStatus::Already, c.lower = c.upper = 0, c.timeline = {}; }},
      {"undecided, but too late",
       [](MotionClaim& c) {
         c.status = MotionStatus::Undecided, c.lower = 0.75, c.upper = kInfinity, c.contact = {};
         c.timeline.spans = {own_span(Body::A, 0, 0.75)};
       }},
      {"a root where there is none",
       [](MotionClaim& c) {
         c.root = ContactRoot{ContactRoot::Kind::VertexOfB, {0, 0, 0}, {0, 0, 0}, 0.4375, 0.46875};
       }},
      {"a root of edges",
       [](MotionClaim& c) { c.root = ContactRoot{ContactRoot::Kind::Edges, {0, 0, 0}, {0, 0, 0}, 0.4375, 0.5}; }},
      {"a root of another face",
       [](MotionClaim& c) { c.root = ContactRoot{ContactRoot::Kind::VertexOfB, {0, 1, 2}, {0, 0, 0}, 0.4375, 0.5}; }}};
  const Falling bodies;
  for (const auto& [name, change] : forgeries) {
    MotionClaim claim = Falling::claim(Body::A);
    change(claim);
    EXPECT_TRUE(bodies.check(claim).is_refuted()) << name;
  }
  EXPECT_TRUE(bodies.check(Falling::claim(Body::A), -1).is_refuted());
  EXPECT_TRUE(bodies.check(Falling::claim(Body::A), 0.5).is_refuted());
  EXPECT_TRUE(bodies.check(Falling::claim(Body::A), std::numeric_limits<double>::quiet_NaN()).is_refuted());
  EXPECT_TRUE(check_motion(Falling::claim(Body::A), {bodies.floor, bodies.stands}, {bodies.cube, bodies.falls}, {})
                  .is_refuted());
  EXPECT_TRUE(
      check_motion(MotionClaim(), {bodies.floor, bodies.stands}, {bodies.cube, bodies.falls}, kUnit).is_refuted());
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(CheckHalfSpaceMotion, ARootIsTheOnlyOneOfAVertex) {
  // h = (1 − 3t)².
  const Shape point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const Motion grazes = Motion::flight(translation({0, 0, 1}), {{0, 0, -6}, {0, 0, 18}, {}, {}}).value();
  MotionClaim claim;
  claim.status = MotionStatus::Contact;
  claim.lower = 0.3125, claim.upper = 0.375;
  claim.timeline.spans = {own_span(Body::A, 0, 0.3125)};
  claim.root = ContactRoot{ContactRoot::Kind::VertexOfB, {0, 0, 0}, {0, 0, 0}, 0.25, 0.5};
  const auto check = [&](const Shape& body, double margin = 0) {
    return check_motion(claim, {kFloor, Motion()}, {body, grazes}, kUnit, margin);
  };
  EXPECT_TRUE(check(point)) << check(point).reason;
  claim.root->before = 0.3125;
  EXPECT_TRUE(check(point).is_refuted());
  claim.root->before = 0.5;
  // With a radius there are two, at 1/6 and at 1/2.
  EXPECT_TRUE(check(rounded(std::get<Rounded>(point).core(), 0.25)).is_refuted());
  claim.timeline.spans = {own_span(Body::A, 0, 0.125)}, claim.lower = 0.125, claim.upper = 0.25;
  claim.root->after = 0, claim.root->before = 0.25;
  EXPECT_TRUE(check(rounded(std::get<Rounded>(point).core(), 0.25)));
  EXPECT_TRUE(check(point, 0.25));
  // At the floor throughout, so that no instant is the only one.
  EXPECT_TRUE(check_motion(claim, {kFloor, Motion()}, {point, Motion()}, kUnit).is_refuted());
}

TEST(CheckHalfSpaceMotion, VerticesThatNoTriangleUsesAreNoPartOfAMesh) {
  const Mesh mesh =
      make_mesh(std::vector<Vec3>{{0, 0, -9}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, std::vector<MeshTriangle>{{1, 2, 3}})
          .value();
  const Shape shape = mesh;
  const Timeline clear{{own_span(Body::A, 0, 1)}};
  EXPECT_TRUE(check_timeline(clear, {kFloor, Motion()}, {shape, Motion()}, kUnit));
  EXPECT_FALSE(check_timeline(clear, {kFloor, line({0, 0, 0}, {0, 0, 1})}, {shape, Motion()}, kUnit));
  MotionClaim already;
  already.status = MotionStatus::Already;
  already.lower = already.upper = 0;
  already.contact.kind = Certificate::Kind::Simplex;
  already.contact.simplex.count = 1;
  EXPECT_TRUE(check_motion(already, {kFloor, Motion()}, {shape, Motion()}, kUnit).is_refuted());
}

TEST(CheckHalfSpaceMotion, TwoHalfSpacesThatFaceEachOther) {
  const Shape ceiling = half_space({0, 0, -1}, -1);
  const Motion tilts = Motion::to(Pose(), rotation({1, 0.5, 0, 0}, {}), 1).value();
  const Timeline clear{{own_span(Body::A, 0, 1)}};
  EXPECT_TRUE(check_timeline(clear, {kFloor, Motion()}, {ceiling, Motion()}, kUnit));
  EXPECT_TRUE(check_timeline({{own_span(Body::B, 0, 1)}}, {kFloor, Motion()}, {ceiling, Motion()}, kUnit));
  EXPECT_FALSE(check_timeline(clear, {kFloor, Motion()}, {ceiling, Motion()}, kUnit, 1));
  EXPECT_FALSE(check_timeline(clear, {kFloor, Motion()}, {kFloor, Motion()}, kUnit));
  EXPECT_FALSE(check_timeline(clear, {kFloor, Motion()}, {ceiling, tilts}, kUnit));
  EXPECT_TRUE(check_timeline({{own_span(Body::A, 0, 0)}}, {kFloor, Motion()}, {ceiling, tilts}, {0, 0}));
}

}  // namespace
}  // namespace clearance
