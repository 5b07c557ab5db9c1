// Notation: D a body's positive denominator (exact/posed.h); x a place, less the radius along the normal; w = D(v − x)
//           for points v of a feature; everything is compared after a multiplication with the denominators it has.
#include <clearance/proof/contacts/check_contacts.h>

#include <clearance/proof/contacts/contact_body.h>
#include <clearance/proof/pieces.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace clearance::detail {

ContactBody::ContactBody(const PosedBody& body) : data_(std::make_unique<Data>()) {
  data_->pose = ExactPose(body.pose);
  data_->rough = body.pose;
  for (const PosedBody::Part& part : body.parts) {
    const bool is_convex = body.kind == PosedBody::Kind::Convex ||
                           (body.kind == PosedBody::Kind::Parts && part.kind == PosedBody::Part::Kind::Convex);
    data_->parts.emplace_back(part, is_convex);
  }
}
ContactBody::ContactBody(const HalfSpace& space, const Pose& pose) : data_(std::make_unique<Data>()) {
  data_->plane = posed_plane(space.normal(), space.offset(), pose);
}
ContactBody::ContactBody(ContactBody&&) noexcept = default;
ContactBody& ContactBody::operator=(ContactBody&&) noexcept = default;
ContactBody::~ContactBody() = default;

namespace {

// ---- How far a place is from a feature ------------------------------------------------------------------------------

// Of points that come as w: no farther than the root of `limit`.
bool is_near_point(const DyadicVec& w, const Dyadic& limit) { return compare(dot(w, w), limit) <= 0; }

bool is_near_segment(const DyadicVec& from, const DyadicVec& to, const Dyadic& limit) {
  if (is_near_point(from, limit) || is_near_point(to, limit)) return true;
  const DyadicVec edge = to - from;
  const Dyadic length = dot(edge, edge), along = -dot(from, edge);  // the foot is at along / length of the edge
  return along.sign() > 0 && compare(along, length) < 0 &&
         compare(dot(from, from) * length - square(along), limit * length) <= 0;
}

bool is_near_triangle(const DyadicVec& u, const DyadicVec& v, const DyadicVec& w, const Dyadic& limit) {
  if (is_near_segment(u, v, limit) || is_near_segment(v, w, limit) || is_near_segment(w, u, limit)) return true;
  const DyadicVec n = cross(v - u, w - u);
  if (is_zero(n)) return false;
  for (const auto& [from, to] : {std::pair(&u, &v), std::pair(&v, &w), std::pair(&w, &u)})
    if (dot(cross(*to - *from, *from), n).sign() > 0) return false;  // the foot is beyond that side
  return compare(square(dot(n, u)), limit * dot(n, n)) <= 0;
}

bool is_number(double x) { return std::isfinite(x); }

}  // namespace

class ContactChecker {
 public:
  ContactChecker(ContactBody& a, ContactBody& b) : a_(*a.data_), b_(*b.data_) {}

  CheckResult check(const ContactPatchClaim& patch, const std::string& place) {
    for (const auto& [body, part, name] :
         {std::tuple(&a_, &patch.part_a, ".part.a"), std::tuple(&b_, &patch.part_b, ".part.b")})
      if (!body->plane ? part->value_or(0) >= body->parts.size() : part->value_or(0) != 0)
        return refused(place + name + ": there is no such part");
    if (CheckResult figures = check_figures(patch, place); !figures) return figures;
    for (std::size_t k = 0; k < patch.points.size(); ++k)
      if (CheckResult point = check_point(patch, k, place + ".points[" + std::to_string(k) + "]"); !point) return point;
    return check_gap(patch, place);
  }

 private:
  using Data = ContactBody::Data;

  static CheckResult check_figures(const ContactPatchClaim& patch, const std::string& place) {
    if (!is_finite(patch.normal)) return refused(place + ": the normal is not finite");
    const DyadicVec n = exact(patch.normal);
    const Dyadic length = dot(n, n), most(1 + 2e-12), least(1 - 2e-12);
    if (compare(length, most) > 0 || compare(length, least) < 0)
      return refused(place + ": the normal is not of unit length");
    if (!is_sound(patch.gap)) return refused(place + ".gap: not a bracket");
    if (patch.points.empty()) return refused(place + ": no points");
    return holds();
  }
  static bool is_sound(const Bracket& gap) {
    return is_number(gap.lower) && is_number(gap.upper) && gap.lower <= gap.upper;
  }

