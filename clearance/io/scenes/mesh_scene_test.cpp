// Meshes, several convex parts and folders of parts as scenes.
#include <clearance/io/results/result_file.h>
#include <clearance/io/scenes/mesh_source.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <string>

namespace clearance {
namespace {

Result<Scene> parse(const std::string& shape) {
  return parse_scene(R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":)" + shape + "}]}",
                     CLEARANCE_TESTDATA, "s.json");
}
std::string fault(const std::string& shape) {
  const Result<Scene> scene = parse(shape);
  return scene ? "none" : scene.error().text();
}

// The unit tetrahedron, and four points with a fifth pulled inside: closed, outward, not convex.
const std::string kTetra =
    R"({"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"triangles":[[0,2,1],[0,1,3],[1,2,3],[0,3,2]]})";
const std::string kDented = R"({"vertices":[[0,0,0],[4,0,0],[0,4,0],[0,0,4],[1,1,1]],)"
                            R"("triangles":[[0,2,1],[0,1,3],[0,3,2],[1,2,4],[2,3,4],[3,1,4]]})";
const std::string kOpen = R"({"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]})";
const std::string kInsideOut =
    R"({"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"triangles":[[0,1,2],[0,3,1],[1,3,2],[0,2,3]]})";

std::string mesh(const std::string& what, const std::string& more = "") { return R"({"mesh":)" + what + more + "}"; }

// ---- by hand

TEST(MeshScene, AConvexMeshIsAConvexBodyUnlessItsSurfaceIsWanted) {
  EXPECT_TRUE(parse(mesh(kTetra))->objects[0].convex());
  EXPECT_TRUE(parse(mesh(kTetra, R"(,"solid":true)"))->objects[0].convex());
  const Result<Scene> surface = parse(mesh(kTetra, R"(,"solid":false)"));
  ASSERT_TRUE(surface && surface->objects[0].mesh());
  EXPECT_FALSE(surface->objects[0].mesh()->is_solid());
  EXPECT_TRUE(surface->objects[0].warnings.empty()) << "it was asked for";
  EXPECT_EQ(surface->objects[0].triangles()[1], (MeshTriangle{0, 1, 3}));
}

TEST(MeshScene, AnyOtherIsSolidWhenItIsOne) {
  for (const char* insist : {"", R"(,"solid":true)"}) {
    const Result<Scene> dented = parse(mesh(kDented, insist));
    ASSERT_TRUE(dented && dented->objects[0].mesh()) << dented.error().text();
    const SceneObject& object = dented->objects[0];
    EXPECT_EQ(object.kind, ShapeKind::Mesh);
    EXPECT_TRUE(object.mesh()->is_solid());
    EXPECT_EQ(object.points().size(), 5u);
    EXPECT_EQ(object.triangles().size(), 6u);
    EXPECT_TRUE(object.warnings.empty());
  }
  EXPECT_FALSE(parse(mesh(kDented, R"(,"solid":false)"))->objects[0].mesh()->is_solid());
}

TEST(MeshScene, ASurfaceThatNobodyAskedForIsToldWithItsReason) {
  const Result<Scene> open = parse(mesh(kOpen));
  ASSERT_TRUE(open && open->objects[0].mesh()) << open.error().text();
  EXPECT_FALSE(open->objects[0].mesh()->is_solid());
  ASSERT_EQ(open->objects[0].warnings.size(), 1u);
  EXPECT_EQ(open->objects[0].warnings[0].rfind("a surface: not closed: edge 0–1 has one triangle", 0), 0u)
      << open->objects[0].warnings[0];
}

// Which way the triangles face makes no difference to the set they bound.
TEST(MeshScene, InsideOutIsTheSameSolid) {
  for (const char* solid : {"", R"(,"solid":true)"}) {
    const Result<Scene> convex = parse(mesh(kInsideOut, solid));
    ASSERT_TRUE(convex) << convex.error().text();
    EXPECT_TRUE(convex->objects[0].convex());
    EXPECT_TRUE(convex->objects[0].warnings.empty());
  }
  EXPECT_FALSE(parse(mesh(kInsideOut, R"(,"solid":false)"))->objects[0].mesh()->is_solid());
  EXPECT_TRUE(parse(R"({"convex_parts":[)" + mesh(kInsideOut) + "]}"));
}

