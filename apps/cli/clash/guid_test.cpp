#include "guid.h"

#include <gtest/gtest.h>

#include <set>

namespace clearance::cli {
namespace {

// RFC 4122, appendix C: the name space of domain names; what Python's uuid.uuid5 makes of it.
constexpr Uuid kDns = {0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};

TEST(Guid, IsThatOfOthers) {
  EXPECT_EQ(uuid_text(kDns), "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
  EXPECT_EQ(uuid_text(name_uuid(kDns, "python.org")), "886313e1-3b8a-5372-9b90-0c9aee199e5d");
  EXPECT_EQ(uuid_text(name_uuid(kDns, "")), "4ebd0208-8328-5d69-8c44-ec50939c0967");
  EXPECT_EQ(uuid_text(name_uuid(kDns, std::string(200, 'x'))), "ddcc691a-b8e2-53e5-b059-6a232874b2eb");
}

TEST(Guid, IfcGuidIsTheSameNumber) {
  Uuid uuid{};
  EXPECT_EQ(ifc_guid(uuid), "0000000000000000000000");
  uuid.fill(0xff);
  EXPECT_EQ(ifc_guid(uuid), "3$$$$$$$$$$$$$$$$$$$$$");
  uuid.fill(0);
  uuid[15] = 0x41;
  EXPECT_EQ(ifc_guid(uuid), "0000000000000000000011");
  uuid[0] = 0x40;
  EXPECT_EQ(ifc_guid(uuid), "1000000000000000000011");
}

TEST(Guid, IfcGuidsAreKnown) {
  EXPECT_TRUE(is_ifc_guid(ifc_guid(kDns)));
  EXPECT_TRUE(is_ifc_guid("3$$$$$$$$$$$$$$$$$$$$$"));
  for (const char* other :
       {"", "4000000000000000000000", "000000000000000000000", "00000000000000000000000", "0-00000000000000000000"})
    EXPECT_FALSE(is_ifc_guid(other)) << other;
}

TEST(Guid, OtherNamesHaveOthers) {
  std::set<std::string> guids;
  for (int k = 0; k < 1000; ++k) guids.insert(ifc_guid(name_uuid(kDns, std::to_string(k))));
  EXPECT_EQ(guids.size(), 1000u);
}

}  // namespace
}  // namespace clearance::cli
