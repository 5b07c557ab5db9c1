// Question: how does a person read what was found?
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <string>
#include <vector>

namespace clearance::cli {

// Rows of equally many cells, the first the heading, padded to columns. Cells are UTF-8.
std::string table(const std::vector<std::vector<std::string>>& rows);

// "0.5" when both ends are equal, else "1.41421356 ± 3e-09", which holds the bracket, as few digits as that takes;
// "[0, 1]" where zero is within that, "[5.202, 6.5]", four digits rounded outward, where the ends differ by a hundredth
// or more; "at least 1" without an upper end.
std::string bracket_text(const Bracket& bracket);

// "(1, 0.5, -2)", six digits: to go and look, not to compute with. "-" where there is none.
std::string place_text(const std::optional<Vec3>& place);

// "vector", "face of a", "edges, side", "simplex of 4", "touch: simplex of 2, face of b", "near", "none".
std::string certificate_text(const Certificate& certificate);

}  // namespace clearance::cli
