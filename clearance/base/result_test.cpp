#include <clearance/base/result.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace clearance {
namespace {

int failures = 0;
void count_failure(const char*, const char*, int) { ++failures; }

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = 7;
  ASSERT_TRUE(good.ok());
  EXPECT_TRUE(static_cast<bool>(good));
  EXPECT_EQ(*good, 7);
  const Result<int> bad = Error{"q", "zero quaternion"};
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().text(), "q: zero quaternion");
}

TEST(Result, ErrorsNameThePlaceFromOutsideIn) {
  const Error error{"pose.q", "not finite"};
  EXPECT_EQ(error.within("objects[3]").within("gear.json").text(), "gear.json: objects[3]: pose.q: not finite");
  EXPECT_EQ((Error{"", "empty file"}).text(), "empty file");
  EXPECT_EQ((Error{"", "empty file"}).within("gear.json").text(), "gear.json: empty file");
}

TEST(Result, ErrorsKeepTheirCode) {
  EXPECT_EQ((Error{"q", "not finite"}).code, ErrorCode::BadValue);
  EXPECT_EQ((Error{"", "no such file", ErrorCode::NoAccess}).within("gear.json").code, ErrorCode::NoAccess);
  EXPECT_STREQ(to_string(ErrorCode::NotSolid), "not solid");
}

TEST(Result, MovesValuesOut) {
  Result<std::unique_ptr<int>> owner = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = std::move(owner).value();
  ASSERT_NE(taken, nullptr);
  EXPECT_EQ(*taken, 5);
  const Result<std::string> text = std::string("abc");
  EXPECT_EQ(text->size(), 3u);
}

TEST(Result, LookingWithoutAskingIsACallerBug) {
  const AssertHandler before = set_assert_handler(count_failure);
  failures = 0;
  const Result<int> good = 7;
  static_cast<void>(good.ok());
  static_cast<void>(good.value());
  EXPECT_EQ(failures, 0);
  CLEARANCE_ASSERT(1 + 1 == 3);
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(set_assert_handler(before), count_failure);
}

TEST(ResultDeathTest, TheDefaultHandlerAborts) {
  EXPECT_DEATH(static_cast<void>(Result<int>(Error{"x", "y"}).value()), "ok\\(\\)");
  EXPECT_DEATH(static_cast<void>(Result<int>(7).error()), "ok\\(\\)");
}

// A range-for keeps what its range expression ends in, and nothing before that: a value() that returned a reference
// into the dying Result made such a loop read freed memory.
TEST(Result, ALoopOverAPartOfATemporaryValueLives) {
  struct Found {
    std::vector<std::string> names;
  };
  const auto find = [] { return Result<Found>(Found{{std::string(100, 'a'), std::string(100, 'b')}}); };
  std::string all;
  for (const std::string& name : find().value().names) all += name;
  EXPECT_EQ(all, std::string(100, 'a') + std::string(100, 'b'));
}

}  // namespace
}  // namespace clearance
