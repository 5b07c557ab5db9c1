#include <clearance/contact/convex/convex_feature.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// Alignments nearer than this are equal.
constexpr double kAlike = 1e-9;
// Squares of cosines: a face steeper than 75° has no height to speak of over a plane across the direction, nor has an
// edge.
constexpr double kSteepFace = 1.0 / 16, kSteepEdge = 15.0 / 16;

// A power of two that brings lengths of the body's size to where their fourth powers are ordinary.
double unit_scale(double size) {
  if (size > 0x1p-200 && size < 0x1p200) [[likely]]
    return 1;
  return size > 0 ? std::ldexp(1.0, std::min(-std::ilogb(size), 1000)) : 1;
}

Vec3 normal_of(const Polytope& body, std::uint32_t face, double scale) {
  const auto loop = body.face(static_cast<int>(face));
  const std::size_t count = loop.size();
  const Vec3 p = body.vertex(static_cast<int>(loop[0])), q = body.vertex(static_cast<int>(loop[count / 3])),
             r = body.vertex(static_cast<int>(loop[2 * count / 3]));
  return cross(scale * (q - p), scale * (r - p));
}

bool is_nearer(double alignment, std::uint32_t index, double best, std::uint32_t best_index) {
  return alignment > best + kAlike || (alignment > best - kAlike && index < best_index);
}

// The cosine's square, with its sign.
double alignment(Vec3 normal, Vec3 direction) {
  const double product = dot(normal, direction), square = squared_norm(normal);
  return square > 0 ? product * std::fabs(product) / square : -1;
}

void take_nearer(const Polytope& body, std::uint32_t face, double scale, Vec3 direction, FacingFace& best) {
  const double there = alignment(normal_of(body, face, scale), direction);
  if (is_nearer(there, face, best.alignment, best.face)) best = {face, there};
}

}  // namespace

ContactFeature named(const Polytope& body, BodyFeature feature) {
  const auto id = [&](std::uint32_t v) { return body.id(static_cast<int>(v)); };
  if (feature.kind == Feature::Face) return {Feature::Face, kNoIndex, feature.first, kNoIndex};
  if (feature.kind == Feature::Vertex) return {Feature::Vertex, kNoIndex, id(feature.first), kNoIndex};
  const auto [low, high] = std::minmax(feature.first, feature.second);  // ids ascend with positions
  return {Feature::Edge, kNoIndex, id(low), id(high)};
}

Vec3 face_normal(const Polytope& body, std::uint32_t face) { return normal_of(body, face, unit_scale(body.size())); }

int facing_axis(Vec3 sizes) {
  if (sizes.x + kAlike >= sizes.y && sizes.x + kAlike >= sizes.z) return 0;
  return sizes.y + kAlike >= sizes.z ? 1 : 2;
}

std::uint32_t box_face(const Polytope& box, int axis, int vertex) {
  const auto edges = box.half_edges();
  const double* const along = axis == 0 ? box.x() : axis == 1 ? box.y() : box.z();
  for (const std::uint32_t spoke : box.spokes(vertex)) {
    const HalfEdge& next = edges[edges[spoke].next];
    if (along[next.origin] == along[vertex] && along[edges[next.next].origin] == along[vertex])
      return edges[spoke].face;
  }
  return 0;
}

FacingFace facing_face(const Polytope& body, Vec3 direction, int vertex) {
  if (body.is_box()) {
    const int axis = facing_axis({std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)});
    const bool is_outward = (body.vertex(vertex)[axis] == body.box_high()[axis]) == (direction[axis] > 0);
    const double square = direction[axis] * direction[axis];
    return {box_face(body, axis, vertex), is_outward ? square : -square};
  }
  FacingFace best;
  if (body.dimension() < 2) return best;
  const double scale = unit_scale(body.size());
  if (body.dimension() == 2) return {0, std::fabs(alignment(normal_of(body, 0, scale), direction))};
  const auto edges = body.half_edges();
  for (const std::uint32_t spoke : body.spokes(vertex)) take_nearer(body, edges[spoke].face, scale, direction, best);
  return best;
}

FacingFace facing_face_beside(const Polytope& body, Vec3 direction, std::uint32_t half_edge) {
  FacingFace best;
  if (body.dimension() < 3) return body.dimension() == 2 ? facing_face(body, direction, 0) : best;
  const auto edges = body.half_edges();
  const double scale = unit_scale(body.size());
  take_nearer(body, edges[half_edge].face, scale, direction, best);
  take_nearer(body, edges[edges[half_edge].twin].face, scale, direction, best);
  return best;
}

BodyFeature facing_feature(const Polytope& body, Vec3 direction, int vertex) {
  const auto v = static_cast<std::uint32_t>(vertex);
  if (const FacingFace face = facing_face(body, direction, vertex); face.alignment >= kSteepFace)
    return {Feature::Face, face.face, 0};
  const double scale = unit_scale(body.size());
  double best = kSteepEdge;
  std::uint32_t other = kNoIndex;
  for (const std::uint32_t w : body.neighbours(vertex)) {
    const Vec3 edge = scale * (body.vertex(static_cast<int>(w)) - body.vertex(vertex));
    const double along = dot(edge, direction), square = squared_norm(edge);
    if (!(square > 0)) continue;
    if (is_nearer(-along * along / square, w, -best, other)) best = along * along / square, other = w;
  }
  return other == kNoIndex ? BodyFeature{Feature::Vertex, v, 0} : BodyFeature{Feature::Edge, v, other};
}

BodyFeature tied_feature(const Polytope& body, Vec3 direction, int vertex, double tie) {
  const auto v = static_cast<std::uint32_t>(vertex);
  const double floor = dot(body.vertex(vertex), direction) - tie;
  const auto is_tied = [&](std::uint32_t w) { return dot(body.vertex(static_cast<int>(w)), direction) >= floor; };
  if (const FacingFace face = facing_face(body, direction, vertex); face.alignment >= kSteepFace) {
    const auto loop = body.face(static_cast<int>(face.face));
    if (std::all_of(loop.begin(), loop.end(), is_tied)) return {Feature::Face, face.face, 0};
  }
  // The longest of those that tie: a short one may tie only because it is short.
  const double scale = unit_scale(body.size());
  double longest = -1;
  std::uint32_t other = kNoIndex;
  for (const std::uint32_t w : body.neighbours(vertex)) {
    const Vec3 edge = scale * (body.vertex(static_cast<int>(w)) - body.vertex(vertex));
    const double along = dot(edge, direction), square = squared_norm(edge);
    if (is_tied(w) && along * along <= kSteepEdge * square && square > longest) longest = square, other = w;
  }
  return other == kNoIndex ? BodyFeature{Feature::Vertex, v, 0} : BodyFeature{Feature::Edge, v, other};
}

}  // namespace clearance::detail
