// Question: what shows that two moving bodies of triangles or parts are in contact at an instant, and for how long?
// Method:   both trees are walked down to two elements in contact, decided exactly where doubles cannot tell; some more
//           pairs are looked at, and vertices of one body inside a solid of the other. Of all these the one is taken
//           that seems to last longest when later instants are looked at in doubles, those that overlap before those
//           that touch, which only exact numbers can follow. Elements last as contact_end.h
//           says, a vertex inside a solid until it meets its surface (shape_search.h).
// Proves:   contact at the instant, or that there is none; contact throughout until the end.
// Cannot:   angular velocity.
// Cost:     tens of microseconds where bodies are apart, some hundreds in contact.
#pragma once

#include <clearance/motion/patience.h>
#include <clearance/motion/query.h>
#include <clearance/motion/shapes/shape_window.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace clearance::detail {

struct ContactWitness {
  enum class Kind : std::uint8_t { None, Elements, Vertex };
  Kind kind = Kind::None;
  Piece a, b;  // Elements
  // Vertex: of this body, in its frame; and the part of the other that is a solid around it.
  Body of = Body::A;
  Vec3 point;
  std::size_t solid = 0;
  double seems_until = 0;  // roughly
  double worth = 0;        // how long that is, more where doubles can follow it
};

class ShapeWitnesses {
 public:
  // The question's interval is the longest that contact is followed.
  ShapeWitnesses(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience)
      : question_(question), options_(options), patience_(patience) {}

  // None: the bodies are apart then. Nothing where patience is out.
  std::optional<ContactWitness> find(double time);

  // What is in contact at `from` stays so until the bracket's lower end, at least; it ends, or is of no more use, in
  // the bracket. That is where the interval ends if it lasts until then. Nothing where patience is out: surely until
  // reached().
  std::optional<Bracket> end_of(const ContactWitness& witness, double from);
  // The same in doubles alone: it ends in the bracket as it seems.
  std::optional<Bracket> rough_end_of(const ContactWitness& witness, double from);
  double reached() const { return reached_; }
  // What is in contact at `to` has been so since `from`. False where that is not known.
  bool has_lasted(const ContactWitness& witness, double from, double to);

 private:
  class Walk;
  struct PointInSolid;

  void consider_vertices(double time, ContactWitness& best) const;

  const ShapeQuestion& question_;
  const MotionOptions& options_;
  MotionPatience& patience_;
  double reached_ = 0;
};

}  // namespace clearance::detail
