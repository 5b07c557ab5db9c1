// Stacks of touching cubes, for the tests of what is kept from frame to frame.
#pragma once

#include <clearance/proof/check_shapes.h>
#include <clearance/world/scenes_test.h>

#include <vector>

namespace clearance::detail {

inline const Rounded& cube() {
  static const Rounded unit = box({1, 1, 1});
  return unit;
}

// A cube of so many touching unit cubes a side.
struct Stack {
  World world;
  std::vector<BodyId> bodies;

  explicit Stack(int side, const WorldOptions& options = {}) : world(options) {
    for (int x = 0; x < side; ++x)
      for (int y = 0; y < side; ++y)
        for (int z = 0; z < side; ++z)
          bodies.push_back(world.add(cube(), translation({double(x), double(y), double(z)})).value());
  }
  void move_all(Vec3 way) {
    for (const BodyId body : bodies) world.move(body, translation(world.pose(body).translation() + way)).expect();
  }
  std::vector<ContactKey> truth() const { return contacts_by_loops(world, bodies); }
};

inline void expect_proved(const World& world, const ContactList& contacts) {
  for (const Contact& c : contacts) {
    const CheckResult checked = check_claim(claim_of(c.answer), *world.shape(c.a, c.part_a), world.pose(c.a, c.part_a),
                                            *world.shape(c.b, c.part_b), world.pose(c.b, c.part_b));
    ASSERT_TRUE(checked || checked.missing == Missing::Certificate) << checked.reason;
  }
}

inline std::vector<const Contact*> places(const ContactList& contacts) {
  std::vector<const Contact*> at;
  for (const Contact& contact : contacts) at.push_back(&contact);
  return at;
}

inline Status only_status(World& world) {
  const Collisions met = world.collide().value();
  EXPECT_EQ(met.ending, Ending::Complete);
  EXPECT_LE(met.contacts.size(), 1u);
  return met.contacts.empty() ? Status::Separated : met.contacts[0].answer.status;
}

}  // namespace clearance::detail
