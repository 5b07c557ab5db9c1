// Question: where do two convex bodies meet, along which normal?
// Method:   a normal is tried, evaluated by one support search, and kept if no other is much better: first that of the
//           face or the edges that gave it last; then the direction of distance() or penetration(), which a face's
//           normal near it replaces where the bodies are nearly as far apart along it. Then the features that lie
//           towards each other along it share some points (convex_patch.h).
// Proves:   the status; the patch's bracket, by the support search's own bound; that no normal is better by more than
//           docs/contacts/README.md says (docs/decisions/0027).
// Notation: g how far apart the bodies are along a normal, at most their distance, or at most minus their depth; r the
//           sum of the radii; u = 2⁻⁵³, S the pair's reach.
#include <clearance/contact/convex/box_contact.h>
#include <clearance/contact/convex/convex_depth.h>
#include <clearance/contact/convex/convex_patch.h>
#include <clearance/contact/convex/nearest_feature.h>
#include <clearance/contact/manifold_scratch.h>
#include <clearance/convex/depth/box_depth.h>
#include <clearance/convex/exact/planes.h>
#include <clearance/convex/query.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <tuple>
#include <type_traits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// The part of the distance that a preferred normal keeps, and the part of the depth that it may add to it.
constexpr double kNearlyAsFar = 0.95, kNearlyAsDeep = 1.05;
// Of the reach: corners that fall short of the farthest by less tie with it, where a direction has no feature of its
// own.
constexpr double kTie = 0x1p-30;

template <int kWidth>
CLEARANCE_INLINE SupportPair near_support(const PosedPair& pair, Vec3 n, VertexPair hint) {
  return pair.template support<kWidth, true>(n, hint);
}
CLEARANCE_DISPATCH(SupportPair, support_along, (const PosedPair& pair, Vec3 n, VertexPair hint), near_support,
                   (pair, n, hint))

// A unit normal, and what it is worth.
struct Direction {
  Vec3 normal;
  VertexPair nearest;
  double lower = -kInfinity, upper = kInfinity;  // of g
};

// The face or the pair of edges that gave a normal, as the cache keeps it: plain numbers that are looked at before they
// are used.
struct Source {
  enum class Kind { None, FaceOfA, FaceOfB, Edges } kind = Kind::None;
  std::uint32_t a = 0, b = 0;  // faces or half-edges
};

Source recall(const ConvexCache& cache, const Polytope& a, const Polytope& b) {
  const FeatureId of_a = cache.feature_a, of_b = cache.feature_b;
  const auto is_face = [](FeatureId id, const Polytope& body) {
    return id.kind == Feature::Face && id.index >= 0 && id.index < body.face_count();
  };
  const auto is_edge = [](FeatureId id, const Polytope& body) {
    if (id.kind != Feature::Edge || id.index < 0) return false;
    return body.dimension() == 1 ? id.index == 0 : static_cast<std::size_t>(id.index) < body.half_edges().size();
  };
  if (is_face(of_a, a) && of_b.index < 0) return {Source::Kind::FaceOfA, static_cast<std::uint32_t>(of_a.index), 0};
  if (is_face(of_b, b) && of_a.index < 0) return {Source::Kind::FaceOfB, 0, static_cast<std::uint32_t>(of_b.index)};
  if (is_edge(of_a, a) && is_edge(of_b, b))
    return {Source::Kind::Edges, static_cast<std::uint32_t>(of_a.index), static_cast<std::uint32_t>(of_b.index)};
  return {};
}

void remember(ConvexCache& cache, const Source& source) {
  cache.feature_a = cache.feature_b = {};
  const auto a = static_cast<std::int32_t>(source.a), b = static_cast<std::int32_t>(source.b);
  if (source.kind == Source::Kind::FaceOfA) cache.feature_a = {Feature::Face, a};
  if (source.kind == Source::Kind::FaceOfB) cache.feature_b = {Feature::Face, b};
  if (source.kind == Source::Kind::Edges) cache.feature_a = {Feature::Edge, a}, cache.feature_b = {Feature::Edge, b};
}

