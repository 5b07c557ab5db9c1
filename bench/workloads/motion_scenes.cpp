#include <bench/workloads/motion_scenes.h>
#include <bench/workloads/random_motion.h>

#include <cmath>

namespace clearance::bench {
namespace {

constexpr double kGravity = 9.81;
constexpr double kPi = 3.14159265358979323846;
constexpr double kLeastBounce = 0.03;  // m/s: bounces of 46 µm, 6 ms each, are what rest looks like
constexpr double kPitch = 4;           // of copies; the bowling lane, 20 m long, lies across
constexpr int kSamples = 4;            // intervals of a step between which the position is sampled

// Height over time of something thrown up with a speed, from a height, that bounces on the ground at 0.
class Bounces {
 public:
  Bounces(double height, double speed, double restitution) : height_(height), speed_(speed) {
    double impact = std::sqrt(speed * speed + 2 * kGravity * height);
    double time = (speed + impact) / kGravity;
    while (impact * restitution > kLeastBounce) {
      impact *= restitution;
      hops_.push_back({time, impact});
      time += 2 * impact / kGravity;
    }
    hops_.push_back({time, kLeastBounce});
  }

  double at(double t) const {
    if (t < hops_.front().begin) return height_ + t * (speed_ - 0.5 * kGravity * t);
    std::size_t k = 0;
    while (k + 1 < hops_.size() && hops_[k + 1].begin <= t) ++k;
    const double period = 2 * hops_[k].speed / kGravity, s = std::fmod(t - hops_[k].begin, period);
    return s * (hops_[k].speed - 0.5 * kGravity * s);
  }

