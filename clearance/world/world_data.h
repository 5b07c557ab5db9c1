// What a World is made of; no part of the interface: bodies and boxes, which views share, and what is known of pairs.
#pragma once

#include <clearance/base/visit_guard.h>
#include <clearance/base/workers.h>
#include <clearance/world/frame/frame.h>
#include <clearance/world/frame/manifold_frame.h>
#include <clearance/world/frame/near_pairs.h>
#include <clearance/world/world.h>
#include <clearance/world/world_state.h>

#include <memory>

namespace clearance {
using namespace detail;

struct World::Data {
  explicit Data(const WorldOptions& given)
      : options(given), workers(std::make_unique<Workers>(given.threads)), state(std::make_shared<WorldState>(given)) {}
  // Everything but the threads, which belong to one world each.
  Data(const Data& other)
      : options(other.options),
        workers(std::make_unique<Workers>(other.options.threads)),
        state(std::make_shared<WorldState>(*other.state)),
        frame(other.frame),
        near(other.near),
        manifolds(other.manifolds),
        clock(other.clock),
        statistics(other.statistics) {}
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  // The bodies and boxes, to be changed. Views keep theirs.
  WorldState& own_state() {
    if (state->is_viewed()) [[unlikely]]
      state = std::make_shared<WorldState>(*state);
    return *state;
  }
  WholeWorld whole_world() {
    WorldState& own = own_state();
    return {options, own.bodies, own.boxes, *workers, statistics, clock};
  }

  WorldOptions options;
  std::unique_ptr<Workers> workers;
  std::shared_ptr<WorldState> state;
  Frame frame;
  NearPairs near;
  ManifoldFrame manifolds;
  std::uint64_t clock = 1;  // ticks with every frame
  StageStatistics statistics;
  VisitMark visiting;
};

}  // namespace clearance