TEST(MeshScene, PartsKeepTheirOwnVerticesScalesAndRadii) {
  const Result<Scene> scene =
      parse(R"({"convex_parts":[{"box":[2,2,2]},{"hull":[[4,0,0],[6,0,0]],"scale":0.5},)"
            R"({"rounded":{"core":{"hull":[[9,0,0]]},"radius":1}},{"mesh":"tetra.obj"}],"scale":2})");
  ASSERT_TRUE(scene) << scene.error().text();
  const SceneObject& object = scene->objects[0];
  EXPECT_STREQ(to_string(object.kind), "convex_parts");
  ASSERT_TRUE(object.parts());
  ASSERT_EQ(object.parts()->count(), 4u);
  ASSERT_EQ(object.given->size(), 4u);
  EXPECT_EQ((*object.given)[0].points[7], (Vec3{2, 2, 2}));
  EXPECT_EQ((*object.given)[1].points[1], (Vec3{6, 0, 0}));
  EXPECT_EQ((*object.given)[2].radius, 2);
  for (std::size_t k = 0; k < 4; ++k) {
    const auto* part = std::get_if<Rounded>(&(*object.parts())[k]);
    ASSERT_NE(part, nullptr);
    EXPECT_EQ(part->radius(), (*object.given)[k].radius);
    EXPECT_EQ(part->core().source_count(), (*object.given)[k].points.size());
  }
}

// ---- the triangles of a convex body: closed over its own points, so that a point inside is wound around

TEST(MeshScene, HullsBringTheirBoundary) {
  const Result<Scene> box = parse(R"({"box":[1,1,1]})"), point = parse(R"({"hull":[[1,2,3]]})");
  EXPECT_EQ(box->objects[0].triangles().size(), 12u);
  EXPECT_EQ(point->objects[0].triangles().size(), 1u);
  EXPECT_EQ(parse(mesh(kTetra))->objects[0].triangles()[1], (MeshTriangle{0, 1, 3})) << "a mesh has its own";
}

TEST(MeshScene, AFileIsReadOnceForEachMeaning) {
  const test::ScratchFolder folder;
  folder.write("dent.obj",
               "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nv 1 1 1\n"
               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5\n");
  const std::string path = folder.write("many.scene.json", R"({"format":"clearance-scene-1","objects":[
      {"name":"a","shape":{"mesh":"dent.obj"}},{"name":"b","shape":{"mesh":"dent.obj"}},
      {"name":"c","shape":{"mesh":"dent.obj","scale":2}},{"name":"d","shape":{"mesh":"dent.obj","solid":false}},
      {"name":"e","shape":{"hull":"dent.obj"}}]})");
  const Result<Scene> scene = read_scene(path);
  ASSERT_TRUE(scene) << scene.error().text();
  const auto mesh_of = [&](std::size_t i) { return scene->objects[i].mesh(); };
  EXPECT_EQ(mesh_of(0)->identity(), mesh_of(1)->identity());
  EXPECT_EQ(scene->objects[0].given, scene->objects[1].given);
  EXPECT_NE(mesh_of(0)->identity(), mesh_of(2)->identity());
  EXPECT_EQ(mesh_of(2)->vertex(4), (Vec3{2, 2, 2}));
  EXPECT_TRUE(mesh_of(0)->is_solid());
  EXPECT_FALSE(mesh_of(3)->is_solid());
  EXPECT_TRUE(scene->objects[4].convex());
}

// ---- refused

TEST(BadMeshScene, WhatIsNoSolid) {
  EXPECT_EQ(fault(mesh(kOpen, R"(,"solid":true)")).rfind("s.json: objects[0].shape.mesh: ", 0), 0u);
  EXPECT_NE(fault(mesh(kOpen, R"(,"solid":true)")).find("not closed: edge 0–1 has one triangle"), std::string::npos);
  EXPECT_EQ(fault(mesh(kTetra, R"(,"solid":1)")),
            "s.json: objects[0].shape.solid: expected true or false, found a number");
  EXPECT_EQ(fault(R"({"mesh":{"vertices":[[0,0,0]],"triangles":[]}})"), "s.json: objects[0].shape.mesh: no triangles");
}

