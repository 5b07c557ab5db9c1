// The words of the program, a file each. A new one is its file, its line here and its options in command_line.cpp.
#pragma once

#include <clearance/clearance.h>

#include <string>

#include "command_line.h"

namespace clearance::cli {

Result<Output> check(const CommandLine& line);
Result<Output> clash(const CommandLine& line);
Result<Output> move(const CommandLine& line);
Result<Output> verify(const CommandLine& line);
Result<Output> view(const CommandLine& line);
Result<Output> info(const CommandLine& line);
Result<Output> algorithms(const CommandLine& line);
Result<Output> demo(const CommandLine& line);

}  // namespace clearance::cli
