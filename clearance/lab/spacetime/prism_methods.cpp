#include <clearance/lab/spacetime/prism_methods.h>

#include <clearance/bvh/box.h>
#include <clearance/lab/all_motion_methods.h>
#include <clearance/lab/spacetime/prism_trees.h>
#include <clearance/motion/instant.h>
#include <clearance/motion/motion_input.h>
#include <clearance/motion/shapes/shape_pieces.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clearance::lab {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Kind = SolidMeeting::Kind;

// The doubles next to a time: below and above, or both that.
struct Nearest {
  double lower, upper;
};
Nearest nearest(const Rational& time) {
  double near = Homogeneous<2>({time.numerator, time.denominator}).rounded(0);
  const auto order = [&](double at) { return compare(Dyadic(at) * time.denominator, time.numerator); };
  while (order(near) > 0) near = next_below(near);
  while (order(next_above(near)) <= 0) near = next_above(near);
  return {near, order(near) == 0 ? near : next_above(near)};
}

double rounded(const Rational& x) { return Homogeneous<2>({x.numerator, x.denominator}).rounded(0); }
Vec3 rounded(const RationalPoint& x) { return {rounded(x.x), rounded(x.y), rounded(x.z)}; }

// ---- Meetings of all pairs of faces, as those of triangles ----------------------------------------------------------

// What a face of a body is, by the caller's numbers: vertices, and a triangle that has it.
struct Element {
  int dimension;
  std::vector<std::uint32_t> vertices;
  std::uint32_t triangle = 0;
};

// Of a polygon, three corners around the point, with the body where it is then.
std::vector<std::uint32_t> around(const IncidencePolytope<4>& prism, const std::vector<std::uint32_t>& corners,
                                  std::size_t count, const Homogeneous<5>& point) {
  // A corner's place at the point's time: (1 − s)·first + s·last, s = (t − t₀)/(t₁ − t₀), times the weights.
  const auto place = [&](std::uint32_t v) {
    const auto &first = prism.vertex(v), &last = prism.vertex(v + static_cast<std::uint32_t>(count));
    const auto since = [&](const Homogeneous<5>& from, const Homogeneous<5>& to) {
      return to[3] * from.weight() - from[3] * to.weight();
    };
    const Dyadic to_last = since(point, last) * first.weight(), from_first = since(first, point) * last.weight();
    const auto at = combination(to_last, first, from_first, last);
    return Homogeneous<4>({at[0], at[1], at[2], at.weight()});
  };
  const Homogeneous<4> x({point[0], point[1], point[2], point.weight()});
  for (std::size_t i = 1; i < corners.size(); ++i)
    for (std::size_t k = i + 1; k < corners.size(); ++k) {
      IncidenceLists<3> lists;
      lists.vertices = {place(corners[0]), place(corners[i]), place(corners[k])};
      lists.facets = {{{0, 1}, {1, 2}, {2, 0}}, {{0, 1, 2}}};
      const auto triangle = make_incidence_polytope(std::move(lists));
      if (triangle && Locator(*triangle)(x)) return {corners[0], corners[i], corners[k]};
    }
  return corners;
}

Element element_of(const BodyPrisms& body, std::size_t prism, FaceId f, const Homogeneous<5>& point) {
  const PosedPolyhedron& of = body.sources[prism].body;
  const IncidencePolytope<4>& at = body.prisms[prism];
  const bool has_height = at.dimension() > of.shape.dimension();
  const FaceId from = has_height ? prism_face(of.shape, f).of : f;
  Element made{from.dimension, of.shape.face(from).vertices, 0};
  if (made.dimension == 2 && made.vertices.size() > 3 && has_height)
    made.vertices = around(at, made.vertices, of.shape.face_count(0), point);
  if (!of.triangle_ids.empty() && made.dimension <= 2)
    for (std::uint32_t t = 0; t < of.shape.face_count(2); ++t)
      if (of.shape.is_face_of(from, {2, t})) {
        made.triangle = of.triangle_ids[t];
        break;
      }
  for (std::uint32_t& v : made.vertices) v = of.vertex_ids[v];
  return made;
}

