// Question: is a claim about two convex bodies true?
// Method:   exact arithmetic over all the points given (CONTRACT §1, §4). Sees points, poses and the claim; knows no
//           algorithm, no adjacency, no cache.
// Proves:   what it accepts.
// Cannot:   decide a claim without a certificate; it refuses it.
// Cost:     linear in the points, in big numbers where doubles with error bounds do not settle a sign.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/proof/certificate.h>

#include <span>
#include <string>

namespace clearance {

// The convex hull of `points` under `pose`. Certificates number points by position here.
struct PosedPoints {
  std::span<const Vec3> points;
  Pose pose;
};

struct CheckResult {
  bool holds = false;
  std::string reason;  // why not, in one line; empty when it holds

  explicit operator bool() const { return holds; }
};

// Status, certificate and every bracket of the claim.
CheckResult check_claim(const Claim& claim, const PosedPoints& a, const PosedPoints& b);
// The certificate alone, for that status.
CheckResult check_certificate(Status status, const Certificate& certificate, const PosedPoints& a,
                              const PosedPoints& b);

}  // namespace clearance
