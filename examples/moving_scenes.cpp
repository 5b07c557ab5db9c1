// The bundled scenes of motions, made here: a spinning rod among pegs, a bullet and a thin wall, two boxes that graze,
// a gem thrown at a block, without turning and tumbling.
// Compares the files of this folder with what it makes; with --write it writes them.
#include <clearance/clearance.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {
using namespace clearance;

std::vector<Vec3> block(Vec3 low, Vec3 high) {
  std::vector<Vec3> corners(8);
  for (unsigned k = 0; k < 8; ++k)
    corners[k] = {(k & 1) != 0 ? high.x : low.x, (k & 2) != 0 ? high.y : low.y, (k & 4) != 0 ? high.z : low.z};
  return corners;
}

struct Maker {
  void add(const std::string& name, std::vector<Vec3> points, Vec3 at, const SceneMotion* motion = nullptr) {
    bodies.push_back({name, std::move(points), at, motion});
  }

  // Compares the file with the scene, or writes it.
  bool finish(const std::string& path, double from, double to, bool write) const {
    std::vector<SceneEntry> entries;
    for (const Body& body : bodies) {
      SceneEntry entry{body.name, body.points, translation(body.at)};
      entry.motion = body.motion;
      entry.is_static = body.motion == nullptr;  // two that stand still are no pair
      entries.push_back(entry);
    }
    const TimeInterval interval{{from, to}};
    if (write) return write_scene(path, entries, interval).ok();
    std::string text(1, '\0');
    if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
      text.resize(1 << 20);
      text.resize(std::fread(text.data(), 1, text.size(), file));
      std::fclose(file);
    }
    if (text == scene_text(entries, interval)) return true;
    std::printf("%s is not what this program makes; run it with --write\n", path.c_str());
    return false;
  }

  struct Body {
    std::string name;
    std::vector<Vec3> points;
    Vec3 at;
    const SceneMotion* motion;
  };
  std::vector<Body> bodies;
};

// One turn in four quarters about the z axis. The rod's corners reach 2.0025 far, less a hair.
bool spinning_rod(bool write) {
  SceneMotion turn;
  turn.kind = SceneMotion::Kind::Keyframes;
  const Quat quarters[] = {{1, 0, 0, 0}, {1, 0, 0, 1}, {0, 0, 0, 1}, {-1, 0, 0, 1}, {-1, 0, 0, 0}};
  for (int k = 0; k <= 4; ++k) turn.frames.push_back({double(k), rotation(quarters[k])});
  const std::vector<Vec3> peg = block({-0.125, -0.125, -1}, {0.125, 0.125, 1});
  const std::vector<Vec3> wedge = {{0, 0, -1}, {1, 1, -1}, {-1, 1, -1}, {0, 0, 1}, {1, 1, 1}, {-1, 1, 1}};
  Maker maker;
  maker.add("rod", block({-2, -0.1, -0.1}, {2, 0.1, 0.1}), {}, &turn);
  maker.add("near peg", peg, {0.5, 1, 0});
  maker.add("far peg", peg, {-1.5, 1, 0});
  maker.add("peg out of reach", peg, {1.6, 1.6, 0});
  maker.add("wedge a hair away", wedge, {0, 2.0025, 0});
  maker.add("peg below", block({-0.125, -0.125, -1}, {0.125, 0.125, -0.100000001}), {1, -1, 0});
  return maker.finish("spinning_rod.scene.json", 0, 4, write);
}

// At 900 a second it is through the wall, a thousandth thick, in a sixtieth of a sixtieth.
bool bullet(bool write) {
  SceneMotion shot;
  shot.kind = SceneMotion::Kind::Ballistic;
  shot.flight.velocity = {900, 0, 0};
  shot.flight.acceleration = {0, 0, -9.81};
  std::vector<Vec3> points{{0.02, 0, 0}};
  for (const double x : {-0.02, 0.0})
    for (const Vec3 corner : {Vec3{x, 0.004, 0}, {x, 0, 0.004}, {x, -0.004, 0}, {x, 0, -0.004}})
      points.push_back(corner);
  Maker maker;
  maker.add("bullet", points, {0, 0, 1.5}, &shot);
  maker.add("thin wall", block({0, -1, 0}, {0.001, 1, 2}), {4.5, 0, 0});
  maker.add("low wall", block({0, -1, 0}, {0.001, 1, 1.4955}), {9, 0, 0});
  return maker.finish("bullet.scene.json", 0, 0.0166, write);
}

// Edge to edge at one instant, a third of a second, and apart before and after it.
bool graze(bool write) {
  SceneMotion pass;
  pass.flight.velocity = {3, -3, 0};
  Maker maker;
  maker.add("standing box", block({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), {});
  maker.add("passing box", block({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), {0, 2, 0.25}, &pass);
  return maker.finish("graze.scene.json", 0, 1, write);
}

bool gem(const SceneMotion& motion, const std::string& path, bool write) {
  Maker maker;
  maker.add("block", block({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), {});
  maker.add("gem", {{0.4, 0, 0}, {-0.4, 0, 0}, {0, 0.4, 0}, {0, -0.4, 0}, {0, 0, 0.6}, {0, 0, -0.6}}, {-2, 3, 0.5},
            &motion);
  return maker.finish(path, 0, 1, write);
}

// Its tip meets a side of the block that is not the nearest one at first.
bool thrown_gem(bool write) {
  SceneMotion motion;
  motion.flight.velocity = {2, -5, -0.5};
  return gem(motion, "thrown_gem.scene.json", write);
}

bool tumbling_gem(bool write) {
  SceneMotion motion;
  motion.kind = SceneMotion::Kind::Keyframes;
  motion.frames = {{0, translation({-2, 3, 0.5})}, {1, rotation({1, 1, 0, 1}, {0, -2, 0})}};
  return gem(motion, "tumbling_gem.scene.json", write);
}

}  // namespace

int main(int argc, char** argv) {
  const bool write = argc > 1 && std::string(argv[1]) == "--write";
  bool all = true;
  for (const auto scene : {spinning_rod, bullet, graze, thrown_gem, tumbling_gem}) all = scene(write) && all;
  std::printf(all ? "five scenes %s\n" : "not all scenes %s\n", write ? "written" : "are as this program makes them");
  return all ? 0 : 1;
}
