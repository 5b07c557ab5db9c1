// What `clearance clash` was asked.
#pragma once

#include <string>

#include "judge_clash.h"
#include "severity.h"

namespace clearance::cli {

struct ClashOptions {
  ClashQuestion question;
  GroupBy by = GroupBy::None;
  std::string csv, bcf, against, resume;  // names of files; empty: none
};

}  // namespace clearance::cli
