#include <clearance/contact/span_points.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace clearance::detail {
namespace {

using Seen = SpanBuffers::Seen;

// A later area must be larger by more than rounding to win.
constexpr double kClearly = 1 + 0x1p-30;

double area(const Seen& p, const Seen& q, const Seen& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}
double squared_distance(const Seen& p, const Seen& q) { return (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y); }

// The earliest of those that may be the deepest.
std::uint32_t deepest_of(std::span<const ContactPoint> points) {
  double least = points[0].upper;
  for (const ContactPoint& point : points) least = std::min(least, point.upper);
  for (std::uint32_t k = 0; k < points.size(); ++k)
    if (points[k].lower <= least) return k;
  return 0;
}

// Seen along the normal, from the first point, in units of the largest coordinate, so that no area leaves the range.
void look(std::span<const ContactPoint> points, Vec3 n, std::vector<Seen>& seen) {
  const double sign = n.z < 0 ? -1 : 1, a = -1 / (sign + n.z), b = n.x * n.y * a;
  const Vec3 u{1 + sign * n.x * n.x * a, sign * b, -sign * n.x}, v{b, sign + n.y * n.y * a, -n.y};
  double largest = 0;
  seen.clear();
  for (std::uint32_t k = 0; k < points.size(); ++k) {
    const Vec3 d = points[k].a - points[0].a;
    seen.push_back({dot(u, d), dot(v, d), k});
    largest = std::max({largest, std::fabs(seen[k].x), std::fabs(seen[k].y)});
  }
  if (!(largest > 0)) return;
  for (Seen& p : seen) p.x /= largest, p.y /= largest;
}

// Corners of the hull, and the deepest point, which need not be one.
void keep_hull(std::vector<Seen>& seen, std::uint32_t deepest, std::vector<Seen>& hull) {
  std::sort(seen.begin(), seen.end(),
            [](const Seen& p, const Seen& q) { return std::tie(p.x, p.y, p.index) < std::tie(q.x, q.y, q.index); });
  hull.clear();
  const auto add = [&](const Seen& p, std::size_t floor) {
    while (hull.size() > floor && !(area(hull[hull.size() - 2], hull.back(), p) > 0)) hull.pop_back();
    hull.push_back(p);
  };
  for (const Seen& p : seen) add(p, 1);
  const std::size_t floor = hull.size();
  for (std::size_t k = seen.size() - 1; k-- > 0;) add(seen[k], floor);
  if (hull.size() > 1) hull.pop_back();
  const auto is_deepest = [&](const Seen& p) { return p.index == deepest; };
  if (std::none_of(hull.begin(), hull.end(), is_deepest))
    hull.push_back(*std::find_if(seen.begin(), seen.end(), is_deepest));
  std::sort(hull.begin(), hull.end(), [](const Seen& p, const Seen& q) { return p.index < q.index; });
  std::swap(seen, hull);
}

class Choice {
 public:
  Choice(std::span<const Seen> seen, std::uint32_t deepest, std::vector<std::uint32_t>& chosen)
      : seen_(seen), chosen_(chosen) {
    chosen_.clear();
    while (seen_[first_].index != deepest) ++first_;
    chosen_.push_back(static_cast<std::uint32_t>(first_));
  }

  void run(std::uint32_t count) {
    if (count == 2) add(farthest());
    if (count == 3) add_triangle();
    if (count >= 4) add_quadrilateral();
    while (chosen_.size() < count && chosen_.size() < seen_.size() && add_what_adds_most()) {
    }
    for (std::uint32_t& k : chosen_) k = seen_[k].index;
    std::sort(chosen_.begin(), chosen_.end());
  }

 private:
  const Seen& first() const { return seen_[first_]; }
  void add(std::size_t k) {
    const auto position = static_cast<std::uint32_t>(k);
    if (std::find(chosen_.begin(), chosen_.end(), position) == chosen_.end()) chosen_.push_back(position);
  }
  std::size_t farthest() const {
    std::size_t best = first_;
    double most = 0;
    for (std::size_t k = 0; k < seen_.size(); ++k)
      if (const double away = squared_distance(first(), seen_[k]); away > most * kClearly) most = away, best = k;
    return best;
  }

  // Both on a line with the first: the two ends of it, so far as they are beyond it.
  void add_ends() {
    const std::size_t end = farthest();
    std::size_t other = first_;
    double most = 0;
    for (std::size_t k = 0; k < seen_.size(); ++k)
      if (const double away = squared_distance(seen_[end], seen_[k]); away > most * kClearly) most = away, other = k;
    add(end);
    add(other);
  }
  void add_triangle() {
    double most = kFlat;
    std::size_t two[2] = {first_, first_};
    for (std::size_t j = 0; j < seen_.size(); ++j)
      for (std::size_t k = j + 1; k < seen_.size(); ++k)
        if (const double there = std::fabs(area(first(), seen_[j], seen_[k])); there > most * kClearly)
          most = there, two[0] = j, two[1] = k;
    if (two[0] == first_) return add_ends();
    add(two[0]);
    add(two[1]);
  }
  // The largest triangles on either side of a diagonal from the first, for every diagonal.
  void add_quadrilateral() {
    double most = kFlat;
    std::size_t best[3] = {first_, first_, first_};
    for (std::size_t k = 0; k < seen_.size(); ++k) {
      double left = 0, right = 0;
      std::size_t at[3] = {k, first_, first_};
      for (std::size_t j = 0; j < seen_.size(); ++j) {
        const double there = area(first(), seen_[k], seen_[j]);
        if (there > left * kClearly) left = there, at[1] = j;
        if (-there > right * kClearly) right = -there, at[2] = j;
      }
      if (left + right > most * kClearly) most = left + right, best[0] = at[0], best[1] = at[1], best[2] = at[2];
    }
    if (best[0] == first_) return add_ends();
    for (const std::size_t k : best) add(k);
  }
  // The area that a point adds to the polygon of those chosen; on a line the distance to the nearest of them.
  bool add_what_adds_most() {
    double most = 0;
    std::size_t best = seen_.size();
    for (std::size_t k = 0; k < seen_.size(); ++k) {
      if (std::find(chosen_.begin(), chosen_.end(), k) != chosen_.end()) continue;
      double nearest = 9;
      for (const std::uint32_t other : chosen_) nearest = std::min(nearest, squared_distance(seen_[k], seen_[other]));
      if (best == seen_.size() || nearest > most * kClearly) most = nearest, best = k;
    }
    if (best == seen_.size()) return false;
    add(best);
    return true;
  }

  // In units of the largest coordinate: no area but by rounding.
  static constexpr double kFlat = 0x1p-40;

  const std::span<const Seen> seen_;
  std::vector<std::uint32_t>& chosen_;
  std::size_t first_ = 0;
};

}  // namespace

std::span<const std::uint32_t> span_points(std::span<const ContactPoint> points, Vec3 normal, std::uint32_t count,
                                           SpanBuffers& buffers) {
  constexpr std::size_t kMany = 64;
  std::vector<std::uint32_t>& chosen = buffers.chosen;
  chosen.clear();
  if (points.size() <= count) {
    for (std::uint32_t k = 0; k < points.size(); ++k) chosen.push_back(k);
    return chosen;
  }
  const std::uint32_t deepest = deepest_of(points);
  look(points, normal, buffers.seen);
  if (points.size() > kMany) keep_hull(buffers.seen, deepest, buffers.hull);
  Choice(buffers.seen, deepest, chosen).run(count);
  return chosen;
}

}  // namespace clearance::detail
