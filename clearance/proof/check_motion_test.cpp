#include <clearance/proof/check_motion.h>

#include <clearance/proof/moving_bodies_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

using namespace test;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
double below(double x) { return std::nextafter(x, -kInfinite); }
double above(double x) { return std::nextafter(x, kInfinite); }

MotionClaim claim_of(MotionStatus status, double lower, double upper, std::vector<TimeSpan> spans = {}) {
  MotionClaim claim;
  claim.status = status, claim.lower = lower, claim.upper = upper;
  claim.timeline.spans = std::move(spans);
  return claim;
}
MotionClaim clear(std::vector<TimeSpan> spans) {
  return claim_of(MotionStatus::Clear, kInfinite, kInfinite, std::move(spans));
}

// A cube at rest, and one that comes along x and touches it at 2.
const PointsInMotion kStill = at_rest(), kComing = flying({4, 0, 0}, {-1, 0, 0});
const Interval kUntil3{0, 3};

Certificate simplex(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> pairs) {
  Certificate made;
  made.kind = Certificate::Kind::Simplex;
  for (const auto& [a, b] : pairs) {
    made.simplex.a[made.simplex.count] = a;
    made.simplex.b[made.simplex.count++] = b;
  }
  return made;
}
// Corner 1 of one and corner 0 of the other meet at 2.
Certificate touch(Vec3 normal = {1, 0, 0}) {
  Certificate made = simplex({{1, 0}});
  made.kind = Certificate::Kind::Touch;
  made.plane.normal = normal;
  return made;
}
Certificate near(std::uint32_t a, std::uint32_t b) {
  Certificate made;
  made.kind = Certificate::Kind::Near;
  for (WitnessPoint* const point : {&made.witness.a, &made.witness.b}) point->count = 1, point->weights[0] = 1;
  made.witness.a.vertices[0] = a, made.witness.b.vertices[0] = b;
  return made;
}

MotionClaim contact_at_2() {
  MotionClaim claim = claim_of(MotionStatus::Contact, below(2), 2, {along({1, 0, 0}, 0, below(2))});
  claim.contact = touch();
  return claim;
}
CheckResult check_coming(const MotionClaim& claim) { return check_motion(claim, kStill, kComing, kUntil3); }