// Both ends.
BodyFeature edge_of(const Polytope& body, std::uint32_t half_edge) {
  if (body.dimension() == 1) return {Feature::Edge, 0, 1};
  const HalfEdge edge = body.half_edges()[half_edge];
  return {Feature::Edge, edge.origin, body.half_edges()[edge.next].origin};
}
std::uint32_t half_edge_of(const Polytope& body, BodyFeature edge) {
  if (body.dimension() == 1) return 0;
  const auto from = static_cast<int>(edge.first);
  const auto around = body.neighbours(from);
  const auto at = std::lower_bound(around.begin(), around.end(), edge.second);
  return body.spokes(from)[static_cast<std::size_t>(at - around.begin())];
}

// Of unit length, of any vector whose length is ordinary; 0 of others.
Vec3 unit_or_zero(Vec3 v) {
  const double length = norm(v);
  return length > 0x1p-500 && length < 0x1p500 ? v / length : Vec3{};
}

class ConvexContact {
 public:
  ConvexContact(const Rounded& a, const Rounded& b, const ManifoldQuestion& ask, ConvexCache& cache,
                ManifoldScratch& scratch, Manifold& out)
      : a_(a),
        b_(b),
        pair_(a.core(), ask.pose_a, b.core(), ask.pose_b),
        radii_(a.radius(), b.radius()),
        ask_(ask),
        cache_(cache),
        scratch_(scratch),
        out_(out),
        first_(out.points.size()) {}

  void run() {
    // Made where it is wanted: a copy would wait for what was just written.
    static_assert(std::is_trivially_destructible_v<Intersection>);
    new (&out_.answer) Intersection(intersects(a_, ask_.pose_a, b_, ask_.pose_b, cache_));
    is_apart_ = out_.answer.status == Status::Separated;
    if (is_apart_ && !(ask_.margin > 0)) return;
    // Less than rounding can tell.
    nothing_ = 0x1p-43 * pair_.reach() + 0x1p-50 * radii_.high + 0x1p-1040;
    if (!try_last()) search();
  }

 private:
  Vec3 normal_of_face(bool of_a, std::uint32_t face) const {
    const Polytope& body = of_a ? pair_.a() : pair_.b();
    const Pose& pose = of_a ? ask_.pose_a : ask_.pose_b;
    // A matrix may stretch: the normal of what the face becomes.
    Vec3 n = face_normal(body, face);
    if (pose.kind() == Pose::Kind::Quaternion) {
      n = pose.rotation() * n;
    } else {
      const Mat3& m = pose.rotation();
      n = n.x * cross(column(m, 1), column(m, 2)) + n.y * cross(column(m, 2), column(m, 0)) +
          n.z * cross(column(m, 0), column(m, 1));
    }
    n = unit_or_zero(n);
    return of_a ? n : -n;
  }
  static Vec3 column(const Mat3& m, int k) { return {m.row[0][k], m.row[1][k], m.row[2][k]}; }
  Vec3 normal_of_edges(BodyFeature of_a, BodyFeature of_b) const {
    const auto along = [](const Polytope& body, const Pose& pose, BodyFeature edge) {
      return unit_or_zero(pose.rotation() *
                          (body.vertex(static_cast<int>(edge.second)) - body.vertex(static_cast<int>(edge.first))));
    };
    const Vec3 n = cross(along(pair_.a(), ask_.pose_a, of_a), along(pair_.b(), ask_.pose_b, of_b));
    // Nearly parallel ones have none to speak of.
    return squared_norm(n) > 0x1p-20 ? unit_or_zero(n) : Vec3{};
  }

  Direction evaluated(Vec3 normal) {
    const SupportPair found = support_along(pair_, normal, {cache_.vertex_a, cache_.vertex_b});
    // The search's own bound; a vector that is of unit length within 4u; underflow, which no coordinate of a unit
    // vector magnifies.
    const double error = (kDotError * norm_one(normal) + 0x1p-50) * pair_.reach() + 0x1p-1060;
    return {normal, found.pair, sum_down(found.value - error, -radii_.high), sum_up(found.value + error, -radii_.low)};
  }

  // Is no normal better by more than is allowed, if none has a g above `best`?
  bool is_good(const Direction& direction, double best) const {
    return direction.lower >= (best >= 0 ? kNearlyAsFar : kNearlyAsDeep) * best - nothing_;
  }

