#include <clearance/io/zip/inflate.h>

#include <clearance/io/zip/deflate_codes.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace clearance::detail {
namespace {

constexpr int kLongest = 15;  // bits of a code

// Bits come from the low end of each byte; behind the end they are 0, and that is noted.
class Bits {
 public:
  explicit Bits(std::string_view bytes) : bytes_(bytes) {}

  // The next bits without taking them, `count` ≤ 15.
  std::uint32_t peek(int count) {
    while (held_ < count) {
      const std::uint64_t byte = at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_]) : 0u;
      ++at_;
      bits_ |= byte << held_;
      held_ += 8;
    }
    return static_cast<std::uint32_t>(bits_ & ((std::uint64_t{1} << count) - 1));
  }
  void take(int count) {
    bits_ >>= count;
    held_ -= count;
  }
  std::uint32_t next(int count) {
    const std::uint32_t value = peek(count);
    take(count);
    return value;
  }
  // Drops what is left of a byte; whole bytes follow.
  void align() { take(held_ % 8); }
  bool ran_out() const { return at_ - static_cast<std::size_t>(held_ / 8) > bytes_.size(); }
  bool is_at_end() const { return at_ - static_cast<std::size_t>(held_ / 8) == bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::uint64_t bits_ = 0;
  int held_ = 0;
};

// A prefix code: which symbol the next bits begin with. Short codes are looked up; longer ones are counted through, so
// that a code costs no more to make than a small block may.
class Code {
 public:
  // False where the lengths are no code, or leave strings of bits without a meaning: but a single symbol may, or none.
  bool make(std::span<const std::uint8_t> lengths) {
    count_.fill(0);
    for (const std::uint8_t length : lengths) ++count_[length];
    count_[0] = 0;
    int left = 1, used = 0;
    for (std::size_t length = 1; length <= kLongest; ++length) {
      left = 2 * left - count_[length];
      used += count_[length];
      if (left < 0) return false;
    }
    if (left > 0 && !(used == 0 || (used == 1 && count_[1] == 1))) return false;
    order(lengths);
    return true;
  }

  // The symbol, or -1 where the bits begin with none.
  int read(Bits& bits) const {
    const Entry entry = table_[bits.peek(kShort)];
    if (entry.length > 0) {
      bits.take(entry.length);
      return entry.symbol;
    }
    const std::uint32_t ahead = bits.peek(kLongest);
    int code = 0, first = 0, index = 0;
    for (int length = 1; length <= kLongest; ++length) {
      code |= static_cast<int>(ahead >> (length - 1) & 1);
      const int count = count_[static_cast<std::size_t>(length)];
      if (code - first < count) {
        bits.take(length);
        return symbols_[static_cast<std::size_t>(index + code - first)];
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return -1;
  }

 private:
  static constexpr int kShort = 9;
  struct Entry {
    std::uint16_t symbol = 0;
    std::uint8_t length = 0;
  };

  // Symbols by length, then by number; and the short ones into the table, whose index has the first bit lowest.
  void order(std::span<const std::uint8_t> lengths) {
    std::array<std::size_t, kLongest + 2> begin{};
    std::array<std::uint32_t, kLongest + 2> next{};
    for (std::size_t length = 1; length <= kLongest; ++length) {
      begin[length + 1] = begin[length] + static_cast<std::size_t>(count_[length]);
      next[length + 1] = (next[length] + static_cast<std::uint32_t>(count_[length])) << 1;
    }
    table_.fill({});
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      const std::size_t length = lengths[symbol];
      if (length == 0) continue;
      symbols_[begin[length]++] = static_cast<std::uint16_t>(symbol);
      const std::uint32_t code = next[length]++;
      if (length > kShort) continue;
      std::size_t reversed = 0;
      for (std::size_t bit = 0; bit < length; ++bit) reversed = reversed << 1 | (code >> bit & 1);
      for (std::size_t k = reversed; k < table_.size(); k += std::size_t{1} << length)
        table_[k] = {static_cast<std::uint16_t>(symbol), static_cast<std::uint8_t>(length)};
    }
  }

  std::array<int, kLongest + 1> count_{};
  std::array<std::uint16_t, 288> symbols_{};
  std::array<Entry, std::size_t{1} << kShort> table_{};
};

class Inflater {
 public:
  Inflater(std::string_view bytes, std::size_t size) : bits_(bytes), size_(size) {}

