// Question: what does an entry of a zip archive hold?
// Method:   the central directory, read strictly; entries that are stored or deflated, held against their check sums.
// Cannot:   take encrypted entries, other methods, archives in several files; unpack more than a gigabyte, or what
//           grows so much that only a bomb does.
// Cost:     no more memory than the entries that are asked for.
#pragma once

#include <clearance/base/result.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace clearance::detail {

class ZipReader {
 public:
  // `bytes` must outlive it.
  static Result<ZipReader> open(std::string_view bytes);

  // Names are compared without regard to the case of ASCII letters, as packages have it.
  bool has(const std::string& name) const { return entries_.contains(in_lower_case(name)); }
  // Errors' places are the entry's name.
  Result<std::string> read(const std::string& name);

 private:
  struct Entry {
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packed = 0, size = 0, offset = 0;
  };

  static std::string in_lower_case(std::string text);
  Result<std::string> unpack(const Entry& entry);

  std::string_view bytes_;
  std::map<std::string, Entry> entries_;
  std::uint64_t unpacked_ = 0;  // so far
};

}  // namespace clearance::detail