  // What the last normal's source gives now. False where it does not answer.
  bool try_last() {
    const Source source = recall(cache_, pair_.a(), pair_.b());
    if (source.kind == Source::Kind::None) return false;
    if (are_plain_boxes(pair_)) {
      if (source.kind != Source::Kind::Edges) return try_last_of_boxes(source);
      if (!is_apart_ && search_boxes()) return true;
    }
    Vec3 normal;
    BodyFeature of_a{Feature::Face, source.a, 0}, of_b{Feature::Face, source.b, 0};
    if (source.kind == Source::Kind::Edges) {
      of_a = edge_of(pair_.a(), source.a), of_b = edge_of(pair_.b(), source.b);
      normal = normal_of_edges(of_a, of_b);
    } else {
      const bool of = source.kind == Source::Kind::FaceOfA;
      normal = normal_of_face(of, of ? source.a : source.b);
    }
    const bool may_turn = source.kind == Source::Kind::Edges ||
                          (source.kind == Source::Kind::FaceOfA ? pair_.a() : pair_.b()).dimension() == 2;
    if (may_turn && dot(normal, pair_.center_difference()) < 0) normal = -normal;
    if (normal == Vec3{}) return false;
    const Direction direction = evaluated(normal);
    if (is_apart_ && direction.lower > ask_.margin) return true;
    if (source.kind == Source::Kind::FaceOfA) of_b = facing(pair_.b(), ask_.pose_b, -normal, direction.nearest.b);
    if (source.kind == Source::Kind::FaceOfB) of_a = facing(pair_.a(), ask_.pose_a, normal, direction.nearest.a);
    double best;
    const auto is_as_deep_as = [&](double depth) {
      return is_as_deep(pair_, ContactFrame(pair_, normal), depth, -(shared_.least_upper + radii_.low), scratch_);
    };
    if (!share(direction, of_a, of_b) || !is_nearly_best(direction, best, is_as_deep_as)) return false;
    if (source.kind == Source::Kind::Edges) {
      const int before = shares_;
      if (try_faces(direction, best, &source)) return true;
      if (shares_ != before && !share(direction, of_a, of_b)) return false;
    }
    append(direction);
    return true;
  }

  // The same of a box's face, and the same answer but for rounding.
  bool try_last_of_boxes(const Source& source) {
    const Direction direction = share_box_face(source);
    if (is_apart_ && direction.lower > ask_.margin) return out_.points.resize(first_), true;
    double best;
    const auto is_as_deep_as = [&](double depth) { return box_overlaps(pair_).lower >= depth; };
    if (!is_within_margin() || !is_nearly_best(direction, best, is_as_deep_as)) return false;
    append_ordered(direction);
    return true;
  }

  // Along the normal of a box's face: what its points are, and what it is worth.
  Direction share_box_face(const Source& source) {
    const bool is_a = source.kind == Source::Kind::FaceOfA;
    out_.points.resize(first_);
    const BoxContact found = box_contact(pair_, radii_, is_a, is_a ? source.a : source.b, ask_.margin, out_.points);
    const double error = (2 * kDotError + 0x1p-50) * pair_.reach();
    shared_ = found.shared;
    return {found.normal, {}, sum_down(found.apart - error, -radii_.high), sum_up(found.apart + error, -radii_.low)};
  }

