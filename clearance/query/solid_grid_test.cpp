// Solids made of signed boxes and of leaves without thickness on a small grid, whose components overlap, abut, cancel
// and lie in common planes, against all that can meet them. What is true is known by counting cells.
// Notation: everything in halves of a unit, as integers; w the winding number of a cell.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/mesh/point.h>
#include <clearance/query/half_space.h>
#include <clearance/query/query.h>
#include <clearance/solid/convex_mesh_query.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using Triple = std::array<int, 3>;
struct IntBox {
  Triple low, high;  // flat or a point where they are equal
};

constexpr int kGrid = 6;  // units along an axis

int gap(int low_a, int high_a, int low_b, int high_b) { return std::max({0, low_b - high_a, low_a - high_b}); }
// Squared, in quarters of a unit.
int squared_distance(const IntBox& a, const IntBox& b) {
  int sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const int g = gap(a.low[k], a.high[k], b.low[k], b.high[k]);
    sum += g * g;
  }
  return sum;
}
bool share_inside(const IntBox& a, const IntBox& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (std::max(a.low[k], b.low[k]) >= std::min(a.high[k], b.high[k])) return false;
  return true;
}

Vec3 in_units(const Triple& t) { return {0.5 * t[0], 0.5 * t[1], 0.5 * t[2]}; }

struct GridSolid {
  std::vector<IntBox> cells;   // w ≠ 0
  std::vector<IntBox> sheets;  // every face of a box, every leaf
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;

  GridSolid moved(const Triple& by) const {
    GridSolid out = *this;
    for (auto* list : {&out.cells, &out.sheets})
      for (IntBox& box : *list)
        for (std::size_t k = 0; k < 3; ++k) box.low[k] += by[k], box.high[k] += by[k];
    return out;
  }
};

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  GridSolid make(int boxes, int leaves) {
    GridSolid solid;
    int winding[kGrid][kGrid][kGrid] = {};
    for (int i = 0; i < boxes; ++i) {
      const IntBox box = some_box(3);
      const int sign = i > 0 && random_.below(5) == 0 ? -1 : 1;
      add_box(solid, box, sign);
      for (int x = box.low[0] / 2; x < box.high[0] / 2; ++x)
        for (int y = box.low[1] / 2; y < box.high[1] / 2; ++y)
          for (int z = box.low[2] / 2; z < box.high[2] / 2; ++z) winding[x][y][z] += sign;
    }
    for (int i = 0; i < leaves; ++i) add_leaf(solid, some_box(2));
    for (int x = 0; x < kGrid; ++x)
      for (int y = 0; y < kGrid; ++y)
        for (int z = 0; z < kGrid; ++z)
          if (winding[x][y][z] != 0) solid.cells.push_back({{2 * x, 2 * y, 2 * z}, {2 * x + 2, 2 * y + 2, 2 * z + 2}});
    return solid;
  }

 private:
  IntBox some_box(int dimension) {
    IntBox box;
    const std::size_t flat = dimension == 3 ? 3 : random_.below(3);
    for (std::size_t k = 0; k < 3; ++k) {
      const int low = static_cast<int>(random_.below(kGrid)),
                high = low + 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(kGrid - low)));
      box.low[k] = 2 * low;
      box.high[k] = 2 * (k == flat ? low : high);
    }
    return box;
  }

  // Counter-clockwise; cut along either diagonal, or in four around the middle.
  void add_quad(GridSolid& solid, const Triple (&corner)[4]) {
    const auto vertex = [&](Vec3 v) {
      solid.vertices.push_back(v);
      return static_cast<std::uint32_t>(solid.vertices.size() - 1);
    };
    std::uint32_t v[4];
    for (int k = 0; k < 4; ++k) v[k] = vertex(in_units(corner[k]));
    switch (random_.below(3)) {
      case 0:
        solid.triangles.insert(solid.triangles.end(), {{v[0], v[1], v[2]}, {v[0], v[2], v[3]}});
        break;
      case 1:
        solid.triangles.insert(solid.triangles.end(), {{v[1], v[2], v[3]}, {v[1], v[3], v[0]}});
        break;
      default: {
        const Vec3 middle = 0.5 * (in_units(corner[0]) + in_units(corner[2]));
        const std::uint32_t m = vertex(middle);
        for (int k = 0; k < 4; ++k) solid.triangles.push_back({v[k], v[(k + 1) % 4], m});
      }
    }
  }

  void add_face(GridSolid& solid, const IntBox& box, std::size_t axis, int at, bool outward) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    Triple corner[4];
    for (int k = 0; k < 4; ++k) {
      corner[k][axis] = at;
      corner[k][u] = k == 1 || k == 2 ? box.high[u] : box.low[u];
      corner[k][v] = k >= 2 ? box.high[v] : box.low[v];
    }
    if (!outward) std::swap(corner[1], corner[3]);
    add_quad(solid, corner);
    IntBox sheet = box;
    sheet.low[axis] = sheet.high[axis] = at;
    solid.sheets.push_back(sheet);
  }

  void add_box(GridSolid& solid, const IntBox& box, int sign) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      add_face(solid, box, axis, box.high[axis], sign > 0);
      add_face(solid, box, axis, box.low[axis], sign < 0);
    }
  }

  void add_leaf(GridSolid& solid, const IntBox& leaf) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (leaf.low[axis] == leaf.high[axis]) {
        add_face(solid, leaf, axis, leaf.low[axis], true);
        add_face(solid, leaf, axis, leaf.low[axis], false);
      }
  }

  Random& random_;
};

