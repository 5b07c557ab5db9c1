// The picture of docs/motion/prisms.md: two bodies in the plane, their prisms in plane and time, and the slice at their
// first collision. Made of the polytopes and the answer themselves; CLEARANCE_WRITE_PICTURES=1 writes it again.
#include <clearance/lab/spacetime/first_collision.h>
#include <clearance/lab/spacetime/made_polytopes_test.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace clearance::lab {
namespace {

const char* const kFile = CLEARANCE_TESTDATA "/../docs/motion/prisms_plane.svg";

struct Spot {
  double x, y;
};
// Seen from the side and a little from above: time is upward, y goes back.
Spot shown(const Homogeneous<4>& p) {
  const double x = p.rounded(0), y = p.rounded(1), t = p.rounded(2);
  return {250 + 34 * x + 15 * y, 392 - 66 * t - 11 * y};
}
std::string text(const char* format, double a, double b) {
  char line[100];
  std::snprintf(line, sizeof line, format, a, b);
  return line;
}
std::string spot(const Homogeneous<4>& p) {
  const auto [x, y] = shown(p);
  return text("%.1f,%.1f", x, y);
}

class Drawing {
 public:
  void edge(const Homogeneous<4>& from, const Homogeneous<4>& to, const char* of) {
    svg_ += std::string("<path class=\"") + of + "\" d=\"M" + spot(from) + "L" + spot(to) + "\"/>\n";
  }
  void edges(const IncidencePolytope<3>& prism, const char* of) {
    for (const auto& each : prism.faces(1)) edge(prism.vertex(each.vertices[0]), prism.vertex(each.vertices[1]), of);
  }
  // The body at a time of its prism.
  void slice(const IncidencePolytope<2>& body, const IncidencePolytope<3>& prism, const Homogeneous<4>& time,
             const char* of) {
    const auto count = static_cast<std::uint32_t>(body.face_count(0));
    const auto at = [&](std::uint32_t v) {
      const auto &first = prism.vertex(v), &last = prism.vertex(v + count);
      const auto since = [](const auto& from, const auto& to) { return to[2] * from.weight() - from[2] * to.weight(); };
      return combination(since(time, last) * first.weight(), first, since(first, time) * last.weight(), last);
    };
    std::string path;
    for (std::uint32_t v = 0; v < count; ++v) path += (v == 0 ? "M" : "L") + spot(at(v));
    svg_ += std::string("<path class=\"") + of + " slice\" d=\"" + path + "Z\"/>\n";
  }
  void dot(const Homogeneous<4>& at) {
    const auto [x, y] = shown(at);
    svg_ += text("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", x, y);
  }
  void words(const Homogeneous<4>& at, const std::string& what) {
    const auto [x, y] = shown(at);
    svg_ += text("<text x=\"%.1f\" y=\"%.1f\">", x, y) + what + "</text>\n";
  }
  std::string svg() const {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 620 450\" role=\"img\" "
           "font-family=\"sans-serif\" font-size=\"13\">\n"
           "<title>Two prisms in plane and time, and the slice at the first collision</title>\n"
           "<style>path{fill:none;stroke-linejoin:round}.a{stroke:#2a6fb5}.b{stroke:#c07a1c}"
           ".slice{stroke-width:2}.a.slice{fill:#2a6fb580}.b.slice{fill:#c07a1c80}circle{fill:#b3261e}"
           "text{fill:#333}</style>\n"
           "<rect width=\"620\" height=\"450\" fill=\"#fff\"/>\n" +
           svg_ + "</svg>\n";
  }

 private:
  std::string svg_;
};

TEST(PrismPicture, IsWhatTheAnswerSays) {
  // A U at rest, and a wedge that flies toward its opening and meets the nearer arm.
  PrismMotion<2> rest, flies;
  rest.end = flies.end = 5.0;
  flies.velocity = {-1.5, -0.5};
  const auto u = polygon(u_loops()), wedge = polygon({{{5.5, 4.25}, {7.5, 4.5}, {7, 5.5}}});
  const auto prism_u = make_prism(u, rest).value(), prism_wedge = make_prism(wedge, flies).value();
  const MovingBody<3> bodies[] = {{prism_u}, {prism_wedge}};
  const auto found = first_collision<3>(bodies);
  ASSERT_FALSE(found.is_clear());
  const auto& at = found.meetings[0].point;

  Drawing drawing;
  drawing.edges(prism_u, "a");
  drawing.edges(prism_wedge, "b");
  drawing.slice(u, prism_u, at, "a");
  drawing.slice(wedge, prism_wedge, at, "b");
  drawing.dot(at);
  char when[80];
  std::snprintf(when, sizeof when, "first collision: time %.4g at (%.4g, %.4g)", at.rounded(2), at.rounded(0),
                at.rounded(1));
  drawing.words(point({1.5, -1, -0.55}), when);
  drawing.words(point({-5.6, -1, 0}), "time 0");
  drawing.words(point({-5.6, -1, 5}), "time 5");
  if (std::getenv("CLEARANCE_WRITE_PICTURES") != nullptr) std::ofstream(kFile) << drawing.svg();
  std::ostringstream kept;
  kept << std::ifstream(kFile).rdbuf();
  EXPECT_EQ(kept.str(), drawing.svg());
}

}  // namespace
}  // namespace clearance::lab