 private:
  struct Hop {
    double begin, speed;
  };
  double height_, speed_;
  std::vector<Hop> hops_;  // the last goes on for ever
};

// Distance after t of something that friction stops: `speed` at first, `reach` in the end.
double sliding(double t, double speed, double reach) { return t <= 0 ? 0 : reach * (1 - std::exp(-t * speed / reach)); }

// A sphere about the centre of mass on its way.
struct Mover {
  double radius, top_speed;
  std::function<Vec3(double)> at;
};

struct Stage {
  std::vector<Box> fixed;
  std::vector<Mover> movers;
};

Box slab(Vec3 centre, Vec3 sides) { return {centre - 0.5 * sides, centre + 0.5 * sides}; }

Vec3 level_direction(Random& random) {
  const Vec3 d = random_direction(random);
  const double length = std::sqrt(d.x * d.x + d.y * d.y);
  return length > 0 ? Vec3{d.x / length, d.y / length, 0} : Vec3{1, 0, 0};
}

// Eight coins, as in the paper's Fig. 4: thrown up from a hand, they fall, bounce, slide and lie.
Stage coins(Random& random) {
  constexpr double kRadius = 0.012, kThickness = 0.002;
  Stage out;
  out.fixed.push_back(slab({0, 0, -0.025}, {2, 2, 0.05}));
  for (int k = 0; k < 8; ++k) {
    const Vec3 hand = {random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), 0};
    const Vec3 way = level_direction(random);
    const double speed = random.uniform(0.2, 0.6), reach = random.uniform(0.1, 0.3);
    const Bounces bounces(random.uniform(0.2, 0.4), random.uniform(0.5, 1), 0.5);
    out.movers.push_back({kRadius, 4, [=](double t) {
                            return hand + sliding(t, speed, reach) * way + Vec3{0, 0, 0.5 * kThickness + bounces.at(t)};
                          }});
  }
  return out;
}

// A ball rolls 3 m in half a second and sends ten pins flying; gutters, lane and pit are fixed.
Stage bowling(Random& random) {
  constexpr double kBall = 0.108, kPin = 0.19, kSpacing = 0.305, kSpeed = 6, kRun = 3;
  Stage out;
  out.fixed.push_back(slab({0, 0, -0.025}, {20, 1.05, 0.05}));
  for (const double side : {-1.0, 1.0}) out.fixed.push_back(slab({0, side * 0.65, 0}, {20, 0.25, 0.1}));
  out.fixed.push_back(slab({10.05, 0, 0.5}, {0.1, 1.6, 1.1}));
  const double sway = random.uniform(-0.03, 0.03);
  out.movers.push_back({kBall, kSpeed, [=](double t) {
                          const double x =
                              kSpeed * t < kRun ? kSpeed * t - kRun : sliding(t - kRun / kSpeed, kSpeed, 5);
                          return Vec3{x, sway, kBall};
                        }});
  for (int row = 0; row < 4; ++row) {
    for (int k = 0; k <= row; ++k) {
      const Vec3 spot = {row * kSpacing * 0.866, (k - 0.5 * row) * kSpacing, kPin};
      const double hit = (kRun + spot.x) / kSpeed + 0.01 * k;
      const Vec3 way = {random.uniform(0.3, 0.9), random.uniform(-0.4, 0.4), 0};
      const double speed = random.uniform(1, 4);
      const Bounces standing(0, kLeastBounce, 0.5), flying(0, random.uniform(0.5, 2), 0.4);
      out.movers.push_back({kPin, 5, [=](double t) {
                              const double z = t < hit ? standing.at(t) : flying.at(t - hit);
                              return spot + sliding(t - hit, speed, 0.8) * way + Vec3{0, 0, z};
                            }});
    }
  }
  return out;
}

// A rattleback 20 cm long spins on a table, rattles to a stop and turns the other way; it hardly leaves its place.
Stage rattleback(Random& random) {
  constexpr double kRadius = 0.1, kHeight = 0.7;
  Stage out;
  out.fixed.push_back(slab({0, 0, kHeight - 0.02}, {1.2, 0.8, 0.04}));
  for (const double x : {-0.55, 0.55})
    for (const double y : {-0.35, 0.35}) out.fixed.push_back(slab({x, y, 0.33}, {0.06, 0.06, 0.66}));
  const double phase = random.uniform(0, 2 * kPi), drift = random.uniform(0.002, 0.006);
  const Bounces rattling(0.0005, 0, 0.9);
  out.movers.push_back({kRadius, 0.3, [=](double t) {
                          const double turned = phase + 25 * t - 10 * t * t;  // rad: turns back after 1.25 s
                          return Vec3{drift * std::cos(turned), drift * std::sin(turned),
                                      kHeight + 0.02 + rattling.at(t)};
                        }});
  return out;
}

// Parts of 4 cm come down a chute of five sloping sections between side walls, one after another, and end in a tray.
Stage chute(Random& random) {
  constexpr double kRadius = 0.02, kSlope = 0.5, kLength = 1, kSpeed = 0.6, kWidth = 0.1, kEvery = 0.12;
  constexpr int kSections = 5, kParts = 12;
  Stage out;
  for (int k = 0; k < kSections; ++k) {
    const double side = kLength / kSections, x = (k + 0.5) * side, z = -kSlope * x;
    out.fixed.push_back(slab({x, 0, z - 0.01}, {side, kWidth, kSlope * side + 0.02}));
    for (const double edge : {-1.0, 1.0})
      out.fixed.push_back(slab({x, edge * (0.5 * kWidth + 0.005), z + 0.03}, {side, 0.01, kSlope * side + 0.1}));
  }
  out.fixed.push_back(slab({kLength + 0.15, 0, -kSlope * kLength - 0.12}, {0.3, 0.3, 0.02}));
  for (int k = 0; k < kParts; ++k) {
    const double start = kEvery * k, end = start + kLength / kSpeed;
    const double y = random.uniform(-0.03, 0.03), weave = random.uniform(0.002, 0.015), rate = random.uniform(5, 12);
    const double reach = random.uniform(0.05, 0.2);
    const Bounces chatter(random.uniform(0.002, 0.01), 0, 0.8), fall(0.1, 0, 0.4);
    out.movers.push_back({kRadius, 2, [=](double t) {
                            const double s = std::fmax(0, t - start);
                            if (t < end) {
                              const double x = kSpeed * s;
                              return Vec3{x, y + weave * std::sin(rate * s),
                                          -kSlope * x + 0.5 * kRadius + chatter.at(s)};
                            }
                            const double y_end = y + weave * std::sin(rate * (end - start));
                            return Vec3{kLength + sliding(t - end, kSpeed, reach), y_end,
                                        -kSlope * kLength - 0.1 + 0.5 * kRadius + fall.at(t - end)};
                          }});
  }
  return out;
}

Stage stage_of(MotionScene scene, Random& random) {
  switch (scene) {
    case MotionScene::Coins:
      return coins(random);
    case MotionScene::Bowling:
      return bowling(random);
    case MotionScene::Rattleback:
      return rattleback(random);
    case MotionScene::Chute:
      break;
  }
  return chute(random);
}

Box swept_box(const Mover& mover, double t, double step) {
  Box box = kNoBox;
  for (int k = 0; k <= kSamples; ++k) {
    const Vec3 p = mover.at(t + step * k / kSamples);
    box = united(box, {p, p});
  }
  return grown(box, mover.radius + 0.5 * mover.top_speed * step / kSamples);
}

}  // namespace

