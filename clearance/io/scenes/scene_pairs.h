// Question: which pairs does a scene ask about when it lists none?
// Method:   those that a world would test: bodies that belong to groups the other meets, not both static, neither held
//           by the other, not allowed to touch; what is said of two bodies themselves beats what is said by name. Parts
//           of one body are never a pair. Counted by classes of bodies that are filtered alike, so that a crowd's pairs
//           need not be walked through.
// Cost:     a look-up per question; counting is quadratic in the classes.
#pragma once

#include <clearance/io/scenes/scene_file.h>
#include <clearance/world/body.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace clearance::detail {

class PairFilter {
 public:
  struct Body {
    std::uint32_t first = 0, count = 1;  // its parts: positions among the scene's objects
    Groups groups = {};
    bool is_static = false;
    bool may_touch_everything = false;
  };

  // Bodies in the order of the objects; what is not added is asked about.
  void add(const Body& body);
  // Said of two bodies, by their positions; what is said last holds.
  void allow(std::uint32_t body_a, std::uint32_t body_b, bool allowed);

  // Of two objects.
  bool asks(std::uint32_t a, std::uint32_t b) const;
  std::uint64_t count() const;
  // Every pair of objects that is asked about, a < b, ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> list() const;

 private:
  struct Class {
    std::vector<std::uint32_t> bodies;       // ascending
    std::uint64_t objects = 0, squares = 0;  // the sum of its bodies' counts, and of their squares
  };

  bool asks_alike(const Body& a, const Body& b) const;
  bool asks_bodies(std::uint32_t a, std::uint32_t b) const;
  std::vector<Class> classes() const;

  std::vector<Body> bodies_;
  std::vector<std::uint32_t> body_of_;                               // of each object
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> allowed_;  // of bodies, the lower first
};

// Makes a scene ask about every pair that its filter lets through.
void list_all_pairs(Scene& scene);

}  // namespace clearance::detail
