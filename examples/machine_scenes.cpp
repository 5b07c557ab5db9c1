// The bundled scenes of machines, made here of solid meshes: a key that turns in a lock and one without its notch; two
// gears that mesh and a wheel that slips; an engine over a full turn, and one whose valve closes too late.
// Compares the files of this folder with what it makes; with --write it writes them.
#include <clearance/clearance.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <deque>
#include <numbers>
#include <string>
#include <vector>

namespace {
using namespace clearance;
constexpr double kPi = std::numbers::pi;

// ---- Solids ---------------------------------------------------------------------------------------------------------

// Sines differ in their last bits from one machine to another; what is rounded so does not.
double rounded_at(double value, double steps) { return std::round(value * steps) / steps + 0.0; }
double coordinate(double value) { return rounded_at(value, 1e5); }

struct Point2 {
  double x, y;
};
using Outline = std::vector<Point2>;  // counter-clockwise

Point2 polar(double radius, double angle) {
  return {coordinate(radius * std::cos(angle)), coordinate(radius * std::sin(angle))};
}
Outline circle(int sides, double radius) {
  Outline points;
  for (int k = 0; k < sides; ++k) points.push_back(polar(radius, 2 * kPi * k / sides));
  return points;
}

// Several closed surfaces may overlap in one body: it is their union.
struct Solid {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;

  std::uint32_t size() const { return static_cast<std::uint32_t>(points.size()); }
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
  }
  void add_points(const Outline& outline, double z) {
    for (const auto [x, y] : outline) points.push_back({x, y, coordinate(z)});
  }

  // An outline that is seen as a whole from `centre`, from one height to another.
  void add_prism(const Outline& outline, Point2 centre, double low, double high) {
    const std::uint32_t first = size(), n = static_cast<std::uint32_t>(outline.size()), above = first + n;
    add_points(outline, low);
    add_points(outline, high);
    points.push_back({centre.x, centre.y, coordinate(low)});
    points.push_back({centre.x, centre.y, coordinate(high)});
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::uint32_t next = (k + 1) % n;
      quad(first + k, first + next, above + next, above + k);
      triangles.push_back({first + next, first + k, above + n});
      triangles.push_back({above + k, above + next, above + n + 1});
    }
  }
  void add_box(Vec3 low, Vec3 high) {
    add_prism({{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}},
              {coordinate((low.x + high.x) / 2), coordinate((low.y + high.y) / 2)}, low.z, high.z);
  }
  // Between two outlines of equally many points, one within the other; open: without the piece from the last to the
  // first.
  void add_ring(const Outline& inner, const Outline& outer, double low, double high, bool is_open = false) {
    const std::uint32_t first = size(), n = static_cast<std::uint32_t>(inner.size());
    for (const double z : {low, high})
      for (const Outline* outline : {&inner, &outer}) add_points(*outline, z);
    const auto at = [&](std::uint32_t k, bool is_outer, bool is_high) {
      return first + k % n + (is_outer ? n : 0) + (is_high ? 2 * n : 0);
    };
    for (std::uint32_t k = 0; k + (is_open ? 1 : 0) < n; ++k) {
      quad(at(k, true, false), at(k + 1, true, false), at(k + 1, true, true), at(k, true, true));
      quad(at(k + 1, false, false), at(k, false, false), at(k, false, true), at(k + 1, false, true));
      quad(at(k, false, true), at(k, true, true), at(k + 1, true, true), at(k + 1, false, true));
      quad(at(k + 1, false, false), at(k + 1, true, false), at(k, true, false), at(k, false, false));
    }
    if (!is_open) return;
    quad(at(0, false, false), at(0, true, false), at(0, true, true), at(0, false, true));
    quad(at(n - 1, true, false), at(n - 1, false, false), at(n - 1, false, true), at(n - 1, true, true));
  }

  // From here on: what was along z is then along y, or along x.
  void turn_to_y(std::uint32_t from) {
    for (std::uint32_t k = from; k < size(); ++k) points[k] = {points[k].y, points[k].z, points[k].x};
  }
  void turn_to_x(std::uint32_t from) {
    for (std::uint32_t k = from; k < size(); ++k) points[k] = {points[k].z, points[k].x, points[k].y};
  }
  void shift(std::uint32_t from, Vec3 by) {
    for (std::uint32_t k = from; k < size(); ++k) {
      const Vec3 moved = points[k] + by;
      points[k] = {coordinate(moved.x), coordinate(moved.y), coordinate(moved.z)};
    }
  }
};

