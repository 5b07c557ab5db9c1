#include <bench/workloads/shared_meshes.h>
#include <clearance/io/meshes/mesh_file.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace clearance::bench {

namespace fs = std::filesystem;

std::string shared_data_folder() {
  const char* const set = std::getenv("CLEARANCE_SHARED");
  return (set != nullptr ? std::string(set) : std::string("../shared")) + "/data";
}

std::vector<SharedFile> shared_mesh_files() {
  const fs::path folder = shared_data_folder();
  std::vector<SharedFile> out;
  std::error_code fault;
  for (const auto& entry : fs::recursive_directory_iterator(folder, fault))
    if (entry.is_regular_file() && has_mesh_ending(entry.path().string()))
      out.push_back({entry.path().string(), entry.path().lexically_relative(folder).string(), entry.file_size()});
  std::sort(out.begin(), out.end(), [](const SharedFile& a, const SharedFile& b) { return a.path < b.path; });
  return out;
}

}  // namespace clearance::bench
