// A cylinder of an engine, cut open: crankshaft and rod, piston, two valves, through two turns of the crank. The
// crank's axis is y, the cylinder stands along z. Where the exhaust valve is late, the piston runs into it.
#include <algorithm>
#include <cmath>

#include "bundled_scenes.h"
#include "scene_maker.h"

namespace clearance::cli {
namespace {

constexpr double kStroke = 1, kRod = 3.2;  // from the middle of the crank to its pin, and from there to the piston's
constexpr double kPin = 0.3, kSmallPin = 0.2, kJournal = 0.4, kBearing = 1.04;  // the last a factor
constexpr int kPinSides = 48, kBoreSides = 64;
constexpr double kBore = 1.25, kPiston = 1.235, kCrown = 0.9;
constexpr double kHead = kStroke + kRod + kCrown + 0.05;  // a twentieth above the highest crown
constexpr double kValve = 0.6;                            // from the cylinder's axis

// About y: outlines are given by height, then x.
void add_disc_along_y(Solid& solid, double radius, double low, double high) {
  const std::uint32_t from = solid.size();
  solid.add_disc(kPinSides, radius, low, high);
  solid.turn_to_y(from);
}
void add_ring_along_y(Solid& solid, double inner, double outer, double low, double high, double up = 0) {
  const std::uint32_t from = solid.size();
  solid.add_ring(circle(kPinSides, inner), circle(kPinSides, outer), low, high);
  solid.turn_to_y(from);
  solid.shift(from, {0, 0, up});
}

// Webs with a counterweight below and the pin between them, journals, and a flywheel behind.
Solid make_crank() {
  Outline web;
  add_arc(web, 20, 0.5, -100 * kPi / 180, 100 * kPi / 180, {kStroke, 0});
  add_arc(web, 24, 1.35, 115 * kPi / 180, 245 * kPi / 180);
  Solid crank;
  crank.add_prism(web, {0, 0}, -0.8, -0.5);
  crank.add_prism(web, {0, 0}, 0.5, 0.8);
  crank.add_disc(kPinSides, kPin, -0.55, 0.55, {kStroke, 0});
  crank.turn_to_y(0);
  add_disc_along_y(crank, kJournal, -1.7, -0.75);
  add_disc_along_y(crank, kJournal, 0.75, 1.8);
  add_disc_along_y(crank, 1.7, 1.75, 2);
  return crank;
}

// Shaped like an I, from its large eye, which is the origin, to its small one.
Solid make_rod() {
  constexpr double kFrom = 0.42, kTo = kRod - 0.28, kMiddle = (kFrom + kTo) / 2;
  Solid rod;
  rod.add_prism({{kFrom, -0.24}, {kTo, -0.16}, {kTo, 0.16}, {kFrom, 0.24}}, {coordinate(kMiddle), 0}, -0.07, 0.07);
  rod.add_prism({{kFrom, 0.16}, {kTo, 0.1}, {kTo, 0.16}, {kFrom, 0.24}}, {coordinate(kMiddle), 0.165}, -0.2, 0.2);
  rod.add_prism({{kFrom, -0.24}, {kTo, -0.16}, {kTo, -0.1}, {kFrom, -0.16}}, {coordinate(kMiddle), -0.165}, -0.2, 0.2);
  rod.turn_to_y(0);
  add_ring_along_y(rod, kBearing * kPin, 0.5, -0.4, 0.4);
  add_ring_along_y(rod, kBearing * kSmallPin, 0.36, -0.3, 0.3, kRod);
  return rod;
}

// Its pin is the origin.
Solid make_piston() {
  constexpr double kGroove = 1.19;
  Solid piston;
  piston.add_turned({{0, 0.42},
                     {kPiston, 0.42},
                     {kPiston, 0.5},
                     {kGroove, 0.5},
                     {kGroove, 0.55},
                     {kPiston, 0.55},
                     {kPiston, 0.62},
                     {kGroove, 0.62},
                     {kGroove, 0.67},
                     {kPiston, 0.67},
                     {kPiston, 0.86},
                     {1.2, kCrown},
                     {0, kCrown}},
                    kBoreSides);
  piston.add_ring(circle(kBoreSides, 1.08), circle(kBoreSides, kPiston), -0.5, 0.45);
  add_disc_along_y(piston, kSmallPin, -1.12, 1.12);
  add_disc_along_y(piston, 0.36, -1.12, -0.42);
  add_disc_along_y(piston, 0.36, 0.42, 1.12);
  return piston;
}

// Half of a round plate around a hole, which is seen from the hole's middle as a whole. The halves overlap.
void add_half_of_head(Solid& head, double hole, double low, double high, double side) {
  constexpr double kRadius = 1.5, kOverlap = 0.02;
  constexpr int kSides = 48;
  std::vector<double> angles;
  const double edge = std::sqrt(kRadius * kRadius - kOverlap * kOverlap);
  const double corner = std::atan2(edge, -kOverlap - kValve);
  for (int k = 0; k < kSides; ++k) angles.push_back(2 * kPi * k / kSides - kPi);
  angles.insert(angles.end(), {corner, -corner});
  std::sort(angles.begin(), angles.end());
  Outline inner, outer;
  for (const double angle : angles) {
    const double x = std::cos(angle), y = std::sin(angle);
    const double along = kValve * x;  // (valve + t·direction)² = radius²
    double reach = -along + std::sqrt(along * along + kRadius * kRadius - kValve * kValve);
    if (x < 0) reach = std::min(reach, (kValve + kOverlap) / -x);
    inner.push_back({coordinate(side * (kValve + hole * x)), coordinate(side * hole * y)});
    outer.push_back({coordinate(side * (kValve + reach * x)), coordinate(side * reach * y)});
  }
  head.add_ring(inner, outer, low, high);
}

// A quarter is cut away. With fins, and with a head that the valves' stems go through.
Solid make_cylinder() {
  const auto open = [](double radius) {
    Outline outline;
    add_arc(outline, kBoreSides * 3 / 4, radius, 0, 1.5 * kPi);
    return outline;
  };
  Solid cylinder;
  cylinder.add_ring(open(kBore), open(1.42), 1.9, kHead, true);
  for (int k = 0; k < 8; ++k) {
    const double low = 2.2 + 0.34 * k;
    cylinder.add_ring(open(1.35), open(1.85), low, low + 0.12, true);
  }
  for (const double side : {-1.0, 1.0}) {
    add_half_of_head(cylinder, 0.5, kHead, kHead + 0.3, side);
    add_half_of_head(cylinder, 0.13, kHead + 0.25, kHead + 0.55, side);
  }
  return cylinder;
}

// A base with two bearings and the posts that carry the cylinder.
Solid make_frame() {
  constexpr double kFloor = -2.1;
  Solid frame;
  frame.add_box({-2.3, -2.2, kFloor}, {2.3, 2.4, kFloor + 0.2});
  for (const double side : {-1.0, 1.0}) {
    const double low = side < 0 ? -1.5 : 1.0;
    add_ring_along_y(frame, kBearing * kJournal, 0.7, low, low + 0.5);
    frame.add_box({-0.55, low, kFloor + 0.1}, {0.55, low + 0.5, -0.55});
    frame.add_disc(kPinSides, 0.12, kFloor + 0.1, 2.3, {side * 1.72, 0});
  }
  return frame;
}

// The origin is the middle of its plate's lower face.
Solid make_valve() {
  Solid valve;
  valve.add_turned(
      {{0, 0}, {0.46, 0}, {0.46, 0.05}, {0.2, 0.14}, {0.1, 0.22}, {0.1, 1.2}, {0.28, 1.2}, {0.28, 1.3}, {0, 1.3}}, 32);
  return valve;
}

// How far a valve is open at a crank angle, counted from the top.
double lift(double angle, double opens, double closes) {
  if (angle <= opens || angle >= closes) return 0;
  const double wave = std::sin(kPi * (angle - opens) / (closes - opens));
  return 0.6 * wave * wave;
}

struct Poses {
  Pose crank, rod, piston, intake, exhaust;
};

Poses engine_at(double turns, bool is_late) {
  const double angle = 2 * kPi * turns;
  const double x = kStroke * std::sin(angle), z = kStroke * std::cos(angle), lean = -std::asin(x / kRod);
  const double intake = lift(angle, 0.45, 3.7);
  const double exhaust = is_late ? lift(angle, 9.5, 4 * kPi + 0.25) : lift(angle, 8.8, 4 * kPi - 0.45);
  constexpr Vec3 kAxis{0, 1, 0};
  constexpr double kClosed = kHead + 0.02;
  return {turned(kAxis, angle), turned(kAxis, lean, {x, 0, z}), turned(kAxis, 0, {0, 0, z + kRod * std::cos(lean)}),
          turned(kAxis, 0, {-kValve, 0, kClosed - intake}), turned(kAxis, 0, {kValve, 0, kClosed - exhaust})};
}

const char* exhaust_name(bool is_late) { return is_late ? "late exhaust valve" : "exhaust valve"; }

// Valves are asked about against everything that moves; what is fitted into each other, a pin into its bearing, is not.
constexpr Groups kFitted{1, 2}, kValves{2, 3}, kCase{4, 4};

std::string engine_in_motion(bool is_late, bool valves_alone) {
  constexpr int kFrames = 240;
  constexpr double kTurns = 2;
  SceneMaker maker;
  const auto group = [&](const Groups& groups) {
    if (valves_alone) maker.set_groups(groups);
  };
  maker.add_fixed("frame", make_frame());
  group(kCase);
  maker.add_fixed("cylinder", make_cylinder());
  group(kCase);
  SceneMotion* crank = maker.add("crank", make_crank());
  group(kFitted);
  SceneMotion* rod = maker.add("rod", make_rod());
  group(kFitted);
  SceneMotion* piston = maker.add("piston", make_piston());
  group(kFitted);
  SceneMotion* intake = maker.add("intake valve", make_valve());
  group(kValves);
  SceneMotion* exhaust = maker.add(exhaust_name(is_late), make_valve());
  group(kValves);
  for (int k = 0; k <= kFrames; ++k) {
    const double time = kTurns * k / kFrames;
    const Poses poses = engine_at(time, is_late);
    crank->frames.push_back({time, poses.crank});
    rod->frames.push_back({time, poses.rod});
    piston->frames.push_back({time, poses.piston});
    intake->frames.push_back({time, poses.intake});
    exhaust->frames.push_back({time, poses.exhaust});
  }
  return maker.text(TimeInterval{{0, kTurns}});
}

}  // namespace

std::string engine_scene() { return engine_in_motion(false, false); }
std::string late_valve_scene() { return engine_in_motion(true, true); }

std::string engine_clash_scene() {
  const Poses poses = engine_at(1.9375, true);
  SceneMaker maker;
  maker.add_fixed("frame", make_frame());
  maker.add_fixed("cylinder", make_cylinder());
  maker.add("crank", make_crank(), poses.crank);
  maker.add("rod", make_rod(), poses.rod);
  maker.add("piston", make_piston(), poses.piston);
  maker.add("intake valve", make_valve(), poses.intake);
  maker.add(exhaust_name(true), make_valve(), poses.exhaust);
  return maker.text();
}

}  // namespace clearance::cli
