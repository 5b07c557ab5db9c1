#include <clearance/mesh/point.h>

#include <clearance/build/mesh.h>
#include <clearance/convex/bodies_test.h>
#include <clearance/convex/query.h>
#include <clearance/mesh/triangle_pair.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace clearance::detail {
namespace {

constexpr PointLocation kOutside = PointLocation::Outside, kOn = PointLocation::On, kInside = PointLocation::Inside;
const Pose kRest;

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;

  // Another body beside this one; turned inside out if asked.
  void add(const Soup& other, Vec3 shift = {}, bool inverted = false) {
    const auto base = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3 v : other.vertices) vertices.push_back(v + shift);
    for (const MeshTriangle& t : other.triangles) {
      const MeshTriangle moved{t[0] + base, t[1] + base, t[2] + base};
      triangles.push_back(inverted ? MeshTriangle{moved[0], moved[2], moved[1]} : moved);
    }
  }
  Mesh solid() const { return make_mesh(vertices, triangles, {MeshKind::Solid, false, 1}).value(); }
  Mesh surface() const { return make_mesh(vertices, triangles, {MeshKind::Surface, false, 1}).value(); }
};

// A prism over a polygon, counter-clockwise seen from above, fanned from its first corner.
Soup prism(const std::vector<Vec3>& polygon, double low, double high) {
  Soup out;
  const auto n = static_cast<std::uint32_t>(polygon.size());
  for (const double z : {low, high})
    for (const Vec3 p : polygon) out.vertices.push_back({p.x, p.y, z});
  for (std::uint32_t i = 1; i + 1 < n; ++i) {
    out.triangles.push_back({0, i + 1, i});
    out.triangles.push_back({n, n + i, n + i + 1});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    out.triangles.push_back({i, j, n + j});
    out.triangles.push_back({i, n + j, n + i});
  }
  return out;
}

Soup block(Vec3 low, Vec3 high) {
  return prism({{low.x, low.y, 0}, {high.x, low.y, 0}, {high.x, high.y, 0}, {low.x, high.y, 0}}, low.z, high.z);
}
Soup cube(double half = 1) { return block({-half, -half, -half}, {half, half, half}); }
// x, y in [0, 2] without (1, 2]²; z in [0, 1]. Seen from its first corner, all of it is visible.
Soup angle() { return prism({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}}, 0, 1); }

PointLocation location(const Mesh& mesh, Vec3 p) { return locate(mesh, kRest, p); }

// --- Solved by hand.

TEST(MeshPoint, LocatesPointsOfACube) {
  const Mesh mesh = cube().solid();
  EXPECT_EQ(location(mesh, {0, 0, 0}), kInside);
  EXPECT_EQ(location(mesh, {0.3, 0.2, 0.1}), kInside);
  EXPECT_EQ(location(mesh, {2, 0, 0}), kOutside);
  EXPECT_EQ(location(mesh, {0, 0, -1.5}), kOutside);
  EXPECT_EQ(winding_number(mesh, kRest, {0, 0, 0}), 1);
  EXPECT_EQ(winding_number(mesh, kRest, {3, 0, 0}), 0);
  EXPECT_TRUE(surely_inside(mesh, {0.1, 0.2, 0.3}, 0.6));
  EXPECT_FALSE(surely_inside(mesh, {0.1, 0.2, 0.3}, 0.7));
  EXPECT_FALSE(surely_inside(mesh, {2, 0.2, 0.3}, 0.1));
}

// A plate, whose upper face the rays go to: what is below and beside the point counts as well.
TEST(MeshPoint, IsSureOnlyOfCubesClearOfEveryFace) {
  const Mesh mesh = block({-10, -10, -1}, {10, 10, 1}).solid();
  for (const Vec3 p :
       {Vec3{0.125, 0.25, -0.5}, Vec3{-9.5, 0.25, 0.125}, Vec3{0.125, -9.5, 0.25}, Vec3{0.125, 9.5, 0.25}}) {
    EXPECT_TRUE(surely_inside(mesh, p, 0.4375));
    EXPECT_FALSE(surely_inside(mesh, p, 0.5));
    EXPECT_FALSE(surely_inside(mesh, p, 0.625));
  }
}

