// Question: are the points where two bodies are said to meet points of these bodies, as far apart as is said?
// Method:   exact arithmetic over the points and triangles given (CONTRACT §5). A place, less the radius along the
//           normal, must lie within `error` of the feature that it names, and the feature must be one: a vertex, an
//           edge or a whole face of the body. b − a must be gap·normal within `error` for a gap within the bracket. Of
//           two convex bodies the patch's gap is that of their farthest points along the normal; against a half-space
//           the normal is its own. Sees no adjacency, no cache, no algorithm.
// Proves:   what it accepts. That no point is missing it does not say, nor what the status is: check_claim does.
// Cost:     linear in the points and triangles the first time a body is looked at, and for each face of a point.
#pragma once

#include <clearance/proof/check_mesh.h>
#include <clearance/proof/contacts/contact_claim.h>
#include <clearance/shape/half_space.h>

#include <memory>
#include <span>

namespace clearance::detail {

// One body as contacts name its features. It refers to the points and triangles of `body`, or to the half-space.
class ContactBody {
 public:
  // check_body has accepted it.
  explicit ContactBody(const PosedBody& body);
  ContactBody(const HalfSpace& space, const Pose& pose);
  ContactBody(ContactBody&&) noexcept;
  ContactBody& operator=(ContactBody&&) noexcept;
  ~ContactBody();

 private:
  friend class ContactChecker;
  struct Data;
  std::unique_ptr<Data> data_;
};

// All patches of one pair.
CheckResult check_contacts(std::span<const ContactPatchClaim> patches, ContactBody& a, ContactBody& b);

}  // namespace clearance::detail
