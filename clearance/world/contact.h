// Question: which parts share a point, and what proves it?
// Method:   contacts are stored in blocks that never change. A list refers to blocks, so that a world can hand out what
//           still holds from the frame before without copying it. Copies of a list share the blocks.
// Cost:     8 bytes per contact in each list, besides the contacts; a copy of a list is one of a pointer.
#pragma once

#include <clearance/convex/query.h>
#include <clearance/world/body.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace clearance {

namespace detail {
class Workers;
}

// Two parts that share a point. A half-space is always a; otherwise a is the part that was added first, or took a
// removed one's place.
struct Contact {
  BodyId a, b;
  std::uint32_t part_a = 0, part_b = 0;
  Intersection answer;
  std::shared_ptr<const Distance> before = {};  // poses and padding as in the frame before, or null; see WorldOptions
};

// The same contact in a later frame: without `before`.
Contact repeated(const Contact& contact);
// Only what the kind of certificate sets: a third of a contact is of use to convex pairs.
void copy_answer(Intersection& to, const Intersection& from);

// Reads like a constant vector. The contacts live as long as the list or a copy of it, whatever happens to the world,
// and may be read by several threads.
class ContactList {
 public:
  struct Block {
    std::vector<Contact> contacts;
    bool has_before = false;  // any of them
  };
  using SharedBlock = std::shared_ptr<const Block>;

  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = Contact;
    using difference_type = std::ptrdiff_t;
    using pointer = const Contact*;
    using reference = const Contact&;

    Iterator() = default;
    explicit Iterator(const Contact* const* at) : at_(at) {}

    reference operator*() const { return **at_; }
    pointer operator->() const { return *at_; }
    reference operator[](difference_type k) const { return *at_[k]; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator& operator--() { return --at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    Iterator operator--(int) { return Iterator(at_--); }
    Iterator& operator+=(difference_type k) { return at_ += k, *this; }
    Iterator& operator-=(difference_type k) { return at_ -= k, *this; }
    friend Iterator operator+(Iterator it, difference_type k) { return it += k; }
    friend Iterator operator+(difference_type k, Iterator it) { return it += k; }
    friend Iterator operator-(Iterator it, difference_type k) { return it -= k; }
    friend difference_type operator-(Iterator a, Iterator b) { return a.at_ - b.at_; }
    friend auto operator<=>(const Iterator&, const Iterator&) = default;

   private:
    const Contact* const* at_ = nullptr;
  };
  using value_type = Contact;
  using size_type = std::size_t;
  using iterator = Iterator;
  using const_iterator = Iterator;

  ContactList() = default;
  explicit ContactList(std::vector<Contact> contacts);
  // In the order of the blocks.
  explicit ContactList(std::vector<SharedBlock> blocks);
  ContactList(std::vector<SharedBlock> blocks, detail::Workers& workers);
  // Empty again; if nobody else has the contacts, threads share what their end costs.
  void let_go(detail::Workers& workers);
  // A list of the first contact alone; empty if this one is.
  ContactList first() const;

  std::size_t size() const { return held_ ? held_->order.size() : 0; }
  bool empty() const { return size() == 0; }
  const Contact& operator[](std::size_t k) const { return *held_->order[k]; }
  // Beyond the end it is a caller bug, and a contact about which nobody asked.
  const Contact& at(std::size_t k) const;
  const Contact& front() const { return (*this)[0]; }
  const Contact& back() const { return (*this)[size() - 1]; }
  Iterator begin() const { return Iterator(held_ ? held_->order.data() : nullptr); }
  Iterator end() const { return begin() + static_cast<std::ptrdiff_t>(size()); }

  // A copy, to be changed at will.
  operator std::vector<Contact>() const { return {begin(), end()}; }  // NOLINT(google-explicit-constructor)

 private:
  struct Held {
    std::vector<SharedBlock> blocks;  // none is empty
    std::vector<const Contact*> order;
  };

  std::shared_ptr<const Held> held_;
};

}  // namespace clearance
