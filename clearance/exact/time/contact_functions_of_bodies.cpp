// Notation: N, h a plane; E, L a line; X, w a point; B = X×E − w·L, zero where the point is on the line.
#include <clearance/exact/time/contact_functions_of_bodies.h>

#include <clearance/exact/time/contact_functions_search.h>

#include <utility>

namespace clearance::detail {
namespace {

PolynomialVec times(const Polynomial& factor, const PolynomialVec& v) {
  return {factor * v.x, factor * v.y, factor * v.z};
}
PolynomialVec constant(const DyadicVec& v) { return {Polynomial(v.x), Polynomial(v.y), Polynomial(v.z)}; }

// ---- What is fixed in a body ----------------------------------------------------------------------------------------

// Vectors that are fixed in a body that turns are kept in its frame's coordinates, where they are numbers; those of a
// body that does not turn in the world's, times the denominator, where they are numbers, too, and right angles are
// right for matrices that stretch a little. Notation, turning: l = local(v), k = local_scale(), M/w the frame's turn,
// so that the denominator is w·k and v is at (M·l + w·k·place/s)/(w·k).
class Frame {
 public:
  explicit Frame(const PosePath& path) : path_(path), w_(path.frame_denominator()), s_(path.place_scale()) {}

  DyadicVec vector(Vec3 from, Vec3 to) const {
    if (path_.turns()) return path_.local(to) - path_.local(from);
    const PolynomialVec v = path_.edge(from, to);
    return {v.x.at(0), v.y.at(0), v.z.at(0)};
  }

  // n turned, times a positive number.
  PolynomialVec in_world(const DyadicVec& n) const {
    if (!path_.turns()) return times(path_.denominator(), constant(n));
    return times(s_ * path_.local_scale(), path_.turned_in_frame(n));
  }
  // Turning: M·n·(M·l + w·k·place/s) = w²·n·l + w·k·M·n·place/s, since M/w is a rotation; w/s taken out.
  Polynomial offset(const DyadicVec& n, Vec3 through) const {
    if (!path_.turns()) return dot(constant(n), path_.numerator(through));
    return Polynomial(s_ * dot(n, path_.local(through))) * w_ +
           Polynomial(path_.local_scale()) * dot(path_.turned_in_frame(n), path_.place());
  }
  MovingFacePlane plane(const DyadicVec& n, Vec3 through) const { return {in_world(n), offset(n, through)}; }
  // (M·l + w·k·place/s) × M·e = w·M·(l×e) + w·k·place×M·e/s; w/s taken out.
  PolynomialVec moment(const DyadicVec& e, Vec3 through) const {
    if (!path_.turns()) return cross(path_.numerator(through), constant(e));
    return times(s_, path_.turned_in_frame(cross(path_.local(through), e))) +
           times(path_.local_scale(), cross(path_.place(), path_.turned_in_frame(e)));
  }

  // |position|² times the denominator and a positive number, `scale`.
  struct Square {
    Polynomial value;
    Dyadic scale;
  };
  Square square(const MovingVertex& v) const {
    if (!path_.turns()) return {dot(v.x, v.x), path_.denominator().leading()};
    // |M·l + w·k·place/s|² = w²·|l|² + 2w·k·M·l·place/s + w²·k²·|place|²/s²; w/s² taken out.
    const DyadicVec local = path_.local(v.vertex);
    const Dyadic& k = path_.local_scale();
    const Polynomial own = Polynomial(s_ * s_ * dot(local, local)) * w_,
                     mixed = Polynomial(Dyadic(2) * s_ * k) * dot(path_.turned_in_frame(local), path_.place());
    return {own + mixed + Polynomial(k * k) * w_ * dot(path_.place(), path_.place()), s_ * s_ * k};
  }

