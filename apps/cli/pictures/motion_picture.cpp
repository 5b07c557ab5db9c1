// Method:   layers from back to front: grid, times of contact, spans, the curve, instants, the first contact; beneath
//           the plot the spans over the time left; a panel of words beside it.
#include "motion_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "axis.h"
#include "picture.h"

namespace clearance::cli {
namespace {

constexpr double kLeft = 66, kRight = 660, kTop = 44;
constexpr double kBottom = 506, kBottomOverStrip = 408;  // of the plot
constexpr double kStrip = 478, kStripHeight = 22;
constexpr std::size_t kMostLines = 11;  // beyond these the eye loses count

constexpr const char* kCurve = "stroke=\"#222222\" stroke-width=\"2.2\" stroke-linejoin=\"round\"";
constexpr const char* kUnseen = "stroke=\"#8a8a8a\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"";
constexpr const char* kInContact = "fill=\"#c0392b\" fill-opacity=\"0.16\"";
constexpr const char* kMissed = "#c0392b";
constexpr const char* kRoot = "fill=\"#12753a\" stroke=\"#ffffff\" stroke-width=\"0.8\"";
constexpr const char* kDot = "fill=\"#222222\" stroke=\"#ffffff\" stroke-width=\"0.8\"";

std::string time_text(double time) { return fmt::format("{:.6g}", time + 0.0); }  // −0 is 0

// 10⁻³
std::string power_of_ten(int exponent) {
  constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (exponent == 0) return "1";
  std::string text = "10";
  for (const char c : fmt::format("{}", exponent)) text += c == '-' ? "⁻" : kDigits[c - '0'];
  return text;
}

// A meeting of one instant has one bracket as both ends.
bool is_instant(const ContactInterval& contact) {
  return contact.begin.lower == contact.end.lower && contact.begin.upper == contact.end.upper;
}

class Plot {
 public:
  explicit Plot(const MotionPicture& picture)
      : picture_(picture),
        first_(picture.first),
        has_strip_(first_.status == MotionStatus::Contact && picture.spans.size() > 1),
        time_(widened({picture.shown.begin, picture.shown.end, kLeft, kRight})),
        distance_(distances_of(picture, has_strip_ ? kBottomOverStrip : kBottom)) {}

  std::string draw() {
    svg_.begin(fmt::format("What {} finds of {} and {}", picture_.method, picture_.name_a, picture_.name_b));
    grid();
    contacts();
    for (std::size_t i = 0; i < picture_.spans.size(); ++i) span(i);
    curve();
    for (const MotionSample& instant : picture_.instants) svg_.circle(at(instant), 3.6, dot_style());
    first_contact();
    if (has_strip_) strip();
    panel();
    svg_.end();
    return svg_.str();
  }

 private:
  static Axis distances_of(const MotionPicture& picture, double bottom) {
    double low = 0, high = picture.margin;
    for (const MotionSample& sample : picture.distance) {
      low = std::min(low, sample.distance);
      high = std::max(high, sample.distance);
    }
    const Axis axis = widened({low, high, bottom, kTop});
    const double room = 0.04 * (axis.high / 2 - axis.low / 2);
    return {low < 0 ? axis.low - room : axis.low, axis.high + room, bottom, kTop};
  }

  bool is_fixed_steps() const { return first_.decided_by == MotionMethod::FixedSteps; }
  bool is_met() const { return first_.status == MotionStatus::Contact || first_.status == MotionStatus::Already; }
  bool is_missed() const { return is_fixed_steps() && !is_met() && !picture_.contacts.empty(); }
  // All times of contact are an answer, not only the first.
  bool finds_all() const { return !is_fixed_steps() && !picture_.contacts.empty(); }
  static std::string dot_style() { return fmt::format("class=\"instant\" {}", kDot); }
  Point2 at(const MotionSample& sample) const { return {time_(sample.time), distance_(sample.distance)}; }

  // ---- The plot ----------------------------------------------------------------------------------------------------

