#include <clearance/lab/pair/programs/walls.h>

#include <clearance/convex/nearest_simplex.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance {
namespace {

Vec3 unit(Vec3 v) { return v / norm(v); }

Vec3 across(Vec3 v) {
  const Vec3 size = {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)};
  return unit(cross(v, size.x <= size.y && size.x <= size.z ? Vec3{1, 0, 0}
                       : size.y <= size.z                   ? Vec3{0, 1, 0}
                                                            : Vec3{0, 0, 1}));
}

// Least squares: the multipliers λ that bring Σ λn nearest to d, for one to three unit normals. False when they are
// dependent within rounding.
bool solve_multipliers(Vec3 d, const Vec3* n, int count, double* lambda) {
  if (count == 1) return lambda[0] = dot(n[0], d), true;
  if (count == 2) {
    const Vec3 c = cross(n[0], n[1]);
    const double square = squared_norm(c);
    if (!(square > 1e-28)) return false;
    lambda[0] = dot(cross(d, n[1]), c) / square;
    lambda[1] = dot(cross(n[0], d), c) / square;
    return true;
  }
  const double volume = dot(n[0], cross(n[1], n[2]));
  if (!(std::fabs(volume) > 1e-15)) return false;
  for (int k = 0; k < 3; ++k) lambda[k] = dot(d, cross(n[(k + 1) % 3], n[(k + 2) % 3])) / volume;
  return true;
}

// What the walls leave, not as a difference of nearly equal vectors.
Vec3 rest_of(Vec3 d, const Vec3* n, int count) {
  if (count == 0) return d;
  if (count == 1) return d - dot(n[0], d) * n[0];
  if (count == 3) return {};
  const Vec3 along = unit(cross(n[0], n[1]));
  return dot(along, d) * along;
}

// Lawson and Hanson's active set, small enough to be written out.
class ActiveSet {
 public:
  explicit ActiveSet(Vec3 d) : d_(d), rest_(d) {}

  int count() const { return count_; }
  int wall(int k) const { return wall_[k]; }
  double multiplier(int k) const { return lambda_[k]; }
  Vec3 rest() const { return rest_; }
  bool has(int w) const { return std::find(wall_, wall_ + count_, w) != wall_ + count_; }

  // Takes a wall in, and drops those whose multipliers would become negative. `free`: this one may have any sign.
  bool add(int w, Vec3 normal, bool free) {
    if (count_ == 3) return false;
    wall_[count_] = w, normal_[count_] = normal, lambda_[count_] = 0, free_[count_] = free;
    ++count_;
    for (;;) {
      double wanted[3];
      if (!solve_multipliers(d_, normal_, count_, wanted)) {
        --count_;
        return false;
      }
      int blocking = -1;
      double way = 1;
      for (int k = 0; k < count_; ++k) {
        if (free_[k] || wanted[k] > 0) continue;
        const double until = lambda_[k] / (lambda_[k] - wanted[k]);
        if (blocking < 0 || until < way) way = until, blocking = k;
      }
      if (!(way >= 0)) way = 0;
      for (int k = 0; k < count_; ++k) lambda_[k] += (blocking < 0 ? 1 : way) * (wanted[k] - lambda_[k]);
      if (blocking < 0) break;
      drop(blocking);
    }
    rest_ = rest_of(d_, normal_, count_);
    return true;
  }

 private:
  void drop(int k) {
    --count_;
    for (int j = k; j < count_; ++j)
      wall_[j] = wall_[j + 1], normal_[j] = normal_[j + 1], lambda_[j] = lambda_[j + 1], free_[j] = free_[j + 1];
  }

  Vec3 d_, rest_;
  int count_ = 0;
  int wall_[3] = {};
  Vec3 normal_[3];
  double lambda_[3] = {};
  bool free_[3] = {};
};

}  // namespace

Projected project(Vec3 d, std::span<const Wall> walls, std::span<const int> touched, std::span<const int> kept) {
  ActiveSet active(d);
  const auto normal = [&](int w) { return walls[static_cast<std::size_t>(w)].normal; };
  for (const int w : kept) active.add(w, normal(w), true);
  const double least = 1e-12 * norm(d);
  // Each wall taken in brings Σ λn nearer to d, so that no set comes back; rounding could let one.
  for (std::size_t turn = 0; turn < 3 * touched.size() + 3; ++turn) {
    int worst = -1;
    double most = least;
    for (const int w : touched)
      if (const double into = dot(normal(w), active.rest()); into > most && !active.has(w)) most = into, worst = w;
    if (worst < 0 || !active.add(worst, normal(worst), false)) break;
  }
  Projected result{active.rest(), active.count(), {}, {}};
  for (int k = 0; k < active.count(); ++k) result.wall[k] = active.wall(k), result.multiplier[k] = active.multiplier(k);
  return result;
}