  CheckResult check_point(const ContactPatchClaim& patch, std::size_t k, const std::string& place) {
    const ContactPointClaim& point = patch.points[k];
    if (!is_finite(point.a) || !is_finite(point.b)) return refused(place + ": a place is not finite");
    if (!is_sound(point.gap)) return refused(place + ".gap: not a bracket");
    if (!(point.error >= 0 && is_number(point.error))) return refused(place + ".error: not a size");
    if (CheckResult between = check_between(patch.normal, point, place); !between) return between;
    if (CheckResult on = check_place(a_, patch.part_a.value_or(0), point.feature_a, point.a, patch.normal, point.error,
                                     place + ".features.a");
        !on)
      return on;
    return check_place(b_, patch.part_b.value_or(0), point.feature_b, point.b, -patch.normal, point.error,
                       place + ".features.b");
  }

  // b − a = g·n within the error, for some g of the bracket: for the one nearest to (b − a)·n / n·n.
  static CheckResult check_between(Vec3 normal, const ContactPointClaim& point, const std::string& place) {
    const DyadicVec n = exact(normal), d = exact(point.b) - exact(point.a);
    const Dyadic along = dot(d, n), length = dot(n, n), limit = square(Dyadic(point.error));
    const auto is_near = [&](double g) { return is_near_point(d - Dyadic(g) * n, limit); };
    bool holds_there = false;
    if (compare(along, Dyadic(point.gap.lower) * length) < 0)
      holds_there = is_near(point.gap.lower);
    else if (compare(along, Dyadic(point.gap.upper) * length) > 0)
      holds_there = is_near(point.gap.upper);
    else
      holds_there = compare(dot(d, d) * length - square(along), limit * length) <= 0;
    return holds_there ? holds() : refused(place + ": b − a is not gap·normal within the error");
  }

  // `outward` is the direction from the core to the surface.
  static CheckResult check_place(Data& body, std::uint32_t number, const ContactFeatureClaim& feature, Vec3 at,
                                 Vec3 outward, double error, const std::string& place) {
    if (body.plane) return check_on_plane(*body.plane, feature, at, error, place);
    ContactPart& part = body.parts[number];
    if (const std::string why = part.why_none(feature); !why.empty()) return refused(place + ": " + why);
    const DyadicVec x = exact(at) - Dyadic(part.part().radius) * exact(outward);
    const Dyadic& scale = body.pose.denominator();
    const DyadicVec scaled = scale * x;
    const Dyadic limit = square(Dyadic(error) * scale);
    const auto from = [&](std::uint32_t v) { return body.pose.numerator(part.part().points[v]) - scaled; };
    const std::vector<std::uint32_t>& numbers = feature.numbers;
    bool near = false;
    switch (feature.kind) {
      case ContactFeatureClaim::Kind::Vertex:
        near = is_near_point(from(numbers[0]), limit);
        break;
      case ContactFeatureClaim::Kind::Edge:
        near = is_near_segment(from(numbers[0]), from(numbers[1]), limit);
        break;
      case ContactFeatureClaim::Kind::Polygon:
        for (std::size_t k = 2; k < numbers.size() && !near; ++k)
          near = is_near_triangle(from(numbers[0]), from(numbers[k - 1]), from(numbers[k]), limit);
        break;
      case ContactFeatureClaim::Kind::Face: {
        const Vec3 rough = at - part.part().radius * outward;
        for (const std::uint32_t t : part.face(numbers[0])) {
          const MeshTriangle& corners = part.part().triangles[t];
          if (is_surely_beyond(body, part.part(), corners, rough, error)) continue;
          if (near = is_near_triangle(from(corners[0]), from(corners[1]), from(corners[2]), limit); near) break;
        }
        break;
      }
    }
    return near ? holds() : refused(place + ": the place is farther than the error from it");
  }

  // By boxes in doubles, with far more room than they round.
  static bool is_surely_beyond(const Data& body, const PosedBody::Part& part, const MeshTriangle& triangle, Vec3 x,
                               double error) {
    double size = norm_max(x), room = error;
    Vec3 low, high;
    for (int k = 0; k < 3; ++k) {
      const Vec3 own = part.points[triangle[static_cast<std::size_t>(k)]], p = apply(body.rough, own);
      if (!is_finite(p)) return false;
      size = larger(size, larger(norm_one(own), norm_max(body.rough.translation())) + norm_max(p));
      low = k == 0 ? p : Vec3{smaller(low.x, p.x), smaller(low.y, p.y), smaller(low.z, p.z)};
      high = k == 0 ? p : Vec3{larger(high.x, p.x), larger(high.y, p.y), larger(high.z, p.z)};
    }
    room += 0x1p-40 * size;
    return x.x < low.x - room || x.x > high.x + room || x.y < low.y - room || x.y > high.y + room ||
           x.z < low.z - room || x.z > high.z + room;
  }

