#include <clearance/world/contact.h>

#include <clearance/base/assert.h>
#include <clearance/broad/stretches.h>

#include <utility>

namespace clearance {

namespace {

constexpr std::size_t kBlocksAtOnce = 16;  // of about a hundred contacts: some ten microseconds

}  // namespace

void copy_answer(Intersection& to, const Intersection& from) {
  using Kind = Certificate::Kind;
  const Kind kind = from.certificate.kind;
  to.status = from.status, to.decided_by = from.decided_by;
  to.part_a = from.part_a, to.part_b = from.part_b;
  to.certificate.kind = kind;
  to.certificate.plane = from.certificate.plane;
  to.certificate.simplex = from.certificate.simplex;
  if (kind == Kind::Near) to.certificate.witness = from.certificate.witness;
  if (kind == Kind::Triangles || kind == Kind::Interior || kind == Kind::Inside)
    to.certificate.mesh = from.certificate.mesh;
}

Contact repeated(const Contact& contact) {
  Contact again;
  again.a = contact.a, again.b = contact.b;
  again.part_a = contact.part_a, again.part_b = contact.part_b;
  copy_answer(again.answer, contact.answer);
  return again;
}

ContactList::ContactList(std::vector<Contact> contacts)
    : ContactList(std::vector{SharedBlock(std::make_shared<const Block>(Block{std::move(contacts), false}))}) {}

ContactList::ContactList(std::vector<SharedBlock> blocks) {
  detail::Workers alone(1);
  *this = ContactList(std::move(blocks), alone);
}

ContactList::ContactList(std::vector<SharedBlock> blocks, detail::Workers& workers) {
  std::erase_if(blocks, [](const SharedBlock& block) { return block->contacts.empty(); });
  if (blocks.empty()) return;
  std::vector<std::size_t> start(blocks.size() + 1, 0);
  for (std::size_t k = 0; k < blocks.size(); ++k) start[k + 1] = start[k] + blocks[k]->contacts.size();
  std::vector<const Contact*> order(start.back());
  detail::Stretches(blocks.size(), kBlocksAtOnce).run(workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const Contact** next = &order[start[k]];
      for (const Contact& contact : blocks[k]->contacts) *next++ = &contact;
    }
  });
  held_ = std::make_shared<const Held>(Held{std::move(blocks), std::move(order)});
}

void ContactList::let_go(detail::Workers& workers) {
  if (!held_) return;
  std::vector<SharedBlock> blocks = held_->blocks;
  held_.reset();
  detail::Stretches(blocks.size(), kBlocksAtOnce).run(workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) blocks[k].reset();
  });
}

ContactList ContactList::first() const {
  ContactList list;
  if (!empty()) list.held_ = std::make_shared<const Held>(Held{{held_->blocks.front()}, {held_->order.front()}});
  return list;
}

const Contact& ContactList::at(std::size_t k) const {
  static const Contact kNone{};
  CLEARANCE_ASSERT(k < size());
  return k < size() ? (*this)[k] : kNone;
}

}  // namespace clearance
