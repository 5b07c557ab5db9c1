// The program: one word, one answer. Bad input or usage is one line on stderr, nothing on stdout, and status 2.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "command_line.h"
#include "output.h"

#ifdef CLEARANCE_HAS_BENCH
#include <bench/bench.h>
#endif

namespace clearance::cli {
namespace {

int fail(const Error& error) {
  fmt::print(stderr, "clearance: {}\n", one_line(error.text()));
  return 2;
}

int print(const Output& output) {
  for (const std::string& remark : output.remarks) fmt::print(stderr, "clearance: {}\n", one_line(remark));
  const bool written = std::fwrite(output.text.data(), 1, output.text.size(), stdout) == output.text.size();
  if (!written || std::fflush(stdout) != 0) return fail({"", "cannot write to stdout"});
  return output.status;
}

int run_bench([[maybe_unused]] int argc, [[maybe_unused]] char** argv) {
#ifdef CLEARANCE_HAS_BENCH
  return bench::run_bench(argc, argv);
#else
  return fail({"bench",
               "not in this build: type ./run bench in the repository, or configure with "
               "-DCLEARANCE_BUILD_BENCH=ON"});
#endif
}

int main_of(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "bench") return run_bench(argc - 1, argv + 1);
  const Result<CommandLine> line = parse_command_line(argc, argv);
  if (!line) return fail(line.error());
  const Result<Output> output = line->word != nullptr ? line->word(*line) : Output{line->help, {}, 0};
  return output ? print(*output) : fail(output.error());
}

}  // namespace
}  // namespace clearance::cli

int main(int argc, char** argv) { return clearance::cli::main_of(argc, argv); }
