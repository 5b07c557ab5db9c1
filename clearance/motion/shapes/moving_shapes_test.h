// Two moving bodies of any kind to ask about, random ones among them, and what is expected of their intervals.
#pragma once

#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/motion/moving_case_test.h>
#include <clearance/motion/shapes/shape_spans.h>
#include <clearance/proof/check_moving_shapes.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {

struct MovingShapes {
  Shape a, b;
  Motion motion_a, motion_b;
  Interval interval = kUnit;
  double margin = 0;

  FirstContact first(MotionOptions options = {}) const {
    options.margin = margin;
    return first_contact(a, motion_a, b, motion_b, interval, options).value();
  }
  Interference intervals(MotionOptions options = {}) const {
    options.margin = margin;
    return interference(a, motion_a, b, motion_b, interval, options).value();
  }
  // With the timeline that bodies of triangles or parts have on demand.
  MotionClaim claim(const FirstContact& found) const {
    return claim_of(found, a, motion_a, b, motion_b, interval, {.margin = margin});
  }
  CheckResult check(const MotionClaim& claim) const {
    return check_motion(claim, ShapeInMotion{a, motion_a}, ShapeInMotion{b, motion_b}, interval, margin);
  }
  // Exactly, by all pairs of elements.
  bool meet_at(double time) const {
    const ShapePieces pieces_a(a), pieces_b(b);
    const ShapeQuestion question{pieces_a, pieces_b, motion_a, motion_b, {time, time}, margin};
    for (const Rounded& of_a : elements(pieces_a))
      for (const Rounded& of_b : elements(pieces_b))
        if (MovingCase{of_a, of_b, motion_a, motion_b, interval, margin}.meet_at(time)) return true;
    return is_inside_at(question, Dyadic(time));
  }
  MovingShapes during(Interval other) const { return {a, b, motion_a, motion_b, other, margin}; }
  MovingShapes exchanged() const { return {b, a, motion_b, motion_a, interval, margin}; }

 private:
  static std::vector<Rounded> elements(const ShapePieces& body) {
    std::vector<Rounded> found;
    for (std::size_t k = 0; k < body.part_count(); ++k) {
      const auto part = static_cast<std::uint32_t>(k);
      if (body.convex(k) != nullptr) found.push_back(*body.convex(k));
      for (std::uint32_t t = 0; body.mesh(k) != nullptr && t < body.mesh(k)->triangle_count(); ++t)
        found.push_back(body.element({Piece::Kind::Triangle, part, t}));
    }
    return found;
  }
};

// ---- Bodies ---------------------------------------------------------------------------------------------------------

inline Mesh solid_box(Vec3 edges) { return mesh_of(box(edges)); }

// Several closed meshes as one; `inward` ones are hollows.
struct MeshPart {
  Mesh mesh;
  Vec3 at = {};
  bool inward = false;
};
inline Mesh joined(const std::vector<MeshPart>& parts, MeshOptions options = {}) {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
  for (const auto& [mesh, at, inward] : parts) {
    const auto shift = static_cast<std::uint32_t>(points.size());
    for (const Vec3& v : mesh.vertices()) points.push_back(v + at);
    for (const auto& [i, j, k] : mesh.triangles_as_given())
      triangles.push_back(inward ? MeshTriangle{i + shift, k + shift, j + shift}
                                 : MeshTriangle{i + shift, j + shift, k + shift});
  }
  return make_mesh(points, triangles, options).value();
}
// A cube of edge 6 with a cubic hollow of edge 4 inside.
inline Mesh hollow_cube() { return joined({{solid_box({6, 6, 6})}, {solid_box({4, 4, 4}), {}, true}}); }

// The triangles of a solid, which enclose nothing.
inline Mesh as_surface(const Mesh& solid) {
  MeshOptions options;
  options.kind = MeshKind::Surface;
  return make_mesh(solid.vertices(), solid.triangles_as_given(), options).value();
}

