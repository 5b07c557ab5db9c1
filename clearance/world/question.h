// Question: how is a world set up, and what can be said with each question: how long it may take, how much to collect,
//           which bodies to leave out?
// Method:   plain options.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/base/function_ref.h>
#include <clearance/base/limits.h>
#include <clearance/broad/methods.h>
#include <clearance/world/body.h>

#include <cstddef>
#include <optional>

namespace clearance {

struct WorldOptions {
  BroadMethod broad = BroadMethod::Automatic;
  QueryOptions query = {};  // whose evidence to try first for a pair
  int threads = 1;          // 0: as many as the machine has; the answers are the same for any number
  // On a contact that is new in this frame, also the closest points in the frame before (Chung §5.5).
  bool closest_before_contact = false;
};

struct CollideOptions {
  bool first_only = false;
  // More box pairs than this are refused, not collected: visit_contacts() has no such bound. Probes have none.
  std::size_t max_pairs = std::size_t{1} << 24;
  Limits limits = {};
};

// Which bodies a probe is asked about; all of them unless something is set. A body must pass both.
struct ProbeFilter {
  // As if the probe were a body with these groups.
  std::optional<Groups> groups = {};
  // Called by the thread that asks, any number of times per body; false leaves the body out. The callable is referred
  // to, not copied: it must outlive the call.
  std::optional<FunctionRef<bool(BodyId)>> predicate = {};
};

}  // namespace clearance