  // Boxes that share a point, from nothing: the depth is the least overlap along fifteen axes. A face that will do is
  // preferred to edges.
  bool search_boxes() {
    const BoxOverlaps found = box_overlaps(pair_);
    // Round ones whose cores are apart: the distance decides.
    if (!found.has_answer() || (radii_.high > 0 && !(found.lower > 0))) return false;
    const double best = -sum_down(larger(found.lower, 0), radii_.low);
    double worth[BoxOverlaps::kAxes];
    int order[BoxOverlaps::kAxes], faces = 0, count = 0;
    const auto is_before = [&](int p, int q) {
      if (worth[p] != worth[q]) return worth[p] > worth[q];
      return is_first(box_axis(pair_, found, p), box_axis(pair_, found, q));
    };
    for (int axis = 0; axis < BoxOverlaps::kAxes; ++axis) {
      if (axis == BoxOverlaps::kFaces) faces = count;
      Direction direction;
      direction.lower = worth[axis] = sum_down(-(found.overlap[axis] + found.error[axis]), -radii_.high);
      if (!is_good(direction, best)) continue;
      int at = count++;
      for (; at > faces && is_before(axis, order[at - 1]); --at) order[at] = order[at - 1];
      order[at] = axis;
    }
    for (int k = 0; k < count; ++k) {
      const Vec3 normal = box_axis(pair_, found, order[k]);
      if (k < faces ? take_box_face(order[k], normal, best) : take_box_edges(order[k], normal, best)) return true;
    }
    return false;
  }
  bool take_box_face(int axis, Vec3 normal, double best) {
    const bool is_a = axis < 3;
    const Polytope& box = is_a ? pair_.a() : pair_.b();
    const Mat3& turn = (is_a ? ask_.pose_a : ask_.pose_b).rotation();
    const int k = is_a ? axis : axis - 3;
    const std::uint32_t face = box_face(box, k, box.corner(farthest_corner(turn, is_a ? normal : -normal)));
    const Source source = is_a ? Source{Source::Kind::FaceOfA, face, 0} : Source{Source::Kind::FaceOfB, 0, face};
    const Direction direction = share_box_face(source);
    if (!is_within_margin() || !is_good(direction, best)) return false;
    remember(cache_, source);
    append_ordered(direction);
    return true;
  }
  bool take_box_edges(int axis, Vec3 normal, double best) {
    const auto edge_along = [](const Polytope& box, const Pose& pose, Vec3 towards, int k) {
      const unsigned corner = farthest_corner(pose.rotation(), towards), along = 1u << k;
      return BodyFeature{Feature::Edge, static_cast<std::uint32_t>(box.corner(corner & ~along)),
                         static_cast<std::uint32_t>(box.corner(corner | along))};
    };
    const int edges = axis - BoxOverlaps::kFaces;
    const BodyFeature of_a = edge_along(pair_.a(), ask_.pose_a, normal, edges / 3),
                      of_b = edge_along(pair_.b(), ask_.pose_b, -normal, edges % 3);
    const Direction direction = evaluated(normal);
    if (!is_good(direction, best) || !share(direction, of_a, of_b)) return false;
    remember(cache_, {Source::Kind::Edges, half_edge_of(pair_.a(), of_a), half_edge_of(pair_.b(), of_b)});
    append(direction);
    return true;
  }

  static BodyFeature facing(const Polytope& body, const Pose& pose, Vec3 towards, int vertex) {
    return facing_feature(body, transpose_times(pose.rotation(), towards), vertex);
  }

  // The points of two features, at least one of them within the margin. Bodies that are apart need more: one that shows
  // that they are no farther apart than the margin.
  bool share(const Direction& direction, BodyFeature of_a, BodyFeature of_b) {
    const ContactFrame frame(pair_, direction.normal);
    see_features(pair_, frame, of_a, of_b, scratch_);
    return share_seen(frame);
  }
  bool share_seen(const ContactFrame& frame) {
    ++shares_;
    out_.points.resize(first_);
    shared_ = share_points(pair_, radii_, frame, scratch_, out_.points);
    return is_within_margin();
  }
  bool is_within_margin() const {
    return shared_.count > 0 && (is_apart_ && !is_near_ ? shared_.least_upper : shared_.least_lower) <= ask_.margin;
  }

  // Of the features seen last, which lie on either body's nearest: does something show that no g is much larger? Sets
  // `best`, which is then beyond none of them.
  template <class IsAsDeep>
  bool is_nearly_best(const Direction& direction, double& best, const IsAsDeep& is_as_deep_as) {
    if (!is_apart_ && direction.lower >= -nothing_) return best = 0, true;
    // Points of the cores are that far apart: no normal can do better.
    if (shared_.least_lower + radii_.low >= 0) return best = shared_.least_upper, is_good(direction, best);
    if (is_apart_) return false;
    // The cores penetrate: is something around the origin, in all directions, nearly as far off?
    best = direction.lower / (kNearlyAsDeep - 0x1p-20);
    return is_as_deep_as(-best - radii_.low);
  }

  void append(const Direction& direction) {
    ContactPatch patch;
    patch.normal = direction.normal;
    patch.lower = direction.lower, patch.upper = direction.upper;
    patch.first_point = static_cast<std::uint32_t>(first_);
    finish_patch(ask_, patch, scratch_, out_);
  }

