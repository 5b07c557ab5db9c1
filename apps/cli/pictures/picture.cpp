#include "picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "../output.h"

namespace clearance::cli {

// The largest component first, so that nothing overflows.
Vec3 unit_of(Vec3 v) {
  const double largest = norm_max(v);
  if (!(largest > 0) || !is_finite(v)) return {};
  const Vec3 scaled = v / largest;
  return scaled / norm(scaled);
}

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string shortened(const std::string& text, std::size_t most) {
  if (letters(text) <= most) return text;
  std::size_t end = 0;
  for (std::size_t kept = 0; kept < most; ++kept) do
      ++end;
    while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80);
  return text.substr(0, end) + "…";
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!lines.back().empty() && letters(lines.back()) + 1 + letters(word) > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    at = end + 1;
  }
  return lines;
}

namespace {

// The points' own axes square to `right`: the one along which they spread most.
Vec3 widest_square_to(Vec3 right, Vec3 center, double size, std::span<const Vec3> points) {
  const Vec3 away = std::fabs(right.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
  const Vec3 u = unit_of(away - dot(away, right) * right), v = cross(right, u);
  double uu = 0, uv = 0, vv = 0;
  for (const Vec3 point : points) {
    const Vec3 p = (point - center) / size;
    uu += dot(p, u) * dot(p, u), uv += dot(p, u) * dot(p, v), vv += dot(p, v) * dot(p, v);
  }
  const double angle = 0.5 * std::atan2(2 * uv, uu - vv);  // of the larger axis of a symmetric 2×2 matrix
  const Vec3 up = std::cos(angle) * u + std::sin(angle) * v;
  return dot(up, u) < 0 ? -up : up;
}

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The middle and the size of what is seen.
View centred(std::span<const Vec3> points) {
  View view;
  Vec3 low{kInfinite, kInfinite, kInfinite}, high = -low;
  for (const Vec3 p : points) {
    low = {smaller(low.x, p.x), smaller(low.y, p.y), smaller(low.z, p.z)};
    high = {larger(high.x, p.x), larger(high.y, p.y), larger(high.z, p.z)};
  }
  view.center = 0.5 * low + 0.5 * high;
  view.size = norm_max(high - low) > 0 ? norm_max(high - low) : 1;
  return view;
}

// As large as the rectangle allows.
void fit(View& view, std::span<const Vec3> points, Point2 corner, Point2 extent) {
  Point2 least{kInfinite, kInfinite}, most{-kInfinite, -kInfinite};
  for (const Vec3 p : points) {
    const Point2 at = view(p);
    least = {smaller(least.x, at.x), smaller(least.y, at.y)}, most = {larger(most.x, at.x), larger(most.y, at.y)};
  }
  const double width = larger(most.x - least.x, 1e-9), height = larger(most.y - least.y, 1e-9);
  view.pixels = smaller(smaller(extent.x / width, extent.y / height), 1e6);
  view.middle = {corner.x + 0.5 * extent.x, corner.y + 0.5 * extent.y};
  const double x = 0.5 * (least.x + most.x), y = 0.5 * (least.y + most.y);  // of one unit of paper, as y runs down
  view.center = view.center + view.size * (x * view.right - y * view.up);
}

// Both by the angle, the first towards the second.
void turn(Vec3& from, Vec3& to, double angle) {
  if (angle == 0) return;
  const Vec3 turned = std::cos(angle) * from + std::sin(angle) * to;
  to = std::cos(angle) * to - std::sin(angle) * from;
  from = turned;
}

// Twice the area times the normal.
Vec3 area_of(std::span<const std::uint32_t> loop, const Polytope& body, const Pose& pose) {
  const auto world = [&](std::size_t k) { return apply(pose, body.vertex(static_cast<int>(loop[k]))); };
  Vec3 area;
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) area = area + cross(world(k) - world(0), world(k + 1) - world(0));
  return area;
}

bool faces_reader(std::span<const std::uint32_t> loop, const Polytope& body, const Pose& pose, const View& view) {
  double area = 0;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Point2 p = view(apply(pose, body.vertex(static_cast<int>(loop[k])))),
                 q = view(apply(pose, body.vertex(static_cast<int>(loop[(k + 1) % loop.size()]))));
    area += p.x * q.y - p.y * q.x;
  }
  return area < -1e-6;  // y runs down; in square pixels
}

}  // namespace