  void grid() {
    const double bottom = distance_.from;
    for (const Tick& tick : time_.ticks(8)) {
      const double x = time_(tick.value);
      svg_.line({x, kTop}, {x, bottom}, "stroke=\"#e6e6e6\"");
      svg_.text({x, bottom + 17}, tick.text, "text-anchor=\"middle\"");
    }
    for (const Tick& tick : distance_.ticks(has_strip_ ? 6 : 8)) {
      const double y = distance_(tick.value);
      svg_.line({kLeft, y}, {kRight, y}, "stroke=\"#e6e6e6\"");
      svg_.text({kLeft - 8, y + 4}, tick.text, "text-anchor=\"end\"");
    }
    const bool is_all = picture_.shown.end == picture_.interval.end;
    svg_.text({kRight, bottom + 34},
              is_all ? "time" : fmt::format("time; the interval ends at {}", time_text(picture_.interval.end)),
              "text-anchor=\"end\" fill=\"#555555\"");
    svg_.text({kLeft - 40, kTop - 16}, distance_.low < 0 ? "distance (below 0: depth)" : "distance", kQuiet);
    svg_.line({kLeft, distance_(0)}, {kRight, distance_(0)}, "stroke=\"#222222\" stroke-width=\"1.2\"");
    if (!(picture_.margin > 0)) return;
    const double y = distance_(picture_.margin);
    svg_.line({kLeft, y}, {kRight, y}, "class=\"margin\" stroke=\"#222222\" stroke-dasharray=\"2 3\"");
    svg_.text({kRight - 4, y - 5}, fmt::format("margin {:.6g}", picture_.margin),
              "text-anchor=\"end\" font-size=\"11\"");
  }

  void contacts() {
    for (const ContactInterval& contact : picture_.contacts) {
      const double from = time_(contact.begin.upper), to = time_(contact.end.lower);
      const double width = std::max(to - from, 4.0);  // of a graze, too
      svg_.rectangle({(from + to - width) / 2, kTop}, {width, distance_.from - kTop},
                     fmt::format("class=\"contact\" {}", kInContact));
      if (is_missed()) {
        const double x = (from + to) / 2;
        cross({x, distance_(picture_.margin)});
        label(x, "missed", kMissed);
      }
    }
  }

  // Beside a vertical line, at its top.
  void label(double x, const std::string& words, const char* colour) {
    const bool is_right = x > (kLeft + kRight) / 2;
    svg_.text({x + (is_right ? -6 : 6), kTop + 12}, words,
              fmt::format("text-anchor=\"{}\" font-weight=\"bold\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"3\" "
                          "paint-order=\"stroke\"",
                          is_right ? "end" : "start", colour));
  }

  void cross(Point2 middle) {
    for (const double side : {-6.0, 6.0})
      svg_.line({middle.x - 6, middle.y - side}, {middle.x + 6, middle.y + side},
                fmt::format("class=\"missed\" stroke=\"{}\" stroke-width=\"2.4\"", kMissed));
  }

  void span(std::size_t i) {
    const std::vector<MotionSample>& bound = picture_.spans[i].bound;
    if (bound.empty()) return;
    std::vector<Point2> corners;
    corners.reserve(bound.size() + 2);
    for (const MotionSample& sample : bound) corners.push_back(at(sample));
    const std::string colour = step_colour(i, picture_.spans.size());
    const std::vector<Point2> over = corners;
    const double level = distance_(picture_.margin);
    corners.insert(corners.end(), {{over.back().x, level}, {over.front().x, level}});
    svg_.polygon(corners, fmt::format("class=\"span\" fill=\"{}\" fill-opacity=\"0.35\"", colour));
    svg_.lines(over, fmt::format("class=\"bound\" stroke=\"{}\" stroke-width=\"1.8\"", colour));
  }

  // Solid as far as the method knows of it.
  double known_until() const {
    if (is_fixed_steps()) return picture_.interval.begin;
    if (first_.is_clear() || finds_all()) return picture_.interval.end;
    return is_met() ? first_.upper : first_.lower;
  }

  void curve() {
    std::vector<Point2> known, unseen;
    for (const MotionSample& sample : picture_.distance) {
      if (sample.time <= known_until()) known.push_back(at(sample));
      if (sample.time >= known_until()) unseen.push_back(at(sample));
    }
    if (unseen.size() > 1) svg_.lines(unseen, fmt::format("class=\"unseen\" {}", kUnseen));
    if (known.size() > 1) svg_.lines(known, fmt::format("class=\"distance\" {}", kCurve));
  }

