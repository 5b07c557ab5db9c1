// Questions about something that is no part of the world: a body, a point, a ray, one body at many poses.
#include <clearance/world/world_data.h>

#include <algorithm>

namespace clearance {

Intersection World::Data::intersection(std::uint32_t leaf, const Rounded& probe, const Pose& pose,
                                       PairCache& cache) const {
  const Leaf& body = leaves[leaf];
  if (body.space) return intersects(*body.space, probe, pose, cache);
  return intersects(body.shape, body.pose, probe, pose, cache, options.query);
}

// A question from within a visitor finds the broad phase at work, and the boxes up to date: it looks at all of them.
template <class Near>
static void look_at_all(const BroadPhase& broad, std::size_t leaves, const Near& near) {
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf)
    if (is_box(broad.box(leaf))) near(leaf, broad.box(leaf));
}

void World::Data::begin_question() {
  if (visiting) return;
  statistics = {};
  make_boxes();
}

// The leaves whose boxes are at most `limit` from the probe's, ascending.
std::vector<std::uint32_t> World::Data::leaves_near(const Box& box, double limit) {
  std::vector<std::uint32_t> found;
  const Box probe = grown(box, limit);
  if (visiting) {
    look_at_all(*broad, leaves.size(), [&](std::uint32_t leaf, const Box& there) {
      if (overlap(there, probe)) found.push_back(leaf);
    });
  } else {
    broad->find_overlaps(probe, [&](std::span<const std::uint32_t> block) {
      found.insert(found.end(), block.begin(), block.end());
      return true;
    });
  }
  for (const std::uint32_t leaf : half_spaces)
    if (const auto& space = leaves[leaf].space; space && !surely_beyond(*space, box, limit)) found.push_back(leaf);
  std::sort(found.begin(), found.end());
  return found;
}

Collisions World::collide(const Shape& probe, const Pose& pose, const CollideOptions& options) {
  Data& d = *data_;
  const auto* convex = std::get_if<Rounded>(&probe);
  d.begin_question();
  const Patience patience(options.limits);
  Collisions met;
  for (const std::uint32_t leaf : d.leaves_near(world_box(probe, pose), 0)) {
    if (met.ending = patience.ask(); met.ending != Ending::Complete) return met;
    const Data::Leaf& body = d.leaves[leaf];
    ShapeIntersection answer;
    if (convex != nullptr && body.general == nullptr) {
      PairCache cache;
      static_cast<Intersection&>(answer) = d.intersection(leaf, *convex, pose, cache);
    } else {
      ShapeCache cache;
      answer = d.general_intersection(leaf, probe, pose, cache);
    }
    if (!answer) continue;
    met.contacts.push_back({d.id_of(body.body), {}, body.part, 0, answer, {}, answer.part_a, answer.part_b});
    if (options.first_only) return met.ending = Ending::FirstFound, met;
  }
  return met;
}

Result<Proximities> World::within(double limit, const Shape& probe, const Pose& pose, const CollideOptions& options) {
  Data& d = *data_;
  if (!is_limit(limit)) return bad_limit();
  d.begin_question();
  const Patience patience(options.limits);
  Proximities near;
  for (const std::uint32_t leaf : d.leaves_near(world_box(probe, pose), limit)) {
    if (near.ending = patience.ask(); near.ending != Ending::Complete) return near;
    const Data::Leaf& body = d.leaves[leaf];
    const ShapeDistance gap = d.general_distance(leaf, probe, pose, limit);
    if (!is_within(gap, limit, [&] { return d.general_compare(leaf, probe, pose, limit); })) continue;
    near.pairs.push_back(
        {d.id_of(body.body), {}, body.part, 0, gap, gap.part_a, gap.part_b, gap.triangle_a, gap.triangle_b});
    if (options.first_only) return near.ending = Ending::FirstFound, near;
  }
  return near;
}

Collisions World::at(Vec3 point) {
  const Result<Pose> there = Pose::from_quaternion({}, point);
  CLEARANCE_ASSERT(there.ok());
  return there ? collide(data_->point, *there) : Collisions{};
}