  // The same of points that are within the margin and in order.
  void append_ordered(const Direction& direction) {
    if (out_.points.size() - first_ > ask_.points_per_patch) return append(direction);
    ContactPatch& patch = out_.patches.emplace_back();
    patch.normal = direction.normal;
    patch.lower = direction.lower, patch.upper = direction.upper;
    patch.first_point = static_cast<std::uint32_t>(first_);
    patch.point_count = static_cast<std::uint32_t>(out_.points.size() - first_);
  }

  // From nothing.
  void search() {
    remember(cache_, {});
    out_.points.resize(first_);
    if (!is_apart_ && are_plain_boxes(pair_) && search_boxes()) return;
    Vec3 normal, point_a, point_b;
    double best = 0;
    if (is_apart_) {
      const double limit = std::nextafter(ask_.margin, kInfinity);
      const Distance found = distance(a_, ask_.pose_a, b_, ask_.pose_b, cache_, {.only_below = limit});
      if (found.lower > ask_.margin) return;
      is_near_ = true;
      normal = unit_normal(found.certificate.plane, pair_);
      best = found.upper, point_a = found.point_a, point_b = found.point_b;
    } else {
      const Penetration found = penetration(a_, ask_.pose_a, b_, ask_.pose_b, cache_);
      normal = found.direction;
      best = -found.lower, point_a = found.point_a, point_b = found.point_b;
    }
    normal = unit_or_zero(normal);
    if (normal == Vec3{}) normal = {0, 0, 1};
    const Direction direction = evaluated(normal);
    if (try_faces(direction, best)) return;
    const double tie = kTie * pair_.reach();
    const auto tied = [&](const Polytope& body, const Pose& pose, Vec3 towards, int vertex) {
      return tied_feature(body, transpose_times(pose.rotation(), towards), vertex, tie);
    };
    const BodyFeature of_a = tied(pair_.a(), ask_.pose_a, normal, direction.nearest.a),
                      of_b = tied(pair_.b(), ask_.pose_b, -normal, direction.nearest.b);
    if (of_a.kind == Feature::Edge && of_b.kind == Feature::Edge && try_edges(of_a, of_b, normal, best)) return;
    if (share(direction, of_a, of_b)) return append(direction);
    take_witness(direction, best, point_a - radii_.a * normal, point_b + radii_.b * normal);
  }

  // The normals of the faces nearest to that one; of `edges`, where they gave it, those beside them.
  bool try_faces(const Direction& near, double best, const Source* edges = nullptr) {
    struct Candidate {
      Direction direction;
      Source source;
    };
    Candidate candidates[2];
    int count = 0;
    for (const bool of_a : {true, false}) {
      const Polytope& body = of_a ? pair_.a() : pair_.b();
      const Pose& pose = of_a ? ask_.pose_a : ask_.pose_b;
      const Vec3 towards = transpose_times(pose.rotation(), of_a ? near.normal : -near.normal);
      const FacingFace face = edges != nullptr ? facing_face_beside(body, towards, of_a ? edges->a : edges->b)
                                               : facing_face(body, towards, of_a ? near.nearest.a : near.nearest.b);
      if (face.face == kNoFace || !(face.alignment > 0)) continue;
      Vec3 normal = normal_of_face(of_a, face.face);
      if (body.dimension() == 2 && dot(normal, near.normal) < 0) normal = -normal;
      if (normal == Vec3{}) continue;
      // The vertices nearest along the other normal: the bodies are no farther apart along this one.
      if (!is_good({normal, near.nearest, dot(normal, pair_.difference(near.nearest)) - radii_.low}, best)) continue;
      const Direction direction = evaluated(normal);
      if (!is_good(direction, best)) continue;
      candidates[count++] = {
          direction, of_a ? Source{Source::Kind::FaceOfA, face.face, 0} : Source{Source::Kind::FaceOfB, 0, face.face}};
    }
    if (count == 2 && is_preferred(candidates[1].direction, candidates[0].direction))
      std::swap(candidates[0], candidates[1]);
    for (int k = 0; k < count; ++k) {
      const auto& [direction, source] = candidates[k];
      const bool is_a = source.kind == Source::Kind::FaceOfA;
      const BodyFeature of_a = is_a ? BodyFeature{Feature::Face, source.a, 0}
                                    : facing(pair_.a(), ask_.pose_a, direction.normal, direction.nearest.a),
                        of_b = is_a ? facing(pair_.b(), ask_.pose_b, -direction.normal, direction.nearest.b)
                                    : BodyFeature{Feature::Face, source.b, 0};
      if (!share(direction, of_a, of_b)) continue;
      remember(cache_, source);
      append(direction);
      return true;
    }
    return false;
  }

