#include <clearance/io/scenes/folder_parts.h>

#include <clearance/io/file.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace clearance::detail {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

constexpr const char* kForeign =
    ": looks like a part and would be left out: parts are .obj, .stl, .ply, .off, .3mf, .gltf and .glb files; convert, "
    "move or remove it";
constexpr const char* kBelow = "): --recursive reads them; otherwise move or remove them";
constexpr const char* kAgain = ": a link to a folder that is read already, under its own name or by another link";

// What is bad, in whole lines.
Names bad(const FolderParts& parts) {
  Names lines;
  for (const Error& error : parts.bad) lines.push_back(error.text());
  return lines;
}

TEST(FolderParts, EndingsOfFormatsThatAreNotRead) {
  for (const char* name : {"a.step", "a.STP", "a.iges", "A.Igs", "a.dae", "a.fbx", "a.x_t", "a.3mf.gz", "a.glb.zip",
                           "a.SLDPRT", "a.prt.12", "a.stl.gz", "a.OBJ.zip", "a.step.xz", "a.b.dae"})
    EXPECT_TRUE(has_foreign_part_ending(name)) << name;
  for (const char* name : {"a.stl", "README.txt", "a.mtl", "a.png", "a.json", "a.glTF", "a.glb", "a.3mf", "step",
                           ".step", "a.", "", "a.stl.bak", "a.gz", "a.12", "parts.tar.gz", "a.stl~", "steps.md"})
    EXPECT_FALSE(has_foreign_part_ending(name)) << name;
}

// A folder with a part that we read beside three that we do not used to be all clear: "0 pairs", status 0.
TEST(FolderParts, WhatWouldBeLeftOutIsNamed) {
  const test::ScratchFolder folder;
  folder.write("a.stl", "");
  folder.write("b.off", "");
  folder.write("README.txt", "");
  folder.write("a.mtl", "");
  EXPECT_EQ(parts_in_folder(folder.file(""), false).files, (Names{"a.stl", "b.off"}));
  EXPECT_EQ(bad(parts_in_folder(folder.file(""), false)), Names{});
  folder.write("b.step", "");
  folder.write("C.DAE", "");
  fs::create_directories(folder.file("sub/deeper"));
  folder.write("sub/deeper/d.STL", "");
  EXPECT_EQ(bad(parts_in_folder(folder.file(""), false)),
            (Names{std::string("C.DAE") + kForeign, std::string("b.step") + kForeign,
                   std::string("sub: a subfolder with parts that would be left out (sub/deeper/d.STL") + kBelow}));
  for (const char* name : {"e.stl", "f.stp", "g.stp", "h.stp", "i.stp"}) folder.write(std::string("sub/") + name, "");
  EXPECT_EQ(bad(parts_in_folder(folder.file(""), false)).back(),
            std::string("sub: a subfolder with parts that would be left out (sub/deeper/d.STL, sub/e.stl, sub/f.stp, "
                        "sub/g.stp, sub/h.stp, …") +
                kBelow);
}

TEST(FolderParts, SubfoldersAreReadWhereThatIsWanted) {
  const test::ScratchFolder folder;
  fs::create_directories(folder.file("sub/deeper"));
  folder.write("sub/deeper/d.STL", "");
  folder.write("sub/c.iges", "");
  folder.write("sub-a.off", "");
  folder.write("z.stl", "");
  fs::create_directory(folder.file(".hidden"));
  folder.write(".hidden/a.stl", "");
  const FolderParts parts = parts_in_folder(folder.file(""), true);
  EXPECT_EQ(parts.files, (Names{"sub-a.off", "sub/deeper/d.STL", "z.stl"})) << "ascending, slashes as characters";
  EXPECT_EQ(bad(parts), (Names{std::string("sub/c.iges") + kForeign}));
}

TEST(FolderParts, AnUnreadableFolderIsNamed) {
  for (const bool recursive : {false, true}) {
    const FolderParts parts = parts_in_folder("/no such folder", recursive);
    EXPECT_EQ(parts.files, Names{});
    EXPECT_EQ(bad(parts), (Names{"cannot be read: No such file or directory"}));
  }
}

TEST(FolderParts, LinksThatLeadInACircleEnd) {
  const test::ScratchFolder folder;
  folder.write("a.stl", "");
  fs::create_directory(folder.file("sub"));
  fs::create_directory_symlink("..", folder.file("sub/up"));
  EXPECT_EQ(bad(parts_in_folder(folder.file(""), false)),
            (Names{std::string("sub: a subfolder with parts that would be left out (sub/up/a.stl") + kBelow}))
      << "reached by another way, but left out there";
  EXPECT_EQ(bad(parts_in_folder(folder.file(""), true)), (Names{std::string("sub/up") + kAgain}));
  fs::remove(folder.file("sub/up"));
  fs::create_directory_symlink(".", folder.file("sub/self"));
  EXPECT_EQ(parts_in_folder(folder.file(""), false).files, (Names{"a.stl"}));
  EXPECT_EQ(bad(parts_in_folder(folder.file(""), true)), (Names{std::string("sub/self") + kAgain}));
}

// Which of two names counts does not depend on the order of the names: the folder itself, not the link to it.
TEST(FolderParts, ALinkToAFolderIsReadOnce) {
  const test::ScratchFolder folder, elsewhere;
  fs::create_directory(folder.file("m"));
  folder.write("m/a.stl", "");
  fs::create_directory_symlink("m", folder.file("a"));
  fs::create_directory_symlink("m", folder.file("z"));
  elsewhere.write("b.stl", "");
  fs::create_directory_symlink(elsewhere.file(""), folder.file("more"));
  const FolderParts parts = parts_in_folder(folder.file(""), true);
  EXPECT_EQ(parts.files, (Names{"m/a.stl", "more/b.stl"}));
  EXPECT_EQ(bad(parts), (Names{std::string("a") + kAgain, std::string("z") + kAgain}));
}

// ---- reading files

TEST(ReadFile, WhatIsNoRegularFileIsNotOpened) {
  const test::ScratchFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("p.stl").c_str(), 0600), 0);
  EXPECT_EQ(read_file(folder.file("p.stl")).error().text(), "is a pipe, not a regular file") << "opening it would wait";
  EXPECT_EQ(read_file_or_input(folder.file("p.stl")).error().text(), "is a pipe, not a regular file");
  EXPECT_EQ(read_file("/dev/null").error().text(), "is a device, not a regular file");
  EXPECT_EQ(read_file(folder.file("")).error().text(), "is a folder, not a regular file");
  EXPECT_EQ(read_file(folder.file("none")).error().text(), "no such file");
  fs::create_symlink("none", folder.file("broken"));
  EXPECT_EQ(read_file(folder.file("broken")).error().text(), "is a link to a file that does not exist");
  fs::create_symlink("round", folder.file("round"));
  EXPECT_EQ(read_file(folder.file("round")).error().text().substr(0, 18), "cannot be opened: ");
}

}  // namespace
}  // namespace clearance::detail