TEST(MeshPoint, LocatesPointsOfAnAngle) {
  const Mesh mesh = angle().solid();
  EXPECT_EQ(location(mesh, {0.5, 0.5, 0.5}), kInside);
  EXPECT_EQ(location(mesh, {1.5, 0.5, 0.5}), kInside);
  EXPECT_EQ(location(mesh, {0.5, 1.5, 0.5}), kInside);
  EXPECT_EQ(location(mesh, {1.5, 1.5, 0.5}), kOutside);  // in the notch
  EXPECT_EQ(location(mesh, {1, 1, 0.5}), kOn);           // on its edge
  EXPECT_EQ(location(mesh, {1, 1.5, 0.5}), kOn);
  EXPECT_EQ(location(mesh, {std::nextafter(1, 0), 1.5, 0.5}), kInside);
  EXPECT_EQ(location(mesh, {std::nextafter(1, 2), 1.5, 0.5}), kOutside);
}

TEST(MeshPoint, KnowsCavitiesAndIslandsInThem) {
  Soup shell = cube(3);
  shell.add(cube(2), {}, true);
  shell.add(cube(1));
  const Mesh mesh = shell.solid();
  EXPECT_EQ(location(mesh, {0, 0, 0}), kInside);
  EXPECT_EQ(location(mesh, {1, 0, 0}), kOn);
  EXPECT_EQ(location(mesh, {1.5, 0, 0}), kOutside);
  EXPECT_EQ(location(mesh, {2, 0.1, 0}), kOn);
  EXPECT_EQ(location(mesh, {2.5, 0, 0}), kInside);
  EXPECT_EQ(location(mesh, {3.5, 0, 0}), kOutside);
  EXPECT_TRUE(surely_inside(mesh, {2.5, 0.1, 0.2}, 0.4));
  EXPECT_FALSE(surely_inside(mesh, {2.5, 0.1, 0.2}, 0.51));
  EXPECT_FALSE(surely_inside(mesh, {1.5, 0.1, 0.2}, 0.01));
}

TEST(MeshPoint, CountsOverlappingAndInvertedPieces) {
  Soup soup = cube(2);
  soup.add(cube(2), {2.5, 0.25, 0.125});
  soup.add(cube(0.5), {10, 0, 0}, true);
  const Mesh mesh = soup.solid();
  EXPECT_EQ(winding_number(mesh, kRest, {1, 0, 0}), 2);
  EXPECT_EQ(winding_number(mesh, kRest, {-1, 0, 0}), 1);
  EXPECT_EQ(winding_number(mesh, kRest, {10.1, 0.1, 0.2}), -1);
  EXPECT_EQ(location(mesh, {1, 0, 0}), kInside);
  EXPECT_EQ(location(mesh, {10.1, 0.1, 0.2}), kInside);  // winding number −1 is not 0
  EXPECT_EQ(location(mesh, {2, 0, 0}), kOn);             // inside by count, but on a triangle
  EXPECT_EQ(location(mesh, {7, 0, 0}), kOutside);
}

// In front of a triangle, where the plane of others may pass through its middle.
TEST(MeshPoint, CountsWindingsInFrontOfTriangles) {
  Soup soup;
  soup.add(cube(2), {});
  soup.add(cube(1), {});
  soup.add(cube(0.5), {}, true);
  soup.add(cube(0.25), {10, 0.25, 0.5}, true);
  const Mesh mesh = soup.solid();
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    const int expected[] = {0, 1, 1, -1};
    EXPECT_EQ(winding_in_front(mesh, t), expected[mesh.id(t) / 12]) << mesh.id(t);
  }
}

TEST(MeshPoint, KnowsSurfacesOnlyByTheirPoints) {
  const Mesh mesh = cube().surface();
  EXPECT_EQ(location(mesh, {0, 0, 0}), kOutside);
  EXPECT_EQ(location(mesh, {1, 0.5, 0.25}), kOn);
  EXPECT_EQ(location(mesh, {std::nextafter(1, 0), 0.5, 0.25}), kOutside);
  EXPECT_FALSE(surely_inside(mesh, {0, 0, 0}, 0.1));
  EXPECT_GT(signed_distance(mesh, kRest, {0, 0, 0}).lower, 0);
  // Triangles without an area are segments and points.
  const std::vector<Vec3> vertices = {{0, 0, 0}, {2, 2, 2}, {5, 5, 6}};
  const std::vector<MeshTriangle> triangles = {{0, 1, 0}, {2, 2, 2}};
  const Mesh flat = make_mesh(vertices, triangles).value();
  EXPECT_EQ(location(flat, {1.5, 1.5, 1.5}), kOn);
  EXPECT_EQ(location(flat, {5, 5, 6}), kOn);
  EXPECT_EQ(location(flat, {1.5, 1.5, std::nextafter(1.5, 2)}), kOutside);
  EXPECT_EQ(location(flat, {3, 3, 3}), kOutside);
}

