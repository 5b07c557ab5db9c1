// Where a half-space is that was made through a point of integers, under any pose: the plane through three of its
// points, mapped one by one. Shares nothing with the queries and the checker but big numbers.
#pragma once

#include <clearance/base/random.h>
#include <clearance/exact/posed.h>
#include <clearance/math/pose.h>
#include <clearance/shape/half_space.h>
#include <clearance/shape/rounded.h>

#include <optional>

namespace clearance::detail {

// n·(x − on) ≤ 0 for components that are multiples of 2⁻²⁰ below 2⁶, so that the offset is a double.
struct KnownHalfSpace {
  Vec3 normal, on;

  HalfSpace space() const { return half_space(normal, dot(normal, on)); }
};

class HalfSpaceOracle {
 public:
  HalfSpaceOracle(const KnownHalfSpace& a, const Pose& pose_a, const Pose& pose_b) : pair_(pose_a, pose_b) {
    const Vec3 n = a.normal, u = n.x != 0 || n.y != 0 ? Vec3{n.y, -n.x, 0} : Vec3{1, 0, 0}, v = cross(n, u);
    on_ = pair_.point_a(a.on);
    normal_ = cross(pair_.a().edge({}, u), pair_.a().edge({}, v));
    if (dot(normal_, pair_.a().edge({}, n)).sign() < 0) normal_ = -normal_;
  }

  // Of a vertex of b over the plane, times a positive number.
  Dyadic height(Vec3 v) const { return dot(normal_, pair_.point_b(v) - on_); }
  // Sign of the vertex' height in the world − length.
  int compare_height(Vec3 v, const Dyadic& length) const { return compare_height(height(v), length); }
  int compare_height(const Dyadic& height, const Dyadic& length) const {
    if (height.sign() != length.sign()) return height.sign() > length.sign() ? 1 : -1;
    const Dyadic scaled = length * pair_.scale();
    const int squares = compare(height * height, scaled * scaled * dot(normal_, normal_));
    return height.sign() < 0 ? -squares : squares;
  }
  // The same after b has moved by t.
  int compare_moved(Vec3 v, Vec3 t, const Dyadic& length) const {
    return compare_height(height(v) + dot(normal_, pair_.scale() * exact(t)), length);
  }
  // Sign of the body's lift − length.
  int compare_lift(const Rounded& b, const Dyadic& length) const {
    int least = 1;
    for (int v = 0; v < b.core().vertex_count(); ++v) {
      const int sign = compare_height(b.core().vertex(v), length + Dyadic(b.radius()));
      if (sign < least) least = sign;
    }
    return least;
  }

 private:
  ExactPair pair_;
  DyadicVec on_, normal_;
};

inline double some_dyadic(Random& random, int most) {
  return static_cast<double>(static_cast<int>(random.below(2 * static_cast<std::uint64_t>(most) * 1024 + 1)) -
                             most * 1024) /
         1024;
}
inline double some_eighth(Random& random, int most) {
  return static_cast<double>(static_cast<int>(random.below(16 * static_cast<std::uint64_t>(most) + 1)) - 8 * most) / 8;
}
// Poses as people write them and as nobody would: nothing, translations, quarter turns, rational turns, any, of any
// length, and matrices that are not quite rigid.
inline Pose some_known_pose(Random& random, double far) {
  const auto place = [&] {
    const double x = far * some_eighth(random, 2), y = far * some_eighth(random, 2), z = far * some_eighth(random, 2);
    return Vec3{x, y, z};
  };
  const Vec3 t = place();
  const double signs[] = {0, 1, -1};
  switch (random.below(7)) {
    case 0:
      return {};
    case 1:
      return translation(t);
    case 2: {
      const double s = random.below(2) == 0 ? 1.0 : 0.3;
      const Quat quarter[] = {{s, s, 0, 0}, {s, 0, s, 0}, {s, 0, 0, -s}, {0, s, 0, 0}, {0, s, s, 0}, {s, s, -s, s}};
      return rotation(quarter[random.below(6)], t);
    }
    case 3:
      return rotation({2, signs[random.below(3)], signs[random.below(3)], signs[random.below(3)]}, t);
    case 4: {
      Mat3 matrix = rotation({1, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}).rotation();
      matrix.row[random.below(3)].y += 3e-5;
      return Pose::from_matrix(matrix, t).value();
    }
    case 5: {
      const double s = random.below(2) == 0 ? 1e-120 : 1e140;
      return rotation({s * random.uniform(-1, 1), s * random.uniform(-1, 1), s * random.uniform(-1, 1), s}, t);
    }
    default:
      return rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 1}, t);
  }
}
inline KnownHalfSpace some_known_half_space(Random& random) {
  KnownHalfSpace made;
  const Vec3 axes[] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}};
  made.normal = axes[random.below(4)];
  if (random.below(2) == 0) do
      made.normal = {some_dyadic(random, 2), some_dyadic(random, 2), some_dyadic(random, 2)};
    while (made.normal == Vec3{});
  made.on = {2 * some_eighth(random, 1), 2 * some_eighth(random, 1), 2 * some_eighth(random, 1)};
  return made;
}

}  // namespace clearance::detail