std::optional<SolidMeeting> meeting_of(const BodyPrisms& a, const BodyPrisms& b,
                                       const FirstCollision<4>::Meeting& meeting, bool is_at_once) {
  const Element of_a = element_of(a, meeting.prism_a, meeting.face_a, meeting.point),
                of_b = element_of(b, meeting.prism_b, meeting.face_b, meeting.point);
  SolidMeeting met;
  met.body_a = 0, met.body_b = 1;
  met.part_a = static_cast<std::uint32_t>(a.sources[meeting.prism_a].part);
  met.part_b = static_cast<std::uint32_t>(b.sources[meeting.prism_b].part);
  met.triangle_a = of_a.triangle, met.triangle_b = of_b.triangle;
  for (std::size_t k = 0; k < 3; ++k) {
    met.a[k] = of_a.vertices[std::min(k, of_a.vertices.size() - 1)];
    met.b[k] = of_b.vertices[std::min(k, of_b.vertices.size() - 1)];
  }
  const Dyadic& over = meeting.point.weight();
  met.place = {{meeting.point[0], over}, {meeting.point[1], over}, {meeting.point[2], over}};
  if (of_a.dimension == 3) return met.kind = Kind::InsideOfA, met;
  if (of_b.dimension == 3) return met.kind = Kind::InsideOfB, met;
  if (of_a.dimension == 0 && of_b.dimension == 2) return met.kind = Kind::VertexOfA, met;
  if (of_a.dimension == 2 && of_b.dimension == 0) return met.kind = Kind::VertexOfB, met;
  if (of_a.dimension == 1 && of_b.dimension == 1) return met.kind = Kind::Edges, met;
  // Anything else shows contact as the interval begins, and no root of a contact function.
  if (is_at_once) return met.kind = Kind::EdgeOfA, met;
  return {};
}

// ---- The answer -----------------------------------------------------------------------------------------------------

struct Question {
  const Shape &a, &b;
  const Motion &motion_a, &motion_b;
  const Interval interval;
};

ContactRoot root_of(const SolidMeeting& met, Nearest time) {
  ContactRoot root;
  root.kind = met.kind == Kind::VertexOfA   ? ContactRoot::Kind::VertexOfA
              : met.kind == Kind::VertexOfB ? ContactRoot::Kind::VertexOfB
                                            : ContactRoot::Kind::Edges;
  std::copy(std::begin(met.a), std::end(met.a), std::begin(root.a));
  std::copy(std::begin(met.b), std::end(met.b), std::begin(root.b));
  root.after = time.lower, root.before = time.upper;
  return root;
}

// The element of a body that a meeting is at, or nearest to it.
detail::Piece piece_of(const detail::ShapePieces& body, std::uint32_t part, std::uint32_t triangle,
                       std::optional<std::uint32_t> vertex) {
  const Mesh* const mesh = body.mesh(part);
  if (mesh == nullptr) return {detail::Piece::Kind::Convex, part, 0};
  for (std::uint32_t t = 0; t < mesh->triangle_count(); ++t) {
    const MeshTriangle& corners = mesh->triangle(t);
    const bool is_it =
        vertex ? std::find(corners.begin(), corners.end(), *vertex) != corners.end() : mesh->id(t) == triangle;
    if (is_it) return {detail::Piece::Kind::Triangle, part, t};
  }
  return {detail::Piece::Kind::Triangle, part, 0};
}