const char* to_string(MotionScene scene) {
  constexpr const char* kNames[] = {"coins", "bowling", "rattleback top", "part feeder chute"};
  return kNames[static_cast<int>(scene)];
}

double paper_ratio(MotionScene scene) {
  constexpr double kRatios[] = {6.2, 7.0, 6.0, 7.2};
  return kRatios[static_cast<int>(scene)];
}

MotionFrames motion_frames(MotionScene scene, const MotionOptions& options) {
  Random random(static_cast<std::uint64_t>(scene) + 1997);
  MotionFrames out;
  const auto frames = static_cast<std::size_t>(std::lround(options.seconds / options.step));
  out.moving.resize(frames);
  for (int copy = 0; copy < options.copies; ++copy) {
    const Vec3 shift = {0, kPitch * copy, 0};
    const Stage stage = stage_of(scene, random);
    const auto moved = [&](const Box& box) { return Box{box.low + shift, box.high + shift}; };
    for (const Box& box : stage.fixed) out.fixed.push_back(moved(box));
    for (std::size_t frame = 0; frame < frames; ++frame)
      for (const Mover& mover : stage.movers)
        out.moving[frame].push_back(moved(swept_box(mover, static_cast<double>(frame) * options.step, options.step)));
  }
  return out;
}

BoxFrames settling_parts(int count, int frames, double step) {
  constexpr double kRadius = 0.02, kSpread = 0.00005, kSpacing = 0.06, kCreep = 0.01;
  Random random(1997);
  const auto side = static_cast<int>(std::ceil(std::sqrt(count)));
  const Bounces resting(0, kLeastBounce, 0.5);
  std::vector<Mover> movers;
  for (int k = 0; k < count; ++k) {
    const Vec3 spot = {kSpacing * (k % side), kSpacing * (k / side), 0};  // NOLINT(bugprone-integer-division)
    const Vec3 way = level_direction(random);
    const double radius = kRadius + random.uniform(-kSpread, kSpread), phase = random.uniform(0, 1);
    movers.push_back(
        {radius, kCreep, [=](double t) { return spot + kCreep * t * way + Vec3{0, 0, resting.at(t + phase)}; }});
  }
  BoxFrames out(static_cast<std::size_t>(frames));
  for (std::size_t frame = 0; frame < out.size(); ++frame)
    for (const Mover& mover : movers) out[frame].push_back(swept_box(mover, static_cast<double>(frame) * step, step));
  return out;
}

}  // namespace clearance::bench
