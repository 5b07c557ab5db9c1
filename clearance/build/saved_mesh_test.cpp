#include <clearance/build/saved_mesh.h>

#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/bvh/triangle_tree.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace clearance {
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

}  // namespace
}  // namespace clearance
