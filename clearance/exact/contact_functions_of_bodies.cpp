// Notation: N, h a plane; E, L a line; X, w a point; B = X×E − w·L, zero where the point is on the line.
#include <clearance/exact/contact_functions_of_bodies.h>

#include <clearance/exact/contact_functions_search.h>

#include <utility>

namespace clearance::detail {
namespace {

PolynomialVec times(const Polynomial& factor, const PolynomialVec& v) {
  return {factor * v.x, factor * v.y, factor * v.z};
}
PolynomialVec constant(const DyadicVec& v) { return {Polynomial(v.x), Polynomial(v.y), Polynomial(v.z)}; }

// ---- What is fixed in a body ----------------------------------------------------------------------------------------

// Vectors that are fixed in a body that turns are kept in its own coordinates, where they are numbers; those of a body
// that does not turn in the world's, times the denominator, where they are numbers, too, and right angles are right for
// matrices that stretch a little.
class Frame {
 public:
  explicit Frame(const PosePath& path) : path_(path), w_(path.denominator()), s_(path.place_scale()) {}

  DyadicVec vector(Vec3 from, Vec3 to) const {
    if (path_.turns()) return exact(to) - exact(from);
    const PolynomialVec v = path_.edge(from, to);
    return {v.x.at(0), v.y.at(0), v.z.at(0)};
  }

  // n turned, times a positive number.
  PolynomialVec in_world(const DyadicVec& n) const {
    if (!path_.turns()) return times(w_, constant(n));
    return times(s_, path_.turned(n));
  }
  // Turning: M·n·(M·x + w·place/s) = w²·n·x + w·M·n·place/s, since M/w is a rotation; w/s taken out.
  Polynomial offset(const DyadicVec& n, Vec3 through) const {
    if (!path_.turns()) return dot(constant(n), path_.numerator(through));
    return Polynomial(s_ * dot(n, exact(through))) * w_ + dot(path_.turned(n), path_.place());
  }
  MovingPlane plane(const DyadicVec& n, Vec3 through) const { return {in_world(n), offset(n, through)}; }
  // (M·x + w·place/s) × M·e = w·M·(x×e) + w·place×M·e/s; w/s taken out.
  PolynomialVec moment(const DyadicVec& e, Vec3 through) const {
    if (!path_.turns()) return cross(path_.numerator(through), constant(e));
    return times(s_, path_.turned(cross(exact(through), e))) + cross(path_.place(), path_.turned(e));
  }

  MovingVertex vertex(Vec3 v) const {
    PathPoint point{path_.numerator(v), &w_};
    if (!path_.turns()) {
      Polynomial square = dot(point.x, point.x);
      return {std::move(point), std::move(square), w_.leading()};
    }
    // |M·v + w·place/s|² = w²·|v|² + 2w·M·v·place/s + w²·|place|²/s²; w/s² taken out.
    const DyadicVec local = exact(v);
    const Polynomial own = Polynomial(s_ * s_ * dot(local, local)) * w_,
                     mixed = Polynomial(Dyadic(2) * s_) * dot(path_.turned(local), path_.place());
    return {std::move(point), own + mixed + w_ * dot(path_.place(), path_.place()), s_ * s_};
  }

 private:
  const PosePath& path_;
  const Polynomial& w_;
  const Dyadic& s_;
};

// ---- Contacts -------------------------------------------------------------------------------------------------------

Polynomial side_of(const MovingPlane& plane, const PathPoint& point) {
  return dot(plane.normal, point.x) - plane.offset * *point.w;
}
PolynomialVec beside(const PathPoint& point, const MovingLine& line) {
  return cross(point.x, line.along) - times(*point.w, line.moment);
}

// Nothing else to ask.
class VertexAtVertex {
 public:
  VertexAtVertex(const MovingVertex& a, const MovingVertex& b, const Dyadic& square) {
    const Dyadic scale = a.square_scale * b.square_scale;
    function_ = Polynomial(b.square_scale) * *b.w * a.square + Polynomial(a.square_scale) * *a.w * b.square -
                Polynomial(scale) * (Polynomial(Dyadic(2)) * dot(a.x, b.x) + Polynomial(square) * *a.w * *b.w);
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
      : past_(side_of(edge.caps[0], vertex)), beyond_(side_of(edge.caps[1], vertex)) {
    const PolynomialVec away = beside(vertex, edge);
    function_ = dot(away, away);
    if (square.sign() > 0)
      function_ = function_ - Polynomial(square) * *vertex.w * *vertex.w * dot(edge.along, edge.along);
  }

  const Polynomial& function() const { return function_; }
  bool holds(Root& time) const { return time.sign_of(past_) >= 0 && time.sign_of(beyond_) <= 0; }
  void list(Polynomials& out) const { out.add(past_), out.add(beyond_); }

 private:
  Polynomial function_, past_, beyond_;
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
    for (const MovingPlane& side : face_.sides)
      if (time.sign_of(side_of(side, vertex_)) < 0) return false;
    return true;
  }
  void list(Polynomials& out) const {
    for (const MovingPlane& side : face_.sides) out.add(side_of(side, vertex_));
  }

 private:
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
    if (touch_) list_ends(a_, b_, out), list_ends(b_, a_, out);
  }

 private:
  // s or t, times −|n|² for ends of a, |n|² for ends of b; for the second end less 1.
  Polynomial foot(const MovingLine& of, int end, const MovingLine& other) const {
    return dot(beside(of.ends[end], other), normal_);
  }
  static bool is_on(const MovingVertex& end, const MovingLine& edge, Root& time) {
    return is_zero_at(beside(end, edge), time) && time.sign_of(side_of(edge.caps[0], end)) >= 0 &&
           time.sign_of(side_of(edge.caps[1], end)) <= 0;
  }
  bool an_end_is_on_the_other(Root& time) const {
    for (int end = 0; end < 2; ++end)
      if (is_on(a_.ends[end], b_, time) || is_on(b_.ends[end], a_, time)) return true;
    return false;
  }
  static void list_ends(const MovingLine& of, const MovingLine& other, Polynomials& out) {
    for (const MovingVertex& end : of.ends)
      out.add(beside(end, other)), out.add(side_of(other.caps[0], end)), out.add(side_of(other.caps[1], end));
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

MovingVertex moving_vertex(const PosePath& path, Vec3 v) { return Frame(path).vertex(v); }

MovingLine moving_line(const PosePath& path, Vec3 u, Vec3 v) {
  const Frame frame(path);
  const DyadicVec e = frame.vector(u, v);
  return {frame.in_world(e),
          frame.moment(e, u),
          {frame.vertex(u), frame.vertex(v)},
          {frame.plane(e, u), frame.plane(e, v)}};
}

MovingFace moving_face(const PosePath& path, const Vec3 (&corners)[3]) {
  const Frame frame(path);
  const DyadicVec edges[3] = {frame.vector(corners[0], corners[1]), frame.vector(corners[1], corners[2]),
                              frame.vector(corners[2], corners[0])};
  const DyadicVec normal = cross(edges[0], edges[1]);
  return {frame.plane(normal, corners[0]),
          {frame.plane(cross(normal, edges[0]), corners[0]), frame.plane(cross(normal, edges[1]), corners[1]),
           frame.plane(cross(normal, edges[2]), corners[2])}};
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
