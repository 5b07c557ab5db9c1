#include <clearance/io/scenes/folder_parts.h>

#include <clearance/io/file.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace clearance::detail {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

constexpr const char* kRight =
    " and would be left out: parts are .obj, .stl, .ply and .off files in the folder itself; convert, move or remove ";

std::string fault(const Result<Names>& names) { return names ? "none" : names.error().text(); }

TEST(FolderParts, EndingsOfFormatsThatAreNotRead) {
  for (const char* name : {"a.step", "a.STP", "a.iges", "A.Igs", "a.dae", "a.glTF", "a.glb", "a.fbx", "a.3mf", "a.x_t",
                           "a.SLDPRT", "a.prt.12", "a.stl.gz", "a.OBJ.zip", "a.step.xz", "a.b.dae"})
    EXPECT_TRUE(has_foreign_part_ending(name)) << name;
  for (const char* name : {"a.stl", "README.txt", "a.mtl", "a.png", "a.json", "step", ".step", "a.", "", "a.stl.bak",
                           "a.gz", "a.12", "parts.tar.gz", "a.stl~", "steps.md"})
    EXPECT_FALSE(has_foreign_part_ending(name)) << name;
}

// A folder with a part that we read beside three that we do not used to be all clear: "0 pairs", status 0.
TEST(FolderParts, WhatWouldBeLeftOutIsNamed) {
  const test::ScratchFolder folder;
  folder.write("a.stl", "");
  folder.write("b.off", "");
  folder.write("README.txt", "");
  folder.write("a.mtl", "");
  EXPECT_EQ(*part_files_in(folder.file("")), (Names{"a.stl", "b.off"}));
  folder.write("b.step", "");
  EXPECT_EQ(fault(part_files_in(folder.file(""))), std::string("b.step looks like a part") + kRight + "it");
  folder.write("C.DAE", "");
  fs::create_directories(folder.file("sub/deeper"));
  folder.write("sub/deeper/d.STL", "");
  EXPECT_EQ(fault(part_files_in(folder.file(""))),
            std::string("C.DAE, b.step, sub/deeper/d.STL look like parts") + kRight + "them");
  for (const char* name : {"e.stp", "f.stp", "g.stp", "h.stp"}) folder.write(name, "");
  EXPECT_EQ(fault(part_files_in(folder.file(""))),
            std::string("C.DAE, b.step, e.stp, f.stp, g.stp, … look like parts") + kRight + "them");
}

TEST(FolderParts, OnlyRegularFilesAreParts) {
  const test::ScratchFolder folder;
  folder.write("a.stl", "");
  fs::create_symlink("a.stl", folder.file("link.stl"));
  EXPECT_EQ(*part_files_in(folder.file("")), (Names{"a.stl", "link.stl"}));
  fs::create_symlink("nowhere.stl", folder.file("broken.stl"));
  EXPECT_EQ(fault(part_files_in(folder.file(""))),
            std::string("broken.stl (a link to a file that does not exist) looks like a part") + kRight + "it");
  fs::remove(folder.file("broken.stl"));
  ASSERT_EQ(::mkfifo(folder.file("p.ply").c_str(), 0600), 0);
  EXPECT_EQ(fault(part_files_in(folder.file(""))), std::string("p.ply (a pipe) looks like a part") + kRight + "it");
  fs::remove(folder.file("p.ply"));
  fs::create_directory(folder.file("d.obj"));
  EXPECT_EQ(fault(part_files_in(folder.file(""))), std::string("d.obj (a folder) looks like a part") + kRight + "it");
}

TEST(FolderParts, LinksThatLeadInACircleEnd) {
  const test::ScratchFolder folder;
  folder.write("a.stl", "");
  fs::create_directory(folder.file("sub"));
  fs::create_directory_symlink("..", folder.file("sub/up"));
  EXPECT_EQ(fault(part_files_in(folder.file(""))), std::string("sub/up/a.stl looks like a part") + kRight + "it")
      << "reached by another way, but left out there";
  fs::remove(folder.file("sub/up"));
  fs::create_directory_symlink(".", folder.file("sub/self"));
  EXPECT_EQ(*part_files_in(folder.file("")), (Names{"a.stl"}));
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
