// Question: how does a person read what was found?
#pragma once

#include <clearance/clearance.h>

#include <string>
#include <vector>

namespace clearance::cli {

// Rows of equally many cells, the first the heading, padded to columns. Cells are UTF-8.
std::string table(const std::vector<std::vector<std::string>>& rows);

// A bracket in ten digits, its lower end rounded down and its upper end up, so that what is printed is true as well.
std::string bracket_text(const Bracket& bracket);

// "vector", "face of a", "edges, side", "simplex of 4", "touch: simplex of 2, face of b", "none".
std::string certificate_text(const Certificate& certificate);

}  // namespace clearance::cli
