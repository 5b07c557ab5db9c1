// What a world remembers from frame to frame, and what must not disturb it: questions in between, limits that end a
// frame half-way, shapes that change and places that are taken again.
#include <clearance/world/scenes_test.h>

#include <algorithm>
#include <optional>

namespace clearance::detail {
namespace {

// ---- By hand --------------------------------------------------------------------------------------------------------

// The closest points of the frame before were computed with the padding of this one.
TEST(Frames, ThePaddingOfTheFrameBefore) {
  for (const bool has_wall : {false, true}) {
    World world({.closest_before_contact = true});
    if (has_wall) {
      ASSERT_TRUE(world.add(half_space({1, 0, 0}, 0.5)).ok());
    } else {
      ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
    }
    const BodyId b = world.add(box({1, 1, 1}), translation({4, 0, 0})).value();
    ASSERT_TRUE(world.collide().value().is_free());  // 3 apart
    world.set_padding(b, 1).expect();
    world.move(b, translation({1.5, 0, 0})).expect();
    Collisions met = world.collide().value();
    ASSERT_EQ(met.contacts.size(), 1u);
    ASSERT_TRUE(met.contacts[0].before != nullptr);
    EXPECT_LE(met.contacts[0].before->lower, 3);
    EXPECT_GE(met.contacts[0].before->upper, 3);
    EXPECT_GT(met.contacts[0].before->lower, 2.999);
    // And the other way: padded before, bare now.
    world.move(b, translation({4, 0, 0})).expect();
    ASSERT_TRUE(world.collide().value().is_free());  // 2 apart
    world.set_padding(b, 0).expect();
    world.move(b, translation({0.75, 0, 0})).expect();
    met = world.collide().value();
    ASSERT_EQ(met.contacts.size(), 1u);
    ASSERT_TRUE(met.contacts[0].before != nullptr);
    EXPECT_LE(met.contacts[0].before->lower, 2);
    EXPECT_GE(met.contacts[0].before->upper, 2);
    EXPECT_LT(met.contacts[0].before->upper, 2.001);
  }
}

// Two worlds that do the same, one of which is also asked this and that between the moves and the frame: a ray made the
// boxes and emptied the list of what had moved, a visit of the contacts lost the closest points of the frame before.
TEST(Frames, QuestionsInBetweenLeaveTheFrameItsMemory) {
  using Question = void (*)(World&);
  const Question questions[] = {
      [](World& world) { static_cast<void>(world.cast({-9, 0, 0}, {9, 0, 0})); },
      [](World& world) { static_cast<void>(world.at({0, 0, 0})); },
      [](World& world) { static_cast<void>(world.collide(box({1, 1, 1}), {})); },
      [](World& world) { static_cast<void>(world.within(1, box({1, 1, 1}), {})); },
      [](World& world) { static_cast<void>(world.within(0.5)); },
      [](World& world) {
        const Pose pose;
        PoseAnswer answer;
        world.collide_poses(box({1, 1, 1}), {&pose, 1}, {&answer, 1});
      },
      [](World& world) { world.visit_contacts([](const Contact&) { return true; }); },
      [](World& world) { world.visit_contacts([](const Contact&) { return false; }); },
      [](World& world) { static_cast<void>(world.collide({.max_pairs = 0})); },
      [](World& world) {
        static_cast<void>(world.collide({.limits = {{}, std::chrono::steady_clock::time_point::min()}}));
      },
      [](World& world) { world = World(world); },
  };
  for (const BroadRow& row : broad_methods()) {
    SCOPED_TRACE(row.name);
    for (const double share : {0.1, 0.6}) {  // a few move: their pairs alone are looked for; many: all pairs
      Random random(7);
      World plain({.broad = row.id, .closest_before_contact = true}), asked = plain;
      std::vector<BodyId> bodies;
      for (int k = 0; k < 40; ++k) {
        const Rounded shape = random_shape(random);
        const Pose pose = random_pose(random, 3);
        bodies.push_back(plain.add(shape, pose).value());
        ASSERT_EQ(asked.add(shape, pose).value(), bodies.back());
      }
      std::size_t befores = 0;
      for (std::size_t frame = 0; frame < 24; ++frame) {
        for (const BodyId body : bodies) {
          if (random.unit() >= share) continue;
          const Pose pose = random_pose(random, 3);
          plain.move(body, pose).expect();
          asked.move(body, pose).expect();
        }
        const bool forgets_changes = frame % std::size(questions) >= 6;  // then the frame looks for all pairs
        questions[frame % std::size(questions)](asked);
        const Collisions ours = asked.collide().value(), theirs = plain.collide().value();
        ASSERT_EQ(keys_of(ours.contacts), keys_of(theirs.contacts));
        EXPECT_EQ(asked.statistics().kept, plain.statistics().kept) << frame;
        EXPECT_EQ(asked.statistics().tested, plain.statistics().tested) << frame;
        if (!forgets_changes) {
          EXPECT_EQ(asked.statistics().box_pairs, plain.statistics().box_pairs) << frame;
        }
        for (std::size_t k = 0; k < ours.contacts.size(); ++k) {
          const Contact &one = ours.contacts[k], &other = theirs.contacts[k];
          ASSERT_EQ(one.before != nullptr, other.before != nullptr);
          if (one.before == nullptr) continue;
          ++befores;
          EXPECT_LE(one.before->lower, other.before->upper);
          EXPECT_LE(other.before->lower, one.before->upper);
        }
      }
      EXPECT_GT(befores, 10u);
    }
  }
}

// What was said of two ids was kept under their names, so that a later body of the name inherited it.
TEST(Frames, AllowedByIdIsNotInherited) {
  World world;
  const BodyId hand = world.add(box({1, 1, 1}), {}, {.name = "hand"}).value();
  BodyId cup = world.add(box({1, 1, 1}), {}, {.name = "cup"}).value();
  world.allow(hand, cup).expect();
  EXPECT_TRUE(world.collide().value().is_free());
  world.remove(cup).expect();
  cup = world.add(box({1, 1, 1}), {}, {.name = "cup"}).value();
  EXPECT_EQ(world.collide().value().contacts.size(), 1u);
  // By name it is; and what is said of the two themselves counts more, until one is gone.
  world.allow("cup", "hand").expect();
  EXPECT_TRUE(world.collide().value().is_free());
  world.allow(cup, hand, false).expect();
  EXPECT_EQ(world.collide().value().contacts.size(), 1u);
  world.allow_everything("hand").expect();
  EXPECT_EQ(world.collide().value().contacts.size(), 1u);
  world.allow_everything("hand", false).expect();
  World copy = world;
  copy.remove(cup).expect();
  ASSERT_TRUE(copy.add(box({1, 1, 1}), {}, {.name = "cup"}).ok());
  EXPECT_TRUE(copy.collide().value().is_free());
  world.allow("cup", "hand", false).expect();
  world.allow(cup, hand).expect();
  EXPECT_TRUE(world.collide().value().is_free());
  world.remove(hand).expect();
  ASSERT_TRUE(world.add(box({1, 1, 1}), {}, {.name = "hand"}).ok());
  EXPECT_EQ(world.collide().value().contacts.size(), 1u);
}

TEST(Frames, AllowedByIdEndsWithEitherOfManyBodies) {
  World world;
  std::vector<BodyId> bodies;
  bodies.reserve(6);
  for (int k = 0; k < 6; ++k) bodies.push_back(world.add(box({1, 1, 1})).value());
  for (const BodyId a : bodies)
    for (const BodyId b : bodies) world.allow(a, b).expect();
  EXPECT_TRUE(world.collide().value().is_free());
  for (std::size_t gone = 0; gone < bodies.size(); ++gone) {
    world.remove(bodies[gone]).expect();
    ASSERT_TRUE(world.add(box({1, 1, 1})).ok());
    // New ones meet everybody; old ones still spare each other.
    const std::size_t fresh = gone + 1, old = bodies.size() - fresh;
    EXPECT_EQ(world.collide().value().contacts.size(), fresh * old + fresh * (fresh - 1) / 2);
  }
}

// ---- Against brute force --------------------------------------------------------------------------------------------

// One body as the test knows it, and as it was at the end of the last frame.
struct Model {
  struct Then {
    Rounded shape;
    Pose pose;
    std::optional<BodyId> holder;
  };
  BodyId id;
  std::optional<BodyId> holder = {};
  std::optional<Then> then = {};
};

// Bodies that are padded, moved, held, let go, removed and replaced in their own places between frames, some of which
// are ended by a deadline, with questions and copies in between: contacts are those of fresh queries, and so is what
// they say of the frame before.
class Hostile {
 public:
  Hostile(const WorldOptions& options, std::uint64_t seed) : world_(options), random_(seed) {
    while (bodies_.size() < 14) add();
  }