// Two segments that cross like a sword and its guard, one moving along z by a parabola.
const std::vector<Vec3> kAlongX = {{-1, 0, 0}, {1, 0, 0}}, kAlongY = {{0, -1, 0}, {0, 1, 0}};
const PointsInMotion kBar{kAlongX, Motion(), 0};
PointsInMotion crossing(double start, double speed, double acceleration = 0, double x = 0) {
  return {kAlongY, Motion::flight(translation({x, 0, start}), {{0, 0, speed}, {0, 0, acceleration}, {}, {}}).value(),
          0};
}
// Their meeting at one third, which no double is, and at no other time.
const double kBelowThird = 1.0 / 3, kAboveThird = above(1.0 / 3);
ContactRoot root_of_edges(double after, double before) {
  ContactRoot root;
  root.a[1] = root.b[1] = 1;
  root.after = after, root.before = before;
  return root;
}
MotionClaim graze_at_a_third(double after = 0, double before = 1) {
  MotionClaim claim = claim_of(MotionStatus::Contact, kBelowThird, kAboveThird, {along({0, 0, 1}, 0, kBelowThird)});
  claim.root = root_of_edges(after, before);
  return claim;
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(CheckMotion, ClearThroughout) {
  EXPECT_TRUE(check_motion(clear({kX}), kStill, kComing, {0, 1}));
  EXPECT_TRUE(check_motion(clear({along({1, 0, 0}, 0, below(2))}), kStill, kComing, {0, below(2)}));
  EXPECT_FALSE(check_motion(clear({along({1, 0, 0}, 0, 2)}), kStill, kComing, {0, 2}));
}

TEST(CheckMotion, ContactIsShownAtUpper) {
  EXPECT_TRUE(check_coming(contact_at_2()));
  MotionClaim later = contact_at_2();
  later.upper = 2.5;
  EXPECT_FALSE(check_coming(later)) << "they do not touch any more: the plane of touch cuts";
  // Four differences that hold the origin.
  later.contact = simplex({{1, 0}, {3, 2}, {5, 4}, {0, 7}, {7, 0}});
  EXPECT_TRUE(check_coming(later));
}

TEST(CheckMotion, AnInstantThatIsADouble) {
  // Apart before 2, in contact at 2: a span need not separate at that last instant.
  MotionClaim claim = contact_at_2();
  claim.lower = claim.timeline.spans[0].to = 2;
  EXPECT_TRUE(check_coming(claim));
  // It does where there is more to come.
  claim.upper = 2.5;
  claim.contact = simplex({{1, 0}, {3, 2}, {5, 4}, {0, 7}, {7, 0}});
  EXPECT_FALSE(check_coming(claim));
  // They meet earlier.
  claim.lower = claim.upper = claim.timeline.spans[0].to = 2.5;
  EXPECT_FALSE(check_coming(claim));
  claim.lower = claim.upper = claim.timeline.spans[0].to = above(2);
  EXPECT_FALSE(check_coming(claim));
}

TEST(CheckMotion, AGrazeAtAnInstantThatIsNot) {
  const PointsInMotion b = crossing(1, -3);
  EXPECT_TRUE(check_motion(graze_at_a_third(), kBar, b, {0, 1}));
  EXPECT_TRUE(check_motion(graze_at_a_third(kBelowThird, kAboveThird), kBar, b, {0, 1}));
  // A double root, at a half: 1 − 4t + 4t².
  MotionClaim half = claim_of(MotionStatus::Contact, 0.5, 0.5, {along({0, 0, 1}, 0, 0.5)});
  half.root = root_of_edges(0, 1);
  EXPECT_TRUE(check_motion(half, kBar, crossing(1, -4, 8), {0, 1}));
  // The first of two, at 1/3 and 1.
  EXPECT_TRUE(check_motion(graze_at_a_third(0, 0.5), kBar, crossing(1, -4, 6), {0, 1}));
}

TEST(CheckMotion, RootsOfVerticesAndFaces) {
  // At 1/3, with speed 6; corner 0 of b on the face of a toward it, corner 1 of a on that of b.
  const PointsInMotion b = flying({4, 0, 0}, {-6, 0, 0});
  MotionClaim claim = claim_of(MotionStatus::Contact, kBelowThird, kAboveThird, {along({1, 0, 0}, 0, kBelowThird)});
  claim.root = {ContactRoot::Kind::VertexOfB, {1, 3, 5}, {0, 0, 0}, 0, 1};
  EXPECT_TRUE(check_motion(claim, kStill, b, {0, 1}));
  claim.root = {ContactRoot::Kind::VertexOfA, {1, 0, 0}, {0, 2, 4}, 0, 1};
  EXPECT_TRUE(check_motion(claim, kStill, b, {0, 1}));
  // Corner 1 of b comes to that triangle, too, but at another time; corner 6 is beside it.
  claim.root = {ContactRoot::Kind::VertexOfB, {1, 3, 5}, {1, 0, 0}, 0, 1};
  EXPECT_EQ(check_motion(claim, kStill, b, {0, 1}).reason, "root: not between lower and upper");
  claim.root = {ContactRoot::Kind::VertexOfB, {1, 3, 5}, {6, 0, 0}, 0, 1};
  EXPECT_EQ(check_motion(claim, kStill, b, {0, 1}).reason, "root: the features do not meet there");
}

TEST(CheckMotion, RootsAcrossKeyframes) {
  // Down to 0 at the keyframe and up again: one root, which both pieces have.
  const auto visit = [](double middle) {
    return PointsInMotion{
        kAlongY,
        Motion::through({{0, translation({0, 0, 1})}, {0.25, translation({0, 0, middle})}, {1, translation({0, 0, 1})}})
            .value(),
        0};
  };
  MotionClaim claim = claim_of(MotionStatus::Contact, 0.25, 0.25, {along({0, 0, 1}, 0, 0.25)});
  claim.root = root_of_edges(0, 1);
  EXPECT_TRUE(check_motion(claim, kBar, visit(0), {0, 1}));
  // One before it and one after.
  EXPECT_FALSE(check_motion(claim, kBar, visit(-1), {0, 1}));
  EXPECT_FALSE(check_motion(claim, kBar, visit(1), {0, 1}));
}

TEST(CheckMotion, AlreadyInContact) {
  MotionClaim claim = claim_of(MotionStatus::Already, 2, 2);
  claim.contact = touch();
  EXPECT_TRUE(check_motion(claim, kStill, kComing, {2, 3}));
  claim.lower = claim.upper = 2.5;
  EXPECT_FALSE(check_motion(claim, kStill, kComing, {2, 3}));
  EXPECT_FALSE(check_motion(claim, kStill, kComing, {2.5, 3})) << "the plane cuts by then";
  claim.contact = simplex({{1, 0}, {3, 2}, {5, 4}, {0, 7}, {7, 0}});
  EXPECT_TRUE(check_motion(claim, kStill, kComing, {2.5, 3}));
}

TEST(CheckMotion, UndecidedClaimsNoMoreThanItsTimeline) {
  MotionClaim claim = claim_of(MotionStatus::Undecided, 1, kInfinite, {kX});
  EXPECT_TRUE(check_coming(claim));
  claim.lower = 1.5;
  EXPECT_FALSE(check_coming(claim));
  claim.timeline.spans.clear();
  EXPECT_TRUE(check_coming(claim).lacks(Missing::Timeline));
  claim.lower = 0;
  EXPECT_TRUE(check_coming(claim)) << "says nothing";
  claim.upper = 3;
  EXPECT_TRUE(check_coming(claim).is_refuted());
}

TEST(CheckMotion, BodiesThatTurnAreWhereTheirMotionsHaveThem) {
  // After its turn by atan(4/3) the cube's corner 2 is at (−1.4, −0.2) from its middle; the other's face is at x = 1.
  const PointsInMotion b = turning({2.4, 0, 0});
  MotionClaim claim = claim_of(MotionStatus::Contact, 0.5, 1, {along({1, 0, 0}, 0, 0.5)});
  claim.timeline.spans[0].to = claim.lower = 0.25;
  // 2.4 is a little more than 12/5, and so is 1.4: corner and face miss each other or not by the last bit.
  claim.contact = simplex({{1, 2}, {3, 2}, {5, 2}, {7, 2}, {0, 2}});
  const bool is_there = Dyadic(2.4).sign() > 0 && compare(Dyadic(5) * Dyadic(2.4), Dyadic(12)) <= 0;
  EXPECT_EQ(bool(check_motion(claim, kStill, b, {0, 1})), is_there);
  EXPECT_NE(bool(check_motion(claim, kStill, turning({is_there ? above(2.4) : below(2.4), 0, 0}), {0, 1})), is_there);
}

// ---- Radii and margins ----------------------------------------------------------------------------------------------

TEST(CheckMotion, RadiiAndMarginAddUpExactly) {
  // 0.1 + 0.2 + 0.3 is not 0.6, and no double: corners 1 and 0 are 2 − t apart.
  const PointsInMotion a = moving(Motion(), 0.1), b = moving(kComing.motion, 0.2);
  const Dyadic sum = Dyadic(0.1) + Dyadic(0.2) + Dyadic(0.3);
  double time = 1.4;
  while (compare(Dyadic(2) - Dyadic(time), sum) > 0) time = above(time);
  while (compare(Dyadic(2) - Dyadic(below(time)), sum) <= 0) time = below(time);
  MotionClaim claim = claim_of(MotionStatus::Contact, below(time), time, {along({1, 0, 0}, 0, below(time))});
  claim.contact = near(1, 0);
  EXPECT_TRUE(check_motion(claim, a, b, kUntil3, 0.3));
  EXPECT_FALSE(check_motion(claim, a, b, kUntil3, below(0.3) - 0x1p-50));
  EXPECT_FALSE(check_motion(claim, a, b, kUntil3, 0.3 + 0x1p-50));
  claim.upper = below(time), claim.lower = claim.timeline.spans[0].to = below(below(time));
  EXPECT_FALSE(check_motion(claim, a, b, kUntil3, 0.3));
  // With an offset, one half of the margin counts to either side.
  const double middle = 1 + 0.1 + 0.15;
  TimeSpan span = along({1, 0, 0}, 0, 1.25);
  span.offset = {middle, 0};
  EXPECT_TRUE(check_motion(claim_of(MotionStatus::Undecided, 1.25, kInfinite, {span}), a, b, kUntil3, 0.25));
  span.offset->start = 1.2;
  EXPECT_FALSE(check_motion(claim_of(MotionStatus::Undecided, 1.25, kInfinite, {span}), a, b, kUntil3, 0.25));
}

TEST(CheckMotion, TangencyOfRoundedBodies) {
  // Both have a radius of a half: corners 1 and 0 are just that far from each other at 1, which two points show.
  const PointsInMotion a = moving(Motion(), 0.5), b = moving(kComing.motion, 0.5);
  MotionClaim claim = claim_of(MotionStatus::Contact, 1, 1, {kX});
  claim.contact = near(1, 0);
  EXPECT_TRUE(check_motion(claim, a, b, kUntil3));
  // Without them it lacks a proof, and is not refuted.
  claim.contact = {};
  const CheckResult nothing = check_motion(claim, a, b, kUntil3);
  EXPECT_FALSE(nothing);
  EXPECT_TRUE(nothing.lacks(Missing::Certificate));
  // Bodies with corners have a certificate.
  EXPECT_TRUE(check_motion(claim_of(MotionStatus::Contact, 2, 2, {along({1, 0, 0}, 0, 2)}), kStill, kComing, kUntil3)
                  .is_refuted());
  claim.contact = touch();
  EXPECT_TRUE(check_motion(claim, a, b, kUntil3).is_refuted());
}

TEST(CheckMotion, FlatBodiesThatSlideLackACertificate) {
  // Two segments in one plane that pass each other's end at one instant: no four of their vertices ever leave it.
  const std::vector<Vec3> up = {{0, 1, 0}, {0, 2, 0}};
  const PointsInMotion b{up, Motion::linear(translation({3, 0, 0}), {-6, -3, 0}).value(), 0};
  MotionClaim claim = claim_of(MotionStatus::Contact, kBelowThird, kAboveThird, {along({0, 1, 0}, 0, kBelowThird)});
  const CheckResult bare = check_motion(claim, kBar, b, {0, 1});
  EXPECT_TRUE(bare.lacks(Missing::Certificate)) << bare.reason;
  claim.root = root_of_edges(0, 1);
  EXPECT_EQ(check_motion(claim, kBar, b, {0, 1}).reason, "root: the contact function is zero throughout");
}

// ---- What lacks a proof, and is not refuted -------------------------------------------------------------------------

TEST(CheckMotion, WithoutATimeline) {
  MotionClaim claim = contact_at_2();
  claim.timeline.spans.clear();
  EXPECT_TRUE(check_coming(claim).lacks(Missing::Timeline));
  EXPECT_TRUE(check_motion(clear({}), kStill, kComing, {0, 1}).lacks(Missing::Timeline));
  // What else is wrong with it is said first.
  claim.contact = simplex({{0, 0}});
  EXPECT_TRUE(check_coming(claim).is_refuted());
}

// ---- Forgeries ------------------------------------------------------------------------------------------------------

void expect_refuted(const MotionClaim& claim, const char* reason) {
  const CheckResult result = check_coming(claim);
  EXPECT_TRUE(result.is_refuted()) << reason;
  EXPECT_NE(result.reason.find(reason), std::string::npos) << result.reason << " instead of " << reason;
}

TEST(CheckMotion, SpansThatDoNotFillTheTime) {
  const double end = below(2);
  MotionClaim claim = contact_at_2();
  claim.timeline.spans = {along({1, 0, 0}, 0, 1), along({1, 0, 0}, 1, end)};
  EXPECT_TRUE(check_coming(claim));
  claim.timeline.spans[1].from = above(1);
  expect_refuted(claim, "do not abut");
  claim.timeline.spans[1].from = below(1);
  expect_refuted(claim, "do not abut");
  claim.timeline.spans = {along({1, 0, 0}, 0, 1), along({1, 0, 0}, 1, 0.5), along({1, 0, 0}, 0.5, end)};
  expect_refuted(claim, "ends before it begins");
  claim.timeline.spans = {along({1, 0, 0}, 0.5, end)};
  expect_refuted(claim, "do not abut");
  claim.timeline.spans = {along({1, 0, 0}, 0, 1)};
  expect_refuted(claim, "do not end");
  claim.timeline.spans = {along({1, 0, 0}, 0, 2)};
  expect_refuted(claim, "do not end");
  EXPECT_TRUE(check_motion(clear({along({1, 0, 0}, 0, 0.75)}), kStill, kComing, {0, 1}).is_refuted());
}

TEST(CheckMotion, PlanesThatFailForAMoment) {
  // For one instant in the middle, at the end only, at the beginning only.
  const auto thrown = [](double start, double speed, double acceleration) {
    return moving(Motion::flight(translation({start, 0, 0}), {{speed, 0, 0}, {acceleration, 0, 0}, {}, {}}).value());
  };
  EXPECT_TRUE(check_motion(clear({kX}), kStill, thrown(3, -4, 8), {0, 1}).is_refuted());
  EXPECT_TRUE(check_motion(clear({kX}), kStill, thrown(above(3), -4, 8), {0, 1}));
  EXPECT_TRUE(check_motion(clear({kX}), kStill, thrown(3, -1, 0), {0, 1}).is_refuted());
  EXPECT_TRUE(check_motion(clear({kX}), kStill, thrown(2, 1, 0), {0, 1}).is_refuted());
}

TEST(CheckMotion, FramesAndInstants) {
  MotionClaim claim = contact_at_2();
  TimeSpan& span = claim.timeline.spans[0];
  span.frame = TimeSpan::Frame::B;
  EXPECT_TRUE(check_coming(claim)) << "does not turn";
  // A face that turns reaches the other body.
  MotionClaim turned = clear({kX});
  turned.timeline.spans[0].frame = TimeSpan::Frame::B;
  EXPECT_TRUE(check_motion(turned, kStill, turning({2.5, 0, 0}), {0, 1}).is_refuted());
  turned.timeline.spans[0].frame = TimeSpan::Frame::World;
  EXPECT_TRUE(check_motion(turned, kStill, turning({2.5, 0, 0}), {0, 1}));
  span.frame = static_cast<TimeSpan::Frame>(7);
  expect_refuted(claim, "no such frame");
  span.frame = TimeSpan::Frame::World;
  span.at = 2.5;
  EXPECT_TRUE(check_coming(claim)) << "a time of the interval, if not of the span";
  for (const double at : {-1.0, above(3), kInfinite, kNan}) {
    span.at = at;
    expect_refuted(claim, "not a time of the interval");
  }
}

TEST(CheckMotion, CertificatesThatDoNotShowContact) {
  MotionClaim claim = contact_at_2();
  claim.upper = above(2);
  expect_refuted(claim, "origin is not in its hull");
  claim = contact_at_2();
  claim.contact = touch({1, 0.5, 0});
  expect_refuted(claim, "not met from both sides");
  claim.contact = touch({});
  expect_refuted(claim, "normal is zero");
  claim.contact = simplex({{8, 0}});
  expect_refuted(claim, "no such vertex");
  claim.contact = simplex({{1, 8}});
  expect_refuted(claim, "no such vertex");
  claim.contact = near(3, 0);
  expect_refuted(claim, "farther apart");
  claim.contact.kind = Certificate::Kind::Plane;
  expect_refuted(claim, "needs a simplex");
  claim.contact = {};
  expect_refuted(claim, "needs a simplex");
  // Already, though only later.
  MotionClaim already = claim_of(MotionStatus::Already, 0, 0);
  already.contact = touch();
  expect_refuted(already, "origin is not in its hull");
  already.lower = already.upper = 2;
  expect_refuted(already, "not at the beginning");
  already = claim_of(MotionStatus::Already, 0, 0, {along({1, 0, 0}, 0, 0)});
  expect_refuted(already, "spans");
}

TEST(CheckMotion, TimesThatContradictThemselves) {
  for (const auto& [lower, upper] : {std::pair{2.0, below(2)},
                                     {below(2), 4.0},
                                     {-1.0, 2.0},
                                     {kNan, 2.0},
                                     {below(2), kNan},
                                     {below(2), kInfinite},
                                     {-kInfinite, 2.0},
                                     {0.0, 0.0}}) {
    MotionClaim claim = contact_at_2();
    claim.lower = lower, claim.upper = upper;
    expect_refuted(claim, "contact: ");
  }
  MotionClaim claim = clear({along({1, 0, 0}, 0, 3)});
  claim.lower = 2;
  expect_refuted(claim, "has a time");
  claim.lower = kNan;
  expect_refuted(claim, "has a time");
  claim = clear({along({1, 0, 0}, 0, 3)});
  claim.upper = 3;
  expect_refuted(claim, "has a time");
  claim = clear({along({1, 0, 0}, 0, 3)});
  claim.contact = touch();
  expect_refuted(claim, "shows a contact");
  claim = claim_of(MotionStatus::Undecided, kNan, kInfinite, {kX});
  expect_refuted(claim, "undecided");
  claim = claim_of(MotionStatus::Undecided, 1, kInfinite, {kX});
  claim.root = root_of_edges(0, 1);
  expect_refuted(claim, "shows a contact");
  claim.status = static_cast<MotionStatus>(17);
  expect_refuted(claim, "no such status");
}

TEST(CheckMotion, RootsThatShowNothing) {
  const auto refuted = [](const MotionClaim& claim, const PointsInMotion& b, const char* reason) {
    const CheckResult result = check_motion(claim, kBar, b, {0, 1});
    EXPECT_TRUE(result.is_refuted());
    EXPECT_NE(result.reason.find(reason), std::string::npos) << result.reason << " instead of " << reason;
  };
  refuted(graze_at_a_third(0, kBelowThird), crossing(1, -3), "has none");
  refuted(graze_at_a_third(0.5, 1), crossing(1, -3), "has none");
  refuted(graze_at_a_third(0, 1), crossing(1, -4, 6), "more than one");
  refuted(graze_at_a_third(0, 1), crossing(1, -3, 0, 5), "do not meet");
  refuted(graze_at_a_third(0, 1), crossing(1, -2.5), "not between lower and upper");
  for (const auto& [after, before] :
       {std::pair{kNan, 1.0}, {0.0, kNan}, {0.0, kInfinite}, {-1.0, 1.0}, {0.0, 2.0}, {0.5, 0.25}})
    refuted(graze_at_a_third(after, before), crossing(1, -3), "not times of the interval");
  MotionClaim claim = graze_at_a_third();
  ContactRoot root = root_of_edges(0, 1);
  root.a[1] = 2;
  claim.root = root;
  refuted(claim, crossing(1, -3), "no such vertex");
  root.a[1] = 0;
  claim.root = root;
  refuted(claim, crossing(1, -3), "zero throughout");
  root = root_of_edges(0, 1);
  root.kind = static_cast<ContactRoot::Kind>(9);
  claim.root = root;
  refuted(claim, crossing(1, -3), "unknown kind");
  // A certificate that is there beside a root must hold at `upper`.
  claim = graze_at_a_third();
  claim.contact = simplex({{0, 0}});
  refuted(claim, crossing(1, -3), "not in its hull");
  // The timeline must hold, whatever the root shows.
  claim = graze_at_a_third();
  claim.timeline.spans[0].plane.normal = {1, 0, 0};
  refuted(claim, crossing(1, -3), "does not separate");
}

TEST(CheckMotion, BadBodiesIntervalsAndMargins) {
  const MotionClaim good = contact_at_2();
  EXPECT_TRUE(check_motion(good, kStill, kComing, kUntil3, 0));
  for (const double margin : {-1.0, kNan, kInfinite})
    EXPECT_TRUE(check_motion(good, kStill, kComing, kUntil3, margin).is_refuted());
  for (const Interval interval : {Interval{}, {0, kInfinite}, {3, 0}, {-1, 3}, {kNan, 3}})
    EXPECT_TRUE(check_motion(good, kStill, kComing, interval).is_refuted());
  EXPECT_TRUE(check_motion(good, {}, kComing, kUntil3).is_refuted());
  EXPECT_TRUE(check_motion(good, moving(Motion(), kNan), kComing, kUntil3).is_refuted());
  const std::vector<Vec3> bad = {{kNan, 0, 0}};
  EXPECT_TRUE(check_motion(good, kStill, {bad, kComing.motion, 0}, kUntil3).is_refuted());
}

TEST(CheckMotion, NothingShowsNothing) {
  EXPECT_TRUE(check_motion({}, kStill, kComing, kUntil3).is_refuted());
  EXPECT_TRUE(check_motion({}, {}, {}, {}).is_refuted());
  MotionClaim claim;
  for (const MotionStatus status :
       {MotionStatus::Clear, MotionStatus::Contact, MotionStatus::Already, MotionStatus::Undecided}) {
    claim.status = status;
    EXPECT_FALSE(check_coming(claim)) << to_string(status);
  }
}

}  // namespace
}  // namespace clearance::detail
