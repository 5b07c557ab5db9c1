// Question: which points and triangles does "#k" stand for in a page?
// Method:   entry k of the table says where they lie within the page's bytes, little-endian as WebAssembly is. Nothing
//           is believed: ranges, indices and coordinates are looked at.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/meshes/mesh_file.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::wasm {

// Of a body for which the page had no room.
inline constexpr std::string_view kLeftOut = "#none";

class PageMeshes {
 public:
  // `bytes` must outlive it.
  static Result<PageMeshes> read(std::string_view table, std::span<const std::byte> bytes);

  // Of a body that is left out, some tetrahedron: whoever reads a scene with it must not speak of that body.
  Result<MeshData> find(const std::string& name, FaceUse use) const;

 private:
  struct Range {
    std::size_t offset = 0, count = 0;
  };
  struct Entry {
    Range vertices, triangles;
  };

  std::span<const std::byte> bytes_;
  std::vector<Entry> entries_;
};

}  // namespace clearance::wasm
