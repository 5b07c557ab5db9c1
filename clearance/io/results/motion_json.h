// Question: how are timelines and times of contact written as JSON, and read (CONTRACT §4, "Motion")?
#pragma once

#include <clearance/io/json.h>
#include <clearance/motion/query.h>
#include <clearance/proof/timeline.h>

#include <optional>
#include <string>

namespace clearance::detail {

// A time of contact: a double, or the only root of a contact function between two.
struct ReadTime {
  double lower = 0, upper = 0;
  std::optional<ContactRoot> root;
};
Fault read_time(const Json& json, const std::string& place, ReadTime& out);
// A double: a number, or a string "p/q" that is one.
Fault read_double_time(const Json& json, const std::string& place, double& out);
Fault read_interval(const Json& json, const std::string& place, ContactInterval& out);
Fault read_timeline(const Json& json, const std::string& place, Timeline& out);

std::string root_text(const ContactRoot& root);
std::string interval_text(const ContactInterval& interval);
std::string timeline_text(const Timeline& timeline);

}  // namespace clearance::detail
