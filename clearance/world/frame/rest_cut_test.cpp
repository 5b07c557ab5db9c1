// Frames that are ended at every possible pair, and frames after anything that can be done to a world on a lattice,
// where much moves alike: what a world has kept is what a fresh query says, or it is asked again.
#include <clearance/build/mesh.h>
#include <clearance/convex/algorithm_table.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/world/scenes_test.h>

#include <algorithm>

namespace clearance::detail {
namespace {

// A method that asks for a stop with its n-th pair: frames end where the test wants them to.
std::stop_source stop;
int pairs_until_stop = 0;
Evidence count_and_run(const PosedPair& pair, ConvexCache* cache, Trace* trace) {
  if (--pairs_until_stop == 0) stop.request_stop();
  return find_algorithm(algorithm_table(), Algorithm::Expansion)->run(pair, cache, trace);
}
WorldOptions counting(int threads) {
  static const std::vector<AlgorithmRow> rows = [] {
    AlgorithmRow row = *find_algorithm(algorithm_table(), Algorithm::Expansion);
    row.run = count_and_run;
    return std::vector{row};
  }();
  return {.query = {Algorithm::Expansion, rows}, .threads = threads};
}

TEST(RestCut, APairThatWasNotAskedHasNoOlderAnswer) {
  World world(counting(1));
  std::vector<BodyId> bodies;
  for (int k = 0; k < 200; ++k) bodies.push_back(world.add(box({1, 1, 1}), translation({0.75 * k, 0, 0})).value());
  pairs_until_stop = -1;
  ASSERT_EQ(world.collide().value().contacts.size(), 199u);
  int cut = 0;
  for (std::size_t n = 1; n < 400; n += 7) {
    // Every second one goes up or down by turns: contacts come and go along the whole row.
    for (std::size_t k = n % 2; k < bodies.size(); k += 2 + n % 3) {
      const double z = world.pose(bodies[k]).translation().z > 0 ? 0 : 0.5 + 0.25 * double(n % 5);
      world.move(bodies[k], translation({0.75 * double(k), 0, z})).expect();
    }
    const std::vector<ContactKey> truth = contacts_by_loops(world, bodies);
    stop = std::stop_source();
    pairs_until_stop = static_cast<int>(n);
    const Collisions part = world.collide({.limits = {stop.get_token()}}).value();
    const std::vector<ContactKey> found = keys_of(part.contacts);
    EXPECT_TRUE(std::includes(truth.begin(), truth.end(), found.begin(), found.end()));
    if (part.ending == Ending::Complete) {
      EXPECT_EQ(found, truth);
    } else {
      EXPECT_EQ(part.ending, Ending::Stopped);
      EXPECT_FALSE(part.is_free());
      ++cut;
    }
    if (n % 4 == 0) continue;  // the next frame comes after more moves
    pairs_until_stop = -1;
    ASSERT_EQ(keys_of(world.collide().value().contacts), truth) << n;
    ASSERT_EQ(keys_of(world.collide().value().contacts), truth) << n;
    EXPECT_EQ(world.statistics().tested, 0u);
  }
  EXPECT_GT(cut, 10);
}

// What a frame got done before it was ended need not be done again.
TEST(RestCut, FramesThatAreEndedGetOn) {
  World world(counting(1));
  for (int k = 0; k < 3000; ++k) ASSERT_TRUE(world.add(box({1, 1, 1}), translation({0.75 * k, 0, 0})).ok());
  std::size_t frames = 0;
  Ending ending = Ending::NotAsked;
  for (; ending != Ending::Complete && frames < 100; ++frames) {
    stop = std::stop_source();
    pairs_until_stop = 1200;  // two of the longest runs, and more
    ending = world.collide({.limits = {stop.get_token()}}).value().ending;
  }
  EXPECT_EQ(ending, Ending::Complete);
  EXPECT_GT(frames, 1u);
  EXPECT_LE(frames, 6u);
}

// Bodies of whole and half sides at tenths, a floor, meshes, everything that changes a world, copies and frames of
// every kind in between.
class Lattice {
 public:
  Lattice(const WorldOptions& options, std::uint64_t seed) : world_(options), random_(seed) {
    while (bodies_.size() < 20) add();
    floor_ = world_.add(space_).value();
  }

