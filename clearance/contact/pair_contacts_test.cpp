// Contacts from frame to frame: which are the same, and what the caller wrote there.
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/contact/convex/convex_contacts_test.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace clearance {
namespace {

using namespace convex_contacts;

const Shape kFloor = Rounded(box({20, 20, 1}));
const Shape kCube = Rounded(box({1, 1, 1}));

std::string name_of(const ContactPoint& point) {
  const auto name = [](const ContactFeature& f) {
    return std::to_string(static_cast<int>(f.kind)) + ":" + std::to_string(f.first) + ":" + std::to_string(f.second);
  };
  return name(point.feature_a) + "/" + name(point.feature_b);
}

// What a caller would expect, kept beside by name: each point has the value that was last written to that name, if the
// name was there in the last frame, and is as old as it has been there without a break.
class Watched {
 public:
  void update(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
              const ManifoldOptions& options = {}) {
    contacts.update(a, pose_a, b, pose_b, options);
    std::map<std::string, std::pair<double, std::uint32_t>> now;
    for (ContactPoint& point : contacts.points()) {
      const std::string name = name_of(point);
      const auto before = expected_.find(name);
      if (before == expected_.end()) {
        EXPECT_EQ(point.age, 0u) << name;
        EXPECT_EQ(point.user[0], 0) << name;
        ++born;
      } else {
        EXPECT_EQ(point.age, before->second.second + 1) << name;
        EXPECT_EQ(point.user[0], before->second.first) << name;
      }
      point.user = {++last_, 1, 2, 3};
      now[name] = {last_, point.age};
    }
    EXPECT_EQ(now.size(), contacts.manifold().points.size());
    expected_ = now;
  }
  std::size_t count() const { return contacts.manifold().points.size(); }

  PairContacts contacts;
  int born = 0;

 private:
  std::map<std::string, std::pair<double, std::uint32_t>> expected_;
  double last_ = 0;
};

TEST(PairContacts, NamesStayWhileABoxSlides) {
  Watched sliding;
  for (int frame = 0; frame < 500; ++frame) {
    // On the floor with roundings and with depths as a solver leaves them; towards the floor's border at x = 10.
    const double x = 0.02 * frame, depth = 1e-4 * (frame % 7) - (frame % 5 == 0 ? 1e-15 : 0);
    const Pose at = rotation_about({0, 0, 1}, 0.3, {x, 0.1, 1 - depth});
    sliding.update(kFloor, {}, kCube, at, {.margin = 1e-3});
    // Four corners on the face until the first of them passes the border.
    const double reach = 0.5 * (std::cos(0.3) + std::sin(0.3));
    if (x + reach < 10) {
      EXPECT_EQ(sliding.count(), 4u);
      EXPECT_EQ(sliding.born, 4) << "names change only with features";
    }
  }
  EXPECT_GT(sliding.born, 4);
  EXPECT_LT(sliding.born, 20);
}

TEST(PairContacts, NamesChangeExactlyWithFeatures) {
  Watched sliding;
  // Equal cubes: first corner on corner, then sides cross and corners lie on faces, as long as they do.
  sliding.update(kCube, {}, kCube, translation({0, 0, 1}));
  EXPECT_EQ(sliding.born, 4);
  sliding.update(kCube, {}, kCube, translation({1e-16, 0, 1}));
  EXPECT_EQ(sliding.born, 4) << "as far as rounding can tell nothing moved";
  for (int frame = 1; frame < 90; ++frame)
    sliding.update(kCube, {}, kCube, translation({0.01 * frame, 0.005 * frame, 1}));
  EXPECT_EQ(sliding.born, 8);
  EXPECT_EQ(sliding.count(), 4u);
  sliding.update(kCube, {}, kCube, translation({2, 0, 1}));
  EXPECT_EQ(sliding.count(), 0u);
}

TEST(PairContacts, ABoxIsLiftedAndPutDown) {
  Watched lifted;
  lifted.update(kFloor, {}, kCube, translation({0, 0, 0.999}));
  lifted.update(kFloor, {}, kCube, translation({0, 0, 0.9995}));
  EXPECT_EQ(lifted.born, 4);
  lifted.update(kFloor, {}, kCube, translation({0, 0, 1.5}));
  EXPECT_EQ(lifted.count(), 0u);
  EXPECT_EQ(lifted.contacts.manifold().status(), Status::Separated);
  lifted.update(kFloor, {}, kCube, translation({0, 0, 0.999}));
  EXPECT_EQ(lifted.born, 8) << "they met anew";
}

// Over one of its lower edges: the ends of that stay on the floor under their names.
TEST(PairContacts, ABoxRolls) {
  Watched rolling;
  const Vec3 edge{0.5, 0, -0.5};
  std::size_t least = 9;
  for (int frame = 0; frame <= 90; ++frame) {
    const Pose turned = rotation_about({0, 1, 0}, 1.5707963267948966 * frame / 90);
    const Vec3 t = Vec3{edge.x, 0, 0.5} - turned.rotation() * edge;
    rolling.update(kFloor, {}, kCube, moved_to(turned, {t.x, t.y, t.z - 1e-6}).value());
    least = std::min(least, rolling.count());
    std::size_t old = 0;
    for (const ContactPoint& point : rolling.contacts.manifold().points)
      old += point.age == static_cast<unsigned>(frame);
    EXPECT_EQ(old, frame == 0 ? 4u : 2u) << frame;
  }
  EXPECT_EQ(least, 2u);
  EXPECT_EQ(rolling.count(), 4u);
  EXPECT_EQ(rolling.born, 6);
}

TEST(PairContacts, WhicheverBodyComesFirst) {
  Watched one, other;
  for (int frame = 0; frame < 50; ++frame) {
    const Pose at = rotation_about({0.1, 0, 1}, 0.01 * frame, {0.01 * frame, 0, 0.998});
    one.update(kFloor, {}, kCube, at);
    other.update(kCube, at, kFloor, {});
    expect_alike(mirrored(other.contacts.manifold()), one.contacts.manifold(), 1e-10);
  }
  const Shape ground = half_space({0, 0, 1}, 0.5);
  Watched on_ground;
  for (int frame = 0; frame < 20; ++frame) on_ground.update(kCube, translation({0.1 * frame, 0, 0.999}), ground, {});
  EXPECT_EQ(on_ground.born, 4);
}

TEST(PairContacts, OtherShapesBeginAnew) {
  PairContacts contacts;
  const Pose at = translation({0, 0, 0.999});
  const auto write = [&] {
    for (ContactPoint& point : contacts.points()) point.user = {1, 2, 3, 4};
  };
  const auto ages = [&] {
    std::uint32_t most = 0;
    for (const ContactPoint& point : contacts.points()) most = std::max(most, point.age);
    return most;
  };
  contacts.update(kFloor, {}, kCube, at), write();
  contacts.update(kFloor, {}, kCube, at);
  EXPECT_EQ(ages(), 1u);
  // A copy of the shape is the same shape; a larger radius makes another of it.
  const Shape copy = kCube;
  contacts.update(kFloor, {}, copy, at);
  EXPECT_EQ(ages(), 2u);
  contacts.update(kFloor, {}, Shape(rounded(std::get<Rounded>(kCube).core(), 1e-3)), at);
  EXPECT_EQ(ages(), 0u);
  // One that dies, and another that may lie where it lay.
  for (int k = 0; k < 20; ++k) {
    const auto shape = std::make_unique<Shape>(Rounded(box({1, 1, 1})));
    contacts.update(kFloor, {}, *shape, at);
    EXPECT_EQ(ages(), 0u);
    for (const ContactPoint& point : contacts.points()) EXPECT_EQ(point.user[0], 0);
    write();
  }
  const Shape one = half_space({0, 0, 1}, 0.5), two = half_space({0, 0, 1}, 0.25);
  contacts.update(one, {}, kCube, at);
  contacts.update(one, {}, kCube, at);
  EXPECT_EQ(ages(), 1u);
  contacts.update(two, {}, kCube, translation({0, 0, 0.749}));
  EXPECT_EQ(ages(), 0u);
  contacts.clear();
  EXPECT_EQ(contacts.manifold().status(), Status::NotAsked);
  contacts.update(two, {}, kCube, translation({0, 0, 0.749}));
  EXPECT_EQ(ages(), 0u);
}

// A core that was made where one had died was taken for it: its features were those of the dead one, or no memory at
// all.
TEST(PairContacts, ShapesThatComeAndGo) {
  PairContacts contacts;
  int points = 0;
  for (int k = 0; k < 60; ++k) {
    const double edge = 0.5 + 0.125 * (k % 5);
    const int sides = 3 + k % 7;
    const Rounded core = k % 2 == 0 ? Rounded(make_prism(sides, edge, edge).value()) : Rounded(box({edge, edge, edge}));
    const Mesh mesh = mesh_of(box({edge, 2 * edge, edge}));
    const Shape a = k % 3 == 0 ? Shape(make_parts({PartShape(core), PartShape(mesh)}).value()) : Shape(core);
    const Shape b = k % 4 == 0 ? Shape(make_parts({PartShape(core)}).value()) : Shape(mesh);
    const ManifoldOptions options{.margin = 0.25};
    const Pose above = translation({0.0625, 0.125, edge + 0.0625});
    const Manifold &kept = contacts.update(a, {}, b, above, options),
                   alone = clearance::manifold(a, {}, b, above, options);
    ASSERT_EQ(kept.points.size(), alone.points.size()) << k;
    for (std::size_t p = 0; p < kept.points.size(); ++p) {
      EXPECT_EQ(kept.points[p].feature_a, alone.points[p].feature_a) << k;
      EXPECT_EQ(kept.points[p].feature_b, alone.points[p].feature_b) << k;
      EXPECT_EQ(kept.points[p].a, alone.points[p].a) << k;
    }
    points += static_cast<int>(kept.points.size());
  }
  EXPECT_GT(points, 200);
}

TEST(PairContacts, CopiesAndMovesRemember) {
  PairContacts contacts;
  const Pose at = translation({0, 0, 0.999});
  contacts.update(kFloor, {}, kCube, at);
  for (ContactPoint& point : contacts.points()) point.user = {7, 0, 0, 0};
  PairContacts copy = contacts;
  PairContacts assigned;
  assigned.update(kCube, {}, kCube, at);
  assigned = contacts;
  contacts.clear();
  PairContacts moved = std::move(assigned);
  for (PairContacts* kept : {&copy, &moved}) {
    ASSERT_EQ(kept->points().size(), 4u);
    kept->update(kFloor, {}, kCube, translation({0.01, 0, 0.998}));
    ASSERT_EQ(kept->points().size(), 4u);
    for (const ContactPoint& point : kept->points()) {
      EXPECT_EQ(point.user[0], 7);
      EXPECT_EQ(point.age, 1u);
    }
  }
  // Moved away from, it is as good as new.
  assigned.update(kFloor, {}, kCube, at);  // NOLINT(bugprone-use-after-move)
  for (const ContactPoint& point : assigned.points()) EXPECT_EQ(point.age, 0u);
}

}  // namespace
}  // namespace clearance
