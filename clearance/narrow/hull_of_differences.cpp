#include <clearance/narrow/hull_of_differences.h>

#include <cmath>
#include <limits>

namespace clearance {
namespace {

// Error of e1×e2·e3 over differences e of differences m: a component of e is off by 33u·S (two of 16u·S and a rounding),
// a product of three changes by at most 6D² times that for each of its factors, and rounds by 60u·D³ ≤ 120u·S·D²:
// (594 + 120)u·S·D². With e3 an m itself it is less. 768u = 3·2⁻⁴⁵.
constexpr double kVolumeError = 0x3p-45;
// Error of |e1×e2|: a component is off by 4·33u·S·D and rounds by 6u·D² ≤ 12u·S·D; √3 of 144u is below 256u.
constexpr double kAreaError = 0x1p-45;
// Below this, underflow may have taken more than the bounds account for.
constexpr double kMinVolume = 0x1p-900;

}  // namespace

HullOfDifferences::HullOfDifferences(const PosedPair& pair, std::span<const VertexPair> around) : pair_(pair) {
  vertices_.reserve(48);
  facets_.reserve(128);
  for (const VertexPair& at : around) vertices_.push_back({at, pair.difference(at)});
  const auto count = static_cast<std::int32_t>(vertices_.size());
  std::int32_t v[4] = {0, 1, 2, 3};
  for (v[0] = 0; v[0] < count; ++v[0])
    for (v[1] = v[0] + 1; v[1] < count; ++v[1])
      for (v[2] = v[1] + 1; v[2] < count; ++v[2])
        for (v[3] = v[2] + 1; v[3] < count; ++v[3])
          if (side(v[0], v[1], v[2], v[3]) != 0) {
            make_tetrahedron(v);
            for (std::int32_t other = 0; other < count; ++other)
              if (other != v[0] && other != v[1] && other != v[2] && other != v[3])
                for (std::int32_t f = 0; f < static_cast<std::int32_t>(facets_.size()); ++f)
                  if (facets_[static_cast<std::size_t>(f)].alive && grow(other, f)) break;
            return;
          }
  CLEARANCE_ASSERT(!"the differences span space");
}

void HullOfDifferences::make_tetrahedron(const std::int32_t v[4]) {
  const bool turned = side(v[0], v[1], v[2], v[3]) > 0;
  const std::int32_t a = v[0], b = turned ? v[2] : v[1], c = turned ? v[1] : v[2], d = v[3];
  make_facet(a, b, c), make_facet(a, d, b), make_facet(b, d, c), make_facet(c, d, a);
  constexpr std::int32_t kNeighbours[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (std::size_t f = 0; f < 4; ++f)
    for (std::size_t k = 0; k < 3; ++k) facets_[f].neighbour[k] = kNeighbours[f][k];
}

std::int32_t HullOfDifferences::make_facet(std::int32_t v0, std::int32_t v1, std::int32_t v2) {
  const Vec3 m0 = vertices_[static_cast<std::size_t>(v0)].m;
  const Vec3 e1 = vertices_[static_cast<std::size_t>(v1)].m - m0, e2 = vertices_[static_cast<std::size_t>(v2)].m - m0;
  const Vec3 normal = cross(e1, e2);
  const double edge = larger(norm_max(e1), norm_max(e2)), largest = larger(edge, norm_max(m0));
  const double reach = pair_.reach();
  const double volume = dot(normal, m0) - kVolumeError * reach * (largest * largest);
  const double area = norm(normal) * (1 + 0x1p-50) + kAreaError * reach * edge;
  const double lower = volume > kMinVolume ? volume / area * (1 - 0x1p-51) : 0;
  facets_.push_back({{v0, v1, v2}, {-1, -1, -1}, normal, lower, true, false});
  return static_cast<std::int32_t>(facets_.size()) - 1;
}

int HullOfDifferences::side(std::int32_t v0, std::int32_t v1, std::int32_t v2, std::int32_t v3) {
  const Vec3 m0 = vertices_[static_cast<std::size_t>(v0)].m;
  const Vec3 e1 = vertices_[static_cast<std::size_t>(v1)].m - m0, e2 = vertices_[static_cast<std::size_t>(v2)].m - m0,
             e3 = vertices_[static_cast<std::size_t>(v3)].m - m0;
  const double volume = dot(cross(e1, e2), e3);
  const double largest = larger(larger(norm_max(e1), norm_max(e2)), norm_max(e3));
  const double bound = kVolumeError * pair_.reach() * (largest * largest);
  if (std::fabs(volume) > bound && bound > kMinVolume && bound < std::numeric_limits<double>::max())
    return volume > 0 ? 1 : -1;
  return side_exact(v0, v1, v2, v3);
}

int HullOfDifferences::side_exact(std::int32_t v0, std::int32_t v1, std::int32_t v2, std::int32_t v3) {
  const DyadicVec m0 = exact_vertex(v0);
  const DyadicVec e1 = exact_vertex(v1) - m0, e2 = exact_vertex(v2) - m0;
  return dot(cross(e1, e2), exact_vertex(v3) - m0).sign();
}

bool HullOfDifferences::sees(const Facet& facet, std::int32_t vertex) {
  return side(facet.vertex[0], facet.vertex[1], facet.vertex[2], vertex) > 0;
}

const ExactPair& HullOfDifferences::exact_pair() {
  if (!exact_pair_) exact_pair_.emplace(pair_.pose_a(), pair_.pose_b());
  return *exact_pair_;
}

const DyadicVec& HullOfDifferences::exact_vertex(std::int32_t vertex) {
  const auto at = static_cast<std::size_t>(vertex);
  if (exact_vertices_.size() < vertices_.size()) exact_vertices_.resize(vertices_.size());
  if (!exact_vertices_[at]) {
    const VertexPair pair = vertices_[at].pair;
    exact_vertices_[at] = exact_pair().difference(pair_.a().vertex(pair.a), pair_.b().vertex(pair.b));
  }
  return *exact_vertices_[at];
}

DyadicVec HullOfDifferences::exact_normal(const Facet& facet) {
  const DyadicVec m0 = exact_vertex(facet.vertex[0]);
  return cross(exact_vertex(facet.vertex[1]) - m0, exact_vertex(facet.vertex[2]) - m0);
}

Dyadic HullOfDifferences::exact_offset(const Facet& facet) {
  return dot(exact_normal(facet), exact_vertex(facet.vertex[0]));
}

bool HullOfDifferences::add(VertexPair pair, int seen) {
  vertices_.push_back({pair, pair_.difference(pair)});
  if (grow(static_cast<std::int32_t>(vertices_.size()) - 1, seen)) return true;
  vertices_.pop_back();
  if (exact_vertices_.size() > vertices_.size()) exact_vertices_.resize(vertices_.size());
  return false;
}

bool HullOfDifferences::grow(std::int32_t vertex, std::int32_t seen) {
  if (!sees(facets_[static_cast<std::size_t>(seen)], vertex)) return false;
  gone_.assign(1, seen);
  facets_[static_cast<std::size_t>(seen)].alive = false;
  for (std::size_t g = 0; g < gone_.size(); ++g) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t next = facets_[static_cast<std::size_t>(gone_[g])].neighbour[k];
      Facet& beyond = facets_[static_cast<std::size_t>(next)];
      if (!beyond.alive || !sees(beyond, vertex)) continue;
      beyond.alive = false;
      gone_.push_back(next);
    }
  }
  made_.clear();
  fan_at_.resize(vertices_.size());
  for (const std::int32_t gone : gone_) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t stays = facets_[static_cast<std::size_t>(gone)].neighbour[k];
      if (!facets_[static_cast<std::size_t>(stays)].alive) continue;
      const std::int32_t from = facets_[static_cast<std::size_t>(gone)].vertex[k];
      const std::int32_t to = facets_[static_cast<std::size_t>(gone)].vertex[(k + 1) % 3];
      const std::int32_t fresh = make_facet(from, to, vertex);
      facets_[static_cast<std::size_t>(fresh)].neighbour[0] = stays;
      std::int32_t* across = facets_[static_cast<std::size_t>(stays)].neighbour;
      while (*across != gone) ++across;
      *across = fresh;
      fan_at_[static_cast<std::size_t>(from)] = fresh;
      made_.push_back(fresh);
    }
  }
  for (const std::int32_t fresh : made_) {
    const std::int32_t to = facets_[static_cast<std::size_t>(fresh)].vertex[1];
    const std::int32_t after = fan_at_[static_cast<std::size_t>(to)];
    facets_[static_cast<std::size_t>(fresh)].neighbour[1] = after;
    facets_[static_cast<std::size_t>(after)].neighbour[2] = fresh;
  }
  return true;
}

}  // namespace clearance
