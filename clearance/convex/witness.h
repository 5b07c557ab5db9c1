// Question: which points of two bodies does a convex combination of their differences stand for?
// Method:   each body's share of the pairs, in the caller's vertex numbers, equal vertices joined; and the point in the
//           world, rounded.
// Proves:   nothing; the weights say exactly which point is meant, and proof/check.h reads them so.
#pragma once

#include <clearance/convex/posed_pair.h>
#include <clearance/proof/certificate.h>

namespace clearance::detail {

// At most four pairs, their weights summing to 1 up to rounding. Written where it is wanted: a copy would have to wait
// for the parts just stored. Returns the point in the world.
inline Vec3 set_witness_point(WitnessPoint& witness, const Polytope& body, const Pose& pose, const VertexPair* pairs,
                              const double* weights, int count, std::int32_t VertexPair::* which) {
  // Where each vertex goes is found without branches: nothing could predict them.
  std::int32_t vertex[WitnessPoint::kMaxVertices] = {};
  int found = 0;
  double weight[WitnessPoint::kMaxVertices] = {};
  Vec3 sum;
  for (int k = 0; k < count; ++k) {
    const std::int32_t v = pairs[k].*which;
    sum = sum + weights[k] * body.vertex(v);
    int at = found;
    for (int j = WitnessPoint::kMaxVertices - 2; j >= 0; --j) at = ((j < found) & (vertex[j] == v)) ? j : at;
    vertex[at] = v;
    weight[at] += weights[k];
    found += at == found;
  }
  for (int k = 0; k < WitnessPoint::kMaxVertices; ++k) {  // more than are in use, rather than a loop of unknown length
    witness.vertices[k] = body.id(vertex[k]);
    witness.weights[k] = weight[k];
  }
  witness.count = found;
  return apply(pose, sum);
}

struct WorldPoints {
  Vec3 a, b;
};
inline WorldPoints set_witness(Witness& witness, const PosedPair& pair, const VertexPair* pairs, const double* weights,
                               int count) {
  return {set_witness_point(witness.a, pair.a(), pair.pose_a(), pairs, weights, count, &VertexPair::a),
          set_witness_point(witness.b, pair.b(), pair.pose_b(), pairs, weights, count, &VertexPair::b)};
}

// A direction that separates, as a certificate.
CLEARANCE_INLINE void set_vector(Certificate& certificate, Vec3 normal) {
  certificate.kind = Certificate::Kind::Plane;
  certificate.plane.normal = normal;
}

// Core points nearer than the radii, as a certificate.
inline void set_near(Certificate& certificate, const PosedPair& pair, const VertexPair* pairs, const double* weights,
                     int count) {
  certificate.kind = Certificate::Kind::Near;
  set_witness(certificate.witness, pair, pairs, weights, count);
}

// Pairs that hold the origin in their hull, as a certificate.
CLEARANCE_INLINE void set_simplex(Certificate& certificate, const PosedPair& pair, const VertexPair* around,
                                  int count) {
  certificate.kind = Certificate::Kind::Simplex;
  certificate.simplex.count = count;
  for (int k = 0; k < count; ++k) {
    certificate.simplex.a[k] = pair.a().id(around[k].a);
    certificate.simplex.b[k] = pair.b().id(around[k].b);
  }
}

}  // namespace clearance::detail