Walls::Walls(const Polytope& body, const Pose& pose, Vec3 shift, double reach)
    // A wall's height is off by a few rounding errors of the reach; a point that a wall stopped is off by as much. Of
    // the body's own size the tolerance takes less than the sagitta of the finest meshes.
    : body_(body), pose_(pose), shift_(shift), tolerance_(1e-11 * body.size() + 1e-14 * reach) {
  if (body.dimension() == 3) {
    walls_.reserve(static_cast<std::size_t>(body.face_count()));
    for (int f = 0; f < body.face_count(); ++f) {
      const auto loop = body.face(f);
      const Vec3 first = body.vertex(static_cast<int>(loop[0]));
      Vec3 area;
      for (std::size_t k = 1; k + 1 < loop.size(); ++k)
        area = area + cross(body.vertex(static_cast<int>(loop[k])) - first,
                            body.vertex(static_cast<int>(loop[k + 1])) - first);
      add(area, loop);
    }
  } else if (body.dimension() == 2) {
    add_polygon();
  } else {
    add_segment();
  }
}

void Walls::add(Vec3 normal, std::span<const std::uint32_t> through) {
  const Vec3 turned = unit(pose_.rotation() * normal);
  double height = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t v : through) height = larger(height, dot(turned, place(body_.vertex(static_cast<int>(v)))));
  walls_.push_back({turned, height});
}

void Walls::add_polygon() {
  const auto loop = body_.face(0);
  const auto corner = [&](std::size_t k) { return body_.vertex(static_cast<int>(loop[k % loop.size()])); };
  Vec3 area;
  for (std::size_t k = 1; k + 1 < loop.size(); ++k)
    area = area + cross(corner(k) - corner(0), corner(k + 1) - corner(0));
  add(area, loop);
  add(-area, loop);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const std::uint32_t edge[2] = {loop[k], loop[(k + 1) % loop.size()]};
    add(cross(corner(k + 1) - corner(k), unit(area)), edge);
  }
}

void Walls::add_segment() {
  const std::uint32_t ends[2] = {0, static_cast<std::uint32_t>(body_.vertex_count() - 1)};
  const Vec3 along = body_.dimension() == 1 ? unit(body_.vertex(1) - body_.vertex(0)) : Vec3{1, 0, 0};
  const Vec3 side = across(along), other = cross(along, side);
  for (const Vec3 n : {along, side, other}) add(n, ends), add(-n, ends);
}

void Walls::find_touched(Vec3 x, std::vector<int>& touched) const {
  touched.clear();
  for (std::size_t w = 0; w < walls_.size(); ++w)
    if (walls_[w].height - dot(walls_[w].normal, x) <= tolerance_) touched.push_back(static_cast<int>(w));
}

double Walls::way(Vec3 x, Vec3 s, std::span<const int> touched) const {
  double least = std::numeric_limits<double>::infinity();
  auto skip = touched.begin();  // both ascend
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    if (skip != touched.end() && *skip == static_cast<int>(w)) {
      ++skip;
      continue;
    }
    const double into = dot(walls_[w].normal, s);
    if (into > 0) least = smaller(least, (walls_[w].height - dot(walls_[w].normal, x)) / into);
  }
  return least;
}

int Walls::corners(Vec3 x, std::int32_t (&vertex)[3]) const {
  if (body_.dimension() < 2) {
    for (int v = 0; v < body_.vertex_count(); ++v) vertex[v] = v;
    return body_.vertex_count();
  }
  int face = 0;
  if (body_.dimension() == 3) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t w = 0; w < walls_.size(); ++w)
      if (const double slack = walls_[w].height - dot(walls_[w].normal, x); slack < least)
        least = slack, face = static_cast<int>(w);
  }
  const auto loop = body_.face(face);
  const auto seen_from_x = [&](std::uint32_t v) { return place(body_.vertex(static_cast<int>(v))) - x; };
  // Where squares overflow none compares as nearer; any triangle will do there.
  for (std::size_t c = 0; c < 3; ++c) vertex[c] = static_cast<std::int32_t>(loop[c]);
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    PointSimplex triangle;
    for (const std::uint32_t v : {loop[0], loop[k], loop[k + 1]})
      triangle.add({static_cast<std::int32_t>(v), 0}, seen_from_x(v));
    const PointSimplex whole = triangle;
    nearest_point(triangle);
    if (const double square = squared_norm(triangle.point()); square < nearest) {
      nearest = square;
      for (int c = 0; c < 3; ++c) vertex[c] = whole.pair[c].a;
    }
  }
  return 3;
}

}  // namespace clearance
