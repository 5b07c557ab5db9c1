// Method:   layers from back to front: faces, edges, the final plane, steps, the final points, labels; a panel of words
//           and directions beside them.
#include "trace.h"

#include <clearance/io/file.h>

#include <algorithm>
#include <cmath>

#include "../output.h"
#include "picture.h"

namespace clearance::cli {
using namespace detail;
namespace {

constexpr double kMargin = 28;
constexpr std::size_t kMostLabels = 12, kMostLines = 12;  // beyond these the eye loses count

Vec3 world_a(const PosedPair& pair, int v) { return apply(pair.pose_a(), pair.a().vertex(v)); }
Vec3 world_b(const PosedPair& pair, int v) { return apply(pair.pose_b(), pair.b().vertex(v)); }

View view_of(const StepsPicture& picture) {
  std::vector<Vec3> points;
  const int count = picture.pair.a().vertex_count() + picture.pair.b().vertex_count();
  points.reserve(static_cast<std::size_t>(count));
  for (int v = 0; v < picture.pair.a().vertex_count(); ++v) points.push_back(world_a(picture.pair, v));
  for (int v = 0; v < picture.pair.b().vertex_count(); ++v) points.push_back(world_b(picture.pair, v));
  const auto view = [&](Tilt tilt) {
    return make_view(picture.across, points, {kMargin, kMargin}, {kPanel - 2 * kMargin - 14, kPageHeight - 2 * kMargin},
                     tilt);
  };
  constexpr Tilt kTilted{-0.45, 0.35};
  const View straight = view({});
  const bool is_flat = looks_flat(picture.pair.a(), picture.pair.pose_a(), straight) ||
                       looks_flat(picture.pair.b(), picture.pair.pose_b(), straight);
  return is_flat ? view(kTilted) : straight;
}

// In doubles, over all vertices: this is a drawing.
VertexPair farthest(const PosedPair& pair, Vec3 n) {
  VertexPair best;
  for (int v = 1; v < pair.a().vertex_count(); ++v)
    if (dot(n, world_a(pair, v)) > dot(n, world_a(pair, best.a))) best.a = v;
  for (int v = 1; v < pair.b().vertex_count(); ++v)
    if (dot(n, world_b(pair, v)) < dot(n, world_b(pair, best.b))) best.b = v;
  return best;
}

// "1", "2, 5", "3-7": step numbers from 1, rising.
std::string numbers_text(const std::vector<std::size_t>& steps) {
  std::string text;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    std::size_t end = k;
    while (end + 1 < steps.size() && steps[end + 1] == steps[end] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", steps[k] + 1);
    if (end > k) text += fmt::format("{}{}", end > k + 1 ? "-" : ", ", steps[end] + 1);
    k = end;
  }
  return text;
}

// Which of n steps get a word of their own: all, or as many as fit, the first and the last among them.
bool has_label(std::size_t i, std::size_t n, std::size_t most) {
  return n <= most || i + 1 == n || i % ((n + most - 2) / (most - 1)) == 0;
}

class Drawing {
 public:
  explicit Drawing(const StepsPicture& picture) : picture_(picture), view_(view_of(picture)) {
    for (const TraceStep& step : picture.trace.steps)
      if (is_finite(step.point_a) && is_finite(step.point_b)) steps_.push_back(step);
  }

  std::string draw() {
    svg_.begin(fmt::format("The steps of {} on {} and {}", picture_.method, picture_.name_a, picture_.name_b));
    svg_.add("<clipPath id=\"paper\"><rect width=\"{}\" height=\"{}\"/></clipPath>\n<g clip-path=\"url(#paper)\">\n",
             kPanel - 14, kPageHeight);
    body(picture_.pair.a(), picture_.pair.pose_a(), kBodyColours[0]);
    body(picture_.pair.b(), picture_.pair.pose_b(), kBodyColours[1]);
    final_plane();
    for (std::size_t i = 0; i < steps_.size(); ++i) step(i);
    final_points();
    labels();
    svg_.add("</g>\n");
    panel();
    svg_.end();
    return svg_.str();
  }

 private:
  std::string colour(std::size_t i) const { return step_colour(i, steps_.size()); }

  void body(const Polytope& polytope, const Pose& pose, const BodyColours& colours) {
    const Outline outline = outline_of(polytope, pose, view_);
    // Lit from above the reader's left shoulder.
    const Vec3 light = unit_of(-0.4 * view_.right + 0.6 * view_.up + 0.7 * view_.toward);
    for (const std::vector<Vec3>& face : outline.faces) {
      const Vec3 normal = cross(unit_of(face[1] - face[0]), unit_of(face[2] - face[0]));
      const double lit = std::clamp(dot(unit_of(normal), light), 0.0, 1.0);
      std::vector<Point2> corners;
      corners.reserve(face.size());
      for (const Vec3 corner : face) corners.push_back(view_(corner));
      svg_.polygon(corners, fmt::format("fill=\"{}\" fill-opacity=\"0.8\"",
                                        colour_text(between(colours.dark, colours.light, lit))));
    }
    svg_.segments(outline.hidden, view_,
                  fmt::format("class=\"hidden\" stroke=\"{}\" stroke-width=\"0.7\" stroke-opacity=\"0.35\" "
                              "stroke-dasharray=\"3 2\"",
                              colours.edge));
    svg_.segments(
        outline.visible, view_,
        fmt::format("class=\"visible\" stroke=\"{}\" stroke-width=\"1.1\" stroke-linecap=\"round\"", colours.edge));
    if (polytope.dimension() == 0)
      svg_.circle(view_(apply(pose, polytope.vertex(0))), 5, fmt::format("fill=\"{}\"", colours.edge));
  }

