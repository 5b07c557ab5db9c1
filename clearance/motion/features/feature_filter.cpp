#include <clearance/motion/features/feature_filter.h>

#include <clearance/convex/nearest_simplex.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kUnit = 0x1p-53;
constexpr int kMaxHalvings = 40;

// Ordinary numbers: squares and products of three neither overflow nor lose what they stand for. Below kMinSize what
// underflows would count.
constexpr double kMaxSize = 0x1p200, kMinSize = 0x1p-200;

// Coefficients of p over [low, high] in Bernstein's basis of a degree up to 3, not below p's, times a common number:
// bⱼ = Σ (j over i)/(n over i)·aᵢ with a the coefficients of p(low + (high − low)·x) in x.
void set_coefficients(const Polynomial& p, int degree, const Dyadic& low, const Dyadic& width, Dyadic (&out)[4]) {
  static constexpr double kWeights[4][4][4] = {{{1}},
                                               {{1, 0}, {1, 1}},
                                               {{2, 0, 0}, {2, 1, 0}, {2, 2, 2}},
                                               {{3, 0, 0, 0}, {3, 1, 0, 0}, {3, 2, 1, 0}, {3, 3, 3, 3}}};
  const auto n = static_cast<std::size_t>(degree);
  const std::size_t have = p.is_zero() ? 0 : static_cast<std::size_t>(p.degree()) + 1;
  Dyadic a[4];
  for (std::size_t k = 0; k < have; ++k) a[k] = p[k];
  if (low.sign() != 0)
    for (std::size_t k = 0; k + 1 < have; ++k)
      for (std::size_t i = have - 1; i-- > k;) a[i] = a[i] + low * a[i + 1];
  Dyadic scale = 1;
  for (std::size_t k = 1; k < have; ++k) {
    scale = scale * width;
    a[k] = a[k] * scale;
  }
  for (std::size_t j = 0; j <= n; ++j) {
    out[j] = {};
    for (std::size_t i = 0; i <= j && i < have; ++i)
      if (a[i].sign() != 0) out[j] = out[j] + Dyadic(kWeights[n][j][i]) * a[i];
  }
}

// x/2^exponent, off by at most 2u of itself; beyond the range of doubles infinite.
double scaled(const Dyadic& x, std::int64_t exponent) {
  std::int64_t own = 0;
  const double fraction = x.fraction(own);
  const std::int64_t power = own - exponent;
  if (power > 1000) return std::numeric_limits<double>::infinity();
  return power < -1000 ? 0 : std::ldexp(fraction, static_cast<int>(power));
}

}  // namespace

