// Closed meshes that are no manifolds, or not turned outward, are the solids they bound all the same (CONTRACT §1):
// boxes that share edges and corners, inside out, within each other, there twice. Each is a sum of boxes with integer
// weights, so that winding numbers, statuses and distances are known by counting; every answer with a certificate is
// checked.
#include <clearance/build/convex_hull.h>
#include <clearance/build/decompose.h>
#include <clearance/build/primitives.h>
#include <clearance/build/saved_mesh.h>
#include <clearance/mesh/point.h>
#include <clearance/query/query.h>
#include <clearance/solid/mesh_cover.h>
#include <tests/balanced.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

using namespace solids;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// ---- Sums of boxes, and what counting says of them ----

// Coordinates are whole numbers from 0 to 8; weight −1 is inside out, 2 is there twice.
struct Block {
  std::array<int, 3> low, high;
  int weight = 1;
};
struct Case {
  std::string name;
  std::vector<Block> blocks;

  Soup soup() const {
    Soup all;
    for (const Block& b : blocks) {
      const Vec3 low{double(b.low[0]), double(b.low[1]), double(b.low[2])};
      const Vec3 high{double(b.high[0]), double(b.high[1]), double(b.high[2])};
      const Soup one = box_soup(low, high);
      for (int k = 0; k < std::abs(b.weight); ++k) all.append(b.weight > 0 ? one : turned(one));
    }
    return all;
  }
  // Of a point on no block's boundary.
  int winding(Vec3 p) const {
    int sum = 0;
    for (const Block& b : blocks) {
      bool holds = true;
      for (std::size_t k = 0; k < 3; ++k) {
        const double x = p[static_cast<int>(k)];
        holds = holds && x > b.low[k] && x < b.high[k];
      }
      sum += holds ? b.weight : 0;
    }
    return sum;
  }
};

std::vector<Case> cases() {
  return {{"cube", {{{2, 2, 2}, {6, 6, 6}}}},
          {"inside-out cube", {{{2, 2, 2}, {6, 6, 6}, -1}}},
          {"cubes on one edge", {{{0, 0, 2}, {4, 4, 6}}, {{4, 4, 2}, {8, 8, 6}}}},
          {"inside-out cubes on one edge", {{{0, 0, 2}, {4, 4, 6}, -1}, {{4, 4, 2}, {8, 8, 6}, -1}}},
          {"cubes on one edge, turned differently", {{{0, 0, 2}, {4, 4, 6}}, {{4, 4, 2}, {8, 8, 6}, -1}}},
          {"six triangles on an edge", {{{0, 0, 2}, {4, 4, 6}}, {{4, 4, 2}, {8, 8, 6}}, {{0, 4, 2}, {4, 8, 6}, -1}}},
          {"cubes on one corner", {{{0, 0, 0}, {4, 4, 4}}, {{4, 4, 4}, {8, 8, 8}}}},
          {"cubes face to face", {{{0, 2, 2}, {4, 6, 6}}, {{4, 2, 2}, {8, 6, 6}}}},
          {"cubes face to face, turned differently", {{{0, 2, 2}, {4, 6, 6}}, {{4, 2, 2}, {8, 6, 6}, -1}}},
          {"cubes apart, without volume", {{{0, 0, 0}, {2, 2, 2}}, {{5, 5, 5}, {7, 7, 7}, -1}}},
          {"twice", {{{2, 2, 2}, {6, 6, 6}, 2}}},
          {"hollow", {{{0, 0, 0}, {8, 8, 8}}, {{2, 2, 2}, {6, 6, 6}, -1}}},
          {"hollow, inside out", {{{0, 0, 0}, {8, 8, 8}, -1}, {{2, 2, 2}, {6, 6, 6}}}},
          {"a cavity in a cavity",
           {{{0, 0, 0}, {8, 8, 8}}, {{1, 1, 1}, {7, 7, 7}, -1}, {{2, 2, 2}, {6, 6, 6}}, {{3, 3, 3}, {5, 5, 5}, -1}}},
          {"a core turned like its cavity",
           {{{0, 0, 0}, {8, 8, 8}}, {{1, 1, 1}, {7, 7, 7}, -1}, {{2, 2, 2}, {6, 6, 6}, -1}}},
          {"a cavity that touches the outside", {{{0, 0, 0}, {8, 8, 8}}, {{0, 2, 2}, {4, 6, 6}, -1}}},
          {"through each other, turned differently", {{{0, 0, 0}, {5, 5, 5}}, {{3, 3, 3}, {8, 8, 8}, -1}}}};
}

