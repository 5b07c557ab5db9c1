#include <clearance/io/scenes/part_scene.h>

#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <tuple>

namespace clearance {
namespace {

namespace fs = std::filesystem;

struct Watcher final : PartsWatcher {
  explicit Watcher(std::function<void(const Scene&)> told) : tell(std::move(told)) {}
  void look_at(const Scene& so_far) override { tell(so_far); }

  std::function<void(const Scene&)> tell;
};
using Names = std::vector<std::string>;

constexpr const char* kTetra = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

Names names_of(const Result<PartScene>& parts) {
  Names names;
  if (parts)
    for (const SceneObject& object : parts->scene.objects) names.push_back(object.name);
  return names;
}

Names lines_of(const std::vector<Error>& faults) {
  Names lines;
  for (const Error& fault : faults) lines.push_back(fault.text());
  return lines;
}

struct Read {
  Result<PartScene> parts;
  std::vector<Error> faults;
};

Read read(const Names& paths, const PartOptions& options = {}) {
  std::vector<Error> faults;
  Result<PartScene> parts = read_parts(paths, options, faults);
  return {std::move(parts), std::move(faults)};
}

TEST(PartScene, FilesAreNamedByTheirPathsInTheirOrder) {
  const test::ScratchFolder folder;
  const std::string b = folder.write("b.obj", kTetra), a = folder.write("a.obj", kTetra);
  fs::create_directory(folder.file("sub"));
  folder.write("sub/c.obj", kTetra);
  const Read two = read({b, a});
  ASSERT_TRUE(two.parts);
  EXPECT_EQ(names_of(two.parts), (Names{b, a}));
  EXPECT_EQ(two.parts->scene.pairs, (std::vector<ScenePair>{{0, 1}}));
  EXPECT_EQ(two.parts->scene.name, b + " and 1 more");
  EXPECT_EQ(names_of(read({folder.file("sub"), a}).parts), (Names{folder.file("sub/c.obj"), a}));
  EXPECT_EQ(names_of(read({folder.file("")}, {.recursive = true}).parts), (Names{"a.obj", "b.obj", "sub/c.obj"}));
}

TEST(PartScene, EveryBadFileIsNamed) {
  const test::ScratchFolder folder;
  folder.write("b.obj", kTetra);
  folder.write("e.obj", kTetra);
  folder.write("a.stl", "");
  folder.write("c.step", "");
  folder.write("d.off", "OFF\n3 1 0\n0 0 0\n");
  folder.write("f,\"\n.ply", "no");
  ASSERT_EQ(::mkfifo(folder.file("g.ply").c_str(), 0600), 0);
  fs::create_symlink("nowhere.stl", folder.file("h.stl"));
  fs::create_directory(folder.file("i.obj"));
  const std::string path = folder.file("");
  const Read all = read({path});
  EXPECT_FALSE(all.parts);
  const Names lines = lines_of(all.faults);
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_EQ(all.parts.error().text(), lines[0]);
  EXPECT_EQ(lines[0], path + ": a.stl: the file is empty");
  EXPECT_EQ(lines[1].rfind(path + ": c.step: looks like a part", 0), 0u);
  EXPECT_EQ(lines[2].rfind(path + ": d.off: ", 0), 0u);
  EXPECT_EQ(lines[3].rfind(path + ": f,\"\\x0a.ply: line 1: not a PLY file", 0), 0u) << lines[3];
  EXPECT_EQ(lines[4], path + ": g.ply: is a pipe, not a regular file");
  EXPECT_EQ(lines[5], path + ": h.stl: is a link to a file that does not exist");
  EXPECT_EQ(lines[6], path + ": i.obj: is a folder, not a regular file");

  const Read rest = read({path}, {.skip_bad = true});
  EXPECT_EQ(names_of(rest.parts), (Names{"b.obj", "e.obj"}));
  EXPECT_EQ(lines_of(rest.faults), lines);
  ASSERT_EQ(rest.parts->skipped.size(), 7u);
  EXPECT_EQ(rest.parts->skipped[0], (SkippedFile{"a.stl", "the file is empty"}));
  EXPECT_EQ(rest.parts->skipped[3].file, "f,\"\n.ply");
  EXPECT_EQ(rest.parts->skipped[3].error.rfind("line 1: not a PLY file", 0), 0u) << rest.parts->skipped[3].error;
}

TEST(PartScene, WithoutAPartThereIsNoScene) {
  const test::ScratchFolder folder;
  const std::string path = folder.file("");
  for (const bool skip : {false, true}) {
    EXPECT_EQ(lines_of(read({path}, {.skip_bad = skip}).faults),
              (Names{path + ": a folder without parts (.obj, .stl, .ply, .off, .3mf, .gltf, .glb)"}));
    EXPECT_FALSE(read({path}, {.skip_bad = skip}).parts);
    EXPECT_FALSE(read({}, {.skip_bad = skip}).parts);
    EXPECT_EQ(lines_of(read({path + "x.stl", path + "y.stl"}, {.skip_bad = skip}).faults),
              (Names{path + "x.stl: no such file", path + "y.stl: no such file"}));
  }
}

// One part by two names would be reported as a clash with itself.
TEST(PartScene, APartIsGivenOnce) {
  const test::ScratchFolder folder;
  const std::string a = folder.write("a.obj", kTetra), b = folder.write("b.obj", kTetra), path = folder.file("");
  EXPECT_EQ(lines_of(read({a, b, path + "./a.obj"}).faults),
            (Names{path + "./a.obj: is " + a + " again; a part is given once"}));
  EXPECT_EQ(lines_of(read({path, a}).faults), (Names{a + ": is a part already; a part is given once"}));
  EXPECT_EQ(names_of(read({path, a}, {.skip_bad = true}).parts), (Names{a, b}));
}

TEST(PartScene, NamesThatAreNotUtf8AreNamedAsBytes) {
  const test::ScratchFolder folder;
  folder.write("a.obj", kTetra);
  folder.write("b\xff.obj", kTetra);
  const Read rest = read({folder.file("")}, {.skip_bad = true});
  EXPECT_EQ(names_of(rest.parts), (Names{"a.obj"}));
  ASSERT_EQ(rest.parts->skipped.size(), 1u);
  EXPECT_EQ(rest.parts->skipped[0], (SkippedFile{"b\\xff.obj", "the name is not UTF-8; names of objects are"}));
}

// ---- units

const SceneObject& object(const Read& read, std::size_t k) { return read.parts->scene.objects.at(k); }

TEST(PartScene, LengthsAreMultipliedAtLoad) {
  const test::ScratchFolder folder;
  folder.write("a.obj", kTetra);
  folder.write("b.obj", kTetra);
  const std::string path = folder.file("");
  PartOptions options;
  EXPECT_FALSE(read({path}).parts->unit);
  options.unit = LengthUnit::Millimetre;
  options.units = {{"b*", LengthUnit::Metre}, {"b.*", LengthUnit::Inch}};
  const Read mixed = read({path}, options);
  ASSERT_TRUE(mixed.parts);
  EXPECT_EQ(mixed.parts->unit, LengthUnit::Millimetre);
  EXPECT_EQ(object(mixed, 0).points()[1], (Vec3{1, 0, 0}));
  EXPECT_EQ(object(mixed, 1).points()[1], (Vec3{25.4, 0, 0})) << "the last that matches";
  EXPECT_TRUE(mixed.parts->remarks.empty());
}

TEST(PartScene, UnitsThatNobodySaidAreNotGuessed) {
  const test::ScratchFolder folder;
  folder.write("a.obj", kTetra);
  folder.write("b.obj", kTetra);
  folder.write("c.obj", kTetra);
  const std::string path = folder.file("");
  PartOptions options;
  options.units = {{"a*", LengthUnit::Inch}};
  EXPECT_EQ(lines_of(read({path}, options).faults),
            (Names{path + ": a.obj is in in and b.obj says no unit: say with --unit in which the result is to be"}));
  options.units = {{"*", LengthUnit::Inch}, {"b*", LengthUnit::Metre}};
  EXPECT_EQ(lines_of(read({path}, options).faults),
            (Names{path + ": a.obj is in in and b.obj in m: say with --unit in which the result is to be"}));
  options.units = {{"*", LengthUnit::Inch}};
  EXPECT_EQ(read({path}, options).parts->unit, LengthUnit::Inch);
  EXPECT_EQ(object(read({path}, options), 2).points()[1], (Vec3{1, 0, 0}));
}

TEST(PartScene, SizesFarApartAreRemarkedUpon) {
  const test::ScratchFolder folder;
  folder.write("a.obj", kTetra);
  folder.write("b.obj", kTetra);
  PartOptions options;
  options.unit = LengthUnit::Millimetre;
  options.units = {{"b*", LengthUnit::Metre}};
  EXPECT_EQ(
      read({folder.file("")}, options).parts->remarks,
      (Names{"a.obj is 1 across and b.obj 1000: are both in the same unit? --unit says of files which they are in"}));
}

// ---- pieces

TEST(PartScene, PiecesAreNamedByFileAndObject) {
  const test::ScratchFolder folder;
  const std::string two = std::string("o x\n") + kTetra + "o y\nv 5 0 0\nv 6 0 0\nv 5 1 0\nf 5 6 7\nv 7 0 0\nf 5 6 8\n";
  folder.write("a.obj", two);
  folder.write("b.obj", kTetra);
  const std::string path = folder.file("");
  PartOptions options;
  options.split = PartSplit::Objects;
  const Read objects = read({path}, options);
  EXPECT_EQ(names_of(objects.parts), (Names{"a.obj/x", "a.obj/y", "b.obj"}));
  EXPECT_EQ(object(objects, 0).warnings.size(), 1u) << "of both pieces, in one line";
  EXPECT_EQ(object(objects, 0).warnings[0].rfind("a.obj/y: a surface: ", 0), 0u);
  options.split = PartSplit::Components;
  EXPECT_EQ(names_of(read({path}, options).parts), (Names{"a.obj/0", "a.obj/1", "b.obj"}));
}

// ---- rules

TEST(PartScene, RulesLeaveOutAndAllow) {
  const test::ScratchFolder folder, beside;
  for (const char* name : {"a.obj", "b.obj", "c.obj", "screw.obj"}) folder.write(name, kTetra);
  folder.write("wheel.step", "");
  folder.write("broken.obj", "v 1");
  const std::string path = folder.file("");
  PartOptions options;
  options.rules = beside.write("rules", "exclude *screw*\nexclude broken*\nexclude *.step\nallow a* b*\n");
  const Read ruled = read({path}, options);
  ASSERT_TRUE(ruled.parts) << ruled.parts.error().text();
  EXPECT_EQ(names_of(ruled.parts), (Names{"a.obj", "b.obj", "c.obj"}));
  EXPECT_EQ(ruled.parts->scene.pairs, (std::vector<ScenePair>{{0, 2}, {1, 2}}));
  EXPECT_EQ(ruled.parts->remarks,
            (Names{options.rules + ": 3 files or parts left out, 1 pair allowed to touch and not looked at"}));
  options.rules = beside.write("rules", "include ?.obj\nallow c.obj *\nexclude wrong\n");
  const Read other = read({path}, options);
  EXPECT_EQ(names_of(other.parts), (Names{"a.obj", "b.obj", "c.obj"}));
  EXPECT_EQ(other.parts->scene.pairs, (std::vector<ScenePair>{{0, 1}}));
  EXPECT_EQ(other.parts->remarks.at(1), options.rules + ": line 3: no part is called \"wrong\"");
  options.rules = beside.write("rules", "include x\n");
  EXPECT_EQ(lines_of(read({path}, options).faults), (Names{path + ": the rules leave all parts out"}));
  options.rules = beside.write("rules", "\nincude x\n");
  EXPECT_EQ(lines_of(read({path}, options).faults),
            (Names{options.rules + ": line 2: unknown rule \"incude\"; there are include, exclude and allow"}));
  options.rules = beside.file("none");
  EXPECT_EQ(lines_of(read({path}, options).faults), (Names{options.rules + ": no such file"}));
}

// Whoever looks on sees what will be there: the same objects, and the same pairs of them.
TEST(PartScene, IsWatchedWhileItComes) {
  const test::ScratchFolder folder, beside;
  for (int k = 0; k < 100; ++k)
    folder.write("part" + std::to_string(100 + k) + ".obj", std::string(k % 7 == 0 ? "o a\n" : "") + kTetra);
  PartOptions options;
  options.split = PartSplit::Objects;
  options.rules = beside.write("rules", "exclude *5.obj*\nallow *1.obj* *3.obj\nallow *3* *3*\nallow part14?.obj *\n");
  const std::string path = folder.file("");
  std::vector<Error> faults;
  std::size_t calls = 0, seen = 0;
  Names names;
  std::vector<ScenePair> asked;  // as soon as both are there
  Watcher watcher([&](const Scene& so_far) {
    ++calls;
    for (; seen < so_far.objects.size(); ++seen) {
      names.push_back(so_far.objects[seen].name);
      const auto b = static_cast<std::uint32_t>(seen);
      for (std::uint32_t a = 0; a < b; ++a)
        if (so_far.asks(a, b)) asked.push_back({a, b});
    }
  });
  const Result<PartScene> parts = read_parts({&path, 1}, options, faults, &watcher);
  ASSERT_TRUE(parts);
  EXPECT_GT(calls, 1u);
  EXPECT_EQ(names, names_of(parts));
  std::sort(asked.begin(), asked.end(),
            [](const ScenePair& p, const ScenePair& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
  EXPECT_EQ(asked, parts->scene.pairs);
  EXPECT_LT(asked.size(), names.size() * (names.size() - 1) / 2);
}

// What is certain to be refused is shown to nobody, what went before it was fine.
TEST(PartScene, IsNotWatchedBehindABadFile) {
  const test::ScratchFolder folder;
  for (int k = 0; k < 200; ++k) folder.write("part" + std::to_string(100 + k) + ".obj", kTetra);
  folder.write("part150.obj", "nonsense");
  const std::string path = folder.file("");
  for (const bool skip : {false, true}) {
    std::vector<Error> faults;
    std::size_t last = 0;
    Watcher watcher([&](const Scene& so_far) {
      EXPECT_GT(so_far.objects.size(), last);
      last = so_far.objects.size();
    });
    const Result<PartScene> parts = read_parts({&path, 1}, {.skip_bad = skip}, faults, &watcher);
    EXPECT_EQ(parts.ok(), skip);
    EXPECT_EQ(faults.size(), 1u);
    if (skip) {
      EXPECT_EQ(last, 199u);
    } else {
      EXPECT_LE(last, 50u);
    }
  }
}

}  // namespace
}  // namespace clearance