  void first_contact() {
    if (finds_all()) roots();
    if (!is_met()) return;
    const bool is_within = is_fixed_steps() && !picture_.instants.empty();
    const Point2 met{time_(first_.upper), distance_(is_within ? picture_.instants.back().distance : picture_.margin)};
    svg_.line({met.x, kTop}, {met.x, distance_.from},
              fmt::format("stroke=\"{}\" stroke-width=\"1.2\" stroke-dasharray=\"7 4\"", kFinal));
    svg_.circle(met, 7, fmt::format("class=\"final\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"", kFinal));
    label(met.x, fmt::format("{} {}", is_fixed_steps() ? "contact seen at" : "first contact", time_text(first_.upper)),
          kFinal);
  }

  // Where contact begins and ends, unless the interval cuts it off.
  void roots() {
    for (const ContactInterval& contact : picture_.contacts) {
      const double begin = contact.begin.upper, end = contact.end.lower;
      if (begin > picture_.interval.begin) root(begin);
      if (end > begin && end < picture_.interval.end) root(end);
    }
  }

  void root(double time) {
    svg_.circle({time_(time), distance_(picture_.margin)}, 4.2, fmt::format("class=\"root\" {}", kRoot));
  }

  // ---- The time left -----------------------------------------------------------------------------------------------

  // Until contact, to the right; below the bracket's width nothing is known.
  void strip() {
    const double whole = first_.upper - picture_.interval.begin;
    const double least = std::max(first_.upper - first_.lower, 1e-16 * whole);
    const Axis left = widened({-std::log10(whole), -std::log10(least), kLeft, kRight});
    const auto x = [&](double time) { return left(-std::log10(std::max(first_.upper - time, least))); };
    svg_.text({kLeft, kStrip - 9}, "the same spans, over the time that is left until contact", kQuiet);
    for (std::size_t i = 0; i < picture_.spans.size(); ++i) {
      const double from = x(picture_.spans[i].from), to = x(picture_.spans[i].to);
      const std::string colour = step_colour(i, picture_.spans.size());
      svg_.rectangle({from, kStrip}, {to - from, kStripHeight},
                     fmt::format("class=\"left\" fill=\"{0}\" fill-opacity=\"0.35\" stroke=\"{0}\"", colour));
      if (to - from > 20)
        svg_.text({(from + to) / 2, kStrip + 15}, fmt::format("{}", i + 1), "text-anchor=\"middle\" font-size=\"11\"");
    }
    const int every = left.high - left.low > 10 ? 2 : 1;
    for (int k = static_cast<int>(std::ceil(left.low)); k <= left.high; k += every) {
      svg_.line({left(k), kStrip + kStripHeight}, {left(k), kStrip + kStripHeight + 5}, "stroke=\"#222222\"");
      svg_.text({left(k), kStrip + kStripHeight + 19}, power_of_ten(-k), "text-anchor=\"middle\"");
    }
    svg_.line({kRight, kStrip - 4}, {kRight, kStrip + kStripHeight + 4},
              fmt::format("stroke=\"{}\" stroke-width=\"2.2\"", kFinal));
  }

  // ---- The panel ---------------------------------------------------------------------------------------------------

  void panel() {
    double y = svg_.heading(picture_.method, picture_.finds);
    svg_.text({kPanel, y}, verdict_text(),
              fmt::format("font-size=\"14\" font-weight=\"bold\" fill=\"{}\"", is_missed() ? kMissed : kFinal));
    for (const std::string& words : remarks())
      for (const std::string& line : wrapped(words, 40)) svg_.text({kPanel, y += 17}, line, kQuiet);
    y += 26;
    svg_.body_name(y, kBodyColours[0], "a: " + picture_.name_a);
    svg_.body_name(y += 18, kBodyColours[1], "b: " + picture_.name_b);
    y = legend(y + 28);
    if (!picture_.spans.empty())
      list_spans(y + 10);
    else if (!picture_.contacts.empty())
      list_contacts(y + 10);
  }

  std::string verdict_text() const {
    switch (first_.status) {
      case MotionStatus::Clear:
        return "clear at every instant";
      case MotionStatus::Contact:
        return fmt::format("{} {}", is_fixed_steps() ? "in contact at" : "first contact at", time_text(first_.upper));
      case MotionStatus::Already:
        return "in contact at the start";
      default:
        if (!is_fixed_steps()) return "undecided after " + time_text(first_.lower);
        return is_missed() ? "contact missed" : "nothing seen, nothing proved";
    }
  }

  std::vector<std::string> remarks() const {
    std::vector<std::string> words;
    if (first_.status == MotionStatus::Contact && !is_fixed_steps()) words.push_back(bracket_text());
    if (first_.root) words.push_back("the root of a contact function: " + root_text(*first_.root));
    if (first_.decided_by == MotionMethod::Features && picture_.method != to_string(MotionMethod::Features))
      words.push_back("decided by contact functions");
    if (first_.decided_by != MotionMethod::Features && !is_added(first_.decided_by))
      words.push_back(fmt::format("{} instant{} looked at", first_.instants, first_.instants == 1 ? "" : "s"));
    return words;
  }

  std::string bracket_text() const {
    if (first_.lower == first_.upper) return "exactly then";
    if (std::nextafter(first_.lower, first_.upper) == first_.upper) return "between that double and the one before";
    return fmt::format("in a bracket {:.1g} wide", first_.upper - first_.lower);
  }

  static std::string root_text(const ContactRoot& root) {
    switch (root.kind) {
      case ContactRoot::Kind::VertexOfA:
        return fmt::format("vertex {} of a, face {} {} {} of b", root.a[0], root.b[0], root.b[1], root.b[2]);
      case ContactRoot::Kind::VertexOfB:
        return fmt::format("face {} {} {} of a, vertex {} of b", root.a[0], root.a[1], root.a[2], root.b[0]);
      default:
        return fmt::format("edge {}–{} of a, edge {}–{} of b", root.a[0], root.a[1], root.b[0], root.b[1]);
    }
  }

  const char* instants_text() const {
    if (is_fixed_steps()) return "instants";
    if (picture_.spans.empty()) return "where contact is shown";
    return is_met() ? "ends of spans, contact" : "ends of spans";
  }

  // What is in the plot, a line each. The base line of what comes next is returned.
  double legend(double y) {
    const auto entry = [&](const std::string& text) {
      svg_.text({kPanel + 34, y}, text);
      y += 18;
    };
    const auto sample_line = [&](const char* style) { svg_.line({kPanel, y - 4}, {kPanel + 26, y - 4}, style); };
    if (!is_fixed_steps()) sample_line(kCurve), entry("distance");
    if (known_until() < picture_.interval.end)
      sample_line(kUnseen), entry(is_fixed_steps() ? "distance, unseen in between" : "distance later, not looked at");
    if (!picture_.spans.empty()) {
      const std::string colour = step_colour(0, picture_.spans.size());
      svg_.rectangle({kPanel, y - 10}, {26, 12}, fmt::format("fill=\"{}\" fill-opacity=\"0.35\"", colour));
      svg_.line({kPanel, y - 10}, {kPanel + 26, y - 10}, fmt::format("stroke=\"{}\" stroke-width=\"1.8\"", colour));
      entry("proved: gap along a plane's normal");
    }
    if (!picture_.instants.empty()) {
      svg_.circle({kPanel + 13, y - 4}, 3.6, kDot);
      entry(instants_text());
    }
    if (finds_all()) {
      svg_.circle({kPanel + 13, y - 4}, 4.2, kRoot);
      entry("roots: contact begins or ends");
    }
    if (!picture_.contacts.empty()) {
      svg_.rectangle({kPanel, y - 10}, {26, 12}, kInContact);
      entry(is_missed() ? "in contact, and nobody looked" : finds_all() ? "in contact" : "in contact, for comparison");
    }
    return y;
  }

  // Calls row(i) for all of a few, for the first and last of many.
  template <class Row>
  void list(std::size_t n, double& y, Row row) {
    const std::size_t head = n <= kMostLines ? n : kMostLines / 2;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == head && n > kMostLines) {
        i = n - (kMostLines - head - 1);
        svg_.text({kPanel + 42, y += 15}, "…", kQuiet);
      }
      y += 15;
      row(i);
    }
  }

