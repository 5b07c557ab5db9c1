// Question: do these vectors still fit into a half-space through the origin?
// Method:   Chung §4.2: one vector at a time, keeping a normal w of such a half-space: the hemisphere method projects
//           along the new vector and looks for a line, the half-plane method intersects the half-planes that the
//           vectors cut from a plane. Either says which four vectors surround the origin when none fits any more.
// Cost:     O(k) for the k-th vector. In doubles: a finding is evidence, not proof.
#pragma once

#include <clearance/base/stack_array.h>
#include <clearance/math/vec3.h>

#include <vector>

namespace clearance {

class OneSided {
 public:
  virtual ~OneSided() = default;
  // Takes the next vector (unit length). False when no half-space holds all vectors any more: then surrounding() are
  // the positions of four that show it.
  virtual bool add(Vec3 r) = 0;
  // A normal w with w·r ≥ 0 for all vectors taken so far, up to rounding.
  Vec3 normal() const { return normal_; }
  const int* surrounding() const { return surrounding_; }

 protected:
  StackArray<Vec3, 64> met_;  // more than an everyday search meets
  Vec3 normal_;
  int surrounding_[4] = {0, 0, 0, 0};
};

class Hemisphere final : public OneSided {
 public:
  bool add(Vec3 r) override;

 private:
  Vec3 tilted(Vec3 w, Vec3 r) const;
};

class HalfPlanes final : public OneSided {
 public:
  bool add(Vec3 r) override;

 private:
  // A corner of the region in the plane {w : w·r₀ = 1}, and the vector whose half-plane made the edge that starts
  // there.
  struct Corner {
    double x, y;
    int maker;  // −1 for the frame that bounds the region at first
  };
  void start(Vec3 r);
  Vec3 axis_[3];  // r₀ and two across it
  std::vector<Corner> region_;
};

}  // namespace clearance
