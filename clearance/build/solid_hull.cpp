// Method:   Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact signs. Every point above the current hull waits at
//           one facet it is strictly above. The farthest point of a facet is added: facets strictly below it go, the
//           rim of the hole is joined to it, and the points waiting at the removed facets are handed to the new ones.
// Proves:   with exact signs the strictly visible facets are a disc with a simple rim, whatever is coplanar: seen
//           from the new point they fill a convex cone, each ray of it once. New facets are never degenerate (a point
//           on the line of a rim edge is not strictly above the facet inside). A waiting point that is still outside
//           is above some new facet: at the rim edge between a removed and a kept facet that both lie below it, the
//           new facet's normal is a non-negative combination of theirs. So nothing is lost, and coplanar points cost
//           nothing special.
#include <clearance/build/solid_hull.h>

#include <clearance/exact/orient3d.h>

#include <cmath>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

// What underflow and scaling can do to a determinant of differences of coordinates in [−1, 1]: six products of three,
// each factor off by at most 2⁻¹⁰⁷¹ and multiplied by at most 4. Far below 2⁻¹⁰⁰⁰.
constexpr double kUnderflow = 0x1p-1000;

struct Facet {
  Vec3 normal, base;  // in scaled points
  double error;   // of normal·(p − base) for any of the points, kOrient3dError's derivation with |p − base| ≤ extent
  double height;  // of the farthest waiting point, in units of |normal|
  std::uint32_t farthest;
  std::uint32_t first, last;  // the waiting points, in ascending order among equal ones
  std::uint32_t stamp;        // 2k: below the k-th added point; 2k+1: not below it
  HullTriangle triangle;
  bool alive;
};

struct RimEdge {
  std::uint32_t from, to, outer;
};

class Quickhull {
 public:
  explicit Quickhull(const HullPoints& points);
  void start(std::array<std::uint32_t, 4> simplex);
  void run();
  std::vector<HullTriangle> triangles() const;

 private:
  std::uint32_t new_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  bool is_above(const Facet& facet, std::uint32_t point, double& height) const;
  void hand_out(std::uint32_t point, const std::vector<std::uint32_t>& facets);
  void find_visible(std::uint32_t facet, std::uint32_t point);
  void close_hole(std::uint32_t point);
  void redistribute(std::uint32_t point);

  HullPoints points_;
  Vec3 extent_;
  std::vector<Facet> facets_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> pending_;      // facets where points may be waiting
  std::vector<std::uint32_t> next_;         // per point: the next one waiting at the same facet
  std::vector<std::uint32_t> starting_at_;  // per point on the rim: the new facet whose rim edge starts there
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> visible_, created_;
  std::vector<RimEdge> rim_;
};

Quickhull::Quickhull(const HullPoints& points) : points_(points) {
  Vec3 low = points.scaled[0], high = low;
  for (const Vec3& p : points.scaled) {
    low = {std::fmin(low.x, p.x), std::fmin(low.y, p.y), std::fmin(low.z, p.z)};
    high = {std::fmax(high.x, p.x), std::fmax(high.y, p.y), std::fmax(high.z, p.z)};
  }
  extent_ = high - low;
  next_.assign(points.scaled.size(), kNone);
  starting_at_.assign(points.scaled.size(), kNone);
}

std::uint32_t Quickhull::new_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t index;
  if (free_.empty()) {
    index = static_cast<std::uint32_t>(facets_.size());
    facets_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Facet& facet = facets_[index];
  facet.base = points_.scaled[a];
  const Vec3 e = points_.scaled[b] - facet.base, f = points_.scaled[c] - facet.base;
  const double yz = e.y * f.z, zy = e.z * f.y, zx = e.z * f.x, xz = e.x * f.z, xy = e.x * f.y, yx = e.y * f.x;
  facet.normal = {yz - zy, zx - xz, xy - yx};
  facet.error =
      kOrient3dError * ((std::fabs(yz) + std::fabs(zy)) * extent_.x + (std::fabs(zx) + std::fabs(xz)) * extent_.y +
                        (std::fabs(xy) + std::fabs(yx)) * extent_.z) +
      kUnderflow;
  facet.height = -std::numeric_limits<double>::infinity();
  facet.farthest = facet.first = facet.last = kNone;
  facet.stamp = 0;
  facet.triangle.vertex = {a, b, c};
  facet.alive = true;
  return index;
}

bool Quickhull::is_above(const Facet& facet, std::uint32_t point, double& height) const {
  height = dot(facet.normal, points_.scaled[point] - facet.base);
  if (height > facet.error) return true;
  if (height < -facet.error) return false;
  const auto& [a, b, c] = facet.triangle.vertex;
  return orient3d_sign(points_.exact[a], points_.exact[b], points_.exact[c], points_.exact[point]) > 0;
}

