// Question: how do several texts become one zip archive?
// Method:   entries in the order in which they came, deflated where that makes them shorter, all of the same date: the
//           same entries make the same bytes.
// Cannot:   hold more than 65535 entries or 4 GB.
#pragma once

#include <clearance/base/result.h>

#include <string>
#include <string_view>
#include <vector>

namespace clearance::detail {

struct ZipEntry {
  std::string name;  // UTF-8, folders by slashes
  std::string bytes;
};

Result<std::string> zip_archive(const std::vector<ZipEntry>& entries);

}  // namespace clearance::detail
