// Question: which points and triangles does a mesh file hold, or what is wrong with it?
// Method:   own readers, in doubles, of OBJ, STL (text, binary), PLY (text, binary of both byte orders) and OFF.
//           Vertices with equal coordinates (−0 equals 0) are one vertex, numbered by first appearance; triangles keep
//           the file's order; convex polygons are fanned from their first corner, others triangulated (CONTRACT §2).
// Cannot:   repair. What is not what it says it is gets refused, in one line that names the place.
// Cost:     linear in the file; no more memory is reserved than the file's size can account for.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/vec3.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clearance {

struct MeshData {
  std::vector<Vec3> vertices;                           // welded
  std::vector<std::array<std::uint32_t, 3>> triangles;  // positions in `vertices`; zero area is allowed
  std::string format;                                   // "OBJ", "STL text", "PLY binary big-endian", …
  std::size_t points_in_file = 0;                       // vertices as the file lists them, before welding
  std::size_t faces_in_file = 0;
  std::size_t polygons_fanned = 0;        // convex faces of more than three corners
  std::size_t polygons_triangulated = 0;  // non-convex faces, triangulated in their plane
  std::size_t vertices_unused = 0;        // no face has them
  std::size_t bytes_after_end = 0;        // OFF, PLY: behind the last element that the header counts, passed over
  std::size_t faces_dropped = 0;          // faces with fewer than three corners: no area, no triangle
};

// Whether faces become triangles, or are only checked for their indices.
enum class FaceUse : std::uint8_t { Triangulate, CheckOnly };

// Whether the name ends like that of a mesh file: .obj .stl .ply .off, any case.
bool has_mesh_ending(std::string_view path);

// By the file's ending (.obj .stl .ply .off, any case); the content must be what the ending says. Errors begin with the
// path as given. Refused besides: no triangles.
Result<MeshData> read_mesh(const std::string& path);

// Every vertex of the file, welded, for hulls; faces need not exist, and are looked at only as far as finding the
// vertices requires. Refused besides what a reader refuses: no vertices.
Result<std::vector<Vec3>> read_points(const std::string& path);

// The readers themselves, on a file's bytes. Empty meshes are fine here. Errors name the place within the file.
Result<MeshData> parse_obj(std::string_view bytes);
Result<MeshData> parse_stl(std::string_view bytes);
Result<MeshData> parse_ply(std::string_view bytes);
Result<MeshData> parse_off(std::string_view bytes);

}  // namespace clearance
