// Question: how are our queries and a peer's measured by the same loop?
// Method:   a Method makes a Runner for one pair of hulls and its frames, with everything converted to the library's
//           own types beforehand; run() answers the frames in order, and nothing but that is timed.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clearance::bench {

enum class Query : std::uint8_t { Boolean, Distance, Depth };

// Body a at pose_a[i] and body b at pose_b[i], for every frame i.
struct Frames {
  const Polytope* a;
  const Polytope* b;
  std::span<const Pose> pose_a, pose_b;
};

struct Answer {
  enum class Kind : std::uint8_t { Separated, Colliding, Failed } kind = Kind::Failed;
  double value = 0;  // the distance or the depth, when asked for
  double width = 0;  // of the bracket around it; peers state none
};

class Runner {
 public:
  virtual ~Runner() = default;
  // Answers the first answers.size() frames, starting with no memory of an earlier run.
  virtual void run(std::span<Answer> answers) = 0;
};

struct Method {
  std::string package, name;
  Query query;
  std::function<std::unique_ptr<Runner>(const Frames&)> make;
  bool lent = false;  // a peer that runs on a SIMD support search written here, like our own
};

// A Runner from a class with `Answer ask(std::size_t frame)` and `void forget()`; the loop is compiled with the class.
template <class Asker>
class RunnerOf final : public Runner {
 public:
  template <class... Arguments>
  explicit RunnerOf(Arguments&&... arguments) : asker_(std::forward<Arguments>(arguments)...) {}
  void run(std::span<Answer> answers) override {
    asker_.forget();
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = asker_.ask(i);
  }

 private:
  Asker asker_;
};

template <class Asker, class... Settings>
Method method_of(std::string package, std::string name, Query query, Settings... settings) {
  return {std::move(package), std::move(name), query,
          [=](const Frames& frames) { return std::make_unique<RunnerOf<Asker>>(frames, settings...); }, false};
}

std::vector<Method> our_methods();
std::vector<Method> fcl_methods();
std::vector<Method> ccd_methods();
std::vector<Method> bullet_methods();
std::vector<Method> ode_methods();
// With the library's own box instead of a hull, for two boxes that are centred on their origins.
std::vector<Method> fcl_box_methods();
std::vector<Method> bullet_box_methods();
std::vector<Method> ode_box_methods();

}  // namespace clearance::bench
