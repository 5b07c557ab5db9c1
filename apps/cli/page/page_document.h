// Question: what is a whole page, and how does it get onto the disk?
// Method:   the viewer's template with the data of docs/page.md at its marker, written beside its place and renamed: it
//           is there whole or not at all.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../scene_to_check.h"
#include "page_options.h"
#include "page_result.h"

namespace clearance::cli {

struct PageContent {
  const Scene& scene;
  PageResult result;
  std::string traces = "[]";  // JSON
  std::vector<std::string> notices = {};
};

// The elements that a page holds its data in.
std::string page_data(const PageContent& content, const PageOptions& options);

// What would keep the page from being written, before the work for it begins: no template in this program, a folder
// that takes no files, or a name that is also one of what is read.
std::optional<Error> unwritable_page(const std::string& file, const std::vector<std::string>& read);
// The value is how many bytes the page has.
Result<std::uint64_t> write_page(const PageContent& content, const PageOptions& options);

// The page of another word's --report.
std::optional<Error> write_report(const Input& input, PageResult result, const PageOptions& options);

}  // namespace clearance::cli