  void change() {
    Model& body = bodies_[random_.below(bodies_.size())];
    switch (random_.below(12)) {
      case 0:
        return replace(body);
      case 1:
      case 2:
        return world_.set_padding(body.id, random_.below(2) == 0 ? 0 : random_.uniform(0, 0.5)).expect();
      case 3: {
        const BodyId holder = bodies_[random_.below(bodies_.size())].id;
        if (world_.attach(body.id, holder)) body.holder = holder, filters_are_new_ = true;
        return;
      }
      case 4:
        EXPECT_EQ(bool(world_.detach(body.id)), body.holder.has_value());
        filters_are_new_ = filters_are_new_ || body.holder.has_value();
        body.holder.reset();
        return;
      case 5:
        return ask();
      default:
        EXPECT_EQ(bool(world_.move(body.id, random_pose(random_, 1.6))), !body.holder.has_value());
    }
  }

  void frame() {
    if (random_.below(6) == 0) return cut_frame();
    const Collisions met = world_.collide().value();
    ASSERT_EQ(met.ending, Ending::Complete);
    ASSERT_EQ(keys_of(met.contacts), truth());
    for (const Contact& contact : met.contacts) expect_before(contact);
    remember();
  }

  std::size_t befores() const { return befores_; }

 private:
  void add() { bodies_.push_back({world_.add(random_shape(random_), random_pose(random_, 1.6)).value()}); }
  void replace(Model& body) {
    const BodyId gone = body.id;
    world_.remove(gone).expect();
    for (Model& other : bodies_)
      if (other.holder == gone) other.holder.reset();
    filters_are_new_ = true;  // if it held anything
    body = {world_.add(random_shape(random_), random_pose(random_, 1.6)).value()};
    EXPECT_EQ(body.id.index, gone.index);
    EXPECT_EQ(world_.move(gone, {}).fault(), WorldFault::StaleBody);
  }
  const Model& model(BodyId id) const {
    return *std::find_if(bodies_.begin(), bodies_.end(), [&](const Model& body) { return body.id == id; });
  }
  std::vector<ContactKey> truth() const {
    std::vector<BodyId> ids;
    ids.reserve(bodies_.size());
    for (const Model& body : bodies_) ids.push_back(body.id);
    return contacts_by_loops(world_, ids,
                             [&](BodyId a, BodyId b) { return model(a).holder != b && model(b).holder != a; });
  }

