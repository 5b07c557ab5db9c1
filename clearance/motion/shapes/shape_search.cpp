#include <clearance/motion/shapes/shape_search.h>

#include <clearance/bvh/box.h>
#include <clearance/motion/convex_search.h>

#include <cmath>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// By how much of its size a pair may be blurred before its window is halved: two elements less, since to ask them is
// dearer than to bound them once more. Found by trial.
constexpr double kBlurOfBoxes = 0.5, kBlurOfElements = 0.125;
// Of a window that is halved for that, as a share of the interval.
constexpr double kNarrowest = 0x1p-20;
// A run that is so much larger than a box of many triangles may hold all of the other body in its box: its triangles
// are looked at one by one.
constexpr double kCoarse = 4;

}  // namespace

ShapeSearch::ShapeSearch(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience)
    : question_(question), options_(options), patience_(patience), clear_until_(question.interval.begin) {
  best_.first.lower = best_.first.upper = kInfinity;
}

std::int32_t ShapeSearch::add_window(double from, double to) {
  windows_.emplace_back(question_, from, to);
  halves_.emplace_back();
  return static_cast<std::int32_t>(windows_.size() - 1);
}

// What is in a piece can meet others only when the piece can.
void ShapeSearch::push(const Entry& from, const Apart& apart, const Piece& a, const Piece& b) {
  const double time = larger(from.time, apart.before), until = smaller(from.until, apart.after);
  if (time > until || time > this->until()) return;
  queue_.push({time, until, apart.gap, from.window, a, b});
}

// The same pieces in either half of their window.
void ShapeSearch::halve(const Entry& entry) {
  const auto number = static_cast<std::size_t>(entry.window);
  if (halves_[number].first < 0) {
    const double from = windows_[number].from(), to = windows_[number].to(), middle = windows_[number].middle();
    const std::int32_t first = add_window(from, middle), rest = add_window(middle, to);
    halves_[number] = {first, rest};
  }
  for (const std::int32_t half : {halves_[number].first, halves_[number].rest}) {
    const ShapeWindow& part = window(half);
    if (part.to() < entry.time || part.from() > entry.until) continue;
    const Entry from{larger(entry.time, part.from()), smaller(entry.until, part.to()), 0, half, entry.a, entry.b};
    if (!part.is_one_leg()) {
      push(from, {part.from(), part.to(), 0}, entry.a, entry.b);
      continue;
    }
    if (entry.a.kind == Piece::Kind::Triangle && entry.b.kind == Piece::Kind::Triangle) {
      push_triangles(from, part);
      continue;
    }
    const ShapeWindow::Bound bound = part.bound(part.placed_a(entry.a), part.placed_b(entry.b), until());
    push(from, {bound.time, part.to(), bound.gap}, entry.a, entry.b);
  }
}

// One pair.
void ShapeSearch::push_triangles(const Entry& from, const ShapeWindow& during) {
  MovingTriangle a, b;
  during.place_triangle(Body::A, from.a, a), during.place_triangle(Body::B, from.b, b);
  EightPairs pairs({&a, 1}, {&b, 1});
  for (int lane = 0; lane < 8; ++lane) pairs.set(lane, 0, 0);
  EightBounds bounds;
  during.bounds_of_triangles(pairs, bounds);
  if (bounds.share[0] != kThroughout)
    push(from, {during.time_of(bounds.share[0]), during.end_of(bounds.after[0]), bounds.gap[0]}, from.a, from.b);
}

// Eight boxes at once.
void ShapeSearch::open_node(const Entry& entry, Body of, const TriangleTree::Node& node) {
  const ShapeWindow& during = window(entry.window);
  EightBounds bounds;
  during.bounds_of_boxes(of, of == Body::A ? entry.a : entry.b, node,
                         of == Body::A ? during.placed_b(entry.b) : during.placed_a(entry.a), bounds);
  for (std::uint32_t slot = 0; slot < 8; ++slot) {
    if (bounds.share[slot] == kThroughout) continue;
    const Apart apart{during.time_of(bounds.share[slot]), during.end_of(bounds.after[slot]), bounds.gap[slot]};
    if (of == Body::A)
      push(entry, apart, question_.a.box_of_node(entry.a, slot), entry.b);
    else
      push(entry, apart, entry.a, question_.b.box_of_node(entry.b, slot));
  }
}

