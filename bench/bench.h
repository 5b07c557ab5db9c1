// Question: how fast is Clearance, measured beside the libraries that others use, in one run on one machine?
// Method:   `clearance bench [NAME…] [--list] [--json] [--quick]`; a table of experiments, see experiments.h.
#pragma once

namespace clearance::bench {

// argv[0] is the word `bench`. Returns the exit status: 0, or 2 after one line on stderr.
int run_bench(int argc, char** argv);

}  // namespace clearance::bench
