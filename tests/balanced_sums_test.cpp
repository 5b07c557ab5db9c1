// Closed meshes of any orientation at random: sums of blocks of a grid, whose statuses are known by counting, against
// each other; the same bodies with all triangles turned around; and the parts of robots.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/mesh/point.h>
#include <clearance/query/half_space.h>
#include <clearance/query/query.h>
#include <clearance/solid/mesh_cover.h>
#include <tests/balanced.h>
#include <tests/judge.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

using namespace solids;

// ---- Sums against sums ----

// Random blocks of a grid with random weights; their diagonals are at random, too, so that what cancels does so piece
// by piece. Some enclose nothing.
struct Sum {
  static constexpr int kSize = 4;
  Soup soup;
  int weight[kSize][kSize][kSize] = {};
  std::set<Cell> corners;  // of all that belongs to it: cells, and sides of blocks

  void add(const Cell& low, const Cell& high, int times, Random& random) {
    for (int k = 0; k < std::abs(times); ++k) {
      Soup one = box_soup(at(low), at(high));
      for (std::size_t t = 0; t < 12; t += 2)
        if (random.below(2) == 0) {  // a, b, c and a, c, d become a, b, d and b, c, d
          const MeshTriangle first = one.triangles[t], second = one.triangles[t + 1];
          one.triangles[t] = {first[0], first[1], second[2]};
          one.triangles[t + 1] = {first[1], first[2], second[2]};
        }
      soup.append(times > 0 ? one : turned(one));
    }
    for (int x = low[0]; x < high[0]; ++x)
      for (int y = low[1]; y < high[1]; ++y)
        for (int z = low[2]; z < high[2]; ++z) weight[x][y][z] += times;
    for (int x = low[0]; x <= high[0]; ++x)
      for (int y = low[1]; y <= high[1]; ++y)
        for (int z = low[2]; z <= high[2]; ++z)
          if (x == low[0] || x == high[0] || y == low[1] || y == high[1] || z == low[2] || z == high[2])
            corners.insert({x, y, z});
  }
  void finish() {
    for_cells([&](int x, int y, int z) {
      for (int k = 0; weight[x][y][z] != 0 && k < 8; ++k) corners.insert({x + (k & 1), y + (k >> 1 & 1), z + (k >> 2)});
    });
  }
  template <class Visit>
  static void for_cells(const Visit& visit) {
    for (int x = 0; x < kSize; ++x)
      for (int y = 0; y < kSize; ++y)
        for (int z = 0; z < kSize; ++z) visit(x, y, z);
  }
  bool encloses() const {
    bool any = false;
    for_cells([&](int x, int y, int z) { any = any || weight[x][y][z] != 0; });
    return any;
  }
  static Vec3 at(const Cell& c) { return {double(c[0]), double(c[1]), double(c[2])}; }
};

Sum random_sum(std::size_t most, Random& random) {
  Sum sum;
  const std::size_t count = 1 + random.below(most);
  for (std::size_t k = 0; k < count; ++k) {
    Cell low{}, high{};
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = static_cast<int>(random.below(Sum::kSize));
      high[i] = low[i] + 1 + static_cast<int>(random.below(static_cast<std::size_t>(Sum::kSize - low[i])));
    }
    const int weights[] = {1, 1, -1, -1, 2};
    const int weight = weights[random.below(5)];
    sum.add(low, high, weight, random);
    if (random.below(3) == 0) sum.add(low, high, -weight, random);
  }
  sum.finish();
  return sum;
}

// The second one moved by a whole number of cells.
Status truth(const Sum& a, const Sum& b, const Cell& by) {
  bool penetrates = false;
  Sum::for_cells([&](int x, int y, int z) {
    const int u = x - by[0], v = y - by[1], w = z - by[2];
    const auto fits = [](int k) { return k >= 0 && k < Sum::kSize; };
    if (fits(u) && fits(v) && fits(w)) penetrates = penetrates || (a.weight[x][y][z] != 0 && b.weight[u][v][w] != 0);
  });
  const bool are_solids = a.encloses() && b.encloses();
  if (penetrates) return Status::Penetrating;
  bool meet = false;
  for (const Cell& c : b.corners) meet = meet || a.corners.contains({c[0] + by[0], c[1] + by[1], c[2] + by[2]});
  return !meet ? Status::Separated : are_solids ? Status::Touching : Status::Intersecting;
}