struct Probe {
  Vec3 low, high;

  Vec3 middle() const { return 0.5 * (low + high); }
  Polytope hull() const { return box(high - low); }
  Pose place() const { return translation(middle()); }
};

// By cells of side 1/2: all coordinates are multiples of that.
bool shares_interior(const Case& body, const Probe& p) {
  for (double x = p.low.x + 0.25; x < p.high.x; x += 0.5)
    for (double y = p.low.y + 0.25; y < p.high.y; y += 0.5)
      for (double z = p.low.z + 0.25; z < p.high.z; z += 0.5)
        if (body.winding({x, y, z}) != 0) return true;
  return false;
}

// From a box to the boundary of another, 0 where it meets it.
double gap(const Probe& p, const Block& b) {
  double outside = 0, inside = kInfinity;
  for (std::size_t k = 0; k < 3; ++k) {
    const int axis = static_cast<int>(k);
    const double below = b.low[k] - p.high[axis], above = p.low[axis] - b.high[k];
    const double away = std::max({below, above, 0.0});
    outside += away * away;
    inside = std::min({inside, p.low[axis] - b.low[k], b.high[k] - p.high[axis]});
  }
  return inside > 0 ? inside : std::sqrt(outside);
}

double gap(const Probe& p, const Case& body) {
  double least = kInfinity;
  for (const Block& b : body.blocks) least = std::min(least, gap(p, b));
  return least;
}

Status truth(const Case& body, const Probe& p) {
  if (shares_interior(body, p)) return Status::Penetrating;
  return gap(p, body) == 0 ? Status::Touching : Status::Separated;
}

// ---- Asked of the queries ----

void expect_distance(double exact, const Distance& found) {
  EXPECT_LE(found.lower, exact);
  EXPECT_GE(found.upper, exact);
  EXPECT_LE(found.upper - found.lower, 1e-9 * exact + 1e-12);
}

void ask_mesh(const Case& body, const Probe& probe, const Asked& a) {
  const Status status = truth(body, probe);
  for (const bool is_turned : {false, true}) {
    SCOPED_TRACE(is_turned ? "probe inside out" : "probe as a mesh");
    const Soup soup = box_soup(probe.low, probe.high);
    const Asked b(is_turned ? turned(soup) : soup, a.pose);
    const Intersection found = intersects(a.mesh, a.pose, b.mesh, b.pose);
    ASSERT_STREQ(to_string(found.status), to_string(status));
    ASSERT_EQ(intersects(b.mesh, b.pose, a.mesh, a.pose).status, status);
    if (status != Status::Separated) expect_proved(claim_of(found), a.body(), b.body());
    const Distance distance_found = distance(a.mesh, a.pose, b.mesh, b.pose);
    ASSERT_EQ(distance_found.status, status);
    if (status != Status::Separated) continue;
    expect_distance(gap(probe, body), distance_found);
    Claim claim = claim_of(static_cast<const Distance&>(distance_found));
    claim.cover = separation_cover(a.mesh, a.pose, b.mesh, b.pose, distance_found.lower);
    ASSERT_TRUE(claim.cover.has_value());
    expect_proved(claim, a.body(), b.body());
  }
}

