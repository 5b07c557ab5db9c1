#include <clearance/brep/index/points.h>

#include <algorithm>

namespace clearance::detail {
namespace {

// Rounded coefficients: off by 2u of the largest, which is below 1.
ApproxVec rough_normal(const IndexPlane& plane) { return {plane.rough_normal, 2 * kUnit}; }

// A bound that leaves this many bits is good enough to be tried.
constexpr double kUseful = 0x1p-24;

}  // namespace

ExactPlace IndexPoints::computed(const Point& point) const {
  const auto& [i, j, k] = point.made_of;
  if (point.is_on_line) {
    const Vec3 a = points_[i].rough, b = points_[j].rough;
    Dyadic above = planes_[k].height(a), below = planes_[k].height(b);
    // (a·h_b − b·h_a) / (h_b − h_a)
    DyadicVec numerator = below * exact(a) - above * exact(b);
    Dyadic denominator = below - above;
    if (denominator.sign() < 0) return exact_place(-numerator, -denominator);
    return exact_place(std::move(numerator), std::move(denominator));
  }
  const IndexPlane &p = planes_[i], &q = planes_[j], &r = planes_[k];
  const DyadicVec qr = cross(q.normal, r.normal);
  Dyadic denominator = dot(p.normal, qr);
  DyadicVec numerator = p.offset * qr + q.offset * cross(r.normal, p.normal) + r.offset * cross(p.normal, q.normal);
  if (denominator.sign() < 0) return exact_place(-numerator, -denominator);
  return exact_place(std::move(numerator), std::move(denominator));
}

PointId IndexPoints::add(Point point) {
  if (!(point.error <= kUseful * norm_max(point.rough))) {
    auto place = std::make_shared<const ExactPlace>(computed(point));
    point.rough = place->rough;
    point.error = place->error;
    point.exact = std::move(place);
  }
  points_.push_back(std::move(point));
  return static_cast<PointId>(points_.size() - 1);
}

PointId IndexPoints::on_line(std::uint32_t a, std::uint32_t b, PlaneId p) {
  Point made;
  made.made_of = {a, b, p};
  made.is_on_line = true;
  const Vec3 from = points_[a].rough, to = points_[b].rough;
  const Approx h_a = rough_height(planes_[p], from, 0), h_b = rough_height(planes_[p], to, 0);
  // t = h_a / (h_a − h_b) is off by at most the sum of the bounds over what is left of the difference, and rounds; the
  // point by that of |to − from|, whose differences, product and sum round by u each.
  const double whole = std::fabs(h_a.value - h_b.value), off = h_a.error + h_b.error;
  const double t = h_a.value / (h_a.value - h_b.value), t_error = 2 * off / (whole - off) + 4 * kUnit;
  made.rough = from + t * (to - from);
  made.error =
      whole > 4 * off
          ? (2 * t_error * norm_max(to - from) + 8 * kUnit * (norm_max(from) + norm_max(to))) * kSlack + kUnderflow
          : std::numeric_limits<double>::infinity();
  return add(std::move(made));
}

PointId IndexPoints::of_planes(PlaneId p, PlaneId q, PlaneId r) {
  Point made;
  made.made_of = {p, q, r};
  const ApproxVec n_p = rough_normal(planes_[p]), n_q = rough_normal(planes_[q]), n_r = rough_normal(planes_[r]);
  const ApproxVec qr = cross(n_q, n_r), rp = cross(n_r, n_p), pq = cross(n_p, n_q);
  const Approx w = dot(n_p, qr);
  const auto offset = [&](PlaneId k) {
    const double d = planes_[k].rough_offset;
    return Approx{d, 2 * kUnit * std::fabs(d) + kUnderflow};
  };
  const Approx d_p = offset(p), d_q = offset(q), d_r = offset(r);
  const auto coordinate = [&](double qr_k, double rp_k, double pq_k) {
    return d_p * Approx{qr_k, qr.error} + d_q * Approx{rp_k, rp.error} + d_r * Approx{pq_k, pq.error};
  };
  const Approx x[3] = {coordinate(qr.value.x, rp.value.x, pq.value.x), coordinate(qr.value.y, rp.value.y, pq.value.y),
                       coordinate(qr.value.z, rp.value.z, pq.value.z)};
  const double left = std::fabs(w.value) - w.error;
  made.rough = {x[0].value / w.value, x[1].value / w.value, x[2].value / w.value};
  // |X/W − x/w| ≤ (e_x + |x/w| e_w) / (|w| − e_w), and the quotient rounds.
  made.error = left > 0 ? ((std::max({x[0].error, x[1].error, x[2].error}) + norm_max(made.rough) * w.error) / left +
                           2 * kUnit * norm_max(made.rough)) *
                                  kSlack +
                              kUnderflow
                        : std::numeric_limits<double>::infinity();
  return add(std::move(made));
}

ExactPlace IndexPoints::exactly(PointId x) {
  Point& point = points_[x];
  if (is_site(x)) return {point.rough, 0, exact(point.rough), 1.0};
  if (!point.exact) point.exact = std::make_shared<const ExactPlace>(computed(point));
  return *point.exact;
}

int IndexPoints::side(PointId x, PlaneId p) {
  Point& point = points_[x];
  const IndexPlane& plane = planes_[p];
  if (!is_site(x)) {
    // It is on what it was made of.
    if (point.made_of[2] == p) return 0;
    if (!point.is_on_line && (point.made_of[0] == p || point.made_of[1] == p)) return 0;
  }
  const int quick = proved_sign(rough_height(plane, point.rough, point.error));
  if (quick != 0) return quick;
  if (is_site(x)) return plane.height(point.rough).sign();
  if (!point.exact) point.exact = std::make_shared<const ExactPlace>(computed(point));
  return plane.height(point.exact->numerator, point.exact->denominator).sign();
}

}  // namespace clearance::detail