TEST(MeshPoint, MeasuresDistancesToACube) {
  const Mesh mesh = cube().solid();
  const auto expect = [&](Vec3 p, double distance, Vec3 nearest) {
    const PointDistance d = signed_distance(mesh, kRest, p);
    EXPECT_LE(d.lower, distance);
    EXPECT_GE(d.upper, distance);
    EXPECT_LE(d.upper - d.lower, 1e-10 * std::fabs(distance));
    EXPECT_LE(norm(d.nearest - nearest), 1e-14);
  };
  expect({3, 0.25, 0.5}, 2, {1, 0.25, 0.5});                  // to a face
  expect({4, 5, 0.5}, 5, {1, 1, 0.5});                        // to an edge
  expect({2, 3, -3}, 3, {1, 1, -1});                          // to a vertex
  expect({0.75, 0.25, 0.5}, -0.25, {1, 0.25, 0.5});           // inside
  expect({1 + 0x1p-52, 0.25, 0.5}, 0x1p-52, {1, 0.25, 0.5});  // the next double
  expect({1 - 0x1p-53, 0.25, 0.125}, -0x1p-53, {1, 0.25, 0.125});
  const PointDistance on = signed_distance(mesh, kRest, {1, 0.3, 0.1});
  EXPECT_EQ(on.location, kOn);
  EXPECT_EQ(on.lower, 0);
  EXPECT_EQ(on.upper, 0);
}

// --- Degenerate: on faces, edges, vertices, and the doubles beside them.

TEST(MeshPoint, TellsTheSurfaceFromTheDoublesBesideIt) {
  const Mesh mesh = cube().solid();
  for (const double y : {-1.0, -0.5, 0.0, 0.3, 1.0})
    for (const double z : {-1.0, 0.0, 0.7, 1.0}) {
      const Vec3 p{1, y, z};
      EXPECT_EQ(location(mesh, p), kOn);
      EXPECT_EQ(location(mesh, {std::nextafter(1, 2), y, z}), kOutside);
      const bool inner = std::fabs(y) < 1 && std::fabs(z) < 1;
      EXPECT_EQ(location(mesh, {std::nextafter(1, 0), y, z}), inner ? kInside : kOn);
      EXPECT_EQ(location(mesh, {z, 1, y}), kOn);
      EXPECT_EQ(location(mesh, {y, z, -1}), kOn);
    }
}