  // Whatever a frame says that was ended is true; what the world knows of it, the test does not.
  void cut_frame() {
    const auto soon = std::chrono::steady_clock::now() + std::chrono::microseconds(random_.below(40));
    const Collisions part = world_.collide({.limits = {{}, soon}}).value();
    const std::vector<ContactKey> all = truth();
    if (part.ending == Ending::Complete) {
      EXPECT_EQ(keys_of(part.contacts), all);
      return remember();
    }
    for (const ContactKey& key : keys_of(part.contacts)) EXPECT_TRUE(std::binary_search(all.begin(), all.end(), key));
    knows_frame_ = false;
  }

  void expect_before(const Contact& contact) {
    if (!knows_frame_) return;
    const Model &a = model(contact.a), &b = model(contact.b);
    const bool was_asked = a.then && b.then && a.then->holder != b.id && b.then->holder != a.id;
    if (!was_asked) {
      EXPECT_EQ(contact.before, nullptr);
      return;
    }
    const Distance then = distance(a.then->shape, a.then->pose, b.then->shape, b.then->pose);
    if (contact.before == nullptr) {
      EXPECT_TRUE(filters_are_new_ || then.status != Status::Separated);
      return;
    }
    ++befores_;
    EXPECT_EQ(then.status, Status::Separated);
    EXPECT_EQ(contact.before->status, Status::Separated);
    EXPECT_LE(then.lower, contact.before->upper);
    EXPECT_GE(then.upper, contact.before->lower);
  }
  void remember() {
    knows_frame_ = true;
    filters_are_new_ = false;
    for (Model& body : bodies_) body.then = {*world_.shape(body.id, 0), world_.pose(body.id), body.holder};
  }

  void ask() {
    switch (random_.below(5)) {
      case 0:
        return static_cast<void>(world_.cast(random_vec(random_, 3), random_vec(random_, 3)));
      case 1:
        return static_cast<void>(world_.collide(random_shape(random_), random_pose(random_, 2)));
      case 2:
        return static_cast<void>(world_.within(0.25));
      case 3:
        world_.visit_contacts([&](const Contact&) { return false; });
        return;
      default: {
        // A copy made by a visitor goes on in place of the world.
        World copy = world_;
        world_.visit_contacts([&](const Contact&) { return copy = world_, false; });
        world_ = copy;
      }
    }
  }

  World world_;
  Random random_;
  std::vector<Model> bodies_;
  bool knows_frame_ = false, filters_are_new_ = true;
  std::size_t befores_ = 0;
};

TEST(Frames, HostileUseAgreesWithFreshQueries) {
  std::size_t befores = 0;
  std::uint64_t seed = 0;
  for (const BroadRow& row : broad_methods()) {
    SCOPED_TRACE(row.name);
    ++seed;
    Hostile world({.broad = row.id, .threads = seed % 2 == 0 ? 2 : 1, .closest_before_contact = true}, seed);
    for (int frame = 0; frame < 60 && !HasFailure(); ++frame) {
      for (int k = 0; k < (frame % 3 == 0 ? 20 : 2); ++k) world.change();
      world.frame();
    }
    befores += world.befores();
  }
  EXPECT_GT(befores, 100u);
}

}  // namespace
}  // namespace clearance::detail
