// Why the frame map's error holds: entries of a quaternion's matrix are off by 8u (kRotationError), those of a product
//           of two by 2·8u·√3 and their roundings 6u: below 34u; a product with x adds 3u|x|₁. The shift's product is
//           off by 12u|t|₁ ≤ 36u|t|∞, the sum by 4u of both: below 64u·(|x|₁ + |t|∞). The inverse of a matrix of which
//           RᵀR is within 1e-4 of I an entry (3e-4 in norm) is Rᵀ to 3e-4, and to 3e-4³ < 3e-11 after two corrections
//           x += Rᵀ(w − Rx): below 2e-10·(|x|₁ + |t|∞) with √3s.
// Why slack_ is enough for a product n·x of a direction of a's frame: x is off by to_a_.error, the products by 3u|n|₁S
//           on each side, a support found in doubles by 6u|n|₁S: below to_a_.error + 16u·S a unit of |n|₁.
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/query.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/plane_side_sign.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/exact_hulls.h>
#include <clearance/support/direction_table.h>
#include <clearance/support/support.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace clearance::detail {
namespace {

Vec3 inverse_times(const Pose& pose, Vec3 w) {
  Vec3 x = transpose_times(pose.rotation(), w);
  if (pose.kind() == Pose::Kind::Matrix)
    for (int k = 0; k < 2; ++k) x = x + transpose_times(pose.rotation(), w - pose.rotation() * x);
  return x;
}

// max n·v over the body's vertices, up to roundings: a climb's end is believed where it beats its neighbours clearly.
double support_value(const Polytope& body, Vec3 n) {
  if (body.vertex_count() > kScanLimit) {
    const Peak peak = support_peak(body, n, table_vertex(body, n));
    if (peak.value - peak.runner_up > 2 * kDotError * norm_one(n) * body.reach()) return peak.value;
  }
  return dot(n, body.vertex(support_scan(body, n)));
}

bool precedes(Vec3 a, Vec3 b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); }

}  // namespace

FrameMap::FrameMap(const Pose& from, double reach, const Pose& to) {
  const Mat3& r = from.rotation();
  const Vec3 t = from.translation() - to.translation();
  const Mat3 columns{{inverse_times(to, {r.row[0].x, r.row[1].x, r.row[2].x}),
                      inverse_times(to, {r.row[0].y, r.row[1].y, r.row[2].y}),
                      inverse_times(to, {r.row[0].z, r.row[1].z, r.row[2].z})}};
  matrix = transpose(columns);
  shift = inverse_times(to, t);
  error = (to.kind() == Pose::Kind::Quaternion ? 64 * kUnit : 2e-10) * (reach + norm_max(t)) + kUnderflow;
}

Polytope point_polytope() { return Polytope::assemble({0, {{}}, {0}, 1, {}}); }

namespace {

// Collinear corners: the first and the last along the line, which are the first and last of any lexicographic order.
template <class VertexAt>
Polytope triangle_of(MeshTriangle corner, std::size_t source_count, const VertexAt& at) {
  PolytopeParts parts;
  parts.source_count = source_count;
  if (!collinear(at(corner[0]), at(corner[1]), at(corner[2]))) {
    std::sort(corner.begin(), corner.end());
    parts.dimension = 2;
    parts.ids.assign(corner.begin(), corner.end());
    parts.faces = {{0, 1, 2}};
  } else {
    const auto before = [&](std::uint32_t v, std::uint32_t w) { return precedes(at(v), at(w)); };
    const auto [first, last] = std::minmax_element(corner.begin(), corner.end(), before);
    parts.dimension = at(*first) == at(*last) ? 0 : 1;
    parts.ids = {*first};
    if (parts.dimension == 1) parts.ids = {std::min(*first, *last), std::max(*first, *last)};
  }
  for (const std::uint32_t v : parts.ids) parts.vertices.push_back(at(v));
  return Polytope::assemble(parts);
}

}  // namespace

Polytope triangle_polytope(const Mesh& mesh, std::uint32_t t) {
  return triangle_of(mesh.triangle(t), mesh.vertex_count(), [&](std::uint32_t v) { return mesh.vertex(v); });
}

const Rounded& TriangleSlot::set(const Mesh& mesh, std::uint32_t t) {
  MeshTriangle corner = mesh.triangle(t);
  const auto at = [&](std::size_t k) { return mesh.vertex(corner[k]); };
  if (with_area_ && !collinear(at(0), at(1), at(2))) {
    std::sort(corner.begin(), corner.end());
    const Vec3 vertices[] = {at(0), at(1), at(2)};
    if (with_area_->reassemble_core(vertices, corner, mesh.vertex_count())) return *with_area_;
  }
  const Polytope made = triangle_polytope(mesh, t);
  return (made.dimension() == 2 ? with_area_ : other_).emplace(made);
}

Polytope triangle_polytope(Vec3 a, Vec3 b, Vec3 c) {
  return triangle_of({0, 1, 2}, 3, [&](std::uint32_t v) { return v == 0 ? a : v == 1 ? b : c; });
}

ConvexMeshPair::ConvexMeshPair(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b)
    : a_(a),
      pose_a_(pose_a),
      b_(b),
      pose_b_(pose_b),
      to_a_(pose_b, b.reach(), pose_a),
      to_b_(pose_a, 2 * a.core().reach(), pose_b),
      slack_(to_a_.error +
             16 * kUnit * (a.core().reach() + b.reach() + norm_max(pose_b.translation() - pose_a.translation()))) {}

