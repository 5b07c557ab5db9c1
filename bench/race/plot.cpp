#include <bench/race/output.h>
#include <bench/race/plot.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

// Okabe and Ito's colours, told apart by colour-blind readers too; without the yellow, which is too light on white.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#4d4d4d"};
constexpr int kColourCount = static_cast<int>(std::size(kColours));
constexpr const char* kGrey = "#767676";

constexpr double kChartWidth = 560, kChartHeight = 360;
constexpr double kLetter = 7.4;  // width of a letter of the 12 pixel font, on the wide side
constexpr double kLegendRow = 19, kNoteRow = 16;
constexpr std::size_t kNoteLetters = 108;

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

// `style` are further attributes of the element.
void add_text(std::string& out, double x, double y, const std::string& style, const std::string& text) {
  out += format("<text x=\"%.1f\" y=\"%.1f\" ", x, y) + style + ">" + escaped(text) + "</text>\n";
}

void add_line(std::string& out, double x1, double y1, double x2, double y2, const char* colour) {
  out += format("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2, colour);
}

std::vector<std::string> broken(const std::string& text) {
  std::vector<std::string> lines(1);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!lines.back().empty() && letters(lines.back()) + 1 + letters(word) > kNoteLetters) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
    at = end + 1;
  }
  return lines;
}

std::string power_of_ten(int exponent) {
  if (exponent >= -2 && exponent <= 3) return format("%g", std::pow(10, exponent));
  static constexpr const char* kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) out += kRaised[digit - '0'];
  return out;
}

struct Tick {
  double value;
  std::string label;  // empty: a line only
};

// Where an axis begins and ends, in the values themselves or in their logarithms, and its ticks.
struct Range {
  Scale scale = Scale::Linear;
  double low = 0, high = 1;
  std::vector<Tick> ticks;

  double share(double value) const { return ((scale == Scale::Log ? std::log10(value) : value) - low) / (high - low); }
};

// 1, 2 or 5 times a power of ten, so that about `count` steps cover the length.
double nice_step(double length, double count) {
  const double raw = length / count, power = std::pow(10, std::floor(std::log10(raw))), lead = raw / power;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

Range linear_range(double low, double high) {
  if (low > 0 && low < 0.5 * high) low = 0;
  if (!(high > low)) high = low + std::max(std::fabs(low), 1.0);
  const double step = nice_step(high - low, 7);
  const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
  Range range{Scale::Linear, first * step, last * step, {}};
  for (double k = first; k <= last; ++k) range.ticks.push_back({k * step, format("%.10g", k * step)});
  return range;
}

Range log_range(double low, double high) {
  const double from = std::log10(low), to = std::log10(high), margin = std::max(0.03 * (to - from), 0.02);
  Range range{Scale::Log, from - margin, to + margin, {}};
  const bool few = to - from < 2, many = to - from > 9;
  for (int e = static_cast<int>(std::floor(range.low)); e <= static_cast<int>(std::ceil(range.high)); ++e) {
    for (int lead = 1; lead <= 9; ++lead) {
      const double place = e + std::log10(lead);
      if (place < range.low || place > range.high) continue;
      const bool labelled = lead == 1 ? !many || e % 2 == 0 : few && (lead == 2 || lead == 5);
      const std::string label = lead == 1 ? power_of_ten(e) : format("%g", lead * std::pow(10, e));
      range.ticks.push_back({lead * std::pow(10, e), labelled ? label : ""});
    }
  }
  return range;
}

Range make_range(const std::vector<double>& values, Scale scale) {
  if (values.empty()) return scale == Scale::Log ? log_range(1, 10) : linear_range(0, 1);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return scale == Scale::Log ? log_range(*low, *high) : linear_range(*low, *high);
}

std::size_t longest_label(const Range& range) {
  std::size_t longest = 0;
  for (const Tick& tick : range.ticks) longest = std::max(longest, letters(tick.label));
  return longest;
}

void add_marker(std::string& out, double x, double y, int shape, const char* fill) {
  constexpr double kR = 3.4;
  switch (shape) {
    case 0:
      out += format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", x, y, kR);
      break;
    case 1:
      out += format("<path d=\"M%.1f %.1fh%.1fv%.1fh%.1fz\"", x - kR, y - kR, 2 * kR, 2 * kR, -2 * kR);
      break;
    case 2:
      out += format("<path d=\"M%.1f %.1fl%.1f %.1fh%.1fz\"", x, y - kR - 1, kR + 1, 2 * kR + 1, -2 * (kR + 1));
      break;
    default:
      out += format("<path d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz\"", x, y - kR - 1.4, kR + 1.4, kR + 1.4,
                    -kR - 1.4, kR + 1.4, -kR - 1.4, -kR - 1.4);
  }
  out += format(" fill=\"%s\"/>\n", fill);
}

const char* colour_of(int style) { return style < 0 ? kGrey : kColours[style % kColourCount]; }
int marker_of(int style) { return style < 0 ? 0 : style % 4; }
const char* dashes(Plot::Line line) {
  return line == Plot::Line::Solid    ? ""
         : line == Plot::Line::Dashed ? "stroke-dasharray=\"6 4\" "
                                      : "stroke-dasharray=\"1.5 3\" ";
}

}  // namespace

struct Plot::Frame {
  Range x, y;
  double left, top;

  double at_x(double value) const { return left + kChartWidth * x.share(value); }
  double at_y(double value) const { return top + kChartHeight * (1 - y.share(value)); }
};

Plot& Plot::series(std::string name, std::vector<PlotPoint> points, Line line) {
  int style = series_.empty() ? -1 : series_.back().style;
  if (line == Line::Solid) ++style;
  series_.push_back({std::move(name), std::move(points), line, style});
  return *this;
}

