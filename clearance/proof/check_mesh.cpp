// Notation: an element is a triangle of a mesh, or a part, of which a hull has one; x a world point, exactly. Why a
//           cover proves that solids are apart: its planes keep every triangle of a from every triangle of b, so the
//           surfaces share no point, and each component of one lies on one side of the other: outside, as one of its
//           vertices shows. Were x in both solids, a ray from it would have to leave one of them first, through a
//           point of its surface that is still inside the other. Hulls are kept away whole: of them one vertex
//           outside the solid is enough, and none of the solid's need be outside the hull.
#include <clearance/proof/check_mesh.h>

#include <clearance/exact/orient3d.h>
#include <clearance/proof/cover.h>
#include <clearance/proof/origin.h>
#include <clearance/proof/pieces.h>
#include <clearance/proof/place.h>
#include <clearance/proof/winding.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace clearance::detail {
namespace {

using namespace detail;
using Part = PosedBody::Part;

// ---- What the bodies are -----------------------------------------------------------------------------------------

Body other_than(Body which) { return which == Body::A ? Body::B : Body::A; }

CheckResult check_part(const Part& part, const std::string& name) {
  if (CheckResult points = check_points(part.points, part.radius, name); !points) return points;
  for (std::size_t t = 0; t < part.triangles.size(); ++t)
    for (const std::uint32_t v : part.triangles[t])
      if (v >= part.points.size()) return refused(name + ": triangle " + std::to_string(t) + " names no point");
  return holds();
}

CheckResult check_mesh(const Part& mesh, bool is_solid, const std::string& name) {
  if (mesh.triangles.empty()) return refused(name + " has no triangles");
  if (mesh.radius != 0) return refused(name + ": triangles have no radius");
  if (!is_solid) return holds();
  const std::string fault = Surface(mesh.points, mesh.triangles).why_no_solid();
  return fault.empty() ? holds() : refused(name + " is no solid: " + fault);
}

std::size_t component_count(const Part& mesh) {
  std::vector<std::uint32_t> components = Surface(mesh.points, mesh.triangles).components();
  std::erase(components, Surface::kNone);
  std::sort(components.begin(), components.end());
  return static_cast<std::size_t>(std::unique(components.begin(), components.end()) - components.begin());
}

// All points in one plane, and no radius: nothing has an interior.
bool is_flat(const Part& part) {
  if (part.radius > 0) return false;
  const std::span<const Vec3> v = part.points;
  std::size_t i = 0, j = 0;
  while (i < v.size() && v[i] == v[0]) ++i;
  if (i < v.size())
    while (j < v.size() && collinear(v[0], v[i], v[j])) ++j;
  if (i == v.size() || j == v.size()) return true;
  return std::all_of(v.begin(), v.end(), [&](Vec3 p) { return orient3d_sign(v[0], v[i], v[j], p) == 0; });
}

// ---- Points ------------------------------------------------------------------------------------------------------

CheckResult sum_of_terms(const ExactPoint& point, WorldPoint& x) {
  if (point.count < 1 || point.count > ExactPoint::kTerms) return refused("interior: 1 to 4 terms are allowed");
  for (int i = 0; i < point.count; ++i) {
    const Vec3 term{point.x[i], point.y[i], point.z[i]};
    if (!is_finite(term)) return refused("interior: the point is not finite");
    x.numerator = x.numerator + exact(term);
  }
  return holds();
}

CheckResult over_one_denominator(const RationalPoint& point, WorldPoint& x) {
  const auto& [rx, ry, rz] = point;
  const Dyadic &p = rx.denominator, &q = ry.denominator, &r = rz.denominator;
  if (p.sign() <= 0 || q.sign() <= 0 || r.sign() <= 0) return refused("interior: a denominator is not above 0");
  if (compare(p, q) == 0 && compare(q, r) == 0)
    x = {{rx.numerator, ry.numerator, rz.numerator}, p};
  else
    x = {{rx.numerator * q * r, ry.numerator * r * p, rz.numerator * p * q}, p * q * r};
  return holds();
}

// ---- Claims ------------------------------------------------------------------------------------------------------

class Checker {
 public:
  Checker(const Claim& claim, const PosedBody& a, const PosedBody& b)
      : claim_(claim),
        a_(a),
        b_(b),
        sets_(a, b),
        part_a_(claim.part_a.value_or(0)),
        part_b_(claim.part_b.value_or(0)) {}
  // At other places than their poses'.
  Checker(const Claim& claim, const PosedBody& a, const PosedBody& b, const ExactPair& pair, Dyadic margin)
      : claim_(claim),
        a_(a),
        b_(b),
        sets_(a, b, pair),
        part_a_(claim.part_a.value_or(0)),
        part_b_(claim.part_b.value_or(0)),
        margin_(std::move(margin)) {}

