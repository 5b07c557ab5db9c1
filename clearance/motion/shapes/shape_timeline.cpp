#include <clearance/motion/shapes/shape_timeline.h>

#include <clearance/bvh/box.h>
#include <clearance/motion/convex_search.h>

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A span, as a share of the interval. Where bodies graze, gaps close as a power of the time left, and each span gains
// less than the one before.
constexpr double kShortest = 0x1p-20;

using Pieces = std::vector<Piece>;

// The number of each part's first element.
std::vector<std::uint32_t> first_elements(const ShapePieces& body) {
  std::vector<std::uint32_t> first;
  std::uint32_t next = 0;
  for (std::size_t k = 0; k < body.part_count(); ++k) {
    first.push_back(next);
    next += body.mesh(k) != nullptr ? static_cast<std::uint32_t>(body.mesh(k)->triangle_count()) : 1;
  }
  return first;
}

// A vertex of every component, in the order of the parts, where the other body has solids that they might be inside of.
std::vector<std::uint32_t> outside(const ShapePieces& body, const ShapePieces& other) {
  bool has_solids = false;
  for (std::size_t k = 0; k < other.part_count(); ++k)
    has_solids = has_solids || (other.mesh(k) != nullptr && other.mesh(k)->is_solid());
  std::vector<std::uint32_t> vertices;
  if (!has_solids) return vertices;
  for (std::size_t k = 0; k < body.part_count(); ++k) {
    if (const Mesh* const mesh = body.mesh(k))
      vertices.insert(vertices.end(), mesh->component_vertices().begin(), mesh->component_vertices().end());
    else
      vertices.push_back(body.convex(k)->core().id(0));
  }
  return vertices;
}

class TimelineMaker {
 public:
  TimelineMaker(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience)
      : question_(question),
        options_(options),
        patience_(patience),
        first_a_(first_elements(question.a)),
        first_b_(first_elements(question.b)),
        outside_a_(outside(question.a, question.b)),
        outside_b_(outside(question.b, question.a)) {}

  std::optional<Timeline> make();

 private:
  enum class Made : std::uint8_t { Yes, TooLong, No };
  Made span(const ShapeWindow& window, SpanCover& cover);
  Made nodes(const ShapeWindow& window, SpanCover& cover, const Pieces& a, const Pieces& b);
  Made plane(const ShapeWindow& window, SpanCover& cover, std::size_t at, const Piece& a, const Piece& b);
  Made elements(const ShapeWindow& window, SpanCover& cover, std::size_t at, const Piece& a, const Piece& b);
  Made split(const ShapeWindow& window, SpanCover& cover, std::size_t at, Body which, const Pieces& a, const Pieces& b);
  void list(const ShapePieces& body, const std::vector<std::uint32_t>& first, const Piece& piece,
            SpanCover& cover) const;
  static void set_plane(SpanCover& cover, std::size_t at, Vec3 n, TimeSpan::Offset offset) {
    cover.nodes[at].plane.normal = n;
    cover.offsets[at] = offset;
  }

  const ShapeQuestion& question_;
  const MotionOptions& options_;
  MotionPatience& patience_;
  std::vector<std::uint32_t> first_a_, first_b_, outside_a_, outside_b_;
  double serves_until_ = 0;  // what a span that is too long should end with
};

std::optional<Timeline> TimelineMaker::make() {
  const auto [begin, end] = question_.interval;
  Timeline made;
  double from = begin, to = end;
  for (;;) {
    if (!patience_.take()) return {};
    const ShapeWindow window(question_, from, to);
    SpanCover cover;
    switch (span(window, cover)) {
      case Made::No:
        return {};
      case Made::TooLong: {
        // At least an eighth of it, at most a half.
        const double least = from + (to - from) / 8, most = window.middle();
        to = smaller(most, larger(least, serves_until_));
        if (!(to - from > kShortest * (end - begin))) return {};
        continue;
      }
      case Made::Yes:
        break;
    }
    TimeSpan& added = made.spans.emplace_back();
    added.from = from, added.to = to;
    if (!window.both_turn() && window.is_one_leg()) cover.offsets.clear();
    cover.outside_a = outside_a_, cover.outside_b = outside_b_;
    made.covers.push_back(std::move(cover));
    if (to == end) return made;
    const double length = to - from;
    from = to;
    to = from + 4 * length < end ? from + 4 * length : end;
  }
}

TimelineMaker::Made TimelineMaker::span(const ShapeWindow& window, SpanCover& cover) {
  const ShapeWindow::PlaneBetween far = window.between_balls();
  if (far.direction != Vec3{}) {
    cover.nodes.emplace_back();
    cover.offsets.emplace_back();
    set_plane(cover, 0, far.direction, far.offset);
    return Made::Yes;
  }
  if (!window.is_one_leg() || window.spins_far()) return serves_until_ = window.middle(), Made::TooLong;
  return nodes(window, cover, {question_.a.whole()}, {question_.b.whole()});
}

TimelineMaker::Made TimelineMaker::nodes(const ShapeWindow& window, SpanCover& cover, const Pieces& a,
                                         const Pieces& b) {
  if (!patience_.look()) return Made::No;
  const std::size_t at = cover.nodes.size();
  cover.nodes.emplace_back();
  cover.offsets.emplace_back();
  if (a.size() > 1) return split(window, cover, at, Body::A, a, b);
  if (b.size() > 1) return split(window, cover, at, Body::B, a, b);
  return plane(window, cover, at, a[0], b[0]);
}

