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

// The shortest decimal of one digit that is no less than x.
std::string rounded_up(double x) {
  std::string text = fmt::format("{:.0e}", x);
  for (double larger = x; std::strtod(text.c_str(), nullptr) < x; text = fmt::format("{:.0e}", larger)) larger *= 1.25;
  return text;
}

// Four digits, no more than x, or no less.
std::string four_digits(double x, double toward) {
  std::string text = fmt::format("{:.4g}", x);
  const auto beyond = [&] {
    return toward < 0 ? std::strtod(text.c_str(), nullptr) > x : std::strtod(text.c_str(), nullptr) < x;
  };
  for (double next = x; beyond(); text = fmt::format("{:.4g}", next)) next += toward * 1e-4 * std::fabs(x);
  return text;
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
  const auto [lower, upper] = bracket;
  if (lower == upper) return fmt::format("{}", lower);
  if (std::isinf(upper)) return fmt::format("at least {}", lower);
  // Two numbers are easier to read than one with a radius of its own size.
  if (lower > 0 && upper - lower > 0.01 * upper)
    return fmt::format("[{}, {}]", four_digits(lower, -1), four_digits(upper, 1));
  const double middle = lower + (upper - lower) / 2;
  for (int digits = 6; digits <= 17; ++digits) {
    const std::string text = fmt::format("{:.{}g}", middle, digits);
    const double center = std::strtod(text.c_str(), nullptr);
    if (!(lower <= center && center <= upper)) continue;
    // Differences of such close doubles are off by less than this factor.
    const std::string radius = rounded_up(std::fmax(upper - center, center - lower) * (1 + 0x1p-40));
    if (std::strtod(radius.c_str(), nullptr) < lower) return text + " ± " + radius;
  }
  return fmt::format("[{}, {}]", lower, upper);
}

std::string place_text(const std::optional<Vec3>& place) {
  return place ? fmt::format("({:.6g}, {:.6g}, {:.6g})", place->x + 0.0, place->y + 0.0, place->z + 0.0) : "-";
}

std::string certificate_text(const Certificate& certificate) {
  std::string simplex = fmt::format("simplex of {}", certificate.simplex.count);
  switch (certificate.kind) {
    case Certificate::Kind::Plane:
      return plane_text(certificate.plane);
    case Certificate::Kind::Simplex:
      return simplex;
    case Certificate::Kind::Touch:
      return "touch: " + simplex + ", " + plane_text(certificate.plane);
    case Certificate::Kind::Near:
      return "near";
    case Certificate::Kind::Triangles:
      return fmt::format("triangles {} and {}", certificate.mesh.triangle_a, certificate.mesh.triangle_b);
    case Certificate::Kind::Interior:
      return "interior point";
    case Certificate::Kind::Inside:
      return fmt::format("vertex {} of {} inside", certificate.mesh.vertex,
                         certificate.mesh.inside_of == Body::A ? "a" : "b");
    case Certificate::Kind::Cover:
      return "cover";
    case Certificate::Kind::None:
      break;
  }
  return "none";
}

}  // namespace clearance::cli
