#include <clearance/io/zip/deflate.h>

#include <clearance/io/zip/deflate_codes.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

constexpr std::size_t kShortest = 3, kLongest = 258, kWindow = 32768, kMostLooks = 32;
constexpr std::size_t kNone = ~std::size_t{0};

class BitWriter {
 public:
  // From the low end on.
  void put(std::uint32_t value, int count) {
    bits_ |= static_cast<std::uint64_t>(value) << held_;
    for (held_ += count; held_ >= 8; held_ -= 8, bits_ >>= 8) out_ += static_cast<char>(bits_ & 0xff);
  }
  // Codes begin with their highest bit.
  void put_code(std::uint32_t code, int count) {
    for (int k = count - 1; k >= 0; --k) put(code >> k & 1, 1);
  }
  std::string finish() {
    if (held_ > 0) put(0, 8 - held_);
    return std::move(out_);
  }

 private:
  std::string out_;
  std::uint64_t bits_ = 0;
  int held_ = 0;
};

void put_symbol(BitWriter& out, std::uint32_t symbol) {
  if (symbol < 144) return out.put_code(0x30 + symbol, 8);
  if (symbol < 256) return out.put_code(0x190 + symbol - 144, 9);
  if (symbol < 280) return out.put_code(symbol - 256, 7);
  out.put_code(0xc0 + symbol - 280, 8);
}

// The last code whose base is no more than the value.
template <std::size_t N>
std::uint32_t code_of(const DeflateCode (&codes)[N], std::size_t value) {
  const auto* const above = std::upper_bound(std::begin(codes), std::end(codes), value,
                                             [](std::size_t v, const DeflateCode& code) { return v < code.base; });
  return static_cast<std::uint32_t>(above - std::begin(codes) - 1);
}

void put_reference(BitWriter& out, std::size_t length, std::size_t distance) {
  const std::uint32_t l = code_of(kDeflateLengths, length), d = code_of(kDeflateDistances, distance);
  put_symbol(out, 257 + l);
  out.put(static_cast<std::uint32_t>(length - kDeflateLengths[l].base), kDeflateLengths[l].bits);
  out.put_code(d, 5);
  out.put(static_cast<std::uint32_t>(distance - kDeflateDistances[d].base), kDeflateDistances[d].bits);
}

// Where before something begins like what is here.
class Earlier {
 public:
  explicit Earlier(std::string_view bytes) : bytes_(bytes), last_(1 << 15, kNone), before_(kWindow, kNone) {}

  struct Match {
    std::size_t length = 0, distance = 0;
  };

  Match longest(std::size_t at) const {
    Match best;
    if (at + kShortest > bytes_.size()) return best;
    const std::size_t most = std::min(kLongest, bytes_.size() - at);
    std::size_t place = last_[key(at)];
    for (std::size_t look = 0; look < kMostLooks && place != kNone && at - place <= kWindow; ++look) {
      std::size_t length = 0;
      while (length < most && bytes_[place + length] == bytes_[at + length]) ++length;
      if (length > best.length) best = {length, at - place};
      const std::size_t next = before_[place % kWindow];
      if (next != kNone && next >= place) break;  // overwritten by a later place
      place = next;
    }
    return best;
  }

  void add(std::size_t at) {
    if (at + kShortest > bytes_.size()) return;
    std::size_t& last = last_[key(at)];
    before_[at % kWindow] = last;
    last = at;
  }

 private:
  std::size_t key(std::size_t at) const {
    const auto byte = [&](std::size_t k) { return std::size_t{static_cast<unsigned char>(bytes_[at + k])}; };
    return (byte(0) << 10 ^ byte(1) << 5 ^ byte(2)) & 0x7fff;
  }

  std::string_view bytes_;
  std::vector<std::size_t> last_;    // by the first three bytes
  std::vector<std::size_t> before_;  // the one before, of each place in the window
};

}  // namespace

std::string deflate(std::string_view bytes) {
  BitWriter out;
  out.put(1, 1);  // the last block
  out.put(1, 2);  // with the fixed codes
  Earlier earlier(bytes);
  for (std::size_t at = 0; at < bytes.size();) {
    const Earlier::Match match = earlier.longest(at);
    const bool is_worth_it = match.length >= kShortest;
    if (is_worth_it)
      put_reference(out, match.length, match.distance);
    else
      put_symbol(out, static_cast<unsigned char>(bytes[at]));
    for (const std::size_t end = at + (is_worth_it ? match.length : 1); at < end; ++at) earlier.add(at);
  }
  put_symbol(out, 256);
  return out.finish();
}

}  // namespace clearance::detail
