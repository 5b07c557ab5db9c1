// Question: how does a mesh survive the program that built it?
// Method:   vertices, triangles, numbers, facts and tree as bytes, each section aligned to 64, under one checksum. On
//           the way back the tree's nodes, the bulk of it, are read where they lie: a file may be mapped into memory.
// Proves:   that the bytes are those that were saved, up to chance; every index is looked at besides.
// Cannot:   go to a machine of another byte order, or to another version: refused.
#pragma once

#include <clearance/base/result.h>
#include <clearance/shape/mesh.h>

#include <cstddef>
#include <span>
#include <vector>

namespace clearance {

std::vector<std::byte> save_mesh(const Mesh& mesh);

// `bytes` start at a multiple of 64 and stay where they are as long as the mesh, or a copy of it, is used.
Result<Mesh> map_mesh(std::span<const std::byte> bytes);

}  // namespace clearance