  void list_spans(double y) {
    const bool is_contact = first_.status == MotionStatus::Contact;
    const std::size_t n = picture_.spans.size();
    svg_.text({kPanel, y}, "span", kQuiet);
    svg_.text({kPanel + 140, y}, "until", "text-anchor=\"end\" fill=\"#555555\"");
    svg_.text({kPanel + 250, y}, is_contact ? "left to contact" : "least gap", "text-anchor=\"end\" fill=\"#555555\"");
    list(n, y, [&](std::size_t i) {
      const MotionPicture::Span& span = picture_.spans[i];
      svg_.circle({kPanel + 5, y - 4}, 4, fmt::format("fill=\"{}\"", step_colour(i, n)));
      svg_.text({kPanel + 32, y}, fmt::format("{}", i + 1), "text-anchor=\"end\"");
      svg_.text({kPanel + 140, y}, fmt::format("{:.9g}", span.to), "text-anchor=\"end\"");
      svg_.text({kPanel + 250, y}, fmt::format("{:.2g}", is_contact ? first_.upper - span.to : least_gap(span)),
                "text-anchor=\"end\"");
    });
  }

  static double least_gap(const MotionPicture::Span& span) {
    const auto lower = [](const MotionSample& p, const MotionSample& q) { return p.distance < q.distance; };
    const auto least = std::min_element(span.bound.begin(), span.bound.end(), lower);
    return least == span.bound.end() ? 0 : least->distance;
  }

  void list_contacts(double y) {
    svg_.text({kPanel, y}, "in contact", kQuiet);
    list(picture_.contacts.size(), y, [&](std::size_t i) {
      const ContactInterval& contact = picture_.contacts[i];
      svg_.text({kPanel + 32, y}, fmt::format("{}", i + 1), "text-anchor=\"end\"");
      svg_.text({kPanel + 42, y}, is_instant(contact)
                                      ? "at " + time_text(contact.begin.upper) + ", for an instant"
                                      : time_text(contact.begin.upper) + " to " + time_text(contact.end.lower));
    });
  }

  const MotionPicture& picture_;
  const FirstContact& first_;
  bool has_strip_;
  Axis time_, distance_;
  Svg svg_;
};

}  // namespace

std::string motion_svg(const MotionPicture& picture) { return Plot(picture).draw(); }

}  // namespace clearance::cli
