// The archives of testdata/zip were packed by Python's zipfile; several.zip holds dynamic, fixed and stored blocks.
#include <clearance/base/random.h>
#include <clearance/io/file.h>
#include <clearance/io/test_files_test.h>
#include <clearance/io/zip/crc32.h>
#include <clearance/io/zip/deflate.h>
#include <clearance/io/zip/inflate.h>
#include <clearance/io/zip/zip_reader.h>
#include <clearance/io/zip/zip_writer.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

std::string packed(const std::string& name) {
  const Result<std::string> bytes = read_file(test::testdata("zip/" + name));
  EXPECT_TRUE(bytes);
  return bytes ? *bytes : "";
}
std::string fault(const std::string& bytes, const std::string& name) {
  const Result<ZipReader> opened = ZipReader::open(bytes);
  if (!opened) return opened.error().text();
  ZipReader zip = *opened;
  const Result<std::string> entry = zip.read(name);
  return entry ? "none" : entry.error().text();
}
// With other bytes at a place, from a mark on.
std::string changed(std::string bytes, const std::string& mark, std::size_t at, const std::string& to) {
  const std::size_t begin = bytes.rfind(mark);
  EXPECT_NE(begin, std::string::npos);
  return bytes.replace(begin + at, to.size(), to);
}

TEST(Zip, CheckSumIsThatOfOthers) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(crc32(""), 0u);
}

TEST(Zip, EntriesOfOthers) {
  const std::string bytes = packed("several.zip");
  const Result<ZipReader> opened = ZipReader::open(bytes);
  ASSERT_TRUE(opened) << opened.error().text();
  ZipReader archive = *opened, *zip = &archive;
  std::string text;
  for (int k = 0; k < 1500; ++k) text += "line " + std::to_string(k) + " of " + std::to_string(k * k) + "\n";
  EXPECT_EQ(*zip->read("text"), text);
  EXPECT_EQ(*zip->read("fast/TEXT"), text);
  EXPECT_EQ(*zip->read("empty"), "");
  EXPECT_EQ(*zip->read("fixed"), "abcabcabc");
  EXPECT_EQ(*zip->read("noise"), *zip->read("stored"));
  EXPECT_EQ(zip->read("noise")->size(), 900u);
  EXPECT_TRUE(zip->has("TEXT"));
  EXPECT_FALSE(zip->has("none"));
  EXPECT_EQ(fault(bytes, "none"), "none: is not in the archive");
  const std::string large = packed("zip64.zip");
  EXPECT_EQ(*ZipReader::open(large).value().read("large"), std::string(300, 'y'));
}

TEST(Zip, OursAreReadBack) {
  const std::vector<ZipEntry> entries = {{"a/b", "some"}, {"\xc3\xa9", std::string(100000, 'x')}, {"empty", ""}};
  const std::string bytes = *zip_archive(entries);
  const Result<ZipReader> opened = ZipReader::open(bytes);
  ASSERT_TRUE(opened);
  ZipReader zip = *opened;
  for (const ZipEntry& entry : entries) EXPECT_EQ(*zip.read(entry.name), entry.bytes);
  EXPECT_TRUE(ZipReader::open(*zip_archive({})));
  EXPECT_FALSE(zip_archive(std::vector<ZipEntry>(65536, {"a", ""})));
}

TEST(Zip, BombsAndLiesAreRefused) {
  EXPECT_EQ(fault(packed("bomb.zip"), "bomb"),
            "bomb: grows more than two hundredfold when it is unpacked, with what was before it");
  const std::string bytes = *zip_archive({{"a", "some"}}), entry = "PK\x01\x02";
  EXPECT_EQ(fault(changed(bytes, entry, 24, "\xff\xff\xff\x7f"), "a"), "a: is larger than 1 GiB when it is unpacked");
  EXPECT_EQ(fault(changed(bytes, entry, 24, "\x05"), "a"), "a: is stored, and has two sizes");
  EXPECT_EQ(fault(changed(bytes, entry, 20, "\xff\xff"), "a"), "a: is cut off");
  EXPECT_EQ(fault(changed(bytes, entry, 42, "\x01"), "a"), "a: is not where the archive's directory says");
  EXPECT_EQ(fault(changed(bytes, entry, 8, "\x01"), "a"), "a: is encrypted");
  EXPECT_EQ(fault(changed(bytes, entry, 10, "\x0c"), "a"), "a: is compressed by a method other than deflate");
  EXPECT_EQ(fault(changed(bytes, entry, 16, "x"), "a"), "a: is damaged: its check sum is another");
  EXPECT_EQ(fault(changed(bytes, "PK\x05\x06", 10, "\x02"), "a"),
            "a zip archive whose directory is damaged, at entry 1");
  EXPECT_EQ(fault(changed(bytes, "PK\x05\x06", 4, "\x01"), "a"), "a zip archive in several files");
  EXPECT_EQ(fault(changed(bytes, "PK\x05\x06", 16, "\xff"), "a"), "a zip archive whose directory is damaged");
  EXPECT_EQ(fault(*zip_archive({{"a", "some"}, {"A", "other"}}), "a"), "a zip archive with two entries called A");
  EXPECT_EQ(fault(bytes.substr(0, bytes.size() - 1), "a"),
            "no zip archive, or one that was cut off: it has no directory");
}

