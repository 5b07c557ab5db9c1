// Method: APPNOTE 6.3, version 2.0: local headers with the entries, the central directory, its end.
#include <clearance/io/zip/zip_writer.h>

#include <clearance/io/zip/crc32.h>
#include <clearance/io/zip/deflate.h>

#include <cstdint>

namespace clearance::detail {
namespace {

constexpr std::size_t kMostEntries = 0xffff, kMostBytes = 0xffffffff;
constexpr std::uint16_t kVersion = 20, kUtf8Names = 1u << 11, kStored = 0, kDeflated = 8;
constexpr std::uint16_t kTime = 0, kDate = 0x21;  // 1980-01-01, the first there is

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int k = 0; k < bytes; ++k) out += static_cast<char>(value >> 8 * k & 0xff);
}

// What a local header and the directory say alike.
void put_facts(std::string& out, const ZipEntry& entry, std::string_view packed) {
  put(out, kVersion, 2);
  put(out, kUtf8Names, 2);
  put(out, packed.size() < entry.bytes.size() ? kDeflated : kStored, 2);
  put(out, kTime, 2);
  put(out, kDate, 2);
  put(out, crc32(entry.bytes), 4);
  put(out, packed.size(), 4);
  put(out, entry.bytes.size(), 4);
  put(out, entry.name.size(), 2);
  put(out, 0, 2);  // extra field
}

}  // namespace

Result<std::string> zip_archive(const std::vector<ZipEntry>& entries) {
  if (entries.size() > kMostEntries)
    return Error{"", "more than 65535 entries; a zip archive holds no more", ErrorCode::TooMany};
  std::size_t size = 22;
  for (const ZipEntry& entry : entries) {
    size += 30 + 46 + 2 * entry.name.size() + entry.bytes.size();
    if (size > kMostBytes || entry.name.size() > 0xffff)
      return Error{"", "more than 4 GB; a zip archive holds no more", ErrorCode::TooMany};
  }
  std::string out, directory;
  for (const ZipEntry& entry : entries) {
    const std::size_t begin = out.size();
    out += "PK\x03\x04";
    const std::string deflated = deflate(entry.bytes);
    const std::string_view packed = deflated.size() < entry.bytes.size() ? deflated : entry.bytes;
    put_facts(out, entry, packed);
    out += entry.name;
    out += packed;
    directory += "PK\x01\x02";
    put(directory, kVersion, 2);
    put_facts(directory, entry, packed);
    put(directory, 0, 2);  // comment
    put(directory, 0, 2);  // disk
    put(directory, 0, 2);  // internal attributes
    put(directory, 0, 4);  // external attributes
    put(directory, begin, 4);
    directory += entry.name;
  }
  const std::size_t begin = out.size();
  out += directory;
  out += "PK\x05\x06";
  put(out, 0, 4);  // disks
  put(out, entries.size(), 2);
  put(out, entries.size(), 2);
  put(out, directory.size(), 4);
  put(out, begin, 4);
  put(out, 0, 2);  // comment
  return out;
}

}  // namespace clearance::detail