// Contact as the interval begins, of bodies of which one is made of triangles or several parts.
void show_at_once(const Question& asked, const SolidMeeting& met, FirstContact& result) {
  const detail::ShapePieces a(asked.a), b(asked.b);
  const bool is_inside = met.kind == Kind::InsideOfA || met.kind == Kind::InsideOfB;
  const bool is_in_mesh = (met.kind == Kind::InsideOfA && a.mesh(met.part_a) != nullptr) ||
                          (met.kind == Kind::InsideOfB && b.mesh(met.part_b) != nullptr);
  Certificate& certificate = result.contact;
  if (is_inside && is_in_mesh) {
    certificate.kind = Certificate::Kind::Inside;
    certificate.mesh.inside_of = met.kind == Kind::InsideOfA ? Body::B : Body::A;
    certificate.mesh.vertex = met.kind == Kind::InsideOfA ? met.b[0] : met.a[0];
    return;
  }
  // In a hull, or on the surface: two elements that meet.
  using Vertex = std::optional<std::uint32_t>;
  const detail::Piece of_a =
      piece_of(a, met.part_a, met.triangle_a, met.kind == Kind::InsideOfB ? Vertex(met.a[0]) : Vertex());
  const detail::Piece of_b =
      piece_of(b, met.part_b, met.triangle_b, met.kind == Kind::InsideOfA ? Vertex(met.b[0]) : Vertex());
  if (of_a.kind == detail::Piece::Kind::Triangle && of_b.kind == detail::Piece::Kind::Triangle) {
    certificate.kind = Certificate::Kind::Triangles;
    certificate.mesh.triangle_a = a.triangle_id(of_a), certificate.mesh.triangle_b = b.triangle_id(of_b);
    return;
  }
  const detail::RoundedDecision there = detail::decide_at(
      a.element(of_a).core(), asked.motion_a, b.element(of_b).core(), asked.motion_b, {}, asked.interval.begin);
  certificate = there.certificate;
  if (certificate.kind == Certificate::Kind::Touch) certificate.kind = Certificate::Kind::Simplex;
}

// Where convex bodies meet, and along which normal, for those who respond to it; of others the normal of what meets.
void set_meeting(const Question& asked, const SolidMeeting& met, FirstContact& result) {
  const Result<Pose> pose_a = asked.motion_a.at(result.upper), pose_b = asked.motion_b.at(result.upper);
  if (!pose_a || !pose_b) return;
  const auto *convex_a = std::get_if<Rounded>(&asked.a), *convex_b = std::get_if<Rounded>(&asked.b);
  if (convex_a != nullptr && convex_b != nullptr) {
    const SignedDistance there = signed_distance(*convex_a, *pose_a, *convex_b, *pose_b);
    result.point_a = there.point_a, result.point_b = there.point_b, result.normal = there.normal;
  } else {
    const detail::ShapePieces a(asked.a), b(asked.b);
    const auto corner = [](const detail::ShapePieces& body, std::uint32_t part, const Pose& pose, std::uint32_t v) {
      if (const Mesh* mesh = body.mesh(part)) return apply(pose, mesh->vertex(v));
      const Polytope& core = body.convex(part)->core();
      return apply(pose, core.vertex(core.find(v)));
    };
    const auto way = [&](bool is_a, std::size_t k) {
      return is_a ? corner(a, met.part_a, *pose_a, met.a[k]) - corner(a, met.part_a, *pose_a, met.a[0])
                  : corner(b, met.part_b, *pose_b, met.b[k]) - corner(b, met.part_b, *pose_b, met.b[0]);
    };
    Vec3 n;
    if (met.kind == Kind::VertexOfA) n = cross(way(false, 1), way(false, 2));
    if (met.kind == Kind::VertexOfB) n = cross(way(true, 1), way(true, 2));
    if (met.kind == Kind::Edges) n = cross(way(true, 1), way(false, 1));
    // They come nearer along it.
    const Result<Pose> before_a = asked.motion_a.at(asked.interval.begin),
                       before_b = asked.motion_b.at(asked.interval.begin);
    if (before_a && before_b) {
      const Vec3 come =
          (pose_b->translation() - before_b->translation()) - (pose_a->translation() - before_a->translation());
      if (dot(n, come) > 0) n = -n;
    }
    const double length = norm(n);
    result.normal = length > 0 && std::isfinite(length) ? n / length : Vec3{};
    result.point_a = result.point_b = rounded(met.place);
  }
  if (met.kind == Kind::VertexOfA) result.feature_b = Feature::Face;
  if (met.kind == Kind::VertexOfB) result.feature_a = Feature::Face;
  if (met.kind == Kind::Edges) result.feature_a = result.feature_b = Feature::Edge;
}

