#include <clearance/motion/shapes/shape_witness.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/mesh/point.h>
#include <clearance/motion/features/contact_end.h>
#include <clearance/motion/features/reference_stretches.h>
#include <clearance/motion/instant.h>
#include <clearance/motion/shapes/shape_inside.h>
#include <clearance/motion/shapes/shape_search.h>
#include <clearance/proof/winding.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <algorithm>
#include <utility>

namespace clearance::detail {
namespace {

constexpr int kPairs = 6;              // in contact, to choose from
constexpr int kMoreVisits = 96;        // of pieces, once two elements in contact are known
constexpr std::size_t kVertices = 24;  // of a part, tried; of a mesh, corners of its triangles
constexpr int kLater = 7;              // instants at which those are looked at

// Of one that overlaps against one that touches: exact numbers are about as much slower.
constexpr double kWorthOfDepth = 16;

ContactEndSearch end_search(const ShapeQuestion& question, const Rounded& a, const Rounded& b, double until,
                            MotionPatience& patience) {
  return {a, question.motion_a, b, question.motion_b, question.margin, until, patience};
}

// Vertices of a part, by number: the corners of a mesh's triangles, since a vertex that no triangle uses is no part of
// it.
std::size_t vertex_count(const ShapePieces& body, std::size_t part) {
  const Mesh* const mesh = body.mesh(part);
  return mesh != nullptr ? 3 * mesh->triangle_count()
                         : static_cast<std::size_t>(body.convex(part)->core().vertex_count());
}
Vec3 vertex(const ShapePieces& body, std::size_t part, std::size_t number) {
  const Mesh* const mesh = body.mesh(part);
  if (mesh == nullptr) return body.convex(part)->core().vertex(static_cast<int>(number));
  return mesh->vertex(mesh->triangle(static_cast<std::uint32_t>(number / 3))[number % 3]);
}

}  // namespace

// ---- Elements -------------------------------------------------------------------------------------------------------

class ShapeWitnesses::Walk {
 public:
  Walk(const ShapeQuestion& question, MotionPatience& patience, double time)
      : question_(question), patience_(patience), window_(question, time, time), time_(time) {}

  // False where patience is out.
  bool run() {
    visit(question_.a.whole(), question_.b.whole());
    return !is_stopped_;
  }
  const ContactWitness& best() const { return best_; }

 private:
  struct Child {
    Piece a, b;
    double gap;
  };

  bool is_over() const { return is_stopped_ || found_ >= kPairs || visits_ > kMoreVisits; }
  void visit(const Piece& a, const Piece& b);
  void consider(const Piece& a, const Piece& b);

