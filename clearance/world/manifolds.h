// Question: at which points do the bodies of a world meet, and what became of the points of the frame before?
// Method:   a manifold for every two parts that meet, or are within the margin, in the order of contacts, with what
//           happened to the pair since the last complete answer; pairs that ended are named once more. The list shares
//           what it shows with the world, until the world's next answer: if it lives longer, it keeps what it shows,
//           and the world goes on with a copy.
// Proves:   what contact/manifold.h proves of each pair; a list that is not complete claims nothing, and is empty.
// Cost:     nothing is allocated once warm, as long as each list is gone before the next is asked for.
#pragma once

#include <clearance/contact/manifold.h>
#include <clearance/world/answers.h>

#include <memory>
#include <span>

namespace clearance {

namespace detail {
struct ManifoldStore;  // world/frame/manifold_store.h
}

// Two parts that meet, or are within the margin. A half-space is a; otherwise as in a Contact.
struct PairManifold {
  BodyId a, b;
  std::uint32_t part_a = 0, part_b = 0;
  // Began, Stayed; Ended of those that are not in the list any more.
  ContactEvent::Kind event = ContactEvent::Kind::None;

  // Of pairs that ended: the last one. It lives as long as the list, or a copy of it.
  const Manifold& manifold() const;
  Status status() const { return manifold().status(); }
  std::span<const ContactPatch> patches() const { return manifold().patches; }
  std::span<const ContactPoint> points() const { return manifold().points; }
  std::span<const ContactPoint> points_of(const ContactPatch& patch) const { return manifold().points_of(patch); }

  // What the world knows it by.
  const Manifold* found = nullptr;
  std::uint32_t slot = 0xffffffffu;
};

class WorldManifolds {
 public:
  WorldManifolds() = default;
  WorldManifolds(const WorldManifolds& other);
  WorldManifolds(WorldManifolds&& other) noexcept;
  WorldManifolds& operator=(WorldManifolds other) noexcept;
  ~WorldManifolds();

  Ending ending = Ending::NotAsked;

  // In ascending order of the parts' slots.
  std::span<const PairManifold> pairs() const;
  // Those of the last complete list that are not in this one, in the same order: with their last points and user data.
  std::span<const PairManifold> ended() const;

  // Everything was asked and nothing met, nor was within the margin.
  bool is_free() const { return ending == Ending::Complete && pairs().empty(); }
  auto begin() const { return pairs().begin(); }
  auto end() const { return pairs().end(); }
  std::size_t size() const { return pairs().size(); }
  const PairManifold& operator[](std::size_t k) const { return pairs()[k]; }

 private:
  friend class World;
  explicit WorldManifolds(Ending how) : ending(how) {}
  WorldManifolds(std::shared_ptr<detail::ManifoldStore> store, Ending how);

  std::shared_ptr<const detail::ManifoldStore> store_;
};

}  // namespace clearance