// Gives the point to the first of the facets that it is above, if there is one; otherwise it is not a vertex.
void Quickhull::hand_out(std::uint32_t point, const std::vector<std::uint32_t>& facets) {
  for (const std::uint32_t index : facets) {
    Facet& facet = facets_[index];
    double height;
    if (!is_above(facet, point, height)) continue;
    next_[point] = kNone;
    (facet.first == kNone ? facet.first : next_[facet.last]) = point;
    facet.last = point;
    if (facet.farthest == kNone || height > facet.height) facet.farthest = point, facet.height = height;
    return;
  }
}

void Quickhull::start(std::array<std::uint32_t, 4> simplex) {
  auto& [a, b, c, d] = simplex;
  if (orient3d_sign(points_.exact[a], points_.exact[b], points_.exact[c], points_.exact[d]) > 0) std::swap(b, c);
  // Now d is below a, b, c.
  created_ = {new_facet(a, b, c), new_facet(a, d, b), new_facet(b, d, c), new_facet(c, d, a)};
  facets_[0].triangle.neighbour = {1, 2, 3};
  facets_[1].triangle.neighbour = {3, 2, 0};
  facets_[2].triangle.neighbour = {1, 3, 0};
  facets_[3].triangle.neighbour = {2, 1, 0};
  for (std::uint32_t p = 0; p < next_.size(); ++p) hand_out(p, created_);
  pending_ = created_;
}

// Collects the facets strictly below the point, and the rim around them.
void Quickhull::find_visible(std::uint32_t facet, std::uint32_t point) {
  stamp_ += 2;
  visible_.assign(1, facet);
  rim_.clear();
  facets_[facet].stamp = stamp_;
  for (std::size_t k = 0; k < visible_.size(); ++k) {
    const HullTriangle& triangle = facets_[visible_[k]].triangle;
    for (std::size_t i = 0; i < 3; ++i) {
      Facet& beyond = facets_[triangle.neighbour[i]];
      if (beyond.stamp < stamp_) {
        double height;
        beyond.stamp = is_above(beyond, point, height) ? stamp_ : stamp_ + 1;
        if (beyond.stamp == stamp_) visible_.push_back(triangle.neighbour[i]);
      }
      if (beyond.stamp != stamp_)
        rim_.push_back({triangle.vertex[i], triangle.vertex[(i + 1) % 3], triangle.neighbour[i]});
    }
  }
}

// Joins the point to every edge of the rim.
void Quickhull::close_hole(std::uint32_t point) {
  created_.clear();
  for (const RimEdge& edge : rim_) {
    const std::uint32_t index = new_facet(edge.from, edge.to, point);
    facets_[index].triangle.neighbour[0] = edge.outer;
    HullTriangle& outer = facets_[edge.outer].triangle;
    const std::size_t side = outer.vertex[0] == edge.to ? 0 : outer.vertex[1] == edge.to ? 1 : 2;
    outer.neighbour[side] = index;
    starting_at_[edge.from] = index;
    created_.push_back(index);
  }
  for (const std::uint32_t index : created_) {
    const std::uint32_t following = starting_at_[facets_[index].triangle.vertex[1]];
    facets_[index].triangle.neighbour[1] = following;
    facets_[following].triangle.neighbour[2] = index;
  }
}

void Quickhull::redistribute(std::uint32_t point) {
  for (const std::uint32_t index : visible_) {
    for (std::uint32_t p = facets_[index].first; p != kNone;) {
      const std::uint32_t following = next_[p];
      if (p != point) hand_out(p, created_);
      p = following;
    }
    facets_[index].alive = false;
    free_.push_back(index);
  }
  for (const std::uint32_t index : created_)
    if (facets_[index].first != kNone) pending_.push_back(index);
}

void Quickhull::run() {
  // Newest first keeps the work in one neighbourhood and its facets in the cache: a third less time for 10⁵ points on a
  // sphere than oldest first. A facet's number may be used again while an older entry is still there; that does no
  // harm.
  while (!pending_.empty()) {
    const std::uint32_t index = pending_.back();
    pending_.pop_back();
    if (!facets_[index].alive || facets_[index].first == kNone) continue;
    const std::uint32_t point = facets_[index].farthest;
    find_visible(index, point);
    close_hole(point);
    redistribute(point);
  }
}

std::vector<HullTriangle> Quickhull::triangles() const {
  std::vector<std::uint32_t> position(facets_.size(), kNone);
  std::uint32_t count = 0;
  for (std::size_t f = 0; f < facets_.size(); ++f)
    if (facets_[f].alive) position[f] = count++;
  std::vector<HullTriangle> result;
  result.reserve(count);
  for (const Facet& facet : facets_) {
    if (!facet.alive) continue;
    result.push_back(facet.triangle);
    for (std::uint32_t& neighbour : result.back().neighbour) neighbour = position[neighbour];
  }
  return result;
}

}  // namespace

std::vector<HullTriangle> solid_hull(const HullPoints& points, const std::array<std::uint32_t, 4>& simplex) {
  Quickhull hull(points);
  hull.start(simplex);
  hull.run();
  return hull.triangles();
}

}  // namespace clearance::detail
