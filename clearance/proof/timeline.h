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

// A time that need not be a double: the only root of a contact function between two doubles, which it may equal. The
// function is zero where four vertices, as they move, lie in a plane; the numbers are the caller's. Of a half-space the
// face is its plane, with the numbers 0, and the function is zero where the vertex is as far above it as radius and
// margin say.
struct ContactRoot {
  enum class Kind : std::uint8_t { VertexOfA, VertexOfB, Edges };
  Kind kind = Kind::Edges;
  // Edges: two of each. Else one of the vertex' body, three of a face of the other.
  std::uint32_t a[3] = {0, 0, 0}, b[3] = {0, 0, 0};
  double after = 0, before = 0;
};

// For bodies of triangles or of several parts: planes for sets of elements throughout a span, vectors of the world. The
// vertices that are outside are so at the beginning of the span.
struct SpanCover : Cover {
  std::vector<TimeSpan::Offset> offsets;  // of each node; needed where both bodies turn
};

// Without spans it shows nothing.
struct Timeline {
  std::vector<TimeSpan> spans;
  std::vector<SpanCover> covers = {};  // none, or one a span, and then the span's own plane means nothing
};

}  // namespace clearance