Point2 View::operator()(Vec3 p) const {
  const Vec3 q = (p - center) / size;
  return {middle.x + pixels * dot(q, right), middle.y - pixels * dot(q, up)};
}

View make_view(Vec3 across, std::span<const Vec3> points, Point2 corner, Point2 extent, Tilt tilt) {
  View view = centred(points);
  view.right = unit_of(across) == Vec3{} ? Vec3{1, 0, 0} : unit_of(across);
  view.up = widest_square_to(view.right, view.center, view.size, points);
  view.toward = cross(view.right, view.up);
  turn(view.up, view.toward, tilt.about_way);
  turn(view.toward, view.right, tilt.about_upright);
  fit(view, points, corner, extent);
  return view;
}

bool looks_flat(const Polytope& body, const Pose& pose, const View& view) {
  constexpr double kHardlySeen = 0.1;  // of its area
  int seen = 0, from_the_side = 0;
  for (int f = 0; f < body.face_count() && body.dimension() == 3; ++f) {
    const Vec3 area = unit_of(area_of(body.face(f), body, pose));
    const double share = dot(area, view.toward);
    seen += share >= kHardlySeen;
    from_the_side += std::fabs(share) < kHardlySeen;
  }
  return seen < 3 && from_the_side > 0;
}

View make_oblique_view(std::span<const Vec3> points, Point2 corner, Point2 extent) {
  View view = centred(points);
  view.toward = unit_of({-0.35, -0.8, 0.65});
  view.right = unit_of(cross({0, 0, 1}, view.toward));
  view.up = cross(view.toward, view.right);
  fit(view, points, corner, extent);
  return view;
}

Outline outline_of(const Polytope& body, const Pose& pose, const View& view) {
  Outline outline;
  const auto world = [&](std::uint32_t v) { return apply(pose, body.vertex(static_cast<int>(v))); };
  if (body.dimension() == 1) outline.visible.emplace_back(world(0), world(1));
  if (body.dimension() < 2) return outline;
  const bool flat = body.dimension() == 2;  // seen from both sides
  std::vector<bool> seen(static_cast<std::size_t>(body.face_count()));
  for (int f = 0; f < body.face_count(); ++f) {
    if (!flat && !faces_reader(body.face(f), body, pose, view)) continue;
    seen[static_cast<std::size_t>(f)] = true;
    outline.faces.emplace_back();
    for (const std::uint32_t v : body.face(f)) outline.faces.back().push_back(world(v));
  }
  const auto edges = body.half_edges();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const HalfEdge &edge = edges[e], &twin = edges[edge.twin];
    if (edge.twin < e) continue;
    const bool visible = (edge.face != kNoFace && seen[edge.face]) || (twin.face != kNoFace && seen[twin.face]);
    (visible ? outline.visible : outline.hidden).emplace_back(world(edge.origin), world(twin.origin));
  }
  return outline;
}

std::string colour_text(const Colour& c) {
  return fmt::format("#{:02x}{:02x}{:02x}", static_cast<int>(c.r), static_cast<int>(c.g), static_cast<int>(c.b));
}

Colour between(const Colour& from, const Colour& to, double t) {
  return {from.r + t * (to.r - from.r), from.g + t * (to.g - from.g), from.b + t * (to.b - from.b)};
}

std::string xml_text(const std::string& text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

std::string step_colour(std::size_t i, std::size_t n) {
  return colour_text(between(kFirst, kLast, n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 1));
}

void Svg::begin(const std::string& title, Point2 size) {
  add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\">\n",
      size.x, size.y);
  add("<title>{}</title>\n", xml_text(title));
  add("<rect width=\"{}\" height=\"{}\" rx=\"8\" fill=\"#ffffff\"/>\n", size.x, size.y);
}

void Svg::line(Point2 from, Point2 to, std::string_view style) {
  add("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", from.x, from.y, to.x, to.y, style);
}

