// Question: which bodies does a file of parts hold, and in which unit?
// Method:   a mesh file is one body, unless it is wanted in pieces; a 3MF or glTF file has as many as its scene graph
//           places meshes.
// Cost:     no more memory than the file's size can account for.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/io/scenes/length_unit.h>
#include <clearance/math/pose.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clearance {

// What becomes a part of its own: a file, an object that it tells apart, or what hangs together.
enum class PartSplit : std::uint8_t { Files, Objects, Components };

namespace detail {

struct FileBody {
  std::string name;                      // in the file, of each body another; empty: it is the file
  std::shared_ptr<const MeshData> mesh;  // bodies that are alike share it
  Pose pose;                             // in the file's unit
};

struct FileBodies {
  std::optional<LengthUnit> unit;  // where the file says one
  std::vector<FileBody> bodies;    // at least one
};

// Whether parts of that name are read: by the ending, in any case.
bool has_part_ending(std::string_view path);
// Whether such a file tells objects apart by itself.
bool has_assembly_ending(std::string_view path);

// Messages call the file `shown`.
Result<FileBodies> read_bodies(const std::string& path, const std::string& shown, PartSplit split);

}  // namespace detail
}  // namespace clearance
