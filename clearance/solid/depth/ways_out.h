// Question: along which short translation does a solid leave another?
// Method:   beyond a plane everything is free. From there back toward 0, halving what lies between a free place and one
//           that is not, and then aside: the triangles that cross just before the free place give the planes that bar
//           the way, and the shortest translation beyond those is tried (Je et al., PolyDepth, §5), or beyond one of
//           them. Directions to begin with: the axes of the world and of both bodies, those that the lower end and the
//           cubes it leaves open suggest, all round.
// Proves:   at the translation itself the interiors are disjoint, exactly; where two doubles do not show the place it
//           leads to, the distance is at least what they are off by.
// Cost:     some ten looks a direction. A place where triangles cross is given up at the first that doubles find, most
//           often one that crossed the last time: only what seems free is asked exactly.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/convex/way_out.h>
#include <clearance/solid/depth/depth.h>
#include <clearance/solid/depth/nearest_beyond.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::detail {

class MeshPair;

class WaysOut {
 public:
  // `is_barred` knows of translations after which the bodies still penetrate: they are not looked at.
  WaysOut(const SolidPair& pair, const DepthBudget& budget, FunctionRef<bool(Vec3)> is_barred);

  const DepthAbove& best() const { return best_; }
  // No way is shorter than this.
  void set_lower(double lower) { lower_ = lower; }
  // A point inside a, and one inside b at rest, that are looked at first.
  void set_inside(Vec3 point) { inside_ = point, has_inside_ = true; }

  // Beyond the box around the other along an axis: at once.
  void leave_boxes();
  // Beyond the other along each of the six axes.
  void leave_along_axes();
  // Along the unit vector n, from the best way so far or, where `far`, from wherever it is free.
  void try_along(Vec3 n, bool far);
  // Beyond what crosses at rest, about along `out`: shorter than where it is free again farther on.
  void try_from_rest(Vec3 out);
  // Toward d, a place that may be free itself.
  void try_at(Vec3 d);
  // A point inside both after b has moved by d, where one is found at once; rounded.
  std::optional<Vec3> common_point(Vec3 d);
  // The best once more, as near as doubles tell flush faces apart.
  void polish();
  // The way is short enough, or the budget spent.
  bool is_done() const { return is_spent() || is_short(); }

 private:
  struct Crossing {
    std::uint32_t a, b;  // positions
  };

  bool is_spent() const;
  // A way that is nearly as short as any can be is short enough.
  bool is_short() const;
  std::int64_t work_in_big_numbers() const;
  double beyond_plane(Vec3 n) const;
  double leave_plane(Vec3 n);
  double grown_by_rounding(double length) const;
  bool one_holds_the_other(const MovedPair& moved) const;
  Status status_at(const MovedPair& moved);
  // Whether nothing of the insides is common after b has moved by t, and that is proved: then the way is kept.
  bool is_free(Vec3 t);
  // Where the surfaces cross, for certain; `are_apart` where they do not even touch.
  const Crossing* find_crossing(const MeshPair& pair, bool& are_apart);
  std::optional<Vec3> held_point(Vec3 t) const;
  // Between the length that is barred and the one that is free, along n: both ends moved together.
  void halve(Vec3 n, double& barred, double& free, double narrow);
  // From a free place aside and back, as long as that helps.
  void slide(Vec3 free, Vec3 barred);
  bool slide_once(Vec3& free, Vec3 barred, Vec3 out);
  void come_back(Vec3& free, Vec3& barred);
  void add_planes(Vec3 at, Vec3 out);

  const SolidPair& pair_;
  const DepthBudget& budget_;
  const FunctionRef<bool(Vec3)> is_barred_;
  const double size_;
  double lower_ = 0;
  Vec3 inside_;
  bool has_inside_ = false;
  Crossing last_[4];  // crossed the last times
  int last_count_ = 0, last_next_ = 0;
  std::vector<WayPlane> planes_;
  std::int64_t work_ = 0;  // pairs of runs of triangles that were looked at, about
  DepthAbove best_;
};

}  // namespace clearance::detail
