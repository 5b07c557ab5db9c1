// Question: what does a segment pass on its way through a solid?
// Method:   (Vaněček 1990, §2.4) a piece that a node's plane crosses is cut there into two and the point between; each
//           goes down on its own. Places on the segment are fractions t of heights above planes at its two ends, so
//           that no number grows with the number of cuts.
// Notation: t = N/D, D > 0; h_p, h_q the heights of the ends above a plane, over one denominator: h(t) = h_p + t(h_q −
//           h_p).
#include <clearance/brep/classify.h>

#include <clearance/brep/index/data.h>
#include <clearance/brep/index/side_of_plane.h>
#include <clearance/brep/index/solid_box.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/mesh/local_point.h>

#include <algorithm>
#include <charconv>

namespace clearance {
using namespace detail;
namespace {

constexpr std::uint32_t kNoPlane = 0xffffffffu;

// Where a plane cuts the segment, or one of its ends.
struct Cut {
  Approx t;
  std::uint32_t plane = kNoPlane;
};
const Cut kStart{{0, 0}}, kEnd{{1, 0}};

class Segment {
 public:
  Segment(const BRepIndexData& data, LocalPoint p, LocalPoint q, double tolerance)
      : data_(data), p_(std::move(p)), q_(std::move(q)), tolerance_(tolerance) {}

  SegmentParts classified();

 private:
  // A piece between two cuts, or, if they are one, a point, that has come to a node or a leaf.
  struct Piece {
    std::int32_t node;
    bool is_point;
    Cut from, to;
  };
  struct Heights {
    Dyadic p, q;
  };

  int side(const Cut& cut, std::int32_t node);
  Cut cut_at(std::int32_t node);
  Heights exact_heights(std::uint32_t plane);
  // N and D of a cut.
  void fraction(const Cut& cut, Dyadic& numerator, Dyadic& denominator);
  void find_ends();
  bool misses_box() const;
  SegmentPart part_of(const Piece& piece) const;
  Vec3 at(double t) const { return t == 1 ? q_.rough() : p_.rough() + t * (q_.rough() - p_.rough()); }

