// Embree: boxes as user geometry, rtcCollide of a scene with itself. It computes in floats: boxes are rounded outward
// beforehand, and pairs whose double boxes do not overlap are dropped as they are reported, as are the mirrored ones.
// One device each with its own number of threads. Tried and left out: quality "high", which builds the same tree as
// "medium", and the flags for compact and robust scenes, which only take longer.
#include <bench/peers/embree.h>

#include <embree3/rtcore.h>

#include <cmath>
#include <limits>
#include <mutex>

namespace clearance::bench {
namespace {

struct FloatBox {
  float low[3], high[3];
};

float float_below(double x) {
  const auto f = static_cast<float>(x);
  return static_cast<double>(f) <= x ? f : std::nextafter(f, -std::numeric_limits<float>::infinity());
}
float float_above(double x) { return -float_below(-x); }

FloatBox float_box(const Box& box) {
  return {{float_below(box.low.x), float_below(box.low.y), float_below(box.low.z)},
          {float_above(box.high.x), float_above(box.high.y), float_above(box.high.z)}};
}

class Device {
 public:
  explicit Device(int threads) : device_(rtcNewDevice(("threads=" + std::to_string(threads)).c_str())) {}
  ~Device() { rtcReleaseDevice(device_); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  operator RTCDevice() const { return device_; }  // NOLINT(google-explicit-constructor)

 private:
  RTCDevice device_;
};

struct Settings {
  const char* name;
  RTCBuildQuality quality;
  bool dynamic;  // the scene's flag
};
// "low" sorts by Morton codes, "medium" is what Embree does unless told otherwise. With boxes of the user, "refit"
// builds a tree of medium quality anew in every frame.
constexpr Settings kRefit = {"refit", RTC_BUILD_QUALITY_REFIT, true};
constexpr Settings kSettings[] = {{"low quality", RTC_BUILD_QUALITY_LOW, false},
                                  {"low quality, dynamic", RTC_BUILD_QUALITY_LOW, true},
                                  {"medium quality", RTC_BUILD_QUALITY_MEDIUM, false}};

// A scene of boxes and its pairs.
class EmbreeBoxes {
 public:
  // Keeps a pointer to the boxes.
  EmbreeBoxes(RTCDevice device, const Settings& settings, const std::vector<FloatBox>& boxes)
      : scene_(rtcNewScene(device)), geometry_(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER)) {
    const bool refit = settings.quality == RTC_BUILD_QUALITY_REFIT;
    rtcSetSceneBuildQuality(scene_, refit ? RTC_BUILD_QUALITY_MEDIUM : settings.quality);
    if (settings.dynamic) rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetGeometryBuildQuality(geometry_, settings.quality);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(boxes.size()));
    rtcSetGeometryUserData(geometry_, const_cast<FloatBox*>(boxes.data()));
    rtcSetGeometryBoundsFunction(geometry_, write_bounds, nullptr);
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene_, geometry_);
    rtcCommitScene(scene_);
  }
  ~EmbreeBoxes() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
  }
  EmbreeBoxes(const EmbreeBoxes&) = delete;
  EmbreeBoxes& operator=(const EmbreeBoxes&) = delete;

  void update() {
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }

  void find_pairs(const std::vector<Box>& exact, PairLog& pairs) {
    exact_ = exact.data();
    pairs_ = &pairs;
    rtcCollide(scene_, scene_, add_pairs, this);
  }

 private:
  static void write_bounds(const RTCBoundsFunctionArguments* arguments) {
    const FloatBox& box = static_cast<const FloatBox*>(arguments->geometryUserPtr)[arguments->primID];
    RTCBounds& out = *arguments->bounds_o;
    out.lower_x = box.low[0], out.lower_y = box.low[1], out.lower_z = box.low[2];
    out.upper_x = box.high[0], out.upper_y = box.high[1], out.upper_z = box.high[2];
  }

  // Embree calls from several threads, even where its device was told to use one.
  static void add_pairs(void* self, RTCCollision* found, unsigned count) {
    EmbreeBoxes& boxes = *static_cast<EmbreeBoxes*>(self);
    const std::lock_guard lock(boxes.mutex_);
    for (unsigned k = 0; k < count; ++k) {
      const std::uint32_t a = found[k].primID0, b = found[k].primID1;
      if (a < b && overlap(boxes.exact_[a], boxes.exact_[b])) boxes.pairs_->add(a, b);
    }
  }

  RTCScene scene_;
  RTCGeometry geometry_;
  const Box* exact_ = nullptr;
  PairLog* pairs_ = nullptr;
  std::mutex mutex_;
};

// Prepares a frame's floats.
class EmbreeFrames : public ManyRunner {
 public:
  explicit EmbreeFrames(const BoxFrames& frames) : frames_(frames), floats_(frames[0].size()) { load(0); }
  void prepare(std::size_t frame) override { load(frame); }

 protected:
  void load(std::size_t frame) {
    boxes_ = &frames_[frame];
    for (std::size_t k = 0; k < floats_.size(); ++k) floats_[k] = float_box((*boxes_)[k]);
  }

  const BoxFrames& frames_;
  const std::vector<Box>* boxes_ = nullptr;
  std::vector<FloatBox> floats_;
};

class EmbreeBroad final : public EmbreeFrames {
 public:
  EmbreeBroad(const BoxFrames& frames, const Settings& settings)
      : EmbreeFrames(frames), device_(1), scene_(device_, settings, floats_) {}

  void run(PairLog& pairs) override {
    scene_.update();
    scene_.find_pairs(*boxes_, pairs);
  }

 private:
  Device device_;
  EmbreeBoxes scene_;
};

class EmbreeOneShot final : public EmbreeFrames {
 public:
  EmbreeOneShot(const BoxFrames& frames, const Settings& settings, int threads)
      : EmbreeFrames(frames), settings_(settings), device_(threads) {}

  void run(PairLog& pairs) override { EmbreeBoxes(device_, settings_, floats_).find_pairs(*boxes_, pairs); }

 private:
  Settings settings_;
  Device device_;
};

}  // namespace

std::vector<BroadContestant> embree_broad_phases() {
  std::vector<BroadContestant> out;
  for (const Settings& settings : kSettings)
    out.push_back(many_of<EmbreeBroad, BoxFrames>("Embree", settings.name, settings));
  out.push_back(many_of<EmbreeBroad, BoxFrames>("Embree", kRefit.name, kRefit));
  return out;
}

std::vector<BroadContestant> embree_one_shot(int threads) {
  std::vector<BroadContestant> out;
  for (const Settings& settings : kSettings) {
    const std::string name = std::string(settings.name) + (threads > 1 ? ", two threads" : "");
    out.push_back(many_of<EmbreeOneShot, BoxFrames>("Embree", name, settings, threads));
  }
  return out;
}

}  // namespace clearance::bench
