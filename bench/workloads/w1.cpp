#include <bench/workloads/random_motion.h>
#include <bench/workloads/w1.h>

namespace clearance::bench {
namespace {

constexpr double kStep = 0.05;  // of the radius, which is 1 for all three shapes

// Half the side of the cube in which the centres move: found by trial so that one frame in six collides.
double arena(TestShape shape, int n) {
  const bool coarse = n < 50;  // hulls of few points are smaller than the surface they come from
  switch (shape) {
    case TestShape::Ellipsoid:
      return coarse ? 1.48 : 1.66;
    case TestShape::Rod:
      return coarse ? 0.58 : 0.66;
    case TestShape::Plate:
      return coarse ? 1.28 : 1.5;
  }
  return 1;
}

// One body on its way.
class Walker {
 public:
  Walker(Random& random, double half, double half_angle_tangent)
      : random_(random),
        half_(half),
        tangent_(half_angle_tangent),
        position_(random_point(random, half)),
        rotation_(random_rotation(random)) {
    set_off();
  }

  Pose next() {
    const Vec3 ahead = position_ + kStep * heading_;
    if (norm_max(ahead) > half_) {
      set_off();
    } else {
      position_ = ahead;
    }
    rotation_ = normalised_product(turn(axis_, tangent_), rotation_);
    return rotation(rotation_, position_);
  }

 private:
  // A new line that stays inside for at least one step, and a new axis.
  void set_off() {
    do {
      heading_ = random_direction(random_);
    } while (norm_max(position_ + kStep * heading_) > half_);
    axis_ = random_direction(random_);
  }

  Random& random_;
  double half_, tangent_;
  Vec3 position_;
  Quat rotation_;
  Vec3 heading_, axis_;
};

}  // namespace

const char* to_string(Motion motion) {
  switch (motion) {
    case Motion::TenDegrees:
      return "10 degrees";
    case Motion::OneDegree:
      return "1 degree";
    case Motion::RandomPoses:
      return "random poses";
  }
  return "?";
}

W1Scene w1_scene(TestShape shape, int n, Motion motion, int frames) {
  const auto key = static_cast<std::uint64_t>(shape) * 10'000 + static_cast<std::uint64_t>(n);
  W1Scene scene{shape, test_polytope(shape, n, 2 * key + 1), test_polytope(shape, n, 2 * key + 2), {}, {}};
  Random random(key * 4 + static_cast<std::uint64_t>(motion));
  const double half = arena(shape, n);
  const auto count = static_cast<std::size_t>(frames);
  scene.pose_a.reserve(count);
  scene.pose_b.reserve(count);
  if (motion == Motion::RandomPoses) {
    for (std::size_t i = 0; i < count; ++i) {
      scene.pose_a.push_back(rotation(random_rotation(random), random_point(random, half)));
      scene.pose_b.push_back(rotation(random_rotation(random), random_point(random, half)));
    }
    return scene;
  }
  // tan of half of 10° and of 1°.
  const double tangent = motion == Motion::TenDegrees ? 0.08748866352592401 : 0.008726867790758789;
  Walker a(random, half, tangent), b(random, half, tangent);
  for (std::size_t i = 0; i < count; ++i) {
    scene.pose_a.push_back(a.next());
    scene.pose_b.push_back(b.next());
  }
  return scene;
}

}  // namespace clearance::bench
