// Question: how do two bodies lie along an axis of the world that both poses leave an axis of the body, exactly?
// Method:   coordinates along it are the bodies' own (exact/own_coordinate.h), so that only sums are left (math/sum.h);
//           across it, signs of doubles where they are sure, and sums again where those axes are exact, too.
// Proves:   every sign that it gives.
// Notation: k the axis; u, v the two across it; D a difference of vertices that lie in the plane, of each body one.
//           No part of the interface.
#pragma once

#include <clearance/convex/ring.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/own_coordinate.h>
#include <clearance/math/sum.h>

namespace clearance::detail {

// Such a body is the same however it is turned.
inline bool is_point_at_origin(const Polytope& body) { return body.vertex_count() == 1 && body.vertex(0) == Vec3{}; }

inline OwnCoordinate own_coordinate(const Polytope& body, const Pose& pose, int k) {
  return is_point_at_origin(body) ? OwnCoordinate{k, 1} : detail::own_coordinate(pose, k);
}

// Of one body: where the world's coordinates come from.
struct OwnCoordinates {
  const Polytope& body;
  const Pose& pose;
  OwnCoordinate along[3];

  OwnCoordinates(const Polytope& a_body, const Pose& a_pose) : body(a_body), pose(a_pose) {
    for (int k = 0; k < 3; ++k) along[k] = own_coordinate(body, pose, k);
  }
};

// Vertices in the plane, the farthest towards each corner (±u, ±v): ++, −+, −−, +−.
struct Corners {
  int vertex[4] = {-1, -1, -1, -1};
  int count = 0;  // in the plane

  Corners(const OwnCoordinates& of, int k, double height) {
    const Vec3 u = of.pose.rotation().row[(k + 1) % 3], v = of.pose.rotation().row[(k + 2) % 3];
    double farthest[4] = {};
    for (int at = 0; at < of.body.vertex_count(); ++at) {
      const Vec3 own = of.body.vertex(at);
      if (of.along[k].of(own) != height) continue;
      const double along_u = dot(u, own), along_v = dot(v, own);
      const double sum = along_u + along_v, difference = along_u - along_v;
      const double towards[4] = {sum, -difference, -sum, difference};
      for (int corner = 0; corner < 4; ++corner)
        if (count == 0 || towards[corner] > farthest[corner]) farthest[corner] = towards[corner], vertex[corner] = at;
      ++count;
    }
  }
};

class AxisPair {
 public:
  explicit AxisPair(const PosedPair& pair) : pair_(pair), a_(pair.a(), pair.pose_a()), b_(pair.b(), pair.pose_b()) {}

  const OwnCoordinates& a() const { return a_; }
  const OwnCoordinates& b() const { return b_; }
  bool is_exact(int k) const { return a_.along[k].is_exact() && b_.along[k].is_exact(); }

  // How far the bodies reach towards each other with b ahead of a along the axis, or (−1) behind it.
  struct Ends {
    double a, b;
  };
  Ends ends(int k, double ahead) const { return {end(a_, k, ahead), end(b_, k, -ahead)}; }
  static double end(const OwnCoordinates& of, int k, double ahead) {
    const Vec3 low = of.body.box_low(), high = of.body.box_high();
    return ahead > 0 ? of.along[k].highest(low, high) : of.along[k].lowest(low, high);
  }
  bool is_in_plane(int k, Ends at, VertexPair pair) const {
    return a_.along[k].of(a_.body.vertex(pair.a)) == at.a && b_.along[k].of(b_.body.vertex(pair.b)) == at.b;
  }
  // What adds up to the gap between the ends.
  struct Terms {
    double of[4];
  };
  Terms gap(int k, double ahead, Ends at) const {
    return {{ahead * at.b, -ahead * at.a, ahead * b_.pose.translation()[k], -ahead * a_.pose.translation()[k]}};
  }

  // Signs of a D's coordinates across the axis, exactly; kUnsure where doubles cannot tell and nothing else is exact.
  struct Signs {
    int u = kUnsure, v = kUnsure;

