#include <clearance/brep/make/face_plane.h>

#include <clearance/exact/orient3d.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace clearance::detail {
namespace {

// Differences times a power of two, so that their products neither overflow nor vanish.
class Scaled {
 public:
  Scaled(std::span<const Vec3> corners, Vec3 from) : from_(from) {
    double size = 0;
    for (const Vec3& c : corners) size = larger(size, norm_max(c - from));
    int exponent = 0;
    std::frexp(size, &exponent);
    half_ = -exponent / 2, rest_ = -exponent - half_;
  }

  // In two steps: the power itself may not be a double.
  Vec3 operator()(Vec3 c) const { return std::ldexp(1.0, rest_) * (std::ldexp(1.0, half_) * (c - from_)); }

 private:
  Vec3 from_;
  int half_ = 0, rest_ = 0;
};

template <class Score>
Vec3 best_of(std::span<const Vec3> corners, const Score& score) {
  std::size_t best = 0;
  double highest = -1;
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (const double here = score(corners[i]); here > highest) highest = here, best = i;
  return corners[best];
}

}  // namespace

std::array<Vec3, 3> face_plane(std::span<const Vec3> corners, const std::array<Vec3, 3>& outward) {
  const Vec3 a = corners[0];
  const Scaled from_a(corners, a);
  const Vec3 b = best_of(corners, [&](Vec3 c) { return squared_norm(from_a(c)); });
  const Vec3 along = from_a(b);
  Vec3 c = best_of(corners, [&](Vec3 p) { return squared_norm(cross(along, from_a(p))); });
  // Doubles may see a line where there is a sliver.
  for (std::size_t i = 0; i < corners.size() && collinear(a, b, c); ++i) c = corners[i];

  int axis = 0;
  while (orient2d_sign(outward[0], outward[1], outward[2], axis) == 0) ++axis;
  const bool turns_alike = orient2d_sign(a, b, c, axis) == orient2d_sign(outward[0], outward[1], outward[2], axis);
  return turns_alike ? std::array{a, b, c} : std::array{a, c, b};
}

}  // namespace clearance::detail
