// Question: which bodies does a 3MF file hold, and where?
// Method:   the package's start part, and the model parts that it names; each mesh that an item of the build reaches
//           through components is a body, called by its object's name. Components name objects before them, so that the
//           graph ends.
// Cannot:   take extensions that change shapes where a file requires them (beam lattices, slices, volumes, booleans).
// Cost:     linear in the unpacked parts, and in the bodies: 250,000 at most.
#pragma once

#include <clearance/io/assemblies/file_bodies.h>

#include <string_view>

namespace clearance::detail {

Result<FileBodies> parse_3mf(std::string_view bytes);

}  // namespace clearance::detail
