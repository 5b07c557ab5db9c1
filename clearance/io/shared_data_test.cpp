// Every mesh of the shared collection is read, or refused in one line, and what is read agrees with facts that another
// program, in rational arithmetic, has found; every scene of the shared collection is read.
#include <clearance/io/convex_mesh.h>
#include <clearance/io/mesh_file.h>
#include <clearance/io/scanner.h>
#include <clearance/io/scene_file.h>
#include <clearance/io/test_files_test.h>
#include <fuzz/reader_properties.h>

#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace clearance {
namespace {

namespace fs = std::filesystem;

bool is_mesh_file(const fs::path& path) {
  const std::string ending = path.extension().string();
  for (const std::string_view known : {".obj", ".stl", ".ply", ".off"})
    if (same_word(ending, known)) return true;
  return false;
}

std::vector<fs::path> files_under(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// The columns of mesh_facts.csv that are of use here.
struct Facts {
  bool readable = false;
  std::size_t triangles = 0, vertices = 0, zero_area = 0, duplicates = 0, boundary = 0, nonmanifold = 0,
              inconsistent = 0;
  bool closed = false;
};

std::map<std::string, Facts> read_facts(const fs::path& table) {
  std::map<std::string, Facts> facts;
  std::ifstream file(table);
  std::string line;
  for (std::getline(file, line); std::getline(file, line);) {
    std::vector<std::string> cell(1);
    for (const char c : line) c == ',' ? cell.emplace_back() : cell.back() += c;
    const auto number = [&](std::size_t i) { return cell[i].empty() ? 0 : std::stoul(cell[i]); };
    Facts f{cell[2].find("bad") == std::string::npos,
            number(3),
            number(5),
            number(6),
            number(7),
            number(8),
            number(9),
            number(10),
            cell[12] == "1"};
    facts[cell[0]] = f;
  }
  return facts;
}

TEST(SharedData, MeshesAreReadOrRefusedInOneLine) {
  const fs::path data = test::shared_folder() / "data";
  if (!fs::exists(data)) GTEST_SKIP() << "no shared data";
  std::map<std::string, Facts> facts = read_facts(data / "mesh_facts.csv");
  int read = 0, refused = 0, compared = 0, convex = 0;
  for (const fs::path& path : files_under(data)) {
    if (!is_mesh_file(path)) continue;
    SCOPED_TRACE(path.string());
    const Result<MeshData> mesh = read_mesh(path.string());
    EXPECT_TRUE(properties::mesh_holds(mesh));
    if (!mesh) {
      ++refused;
      const auto known = facts.find(fs::relative(path, data).string());
      const bool expected = known == facts.end() || !known->second.readable || known->second.triangles == 0;
      EXPECT_TRUE(expected) << mesh.error().text();
      RecordProperty("refused", mesh.error().text());
      continue;
    }
    ++read;
    const MeshDefects own = mesh_defects(mesh->vertices, mesh->triangles);
    convex += own.convex;
    EXPECT_TRUE(!own.convex || own.closed);
    const auto known = facts.find(fs::relative(path, data).string());
    if (known == facts.end() || !known->second.readable || mesh->polygons_triangulated > 0) continue;
    const Facts& f = known->second;
    ++compared;
    EXPECT_EQ(mesh->triangles.size(), f.triangles);
    EXPECT_EQ(mesh->vertices.size() - mesh->vertices_unused, f.vertices);
    EXPECT_EQ(own.zero_area, f.zero_area);
    if (f.zero_area > 0) continue;  // the table leaves such triangles out of its edges
    EXPECT_EQ(own.duplicate_triangles, f.duplicates);
    EXPECT_EQ(own.boundary_edges, f.boundary);
    EXPECT_EQ(own.nonmanifold_edges, f.nonmanifold);
    EXPECT_EQ(own.inconsistent_edges, f.inconsistent);
    EXPECT_EQ(own.closed, f.closed);
  }
  std::printf("read %d, refused %d, compared %d, convex %d\n", read, refused, compared, convex);
  EXPECT_GT(compared, 300);
}

TEST(SharedData, ScenesAreRead) {
  const fs::path cases = test::shared_folder() / "cases";
  if (!fs::exists(cases)) GTEST_SKIP() << "no shared cases";
  int count = 0;
  for (const fs::path& path : files_under(cases)) {
    if (path.string().find(".scene.json") == std::string::npos) continue;
    const Result<Scene> scene = read_scene(path.string());
    ASSERT_TRUE(scene) << scene.error().text();
    EXPECT_GE(scene->objects.size(), 2u);
    EXPECT_FALSE(scene->pairs.empty());
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_TRUE(properties::scene_holds(text.str())) << path;
    ++count;
  }
  EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace clearance
