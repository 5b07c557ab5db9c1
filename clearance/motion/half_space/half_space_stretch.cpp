#include <clearance/motion/half_space/half_space_stretch.h>

#include <clearance/bvh/box.h>
#include <clearance/exact/time/height_blur.h>
#include <clearance/math/length.h>
#include <clearance/motion/half_space/half_space_motion.h>
#include <clearance/motion/instant.h>
#include <clearance/query/half_space_plane.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace clearance::detail {
namespace {

LowestPieces pieces_of(const Shape& shape) { return is_half_space(shape) ? LowestPieces() : LowestPieces(shape); }

MovingPlane plane_of(const HalfSpace& space, const PosePath& path) {
  return moving_plane(space.normal(), space.offset(), path);
}

// In order, each time once.
void insert(std::vector<HalfSpaceEvent>& events, HalfSpaceEvent event) {
  auto at = events.end();
  while (at != events.begin()) {
    const int order = compare((at - 1)->time, event.time);
    if (order == 0) return;
    if (order < 0) break;
    --at;
  }
  events.insert(at, std::move(event));
}

}  // namespace

bool is_half_space(const Shape& shape) { return std::holds_alternative<HalfSpace>(shape); }

HalfSpaceQuestion::HalfSpaceQuestion(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                     Interval during, double apart)
    : is_b(!is_half_space(a)),
      space(std::get<HalfSpace>(is_b ? b : a)),
      other(is_b ? nullptr : std::get_if<HalfSpace>(&b)),
      motion_space(is_b ? motion_b : motion_a),
      motion_body(is_b ? motion_a : motion_b),
      body(pieces_of(is_b ? a : b)),
      interval(during),
      margin(apart) {}

HalfSpaceStretch::HalfSpaceStretch(const HalfSpaceQuestion& question, double from)
    : question_(question), from_(from), to_(question.interval.end) {
  is_far_ = is_ball_far(question);
  if (is_far_) return;
  const PathPiece of_space = first_piece(question.motion_space, from, to_),
                  of_body = first_piece(question.motion_body, from, to_);
  // The ends of pieces are times of keyframes, or the end: doubles.
  to_ = (compare(of_space.to, of_body.to) < 0 ? of_space.to : of_body.to).to_double();
  plane_ = plane_of(question.space, of_space.path);
  if (question.other == nullptr) {
    form_.emplace(plane_, of_body.path);
    return;
  }
  other_ = plane_of(*question.other, of_body.path);
  if (are_opposite(plane_, other_, from)) form_ = HeightForm::between(plane_, other_);
}

// Sets `to_`, too, where it is. All that rounding can lose is far below 2⁻⁴⁰ of what the heights are made of; a pose
// that is a matrix stretches by less than 1e-3.
bool HalfSpaceStretch::is_ball_far(const HalfSpaceQuestion& question) {
  const ShapePieces* const pieces = question.body.pieces();
  if (pieces == nullptr) return false;
  Leg body, space;
  Pose pose;
  if (!body.set(question.motion_body, pieces->size(), from_, to_) ||
      !space.set(question.motion_space, {0, 0}, from_, to_) || space.turns() || !space.set_pose(from_, pose))
    return false;
  const Vec3 normal = question.space.normal();
  if (!(norm_max(normal) < kOrdinary && norm_max(normal) > 1 / kOrdinary)) return false;
  const double end = smaller(body.end(), space.end());
  const WorldPlane plane = world_plane(question.space, pose);
  const Vec3 n = plane.normal / plane.length;
  const double offset = plane.offset / plane.length, duration = end - from_;
  // The half-space's own origin, as seen from the point that moves straight; it does not turn.
  const Vec3 beside = plane.translation - space.place(from_);
  const double distance = body.arm() * 1.001 + pieces->radius() + question.margin;
  const double bend = length_bound(body.acceleration() - space.acceleration()) * duration * duration / 8;
  for (const double time : {from_, end}) {
    const Vec3 of_body = body.place(time), of_space = space.place(time) + beside;
    const double size = norm_one(of_body) + norm_one(of_space) + std::fabs(offset) + distance + bend + norm_one(beside);
    if (!(dot(n, of_body - of_space) - offset - distance - bend > 0x1p-40 * size)) return false;
  }
  to_ = end;
  return true;
}

