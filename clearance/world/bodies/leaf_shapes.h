// Question: what do the parts of a world share that have the same shape and padding?
// Method:   a table of them, counted: a shape is known by the identity of its data, which live as long as the table has
//           them. Entries never change and are shared by copies of a world; leaves point at them.
// Cost:     a few hundred bytes a shape; for a leaf, its number and the pointer.
#pragma once

#include <clearance/query/support_bound.h>
#include <clearance/shape/half_space.h>
#include <clearance/shape/parts.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace clearance::detail {

struct LeafShape {
  // A convex shape with its padding; for a mesh or a shape of parts a point whose radius is the padding.
  Rounded tested;
  double radius = 0;                               // of a convex shape without the padding
  std::shared_ptr<const SupportBound> bound = {};  // of large cores, meshes
  std::shared_ptr<const Shape> general = {};       // a mesh or a shape of parts
  std::optional<HalfSpace> space = {};             // then `tested` means nothing
};

class LeafShapes {
 public:
  LeafShapes();

  // A body without extent, at the origin: what an empty leaf has. It is always there.
  static constexpr std::uint32_t kPoint = 0;
  const Rounded& point() const { return entries_[kPoint].its->tested; }

  const LeafShape& operator[](std::uint32_t number) const { return *entries_[number].its; }

  // The number of a shape, for one leaf more. `tested` is the convex one with its padding.
  std::uint32_t take(const Rounded& tested, double radius);
  std::uint32_t take(const Shape& general, double padding);
  std::uint32_t take(const HalfSpace& space);
  // A leaf less.
  void let_go(std::uint32_t number);

 private:
  struct Key {
    const void* identity = nullptr;  // null: nobody else has it
    double tested_radius = 0, radius = 0;

    friend bool operator==(const Key&, const Key&) = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>()(key.identity) ^ std::hash<double>()(key.tested_radius + 0.5 * key.radius);
    }
  };
  struct Entry {
    std::shared_ptr<const LeafShape> its;
    Key key;
    std::size_t leaves = 0;
  };

  // Of an entry that is there, which one leaf more has now; kNone otherwise.
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t find(const Key& key);
  std::uint32_t add(const Key& key, LeafShape shape);
  std::shared_ptr<const SupportBound> bound_of(const Polytope& core);
  std::shared_ptr<const SupportBound> bound_of(const Shape& general);
  template <class Of>
  std::shared_ptr<const SupportBound> known_bound(const void* key, const Of& of);

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  std::unordered_map<Key, std::uint32_t, HashOfKey> numbers_;
  // By the address of what copies of a shape share, and what a bound keeps alive.
  std::unordered_map<const void*, std::weak_ptr<const SupportBound>> bounds_;
};

}  // namespace clearance::detail