// With the path's linear part and translation rounded (2u of themselves), M·v + T in doubles is off by 2u for the
// parts, u for each product and 3u for the sums, of |M|·|v|₁ + |T| at most: below 7u of size_x_. Halving makes each new
// coefficient by at most three means, each off by u of what is no larger: 3u a halving. So after 40 of them x is off by
// less than 128u of size_x_, and w by less than 128u of size_w_.
SweptVertices::SweptVertices(std::span<const Vec3> vertices, const PosePath& path, const Dyadic& low,
                             const Dyadic& high, Vec3 origin) {
  const Polynomial& w = path.denominator();
  const PolynomialVec& t = path.translation();
  const Polynomial shift[3] = {t.x - Polynomial(Dyadic(origin.x)) * w, t.y - Polynomial(Dyadic(origin.y)) * w,
                               t.z - Polynomial(Dyadic(origin.z)) * w};
  degree_ = w.degree();
  for (const Polynomial& p : shift) degree_ = std::max(degree_, p.degree());
  if (degree_ > kMaxDegree) return;
  const Dyadic width = high - low;
  const int columns = count();

  Dyadic exact_w[4], coefficient[4];
  set_coefficients(w, degree_, low, width, exact_w);
  std::int64_t unit = std::numeric_limits<std::int64_t>::min();
  for (int j = 0; j < columns; ++j) {
    std::int64_t exponent = 0;
    if (exact_w[j].sign() != 0) exact_w[j].fraction(exponent), unit = std::max(unit, exponent);
  }
  for (int j = 0; j < columns; ++j) {
    w_[j] = scaled(exact_w[j], unit);
    size_w_ = larger(size_w_, std::fabs(w_[j]));
  }

  double matrix[4][3][3] = {}, translation[4][3] = {}, of_matrix = 0, of_translation = 0, reach = 0;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      set_coefficients(path.linear(i, k), degree_, low, width, coefficient);
      for (int j = 0; j < columns; ++j) {
        matrix[j][i][k] = scaled(coefficient[j], unit);
        of_matrix = larger(of_matrix, std::fabs(matrix[j][i][k]));
      }
    }
    set_coefficients(shift[i], degree_, low, width, coefficient);
    for (int j = 0; j < columns; ++j) {
      translation[j][i] = scaled(coefficient[j], unit);
      of_translation = larger(of_translation, std::fabs(translation[j][i]));
    }
  }
  for (const Vec3 v : vertices) {
    reach = larger(reach, std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z));
    for (int j = 0; j < columns; ++j) {
      const auto row = [&](int i) {
        const double(&m)[3] = matrix[j][i];
        return (m[0] * v.x + m[1] * v.y) + (m[2] * v.z + translation[j][i]);
      };
      x_.push_back({row(0), row(1), row(2)});
    }
  }
  // Rounded itself, by less than the 1/128 that is added.
  size_x_ = (of_matrix * reach + of_translation) * (1 + 0x1p-7);
  if (!(of_matrix <= kMaxSize && reach <= kMaxSize && size_x_ <= kMaxSize)) return;
  set_points();
}

// The quotient of x and w, both off by ε = 128u of their sizes, is off by (ε·size_x + |x/w|·ε·size_w)/w, and by u of
// itself in rounding; |x/w| is no more than size_x/w. All of that is below 2ε·(size_x + size_x·size_w/w)/w, where w is
// no less than size_w/1024, so far above its own error.
void SweptVertices::set_points() {
  constexpr double kError = 2 * 128 * kUnit;
  double least = w_[0];
  for (int j = 1; j <= degree_; ++j) least = std::min(least, w_[j]);
  is_usable_ = halvings_ <= kMaxHalvings && least >= size_w_ / 1024;
  if (!is_usable_) return;
  const double most = (size_x_ + kMinSize) / least;
  error_ = kError * most * (1 + size_w_ / least);
  reach_ = 0;
  points_.resize(x_.size());
  const auto columns = static_cast<std::size_t>(count());
  for (std::size_t k = 0; k < x_.size(); ++k) {
    points_[k] = x_[k] / w_[k % columns];
    reach_ = larger(reach_, norm_max(points_[k]));
  }
}

SweptVertices SweptVertices::of(std::span<const std::uint32_t> vertices) const {
  SweptVertices made;
  made.set_form(*this);
  const auto columns = static_cast<std::size_t>(count());
  made.x_.reserve(columns * vertices.size());
  made.points_.reserve(columns * vertices.size());
  for (const std::size_t v : vertices)
    for (std::size_t k = v * columns; k < (v + 1) * columns; ++k) {
      made.x_.push_back(x_[k]);
      if (is_usable_) made.points_.push_back(points_[k]);
    }
  made.error_ = error_;
  made.reach_ = reach_;
  made.is_usable_ = is_usable_;
  return made;
}

void SweptVertices::set_form(const SweptVertices& other) {
  degree_ = other.degree_;
  halvings_ = other.halvings_;
  size_x_ = other.size_x_;
  size_w_ = other.size_w_;
  std::copy(other.w_, other.w_ + other.count(), w_);
}