  const BRepIndexData& data_;
  LocalPoint p_, q_;
  double tolerance_;
  bool has_ends_ = false;
  DyadicVec p_numerator_, q_numerator_;  // over one denominator
  Dyadic denominator_;
};

void Segment::find_ends() {
  if (has_ends_) return;
  has_ends_ = true;
  if (p_.error() == 0 && q_.error() == 0) {
    p_numerator_ = exact(p_.rough()), q_numerator_ = exact(q_.rough()), denominator_ = 1.0;
    return;
  }
  const LocalPoint::Fraction &p = p_.exactly(), &q = q_.exactly();
  if (compare(p.denominator, q.denominator) == 0) {
    p_numerator_ = p.numerator, q_numerator_ = q.numerator, denominator_ = p.denominator;
    return;
  }
  p_numerator_ = q.denominator * p.numerator;
  q_numerator_ = p.denominator * q.numerator;
  denominator_ = p.denominator * q.denominator;
}

Segment::Heights Segment::exact_heights(std::uint32_t plane) {
  find_ends();
  const IndexPlane& exact_plane = data_.planes[plane];
  return {exact_plane.height(p_numerator_, denominator_), exact_plane.height(q_numerator_, denominator_)};
}

void Segment::fraction(const Cut& cut, Dyadic& numerator, Dyadic& denominator) {
  if (cut.plane == kNoPlane) {
    numerator = cut.t.value, denominator = 1.0;
    return;
  }
  const Heights h = exact_heights(cut.plane);
  numerator = h.p, denominator = h.p - h.q;
  if (denominator.sign() < 0) numerator = -numerator, denominator = -denominator;
}

int Segment::side(const Cut& cut, std::int32_t node_at) {
  const BRepIndexNode& node = data_.nodes[static_cast<std::size_t>(node_at)];
  if (cut.plane == node.plane) return 0;
  const Approx h_p = rough_height(node.normal, node.offset, p_.rough(), p_.error());
  const Approx h_q = rough_height(node.normal, node.offset, q_.rough(), q_.error());
  const Approx height = cut.plane != kNoPlane ? h_p + cut.t * (h_q - h_p) : cut.t.value == 0 ? h_p : h_q;
  const int quick = rough_side(height, node.normal, tolerance_);
  if (quick != kUnsureSide) return quick;
  Dyadic numerator, denominator;
  fraction(cut, numerator, denominator);
  const Heights h = exact_heights(node.plane);
  return exact_side(data_.planes[node.plane], h.p * (denominator - numerator) + h.q * numerator,
                    denominator * denominator_, tolerance_);
}

// The ends are on different sides, so h_p ≠ h_q.
Cut Segment::cut_at(std::int32_t node_at) {
  const BRepIndexNode& node = data_.nodes[static_cast<std::size_t>(node_at)];
  const Approx h_p = rough_height(node.normal, node.offset, p_.rough(), p_.error());
  const Approx h_q = rough_height(node.normal, node.offset, q_.rough(), q_.error());
  const Approx whole = h_p - h_q;
  const double left = std::fabs(whole.value) - whole.error;
  Cut cut{{h_p.value / whole.value, 0}, node.plane};
  // |N/D − n/d| ≤ (e_n + |n/d| e_d) / (|d| − e_d), and the quotient rounds.
  cut.t.error = ((h_p.error + std::fabs(cut.t.value) * whole.error) / left + 2 * kUnit) * kSlack + kUnderflow;
  if (!(left > 0) || !(cut.t.error < 0x1p-24)) {
    Dyadic numerator, denominator;
    fraction(cut, numerator, denominator);
    cut.t = {approximate_ratio(numerator, denominator), 8 * kUnit};
  }
  return cut;
}

bool Segment::misses_box() const {
  const Mesh& mesh = data_.brep.mesh();
  const double margin = std::max(p_.error(), q_.error()) + tolerance_;
  for (int k = 0; k < 3; ++k)
    for (const int side : {-1, 1})
      if (is_beyond(mesh, p_.rough(), k, side, margin) && is_beyond(mesh, q_.rough(), k, side, margin)) return true;
  return false;
}

SegmentPart Segment::part_of(const Piece& piece) const {
  SegmentPart part;
  part.entity = data_.leaves[leaf_at(piece.node)];
  part.is_point = piece.is_point;
  part.from = std::clamp(piece.from.t.value, 0.0, 1.0), part.to = std::clamp(piece.to.t.value, 0.0, 1.0);
  part.start = at(part.from), part.end = at(part.to);
  return part;
}

std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

// What is alike in a row becomes one: a point and the piece beside it, if they are the same, are a piece.
void append(SegmentParts& parts, const SegmentPart& next) {
  if (parts.empty() || parts.back().entity != next.entity) {
    parts.push_back(next);
    return;
  }
  SegmentPart& last = parts.back();
  last.is_point = last.is_point && next.is_point;
  last.to = next.to, last.end = next.end;
}

SegmentParts Segment::classified() {
  if (misses_box()) return {{{EntityKind::Outside}, false, 0, 1, at(0), at(1)}};
  SegmentParts parts;
  std::vector<Piece> waiting{{0, true, kEnd, kEnd}, {0, false, kStart, kEnd}, {0, true, kStart, kStart}};
  while (!waiting.empty()) {
    Piece piece = waiting.back();
    waiting.pop_back();
    while (piece.node >= 0) {
      const BRepIndexNode& node = data_.nodes[static_cast<std::size_t>(piece.node)];
      const int from = side(piece.from, piece.node), to = piece.is_point ? from : side(piece.to, piece.node);
      const auto child = [&](int s) { return s > 0 ? node.above : s < 0 ? node.below : node.on; };
      if (from * to < 0) {
        const Cut cut = cut_at(piece.node);
        waiting.push_back({child(to), false, cut, piece.to});
        waiting.push_back({node.on, true, cut, cut});
        piece = {child(from), false, piece.from, cut};
      } else {
        piece.node = child(from != 0 ? from : to);
      }
    }
    append(parts, part_of(piece));
  }
  return parts;
}

}  // namespace

SegmentParts classify_segment(const BRepIndex& index, const Pose& pose, Vec3 p, Vec3 q, const Pose& segment_pose,
                              const ClassifyOptions& options) {
  const BRepIndexData& data = index.data();
  if (!is_coordinate(p) || !is_coordinate(q) || !is_tolerance(options.tolerance, data.brep.mesh())) return {};
  const bool is_of_world = segment_pose == Pose();
  const auto seen = [&](Vec3 x) { return is_of_world ? LocalPoint(pose, x) : LocalPoint(pose, x, segment_pose); };
  if (p == q) {
    const Entity entity =
        is_of_world ? classify(index, pose, p, options) : classify(index, pose, p, segment_pose, options);
    const Vec3 at = seen(p).rough();
    return {{entity, true, 0, 0, at, at}};
  }
  return Segment(data, seen(p), seen(q), options.tolerance).classified();
}

std::string text_of(const BRep& brep, const SegmentParts& parts) {
  std::string text = "[";
  for (const SegmentPart& part : parts) {
    if (text.size() > 1) text += ", ";
    const std::string name = name_of(brep, part.entity);
    if (!part.is_point)
      text += name;
    else
      text += "(" + name + ", " + shortest(part.from) + ")";
  }
  return text + "]";
}

}  // namespace clearance
