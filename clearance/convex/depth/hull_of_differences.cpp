#include <clearance/convex/depth/hull_of_differences.h>

#include <clearance/convex/exact/roots.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace clearance::detail {
namespace {

int distinct(const VertexPair* const pairs[4], std::int32_t VertexPair::* which) {
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    bool is_new = true;
    for (int j = 0; j < k; ++j) is_new = is_new && pairs[j]->*which != pairs[k]->*which;
    count += is_new ? 1 : 0;
  }
  return count;
}

}  // namespace

HullOfDifferences::HullOfDifferences(const PosedPair& pair, std::span<const VertexPair> around) : pair_(pair) {
  for (const VertexPair& at : around) vertices_.push_back({at, pair.difference(at)});
  const auto count = static_cast<std::int32_t>(around.size());
  // The first four that are not in one plane, in order.
  std::int32_t v[4] = {0, 0, 0, 0};
  const auto next = [&] {
    for (v[0] = 0; v[0] < count; ++v[0])
      for (v[1] = v[0] + 1; v[1] < count; ++v[1])
        for (v[2] = v[1] + 1; v[2] < count; ++v[2])
          for (v[3] = v[2] + 1; v[3] < count; ++v[3])
            if (side_exactly(v[0], v[1], v[2], v[3]) != 0) return true;
    return false;
  };
  const bool solid = next();
  CLEARANCE_ASSERT(solid);
  make_tetrahedron(v);
  for (std::int32_t other = 0; other < count; ++other) {
    if (std::find(v, v + 4, other) != v + 4) continue;
    for (std::int32_t f = 0; f < static_cast<std::int32_t>(facets_.size()); ++f) {
      if (!facet(f).alive || !sees(facet(f), other)) continue;
      replace_seen(other, f);
      break;
    }
  }
}

