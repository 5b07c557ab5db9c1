#include <clearance/lab/pair/one_sided.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace clearance {
namespace {

struct Flat {
  double x, y;
};

double cross(Flat a, Flat b) { return a.x * b.y - a.y * b.x; }

Vec3 any_across(Vec3 r) {
  const Vec3 axis = std::fabs(r.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 across = cross(r, axis);
  return across / norm(across);
}

}  // namespace

// Appendix I, FindHalfPlane. The projections of all earlier vectors along the new one must fit into a half-plane;
// first and last are the outermost of them.
bool Hemisphere::add(Vec3 r) {
  met_.push_back(r);
  const std::size_t count = met_.size();
  if (count == 1) normal_ = r;
  if (count == 2) {
    const Vec3 sum = met_[0] + met_[1];
    normal_ = squared_norm(sum) > 1e-20 ? sum / norm(sum) : any_across(r);
  }
  if (count <= 2 || dot(r, normal_) > 0) return true;
  const Vec3 u = any_across(r), v = cross(r, u);
  const auto project = [&](std::size_t i) { return Flat{dot(met_[i], u), dot(met_[i], v)}; };
  std::size_t first = 0, last = 0;
  Flat first_at{0, 0}, last_at{0, 0};
  bool any = false, on_line = true;  // until a vector off their line, it is open on which side of it they are
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const Flat at = project(i);
    if (!(at.x * at.x + at.y * at.y > 1e-28)) continue;  // along r, up to rounding
    if (!any) {
      any = true, first = last = i, first_at = last_at = at;
      continue;
    }
    const double after_first = cross(first_at, at), after_last = cross(last_at, at);
    const bool opposite = first_at.x * last_at.x + first_at.y * last_at.y < 0;
    if (on_line && after_first == 0) {
      if (!opposite && first_at.x * at.x + first_at.y * at.y < 0) last = i, last_at = at;
      continue;
    }
    if (on_line) {
      on_line = false;
      if (opposite && after_first < 0) std::swap(first, last), std::swap(first_at, last_at);
      if (!opposite && after_first > 0) last = i, last_at = at;
      if (!opposite && after_first < 0) first = i, first_at = at;
      continue;
    }
    if (after_first >= 0 && after_last <= 0) continue;
    if (after_first >= 0) {
      last = i, last_at = at;
    } else if (after_last <= 0) {
      first = i, first_at = at;
    } else if (std::none_of(met_.begin(), met_.end(), [&](Vec3 other) { return dot(other, r) < 0; })) {
      return normal_ = r, true;  // all others on the circle across r: no plane but that one holds them
    } else {
      surrounding_[0] = static_cast<int>(first), surrounding_[1] = static_cast<int>(last);
      surrounding_[2] = static_cast<int>(i), surrounding_[3] = static_cast<int>(count) - 1;
      return false;
    }
  }
  if (!any) return normal_ = u, true;
  const double first_length = std::hypot(first_at.x, first_at.y), last_length = std::hypot(last_at.x, last_at.y);
  Flat middle{0, 0};
  if (first_length > 0) middle = {first_at.x / first_length, first_at.y / first_length};
  if (last_length > 0) middle = {middle.x + last_at.x / last_length, middle.y + last_at.y / last_length};
  double length = std::hypot(middle.x, middle.y);
  if (!(length > 1e-10)) {  // the outermost are opposite: the line is theirs, w across it
    middle = {-first_at.y, first_at.x};
    length = first_length > 0 ? first_length : 1;
  }
  normal_ = tilted((middle.x / length) * u + (middle.y / length) * v, r);
  return true;
}

// The paper's w is square to the vector r it was made for, which then reads as touching when it comes back (Lemma 8).
// Turning w toward r by half of what the others allow makes every product positive.
Vec3 Hemisphere::tilted(Vec3 w, Vec3 r) const {
  double allowed = 1;
  for (const Vec3& other : met_)
    if (const double away = -dot(other, r); away > 0) allowed = std::fmin(allowed, dot(w, other) / away);
  const Vec3 turned = w + (0.5 * std::fmax(allowed, 0.0)) * r;
  return turned / norm(turned);
}

void HalfPlanes::start(Vec3 r) {
  axis_[0] = r;
  axis_[1] = any_across(r);
  axis_[2] = cross(r, axis_[1]);
  normal_ = r;
  // Directions further than this from r₀ (within 1e-6 of a right angle) are left to the caller's step limit.
  constexpr double kFrame = 1e6;
  region_ = {{-kFrame, -kFrame, -1}, {kFrame, -kFrame, -1}, {kFrame, kFrame, -1}, {-kFrame, kFrame, -1}};
}

bool HalfPlanes::add(Vec3 r) {
  met_.push_back(r);
  if (met_.size() == 1) return start(r), true;
  const int here = static_cast<int>(met_.size()) - 1;
  const double a = dot(r, axis_[1]), b = dot(r, axis_[2]), c = dot(r, axis_[0]);
  const auto value = [&](const Corner& at) { return a * at.x + b * at.y + c; };
  std::vector<Corner> kept;
  std::size_t best = 0;
  for (std::size_t k = 0; k < region_.size(); ++k) {
    const Corner &from = region_[k], &to = region_[(k + 1) % region_.size()];
    const double at_from = value(from), at_to = value(to);
    if (at_from > value(region_[best])) best = k;
    if (at_from >= 0) kept.push_back(from);
    if ((at_from >= 0) != (at_to >= 0)) {
      const double t = at_from / (at_from - at_to);
      // Leaving the half-plane, the edge that starts here is its line; entering, the old edge goes on.
      kept.push_back({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y), at_from >= 0 ? here : from.maker});
    }
  }
  if (kept.empty()) {
    // The corner that comes nearest is where the edges before and after it meet: with the new one they exclude all.
    const int before = region_[(best + region_.size() - 1) % region_.size()].maker, after = region_[best].maker;
    surrounding_[0] = 0, surrounding_[1] = before < 0 ? 0 : before;
    surrounding_[2] = after < 0 ? 0 : after, surrounding_[3] = here;
    return false;
  }
  region_ = std::move(kept);
  double x = 0, y = 0;
  for (const Corner& at : region_) x += at.x, y += at.y;
  const auto corners = static_cast<double>(region_.size());
  const Vec3 w = axis_[0] + (x / corners) * axis_[1] + (y / corners) * axis_[2];
  normal_ = w / norm(w);
  return true;
}

}  // namespace clearance