  void change() {
    const std::size_t number = random_.below(bodies_.size());
    const BodyId body = bodies_[number].id;
    switch (random_.below(16)) {
      case 0:
        world_.remove(body).expect();
        bodies_.erase(bodies_.begin() + static_cast<std::ptrdiff_t>(number));
        return add();
      case 1:
        return world_.set_padding(body, 0.25 * double(random_.below(3))).expect();
      case 2:
        bodies_[number].groups = random_.below(2) == 0 ? Groups{2, 1} : Groups{};
        return world_.set_groups(body, bodies_[number].groups).expect();
      case 3:
        world_.remove(floor_).expect();
        space_ = half_space({0, 0, 1}, -0.1 * double(random_.below(10)));
        floor_ = world_.add(space_).value();
        return;
      case 4:
        return move(body, rotation({1, 0, 0, double(random_.below(3))}, place()));
      case 5: {  // away and back
        const Pose there = world_.pose(body);
        move(body, translation(place()));
        ask();
        return move(body, there);
      }
      case 6:
        return move(body, Pose(world_.pose(body)));
      case 7:
      case 8:
      case 9: {  // many by the same way
        const Vec3 way{0.1 * double(random_.below(4)), random_.below(2) == 0 ? 0 : 0.5, 0};
        for (const Known& each : bodies_)
          if (random_.below(8) != 0) shift(each.id, way);
        return;
      }
      case 10:
        return ask();
      default:
        return shift(body, {0.1 * (double(random_.below(5)) - 2), 0, 0.5 * (double(random_.below(3)) - 1)});
    }
  }

  void expect_truth() {
    const Collisions met = world_.collide().value();
    ASSERT_EQ(met.ending, Ending::Complete);
    kept_ += world_.statistics().kept;
    contacts_ += met.contacts.size();
    ASSERT_EQ(keys_of(met.contacts), truth());
    for (const Contact& contact : met.contacts) expect_proved(contact);
  }
  std::size_t kept() const { return kept_; }
  std::size_t contacts() const { return contacts_; }
  std::size_t interior() const { return interior_; }

 private:
  Vec3 place() {
    const double x = random_.below(3) == 0 ? 0.1 * double(random_.below(30)) : 0.5 * double(random_.below(6));
    return {x, 0.5 * double(random_.below(4)), 0.5 * double(random_.below(4))};
  }
  void add() {
    static const Shape solid = mesh_of(box({1, 1, 1}));
    static const Shape boxes[] = {Rounded(box({1, 1, 1})), Rounded(box({0.5, 1, 1})), Rounded(box({1, 1, 0.5}))};
    const Shape& shape = random_.below(5) == 0 ? solid : boxes[random_.below(10) / 4];
    bodies_.push_back({world_.add(shape, translation(place())).value(), {}});
  }
  void move(BodyId body, const Pose& pose) { world_.move(body, pose).expect(); }
  void shift(BodyId body, Vec3 way) {
    const Pose& at = world_.pose(body);
    move(body, rotation(at.quaternion(), at.translation() + way));
  }

  void ask() {
    switch (random_.below(7)) {
      case 0:
        return static_cast<void>(world_.within(0.25));
      case 1:
        return static_cast<void>(world_.collide({.first_only = true}));
      case 2:
        return static_cast<void>(world_.collide({.max_pairs = 3}));
      case 3:
        return static_cast<void>(world_.collide({.limits = {{}, std::chrono::steady_clock::time_point::min()}}));
      case 4: {
        const auto soon = std::chrono::steady_clock::now() + std::chrono::microseconds(random_.below(100));
        return static_cast<void>(world_.collide({.limits = {{}, soon}}));
      }
      case 5:
        world_.visit_contacts([&](const Contact&) { return random_.below(2) == 0; });
        return;
      default:
        world_ = World(world_);
    }
  }