  CheckResult parts() const;
  CheckResult distance() const;
  CheckResult status() const;
  CheckResult depth() const;
  // `vertices` are outside the other body, and enough of them.
  CheckResult outside(Body which, const std::vector<std::uint32_t>& vertices) const;
  // Some point is in both, or no farther from either than the margin.
  CheckResult in_contact() const;

 private:
  const PosedBody& body(Body which) const { return which == Body::A ? a_ : b_; }
  const ExactPose& pose(Body which) const { return which == Body::A ? sets_.pair().a() : sets_.pair().b(); }
  const Part& part(Body which) const { return body(which).parts[which == Body::A ? part_a_ : part_b_]; }
  PosedPoints convex(Body which) const { return {part(which).points, body(which).pose, part(which).radius}; }
  NumberedPoints numbered() const { return sets_.numbered(part_a_, part_b_); }
  Dyadic radii() const { return Dyadic(part(Body::A).radius) + Dyadic(part(Body::B).radius); }
  std::size_t part_number(Body which) const { return which == Body::A ? part_a_ : part_b_; }
  bool is_named_mesh(Body which) const { return is_mesh(body(which), part_number(which)); }
  bool all_convex() const { return !is_mesh(a_) && !is_mesh(b_) && !a_.has_meshes && !b_.has_meshes; }
  bool both_named_convex() const { return !is_named_mesh(Body::A) && !is_named_mesh(Body::B); }
  bool one_part_each() const { return a_.parts.size() == 1 && b_.parts.size() == 1; }
  // Both have an interior, so that they can penetrate and touch; otherwise any common point is an intersection.
  bool are_solids() const;
  // The same of any two parts, those that are named or others.
  bool some_are_solids() const;
  double lower() const { return claim_.distance ? claim_.distance->lower : 0; }

  WorldPoint vertex(Body which, std::size_t part, std::uint32_t v) const {
    return {pose(which).numerator(body(which).parts[part].points[v]), pose(which).denominator()};
  }
  bool on_one_triangle(Body which, const std::uint32_t* vertices, int count) const;
  CheckResult witness_near(const Witness& witness, const Dyadic& length, int& sign) const;

  CheckResult separated() const;
  CheckResult separated_by_plane() const;
  using Extents = std::vector<Extent>;  // of the other body's parts
  CheckResult vertex_outside(Body which, std::size_t part, std::uint32_t v, const Extents& around) const;
  CheckResult part_outside(Body which, std::size_t part, std::span<const std::uint32_t> vertices,
                           const Extents& around) const;
  bool to_element(Body which, std::uint32_t& number) const;
  CheckResult triangles_meet() const;
  CheckResult vertex_inside() const;
  CheckResult interior() const;
  CheckResult convex_parts() const;