// What stands upright on a polygon, from −half to half; the polygon counter-clockwise, its triangles given.
inline Mesh prism_over(const std::vector<Vec3>& polygon, const std::vector<MeshTriangle>& triangles, double half) {
  std::vector<Vec3> points;
  for (const double z : {-half, half})
    for (const Vec3& v : polygon) points.push_back({v.x, v.y, z});
  const auto count = static_cast<std::uint32_t>(polygon.size());
  std::vector<MeshTriangle> all;
  for (const auto& [i, j, k] : triangles) {
    all.push_back({i + count, j + count, k + count});
    all.push_back({k, j, i});
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t j = (i + 1) % count;
    all.push_back({i, j, j + count});
    all.push_back({i, j + count, i + count});
  }
  return make_mesh(points, all).value();
}
// Arms from −3 to −1 and from 1 to 3 in x, up to y = 3; the floor from y = −1 to 0.
inline Mesh u_shape() {
  return prism_over({{-3, -1, 0}, {3, -1, 0}, {3, 3, 0}, {1, 3, 0}, {1, 0, 0}, {-1, 0, 0}, {-1, 3, 0}, {-3, 3, 0}},
                    {{0, 5, 6}, {0, 6, 7}, {0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}}, 1);
}
inline Mesh l_shape(double size = 1) {
  const double s = size;
  return prism_over({{0, 0, 0}, {2 * s, 0, 0}, {2 * s, s, 0}, {s, s, 0}, {s, 2 * s, 0}, {0, 2 * s, 0}},
                    {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}, s / 2);
}

// ---- What is expected -----------------------------------------------------------------------------------------------

inline bool are_equal(const Bracket& x, const Bracket& y) { return x.lower == y.lower && x.upper == y.upper; }
inline std::string text_of(const Interference& known) {
  std::string text = to_string(known.status);
  char line[200];
  for (const auto& [begin, end, graze] : known.intervals) {
    std::snprintf(line, sizeof line, " [%.17g %.17g, %.17g %.17g]%s", begin.lower, begin.upper, end.lower, end.upper,
                  graze ? "*" : "");
    text += line;
  }
  return text;
}
inline bool are_equal(const Interference& x, const Interference& y) {
  if (x.status != y.status || x.intervals.size() != y.intervals.size()) return false;
  for (std::size_t k = 0; k < x.intervals.size(); ++k)
    if (!are_equal(x.intervals[k].begin, y.intervals[k].begin) || !are_equal(x.intervals[k].end, y.intervals[k].end))
      return false;
  return true;
}
inline void expect_equal(const Interference& found, const Interference& truth, const std::string& what) {
  EXPECT_TRUE(are_equal(found, truth)) << what << "\n  " << text_of(found) << "\n  " << text_of(truth);
  EXPECT_EQ(found.decided_until, truth.decided_until) << what;
}
// Rising pairs of times that are doubles.
inline void expect_times(const Interference& found, const std::vector<double>& times) {
  Interference truth;
  truth.status = found.status;
  for (std::size_t k = 0; k + 1 < times.size(); k += 2)
    truth.intervals.push_back({{times[k], times[k]}, {times[k + 1], times[k + 1]}, {}});
  EXPECT_TRUE(are_equal(found, truth)) << text_of(found) << "\n  " << text_of(truth);
}

// Where brackets are of a width: their inner ends are in contact, their outer ones are not, and nothing else is outside
// of them.
inline void expect_consistent(const Interference& found, const Interference& truth, Interval asked,
                              const std::string& what) {
  const std::string where = what + "\n  " + text_of(found) + "\n  " + text_of(truth);
  ASSERT_EQ(found.status, truth.status) << where;
  const auto covers = [&](double from, double to) {
    for (const auto& [begin, end, graze] : truth.intervals)
      if (begin.upper <= from && to <= end.lower) return true;
    return false;
  };
  for (const auto& [begin, end, graze] : found.intervals) {
    const double width = 1e-9 * (asked.end - asked.begin);
    for (const Bracket& bracket : {begin, end})
      EXPECT_TRUE(bracket.upper - bracket.lower <= width || bracket.upper == next_above(bracket.lower)) << where;
    EXPECT_FALSE(begin.lower < begin.upper && are_in_contact(truth, begin.lower)) << where;
    EXPECT_FALSE(end.lower < end.upper && are_in_contact(truth, end.upper)) << where;
    EXPECT_TRUE(begin.upper > end.lower || covers(begin.upper, end.lower)) << where;
  }
  for (const ContactInterval& contact : truth.intervals) {
    bool is_found = false;
    for (const auto& [begin, end, graze] : found.intervals)
      is_found = is_found || (begin.lower <= contact.begin.upper && contact.end.lower <= end.upper);
    EXPECT_TRUE(is_found) << where;
  }
}

