// Notation: height of a point over a side: its distance to the left of the side's line, times the side's length.
//           That is taken as |dx| + |dy|, 1 to √2 times as much: what counts as on a line is within √2·slack of it.
#include <clearance/contact/convex/clip_polygons.h>

#include <algorithm>
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
  bool is_beside(PlanePoint p) const {
    const double along = dx * (p.x - from.x) + dy * (p.y - from.y);
    return along >= 0 && along <= dx * dx + dy * dy;
  }
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
  what = {Feature::Edge, 0};
  return std::fabs(side.height(p)) <= slack * side.length && side.is_beside(p);
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

// How large a polygon is, as far as it matters which of two is cut.
double squared_width(Polygon polygon) {
  const PlanePoint p = polygon[0], q = polygon[polygon.size() / 2];
  return (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
}

class Clip {
  // Of slack: a side that is shorter has hardly a direction. A corner whose tangent is less has a tip.
  static constexpr double kShort = 0x1p10, kTip = 0.25;

 public:
  Clip(Polygon first, Polygon second, double slack, ClipBuffers& buffers)
      : first_(first), second_(second), slack_(slack) {
    // Each cut of a convex polygon adds at most one corner; rounding can make it a little less than convex.
    capacity_ = 2 * (first.size() + second.size()) + 8;
    if (buffers.from.size() < capacity_) [[unlikely]]
      buffers.from.resize(capacity_), buffers.to.resize(capacity_), buffers.height.resize(capacity_);
    corners_ = buffers.from.data(), spare_ = buffers.to.data(), height_ = buffers.height.data();
  }

  std::span<ClippedCorner> run() {
    count_ = first_.size();
    for (std::uint32_t i = 0; i < count_; ++i)
      corners_[i] = {first_[i], {Feature::Vertex, i}, {}, count_ == 2 ? 0 : static_cast<std::int32_t>(i)};
    for (std::uint32_t j = 0; j < second_.size() && count_ > 0; ++j) cut(j);
    name();
    join();
    if (is_delicate_) [[unlikely]]
      keep_one_of_each();
    return {corners_, count_};
  }

 private:
  void cut(std::uint32_t j) {
    const Side side(second_, j);
    const double most = slack_ * side.length;
    if (!(side.length > kShort * slack_)) is_delicate_ = true;
    if (!(side.length > 0)) return;
    double lowest = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      height_[k] = side.height(corners_[k].at);
      lowest = height_[k] < lowest ? height_[k] : lowest;
    }
    for (std::size_t k = 0; k < count_; ++k)
      if (std::fabs(height_[k]) <= most && corners_[k].second.kind == Feature::Face)
        corners_[k].second = {Feature::Edge, j};
    if (!(lowest < -most)) return;
    const auto along_this = -1 - static_cast<std::int32_t>(j);
    std::size_t made = 0;
    for (std::size_t k = 0; k < count_ && made + 2 <= capacity_; ++k) {
      const std::size_t next = k + 1 < count_ ? k + 1 : 0;
      const bool is_next_out = height_[next] < -most;
      if (!(height_[k] < -most)) {
        spare_[made] = corners_[k];
        if (is_next_out && !(height_[k] > most)) spare_[made].along = along_this;
        ++made;
        if (is_next_out && height_[k] > most) set_crossing(spare_[made++], k, next, j, along_this);
      } else if (height_[next] > most) {
        set_crossing(spare_[made++], k, next, j, corners_[k].along);
      }
    }
    std::swap(corners_, spare_);
    count_ = made;
  }

  void set_crossing(ClippedCorner& made, std::size_t k, std::size_t next, std::uint32_t j, std::int32_t along) const {
    const std::int32_t side = corners_[k].along;
    made.along = along;
    made.second = {Feature::Edge, j};
    if (side >= 0) {
      made.at = between(corners_[k].at, corners_[next].at, height_[k] / (height_[k] - height_[next]));
      made.first = {Feature::Edge, static_cast<std::uint32_t>(side)};
      return;
    }
    made.first = {};
    // Two sides of the second: the corner between them, to the last bit.
    const auto other = static_cast<std::uint32_t>(-1 - side);
    const bool is_next = after(other, second_) == j, is_last = after(j, second_) == other;
    if (is_next || is_last) {
      made.second = {Feature::Vertex, is_next ? j : other};
      made.at = second_[made.second.index];
    } else {
      made.at = between(corners_[k].at, corners_[next].at, height_[k] / (height_[k] - height_[next]));
    }
  }

  // Sides whose ends are there become corners; what came from within the first may lie on a side of it.
  void name() {
    is_delicate_ = is_delicate_ || has_tip(first_) || has_tip(second_);
    if (is_delicate_) [[unlikely]]
      keep_within();
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      ClippedCorner& corner = corners_[k];
      if (corner.first.kind == Feature::Face) find_side(corner);
      const bool is_sound = name_ends(first_, corner.first, corner.at) && name_ends(second_, corner.second, corner.at);
      if (kept != k) [[unlikely]]
        corners_[kept] = corner;
      kept += is_sound;
    }
    count_ = kept;
  }
  void keep_within() {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count_; ++k)
      if (is_within(first_, corners_[k].at) && is_within(second_, corners_[k].at)) corners_[kept++] = corners_[k];
    count_ = kept;
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
  // False where it is on nothing: a line goes on where its side ends.
  bool name_ends(Polygon polygon, PolygonFeature& feature, PlanePoint at) {
    if (feature.kind != Feature::Edge) return true;
    const std::uint32_t end = after(feature.index, polygon);
    if (is_at(at, polygon[feature.index], 2 * slack_)) return feature = {Feature::Vertex, feature.index}, true;
    if (is_at(at, polygon[end], 2 * slack_)) return feature = {Feature::Vertex, end}, true;
    if (polygon.size() < 3 || Side(polygon, feature.index).is_beside(at)) [[likely]]
      return true;
    // Sides that are as good as parallel: another has it.
    is_delicate_ = true;
    feature = {};
    for (std::uint32_t i = 0; i < polygon.size(); ++i)
      if (const Side side(polygon, i); side.is_beside(at) && std::fabs(side.height(at)) <= 2 * slack_ * side.length)
        feature = {Feature::Edge, i};
    return feature.kind == Feature::Edge || is_within(polygon, at);
  }
  // Are lines that meet at a corner nearly parallel there? What is within slack of both can be far beyond it.
  static bool has_tip(Polygon polygon) {
    if (polygon.size() < 3) return false;
    Side before(polygon, static_cast<std::uint32_t>(polygon.size() - 1));
    for (std::uint32_t i = 0; i < polygon.size(); ++i) {
      const Side side(polygon, i);
      const double turn = before.dx * side.dy - before.dy * side.dx, along = before.dx * side.dx + before.dy * side.dy;
      if (along < 0 && std::fabs(turn) < -kTip * along) return true;
      before = side;
    }
    return false;
  }
  bool is_within(Polygon polygon, PlanePoint p) const {
    if (polygon.size() < 3) {
      PolygonFeature what;
      return is_on_segment(polygon, p, 2 * slack_, what);
    }
    // A tip's sides cannot tell what is beyond it, a box can.
    bool is_inside = true;
    PlanePoint low = polygon[0], high = low;
    for (std::uint32_t j = 0; j < polygon.size(); ++j) {
      PolygonFeature what;
      const PlanePoint ends[2] = {polygon[j], polygon[after(j, polygon)]};
      if (is_on_segment(ends, p, 2 * slack_, what)) return true;
      is_inside = is_inside && Side(polygon, j).height(p) >= 0;
      low = {std::min(low.x, ends[0].x), std::min(low.y, ends[0].y)};
      high = {std::max(high.x, ends[0].x), std::max(high.y, ends[0].y)};
    }
    return is_inside && p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
  }

  // Neighbours that coincide become one, with the lowest features of both.
  void join() {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      if (kept > 0 && is_at(corners_[kept - 1].at, corners_[k].at, 2 * slack_)) {
        corners_[kept - 1] = joined(corners_[kept - 1], corners_[k]);
      } else {
        if (kept != k) corners_[kept] = corners_[k];
        ++kept;
      }
    }
    while (kept > 1 && is_at(corners_[kept - 1].at, corners_[0].at, 2 * slack_)) {
      corners_[0] = joined(corners_[0], corners_[kept - 1]);
      --kept;
    }
    count_ = kept;
  }
  // Two sides that are as good as parallel may cross more than once: names are for one corner each.
  void keep_one_of_each() {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const auto has_name = [&](const ClippedCorner& other) {
        return other.first == corners_[k].first && other.second == corners_[k].second;
      };
      if (std::none_of(corners_, corners_ + kept, has_name)) corners_[kept++] = corners_[k];
    }
    count_ = kept;
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
  std::size_t capacity_, count_ = 0;
  ClippedCorner *corners_, *spare_;
  double* height_;
  bool is_delicate_ = false;  // name() looks at what came through
};

}  // namespace

std::span<const ClippedCorner> clip_polygons(Polygon first, Polygon second, double slack, ClipBuffers& buffers) {
  if (first.empty() || second.empty()) return {};
  if (first.size() < 3 && second.size() < 3) {
    std::vector<ClippedCorner>& found = buffers.segments;
    found.clear();
    meet_segments(first, second, slack, found);
    return found;
  }
  // The smaller one is cut: most cuts then leave it as it is.
  if (second.size() >= 3 && (first.size() < 3 || squared_width(first) <= squared_width(second)))
    return Clip(first, second, slack, buffers).run();
  const std::span<ClippedCorner> corners = Clip(second, first, slack, buffers).run();
  for (ClippedCorner& corner : corners) std::swap(corner.first, corner.second);
  return corners;
}

}  // namespace clearance::detail
