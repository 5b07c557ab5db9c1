// Question: how are libraries asked whether points are inside a solid, on it or outside?
#pragma once

#include <bench/workloads/w2.h>
#include <clearance/mesh/point.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clearance::bench {

class PointTeller {
 public:
  virtual ~PointTeller() = default;
  virtual void tell(std::span<const Vec3> points, std::span<PointLocation> answers) const = 0;
};

struct PointLibrary {
  std::string name;
  bool knows_boundary = true;  // whether On is among its answers
  std::function<std::unique_ptr<PointTeller>(const TriangleSoup& solid)> make;
};

}  // namespace clearance::bench