void HullOfDifferences::make_tetrahedron(const std::int32_t v[4]) {
  const bool turned = side_exactly(v[0], v[1], v[2], v[3]) > 0;
  const std::int32_t a = v[0], b = turned ? v[2] : v[1], c = turned ? v[1] : v[2], d = v[3];
  const std::int32_t vertices[4][3] = {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
  constexpr std::int32_t kNeighbours[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (std::int32_t f = 0; f < 4; ++f) {
    set_facet(new_slot(), vertices[f][0], vertices[f][1], vertices[f][2]);
    std::copy(kNeighbours[f], kNeighbours[f] + 3, facets_[static_cast<std::size_t>(f)].neighbour);
  }
}

void HullOfDifferences::forget_last_vertex() {
  vertices_.pop_back();
  if (exact_vertices_.size() > vertices_.size()) exact_vertices_.resize(vertices_.size());
}

bool HullOfDifferences::sees_exactly(const Facet& facet, std::int32_t vertex) {
  return side_exactly(facet.vertex[0], facet.vertex[1], facet.vertex[2], vertex) > 0;
}

// Sign of the volume of v0 v1 v2 v3, positive when v3 is above the facet v0 v1 v2.
int HullOfDifferences::side_exactly(std::int32_t v0, std::int32_t v1, std::int32_t v2, std::int32_t v3) {
  // Four differences made of two vertices of each body (or fewer) are the corners of a parallelogram: the commonest
  // zero there is, since every edge–edge facet is one.
  const VertexPair* const pairs[4] = {
      &vertices_[static_cast<std::size_t>(v0)].pair, &vertices_[static_cast<std::size_t>(v1)].pair,
      &vertices_[static_cast<std::size_t>(v2)].pair, &vertices_[static_cast<std::size_t>(v3)].pair};
  if (distinct(pairs, &VertexPair::a) + distinct(pairs, &VertexPair::b) <= 4) return 0;
  // Doubles once more: this bound is over the edges that there are, not over all that could be.
  const Vec3 m0 = vertices_[static_cast<std::size_t>(v0)].m;
  const Vec3 e1 = vertices_[static_cast<std::size_t>(v1)].m - m0, e2 = vertices_[static_cast<std::size_t>(v2)].m - m0,
             e3 = vertices_[static_cast<std::size_t>(v3)].m - m0;
  const double volume = dot(cross(e1, e2), e3);
  const double most = larger(larger(norm_max(e1), norm_max(e2)), norm_max(e3));
  // Each edge is off by 33u·S a component, a product of three changes by at most 6·most² times that for each factor,
  // and rounds by 60u·most³ ≤ 120u·S·most²: below 768u·S·most² = 3·2⁻⁴⁵·S·most².
  const double bound = 0x3p-45 * pair_.reach() * (most * most);
  if (bound > kMinError && bound < kMaxError && std::fabs(volume) > bound) return volume > 0 ? 1 : -1;
  const DyadicVec x0 = exact_vertex(v0);
  const DyadicVec x1 = exact_vertex(v1) - x0, x2 = exact_vertex(v2) - x0;
  return dot(cross(x1, x2), exact_vertex(v3) - x0).sign();
}

const ExactPair& HullOfDifferences::exact_pair() {
  if (!exact_pair_) exact_pair_.emplace(pair_.pose_a(), pair_.pose_b());
  return *exact_pair_;
}

const DyadicVec& HullOfDifferences::exact_vertex(std::int32_t vertex) {
  const auto at = static_cast<std::size_t>(vertex);
  // Room for all that may come, so that references stay valid while one sign is computed.
  if (exact_vertices_.size() < vertices_.size()) exact_vertices_.resize(vertices_.size());
  std::optional<DyadicVec>& known = exact_vertices_[at];
  if (!known) {
    const VertexPair pair = vertices_[at].pair;
    known = exact_pair().difference(pair_.a().vertex(pair.a), pair_.b().vertex(pair.b));
  }
  return *known;
}

DyadicVec HullOfDifferences::exact_normal(const Facet& facet) {
  const DyadicVec m0 = exact_vertex(facet.vertex[0]);
  return cross(exact_vertex(facet.vertex[1]) - m0, exact_vertex(facet.vertex[2]) - m0);
}

namespace {

// The first 106 bits, cut off towards zero, of a number of ordinary size: off by less than 2⁻¹⁰⁴ of it.
bool shorten(const Dyadic& x, Dyadic& out) {
  const double first = x.to_double();
  if (x.sign() != 0 && !(std::fabs(first) > 0x1p-400 && std::fabs(first) < 0x1p400)) return false;
  out = first;
  out = out + Dyadic((x - out).to_double());
  return true;
}
bool shorten(const DyadicVec& v, DyadicVec& out) {
  return shorten(v.x, out.x) && shorten(v.y, out.y) && shorten(v.z, out.z);
}

// What distance_below() returns, by numbers that need no memory; nothing where those leave two answers. n·m is off by
// 2⁻¹⁰² of Σ|nᵢmᵢ| then, s²n² by 2⁻¹⁰⁰ of itself.
std::optional<double> distance_by_short_numbers(const DyadicVec& normal, const DyadicVec& m, const Dyadic& scale) {
  DyadicVec n, p;
  Dyadic s, offset, squared;
  if (!shorten(normal, n) || !shorten(m, p) || !shorten(scale, s)) return std::nullopt;
  if (!shorten(dot(n, p), offset) || !shorten(s * s * dot(n, n), squared)) return std::nullopt;
  const auto size = [](const Dyadic& x, const Dyadic& y) { return std::fabs(x.to_double() * y.to_double()); };
  const Dyadic off = 0x1p-101 * (size(n.x, p.x) + size(n.y, p.y) + size(n.z, p.z));
  const Dyadic least = offset - off, most = offset + off, share = 0x1p-99;
  if (least.sign() <= 0) return std::nullopt;
  const double below = square_root_below(least * least, squared + share * squared);
  return below == square_root_below(most * most, squared - share * squared) ? std::optional(below) : std::nullopt;
}

}  // namespace

double distance_below(const DyadicVec& normal, const DyadicVec& m, const Dyadic& scale) {
  if (const std::optional<double> found = distance_by_short_numbers(normal, m, scale)) return *found;
  const Dyadic offset = dot(normal, m);
  return offset.sign() > 0 ? square_root_below(offset * offset, scale * scale * dot(normal, normal)) : 0;
}

void HullOfDifferences::sharpen(std::int32_t at) {
  lower_[static_cast<std::size_t>(at)] =
      distance_below(exact_normal(facet(at)), exact_vertex(facet(at).vertex[0]), exact_pair().scale());
  facets_[static_cast<std::size_t>(at)].exact = true;
}

}  // namespace clearance::detail