void ask_convex(const Case& body, const Probe& probe, const Asked& a) {
  const Status status = truth(body, probe);
  SCOPED_TRACE("probe as a hull");
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(
        {(i & 1 ? probe.high : probe.low).x, (i & 2 ? probe.high : probe.low).y, (i & 4 ? probe.high : probe.low).z});
  const Rounded hull(convex_hull(corners).value());
  const Hull points(hull);
  const Intersection found = intersects(hull, a.pose, a.mesh, a.pose);
  ASSERT_STREQ(to_string(found.status), to_string(status));
  if (status != Status::Separated) expect_proved(claim_of(found), points.body(a.pose), a.body());
  const Distance distance_found = distance(hull, a.pose, a.mesh, a.pose);
  ASSERT_EQ(distance_found.status, status);
  if (status != Status::Separated) return;
  expect_distance(gap(probe, body), distance_found);
  Claim claim = claim_of(static_cast<const Distance&>(distance_found));
  claim.cover = separation_cover(hull.core(), a.pose, a.mesh, a.pose, distance_found.lower);
  ASSERT_TRUE(claim.cover.has_value());
  expect_proved(claim, points.body(a.pose), a.body());
}

// A ball around the middle that just fits into the probe: it may reach less far, never farther.
void ask_ball(const Case& body, const Probe& probe, const Asked& a) {
  SCOPED_TRACE("a ball in the probe");
  const Vec3 sides = probe.high - probe.low;
  const double r = 0.5 * std::min({sides.x, sides.y, sides.z});
  const Rounded ball = rounded(convex_hull(std::vector<Vec3>{probe.middle()}).value(), r);
  const Hull points(ball);
  // Exactly: the distance from the middle to the nearest boundary, against r.
  double to_surface = kInfinity;
  for (const Block& b : body.blocks) to_surface = std::min(to_surface, gap({probe.middle(), probe.middle()}, b));
  const Intersection found = intersects(ball, a.pose, a.mesh, a.pose);
  const bool is_inside = to_surface > 0 && body.winding(probe.middle()) != 0;
  EXPECT_EQ(found.status == Status::Separated, !is_inside && to_surface > r);
  EXPECT_TRUE(!is_inside || found.status == Status::Penetrating);
  EXPECT_TRUE(found.status != Status::Penetrating || truth(body, probe) == Status::Penetrating);
  if (found.status == Status::Penetrating) expect_proved(claim_of(found), points.body(a.pose), a.body());
}

std::vector<Probe> probes() {
  std::vector<Probe> all;
  for (const Vec3 at : {Vec3{0, 0, 0}, {2, 2, 2}, {3.5, 3.5, 3.5}, {4, 4, 4},  {4, 4, 2},    {1, 1, 1}, {1.5, 1.5, 1.5},
                        {3, 3, 3},     {6, 6, 6}, {2.5, 3, 4.5},   {7, 7, 7},  {6, 3, 3},    {4, 0, 3}, {0, 4, 3},
                        {5, 5, 5},     {8, 0, 0}, {9, 4, 4},       {-1, 3, 3}, {-2, -2, -2}, {8, 8, 6}, {0, 4, 6}})
    for (const Vec3 size : {Vec3{0.5, 0.5, 0.5}, {1, 1, 1}, {1, 3, 0.5}}) all.push_back({at, at + size});
  all.push_back({{-1, -1, -1}, {9, 9, 9}});
  return all;
}

TEST(Balanced, AreSolids) {
  for (const Case& body : cases()) {
    SCOPED_TRACE(body.name);
    const Soup soup = body.soup();
    const MeshFacts facts = mesh_facts(soup.vertices, soup.triangles);
    EXPECT_TRUE(facts.is_closed() && facts.is_solid()) << why_not_solid(facts);
    const Asked a(soup, {});
    EXPECT_TRUE(check_body(a.body(), "a")) << check_body(a.body(), "a").reason;
    EXPECT_FALSE(make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Surface})->is_solid());
  }
}

