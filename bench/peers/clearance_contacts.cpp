// Clearance itself: PairContacts from frame to frame, and manifold() that remembers nothing; every status proved.
#include <bench/peers/contacts.h>
#include <clearance/contact/manifold.h>

namespace clearance::bench {
namespace {

class OurContacts {
 public:
  OurContacts(const ContactScene& scene, std::uint32_t points_per_patch, bool warm)
      : poses_(scene.poses),
        a_(scene.shape_a()),
        b_(scene.shape_b()),
        options_{.margin = 0, .points_per_patch = points_per_patch},
        warm_(warm) {}

  void forget() { contacts_ = {}; }

  std::size_t ask(std::size_t frame) {
    const Pose &pose_a = poses_.a[frame], &pose_b = poses_.b[frame];
    if (warm_) return contacts_.update(a_, pose_a, b_, pose_b, options_).points.size();
    cold_ = manifold(a_, pose_a, b_, pose_b, options_);
    return cold_.points.size();
  }

  void read(std::vector<TouchPoint>& out) const {
    const Manifold& found = warm_ ? contacts_.manifold() : cold_;
    for (const ContactPatch& patch : found.patches)
      for (const ContactPoint& point : found.points_of(patch))
        out.push_back({point.a, point.b, patch.normal, point.gap()});
  }

 private:
  const MeshPoses& poses_;
  Shape a_, b_;
  ManifoldOptions options_;
  bool warm_;
  PairContacts contacts_;
  Manifold cold_;
};

}  // namespace

std::vector<ContactContestant> our_contacts() {
  return {contact_method<OurContacts>("Clearance", "all points", Points::All, kAllPoints, true),
          contact_method<OurContacts>("Clearance", "4 points", Points::Four, 4u, true),
          contact_method<OurContacts>("Clearance", "all points, no memory", Points::All, kAllPoints, false)};
}

}  // namespace clearance::bench
