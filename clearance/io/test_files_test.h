// Where tests find files: those kept in the repository, those shared beside it, and a folder to write to.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace clearance::test {

inline std::string testdata(const std::string& name) { return std::string(CLEARANCE_TESTDATA) + "/" + name; }

inline std::filesystem::path shared_folder() {
  const char* set = std::getenv("CLEARANCE_SHARED");
  return set ? set : CLEARANCE_SHARED_DEFAULT;
}

// A folder of its own for each use, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "clearance_XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return file(name);
  }
  std::size_t file_count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace clearance::test
