// Notation: [x, y] an unevaluated sum of two doubles, the second below half a unit in the last place of the first.
#include <clearance/math/spin.h>

#include <cmath>

namespace clearance::detail {
namespace {

// x + y and x·y without error (Knuth; Dekker), where nothing leaves the range.
struct Parts {
  double high, low;
};
Parts sum(double x, double y) {
  const double s = x + y, of_y = s - x;
  return {s, (x - (s - of_y)) + (y - of_y)};
}
Parts product(double x, double y) {
  const double p = x * y;
  return {p, std::fma(x, y, -p)};
}

// π/2 to 160 bits.
constexpr double kQuarter[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};

// Up to π/4 the next terms are below 2⁻⁶⁰.
double sine(double r) {
  const double z = r * r;
  double tail = 0;
  for (int n = 19; n >= 3; n -= 2) tail = (1 + tail) * (-z / (n * (n - 1)));
  return r + r * tail;
}
double cosine(double r) {
  const double z = r * r;
  double tail = 0;
  for (int n = 18; n >= 2; n -= 2) tail = (1 + tail) * (-z / (n * (n - 1)));
  return 1 + tail;
}

}  // namespace

Spin::Spin(Vec3 angular_velocity) {
  const double largest = norm_max(angular_velocity);
  turns_ = largest > 0;
  if (!turns_) return;
  std::frexp(largest, &exponent_);
  const Vec3 w{std::ldexp(angular_velocity.x, -exponent_), std::ldexp(angular_velocity.y, -exponent_),
               std::ldexp(angular_velocity.z, -exponent_)};
  // |w|² is off by 2⁻¹⁰², and the root, after one step of Newton's, by as much.
  const Parts xx = product(w.x, w.x), yy = product(w.y, w.y), zz = product(w.z, w.z);
  const Parts two = sum(xx.high, yy.high), all = sum(two.high, zz.high);
  const double little = (all.low + two.low) + ((xx.low + yy.low) + zz.low);
  const double root = std::sqrt(all.high);
  const Parts square = product(root, root);
  const Parts length = sum(root, ((all.high - square.high) - square.low + little) / (2 * root));
  speed_ = {length.high, length.low};
  axis_ = w / length.high;
}

double Spin::most_angle(double from, double to) const {
  if (!turns_ || from == to) return 0;
  return std::ldexp(speed_.high * (to - from), exponent_) * (1 + 0x1p-48) + 0x1p-1000;
}

bool Spin::set_turn(double from, double to, Quat& q) const {
  if (!turns_ || from == to) return q = {}, true;
  if (!(most_angle(from, to) <= kMaxSpinAngle * (1 + 0x1p-20))) return false;
  // What is lost of the angle by underflow is far below 2⁻¹⁰⁰⁰.
  const Parts time = sum(to, -from);
  const double t = std::ldexp(time.high, exponent_ - 1), t_low = std::ldexp(time.low, exponent_ - 1);
  const Parts main = product(speed_.high, t);
  const Parts half = sum(main.high, main.low + (speed_.high * t_low + speed_.low * t));
  const double quarters = std::floor(half.high / kQuarter[0] + 0.5);
  const Parts first = product(quarters, kQuarter[0]), second = product(quarters, kQuarter[1]);
  // The multiple is at most 2²⁰, so all but `left` is below 2⁻³², and its roundings below 2⁻⁸⁴.
  const Parts left = sum(half.high, -first.high);
  const double r =
      left.high + (((left.low - first.low) + (half.low - second.high)) - (second.low + quarters * kQuarter[2]));
  const double s = sine(r), c = cosine(r);
  const int quadrant = static_cast<int>(static_cast<long long>(quarters) & 3);
  const double of_axis = quadrant == 0 ? s : quadrant == 1 ? c : quadrant == 2 ? -s : -c;
  const double w = quadrant == 0 ? c : quadrant == 1 ? -s : quadrant == 2 ? -c : s;
  q = {w, of_axis * axis_.x, of_axis * axis_.y, of_axis * axis_.z};
  return true;
}

}  // namespace clearance::detail
