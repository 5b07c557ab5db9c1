// Question: how do bodies lie against each other where somebody asks for their contact points?
// Method:   b on a: face on face, turned, on an edge, on a corner, resting, sliding, rolling; or wherever it stops when
//           it comes from afar along a random line. Shallow: 0.001 to 0.02 deep, bodies are about 1 across. At random
//           numbers, and at round ones: tenths, quarters and eighths of a turn, one hundredth deep. Seeds are fixed.
#pragma once

#include <bench/workloads/w2.h>
#include <bench/workloads/w5.h>
#include <clearance/shape/parts.h>

#include <memory>
#include <string>
#include <vector>

namespace clearance::bench {

enum class ContactPose : std::uint8_t {
  Flush,     // face on face, the same outline for equal boxes
  Touching,  // as Offset, but 0 deep
  Offset,    // face on face, moved sideways
  Turned,    // and turned about the normal
  OnEdge,    // boxes only
  OnCorner,  // boxes only
  Shallow,   // turned as it likes, pushed into each other
  Near,      // likewise, half of them apart by as much as the others are deep
  Resting,   // face on face, moved and turned by 10⁻⁴ from frame to frame
  Sliding,   // face on face, a hundredth a frame
  Rolling,   // turned by 1° a frame, always as deep
};
const char* to_string(ContactPose kind);
// Whether a frame is a small step from the one before.
constexpr bool is_coherent(ContactPose kind) { return kind >= ContactPose::Resting; }
// Coherent frames come in runs of so many, each from another place on.
inline constexpr std::size_t kContactRun = 50;

// Bodies and where they are in every frame. Where `floor` is there, it stands for a.
struct ContactScene {
  std::string bodies;
  ContactPose kind = ContactPose::Shallow;
  Numbers numbers = Numbers::Random;
  Polytope a, b;
  std::shared_ptr<const TriangleSoup> floor;
  bool are_boxes = false;  // centred on their origins; with a floor: b is one
  MeshPoses poses;

  // Whether nobody can know this frame from the one before.
  bool begins_anew(std::size_t frame) const { return !is_coherent(kind) || frame % kContactRun == 0; }
  std::string name() const { return std::string(to_string(kind)) + ", " + to_string(numbers); }
  // For our queries: triangles as the surface that they are.
  Shape shape_a() const;
  Shape shape_b() const { return Rounded(b); }
};

// Bodies are about so large.
inline constexpr double kContactSize = 1;

// Two equal boxes of 1 × 0.8 × 0.6.
ContactScene box_scene(ContactPose kind, Numbers numbers, int frames);
// Two hulls of n points of an ellipsoid; not OnEdge, OnCorner, Flush or Touching.
ContactScene hull_scene(int n, ContactPose kind, Numbers numbers, int frames);

// The box on a square floor of so many triangles in cells of 0.2: flat, or every corner up to a fiftieth up or down.
// At random numbers box and floor are turned together. Resting, Sliding or OnCorner.
std::shared_ptr<const TriangleSoup> contact_floor(int triangles, bool bumpy);
ContactScene floor_scene(int triangles, bool bumpy, ContactPose kind, Numbers numbers, int frames);

}  // namespace clearance::bench
