// Question: when do features of two moving convex bodies first come within a distance of each other, and when at all?
// Method:   pairs of vertices, edges and faces; a plane of doubles between two features excludes most of them for a
//           span of time (feature_filter.h), spans are halved as long as that helps, and what is left is asked of the
//           contact functions (exact/time/contact_functions_of_bodies.h), over that span alone.
// Proves:   the times, exactly. A pair that nothing excludes is never dropped.
// Cannot:   see a body inside the other: no features meet there.
// Cost:     microseconds while planes of doubles suffice, tens of microseconds for each pair that is left.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/exact/time/pose_path.h>
#include <clearance/exact/time/root.h>
#include <clearance/proof/timeline.h>
#include <clearance/shape/polytope.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace clearance::detail {

// What of a body may take part: the vertices that are listed, by their positions in the body, and the edges and faces
// that have at least one of them.
struct MovingFeatures {
  const Polytope& body;
  const PosePath& path;
  std::span<const std::uint32_t> vertices;
};

struct FeatureMeeting {
  Root time;
  // Which features, in the caller's numbers, and doubles between which theirs is the only root. None for a distance
  // above 0, for functions that are zero throughout, for bodies that are points, and where another root is nearer than
  // the doubles are.
  std::optional<ContactRoot> root;
};

enum class FeatureFilter : std::uint8_t { On, Off };  // Off, for tests: every pair is asked exactly

struct FirstMeeting {
  bool is_decided = false;  // not where `go_on` said no
  std::optional<FeatureMeeting> meeting;
  double clear_until = -std::numeric_limits<double>::infinity();  // undecided: none of these features meet before
};
// The first time in [low, high] at which two of the features are no farther apart than the radius, where all of them
// are farther apart at the beginning or meet there; radius ≥ 0. Asks go_on() between pairs and spans.
FirstMeeting first_meeting_of(const MovingFeatures& a, const MovingFeatures& b, const Dyadic& radius, const Dyadic& low,
                              const Dyadic& high, FunctionRef<bool()> go_on, FeatureFilter filter = FeatureFilter::On);

struct AllMeetings {
  bool is_decided = false;
  // Rising, each once. Between neighbours no two of these features begin or cease to be within the radius.
  std::vector<FeatureMeeting> meetings;
  double complete_until = -std::numeric_limits<double>::infinity();  // undecided: these are all before
};
AllMeetings all_meetings_of(const MovingFeatures& a, const MovingFeatures& b, const Dyadic& radius, const Dyadic& low,
                            const Dyadic& high, FunctionRef<bool()> go_on, FeatureFilter filter = FeatureFilter::On);

// The numbers of all vertices, for MovingFeatures.
std::vector<std::uint32_t> all_vertices(const Polytope& body);

}  // namespace clearance::detail
