#include <bench/workloads/assembly.h>

#include <bench/workloads/w2.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <numbers>

namespace clearance::bench {
namespace {

constexpr double kPitch = 0.1, kPush = 0.003;
constexpr std::uint32_t kAround = 48;  // corners of the bore, a multiple of four

// The square's boundary at the angle of a corner of the bore.
std::array<double, 2> on_square(double angle) {
  const double c = std::cos(angle), s = std::sin(angle), reach = std::fmax(std::fabs(c), std::fabs(s));
  return {0.5 + c / reach / 2, 0.5 + s / reach / 2};
}

// The unit block: rings around the axis, up the bore and down the outside, closed.
TriangleSoup block(int triangles) {
  const auto rings = static_cast<std::uint32_t>(std::max(triangles / 2 / static_cast<int>(kAround) - 3, 3));
  TriangleSoup out;
  for (std::uint32_t k = 0; k < rings + 2; ++k) {
    const bool outside = k >= rings;
    const double z = outside ? (k == rings ? 1 : 0) : static_cast<double>(k) / (rings - 1);
    for (std::uint32_t j = 0; j < kAround; ++j) {
      const double angle = 2 * std::numbers::pi * (j + 0.5) / kAround + std::numbers::pi / kAround;
      const auto [x, y] = on_square(angle);
      const double share = 0.6 + 0.1 * std::sin(40 * z + angle);
      out.vertices.push_back(outside ? Vec3{x, y, z} : Vec3{0.5 + share * (x - 0.5), 0.5 + share * (y - 0.5), z});
    }
  }
  const std::uint32_t count = rings + 2;
  for (std::uint32_t k = 0; k < count; ++k)
    for (std::uint32_t j = 0; j < kAround; ++j) {
      const std::uint32_t here = k * kAround, next = (k + 1) % count * kAround, beside = (j + 1) % kAround;
      out.triangles.push_back({here + j, next + beside, here + beside});
      out.triangles.push_back({here + j, next + j, next + beside});
    }
  return out;
}

bool write_ply(const std::string& path, const TriangleSoup& body, Vec3 at) {
  std::ofstream file(path, std::ios::binary);
  file << "ply\nformat binary_little_endian 1.0\nelement vertex " << body.vertices.size()
       << "\nproperty double x\nproperty double y\nproperty double z\nelement face " << body.triangles.size()
       << "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const Vec3 v : body.vertices) {
    const Vec3 placed = kPitch * v + at;
    file.write(reinterpret_cast<const char*>(&placed), sizeof placed);
  }
  for (const MeshTriangle& t : body.triangles) {
    file.put(3);
    file.write(reinterpret_cast<const char*>(t.data()), sizeof t);
  }
  return static_cast<bool>(file.flush());
}

std::string path_of(const std::string& folder, int i, int j, int k) {
  char name[64];
  std::snprintf(name, sizeof name, "/block-%02d-%02d-%02d.ply", i, j, k);
  return folder + name;
}

}  // namespace

bool write_assembly(const std::string& folder, int side, int triangles, Assembly& made) {
  const TriangleSoup body = block(triangles);
  made = {};
  for (int i = 0; i < 2 * side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k) {
        const bool is_pushed = made.parts % 51 == 7 && i + 1 < 2 * side;
        const Vec3 at{kPitch * i + (is_pushed ? kPush : 0), kPitch * j, kPitch * k};
        if (!write_ply(path_of(folder, i, j, k), body, at)) return false;
        ++made.parts, made.triangles += body.triangles.size(), made.clashes += is_pushed ? 1 : 0;
      }
  return true;
}

bool change_a_part(const std::string& folder, int side, int triangles) {
  const int middle = side / 2;
  const double at = kPitch * middle;
  return write_ply(path_of(folder, middle, middle, middle), block(triangles), {at, at, at + kPush});
}

}  // namespace clearance::bench