TEST(BadMeshScene, Parts) {
  const std::string at = "s.json: objects[0].shape.convex_parts";
  EXPECT_EQ(fault(R"({"convex_parts":{}})"), at + ": expected a list of shapes, found an object");
  EXPECT_EQ(fault(R"({"convex_parts":[]})").rfind(at, 0), 0u);
  EXPECT_NE(fault(R"({"convex_parts":[]})"), "none");
  EXPECT_EQ(fault(R"({"convex_parts":[{"box":[1,1,1]},{"convex_parts":[{"box":[1,1,1]}]}]})"),
            at + "[1].convex_parts: a part has no parts of its own");
  EXPECT_EQ(
      fault(R"({"convex_parts":[{"box":[1,1,1]},)" + mesh(kDented) + "]}"),
      at + "[1].mesh: not convex: vertices 0 and 3 are on different sides of triangle 3; cores and parts are convex: "
           "with \"hull\" the hull of any mesh is taken");
  EXPECT_EQ(fault(R"({"convex_parts":[)" + mesh(kTetra, R"(,"solid":false)") + "]}"),
            at + "[0].mesh: a surface; cores and parts are convex: with \"hull\" the hull of any mesh is taken");
  EXPECT_EQ(fault(R"({"convex_parts":[{"box":[1,1,1e300]},{"rounded":{"core":{"hull":[[0,0,0]]},"radius":1e300}}],)"
                  R"("scale":1.5})"),
            at + "[1]: its radius is beyond 1e300 when scaled");
  EXPECT_EQ(fault(R"({"convex_parts":[{"hull":[[1e300,0,0]]}],"scale":1.5})"),
            at + "[0]: vertex 0 is beyond 1e300 when scaled");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"convex_parts":[{"box":[1,1,1]}]},"radius":1}})"),
            "s.json: objects[0].shape.rounded.core.convex_parts: the core of a rounded shape is convex");
  EXPECT_EQ(fault(R"({"csg":{}})"),
            "s.json: objects[0].shape.csg: not taken at this version; hull, box, mesh, convex_parts, rounded and "
            "half_space are");
}

// ---- folders

TEST(Folder, IsASceneOfItsMeshFiles) {
  const test::ScratchFolder folder;
  folder.write("b.OBJ", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  folder.write("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  folder.write("notes.txt", "not a part");
  folder.write(".hidden.stl", "not a part either");
  std::filesystem::create_directory(folder.file("pictures"));
  folder.write("pictures/a.png", "nor this");
  for (const std::string& path : {folder.file(""), folder.file("").substr(0, folder.file("").size() - 1)}) {
    const Result<Scene> scene = read_scene(path);
    ASSERT_TRUE(scene) << scene.error().text();
    EXPECT_TRUE(scene->is_folder);
    ASSERT_EQ(scene->objects.size(), 2u);
    EXPECT_EQ(scene->objects[0].name, "a.off");
    EXPECT_EQ(scene->objects[1].name, "b.OBJ");
    EXPECT_TRUE(scene->objects[0].mesh());
    EXPECT_TRUE(scene->objects[1].convex());
    EXPECT_EQ(scene->objects[1].pose, Pose{});
    EXPECT_EQ(scene->pairs, (std::vector<ScenePair>{{0, 1}}));
    EXPECT_EQ(scene->objects[0].warnings.at(0).rfind("a surface: not closed", 0), 0u);
  }
}

TEST(Folder, RefusedWithTheFileThatIsBrokenOrWhenThereIsNone) {
  const test::ScratchFolder folder;
  const std::string path = folder.file("parts");
  std::filesystem::create_directory(path);
  EXPECT_EQ(read_scene(path).error().text(),
            path + ": a folder without parts (.obj, .stl, .ply, .off, .3mf, .gltf, .glb)");
  folder.write("parts/bad.off", "OFF\n3 1 0\n0 0 0\n");
  EXPECT_EQ(read_scene(path).error().text().rfind(path + ": bad.off: ", 0), 0u) << read_scene(path).error().text();
  EXPECT_FALSE(read_folder(folder.file("no such folder")));
}

// ---- the place of a clash

TEST(Place, ComesBackAndIsRefusedWhenItIsNone) {
  const auto with = [](const std::string& place) {
    return parse_result(R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"x","b":"y",)"
                        R"("status":"intersecting","place":)" +
                            place + "}]}",
                        "r.json");
  };
  const Result<ResultFile> result = with(R"({"point":[0.1,-2,3e-200]})");
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->pairs[0].place, (Vec3{0.1, -2, 3e-200}));
  const Result<ResultFile> again = parse_result(result_text(*result, false), "again");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->pairs[0].place, result->pairs[0].place);
  EXPECT_EQ(with("[0,0,0]").error().text(), "r.json: pairs[0].place: expected an object, found a list");
  EXPECT_EQ(with(R"({"point":[0,0]})").error().text(), "r.json: pairs[0].place.point: expected 3 numbers, found 2");
}

