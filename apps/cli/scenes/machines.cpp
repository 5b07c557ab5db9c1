// A key that turns in a lock and one without its notch; two gears that mesh and a wheel that slips. Axes are along z.
#include <algorithm>
#include <cmath>

#include "bundled_scenes.h"
#include "scene_maker.h"

namespace clearance::cli {
namespace {

constexpr Vec3 kUp{0, 0, 1};

// ---- A key and a lock -----------------------------------------------------------------------------------------------

// A round hole and a slot below it: both are seen from the origin, so that a ray in each direction finds the edge.
void add_keyhole_plate(Solid& lock) {
  constexpr double kHole = 0.3, kSlot = 0.1, kDepth = 1.1;
  constexpr int kSides = 60;
  const double corner = std::atan2(kSlot, kDepth), mouth = std::asin(kSlot / kHole);
  std::vector<double> angles;  // from straight down
  for (const double angle : {corner, mouth}) angles.insert(angles.end(), {angle, 2 * kPi - angle});
  for (int k = 1; k < kSides; ++k) angles.push_back(mouth + (2 * kPi - 2 * mouth) * k / kSides);
  std::sort(angles.begin(), angles.end());
  Outline inner, outer;
  for (const double angle : angles) {
    const bool is_corner = std::min(angle, 2 * kPi - angle) < mouth - 1e-9;
    inner.push_back(polar(is_corner ? std::hypot(kSlot, kDepth) : kHole, angle - kPi / 2));
    outer.push_back(polar(1.6, angle - kPi / 2));
  }
  lock.add_ring(inner, outer, 0, 0.2);
}

// Behind the keyhole a ward stands on the back plate: an arc that only leaves the place open where the key comes in.
// Half of the case is there, so that one sees in.
Solid make_lock() {
  Solid lock;
  add_keyhole_plate(lock);
  lock.add_disc(64, 1.6, -1.4, -1.2);
  const auto arc = [](double radius, int steps, double from, double to) {
    Outline outline;
    add_arc(outline, steps, radius, from * kPi / 180, to * kPi / 180);
    return outline;
  };
  lock.add_ring(arc(0.55, 60, -60, 240), arc(0.65, 60, -60, 240), -1.25, -0.45, true);
  lock.add_ring(arc(1.45, 32, 0, 180), arc(1.6, 32, 0, 180), -1.3, 0.1, true);
  return lock;
}

Solid make_key(bool has_notch) {
  Solid key;
  key.add_disc(48, 0.25, -0.3, 2.5);
  if (has_notch) {
    key.add_box({-0.08, -1, 0.07}, {0.08, -0.1, 0.15});
    key.add_box({-0.08, -1, -0.15}, {0.08, -0.67, 0.15});
    key.add_box({-0.08, -0.53, -0.15}, {0.08, -0.1, 0.15});
  } else {
    key.add_box({-0.08, -1, -0.15}, {0.08, -0.1, 0.15});
  }
  const std::uint32_t bow = key.size();
  key.add_ring(circle(48, 0.4), circle(48, 0.7), -0.1, 0.1);
  key.turn_to_x(bow);
  key.shift(bow, {0, 0, 3});
  return key;
}

// In until behind the plate, half a turn, and half a turn back.
std::string key_in_lock(bool has_notch) {
  SceneMaker maker;
  maker.add_fixed("lock", make_lock());
  SceneMotion* motion = maker.add(has_notch ? "key" : "key without a notch", make_key(has_notch));
  const Vec3 front{0, 0, 1}, behind{0, 0, -0.5};
  const auto at = [](double angle, Vec3 place) { return turned(kUp, angle, place); };
  motion->frames = {{0, at(0, front)},        {1, at(0, behind)}, {2, at(kPi / 2, behind)}, {3, at(kPi, behind)},
                    {4, at(kPi / 2, behind)}, {5, at(0, behind)}, {6, at(0, front)}};
  return maker.text(TimeInterval{{0, 6}});
}

// ---- Gears ----------------------------------------------------------------------------------------------------------

constexpr double kModule = 0.1;

// Flanks are involutes of a circle, as polygons: these lie within them, since involutes are convex.
Outline gear(int teeth, double module, double backlash) {
  constexpr double kPressure = 20 * kPi / 180;
  constexpr int kSteps = 4;
  const double pitch = module * teeth / 2, base = pitch * std::cos(kPressure);
  const double tip = pitch + module, root = pitch - 1.25 * module;
  const double half = kPi / (2 * teeth) - backlash / (2 * pitch);  // of a tooth at the pitch circle, as an angle
  const auto roll = [&](double radius) {
    const double tangent = std::sqrt(std::max(0.0, radius * radius / (base * base) - 1));
    return tangent - std::atan(tangent);
  };
  Outline outline;
  for (int k = 0; k < teeth; ++k) {
    const double middle = 2 * kPi * k / teeth;
    const auto flank = [&](double radius, int side) {
      outline.push_back(polar(radius, middle + side * (half + roll(pitch) - roll(std::max(radius, base)))));
    };
    flank(root, -1);
    for (int step = 0; step <= kSteps; ++step) flank(base + (tip - base) * step / kSteps, -1);
    for (int step = kSteps; step >= 0; --step) flank(base + (tip - base) * step / kSteps, 1);
    flank(root, 1);
  }
  return outline;
}

// Rim, a thin web, and a hub with a bore.
Solid make_gear(int teeth) {
  const Outline teeth_outline = gear(teeth, kModule, 0.004);
  const double root = kModule * (teeth - 2.5) / 2;
  Outline rim;
  for (const auto [x, y] : teeth_outline) {
    const double angle = std::atan2(y, x);
    rim.push_back(polar(0.85 * root, angle));
  }
  Solid body;
  body.add_ring(rim, teeth_outline, -0.12, 0.12);
  body.add_ring(circle(40, 0.2), circle(40, 0.87 * root), -0.05, 0.05);
  body.add_ring(circle(40, 0.16), circle(40, 0.32), -0.18, 0.18);
  return body;
}

// The pinion turns once, the wheel by three quarters of that the other way. A wheel that slips lags behind by the time
// that the pinion has turned by a half.
std::string gear_pair(bool slips) {
  constexpr int kPinion = 18, kWheel = 24, kSteps = 36;
  SceneMaker maker;
  SceneMotion* pinion = maker.add("pinion", make_gear(kPinion));
  SceneMotion* wheel = maker.add(slips ? "wheel that slips" : "wheel", make_gear(kWheel));
  for (int k = 0; k <= kSteps; ++k) {
    const double angle = 2 * kPi * k / kSteps, slip = slips && 2 * k > kSteps ? 0.02 : 0;
    pinion->frames.push_back({double(k), turned(kUp, angle)});
    // A gap of the wheel faces the pinion's first tooth.
    const double phase = kPi + kPi / kWheel;
    wheel->frames.push_back({double(k), turned(kUp, phase - (angle - slip) * kPinion / kWheel, {2.101, 0, 0})});
  }
  return maker.text(TimeInterval{{0, kSteps}});
}

}  // namespace

std::string key_scene() { return key_in_lock(true); }
std::string wrong_key_scene() { return key_in_lock(false); }
std::string gears_scene() { return gear_pair(false); }
std::string slipping_gears_scene() { return gear_pair(true); }

}  // namespace clearance::cli
