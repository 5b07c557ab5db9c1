// Every mesh of the shared collection becomes a B-rep that is one, or is refused in one line.
#include <clearance/brep/brep_check_test.h>
#include <clearance/brep/make_brep.h>
#include <clearance/build/mesh.h>
#include <clearance/io/meshes/mesh_file.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

namespace fs = std::filesystem;

TEST(BRepMeshes, AreHeldOrRefused) {
  const char* set = std::getenv("CLEARANCE_SHARED");
  const fs::path folder = fs::path(set != nullptr ? set : CLEARANCE_SHARED_DEFAULT) / "data";
  if (!fs::exists(folder)) GTEST_SKIP() << "no shared data";
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && has_mesh_ending(entry.path().string())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());

  int held = 0, closed = 0, refused = 0;
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    const Result<MeshData> data = read_mesh(file.string());
    if (!data) continue;
    const Result<Mesh> mesh = make_mesh(data->vertices, data->triangles);
    // Seconds each for a few large ones, whose slivers all overlap each other's boxes.
    if (!mesh || mesh->triangle_count() > 11000) continue;
    closed += mesh->facts().is_closed();
    const Result<BRep> brep = make_brep(*mesh);
    if (!brep) {
      ++refused;
      EXPECT_EQ(brep.error().code, ErrorCode::NotSolid);
      EXPECT_EQ(brep.error().text().substr(0, 10), "no solid: ");
      EXPECT_EQ(brep.error().text().find('\n'), std::string::npos);
      continue;
    }
    ++held;
    ASSERT_NO_FATAL_FAILURE(expect_valid(*brep, false));
    EXPECT_EQ(brep->mesh().triangle_count(), mesh->triangle_count());
  }
  EXPECT_GT(held, 150);
  EXPECT_GT(closed, held);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace clearance