  const ShapeQuestion& question_;
  MotionPatience& patience_;
  const ShapeWindow window_;
  const double time_;
  int found_ = 0, visits_ = 0;
  bool is_stopped_ = false;
  ContactWitness best_;
};

// The pieces that overlap most come first.
void ShapeWitnesses::Walk::visit(const Piece& a, const Piece& b) {
  if (!patience_.look()) is_stopped_ = true;
  if (is_over()) return;
  if (found_ > 0) ++visits_;
  if (a.is_element() && b.is_element()) return consider(a, b);
  const bool opens_a = !a.is_element() && (b.is_element() || question_.a.box(a).size >= question_.b.box(b).size);
  const ShapePieces::Children children = opens_a ? question_.a.children(a) : question_.b.children(b);
  Child near[ShapePieces::kMost];
  int count = 0;
  for (int k = 0; k < children.count; ++k) {
    const Piece &of_a = opens_a ? children.piece[k] : a, &of_b = opens_a ? b : children.piece[k];
    const bool are_triangles = of_a.kind == Piece::Kind::Triangle && of_b.kind == Piece::Kind::Triangle;
    const ShapeWindow::Bound bound = are_triangles
                                         ? window_.bound_of_triangles(of_a, of_b, time_)
                                         : window_.bound(window_.placed_a(of_a), window_.placed_b(of_b), time_);
    if (!(bound.time > time_)) near[count++] = {of_a, of_b, bound.gap};
  }
  std::sort(near, near + count, [](const Child& x, const Child& y) {
    return x.gap != y.gap ? x.gap < y.gap : x.a.number + x.b.number < y.a.number + y.b.number;
  });
  for (int k = 0; k < count; ++k) visit(near[k].a, near[k].b);
}

void ShapeWitnesses::Walk::consider(const Piece& piece_a, const Piece& piece_b) {
  if (!patience_.take()) return is_stopped_ = true, void();
  const Rounded a = question_.a.element(piece_a), b = question_.b.element(piece_b);
  ContactEndSearch search = end_search(question_, a, b, time_, patience_);
  const bool overlap = search.lasts_throughout(time_);
  if (!overlap &&
      decide_at(a.core(), question_.motion_a, b.core(), question_.motion_b, radius_of(a, b, question_.margin), time_)
              .status == Status::Separated)
    return;
  ++found_;
  search.until = question_.interval.end;
  const double until = search.guess(time_), worth = (until - time_) * (overlap ? kWorthOfDepth : 1);
  if (best_.kind != ContactWitness::Kind::None && !(worth > best_.worth)) return;
  best_.kind = ContactWitness::Kind::Elements;
  best_.a = piece_a, best_.b = piece_b;
  best_.seems_until = until;
  best_.worth = worth;
  if (overlap && until >= question_.interval.end) found_ = kPairs;
}

// ---- Vertices in solids ---------------------------------------------------------------------------------------------

// A point of one body and a solid of the other, as bodies of their own.
struct ShapeWitnesses::PointInSolid {
  PointInSolid(const ShapeQuestion& asked, const ContactWitness& witness, Interval interval)
      : point(Rounded(triangle_polytope(witness.point, witness.point, witness.point))),
        solid(*(witness.of == Body::A ? asked.b : asked.a).mesh(witness.solid)),
        pieces_point(point),
        pieces_solid(solid),
        question{pieces_point,
                 pieces_solid,
                 witness.of == Body::A ? asked.motion_a : asked.motion_b,
                 witness.of == Body::A ? asked.motion_b : asked.motion_a,
                 interval,
                 0,
                 asked.width} {}
  PointInSolid(const PointInSolid&) = delete;
  PointInSolid& operator=(const PointInSolid&) = delete;

  bool is_inside_at(double time) const {
    const Dyadic t = time;
    return find_inside(pieces_point, first_piece(question.motion_a, t, t).path.at(t), pieces_solid,
                       first_piece(question.motion_b, t, t).path.at(t))
        .has_value();
  }

