// The files are read back by unzip and xmllint, and held against the whole format, which testdata/bcf has in our own
// words.
#include "bcf.h"

#include <clearance/io/file.h>
#include <clearance/io/test_files_test.h>
#include <clearance/io/zip/zip_reader.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "guid.h"

namespace clearance::cli {
namespace {

using namespace clearance::detail;
namespace fs = std::filesystem;

BcfTopic topic(const std::string& identity) {
  BcfTopic topic;
  topic.identity = identity;
  topic.title = "axle clashes with wheel";
  topic.red = {"axle.stl"};
  topic.blue = {"wheel.stl"};
  topic.place = {1000, 2000, -500};
  topic.radius = 50;
  return topic;
}

BcfFile file(std::vector<BcfTopic> topics) {
  return {"car", "clearance", "2026-11-19T12:00:00Z", 0.001, std::move(topics)};
}

std::string fault(const BcfFile& file) {
  const Result<std::string> bytes = bcf_bytes(file);
  return bytes ? "none" : bytes.error().text();
}

bool runs(const std::string& command) { return std::system(("{ " + command + "; } >/dev/null 2>&1").c_str()) == 0; }

bool is_valid(const std::string& path, const std::string& rules) {
  return runs("xmllint --noout --nonet --relaxng '" + test::testdata("bcf/" + rules + ".rng") + "' '" + path + "'");
}

// Unpacked by unzip into a folder of its own; every topic's files hold what the rules say.
void expect_sound(const BcfFile& file, const test::ScratchFolder& folder) {
  ASSERT_TRUE(runs("command -v unzip && command -v xmllint")) << "packages unzip and libxml2-utils";
  const std::string path = folder.file("clashes.bcf"), into = folder.file("out");
  const Result<std::string> written = write_bcf(path, file);
  ASSERT_TRUE(written) << written.error().text();
  EXPECT_TRUE(runs("unzip -t " + path));
  ASSERT_TRUE(runs("unzip -q -d " + into + " " + path));
  EXPECT_TRUE(is_valid(into + "/bcf.version", "version"));
  EXPECT_TRUE(is_valid(into + "/project.bcfp", "project"));
  std::size_t topics = 0;
  for (const auto& entry : fs::directory_iterator(into)) {
    if (!entry.is_directory()) continue;
    ++topics;
    const std::string here = entry.path().string();
    EXPECT_TRUE(is_valid(here + "/markup.bcf", "markup"));
    EXPECT_TRUE(is_valid(here + "/viewpoint.bcfv", "visinfo"));
    const Result<std::string> markup = read_file(here + "/markup.bcf");
    ASSERT_TRUE(markup);
    EXPECT_NE(markup->find("<Topic Guid=\"" + entry.path().filename().string() + "\""), std::string::npos);
  }
  EXPECT_EQ(topics, file.topics.size());
}

// The text of an element as xmllint reads it.
std::string read_back(const std::string& path, const std::string& xpath, const test::ScratchFolder& folder) {
  const std::string out = folder.file("read_back");
  EXPECT_EQ(std::system(("xmllint --xpath 'string(" + xpath + ")' " + path + " > " + out).c_str()), 0);
  const Result<std::string> text = read_file(out);
  return text ? text->substr(0, text->size() - 1) : "none";  // without the line end
}

TEST(Bcf, OneTopicByHand) {
  const test::ScratchFolder folder;
  BcfTopic one = topic("axle.stl|wheel.stl");
  one.description = "depth 3 to 3.1";
  one.priority = "Major";
  one.labels = {"hard", "place 1"};
  expect_sound(file({one}), folder);
  std::string here;
  for (const auto& entry : fs::directory_iterator(folder.file("out")))
    if (entry.is_directory()) here = entry.path().string();
  const std::string viewpoint = here + "/viewpoint.bcfv";
  EXPECT_EQ(read_back(here + "/markup.bcf", "//Title", folder), "axle clashes with wheel");
  EXPECT_EQ(read_back(here + "/markup.bcf", "//Labels[2]", folder), "place 1");
  EXPECT_EQ(read_back(viewpoint, "count(//Selection/Component)", folder), "2");
  EXPECT_EQ(read_back(viewpoint, "count(//Coloring/Color)", folder), "2");
  EXPECT_EQ(read_back(viewpoint, "//Coloring/Color[1]//AuthoringToolId", folder), "axle.stl");
  const auto number = [&](const std::string& xpath) { return std::stod(read_back(viewpoint, xpath, folder)); };
  const auto vector = [&](const std::string& of) {
    return Vec3{number("//" + of + "/X"), number("//" + of + "/Y"), number("//" + of + "/Z")};
  };
  // The camera stands 0.1 m away (a ball of 0.05 m at 60 degrees) and looks at the place, in metres.
  const Vec3 from = vector("CameraViewPoint"), forward = vector("CameraDirection"), up = vector("CameraUpVector");
  const Vec3 seen = from + 0.1 * forward - Vec3{1, 2, -0.5};
  EXPECT_LT(norm(seen), 1e-12);
  EXPECT_NEAR(norm(forward), 1, 1e-12);
  EXPECT_NEAR(norm(up), 1, 1e-12);
  EXPECT_NEAR(dot(forward, up), 0, 1e-12);
  EXPECT_GT(up.z, 0);
}

// What the format rules out is told from what we write, so that a file that passes says something.
TEST(Bcf, TheFormatIsNotAnything) {
  const test::ScratchFolder folder;
  BcfTopic one = topic("1");
  one.priority = "Major", one.labels = {"hard"}, one.description = "deep";
  expect_sound(file({one}), folder);
  const auto entry = fs::directory_iterator(folder.file("out"));
  const auto topic_folder = std::find_if(entry, {}, [](const auto& e) { return e.is_directory(); });
  struct Change {
    const char *file, *rules, *from, *to;
  };
  const Change changes[] = {
      {"markup.bcf", "markup", "<Title>axle clashes with wheel</Title>", ""},
      {"markup.bcf", "markup", "<CreationDate>2026-11-19T12:00:00Z</CreationDate>", ""},
      {"markup.bcf", "markup", "2026-11-19T12:00:00Z", "yesterday"},
      {"markup.bcf", "markup", "<CreationAuthor>clearance</CreationAuthor>", ""},
      {"markup.bcf", "markup", "<Labels>hard</Labels>", "<Label>hard</Label>"},
      {"markup.bcf", "markup", "<Priority>Major</Priority>\n    <Index>0</Index>",
       "<Index>0</Index>\n    <Priority>Major</Priority>"},
      {"markup.bcf", "markup", "<Index>0</Index>", "<Index>first</Index>"},
      {"markup.bcf", "markup", "TopicType=", "Type="},
      {"markup.bcf", "markup", "Topic Guid=\"", "Topic Guid=\"x"},
      {"markup.bcf", "markup", "</Topic>", "</Topic>text"},
      {"viewpoint.bcfv", "visinfo", "<FieldOfView>60<", "<FieldOfView>61<"},
      {"viewpoint.bcfv", "visinfo", "<Visibility DefaultVisibility=\"true\"/>", ""},
      {"viewpoint.bcfv", "visinfo", "DefaultVisibility=\"true\"", "DefaultVisibility=\"yes\""},
      {"viewpoint.bcfv", "visinfo", "\"E6002D\"", "\"red\""},
      {"viewpoint.bcfv", "visinfo", "IfcGuid=\"", "IfcGuid=\"0"},
      {"viewpoint.bcfv", "visinfo", "<CameraUpVector><X>", "<CameraUpVector><W>1</W><X>"},
      {"viewpoint.bcfv", "visinfo", "<CameraViewPoint><X>", "<CameraViewPoint><X>far"},
      {"viewpoint.bcfv", "visinfo", "VisualizationInfo Guid=", "VisualizationInfo guid="},
  };
  for (const Change& change : changes) {
    std::string text = *read_file(topic_folder->path().string() + "/" + change.file);
    const std::size_t at = text.find(change.from);
    ASSERT_NE(at, std::string::npos) << change.from;
    text.replace(at, std::string(change.from).size(), change.to);
    EXPECT_FALSE(is_valid(folder.write("changed", text), change.rules)) << change.from << " as " << change.to;
  }
  EXPECT_FALSE(is_valid(folder.write("changed", "<ProjectExtension/>"), "project"));
  EXPECT_FALSE(is_valid(folder.write("changed", "<Version VersionId=\"2.1\"><Other/></Version>"), "version"));
}

TEST(Bcf, AnyNameIsHeld) {
  const test::ScratchFolder folder;
  const std::string strange = "<&>\"' ]]> \t\n\r, \xf0\x9f\xa6\x86 \xc3\xa9",
                    refused("\x01\x1f\x00\xff\xed\xa0\x80", 7);
  BcfTopic one = topic("1");
  one.title = strange;
  one.description = refused + "\xef\xbf\xbe";
  one.red = {strange};
  one.blue.clear();
  one.status = "<\"&\n\">";
  BcfFile both = file({one, topic(strange + refused)});
  both.project = strange + refused;
  both.author = strange;
  expect_sound(both, folder);
  const std::string here = folder.file("out/") + [&] {
    for (const auto& entry : fs::directory_iterator(folder.file("out")))
      if (entry.is_directory() &&
          read_file(entry.path().string() + "/markup.bcf")->find("<Title>&lt;") != std::string::npos)
        return entry.path().filename().string();
    return std::string("none");
  }();
  EXPECT_EQ(read_back(here + "/markup.bcf", "//Title", folder), strange);
  EXPECT_EQ(read_back(here + "/markup.bcf", "//Topic/@TopicStatus", folder), one.status);
  EXPECT_EQ(read_back(here + "/viewpoint.bcfv", "//AuthoringToolId", folder), strange);
  std::string eight;
  for (int k = 0; k < 8; ++k) eight += "\xef\xbf\xbd";
  EXPECT_EQ(read_back(here + "/markup.bcf", "//Description", folder), eight);
}

TEST(Bcf, IsTheSameFromRunToRun) {
  BcfFile later = file({topic("1"), topic("2")});
  const std::string bytes = *bcf_bytes(later);
  EXPECT_EQ(*bcf_bytes(file({topic("1"), topic("2")})), bytes);
  // Another title, another day, another neighbour: the topic keeps its identifier.
  const std::string folder_of_1 = bytes.substr(bytes.find("/markup.bcf") - 36, 36);
  later.date = "2026-11-20T12:00:00Z";
  later.topics = {topic("0"), topic("1")};
  later.topics[1].title = "still there";
  EXPECT_NE(bcf_bytes(later)->find(folder_of_1 + "/markup.bcf"), std::string::npos);
}

TEST(Bcf, PartsOfBuildingModelsKeepTheirIdentifiers) {
  BcfTopic one = topic("1");
  one.red = {"building.glb/2O2Fr$t4X7Zf8NOew3FLOH"};
  one.blue = {"0O2Fr$t4X7Zf8NOew3FLOH.obj"};
  const std::string packed = *bcf_bytes(file({one}));
  ZipReader zip = ZipReader::open(packed).value();
  const std::string folder = packed.substr(packed.find("/markup.bcf") - 36, 36);
  const std::string bytes = *zip.read(folder + "/viewpoint.bcfv");
  EXPECT_NE(bytes.find("IfcGuid=\"2O2Fr$t4X7Zf8NOew3FLOH\""), std::string::npos);
  EXPECT_NE(bytes.find("IfcGuid=\"0O2Fr$t4X7Zf8NOew3FLOH\""), std::string::npos);
}

TEST(Bcf, NoTopicsAreAFileToo) {
  const test::ScratchFolder folder;
  expect_sound(file({}), folder);
}

TEST(Bcf, Refused) {
  EXPECT_EQ(fault({}), "author: is empty; a topic needs one");
  BcfFile bad = file({});
  for (const char* date : {"", "2026-11-19", "2026-13-19T12:00:00Z", "2026-11-19T24:00:00Z", "2026-11-19 12:00:00Z"}) {
    bad.date = date;
    EXPECT_EQ(fault(bad), "date: expected one like 2026-11-19T12:00:00Z") << date;
  }
  bad = file({});
  for (const double unit : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    bad.metres_per_unit = unit;
    EXPECT_EQ(fault(bad), "metres_per_unit: must be above 0 and finite");
  }
  const auto with = [](void (*change)(BcfTopic&)) {
    BcfTopic one = topic("1");
    change(one);
    return fault(file({topic("0"), one}));
  };
  EXPECT_EQ(with([](BcfTopic& t) { t.identity = "0"; }), "topics[1].identity: is that of topics[0]");
  EXPECT_EQ(with([](BcfTopic& t) { t.identity = ""; }), "topics[1].identity: is empty");
  EXPECT_EQ(with([](BcfTopic& t) { t.title = ""; }), "topics[1].title: is empty");
  EXPECT_EQ(with([](BcfTopic& t) { t.red.clear(), t.blue.clear(); }), "topics[1]: has no parts; a topic needs one");
  EXPECT_EQ(with([](BcfTopic& t) { t.radius = 0; }), "topics[1].radius: must be above 0");
  EXPECT_EQ(with([](BcfTopic& t) { t.radius = std::nan(""); }), "topics[1].radius: must be above 0");
  EXPECT_EQ(with([](BcfTopic& t) { t.place.y = std::nan(""); }), "topics[1]: is beyond 1e300 metres");
  EXPECT_EQ(fault(file(std::vector<BcfTopic>(32767, topic("1")))), "topics: more than 32766; a file holds no more");
}

TEST(Bcf, NothingHalfWrittenIsLeft) {
  const test::ScratchFolder folder;
  EXPECT_FALSE(write_bcf(folder.file("no such folder/a.bcf"), file({topic("1")})));
  EXPECT_FALSE(write_bcf(folder.file("a.bcf"), {}));
  fs::create_directory(folder.file("b.bcf"));
  EXPECT_FALSE(write_bcf(folder.file("b.bcf"), file({topic("1")})));
  EXPECT_EQ(folder.file_count(), 1u);
}

}  // namespace
}  // namespace clearance::cli
