#include <bench/workloads/random_motion.h>
#include <bench/workloads/robot_links.h>
#include <clearance/build/mesh.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_query.h>

#include <optional>

namespace clearance::bench {
namespace {

constexpr const char* kUr5 = "/universal_robot/ur_description/meshes/ur5/collision/";
constexpr const char* kPanda = "/franka_ros/franka_description/meshes/collision/";

struct Links {
  const char* folder;
  const char *a, *b;
};
constexpr Links kLinks[] = {
    {kUr5, "upperarm", "forearm"}, {kUr5, "forearm", "wrist2"}, {kPanda, "link2", "link5"}, {kPanda, "link5", "hand"}};

std::optional<Mesh> read(const std::string& path) {
  const Result<MeshData> data = read_mesh(path);
  if (!data) return {};
  Result<Mesh> mesh = make_mesh(data.value().vertices, data.value().triangles);
  if (!mesh) return {};
  return std::move(mesh).value();
}

struct Size {
  Vec3 middle;
  double longest = 0;
};
Size size_of(const Mesh& mesh) {
  Vec3 low = mesh.vertices()[0], high = low;
  for (const Vec3 v : mesh.vertices()) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return {0.5 * (low + high), norm_max(high - low)};
}

// Turned about its own middle, which is at `place`.
Pose around(const Size& size, Quat turned, Vec3 place) {
  return rotation(turned, place - rotation(turned).rotation() * size.middle);
}

void add_poses(LinkPair& pair, std::uint64_t seed, int count) {
  Random random(20'000 + seed);
  const Size a = size_of(pair.a), b = size_of(pair.b);
  pair.size = std::max(a.longest, b.longest);
  MeshCache cache;
  while (pair.poses.size() < static_cast<std::size_t>(count)) {
    const Pose pose_a = around(a, random_rotation(random), random_point(random, pair.size));
    const Vec3 middle = apply(pose_a, a.middle), direction = random_direction(random);
    const Quat turned = random_rotation(random);
    const auto meets_at = [&](double away) {
      return bool(intersects(pair.a, pose_a, pair.b, around(b, turned, middle + away * direction), cache));
    };
    double apart = 2 * pair.size, together = -1;
    for (double away = apart; away > 0; away -= 0.02 * pair.size) {
      if (meets_at(away)) {
        together = away;
        break;
      }
      apart = away;
    }
    if (together < 0) continue;
    for (int k = 0; k < 24; ++k) {
      const double half = 0.5 * (apart + together);
      (meets_at(half) ? together : apart) = half;
    }
    const double by = pair.size * random.uniform(0.001, 0.02);
    const double away = together + (pair.poses.size() % 2 == 0 ? -by : by);
    pair.poses.a.push_back(pose_a);
    pair.poses.b.push_back(around(b, turned, middle + away * direction));
  }
}

}  // namespace

std::vector<LinkPair> link_pairs(const std::string& folder, int poses) {
  std::vector<LinkPair> out;
  for (const Links& links : kLinks) {
    const std::optional<Mesh> a = read(folder + links.folder + links.a + ".stl"),
                              b = read(folder + links.folder + links.b + ".stl");
    if (!a || !b) continue;
    const char* const robot = links.folder == kUr5 ? "UR5 " : "Panda ";
    out.push_back({std::string(robot) + links.a + " and " + links.b, *a, *b, 1, {}});
  }
  const TriangleSoup soup = w2_body(W2Body::Knot, 5000);
  const Mesh knot = make_mesh(soup.vertices, soup.triangles).value();
  out.push_back({"knots of 5000 triangles", knot, knot, 1, {}});
  for (std::size_t k = 0; k < out.size(); ++k) add_poses(out[k], k, poses);
  return out;
}

}  // namespace clearance::bench