 private:
  const PosePath& path_;
  const Polynomial& w_;
  const Dyadic& s_;
};

// ---- Contacts -------------------------------------------------------------------------------------------------------

Polynomial side_of(const MovingFacePlane& plane, const PathPoint& point) {
  return dot(plane.normal, point.x) - plane.offset * *point.w;
}
PolynomialVec beside(const PathPoint& point, const MovingLine& line) {
  return cross(point.x, line.along) - times(*point.w, line.moment);
}

// How far a point is beyond an end, along the edge: the sign.
Polynomial beyond(int end, const MovingLine& edge, const PathPoint& point) {
  const Frame frame(*edge.path);
  return side_of(frame.plane(frame.vector(edge.ends[0], edge.ends[1]), edge.ends[end]), point);
}
bool is_between_ends(const PathPoint& point, const MovingLine& edge, Root& time) {
  return time.sign_of(beyond(0, edge, point)) >= 0 && time.sign_of(beyond(1, edge, point)) <= 0;
}
void list_ends(const PathPoint& point, const MovingLine& edge, Polynomials& out) {
  out.add(beyond(0, edge, point)), out.add(beyond(1, edge, point));
}

// Nothing else to ask.
class VertexAtVertex {
 public:
  VertexAtVertex(const MovingVertex& a, const MovingVertex& b, const Dyadic& square) {
    const Frame::Square of_a = Frame(*a.path).square(a), of_b = Frame(*b.path).square(b);
    const Polynomial scale(of_a.scale * of_b.scale), two(Dyadic(2));
    function_ = Polynomial(of_b.scale) * *b.w * of_a.value + Polynomial(of_a.scale) * *a.w * of_b.value -
                scale * (two * dot(a.x, b.x) + Polynomial(square) * *a.w * *b.w);
  }

  const Polynomial& function() const { return function_; }
  bool holds(Root&) const { return true; }
  void list(Polynomials&) const {}

 private:
  Polynomial function_;
};

class VertexAtEdge {
 public:
  VertexAtEdge(const MovingVertex& vertex, const MovingLine& edge, const Dyadic& square)
      : vertex_(vertex), edge_(edge) {
    const PolynomialVec away = beside(vertex, edge);
    function_ = dot(away, away);
    if (square.sign() > 0)
      function_ = function_ - Polynomial(square) * *vertex.w * *vertex.w * dot(edge.along, edge.along);
  }

  const Polynomial& function() const { return function_; }
  bool holds(Root& time) const { return is_between_ends(vertex_, edge_, time); }
  void list(Polynomials& out) const { list_ends(vertex_, edge_, out); }

 private:
  const MovingVertex& vertex_;
  const MovingLine& edge_;
  Polynomial function_;
};

class VertexAtFace {
 public:
  VertexAtFace(const MovingVertex& vertex, const MovingFace& face, const Dyadic& square)
      : vertex_(vertex), face_(face), function_(side_of(face.plane, vertex)) {
    if (square.sign() > 0)
      function_ = function_ * function_ -
                  Polynomial(square) * *vertex.w * *vertex.w * dot(face.plane.normal, face.plane.normal);
  }

  const Polynomial& function() const { return function_; }
  bool holds(Root& time) const {
    for (int k = 0; k < 3; ++k)
      if (time.sign_of(inside(k)) < 0) return false;
    return true;
  }
  void list(Polynomials& out) const {
    for (int k = 0; k < 3; ++k) out.add(inside(k));
  }

 private:
  // On which side of the plane through an edge that is perpendicular to the face; inward is positive.
  Polynomial inside(int k) const {
    const Frame frame(*face_.path);
    const Vec3 from = face_.corners[k], to = face_.corners[(k + 1) % 3], third = face_.corners[(k + 2) % 3];
    const DyadicVec edge = frame.vector(from, to);
    return side_of(frame.plane(cross(cross(edge, frame.vector(from, third)), edge), from), vertex_);
  }

  const MovingVertex& vertex_;
  const MovingFace& face_;
  Polynomial function_;
};

// With n = e_a × e_b and d from a's beginning to b's: d = s·e_a − t·e_b + h·n, so s·|n|² = (d × e_b)·n and
// t·|n|² = (d × e_a)·n; the feet are within the edges where s and t are between 0 and 1.
class EdgeAtEdge {
 public:
  EdgeAtEdge(const MovingLine& a, const MovingLine& b, const Dyadic& square)
      : a_(a), b_(b), touch_(square.sign() == 0), normal_(cross(a.along, b.along)) {
    function_ = dot(a.along, b.moment) + dot(b.along, a.moment);
    if (!touch_) function_ = function_ * function_ - Polynomial(square) * dot(normal_, normal_);
  }

