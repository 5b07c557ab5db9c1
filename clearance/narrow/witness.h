// Question: which points of two bodies does a convex combination of their differences stand for?
// Method:   each body's share of the pairs, in the caller's vertex numbers, equal vertices joined; and the point in the
//           world, rounded.
// Proves:   nothing; the weights say exactly which point is meant, and proof/check.h reads them so.
#pragma once

#include <clearance/narrow/posed_pair.h>
#include <clearance/proof/certificate.h>

namespace clearance {

struct NearPoint {
  WitnessPoint witness;
  Vec3 world;

  NearPoint(const Polytope& body, const Pose& pose, const VertexPair* pairs, const double* weights, int count,
            std::int32_t VertexPair::* which) {
    std::int32_t distinct[WitnessPoint::kMaxVertices] = {};
    Vec3 sum;
    for (int k = 0; k < count; ++k) {
      const std::int32_t v = pairs[k].*which;
      sum = sum + weights[k] * body.vertex(v);
      int at = 0;
      while (at < witness.count && distinct[at] != v) ++at;
      if (at == witness.count) {
        distinct[at] = v;
        witness.vertices[at] = body.id(v);
        witness.weights[at] = 0;
        ++witness.count;
      }
      witness.weights[at] += weights[k];
    }
    world = apply(pose, sum);
  }
};

// At most four pairs, their weights summing to 1 up to rounding.
struct NearPoints {
  NearPoint a, b;

  NearPoints(const PosedPair& pair, const VertexPair* pairs, const double* weights, int count)
      : a(pair.a(), pair.pose_a(), pairs, weights, count, &VertexPair::a),
        b(pair.b(), pair.pose_b(), pairs, weights, count, &VertexPair::b) {}
};

// Core points nearer than the radii, as a certificate.
inline void set_near(Certificate& certificate, const PosedPair& pair, const VertexPair* pairs, const double* weights,
                     int count) {
  const NearPoints points(pair, pairs, weights, count);
  certificate.kind = Certificate::Kind::Near;
  certificate.witness = {points.a.witness, points.b.witness};
}

// Pairs that hold the origin in their hull, as a certificate.
inline void set_simplex(Certificate& certificate, const PosedPair& pair, const VertexPair* around, int count) {
  certificate.kind = Certificate::Kind::Simplex;
  certificate.simplex.count = count;
  for (int k = 0; k < count; ++k) {
    certificate.simplex.a[k] = pair.a().id(around[k].a);
    certificate.simplex.b[k] = pair.b().id(around[k].b);
  }
}

}  // namespace clearance
