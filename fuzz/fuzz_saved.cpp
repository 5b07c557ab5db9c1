// Question: can a saved mesh whose checksum is right answer otherwise than the triangles in it do?
// Method:   the first bytes choose a small mesh, the others overwrite bytes of it as saved; then the checksum is made
//           right. Mapping refuses, or the mesh is held against one that is made anew of the same triangles.
#include <clearance/build/saved_mesh.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/clearance.h>
#include <fuzz/bytes.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

// A solid or a surface of 1 to 300 triangles: trees of one to three levels.
Mesh mesh(Bytes& bytes) {
  const std::uint8_t kind = bytes.next();
  MeshOptions options;
  if (kind >= 128) options.kind = MeshKind::Surface;
  const Mesh solid = mesh_of(test_polytope(TestShape::Ellipsoid, 4 + kind % 64 * (kind % 2 == 0 ? 1 : 2), kind % 5));
  std::vector<Vec3> vertices(solid.vertices().begin(), solid.vertices().end());
  std::vector<MeshTriangle> triangles = solid.triangles_as_given();
  for (int dents = bytes.next() % 4; dents > 0; --dents)
    vertices[bytes.next() % vertices.size()] = bytes.point_in_eighths();
  if (kind % 3 == 0) triangles.resize(1 + bytes.next() % triangles.size());
  return make_mesh(vertices, triangles, options).value();
}

[[noreturn]] void stop(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void compare(const Mesh& mapped, Bytes& bytes) {
  MeshOptions options;
  options.kind = mapped.is_solid() ? MeshKind::Solid : MeshKind::Surface;
  const Result<Mesh> made = make_mesh(mapped.vertices(), mapped.triangles_as_given(), options);
  if (!made) stop("a mesh was mapped that make_mesh refuses");
  const MeshFacts &ours = mapped.facts(), &theirs = made->facts();
  if (ours.is_solid() != theirs.is_solid() || ours.components != theirs.components || ours.volume != theirs.volume ||
      ours.edges != theirs.edges || why_not_solid(ours) != why_not_solid(theirs))
    stop("other facts");
  if (!std::ranges::equal(mapped.component_vertices(), made->component_vertices()) || mapped.reach() != made->reach() ||
      mapped.size() != made->size() || mapped.box_low() != made->box_low() || mapped.box_high() != made->box_high())
    stop("other sizes");
  const Mesh probe = mesh_of(box({0.5, 0.5, 0.5}));
  const Rounded ball = rounded(box({0.25, 0.25, 0.25}), 0.25);
  for (int k = 0; k < 4; ++k) {
    const Pose pose = translation(bytes.point_in_eighths());
    if (intersects(mapped, {}, probe, pose).status != intersects(*made, {}, probe, pose).status) stop("intersects");
    if (intersects(ball, pose, mapped, {}).status != intersects(ball, pose, *made, {}).status) stop("a ball");
    const Distance gap = distance(mapped, {}, probe, pose), fresh = distance(*made, {}, probe, pose);
    if (gap.status != fresh.status || !(gap.lower <= fresh.upper && fresh.lower <= gap.upper)) stop("distance");
    if (locate(mapped, {}, pose.translation()) != locate(*made, {}, pose.translation())) stop("locate");
    const Vec3 to = bytes.point_in_eighths();
    if (cast_ray(mapped, {}, pose.translation(), to).has_value() !=
        cast_ray(*made, {}, pose.translation(), to).has_value())
      stop("a ray");
  }
  const Pose beside = translation(bytes.point_in_eighths());
  if (intersects(mapped, {}, mapped, beside).status != intersects(*made, {}, *made, beside).status) stop("itself");
}

}  // namespace
}  // namespace clearance

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clearance;
  Bytes bytes(data, size);
  const Mesh original = mesh(bytes);
  const std::vector<std::byte> saved = save_mesh(original);
  std::vector<TriangleTree::Node> aligned(saved.size() / sizeof(TriangleTree::Node) + 1);
  auto* const at = reinterpret_cast<std::byte*>(aligned.data());
  std::memcpy(at, saved.data(), saved.size());
  std::size_t length = saved.size();
  // Where, how many, and what: short runs, so that one input changes several places.
  for (int changes = 0; changes < 16 && !bytes.is_empty(); ++changes) {
    const std::size_t place = (bytes.word(2) * std::size_t{4} + bytes.next() % 4) % saved.size();
    const std::size_t count = 1u + bytes.next() % 8;
    for (std::size_t k = 0; k < count && place + k < saved.size(); ++k)
      at[place + k] = static_cast<std::byte>(bytes.next());
  }
  if (bytes.next() % 16 == 15) length -= std::min(length, std::size_t{64} * (bytes.next() % 8));
  const std::uint64_t sum = detail::saved_mesh_checksum({at, length});
  if (length >= detail::kSavedMeshChecksumAt + sizeof sum)
    std::memcpy(at + detail::kSavedMeshChecksumAt, &sum, sizeof sum);
  const Result<Mesh> mapped = map_mesh({at, length});
  if (mapped) compare(*mapped, bytes);
  return 0;
}
