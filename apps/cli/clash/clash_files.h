// Question: which files are left behind, and can they be written?
// Method:   whether their folders take files is looked at before the work begins. Each is written beside its place and
//           renamed: it is there whole or not at all.
#pragma once

#include <clearance/clearance.h>

#include <optional>

#include "bcf.h"
#include "clash_options.h"
#include "clash_text.h"
#include "known_pairs.h"

namespace clearance::cli {

// Of all files that this run will write, the page among them: none can be written twice.
std::optional<Error> unwritable_file(const ClashOptions& options, const std::string& page);

std::optional<Error> write_files(const ResultFile& result, const KnownPairs& known, const ClashOptions& options,
                                 const TableWanted& wanted);

// A topic for each group of the table; for each pair where it is not grouped.
std::vector<BcfTopic> topics_of(const ResultFile& result, const TableWanted& wanted);

}  // namespace clearance::cli
