// Question: which of several translating bodies, not convex in general, meet first, when and where?
// Method:   Joseph and Plantinga 1987, §3.2 and §3.5: their prisms in space and time meet first at a point that two
//           faces have in common which are not partly parallel, and which meet in this point alone. All pairs of such
//           faces, whose dimensions add up to the space's, are asked, and the earliest point is kept; bodies that are
//           flat need pairs of lower dimensions as well. A vertex in another prism is such a pair: with the prism
//           itself; so those that begin inside each other are found, too.
// Proves:   the time and the places, exactly: they are rational. All pairs of faces that meet there then are kept, so
//           nothing of a tie is lost.
// Cannot:   see two that are pieces of one body's motion collide.
// Cost:     quadratic in the number of faces: the reference for prism_trees.h.
#pragma once

#include <clearance/lab/spacetime/feet.h>
#include <clearance/lab/spacetime/prism.h>

#include <limits>

namespace clearance::lab {

// Time is the last coordinate. A motion along several straight lines, one after the other, is several prisms.
template <int kDimension>
using MovingBody = std::vector<IncidencePolytope<kDimension>>;

template <int kDimension>
struct FirstCollision {
  using Point = Homogeneous<kDimension + 1>;
  struct Meeting {
    std::size_t body_a, body_b;    // the first is less
    std::size_t prism_a, prism_b;  // of theirs
    FaceId face_a, face_b;
    Point point;
  };
  // All at the same time: the first. Empty where none meet.
  std::vector<Meeting> meetings;

  bool is_clear() const { return meetings.empty(); }
  double rounded_time() const {
    return is_clear() ? std::numeric_limits<double>::infinity() : meetings[0].point.rounded(kDimension - 1);
  }
};

struct CollisionCounts {
  std::uint64_t pairs = 0, meeting = 0;
};

// −1, 0, +1 as a point is before, at or after the time of another.
template <int kSize>
int compare_times(const Homogeneous<kSize>& a, const Homogeneous<kSize>& b) {
  return compare(a[kSize - 2] * b.weight(), b[kSize - 2] * a.weight());
}

template <int kDimension>
FirstCollision<kDimension> first_collision(std::span<const MovingBody<kDimension>> bodies,
                                           CollisionCounts* counts = nullptr) {
  using Point = typename FirstCollision<kDimension>::Point;
  using Meeting = typename FirstCollision<kDimension>::Meeting;
  FirstCollision<kDimension> first;
  Meeting at{};
  const auto keep = [&](const Point& x, FaceId f, FaceId g, const FacePair<kDimension>& pair) {
    const int order = first.is_clear() ? -1 : compare_times(x, first.meetings[0].point);
    if (order > 0 || !pair.is_in_both(x)) return;
    if (order < 0) first.meetings.clear();
    at.face_a = f, at.face_b = g, at.point = x;
    first.meetings.push_back(at);
  };
  const auto ask = [&](const auto& a, FaceId f, const auto& b, FaceId g) {
    const FacePair<kDimension> pair(a, f, b, g);
    if (counts != nullptr) ++counts->pairs;
    if (f.dimension + g.dimension == kDimension) {
      if (const auto x = pair.meeting()) keep(*x, f, g, pair);
    } else if (const auto feet = pair.feet(); feet && feet->on_f == feet->on_g) {
      keep(feet->on_f, f, g, pair);
    }
  };
  const auto ask_all = [&](const auto& a, const auto& b) {
    // Faces of bodies that fill space meet where larger ones do that are not partly parallel either.
    const bool are_full = a.dimension() == kDimension && b.dimension() == kDimension;
    for (int d = 0; d <= a.dimension(); ++d)
      for (int e = are_full ? kDimension - d : 0; e <= b.dimension() && d + e <= kDimension; ++e)
        for (std::uint32_t i = 0; i < a.face_count(d); ++i)
          for (std::uint32_t k = 0; k < b.face_count(e); ++k) ask(a, {d, i}, b, {e, k});
  };
  for (at.body_a = 0; at.body_a < bodies.size(); ++at.body_a)
    for (at.body_b = at.body_a + 1; at.body_b < bodies.size(); ++at.body_b)
      for (at.prism_a = 0; at.prism_a < bodies[at.body_a].size(); ++at.prism_a)
        for (at.prism_b = 0; at.prism_b < bodies[at.body_b].size(); ++at.prism_b)
          ask_all(bodies[at.body_a][at.prism_a], bodies[at.body_b][at.prism_b]);
  if (counts != nullptr) counts->meeting = first.meetings.size();
  return first;
}

}  // namespace clearance::lab
