// Question: does a plane separate moving bodies throughout a stretch of time, as far as doubles can tell? Internal to
//           proof/.
// Method:   over a stretch, x = M(q)v/|q|² + T with q linear in time, M(q) and |q|² thus quadratic, and T quadratic. In
//           Bernstein's basis the heights of all points above a plane are one dot product a coefficient; where all are
//           positive by more than their errors, the inequality holds at every instant. A point for which they are not
//           is looked at by itself, over halves of the stretch. Under an angular velocity q goes nearly so, too.
// Proves:   what it accepts; the rest is for exact numbers. Planes that are vectors of the world, any motion, radii, a
//           margin, an offset.
// Cost:     no allocation: about a nanosecond a point, two where a body turns.
// Notation: u from 0 to 1 over the stretch; n the normal; (W(u)·v + h(u))/D(u) + f(u) the height n·x of a point v.
#pragma once

#include <clearance/proof/check_timeline.h>
#include <clearance/proof/heights.h>

#include <cstdint>
#include <span>

namespace clearance::detail {

// What a timeline speaks of: the bodies, how far apart they are to stay, and how large their points are.
struct PairInMotion {
  PairInMotion(const PointsInMotion& body_a, const PointsInMotion& body_b, double apart)
      : a(body_a), b(body_b), margin(apart), size_a(sizes_of(a.points)), size_b(sizes_of(b.points)) {}

  const PointsInMotion &a, &b;
  const double margin;
  const PointSizes size_a, size_b;
};

class StretchFilter {
 public:
  // A stretch of the span within which neither motion changes from one piece to the next, nor has yet to begin.
  StretchFilter(const TimeSpan& span, const PairInMotion& pair, double low, double high);

  // All points of a are below the plane by more than their radius and all of b above, or, without an offset, all of b
  // are farther along the normal than those of a: at every instant of the stretch.
  enum class Verdict : std::uint8_t {
    Separates,
    PerhapsInHalves,  // at least at the ends of the stretch
    CannotTell,
  };
  Verdict verdict() const;
  // Point by point, over halves where that is needed.
  bool separates_every_point() const;
  // The same of one point, of a body that the exact check asks about point by point: against the plane, or against all
  // of a body that does not turn.
  bool settles(Body which, Vec3 v) const;

 private:
  // How a body moves, seen along the normal.
  struct Path {
    bool turns = false;
    Vec3 w[3];  // W in Bernstein's basis; w[0] alone where it does not turn
    double d[3] = {1, 1, 1};
    double f[3];
    double weight = 1;        // times |n|₁, bounds each |wᵢ|; bounds |dᵢ|
    double f_size;            // bounds |fᵢ|, term by term
    double h[3] = {0, 0, 0};  // of the origin about which it turns, where that is not the body's
    double arm = 0;           // times weight·|n|₁, bounds |hᵢ|
    double errors = 1;        // as many times what the derivation counts
    double blur = 0;          // of a direction, besides
  };
  // Whether base + Σ wᵢ·v > 0, coefficient by coefficient, times kElevation.
  struct Side {
    bool is_set = false, turns = false;
    std::span<const Vec3> points;
    Vec3 w[3];
    double base[kElevated];
    double bound;  // on the error of a coefficient
  };

  // False where a number is not small.
  bool set_path(Path& path, const Motion& motion, double low, double high) const;
  bool set_rest(Path& path, const Pose& pose) const;
  bool set_flight(Path& path, const Pose& pose, const Flight& flight, double from, double to) const;
  bool set_between(Path& path, const Keyframe& start, const Keyframe& end, double low, double high) const;
  bool set_spin(Path& path, const Motion& motion, double low, double high) const;
  bool set_frame(Path& path, const Motion& motion, double low, double high) const;
  void set_turning(Path& path, const Quat& first, const Quat& last) const;

  // The height of all points, but for f, times `sign`, below g.
  void set_side(Side& side, const Path& path, double sign, const double (&g)[3], double g_size, double errors,
                const PointSizes& sizes, std::span<const Vec3> points) const;
  void set_both(const TimeSpan::Offset& offset, double since, const PairInMotion& pair, const Path& of_a,
                const Path& of_b, double low, double high);
  void set_one(const PairInMotion& pair, const Path& of_a, const Path& of_b);
  static Verdict verdict_of(const Side& side);
  static bool holds_for(const Side& side, Vec3 v);

  Vec3 n_;
  double n_one_ = 0;  // |n|₁
  Side side_a_, side_b_;
};

// All of a span: its plane separates throughout. `whole`: instants at which planes may be made.
bool filter_accepts(const TimeSpan& span, const PairInMotion& pair, Interval whole);

}  // namespace clearance::detail
