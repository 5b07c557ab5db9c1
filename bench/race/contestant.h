// Question: how are our queries and a peer's measured by the same loop?
// Method:   a Contestant makes a Runner for a course (courses.h), with everything converted to the library's own types
//           beforehand; prepare() converts what a single frame needs, and nothing but run() is timed. A Runner answers
//           all frames of one pair at once, since one query is too short to be timed alone; a ManyRunner moves many
//           bodies to one frame and reports the pairs that meet there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace clearance::bench {

enum class Query : std::uint8_t { Boolean, Distance, Depth, Limit };  // Limit: is the distance above a number?
const char* to_string(Query query);

// What is said about one pair in one frame.
struct Answer {
  enum class Kind : std::uint8_t { Separated, Colliding, Failed } kind = Kind::Failed;
  double value = 0;  // the distance or the depth, when asked for
  double width = 0;  // of the bracket around it; peers state none
};

// A pair of bodies as one number.
using PairKey = std::uint64_t;
constexpr PairKey pair_key(std::uint32_t a, std::uint32_t b) {
  return a < b ? (PairKey{a} << 32 | b) : (PairKey{b} << 32 | a);
}

// The pairs that meet in one frame, in the order in which a method reports them.
class PairLog {
 public:
  void clear() {
    keys_.clear();
    candidates = 0;
  }
  void add(std::uint32_t a, std::uint32_t b) { keys_.push_back(pair_key(a, b)); }
  // A block of anything with a < b.
  template <class Pair>
  void add_all(std::span<const Pair> block) {
    for (const Pair& pair : block) keys_.push_back(PairKey{pair.a} << 32 | pair.b);
  }
  std::span<const PairKey> keys() const { return keys_; }

  std::size_t candidates = 0;  // pairs looked at to find these, where a method can tell

 private:
  std::vector<PairKey> keys_;
};

template <class Reply>
class BasicRunner {
 public:
  virtual ~BasicRunner() = default;
  virtual void prepare(std::size_t /*frame*/) {}
  virtual void run(Reply reply) = 0;
  // Kept between frames; 0 where nobody can say.
  virtual std::size_t memory_bytes() const { return 0; }
};
// Answers the first so many frames, starting with no memory of an earlier run.
using Runner = BasicRunner<std::span<Answer>>;
// Answers the frame that was prepared, remembering what it likes of the one before.
using ManyRunner = BasicRunner<PairLog&>;

template <class Course, class Reply = std::span<Answer>>
struct Contestant {
  std::string package, name;
  // Null where the library has no such bodies, or no such query for them. What a course refers to outlives the runner.
  std::function<std::unique_ptr<BasicRunner<Reply>>(const Course& course)> make;
  Query query = Query::Boolean;
  bool lent = false;  // a peer that runs on a SIMD support search written here, like our own

  bool is_ours() const { return package == "Clearance"; }
};

// All of several lists, in order.
template <class T>
std::vector<T> joined(std::initializer_list<std::vector<T>> lists) {
  std::vector<T> out;
  for (const std::vector<T>& list : lists) out.insert(out.end(), list.begin(), list.end());
  return out;
}

// Those that answer a query.
template <class Course>
std::vector<Contestant<Course>> about(Query query, const std::vector<Contestant<Course>>& contestants) {
  std::vector<Contestant<Course>> out;
  std::copy_if(contestants.begin(), contestants.end(), std::back_inserter(out),
               [=](const Contestant<Course>& contestant) { return contestant.query == query; });
  return out;
}

// A Runner from a class with `Answer ask(std::size_t frame)` and, where it remembers anything, `void forget()`; the
// loop is compiled with the class.
template <class Asker>
class RunnerOf final : public Runner {
 public:
  template <class... Arguments>
  explicit RunnerOf(Arguments&&... arguments) : asker_(std::forward<Arguments>(arguments)...) {}
  void run(std::span<Answer> answers) override {
    if constexpr (requires { asker_.forget(); }) asker_.forget();
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = asker_.ask(i);
  }

 private:
  Asker asker_;
};

// A contestant by its ManyRunner, which is made of the course and settings.
template <class Made, class Course, class... Settings>
Contestant<Course, PairLog&> many_of(std::string package, std::string name, Settings... settings) {
  return {std::move(package), std::move(name),
          [=](const Course& course) { return std::make_unique<Made>(course, settings...); }};
}
// By its Asker.
template <class Asker, class Course, class... Settings>
Contestant<Course> contestant_of(std::string package, std::string name, Query query, Settings... settings) {
  return {std::move(package), std::move(name),
          [=](const Course& course) { return std::make_unique<RunnerOf<Asker>>(course, settings...); }, query};
}

}  // namespace clearance::bench
