#include <clearance/proof/check_placed.h>

#include <span>

namespace clearance::detail {
namespace {

// Two points of the cores nearer to each other than the radius.
CheckResult check_near(const Witness& witness, const NumberedPoints& points, const Dyadic& radius) {
  int sign = 0;
  if (CheckResult sound = compare_witness(witness, radius, points, sign); !sound) return sound;
  return sign < 0 ? holds() : refused("near: the witness points are not nearer than the radii");
}

// Where the cores share a point, the origin is in K: nearer than any radius above 0.
CheckResult check_penetrating(const Certificate& certificate, const NumberedPoints& points, const Dyadic& radius) {
  const bool is_rounded = radius.sign() > 0;
  switch (certificate.kind) {
    case Certificate::Kind::Near:
      return check_near(certificate.witness, points, radius);
    case Certificate::Kind::Simplex:
      return check_simplex(certificate.simplex, !is_rounded, points);
    case Certificate::Kind::None:
      if (is_rounded) return lacks(Missing::Certificate, "penetrating: no certificate");
      break;
    default:
      break;
  }
  return refused("penetrating: needs a simplex, or a witness within the radii");
}

CheckResult check_touching(const Certificate& certificate, const NumberedPoints& points, const Dyadic& radius) {
  if (radius.sign() > 0)
    return certificate.kind == Certificate::Kind::None
               ? lacks(Missing::Certificate, "touching: tangency of rounded shapes has no certificate")
               : refused("touching: what is there does not show tangency of rounded shapes");
  if (certificate.kind != Certificate::Kind::Touch) return refused("touching: needs a simplex and a plane");
  if (CheckResult contact = check_simplex(certificate.simplex, false, points); !contact) return contact;
  DyadicVec n;
  if (CheckResult plane = exact_normal(certificate.plane, points, n); !plane) return plane;
  return compare_gap(points, n, {}) == 0 ? holds() : refused("touching: the plane is not met from both sides");
}

CheckResult check_separated(const Certificate& certificate, const NumberedPoints& points, const Dyadic& radius) {
  if (certificate.kind != Certificate::Kind::Plane) return refused("separated: needs a separating plane");
  DyadicVec n;
  if (CheckResult plane = exact_normal(certificate.plane, points, n); !plane) return plane;
  return compare_gap(points, n, radius) > 0 ? holds() : refused("separated: the plane does not separate");
}

// All points lie in one plane.
bool is_flat(std::span<const Vec3> points) {
  const DyadicVec origin = exact(points.front());
  DyadicVec edge, normal;
  for (const Vec3 point : points) {
    const DyadicVec v = exact(point) - origin;
    if (is_zero(edge)) {
      edge = v;
    } else if (is_zero(normal)) {
      normal = cross(edge, v);
    } else if (dot(normal, v).sign() != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

int compare_gap(const NumberedPoints& points, const DyadicVec& n, const Dyadic& length, const DyadicVec& moved) {
  const auto each = [](std::span<const Vec3> all) {
    return [all](const auto& visit) {
      for (const Vec3 v : all) visit(v);
    };
  };
  const ExactPair& pair = points.pair;
  const Vec3 p = farthest(pair.a(), n, each(points.a)), q = farthest(pair.b(), -n, each(points.b));
  return compare_gap(dot(n, pair.difference(p, q) + pair.scale() * moved), n, length, pair.scale());
}

CheckResult check_placed(Status status, const Certificate& certificate, const NumberedPoints& points,
                         const Dyadic& radius) {
  switch (status) {
    case Status::Separated:
      return check_separated(certificate, points, radius);
    case Status::Penetrating:
      return check_penetrating(certificate, points, radius);
    case Status::Touching:
      return check_touching(certificate, points, radius);
    default:
      return refused("convex bodies are separated, touching or penetrating");
  }
}

CheckResult check_contact(const Certificate& certificate, const NumberedPoints& points, const Dyadic& radius) {
  int sign = 0;
  switch (certificate.kind) {
    case Certificate::Kind::Simplex:
      return check_simplex(certificate.simplex, false, points);
    case Certificate::Kind::Touch:
      return check_touching(certificate, points, radius);
    case Certificate::Kind::Near:
      if (CheckResult sound = compare_witness(certificate.witness, radius, points, sign); !sound) return sound;
      return sign <= 0 ? holds() : refused("near: the witness points are farther apart than the radii");
    case Certificate::Kind::None:
      // Tangent at one instant; or flat, and sliding in one plane past each other at an instant that is no double: the
      // functions that have it as a root are not those of vertices and faces or of edges.
      if (radius.sign() > 0 || (is_flat(points.a) && is_flat(points.b)))
        return lacks(Missing::Certificate, "contact: no certificate");
      break;
    default:
      break;
  }
  return refused("contact: needs a simplex, a touch or a witness within the radii");
}

CheckResult check_contact_throughout(const Certificate& certificate, const NumberedPoints& points, const Dyadic& radius,
                                     const Dyadic& blur) {
  const Dyadic nearer = radius - blur;
  int sign = 0;
  switch (certificate.kind) {
    case Certificate::Kind::Simplex:
    case Certificate::Kind::Touch:
      if (nearer.sign() >= 0) return check_simplex(certificate.simplex, false, points);
      return check_simplex_around(certificate.simplex, blur - radius, points);
    case Certificate::Kind::Near:
      if (nearer.sign() < 0) return refused("near: the radii are less than what is known of the places");
      if (CheckResult sound = compare_witness(certificate.witness, nearer, points, sign); !sound) return sound;
      return sign <= 0 ? holds() : refused("near: the witness points may be farther apart than the radii");
    case Certificate::Kind::None:
      return lacks(Missing::Certificate, "contact: no certificate");
    default:
      return refused("contact: needs a simplex, a touch or a witness within the radii");
  }
}

}  // namespace clearance::detail
