#include <clearance/exact/approx.h>
#include <clearance/exact/edge_cross_sign.h>

namespace clearance::detail {

int edge_cross_filter(const PosedEdge& a, const PosedEdge& b, const PosedDifference& m) {
  return proved_sign(dot(cross(approx_edge(a.pose, a.v0, a.v1), approx_edge(b.pose, b.v0, b.v1)), approx(m)));
}

int edge_cross_exact(const PosedEdge& a, const PosedEdge& b, const PosedDifference& m) {
  const ExactPose pose_a(a.pose), pose_b(b.pose);
  return dot(cross(pose_a.edge(a.v0, a.v1), pose_b.edge(b.v0, b.v1)), exact(m).numerator).sign();
}

int edge_cross_sign(const PosedEdge& a, const PosedEdge& b, const PosedDifference& m) {
  const int sign = edge_cross_filter(a, b, m);
  return sign != 0 ? sign : edge_cross_exact(a, b, m);
}

}  // namespace clearance::detail
