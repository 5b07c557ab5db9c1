// Notation: height of a point over a side: its distance to the left of the side's line, times the side's length.
// A side's length is taken as |dx| + |dy|, which is 1 to √2 times as much: what counts as on its line is within
// √2·slack.
#include <clearance/contact/clip_polygons.h>

#include <cmath>
#include <utility>

namespace clearance::detail {
namespace {

using Polygon = std::span<const PlanePoint>;

std::uint32_t after(std::uint32_t i, Polygon polygon) { return i + 1 < polygon.size() ? i + 1 : 0; }

struct Side {
  PlanePoint from;
  double dx, dy, length;

  Side(Polygon polygon, std::uint32_t i) : from(polygon[i]) {
    const PlanePoint to = polygon[after(i, polygon)];
    dx = to.x - from.x, dy = to.y - from.y;
    length = std::fabs(dx) + std::fabs(dy);
  }
  double height(PlanePoint p) const { return dx * (p.y - from.y) - dy * (p.x - from.x); }
};

bool is_at(PlanePoint p, PlanePoint q, double slack) {
  return std::fabs(p.x - q.x) <= slack && std::fabs(p.y - q.y) <= slack;
}

PlanePoint between(PlanePoint p, PlanePoint q, double share) {
  return {p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
}

// On the segment, within slack; with what of it lies there.
bool is_on_segment(Polygon segment, PlanePoint p, double slack, PolygonFeature& what) {
  for (std::uint32_t k = 0; k < segment.size(); ++k)
    if (is_at(p, segment[k], 2 * slack)) return what = {Feature::Vertex, k}, true;
  if (segment.size() < 2) return false;
  const Side side(segment, 0);
  const double along = side.dx * (p.x - side.from.x) + side.dy * (p.y - side.from.y);
  what = {Feature::Edge, 0};
  return std::fabs(side.height(p)) <= slack * side.length && along >= 0 &&
         along <= side.dx * side.dx + side.dy * side.dy;
}

void add_once(std::vector<ClippedCorner>& found, const ClippedCorner& corner, double slack) {
  for (const ClippedCorner& other : found)
    if (is_at(other.at, corner.at, 2 * slack)) return;
  found.push_back(corner);
}

// Of at most two corners each.
void meet_segments(Polygon first, Polygon second, double slack, std::vector<ClippedCorner>& found) {
  PolygonFeature what;
  for (std::uint32_t k = 0; k < first.size(); ++k)
    if (is_on_segment(second, first[k], slack, what)) add_once(found, {first[k], {Feature::Vertex, k}, what}, slack);
  for (std::uint32_t k = 0; k < second.size(); ++k)
    if (is_on_segment(first, second[k], slack, what)) add_once(found, {second[k], what, {Feature::Vertex, k}}, slack);
  if (!found.empty() || first.size() < 2 || second.size() < 2) return;
  const Side p(first, 0), q(second, 0);
  const double h0 = q.height(first[0]), h1 = q.height(first[1]), g0 = p.height(second[0]), g1 = p.height(second[1]);
  const auto differ = [](double x, double y) { return (x < 0 && y > 0) || (x > 0 && y < 0); };
  if (!differ(h0, h1) || !differ(g0, g1)) return;
  found.push_back({between(first[0], first[1], h0 / (h0 - h1)), {Feature::Edge, 0}, {Feature::Edge, 0}});
}

class Clip {
 public:
  Clip(Polygon first, Polygon second, double slack, ClipBuffers& buffers)
      : first_(first), second_(second), slack_(slack), buffers_(buffers), corners_(buffers.from) {}

  void run() {
    for (std::uint32_t i = 0; i < first_.size(); ++i)
      corners_.push_back({first_[i], {Feature::Vertex, i}, {}, first_.size() == 2 ? 0 : static_cast<std::int32_t>(i)});
    for (std::uint32_t j = 0; j < second_.size() && !corners_.empty(); ++j) cut(j);
    name();
    join();
  }

 private:
  void cut(std::uint32_t j) {
    const Side side(second_, j);
    const double most = slack_ * side.length;
    // Too short to have a direction: name() looks at what such sides let through.
    if (!(side.length > 0x1p10 * slack_)) has_short_side_ = true;
    if (!(side.length > 0)) return;
    const std::size_t count = corners_.size();
    std::vector<double>& height = buffers_.height;
    height.resize(count);
    bool is_cut = false;
    for (std::size_t k = 0; k < count; ++k) {
      height[k] = side.height(corners_[k].at);
      is_cut = is_cut || height[k] < -most;
      if (std::fabs(height[k]) <= most && corners_[k].second.kind == Feature::Face)
        corners_[k].second = {Feature::Edge, j};
    }
    if (!is_cut) return;
    std::vector<ClippedCorner>& to = buffers_.to;
    to.clear();
    const auto along_this = -1 - static_cast<std::int32_t>(j);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t next = k + 1 < count ? k + 1 : 0;
      const bool is_out = height[k] < -most, is_next_out = height[next] < -most;
      if (!is_out) {
        to.push_back(corners_[k]);
        if (is_next_out && !(height[k] > most)) to.back().along = along_this;
        if (is_next_out && height[k] > most) to.push_back(crossing(k, next, j, along_this));
      } else if (height[next] > most) {
        to.push_back(crossing(k, next, j, corners_[k].along));
      }
    }
    std::swap(corners_, to);
  }

  ClippedCorner crossing(std::size_t k, std::size_t next, std::uint32_t j, std::int32_t along) const {
    const std::vector<double>& height = buffers_.height;
    ClippedCorner made{
        between(corners_[k].at, corners_[next].at, height[k] / (height[k] - height[next])), {}, {}, along};
    made.second = {Feature::Edge, j};
    if (const std::int32_t side = corners_[k].along; side >= 0) {
      made.first = {Feature::Edge, static_cast<std::uint32_t>(side)};
    } else {
      // Two sides of the second: the corner between them, to the last bit.
      const auto other = static_cast<std::uint32_t>(-1 - side);
      const bool is_next = after(other, second_) == j, is_last = after(j, second_) == other;
      if (is_next || is_last) {
        made.second = {Feature::Vertex, is_next ? j : other};
        made.at = second_[made.second.index];
      }
    }
    return made;
  }

  // Sides whose ends are there become corners; what came from within the first may lie on a side of it.
  void name() {
    std::size_t kept = 0;
    for (ClippedCorner& corner : corners_) {
      if (has_short_side_ && !is_within_second(corner.at)) continue;
      if (corner.first.kind == Feature::Face) find_side(corner);
      name_ends(first_, corner.first, corner.at);
      name_ends(second_, corner.second, corner.at);
      corners_[kept++] = corner;
    }
    corners_.resize(kept);
  }
  void find_side(ClippedCorner& corner) const {
    for (std::uint32_t i = 0; i < (first_.size() == 2 ? 1 : first_.size()); ++i) {
      const Side side(first_, i);
      if (std::fabs(side.height(corner.at)) <= slack_ * side.length) {
        corner.first = {Feature::Edge, i};
        if (is_at(corner.at, first_[i], 2 * slack_) || is_at(corner.at, first_[after(i, first_)], 2 * slack_)) return;
      }
    }
  }
  void name_ends(Polygon polygon, PolygonFeature& feature, PlanePoint at) const {
    if (feature.kind != Feature::Edge) return;
    const std::uint32_t end = after(feature.index, polygon);
    if (is_at(at, polygon[feature.index], 2 * slack_))
      feature = {Feature::Vertex, feature.index};
    else if (is_at(at, polygon[end], 2 * slack_))
      feature = {Feature::Vertex, end};
  }
  bool is_within_second(PlanePoint p) const {
    bool is_inside = true;
    for (std::uint32_t j = 0; j < second_.size(); ++j) {
      PolygonFeature what;
      const PlanePoint ends[2] = {second_[j], second_[after(j, second_)]};
      if (is_on_segment(ends, p, 2 * slack_, what)) return true;
      is_inside = is_inside && Side(second_, j).height(p) >= 0;
    }
    return is_inside;
  }

  // Neighbours that coincide become one, with the lowest features of both.
  void join() {
    std::vector<ClippedCorner>& to = buffers_.to;
    to.clear();
    for (const ClippedCorner& corner : corners_) {
      if (!to.empty() && is_at(to.back().at, corner.at, 2 * slack_))
        to.back() = joined(to.back(), corner);
      else
        to.push_back(corner);
    }
    while (to.size() > 1 && is_at(to.back().at, to.front().at, 2 * slack_)) {
      to.front() = joined(to.front(), to.back());
      to.pop_back();
    }
    std::swap(corners_, to);
  }
  static ClippedCorner joined(const ClippedCorner& p, const ClippedCorner& q) {
    ClippedCorner one = p;
    const bool is_first_lower = q.first.kind < p.first.kind, is_second_lower = q.second.kind < p.second.kind;
    if (is_first_lower) one.first = q.first;
    if (is_second_lower) one.second = q.second;
    if (is_first_lower || (is_second_lower && p.first.kind != Feature::Vertex)) one.at = q.at;
    return one;
  }

  const Polygon first_, second_;
  const double slack_;
  ClipBuffers& buffers_;
  std::vector<ClippedCorner>& corners_;
  bool has_short_side_ = false;
};

}  // namespace

std::span<const ClippedCorner> clip_polygons(Polygon first, Polygon second, double slack, ClipBuffers& buffers) {
  buffers.from.clear();
  if (first.empty() || second.empty()) return {};
  if (first.size() < 3 && second.size() < 3) {
    meet_segments(first, second, slack, buffers.from);
  } else if (second.size() < 3) {
    Clip(second, first, slack, buffers).run();
    for (ClippedCorner& corner : buffers.from) std::swap(corner.first, corner.second);
  } else {
    Clip(first, second, slack, buffers).run();
  }
  return buffers.from;
}

}  // namespace clearance::detail
