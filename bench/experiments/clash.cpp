// Question: how long does somebody with an assembly wait for its clashes, the first and the last, and after a part has
//           changed?
// Method:   the program itself, once for each line, on a terminal of its own so that rows come as they are found:
//           reading included. workloads/assembly.h, then the CGAL folder of the shared data.
#include <bench/experiments.h>
#include <bench/workloads/assembly.h>
#include <bench/workloads/shared_meshes.h>

#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace clearance::bench {
namespace {

namespace fs = std::filesystem;

struct RunTimes {
  double seconds = 0, first_row = 0, cpu = 0, gigabytes = 0;
  int status = -1;
  std::string last_line;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

[[noreturn]] void become_clearance(std::vector<std::string> words) {
  words.insert(words.begin(), {"clearance", "clash"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv("/proc/self/exe", arguments.data());
  _exit(127);
}

// What is on the terminal until the program ends; when a clash is there for the first time.
void read_terminal(int terminal, std::chrono::steady_clock::time_point start, std::string& text, double& first_row) {
  char block[1 << 16];
  for (ssize_t count = read(terminal, block, sizeof block); count > 0; count = read(terminal, block, sizeof block)) {
    text.append(block, static_cast<std::size_t>(count));
    if (first_row == 0 && text.find("clash  ") != std::string::npos) first_row = seconds_since(start);
  }
}

RunTimes run_program(const std::vector<std::string>& words) {
  const auto start = std::chrono::steady_clock::now();
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) become_clearance(words);
  RunTimes times;
  std::string text;
  if (child < 0) return times;
  read_terminal(terminal, start, text, times.first_row);
  close(terminal);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  times.seconds = seconds_since(start);
  times.cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  times.gigabytes = static_cast<double>(usage.ru_maxrss) / (1 << 20);
  times.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::erase(text, '\r');
  while (text.ends_with("\n")) text.pop_back();
  times.last_line = text.substr(text.rfind('\n') + 1);
  return times;
}

struct Line {
  const char* what;
  std::vector<std::string> words;
  double bar = 0;  // seconds, as issue 19 wants them; 0: none
};

void add_row(const Line& line, const RunTimes& times, bool to_compare, Table& table, Report& report) {
  table.row(
      {line.what, format("%.2f", times.seconds), format("%.2f", times.first_row), format("%.2f", times.cpu),
       format("%.2f", times.gigabytes),
       line.bar > 0 && to_compare ? format("to stay below %g: %s", line.bar, met(times.seconds < line.bar)) : ""});
  report.note(std::string(line.what) + ": " + times.last_line);
  report.add({{"run", std::string(line.what)},
              {"seconds", times.seconds},
              {"first row", times.first_row},
              {"cpu seconds", times.cpu},
              {"gigabytes", times.gigabytes},
              {"status", std::int64_t{times.status}}});
}

fs::path fresh_folder(const char* name) {
  const fs::path folder = fs::temp_directory_path() / (name + std::to_string(getpid()));
  fs::create_directories(folder);
  return folder;
}

void time_assembly(const Options& options, Table& table, Report& report) {
  const int side = options.quick ? 3 : 10, triangles = options.quick ? 500 : 5000;
  const fs::path folder = fresh_folder("clearance-assembly-"), known = folder.string() + ".known";
  Assembly made;
  if (!write_assembly(folder.string(), side, triangles, made)) {
    report.note("the assembly cannot be written into " + folder.string());
    return;
  }
  report.note(format("the assembly: %zu parts, %zu triangles, %zu pairs made to clash", made.parts, made.triangles,
                     made.clashes));
  const std::vector<std::string> words{folder.string(), "--tolerance", "1e-9", "--resume", known.string()};
  const Line lines[] = {{"an assembly, with depths", words, 60}, {"again, nothing has changed", words, 5}};
  for (const Line& line : lines) add_row(line, run_program(line.words), !options.quick, table, report);
  change_a_part(folder.string(), side, triangles);
  const Line changed{"again, one part has changed", words, 5};
  add_row(changed, run_program(words), !options.quick, table, report);
  fs::remove_all(folder);
  fs::remove(known);
}

// Links, since its subfolders are no part of it.
void time_cgal(const Options& options, Table& table, Report& report) {
  const fs::path folder = fresh_folder("clearance-cgal-");
  std::size_t count = 0;
  for (const SharedFile& file : shared_mesh_files()) {
    const fs::path path = fs::absolute(file.path);
    if (path.parent_path().string().ends_with("cgal/Data/data/meshes") && (!options.quick || ++count <= 20))
      fs::create_symlink(path, folder / path.filename());
  }
  if (!fs::is_empty(folder)) {
    const Line fast{"the CGAL folder, with depths", {folder.string()}, 5};
    add_row(fast, run_program(fast.words), !options.quick, table, report);
    const Line off{"the same, without depths", {folder.string(), "--depth", "off"}, 0};
    add_row(off, run_program(off.words), !options.quick, table, report);
  }
  fs::remove_all(folder);
}

}  // namespace

void run_clash(const Options& options, Report& report) {
  Table table("clearance clash, reading included, on as many cores as there are");
  table.row({"", "s", "first row", "CPU s", "GB", ""});
  report.progress("clash: an assembly");
  time_assembly(options, table, report);
  report.progress("clash: the CGAL folder");
  time_cgal(options, table, report);
  report.add(std::move(table));
}

}  // namespace clearance::bench
