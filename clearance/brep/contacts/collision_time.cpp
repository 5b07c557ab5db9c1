// Notation: as the paper: t the frame before, t′ the one that penetrates, a and b (here `inside` and `outside`) where a
//           vertex is at t′ and at t in the frame of the other solid, d how much of the way from a to b is inside.
//
// The paper prints t + d(t′ − t)/|a − b|. With d measured from a, the place at t′, that is the time mirrored in the
// interval: a vertex that is barely inside, d ≈ 0, would have come in at t. It is t′ − d(t′ − t)/|a − b|.
#include <clearance/brep/classify.h>
#include <clearance/brep/contacts/collision_time.h>
#include <clearance/mesh/local_point.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace clearance {

namespace {

struct Solid {
  const BRepIndex& index;
  const Motion& motion;
};

// Where something of one solid is in the frame of the other.
Vec3 seen_from(const Pose& other, Vec3 vertex, const Pose& pose) {
  return detail::LocalPoint(other, vertex, pose).rough();
}

// The share of the way from `inside` to `outside` that lies inside from its beginning: d/|a − b|.
double inside_share(const BRepIndex& index, Vec3 inside, Vec3 outside) {
  const SegmentParts parts = classify_segment(index, {}, inside, outside);
  // A beginning on the boundary, by rounding, is passed over.
  const std::size_t first = !parts.empty() && parts[0].is_point && parts[0].entity.is_on_boundary() ? 1 : 0;
  if (first >= parts.size() || parts[first].entity.kind != EntityKind::Inside) return 0;
  return parts[first].to;
}

bool goes_inside(const SegmentParts& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [](const SegmentPart& part) { return part.entity.kind == EntityKind::Inside; });
}

struct EdgeEnds {
  Vec3 low, high;
};
EdgeEnds ends_of(const BRep& brep, std::uint32_t edge) {
  return {brep.vertex(brep.edge(edge).low), brep.vertex(brep.edge(edge).high)};
}

// One vertex or edge of one solid and the other solid, in time.
class Entry {
 public:
  Entry(const Solid& own, const Solid& other, Entity entity, int& classifications)
      : own_(own), other_(other), entity_(entity), classifications_(classifications) {}

  // Whether it is inside, or goes inside, at a time. Times without a pose count as outside: nothing is proved by this.
  bool is_inside(double time) const {
    const auto own = own_.motion.at(time), other = other_.motion.at(time);
    if (!own || !other) return false;
    ++classifications_;
    const BRep& brep = own_.index.brep();
    if (entity_.kind == EntityKind::Vertex)
      return classify(other_.index, *other, brep.vertex(entity_.index), *own).kind == EntityKind::Inside;
    const EdgeEnds ends = ends_of(brep, entity_.index);
    return goes_inside(classify_segment(other_.index, *other, ends.low, ends.high, *own));
  }

  // The time at which it came in, up to `width`, if it is outside at `low` and inside at `high`.
  double entry_time(double low, double high, double width) const {
    double share = 0.1;  // of the interval that is kept around an estimate; squared each time that it was enough
    while (high - low > width) {
      double time = low + 0.5 * (high - low);
      if (entity_.kind == EntityKind::Vertex) {
        time = chord_time(low, high);
        const double reach = std::max(share * (high - low), 0.25 * width);
        const double before = std::max(low, time - reach), after = std::min(high, time + reach);
        const bool is_late = before > low && is_inside(before);
        const bool is_early = !is_late && after < high && !is_inside(after);
        const double old_width = high - low;
        if (is_late) high = before;
        if (is_early) low = after;
        if (!is_late && !is_early) low = before, high = after, share *= share;
        if (is_late || is_early) share = std::min(0.1, std::sqrt(share));
        if (high - low <= 0.75 * old_width) continue;
        time = low + 0.5 * (high - low);  // the way bends too much for its chord
      }
      if (!(time > low && time < high)) break;
      (is_inside(time) ? high : low) = time;
    }
    return high;
  }

