#include <clearance/lab/spacetime/straight_motion.h>

#include <string>
#include <utility>
#include <variant>

namespace clearance::lab {
namespace {

Dyadic rate_of(const detail::Polynomial& place) { return place.degree() >= 1 ? place[1] : Dyadic(); }

Result<PosedPolyhedron> polyhedron_of_part(const PartShape& part, const ExactPose& pose) {
  if (const Mesh* mesh = std::get_if<Mesh>(&part)) return polyhedron_of(*mesh, pose);
  const Rounded& convex = std::get<Rounded>(part);
  if (convex.radius() > 0) return Error{"shape", "has a radius; prisms are of polyhedra"};
  return polyhedron_of(convex.core(), pose);
}

}  // namespace

Result<std::vector<StraightPiece>> straight_pieces(const Motion& motion, Interval interval) {
  const auto [begin, end] = interval;
  if (!std::isfinite(begin) || !std::isfinite(end)) return Error{"interval", "its ends must be finite"};
  if (begin > end) return Error{"interval", "ends before it begins"};
  if (begin < motion.begins()) return Error{"interval", "begins before a motion does"};
  if (!detail::is_rational(motion)) return Error{"motion", "turns; prisms are of bodies that only translate"};
  const auto path = detail::path_of(motion, begin, end);
  if (!path) return Error{"motion", "turns too far"};
  std::vector<StraightPiece> made;
  for (const detail::PathPiece& piece : *path) {
    const detail::PolynomialVec& place = piece.path.translation();
    if (piece.path.turns() || piece.path.denominator().degree() > 0)
      return Error{"motion", "turns; prisms are of bodies that only translate"};
    if (place.x.degree() > 1 || place.y.degree() > 1 || place.z.degree() > 1)
      return Error{"motion", "is accelerated; prisms are of straight motions"};
    made.push_back({piece.from,
                    piece.to,
                    piece.path,
                    {rate_of(place.x), rate_of(place.y), rate_of(place.z)},
                    piece.path.denominator()[0]});
  }
  return made;
}

Result<BodyPrisms> prisms_of(const Shape& shape, const Motion& motion, Interval interval) {
  Result<std::vector<StraightPiece>> pieces = straight_pieces(motion, interval);
  if (!pieces) return pieces.error();
  if (std::holds_alternative<HalfSpace>(shape)) return Error{"shape", "is a half-space, and no polyhedron"};
  std::vector<PartShape> parts;
  if (const Rounded* convex = std::get_if<Rounded>(&shape)) parts.emplace_back(*convex);
  if (const Mesh* mesh = std::get_if<Mesh>(&shape)) parts.emplace_back(*mesh);
  if (const Parts* several = std::get_if<Parts>(&shape)) parts.assign(several->parts().begin(), several->parts().end());

  BodyPrisms made;
  made.pieces = std::move(pieces).value();
  for (std::size_t k = 0; k < made.pieces.size(); ++k) {
    const StraightPiece& piece = made.pieces[k];
    const PrismMotion<3> moved{
        {piece.velocity.x, piece.velocity.y, piece.velocity.z}, piece.scale, piece.from, piece.to};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      Result<PosedPolyhedron> body = polyhedron_of_part(parts[part], piece.path.at(piece.from));
      if (!body) return parts.size() == 1 ? body.error() : body.error().within("part " + std::to_string(part));
      Result<IncidencePolytope<4>> prism = make_prism(body->shape, moved);
      if (!prism) return prism.error();
      made.prisms.push_back(std::move(prism).value());
      made.sources.push_back({k, part, std::move(body).value()});
    }
  }
  return made;
}

}  // namespace clearance::lab
