// Questions about something that is no part of the world: a body, a point, a ray, one body at many poses.
#include <clearance/world/world_data.h>

#include <algorithm>
#include <utility>

namespace clearance {

Intersection World::Data::intersection(std::uint32_t leaf, const Rounded& probe, const Pose& pose,
                                       ConvexCache& cache) const {
  const Leaf& body = leaves[leaf];
  if (body.space) return intersects(*body.space, probe, pose, cache);
  return intersects(body.shape, body.pose, probe, pose, cache, options.query);
}

// A question from within a visitor finds the broad phase at work, and the boxes up to date: it looks at all of them.
// False when patience ended it.
template <class Near>
static bool look_at_all(const BroadPhase& broad, std::size_t leaves, const Patience& patience, const Near& near) {
  Pace pace(patience.go_on(), 256);
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
    if (!pace.goes_on()) return false;
    if (is_box(broad.box(leaf)) && !near(leaf, broad.box(leaf))) return false;
  }
  return true;
}

bool World::Data::begin_question(const Patience& patience) {
  if (visiting.value) return patience.lasts();
  statistics = {};
  return make_boxes(patience);
}

// The leaves whose boxes are at most `limit` from the probe's, ascending.
bool World::Data::leaves_near(const Box& box, double limit, const Patience& patience,
                              std::vector<std::uint32_t>& found) {
  found.clear();
  const Box probe = grown(box, limit);
  if (visiting.value) {
    const auto take = [&](std::uint32_t leaf, const Box& there) {
      if (overlap(there, probe)) found.push_back(leaf);
      return true;
    };
    if (!look_at_all(*broad, leaves.size(), patience, take)) return false;
  } else {
    Pace pace(patience.go_on());
    const auto take = [&](std::span<const std::uint32_t> block) {
      found.insert(found.end(), block.begin(), block.end());
      return pace.goes_on();
    };
    if (!broad->find_overlaps(probe, take, patience.go_on())) return false;
  }
  for (const std::uint32_t leaf : half_spaces)
    if (const auto& space = leaves[leaf].space; space && !surely_beyond(*space, box, limit)) found.push_back(leaf);
  std::sort(found.begin(), found.end());
  return true;
}

Collisions World::collide(const Shape& probe, const Pose& pose, const CollideOptions& options) {
  Data& d = *data_;
  const auto* convex = std::get_if<Rounded>(&probe);
  const Patience patience(options.limits);
  Collisions met;
  std::vector<std::uint32_t> near;
  if (!d.begin_question(patience) || !d.leaves_near(world_box(probe, pose), 0, patience, near))
    return met.ending = patience.why(), met;
  std::vector<Contact> contacts;
  met.ending = Ending::Complete;
  for (const std::uint32_t leaf : near) {
    if (met.ending = patience.ask(); met.ending != Ending::Complete) break;
    const Data::Leaf& body = d.leaves[leaf];
    Intersection answer;
    if (convex != nullptr && body.general == nullptr) {
      ConvexCache cache;
      static_cast<Intersection&>(answer) = d.intersection(leaf, *convex, pose, cache);
    } else {
      PairCache cache;
      answer = d.general_intersection(leaf, probe, pose, cache);
    }
    if (!answer) continue;
    contacts.push_back({d.id_of(body.body), {}, body.part, 0, answer, {}, answer.part_a, answer.part_b});
    if (!options.first_only) continue;
    met.ending = Ending::FirstFound;
    break;
  }
  met.contacts = ContactList(std::move(contacts));
  return met;
}

Result<Proximities> World::within(double limit, const Shape& probe, const Pose& pose, const CollideOptions& options) {
  Data& d = *data_;
  if (!is_limit(limit)) return bad_limit();
  const Patience patience(options.limits);
  Proximities close;
  std::vector<std::uint32_t> near;
  if (!d.begin_question(patience) || !d.leaves_near(world_box(probe, pose), limit, patience, near))
    return close.ending = patience.why(), close;
  close.ending = Ending::Complete;
  for (const std::uint32_t leaf : near) {
    if (close.ending = patience.ask(); close.ending != Ending::Complete) return close;
    const Data::Leaf& body = d.leaves[leaf];
    const Distance gap = d.general_distance(leaf, probe, pose, limit);
    if (!is_within(gap, limit, [&] { return d.general_compare(leaf, probe, pose, limit); })) continue;
    close.pairs.push_back(
        {d.id_of(body.body), {}, body.part, 0, gap, gap.part_a, gap.part_b, gap.triangle_a, gap.triangle_b});
    if (options.first_only) return close.ending = Ending::FirstFound, close;
  }
  return close;
}

Collisions World::at(Vec3 point, const Limits& limits) {
  const Result<Pose> there = Pose::from_quaternion({}, point);
  CLEARANCE_ASSERT(there.ok());
  return there ? collide(data_->point, *there, {.limits = limits}) : Collisions{};
}

std::optional<RayHit> World::Data::ray_hit(const Leaf& leaf, Vec3 from, Vec3 to) const {
  if (leaf.space) return cast_ray(*leaf.space, from, to);
  if (leaf.general == nullptr) return cast_ray(leaf.shape, leaf.pose, from, to);
  return std::visit([&](const auto& shape) { return cast_ray(shape, leaf.pose, from, to); }, *leaf.general);
}

