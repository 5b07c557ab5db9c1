// Question: what does a result say about a pair, whatever was asked about it?
#pragma once

#include <clearance/io/json.h>
#include <clearance/io/results/result_file.h>

#include <cstdint>
#include <optional>
#include <string>

namespace clearance::detail {

// Covers nest as deep as the trees of both bodies together.
inline constexpr int kMaxResultDepth = 1000;

// It is an object that begins as results do.
Fault check_result_format(const Json& json);
// What `check` prints.
Fault read_check(const Json& json, ResultFile& out);

// "vertex", "edge", "face".
Fault read_features(const Json& json, const std::string& place, std::optional<std::string>& a,
                    std::optional<std::string>& b);
Fault read_place(const Json& json, const std::string& place, std::optional<Vec3>& out);
// Which part of a body of several the rest speaks of: {"a": 3}.
Fault read_part(const Json& json, const std::string& place, std::optional<std::uint32_t>& a,
                std::optional<std::uint32_t>& b);
// How far the hulls exceed what they stand for: {"b": 0.001}.
Fault read_excesses(const Json* json, const std::string& place, Excesses& out);
// The same written, each after a comma and a line's end; nothing where there is nothing.
std::string features_text(const std::optional<std::string>& a, const std::optional<std::string>& b);
std::string place_text(const std::optional<Vec3>& place);
std::string excesses_text(const Excesses& excess);
std::string part_text(const std::optional<std::uint32_t>& a, const std::optional<std::uint32_t>& b);

}  // namespace clearance::detail