void expect_answers(const Asked& a, const Asked& b, Status status) {
  const Intersection found = intersects(a.mesh, a.pose, b.mesh, b.pose);
  ASSERT_STREQ(to_string(found.status), to_string(status));
  ASSERT_EQ(intersects(b.mesh, b.pose, a.mesh, a.pose).status, status);
  const Distance away = distance(a.mesh, a.pose, b.mesh, b.pose);
  ASSERT_EQ(away.status, status);
  if (status != Status::Separated) return expect_proved(claim_of(found), a.body(), b.body());
  Claim claim = claim_of(static_cast<const Distance&>(away));
  claim.cover = separation_cover(a.mesh, a.pose, b.mesh, b.pose, away.lower);
  ASSERT_TRUE(claim.cover.has_value());
  expect_proved(claim, a.body(), b.body());
}

// A block on its own is a hull, too.
void expect_answer_of_hull(const Soup& block, const Asked& b, Status status) {
  const Rounded hull(convex_hull(block.vertices).value());
  const Hull points(hull);
  const Intersection found = intersects(hull, b.pose, b.mesh, b.pose);
  ASSERT_STREQ(to_string(found.status), to_string(status));
  if (status != Status::Separated) expect_proved(claim_of(found), points.body(b.pose), b.body());
}

TEST(BalancedSums, SumsOfBlocksAsCountingSays) {
  Random random(29);
  std::map<Status, int> seen;
  for (int round = 0; round < (test::full_level() ? 1000 : 100); ++round) {
    SCOPED_TRACE(round);
    const Sum sum_a = random_sum(4, random), sum_b = random_sum(4, random), block = random_sum(1, random);
    const auto step = [&] { return static_cast<int>(random.below(7)) - 3; };
    const Cell by{step(), step(), step()};
    Soup moved_b = sum_b.soup;
    moved_b.move(Sum::at(by));
    const Pose pose = round % 2 == 0 ? Pose() : slanted();
    const Asked a(sum_a.soup, pose, MeshKind::Automatic), b(moved_b, pose, MeshKind::Automatic);
    ASSERT_EQ(a.mesh.is_solid(), sum_a.encloses());
    ASSERT_EQ(b.mesh.is_solid(), sum_b.encloses());
    PosedBody claimed = a.body();
    claimed.kind = PosedBody::Kind::Solid;
    ASSERT_EQ(check_body(claimed, "a").holds, sum_a.encloses());
    const Status status = truth(sum_a, sum_b, by);
    ++seen[status];
    expect_answers(a, b, status);
    if (block.encloses()) expect_answer_of_hull(block.soup, b, truth(block, sum_b, by));
    if (HasFatalFailure()) return;
  }
  for (const Status status : {Status::Separated, Status::Touching, Status::Penetrating, Status::Intersecting})
    EXPECT_GT(seen[status], 5) << to_string(status);
}

// ---- Turning all triangles around ----

Soup star(Random& random) {
  const Polytope hull = test_polytope(TestShape::Ellipsoid, 24, random.below(1000));
  Soup soup;
  for (int v = 0; v < hull.vertex_count(); ++v) soup.add(random.uniform(0.4, 1) * hull.vertex(v));
  soup.triangles = mesh_of(hull).triangles_as_given();
  return soup;
}

Soup any_body(bool on_grid, Random& random) {
  if (!on_grid && random.below(2) == 0) return star(random);
  Soup soup = cell_soup(random_cells(1 + static_cast<int>(random.below(6)), random), random);
  for (Vec3& v : soup.vertices) v = 0.5 * v;
  return soup;
}

