// Question: what does a curve that an experiment measured look like?
// Method:   a chart as SVG text: axes with round numbers or powers of ten, a light grid, one colour and marker a
//           series, names beside the chart. It brings its own white ground, so that it reads on any page. The same
//           points give the same bytes.
#pragma once

#include <string>
#include <vector>

namespace clearance::bench {

enum class Scale : unsigned char { Linear, Log };

struct PlotPoint {
  double x = 0, y = 0;
};

class Plot {
 public:
  // Dashed is for a paper's figures and limits, Dotted for a curve without points of its own, such as a fitted law: the
  // colour of the solid series before it, or grey where there is none.
  enum class Line : unsigned char { Solid, Dashed, Dotted };

  explicit Plot(std::string title) : title_(std::move(title)) {}

  Plot& x(std::string label, Scale scale) { return x_ = {std::move(label), scale}, *this; }
  Plot& y(std::string label, Scale scale) { return y_ = {std::move(label), scale}, *this; }
  // Points that cannot be drawn (not finite; not positive on a log axis) interrupt the line.
  Plot& series(std::string name, std::vector<PlotPoint> points, Line line = Line::Solid);
  // A line of small print under the chart; long ones are broken between words.
  Plot& note(const std::string& text);

  std::string svg() const;

 private:
  struct Axis {
    std::string label;
    Scale scale = Scale::Linear;
  };
  struct Series {
    std::string name;
    std::vector<PlotPoint> points;
    Line line;
    int style;  // which colour and marker; -1: grey
  };
  struct Frame;

  bool can_show(PlotPoint point) const;
  std::vector<double> shown(double PlotPoint::* coordinate) const;
  void draw_grid(const Frame& frame, std::string& out) const;
  void draw_series(const Frame& frame, const Series& series, std::string& out) const;
  void draw_legend(const Frame& frame, std::string& out) const;

  std::string title_;
  Axis x_, y_;
  std::vector<Series> series_;
  std::vector<std::string> notes_;
};

}  // namespace clearance::bench
