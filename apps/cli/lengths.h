// A length on the command line.
#pragma once

#include <clearance/base/result.h>

#include <string>

namespace clearance::cli {

// The whole word must be one decimal number, as in the files: no hexadecimal, no locale. Errors begin with `option`.
Result<double> read_length(const std::string& text, const char* option);

}  // namespace clearance::cli