// Whatever is changed, an entry is what was packed, or refused.
TEST(Zip, DamageIsNoticed) {
  const std::string bytes = packed("several.zip");
  const std::string noise = *ZipReader::open(bytes).value().read("noise"), fixed = "abcabcabc";
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    const Result<ZipReader> opened = ZipReader::open(damaged);
    if (!opened) continue;
    ZipReader zip = *opened;
    if (const Result<std::string> entry = zip.read("fixed")) {
      EXPECT_EQ(*entry, fixed) << at;
    }
    if (const Result<std::string> entry = zip.read("noise")) {
      EXPECT_EQ(*entry, noise) << at;
    }
  }
}

// Every kind of text comes back: lengths and distances at their limits, bytes of any kind, random ones of few letters.
TEST(Deflate, IsUndoneByInflate) {
  const auto comes_back = [](const std::string& text) {
    const std::string packed = deflate(text);
    EXPECT_LE(packed.size(), text.size() + text.size() / 8 + 2);
    const Result<std::string> back = inflate(packed, text.size());
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_TRUE(*back == text) << text.size();
  };
  EXPECT_EQ(deflate(""), std::string("\x03\x00", 2));
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  comes_back(all);
  for (const std::size_t size : {1u, 2u, 3u, 4u, 257u, 258u, 259u, 260u, 516u, 517u, 70000u})
    comes_back(std::string(size, 'x'));
  Random random(5);
  const auto noise = [&](std::size_t size, std::size_t letters) {
    std::string text;
    for (std::size_t k = 0; k < size; ++k) text += static_cast<char>(random.below(letters) * 37);
    return text;
  };
  for (const std::size_t far : {32764u, 32765u, 32766u, 32767u, 32768u, 32769u, 40000u}) {
    const std::string word = noise(20, 256);
    comes_back(word + noise(far - 20, 256) + word + noise(far, 3) + word);
  }
  for (int round = 0; round < 300; ++round) comes_back(noise(random.below(3000), 1 + random.below(256)));
  std::string xml;
  for (int k = 0; k < 500; ++k) xml += "<Component IfcGuid=\"" + std::to_string(k * k) + "\"><X>0.25</X></Component>\n";
  comes_back(xml);
  EXPECT_LT(deflate(xml).size(), xml.size() / 5);
}

TEST(Inflate, ByHand) {
  EXPECT_EQ(*inflate(std::string("\x01\x02\x00\xfd\xff", 5) + "ab", 2), "ab") << "stored";
  EXPECT_EQ(*inflate(std::string("\x03\x00", 2), 0), "") << "fixed, empty";
  const auto refused = [](const std::string& bytes, std::size_t size) {
    const Result<std::string> made = inflate(bytes, size);
    return made ? "none" : made.error().text();
  };
  EXPECT_EQ(refused("", 0), "the data ends too early");
  EXPECT_EQ(refused("\x07", 0), "a block of no known kind");
  EXPECT_EQ(refused(std::string("\x01\x02\x00\xfd\xff", 5) + "ab", 1), "longer than the archive says");
  EXPECT_EQ(refused(std::string("\x01\x02\x00\xfd\xff", 5) + "ab", 3), "shorter than the archive says");
  EXPECT_EQ(refused(std::string("\x01\x02\x00\xfd\xff", 5) + "abc", 2), "data behind the end");
  EXPECT_EQ(refused(std::string("\x01\x02\x00\xfe\xff", 5) + "ab", 2), "a block whose length is damaged");
  EXPECT_EQ(refused(std::string("\x03\x02", 2), 10), "a reference to before the beginning");
}

// A million empty blocks, each with codes of its own, are made in no more than the time of as many bytes.
TEST(Inflate, SmallBlocksTakeNoLongTime) {
  std::string bytes;
  for (int k = 0; k < 200000; ++k) bytes += std::string("\x00\x00\x00\xff\xff", 5);
  bytes += std::string("\x03\x00", 2);
  EXPECT_EQ(*inflate(bytes, 0), "");
  bytes.clear();
  for (int k = 0; k < 100000; ++k)
    bytes += std::string("\x02\x08\x20\x80\x00", 5);  // fixed and empty, four in five bytes
  bytes += std::string("\x03\x00", 2);
  EXPECT_EQ(*inflate(bytes, 0), "");
}

}  // namespace
}  // namespace clearance::detail
