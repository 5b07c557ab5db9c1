// Question: how does a mesh survive the program that built it?
// Method:   vertices, triangles, numbers and tree as bytes, each section aligned to 64, under one checksum. On the way
//           back the tree's nodes, half of it, are read where they lie: a file may be mapped into memory.
// Proves:   that the bytes are a mesh, whoever wrote them: indices, numbers and every box of the tree are held against
//           the triangles, and the facts, components and sizes are found anew. The checksum only tells damage early.
// Cannot:   go to a machine of another byte order, or to another version: refused.
// Cost:     of mapping: what is left of make_mesh without the sorting and fitting of its tree.
#pragma once

#include <clearance/base/result.h>
#include <clearance/shape/mesh.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance {

std::vector<std::byte> save_mesh(const Mesh& mesh);

// `bytes` start at a multiple of 64 and stay where they are, unchanged, as long as the mesh, or a copy of it, is used.
// `threads` as in MeshOptions.
Result<Mesh> map_mesh(std::span<const std::byte> bytes, int threads = 1);

namespace detail {

// For tests that change bytes and make the checksum right again: what it should be, and where it stands.
inline constexpr std::size_t kSavedMeshChecksumAt = 16;
std::uint64_t saved_mesh_checksum(std::span<const std::byte> bytes);

}  // namespace detail

}  // namespace clearance