// ---- writing

TEST(MeshScene, NamesAreResolvedByTheSourceAlone) {
  int asked = 0;
  const detail::MeshSource memory = [&](const std::string& name, FaceUse use) -> Result<MeshData> {
    ++asked;
    if (name != "#1") return Error{name, "there are 2 meshes"};
    MeshData mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.25, 0.25, 0.25}};
    if (use == FaceUse::Triangulate)
      mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}, {2, 3, 4}, {3, 1, 4}};
    return mesh;
  };
  const auto parse_with = [&](const detail::MeshSource& source, const std::string& shapes) {
    std::string objects;
    for (const char* name : {"a", "b"})
      objects += std::string(objects.empty() ? "" : ",") + R"({"name":")" + name + R"(","shape":)" + shapes + "}";
    return detail::parse_scene(R"({"format":"clearance-scene-1","objects":[)" + objects + "]}", source, "s.json");
  };
  const Result<Scene> meshes = parse_with(memory, R"({"mesh":"#1","scale":2})");
  ASSERT_TRUE(meshes) << meshes.error().text();
  EXPECT_EQ(asked, 1) << "one mesh for both";
  EXPECT_EQ(meshes->objects[0].points()[4], (Vec3{0.5, 0.5, 0.5}));
  EXPECT_EQ(meshes->objects[1].triangles().size(), 6U);
  const Result<Scene> hulls = parse_with(memory, R"({"hull":"#1"})");
  ASSERT_TRUE(hulls) << hulls.error().text();
  EXPECT_EQ(hulls->objects[0].points().size(), 5U) << "the point inside keeps its number";
  EXPECT_EQ(parse_with(memory, R"({"mesh":"#2"})").error().text(),
            "s.json: objects[0].shape.mesh: #2: there are 2 meshes");
  EXPECT_EQ(parse_with(memory, R"({"hull":"parts/bore.off"})").error().text(),
            "s.json: objects[0].shape.hull: parts/bore.off: there are 2 meshes");
  EXPECT_EQ(parse_with({}, R"({"mesh":"#1"})").error().text(),
            "s.json: objects[0].shape.mesh: #1: no meshes are known by name here");
}

TEST(MeshScene, WhatIsWrittenReadsBack) {
  const std::string rounded_part = R"({"rounded":{"core":{"hull":[[0,0,0]]},"radius":0.1}})";
  const test::ScratchFolder folder;
  for (const std::string& shape : {mesh(kDented), mesh(kDented, R"(,"solid":false)"), mesh(kOpen), mesh(kInsideOut),
                                   R"({"convex_parts":[{"box":[1,2,3]},)" + rounded_part + "]}"}) {
    const Result<Scene> scene = parse(shape);
    ASSERT_TRUE(scene) << scene.error().text();
    const SceneEntry entries[] = {entry_of(scene->objects[0])};
    const Result<Scene> again = parse_scene(scene_text(entries), "", "again");
    ASSERT_TRUE(again) << again.error().text();
    const SceneObject &was = scene->objects[0], &is = again->objects[0];
    EXPECT_EQ(is.shape.index(), was.shape.index());
    EXPECT_EQ(is.points(), was.points());
    ASSERT_EQ(is.given->size(), was.given->size());
    EXPECT_EQ(is.given->back().radius, was.given->back().radius);
    if (!was.mesh()) continue;
    EXPECT_EQ(is.triangles(), was.triangles());
    EXPECT_EQ(is.mesh()->is_solid(), was.mesh()->is_solid());

    const Result<std::string> path = dump_pair(folder.file("doubt.scene.json"), was.shape, {}, was.shape, {});
    ASSERT_TRUE(path) << path.error().text();
    EXPECT_EQ(read_scene(*path)->objects[1].triangles(), was.triangles()) << "in the caller's order, not the tree's";
  }
}

}  // namespace
}  // namespace clearance
