#include <clearance/io/meshes/ear_clipping.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <unordered_map>

namespace clearance::detail {
namespace {

// Work is counted in comparisons of doubles; an exact sign counts as two, as one that the filter decides takes.
// Outlines of real parts take some 50 a corner, zigzags, stars and spirals of 50,000 corners up to 500, growing with
// the root of their number. Twice that is granted.
constexpr std::uint64_t kWorkPerCorner = 128, kWorkPerRoot = 3, kWorkPerSign = 2;

std::uint64_t work_granted(std::size_t corners, std::size_t places) {
  const auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(places)));
  return kWorkPerCorner * (corners + 16) + kWorkPerRoot * places * root;
}

struct Triangle {
  std::uint32_t a, b, c;
};

// A tree of boxes over places, some of which are marked: is there a marked one within a triangle?
class MarkedPlaces {
 public:
  MarkedPlaces(const PlanarView& view, std::vector<std::uint32_t> vertices)
      : view_(view),
        vertices_(std::move(vertices)),
        boxes_(vertices_.size()),
        marked_(vertices_.size(), 0),
        is_marked_(vertices_.size(), 0) {
    build(0, vertices_.size(), 0);
  }

  // Position of each vertex here, in the order of positions: vertices()[position].
  std::span<const std::uint32_t> vertices() const { return vertices_; }

  void mark(std::size_t position, bool on) {
    if ((is_marked_[position] != 0) == on) return;
    is_marked_[position] = on ? 1 : 0;
    std::size_t low = 0, high = vertices_.size();
    for (;;) {
      const std::size_t middle = low + (high - low) / 2;
      marked_[middle] += on ? 1u : 0xffffffffu;
      if (middle == position) return;
      (position < middle ? high : low) = position < middle ? middle : middle + 1;
    }
  }

  // Whether a marked place that is none of the corners lies in the closed triangle, which turns left.
  bool any_in(const Triangle& t, std::uint64_t& work) const { return any_in(t, 0, vertices_.size(), work); }

 private:
  struct Box {
    double x_low, x_high, y_low, y_high;
  };

