#include <clearance/io/xml/xml_reader.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

using Tag = XmlReader::Tag;

// "<a <b >b >a", or what is wrong.
std::string tags(const std::string& text) {
  XmlReader xml(text);
  std::string out;
  for (;;) {
    const Result<Tag> tag = xml.next();
    if (!tag) return tag.error().text();
    if (*tag == Tag::End) return out;
    out += (*tag == Tag::Open ? "<" : ">") + std::string(xml.name());
  }
}

TEST(Xml, TagsByHand) {
  EXPECT_EQ(tags("<a/>"), "<a>a");
  EXPECT_EQ(tags("\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- <b> --><a>x<b c='d'/>y<![CDATA[<c>&]]></a >\n"),
            "<a<b>b>a");
  EXPECT_EQ(tags("<p:a xmlns:p='u'><p:b/></p:a>"), "<a<b>b>a");
}

TEST(Xml, AttributesAreResolved) {
  XmlReader xml("<a b='&lt;&#65;&#x42;&amp;&quot;&apos;&gt;' c=\"d\ne\" xmlns:p='u' p:b='1' q=''/>");
  ASSERT_TRUE(xml.next());
  EXPECT_EQ(xml.attribute("b"), "<AB&\"'>");
  EXPECT_EQ(xml.attribute("c"), "d e");
  EXPECT_EQ(xml.attribute("b", "u"), "1");
  EXPECT_EQ(xml.attribute("q"), "");
  EXPECT_FALSE(xml.attribute("none"));
  EXPECT_FALSE(xml.attribute("b", "v"));
  EXPECT_EQ(xml.plain_attribute("c"), "d\ne");
}

TEST(Xml, NameSpacesAreThoseOfTheElement) {
  XmlReader xml("<a xmlns='u' xmlns:p='v'><p:b xmlns:p='w'/><c xmlns=''/><p:d/></a>");
  const auto next_is_in = [&](const char* space) { return xml.next() && xml.is_in(space); };
  EXPECT_TRUE(next_is_in("u"));
  EXPECT_TRUE(next_is_in("w"));
  EXPECT_TRUE(next_is_in("w"));
  EXPECT_TRUE(next_is_in(""));
  EXPECT_TRUE(next_is_in(""));
  EXPECT_TRUE(next_is_in("v"));
  EXPECT_TRUE(next_is_in("v"));
  EXPECT_TRUE(next_is_in("u")) << "the end of what was opened first";
  EXPECT_EQ(xml.name(), "a");
}

TEST(Xml, RefusedWithTheLine) {
  EXPECT_EQ(tags("<a>\n<b>\n</a>"), "line 3: </a> where <b> is open");
  EXPECT_EQ(tags("<a>"), "line 1: ends within <a>");
  EXPECT_EQ(tags(""), "line 1: no element");
  EXPECT_EQ(tags("<a/><b/>"), "line 1: a second root element");
  EXPECT_EQ(tags("<a/>x"), "line 1: text outside of the root element");
  EXPECT_EQ(tags("</a>"), "line 1: </a> where nothing is open");
  EXPECT_EQ(tags("<!DOCTYPE a><a/>"), "line 1: a document type; entities of a file's own are not read");
  EXPECT_EQ(tags("<a><!ENTITY b></a>"), "line 1: a document type; entities of a file's own are not read");
  for (const char* reference :
       {"&b;", "&", "&;", "&#0;", "&#xd800;", "&#x110000;", "&#99999999999;", "&#x;", "&#1g;"}) {
    EXPECT_EQ(tags(std::string("<a>") + reference + "</a>"), "line 1: a reference to an unknown entity or character")
        << reference;
    EXPECT_EQ(tags(std::string("<a b='") + reference + "'/>"), "line 1: a reference to an unknown entity or character")
        << reference;
  }
  EXPECT_EQ(tags("<a b='1' b='2'/>"), "line 1: the attribute b twice");
  EXPECT_EQ(tags("<a b/>"), "line 1: an attribute without a value");
  EXPECT_EQ(tags("<a b=1/>"), "line 1: an attribute whose value has no quotes");
  EXPECT_EQ(tags("<a b='1'c='2'/>"), "line 1: a tag that is damaged");
  EXPECT_EQ(tags("<a b='<'/>"), "line 1: \"<\" in an attribute");
  EXPECT_EQ(tags("<p:a/>"), "line 1: the prefix p stands for nothing");
  EXPECT_EQ(tags("<a\xff/>"), "line 1: not a text in UTF-8");
  EXPECT_EQ(tags("\xff\xfe<a/>"), "line 1: a text in UTF-16; only UTF-8 is read");
  EXPECT_EQ(tags("<a><!-- </a>"), "line 1: a comment that does not end");
}

TEST(Xml, DepthAndWidthAreBounded) {
  std::string deep, wide = "<a";
  for (int k = 0; k < 100000; ++k) deep += "<a>";
  for (int k = 0; k < 100000; ++k) wide += " b" + std::to_string(k) + "='1'";
  EXPECT_EQ(tags(deep), "line 1: more than 256 elements within each other");
  EXPECT_EQ(tags(wide + "/>"), "line 1: more than 64 attributes");
  std::string spaces;
  for (int k = 0; k < 200; ++k) spaces += "<a xmlns:b='u' xmlns='v'>";
  EXPECT_EQ(tags(spaces), "line 1: more than 256 name spaces at once");
}

// Counting lines from the beginning for each of a hundred thousand elements took minutes.
TEST(Xml, PlacesAreCountedOnce) {
  std::string text = "<a>\n";
  for (int k = 0; k < 200000; ++k) text += "<b c='some words to count through'/>\n";
  text += "</a>";
  XmlReader xml(text);
  std::string last;
  for (Result<Tag> tag = xml.next(); tag && *tag != Tag::End; tag = xml.next()) last = xml.place();
  EXPECT_EQ(last, "line 200002");
}

}  // namespace
}  // namespace clearance::detail