 private:
  double chord_time(double low, double high) const {
    const auto own_low = own_.motion.at(low), own_high = own_.motion.at(high);
    const auto other_low = other_.motion.at(low), other_high = other_.motion.at(high);
    if (!own_low || !own_high || !other_low || !other_high) return low + 0.5 * (high - low);
    ++classifications_;
    const Vec3 vertex = own_.index.brep().vertex(entity_.index);
    const Vec3 inside = seen_from(*other_high, vertex, *own_high), outside = seen_from(*other_low, vertex, *own_low);
    return high - inside_share(other_.index, inside, outside) * (high - low);
  }

  const Solid &own_, &other_;
  Entity entity_;
  int& classifications_;
};

class Search {
 public:
  Search(const Solid& a, const Solid& b, double t, double t_prime, const BRepCollisionTimeOptions& options)
      : a_(a), b_(b), options_(options), width_(options.tolerance * (t_prime - t)) {
    out_.lower = t;
    out_.upper = t_prime;
  }

  // The error, if there is one.
  std::optional<Error> run() {
    for (const double end : {out_.lower, out_.upper}) {
      const Result<Status> status = status_at(end);
      if (!status) return status.error();
      if (end == out_.lower && *status == Status::Penetrating)
        return Error{"t", "the solids penetrate at t already; they must be apart or touch there"};
      if (end == out_.upper && *status != Status::Penetrating)
        return Error{"t_prime", "the solids do not penetrate at t_prime; they must, for there to be a collision"};
    }
    bool has_stalled = false;
    while (out_.upper - out_.lower > width_) {
      // Below this there is no double between the ends.
      const double before = out_.upper - out_.lower, middle = out_.lower + 0.5 * before;
      if (out_.evaluations >= options_.max_evaluations || !(middle > out_.lower && middle < out_.upper)) break;
      // Where estimates gain less than halving does, both take turns.
      const bool has_estimate = options_.use_estimates && !has_stalled && lower_upper_end();
      const double next = has_estimate ? std::max(middle_of_bracket(), out_.upper - 0.9 * width_) : middle;
      if (out_.upper - out_.lower > width_)
        if (const auto error = move_end(next)) return error;
      has_stalled = has_estimate && out_.upper - out_.lower > 0.5 * before;
    }
    out_.status = out_.upper - out_.lower > width_ ? MotionStatus::Undecided : MotionStatus::Contact;
    return std::nullopt;
  }

  const BRepCollisionTime& result() const { return out_; }

 private:
  Result<Status> status_at(double time) {
    const auto pose_a = a_.motion.at(time), pose_b = b_.motion.at(time);
    if (!pose_a) return pose_a.error().within("motion of a");
    if (!pose_b) return pose_b.error().within("motion of b");
    ++out_.evaluations;
    return intersects(a_.index.brep().mesh(), *pose_a, b_.index.brep().mesh(), *pose_b).status;
  }

  // One end of the bracket comes to a time inside it.
  std::optional<Error> move_end(double time) {
    const Result<Status> status = status_at(time);
    if (!status) return status.error();
    (*status == Status::Penetrating ? out_.upper : out_.lower) = time;
    return std::nullopt;
  }

  double middle_of_bracket() const { return out_.lower + 0.5 * (out_.upper - out_.lower); }

  // To the earliest time at which something that is inside at `upper` came in, or an instant later. It is inside then,
  // exactly, so the solids penetrate and nobody need ask. False where nothing is inside: then there is no estimate.
  // Vertices first, edges where those have led: few are inside there, and short pieces of edges are cheap.
  bool lower_upper_end() {
    const detail::ContactScope all = detail::whole_scope(a_.index.brep(), b_.index.brep());
    const bool by_vertices = follow({all.vertices_a, {}, all.vertices_b, {}}, false);
    return follow({{}, all.edges_a, {}, all.edges_b}, by_vertices) || by_vertices;
  }