    bool is_zero() const { return u == 0 && v == 0; }
    bool is_in(int side_u, int side_v) const { return (u == 0 || u == side_u) && (v == 0 || v == side_v); }
  };
  Signs signs_across(int k, VertexPair at) const { return {sign_along((k + 1) % 3, at), sign_along((k + 2) % 3, at)}; }
  int sign_along(int u, VertexPair at) const {
    const Vec3 own_a = a_.body.vertex(at.a), own_b = b_.body.vertex(at.b);
    const double estimate =
                     (dot(b_.pose.rotation().row[u], own_b) + pair_.shift()[u]) - dot(a_.pose.rotation().row[u], own_a),
                 error = kDifferenceError * pair_.reach();
    if (estimate > error) return 1;
    if (estimate < -error) return -1;
    if (!is_exact(u)) return kUnsure;
    return ExactSum<4>(
               {b_.along[u].of(own_b), -a_.along[u].of(own_a), b_.pose.translation()[u], -a_.pose.translation()[u]})
        .sign();
  }

  // On an axis, one at or before the origin and one at or behind it.
  static bool are_opposite(Signs r, Signs s) {
    return (r.u == 0 && s.u == 0 && r.v * s.v <= 0 && r.v != kUnsure && s.v != kUnsure) ||
           (r.v == 0 && s.v == 0 && r.u * s.u <= 0 && r.u != kUnsure && s.u != kUnsure);
  }
  // One in each closed quadrant: what joins the two above crosses the v axis at or above 0, what joins the two below at
  // or below, so the origin is among them.
  static bool are_around(const Signs* of) {
    return of[0].is_in(1, 1) && of[1].is_in(-1, 1) && of[2].is_in(-1, -1) && of[3].is_in(1, -1);
  }

  // Three or four D around the origin, none where it is not surely inside the plane's part of the difference body:
  // each is less than half a turn from the one before. A coordinate is off by 16u·reach, so a product of two by less
  // than 80u·reach·D.
  struct Around {
    VertexPair pair[4];
    int count = 0;
  };
  Around around(int k, Ends at) const {
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    const auto below = [&](Vec3 n, Difference& found) {
      found.pair = {farthest(a_, k, at.a, n[u], n[v]), farthest(b_, k, at.b, -n[u], -n[v])};
      found.m = pair_.difference(found.pair);
      return dot(n, found.m) < -kNearPlane * norm_one(n) * pair_.reach();
    };
    Difference ring[4];
    const int count = ring_around(along_axis(k, 1), pair_.center_difference(), pair_.reach(), below, ring);
    double largest = 0;
    for (int i = 0; i < count; ++i) largest = larger(largest, norm_max(ring[i].m));
    const double bound = 80 * 0x1p-53 * pair_.reach() * largest;
    const auto turn = [&](Vec3 r, Vec3 s) { return r[u] * s[v] - r[v] * s[u]; };
    Around made;
    for (int i = 0; i < count; ++i) {
      if (!(turn(ring[i].m, ring[(i + 1) % count].m) > bound)) return {};
      made.pair[made.count++] = ring[i].pair;
    }
    return made;
  }

  // Four D, one towards each corner.
  struct Ring {
    VertexPair pair[4];
    Signs of[4];
  };
  Ring ring(int k, const Corners& of_a, const Corners& of_b) const {
    Ring made;
    for (int corner = 0; corner < 4; ++corner) {
      made.pair[corner] = {of_a.vertex[(corner + 2) % 4], of_b.vertex[corner]};
      const bool is_same = corner > 0 && made.pair[corner] == made.pair[corner - 1];
      made.of[corner] = is_same ? made.of[corner - 1] : signs_across(k, made.pair[corner]);
    }
    return made;
  }

 private:
  // Of the vertices in the plane, the farthest along that direction across the axis.
  static int farthest(const OwnCoordinates& of, int k, double height, double along_u, double along_v) {
    const Mat3& turn = of.pose.rotation();
    const Vec3 direction = along_u * turn.row[(k + 1) % 3] + along_v * turn.row[(k + 2) % 3];
    int best = -1;
    double value = 0;
    for (int at = 0; at < of.body.vertex_count(); ++at) {
      const Vec3 own = of.body.vertex(at);
      if (of.along[k].of(own) != height) continue;
      const double there = dot(direction, own);
      if (best < 0 || there > value) best = at, value = there;
    }
    return best;
  }

  const PosedPair& pair_;
  OwnCoordinates a_, b_;
};

}  // namespace clearance::detail