  const Polynomial& function() const { return function_; }

  bool holds(Root& time) const {
    if (is_zero_at(normal_, time)) return touch_ && an_end_is_on_the_other(time);
    return time.sign_of(foot(a_, 0, b_)) <= 0 && time.sign_of(foot(a_, 1, b_)) >= 0 &&
           time.sign_of(foot(b_, 0, a_)) >= 0 && time.sign_of(foot(b_, 1, a_)) <= 0;
  }
  void list(Polynomials& out) const {
    out.add(normal_);
    for (int end = 0; end < 2; ++end) out.add(foot(a_, end, b_)), out.add(foot(b_, end, a_));
    if (touch_) list_on(a_, b_, out), list_on(b_, a_, out);
  }

 private:
  static PathPoint end_of(const MovingLine& edge, int end) { return moving_vertex(*edge.path, edge.ends[end]); }
  // s or t, times −|n|² for ends of a, |n|² for ends of b; for the second end less 1.
  Polynomial foot(const MovingLine& of, int end, const MovingLine& other) const {
    return dot(beside(end_of(of, end), other), normal_);
  }
  static bool is_on(const PathPoint& end, const MovingLine& edge, Root& time) {
    return is_zero_at(beside(end, edge), time) && is_between_ends(end, edge, time);
  }
  bool an_end_is_on_the_other(Root& time) const {
    for (int end = 0; end < 2; ++end)
      if (is_on(end_of(a_, end), b_, time) || is_on(end_of(b_, end), a_, time)) return true;
    return false;
  }
  static void list_on(const MovingLine& of, const MovingLine& other, Polynomials& out) {
    for (int end = 0; end < 2; ++end) {
      const PathPoint point = end_of(of, end);
      out.add(beside(point, other));
      list_ends(point, other, out);
    }
  }

  const MovingLine &a_, &b_;
  const bool touch_;
  PolynomialVec normal_;
  Polynomial function_;
};

template <class Contact>
Meetings meetings_of(const Contact& contact, const WantedTimes& wanted) {
  if (contact.function().is_zero()) return {changes_that_hold(contact, wanted.from, wanted.to, wanted.first_only), {}};
  return {roots_that_hold(contact, wanted.low, wanted.high, wanted.first_only), contact.function()};
}

}  // namespace

MovingVertex moving_vertex(const PosePath& path, Vec3 v) {
  return {{path.numerator(v), &path.denominator()}, &path, v};
}

MovingLine moving_line(const PosePath& path, Vec3 u, Vec3 v) {
  const Frame frame(path);
  const DyadicVec e = frame.vector(u, v);
  return {frame.in_world(e), frame.moment(e, u), &path, {u, v}};
}

MovingFace moving_face(const PosePath& path, const Vec3 (&corners)[3]) {
  const Frame frame(path);
  const auto& [u, v, w] = corners;
  return {frame.plane(cross(frame.vector(u, v), frame.vector(u, w)), u), &path, {u, v, w}};
}

Meetings meetings(const MovingVertex& a, const MovingVertex& b, const Dyadic& square, const WantedTimes& wanted) {
  return meetings_of(VertexAtVertex(a, b, square), wanted);
}
Meetings meetings(const MovingVertex& vertex, const MovingLine& edge, const Dyadic& square, const WantedTimes& wanted) {
  return meetings_of(VertexAtEdge(vertex, edge, square), wanted);
}
Meetings meetings(const MovingVertex& vertex, const MovingFace& face, const Dyadic& square, const WantedTimes& wanted) {
  return meetings_of(VertexAtFace(vertex, face, square), wanted);
}
Meetings meetings(const MovingLine& a, const MovingLine& b, const Dyadic& square, const WantedTimes& wanted) {
  return meetings_of(EdgeAtEdge(a, b, square), wanted);
}

}  // namespace clearance::detail