RayContacts World::cast(Vec3 from, Vec3 to, bool first_only, const Limits& limits) {
  CLEARANCE_ASSERT(is_coordinate(from) && is_coordinate(to));
  if (!is_coordinate(from) || !is_coordinate(to)) return {};
  Data& d = *data_;
  RayContacts met;
  const Patience patience(limits);
  if (!d.begin_question(patience)) return met.ending = patience.why(), met;
  std::vector<RayContact>& hits = met.hits;
  double first = 1;  // no hit after this fraction is the first
  const auto meet = [&](std::uint32_t leaf) {
    if (!patience.lasts()) return false;
    const Data::Leaf& body = d.leaves[leaf];
    const std::optional<RayHit> hit = d.ray_hit(body, from, to);
    if (!hit || (first_only && hit->lower > first)) return true;
    first = smaller(first, hit->upper);
    hits.push_back({d.id_of(body.body), body.part, *hit});
    return true;
  };
  const auto meet_all = [&](std::span<const std::uint32_t> block) {
    return std::all_of(block.begin(), block.end(), meet);
  };
  const bool whole = (d.visiting.value ? look_at_all(*d.broad, d.leaves.size(), patience,
                                                     [&](std::uint32_t leaf, const Box&) { return meet(leaf); })
                                       : d.broad->find_on_segment(from, to, meet_all, patience.go_on())) &&
                     meet_all(d.half_spaces);
  met.ending = whole ? Ending::Complete : patience.why();
  if (first_only) std::erase_if(hits, [&](const RayContact& ray) { return ray.hit.lower > first; });
  std::sort(hits.begin(), hits.end(), [](const RayContact& a, const RayContact& b) {
    return std::tuple(a.hit.lower, a.body.index, a.part) < std::tuple(b.hit.lower, b.body.index, b.part);
  });
  return met;
}

namespace {

constexpr std::size_t kPosesPerChunk = 64;    // that share caches
constexpr std::size_t kPosesPerBlock = 4096;  // between two turns of the broad phase: enough for many threads

}  // namespace

// Poses that share caches, answered by one thread. Which leaves are near the pose k is in near[first_near[k]] and
// following.
struct World::Data::PoseBlock {
  const Shape& probe;
  std::span<const Pose> poses;
  std::span<PoseAnswer> out;
  std::vector<std::uint32_t> near, first_near;

  // The broad phase is asked by this thread alone. False when patience ended it.
  bool find_near(Data& d, const Patience& patience) {
    std::vector<Box> boxes(poses.size());
    const auto* convex = std::get_if<Rounded>(&probe);
    if (convex != nullptr) world_boxes(*convex, poses, boxes);
    near.clear();
    first_near.assign(1, 0);
    std::vector<std::uint32_t> of_pose;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      if (convex == nullptr) boxes[k] = world_box(probe, poses[k]);
      if (!d.leaves_near(boxes[k], 0, patience, of_pose)) return false;
      near.insert(near.end(), of_pose.begin(), of_pose.end());
      first_near.push_back(static_cast<std::uint32_t>(near.size()));
    }
    return true;
  }

  Ending answer(const Data& d, std::size_t chunk, const Patience& patience) const {
    std::unordered_map<std::uint32_t, ConvexCache> caches;
    std::unordered_map<std::uint32_t, PairCache> shape_caches;
    const auto* convex = std::get_if<Rounded>(&probe);
    const auto meets = [&](std::uint32_t leaf, const Pose& pose, PoseAnswer& found) {
      const Leaf& body = d.leaves[leaf];
      Intersection met;
      if (convex != nullptr && body.general == nullptr)
        static_cast<Intersection&>(met) = d.intersection(leaf, *convex, pose, caches[leaf]);
      else
        met = d.general_intersection(leaf, probe, pose, shape_caches[leaf]);
      if (met) found = {false, d.id_of(body.body), body.part, met, met.part_a, met.part_b};
      return bool(met);
    };
    for (std::size_t k = chunk * kPosesPerChunk; k < std::min(poses.size(), (chunk + 1) * kPosesPerChunk); ++k) {
      PoseAnswer found;
      bool is_met = false;
      for (std::uint32_t i = first_near[k]; i < first_near[k + 1] && !is_met; ++i) {
        if (const Ending asked = patience.ask(); asked != Ending::Complete) return asked;
        is_met = meets(near[i], poses[k], found);
      }
      found.is_free = !is_met;
      if (found.is_free) found.answer.status = Status::Separated;
      out[k] = found;
    }
    return Ending::Complete;
  }
};

Ending World::collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out,
                            const Limits& limits) {
  CLEARANCE_ASSERT(out.size() == poses.size());
  std::fill(out.begin(), out.end(), PoseAnswer{});
  Data& d = *data_;
  const Patience patience(limits);
  if (!d.begin_question(patience)) return patience.why();
  const std::size_t count = std::min(out.size(), poses.size());
  std::atomic<Ending> ending{Ending::Complete};
  for (std::size_t begin = 0; begin < count && ending.load() == Ending::Complete; begin += kPosesPerBlock) {
    const std::size_t size = std::min(kPosesPerBlock, count - begin);
    Data::PoseBlock block{probe, poses.subspan(begin, size), out.subspan(begin, size), {}, {}};
    if (!block.find_near(d, patience)) return patience.why();
    d.workers->run((size + kPosesPerChunk - 1) / kPosesPerChunk, [&](std::size_t chunk) {
      if (ending.load(std::memory_order_relaxed) != Ending::Complete) return;
      if (const Ending ended = block.answer(d, chunk, patience); ended != Ending::Complete) ending.store(ended);
    });
  }
  return count == poses.size() && count == out.size() ? ending.load() : Ending::NotAsked;
}

}  // namespace clearance
