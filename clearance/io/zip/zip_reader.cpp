// Notation: APPNOTE 6.3; all numbers are little-endian.
#include <clearance/io/zip/zip_reader.h>

#include <clearance/io/text.h>
#include <clearance/io/zip/crc32.h>
#include <clearance/io/zip/inflate.h>

#include <algorithm>
#include <optional>

namespace clearance::detail {
namespace {

constexpr std::size_t kEnd = 22, kLocal = 30, kCentral = 46, kLongestComment = 0xffff;
constexpr std::uint16_t kStored = 0, kDeflated = 8, kEncrypted = 1;
constexpr std::uint64_t kLargest = std::uint64_t{1} << 30;
// Texts of numbers shrink to a tenth. Beyond this many bytes, what shrank to less than a 200th is a bomb.
constexpr std::uint64_t kHarmless = std::uint64_t{1} << 24, kMostGrowth = 200;

std::uint64_t number(std::string_view bytes, std::size_t at, int count) {
  std::uint64_t value = 0;
  for (int k = count - 1; k >= 0; --k)
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(k)]);
  return value;
}

Error bad(const std::string& fault) { return {"", fault, ErrorCode::BadFile}; }

struct Directory {
  std::uint64_t begin = 0, size = 0, count = 0;
};

// Of an archive with numbers beyond 32 bits, its own record in front of the end's.
std::optional<Directory> large_directory(std::string_view bytes, std::size_t end) {
  if (end < 20 || bytes.substr(end - 20, 4) != "PK\x06\x07") return std::nullopt;
  const std::uint64_t at = number(bytes, end - 20 + 8, 8);
  if (at > end - 20 || end - 20 - at < 56 || bytes.substr(at, 4) != "PK\x06\x06") return std::nullopt;
  return Directory{number(bytes, at + 48, 8), number(bytes, at + 40, 8), number(bytes, at + 32, 8)};
}

Result<Directory> find_directory(std::string_view bytes) {
  if (bytes.size() < kEnd) return bad("no zip archive: too short");
  for (std::size_t back = kEnd; back <= std::min(bytes.size(), kEnd + kLongestComment); ++back) {
    const std::size_t end = bytes.size() - back;
    if (bytes.substr(end, 4) != "PK\x05\x06" || number(bytes, end + 20, 2) != back - kEnd) continue;
    if (number(bytes, end + 4, 2) != 0 && number(bytes, end + 4, 2) != 0xffff)
      return bad("a zip archive in several files");
    Directory found{number(bytes, end + 16, 4), number(bytes, end + 12, 4), number(bytes, end + 10, 2)};
    if (found.begin == 0xffffffffu || found.size == 0xffffffffu || found.count == 0xffff)
      if (const std::optional<Directory> large = large_directory(bytes, end)) found = *large;
    if (found.begin > end || found.size > end - found.begin) return bad("a zip archive whose directory is damaged");
    return found;
  }
  return bad("no zip archive, or one that was cut off: it has no directory");
}

// Sizes and the place that do not fit into 32 bits stand in an extra field, in this order.
bool read_large(std::string_view extra, std::uint64_t& size, std::uint64_t& packed, std::uint64_t& offset) {
  while (extra.size() >= 4) {
    const std::uint64_t id = number(extra, 0, 2), length = number(extra, 2, 2);
    if (length > extra.size() - 4) return false;
    std::string_view field = extra.substr(4, length);
    extra.remove_prefix(4 + length);
    if (id != 1) continue;
    for (std::uint64_t* value : {&size, &packed, &offset}) {
      if (*value != 0xffffffffu) continue;
      if (field.size() < 8) return false;
      *value = number(field, 0, 8);
      field.remove_prefix(8);
    }
  }
  return true;
}

}  // namespace

std::string ZipReader::in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

Result<ZipReader> ZipReader::open(std::string_view bytes) {
  const Result<Directory> directory = find_directory(bytes);
  if (!directory) return directory.error();
  ZipReader reader;
  reader.bytes_ = bytes;
  std::string_view rest = bytes.substr(directory->begin, directory->size);
  for (std::uint64_t k = 0; k < directory->count; ++k) {
    const Error damaged = bad("a zip archive whose directory is damaged, at entry " + std::to_string(k));
    if (rest.size() < kCentral || rest.substr(0, 4) != "PK\x01\x02") return damaged;
    const std::uint64_t name = number(rest, 28, 2), extra = number(rest, 30, 2), comment = number(rest, 32, 2);
    if (name + extra + comment > rest.size() - kCentral) return damaged;
    Entry entry;
    entry.method = static_cast<std::uint16_t>(number(rest, 10, 2));
    if ((number(rest, 8, 2) & kEncrypted) != 0) entry.method = 0xffff;
    entry.crc = static_cast<std::uint32_t>(number(rest, 16, 4));
    entry.packed = number(rest, 20, 4);
    entry.size = number(rest, 24, 4);
    entry.offset = number(rest, 42, 4);
    if (!read_large(rest.substr(kCentral + name, extra), entry.size, entry.packed, entry.offset)) return damaged;
    const std::string called(rest.substr(kCentral, name));
    if (!reader.entries_.emplace(in_lower_case(called), entry).second)
      return bad("a zip archive with two entries called " + printable(called));
    rest.remove_prefix(kCentral + name + extra + comment);
  }
  return reader;
}

Result<std::string> ZipReader::unpack(const Entry& entry) {
  if (entry.method != kStored && entry.method != kDeflated)
    return bad(entry.method == 0xffff ? "is encrypted" : "is compressed by a method other than deflate");
  if (entry.offset > bytes_.size() || bytes_.size() - entry.offset < kLocal ||
      bytes_.substr(entry.offset, 4) != "PK\x03\x04")
    return bad("is not where the archive's directory says");
  const std::uint64_t begin =
      entry.offset + kLocal + number(bytes_, entry.offset + 26, 2) + number(bytes_, entry.offset + 28, 2);
  if (begin > bytes_.size() || entry.packed > bytes_.size() - begin) return bad("is cut off");
  if (entry.size > kLargest) return bad("is larger than 1 GiB when it is unpacked");
  unpacked_ += entry.size;
  if (unpacked_ > kHarmless && unpacked_ / kMostGrowth > bytes_.size())
    return bad("grows more than two hundredfold when it is unpacked, with what was before it");
  const std::string_view packed = bytes_.substr(begin, entry.packed);
  if (entry.method == kStored && packed.size() != entry.size) return bad("is stored, and has two sizes");
  Result<std::string> bytes = entry.method == kStored ? Result<std::string>(std::string(packed))
                                                      : inflate(packed, static_cast<std::size_t>(entry.size));
  if (bytes && crc32(*bytes) != entry.crc) return bad("is damaged: its check sum is another");
  return bytes;
}

Result<std::string> ZipReader::read(const std::string& name) {
  const auto found = entries_.find(in_lower_case(name));
  if (found == entries_.end()) return Error{printable(name), "is not in the archive", ErrorCode::BadFile};
  Result<std::string> bytes = unpack(found->second);
  return bytes ? std::move(bytes) : bytes.error().within(printable(name));
}

}  // namespace clearance::detail
