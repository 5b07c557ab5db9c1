#include <clearance/world/contact.h>

#include <clearance/base/assert.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace clearance {
namespace {

static_assert(std::random_access_iterator<ContactList::Iterator>);

Contact between(std::uint32_t a, std::uint32_t b) {
  Contact contact;
  contact.a = {a, 0}, contact.b = {b, 0};
  contact.answer.status = Status::Touching;
  return contact;
}
ContactList::SharedBlock block(std::vector<Contact> contacts) {
  return std::make_shared<const ContactList::Block>(ContactList::Block{std::move(contacts), false});
}

TEST(ContactList, IsEmptyAtFirst) {
  const ContactList none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.begin(), none.end());
  EXPECT_TRUE(none.first().empty());
  EXPECT_TRUE(ContactList(std::vector<Contact>{}).empty());
  EXPECT_TRUE(ContactList(std::vector<ContactList::SharedBlock>{block({}), block({})}).first().empty());
}

// A caller bug; whoever goes on all the same does not read "free".
TEST(ContactList, BeyondTheEndIsNothingThatWasAsked) {
  static int broken = 0;
  const AssertHandler before = set_assert_handler([](const char*, const char*, int) { ++broken; });
  const ContactList none, one(std::vector<Contact>{between(0, 1)});
  EXPECT_EQ(none.at(0).answer.status, Status::NotAsked);
  EXPECT_EQ(one.at(1).answer.status, Status::NotAsked);
  EXPECT_TRUE(bool(one.at(1).answer));
  set_assert_handler(before);
  EXPECT_EQ(broken, 3);
}

TEST(ContactList, ReadsLikeAVector) {
  const ContactList list(std::vector<ContactList::SharedBlock>{block({}), block({between(0, 1), between(0, 2)}),
                                                               block({}), block({between(1, 2)}), block({})});
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list.front().b.index, 1u);
  EXPECT_EQ(list[1].b.index, 2u);
  EXPECT_EQ(list.at(2).a.index, 1u);
  EXPECT_EQ(&list.back(), &list[2]);
  std::uint32_t sum = 0;
  for (const Contact& contact : list) sum = 10 * sum + contact.b.index;
  EXPECT_EQ(sum, 122u);
  EXPECT_EQ(list.end() - list.begin(), 3);
  EXPECT_EQ(list.begin()[2].a.index, 1u);
  EXPECT_EQ(std::count_if(list.begin(), list.end(), [](const Contact& contact) { return contact.b.index == 2; }), 2);
  std::vector<Contact> copy = list;
  copy.erase(copy.begin());
  EXPECT_EQ(copy.size(), 2u);
  EXPECT_EQ(list.size(), 3u);
  const ContactList first = list.first();
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(&first[0], &list[0]);
}

TEST(ContactList, CopiesShareAndOutlive) {
  ContactList copy;
  const Contact* there = nullptr;
  {
    const ContactList list(std::vector<Contact>{between(4, 5)});
    there = &list[0];
    copy = list;
  }
  EXPECT_EQ(&copy[0], there);
  EXPECT_EQ(copy[0].a.index, 4u);
}

TEST(ContactList, WhatIsRepeatedIsNoNews) {
  Contact contact = between(1, 2);
  contact.part_a = 3, contact.part_b = 4, contact.answer.part_a = 5, contact.answer.part_b = 6;
  contact.answer.certificate.kind = Certificate::Kind::Interior;
  contact.answer.certificate.mesh = {};
  contact.answer.certificate.mesh.point.x[0] = 7;
  contact.before = std::make_shared<const Distance>();
  const Contact again = repeated(contact);
  EXPECT_EQ(again.a, contact.a);
  EXPECT_EQ(again.b, contact.b);
  EXPECT_EQ(again.part_a + 10 * again.part_b + 100 * again.answer.part_a + 1000 * again.answer.part_b, 6543u);
  EXPECT_EQ(again.answer.status, Status::Touching);
  EXPECT_EQ(again.answer.certificate.mesh.point.x[0], 7);
  EXPECT_EQ(again.before, nullptr);
}

}  // namespace
}  // namespace clearance
