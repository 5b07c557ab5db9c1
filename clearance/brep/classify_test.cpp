#include <clearance/brep/classify.h>

#include <clearance/base/random.h>
#include <clearance/brep/make_brep.h>
#include <clearance/brep/reference_test.h>
#include <clearance/brep/solids_test.h>
#include <clearance/build/mesh.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance {
namespace {

constexpr IndexSplitting kAll[] = {IndexSplitting::Balanced, IndexSplitting::Hybrid, IndexSplitting::Autopartition};

BRep unit_box() { return brep_of(box_soup({0, 0, 0}, {1, 1, 1})); }

// A pyramid over an L, with the numbers of the paper's Figure 3: 4 is the concave corner.
BRep hook() {
  return brep_of(
      {{{1, 1.5, 0}, {0, 2, 2}, {0, 0, 2}, {2, 0, 2}, {2, 1, 2}, {4, 1, 2}, {4, 2, 2}},
       {{1, 2, 3}, {1, 3, 4}, {1, 4, 5}, {1, 5, 6}, {0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 5, 4}, {0, 6, 5}, {0, 1, 6}}});
}

// --- solved by hand

TEST(Classify, TheSequenceOfFigure3) {
  const BRep solid = hook();
  for (const IndexSplitting splitting : kAll) {
    const BRepIndex index = make_brep_index(solid, {.splitting = splitting});
    const SegmentParts parts = classify_segment(index, {}, {-1, 1, 2}, {5, 1, 2});
    EXPECT_EQ(text_of(solid, parts),
              "[outside, (edge 1-2, 0.16666666666666666), face 0, (vertex 4, 0.5), edge 4-5, (vertex 5, "
              "0.8333333333333334), outside]")
        << to_string(splitting);
  }
}

TEST(Classify, ASegmentThroughABox) {
  const BRep box = unit_box();
  const BRepIndex index = make_brep_index(box);
  const SegmentParts parts = classify_segment(index, {}, {0.5, 0.5, -1}, {0.5, 0.5, 3});
  ASSERT_EQ(parts.size(), 5u);
  EXPECT_EQ(parts[0].entity.kind, EntityKind::Outside);
  EXPECT_TRUE(parts[1].is_point);
  EXPECT_EQ(parts[1].entity.kind, EntityKind::Face);
  EXPECT_DOUBLE_EQ(parts[1].from, 0.25);
  EXPECT_EQ(parts[1].start, (Vec3{0.5, 0.5, 0}));
  EXPECT_EQ(parts[2].entity.kind, EntityKind::Inside);
  EXPECT_FALSE(parts[2].is_point);
  EXPECT_DOUBLE_EQ(parts[3].to, 0.5);
  EXPECT_EQ(parts[4].entity.kind, EntityKind::Outside);
  EXPECT_DOUBLE_EQ(parts[4].to, 1);
}

TEST(Classify, AToleranceIsComparedExactly) {
  const BRep box = unit_box();
  const BRepIndex index = make_brep_index(box);
  const double epsilon = 0x1p-10;
  EXPECT_EQ(classify(index, {}, {0.5, 0.5, 1 + epsilon}, {epsilon}).kind, EntityKind::Face);
  EXPECT_EQ(classify(index, {}, {0.5, 0.5, std::nextafter(1 + epsilon, 2)}, {epsilon}).kind, EntityKind::Outside);
  EXPECT_EQ(classify(index, {}, {0.5, 0.5, 1 - epsilon}, {epsilon}).kind, EntityKind::Face);
  EXPECT_EQ(classify(index, {}, {0.5, 0.5, std::nextafter(1 - epsilon, 0)}, {epsilon}).kind, EntityKind::Inside);
  EXPECT_EQ(classify(index, {}, {1 + epsilon / 2, 1 - epsilon / 2, 0.5}, {epsilon}).kind, EntityKind::Edge);
  EXPECT_EQ(classify(index, {}, {1 + epsilon / 2, 1 - epsilon / 2, epsilon}, {epsilon}).kind, EntityKind::Vertex);
  // A slanted plane: the distance is h/|n|, and √3 is no double.
  const BRep corner =
      brep_of({{{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}});
  const BRepIndex slanted = make_brep_index(corner);
  const double far = std::sqrt(3.0) / 3 * 0x1p-4;  // of (1, 1, 1 + 2⁻⁴) from x + y + z = 3, rounded
  const Vec3 x{1, 1, 1 + 0x1p-4};
  EXPECT_EQ(classify(slanted, {}, x, {far * (1 + 0x1p-50)}).kind, EntityKind::Face);
  EXPECT_EQ(classify(slanted, {}, x, {far * (1 - 0x1p-50)}).kind, EntityKind::Outside);
}

// --- degenerate

TEST(Classify, WhatIsNoQuestionHasNoAnswer) {
  const BRep box = unit_box();
  const BRepIndex index = make_brep_index(box);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double tolerance : {-1.0, -0x1p-1070, nan, infinity, 2.0}) {
    EXPECT_EQ(classify(index, {}, {0.5, 0.5, 0.5}, {tolerance}).kind, EntityKind::NotAsked);
    EXPECT_TRUE(classify_segment(index, {}, {0, 0, 0}, {1, 1, 1}, {}, {tolerance}).empty());
  }
  for (const Vec3 x : {Vec3{nan, 0, 0}, Vec3{0, infinity, 0}, Vec3{0, 0, 1e301}}) {
    EXPECT_EQ(classify(index, {}, x).kind, EntityKind::NotAsked);
    EXPECT_TRUE(classify_segment(index, {}, x, {0, 0, 0}).empty());
    EXPECT_TRUE(classify_segment(index, {}, {0, 0, 0}, x).empty());
  }
  EXPECT_EQ(Entity{}.kind, EntityKind::NotAsked);
  EXPECT_FALSE(Entity{}.is_on_boundary());
}

TEST(Classify, ASegmentOfOnePointIsThatPoint) {
  const BRep box = unit_box();
  const BRepIndex index = make_brep_index(box);
  for (const Vec3 x : {Vec3{1, 1, 1}, Vec3{0.5, 0, 0}, Vec3{0.5, 0.5, 0.5}, Vec3{3, 3, 3}}) {
    const SegmentParts parts = classify_segment(index, {}, x, x);
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_TRUE(parts[0].is_point);
    EXPECT_EQ(parts[0].entity, classify(index, {}, x));
  }
}

TEST(Classify, SegmentsAlongEdgesAndFromVertexToVertex) {
  const BRep box = unit_box();
  for (const IndexSplitting splitting : kAll) {
    const BRepIndex index = make_brep_index(box, {.splitting = splitting});
    const auto kinds = [&](Vec3 p, Vec3 q) {
      std::string text;
      for (const SegmentPart& part : classify_segment(index, {}, p, q))
        text += std::string(part.is_point ? "(" : "") + to_string(part.entity.kind) + (part.is_point ? ") " : " ");
      return text;
    };
    EXPECT_EQ(kinds({0, 0, 0}, {1, 0, 0}), "(vertex) edge (vertex) ");
    EXPECT_EQ(kinds({-1, 0, 0}, {2, 0, 0}), "outside (vertex) edge (vertex) outside ");
    EXPECT_EQ(kinds({0, 0, 0}, {1, 1, 0}), "(vertex) face (vertex) ");
    EXPECT_EQ(kinds({0, 0, 0}, {1, 1, 1}), "(vertex) inside (vertex) ");
    EXPECT_EQ(kinds({0.25, 0, 0}, {0.75, 0, 0}), "edge ");
    EXPECT_EQ(kinds({1, 1, 1}, {2, 3, 4}), "(vertex) outside ");
    EXPECT_EQ(kinds({-1, 1, 0.5}, {1, -1, 0.5}), "outside (edge) outside ");
    EXPECT_EQ(kinds({5, 5, 5}, {6, 6, 6}), "outside ");
  }
}

// --- invariance

std::vector<Vec3> points_of(const BRep& solid) {
  std::vector<Vec3> points;
  points.reserve(solid.entity_count());
  for (std::uint32_t v = 0; v < solid.vertex_count(); ++v) points.push_back(solid.vertex(v));
  for (std::uint32_t e = 0; e < solid.edge_count(); ++e)
    points.push_back(0.5 * (solid.vertex(solid.edge(e).low) + solid.vertex(solid.edge(e).high)));
  for (const MeshTriangle& t : solid.mesh().triangles())
    points.push_back(0.25 * solid.mesh().vertex(t[0]) + 0.25 * solid.mesh().vertex(t[1]) +
                     0.5 * solid.mesh().vertex(t[2]));
  for (const double z : {0.5, 1.25, 7.0}) points.push_back({0.5, 0.5, z});
  return points;
}

// The same rotation by a longer quaternion: another pose to the library, so nothing is taken for granted.
TEST(Classify, MovingBothExactlyChangesNothing) {
  detail::Random random(7);
  for (const BRep& solid : {brep_of(voxel_soup(random_cells(random, 3, 0.5))), brep_of(torus_soup(5, 4)), hook()}) {
    const BRepIndex index = make_brep_index(solid);
    const std::vector<Vec3> points = points_of(solid);
    for (const Quat q : {Quat{1, 1, 0, 0}, Quat{3, -2, 7, 9}, Quat{1, 2, 3, 4}}) {
      for (const Vec3 t : {Vec3{0, 0, 0}, Vec3{0.1, 0.2, -1e6}, Vec3{1e-12, 3, 1.0 / 3}}) {
        const Pose pose = rotation(q, t), same = rotation({3 * q.w, 3 * q.x, 3 * q.y, 3 * q.z}, t);
        for (std::size_t k = 0; k < points.size(); ++k) {
          const Entity expected = classify(index, {}, points[k]);
          ASSERT_EQ(name_of(solid, classify(index, pose, points[k], same)), name_of(solid, expected));
          const Vec3 other = points[(k * 7 + 3) % points.size()];
          const SegmentParts moved = classify_segment(index, pose, points[k], other, same),
                             still = classify_segment(index, {}, points[k], other);
          ASSERT_EQ(moved.size(), still.size());
          for (std::size_t i = 0; i < moved.size(); ++i) ASSERT_EQ(moved[i].entity, still[i].entity);
        }
      }
    }
  }
}

TEST(Classify, TurningASegmentAroundTurnsItsParts) {
  detail::Random random(8);
  const BRep solid = brep_of(voxel_soup(random_cells(random, 4, 0.4)));
  const BRepIndex index = make_brep_index(solid);
  const auto place = [&] {
    return Vec3{random.unit() * 5, std::floor(random.unit() * 5), std::floor(random.unit() * 9) / 2};
  };
  for (int k = 0; k < 300; ++k) {
    const Vec3 p = place(), q = place();
    SegmentParts there = classify_segment(index, {}, p, q), back = classify_segment(index, {}, q, p);
    ASSERT_EQ(there.size(), back.size());
    for (std::size_t i = 0; i < there.size(); ++i) {
      const SegmentPart& other = back[back.size() - 1 - i];
      EXPECT_EQ(there[i].entity, other.entity);
      EXPECT_EQ(there[i].is_point, other.is_point);
      EXPECT_NEAR(there[i].from, 1 - other.to, 1e-12);
    }
  }
}

// --- against brute force

// Points of the segment at sixty-fourths, which are doubles, against the parts they are in.
TEST(Classify, EveryPointOfASegmentIsWhatItsPartIs) {
  detail::Random random(9);
  std::size_t asked = 0;
  for (const Soup& soup : {voxel_soup(random_cells(random, 3, 0.5)), torus_soup(8, 4), star_soup(4), cavity_soup()}) {
    const BRep solid = brep_of(soup);
    const Vec3 low = solid.mesh().box_low(), size = solid.mesh().box_high() - low;
    for (const IndexSplitting splitting : kAll) {
      const BRepIndex index = make_brep_index(solid, {.splitting = splitting});
      const auto place = [&] {
        if (random.below(3) == 0) return solid.vertex(static_cast<std::uint32_t>(random.below(solid.vertex_count())));
        const auto part = [&](double from, double length) {
          return few_bits(from + length * (static_cast<double>(random.below(13)) - 2) / 8, 8);
        };
        return Vec3{part(low.x, size.x), part(low.y, size.y), part(low.z, size.z)};
      };
      for (int k = 0; k < 60; ++k) {
        const Vec3 p = place(), q = place();
        const SegmentParts parts = classify_segment(index, {}, p, q);
        ASSERT_FALSE(parts.empty());
        EXPECT_EQ(parts.front().from, 0);
        if (!(p == q)) {
          EXPECT_EQ(parts.back().to, 1);
        }
        for (std::size_t i = 1; i < parts.size(); ++i) {
          EXPECT_NE(parts[i - 1].entity, parts[i].entity);
          EXPECT_NE(parts[i - 1].is_point, parts[i].is_point);
          EXPECT_EQ(parts[i - 1].to, parts[i].from);
        }
        for (int j = 0; j <= 64 && !(p == q); ++j) {
          const double t = j / 64.0;
          const Entity here = reference_entity(solid, p + t * (q - p));
          bool found = false;
          for (const SegmentPart& part : parts)
            if (t >= part.from - 1e-12 && t <= part.to + 1e-12) found = found || part.entity == here;
          ASSERT_TRUE(found) << t << " " << name_of(solid, here) << " of " << text_of(solid, parts);
          ++asked;
        }
      }
    }
  }
  EXPECT_GT(asked, 20000u);
}

// Beyond ε of all planes nothing changes; the planes of a box are those of its faces.
TEST(Classify, FarFromThePlanesAToleranceChangesNothing) {
  const BRep box = unit_box();
  for (const IndexSplitting splitting : {IndexSplitting::Autopartition}) {
    const BRepIndex index = make_brep_index(box, {.splitting = splitting});
    detail::Random random(10);
    for (int k = 0; k < 2000; ++k) {
      const Vec3 x{2 * random.unit() - 0.5, 2 * random.unit() - 0.5, 2 * random.unit() - 0.5};
      bool is_far = true;
      for (int axis = 0; axis < 3; ++axis)
        is_far = is_far && std::fabs(x[axis]) > 0.01 && std::fabs(x[axis] - 1) > 0.01;
      if (is_far) {
        EXPECT_EQ(classify(index, {}, x, {0.01}), classify(index, {}, x));
      }
    }
  }
}

}  // namespace
}  // namespace clearance