  const Claim& claim_;
  const PosedBody &a_, &b_;
  CoverChecker sets_;
  std::size_t part_a_, part_b_;
  Dyadic margin_;
};

CheckResult Checker::parts() const {
  return part_a_ < a_.parts.size() && part_b_ < b_.parts.size() ? holds() : refused("part: no such part");
}

bool Checker::are_solids() const {
  const auto has_interior = [&](Body which) {
    return is_named_mesh(which) ? is_solid_mesh(body(which), part_number(which)) : !is_flat(part(which));
  };
  return has_interior(Body::A) && has_interior(Body::B);
}

bool Checker::some_are_solids() const {
  const auto has_interior = [&](const PosedBody& body) {
    for (std::size_t k = 0; k < body.parts.size(); ++k)
      if (is_mesh(body, k) ? is_solid_mesh(body, k) : !is_flat(body.parts[k])) return true;
    return false;
  };
  return has_interior(a_) && has_interior(b_);
}

// Vertices of a hull may be combined as one likes; of a mesh only within a triangle.
bool Checker::on_one_triangle(Body which, const std::uint32_t* vertices, int count) const {
  return are_on_one_triangle(body(which), part_number(which), {vertices, static_cast<std::size_t>(count)});
}

// Sign of the witness points' distance − length, once they are points of the bodies.
CheckResult Checker::witness_near(const Witness& witness, const Dyadic& length, int& sign) const {
  if (CheckResult points = compare_witness(witness, length, numbered(), sign); !points) return points;
  if (!on_one_triangle(Body::A, witness.a.vertices, witness.a.count) ||
      !on_one_triangle(Body::B, witness.b.vertices, witness.b.count))
    return refused("witness: a point is on no single triangle");
  return holds();
}

// ---- Figures -----------------------------------------------------------------------------------------------------

// All but the lower end, which is part of what separates the bodies, and checked with it.
CheckResult Checker::distance() const {
  if (claim_.status != Status::Separated) {
    if (claim_.witness) return refused("witness: the bodies are not separated");
    if (claim_.distance && (claim_.distance->lower != 0 || claim_.distance->upper != 0))
      return refused("distance: not zero, though the bodies are not separated");
    return holds();
  }
  const Bracket bracket = claim_.distance.value_or(Bracket{0, kInfinity});
  if (!is_bracket(bracket)) return refused("distance: not a bracket");
  const bool bounded = std::isfinite(bracket.upper);
  if (!claim_.witness) return bounded ? refused("distance: no witness for upper") : holds();
  int above = 0;
  const Dyadic most = bounded ? Dyadic(bracket.upper) + radii() : Dyadic();
  if (CheckResult points = witness_near(*claim_.witness, most, above); !points) return points;
  return bounded && above > 0 ? refused("distance: the witness points are above upper") : holds();
}

// The lower end of two parts' depth is checked with them: ending the bodies' penetration ends theirs. The upper end by
// a plane that all of a is behind and all of b before, once b has moved; nothing else can show it yet.
CheckResult Checker::depth() const {
  if (claim_.shell && !all_convex()) return refused("shell: only convex parts have one");
  if (!claim_.depth) return holds();
  if (claim_.status == Status::Separated) return refused("depth: the bodies are separated");
  const Claim::Depth& depth = *claim_.depth;
  if (CheckResult figures = check_figures(depth); !figures) return figures;
  const bool penetrating = claim_.status == Status::Penetrating;
  if (!penetrating && depth.bracket.lower > 0) return refused("depth: above zero, though not penetrating");
  CheckResult lower = all_convex() || depth.bracket.lower == 0
                          ? holds()
                          : lacks(Missing::Shell, "depth: nothing shows lower where bodies are of triangles");
  if (!penetrating && is_zero(exact(depth.translation))) return lower;
  return both(std::move(lower), check_translation(depth, [&](const DyadicVec& n, const DyadicVec& t) {
                return sets_.compare_all(n, {}, t);
              }));
}

// ---- Separated ---------------------------------------------------------------------------------------------------

// The vertex lies outside every solid mesh that the other body has.
CheckResult Checker::vertex_outside(Body which, std::size_t part, std::uint32_t v, const Extents& around) const {
  const Body other = other_than(which);
  const WorldPoint x = vertex(which, part, v);
  for (std::size_t k = 0; k < body(other).parts.size(); ++k) {
    if (!is_solid_mesh(body(other), k)) continue;
    if (is_beyond(around[k], seen_from(pose(other), x.numerator, x.denominator))) continue;
    if (place_in_part(body(other), k, pose(other), x) != Place::Unknown)
      return refused("outside: vertex " + std::to_string(v) + " is not");
  }
  return holds();
}

// Vertices of one part, all of them outside; of a mesh some of every component.
CheckResult Checker::part_outside(Body which, std::size_t part, std::span<const std::uint32_t> vertices,
                                  const Extents& around) const {
  const Part& of = body(which).parts[part];
  std::vector<std::uint32_t> components;
  if (is_mesh(body(which), part)) components = Surface(of.points, of.triangles).components();
  std::vector<bool> shown(components.size());
  for (const std::uint32_t v : vertices) {
    if (v >= of.points.size() || (!components.empty() && components[v] == Surface::kNone))
      return refused("outside: no such vertex");
    if (!components.empty()) shown[components[v]] = true;
  }
  for (const std::uint32_t component : components)
    if (component != Surface::kNone && !shown[component]) return refused("outside: a component is left out");
  for (const std::uint32_t v : vertices)
    if (CheckResult place = vertex_outside(which, part, v, around); !place) return place;
  return holds();
}

// A mesh lists vertices as it likes. Of several parts each has its turn, a convex one with a vertex, a mesh with as
// many as it has components.
CheckResult Checker::outside(Body which, const std::vector<std::uint32_t>& vertices) const {
  const PosedBody &of = body(which), &other = body(other_than(which));
  bool has_solids = false;
  Extents around;
  for (std::size_t k = 0; k < other.parts.size(); ++k) {
    has_solids = has_solids || is_solid_mesh(other, k);
    around.push_back(extent(other.parts[k].points));
  }
  if (!has_solids) return holds();
  if (is_mesh(of)) return part_outside(which, 0, vertices, around);
  std::size_t next = 0;
  for (std::size_t k = 0; k < of.parts.size(); ++k) {
    const std::size_t count = is_mesh(of, k) ? component_count(of.parts[k]) : 1;
    if (vertices.size() - next < count) return refused("outside: needs one vertex of every part");
    if (CheckResult part = part_outside(which, k, {vertices.data() + next, count}, around); !part) return part;
    next += count;
  }
  return next == vertices.size() ? holds() : refused("outside: needs one vertex of every part");
}

// One plane between the hulls of all there is; of bodies of several parts it may speak of the two that are named.
CheckResult Checker::separated_by_plane() const {
  const double wanted = claim_.direction ? 0 : lower();
  CheckResult all = sets_.separates_all(claim_.certificate.plane, numbered(), wanted);
  if (all || one_part_each()) return all ? holds() : refused("separated: " + all.reason);
  const auto set = [](const PosedBody& body, std::size_t part) {
    std::vector<std::uint32_t> elements;
    for (std::uint32_t k = 0; k < element_count(body); ++k)
      if (element_at(body, k).part == part) elements.push_back(k);
    return elements;
  };
  const CheckResult named =
      sets_.separates(claim_.certificate.plane, numbered(), set(a_, part_a_), set(b_, part_b_), wanted);
  if (!named) return refused("separated: " + named.reason);
  return lacks(Missing::Cover, "separated: the plane speaks of two parts, and there is no cover for the others");
}

// An extra direction proves the lower end alone: it must leave that much between everything. Then the planes of a cover
// need but separate.
CheckResult Checker::separated() const {
  if (claim_.direction && lower() > 0)
    if (CheckResult slab = sets_.separates_all(*claim_.direction, numbered(), lower()); !slab)
      return refused("distance: the direction does not prove lower: " + slab.reason);
  const Certificate::Kind kind = claim_.certificate.kind;
  if (claim_.cover) {
    if (CheckResult planes = sets_.cover(*claim_.cover, claim_.direction ? 0 : lower()); !planes) return planes;
    if (CheckResult of_a = outside(Body::A, claim_.cover->outside_a); !of_a) return of_a;
    return outside(Body::B, claim_.cover->outside_b);
  }
  if (kind == Certificate::Kind::Plane) return separated_by_plane();
  if (kind == Certificate::Kind::Cover || kind == Certificate::Kind::None)
    return lacks(Missing::Cover, "separated: no cover");
  return refused("separated: needs a cover or a separating plane");
}

// ---- In contact --------------------------------------------------------------------------------------------------

// From the number of a triangle to that of an element; false when there is none.
bool Checker::to_element(Body which, std::uint32_t& number) const {
  const PosedBody& of = body(which);
  if (!of.has_meshes) return number < element_count(of);
  if (number >= element_count(of, part_number(which))) return false;
  for (std::size_t k = 0; k < part_number(which); ++k) number += static_cast<std::uint32_t>(element_count(of, k));
  return true;
}

// All differences of two elements' points: complete, but slow beyond some points, whose contact a simplex shows.
CheckResult Checker::triangles_meet() const {
  constexpr std::size_t kMostDifferences = 32;
  std::uint32_t of_a = claim_.certificate.mesh.triangle_a, of_b = claim_.certificate.mesh.triangle_b;
  if (!to_element(Body::A, of_a) || !to_element(Body::B, of_b)) return refused("triangles: no such triangle");
  std::vector<DyadicVec> differences;
  for_each_point(a_, of_a, [&](Vec3 p) {
    for_each_point(b_, of_b, [&](Vec3 q) {
      if (differences.size() <= kMostDifferences) differences.push_back(sets_.pair().difference(p, q));
    });
  });
  if (differences.size() > kMostDifferences)
    return refused("triangles: too many points; a simplex shows their contact");
  return hull_holds_origin(differences) ? holds() : refused("triangles: they share no point");
}

CheckResult Checker::vertex_inside() const {
  const auto [of, v] = std::pair(claim_.certificate.mesh.inside_of, claim_.certificate.mesh.vertex);
  const Body other = other_than(of);
  if (!numbered().has(of, v) || !on_one_triangle(of, &v, 1)) return refused("inside: no such vertex");
  const std::size_t number = of == Body::A ? part_a_ : part_b_;
  return place_in(body(other), pose(other), vertex(of, number, v)) != Place::Unknown
             ? holds()
             : refused("inside: the vertex is not inside");
}

// Some point is in both.
CheckResult Checker::in_contact() const {
  const Certificate& certificate = claim_.certificate;
  int sign = 0;
  switch (certificate.kind) {
    case Certificate::Kind::Triangles:
      return triangles_meet();
    case Certificate::Kind::Inside:
      return vertex_inside();
    case Certificate::Kind::Simplex:
      if (CheckResult simplex = check_simplex(certificate.simplex, false, numbered()); !simplex) return simplex;
      return on_one_triangle(Body::A, certificate.simplex.a, certificate.simplex.count) &&
                     on_one_triangle(Body::B, certificate.simplex.b, certificate.simplex.count)
                 ? holds()
                 : refused("simplex: the mesh's vertices are on no single triangle");
    case Certificate::Kind::Near:
      if (CheckResult points = witness_near(certificate.witness, radii() + margin_, sign); !points) return points;
      return sign <= 0 ? holds() : refused("near: the witness points are farther apart than the radii");
    case Certificate::Kind::None: {
      // Any contact of triangles can be shown; a tangency perhaps not.
      const std::string reason = std::string(to_string(claim_.status)) + ": no certificate";
      return (radii() + margin_).sign() > 0 ? lacks(Missing::Certificate, reason) : refused(reason);
    }
    default:
      return refused(std::string(to_string(claim_.status)) + ": the certificate does not show a common point");
  }
}

// A world point strictly inside both. A point that is shared without that shows contact alone.
CheckResult Checker::interior() const {
  if (claim_.certificate.kind == Certificate::Kind::None)
    return lacks(Missing::Certificate, "penetrating: no certificate");
  if (claim_.certificate.kind != Certificate::Kind::Interior)
    return refused("penetrating: the certificate shows no common interior point");
  WorldPoint x{{}, 1.0};
  CheckResult sound =
      claim_.interior ? over_one_denominator(*claim_.interior, x) : sum_of_terms(claim_.certificate.mesh.point, x);
  if (!sound) return sound;
  for (const Body which : {Body::A, Body::B})
    if (place_in(body(which), pose(which), x) != Place::Inside)
      return refused(std::string("interior: the point is not strictly inside ") + (which == Body::A ? "a" : "b"));
  return holds();
}

// Two of the convex parts are in contact, which check.h knows about; what their depth is from below is theirs, too.
CheckResult Checker::convex_parts() const {
  Claim claim = claim_;
  if (!all_convex()) claim.depth.reset(), claim.shell.reset();
  CheckResult named = check_claim_of_parts(claim, convex(Body::A), convex(Body::B));
  if (named.is_refuted() || claim_.status == Status::Penetrating || one_part_each()) return named;
  return both(std::move(named), lacks(Missing::Disjointness, "touching: nothing shows that no other parts penetrate"));
}

CheckResult Checker::status() const {
  if (claim_.status == Status::Separated) return separated();
  if (claim_.cover) return refused("cover: the bodies are not separated");
  if (claim_.certificate.kind == Certificate::Kind::Cover) return refused("cover: the bodies are not separated");
  if (both_named_convex()) return convex_parts();
  if (are_solids() == (claim_.status == Status::Intersecting))
    return refused(claim_.status == Status::Intersecting ? "solids are separated, touching or penetrating"
                                                         : "bodies without interior are separated or intersecting");
  if (claim_.status == Status::Penetrating) return interior();
  CheckResult contact = in_contact();
  if (contact.is_refuted()) return contact;
  if (claim_.status == Status::Touching)
    return both(std::move(contact),
                lacks(Missing::Disjointness, "touching: nothing shows that the interiors are disjoint"));
  return some_are_solids()
             ? both(std::move(contact),
                    lacks(Missing::Disjointness, "intersecting: nothing shows that no other parts penetrate"))
             : contact;
}

}  // namespace