TEST(Balanced, PointsAreWhereTheirWindingNumbersSay) {
  for (const Case& body : cases()) {
    SCOPED_TRACE(body.name);
    for (const Pose& pose : {Pose(), slanted()}) {
      const Asked a(body.soup(), pose);
      for (int i = 0; i < 9 * 9 * 9; ++i) {
        const int layer = i / 81;
        const Vec3 local{i % 9 - 0.5, i / 9 % 9 - 0.5, layer - 0.5};
        const int winding = body.winding(local);
        const PointLocation place = locate(a.mesh, pose, local, pose);
        ASSERT_EQ(place, winding != 0 ? PointLocation::Inside : PointLocation::Outside) << i;
        if (i % 7 != 0) continue;
        const Vec3 world = apply(pose, local);
        EXPECT_EQ(winding_number(a.mesh, pose, world), winding);
        const PointDistance away = signed_distance(a.mesh, pose, world);
        double exact = kInfinity;
        for (const Block& b : body.blocks) exact = std::min(exact, gap({local, local}, b));
        EXPECT_EQ(away.location, place);
        EXPECT_NEAR(away.lower, winding != 0 ? -exact : exact, 1e-9);
        EXPECT_NEAR(away.upper, winding != 0 ? -exact : exact, 1e-9);
      }
      for (const Block& b : body.blocks)
        EXPECT_EQ(locate(a.mesh, pose, {double(b.low[0]), double(b.low[1]), double(b.high[2])}, pose),
                  PointLocation::On);
    }
  }
}

TEST(Balanced, StatusesAndDistancesAsCountingSays) {
  for (const Case& body : cases()) {
    SCOPED_TRACE(body.name);
    const Asked still(body.soup(), {}), posed(body.soup(), slanted());
    for (const Probe& probe : probes()) {
      SCOPED_TRACE(testing::Message() << probe.low.x << " " << probe.low.y << " " << probe.low.z << " to "
                                      << probe.high.x << " " << probe.high.y << " " << probe.high.z);
      for (const Asked* a : {&still, &posed}) {
        ask_mesh(body, probe, *a);
        ask_convex(body, probe, *a);
        ask_ball(body, probe, *a);
      }
    }
  }
}

TEST(Balanced, DepthsHold) {
  for (const Case& body : cases()) {
    SCOPED_TRACE(body.name);
    const Asked a(body.soup(), {});
    const Probe probe{{3, 3, 3.5}, {4.5, 5, 5}};
    const Status status = truth(body, probe);
    const Mesh b = box_solid(probe.low, probe.high), inside_out = solid(turned(box_soup(probe.low, probe.high)));
    for (const Mesh* mesh : {&b, &inside_out}) {
      const Penetration found = penetration(a.mesh, {}, *mesh, {}, {.effort = 16});
      ASSERT_EQ(found.status, status);
      if (status != Status::Penetrating) continue;
      EXPECT_GT(found.lower, 0);
      EXPECT_LE(found.lower, found.upper);
      const Pose away = translation((found.upper * (1 + 1e-9)) * found.direction);
      EXPECT_TRUE(found.upper < 10);
      EXPECT_NE(intersects(a.mesh, {}, *mesh, away).status, Status::Penetrating);
    }
  }
}

TEST(Balanced, HalfSpacesAndRays) {
  for (const Case& body : cases()) {
    SCOPED_TRACE(body.name);
    const Asked a(body.soup(), slanted());
    double lowest = kInfinity;
    for (const Block& b : body.blocks) lowest = std::min(lowest, double(b.low[0]));
    const Mesh& mesh = a.mesh;
    EXPECT_EQ(intersects(half_space({1, 0, 0}, lowest - 1), {}, mesh, {}).status, Status::Separated);
    EXPECT_EQ(intersects(half_space({1, 0, 0}, lowest), {}, mesh, {}).status, Status::Touching);
    EXPECT_EQ(intersects(half_space({1, 0, 0}, lowest + 0x1p-30), {}, mesh, {}).status, Status::Penetrating);
    for (int i = 0; i < 81; ++i) {
      const int row = i / 9;
      const double y = i % 9 - 0.5, z = row - 0.5;
      // The first block boundary along the ray, if there is any.
      double first = kInfinity;
      for (const Block& b : body.blocks)
        if (y > b.low[1] && y < b.high[1] && z > b.low[2] && z < b.high[2]) first = std::min(first, double(b.low[0]));
      const auto hit = cast_ray(mesh, {}, {-2, y, z}, {14, y, z});
      ASSERT_EQ(hit.has_value(), first < kInfinity);
      if (hit) {
        EXPECT_NEAR(hit->lower, (first + 2) / 16, 1e-12);
        EXPECT_LT(hit->normal.x, -0.9);
      }
      for (const double x : {0.5, 2.5, 4.5, 7.5}) {
        const auto from = cast_ray(mesh, {}, {x, y, z}, {x + 0.25, y, z});
        EXPECT_EQ(from.has_value(), body.winding({x, y, z}) != 0);
        EXPECT_TRUE(!from || from->upper == 0);
      }
    }
  }
}