// ---- Scenes ---------------------------------------------------------------------------------------------------------

class Maker {
 public:
  SceneMotion* add(const std::string& name, Solid solid) {
    bodies_.push_back({name, std::move(solid)});
    return &bodies_.back().motion;
  }

  // Compares the file with the scene, or writes it.
  bool finish(const std::string& path, double from, double to, bool write) const {
    std::vector<SceneEntry> entries;
    for (const Body& body : bodies_) {
      SceneEntry entry{body.name, body.solid.points, {}};
      entry.triangles = body.solid.triangles;
      entry.is_solid = true;
      entry.is_static = body.motion.frames.empty();  // two that stand still are no pair
      if (!entry.is_static) entry.motion = &body.motion;
      entries.push_back(entry);
    }
    const TimeInterval interval{{from, to}};
    if (write) return write_scene(path, entries, interval).ok();
    std::string text(1, '\0');
    if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
      text.resize(1 << 22);
      text.resize(std::fread(text.data(), 1, text.size(), file));
      std::fclose(file);
    }
    if (text == scene_text(entries, interval)) return true;
    std::printf("%s is not what this program makes; run it with --write\n", path.c_str());
    return false;
  }

 private:
  struct Body {
    std::string name;
    Solid solid;
    SceneMotion motion{SceneMotion::Kind::Keyframes, {}, {}, {}};
  };
  std::deque<Body> bodies_;  // motions stay where they are
};

// Turned about z by an angle. Neighbours are less than a turn apart, so that their quaternions are not opposite.
Pose turned(double angle, Vec3 at = {}) {
  const double w = std::cos(angle / 2), z = std::sin(angle / 2);
  return rotation({rounded_at(w, 1e7), 0, 0, rounded_at(z, 1e7)},
                  {rounded_at(at.x, 1e7), rounded_at(at.y, 1e7), rounded_at(at.z, 1e7)});
}

// ---- A key and a lock -----------------------------------------------------------------------------------------------

