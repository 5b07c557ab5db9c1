// A world that is added to, moved, filtered, held together, taken apart, copied and asked at random for a long time:
// every so often all its answers are compared with plain loops over all pairs. ./test takes a few thousand steps,
// ./test full a million, under AddressSanitizer and ThreadSanitizer as well.
#include <clearance/query/half_space.h>
#include <clearance/query/query.h>
#include <tests/meshes.h>
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace clearance {
using namespace detail;
namespace {

int step_count() { return test::full_level() ? 1'000'000 : 60'000; }

constexpr std::size_t kMostBodies = 24;

// What the test knows of a body, on its own account.
struct Known {
  BodyId id;
  bool is_static = false;
  Groups groups;
  std::optional<HalfSpace> space;
  std::optional<BodyId> holder;
  std::string name;
};

using Meeting = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, Status>;

class Soak {
 public:
  Soak(const WorldOptions& options, std::uint64_t seed) : world_(options), random_(seed) {}

  void step() {
    switch (random_.below(20)) {
      case 0:
      case 1:
      case 2:
        return add();
      case 3:
        return remove();
      case 4:
        return hold();
      case 5:
        return let_go();
      case 6:
        return filter();
      case 7:
        return pad();
      case 8:
        return ask_in_passing();
      case 9:
        return copy();
      case 10:
        return move_several();
      default:
        return move();
    }
  }

  void expect_truth() {
    std::vector<Meeting> found;
    for (const Contact& c : world_.collide().value().contacts)
      found.push_back(meeting(c.a, c.part_a, c.b, c.part_b, c.answer.status));
    std::sort(found.begin(), found.end());
    const std::vector<Meeting> expected = truth();
    ASSERT_EQ(found, expected);
    expect_manifolds(expected);
    expect_truth_of_probes();
  }

 private:
  static Meeting meeting(BodyId a, std::uint32_t part_a, BodyId b, std::uint32_t part_b, Status status) {
    if (std::pair(b.index, part_b) < std::pair(a.index, part_a)) std::swap(a, b), std::swap(part_a, part_b);
    return {a.index, part_a, b.index, part_b, status};
  }

  // The same pairs meet, each at one point at least, and what is said of a point fits together.
  void expect_manifolds(const std::vector<Meeting>& expected) {
    const WorldManifolds manifolds = world_.manifolds().value();
    EXPECT_EQ(manifolds.ending, Ending::Complete);
    std::vector<Meeting> found;
    for (const PairManifold& pair : manifolds) {
      found.push_back(meeting(pair.a, pair.part_a, pair.b, pair.part_b, pair.status()));
      EXPECT_FALSE(pair.points().empty());
      for (const ContactPatch& patch : pair.patches()) {
        EXPECT_NEAR(norm(patch.normal), 1, 1e-12);
        for (const ContactPoint& point : pair.points_of(patch)) {
          const Vec3 between = point.b - point.a;
          ASSERT_TRUE(is_finite(between)) << between.x;
          const double gap = std::clamp(dot(between, patch.normal), point.lower, point.upper),
                       rounding = 1e-13 * (norm_max(point.a) + norm_max(point.b));
          EXPECT_LE(norm_max(between - gap * patch.normal), point.error + rounding);
        }
      }
    }
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected);
  }

  Pose somewhere() {
    Vec3 at = test::random_in_box(random_, 2.5);
    if (random_.below(8) == 0) at = test::random_lattice_point(random_, 2);
    // Now and then where floats have no digits left, or nearly out of range.
    if (random_.below(40) == 0) at = (random_.below(5) == 0 ? 1e299 : 1e9) * at;
    return random_.below(3) == 0 ? translation(at) : rotation(test::random_quaternion(random_), at);
  }
  // A ball whose vertices are in and out by chance, a cube that touches on the lattice, a sheet that bounds nothing,
  // and boxes that are one body.
  Shape some_general_shape() {
    switch (random_.below(5)) {
      case 0:
        return test::star(random_.bits(), 20, random_.uniform(0.01, 2));  // a new one, maybe where an old one was
      case 4:
        return star_;
      case 1:
        return cube_;
      case 2:
        return sheet_;
      default:
        return cross_;
    }
  }
  Shape some_shape() {
    if (random_.below(5) == 0) return some_general_shape();
    return some_convex_shape();
  }
  Rounded some_convex_shape() {
    const auto side = [&] { return random_.below(6) == 0 ? 0.0 : random_.uniform(0.1, 1.5); };
    const double scale = random_.below(10) == 0 ? std::pow(10.0, random_.uniform(-9, 9)) : 1;
    const Rounded core =
        random_.below(3) == 0 ? Rounded(polytope_) : Rounded(box({scale * side(), scale * side(), scale * side()}));
    return random_.below(3) == 0 ? rounded(core.core(), scale * random_.uniform(0, 0.3)) : core;
  }

  void add() {
    if (known_.size() >= kMostBodies) return remove();
    Known body;
    BodyOptions options;
    options.is_static = body.is_static = random_.below(4) == 0;
    options.groups = body.groups = random_.below(4) == 0 ? Groups{2, 3} : Groups{};
    if (const std::string name = some_name(); random_.below(2) == 0 && !world_.find(name))
      options.name = body.name = name;
    if (random_.below(25) == 0) {
      body.space = half_space(test::random_direction(random_), random_.uniform(-4, -2));
      body.is_static = true;
      body.id = world_.add(*body.space, options).value();
    } else {
      std::vector<Part> parts;
      const std::uint64_t count = random_.below(5) == 0 ? 3 : 1;
      for (std::uint64_t k = 0; k < count; ++k)
        parts.push_back({some_shape(), count == 1 ? Pose{} : translation(test::random_in_box(random_, 1))});
      options.padding = random_.below(6) == 0 ? 0.125 : 0;
      body.id = world_.add(parts, somewhere(), options).value();
    }
    known_.push_back(body);
  }
  std::string some_name() { return std::string(1, static_cast<char>('a' + random_.below(8))); }
  // A copy goes on in place of the world, also one that a visitor makes and puts there.
  void copy() {
    if (random_.below(50) != 0) return;
    if (random_.below(2) == 0) world_ = World(world_);
    world_.visit_contacts([&](const Contact&) { return world_ = World(world_), random_.below(2) == 0; });
  }
  Known* some_body() { return known_.empty() ? nullptr : &known_[random_.below(known_.size())]; }

  void remove() {
    Known* body = some_body();
    if (!body) return;
    const BodyId id = body->id;
    world_.remove(id).expect();
    for (Known& other : known_)
      if (other.holder == id) other.holder.reset();
    known_.erase(known_.begin() + (body - known_.data()));
    EXPECT_EQ(world_.move(id, {}).fault(), WorldFault::StaleBody);
  }
  void move() {
    const Known* body = some_body();
    if (!body) return;
    const Done done = world_.move(body->id, somewhere());
    if (body->space) {
      EXPECT_EQ(done.fault(), WorldFault::IsHalfSpace);
    } else if (body->holder) {
      EXPECT_EQ(done.fault(), WorldFault::Attached);
    } else {
      EXPECT_TRUE(done || done.fault() == WorldFault::BadPose);
    }
  }
  // In one call, some of them perhaps twice: all of them, or the first is named that one call for each would refuse.
  void move_several() {
    std::vector<BodyId> ids;
    std::vector<Pose> poses;
    for (std::size_t k = random_.below(7); k > 0 && !known_.empty(); --k) {
      ids.push_back(some_body()->id);
      poses.push_back(somewhere());
    }
    World one_by_one(world_);
    std::size_t refused = ids.size();
    WorldFault fault = WorldFault::None;
    for (std::size_t k = 0; k < ids.size() && refused == ids.size(); ++k)
      if (const Done done = one_by_one.move(ids[k], poses[k]); !done) refused = k, fault = done.fault();
    if (fault != WorldFault::None) one_by_one = world_;
    const DoneAll done = world_.move(ids, poses);
    EXPECT_EQ(done.fault(), fault);
    EXPECT_EQ(done.index(), done ? 0 : refused);
    for (const Known& body : known_) EXPECT_EQ(world_.pose(body.id), one_by_one.pose(body.id));
  }
  void hold() {
    Known *held = some_body(), *holder = some_body();
    if (held && world_.attach(held->id, holder->id)) held->holder = holder->id;
  }
  void let_go() {
    Known* held = some_body();
    if (!held) return;
    EXPECT_EQ(bool(world_.detach(held->id)), held->holder.has_value());
    held->holder.reset();
  }
  void filter() {
    Known* body = some_body();
    if (!body) return;
    body->groups = random_.below(2) == 0 ? Groups{1, 1} : Groups{3, 0xffffffffu};
    world_.set_groups(body->id, body->groups).expect();
    Known* other = some_body();
    const bool may_touch = random_.below(2) == 0;
    const std::string name = some_name(), other_name = some_name();
    if (random_.below(2) == 0) {
      world_.allow(name, other_name, may_touch).expect();
      allowed_names_[std::minmax(name, other_name)] = may_touch;
      return;
    }
    if (random_.below(20) == 0) {
      const bool touches_all = random_.below(4) == 0;
      world_.allow_everything(name, touches_all).expect();
      allowed_with_everything_[name] = touches_all;
      return;
    }
    if (other == body) return;
    world_.allow(body->id, other->id, may_touch).expect();
    allowed_[pair_of(body->id, other->id)] = may_touch;
  }
  void pad() {
    if (const Known* body = some_body(); body && !body->space)
      world_.set_padding(body->id, random_.below(2) == 0 ? 0 : 0.25).expect();
  }
  // Whatever is asked in between must not disturb the next frame.
  void ask_in_passing() {
    CollideOptions options;
    options.first_only = random_.below(2) == 0;
    options.max_pairs = random_.below(3) == 0 ? 0 : std::size_t{1} << 20;
    std::stop_source stopped;
    if (random_.below(4) == 0) stopped.request_stop();
    options.limits.stop = stopped.get_token();
    switch (random_.below(7)) {
      case 0: {
        const Result<Collisions> met = world_.collide(options);
        EXPECT_TRUE(met.ok() || options.max_pairs == 0);
        return;
      }
      case 1: {
        const Result<Proximities> near = world_.within(random_.uniform(0, 0.5), options);
        EXPECT_TRUE(near.ok() || options.max_pairs == 0);
        return;
      }
      case 2: {
        const std::uint64_t most = random_.below(4);
        std::uint64_t visits = 0;
        const Ending ending = world_.visit_contacts([&](const Contact&) { return ++visits < most; }, options.limits);
        EXPECT_EQ(ending == Ending::Stopped, options.limits.stop.stop_requested());
        return;
      }
      case 6: {
        const ManifoldOptions within{.margin = random_.uniform(0, 0.5), .points_per_patch = 4};
        const Result<WorldManifolds> met = world_.manifolds(within, options);
        EXPECT_TRUE(met.ok() || options.max_pairs == 0);
        return;
      }
      case 3:
        return expect_ending(world_.collide(some_shape(), somewhere(), options).ending, options);
      case 4:
        return expect_ending(world_
                                 .cast(test::random_in_box(random_, 4), test::random_in_box(random_, 4),
                                       options.first_only, options.limits)
                                 .ending,
                             options);
      default:
        return expect_ending(world_.at(test::random_in_box(random_, 3), options.limits).ending, options);
    }
  }
  static void expect_ending(Ending ending, const CollideOptions& options) {
    EXPECT_EQ(ending == Ending::Stopped, options.limits.stop.stop_requested());
    EXPECT_TRUE(ending == Ending::Stopped || ending == Ending::Complete || options.first_only);
  }

  static std::pair<std::uint64_t, std::uint64_t> pair_of(BodyId a, BodyId b) {
    const auto whole = [](BodyId id) { return std::uint64_t{id.generation} << 32 | id.index; };
    return std::minmax(whole(a), whole(b));
  }
  bool is_asked(const Known& a, const Known& b) const {
    if (a.is_static && b.is_static) return false;
    if ((a.groups.member_of & b.groups.meets) == 0 || (b.groups.member_of & a.groups.meets) == 0) return false;
    if (a.holder == b.id || b.holder == a.id) return false;
    if (const auto entry = allowed_.find(pair_of(a.id, b.id)); entry != allowed_.end()) return !entry->second;
    for (const std::string& name : {a.name, b.name}) {
      const auto entry = allowed_with_everything_.find(name);
      if (entry != allowed_with_everything_.end() && entry->second) return false;
    }
    const auto entry = allowed_names_.find(std::minmax(a.name, b.name));
    return entry == allowed_names_.end() || !entry->second;
  }
  // The padding that is no part of a radius; sums of two are exact.
  double thickness(BodyId id, std::uint32_t part) const {
    return world_.shape(id, part) != nullptr ? 0 : world_.padding(id);
  }
  static Intersection by_sign(int sign) {
    Intersection met;
    met.status = sign < 0 ? Status::Penetrating : sign == 0 ? Status::Touching : Status::Separated;
    return met;
  }
  void add_truth(const Known& a, const Known& b, std::vector<Meeting>& out) const {
    for (std::uint32_t k = 0; k < world_.part_count(a.id); ++k)
      for (std::uint32_t l = 0; l < world_.part_count(b.id); ++l) {
        const auto at_wall = [&](const HalfSpace& wall, const Known& body, std::uint32_t part) {
          const Shape shape = *world_.any_shape(body.id, part);
          const double padding = thickness(body.id, part);
          if (padding > 0) return by_sign(compare_distance(wall, {}, shape, world_.pose(body.id, part), padding));
          return intersects(wall, {}, shape, world_.pose(body.id, part));
        };
        const auto together = [&]() -> Intersection {
          const Shape one = *world_.any_shape(a.id, k), other = *world_.any_shape(b.id, l);
          const double padding = thickness(a.id, k) + thickness(b.id, l);
          if (padding > 0)
            return by_sign(compare_distance(one, world_.pose(a.id, k), other, world_.pose(b.id, l), padding));
          return intersects(one, world_.pose(a.id, k), other, world_.pose(b.id, l));
        };
        const Intersection met = a.space ? at_wall(*a.space, b, l) : b.space ? at_wall(*b.space, a, k) : together();
        if (met) out.push_back(meeting(a.id, k, b.id, l, met.status));
      }
  }
  // Something that is no part of the world, a ray, and a pose of a batch, against every part.
  void expect_truth_of_probes() {
    const Shape probe = some_shape();
    const Pose pose = somewhere();
    const Vec3 from = test::random_in_box(random_, 4), to = test::random_in_box(random_, 4);
    std::size_t met = 0, hit = 0;
    for (const Known& body : known_)
      for (std::uint32_t k = 0; k < world_.part_count(body.id); ++k) {
        const Pose& at = world_.pose(body.id, k);
        if (body.space) {
          met += intersects(*body.space, {}, probe, pose) ? 1 : 0;
          hit += cast_ray(*body.space, from, to) ? 1 : 0;
          continue;
        }
        const Shape shape = *world_.any_shape(body.id, k);
        if (const double padding = thickness(body.id, k); padding > 0) {
          const Vec3 ends[] = {from, to};
          const Rounded segment = convex_hull(ends).value();
          met += compare_distance(shape, at, probe, pose, padding) <= 0 ? 1 : 0;
          hit += compare_distance(shape, at, segment, {}, padding) <= 0 ? 1 : 0;
          continue;
        }
        met += intersects(shape, at, probe, pose) ? 1 : 0;
        hit += std::visit([&](const auto& one) { return cast_ray(one, at, from, to).has_value(); }, shape) ? 1 : 0;
      }
    const Collisions contacts = world_.collide(probe, pose);
    EXPECT_EQ(contacts.ending, Ending::Complete);
    EXPECT_EQ(contacts.contacts.size(), met);
    const RayContacts hits = world_.cast(from, to);
    EXPECT_EQ(hits.ending, Ending::Complete);
    EXPECT_EQ(hits.size(), hit);
    PoseAnswer answer;
    EXPECT_EQ(world_.collide_poses(probe, {&pose, 1}, {&answer, 1}), Ending::Complete);
    EXPECT_EQ(answer.is_free, met == 0);
    EXPECT_EQ(answer.answer.status == Status::Separated, met == 0);
  }
  std::vector<Meeting> truth() const {
    std::vector<Meeting> meetings;
    for (std::size_t i = 0; i < known_.size(); ++i)
      for (std::size_t j = i + 1; j < known_.size(); ++j)
        if (is_asked(known_[i], known_[j])) add_truth(known_[i], known_[j], meetings);
    std::sort(meetings.begin(), meetings.end());
    return meetings;
  }

  World world_;
  Random random_;
  Polytope polytope_ = test_polytope(TestShape::Ellipsoid, 50, 3);
  Mesh star_ = test::star(7), cube_ = mesh_of(box({1, 1, 1})), sheet_ = test::sheet();
  Parts cross_ = test::cross();
  std::vector<Known> known_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, bool> allowed_;
  std::map<std::pair<std::string, std::string>, bool> allowed_names_;
  std::map<std::string, bool> allowed_with_everything_;
};

TEST(Soak, AWorldUnderRandomUseAlwaysAgreesWithLoops) {
  const std::size_t methods = broad_methods().size();
  const int steps_each = step_count() / static_cast<int>(2 * methods);
  for (std::size_t k = 0; k < 2 * methods; ++k) {
    const BroadRow& row = broad_methods()[k % methods];
    SCOPED_TRACE(row.name);
    Soak soak({.broad = row.id, .threads = k < methods ? 1 : 2, .closest_before_contact = k % 2 == 0}, k + 1);
    for (int step = 0; step < steps_each; ++step) {
      soak.step();
      if (step % 25 == 24) soak.expect_truth();
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace clearance
