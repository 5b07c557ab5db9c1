// Question: how are contact points of all libraries asked for by the same loop?
// Method:   a runner answers frames of one pair and leaves the points in its library's own types, as a solver would
//           find them: that is timed. Reading them into one form is not.
#pragma once

#include <bench/race/contestant.h>
#include <bench/workloads/contact_scenes.h>

namespace clearance::bench {

// A point as a library reports it.
struct TouchPoint {
  Vec3 a, b;       // on either body; the same where a library has one place
  Vec3 normal;     // from a to b
  double gap = 0;  // below 0 the bodies penetrate here
};

class ContactRunner {
 public:
  virtual ~ContactRunner() = default;
  // Starts with no memory of earlier frames.
  virtual void forget() = 0;
  // The frames in order; how many points there were in all.
  virtual std::size_t run(std::size_t first, std::size_t end) = 0;
  // The points of the last frame that was run.
  virtual void read(std::vector<TouchPoint>& out) const = 0;
};

// From a class with forget(), `std::size_t ask(std::size_t frame)` and read(); the loop is compiled with the class.
template <class Asker>
class ContactRunnerOf final : public ContactRunner {
 public:
  template <class... Arguments>
  explicit ContactRunnerOf(Arguments&&... arguments) : asker_(std::forward<Arguments>(arguments)...) {}
  void forget() override { asker_.forget(); }
  std::size_t run(std::size_t first, std::size_t end) override {
    std::size_t points = 0;
    for (std::size_t frame = first; frame < end; ++frame) points += asker_.ask(frame);
    return points;
  }
  void read(std::vector<TouchPoint>& out) const override {
    out.clear();
    asker_.read(out);
  }

 private:
  Asker asker_;
};

// How many points a method returns of many: all of them, or the four that a solver wants.
enum class Points : std::uint8_t { All, Four };

struct ContactContestant {
  std::string package, name;
  Points points = Points::All;
  // Nothing where the library has no such bodies. The scene outlives the runner.
  std::function<std::unique_ptr<ContactRunner>(const ContactScene& scene)> make;

  bool is_ours() const { return package == "Clearance"; }
};
template <class Asker, class... Settings>
ContactContestant contact_method(std::string package, std::string name, Points points, const Settings&... settings) {
  return {std::move(package), std::move(name), points,
          [=](const ContactScene& scene) { return std::make_unique<ContactRunnerOf<Asker>>(scene, settings...); }};
}

}  // namespace clearance::bench
