// Question: which mesh files does the folder of shared data hold?
// Method:   all that have the ending of one, sorted by path. The folder is CLEARANCE_SHARED/data, or ../shared/data
//           seen from the repository; where it is not there, the list is empty.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clearance::bench {

std::string shared_data_folder();

struct SharedFile {
  std::string path;
  std::string name;  // below the folder
  std::uint64_t bytes = 0;
};
std::vector<SharedFile> shared_mesh_files();

}  // namespace clearance::bench
