// Question: into which cells do other triangles cut a triangle T, and where is a point of each?
// Method:   every cutter leaves a segment in T's plane (three where it lies in the plane); with T's own edges they are
//           the borders of all cells. Along each segment the others' crossings are sorted exactly; in every gap between
//           two of them a point, and a step to either side that crosses no segment: so each cell is visited from each
//           of its borders.
// Proves:   that no cell of T is left out.
// Cost:     cubic in the number of cutters; only triangles that contact.cpp cannot settle at sight come here.
#include <clearance/solid/contact_parts.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

struct Segment {
  ExactPlanePoint p, q;
};

bool same_point(const ExactPlanePoint& p, const ExactPlanePoint& q) {
  return (p.u * q.w - q.u * p.w).sign() == 0 && (p.v * q.w - q.v * p.w).sign() == 0;
}

// A number n / d of [0, 1], d > 0, and its rounding, off by less than 2⁻⁵⁰.
struct Fraction {
  Dyadic n, d;
  double value;
};

Fraction fraction(Dyadic n, Dyadic d) {
  if (d.sign() < 0) return fraction(-n, -d);
  std::int64_t exponent_n = 0, exponent_d = 0;
  const double f = n.fraction(exponent_n) / d.fraction(exponent_d);
  const std::int64_t exponent = std::clamp<std::int64_t>(exponent_n - exponent_d, -3000, 3000);
  const double value = std::ldexp(f, static_cast<int>(exponent));
  return {std::move(n), std::move(d), value};
}

int compare(const Fraction& a, const Fraction& b) {
  if (std::fabs(a.value - b.value) > 0x1p-48) return a.value < b.value ? -1 : 1;
  return compare(a.n * b.d, b.n * a.d);
}

// A number strictly between, a double where there is one.
Fraction between(const Fraction& a, const Fraction& b) {
  const double middle = 0.5 * (a.value + b.value);
  Fraction candidate{middle, 1.0, middle};
  if (compare(a, candidate) < 0 && compare(candidate, b) < 0) return candidate;
  return fraction(a.n * b.d + b.n * a.d, Dyadic(2.0) * a.d * b.d);
}

class Cells {
 public:
  Cells(const TriangleFrame& frame, const std::vector<Cutter>& cutters) : frame_(frame) {
    for (int i = 0; i < 3; ++i) corners_[i] = frame.in_plane(frame.corner(i));
    for (int i = 0; i < 3; ++i) segments_.push_back({corners_[i], corners_[(i + 1) % 3]});
    for (const Cutter& cutter : cutters) add(cutter);
  }