TEST(Balanced, SavedAndMappedTheyStaySolids) {
  for (const Case& body : cases()) {
    const Asked a(body.soup(), {});
    const std::vector<std::byte> bytes = save_mesh(a.mesh);
    std::vector<std::byte> aligned(bytes.size() + 64);
    const auto at = reinterpret_cast<std::uintptr_t>(aligned.data());
    std::byte* const place = aligned.data() + (64 - at % 64) % 64;
    std::copy(bytes.begin(), bytes.end(), place);
    const Result<Mesh> mapped = map_mesh({place, bytes.size()});
    ASSERT_TRUE(mapped) << mapped.error().text();
    EXPECT_TRUE(mapped->is_solid());
    EXPECT_EQ(mapped->facts().nonmanifold_edges, a.mesh.facts().nonmanifold_edges);
  }
}

TEST(Balanced, PiecesCoverAndAddNothing) {
  for (const Case& body : cases()) {
    SCOPED_TRACE(body.name);
    const Asked a(body.soup(), {});
    const Result<Decomposition> made = decompose(a.mesh);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->excess, 0);
    double volume = 0, exact = 0;
    for (const Polytope& piece : made->pieces) {
      if (piece.dimension() == 3) volume += mesh_of(piece).facts().volume;
      EXPECT_TRUE(piece.dimension() == 3 || a.mesh.outer_side() > 0) << "a leaf, where all is inside out";
    }
    for (int i = 0; i < 512; ++i) {
      const int layer = i / 64;
      exact += body.winding({i % 8 + 0.5, i / 8 % 8 + 0.5, layer + 0.5}) != 0;
    }
    EXPECT_NEAR(volume, exact, 1e-9);
    const Result<Decomposition> other = decompose(solid(turned(body.soup())));
    ASSERT_TRUE(other);
    EXPECT_EQ(other->excess, 0);
  }
}

// ---- Solved by hand ----

TEST(Balanced, TetrahedraOnOneVertex) {
  Soup soup;
  for (const Vec3 v : {Vec3{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {-2, 0, 0}, {0, -2, 0}, {0, 0, -2}}) soup.add(v);
  soup.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}, {0, 4, 5}, {0, 6, 4}, {4, 6, 5}, {0, 5, 6}};
  for (const Soup& each : {soup, turned(soup)}) {
    const Asked a(each, {});
    EXPECT_EQ(a.mesh.facts().components, 1u);
    for (const double s : {0.25, -0.25}) EXPECT_EQ(locate(a.mesh, {}, {s, s, s}), PointLocation::Inside);
    EXPECT_EQ(locate(a.mesh, {}, {0.25, 0.25, -0.25}), PointLocation::Outside);
    EXPECT_EQ(intersects(a.mesh, {}, box_solid({-1, -1, 0}, {0, 0, 1}), {}).status, Status::Touching);
    EXPECT_EQ(intersects(a.mesh, {}, box_solid({-1, -1, -0x1p-40}, {0, 0, 1}), {}).status, Status::Penetrating);
  }
}