// ---- What is true ---------------------------------------------------------------------------------------------------

// A radius near a half or 1, and up to which squared distance, in quarters, it reaches: within it, and to it.
struct Reach {
  double radius;
  int within, to;
};
const Reach kReaches[] = {{0.5, 0, 1},
                          {1, 3, 4},
                          {1 + 0x1p-52, 4, 4},
                          {1 - 0x1p-53, 3, 3},
                          {std::sqrt(2.0), 8, 8},  // the double is above √2
                          {std::nextafter(std::sqrt(2.0), 1), 7, 7}};

Status truth(const GridSolid& solid, const IntBox& core, const Reach& reach) {
  Status status = Status::Separated;
  for (const IntBox& cell : solid.cells) {
    const int squared = squared_distance(cell, core);
    if (squared <= reach.within) return Status::Penetrating;
    if (squared <= reach.to) status = Status::Touching;
  }
  for (const IntBox& sheet : solid.sheets)
    if (squared_distance(sheet, core) <= reach.to) status = Status::Touching;
  return status;
}

Status truth(const GridSolid& a, const GridSolid& b) {
  const auto any = [](const std::vector<IntBox>& x, const std::vector<IntBox>& y, const auto& holds) {
    for (const IntBox& p : x)
      for (const IntBox& q : y)
        if (holds(p, q)) return true;
    return false;
  };
  const auto meet = [](const IntBox& p, const IntBox& q) { return squared_distance(p, q) == 0; };
  if (any(a.cells, b.cells, share_inside)) return Status::Penetrating;
  const bool contact = any(a.cells, b.cells, meet) || any(a.cells, b.sheets, meet) || any(a.sheets, b.cells, meet) ||
                       any(a.sheets, b.sheets, meet);
  return contact ? Status::Touching : Status::Separated;
}

// ---- Comparison -----------------------------------------------------------------------------------------------------

int rounds() {
  const char* level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::string(level) == "full" ? 6000 : 150;
}

Polytope hull_of(const IntBox& box) {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) {
    Triple corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = i >> k & 1 ? box.high[k] : box.low[k];
    points.push_back(in_units(corner));
  }
  return convex_hull(points).value();
}

IntBox some_core(Random& random, bool with_volume) {
  IntBox core;
  for (std::size_t k = 0; k < 3; ++k) {
    core.low[k] = static_cast<int>(random.below(2 * kGrid + 9)) - 4;
    core.high[k] = core.low[k] + static_cast<int>(random.below(4)) + (with_volume ? 1 : 0);
  }
  return core;
}

Triple some_shift(Random& random) {
  Triple shift;
  for (int& x : shift) x = static_cast<int>(random.below(4 * kGrid)) - 2 * kGrid;
  return shift;
}

// A solid today, whatever it becomes when edges of components coincide.
template <class Visit>
void for_solids(std::uint64_t seed, const Visit& visit) {
  Random random(seed);
  int seen = 0;
  for (int round = 0; round < rounds(); ++round) {
    Maker maker(random);
    const GridSolid solid = maker.make(1 + static_cast<int>(random.below(4)), static_cast<int>(random.below(3)));
    const Mesh mesh = make_mesh(solid.vertices, solid.triangles).value();
    if (!mesh.is_solid()) continue;
    ++seen;
    visit(solid, mesh, random);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "round " << round;
      return;
    }
  }
  EXPECT_GT(seen, rounds() / 4);
}

// Both bodies under one pose are as they were without.
Pose some_pose(Random& random) {
  if (random.below(2) == 0) return {};
  const Quat q{1, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  return Pose::from_quaternion(q, {random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)}).value();
}

// Where a penetration of this size is, doubles show it: a certificate must, and hold.
void expect_shown(const Certificate& certificate, const Mesh& mesh, const Pose& pose = {}) {
  ASSERT_EQ(certificate.kind, Certificate::Kind::Interior);
  const ExactPoint& p = certificate.mesh.point;
  DyadicVec x;
  for (int k = 0; k < p.count; ++k) x = x + exact(Vec3{p.x[k], p.y[k], p.z[k]});
  EXPECT_EQ(locate(mesh, pose, x, 1.0), PointLocation::Inside);
}

TEST(SolidGrid, RoundedBodies) {
  for_solids(0x501d1, [](const GridSolid& solid, const Mesh& mesh, Random& random) {
    for (int k = 0; k < 8; ++k) {
      const IntBox core = some_core(random, false);
      const Pose pose = some_pose(random);
      for (const Reach& reach : kReaches) {
        const Rounded body = Rounded::make(hull_of(core), reach.radius).value();
        const Intersection found = intersects(body, pose, mesh, pose);
        ASSERT_EQ(found.status, truth(solid, core, reach)) << "radius " << reach.radius;
        if (found.status == Status::Penetrating) expect_shown(found.certificate, mesh, pose);
      }
    }
  });
}

