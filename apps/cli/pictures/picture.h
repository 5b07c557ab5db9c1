// Question: how are bodies drawn on paper (SVG), and what do all pictures have in common?
// Method:   orthographic projection. The way between two bodies runs from left to right, so that a gap is seen from
//           the side; of the views that this leaves, the one in which the bodies look largest. Boxes and the like,
//           of which that shows one face alone, are seen a little from above and from the side.
// Cannot:   show a gap below a pixel. Doubles all the way: nothing here decides anything.
#pragma once

#include <clearance/clearance.h>

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clearance::cli {

// Of unit length, whatever the size; zero for zero and for what is not finite.
Vec3 unit_of(Vec3 v);
// Code points of UTF-8.
std::size_t letters(std::string_view text);
// The same, or its first `most` letters and an ellipsis.
std::string shortened(const std::string& text, std::size_t most);
// At blanks, into lines of at most so many letters where words allow.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

struct Point2 {
  double x, y;
};

// From the world onto paper: x to the right, y down, in pixels.
struct View {
  Vec3 right, up, toward;  // orthonormal; `toward` points to the reader
  Vec3 center;             // of what is seen, in the world
  double size = 1;         // of what is seen, in the world
  double pixels = 1;       // of `size`, on paper
  Point2 middle{0, 0};     // where `center` is drawn

  Point2 operator()(Vec3 p) const;
};

// How a view differs from one that has the way between the bodies exactly from left to right, in radians: turned about
// that way, and then about the upright of the paper.
struct Tilt {
  double about_way = 0, about_upright = 0;
};

// `across` runs to the right, but for the tilt, and all points fit into the rectangle.
View make_view(Vec3 across, std::span<const Vec3> points, Point2 corner, Point2 extent, Tilt tilt = {});

// Whether a solid looks flat: one or two faces are all that the reader sees of it, and others have their sides to him.
bool looks_flat(const Polytope& body, const Pose& pose, const View& view);

// From the front, a little from the left and from above: z runs up, x to the right. All points fit into the rectangle.
View make_oblique_view(std::span<const Vec3> points, Point2 corner, Point2 extent);

// One body as the reader sees it, in the world.
struct Outline {
  std::vector<std::vector<Vec3>> faces;                // towards the reader
  std::vector<std::pair<Vec3, Vec3>> visible, hidden;  // edges
};
Outline outline_of(const Polytope& body, const Pose& pose, const View& view);

struct Colour {
  double r, g, b;
};
std::string colour_text(const Colour& colour);
Colour between(const Colour& from, const Colour& to, double t);

// Text fit to stand in XML, on one line.
std::string xml_text(const std::string& text);

// All pictures: the drawing on the left, a panel of words on the right.
inline constexpr double kPageWidth = 960, kPageHeight = 560;
inline constexpr double kPanel = 690;                             // where the panel begins
inline constexpr Colour kFirst{245, 150, 200}, kLast{58, 8, 78};  // of steps, in their order
inline constexpr const char* kFinal = "#12753a";                  // what a method ended with
inline constexpr const char* kOpen = "#9a4d00";                   // a method that ended with nothing
inline constexpr const char* kQuiet = "fill=\"#555555\"";
struct BodyColours {
  Colour dark, light;
  const char* edge;
};
inline constexpr BodyColours kBodyColours[2] = {{{150, 184, 220}, {228, 238, 250}, "#2a5788"},
                                                {{228, 186, 128}, {253, 240, 221}, "#8f5310"}};
// Of step i of n.
std::string step_colour(std::size_t i, std::size_t n);

// A drawing as it grows; what comes later lies on top. Styles are attributes.
class Svg {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }
  // The page, white; end() belongs to it.
  void begin(const std::string& title, Point2 size = {kPageWidth, kPageHeight});
  void end() { add("</svg>\n"); }
  void line(Point2 from, Point2 to, std::string_view style);
  void lines(std::span<const Point2> through, std::string_view style);
  void rectangle(Point2 corner, Point2 extent, std::string_view style);
  void arrow(Point2 from, Point2 to, const std::string& colour);
  void circle(Point2 at, double radius, std::string_view style);
  void polygon(std::span<const Point2> corners, std::string_view style);
  void segments(std::span<const std::pair<Vec3, Vec3>> edges, const View& view, std::string_view style);
  void text(Point2 at, const std::string& what, std::string_view style = "");
  // In the panel: the method and who or what it is from, a body. The base line of what comes next is returned.
  double heading(const std::string& method, const std::string& about);
  void body_name(double y, const BodyColours& colours, const std::string& name);

  const std::string& str() const { return text_; }

 private:
  void path(std::span<const Point2> points);

  std::string text_;
};

// Places for labels: around their points, where they cover least of what is there.
class Labels {
 public:
  void avoid(Point2 dot) { dots_.push_back(dot); }
  void avoid(Point2 from, Point2 to) { lines_.emplace_back(from, to); }
  // Where the middle of the text's base line goes; that place is taken from now on.
  Point2 place(Point2 around, double width);

 private:
  struct Box {
    double left, top, right, bottom;

    bool meets(const Box& other) const {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    bool holds(Point2 p) const { return p.x > left && p.x < right && p.y > top && p.y < bottom; }
  };
  double covered(const Box& box) const;

  std::vector<Point2> dots_;
  std::vector<std::pair<Point2, Point2>> lines_;
  std::vector<Box> taken_;
};

}  // namespace clearance::cli
