// Question: what shows that two moving bodies share no point at any instant of an interval?
// Method:   plain data: planes, each for a span of time; the spans abut and fill the interval (CONTRACT §4, "Motion").
#pragma once

#include <clearance/proof/certificate.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance {

// A closed span, and a plane that separates throughout it. Its normal is constant in `frame`: the components of a
// vector are those in that frame; a plane that is made of vertices is made where they are at the instant `at`.
struct TimeSpan {
  enum class Frame : std::uint8_t { World, A, B };
  // In world coordinates a lies below and b above n·x = start + rate·(time − from), n as long as the vector says.
  struct Offset {
    double start = 0, rate = 0;
  };

  double from = 0, to = 0;
  Frame frame = Frame::World;
  Plane plane;
  std::optional<double> at;  // absent: `from`
  // Needed where both bodies turn against the frame; of vectors only, since other normals have no length of their own.
  std::optional<Offset> offset;
};

// Without spans it shows nothing.
struct Timeline {
  std::vector<TimeSpan> spans;
};

}  // namespace clearance
