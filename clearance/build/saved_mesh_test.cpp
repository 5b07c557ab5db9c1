#include <clearance/build/saved_mesh.h>

#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/bvh/triangle_tree.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

namespace clearance::detail {
namespace {

// Bytes where a mapped file would have them.
class Aligned {
 public:
  explicit Aligned(const std::vector<std::byte>& bytes)
      : nodes_(bytes.size() / sizeof(TriangleTree::Node) + 2), size_(bytes.size()) {
    std::memcpy(nodes_.data(), bytes.data(), bytes.size());
  }
  std::byte* data() { return reinterpret_cast<std::byte*>(nodes_.data()); }
  std::span<const std::byte> bytes() { return {data(), size_}; }

 private:
  std::vector<TriangleTree::Node> nodes_;
  std::size_t size_;
};

TEST(SavedMesh, ComesBackAsItWas) {
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}};
  const MeshTriangle open[] = {{0, 1, 2}, {2, 1, 0}, {0, 1, 3}};
  for (const Mesh& mesh : {mesh_of(make_prism(100, 1, 2).value()), make_mesh(corners, open).value()}) {
    Aligned saved(save_mesh(mesh));
    const Result<Mesh> back = map_mesh(saved.bytes());
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(back->is_solid(), mesh.is_solid());
    EXPECT_EQ(back->triangles_as_given(), mesh.triangles_as_given());
    EXPECT_TRUE(std::equal(back->vertices().begin(), back->vertices().end(), mesh.vertices().begin()));
    EXPECT_EQ(back->facts().volume, mesh.facts().volume);
    EXPECT_EQ(back->facts().components, mesh.facts().components);
    EXPECT_EQ(why_not_solid(back->facts()), why_not_solid(mesh.facts()));
    EXPECT_EQ(back->box_high(), mesh.box_high());
    EXPECT_EQ(save_mesh(*back), save_mesh(mesh));
  }
}

TEST(SavedMesh, NoticesDamage) {
  const std::vector<std::byte> bytes = save_mesh(mesh_of(make_prism(20, 1, 2).value()));
  Random random(1);
  for (int k = 0; k < 300; ++k) {
    Aligned saved(bytes);
    saved.data()[random.below(bytes.size())] ^= static_cast<std::byte>(1u << random.below(8));
    EXPECT_FALSE(map_mesh(saved.bytes()).ok());
  }
  Aligned whole(bytes);
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, bytes.size() / 2, bytes.size() - 64})
    EXPECT_FALSE(map_mesh(whole.bytes().first(size)).ok());
  EXPECT_FALSE(map_mesh(whole.bytes().subspan(8)).ok());
  EXPECT_TRUE(map_mesh(whole.bytes()).ok());
}

// Bytes that were changed on purpose: the checksum is right again, so that only what it guards can tell.
class Forged {
 public:
  explicit Forged(const std::vector<std::byte>& bytes) : bytes_(bytes), saved_(bytes) {}

  template <class T>
  Result<Mesh> with(std::size_t at, T value) {
    std::memcpy(saved_.data(), bytes_.data(), bytes_.size());
    std::memcpy(saved_.data() + at, &value, sizeof value);
    const std::uint64_t sum = saved_mesh_checksum(saved_.bytes());
    std::memcpy(saved_.data() + kSavedMeshChecksumAt, &sum, sizeof sum);
    return map_mesh(saved_.bytes());
  }
  template <class T>
  T at(std::size_t place) const {
    T value;
    std::memcpy(&value, bytes_.data() + place, sizeof value);
    return value;
  }

 private:
  std::vector<std::byte> bytes_;
  Aligned saved_;
};

std::size_t padded(std::size_t size) { return (size + 63) / 64 * 64; }

// A saved mesh with a right checksum was believed: shrunk boxes and boxes of NaN lost contacts, and facts could make a
// solid of an open mesh.
TEST(SavedMesh, BelievesNothingThatIsDerived) {
  const Mesh mesh = mesh_of(make_prism(40, 1, 2).value());
  Forged forged(save_mesh(mesh));
  const std::size_t vertices = 64, triangles = vertices + padded(mesh.vertex_count() * 24),
                    ids = triangles + padded(mesh.triangle_count() * 12),
                    tree = ids + padded(mesh.triangle_count() * 4), node = tree + 128;
  ASSERT_EQ(forged.at<double>(vertices), mesh.vertex(0).x);
  ASSERT_EQ(forged.at<std::uint32_t>(ids), mesh.id(0));
  ASSERT_EQ(forged.at<float>(node + offsetof(TriangleTree::Node, half)), mesh.tree().nodes()[0].half[0][0]);
  ASSERT_TRUE(forged.with(vertices, mesh.vertex(0).x).ok());
  for (const float half : {0.0f, 0.01f, std::numeric_limits<float>::quiet_NaN(), -1.0f})
    EXPECT_FALSE(forged.with(node + offsetof(TriangleTree::Node, half), half).ok()) << half;
  EXPECT_FALSE(forged.with(node + offsetof(TriangleTree::Node, center), 1.0f).ok());
  EXPECT_FALSE(forged.with(node + offsetof(TriangleTree::Node, axis), std::numeric_limits<float>::quiet_NaN()).ok());
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_FALSE(forged.with(tree + 32 + 8 * k, 0.5).ok()) << "origin";
    EXPECT_FALSE(forged.with(tree + 56 + 8 * k, 0.125).ok()) << "half";
  }
  EXPECT_FALSE(forged.with(tree + 80, std::int32_t{5}).ok()) << "exponent";
  // Another vertex is another mesh, whose boxes are others.
  EXPECT_FALSE(forged.with(vertices, 17.0).ok());
  EXPECT_FALSE(forged.with(vertices, std::numeric_limits<double>::quiet_NaN()).ok());
  EXPECT_FALSE(forged.with(triangles, std::uint32_t{0xffffffff}).ok());
  EXPECT_FALSE(forged.with(ids, mesh.id(1)).ok());
  // A corner moved to a neighbour's place opens the mesh: it says that it is a solid, and is none.
  const MeshTriangle first = mesh.triangle(0);
  EXPECT_FALSE(forged.with(triangles, first[1]).ok());
  EXPECT_FALSE(forged.with(48, std::uint64_t{2}).ok());
  const Result<Mesh> surface = forged.with(48, std::uint64_t{0});
  ASSERT_TRUE(surface.ok());
  EXPECT_FALSE(surface->is_solid());
  EXPECT_TRUE(surface->facts().is_solid());
}

}  // namespace
}  // namespace clearance::detail