TimelineMaker::Made TimelineMaker::split(const ShapeWindow& window, SpanCover& cover, std::size_t at, Body which,
                                         const Pieces& a, const Pieces& b) {
  const Pieces& divided = which == Body::A ? a : b;
  const auto middle = divided.begin() + static_cast<std::ptrdiff_t>(divided.size() / 2);
  const Pieces first(divided.begin(), middle), rest(middle, divided.end());
  cover.nodes[at].is_split = true;
  cover.nodes[at].split = which;
  cover.nodes[at].first = static_cast<std::uint32_t>(cover.ids.size());
  for (const Piece& piece : first)
    list(which == Body::A ? question_.a : question_.b, which == Body::A ? first_a_ : first_b_, piece, cover);
  cover.nodes[at].count = static_cast<std::uint32_t>(cover.ids.size()) - cover.nodes[at].first;
  cover.nodes[at].of_first = static_cast<std::uint32_t>(cover.nodes.size());
  const Made made = which == Body::A ? nodes(window, cover, first, b) : nodes(window, cover, a, first);
  if (made != Made::Yes) return made;
  cover.nodes[at].of_rest = static_cast<std::uint32_t>(cover.nodes.size());
  return which == Body::A ? nodes(window, cover, rest, b) : nodes(window, cover, a, rest);
}

// The numbers of all elements of a piece.
void TimelineMaker::list(const ShapePieces& body, const std::vector<std::uint32_t>& first, const Piece& piece,
                         SpanCover& cover) const {
  if (piece.kind == Piece::Kind::Convex) return cover.ids.push_back(first[piece.part]);
  if (piece.kind == Piece::Kind::Triangle) return cover.ids.push_back(first[piece.part] + body.triangle_id(piece));
  const ShapePieces::Children children = body.children(piece);
  for (int k = 0; k < children.count; ++k) list(body, first, children.piece[k], cover);
}

TimelineMaker::Made TimelineMaker::plane(const ShapeWindow& window, SpanCover& cover, std::size_t at, const Piece& a,
                                         const Piece& b) {
  const ShapeWindow::PlacedBox box_a = window.placed_a(a), box_b = window.placed_b(b);
  const bool are_triangles = a.kind == Piece::Kind::Triangle && b.kind == Piece::Kind::Triangle;
  const ShapeWindow::Bound bound =
      are_triangles ? window.bound_of_triangles(a, b, window.to()) : window.bound(box_a, box_b, window.to());
  if (bound.time == kInfinity) {
    const auto top = [&](int end) {
      return are_triangles ? window.top(a, bound.direction, end) : window.top(box_a, bound.direction, end);
    };
    set_plane(cover, at, bound.direction, window.offset(bound, top(0), top(1)));
    return Made::Yes;
  }
  if (a.is_element() && b.is_element()) return elements(window, cover, at, a, b);
  // Opened in place: the node becomes a split.
  const bool opens_a = !a.is_element() && (b.is_element() || box_a.size >= box_b.size);
  const ShapePieces::Children children = opens_a ? question_.a.children(a) : question_.b.children(b);
  const Pieces opened(children.piece, children.piece + children.count);
  if (opened.size() == 1)
    return opens_a ? plane(window, cover, at, opened[0], b) : plane(window, cover, at, a, opened[0]);
  return opens_a ? split(window, cover, at, Body::A, opened, {b}) : split(window, cover, at, Body::B, {a}, opened);
}

TimelineMaker::Made TimelineMaker::elements(const ShapeWindow& window, SpanCover& cover, std::size_t at, const Piece& a,
                                            const Piece& b) {
  MotionOptions options = options_;
  options.margin = question_.margin;
  options.max_instants = patience_.left();
  const Rounded body_a = question_.a.element(a), body_b = question_.b.element(b);
  const FirstContact found = first_contact_within(body_a, question_.motion_a, body_b, question_.motion_b,
                                                  {window.from(), window.to()}, options, window.to() - window.from());
  patience_.spend(found.instants);
  const std::vector<TimeSpan>& spans = found.timeline.spans;
  if (!found.is_clear() || spans.empty()) return Made::No;
  serves_until_ = spans[0].to;
  if (spans.size() == 1) {
    set_plane(cover, at, spans[0].plane.normal, spans[0].offset.value_or(TimeSpan::Offset{}));
    return Made::Yes;
  }
  // The direction that serves at the end may do so before: near a contact it does.
  // Planes that exact numbers found have a normal of any length.
  const Vec3 normal = spans.back().plane.normal, last = normal / norm(normal);
  const ShapeWindow::ElementBound bound = window.bound_along(body_a, body_b, last);
  if (bound.time != kInfinity) return Made::TooLong;
  set_plane(cover, at, last, window.offset(bound, bound.top_from, bound.top_to));
  return Made::Yes;
}

}  // namespace

std::optional<Timeline> shape_timeline(const ShapeQuestion& question, const MotionOptions& options,
                                       MotionPatience& patience) {
  return TimelineMaker(question, options, patience).make();
}

}  // namespace clearance::detail
