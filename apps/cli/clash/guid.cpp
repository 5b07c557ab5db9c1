#include "guid.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace clearance::cli {
namespace {

constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";

// FIPS 180-4, section 6.1.
std::array<std::uint32_t, 5> sha1(std::string message) {
  const std::uint64_t bits = 8 * std::uint64_t{message.size()};
  message += '\x80';
  while (message.size() % 64 != 56) message += '\0';
  for (int k = 7; k >= 0; --k) message += static_cast<char>(bits >> 8 * k & 0xff);
  std::array<std::uint32_t, 5> h{0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
  for (std::size_t block = 0; block < message.size(); block += 64) {
    std::array<std::uint32_t, 80> w{};
    for (std::size_t t = 0; t < 64; ++t) w[t / 4] = w[t / 4] << 8 | static_cast<unsigned char>(message[block + t]);
    for (std::size_t t = 16; t < 80; ++t) w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    auto [a, b, c, d, e] = h;
    for (std::size_t t = 0; t < 80; ++t) {
      const std::uint32_t f = t < 20 ? (b & c) | (~b & d) : t < 40 || t >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
      const std::uint32_t k = t < 20 ? 0x5a827999u : t < 40 ? 0x6ed9eba1u : t < 60 ? 0x8f1bbcdcu : 0xca62c1d6u;
      const std::uint32_t next = std::rotl(a, 5) + f + e + k + w[t];
      e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
    }
    h = {h[0] + a, h[1] + b, h[2] + c, h[3] + d, h[4] + e};
  }
  return h;
}

}  // namespace

Uuid name_uuid(const Uuid& name_space, std::string_view name) {
  std::string message(name_space.begin(), name_space.end());
  message += name;
  const std::array<std::uint32_t, 5> hash = sha1(std::move(message));
  Uuid uuid{};
  for (std::size_t k = 0; k < 16; ++k) uuid[k] = static_cast<std::uint8_t>(hash[k / 4] >> 8 * (3 - k % 4) & 0xff);
  uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0f) | 0x50);  // version 5
  uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3f) | 0x80);  // the variant of RFC 4122
  return uuid;
}

std::string uuid_text(const Uuid& uuid) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  for (std::size_t k = 0; k < 16; ++k) {
    if (k == 4 || k == 6 || k == 8 || k == 10) text += '-';
    text += kHex[uuid[k] >> 4];
    text += kHex[uuid[k] & 15];
  }
  return text;
}

std::string ifc_guid(const Uuid& uuid) {
  std::string text(22, '0');
  for (std::size_t digit = 0; digit < 22; ++digit) {
    unsigned value = 0;
    for (std::size_t bit = 6 * digit; bit < 6 * digit + 6; ++bit)  // of 132 bits, the first four 0
      value = value << 1 | (bit < 4 ? 0u : uuid[(bit - 4) / 8] >> (7 - (bit - 4) % 8) & 1u);
    text[digit] = kDigits[value];
  }
  return text;
}

bool is_ifc_guid(std::string_view text) {
  return text.size() == 22 && text[0] >= '0' && text[0] <= '3' &&
         std::all_of(text.begin(), text.end(), [](char c) { return kDigits.find(c) != std::string_view::npos; });
}

}  // namespace clearance::cli
