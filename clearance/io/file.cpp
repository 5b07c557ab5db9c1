#include <clearance/io/file.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <random>
#include <system_error>

namespace clearance::detail {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string reason(int error) { return std::generic_category().message(error); }

// 0, or the number of what went wrong.
int write_whole(const std::string& path, std::string_view bytes) {
  File file(std::fopen(path.c_str(), "wbx"));  // x: never through a link or over a file that somebody else made
  if (!file) return errno;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) return errno ? errno : EIO;
  return std::fclose(file.release()) == 0 ? 0 : errno;
}

Result<std::string> read_whole(const std::string& path) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return Error{"", "cannot be opened: " + reason(errno), ErrorCode::NoAccess};
  std::string bytes;
  try {
    std::error_code unknown;  // of a pipe
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    if (!unknown) bytes.reserve(size);
    char block[1 << 16];
    std::size_t count = sizeof block;
    while (count == sizeof block) {
      count = std::fread(block, 1, sizeof block, file.get());
      bytes.append(block, count);
    }
  } catch (const std::exception&) {  // bad_alloc, length_error
    return Error{"", "is too large for the memory of this machine", ErrorCode::NoAccess};
  }
  if (std::ferror(file.get())) return Error{"", "cannot be read", ErrorCode::NoAccess};
  return bytes;
}

}  // namespace

FileKind file_kind(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  switch (fs::status(path, unknown).type()) {
    case fs::file_type::regular:
      return FileKind::Regular;
    case fs::file_type::not_found:
      return fs::is_symlink(fs::symlink_status(path, unknown)) ? FileKind::BrokenLink : FileKind::Missing;
    case fs::file_type::directory:
      return FileKind::Folder;
    case fs::file_type::fifo:
      return FileKind::Pipe;
    case fs::file_type::socket:
      return FileKind::Socket;
    case fs::file_type::block:
    case fs::file_type::character:
      return FileKind::Device;
    default:
      return FileKind::Unknown;
  }
}

const char* to_string(FileKind kind) {
  switch (kind) {
    case FileKind::Regular:
      return "a regular file";
    case FileKind::Missing:
      return "no such file";
    case FileKind::BrokenLink:
      return "a link to a file that does not exist";
    case FileKind::Folder:
      return "a folder";
    case FileKind::Pipe:
      return "a pipe";
    case FileKind::Socket:
      return "a socket";
    case FileKind::Device:
      return "a device";
    case FileKind::Unknown:
      break;
  }
  return "something that cannot be looked at";
}

Result<std::string> read_file(const std::string& path) {
  if (path.empty()) return Error{"", "no file name", ErrorCode::NoAccess};
  if (path.find('\0') != std::string::npos) return Error{"", "a file name with a zero byte", ErrorCode::NoAccess};
  const FileKind kind = file_kind(path);
  switch (kind) {
    case FileKind::Regular:
    case FileKind::Unknown:  // opening it fails, and says why
      return read_whole(path);
    case FileKind::Missing:
      return Error{"", "no such file", ErrorCode::NoAccess};
    case FileKind::BrokenLink:
      return Error{"", std::string("is ") + to_string(kind), ErrorCode::NoAccess};
    default:
      return Error{"", std::string("is ") + to_string(kind) + ", not a regular file", ErrorCode::NoAccess};
  }
}

Result<std::string> read_file_or_input(const std::string& path) {
  const bool is_input = path == "/dev/stdin" || path.starts_with("/dev/fd/");
  return is_input && file_kind(path) == FileKind::Pipe ? read_whole(path) : read_file(path);
}

Result<std::string> write_file(const std::string& path, std::string_view bytes) {
  if (path.empty() || path.find('\0') != std::string::npos)
    return Error{printable(path), "not a file name", ErrorCode::NoAccess};
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return Error{printable(path), "is there already and is no plain file", ErrorCode::NoAccess};
  std::random_device random;
  std::string temporary;
  int error = EEXIST;
  for (int attempt = 0; attempt < 8 && error == EEXIST; ++attempt) {
    temporary = path + ".part" + std::to_string(random() % 1000000000u);
    error = write_whole(temporary, bytes);
  }
  if (error != 0) {
    std::error_code ignored;
    if (error != EEXIST) std::filesystem::remove(temporary, ignored);
    return Error{printable(path), "cannot be written: " + reason(error), ErrorCode::NoAccess};
  }
  std::error_code code;
  std::filesystem::rename(temporary, path, code);
  if (code) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    return Error{printable(path), "cannot be written: " + code.message(), ErrorCode::NoAccess};
  }
  return path;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

}  // namespace clearance::detail
