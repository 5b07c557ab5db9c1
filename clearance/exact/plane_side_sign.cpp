#include <clearance/exact/approx.h>
#include <clearance/exact/plane_side_sign.h>

namespace clearance::detail {

int plane_side_filter(const PosedTriangle& face, const PosedDifference& m) {
  const ApproxVec ab = approx_edge(face.pose, face.a, face.b), ac = approx_edge(face.pose, face.a, face.c);
  return proved_sign(dot(cross(ab, ac), approx(m)));
}

int plane_side_exact(const PosedTriangle& face, const PosedDifference& m) {
  const ExactPose pose(face.pose);
  return dot(cross(pose.edge(face.a, face.b), pose.edge(face.a, face.c)), exact(m).numerator).sign();
}

int plane_side_sign(const PosedTriangle& face, const PosedDifference& m) {
  const int sign = plane_side_filter(face, m);
  return sign != 0 ? sign : plane_side_exact(face, m);
}

}  // namespace clearance::detail
