// The questions about a pair of which one is a mesh or a shape of parts.
#include <clearance/world/world_data.h>

namespace clearance {
namespace {

// A half-space and any shape.
Intersection meeting(const HalfSpace& space, const Shape& shape, const Pose& pose) {
  return intersects(Shape(space), Pose(), shape, pose);
}
Distance gap(const HalfSpace& space, const Shape& shape, const Pose& pose) {
  return distance(Shape(space), Pose(), shape, pose);
}
int compare_gap(const HalfSpace& space, const Shape& shape, const Pose& pose, double limit) {
  return compare_distance(Shape(space), Pose(), shape, pose, limit);
}

// A leaf's shape, whatever it is.
class ShapeAt {
 public:
  ShapeAt(const Rounded& convex, const Shape* general) : general_(general) {
    if (general == nullptr) convex_.emplace(convex);
  }
  operator const Shape&() const { return general_ != nullptr ? *general_ : *convex_; }  // NOLINT

 private:
  const Shape* general_;
  std::optional<Shape> convex_;
};

}  // namespace

Box World::Data::general_box(const Leaf& leaf) const {
  if (!leaf.bound) return world_box(*leaf.general, leaf.pose);
  if (const auto* mesh = std::get_if<Mesh>(leaf.general)) return world_box(*mesh, *leaf.bound, leaf.pose);
  return world_box(std::get_if<Parts>(leaf.general)->hull(), *leaf.bound, leaf.pose);
}

Intersection World::Data::general_intersection(PairKey pair, PairCache& cache) const {
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  const ShapeAt shape_a(a.shape, a.general), shape_b(b.shape, b.general);
  if (a.space) return meeting(*a.space, shape_b, b.pose);
  if (b.space) return meeting(*b.space, shape_a, a.pose);
  return intersects(shape_a, a.pose, shape_b, b.pose, cache, options.query);
}

Distance World::Data::general_distance(PairKey pair, PairCache& cache, double limit) const {
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  const ShapeAt shape_a(a.shape, a.general), shape_b(b.shape, b.general);
  if (a.space) return gap(*a.space, shape_b, b.pose);
  if (b.space) return gap(*b.space, shape_a, a.pose);
  return distance(shape_a, a.pose, shape_b, b.pose, cache, {options.query, next_above(limit)});
}

int World::Data::general_compare(PairKey pair, double limit) const {
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  const ShapeAt shape_a(a.shape, a.general), shape_b(b.shape, b.general);
  if (a.space) return compare_gap(*a.space, shape_b, b.pose, limit);
  if (b.space) return compare_gap(*b.space, shape_a, a.pose, limit);
  return compare_distance(shape_a, a.pose, shape_b, b.pose, limit);
}

Distance World::Data::general_distance_before(PairKey pair, PairCache& cache) const {
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  const Pose &then_a = rests[pair.a()].previous, &then_b = rests[pair.b()].previous;
  const ShapeAt shape_a(rounded(a.shape.core(), rests[pair.a()].previous_radius), a.general);
  const ShapeAt shape_b(rounded(b.shape.core(), rests[pair.b()].previous_radius), b.general);
  if (a.space) return gap(*a.space, shape_b, then_b);
  if (b.space) return gap(*b.space, shape_a, then_a);
  return distance(shape_a, then_a, shape_b, then_b, cache);
}

Intersection World::Data::general_intersection(std::uint32_t leaf, const Shape& probe, const Pose& pose,
                                               PairCache& cache) const {
  const Leaf& body = leaves[leaf];
  if (body.space) return meeting(*body.space, probe, pose);
  return intersects(ShapeAt(body.shape, body.general), body.pose, probe, pose, cache, options.query);
}

Distance World::Data::general_distance(std::uint32_t leaf, const Shape& probe, const Pose& pose, double limit) const {
  const Leaf& body = leaves[leaf];
  if (body.space) return gap(*body.space, probe, pose);
  return distance(ShapeAt(body.shape, body.general), body.pose, probe, pose, {options.query, next_above(limit)});
}

int World::Data::general_compare(std::uint32_t leaf, const Shape& probe, const Pose& pose, double limit) const {
  const Leaf& body = leaves[leaf];
  if (body.space) return compare_gap(*body.space, probe, pose, limit);
  return compare_distance(ShapeAt(body.shape, body.general), body.pose, probe, pose, limit);
}

}  // namespace clearance
