// Question: what is the mesh workload W2, exactly?
// Method:   a torus knot (2, 3) with a tube around it and a bumpy sphere, closed, welded and outward, of any number of
//           triangles. A pose near contact: b comes in from afar along a random line, both turned at random, until
//           they meet; from there it is drawn back or pushed on, in turns, by up to 5 % of its size. The contact is
//           found on bodies of 20,000 triangles, and all sizes get the same poses. The coherent sequence turns b by 1°
//           a frame about an axis of its own, forth from one pose near contact after the other.
//           Vertices are rounded to 2⁻²³, so that they are floats and the same bits on every machine.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>

#include <functional>
#include <string>
#include <vector>

namespace clearance::bench {

struct TriangleSoup {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
};

enum class W2Body : std::uint8_t { Knot, Sphere };

// About so many triangles: exactly 2000 and 200,000 of both, 20,000 of the knot, 20,480 of the sphere. Both bodies are
// about kW2Size across.
inline constexpr double kW2Size = 2;
TriangleSoup w2_body(W2Body body, int triangles);

struct W2Pair {
  const char* name;
  W2Body a, b;
};
inline constexpr W2Pair kW2Pairs[] = {{"knot/knot", W2Body::Knot, W2Body::Knot},
                                      {"sphere/sphere", W2Body::Sphere, W2Body::Sphere},
                                      {"knot/sphere", W2Body::Knot, W2Body::Sphere}};

// The pair's name as part of a file's.
std::string file_name(const W2Pair& pair);

inline constexpr int kW2Sizes[] = {2000, 20'000, 200'000};
inline constexpr int kW2ContactSize = 20'000;

struct MeshPoses {
  std::vector<Pose> a, b;

  std::size_t size() const { return a.size(); }
};

// Whether the pair at kW2ContactSize meets: any right answer gives the same poses.
using MeetFunction = std::function<bool(const Pose& pose_a, const Pose& pose_b)>;

MeshPoses w2_poses(const W2Pair& pair, int count, const MeetFunction& meet);
// How far from a's place b is when it first meets a, coming from afar along a line through it; 0 where it never does.
double w2_first_meeting(const MeetFunction& meet, const Pose& pose_a, Quat turned, Vec3 direction);

// `count` frames, kW2Run in a row.
inline constexpr int kW2Run = 25;
MeshPoses w2_sequence(const MeshPoses& near_contact, int count);

}  // namespace clearance::bench
