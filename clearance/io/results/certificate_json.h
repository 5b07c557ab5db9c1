// Question: which certificate does a piece of JSON state (CONTRACT §4)?
#pragma once

#include <clearance/io/json.h>
#include <clearance/proof/certificate.h>
#include <clearance/proof/timeline.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace clearance::detail {

// A whole number from 0 to 2³² − 1.
Fault read_index(const Json& json, const std::string& place, std::uint32_t& out, const char* what = "a vertex");
// Exactly out.size() of them.
Fault read_indices(const Json& json, const std::string& place, std::span<std::uint32_t> out);
// Between 1 and `most` of them, into out[0 … count).
Fault read_some_indices(const Json& json, const std::string& place, int most, std::uint32_t* out, int& count);
Fault read_plane(const Json& json, const std::string& place, Plane& out);
Fault read_witness(const Json& json, const std::string& place, Witness& out);
// All kinds but covers, into the claim's certificate; an interior point that no few doubles add up to beside it.
Fault read_certificate(const Json& json, const std::string& place, Claim& claim);
bool is_cover(const Json& json);
Fault read_cover(const Json& json, const std::string& place, Cover& out);
// The same for a span of time: each plane may have an "offset" beside it; all of them or none.
Fault read_cover(const Json& json, const std::string& place, SpanCover& out);
Fault read_shell(const Json& json, const std::string& place, Shell& out);

}  // namespace clearance::detail