// From the middle and from all grid points inside, rays run through edges and vertices in every way there is.
TEST(MeshPoint, IsNotMisledByRaysThroughEdgesAndVertices) {
  // A double pyramid over a square, whose vertices are on the axes.
  Soup octahedron;
  octahedron.vertices = {{3, 0, 0}, {0, 3, 0}, {-3, 0, 0}, {0, -3, 0}, {0, 0, 3}, {0, 0, -3}};
  for (std::uint32_t i = 0; i < 4; ++i) {
    octahedron.triangles.push_back({i, (i + 1) % 4, 4});
    octahedron.triangles.push_back({(i + 1) % 4, i, 5});
  }
  const Mesh mesh = octahedron.solid();
  for (int x = -4; x <= 4; ++x)
    for (int y = -4; y <= 4; ++y)
      for (int z = -4; z <= 4; ++z) {
        const int size = std::abs(x) + std::abs(y) + std::abs(z);
        const Vec3 p{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
        ASSERT_EQ(location(mesh, p), size < 3 ? kInside : size == 3 ? kOn : kOutside) << x << ' ' << y << ' ' << z;
      }
}

// --- Poses: the same place given in every way.

TEST(MeshPoint, LocatesUnderPosesExactly) {
  const Mesh mesh = angle().solid();
  Random random(21);
  const Vec3 points[] = {{0.5, 0.5, 0.5}, {1, 1, 0.5}, {1.5, 1.5, 0.5}, {0, 0, 0}, {1, 2, 1}, {0.25, 0, 0.125}};
  for (int trial = 0; trial < 100; ++trial) {
    const Quat q = random_quaternion(random);
    const Vec3 t = random_vector(random, 50);
    const Pose pose = rotation(q, t), doubled = rotation({-2 * q.w, -2 * q.x, -2 * q.y, -2 * q.z}, t);
    for (const Vec3 p : points) {
      // A vertex under the mesh's own motion is where it is, whatever the motion.
      ASSERT_EQ(locate(mesh, pose, p, doubled), location(mesh, p));
      const ExactPose exact_pose(pose);
      ASSERT_EQ(locate(mesh, pose, exact_pose.numerator(p), exact_pose.denominator()), location(mesh, p));
      if (location(mesh, p) != kOn) {
        ASSERT_EQ(locate(mesh, pose, apply(pose, p)), location(mesh, p));
      }
    }
  }
}

TEST(MeshPoint, LocatesUnderMatrixPosesExactly) {
  const Mesh mesh = angle().solid();
  // A matrix that is a rotation to 1e-5 only: it stretches, and the vertex stays a vertex.
  const Mat3 matrix = {{{0.6, -0.8, 1e-5}, {0.8, 0.60001, 0}, {0, 0, 1}}};
  const Pose pose = Pose::from_matrix(matrix, {1, 2, 3}).value();
  const Vec3 points[] = {{0.5, 0.5, 0.5}, {1, 1, 0.5}, {1.5, 1.5, 0.5}, {0, 0, 0}, {1, 2, 1}, {0.25, 0, 0.125}};
  for (const Vec3 p : points) {
    const ExactPose exact_pose(pose);
    EXPECT_EQ(locate(mesh, pose, exact_pose.numerator(p), exact_pose.denominator()), location(mesh, p));
    EXPECT_EQ(locate(mesh, pose, p, Pose::from_matrix(matrix, {1, 2, 3}).value()), location(mesh, p));
    if (location(mesh, p) != kOn) {
      EXPECT_EQ(locate(mesh, pose, apply(pose, p)), location(mesh, p));
    }
  }
  // (2, 0, 0) is at (2.2, 3.6, 3) and its face x = 2 has the normal (0.8, …): measured against all triangles.
  const PointDistance d = signed_distance(mesh, pose, {3, 4.25, 3.5});
  double least = kInfinite;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    const MeshTriangle& c = mesh.triangle(t);
    const Distance one =
        distance(hull({mesh.vertex(c[0]), mesh.vertex(c[1]), mesh.vertex(c[2])}), pose, point({3, 4.25, 3.5}), kRest);
    least = std::min(least, one.upper);
  }
  EXPECT_NEAR(d.upper, least, 1e-9 * least);
  EXPECT_LE(d.upper - d.lower, 1e-9 * d.upper);
}

// --- Against brute force.

// The winding number along a random direction, over all triangles, in exact numbers: nothing where the line meets an
// edge.
std::optional<int> oracle_winding(const Mesh& mesh, const DyadicVec& numerator, const Dyadic& denominator,
                                  Random& random) {
  const DyadicVec d = exact(random_vector(random));
  int number = 0;
  for (const MeshTriangle& triangle : mesh.triangles()) {
    DyadicVec w[3];
    for (std::size_t i = 0; i < 3; ++i) w[i] = denominator * exact(mesh.vertex(triangle[i])) - numerator;
    const auto det = [](const DyadicVec& a, const DyadicVec& b, const DyadicVec& c) {
      return dot(cross(a, b), c).sign();
    };
    // A triangle whose plane holds the point, which is not on it, is met by no ray that leaves the plane.
    const int behind = det(w[0], w[1], w[2]);
    if (behind == 0) continue;
    const int s0 = det(d, w[0], w[1]), s1 = det(d, w[1], w[2]), s2 = det(d, w[2], w[0]);
    if (s0 == 0 || s1 == 0 || s2 == 0) return std::nullopt;
    if (s0 == s1 && s1 == s2 && behind == s0) number += s0;
  }
  return number;
}