  void step(std::size_t i) {
    const Point2 from = view_(steps_[i].point_a), to = view_(steps_[i].point_b);
    svg_.line(from, to, fmt::format("class=\"step\" stroke=\"{}\" stroke-width=\"1.8\"", colour(i)));
    for (const Point2 at : {from, to})
      svg_.circle(at, 3.6, fmt::format("fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"0.8\"", colour(i)));
  }

  // Halfway between the two support planes, as a square of the bodies' size: a line where it is seen from its side.
  void final_plane() {
    const Vec3 n = unit_of(picture_.evidence.direction);
    if (picture_.evidence.verdict != Verdict::Separated || n == Vec3{}) return;
    const VertexPair far = farthest(picture_.pair, n);
    const Vec3 middle = 0.5 * world_a(picture_.pair, far.a) + 0.5 * world_b(picture_.pair, far.b);
    const Vec3 way = view_.center - middle;
    const Vec3 at = middle + (way - dot(way, n) * n);  // of the plane, nearest to the centre of the picture
    Vec3 u = unit_of(view_.up - dot(view_.up, n) * n);
    if (u == Vec3{}) u = view_.toward;
    const Vec3 v = cross(n, u);
    const double half = 0.36 * view_.size;
    const Point2 corners[] = {view_(at + half * (u + v)), view_(at + half * (u - v)), view_(at - half * (u + v)),
                              view_(at + half * (v - u))};
    svg_.polygon(corners, fmt::format("class=\"plane\" fill=\"{0}\" fill-opacity=\"0.08\" stroke=\"{0}\" "
                                      "stroke-width=\"1.4\" stroke-dasharray=\"7 4\"",
                                      kFinal));
  }

  // Separated: the nearest points. Penetrating: the vertices whose differences surround the origin.
  void final_points() {
    const Evidence& evidence = picture_.evidence;
    Vec3 p, q;
    for (int k = 0; k < evidence.simplex_count; ++k) {
      const Vec3 v = world_a(picture_.pair, evidence.simplex[k].a), w = world_b(picture_.pair, evidence.simplex[k].b);
      p = p + evidence.weight[k] * v, q = q + evidence.weight[k] * w;
      if (evidence.verdict == Verdict::Penetrating) ring(v), ring(w);
    }
    if (!shows_nearest()) return;
    svg_.line(view_(p), view_(q), fmt::format("stroke=\"{}\" stroke-width=\"3\"", kFinal));
    ring(p), ring(q);
  }

  bool shows_nearest() const {
    return picture_.finds_nearest && picture_.evidence.verdict == Verdict::Separated &&
           picture_.evidence.simplex_count > 0;
  }

