// Question: what does a large assembly look like to who looks for clashes in it?
// Method:   blocks with a wavy bore, at multiples of a tenth, side by side along all three axes, so that most are flush
//           with their neighbours, as far as sums of tenths are; one in 51 stands a little too far along x and runs
//           into the next. Each is a file of its own, binary PLY in doubles, its place in its coordinates.
#pragma once

#include <cstddef>
#include <string>

namespace clearance::bench {

struct Assembly {
  std::size_t parts = 0, triangles = 0;  // of all parts together
  std::size_t clashes = 0;               // pairs that were made to clash
};

// `side` blocks along y and z, twice as many along x; about `triangles` each. Files are written into the folder, which
// is there and empty. False: one could not be written.
bool write_assembly(const std::string& folder, int side, int triangles, Assembly& made);
// The file of some block, pushed aside: one part has changed.
bool change_a_part(const std::string& folder, int side, int triangles);

}  // namespace clearance::bench
