// The words of the program, a file each.
#pragma once

#include <clearance/clearance.h>

#include <string>

#include "command_line.h"
#include "output.h"

namespace clearance::cli {

Result<Output> check(const CommandLine& line);
Result<Output> verify(const CommandLine& line);
Result<Output> info(const CommandLine& line);
Result<Output> algorithms(const CommandLine& line);
Result<Output> demo();

}  // namespace clearance::cli
