#include <clearance/io/json.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace clearance::detail {
namespace {

std::string fault(std::string_view text) {
  const Result<Json> json = parse_json(text);
  return json ? "none" : json.error().text();
}

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
}

TEST(Json, ReadsValues) {
  const Result<Json> json =
      parse_json(" { \"a\": [1, -0.5e1, true, false, null], \"b\\u00e9\\n\": \"\\ud83d\\ude00\" } ");
  ASSERT_TRUE(json) << json.error().text();
  const Json::Array& list = *json->find("a")->array();
  EXPECT_EQ(*list[0].number(), 1);
  EXPECT_EQ(*list[1].number(), -5);
  EXPECT_TRUE(*list[2].boolean());
  EXPECT_FALSE(*list[3].boolean());
  EXPECT_STREQ(list[4].type_name(), "null");
  EXPECT_EQ(*json->find("b\u00e9\n")->string(), "\xf0\x9f\x98\x80");
  EXPECT_EQ(json->find("c"), nullptr);
}

TEST(Json, NamesThePlaceOfAFault) {
  EXPECT_EQ(fault(""), "line 1, column 1: the text is empty");
  EXPECT_EQ(fault("{\"a\":\n 1,}"), "line 2, column 4: unexpected '}'");
  EXPECT_EQ(fault("[1 2]"), "line 1, column 4: unexpected '2'");
  EXPECT_EQ(fault("1 x"), "line 1, column 3: text after the end of the value");
  EXPECT_EQ(fault("{\"a\":1,\"b\":2,\"a\":3}"), "line 1, column 20: the object that ends here has the key \"a\" twice");
  EXPECT_EQ(fault("[NaN]"), "line 1, column 2: unexpected 'N'");
  EXPECT_EQ(fault("[1e999]"), "line 1, column 2: a number beyond the range of doubles");
  EXPECT_EQ(fault("\"a\tb\""), "line 1, column 3: a control character in a string");
  EXPECT_EQ(fault("\"\\ud800x\""), "line 1, column 8: half a surrogate pair");
}

TEST(Json, NestingEndsAtTheLimit) {
  EXPECT_EQ(fault(nested(kMaxJsonDepth)), "none");
  EXPECT_EQ(fault(nested(kMaxJsonDepth + 1)), "line 1, column 65: nested deeper than 64 levels");
  EXPECT_NE(fault(std::string(1000000, '[')), "none");
}

TEST(Json, RefusesMalformedUtf8) {
  // A lone continuation, an overlong slash, a surrogate, beyond U+10FFFF, a cut sequence.
  for (const char* bytes : {"\x80", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"})
    EXPECT_EQ(fault("\"" + std::string(bytes) + "\""), "not a text in UTF-8");
}

TEST(Json, StringsComeBack) {
  const std::string odd("a\"\\\n\x01\x7f\0é", 9);
  const Result<Json> json = parse_json(json_string(odd));
  ASSERT_TRUE(json) << json.error().text();
  EXPECT_EQ(*json->string(), odd);
}

// Another reader of the same standard accepts the same texts (keys given twice and deep nesting aside, which mutations
// of this text hardly make).
TEST(Json, AgreesWithAnotherReader) {
  const std::string text = "{\"a\":[1,-0.25e+2,true,null],\"b\":{\"c\":\"\\u00e9\\\\x\",\"d\":[]}}";
  const std::string letters = "{}[]\",:.-+eE019tfn\\u \n";
  Random random(11);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string mutant = text;
    for (std::uint64_t k = 1 + random.below(2); k > 0; --k) {
      const std::size_t at = random.below(mutant.size());
      const char letter = letters[random.below(letters.size())];
      const std::uint64_t what = random.below(3);
      if (what == 0) mutant[at] = letter;
      if (what == 1) mutant.erase(at, 1);
      if (what == 2) mutant.insert(at, 1, letter);
    }
    if (fault(mutant).find("twice") != std::string::npos) continue;
    const bool own = parse_json(mutant).ok();
    EXPECT_EQ(own, nlohmann::json::accept(mutant)) << mutant << "\n" << fault(mutant);
    accepted += own;
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace clearance::detail