bool oracle_on(const Mesh& mesh, Vec3 p) {
  for (const MeshTriangle& t : mesh.triangles())
    if (triangle_relation_exact({{p, p, p}, kRest}, {{mesh.vertex(t[0]), mesh.vertex(t[1]), mesh.vertex(t[2])},
                                                     kRest}) != TriangleRelation::Apart)
      return true;
  return false;
}

// A closed surface of the kind of a sphere (an octahedron, its faces divided) or a ring, every vertex somewhere on a
// coarse grid: it runs through itself everywhere. Nothing when vertices fall together and it is no solid.
std::optional<Mesh> random_tangle(Random& random, double size) {
  constexpr std::uint32_t n = 5, m = 4;  // a ring of n × m squares
  Soup soup;
  for (std::uint32_t i = 0; i < n * m; ++i) {
    const Vec3 v = random_vector(random, size);
    soup.vertices.push_back({std::round(v.x), std::round(v.y), std::round(v.z)});
  }
  const auto at = [&](std::uint32_t i, std::uint32_t j) { return (i % n) * m + j % m; };
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < m; ++j) {
      soup.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      soup.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  for (const bool flip : {false, true}) {
    auto made = make_mesh(soup.vertices, soup.triangles, {MeshKind::Solid, flip, 1});
    if (made.ok()) return made.value();
  }
  return std::nullopt;
}

TEST(MeshPoint, AgreesWithBruteForceOnTangles) {
  Random random(31);
  int counts[4] = {}, windings = 0;  // by PointLocation
  for (int trial = 0; trial < 60; ++trial) {
    const std::optional<Mesh> mesh = random_tangle(random, 6);
    if (!mesh) continue;
    for (int k = 0; k < 25; ++k) {
      Vec3 p = random_vector(random, 5);
      if (k % 5 < 3) p = {std::round(p.x), std::round(p.y), std::round(p.z)};
      if (k % 5 == 1) p.x = std::nextafter(p.x, kInfinite);
      if (k % 5 == 2) p = mesh->vertex(static_cast<std::uint32_t>(random.below(mesh->vertex_count())));
      const PointLocation found = location(*mesh, p);
      ++counts[static_cast<int>(found)];
      if (oracle_on(*mesh, p)) {
        ASSERT_EQ(found, kOn);
        ASSERT_FALSE(surely_inside(*mesh, p, 0));
        continue;
      }
      std::optional<int> number;
      for (int attempt = 0; attempt < 10 && !number; ++attempt) number = oracle_winding(*mesh, exact(p), 1.0, random);
      ASSERT_TRUE(number);
      ASSERT_EQ(winding_number(*mesh, kRest, p), *number);
      ASSERT_EQ(found, *number != 0 ? kInside : kOutside);
      windings += std::abs(*number) > 1;
      // Under a pose, and by the vertex of another body.
      const Quat q = random_quaternion(random);
      const Pose pose = rotation(q, p), doubled = rotation({2 * q.w, 2 * q.x, 2 * q.y, 2 * q.z}, p);
      ASSERT_EQ(locate(*mesh, pose, p, doubled), found);
      // What is sure holds for the corners of the cube.
      const double error = std::ldexp(1.0, -static_cast<int>(random.below(6)));
      if (surely_inside(*mesh, p, error))
        for (int corner = 0; corner < 8; ++corner) {
          const auto side = [&](int bit) { return (corner >> bit & 1) != 0 ? error : -error; };
          ASSERT_EQ(location(*mesh, p + Vec3{side(0), side(1), side(2)}), kInside);
        }
    }
  }
  for (const int count : {counts[1], counts[2], counts[3]}) EXPECT_GT(count, 100);
  EXPECT_GT(windings, 20);
}

TEST(MeshPoint, SettlesInnerPointsWithoutExactNumbers) {
  Random random(32);
  std::vector<Vec3> points(400);
  for (Vec3& p : points) p = random_unit(random);
  const Mesh mesh = mesh_of(hull(points));
  int sure = 0;
  for (int k = 0; k < 1000; ++k) sure += surely_inside(mesh, 0.8 * random.unit() * random_unit(random), 1e-12);
  EXPECT_EQ(sure, 1000);
}

