// Every mesh of the shared collection is read, or refused in one line, and what is read agrees with facts that another
// program, in rational arithmetic, has found; every scene of the shared collection is read.
#include <clearance/build/convex_mesh.h>
#include <clearance/build/mesh.h>
#include <clearance/exact/orient3d.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/io/scanner.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/test_files_test.h>
#include <fuzz/reader_properties.h>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

namespace clearance::detail {
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
struct Row {
  bool readable = false;
  MeshFacts facts;
  bool closed = false;
};

std::map<std::string, Row> read_table(const fs::path& table) {
  std::map<std::string, Row> rows;
  std::ifstream file(table);
  std::string line;
  for (std::getline(file, line); std::getline(file, line);) {
    std::vector<std::string> cell(1);
    for (const char c : line) c == ',' ? cell.emplace_back() : cell.back() += c;
    const auto number = [&](std::size_t i) { return cell[i].empty() ? 0 : std::stoul(cell[i]); };
    Row row{cell[2].find("bad") == std::string::npos, {}, cell[12] == "1"};
    row.facts.triangles = number(3);
    row.facts.vertices_used = number(5);
    row.facts.zero_area = number(6);
    row.facts.duplicate_triangles = number(7);
    row.facts.boundary_edges = number(8);
    row.facts.nonmanifold_edges = number(9);
    row.facts.inconsistent_edges = number(10);
    row.facts.volume_sign = cell[11].empty() ? 0 : std::stoi(cell[11]);
    rows[cell[0]] = row;
  }
  return rows;
}

std::vector<MeshTriangle> with_area(const MeshData& mesh) {
  std::vector<MeshTriangle> out;
  for (const MeshTriangle& t : mesh.triangles)
    if (!collinear(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]])) out.push_back(t);
  return out;
}

// Triangles with a repeated vertex that are the same as an earlier one.
std::size_t folded_duplicates(const MeshData& mesh) {
  std::set<MeshTriangle> seen;
  std::size_t count = 0;
  for (MeshTriangle t : mesh.triangles) {
    std::sort(t.begin(), t.end());
    if (t[0] == t[1] || t[1] == t[2]) count += !seen.insert(t).second;
  }
  return count;
}

// Every directed edge as often as its reverse, by plain counting; there are edges.
bool is_balanced(const MeshData& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const MeshTriangle& t : with_area(mesh))
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = t[k], to = t[(k + 1) % 3];
      edges[std::minmax(from, to)] += from < to ? 1 : -1;
    }
  return !edges.empty() && std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second == 0; });
}

// Where the table differs: it leaves all triangles without area out of its edges, here they have edges unless they are
// folded; it counts folded ones as duplicates; and it calls closed a mesh whose every edge has two triangles that run
// opposite ways, or that has no edge at all.
void expect_agreement(const MeshData& mesh, const MeshFacts& own, const Row& row) {
  EXPECT_EQ(own.triangles, row.facts.triangles);
  EXPECT_EQ(own.vertices_used, row.facts.vertices_used);
  EXPECT_EQ(own.zero_area, row.facts.zero_area);
  EXPECT_EQ(own.duplicate_triangles + folded_duplicates(mesh), row.facts.duplicate_triangles);
  EXPECT_EQ(own.volume_sign, row.facts.volume_sign);
  const MeshFacts rest = own.zero_area > 0 ? mesh_facts(mesh.vertices, with_area(mesh)) : own;
  EXPECT_EQ(rest.boundary_edges, row.facts.boundary_edges);
  EXPECT_EQ(rest.nonmanifold_edges, row.facts.nonmanifold_edges);
  EXPECT_EQ(rest.inconsistent_edges, row.facts.inconsistent_edges);
  EXPECT_EQ(rest.boundary_edges + rest.nonmanifold_edges + rest.inconsistent_edges == 0, row.closed);
  EXPECT_TRUE(!row.closed || rest.edges == 0 || rest.is_closed());
  EXPECT_EQ(rest.is_closed(), is_balanced(mesh));
}

// A surface always; a solid when it is one, and otherwise refused, with an edge at fault where an edge is.
void expect_made(const MeshData& data, const MeshFacts& facts) {
  const Result<Mesh> surface = make_mesh(data.vertices, data.triangles, {.kind = MeshKind::Surface});
  ASSERT_TRUE(surface.ok()) << surface.error().text();
  EXPECT_FALSE(surface->is_solid());
  EXPECT_EQ(surface->triangles_as_given(), data.triangles);
  const Result<Mesh> solid = make_mesh(data.vertices, data.triangles, {.kind = MeshKind::Solid});
  ASSERT_EQ(solid.ok(), facts.is_solid());
  if (solid) return;
  const std::string why = solid.error().text();
  EXPECT_TRUE(facts.faults.empty() || why.find("edge " + std::to_string(facts.faults[0].low)) != std::string::npos)
      << why;
  EXPECT_FALSE(make_mesh(data.vertices, data.triangles, {.kind = MeshKind::Solid, .flip = true}).ok());
}

TEST(SharedData, MeshesAreReadOrRefusedInOneLine) {
  const fs::path data = test::shared_folder() / "data";
  if (!fs::exists(data)) GTEST_SKIP() << "no shared data";
  const std::map<std::string, Row> table = read_table(data / "mesh_facts.csv");
  int read = 0, refused = 0, compared = 0, convex = 0, solid = 0;
  for (const fs::path& path : files_under(data)) {
    if (!is_mesh_file(path)) continue;
    SCOPED_TRACE(path.string());
    const Result<MeshData> mesh = read_mesh(path.string());
    EXPECT_TRUE(properties::mesh_holds(mesh));
    const auto known = table.find(fs::relative(path, data).string());
    if (!mesh) {
      ++refused;
      const bool expected = known == table.end() || !known->second.readable || known->second.facts.triangles == 0;
      EXPECT_TRUE(expected) << mesh.error().text();
      RecordProperty("refused", mesh.error().text());
      continue;
    }
    ++read;
    const MeshFacts own = mesh_facts(mesh->vertices, mesh->triangles);
    solid += own.is_solid();
    expect_made(*mesh, own);
    if (convex_mesh(mesh->vertices, mesh->triangles)) {
      ++convex;
      EXPECT_TRUE(own.is_solid());
    }
    // The table fans what is triangulated here.
    if (known == table.end() || !known->second.readable || mesh->polygons_triangulated > 0) continue;
    ++compared;
    expect_agreement(*mesh, own, known->second);
  }
  std::printf("read %d, refused %d, compared %d, solid %d, convex %d\n", read, refused, compared, solid, convex);
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
}  // namespace clearance::detail
