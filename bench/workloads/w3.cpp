#include <bench/workloads/random_motion.h>
#include <bench/workloads/w3.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/methods.h>

#include <cmath>
#include <limits>

namespace clearance::bench {
namespace {

constexpr double kStep = 0.05;       // of the radius
constexpr double kSizeRange = 1000;  // of the mixed world: 1 to 1000
constexpr double kLogSizeRange = 6.907755278982137;
constexpr int kHeaps = 20;             // of the clustered world
constexpr double kHeapSpread = 100;    // the world's side by a heap's side
constexpr double kMeanPairVolume = 8;  // E[(s + s')³] for sides uniform in ½ … 1½, independent along the axes

struct Mover {
  Vec3 centre, half, velocity;
  Vec3 region_low, region_high;
};

// E[(s + s')³] of two sizes whose logarithms are uniform, times the share that kMeanPairVolume is of 2³.
double mixed_pair_volume() {
  constexpr double r = kSizeRange;
  constexpr double first = (r - 1) / kLogSizeRange, second = (r * r - 1) / (2 * kLogSizeRange),
                   third = (r * r * r - 1) / (3 * kLogSizeRange);
  return 2 * third + 6 * second * first;
}

// kSizeRange to a power uniform in 0 … 1, bit by bit: square roots are the same on every machine, pow is not.
double random_size(Random& random) {
  double size = 1, root = kSizeRange;
  for (std::uint64_t bits = random.bits() >> 34; bits != 0; bits >>= 1) {
    root = std::sqrt(root);
    if ((bits & 1) != 0) size *= root;
  }
  return size;
}

// The side of the region in which `count` boxes overlap so many others each, walls aside.
double side_of_region(W3World world, int count, double overlaps) {
  const double crowd = static_cast<double>(count) / overlaps;
  if (world == W3World::Plane) return std::sqrt(4 * crowd);
  if (world == W3World::Mixed) return std::cbrt(mixed_pair_volume() * crowd);
  return std::cbrt(kMeanPairVolume * crowd);
}

class Movers {
 public:
  Movers(W3World world, int count, const W3Options& options)
      : world_(world), options_(options), random_(static_cast<std::uint64_t>(world) * 1'000'003 + count_bits(count)) {
    const int heap_size = world == W3World::Clustered ? (count + kHeaps - 1) / kHeaps : count;
    const double half = 0.5 * side_of_region(world, heap_size, options.overlaps);
    Vec3 middle{};
    for (int k = 0; k < count; ++k) {
      if (world == W3World::Clustered && k % heap_size == 0) middle = random_point(random_, kHeapSpread * half);
      movers_.push_back(make(middle, half));
    }
  }

  std::vector<Box> boxes() const {
    std::vector<Box> out;
    out.reserve(movers_.size());
    for (const Mover& mover : movers_) {
      Box box{mover.centre - mover.half, mover.centre + mover.half};
      if (options_.floats_only) box = {rounded(box.low), rounded(box.high)};
      out.push_back(box);
    }
    return out;
  }

  void advance() {
    for (Mover& mover : movers_) {
      mover.centre = mover.centre + mover.velocity;
      turn_back(mover.centre.x, mover.region_low.x, mover.region_high.x, mover.velocity.x);
      turn_back(mover.centre.y, mover.region_low.y, mover.region_high.y, mover.velocity.y);
      turn_back(mover.centre.z, mover.region_low.z, mover.region_high.z, mover.velocity.z);
    }
  }

 private:
  static std::uint64_t count_bits(int count) { return static_cast<std::uint64_t>(count); }
  static double round_to_float(double x) { return static_cast<double>(static_cast<float>(x)); }
  static Vec3 rounded(Vec3 v) { return {round_to_float(v.x), round_to_float(v.y), round_to_float(v.z)}; }
  static void turn_back(double position, double low, double high, double& velocity) {
    if ((position < low && velocity < 0) || (position > high && velocity > 0)) velocity = -velocity;
  }

  Mover make(Vec3 middle, double half) {
    Mover mover;
    const double size = world_ == W3World::Mixed ? random_size(random_) : 1;
    mover.half = 0.5 * size * Vec3{random_.uniform(0.5, 1.5), random_.uniform(0.5, 1.5), random_.uniform(0.5, 1.5)};
    mover.centre = middle + random_point(random_, half);
    mover.velocity = kStep * norm_max(mover.half) * random_direction(random_);
    if (world_ == W3World::Plane) mover.centre.z = 0, mover.velocity.z = 0;
    if (random_.unit() >= options_.moving) mover.velocity = {};
    mover.region_low = middle - Vec3{half, half, half};
    mover.region_high = middle + Vec3{half, half, half};
    return mover;
  }

  W3World world_;
  W3Options options_;
  Random random_;
  std::vector<Mover> movers_;
};

}  // namespace

const char* to_string(W3World world) {
  constexpr const char* kNames[] = {"uniform", "plane", "mixed", "clustered"};
  return kNames[static_cast<int>(world)];
}

BoxFrames w3_frames(W3World world, int count, int frames, const W3Options& options) {
  Movers movers(world, count, options);
  BoxFrames out;
  for (int k = 0; k < frames; ++k) {
    if (k > 0) movers.advance();
    out.push_back(movers.boxes());
  }
  return out;
}

std::vector<std::vector<PairKey>> w3_truth(const BoxFrames& frames) {
  std::vector<std::vector<PairKey>> out;
  for (const std::vector<Box>& boxes : frames) {
    const auto method = make_broad_phase(boxes.size() <= kLoopLimit ? BroadMethod::BruteForce : BroadMethod::Grid);
    for (std::size_t k = 0; k < boxes.size(); ++k) method->place(static_cast<std::uint32_t>(k), boxes[k]);
    PairLog log;
    method->find_pairs([&](std::span<const IndexPair> block) { return log.add_all(block), true; });
    std::vector<PairKey>& keys = out.emplace_back(log.keys().begin(), log.keys().end());
    std::sort(keys.begin(), keys.end());
  }
  return out;
}

Overlaps overlaps_per_box(const std::vector<std::vector<PairKey>>& truth, std::size_t boxes) {
  Overlaps out{std::numeric_limits<double>::infinity(), 0};
  for (const auto& keys : truth) {
    const double mean = 2 * static_cast<double>(keys.size()) / static_cast<double>(boxes);
    out = {std::min(out.least, mean), std::max(out.most, mean)};
  }
  return out;
}

}  // namespace clearance::bench