// To the nearest doubles they are those of all pairs of elements; with brackets of a width they agree, and so does the
// first contact. Returns the truth.
inline Interference expect_reference(const MovingShapes& asked, const std::string& what) {
  const Interference truth = asked.intervals({.method = MotionMethod::Features});
  EXPECT_NE(truth.status, MotionStatus::Undecided) << what;
  expect_equal(asked.intervals({.width = 0}), truth, what);
  expect_consistent(asked.intervals(), truth, asked.interval, what);
  const FirstContact first = asked.first(), slow = asked.first({.method = MotionMethod::Features});
  EXPECT_EQ(first.status, truth.status) << what;
  EXPECT_EQ(slow.status, truth.status) << what;
  EXPECT_EQ(slow.decided_by, MotionMethod::Features) << what;
  if (truth.status != MotionStatus::Contact) return truth;
  const Bracket begin = truth.intervals.front().begin;
  EXPECT_TRUE(first.lower <= begin.upper && begin.lower <= first.upper) << what;
  EXPECT_TRUE(slow.upper == begin.upper && slow.lower <= begin.lower && next_above(slow.lower) >= begin.lower) << what;
  return truth;
}

// ---- Random ones ----------------------------------------------------------------------------------------------------

// Bodies of every kind within about 1 of the origin, and motions of RandomMotions past each other.
class RandomShapes {
 public:
  using Numbers = RandomMotions::Numbers;
  RandomShapes(std::uint64_t seed, Numbers numbers)
      : random_(seed), motions_(seed ^ 0x5eed, {numbers}), numbers_(numbers) {}

  MovingShapes next() {
    const MovingCase moving = motions_.next(2);
    const Shape a = shape(), b = shape();
    const double margin = random_.below(6) == 0 ? 0.125 : 0;
    return {a, b, moving.motion_a, moving.motion_b, moving.interval, margin};
  }

 private:
  double number() {
    const double x = random_.uniform(-1, 1);
    return numbers_ == Numbers::Doubles ? x : std::round(4 * x) / 4;
  }
  Vec3 point() {
    const double x = number(), y = number();
    return {x, y, number()};
  }
  Polytope hull(int most) {
    std::vector<Vec3> points(1 + random_.below(static_cast<std::uint64_t>(most)));
    for (Vec3& v : points) v = point();
    return convex_hull(points).value();
  }
  Mesh tetrahedron() {
    for (;;) {
      const Polytope body = hull(8);
      if (body.vertex_count() == 4 && body.face_count() == 4) return mesh_of(body);
    }
  }
  Mesh open_surface() {
    std::vector<Vec3> points(5);
    for (Vec3& v : points) v = point();
    MeshOptions options;
    options.kind = MeshKind::Surface;
    const Result<Mesh> made = make_mesh(points, std::vector<MeshTriangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}, options);
    return made ? *made : tetrahedron();
  }
  PartShape part() {
    switch (random_.below(5)) {
      case 0:
        return tetrahedron();
      case 1:
        return open_surface();
      case 2:
        return rounded(hull(2), 0.125);
      default:
        return Rounded(hull(4));
    }
  }
  Shape shape() {
    switch (random_.below(8)) {
      case 0:
      case 1:
        return tetrahedron();
      case 2:
        return l_shape(0.5);
      case 3:
        return open_surface();
      case 4:
        return solid_box({1.5, 1.25, 1});
      case 5:
        return joined({{solid_box({2, 2, 2})}, {solid_box({1, 1, 1}), {}, true}});
      case 6: {
        const PartShape first = part(), second = part();
        return make_parts(std::vector<PartShape>{first, second}).value();
      }
      default:
        return hull(6);
    }
  }

  Random random_;
  RandomMotions motions_;
  Numbers numbers_;
};

}  // namespace clearance::detail