// The core's own box, seen from the mesh. Its axes are off by to_b_.error a unit, its center by as much, at most √3
// times that in length; the axes are square to each other up to 1e-3, which 1 % of the margin covers.
void ConvexMeshPair::for_triangles(double margin, FunctionRef<bool(std::uint32_t)> visit) const {
  const Polytope& core = a_.core();
  const Vec3 low = core.box_low(), high = core.box_high(), center = 0.5 * low + 0.5 * high;
  const double more = 1.01 * margin + 4 * to_b_.error;
  const auto half = [&](double l, double h) { return (0.5 * h - 0.5 * l) * (1 + 0x1p-40) + more; };
  const Vec3 halves{half(low.x, high.x), half(low.y, high.y), half(low.z, high.z)};
  const Vec3 there = to_b_(center);
  const auto run = [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count; ++t)
      if (!visit(t)) return false;
    return true;
  };
  if (is_finite(there) && is_finite(halves) && norm_max(halves) <= kMaxCoordinate)
    b_.tree().find_in_box(there, transpose(to_b_.matrix), halves, run);
  else
    run(0, static_cast<std::uint32_t>(b_.triangle_count()));
}

bool ConvexMeshPair::separates(Vec3 n, const Vec3 (&corner)[3], double margin) const {
  const double length = norm_one(n), bound = length * slack_;
  if (!(length >= 0x1p-400 && length <= 0x1p400 && bound >= kMinBound && bound <= kMaxBound)) return false;
  const double lowest = smaller(dot(n, corner[0]), smaller(dot(n, corner[1]), dot(n, corner[2])));
  return lowest - support_value(a_.core(), n) > bound + margin * norm(n) * stretch_of(pose_a_);
}

bool ConvexMeshPair::surely_beyond(std::uint32_t t, double margin) const {
  const MeshTriangle& triangle = b_.triangle(t);
  Vec3 corner[3];
  for (int k = 0; k < 3; ++k) corner[k] = to_a_(b_.vertex(triangle[static_cast<std::size_t>(k)]));
  const Polytope& core = a_.core();
  const double more = (margin * stretch_of(pose_a_) + slack_) * kSlack;
  const auto beyond = [&](double x, double y, double z, double low, double high) {
    return smaller(x, smaller(y, z)) > high + more || larger(x, larger(y, z)) < low - more;
  };
  const Vec3 low = core.box_low(), high = core.box_high();
  if (beyond(corner[0].x, corner[1].x, corner[2].x, low.x, high.x) ||
      beyond(corner[0].y, corner[1].y, corner[2].y, low.y, high.y) ||
      beyond(corner[0].z, corner[1].z, corner[2].z, low.z, high.z))
    return true;
  const Vec3 normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
  const Vec3 away = (corner[0] + corner[1] + corner[2]) / 3 - core.center();
  return separates(dot(normal, away) < 0 ? -normal : normal, corner, margin) || separates(away, corner, margin);
}

bool strictly_inside(const Rounded& body, const Pose& pose, Vec3 world_point) {
  const Polytope& core = body.core();
  if (body.radius() > 0)
    return compare_distance(point_polytope(), translation(world_point), core, pose, body.radius()) < 0;
  if (core.dimension() < 3) return false;
  // A pose turns nothing inside out: a face has the same side of itself in its own frame, where it need not be turned.
  const Pose identity;
  const FrameMap to_own(identity, norm_one(world_point), pose);
  const ApproxVec own{to_own(world_point), to_own.error};
  const auto as_given = [](Vec3 v) { return ApproxVec{v, 0}; };
  const auto is_below = [&](int f) {
    const auto loop = core.face(f);
    const auto at = [&](std::size_t k) { return core.vertex(static_cast<int>(loop[k])); };
    const ApproxVec on = as_given(at(0));
    const int side = proved_sign(dot(cross(as_given(at(1)) - on, as_given(at(2)) - on), own - on));
    if (side != 0) return side < 0;
    return plane_side_sign({at(0), at(1), at(2), pose}, {{at(0), pose}, {world_point, identity}}) < 0;
  };
  // Those that are most likely to be below it come first.
  for (const std::uint32_t e : core.spokes(support_vertex(core, own.value - core.center())))
    if (const std::uint32_t f = core.half_edges()[e].face; f != kNoFace && !is_below(static_cast<int>(f))) return false;
  for (int f = 0; f < core.face_count(); ++f)
    if (!is_below(f)) return false;
  return true;
}

bool strictly_inside(const Rounded& body, const Pose& pose, const DyadicVec& numerator, const Dyadic& denominator) {
  const Polytope& core = body.core();
  const ExactPose place(pose);
  const DyadicVec point = place.denominator() * numerator;
  if (body.radius() > 0) {
    std::vector<DyadicVec> vertices;
    vertices.reserve(static_cast<std::size_t>(core.vertex_count()));
    for (int v = 0; v < core.vertex_count(); ++v) vertices.push_back(denominator * place.numerator(core.vertex(v)));
    return compare_hulls(vertices, {&point, 1}, Dyadic(body.radius()) * place.denominator() * denominator).sign < 0;
  }
  if (core.dimension() < 3) return false;
  for (int f = 0; f < core.face_count(); ++f) {
    const auto loop = core.face(f);
    const auto at = [&](std::size_t k) { return core.vertex(static_cast<int>(loop[k])); };
    const DyadicVec normal = cross(place.edge(at(0), at(1)), place.edge(at(0), at(2)));
    if (dot(normal, point - denominator * place.numerator(at(0))).sign() >= 0) return false;
  }
  return true;
}

}  // namespace clearance::detail