TEST(MeshPoint, BracketsDistancesAsBruteForceDoes) {
  Random random(33);
  for (int trial = 0; trial < 30; ++trial) {
    const std::optional<Mesh> mesh = random_tangle(random, 6);
    if (!mesh) continue;
    const Pose pose = random_pose(random, random_vector(random, 10));
    for (int k = 0; k < 12; ++k) {
      // On the grid, anywhere, and so near to a triangle that the rounding of its place matters.
      Vec3 local = random_vector(random, 8);
      if (k % 3 == 0) local = {std::round(local.x), std::round(local.y), std::round(local.z)};
      if (k % 3 == 1) {
        const MeshTriangle& t = mesh->triangle(static_cast<std::uint32_t>(random.below(mesh->triangle_count())));
        const double u = 0.5 * random.unit(), v = 0.5 * random.unit();
        local = (1 - u - v) * mesh->vertex(t[0]) + u * mesh->vertex(t[1]) + v * mesh->vertex(t[2]) +
                (k % 2 == 0 ? 4e-3 : 1e-4) * random_vector(random);
      }
      const Vec3 p = apply(pose, local);
      const PointDistance found = signed_distance(*mesh, pose, p);
      ASSERT_EQ(found.location, locate(*mesh, pose, p));
      const double lower = found.location == kInside ? -found.upper : found.lower;
      const double upper = found.location == kInside ? -found.lower : found.upper;
      ASSERT_LE(lower, upper);
      ASSERT_LE(upper - lower, 1e-9 * upper);
      ASSERT_EQ(found.location == kOn, upper == 0);
      // Both ends, to the last bit, by the exact comparison of convex bodies.
      bool reached = false;
      for (const MeshTriangle& t : mesh->triangles()) {
        const Polytope triangle = hull({mesh->vertex(t[0]), mesh->vertex(t[1]), mesh->vertex(t[2])});
        ASSERT_GE(compare_distance(triangle, pose, point(p), kRest, lower), 0);
        reached = reached || compare_distance(triangle, pose, point(p), kRest, upper) <= 0;
      }
      ASSERT_TRUE(reached);
      ASSERT_LE(norm(found.nearest - p), upper + 1e-12);
      ASSERT_GE(norm(found.nearest - p), lower - 1e-12);
    }
  }
}

// Far out of the range of squares exact numbers measure everything; a power of two changes nothing but the exponents.
TEST(MeshPoint, ScalesWithPowersOfTwo) {
  Random random(34);
  for (int trial = 0; trial < 12; ++trial) {
    const std::optional<Mesh> mesh = random_tangle(random, 6);
    if (!mesh) continue;
    const double scale = trial % 2 == 0 ? 0x1p600 : 0x1p-600;
    Soup scaled{{mesh->vertices().begin(), mesh->vertices().end()}, mesh->triangles_as_given()};
    for (Vec3& v : scaled.vertices) v = scale * v;
    const Mesh other = scaled.solid();
    for (int k = 0; k < 8; ++k) {
      const Vec3 p = random_vector(random, 9);
      const PointDistance d = signed_distance(*mesh, kRest, p), same = signed_distance(other, kRest, scale * p);
      ASSERT_EQ(d.location, same.location);
      ASSERT_LE(same.lower, scale * d.upper);
      ASSERT_GE(same.upper, scale * d.lower);
      ASSERT_LE(same.upper - same.lower, scale * 1e-9);
    }
  }
}

TEST(MeshPoint, KeepsItsAnswersAtTheEndsOfTheRange) {
  for (const double size : {1e300, 1e150, 1e-150, 1e-300}) {
    const Mesh mesh = cube(size).solid();
    EXPECT_EQ(location(mesh, {0.5 * size, 0.25 * size, 0.125 * size}), kInside) << size;
    EXPECT_EQ(location(mesh, {size, 0.25 * size, 0.125 * size}), kOn) << size;
    EXPECT_EQ(location(mesh, {size, 2 * size, 0}), kOutside) << size;
    const PointDistance d = signed_distance(mesh, kRest, {0.5 * size, 0, 0});
    EXPECT_LE(d.lower, -0.5 * size) << size;
    EXPECT_GE(d.upper, -0.5 * size) << size;
    EXPECT_LE(d.upper - d.lower, 1e-9 * size) << size;
  }
}

}  // namespace
}  // namespace clearance::detail