void Svg::circle(Point2 at, double radius, std::string_view style) {
  add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" {}/>\n", at.x, at.y, radius, style);
}

void Svg::rectangle(Point2 corner, Point2 extent, std::string_view style) {
  add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>\n", corner.x, corner.y, extent.x,
      extent.y, style);
}

void Svg::path(std::span<const Point2> points) {
  for (std::size_t k = 0; k < points.size(); ++k) add("{}{:.1f} {:.1f}", k == 0 ? "M" : "L", points[k].x, points[k].y);
}

void Svg::lines(std::span<const Point2> through, std::string_view style) {
  add("<path {} fill=\"none\" d=\"", style);
  path(through);
  add("\"/>\n");
}

void Svg::polygon(std::span<const Point2> corners, std::string_view style) {
  add("<path {} d=\"", style);
  path(corners);
  add("Z\"/>\n");
}

void Svg::segments(std::span<const std::pair<Vec3, Vec3>> edges, const View& view, std::string_view style) {
  if (edges.empty()) return;
  add("<path {} fill=\"none\" d=\"", style);
  for (const auto& [v, w] : edges) add("M{:.1f} {:.1f}L{:.1f} {:.1f}", view(v).x, view(v).y, view(w).x, view(w).y);
  add("\"/>\n");
}

void Svg::text(Point2 at, const std::string& what, std::string_view style) {
  add("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", at.x, at.y, style, xml_text(what));
}

double Svg::heading(const std::string& method, const std::string& about) {
  double y = 44;
  text({kPanel, y}, method, "font-size=\"19\" font-weight=\"bold\"");
  for (const std::string& line : wrapped(shortened(about, 110), 40)) text({kPanel, y += 17}, line, kQuiet);
  return y + 28;
}

void Svg::body_name(double y, const BodyColours& colours, const std::string& name) {
  add("<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{}\" stroke=\"{}\"/>\n", kPanel, y - 10,
      colour_text(colours.dark), colours.edge);
  text({kPanel + 20, y}, shortened(name, 32));
}

void Svg::arrow(Point2 from, Point2 to, const std::string& colour) {
  const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  line(from, to, fmt::format("stroke=\"{}\" stroke-width=\"1.8\"", colour));
  if (length < 4) return;  // seen from its end: a head would be larger than the arrow
  const Point2 along{dx / length, dy / length}, back{to.x - 7 * along.x, to.y - 7 * along.y};
  const Point2 corners[] = {
      to, {back.x - 3 * along.y, back.y + 3 * along.x}, {back.x + 3 * along.y, back.y - 3 * along.x}};
  polygon(corners, fmt::format("fill=\"{}\"", colour));
}

Point2 Labels::place(Point2 around, double width) {
  constexpr double kHeight = 13;
  Box best{};
  double least = std::numeric_limits<double>::infinity();
  for (const double radius : {11.0, 17.0, 24.0}) {
    for (int k = 0; k < 12; ++k) {
      const double angle = (0.5 + k) * (3.14159265358979 / 6);
      const double x = around.x + (radius + 0.4 * width) * std::cos(angle), y = around.y + radius * std::sin(angle);
      const Box box{x - 0.5 * width, y - 0.5 * kHeight, x + 0.5 * width, y + 0.5 * kHeight};
      const double cost = covered(box) + 0.02 * radius;
      if (cost < least) least = cost, best = box;
    }
  }
  taken_.push_back(best);
  return {0.5 * (best.left + best.right), best.bottom - 2};
}

double Labels::covered(const Box& box) const {
  double cost = 0;
  for (const Box& other : taken_) cost += box.meets(other) ? 20 : 0;
  for (const Point2 dot : dots_) cost += box.holds(dot) ? 4 : 0;
  constexpr int kSamples = 40;
  for (const auto& [from, to] : lines_)
    for (int k = 0; k <= kSamples; ++k) {
      const double t = static_cast<double>(k) / kSamples;
      cost += box.holds({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)}) ? 0.5 : 0;
    }
  return cost;
}

}  // namespace clearance::cli