  // Along which the bodies are farther apart; of equal ones the same whichever body comes first.
  static bool is_preferred(const Direction& p, const Direction& q) {
    return p.lower != q.lower ? p.lower > q.lower : is_first(p.normal, q.normal);
  }
  static bool is_first(Vec3 p, Vec3 q) {
    const auto key = [](Vec3 n) { return std::tuple(std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)); };
    return key(p) > key(q);
  }

  bool try_edges(BodyFeature of_a, BodyFeature of_b, Vec3 near, double best) {
    Vec3 normal = normal_of_edges(of_a, of_b);
    if (normal == Vec3{}) return false;
    if (dot(normal, near) < 0) normal = -normal;
    const Direction direction = evaluated(normal);
    if (!is_good(direction, best) || !share(direction, of_a, of_b)) return false;
    remember(cache_, {Source::Kind::Edges, half_edge_of(pair_.a(), of_a), half_edge_of(pair_.b(), of_b)});
    append(direction);
    return true;
  }

  // The features that tie share nothing: rounding hides which ones meet. The points of the cores that showed the
  // distance or the depth are there, and how far they are from lying across the normal and on a feature is measured.
  void take_witness(Direction direction, double best, Vec3 core_a, Vec3 core_b) {
    if (!is_finite(core_a) || !is_finite(core_b)) {
      core_a = apply(ask_.pose_a, pair_.a().vertex(direction.nearest.a));
      core_b = apply(ask_.pose_b, pair_.b().vertex(direction.nearest.b));
    }
    // Across the direction from one to the other they lie exactly, if that is as good.
    if (dot(core_b - core_a, direction.normal) > kTie * pair_.reach()) {
      const Direction through = evaluated(unit_or_zero(core_b - core_a));
      if (through.normal != Vec3{} && is_good(through, best)) direction = through;
    }
    const NearestFeature of_a = nearest_feature(pair_.a(), ask_.pose_a, direction.nearest.a, core_a),
                         of_b = nearest_feature(pair_.b(), ask_.pose_b, direction.nearest.b, core_b);
    ContactPoint point;
    const Vec3 n = direction.normal;
    point.a = core_a + radii_.a * n, point.b = core_b - radii_.b * n;
    const Vec3 between = point.b - point.a;
    const double gap = dot(n, between), rounding = 0x1p-46 * (pair_.reach() + radii_.high + norm_max(core_a));
    point.error = norm(between - gap * n) + larger(of_a.away, of_b.away) + rounding;
    point.lower = smaller(gap - point.error, ask_.margin), point.upper = larger(gap + point.error, direction.lower);
    point.feature_a = named(pair_.a(), of_a.feature), point.feature_b = named(pair_.b(), of_b.feature);
    out_.points.resize(first_);
    out_.points.push_back(point);
    append(direction);
  }

  const Rounded& a_;
  const Rounded& b_;
  const PosedPair pair_;
  const Radii radii_;
  const ManifoldQuestion& ask_;
  ConvexCache& cache_;
  ManifoldScratch& scratch_;
  Manifold& out_;
  const std::size_t first_;  // of the patch's points
  SharedPoints shared_;
  int shares_ = 0;  // how often they were made
  bool is_apart_ = false;
  bool is_near_ = false;  // no farther apart than the margin, or by next to nothing
  double nothing_ = 0;
};

}  // namespace

void convex_manifold(const Rounded& a, const Rounded& b, const ManifoldQuestion& ask, ConvexCache& cache,
                     ManifoldScratch& scratch, Manifold& out) {
  ConvexContact(a, b, ask, cache, scratch, out).run();
}

}  // namespace clearance::detail