CheckResult check_body(const PosedBody& body, const std::string& name) {
  if (body.parts.empty()) return refused(name + " has no parts");
  if (body.parts.size() > 1 && body.kind != PosedBody::Kind::Parts) return refused(name + " has several parts");
  if (body.has_meshes && body.kind != PosedBody::Kind::Parts) return refused(name + " has one part");
  for (const Part& part : body.parts) {
    if (CheckResult sound = check_part(part, name); !sound) return sound;
    if (part.kind == Part::Kind::Convex) continue;
    if (!body.has_meshes) return refused(name + " has a mesh among its convex parts");
    if (CheckResult mesh = check_mesh(part, part.kind == Part::Kind::Solid, name); !mesh) return mesh;
  }
  if (!is_mesh(body) && !body.is_mesh_as_well) return holds();
  if (body.is_mesh_as_well && body.kind != PosedBody::Kind::Convex) return refused(name + " is a mesh already");
  return check_mesh(body.parts[0], body.kind != PosedBody::Kind::Surface, name);
}

bool are_on_one_triangle(const PosedBody& body, std::size_t part, std::span<const std::uint32_t> vertices) {
  if (!is_mesh(body, part)) return true;
  const std::span<const MeshTriangle> triangles = body.parts[part].triangles;
  return std::any_of(triangles.begin(), triangles.end(), [&](const MeshTriangle& triangle) {
    return std::all_of(vertices.begin(), vertices.end(), [&](std::uint32_t v) {
      return std::find(triangle.begin(), triangle.end(), v) != triangle.end();
    });
  });
}