  void ring(Vec3 p) {
    svg_.circle(view_(p), 7, fmt::format("class=\"final\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"", kFinal));
  }

  // One label for all steps that meet at a point.
  void labels() {
    struct Place {
      Point2 at;
      std::vector<std::size_t> steps;
    };
    std::vector<Place> places;
    Labels free;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Point2 from = view_(steps_[i].point_a), to = view_(steps_[i].point_b);
      free.avoid(from), free.avoid(to), free.avoid(from, to);
      if (!has_label(i, steps_.size(), kMostLabels)) continue;
      for (const Point2 at : {from, to}) {
        auto place = std::find_if(places.begin(), places.end(),
                                  [&](const Place& p) { return std::hypot(p.at.x - at.x, p.at.y - at.y) < 5; });
        if (place == places.end()) place = places.insert(places.end(), {at, {}});
        if (place->steps.empty() || place->steps.back() != i) place->steps.push_back(i);
      }
    }
    for (const Place& place : places) {
      const std::string text = numbers_text(place.steps);
      svg_.text(free.place(place.at, 7.0 * static_cast<double>(text.size()) + 4), text,
                fmt::format("class=\"number\" text-anchor=\"middle\" font-size=\"11\" font-weight=\"bold\" fill=\"{}\" "
                            "stroke=\"#ffffff\" stroke-width=\"2.5\" paint-order=\"stroke\"",
                            colour(place.steps.back())));
    }
  }

  void panel() {
    double y = svg_.heading(picture_.method, picture_.paper);
    const bool is_open = picture_.evidence.verdict == Verdict::Unresolved;
    svg_.text({kPanel, y}, verdict_text(),
              fmt::format("font-size=\"14\" font-weight=\"bold\" fill=\"{}\"", is_open ? kOpen : kFinal));
    for (const char* line : final_text()) svg_.text({kPanel, y += 17}, line, kQuiet);
    y += 24;
    svg_.body_name(y, kBodyColours[0], "a: " + picture_.name_a);
    svg_.body_name(y += 18, kBodyColours[1], "b: " + picture_.name_b);
    list(y + 30);
    dial({kPanel + 128, kPageHeight - 84});
  }

  // The steps that are listed below: Evidence::steps counts searches and subproblems, of which a step can take many,
  // and those that conclude.
  std::string verdict_text() const {
    const std::size_t n = steps_.size();
    const std::string verdict = to_string(picture_.evidence.verdict);
    return n == 0 ? verdict : fmt::format("{} after {} step{}", verdict, n, n == 1 ? "" : "s");
  }

  // What is green.
  std::vector<const char*> final_text() const {
    std::vector<const char*> lines;
    const Verdict verdict = picture_.evidence.verdict;
    if (shows_nearest()) lines.push_back("rings: the nearest points");
    if (verdict == Verdict::Penetrating) lines.push_back("rings: vertices around a common point");
    if (verdict == Verdict::Separated) lines.push_back("dashed: the separating plane");
    return lines;
  }

  // Step, word, and how far apart the two points are along the direction, or at all where there is none.
  void list(double y) {
    if (steps_.empty()) {
      svg_.text({kPanel, y}, "this method leaves no steps to draw", kQuiet);
      return;
    }
    svg_.text({kPanel, y}, "step", kQuiet);
    svg_.text({kPanel + 250, y}, "b beyond a by", "text-anchor=\"end\" fill=\"#555555\"");
    const std::size_t n = steps_.size(), head = n <= kMostLines ? n : kMostLines / 2;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == head && n > kMostLines) {
        i = n - (kMostLines - head - 1);
        svg_.text({kPanel + 42, y += 15}, "…", kQuiet);
      }
      y += 15;
      svg_.circle({kPanel + 5, y - 4}, 4, fmt::format("fill=\"{}\"", colour(i)));
      svg_.text({kPanel + 32, y}, fmt::format("{}", i + 1), "text-anchor=\"end\"");
      svg_.text({kPanel + 42, y}, steps_[i].what);
      svg_.text({kPanel + 250, y}, fmt::format("{:.4g}", gap(steps_[i])), "text-anchor=\"end\"");
    }
  }

  static double gap(const TraceStep& step) {
    const Vec3 way = step.point_b - step.point_a, n = unit_of(step.direction);
    return n == Vec3{} ? norm(way) : dot(n, way);
  }

  // All directions from one centre; shorter where they leave the paper.
  void dial(Point2 at) {
    constexpr double kRadius = 58;
    const bool any = std::any_of(steps_.begin(), steps_.end(),
                                 [](const TraceStep& step) { return unit_of(step.direction) != Vec3{}; });
    if (!any) return;
    svg_.circle(at, kRadius, "fill=\"#f7f7f7\" stroke=\"#cccccc\"");
    svg_.text({at.x, at.y + kRadius + 15}, "directions, from a to b", "text-anchor=\"middle\" fill=\"#555555\"");
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Vec3 n = unit_of(steps_[i].direction);
      if (n == Vec3{}) continue;
      const Point2 tip{at.x + kRadius * dot(n, view_.right), at.y - kRadius * dot(n, view_.up)};
      svg_.arrow(at, tip, colour(i));
    }
  }

  const StepsPicture& picture_;
  View view_;
  std::vector<TraceStep> steps_;
  Svg svg_;
};

// The methods work on polytopes: of a rounded shape they see the core.
std::string shown_name(const SceneObject& object) {
  return object.radius() > 0 ? "core of " + object.name : object.name;
}

}  // namespace

std::string steps_svg(const StepsPicture& picture) { return Drawing(picture).draw(); }

std::optional<Error> draw_trace(const CommandLine& line, const Scene& scene) {
  if (scene.pairs.empty())
    return Error{scene.name, scene.is_crowd ? "too many pairs: list the one to be drawn in \"pairs\""
                                            : "no pair whose steps could be drawn"};
  const SceneObject &a = scene.objects[scene.pairs[0].a], &b = scene.objects[scene.pairs[0].b];
  if (!a.convex() || !b.convex())
    return Error{scene.name,
                 "the methods work on convex bodies, and the first pair is none: list another in \"pairs\""};
  const AlgorithmRow* row = find_algorithm(all_algorithms(), line.algorithm);
  const PosedPair pair(a.polytope(), a.pose, b.polytope(), b.pose);
  StepsPicture picture{pair, shown_name(a), shown_name(b), row->name, row->paper, {}, row->finds_nearest, {}, {}};
  picture.across = signed_distance(a.polytope(), a.pose, b.polytope(), b.pose).normal;
  picture.evidence = row->run(pair, nullptr, &picture.trace);
  const Result<std::string> written = write_file(line.trace, steps_svg(picture));
  return written ? std::nullopt : std::optional<Error>(written.error());
}

}  // namespace clearance::cli
