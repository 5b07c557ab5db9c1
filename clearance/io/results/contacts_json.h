// Question: how are the points where two bodies meet written as JSON, and read (CONTRACT §5)?
#pragma once

#include <clearance/io/json.h>
#include <clearance/proof/contacts/contact_claim.h>

#include <string>
#include <vector>

namespace clearance::detail {

Fault read_contacts(const Json& json, const std::string& place, std::vector<ContactPatchClaim>& out);
// The list, a patch on a line.
std::string contacts_text(const std::vector<ContactPatchClaim>& contacts);

}  // namespace clearance::detail
