// Every seed and every find of the fuzzers, through the reader it belongs to: the property that the fuzzer asserts
// holds.
#include <clearance/io/file.h>
#include <clearance/io/test_files_test.h>
#include <fuzz/reader_properties.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

namespace fs = std::filesystem;

TEST(FuzzReplay, SeedsAndFinds) {
  for (const properties::Reader& reader : properties::kReaders) {
    int count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(test::testdata("fuzz/" + std::string(reader.name)))) {
      if (!entry.is_regular_file()) continue;
      const Result<std::string> bytes = read_file(entry.path().string());
      ASSERT_TRUE(bytes) << entry.path();
      EXPECT_TRUE(reader.holds(*bytes)) << entry.path();
      // What was cut short is what a reader meets after a crash or a full disk.
      for (std::size_t length = 0; length < bytes->size(); length += 1 + bytes->size() / 64)
        EXPECT_TRUE(reader.holds(bytes->substr(0, length))) << entry.path() << " cut to " << length;
      ++count;
    }
    EXPECT_GE(count, 3) << reader.name;
  }
}

}  // namespace
}  // namespace clearance::detail
