// Question: how is a certificate written as JSON (CONTRACT §4)?
// Method:   the counterpart of certificate_json.h: what it writes reads back the same, bit for bit.
#pragma once

#include <clearance/proof/certificate.h>
#include <clearance/proof/timeline.h>

#include <cstdint>
#include <span>
#include <string>

namespace clearance::detail {

std::string number_text(std::uint32_t index);
// JSON has no infinity: it is written as a string.
std::string number_text(double value);
// [1,2,3]
std::string list_text(Vec3 v);
std::string list_text(std::span<const double> numbers);
std::string list_text(std::span<const std::uint32_t> numbers);

std::string plane_text(const Plane& plane);
std::string witness_text(const Witness& witness);
std::string cover_text(const Cover& cover);
std::string cover_text(const SpanCover& cover);
std::string offset_text(const TimeSpan::Offset& offset);
// The claim's own certificate, but for covers.
std::string certificate_text(const Claim& claim);

}  // namespace clearance::detail