  static CheckResult check_on_plane(const ExactPlane& plane, const ContactFeatureClaim& feature, Vec3 at, double error,
                                    const std::string& place) {
    if (feature.kind != ContactFeatureClaim::Kind::Face || feature.numbers != std::vector<std::uint32_t>{0})
      return refused(place + ": a half-space has one face, 0");
    const Dyadic height = dot(plane.normal, exact(at)) - plane.offset;
    return compare(square(height), square(Dyadic(error)) * dot(plane.normal, plane.normal)) <= 0
               ? holds()
               : refused(place + ": the place is farther than the error from it");
  }

  CheckResult check_gap(const ContactPatchClaim& patch, const std::string& place) const {
    if (a_.plane && !b_.plane)
      return check_over_plane(patch, patch.normal, b_, patch.part_b.value_or(0), *a_.plane, place);
    if (b_.plane && !a_.plane)
      return check_over_plane(patch, -patch.normal, a_, patch.part_a.value_or(0), *b_.plane, place);
    const ContactPart* const part_a = a_.plane ? nullptr : &a_.parts[patch.part_a.value_or(0)];
    const ContactPart* const part_b = b_.plane ? nullptr : &b_.parts[patch.part_b.value_or(0)];
    if (part_a != nullptr && part_b != nullptr && part_a->is_convex() && part_b->is_convex())
      return check_convex_gap(patch, part_a->part(), part_b->part(), place);
    return check_least_gap(patch, place);
  }

  static CheckResult check_least_gap(const ContactPatchClaim& patch, const std::string& place) {
    Bracket least = patch.points[0].gap;
    for (const ContactPointClaim& point : patch.points)
      least = {smaller(least.lower, point.gap.lower), smaller(least.upper, point.gap.upper)};
    return least.lower <= patch.gap.upper && patch.gap.lower <= least.upper
               ? holds()
               : refused(place + ".gap: not the least of its points");
  }

  // The normal is the half-space's own, `outward` its sense; a convex body's gap is the height of its lowest point.
  static CheckResult check_over_plane(const ContactPatchClaim& patch, Vec3 outward, const Data& body,
                                      std::uint32_t number, const ExactPlane& plane, const std::string& place) {
    const DyadicVec n = exact(outward), off = cross(n, plane.normal);
    if (dot(n, plane.normal).sign() <= 0 || compare(dot(off, off), Dyadic(1e-24) * dot(plane.normal, plane.normal)) > 0)
      return refused(place + ": the normal is not that of the half-space");
    const PosedBody::Part& part = body.parts[number].part();
    if (!body.parts[number].is_convex()) return check_least_gap(patch, place);
    const Vec3 lowest = farthest(body.pose, -plane.normal, [&part](const auto& visit) {
      for (const Vec3 v : part.points) visit(v);
    });
    const Dyadic& scale = body.pose.denominator();
    const Dyadic height = dot(plane.normal, body.pose.numerator(lowest)) - scale * plane.offset;
    const auto side = [&](double end) {
      return compare_gap(height, plane.normal, Dyadic(part.radius) + Dyadic(end), scale);
    };
    if (side(patch.gap.lower) < 0) return refused(place + ".gap: along the normal the bodies are nearer than lower");
    if (side(patch.gap.upper) > 0) return refused(place + ".gap: along the normal the bodies are farther than upper");
    return holds();
  }

  CheckResult check_convex_gap(const ContactPatchClaim& patch, const PosedBody::Part& part_a,
                               const PosedBody::Part& part_b, const std::string& place) const {
    const DyadicVec n = exact(patch.normal);
    const auto each_of = [](const PosedBody::Part& part) {
      return [&part](const auto& visit) {
        for (const Vec3 v : part.points) visit(v);
      };
    };
    const ExactPair pair(a_.pose, b_.pose);
    const Vec3 p = farthest(pair.a(), n, each_of(part_a)), q = farthest(pair.b(), -n, each_of(part_b));
    const Dyadic gap = dot(n, pair.difference(p, q)), radii = Dyadic(part_a.radius) + Dyadic(part_b.radius);
    const auto side = [&](double end) { return compare_gap(gap, n, radii + Dyadic(end), pair.scale()); };
    if (side(patch.gap.lower) < 0) return refused(place + ".gap: along the normal the bodies are nearer than lower");
    if (side(patch.gap.upper) > 0) return refused(place + ".gap: along the normal the bodies are farther than upper");
    return holds();
  }

  Data &a_, &b_;
};

CheckResult check_contacts(std::span<const ContactPatchClaim> patches, ContactBody& a, ContactBody& b) {
  ContactChecker checker(a, b);
  for (std::size_t k = 0; k < patches.size(); ++k)
    if (CheckResult checked = checker.check(patches[k], "contacts[" + std::to_string(k) + "]"); !checked)
      return checked;
  return holds();
}

}  // namespace clearance::detail
