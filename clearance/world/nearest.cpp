// The nearest bodies to a probe.
// Method:   boxes within a radius, which grows until enough bodies are found within it. Leaves are asked in the order
//           of their boxes' gaps, each only whether it is nearer than the farthest of the best so far.
// Proves:   what is not asked lies beyond the radius, or in a box that is farther than the best.
#include <clearance/query/world_box.h>
#include <clearance/world/box_gap.h>
#include <clearance/world/probe.h>
#include <clearance/world/view.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kGrowth = 4;
constexpr int kMostRounds = 24;  // then everything is looked at: from one size of the probe to 10¹⁴ of them

auto order_of(const Proximity& near) {
  return std::tuple(near.distance.upper, near.distance.lower, near.a.index, near.part_a);
}
bool is_nearer(const Proximity& x, const Proximity& y) { return order_of(x) < order_of(y); }

// The best of each body, nearest first, and what is known of the others.
class BestBodies {
 public:
  explicit BestBodies(std::size_t count) : count_(count) {}

  // Farther than that is not among the best.
  double reach() const { return best_.size() < count_ ? kInfinite : best_.back().distance.upper; }
  bool is_full() const { return best_.size() >= count_; }

  void add(const Proximity& found) {
    const auto same =
        std::find_if(best_.begin(), best_.end(), [&](const Proximity& near) { return near.a == found.a; });
    if (same != best_.end()) {
      if (is_nearer(*same, found)) return;  // another part of a body that is listed
      best_.erase(same);
    }
    best_.insert(std::upper_bound(best_.begin(), best_.end(), found, is_nearer), found);
    if (best_.size() <= count_) return;
    leave_out(best_.back().distance.lower);
    best_.pop_back();
  }
  // Something that is not listed is no nearer than this.
  void leave_out(double lower) { others_ = smaller(others_, lower); }

  Nearest result(Ending ending) && {
    Nearest nearest;
    nearest.pairs = std::move(best_);
    nearest.others = ending == Ending::Complete ? others_ : 0;
    nearest.ending = ending;
    return nearest;
  }

 private:
  std::size_t count_;
  std::vector<Proximity> best_;
  double others_ = kInfinite;
};

}  // namespace

Nearest WorldView::nearest(const Shape& probe, const Pose& pose, std::size_t count, const Limits& limits,
                           const ProbeFilter& filter) const {
  if (!state_ || count == 0) return {};
  const Patience patience(limits);
  const Probe search(*state_, is_indexed_, filter, patience);
  const Placed body = placed(probe, pose);
  const Box box = world_box(probe, pose);
  const std::span<const Leaf> leaves = state_->bodies.leaves();
  const auto gap_of = [&](std::uint32_t leaf) {
    return leaves[leaf].space() != nullptr ? box_gap(*leaves[leaf].space(), leaves[leaf].pose, box)
                                           : box_gap(state_->boxes[leaf], box);
  };
  const Vec3 sides = box.high - box.low;
  // A point has no size: then what its coordinates can tell apart, and a bit.
  double radius = larger(norm_max(sides), 0x1p-20 * larger(norm_max(box.low), 0x1p-20));
  BestBodies best(count);
  std::vector<std::uint32_t> near, asked, fresh;
  std::vector<std::pair<double, std::uint32_t>> by_gap;
  for (int round = 0;; ++round) {
    if (round == kMostRounds || !std::isfinite(radius)) radius = kInfinite;
    if (!search.find_near(box, radius, near)) return std::move(best).result(patience.why());
    fresh.clear();
    std::set_difference(near.begin(), near.end(), asked.begin(), asked.end(), std::back_inserter(fresh));
    by_gap.clear();
    for (const std::uint32_t leaf : fresh) by_gap.emplace_back(gap_of(leaf), leaf);
    std::sort(by_gap.begin(), by_gap.end());
    for (const auto& [gap, leaf] : by_gap) {
      if (gap > best.reach()) {
        best.leave_out(gap);
        continue;
      }
      if (!patience.lasts()) return std::move(best).result(patience.why());
      const double reach = best.reach();
      const Proximity found = proximity(*state_, leaf, body, reach);
      if (found.distance.status == Status::Separated && found.distance.lower > reach)
        best.leave_out(found.distance.lower);
      else
        best.add(found);
    }
    asked.swap(near);
    if (radius == kInfinite) break;
    if (best.is_full() && best.reach() <= radius) {
      best.leave_out(radius);
      break;
    }
    radius = best.is_full() ? best.reach() : kGrowth * radius;
  }
  return std::move(best).result(Ending::Complete);
}

}  // namespace clearance
