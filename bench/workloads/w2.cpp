#include <bench/workloads/random_motion.h>
#include <bench/workloads/w2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace clearance::bench {
namespace {

constexpr double kPi = std::numbers::pi;

double rounded(double x) { return std::nearbyint(x * 0x1p23) * 0x1p-23; }
Vec3 rounded(Vec3 v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }

// The centre line of the knot lies on a torus of radii 2 and 1, scaled to the size wanted.
constexpr double kKnotScale = 1.0 / 3, kTube = 0.4;

struct KnotFrame {
  Vec3 point, tangent, out;
};

// `out` is the torus' normal, square to the line everywhere: the frame closes without a twist.
KnotFrame knot_frame(double turn) {
  constexpr double kAround = 2, kThrough = 3;
  const double c = std::cos(kAround * turn), s = std::sin(kAround * turn);
  const double d = std::cos(kThrough * turn), e = std::sin(kThrough * turn);
  const Vec3 tangent = {-kThrough * e * c - kAround * (2 + d) * s, -kThrough * e * s + kAround * (2 + d) * c,
                        kThrough * d};
  return {{(2 + d) * c, (2 + d) * s, e}, tangent / norm(tangent), {d * c, d * s, e}};
}

// 15.6 times as many quadrilaterals along the tube as around it: nearly square ones.
struct KnotGrid {
  int along, around;
};
KnotGrid knot_grid(int triangles) {
  const int around = std::max(3, static_cast<int>(std::lround(std::sqrt(triangles / (2 * 15.6)))));
  return {std::max(12, static_cast<int>(std::lround(triangles / (2.0 * around)))), around};
}

TriangleSoup knot(int triangles) {
  const auto [along, around] = knot_grid(triangles);
  // The polygon around the tube gets the area of the circle, so that the coarse knot is as thick as the fine one.
  const double radius = kTube * std::sqrt((2 * kPi / around) / std::sin(2 * kPi / around));
  TriangleSoup out;
  for (int i = 0; i < along; ++i) {
    const KnotFrame frame = knot_frame(2 * kPi * i / along);
    const Vec3 aside = cross(frame.tangent, frame.out);
    for (int j = 0; j < around; ++j) {
      const double angle = 2 * kPi * j / around;
      const Vec3 from_line = radius * (std::cos(angle) * frame.out + std::sin(angle) * aside);
      out.vertices.push_back(rounded(kKnotScale * (frame.point + from_line)));
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>((i % along) * around + j % around); };
  for (int i = 0; i < along; ++i) {
    for (int j = 0; j < around; ++j) {
      const std::uint32_t a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      out.triangles.push_back({a, c, b});
      out.triangles.push_back({a, d, c});
    }
  }
  return out;
}

Vec3 on_bumpy_sphere(Vec3 direction) {
  const Vec3 u = direction / norm(direction);
  return rounded((1 + 0.1 * std::sin(7 * u.x) * std::sin(7 * u.y + 1) * std::sin(7 * u.z + 2)) * u);
}

// Corners and faces of an icosahedron, faces counter-clockwise from outside.
constexpr double kGolden = std::numbers::phi;
constexpr Vec3 kCorners[12] = {{-1, kGolden, 0}, {1, kGolden, 0}, {-1, -kGolden, 0}, {1, -kGolden, 0},
                               {0, -1, kGolden}, {0, 1, kGolden}, {0, -1, -kGolden}, {0, 1, -kGolden},
                               {kGolden, 0, -1}, {kGolden, 0, 1}, {-kGolden, 0, -1}, {-kGolden, 0, 1}};
constexpr int kFaces[20][3] = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                               {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                               {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};

// Every face cut into k² triangles; vertices of corners, edges and faces are made once.
class SphereBuilder {
 public:
  explicit SphereBuilder(int parts) : parts_(parts) {
    for (const Vec3 corner : kCorners) add(corner);
    for (auto& row : edges_) row.fill(kNone);
  }

  TriangleSoup build() {
    for (const auto& face : kFaces) cut(face);
    return std::move(out_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t add(Vec3 direction) {
    out_.vertices.push_back(on_bumpy_sphere(direction));
    return static_cast<std::uint32_t>(out_.vertices.size() - 1);
  }

  // The first of the parts − 1 vertices on an edge, from the lower corner on.
  std::uint32_t edge_start(int low, int high) {
    std::uint32_t& first = edges_[static_cast<std::size_t>(low)][static_cast<std::size_t>(high)];
    if (first != kNone) return first;
    first = static_cast<std::uint32_t>(out_.vertices.size());
    for (int k = 1; k < parts_; ++k) add((parts_ - k) * kCorners[low] + k * kCorners[high]);
    return first;
  }

  // The k-th vertex from corner p to corner q.
  std::uint32_t on_edge(int p, int q, int k) {
    if (k == 0) return static_cast<std::uint32_t>(p);
    if (k == parts_) return static_cast<std::uint32_t>(q);
    return p < q ? edge_start(p, q) + static_cast<std::uint32_t>(k - 1)
                 : edge_start(q, p) + static_cast<std::uint32_t>(parts_ - k - 1);
  }

  // Row i has i + 1 vertices, row 0 is corner a, the last row runs from b to c.
  void cut(const int (&face)[3]) {
    const auto [a, b, c] = face;
    std::vector<std::uint32_t> above = {static_cast<std::uint32_t>(a)}, row;
    for (int i = 1; i <= parts_; ++i) {
      row.clear();
      for (int j = 0; j <= i; ++j) {
        if (j == 0) {
          row.push_back(on_edge(a, b, i));
        } else if (j == i) {
          row.push_back(on_edge(a, c, i));
        } else if (i == parts_) {
          row.push_back(on_edge(b, c, j));
        } else {
          row.push_back(add((parts_ - i) * kCorners[a] + (i - j) * kCorners[b] + j * kCorners[c]));
        }
      }
      for (std::size_t j = 0; j + 1 < row.size(); ++j) {
        out_.triangles.push_back({above[j], row[j], row[j + 1]});
        if (j + 2 < row.size()) out_.triangles.push_back({above[j], row[j + 1], above[j + 1]});
      }
      std::swap(above, row);
    }
  }

  int parts_;
  TriangleSoup out_;
  std::array<std::array<std::uint32_t, 12>, 12> edges_;
};

}  // namespace

std::string file_name(const W2Pair& pair) {
  std::string name = pair.name;
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

TriangleSoup w2_body(W2Body body, int triangles) {
  if (body == W2Body::Knot) return knot(triangles);
  return SphereBuilder(std::max(1, static_cast<int>(std::lround(std::sqrt(triangles / 20.0))))).build();
}

// In steps of 2 % of the size, then by halving.
double w2_first_meeting(const MeetFunction& meet, const Pose& pose_a, Quat turned, Vec3 direction) {
  const auto meets_at = [&](double t) { return meet(pose_a, rotation(turned, pose_a.translation() + t * direction)); };
  double apart = 1.5 * kW2Size, together = 0;
  for (double t = apart; t > 0; t -= 0.02 * kW2Size) {
    if (meets_at(t)) {
      together = t;
      break;
    }
    apart = t;
  }
  if (together == 0) return 0;
  for (int k = 0; k < 24; ++k) {
    const double middle = (apart + together) / 2;
    (meets_at(middle) ? together : apart) = middle;
  }
  return together;
}

MeshPoses w2_poses(const W2Pair& pair, int count, const MeetFunction& meet) {
  constexpr double kSpread = 0.05 * kW2Size;
  Random random(1000 + 10 * static_cast<std::uint64_t>(pair.a) + static_cast<std::uint64_t>(pair.b));
  MeshPoses out;
  while (out.size() < static_cast<std::size_t>(count)) {
    const Pose pose_a = rotation(random_rotation(random), random_point(random, kW2Size));
    const Quat turned = random_rotation(random);
    const Vec3 direction = random_direction(random);
    const double by = kSpread * random.unit();
    const double contact = w2_first_meeting(meet, pose_a, turned, direction);
    if (contact == 0) continue;
    const double t = contact + (out.size() % 2 == 0 ? by : -by);
    out.a.push_back(pose_a);
    out.b.push_back(rotation(turned, pose_a.translation() + t * direction));
  }
  return out;
}

MeshPoses w2_sequence(const MeshPoses& near_contact, int count) {
  constexpr double kHalfDegreeTangent = 0.008726867790758789;
  Random random(2000);
  MeshPoses out;
  for (std::size_t start = 0; out.size() < static_cast<std::size_t>(count); ++start) {
    const Pose &pose_a = near_contact.a[start % near_contact.size()],
               &pose_b = near_contact.b[start % near_contact.size()];
    const Quat step = turn(random_direction(random), kHalfDegreeTangent);
    Quat turned = pose_b.quaternion();
    for (int k = 0; k < kW2Run && out.size() < static_cast<std::size_t>(count); ++k) {
      out.a.push_back(pose_a);
      out.b.push_back(rotation(turned, pose_b.translation()));
      turned = normalised_product(step, turned);
    }
  }
  return out;
}

}  // namespace clearance::bench