// All triangles of a run against all of another, eight pairs at once.
void ShapeSearch::open_runs(const Entry& entry, ShapePieces::Run a, ShapePieces::Run b) {
  const ShapeWindow& during = window(entry.window);
  const auto triangle = [](const Piece& above, ShapePieces::Run run, std::uint32_t k) {
    return Piece{Piece::Kind::Triangle, above.part, run.first + k};
  };
  MovingTriangle of_a[TriangleTree::kLeafTriangles], of_b[TriangleTree::kLeafTriangles];
  for (std::uint32_t k = 0; k < a.count; ++k) during.place_triangle(Body::A, triangle(entry.a, a, k), of_a[k]);
  for (std::uint32_t k = 0; k < b.count; ++k) during.place_triangle(Body::B, triangle(entry.b, b, k), of_b[k]);
  const std::uint32_t count = a.count * b.count;
  EightPairs pairs({of_a, a.count}, {of_b, b.count});
  for (std::uint32_t first = 0; first < count; first += 8) {
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      const std::uint32_t pair = first + lane < count ? first + lane : count - 1;
      pairs.set(static_cast<int>(lane), pair / b.count, pair % b.count);
    }
    EightBounds bounds;
    during.bounds_of_triangles(pairs, bounds);
    for (std::uint32_t lane = 0; lane < 8 && first + lane < count; ++lane) {
      if (bounds.share[lane] == kThroughout) continue;
      const std::uint32_t pair = first + lane;
      push(entry, {during.time_of(bounds.share[lane]), during.end_of(bounds.after[lane]), bounds.gap[lane]},
           triangle(entry.a, a, pair / b.count), triangle(entry.b, b, pair % b.count));
    }
  }
}

// A triangle and a box, as long as others may not meet before.
bool ShapeSearch::is_apart(const Entry& entry, Body of_triangle) const {
  const ShapeWindow& during = window(entry.window);
  const double to = smaller(until(), entry.until);
  return (of_triangle == Body::A ? during.bound_of_triangle_and_box(of_triangle, entry.a, during.placed_b(entry.b), to)
                                 : during.bound_of_triangle_and_box(of_triangle, entry.b, during.placed_a(entry.a), to))
             .time > to;
}

void ShapeSearch::open(const Entry& entry, double size_a, double size_b) {
  const ShapePieces::Run run_a = question_.a.run_of(entry.a), run_b = question_.b.run_of(entry.b);
  if (run_a.count > 0 && run_b.count > 0) return open_runs(entry, run_a, run_b);
  if (entry.a.kind == Piece::Kind::Triangle && entry.b.kind == Piece::Kind::Box && is_apart(entry, Body::A)) return;
  if (entry.b.kind == Piece::Kind::Triangle && entry.a.kind == Piece::Kind::Box && is_apart(entry, Body::B)) return;
  bool opens_a = !entry.a.is_element() && (entry.b.is_element() || size_a >= size_b);
  // What is a box next to a run is opened first, so that runs meet runs; a coarse run before.
  if (run_a.count > 0 && !entry.b.is_element()) opens_a = run_a.count > 1 && size_a > kCoarse * size_b;
  if (run_b.count > 0 && !entry.a.is_element()) opens_a = run_b.count == 1 || !(size_b > kCoarse * size_a);
  const TriangleTree::Node* const node = opens_a ? question_.a.node_below(entry.a) : question_.b.node_below(entry.b);
  if (node != nullptr) return open_node(entry, opens_a ? Body::A : Body::B, *node);
  const ShapeWindow& during = window(entry.window);
  const ShapePieces::Children children = opens_a ? question_.a.children(entry.a) : question_.b.children(entry.b);
  const ShapeWindow::PlacedBox other = opens_a ? during.placed_b(entry.b) : during.placed_a(entry.a);
  for (int k = 0; k < children.count; ++k) {
    const Piece &a = opens_a ? children.piece[k] : entry.a, &b = opens_a ? entry.b : children.piece[k];
    const ShapeWindow::Bound bound = a.kind == Piece::Kind::Triangle && b.kind == Piece::Kind::Triangle
                                         ? during.bound_of_triangles(a, b, until())
                                     : opens_a ? during.bound(during.placed_a(a), other, until())
                                               : during.bound(other, during.placed_b(b), until());
    push(entry, {bound.time, during.to(), bound.gap}, a, b);
  }
}