// A flap of no thickness that lies inside another solid without meeting its surface was called separated from it,
// though it is a part of the solid and touches a hull in the same place.
TEST(Balanced, AFlapInsideAnotherSolidTouchesIt) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  const std::uint32_t p = soup.add({10, 0, 0}), q = soup.add({11, 0, 0}), r = soup.add({10, 1, 0});
  soup.triangles.push_back({p, q, r});
  soup.triangles.push_back({p, r, q});
  const Asked a(soup, {}), b(box_soup({9, -1, -1}, {12, 2, 2}), {});
  EXPECT_EQ(intersects(Rounded(box({3, 3, 3})), translation({10.5, 0.5, 0.5}), a.mesh, {}).status, Status::Touching);
  for (const bool swapped : {false, true}) {
    const Asked &first = swapped ? b : a, &second = swapped ? a : b;
    const Intersection found = intersects(first.mesh, {}, second.mesh, {});
    EXPECT_EQ(found.status, Status::Touching);
    EXPECT_EQ(found.certificate.kind, Certificate::Kind::Inside);
    expect_proved(claim_of(found), first.body(), second.body());
    EXPECT_EQ(distance(first.mesh, {}, second.mesh, {}).status, Status::Touching);
    EXPECT_EQ(compare_distance(first.mesh, {}, second.mesh, {}, 0), 0);
  }
}

// A doubled sheet is balanced and bounds nothing: a surface, also where its two sides are cut differently.
TEST(Balanced, DoubledSheetsAreSurfaces) {
  Soup sheet;
  for (const Vec3 v : {Vec3{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}) sheet.add(v);
  for (const bool diagonal : {false, true}) {
    Soup both = sheet;
    both.quad(0, 1, 2, 3);
    both.quad(3, 2, 1, 0, diagonal);
    const Mesh mesh = make_mesh(both.vertices, both.triangles).value();
    EXPECT_TRUE(mesh.facts().is_closed());
    EXPECT_FALSE(mesh.is_solid());
    EXPECT_EQ(locate(mesh, {}, {1, 1, 0}), PointLocation::On);
    EXPECT_EQ(locate(mesh, {}, {1, 1, 1}), PointLocation::Outside);
    EXPECT_EQ(intersects(mesh, {}, box_solid({1, 1, -1}, {2, 2, 1}), {}).status, Status::Intersecting);
    EXPECT_EQ(intersects(Rounded(box({1, 1, 1})), {}, mesh, {}).status, Status::Intersecting);
    EXPECT_EQ(intersects(half_space({0, 0, 1}, 1), {}, mesh, {}).status, Status::Intersecting);
    // It is not a solid because it is said to be one.
    PosedBody claimed = body_of(mesh, both.triangles, {});
    claimed.kind = PosedBody::Kind::Solid;
    EXPECT_EQ(check_body(claimed, "a").reason, "a is no solid: it encloses no volume");
  }
}

// A vertex that no triangle uses, first in the list and in the place of one that is used: certificates named it.
TEST(Balanced, CertificatesNameVerticesOfTriangles) {
  Soup soup;
  for (const Vec3 v : box_soup({1, 1, 1}, {2, 2, 2}).vertices) soup.add(v);
  soup.append(box_soup({1, 1, 1}, {2, 2, 2}));
  const Mesh surface = make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Surface}).value();
  const Asked around(box_soup({0, 0, 0}, {3, 3, 3}), {}), aside(box_soup({5, 0, 0}, {6, 3, 3}), {});
  const PosedBody body = body_of(surface, soup.triangles, {});
  expect_proved(claim_of(intersects(surface, {}, around.mesh, {})), body, around.body());
  const Distance away = distance(surface, {}, aside.mesh, {});
  Claim claim = claim_of(static_cast<const Distance&>(away));
  claim.cover = separation_cover(surface, {}, aside.mesh, {}, away.lower);
  ASSERT_TRUE(claim.cover.has_value());
  expect_proved(claim, body, aside.body());
}

}  // namespace
}  // namespace clearance