  // `has_estimate`: `upper` is one already, and what came in later does not matter.
  bool follow(const detail::ContactScope& scope, bool has_estimate) {
    const auto pose_a = a_.motion.at(out_.upper), pose_b = b_.motion.at(out_.upper);
    if (!pose_a || !pose_b) return false;
    const std::vector<BRepPenetrator> list =
        detail::find_contacts(a_.index, *pose_a, b_.index, *pose_b, {}, scope).penetrators;
    out_.classifications += static_cast<int>(scope.vertices_a.size() + scope.edges_a.size() + scope.vertices_b.size() +
                                             scope.edges_b.size());
    for (const BRepPenetrator& x : list) {
      const bool is_a = x.of == Body::A;
      const Entry entry(is_a ? a_ : b_, is_a ? b_ : a_, x.entity, out_.classifications);
      const double until = has_estimate ? out_.upper - 0.25 * width_ : out_.upper;
      if (!(until > out_.lower) || (has_estimate && !entry.is_inside(until))) continue;
      out_.upper = entry.entry_time(out_.lower, until, 0.125 * width_);
      out_.first = x;
      ++out_.estimates;
      has_estimate = true;
    }
    return !list.empty();
  }

  const Solid &a_, &b_;
  const BRepCollisionTimeOptions& options_;
  double width_;
  BRepCollisionTime out_;
};

}  // namespace

Result<BRepCollisionTime> collision_time(const BRepIndex& a, const Motion& motion_a, const BRepIndex& b,
                                         const Motion& motion_b, double t, double t_prime,
                                         const BRepCollisionTimeOptions& options) {
  if (!std::isfinite(t) || !std::isfinite(t_prime) || !(t < t_prime) || !std::isfinite(t_prime - t))
    return Error{"", "t and t_prime must be finite, and t before t_prime"};
  if (!(options.tolerance > 0 && options.tolerance < 1)) return Error{"tolerance", "must be above 0 and below 1"};
  const Solid solid_a{a, motion_a}, solid_b{b, motion_b};
  Search search(solid_a, solid_b, t, t_prime, options);
  if (const std::optional<Error> error = search.run()) return *error;
  return search.result();
}

double estimated_collision_time(const BRepIndex& a, const Pose& pose_a, const Pose& pose_a_prime, const BRepIndex& b,
                                const Pose& pose_b, const Pose& pose_b_prime, double t, double t_prime,
                                std::span<const BRepPenetrator> penetrators) {
  double share = 1;  // of the interval that has passed
  for (const BRepPenetrator& x : penetrators) {
    const bool is_a = x.of == Body::A;
    const BRep& brep = (is_a ? a : b).brep();
    const BRepIndex& other = is_a ? b : a;
    const Pose &own = is_a ? pose_a : pose_b, &own_prime = is_a ? pose_a_prime : pose_b_prime;
    const Pose &seen = is_a ? pose_b : pose_a, &seen_prime = is_a ? pose_b_prime : pose_a_prime;
    if (x.entity.kind == EntityKind::Vertex) {
      const Vec3 vertex = brep.vertex(x.entity.index);
      const Vec3 inside = seen_from(seen_prime, vertex, own_prime), outside = seen_from(seen, vertex, own);
      share = std::min(share, 1 - inside_share(other, inside, outside));
      continue;
    }
    const EdgeEnds ends = ends_of(brep, x.entity.index);
    const Vec3 low = seen_from(seen, ends.low, own), high = seen_from(seen, ends.high, own);
    const Vec3 low_way = seen_from(seen_prime, ends.low, own_prime) - low,
               high_way = seen_from(seen_prime, ends.high, own_prime) - high;
    const auto is_inside = [&](double beta) {
      return goes_inside(classify_segment(other, {}, low + beta * low_way, high + beta * high_way));
    };
    // The paper's search on β: what was not inside stays below. Edges that come in later than another do not matter.
    double outside = 0;
    if (!is_inside(share)) continue;
    for (int halvings = 0; halvings < 40; ++halvings) {
      const double middle = 0.5 * (outside + share);
      (is_inside(middle) ? share : outside) = middle;
    }
  }
  return t + share * (t_prime - t);
}

}  // namespace clearance