  const Shape point, solid;
  const ShapePieces pieces_point, pieces_solid;
  const ShapeQuestion question;
};

// Some of every part, as far as doubles show them to be inside.
void ShapeWitnesses::consider_vertices(double time, ContactWitness& best) const {
  const double end = question_.interval.end;
  double times[kLater + 1] = {time};
  for (int k = 1; k <= kLater; ++k) times[k] = time + (end - time) / (1 << (kLater - k));
  const auto consider = [&](Body of, const ShapePieces& inner, const Motion& motion_inner, const ShapePieces& outer,
                            const Motion& motion_outer) {
    std::optional<Pose> poses_inner[kLater + 1], poses_outer[kLater + 1];
    const auto pose_at = [&](const Motion& motion, std::optional<Pose>& pose, double at) -> const Pose* {
      if (!pose) {
        const Result<Pose> there = motion.at(at);
        if (!there) return nullptr;
        pose = *there;
      }
      return &*pose;
    };
    const auto seems_inside = [&](const Mesh& solid, Vec3 point, int k) {
      const Pose *const from = pose_at(motion_inner, poses_inner[k], times[k]), *const to =
                                                                                    pose_at(motion_outer,
                                                                                            poses_outer[k], times[k]);
      if (from == nullptr || to == nullptr) return false;
      const Vec3 local = transpose_times(to->rotation(), apply(*from, point) - to->translation());
      return surely_inside(solid, local, 0x1p-40 * (solid.reach() + norm_max(point)));
    };
    const auto try_point = [&](std::size_t number, const Mesh& solid, Vec3 point) {
      if (!seems_inside(solid, point, 0)) return;
      int last = 0;
      while (last < kLater && seems_inside(solid, point, last + 1)) ++last;
      const double worth = (times[last] - time) * kWorthOfDepth;
      if (best.kind != ContactWitness::Kind::None && !(worth > best.worth)) return;
      best.kind = ContactWitness::Kind::Vertex;
      best.of = of, best.point = point, best.solid = number;
      best.seems_until = times[last];
      best.worth = worth;
    };
    for (std::size_t s = 0; s < outer.part_count(); ++s) {
      const Mesh* const solid = outer.mesh(s);
      if (solid == nullptr || !solid->is_solid()) continue;
      for (std::size_t i = 0; i < inner.part_count(); ++i) {
        const std::size_t count = vertex_count(inner, i);
        for (std::size_t v = 0; v < count; v += count / kVertices + 1) try_point(s, *solid, vertex(inner, i, v));
      }
    }
  };
  consider(Body::A, question_.a, question_.motion_a, question_.b, question_.motion_b);
  consider(Body::B, question_.b, question_.motion_b, question_.a, question_.motion_a);
}

// ---- What lasts -----------------------------------------------------------------------------------------------------

std::optional<ContactWitness> ShapeWitnesses::find(double time) {
  if (!patience_.take()) return {};
  Walk walk(question_, patience_, time);
  if (!walk.run()) return {};
  ContactWitness best = walk.best();
  const Dyadic t = time;
  const auto place = [&](const Motion& motion) { return first_piece(motion, t, t).path.at(t); };
  if (best.kind == ContactWitness::Kind::None) {
    const std::optional<VertexInside> inside =
        find_inside(question_.a, place(question_.motion_a), question_.b, place(question_.motion_b));
    if (!inside) return best;
    best.kind = ContactWitness::Kind::Vertex;
    best.of = inside->of, best.point = inside->point, best.solid = inside->solid;
    best.seems_until = time;
  }
  if (best.worth >= kWorthOfDepth * (question_.interval.end - time)) return best;
  ContactWitness other = best;
  consider_vertices(time, other);
  // What doubles say of the vertex is shown by exact numbers.
  if (other.worth > best.worth && PointInSolid(question_, other, {time, time}).is_inside_at(time)) return other;
  return best;
}

std::optional<Bracket> ShapeWitnesses::end_of(const ContactWitness& witness, double from) {
  const double end = question_.interval.end;
  reached_ = from;
  if (witness.kind == ContactWitness::Kind::Elements) {
    const Rounded a = question_.a.element(witness.a), b = question_.b.element(witness.b);
    ContactEndSearch search = end_search(question_, a, b, end, patience_);
    search.width = question_.width;
    const std::optional<Bracket> last = search.end_of_contact(from);
    reached_ = search.reached;
    return last;
  }
  const PointInSolid pair(question_, witness, {from, end});
  ShapeSearch search(pair.question, options_, patience_);
  switch (search.run()) {
    case ShapeSearch::Outcome::Clear:
      return Bracket{end, end};
    case ShapeSearch::Outcome::Contact:
      return Bracket{search.contact().first.lower, search.contact().first.upper};
    case ShapeSearch::Outcome::OutOfPatience:
      break;
  }
  reached_ = larger(from, search.clear_until());
  return {};
}

std::optional<Bracket> ShapeWitnesses::rough_end_of(const ContactWitness& witness, double from) {
  if (witness.kind != ContactWitness::Kind::Elements) return end_of(witness, from);
  const Rounded a = question_.a.element(witness.a), b = question_.b.element(witness.b);
  ContactEndSearch search = end_search(question_, a, b, question_.interval.end, patience_);
  const std::optional<Bracket> last = search.rough_end_of_contact(from);
  reached_ = search.reached;
  return last;
}

bool ShapeWitnesses::has_lasted(const ContactWitness& witness, double from, double to) {
  if (witness.kind == ContactWitness::Kind::None) return false;
  if (witness.kind == ContactWitness::Kind::Vertex) {
    const PointInSolid pair(question_, witness, {from, to});
    return pair.is_inside_at(from) &&
           ShapeSearch(pair.question, options_, patience_).run() == ShapeSearch::Outcome::Clear;
  }
  const Rounded a = question_.a.element(witness.a), b = question_.b.element(witness.b);
  ContactEndSearch search = end_search(question_, a, b, to, patience_);
  if (search.lasts_throughout(from)) return true;
  if (decide_at(a.core(), question_.motion_a, b.core(), question_.motion_b, radius_of(a, b, question_.margin), from)
          .status == Status::Separated)
    return false;
  const std::optional<Bracket> last = search.end_of_contact(from);
  return last && last->lower == to;
}

}  // namespace clearance::detail