bool HalfSpaceStretch::do_half_spaces_meet(const Dyadic& time) const {
  if (!are_opposite(plane_, other_, time)) return true;
  const std::optional<HeightForm> then = HeightForm::between(standing(plane_, time), standing(other_, time));
  return !then || then->compare_at(time, {}, question_.margin) <= 0;
}

Polynomial HalfSpaceStretch::turned_away() const {
  const PolynomialVec across = cross(plane_.normal, other_.normal);
  return dot(across, across);
}

Motion without_idle_spin(const Shape& shape, const Motion& motion) {
  const auto* const space = std::get_if<HalfSpace>(&shape);
  return space == nullptr ? motion : without_idle_spin(space->normal(), motion);
}

TimeSpan own_plane(const HalfSpaceQuestion& question, double from, double to) {
  TimeSpan span;
  span.from = from, span.to = to;
  span.frame = question.is_b ? TimeSpan::Frame::B : TimeSpan::Frame::A;
  span.plane.kind = Plane::Kind::Face;
  span.plane.of = question.is_b ? Body::B : Body::A;
  span.plane.flip = question.is_b;
  return span;
}

namespace {

// By neighbours that are as high, up to what rounding and the width of the bracket leave.
Feature feature_at(const HalfSpaceQuestion& question, const LowVertex& vertex, const Pose& pose, Vec3 n) {
  const ShapePieces& pieces = *question.body.pieces();
  const Vec3 direction = transpose_times(pose.rotation(), n);
  const double height = dot(direction, vertex.point), more = 1e-9 * pieces.size().reach;
  const auto is_as_high = [&](Vec3 v) { return dot(direction, v) <= height + more; };
  int tied = 0;
  if (vertex.triangle == kNoIndex) {
    const Polytope& core = pieces.convex(vertex.part == kNoIndex ? 0 : vertex.part)->core();
    for (const std::uint32_t w : core.neighbours(static_cast<int>(vertex.position)))
      if (is_as_high(core.vertex(static_cast<int>(w)))) ++tied;
  } else {
    const Mesh& mesh = *pieces.mesh(vertex.part == kNoIndex ? 0 : vertex.part);
    for (const std::uint32_t w : mesh.triangle(vertex.position))
      if (w != vertex.number && is_as_high(mesh.vertex(w))) ++tied;
  }
  return tied == 0 ? Feature::Vertex : tied == 1 ? Feature::Edge : Feature::Face;
}

void set_place(FirstContact& result, const HalfSpaceQuestion& question, const LowVertex& vertex) {
  const Result<Pose> space = question.motion_space.at(result.upper), body = question.motion_body.at(result.upper);
  if (!space || !body) return;
  const WorldPlane plane = world_plane(question.space, *space);
  const Vec3 n = plane.normal / plane.length;
  result.normal = question.is_b ? -n : n;
  (question.is_b ? result.feature_b : result.feature_a) = Feature::Face;
  const auto set_points = [&](Vec3 of_body) {
    const Vec3 of_space = of_body - (dot(n, of_body - plane.translation) - plane.offset / plane.length) * n;
    (question.is_b ? result.point_a : result.point_b) = of_body;
    (question.is_b ? result.point_b : result.point_a) = of_space;
  };
  if (question.other != nullptr) {
    result.feature_b = Feature::Face;
    return set_points(world_plane(*question.other, *body).translation);
  }
  set_points(apply(*body, vertex.point) - vertex.radius * n);
  (question.is_b ? result.feature_a : result.feature_b) = feature_at(question, vertex, *body, n);
}

}  // namespace

void set_half_space_contact(FirstContact& result, const HalfSpaceQuestion& question, Bracket bracket,
                            const LowVertex& vertex) {
  result.status = bracket.upper == question.interval.begin ? MotionStatus::Already : MotionStatus::Contact;
  result.lower = bracket.lower, result.upper = bracket.upper;
  result.contact.kind = Certificate::Kind::Simplex;
  result.contact.simplex.count = 1;
  (question.is_b ? result.contact.simplex.a : result.contact.simplex.b)[0] = vertex.number;
  (question.is_b ? result.part_a : result.part_b) = vertex.part;
  (question.is_b ? result.triangle_a : result.triangle_b) = vertex.triangle;
  set_place(result, question, vertex);
}

