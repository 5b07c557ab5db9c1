#include "motion_trace.h"

#include <clearance/io/file.h>
#include <clearance/lab/all_motion_methods.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "picture.h"

namespace clearance::cli {
using namespace detail;
namespace {

constexpr int kSamples = 600;    // about one a pixel
constexpr int kFixedSteps = 24;  // few enough to be told apart

class Sampling {
 public:
  Sampling(const MovingObject& a, const MovingObject& b, Interval shown) : a_(a), b_(b), shown_(shown) {}

  // Evenly from one time to another, both included.
  std::vector<double> times(double from, double to) const {
    const double share = (to / 2 - from / 2) / (shown_.end / 2 - shown_.begin / 2);
    const int steps = from < to ? 1 + static_cast<int>(share * kSamples) : 0;
    std::vector<double> all;
    for (int k = 0; k <= steps; ++k) all.push_back(k == steps ? to : between(from, to, k, steps));
    return all;
  }
  static double between(double from, double to, int k, int steps) {
    const double share = static_cast<double>(k) / steps;
    return (1 - share) * from + share * to;
  }

  // Instants at which poses are out of range are left out.
  std::vector<MotionSample> distances(std::vector<double> times) const {
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::vector<MotionSample> samples;
    for (const double time : times) {
      const Result<Pose> pose_a = a_.motion.at(time), pose_b = b_.motion.at(time);
      if (!pose_a || !pose_b) continue;
      add(samples, time, distance_at(*pose_a, *pose_b));
    }
    return samples;
  }

  // How far apart the bodies are along the normal; in doubles, over all points: this is a drawing.
  std::vector<MotionSample> bound(const TimeSpan& span) const {
    std::vector<MotionSample> samples;
    const Vec3 n = unit_of(span.plane.normal);
    const Rounded *body_a = a_.convex(), *body_b = b_.convex();
    if (!body_a || !body_b) return samples;  // one of many planes: no bound by itself
    if (span.plane.kind != Plane::Kind::Vector || span.frame != TimeSpan::Frame::World || n == Vec3{}) return samples;
    for (const double time : times(span.from, span.to)) {
      const Result<Pose> pose_a = a_.motion.at(time), pose_b = b_.motion.at(time);
      if (!pose_a || !pose_b) continue;
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      double top = -kInfinity, bottom = kInfinity;
      for (const Vec3 p : a_.points) top = larger(top, dot(n, apply(*pose_a, p)));
      for (const Vec3 q : b_.points) bottom = smaller(bottom, dot(n, apply(*pose_b, q)));
      add(samples, time, bottom - top - body_a->radius() - body_b->radius());
    }
    return samples;
  }

 private:
  // How deep bodies of triangles are in each other takes too long to be asked so often: theirs is 0 in contact.
  double distance_at(const Pose& pose_a, const Pose& pose_b) const {
    if (a_.convex() && b_.convex()) return signed_distance(*a_.convex(), pose_a, *b_.convex(), pose_b).lower;
    return distance(a_.shape, pose_a, b_.shape, pose_b).lower;
  }
  static void add(std::vector<MotionSample>& samples, double time, double distance) {
    if (std::isfinite(distance)) samples.push_back({time, distance});
  }

  const MovingObject &a_, &b_;
  Interval shown_;
};

// Where a method stops at the first contact, a quarter more than that took.
Interval shown_part(const MotionPicture& picture) {
  const auto [begin, end] = picture.interval;
  if (!picture.contacts.empty() || picture.first.status != MotionStatus::Contact) return {begin, end};
  return {begin, std::min(end, picture.first.upper + 0.25 * (picture.first.upper - begin))};
}

// Fixed steps: all until contact. Contact functions and prisms are not asked at instants. Else the ends of spans, and
// where contact was shown.
std::vector<double> instants_of(const FirstContact& first, Interval interval, MotionMethod method) {
  std::vector<double> instants;
  if (method == MotionMethod::Features || is_added(method)) return instants;
  if (method == MotionMethod::FixedSteps)
    for (int k = 0; k <= kFixedSteps; ++k) {
      const double share = static_cast<double>(k) / kFixedSteps;
      const double time = interval.begin + (interval.end - interval.begin) * share;
      if (time < first.upper) instants.push_back(time);
    }
  for (const TimeSpan& span : first.timeline.spans) instants.insert(instants.end(), {span.from, span.to});
  if (first.upper <= interval.end) instants.push_back(first.upper);
  return instants;
}

std::string_view finds(MotionMethod method) {
  if (const MotionMethodRow* row = find_motion_method(all_motion_methods(), method)) return row->finds;
  return "a ray where nothing turns, else advancement; contact functions where doubles cannot tell";
}

}  // namespace

Result<MotionPicture> picture_of(const MovingObject& a, const MovingObject& b, Interval interval, MotionMethod method,
                                 double margin) {
  MotionOptions options;
  options.method = method, options.margin = margin, options.methods = all_motion_methods();
  if (method == MotionMethod::FixedSteps) options.max_instants = kFixedSteps + 1;
  Result<FirstContact> first = first_contact(a.shape, a.motion, b.shape, b.motion, interval, options);
  if (!first) return first.error();

  MotionPicture picture;
  picture.method = name_of(method, all_motion_methods()), picture.finds = finds(method);
  picture.interval = interval, picture.margin = margin;
  picture.first = std::move(first).value();
  if (method == MotionMethod::Features || method == MotionMethod::FixedSteps || is_added(method)) {
    const Result<Interference> found =
        interference(a.shape, a.motion, b.shape, b.motion, interval, {MotionMethod::Automatic, margin});
    if (found) picture.contacts = found->intervals;  // nobody may answer these, of some shapes
  }

  picture.shown = shown_part(picture);
  const Sampling sampling(a, b, picture.shown);
  for (const TimeSpan& span : picture.first.timeline.spans)
    picture.spans.push_back({span.from, span.to, sampling.bound(span)});
  const std::vector<double> instants = instants_of(picture.first, interval, method);
  picture.instants = sampling.distances(instants);
  std::vector<double> times = sampling.times(picture.shown.begin, picture.shown.end);
  times.insert(times.end(), instants.begin(), instants.end());
  for (const ContactInterval& contact : picture.contacts)
    for (const Bracket& end : {contact.begin, contact.end}) times.insert(times.end(), {end.lower, end.upper});
  picture.distance = sampling.distances(std::move(times));
  return picture;
}

std::optional<Error> draw_motion(const MovingScene& moving, const CommandLine& line) {
  const Scene& scene = moving.scene;
  const ScenePair pair = scene.pairs[0];
  Result<MotionPicture> made =
      picture_of(moving.object(pair.a), moving.object(pair.b), moving.interval, line.method, line.margin);
  if (!made) return made.error().within(scene.name);
  MotionPicture picture = std::move(made).value();
  picture.name_a = scene.objects[pair.a].name, picture.name_b = scene.objects[pair.b].name;
  const Result<std::string> written = write_file(line.trace, motion_svg(picture));
  return written ? std::nullopt : std::optional<Error>(written.error());
}

}  // namespace clearance::cli