FirstContact answer(const Question& asked, MotionMethod method, const std::optional<SolidMeeting>& met,
                    const std::optional<Rational>& time) {
  FirstContact result;
  result.decided_by = method;
  if (!time) {
    result.status = MotionStatus::Clear;
    result.lower = result.upper = kInfinity;
    return result;
  }
  const auto *convex_a = std::get_if<Rounded>(&asked.a), *convex_b = std::get_if<Rounded>(&asked.b);
  const bool are_convex = convex_a != nullptr && convex_b != nullptr;
  const Nearest at = nearest(*time);
  const bool is_at_once = at.upper == asked.interval.begin;
  result.status = is_at_once ? MotionStatus::Already : MotionStatus::Contact;
  result.upper = at.upper;
  result.lower = is_at_once ? at.upper : smaller(at.lower, next_below(at.upper));
  if (are_convex) {
    const detail::RoundedDecision there =
        detail::decide_at(convex_a->core(), asked.motion_a, convex_b->core(), asked.motion_b, {}, result.upper);
    if (detail::is_contact(there.status)) result.contact = there.certificate;
  }
  if (!met) return result;
  if (!is_at_once && met->kind <= Kind::Edges) result.root = root_of(*met, {result.lower, result.upper});
  if (!are_convex) {
    const auto number = [](const Shape& shape, std::uint32_t part) {
      return std::holds_alternative<Parts>(shape) ? part : kNoIndex;
    };
    result.part_a = number(asked.a, met->part_a), result.part_b = number(asked.b, met->part_b);
    const detail::ShapePieces a(asked.a), b(asked.b);
    const bool is_inside = met->kind == Kind::InsideOfA || met->kind == Kind::InsideOfB;
    if (a.mesh(met->part_a) != nullptr && !is_inside) result.triangle_a = met->triangle_a;
    if (b.mesh(met->part_b) != nullptr && !is_inside) result.triangle_b = met->triangle_b;
    if (is_at_once) show_at_once(asked, *met, result);
  }
  set_meeting(asked, *met, result);
  return result;
}

std::optional<Error> fault_of(const Question& asked, const MotionOptions& options) {
  if (std::optional<Error> fault = detail::fault_of(asked.motion_a, asked.motion_b, asked.interval, options))
    return fault;
  if (options.margin > 0) return Error{"margin", "prisms leave none"};
  return {};
}

}  // namespace

Result<FirstContact> first_contact_by_prisms(const Shape& a, const Motion& motion_a, const Shape& b,
                                             const Motion& motion_b, Interval interval, const MotionOptions& options) {
  const Question asked{a, b, motion_a, motion_b, interval};
  if (std::optional<Error> fault = fault_of(asked, options)) return *fault;
  const Result<BodyPrisms> of_a = prisms_of(a, motion_a, interval), of_b = prisms_of(b, motion_b, interval);
  if (!of_a) return of_a.error().within("a");
  if (!of_b) return of_b.error().within("b");
  const MovingBody<4> bodies[] = {of_a->prisms, of_b->prisms};
  const FirstCollision<4> found = first_collision<4>(bodies);
  if (found.is_clear()) return answer(asked, kPrisms, {}, {});
  const Homogeneous<5>& first = found.meetings[0].point;
  const bool is_at_once = compare(first[3], Dyadic(interval.begin) * first.weight()) == 0;
  std::optional<SolidMeeting> met;
  for (const auto& meeting : found.meetings) {
    met = meeting_of(*of_a, *of_b, meeting, is_at_once);
    if (met) break;
  }
  return answer(asked, kPrisms, met, Rational{first[3], first.weight()});
}

Result<FirstContact> first_contact_by_prism_trees(const Shape& a, const Motion& motion_a, const Shape& b,
                                                  const Motion& motion_b, Interval interval,
                                                  const MotionOptions& options) {
  const Question asked{a, b, motion_a, motion_b, interval};
  if (std::optional<Error> fault = fault_of(asked, options)) return *fault;
  const TranslatingBody bodies[] = {{a, motion_a}, {b, motion_b}};
  PrismTreeCounts counts;
  Result<FirstMeeting> found = first_meeting(bodies, interval, &counts);
  if (!found) return found.error();
  if (found->is_clear()) return answer(asked, kPrismTrees, {}, {});
  return answer(asked, kPrismTrees, found->meetings[0], found->time);
}

}  // namespace clearance::lab
