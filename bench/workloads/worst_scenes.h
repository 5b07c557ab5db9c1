// Question: on which pairs of bodies are queries slow?
// Method:   all pairs of bodies with one another and with themselves: the meshes of the shared data, needles, plates,
//           slivers and fans, and what people model. Each as a mesh, as its hull, and one of each; at random poses, in
//           contact (b comes from afar and is moved by the witness of the distance, then a hair apart or deep, or not),
//           the same 10⁵ from the origin, and at nice numbers: turned by quarters, eighths or small integers, shifted
//           by tenths of the size or by the box of the body. Deep: in contact, then on by 1 % to 50 % of the smaller
//           one's size. Fixed seeds.
#pragma once

#include <bench/workloads/random_motion.h>
#include <clearance/shape/parts.h>

#include <cstddef>
#include <string>
#include <vector>

namespace clearance::bench {

struct WorstBody {
  std::string name;
  Mesh mesh;
  Shape hull;
  Vec3 middle;      // of its box
  double size = 1;  // the longest side of it
};
// Of the shared files one in `one_in`: at most so many bodies, of at most so many triangles.
struct WorstFiles {
  std::size_t one_in = 1, most = std::size_t{1} << 20, most_triangles = std::size_t{1} << 20;
};
std::vector<WorstBody> made_bodies();
std::vector<WorstBody> shared_bodies(const WorstFiles& files);
std::vector<WorstBody> worst_bodies(const WorstFiles& files);  // both

enum class WorstKind : std::uint8_t { Hulls, Meshes, Mixed };
inline constexpr WorstKind kWorstKinds[] = {WorstKind::Hulls, WorstKind::Meshes, WorstKind::Mixed};
const char* to_string(WorstKind kind);

enum class WorstPlace : std::uint8_t { Random, Contact, Far, Nice, Deep };
// Of the experiment `worst`; Deep is that of `depth`, and a pair may yet be apart there.
inline constexpr WorstPlace kWorstPlaces[] = {WorstPlace::Random, WorstPlace::Contact, WorstPlace::Far,
                                              WorstPlace::Nice};
const char* to_string(WorstPlace place);

struct WorstScene {
  std::string name;
  WorstKind kind;
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  double size;         // the larger body's
  std::uint64_t seed;  // of what is asked at random about the scene
};
WorstScene worst_scene(const WorstBody& a, const WorstBody& b, WorstKind kind, WorstPlace place, std::uint64_t seed);

}  // namespace clearance::bench
