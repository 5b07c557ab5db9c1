#include <clearance/solid/depth/way_by_gaps.h>

#include <clearance/convex/any_length.h>
#include <clearance/convex/way_out.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

// Planes for one way, and how near a free place and one that is not come to each other.
constexpr int kPlanes = 16;
constexpr double kNear = 0x1p-8;
// Beyond the planes by this much: tangents are dear to ask about.
constexpr double kBeyond = 1 + 0x1p-36;

class WayByGaps {
 public:
  WayByGaps(const GapQuestions& ask, double lower, const DepthBudget& budget, DepthAbove& best)
      : ask_(ask), lower_(lower), budget_(budget), best_(best) {}

  bool is_done() const { return budget_.is_over() || budget_.is_narrow(lower_, best_.upper) || is_short(); }

  // From a place where a plane may be had, on to where it is free.
  void from(Vec3 t) {
    std::vector<WayPlane> planes;
    for (int k = 0; k < kPlanes && !is_done(); ++k) {
      const std::optional<WayPlane> plane = ask_.plane_at(t);
      if (!plane) return;
      planes.push_back(*plane);
      const std::optional<Vec3> next = nearest_beyond(planes);
      if (!next || !(norm(kBeyond * *next) < best_.upper)) return;
      t = kBeyond * *next;
      if (look(t)) return;
    }
  }

  void along(const SureWay& way) {
    double barred = lower_, free = way.length;
    if (free > best_.upper) {
      // Worth following only where it is free nearer by.
      free = best_.upper;
      if (!look((1 - kNear) * free * way.direction)) return;
    }
    while (free - barred > kNear * free && !is_done()) {
      const double middle = 0.5 * barred + 0.5 * free;
      (look(middle * way.direction) ? free : barred) = middle;
    }
    from(free * way.direction);
  }

 private:
  bool is_short() const { return best_.upper - lower_ <= 0x1p-30 * best_.upper; }

  bool look(Vec3 t) {
    if (!is_coordinate(t) || norm(t) < lower_ || !ask_.is_free(t)) return false;
    if (const double upper = length_above(t); upper < best_.upper) best_ = {upper, unit_of(t), t};
    return true;
  }

  const GapQuestions& ask_;
  const double lower_;
  const DepthBudget& budget_;
  DepthAbove& best_;
};

}  // namespace

void find_way_by_gaps(const GapQuestions& ask, std::span<const SureWay> ways, double lower, const DepthBudget& budget,
                      DepthAbove& best) {
  WayByGaps way(ask, lower, budget, best);
  way.from({});
  for (const SureWay& each : ways) {
    if (way.is_done()) return;
    way.along(each);
  }
}

}  // namespace clearance::detail
