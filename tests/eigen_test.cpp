#include <clearance/eigen.h>

#include <clearance/clearance.h>
#include <gtest/gtest.h>

namespace clearance {
namespace {

TEST(Eigen, VectorsAndMatricesKeepTheirEntries) {
  const Vec3 v{1, -2, 3.5};
  EXPECT_EQ(to_eigen(v), Eigen::Vector3d(1, -2, 3.5));
  EXPECT_EQ(from_eigen(to_eigen(v)), v);

  const Mat3 m{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
  EXPECT_EQ(to_eigen(m)(0, 2), 3);
  EXPECT_EQ(to_eigen(m)(2, 0), 7);
  EXPECT_EQ(from_eigen(to_eigen(m)), m);
  EXPECT_EQ(from_eigen(Eigen::Matrix3d(to_eigen(m).transpose())), transpose(m));
}

// Eigen stores x, y, z, w and prints it so; its constructor takes w first, as ours does.
TEST(Eigen, QuaternionsKeepTheOrderOfTheirParts) {
  const Quat q{1, 2, 3, 4};
  EXPECT_EQ(to_eigen(q).w(), 1);
  EXPECT_EQ(to_eigen(q).z(), 4);
  EXPECT_EQ(from_eigen(to_eigen(q)), q);
}

TEST(Eigen, PosesMoveAPointToTheSamePlace) {
  const Pose quarter = rotation({1, 0, 0, 1}, {1, 2, 3});
  EXPECT_EQ(to_eigen(quarter) * Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(1, 3, 3));

  const Result<Pose> back = from_eigen(to_eigen(quarter));
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(back->kind(), Pose::Kind::Matrix);
  EXPECT_EQ(apply(*back, {1, 0, 0}), apply(quarter, {1, 0, 0}));
}

TEST(Eigen, WhatIsNoRotationIsRefused) {
  Eigen::Isometry3d mirror = Eigen::Isometry3d::Identity();
  mirror.linear()(0, 0) = -1;
  EXPECT_FALSE(from_eigen(mirror).ok());
}

}  // namespace
}  // namespace clearance