Plot& Plot::note(const std::string& text) {
  for (std::string& line : broken(text)) notes_.push_back(std::move(line));
  return *this;
}

bool Plot::can_show(PlotPoint point) const {
  const auto fits = [](double value, Scale scale) {
    return std::isfinite(value) && (scale == Scale::Linear || value > 0);
  };
  return fits(point.x, x_.scale) && fits(point.y, y_.scale);
}

std::vector<double> Plot::shown(double PlotPoint::* coordinate) const {
  std::vector<double> values;
  for (const Series& series : series_) {
    for (const PlotPoint& point : series.points) {
      if (can_show(point)) values.push_back(point.*coordinate);
    }
  }
  return values;
}

void Plot::draw_grid(const Frame& frame, std::string& out) const {
  const double right = frame.left + kChartWidth, bottom = frame.top + kChartHeight;
  out += "<g stroke-width=\"1\" fill=\"none\">\n";
  for (const Tick& tick : frame.x.ticks) {
    const double x = frame.at_x(tick.value);
    add_line(out, x, frame.top, x, bottom, tick.label.empty() ? "#f1f1f1" : "#dcdcdc");
  }
  for (const Tick& tick : frame.y.ticks) {
    const double y = frame.at_y(tick.value);
    add_line(out, frame.left, y, right, y, tick.label.empty() ? "#f1f1f1" : "#dcdcdc");
  }
  add_line(out, frame.left, frame.top, frame.left, bottom, "#555");
  add_line(out, frame.left, bottom, right, bottom, "#555");
  out += "</g>\n";
  for (const Tick& tick : frame.x.ticks) {
    if (!tick.label.empty()) add_text(out, frame.at_x(tick.value), bottom + 18, "text-anchor=\"middle\"", tick.label);
  }
  for (const Tick& tick : frame.y.ticks) {
    if (!tick.label.empty())
      add_text(out, frame.left - 8, frame.at_y(tick.value) + 4, "text-anchor=\"end\"", tick.label);
  }
  add_text(out, frame.left + kChartWidth / 2, bottom + 40, "text-anchor=\"middle\" font-size=\"13\"", x_.label);
  const double middle = frame.top + kChartHeight / 2;
  add_text(out, 18, middle, format("text-anchor=\"middle\" font-size=\"13\" transform=\"rotate(-90 18 %.1f)\"", middle),
           y_.label);
}

void Plot::draw_series(const Frame& frame, const Series& series, std::string& out) const {
  std::string path, markers;
  const bool solid = series.line == Line::Solid;
  const char* const colour = colour_of(series.style);
  bool pen_down = false;
  for (const PlotPoint& point : series.points) {
    if (!can_show(point)) {
      pen_down = false;
      continue;
    }
    const double x = frame.at_x(point.x), y = frame.at_y(point.y);
    path += format("%s%.1f %.1f", pen_down ? "L" : "M", x, y);
    if (series.line != Line::Dotted) add_marker(markers, x, y, marker_of(series.style), solid ? colour : "#fff");
    pen_down = true;
  }
  if (path.empty()) return;
  out += format("<g stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\">\n", colour, solid ? "1.8" : "1.4");
  out += "<path fill=\"none\" " + std::string(dashes(series.line)) + "d=\"" + path + "\"/>\n";
  out += "<g stroke-width=\"1\">\n" + markers + "</g></g>\n";
}

void Plot::draw_legend(const Frame& frame, std::string& out) const {
  const double left = frame.left + kChartWidth + 20;
  double y = frame.top + 8;
  for (const Series& series : series_) {
    const char* const colour = colour_of(series.style);
    out += format("<g stroke=\"%s\" stroke-width=\"1.6\"><path %sd=\"M%.1f %.1fh26\"/>\n", colour, dashes(series.line),
                  left, y);
    out += "<g stroke-width=\"1\">";
    if (series.line != Line::Dotted)
      add_marker(out, left + 13, y, marker_of(series.style), series.line == Line::Solid ? colour : "#fff");
    out += "</g></g>\n";
    add_text(out, left + 34, y + 4, "", series.name);
    y += kLegendRow;
  }
}

std::string Plot::svg() const {
  Frame frame{make_range(shown(&PlotPoint::x), x_.scale), make_range(shown(&PlotPoint::y), y_.scale), 0, 48};
  frame.left = 44 + kLetter * static_cast<double>(longest_label(frame.y));
  std::size_t longest_name = 0;
  for (const Series& series : series_) longest_name = std::max(longest_name, letters(series.name));
  const double legend = 34 + kLetter * static_cast<double>(longest_name);
  constexpr double kTitleLetter = 10;  // of the 15 pixel bold font
  const double width = std::max(frame.left + kChartWidth + 20 + legend + 12,
                                frame.left + kTitleLetter * static_cast<double>(letters(title_)));
  const double rows = kLegendRow * static_cast<double>(series_.size());
  const double bottom = frame.top + std::max(kChartHeight + 56, rows + 12);
  const double height = bottom + kNoteRow * static_cast<double>(notes_.size()) + (notes_.empty() ? 4 : 12);

  std::string out = format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
      "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\">\n",
      width, height, width, height);
  out += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  add_text(out, frame.left, 28, "font-size=\"15\" font-weight=\"bold\"", title_);
  draw_grid(frame, out);
  for (const Series& series : series_) draw_series(frame, series, out);
  draw_legend(frame, out);
  double y = bottom + 12;
  for (const std::string& note : notes_) {
    add_text(out, 16, y, "font-size=\"11\" fill=\"#555\"", note);
    y += kNoteRow;
  }
  return out + "</svg>\n";
}

}  // namespace clearance::bench
