// Question: when do two moving convex bodies first share a point, and when at all, found in the plainest way?
// Method:   trajectory parameterisation (Jiménez, Thomas, Torras §3.1; Joseph and Plantinga §4 for turning bodies):
//           bodies that are apart first meet where a vertex of one meets a face of the other or two edges meet; with
//           radii, where two features come as near as those. Between neighbouring times of that kind nothing changes:
//           one instant in between decides for all.
// Proves:   the times, exactly, for motions that are rational: at rest, in flight without angular velocity, from pose
//           to pose.
// Cost:     quadratic in the features: what the fast methods are compared with.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/motion/features/feature_times.h>
#include <clearance/motion/query.h>

namespace clearance::detail {

struct ContactOfFeatures : ContactTime {
  std::optional<Root> time;         // Contact: the instant itself
  std::optional<ContactRoot> root;  // which features meet then: see FeatureMeeting
};

// Refused: what fault_of refuses (motion_input.h). Undecided where go_on() said no: it is asked between pairs of
// features.
Result<ContactOfFeatures> first_contact_of_features(const Rounded& a, const Motion& motion_a, const Rounded& b,
                                                    const Motion& motion_b, double margin, Interval interval,
                                                    FunctionRef<bool()> go_on,
                                                    FeatureFilter filter = FeatureFilter::On);

Result<Interference> interference_of_features(const Rounded& a, const Motion& motion_a, const Rounded& b,
                                              const Motion& motion_b, double margin, Interval interval,
                                              FunctionRef<bool()> go_on, FeatureFilter filter = FeatureFilter::On);

}  // namespace clearance::detail
