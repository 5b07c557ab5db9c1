#include <clearance/io/verify/same_body.h>

#include <clearance/exact/dyadic.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

namespace clearance::detail {
namespace {

using Key = std::array<double, 3>;
Key key_of(Vec3 v) { return {v.x + 0.0, v.y + 0.0, v.z + 0.0}; }

// ---- The same motion ------------------------------------------------------------------------------------------------

// Quaternions of any length turn alike when they are parallel.
bool turn_alike(const Quat& p, const Quat& q) {
  const double a[] = {p.w, p.x, p.y, p.z}, b[] = {q.w, q.x, q.y, q.z};
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j)
      if (compare(Dyadic(a[i]) * Dyadic(b[j]), Dyadic(a[j]) * Dyadic(b[i])) != 0) return false;
  return true;
}

bool is_same_motion(const Pose& a, const Pose& b) {
  if (a.kind() != b.kind() || key_of(a.translation()) != key_of(b.translation())) return false;
  if (a.kind() == Pose::Kind::Quaternion) return turn_alike(a.quaternion(), b.quaternion());
  return a.rotation() == b.rotation();
}

// ---- The same body --------------------------------------------------------------------------------------------------

std::vector<Key> corners_of(const Polytope& body) {
  std::vector<Key> corners;
  corners.reserve(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) corners.push_back(key_of(body.vertex(v)));
  std::sort(corners.begin(), corners.end());
  return corners;
}

std::vector<std::array<Key, 3>> triangles_of(const Mesh& mesh) {
  std::vector<std::array<Key, 3>> triangles;
  triangles.reserve(mesh.triangle_count());
  for (const MeshTriangle& t : mesh.triangles()) {
    std::array<Key, 3> corners{key_of(mesh.vertex(t[0])), key_of(mesh.vertex(t[1])), key_of(mesh.vertex(t[2]))};
    std::sort(corners.begin(), corners.end());
    triangles.push_back(corners);
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

bool are_equal(const Rounded& a, const Rounded& b) {
  return a.radius() == b.radius() && a.core().vertex_count() == b.core().vertex_count() &&
         corners_of(a.core()) == corners_of(b.core());
}
bool are_equal(const Mesh& a, const Mesh& b) {
  return a.is_solid() == b.is_solid() && a.triangle_count() == b.triangle_count() &&
         key_of(a.box_low()) == key_of(b.box_low()) && key_of(a.box_high()) == key_of(b.box_high()) &&
         triangles_of(a) == triangles_of(b);
}
template <class A, class B>
bool are_equal(const A& /*a*/, const B& /*b*/) {
  return false;  // bodies of different kinds
}
bool are_equal(const Parts& a, const Parts& b) {
  if (a.count() != b.count()) return false;
  for (std::size_t k = 0; k < a.count(); ++k)
    if (!std::visit([](const auto& p, const auto& q) { return are_equal(p, q); }, a[k], b[k])) return false;
  return true;
}
bool are_equal(const HalfSpace& a, const HalfSpace& b) {
  return key_of(a.normal()) == key_of(b.normal()) && a.offset() == b.offset();
}

}  // namespace

bool is_duplicate(const SceneObject& a, const SceneObject& b) {
  return is_same_motion(a.pose, b.pose) &&
         std::visit([](const auto& p, const auto& q) { return are_equal(p, q); }, a.shape, b.shape);
}

}  // namespace clearance::detail
