// Question: what does a solid look like with what was classified in it, and its index as a tree?
// Method:   faces toward the reader from back to front over dashed hidden edges; points and parts of segments in the
//           colour of what they are on. The tree from the root down: above, on, below from left to right, as Vaněček
//           (1990, Fig. 2) draws it; the paths of points are bold.
// Cannot:   order faces that lie around each other: a picture is for the eye.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "../command_line.h"
#include "../solid_info.h"
#include "picture.h"

namespace clearance::cli {

// Indices beyond so many planes are no picture any more.
inline constexpr std::size_t kMostDrawnNodes = 100;

// The solid alone, its vertices numbered where they are few, but for those in `unnamed`. The numbers take places for
// labels.
void draw_brep(Svg& svg, const BRep& brep, const View& view, Labels& labels, std::span<const Entity> unnamed = {});
// "v4", "e4-5", "f0", "in", "out".
std::string short_name(const BRep& brep, Entity entity);
// The colour of what is on such an entity.
const char* entity_colour(EntityKind kind);

std::string classified_svg(const IndexedSolid& solid, const SolidQuestions& questions);
std::string index_svg(const IndexedSolid& solid, const SolidQuestions& questions);

// --trace and --index: into the files that are named.
std::optional<Error> draw_solid(const CommandLine& line, const IndexedSolid& solid);

}  // namespace clearance::cli