  // The subtree over [low, high) has its root in the middle.
  void build(std::size_t low, std::size_t high, int depth) {
    if (low >= high) return;
    const std::size_t middle = low + (high - low) / 2;
    const auto at = [&](std::size_t i) { return vertices_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(low), at(middle), at(high), [&](std::uint32_t v, std::uint32_t w) {
      const double a = depth % 2 == 0 ? view_.x(v) : view_.y(v), b = depth % 2 == 0 ? view_.x(w) : view_.y(w);
      return a != b ? a < b : v < w;
    });
    Box box{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
            std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (std::size_t i = low; i < high; ++i) {
      const double x = view_.x(vertices_[i]), y = view_.y(vertices_[i]);
      box = {std::min(box.x_low, x), std::max(box.x_high, x), std::min(box.y_low, y), std::max(box.y_high, y)};
    }
    boxes_[middle] = box;
    build(low, middle, depth + 1);
    build(middle + 1, high, depth + 1);
  }

  bool any_in(const Triangle& t, std::size_t low, std::size_t high, std::uint64_t& work) const {
    if (low >= high) return false;
    const std::size_t middle = low + (high - low) / 2;
    if (marked_[middle] == 0) return false;
    ++work;
    if (misses(boxes_[middle], t)) return false;
    work += 2 * kWorkPerSign;
    if (is_beside(boxes_[middle], t)) return false;
    if (is_marked_[middle] != 0 && holds(t, vertices_[middle])) return true;
    return any_in(t, low, middle, work) || any_in(t, middle + 1, high, work);
  }

  bool holds(const Triangle& t, std::uint32_t p) const {
    return p != t.a && p != t.b && p != t.c && view_.turn(t.a, t.b, p) >= 0 && view_.turn(t.b, t.c, p) >= 0 &&
           view_.turn(t.c, t.a, p) >= 0;
  }

  bool misses(const Box& box, const Triangle& t) const {
    const auto [x_low, x_high] = std::minmax({view_.x(t.a), view_.x(t.b), view_.x(t.c)});
    const auto [y_low, y_high] = std::minmax({view_.y(t.a), view_.y(t.b), view_.y(t.c)});
    return box.x_high < x_low || box.x_low > x_high || box.y_high < y_low || box.y_low > y_high;
  }

  bool is_beside(const Box& box, const Triangle& t) const {
    return is_right_of(box, t.a, t.b) || is_right_of(box, t.b, t.c) || is_right_of(box, t.c, t.a);
  }

  // All of the box lies strictly to the right of the line: its corner farthest to the left does.
  bool is_right_of(const Box& box, std::uint32_t from, std::uint32_t to) const {
    const bool up = view_.turn_sign > 0 ? view_.y(to) > view_.y(from) : view_.y(to) < view_.y(from);
    const bool right = view_.turn_sign > 0 ? view_.x(to) > view_.x(from) : view_.x(to) < view_.x(from);
    const double x = up ? box.x_low : box.x_high, y = right ? box.y_high : box.y_low;
    const double corner[3] = {0, x, y};
    const auto on_axis = [&](int k) { return corner[(k - view_.axis + 3) % 3]; };
    return view_.turn(view_.vertices[from], view_.vertices[to], {on_axis(0), on_axis(1), on_axis(2)}) < 0;
  }

  const PlanarView& view_;
  std::vector<std::uint32_t> vertices_;
  std::vector<Box> boxes_;             // of the subtree with this root
  std::vector<std::uint32_t> marked_;  // how many in the subtree are
  std::vector<char> is_marked_;
};

std::vector<std::uint32_t> distinct(std::span<const std::uint32_t> corners) {
  std::vector<std::uint32_t> vertices(corners.begin(), corners.end());
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

class EarClipper {
 public:
  EarClipper(const PlanarView& view, std::span<const std::uint32_t> corners)
      : view_(view),
        corner_(corners.begin(), corners.end()),
        next_(corners.size()),
        previous_(corners.size()),
        place_(corners.size()),
        left_(corners.size()),
        places_(view, distinct(corners)),
        corners_at_(places_.vertices().size()),
        bent_at_(places_.vertices().size(), 0),
        is_bent_(corners.size(), 0),
        most_work_(work_granted(corners.size(), places_.vertices().size())) {
    std::unordered_map<std::uint32_t, std::uint32_t> position;
    for (std::size_t k = 0; k < places_.vertices().size(); ++k)
      position.emplace(places_.vertices()[k], static_cast<std::uint32_t>(k));
    const std::size_t n = corner_.size();
    for (std::size_t i = 0; i < n; ++i) {
      next_[i] = i + 1 == n ? 0 : i + 1;
      previous_[i] = i == 0 ? n - 1 : i - 1;
      place_[i] = position[corner_[i]];
      corners_at_[place_[i]].push_back(i);
    }
    for (std::size_t i = 0; i < n; ++i) look_at(i);
  }

  EarClipping clip(std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::size_t left_at_rescan = left_ + 1;
    while (left_ > 3) {
      if (work_ > most_work_) return EarClipping::TooMuchWork;
      std::size_t i = 0;
      if (!waiting_.empty()) {
        i = waiting_.front();
        waiting_.pop_front();
        ++work_;
        if (is_gone(i) || !is_ear(i)) continue;
      } else if (!straight_.empty()) {
        // No ear: a straight corner, whose triangle has no area.
        i = straight_.back();
        straight_.pop_back();
        if (is_gone(i) || turn_at(i) != 0) continue;
      } else {
        // Where the outline touches itself, what barred an ear may have gone.
        if (left_ == left_at_rescan) return EarClipping::NoEar;
        left_at_rescan = left_;
        for (std::size_t k = 0; k < corner_.size(); ++k)
          if (!is_gone(k)) waiting_.push_back(k);
        continue;
      }
      triangles.push_back({corner_[previous_[i]], corner_[i], corner_[next_[i]]});
      cut_off(i);
    }
    const std::size_t last = some_corner_left();
    if (turn_at(last) < 0) return EarClipping::NoEar;
    triangles.push_back({corner_[previous_[last]], corner_[last], corner_[next_[last]]});
    return EarClipping::Done;
  }

 private:
  static constexpr std::size_t kGone = std::numeric_limits<std::size_t>::max();

  bool is_gone(std::size_t i) const { return next_[i] == kGone; }
  int turn_at(std::size_t i) const { return view_.turn(corner_[previous_[i]], corner_[i], corner_[next_[i]]); }

  std::size_t some_corner_left() const {
    std::size_t i = 0;
    while (is_gone(i)) ++i;
    return i;
  }

  // What a corner is, after it or a neighbour changed.
  void look_at(std::size_t i) {
    const int turn = turn_at(i);
    set_bent(i, turn <= 0);
    if (turn > 0) waiting_.push_back(i);
    if (turn == 0) straight_.push_back(i);
  }

  // Corners that do not turn left bar ears.
  void set_bent(std::size_t i, bool bent) {
    if ((is_bent_[i] != 0) == bent) return;
    is_bent_[i] = bent ? 1 : 0;
    bent_at_[place_[i]] += bent ? 1u : 0xffffffffu;
    places_.mark(place_[i], bent_at_[place_[i]] > 0);
  }

  void cut_off(std::size_t i) {
    const std::size_t before = previous_[i], after = next_[i];
    set_bent(i, false);
    next_[before] = after;
    previous_[after] = before;
    next_[i] = kGone;
    --left_;
    look_at(before);
    look_at(after);
  }

  bool is_ear(std::size_t i) {
    const Triangle t{corner_[previous_[i]], corner_[i], corner_[next_[i]]};
    return turn_at(i) > 0 && !places_.any_in(t, work_) && !is_crossed(i, t);
  }

  // Whether the outline comes back to this corner's place and leaves it through the diagonal.
  bool is_crossed(std::size_t i, const Triangle& t) {
    std::vector<std::size_t>& here = corners_at_[place_[i]];
    if (here.size() == 1) return false;
    here.erase(std::remove_if(here.begin(), here.end(), [&](std::size_t k) { return is_gone(k); }), here.end());
    work_ += 4 * kWorkPerSign * here.size();
    return std::any_of(here.begin(), here.end(), [&](std::size_t k) {
      return k != i && (view_.cross_properly(t.a, t.c, t.b, corner_[next_[k]]) ||
                        view_.cross_properly(t.a, t.c, t.b, corner_[previous_[k]]));
    });
  }

  const PlanarView& view_;
  std::vector<std::uint32_t> corner_;  // the vertex
  std::vector<std::size_t> next_, previous_;
  std::vector<std::uint32_t> place_;  // position in places_
  std::size_t left_;
  MarkedPlaces places_;
  std::vector<std::vector<std::size_t>> corners_at_;  // by place
  std::vector<std::uint32_t> bent_at_;                // by place: how many corners there do not turn left
  std::vector<char> is_bent_;
  std::deque<std::size_t> waiting_;  // may be ears
  std::vector<std::size_t> straight_;
  std::uint64_t work_ = 0, most_work_;
};

}  // namespace

EarClipping clip_ears(const PlanarView& view, std::span<const std::uint32_t> corners,
                      std::vector<std::array<std::uint32_t, 3>>& triangles) {
  return EarClipper(view, corners).clip(triangles);
}

}  // namespace clearance::detail
