// Question: is a claim about two convex bodies true?
// Method:   exact arithmetic over all the points given (CONTRACT §1, §4). Sees points, radii, poses and the claim;
//           knows no algorithm, no adjacency, no cache.
// Proves:   what it accepts.
// Cannot:   decide a claim without a certificate: it does not hold, and `missing` says when nothing but proof is
//           lacking.
// Cost:     linear in the points, in big numbers where doubles with error bounds do not settle a sign.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/proof/certificate.h>

#include <cstdint>
#include <span>
#include <string>

namespace clearance {

// All points within `radius` of the convex hull of `points` under `pose`. Certificates number points by position here.
struct PosedPoints {
  std::span<const Vec3> points;
  Pose pose;
  double radius = 0;
};

// What a claim that is not refuted lacks of its proof.
enum class Missing : std::uint8_t {
  Nothing,
  Certificate,   // tangency of rounded bodies has none, nor has penetration by less than double weights can show
  Shell,         // for the lower end of a depth
  Cover,         // of separated bodies of triangles or parts; also for the lower end of their distance
  Disjointness,  // of the interiors of touching solids, whose contact is proved
  Translation,   // for the upper end of a depth: no plane of the claim shows that its translation ends the penetration
  Timeline,      // of moving bodies, for the time without contact
};

struct CheckResult {
  bool holds = false;
  std::string reason;                  // why not, in one line; empty when it holds
  Missing missing = Missing::Nothing;  // the first that is; never with `holds`
  std::uint8_t all_missing = 0;        // a bit for each, where nothing is refuted

  explicit operator bool() const { return holds; }
  bool is_refuted() const { return !holds && missing == Missing::Nothing; }
  bool lacks(Missing what) const { return (all_missing >> static_cast<int>(what) & 1) != 0; }
};

// Status, certificate and every figure of the claim. Refused: what contradicts itself or the bodies, a certificate that
// does not show the status, and a status that says that nobody asked.
CheckResult check_claim(const Claim& claim, const PosedPoints& a, const PosedPoints& b);
// The certificate alone, for that status.
CheckResult check_certificate(Status status, const Certificate& certificate, const PosedPoints& a,
                              const PosedPoints& b);

}  // namespace clearance