ContactRoot contact_root(const HalfSpaceQuestion& question, const LowVertex& vertex, Bracket between) {
  ContactRoot root;
  root.kind = question.is_b ? ContactRoot::Kind::VertexOfA : ContactRoot::Kind::VertexOfB;
  (question.is_b ? root.a : root.b)[0] = vertex.number;
  root.after = between.lower, root.before = between.upper;
  return root;
}

std::optional<LowVertices> LowVertices::find(const HalfSpaceQuestion& question, const HeightForm& form, double from,
                                             double to, MotionPatience& patience) {
  const RoughHeights rough(form, from, to);
  std::optional<std::vector<LowVertex>> vertices =
      question.body.low_vertices(rough.window(from, to), question.margin, patience);
  if (!vertices) return {};
  LowVertices made(form, *std::move(vertices), question.margin);
  if (!made.keep_lowest(patience)) return {};
  return made;
}

// Where the body does not turn against the plane, heights differ by what stays the same: the lowest vertex of each
// radius is as good as all of them.
bool LowVertices::keep_lowest(MotionPatience& patience) {
  const PolynomialVec& along = form_->along();
  if (along.x.degree() > 0 || along.y.degree() > 0 || along.z.degree() > 0) return true;
  const auto first = [](const Polynomial& p) { return p.is_zero() ? Dyadic() : p[0]; };
  const DyadicVec n{first(along.x), first(along.y), first(along.z)};
  struct Lowest {
    LowVertex vertex;
    Dyadic height;
  };
  std::vector<Lowest> kept;
  for (const LowVertex& vertex : vertices_) {
    if (!patience.look()) return false;
    Dyadic height = dot(n, exact(vertex.point));
    const auto same =
        std::find_if(kept.begin(), kept.end(), [&](const Lowest& x) { return x.vertex.radius == vertex.radius; });
    if (same == kept.end())
      kept.push_back({vertex, std::move(height)});
    else if (compare(height, same->height) < 0)
      *same = {vertex, std::move(height)};
  }
  vertices_.clear();
  for (const Lowest& lowest : kept) vertices_.push_back(lowest.vertex);
  return true;
}

const LowVertex* LowVertices::below_at(const Dyadic& time) const {
  for (const LowVertex& vertex : vertices_)
    if (form_->compare_at(time, vertex.point, vertex.exact_distance(margin_)) <= 0) return &vertex;
  return nullptr;
}

Polynomial LowVertices::function_of(const LowVertex& vertex) const {
  return form_->beyond(form_->value(vertex.point), vertex.exact_distance(margin_));
}

// A few are enough to look at: where one of a flat side slides, all do.
bool LowVertices::has_one_at_plane_throughout() const {
  constexpr std::size_t kFew = 8;
  for (std::size_t k = 0; k < std::min(kFew, vertices_.size()); ++k)
    if (function_of(vertices_[k]).is_zero()) return true;
  return false;
}

// Before a height can be 0 it is as much as the distance.
bool LowVertices::find_first(double from, double to, MotionPatience& patience,
                             std::optional<HalfSpaceEvent>& found) const {
  const Dyadic low = from, high = to;
  if (const LowVertex* const vertex = below_at(low)) {
    found = HalfSpaceEvent{Root(low), *vertex};
    return true;
  }
  for (const LowVertex& vertex : vertices_) {
    if (!patience.take()) return false;
    const Polynomial function = function_of(vertex);
    if (is_positive(function, low, found ? found->time.high() : high)) continue;
    std::vector<Root> roots = roots_between(function, low, high);
    if (!roots.empty() && (!found || compare(roots.front(), found->time) < 0))
      found = HalfSpaceEvent{std::move(roots.front()), vertex};
  }
  return true;
}

bool LowVertices::find_all(double from, double to, MotionPatience& patience, std::vector<HalfSpaceEvent>& found) const {
  for (const LowVertex& vertex : vertices_) {
    if (!patience.take()) return false;
    const Polynomial function = function_of(vertex);
    if (function.is_zero()) continue;  // at the plane throughout
    for (Root& root : roots_between(function, from, to)) insert(found, {std::move(root), vertex});
  }
  return true;
}

}  // namespace clearance::detail
