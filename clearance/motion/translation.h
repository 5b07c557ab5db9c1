// Question: when do two convex bodies that do not turn first meet?
// Method:   b moves against a on a straight line, so they meet when the origin's ray, backwards along that line, first
//           hits the difference body {q − p}. Three of its vertices around the ray are a portal; a support search
//           perpendicular to the portal finds a vertex before it, which takes the place of one of the three, until
//           there is none: the portal then lies in the facet that is hit (Snethen's portal refinement, for a ray). It
//           begins near the place where the ray hits an ellipsoid stretched like the difference body.
// Proves:   one plane for all of the time before contact, and contact after it by the portal, a vertex behind it and,
//           at its border, one or two beyond that; or one plane for all of the time.
// Cannot:   tell where bodies slide past each other within rounding, or are in contact at the beginning: Unknown.
// Cost:     five to eight support searches.
#pragma once

#include <clearance/motion/moving_pair.h>

#include <cstdint>

namespace clearance::detail {

struct Translation {
  enum class Kind : std::uint8_t { Unknown, Clear, Contact };
  Kind kind = Kind::Unknown;
  // Separates throughout; of about unit length. Unknown: along it they pass within roundings of each other; or 0.
  Vec3 direction;
  double lower = 0, upper = 0;  // Contact: separated until `lower`, in contact at `upper`
  VertexPair pair[6];           // Contact: around the origin at `upper`
  int count = 0;                // of these
  VertexPair portal[3];         // Contact: of the facet that is met
  double weight[3] = {};        // and of the point of it
};

// From pair.time(), at which the pair stands, to `limit`, a time of the same legs; neither body turns and both have the
// same acceleration. `width`, of the bracket.
Translation translate(MovingPair& pair, double limit, double width);

}  // namespace clearance::detail