  // Null, or what is wrong.
  const char* run() {
    for (bool last = false; !last;) {
      last = bits_.next(1) == 1;
      const std::uint32_t kind = bits_.next(2);
      const char* fault = kind == 0   ? stored()
                          : kind == 1 ? fixed()
                          : kind == 2 ? dynamic()
                                      : "a block of no known kind";
      if (bits_.ran_out()) return "the data ends too early";
      if (fault) return fault;
    }
    bits_.align();
    if (!bits_.is_at_end()) return "data behind the end";
    return out_.size() == size_ ? nullptr : "shorter than the archive says";
  }

  std::string take() { return std::move(out_); }

 private:
  static constexpr const char* kTooLong = "longer than the archive says";

  const char* stored() {
    bits_.align();
    const std::uint32_t length = next_16(), check = next_16();
    if (length != (~check & 0xffffu)) return "a block whose length is damaged";
    if (length > size_ - out_.size()) return kTooLong;
    for (std::uint32_t k = 0; k < length && !bits_.ran_out(); ++k) out_ += static_cast<char>(bits_.next(8));
    return nullptr;
  }

  std::uint32_t next_16() {
    const std::uint32_t low = bits_.next(8);
    return low | bits_.next(8) << 8;
  }

  const char* fixed() {
    std::array<std::uint8_t, 288> lengths{};
    for (std::size_t symbol = 0; symbol < 288; ++symbol)
      lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
    std::array<std::uint8_t, 32> distances{};
    distances.fill(5);
    literals_.make(lengths);
    distances_.make(distances);
    return symbols();
  }

  const char* dynamic() {
    const std::size_t literals = 257 + bits_.next(5), distances = 1 + bits_.next(5), count = 4 + bits_.next(4);
    if (literals > 286 || distances > 30) return "a block with too many codes";
    constexpr std::size_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    std::array<std::uint8_t, 19> of_lengths{};
    for (std::size_t k = 0; k < count; ++k) of_lengths[kOrder[k]] = static_cast<std::uint8_t>(bits_.next(3));
    if (!literals_.make(of_lengths)) return "a block with a damaged code";
    std::array<std::uint8_t, 286 + 30> lengths{};
    for (std::size_t at = 0; at < literals + distances;) {
      const int symbol = literals_.read(bits_);
      if (symbol < 0 || bits_.ran_out()) return "a block with a damaged code";
      if (symbol < 16) {
        lengths[at++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      if (symbol == 16 && at == 0) return "a block with a damaged code";
      const std::uint8_t value = symbol == 16 ? lengths[at - 1] : std::uint8_t{0};
      const std::size_t times = symbol == 16   ? 3 + bits_.next(2)
                                : symbol == 17 ? 3 + bits_.next(3)
                                               : 11 + bits_.next(7);
      if (times > literals + distances - at) return "a block with a damaged code";
      for (std::size_t k = 0; k < times; ++k) lengths[at++] = value;
    }
    const std::span<const std::uint8_t> all(lengths);
    if (lengths[256] == 0 || !literals_.make(all.first(literals)) || !distances_.make(all.subspan(literals, distances)))
      return "a block with a damaged code";
    return symbols();
  }

  const char* symbols() {
    for (;;) {
      const int symbol = literals_.read(bits_);
      if (symbol < 0 || symbol > 285) return "a code without a meaning";
      if (bits_.ran_out()) return nullptr;
      if (symbol == 256) return nullptr;
      if (symbol < 256) {
        if (out_.size() == size_) return kTooLong;
        out_ += static_cast<char>(symbol);
        continue;
      }
      const DeflateCode length = kDeflateLengths[symbol - 257];
      const std::size_t count = length.base + bits_.next(length.bits);
      const int far = distances_.read(bits_);
      if (far < 0 || far > 29) return "a code without a meaning";
      const std::size_t back = kDeflateDistances[far].base + bits_.next(kDeflateDistances[far].bits);
      if (back > out_.size()) return "a reference to before the beginning";
      if (count > size_ - out_.size()) return kTooLong;
      for (std::size_t k = 0; k < count; ++k) out_ += out_[out_.size() - back];
    }
  }

  Bits bits_;
  std::size_t size_;
  std::string out_;
  Code literals_, distances_;
};

}  // namespace

Result<std::string> inflate(std::string_view bytes, std::size_t size) {
  Inflater inflater(bytes, size);
  if (const char* fault = inflater.run()) return Error{"", fault, ErrorCode::BadFile};
  return inflater.take();
}

}  // namespace clearance::detail
