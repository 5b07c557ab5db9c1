// Question: which vertices, edges and faces has the solid of a file, what is a point on, what does a segment pass, and
//           by which planes of the index is that told?
// Proves:   every entity named is decided exactly (brep/classify.h); numbers printed beside it are rounded.
#pragma once

#include <clearance/clearance.h>

#include <string>

#include "command_line.h"

namespace clearance::cli {

// The solid of a file with its index.
struct IndexedSolid {
  std::string path;
  BRepIndex index;
};

// Refused: what is no solid that a BRep can hold, a tolerance beyond the solid's size.
Result<IndexedSolid> index_solid(const std::string& path, const MeshData& mesh, const SolidQuestions& questions);

// Lines "  what      value": facts, points with their paths, segments with their parts.
Result<std::string> solid_text(const IndexedSolid& solid, const SolidQuestions& questions);

// "face 3", "edge 0-4", "vertex 7", "free plane": what a plane of the index was made from.
std::string plane_name(const BRepIndex& index, std::uint32_t plane);
// "x - 0.5 y = 2", with the largest coefficient 1 or -1; rounded to six digits.
std::string equation_text(Vec3 normal, double offset);

}  // namespace clearance::cli
