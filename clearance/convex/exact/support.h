// Question: which pair of vertices minimises n·m for an exact direction n?
// Method:   doubles with error bounds leave a few candidates, exact numbers choose among them.
#pragma once

#include <clearance/convex/posed_pair.h>
#include <clearance/exact/posed.h>

#include <utility>
#include <vector>

namespace clearance::detail {

class ExactSupport {
 public:
  explicit ExactSupport(const PosedPair& pair) : pair_(pair), exact_(pair.pose_a(), pair.pose_b()) {}
  // Of poses that are not of doubles; the pair's bounds must hold for them.
  ExactSupport(const PosedPair& pair, ExactPair exact) : pair_(pair), exact_(std::move(exact)) {}

  const PosedPair& pair() const { return pair_; }
  const ExactPair& exact_pair() const { return exact_; }
  // All differences below are times scale().
  const Dyadic& scale() const { return exact_.scale(); }
  DyadicVec difference(VertexPair at) const {
    return exact_.difference(pair_.a().vertex(at.a), pair_.b().vertex(at.b));
  }
  // Edge from vertex v to w of one body, times scale().
  DyadicVec edge_a(int v, int w) const {
    return exact_.b().denominator() * exact_.a().edge(pair_.a().vertex(v), pair_.a().vertex(w));
  }
  DyadicVec edge_b(int v, int w) const {
    return exact_.a().denominator() * exact_.b().edge(pair_.b().vertex(v), pair_.b().vertex(w));
  }

  // A pair that minimises n·m; n is not zero.
  VertexPair minimise(const DyadicVec& n) const;
  // All vertices of a that maximise n·p, and all of b that minimise n·q.
  void contact_vertices(const DyadicVec& n, std::vector<int>& of_a, std::vector<int>& of_b) const;

 private:
  PosedPair pair_;
  ExactPair exact_;
};

}  // namespace clearance::detail