// De Casteljau's scheme: the first, or the last, of each row of means.
SweptVertices SweptVertices::half(bool upper) const {
  SweptVertices made;
  made.set_form(*this);
  ++made.halvings_;
  made.x_ = x_;
  const auto halve = [&](auto* c) {
    const int n = degree_;
    if (upper) {
      for (int round = n; round > 0; --round)
        for (int i = 0; i < round; ++i) c[i] = 0.5 * (c[i] + c[i + 1]);
    } else {
      for (int round = n; round > 0; --round)
        for (int i = n; i > n - round; --i) c[i] = 0.5 * (c[i] + c[i - 1]);
    }
  };
  halve(made.w_);
  const auto step = static_cast<std::size_t>(count());
  for (std::size_t k = 0; k < made.x_.size(); k += step) halve(made.x_.data() + k);
  if (size_x_ <= kMaxSize) made.set_points();
  return made;
}

namespace {

// The point that is lowest along n; its number counts through all runs.
struct Extreme {
  int number = 0;
  double height = std::numeric_limits<double>::infinity();
  Vec3 point;
};
Extreme lowest(std::span<const std::span<const Vec3>> runs, Vec3 n) {
  Extreme found;
  int number = 0;
  for (const std::span<const Vec3> run : runs)
    for (const Vec3& p : run) {
      if (const double height = dot(n, p); height < found.height) found = {number, height, p};
      ++number;
    }
  return found;
}

}  // namespace

SweptBox box_of(std::span<const Vec3> points) {
  SweptBox box{points[0], points[0]};
  for (const Vec3 p : points) box = box_of(box, {p, p});
  return box;
}

SweptBox box_of(const SweptBox& a, const SweptBox& b) {
  return {{smaller(a.low.x, b.low.x), smaller(a.low.y, b.low.y), smaller(a.low.z, b.low.z)},
          {larger(a.high.x, b.high.x), larger(a.high.y, b.high.y), larger(a.high.z, b.high.z)}};
}

// Along n with |n|∞ ≤ 1 a dot product is off by 3·error() for the point and 3·4u·reach() for the arithmetic, the
// difference of two by u of both, a radius times |n| by 4u of itself. Below 2⁻⁹⁰⁰ underflow would count: kMinSize is
// part of every error().
SweptGap::SweptGap(const SweptVertices& a, const SweptVertices& b, double radius)
    : is_usable_(a.is_usable() && b.is_usable() && radius <= kMaxSize),
      radius_(radius * (1 + 0x1p-48)),
      slack_(3 * (a.error() + b.error()) + 32 * kUnit * (a.reach() + b.reach() + radius)) {
  is_usable_ = is_usable_ && slack_ <= kMaxSize;
}

bool SweptGap::shown_by(const SweptBox& a, const SweptBox& b) const {
  const double least = radius_ + slack_;
  for (int k = 0; k < 3; ++k)
    if (b.low[k] - a.high[k] > least || a.low[k] - b.high[k] > least) return true;
  return false;
}

// A gap along the direction of the nearest point so far is looked at in every step, so nothing depends on how far the
// walk gets.
bool SweptGap::shown_by(std::span<const std::span<const Vec3>> a, std::span<const std::span<const Vec3>> b) const {
  constexpr int kSteps = 24;
  PointSimplex simplex;
  simplex.add({0, 0}, b[0][0] - a[0][0]);
  for (int step = 0; step < kSteps && nearest_point(simplex); ++step) {
    const double size = norm_max(simplex.direction);
    if (!(size >= 0x1p-900 && size <= 0x1p900)) return false;
    const Vec3 n = simplex.direction / size;
    const Extreme of_a = lowest(a, -n), of_b = lowest(b, n);
    if (of_a.height + of_b.height > radius_ * norm(n) + slack_) return true;
    const VertexPair pair{of_a.number, of_b.number};
    if (simplex.has(pair)) return false;
    simplex.add(pair, of_b.point - of_a.point);
  }
  return false;
}

}  // namespace clearance::detail