std::optional<RayHit> World::Data::ray_hit(const Leaf& leaf, Vec3 from, Vec3 to) const {
  if (leaf.space) return cast_ray(*leaf.space, from, to);
  if (leaf.general == nullptr) return cast_ray(leaf.shape, leaf.pose, from, to);
  return std::visit([&](const auto& shape) { return cast_ray(shape, leaf.pose, from, to); }, *leaf.general);
}

std::vector<RayContact> World::cast(Vec3 from, Vec3 to, bool first_only) {
  CLEARANCE_ASSERT(is_coordinate(from) && is_coordinate(to));
  std::vector<RayContact> hits;
  if (!is_coordinate(from) || !is_coordinate(to)) return hits;
  Data& d = *data_;
  d.begin_question();
  double first = 1;  // no hit after this fraction is the first
  const auto meet = [&](std::uint32_t leaf) {
    const Data::Leaf& body = d.leaves[leaf];
    const std::optional<RayHit> hit = d.ray_hit(body, from, to);
    if (!hit || (first_only && hit->lower > first)) return;
    first = smaller(first, hit->upper);
    hits.push_back({d.id_of(body.body), body.part, *hit});
  };
  if (d.visiting) {
    look_at_all(*d.broad, d.leaves.size(), [&](std::uint32_t leaf, const Box&) { meet(leaf); });
  } else {
    d.broad->find_on_segment(from, to, [&](std::span<const std::uint32_t> block) {
      for (const std::uint32_t leaf : block) meet(leaf);
      return true;
    });
  }
  for (const std::uint32_t space : d.half_spaces) meet(space);
  if (first_only) std::erase_if(hits, [&](const RayContact& ray) { return ray.hit.lower > first; });
  std::sort(hits.begin(), hits.end(), [](const RayContact& a, const RayContact& b) {
    return std::tuple(a.hit.lower, a.body.index, a.part) < std::tuple(b.hit.lower, b.body.index, b.part);
  });
  return hits;
}

Ending World::collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out,
                            const Limits& limits) {
  CLEARANCE_ASSERT(out.size() == poses.size());
  Data& d = *data_;
  d.begin_question();
  const std::size_t count = std::min(out.size(), poses.size());
  const auto* convex = std::get_if<Rounded>(&probe);
  std::vector<Box> boxes(count);
  if (convex != nullptr)
    world_boxes(*convex, poses.first(count), boxes);
  else
    for (std::size_t k = 0; k < count; ++k) boxes[k] = world_box(probe, poses[k]);

  // The broad phase is asked by this thread alone: which leaves are near each pose, pose after pose.
  std::vector<std::uint32_t> near, first_near(count + 1, 0);
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<std::uint32_t> of_pose = d.leaves_near(boxes[k], 0);
    near.insert(near.end(), of_pose.begin(), of_pose.end());
    first_near[k + 1] = static_cast<std::uint32_t>(near.size());
  }

  constexpr std::size_t kChunk = 64;  // poses that share caches
  const Patience patience(limits);
  std::atomic<Ending> ending{Ending::Complete};
  d.workers->run((count + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    if (ending.load(std::memory_order_relaxed) != Ending::Complete) return;
    if (const Ending asked = patience.ask(); asked != Ending::Complete) return ending.store(asked);
    std::unordered_map<std::uint32_t, PairCache> caches;
    std::unordered_map<std::uint32_t, ShapeCache> shape_caches;
    const auto meet = [&](std::uint32_t leaf, const Pose& pose, PoseAnswer& answer) {
      const Data::Leaf& body = d.leaves[leaf];
      const auto take = [&](const Intersection& met, std::uint32_t inner_body, std::uint32_t inner_probe) {
        if (met) answer = {false, d.id_of(body.body), body.part, met, inner_body, inner_probe};
      };
      if (convex != nullptr && body.general == nullptr)
        return take(d.intersection(leaf, *convex, pose, caches[leaf]), 0, 0);
      const ShapeIntersection met = d.general_intersection(leaf, probe, pose, shape_caches[leaf]);
      take(met, met.part_a, met.part_b);
    };
    for (std::size_t k = chunk * kChunk; k < std::min(count, (chunk + 1) * kChunk); ++k) {
      out[k] = {};
      for (std::uint32_t i = first_near[k]; i < first_near[k + 1] && out[k].is_free; ++i)
        meet(near[i], poses[k], out[k]);
    }
  });
  return ending;
}

}  // namespace clearance