TEST(BalancedSums, ReversingChangesNoAnswer) {
  Random random(23);
  bool on_grid = false;  // then many touch
  const auto quaternion = [&] {
    if (on_grid) return Quat{1, 0, 0, 0};
    return Quat{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  };
  const auto step = [&] { return on_grid ? 0.5 * static_cast<double>(random.below(9)) - 2 : random.uniform(-2, 2); };
  int seen[3] = {};
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    on_grid = round % 2 == 0;
    const Soup soup_a = any_body(on_grid, random), soup_b = any_body(on_grid, random);
    const Pose pose_a = rotation(quaternion()), pose_b = rotation(quaternion(), {step(), step(), step()});
    const Asked a(soup_a, pose_a), b(soup_b, pose_b), not_a(turned(soup_a), pose_a), not_b(turned(soup_b), pose_b);
    const Distance expected = distance(a.mesh, pose_a, b.mesh, pose_b);
    const Penetration depth = penetration(a.mesh, pose_a, b.mesh, pose_b, {.effort = 4});
    const Rounded hull = rounded(test_polytope(TestShape::Plate, 12, random.below(100)), round % 2 == 0 ? 0 : 0.25);
    const Status of_hull = intersects(hull, pose_a, b.mesh, pose_b).status;
    ++seen[expected.status == Status::Separated ? 0 : expected.status == Status::Touching ? 1 : 2];
    for (const Asked* p : {&a, &not_a})
      for (const Asked* q : {&b, &not_b}) {
        if (p == &a && q == &b) continue;
        const Intersection met = intersects(p->mesh, pose_a, q->mesh, pose_b);
        ASSERT_EQ(met.status, expected.status);
        if (met.status != Status::Separated) expect_proved(claim_of(met), p->body(), q->body());
        const Distance found = distance(p->mesh, pose_a, q->mesh, pose_b);
        ASSERT_EQ(found.status, expected.status);
        EXPECT_NEAR(found.lower, expected.lower, 1e-9);
        EXPECT_NEAR(found.upper, expected.upper, 1e-9);
        const Penetration deep = penetration(p->mesh, pose_a, q->mesh, pose_b, {.effort = 4});
        ASSERT_EQ(deep.status, depth.status);
        EXPECT_LE(deep.lower, depth.upper);
        EXPECT_LE(depth.lower, deep.upper);
        EXPECT_NEAR(deep.upper, depth.upper, 0.05 * depth.upper);
      }
    EXPECT_EQ(intersects(hull, pose_a, not_b.mesh, pose_b).status, of_hull);
    const Vec3 point{step(), step(), step()};
    EXPECT_EQ(locate(a.mesh, pose_a, point), locate(not_a.mesh, pose_a, point));
    EXPECT_EQ(winding_number(a.mesh, pose_a, point), -winding_number(not_a.mesh, pose_a, point));
    const auto hit = cast_ray(a.mesh, pose_a, point, {}), reversed = cast_ray(not_a.mesh, pose_a, point, {});
    ASSERT_EQ(hit.has_value(), reversed.has_value());
    EXPECT_TRUE(!hit || !reversed || std::fabs(hit->upper - reversed->upper) < 1e-12);
    const HalfSpace space = half_space({0, 1, 0}, step());
    EXPECT_EQ(intersects(space, {}, a.mesh, pose_a).status, intersects(space, {}, not_a.mesh, pose_a).status);
  }
  for (const int count : seen) EXPECT_GT(count, 5);
}

// ---- Robots ----

namespace fs = std::filesystem;

// The deepest of many points tried.
PointDistance deep_point(const Mesh& mesh, Vec3& at) {
  Random random(1);
  const Vec3 low = mesh.box_low(), high = mesh.box_high();
  PointDistance best;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 p{random.uniform(low.x, high.x), random.uniform(low.y, high.y), random.uniform(low.z, high.z)};
    if (const PointDistance here = signed_distance(mesh, {}, p); here.upper < best.upper) best = here, at = p;
  }
  return best;
}

// Parts whose surfaces touch themselves along edges, or are inside out: what is inside them was called free.
TEST(BalancedSums, RobotPartsHoldWhatIsInside) {
  const char* set = std::getenv("CLEARANCE_SHARED");
  const fs::path folder = fs::path(set ? set : CLEARANCE_SHARED_DEFAULT) / "data" / "example-robot-data";
  if (!fs::exists(folder)) GTEST_SKIP() << "no shared data";
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::string ending = entry.path().extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (entry.is_regular_file() && ending == ".stl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  int solids = 0, were_surfaces = 0;
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    const Result<MeshData> data = read_mesh(file.string());
    ASSERT_TRUE(data) << data.error().text();
    const MeshFacts facts = mesh_facts(data->vertices, data->triangles);
    solids += facts.is_solid();
    if (!facts.is_solid() || (facts.nonmanifold_edges == 0 && facts.volume_sign > 0)) continue;
    ++were_surfaces;
    const Asked a({data->vertices, data->triangles}, {});
    Vec3 at;
    const PointDistance deep = deep_point(a.mesh, at);
    ASSERT_EQ(deep.location, PointLocation::Inside);
    const double half = -0.25 * deep.upper;
    const Vec3 sides{half, half, half};
    const Rounded small(box(2 * sides));
    const Hull points(small);
    const Intersection as_hull = intersects(small, translation(at), a.mesh, {});
    EXPECT_EQ(as_hull.status, Status::Penetrating);
    expect_proved(claim_of(as_hull), points.body(translation(at)), a.body());
    const Asked b(box_soup(at - sides, at + sides), {});
    const Intersection as_mesh = intersects(a.mesh, {}, b.mesh, {});
    EXPECT_EQ(as_mesh.status, Status::Penetrating);
    expect_proved(claim_of(as_mesh), a.body(), b.body());
  }
  std::printf("%zu parts, %d solids, %d of them not manifold or not outward\n", files.size(), solids, were_surfaces);
  EXPECT_GE(were_surfaces, 10);
}

}  // namespace
}  // namespace clearance