  void visit(FunctionRef<bool(const Spot&)> visit) const {
    for (const Segment& segment : segments_) {
      const std::vector<Fraction> stops = stops_along(segment);
      for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
        const ExactPlanePoint m = along(segment, between(stops[i], stops[i + 1]));
        if (!is_in_triangle(m)) continue;
        for (const int side : {1, -1}) {
          const ExactPlanePoint s = beside(segment, m, stops[i + 1].value - stops[i].value, side);
          if (is_in_triangle(s) && !visit(frame_.spot(s))) return;
        }
      }
    }
  }

 private:
  void add(const Cutter& cutter) {
    const MeshTriangle& t = frame_.solids().mesh(cutter.body).triangle(cutter.triangle);
    const Corner k[3] = {frame_.corner_of(cutter.body, t[0]), frame_.corner_of(cutter.body, t[1]),
                         frame_.corner_of(cutter.body, t[2])};
    const Dyadic heights[3] = {frame_.height(k[0]), frame_.height(k[1]), frame_.height(k[2])};
    std::vector<ExactPlanePoint> points;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      if (heights[i].sign() == 0) points.push_back(frame_.in_plane(k[i]));
      if (heights[i].sign() * heights[j].sign() < 0)
        points.push_back(frame_.crossing(k[i], heights[i], k[j], heights[j]));
    }
    if (points.size() == 1) add(points[0], points[0]);
    if (points.size() == 2) add(points[0], points[1]);
    if (points.size() == 3)
      for (std::size_t i = 0; i < 3; ++i) add(points[i], points[(i + 1) % 3]);
  }

  void add(const ExactPlanePoint& p, const ExactPlanePoint& q) {
    if (same_point(p, q))
      spots_.push_back(p);
    else
      segments_.push_back({p, q});
  }

  // Where the segment begins, ends, and meets the others, in order.
  std::vector<Fraction> stops_along(const Segment& segment) const {
    std::vector<Fraction> stops;
    stops.push_back({0.0, 1.0, 0});
    stops.push_back({1.0, 1.0, 1});
    for (const Segment& other : segments_)
      if (&other != &segment) add_stops(segment, other, stops);
    std::sort(stops.begin(), stops.end(), [](const Fraction& a, const Fraction& b) { return compare(a, b) < 0; });
    stops.erase(std::unique(stops.begin(), stops.end(),
                            [](const Fraction& a, const Fraction& b) { return compare(a, b) == 0; }),
                stops.end());
    return stops;
  }

  void add_stops(const Segment& segment, const Segment& other, std::vector<Fraction>& stops) const {
    const int side_p = frame_.turn(segment.p, segment.q, other.p), side_q = frame_.turn(segment.p, segment.q, other.q);
    if (side_p == 0) add_stop(part_along(segment, other.p), stops);
    if (side_q == 0) add_stop(part_along(segment, other.q), stops);
    if (side_p * side_q < 0) add_stop(part_at(segment, other), stops);
  }

  static void add_stop(Fraction stop, std::vector<Fraction>& stops) {
    if (stop.n.sign() > 0 && compare(stop.n, stop.d) < 0) stops.push_back(std::move(stop));
  }

  // Where a point of the segment's line is, from p at 0 to q at 1.
  static Fraction part_along(const Segment& s, const ExactPlanePoint& r) {
    const Dyadic by_u = s.q.u * s.p.w - s.p.u * s.q.w;
    if (by_u.sign() != 0) return fraction((r.u * s.p.w - s.p.u * r.w) * s.q.w, by_u * r.w);
    return fraction((r.v * s.p.w - s.p.v * r.w) * s.q.w, (s.q.v * s.p.w - s.p.v * s.q.w) * r.w);
  }

  // Where the segment's line meets the other one: by its ends' distances from that line.
  static Fraction part_at(const Segment& s, const Segment& other) {
    const Dyadic of_p = distance(other, s.p) * s.q.w, of_q = distance(other, s.q) * s.p.w;
    return fraction(of_p, of_p - of_q);
  }
  static Dyadic distance(const Segment& line, const ExactPlanePoint& r) {
    const ExactPlanePoint &p = line.p, &q = line.q;
    return p.u * (q.v * r.w - q.w * r.v) - p.v * (q.u * r.w - q.w * r.u) + p.w * (q.u * r.v - q.v * r.u);
  }

  ExactPlanePoint along(const Segment& s, const Fraction& part) const {
    const Dyadic of_p = (part.d - part.n) * s.q.w, of_q = part.n * s.p.w;
    return frame_.in_plane(of_p * s.p.u + of_q * s.q.u, of_p * s.p.v + of_q * s.q.v, part.d * s.p.w * s.q.w);
  }

  bool is_in_triangle(const ExactPlanePoint& p) const {
    for (int i = 0; i < 3; ++i)
      if (frame_.turn(corners_[i], corners_[(i + 1) % 3], p) < 0) return false;
    return true;
  }

  // A point on that side of the segment in the cell beside m, a point of the segment.
  ExactPlanePoint beside(const Segment& segment, const ExactPlanePoint& m, double gap, int side) const {
    double step_x = -(segment.q.y - segment.p.y) * gap, step_y = (segment.q.x - segment.p.x) * gap;
    ExactPlanePoint step = frame_.in_plane(step_x, step_y);
    // Rounding may turn the direction of a tiny segment anywhere: then a step along the axis that is not its own.
    if (frame_.turn(segment.p, segment.q, stepped(m, step, 0)) == 0) {
      const bool upright = (segment.q.u * segment.p.w - segment.p.u * segment.q.w).sign() == 0;
      step_x = upright ? 1 : 0, step_y = upright ? 0 : 1;
      step = frame_.in_plane(step_x, step_y);
    }
    const bool turned = frame_.turn(segment.p, segment.q, stepped(m, step, 0)) != side;
    for (int halvings = 0;; ++halvings) {
      const double factor = std::ldexp(turned ? -1.0 : 1.0, -halvings);
      // Short numbers as long as there are any.
      const ExactPlanePoint s = halvings < 60 ? frame_.in_plane(m.x + factor * step_x, m.y + factor * step_y)
                                              : stepped(m, step, turned ? -halvings : halvings);
      if (std::isfinite(s.x) && std::isfinite(s.y) && frame_.turn(segment.p, segment.q, s) == side &&
          is_clear(segment, m, s))
        return s;
    }
  }

  // m ± step·2^−|halvings|, the sign that of `halvings`.
  ExactPlanePoint stepped(const ExactPlanePoint& m, const ExactPlanePoint& step, int halvings) const {
    Dyadic factor = halvings < 0 ? -1.0 : 1.0;
    for (int left = std::abs(halvings); left > 0; left -= 1000)
      factor = factor * std::ldexp(1.0, -std::min(left, 1000));
    return frame_.in_plane(m.u + factor * step.u * m.w, m.v + factor * step.v * m.w, m.w);
  }

  // No segment between m and s, other than those that run along the one m is on; and s is no point where a cutter
  // touches T.
  bool is_clear(const Segment& segment, const ExactPlanePoint& m, const ExactPlanePoint& s) const {
    const Segment step{m, s};
    for (const Segment& other : segments_)
      if (&other != &segment && !are_apart(step, other) && !are_on_one_line(segment, other)) return false;
    return std::none_of(spots_.begin(), spots_.end(), [&](const ExactPlanePoint& p) { return same_point(p, s); });
  }

  bool are_on_one_line(const Segment& s, const Segment& other) const {
    return frame_.turn(s.p, s.q, other.p) == 0 && frame_.turn(s.p, s.q, other.q) == 0;
  }

  bool are_apart(const Segment& s, const Segment& other) const {
    if (frame_.turn(other.p, other.q, s.p) * frame_.turn(other.p, other.q, s.q) > 0) return true;
    const int of_p = frame_.turn(s.p, s.q, other.p), of_q = frame_.turn(s.p, s.q, other.q);
    if (of_p != 0 || of_q != 0) return of_p * of_q > 0;
    const Fraction p = part_along(s, other.p), q = part_along(s, other.q);
    return (p.n.sign() < 0 && q.n.sign() < 0) || (compare(p.n, p.d) > 0 && compare(q.n, q.d) > 0);
  }

  const TriangleFrame& frame_;
  ExactPlanePoint corners_[3];
  std::vector<Segment> segments_;
  std::vector<ExactPlanePoint> spots_;
};

}  // namespace

void visit_cells(const TriangleFrame& frame, const std::vector<Cutter>& cutters, FunctionRef<bool(const Spot&)> visit) {
  Cells(frame, cutters).visit(visit);
}

}  // namespace clearance::detail
