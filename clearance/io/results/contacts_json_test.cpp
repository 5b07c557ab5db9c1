#include <clearance/io/results/contacts_json.h>

#include <gtest/gtest.h>

#include <string>

namespace clearance::detail {
namespace {

std::string fault(const std::string& text) {
  const Result<Json> json = parse_json(text, 50);
  EXPECT_TRUE(json) << text;
  std::vector<ContactPatchClaim> contacts;
  const Fault found = read_contacts(*json, "contacts", contacts);
  return found ? found->text() : "none";
}
std::string with_point(const std::string& point) {
  return R"([{"normal":[0,0,1],"gap":{"lower":0,"upper":0},"points":[)" + point + "]}]";
}
std::string with_features(const std::string& a, const std::string& b) {
  return with_point(R"({"a":[0,0,0],"b":[0,0,0],"gap":{"lower":0,"upper":0},"error":0,"features":{"a":)" + a +
                    R"(,"b":)" + b + "}}");
}

TEST(ContactsJson, WhatIsWrittenReadsBackTheSame) {
  using Kind = ContactFeatureClaim::Kind;
  ContactPatchClaim patch{{0.1, -2e-300, 1}, {-1.0 / 3, 1e300}, 7, {}, {}};
  patch.points = {
      {{1, 2, 3}, {4, 5, 6}, {-0.1, 0.2}, 1e-17, {Kind::Vertex, {4000000000u}}, {Kind::Edge, {3, 9}}},
      {{-0.0, 5e-324, 3}, {4, 5, 6}, {0, 0}, 0, {Kind::Face, {12}}, {Kind::Polygon, {5, 1, 7, 6}}},
  };
  ContactPatchClaim other = patch;
  other.part_a.reset(), other.part_b = 0;
  const std::vector<ContactPatchClaim> contacts = {patch, other};
  const std::string text = contacts_text(contacts);
  std::vector<ContactPatchClaim> read;
  const Result<Json> json = parse_json(text, 50);
  ASSERT_TRUE(json);
  ASSERT_FALSE(read_contacts(*json, "contacts", read)) << text;
  EXPECT_EQ(contacts_text(read), text);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].part_a, 7u);
  EXPECT_FALSE(read[0].part_b.has_value());
  EXPECT_EQ(read[1].part_b, 0u);
  EXPECT_EQ(read[0].normal, patch.normal);
  EXPECT_EQ(read[0].gap.lower, -1.0 / 3);
  EXPECT_EQ(read[0].points[1].feature_a.kind, Kind::Face);
  EXPECT_EQ(read[0].points[1].feature_b.kind, Kind::Polygon);
  EXPECT_EQ(read[0].points[1].feature_b.numbers, patch.points[1].feature_b.numbers);
  EXPECT_EQ(read[0].points[0].error, 1e-17);
  EXPECT_EQ(contacts_text({}), "[]");
  EXPECT_EQ(fault("[]"), "none");
}

TEST(ContactsJson, WhatIsNoneIsRefusedByItsPlace) {
  EXPECT_EQ(fault("{}"), "contacts: expected a list, found an object");
  EXPECT_EQ(fault(R"([{"normal":[0,0,1],"gap":{"lower":0,"upper":0},"points":[]}])"),
            "contacts[0].points: a contact has one point at least");
  EXPECT_EQ(fault(R"([{"normal":[0,0,1],"gap":{"lower":1,"upper":0},"points":[]}])"),
            "contacts[0].gap: lower is above upper");
  EXPECT_NE(fault(R"([{"normal":[0,0,1],"gap":{"lower":0,"upper":"inf"},"points":[]}])"), "none");
  EXPECT_NE(fault(R"([{"normal":[0,0],"gap":{"lower":0,"upper":0},"points":[]}])"), "none");
  EXPECT_NE(fault(R"([{"normal":[0,0,1],"gap":{"lower":0,"upper":0},"points":[],"more":1}])"), "none");
  EXPECT_NE(fault(R"([{"normal":[0,0,1],"gap":{"lower":0,"upper":0}}])"), "none");
  const std::string place = "contacts[0].points[0].features.b";
  const auto of_b = [](const std::string& feature) { return fault(with_features(R"({"vertex":0})", feature)); };
  EXPECT_EQ(of_b(R"({"edge":[0,1]})"), "none");
  EXPECT_EQ(of_b(R"({"face":0})"), "none");
  EXPECT_EQ(of_b(R"({"face":[0,1,2]})"), "none");
  EXPECT_EQ(of_b("{}"), place + R"(: expected one of "vertex", "edge" and "face")");
  EXPECT_EQ(of_b(R"({"vertex":0,"edge":[0,1]})"), place + R"(: expected one of "vertex", "edge" and "face")");
  EXPECT_EQ(of_b(R"({"edge":[0]})"), place + ".edge: expected 2 vertex numbers, found 1");
  EXPECT_EQ(of_b(R"({"face":[0,1]})"), place + ".face: a face has three vertices at least");
  EXPECT_EQ(of_b(R"({"face":-1})"), place + ".face: not the number of a triangle");
  EXPECT_EQ(of_b(R"({"face":[0,1,1.5]})"), place + ".face[2]: not the number of a vertex");
  EXPECT_EQ(of_b(R"({"vertex":4294967296})"), place + ".vertex: not the number of a vertex");
  EXPECT_EQ(
      fault(with_point(
          R"({"a":[0,0,0],"b":[0,0,0],"gap":{"lower":0,"upper":0},"error":-1,"features":{"a":{"face":0},"b":{"face":0}}})")),
      "contacts[0].points[0].error: expected zero or more");
}

}  // namespace
}  // namespace clearance::detail
