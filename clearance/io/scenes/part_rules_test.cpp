#include <clearance/io/scenes/part_rules.h>

#include <clearance/io/scenes/length_unit.h>
#include <clearance/io/scenes/name_pattern.h>
#include <clearance/io/unique_names.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

TEST(NamePattern, StarsAndQuestionMarks) {
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "a/b.stl"));
  EXPECT_TRUE(matches("*.stl", "a/b.stl"));
  EXPECT_TRUE(matches("a*b*c", "abbbcbc"));
  EXPECT_TRUE(matches("?", "\xc3\xa9")) << "one character";
  EXPECT_TRUE(matches("??", "e\xf0\x9f\xa6\x86"));
  EXPECT_TRUE(matches("a\\*b", "a*b"));
  EXPECT_TRUE(matches("\\", "\\"));
  EXPECT_TRUE(matches("*\n*", "a\nb"));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_FALSE(matches("?", ""));
  EXPECT_FALSE(matches("??", "\xc3\xa9"));
  EXPECT_FALSE(matches("*.stl", "a.STL"));
  EXPECT_FALSE(matches("a\\*b", "axb"));
  EXPECT_FALSE(matches("a*b*c", "abcb"));
}

TEST(NamePattern, ManyStarsTakeNoLongTime) {
  std::string pattern;
  for (int k = 0; k < 1000; ++k) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", std::string(10000, 'a')));
  EXPECT_TRUE(matches(pattern, std::string(10000, 'a')));
}

PartRules rules(const std::string& text) {
  const Result<PartRules> made = parse_part_rules(text);
  EXPECT_TRUE(made) << made.error().text();
  return made ? *made : PartRules();
}
std::string fault(const std::string& text) {
  const Result<PartRules> made = parse_part_rules(text);
  return made ? "none" : made.error().text();
}

TEST(PartRules, ExcludeBeatsInclude) {
  const PartRules some = rules("# what we build\ninclude *.stl\n\n  exclude *screw*\r\n");
  EXPECT_TRUE(some.takes("a.stl", "a.stl"));
  EXPECT_FALSE(some.takes("a.obj", "a.obj"));
  EXPECT_FALSE(some.takes("screw.stl", "screw.stl"));
  EXPECT_TRUE(some.takes("a.stl", "a.stl/left")) << "a file that is included is so with its pieces";
  EXPECT_FALSE(some.takes("a.stl", "a.stl/screw 1"));
  EXPECT_TRUE(some.rules_out_file("screw.stl"));
  EXPECT_FALSE(some.rules_out_file("a.obj")) << "a piece of it may be called like a rule";
  EXPECT_TRUE(rules("").takes("a", "a"));
}

TEST(PartRules, PatternsWithBlanksStandInQuotes) {
  const PartRules some = rules("allow \"axle 1\" \"a \\\"b\\\"\"\nallow * x\n");
  ASSERT_EQ(some.rules().size(), 2u);
  EXPECT_EQ(some.rules()[0].line, 1u);
  EXPECT_TRUE(matches(some.rules()[0].a, "axle 1"));
  EXPECT_TRUE(matches(some.rules()[0].b, "a \"b\""));
  EXPECT_EQ(some.rules()[1].line, 2u);
}

TEST(PartRules, ErrorsNameTheLine) {
  EXPECT_EQ(fault("include a\nalow a b"), "line 2: unknown rule \"alow\"; there are include, exclude and allow");
  EXPECT_EQ(fault("include"), "line 1: include needs one pattern");
  EXPECT_EQ(fault("exclude a b"), "line 1: exclude needs one pattern");
  EXPECT_EQ(fault("allow a"), "line 1: allow needs two patterns");
  EXPECT_EQ(fault("allow a \"\""), "line 1: allow needs two patterns");
  EXPECT_EQ(fault("\nexclude \"a"), "line 2: a quote that is not closed");
  EXPECT_EQ(fault("exclude \"a\\\""), "line 1: a quote that is not closed");
  EXPECT_EQ(fault("exclude \"a\"b"), "line 1: text behind the closing quote");
  EXPECT_EQ(fault("exclude a\"b").rfind("line 1: a double quote within a pattern", 0), 0u);
  EXPECT_EQ(fault("exclude \xff"), "not a text in UTF-8");
}

TEST(LengthUnit, RatiosAreRoundedOnce) {
  EXPECT_EQ(ratio(LengthUnit::Inch, LengthUnit::Millimetre), 25.4);
  EXPECT_EQ(ratio(LengthUnit::Millimetre, LengthUnit::Metre), 0.001);
  EXPECT_EQ(ratio(LengthUnit::Metre, LengthUnit::Micrometre), 1e6);
  EXPECT_EQ(ratio(LengthUnit::Foot, LengthUnit::Inch), 12);
  EXPECT_EQ(ratio(LengthUnit::Foot, LengthUnit::Centimetre), 30.48);
  for (const char* name : {"um", "mm", "cm", "m", "in", "ft"}) EXPECT_STREQ(to_string(*length_unit(name)), name);
  for (const char* name : {"", "MM", "inch", "km", "mm "}) EXPECT_FALSE(length_unit(name)) << name;
}

TEST(UniqueNames, NoneIsGivenTwice) {
  UniqueNames names;
  EXPECT_EQ(names.make("a"), "a");
  EXPECT_EQ(names.make("a (2)"), "a (2)");
  EXPECT_EQ(names.make("a"), "a (3)");
  EXPECT_EQ(names.make("a"), "a (4)");
  EXPECT_EQ(names.make("a (2)"), "a (2) (2)");
  std::string last;
  for (int k = 0; k < 200000; ++k) last = names.make("b");
  EXPECT_EQ(last, "b (200000)");
}

}  // namespace
}  // namespace clearance::detail
