// Rays meet the same bodies in every library, and ours meet them where one can see it by hand.
#include <bench/peers/bullet.h>
#include <bench/peers/clearance.h>
#include <bench/peers/ode.h>
#include <bench/workloads/random_motion.h>
#include <bench/workloads/small_solids.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <gtest/gtest.h>

#include <cmath>

namespace clearance::bench {
namespace {

RayTarget unit_box() { return {"box", {}, {1, 1, 1}}; }
RayTarget letter() { return {"L", small_solid(SmallSolid::L), {}}; }

std::vector<Answer> answers_of(const RayMethod& method, const RayTarget& target, std::span<const Ray> rays) {
  std::vector<Answer> out(rays.size());
  method.make({target, rays})->run(out);
  return out;
}

TEST(RayMethods, OursHitCornersEdgesAndFacesAtHand) {
  const Ray through_face{{-3, 0.1, 0.2}, {3, 0.1, 0.2}}, along_face{{-3, 0.5, 0.2}, {3, 0.5, 0.2}};
  const Ray through_corner{{-1.5, 1.5, -0.5}, {2.5, -0.5, 1.5}}, beside{{-3, 0.6, 0.2}, {3, 0.6, 0.2}};
  const Ray rays[] = {through_face, along_face, through_corner, beside};
  const std::vector<Answer> box = answers_of(our_ray_methods()[0], unit_box(), rays);
  EXPECT_EQ(box[0].kind, Answer::Kind::Colliding);
  EXPECT_NEAR(box[0].value, 2.5 / 6, 1e-9);
  EXPECT_EQ(box[1].kind, Answer::Kind::Colliding);
  EXPECT_NEAR(box[1].value, 2.5 / 6, 1e-9);
  EXPECT_EQ(box[2].kind, Answer::Kind::Colliding);
  EXPECT_NEAR(box[2].value, 0.5, 1e-9);
  EXPECT_EQ(box[3].kind, Answer::Kind::Separated);
  // Through the inner corner of the L, and past it.
  const Ray at_letter[] = {
      {{2, 0.4, 0.1}, {-2, 0.4, 0.1}}, {{2, 0.5, 0.1}, {-2, 0.5, 0.1}}, {{2, -0.1, 0}, {-2, -0.1, 0}}};
  const std::vector<Answer> met = answers_of(our_ray_methods()[0], letter(), at_letter);
  EXPECT_NEAR(met[0].value, 0.25, 1e-9);
  EXPECT_NEAR(met[1].value, 0.4, 1e-9);
  EXPECT_EQ(met[2].kind, Answer::Kind::Separated);
}

TEST(RayMethods, PeersSeeTheSameBodies) {
  Random random(1);
  std::vector<Ray> rays;
  for (int k = 0; k < 300; ++k) {
    const Vec3 from = 3 * random_direction(random);
    rays.push_back({from, random_point(random, 2) - from});
  }
  for (const RayTarget& target : {unit_box(), letter()}) {
    const std::vector<Answer> ours = answers_of(our_ray_methods()[0], target, rays);
    int hits = 0;
    for (const Answer& answer : ours) hits += answer.kind == Answer::Kind::Colliding ? 1 : 0;
    EXPECT_GT(hits, 20) << target.name;
    for (const RayMethod& method : joined({bullet_ray_methods(), ode_ray_methods()})) {
      const std::vector<Answer> theirs = answers_of(method, target, rays);
      int different = 0, elsewhere = 0;
      for (std::size_t i = 0; i < rays.size(); ++i) {
        different += theirs[i].kind != ours[i].kind ? 1 : 0;
        elsewhere += theirs[i].kind == Answer::Kind::Colliding && ours[i].kind == Answer::Kind::Colliding &&
                             std::fabs(theirs[i].value - ours[i].value) > 1e-3
                         ? 1
                         : 0;
      }
      EXPECT_LE(different, 3) << method.package << ", " << target.name;
      EXPECT_LE(elsewhere, 3) << method.package << ", " << target.name;
    }
  }
}

}  // namespace
}  // namespace clearance::bench
