#include <clearance/proof/place.h>

#include <clearance/proof/pieces.h>

#include <algorithm>

namespace clearance::detail {
namespace {

using Part = PosedBody::Part;

// Nearer to x than r, for a triangle whose corners come as wᵢ = scale·(vᵢ − x): a corner, the foot on an edge or the
// foot on the triangle's inner part.
bool is_nearer(const DyadicVec (&w)[3], const Dyadic& r, const Dyadic& scale) {
  const Dyadic limit = square(r * scale);
  const DyadicVec n = cross(w[1] - w[0], w[2] - w[0]);
  bool over_face = !is_zero(n);
  for (int i = 0; i < 3; ++i) {
    const DyadicVec &from = w[i], edge = w[(i + 1) % 3] - from;
    const Dyadic length = dot(edge, edge), along = -dot(from, edge);  // the foot is at along / length of the edge
    if (compare(dot(from, from), limit) < 0) return true;
    if (along.sign() > 0 && compare(along, length) < 0 &&
        compare(dot(from, from) * length - square(along), limit * length) < 0)
      return true;
    over_face = over_face && dot(cross(edge, from), n).sign() <= 0;
  }
  return over_face && compare(square(dot(n, w[0])), limit * dot(n, n)) < 0;
}

// A point around which a closed surface over a hull's points winds is in the hull's interior: otherwise a ray would
// lead away from the hull, and so from the surface, at once. So the surface need not be the hull's own. Points nearer
// than the radius to any triangle over the core's points are inside, too.
Place place_in_hull(const Part& part, const ExactPose& pose, const WorldPoint& x) {
  const Winding around = winding(part.points, part.triangles, seen_from(pose, x.numerator, x.denominator));
  if (!around.on && around.number != 0 && Surface(part.points, part.triangles).is_closed()) return Place::Inside;
  if (part.radius > 0) {
    const Dyadic scale = x.denominator * pose.denominator();
    for (const MeshTriangle& t : part.triangles) {
      const auto corner = [&](int i) {
        return x.denominator * pose.numerator(part.points[t[static_cast<std::size_t>(i)]]) -
               pose.denominator() * x.numerator;
      };
      if (is_nearer({corner(0), corner(1), corner(2)}, Dyadic(part.radius), scale)) return Place::Inside;
    }
  }
  return around.on ? Place::On : Place::Unknown;
}

}  // namespace

Place place_in_part(const PosedBody& body, std::size_t part, const ExactPose& pose, const WorldPoint& x) {
  if (!is_mesh(body, part)) return place_in_hull(body.parts[part], pose, x);
  const Part& mesh = body.parts[part];
  const Winding around = winding(mesh.points, mesh.triangles, seen_from(pose, x.numerator, x.denominator));
  if (around.on) return Place::On;
  return is_solid_mesh(body, part) && around.number != 0 ? Place::Inside : Place::Unknown;
}

Place place_in(const PosedBody& body, const ExactPose& pose, const WorldPoint& x) {
  Place best = Place::Unknown;
  for (std::size_t k = 0; k < body.parts.size(); ++k) best = std::max(best, place_in_part(body, k, pose, x));
  return best;
}

}  // namespace clearance::detail
