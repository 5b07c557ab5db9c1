#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace clearance::cli {
namespace {

// Code points, which is close enough to columns for names of parts.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// x in ten digits, moved in the direction of `sign` as far as needed to be no nearer than x.
std::string rounded(double x, int sign) {
  constexpr double kStep = 1e-10;  // below one unit of the tenth digit
  for (int steps = 0;; ++steps) {
    const std::string text = fmt::format("{:.10g}", x + sign * steps * kStep * std::fabs(x));
    const double shown = std::strtod(text.c_str(), nullptr);
    // Where ten digits leave the range of doubles, all seventeen stay in it.
    if (steps > 20) return fmt::format("{}", x);
    if (sign < 0 ? shown <= x : shown >= x) return text;
  }
}

std::string plane_text(const Plane& plane) {
  std::string text = "vector";
  if (plane.kind == Plane::Kind::Face) text = plane.of == Body::A ? "face of a" : "face of b";
  if (plane.kind == Plane::Kind::Edges) text = "edges";
  if (plane.kind == Plane::Kind::Points) text = "points";
  for (int i = 0; i < plane.side_count; ++i) text += ", side";
  return text;
}

}  // namespace

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += row[i] + std::string(widths[i] - width(row[i]) + 2, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
    if (&row == &rows.front()) {
      for (std::size_t i = 0; i < widths.size(); ++i)
        text += std::string(widths[i], '-') + (i + 1 < widths.size() ? "  " : "\n");
    }
  }
  return text;
}

std::string bracket_text(const Bracket& bracket) {
  if (bracket.lower == bracket.upper) {
    const std::string text = rounded(bracket.lower, 1);
    if (std::strtod(text.c_str(), nullptr) == bracket.lower) return text;
  }
  return fmt::format("[{}, {}]", rounded(bracket.lower, -1), rounded(bracket.upper, 1));
}

std::string certificate_text(const Certificate& certificate) {
  const std::string simplex = fmt::format("simplex of {}", certificate.simplex.count);
  switch (certificate.kind) {
    case Certificate::Kind::Plane:
      return plane_text(certificate.plane);
    case Certificate::Kind::Simplex:
      return simplex;
    case Certificate::Kind::Touch:
      return "touch: " + simplex + ", " + plane_text(certificate.plane);
    case Certificate::Kind::None:
      break;
  }
  return "none";
}

}  // namespace clearance::cli