const Rounded& ShapeSearch::element(const ShapePieces& body, Made (&made)[kMade], const Piece& piece) {
  Made& place = made[(piece.number ^ piece.part) % kMade];
  if (!place.body || place.piece != piece) {
    place.piece = piece;
    place.body.emplace(body.element(piece));
  }
  return *place.body;
}

// Two elements, while they may meet and others do not before. False where patience is out.
bool ShapeSearch::solve(const Entry& entry) {
  const double to = smaller(entry.until, until());
  if (entry.time > to) return true;
  const Rounded &a = element(question_.a, made_a_, entry.a), &b = element(question_.b, made_b_, entry.b);
  MotionOptions options = options_;
  options.margin = question_.margin;
  options.max_instants = patience_.left();
  FirstContact found =
      first_contact_within(a, question_.motion_a, b, question_.motion_b, {entry.time, to}, options, question_.width);
  patience_.spend(found.instants);
  if (found.status == MotionStatus::Clear) return true;
  if (found.status == MotionStatus::Undecided && patience_.lasts()) {
    open_from_ = smaller(open_from_, larger(entry.time, found.lower));
    return true;
  }
  if (found.status == MotionStatus::Undecided) {
    clear_until_ = larger(entry.time, found.lower);
    if (!queue_.empty()) clear_until_ = smaller(clear_until_, queue_.top().time);
    return false;
  }
  best_ = {entry.a, entry.b, std::move(found)};
  has_contact_ = true;
  return true;
}

ShapeSearch::Outcome ShapeSearch::run() {
  const auto [begin, end] = question_.interval;
  queue_.push({begin, end, 0, add_window(begin, end), question_.a.whole(), question_.b.whole()});
  while (!queue_.empty()) {
    const Entry entry = queue_.top();
    // Nothing comes before a contact at the beginning.
    if (entry.time > until() || best_.first.upper <= begin) break;
    // What is left begins within the bracket that may be returned: which of them is first does not matter. At the time
    // itself two may meet already.
    const double before = std::nextafter(entry.time, -kInfinity);
    if (has_contact_ && !best_.first.root && before >= begin && before >= best_.first.upper - question_.width) {
      best_.first.lower = smaller(best_.first.lower, before);
      break;
    }
    clear_until_ = entry.time;
    if (!patience_.look()) return Outcome::OutOfPatience;
    queue_.pop();
    const ShapeWindow& during = window(entry.window);
    if (!during.is_one_leg() || during.spins_far()) {
      if (!patience_.take()) return Outcome::OutOfPatience;
      if (during.between_balls().direction == Vec3{}) halve(entry);
      continue;
    }
    const bool are_elements = entry.a.is_element() && entry.b.is_element();
    const double size_a = question_.a.size(entry.a), size_b = question_.b.size(entry.b);
    if (during.to() - during.from() > kNarrowest * (end - begin) &&
        during.is_blurred(entry.a, size_a, entry.b, size_b, are_elements ? kBlurOfElements : kBlurOfBoxes)) {
      if (!patience_.take()) return Outcome::OutOfPatience;
      halve(entry);
      continue;
    }
    if (are_elements) {
      if (!solve(entry)) return Outcome::OutOfPatience;
      continue;
    }
    open(entry, size_a, size_b);
  }
  return conclude();
}

// Where two elements stay undecided, others that meet at about that time make it known.
ShapeSearch::Outcome ShapeSearch::conclude() {
  if (open_from_ < best_.first.upper) {
    clear_until_ = smaller(open_from_, best_.first.lower);
    if (!has_contact_ || best_.first.upper - clear_until_ > question_.width) return Outcome::OutOfPatience;
    best_.first.lower = clear_until_;
  }
  return has_contact_ ? Outcome::Contact : Outcome::Clear;
}

}  // namespace clearance::detail
