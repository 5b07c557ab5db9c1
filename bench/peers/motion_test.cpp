// Motions whose times of contact are known by construction: every library is told of the same ones, and says so.
#include <bench/peers/bullet.h>
#include <bench/peers/clearance.h>
#include <bench/peers/fcl.h>
#include <clearance/build/primitives.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace clearance::bench {
namespace {

using Kind = Answer::Kind;

bool looks_at_instants(const MotionContestant& one) {
  return one.name.find("instants") != std::string::npos || one.name.find("steps") != std::string::npos ||
         one.name == "default";
}
// Without a margin Bullet's GJK cast steps onto the contact and finds nothing there.
bool loses_contacts(const MotionContestant& one) { return one.name == "GJK cast"; }

std::vector<MotionContestant> everybody(bool turning) {
  return joined({our_motions(), fcl_motions(turning), bullet_motions(turning)});
}

// Unit cubes. Face on face at 1/2, face on face off the middle at 2/3, past each other, the gap is left before contact.
W5Scene straight() {
  W5Scene out;
  out.hulls.emplace_back(box({1, 1, 1}));
  const auto add = [&](Vec3 from, Vec3 by) {
    out.pairs.push_back({resting(0, {}), flying(0, translation(from), by), 1});
  };
  add({3, 0.1, 0.2}, {-4, 0, 0});
  add({-3, 0.9, 0.2}, {3, 0, 0});
  add({3, 1.5, 0}, {-6, 0, 0});
  add({3, 0, 0}, {-1.5, 0, 0});
  return out;
}

TEST(Motions, AreFoundWhereTheyMeet) {
  const W5Scene scene = straight();
  for (const MotionContestant& one : everybody(false)) {
    const auto asker = one.make(scene);
    // Instants are a ninth or less apart; peers stop within a thousandth of a cube.
    const double tolerance = looks_at_instants(one) ? 1.0 / 9 : one.is_ours() ? 1e-9 : 1e-3;
    const double times[] = {0.5, 2.0 / 3};
    for (const std::size_t pair : {0U, 1U}) {
      const Answer answer = asker->ask(pair);
      if (loses_contacts(one)) continue;
      EXPECT_EQ(answer.kind, Kind::Colliding) << one.full_name() << ", " << pair;
      EXPECT_GE(answer.value, times[pair] - tolerance) << one.full_name();
      EXPECT_LE(answer.value - answer.width, times[pair] + tolerance) << one.full_name();
    }
    for (const std::size_t pair : {2U, 3U})
      EXPECT_EQ(asker->ask(pair).kind, Kind::Separated) << one.full_name() << ", " << pair;
  }
}

// Asked again, in another order: nothing is left over from the query before.
TEST(Motions, AreAnsweredTheSameAgain) {
  const W5Scene scene = straight();
  for (const MotionContestant& one : everybody(false)) {
    const auto asker = one.make(scene);
    const Answer first = asker->ask(0);
    asker->ask(2);
    asker->ask(1);
    EXPECT_EQ(asker->ask(0).value, first.value) << one.full_name();
    EXPECT_EQ(asker->ask(0).kind, first.kind) << one.full_name();
  }
}

// A cube flies 50 times its size: at ten instants it is never near the other, in between it passes through.
TEST(Motions, TenInstantsMissWhatIsFast) {
  W5Scene scene = straight();
  scene.pairs = {{resting(0, {}), flying(0, translation({-25, 0.2, 0.3}), {50, 0, 0}), 1}};
  for (const MotionContestant& one : everybody(false)) {
    const Answer answer = one.make(scene)->ask(0);
    if (one.name == "10 instants" || one.name == "10 fixed steps") {
      EXPECT_EQ(answer.kind, Kind::Separated) << one.full_name();
    } else if (!loses_contacts(one)) {
      EXPECT_EQ(answer.kind, Kind::Colliding) << one.full_name();
      EXPECT_NEAR(answer.value, 0.48, looks_at_instants(one) ? 0.01 : 1e-3 + answer.width) << one.full_name();
    }
  }
}

// A rod turns about its middle by 60°. A small cube lies flat on it when it has turned by half of that, which every way
// to turn a body from pose to pose does at the time 1/2.
W5Scene turning() {
  W5Scene out;
  out.hulls.emplace_back(box({4, 0.2, 0.2}));
  out.hulls.emplace_back(box({0.2, 0.2, 0.2}));
  const auto about_z = [](double degrees, Vec3 at = {}) {
    return rotation_about({0, 0, 1}, degrees * std::numbers::pi / 180, at);
  };
  const Vec3 on_rod = apply(about_z(30), {1.5, 0.2, 0}), beside = apply(about_z(30), {1.5, 0.2, 0.21});
  out.pairs.push_back({going(0, about_z(0), about_z(60)), resting(1, about_z(30, on_rod)), 1});
  out.pairs.push_back({going(0, about_z(0), about_z(60)), resting(1, about_z(30, beside)), 1});
  return out;
}

TEST(Motions, ThatTurnAreFoundWhereTheyMeet) {
  const W5Scene scene = turning();
  for (const MotionContestant& one : everybody(true)) {
    const auto asker = one.make(scene);
    const Answer answer = asker->ask(0);
    EXPECT_EQ(answer.kind, one.can_turn ? Kind::Colliding : Kind::Separated) << one.full_name();
    if (!one.can_turn) continue;
    const double tolerance = looks_at_instants(one) ? 1.0 / 9 : one.is_ours() ? 1e-9 : 2e-3;
    EXPECT_GE(answer.value, 0.5 - tolerance) << one.full_name();
    EXPECT_LE(answer.value - answer.width, 0.5 + tolerance) << one.full_name();
    EXPECT_EQ(asker->ask(1).kind, Kind::Separated) << one.full_name();
  }
}

TEST(Motions, BodiesAreWhereTheirLibraryHasThem) {
  const W5Scene scene = turning();
  const Vec3 tip = {2, 0, 0};
  for (const MotionContestant& one : everybody(true)) {
    const auto asker = one.make(scene);
    const double turn = one.can_turn ? std::numbers::pi / 3 : 0;
    // Bullet is late from 45° on: it cuts the angle, but not the vector along the axis.
    const double cut = std::numbers::pi / 4;
    const double last = one.package == "Bullet" ? 2 * std::atan(turn / cut * std::tan(cut / 2)) : turn;
    const auto expect = [&](double time, double angle) {
      const Vec3 at = apply(asker->where(0, time).a, tip), wanted = {2 * std::cos(angle), 2 * std::sin(angle), 0};
      EXPECT_LE(norm(at - wanted), 1e-9) << one.full_name() << " at " << time;
    };
    expect(0, 0);
    expect(0.5, turn / 2);
    expect(1, last);
    if (one.way == "at constant speed") expect(0.25, turn / 4);
    EXPECT_LE(norm(asker->where(0, 0.5).b.translation() - scene.pairs[0].b.start.translation()), 1e-12);
  }
}

}  // namespace
}  // namespace clearance::bench