TEST(SolidGrid, Hulls) {
  for_solids(0x501d2, [](const GridSolid& solid, const Mesh& mesh, Random& random) {
    for (int k = 0; k < 16; ++k) {
      const IntBox core = some_core(random, true);
      const Pose pose = some_pose(random);
      GridSolid hull;
      hull.cells = hull.sheets = {core};
      const Intersection found = intersects(Rounded(hull_of(core)), pose, mesh, pose);
      ASSERT_EQ(found.status, truth(solid, hull));
      if (found.status == Status::Penetrating) expect_shown(found.certificate, mesh, pose);
    }
  });
}

int lowest_along(const Triple& n, const IntBox& box) {
  int sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += std::min(n[i] * box.low[i], n[i] * box.high[i]);
  return sum;
}

// Of the cells below the plane, times 2|n|.
int depth_of(const GridSolid& solid, const Triple& n, int offset) {
  int deepest = 0;
  for (const IntBox& cell : solid.cells) deepest = std::max(deepest, offset - lowest_along(n, cell));
  return deepest;
}

// The depth is twice_depth/(2|n|), which leaves do not change; both bodies under one pose, and checked by someone else.
void expect_depth(const HalfSpace& space, const Triple& n, int twice_depth, const Mesh& mesh, const Pose& pose,
                  Status expected) {
  const Penetration found = penetration(space, pose, mesh, pose);
  ASSERT_EQ(found.status, expected);
  const Dyadic squared = static_cast<double>(twice_depth * twice_depth),
               of_normal = 4.0 * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const auto square = [](double x) { return Dyadic(x) * Dyadic(x); };
  ASSERT_LE(compare(square(found.lower) * of_normal, squared), 0);
  ASSERT_GE(compare(square(found.upper) * of_normal, squared), 0);
  ASSERT_LE(found.upper - found.lower, 1e-9 * found.upper);
  for (const Claim& claim :
       {claim_of(found), claim_of(static_cast<const Intersection&>(intersects(space, pose, mesh, pose))),
        claim_of(static_cast<const Distance&>(distance(space, pose, mesh, pose)))}) {
    const CheckResult checked = check_claim(claim, space, pose, mesh, pose);
    ASSERT_TRUE(checked) << checked.reason;
  }
  // Nothing else is accepted.
  for (const Status other : {Status::Separated, Status::Touching, Status::Penetrating, Status::Intersecting}) {
    Claim claim = claim_of(found);
    claim.status = other;
    if (other != expected) {
      ASSERT_FALSE(check_claim(claim, space, pose, mesh, pose));
    }
  }
}

TEST(SolidGrid, HalfSpaces) {
  for_solids(0x501d3, [](const GridSolid& solid, const Mesh& mesh, Random& random) {
    for (int k = 0; k < 32; ++k) {
      Triple n{};
      while (n == Triple{})
        for (int& x : n) x = static_cast<int>(random.below(5)) - 2;
      const int offset = static_cast<int>(random.below(8 * kGrid)) - 2 * kGrid;  // in quarters
      const auto lowest = [&](const IntBox& box) { return lowest_along(n, box); };
      Status expected = Status::Separated;
      for (const IntBox& sheet : solid.sheets)
        if (lowest(sheet) <= offset) expected = Status::Touching;
      for (const IntBox& cell : solid.cells)
        if (lowest(cell) < offset) expected = Status::Penetrating;
      const HalfSpace space = half_space({1.0 * n[0], 1.0 * n[1], 1.0 * n[2]}, 0.5 * offset);
      ASSERT_EQ(intersects(space, {}, mesh, {}).status, expected);
      ASSERT_EQ(distance(space, {}, mesh, {}).status, expected);
      expect_depth(space, n, depth_of(solid, n, offset), mesh, some_pose(random), expected);
    }
  });
}

TEST(SolidGrid, Meshes) {
  GridSolid before;
  std::optional<Mesh> mesh_before;
  for_solids(0x501d4, [&](const GridSolid& solid, const Mesh& mesh, Random& random) {
    for (int k = 0; mesh_before && k < 6; ++k) {
      const Triple shift = some_shift(random);
      const Pose pose = translation(in_units(shift));
      const Status expected = truth(before.moved(shift), solid);
      const Intersection found = intersects(*mesh_before, pose, mesh, {});
      ASSERT_EQ(found.status, expected);
      ASSERT_EQ(intersects(mesh, {}, *mesh_before, pose).status, expected);
      const Distance gap = distance(*mesh_before, pose, mesh, {});
      ASSERT_EQ(gap.status, expected);
      if (expected == Status::Separated) {
        EXPECT_GT(gap.lower, 0);
      }
      if (expected == Status::Penetrating) expect_shown(found.certificate, mesh);
    }
    before = solid;
    mesh_before = mesh;
  });
}

}  // namespace
}  // namespace clearance::detail