CheckResult check_outside(const Cover& cover, const PosedBody& a, const PosedBody& b, const ExactPair& pair) {
  const Claim none{};
  const Checker checker(none, a, b, pair, {});
  if (CheckResult of_a = checker.outside(Body::A, cover.outside_a); !of_a) return of_a;
  return checker.outside(Body::B, cover.outside_b);
}

CheckResult check_common_point(const Claim& claim, const PosedBody& a, const PosedBody& b, const ExactPair& pair,
                               const Dyadic& margin) {
  const Checker checker(claim, a, b, pair, margin);
  if (CheckResult parts = checker.parts(); !parts) return parts;
  if (claim.certificate.kind == Certificate::Kind::None) return lacks(Missing::Certificate, "contact: no certificate");
  return checker.in_contact();
}

CheckResult check_claim(const Claim& claim, const PosedBody& a, const PosedBody& b) {
  if (CheckResult body = check_body(a, "body a"); !body) return body;
  if (CheckResult body = check_body(b, "body b"); !body) return body;
  return check_claim_of_checked_bodies(claim, a, b);
}

namespace {

PosedPoints hull_of(const PosedBody& body) { return {body.parts[0].points, body.pose, body.parts[0].radius}; }
bool is_hull(const PosedBody& body) { return body.kind == PosedBody::Kind::Convex || body.is_mesh_as_well; }

CheckResult check_with_triangles(const Claim& claim, const PosedBody& a, const PosedBody& b) {
  const Checker checker(claim, a, b);
  if (CheckResult parts = checker.parts(); !parts) return parts;
  if (CheckResult distance = checker.distance(); !distance) return distance;
  CheckResult status = checker.status();
  if (status.is_refuted()) return status;
  // What nobody can show must at least not contradict itself.
  return both(checker.depth(), status);
}

CheckResult check_as(const Claim& claim, const PosedBody& a, const PosedBody& b) {
  if (a.kind == PosedBody::Kind::Convex && b.kind == PosedBody::Kind::Convex)
    return check_claim(claim, hull_of(a), hull_of(b));
  if (!is_hull(a) || !is_hull(b)) return check_with_triangles(claim, a, b);
  // Convex bodies that the certificate takes for solids: how deep they are, their hulls tell.
  Claim status = claim;
  status.depth.reset(), status.shell.reset();
  return both(check_with_triangles(status, a, b), check_depth(claim, hull_of(a), hull_of(b)));
}

// What a claim may take the body for.
std::vector<PosedBody> views(const PosedBody& body) {
  std::vector<PosedBody> all{body};
  if (body.kind == PosedBody::Kind::Convex && body.is_mesh_as_well) {
    all.push_back(body);
    all.back().kind = PosedBody::Kind::Solid;
  }
  return all;
}

}  // namespace

CheckResult check_claim_of_checked_bodies(const Claim& claim, const PosedBody& a, const PosedBody& b) {
  if (claim.status == Status::NotAsked) return refused("not asked: nothing is claimed");
  using Kind = Certificate::Kind;
  const Kind kind = claim.certificate.kind;
  const bool is_of_triangles =
      kind == Kind::Triangles || kind == Kind::Interior || kind == Kind::Inside || kind == Kind::Cover;
  CheckResult best = refused("");  // of the last view for what speaks of triangles, else of the first
  for (const PosedBody& of_a : views(a))
    for (const PosedBody& of_b : views(b)) {
      CheckResult check = check_as(claim, of_a, of_b);
      if (check) return check;
      if (best.reason.empty() || (best.is_refuted() && (is_of_triangles || !check.is_refuted())))
        best = std::move(check);
    }
  return best;
}

}  // namespace clearance::detail