  // By a world that has nothing to remember.
  std::vector<ContactKey> truth() const {
    World fresh({.broad = BroadMethod::BruteForce});
    std::vector<BodyId> ids;
    for (const Known& body : bodies_) {
      const BodyId added =
          fresh.add(*world_.unpadded_shape(body.id, 0), world_.pose(body.id), {.padding = world_.padding(body.id)})
              .value();
      fresh.set_groups(added, body.groups).expect();
      ids.push_back(body.id);
    }
    EXPECT_TRUE(fresh.add(space_).ok());
    ids.push_back(floor_);
    std::vector<ContactKey> keys;
    for (const Contact& c : fresh.collide().value().contacts)
      keys.push_back(key_of(ids[c.a.index], 0, ids[c.b.index], 0, c.answer.status));
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  // Of convex pairs, and of points inside two solids.
  void expect_proved(const Contact& contact) {
    const Rounded *a = world_.shape(contact.a, 0), *b = world_.shape(contact.b, 0);
    if (a != nullptr && b != nullptr) {
      const CheckResult checked =
          check_claim(claim_of(contact.answer), *a, world_.pose(contact.a), *b, world_.pose(contact.b));
      EXPECT_TRUE(checked || checked.missing == Missing::Certificate) << checked.reason;
    }
    const Certificate& certificate = contact.answer.certificate;
    if (certificate.kind != Certificate::Kind::Interior || certificate.mesh.point.count != 1) return;
    const ExactPoint& point = certificate.mesh.point;
    int held = 0;
    for (const Contact& there : world_.at({point.x[0], point.y[0], point.z[0]}).contacts)
      held += there.a == contact.a || there.a == contact.b ? 1 : 0;
    EXPECT_EQ(held, 2);
    ++interior_;
  }

  struct Known {
    BodyId id;
    Groups groups;
  };
  World world_;
  Random random_;
  std::vector<Known> bodies_;
  HalfSpace space_ = half_space({0, 0, 1}, -0.5);
  BodyId floor_;
  std::size_t kept_ = 0, contacts_ = 0, interior_ = 0;
};

TEST(RestCut, OnALatticeEveryAnswerIsThatOfAFreshWorld) {
  std::uint64_t seed = 0;
  std::size_t kept = 0, contacts = 0, interior = 0;
  for (const BroadRow& row : broad_methods()) {
    SCOPED_TRACE(row.name);
    ++seed;
    Lattice lattice({.broad = row.id, .threads = seed % 2 == 0 ? 2 : 1, .closest_before_contact = seed % 3 == 0}, seed);
    for (int frame = 0; frame < 150 && !HasFailure(); ++frame) {
      for (int k = 0; k < (frame % 5 == 0 ? 8 : frame % 5); ++k) lattice.change();
      lattice.expect_truth();
    }
    kept += lattice.kept(), contacts += lattice.contacts(), interior += lattice.interior();
  }
  EXPECT_GT(2 * kept, contacts);
  EXPECT_GT(interior, 100u);
}

// Two shapes that many bodies share, in whole and half cells: the same pairs again and again, some padded or turned.
TEST(RestCut, PairsPlacedAlikeAgreeWithFreshQueries) {
  const Rounded shapes[] = {box({1, 1, 1}), box({1, 1, 0.5})};
  std::size_t alike = 0;
  for (const int threads : {1, 2}) {
    World world({.threads = threads});
    Random random(17);
    std::vector<BodyId> bodies;
    for (int k = 0; k < 64; ++k)
      bodies.push_back(
          world.add(shapes[k % 8 == 0], translation({1.0 * (k / 16), 1.0 * (k / 4 % 4), 1.0 * (k % 4)})).value());
    for (int frame = 0; frame < 60; ++frame) {
      const Collisions met = world.collide().value();
      alike += world.statistics().alike;
      ASSERT_EQ(keys_of(met.contacts), contacts_by_loops(world, bodies)) << frame;
      // A layer goes up or down, a few bodies go elsewhere.
      const std::size_t layer = 16 * random.below(4);
      const Vec3 way{0, 0, 0.5 * (double(random.below(3)) - 1)};
      for (std::size_t k = layer; k < layer + 16; ++k) {
        const Pose& at = world.pose(bodies[k]);
        world.move(bodies[k], rotation(at.quaternion(), at.translation() + way)).expect();
      }
      for (int k = 0; k < 3; ++k) {
        const BodyId body = bodies[random.below(bodies.size())];
        const Vec3 cell = world.pose(bodies[random.below(bodies.size())]).translation();
        world.move(body, rotation({1, 0, 0, random.below(6) == 0 ? 1.0 : 0.0}, cell + Vec3{0, 0, 0.5})).expect();
        if (random.below(4) == 0) world.set_padding(body, random.below(2) == 0 ? 0 : 0.25).expect();
      }
    }
  }
  EXPECT_GT(alike, 1000u);
}

}  // namespace
}  // namespace clearance::detail
