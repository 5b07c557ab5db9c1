#include <clearance/convex/exact/contact.h>

#include <clearance/convex/exact/planes.h>

#include <optional>
#include <vector>

namespace clearance::detail {
namespace {

struct Met {
  VertexPair pair;
  DyadicVec m;
};

struct Candidate {
  DyadicVec normal;
  Vec3 axis;  // see plane_of_contact
};

bool allowed(const std::vector<Met>& met, const DyadicVec& n) {
  for (const Met& vertex : met)
    if (dot(n, vertex.m).sign() < 0) return false;
  return true;
}

std::optional<Candidate> allowed_either_way(const std::vector<Met>& met, const DyadicVec& n, Vec3 axis) {
  if (is_zero(n)) return std::nullopt;
  if (allowed(met, n)) return Candidate{n, axis};
  if (allowed(met, -n)) return Candidate{-n, axis};
  return std::nullopt;
}

constexpr Vec3 kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// A normal that the vertices met allow, if there is one: across two of them, or, where all of them lie on one line,
// across that line, or, where all of them are the origin, any.
std::optional<Candidate> find_normal(const std::vector<Met>& met) {
  const DyadicVec* line = nullptr;
  bool spans_plane = false;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (is_zero(met[i].m)) continue;
    if (line == nullptr) line = &met[i].m;
    for (std::size_t j = 0; j < i; ++j) {
      const DyadicVec n = cross(met[i].m, met[j].m);
      if (is_zero(n)) continue;
      spans_plane = true;
      if (const auto found = allowed_either_way(met, n, {})) return found;
    }
  }
  if (spans_plane) return std::nullopt;
  if (line == nullptr) return Candidate{exact(kAxes[0]), kAxes[0]};
  for (const Vec3& axis : kAxes)
    if (const auto found = allowed_either_way(met, cross(exact(axis), *line), axis)) return found;
  return std::nullopt;
}

// Drops every vertex that is not needed to surround the origin: a minimal positively spanning set of space has at most
// six vectors.
void keep_needed(std::vector<Met>& met) {
  for (std::size_t k = met.size(); k-- > 0;) {
    const Met dropped = met[k];
    met.erase(met.begin() + static_cast<std::ptrdiff_t>(k));
    if (find_normal(met)) met.insert(met.begin() + static_cast<std::ptrdiff_t>(k), dropped);
  }
}

template <class Pairs>
Simplex simplex_of(const PosedPair& pair, const Pairs& pairs, int count) {
  Simplex simplex;
  simplex.count = count;
  for (int k = 0; k < count; ++k) {
    simplex.a[k] = pair.a().id(pairs(k).a);
    simplex.b[k] = pair.b().id(pairs(k).b);
  }
  return simplex;
}

}  // namespace

Certificate contact_certificate(const ExactSupport& support, const ExactSimplex& simplex) {
  std::vector<Met> met;
  met.reserve(8);
  for (int k = 0; k < simplex.count; ++k) met.push_back({simplex.pair[k], simplex.m[k]});
  Certificate certificate;
  for (;;) {
    const auto candidate = find_normal(met);
    if (!candidate) break;
    const VertexPair against = support.minimise(candidate->normal);
    const DyadicVec m = support.difference(against);
    if (dot(candidate->normal, m).sign() >= 0) {
      certificate.kind = Certificate::Kind::Touch;
      certificate.plane = plane_of_contact(support, candidate->normal, candidate->axis);
      certificate.simplex = simplex_of(support.pair(), [&](int k) { return simplex.pair[k]; }, simplex.count);
      return certificate;
    }
    met.push_back({against, m});
  }
  keep_needed(met);
  certificate.kind = Certificate::Kind::Simplex;
  certificate.simplex = simplex_of(
      support.pair(), [&](int k) { return met[static_cast<std::size_t>(k)].pair; }, static_cast<int>(met.size()));
  return certificate;
}

}  // namespace clearance::detail