// A round hole and a slot below it: both are seen from the origin, so that a ray in each direction finds the edge.
void add_keyhole_plate(Solid& lock) {
  constexpr double kHole = 0.3, kSlot = 0.1, kDepth = 1.1;
  const double corner = std::atan2(kSlot, kDepth), mouth = std::asin(kSlot / kHole);
  std::vector<double> angles;  // from straight down
  for (const double angle : {corner, mouth}) angles.insert(angles.end(), {angle, 2 * kPi - angle});
  for (int k = 1; k < 24; ++k) angles.push_back(mouth + (2 * kPi - 2 * mouth) * k / 24);
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
Solid make_lock() {
  Solid lock;
  add_keyhole_plate(lock);
  lock.add_prism(circle(32, 1.6), {0, 0}, -1.4, -1.2);
  Outline inner, outer;
  for (int k = 0; k <= 40; ++k) {
    const double angle = (-60 + 300.0 * k / 40) * kPi / 180;
    inner.push_back(polar(0.55, angle)), outer.push_back(polar(0.65, angle));
  }
  lock.add_ring(inner, outer, -1.25, -0.45, true);
  return lock;
}

Solid make_key(bool has_notch) {
  Solid key;
  key.add_prism(circle(24, 0.25), {0, 0}, -0.3, 2.5);
  if (has_notch) {
    key.add_box({-0.08, -1, 0.07}, {0.08, -0.1, 0.15});
    key.add_box({-0.08, -1, -0.15}, {0.08, -0.67, 0.15});
    key.add_box({-0.08, -0.53, -0.15}, {0.08, -0.1, 0.15});
  } else {
    key.add_box({-0.08, -1, -0.15}, {0.08, -0.1, 0.15});
  }
  const std::uint32_t bow = key.size();
  key.add_ring(circle(24, 0.4), circle(24, 0.7), -0.1, 0.1);
  key.turn_to_x(bow);
  key.shift(bow, {0, 0, 3});
  return key;
}

// In until behind the plate, half a turn, and half a turn back.
bool key_in_lock(bool has_notch, const std::string& path, bool write) {
  Maker maker;
  maker.add("lock", make_lock());
  SceneMotion* motion = maker.add(has_notch ? "key" : "key without a notch", make_key(has_notch));
  const Vec3 front{0, 0, 1}, behind{0, 0, -0.5};
  motion->frames = {{0, turned(0, front)},    {1, turned(0, behind)},       {2, turned(kPi / 2, behind)},
                    {3, turned(kPi, behind)}, {4, turned(kPi / 2, behind)}, {5, turned(0, behind)},
                    {6, turned(0, front)}};
  return maker.finish(path, 0, 6, write);
}

// ---- Gears ----------------------------------------------------------------------------------------------------------

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

Solid make_gear(int teeth) {
  Solid gear_body;
  gear_body.add_prism(gear(teeth, 0.1, 0.004), {0, 0}, -0.1, 0.1);
  return gear_body;
}

// The pinion turns once, the wheel by three quarters of that the other way. A wheel that slips lags behind by the time
// that the pinion has turned by a half.
bool gears(bool slips, const std::string& path, bool write) {
  constexpr int kPinion = 18, kWheel = 24, kSteps = 36;
  Maker maker;
  SceneMotion* pinion = maker.add("pinion", make_gear(kPinion));
  SceneMotion* wheel = maker.add(slips ? "wheel that slips" : "wheel", make_gear(kWheel));
  for (int k = 0; k <= kSteps; ++k) {
    const double angle = 2 * kPi * k / kSteps, slip = slips && 2 * k > kSteps ? 0.02 : 0;
    pinion->frames.push_back({double(k), turned(angle)});
    // A gap of the wheel faces the pinion's first tooth.
    const double phase = kPi + kPi / kWheel;
    wheel->frames.push_back({double(k), turned(phase - (angle - slip) * kPinion / kWheel, {2.101, 0, 0})});
  }
  return maker.finish(path, 0, kSteps, write);
}

// ---- An engine ------------------------------------------------------------------------------------------------------

constexpr double kStroke = 1, kRod = 3.2;  // from the middle of the crank to its pin, and from there to the piston's
constexpr int kSides = 16;                 // of pins, and of their holes, which begin outside them
constexpr double kPin = 0.3, kSmallPin = 0.2, kBearing = 1.04;

void add_disc(Solid& solid, int sides, double radius, Vec3 at, double low, double high) {
  const std::uint32_t from = solid.size();
  solid.add_prism(circle(sides, radius), {0, 0}, low, high);
  solid.shift(from, at);
}

// Two webs, the pin between them, and journals.
Solid make_crank() {
  Solid crank;
  for (const double side : {-1.0, 1.0}) {
    crank.add_box({-0.45, -0.6, side < 0 ? -0.8 : 0.5}, {0.45, kStroke + 0.4, side < 0 ? -0.5 : 0.8});
    add_disc(crank, kSides, 0.4, {}, side < 0 ? -1.5 : 0.75, side < 0 ? -0.75 : 1.5);
  }
  add_disc(crank, kSides, kPin, {0, kStroke, 0}, -0.55, 0.55);
  return crank;
}

// From its large eye, which is the origin, to its small one.
Solid make_rod() {
  Solid rod;
  rod.add_ring(circle(kSides, kBearing * kPin), circle(kSides, 0.5), -0.4, 0.4);
  const std::uint32_t eye = rod.size();
  rod.add_ring(circle(kSides, kBearing * kSmallPin), circle(kSides, 0.35), -0.3, 0.3);
  rod.shift(eye, {0, kRod, 0});
  rod.add_box({-0.15, 0.4, -0.15}, {0.15, kRod - 0.3, 0.15});
  return rod;
}

constexpr int kBoreSides = 32;
constexpr double kBore = 1.25, kCrown = 0.9;

// Its pin is the origin.
Solid make_piston() {
  Solid piston;
  piston.add_prism(circle(kBoreSides, kBore - 0.01), {0, 0}, 0.4, kCrown);
  piston.turn_to_y(0);
  for (const double side : {-1.0, 1.0})
    piston.add_box({-0.3, -0.3, side < 0 ? -0.6 : 0.4}, {0.3, 0.45, side < 0 ? -0.4 : 0.6});
  add_disc(piston, kSides, kSmallPin, {}, -0.5, 0.5);
  return piston;
}

constexpr double kHead = kStroke + kRod + kCrown + 0.05;  // a twentieth above the highest crown

// With a head that the valve's stem goes through.
Solid make_cylinder() {
  Solid cylinder;
  cylinder.add_ring(circle(kBoreSides, kBore), circle(kBoreSides, kBore + 0.2), 2, kHead + 0.4);
  cylinder.add_ring(circle(kBoreSides, 0.15), circle(kBoreSides, kBore + 0.1), kHead + 0.15, kHead + 0.4);
  cylinder.turn_to_y(0);
  return cylinder;
}

// The origin is the middle of its plate's lower face.
Solid make_valve() {
  Solid valve;
  valve.add_prism(circle(16, 0.5), {0, 0}, 0, 0.1);
  valve.add_prism(circle(16, 0.12), {0, 0}, 0.05, 1.5);
  valve.turn_to_y(0);
  return valve;
}

// How far the valve is open at a crank angle, counted from the top.
double lift(double angle, double opens, double closes) {
  if (angle <= opens || angle >= closes) return 0;
  const double wave = std::sin(kPi * (angle - opens) / (closes - opens));
  return 0.7 * wave * wave;
}

bool engine(bool is_late, const std::string& path, bool write) {
  constexpr int kFrames = 720;
  Maker maker;
  maker.add("cylinder", make_cylinder());
  SceneMotion* crank = is_late ? nullptr : maker.add("crank", make_crank());
  SceneMotion* rod = is_late ? nullptr : maker.add("rod", make_rod());
  SceneMotion* piston = maker.add("piston", make_piston());
  SceneMotion* valve = maker.add(is_late ? "late valve" : "valve", make_valve());
  for (int k = 0; k <= kFrames; ++k) {
    const double angle = 2 * kPi * k / kFrames, time = double(k) / kFrames;
    const double x = kStroke * std::sin(angle), y = kStroke * std::cos(angle), lean = std::asin(x / kRod);
    const double open = is_late ? lift(angle, 4, 2 * kPi) : lift(angle, 0.5, 3.8);
    if (crank) crank->frames.push_back({time, turned(-angle)});
    if (rod) rod->frames.push_back({time, turned(lean, {x, y, 0})});
    piston->frames.push_back({time, turned(0, {0, y + kRod * std::cos(lean), 0})});
    valve->frames.push_back({time, turned(0, {0, kHead + 0.04 - open, 0})});
  }
  return maker.finish(path, 0, 1, write);
}

}  // namespace

int main(int argc, char** argv) {
  const bool write = argc > 1 && std::string(argv[1]) == "--write";
  const std::array made = {
      key_in_lock(true, "key.scene.json", write), key_in_lock(false, "wrong_key.scene.json", write),
      gears(false, "gears.scene.json", write),    gears(true, "slipping_gears.scene.json", write),
      engine(false, "engine.scene.json", write),  engine(true, "late_valve.scene.json", write)};
  bool all = true;
  for (const bool is_made : made) all = all && is_made;
  std::printf(all ? "six scenes %s\n" : "not all scenes %s\n", write ? "written" : "are as this program makes them");
  return all ? 0 : 1;
}
