// Question: how does a closed surface of differences around the origin grow by one vertex, in a few dozen nanoseconds?
// Method:   triangles in arrays by component, eight at a time; those that the new vertex sees go, all that lie in its
//           plane but for rounding with them, and a fan over their rim comes.
// Proves:   that the surface is closed, and that the origin lies below the plane of every triangle, at least so far.
//           A shell needs no more (proof/check.cpp): it may be dented, so no sign has to be exact.
// Cannot:   go on where rounding hides that a new triangle has the origin below it, nor beyond its arrays, nor for
//           bodies of unusual size: it says so, and HullOfDifferences decides.
// Notation: m differences; S = reach; u = 2⁻⁵³; n a triangle's normal, of any length; `least` is below n·m₀ by
//           what facet_errors.h bounds.
#pragma once

#include <clearance/convex/depth/facet_errors.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/proof/certificate.h>
#include <clearance/support/kernels.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

namespace clearance::detail {

template <int kWidth>
class StarShell {
 public:
  static constexpr int kMaxFacets = 128, kMaxVertices = 64;

  CLEARANCE_INLINE explicit StarShell(const PosedPair& pair)
      : pair_(pair),
        reach_(pair.reach()),
        of_turn_(kFacetNormalError * reach_),
        of_place_(kFacetOffsetError * reach_),
        of_area_(kFacetAreaError * reach_),
        sight_error_(kSightError * reach_) {}

  // A tetrahedron of which the origin is surely inside.
  CLEARANCE_INLINE bool start(const VertexPair* around) {
    for (int k = 0; k < 4; ++k) push(around[k], pair_.difference(around[k]));
    const Vec3 m0 = m(0);
    const bool turned = dot(cross(m(1) - m0, m(2) - m0), m(3) - m0) > 0;
    const std::uint8_t b = turned ? 2 : 1, c = turned ? 1 : 2;
    const std::uint8_t corners[4][3] = {{0, b, c}, {0, 3, b}, {b, 3, c}, {c, 3, 0}};
    open_block();
    facets_ = 4;
    least_ = kClosed;
    bool is_around = true;
    for (int f = 0; f < 4; ++f) {
      const auto top = static_cast<int>(corners[f][2]);
      is_around &= set_facet(f, corners[f][0], corners[f][1], top, m(top), of_turn_ * norm_one(m(top)), least_);
    }
    return is_around;
  }

  // The triangle whose plane is nearest, but for 2⁻⁴⁵; sets how near all are at least.
  CLEARANCE_INLINE int nearest(double& lower) const {
    const auto key = std::bit_cast<std::uint64_t>(least_);
    lower = std::sqrt(std::bit_cast<double>(key & ~std::uint64_t{kMaxFacets - 1})) * (1 - 0x1p-52);
    return static_cast<int>(key & (kMaxFacets - 1));
  }

  CLEARANCE_INLINE Vec3 normal(int facet) const { return {x_[facet], y_[facet], z_[facet]}; }
  // The numbers of a triangle's vertices, a byte each, the first lowest; counter-clockwise seen from outside.
  CLEARANCE_INLINE std::uint32_t corners(int facet) const { return corners_[facet] & (kExact - 1); }
  VertexPair pair_at(std::uint32_t v) const { return {of_a_[v], of_b_[v]}; }
  Vec3 place(std::uint32_t v) const { return m(static_cast<int>(v)); }
  VertexPair corner(int facet, int k) const { return pair_at(corner_of(corners_[facet], k)); }
  // Where climbs may start that look for what is beyond it: of each body the corner that is farthest.
  CLEARANCE_INLINE VertexPair hint(int facet, Vec3 n) const {
    const Polytope &a = pair_.a(), &b = pair_.b();
    const Vec3 n_a = transpose_times(pair_.pose_a().rotation(), n),
               n_b = transpose_times(pair_.pose_b().rotation(), -n);
    VertexPair best = corner(facet, 0);
    double most_a = dot(a.vertex(best.a), n_a), most_b = dot(b.vertex(best.b), n_b);
    for (int k = 1; k < 3; ++k) {
      const VertexPair other = corner(facet, k);
      const double of_a = dot(a.vertex(other.a), n_a), of_b = dot(b.vertex(other.b), n_b);
      best.a = of_a > most_a ? other.a : best.a, most_a = larger(of_a, most_a);
      best.b = of_b > most_b ? other.b : best.b, most_b = larger(of_b, most_b);
    }
    return best;
  }

  // Is a difference surely beyond the triangle's plane?
  CLEARANCE_INLINE bool is_beyond(int facet, Vec3 at) const {
    const std::uint32_t v = corners_[facet];
    const Vec3 m0 = place(corner_of(v, 0));
    const double edge = larger(norm_max(place(corner_of(v, 1)) - m0), norm_max(place(corner_of(v, 2)) - m0));
    return dot(normal(facet), at - m0) > kFacetHeightError * (reach_ * reach_) * edge;
  }

  // Adds a vertex. False where the surface is not what it should be any more, and of no use.
  CLEARANCE_INLINE bool add(VertexPair pair, Vec3 at) {
    if (vertices_ >= kMaxVertices) return false;
    std::uint64_t seen[2];
    see(at, seen);
    int gone = 0, rim = 0;
    for (int word = 0; word < 2; ++word)
      for (std::uint64_t left = seen[word]; left != 0; left &= left - 1) {
        const int f = 64 * word + std::countr_zero(left);
        gone_[gone++] = static_cast<std::uint8_t>(f);
        // The edges from each corner to the next, and what lies across them.
        const std::uint32_t v = corners(f), turned = v >> 8 | v << 16;
        for (int k = 0; k < 3; ++k) {
          const std::uint32_t from = v >> 8 * k & 0xff, to = turned >> 8 * k & 0xff, beyond = along_[to][from];
          rim_[rim] = static_cast<std::uint16_t>(from | to << 8);
          rim += ((seen[beyond >> 6] >> (beyond & 63)) & 1) == 0 ? 1 : 0;
        }
      }
    for (; gone < rim; ++gone) {
      if (free_ > 0) {
        gone_[gone] = spare_[--free_];
      } else {
        if (facets_ == kMaxFacets) return false;
        if (facets_ % 8 == 0) open_block();
        gone_[gone] = static_cast<std::uint8_t>(facets_++);
      }
    }
    for (int k = rim; k < gone; ++k) close(gone_[k]);
    return rim > 0 && make_fan(push(pair, at), rim);
  }

  // The exact distance of a triangle's plane, rounded down, in the place of its bound; once.
  bool is_exact(int facet) const { return (corners_[facet] & kExact) != 0; }
  void set_exact(int facet, double lower) {
    corners_[facet] |= kExact;
    key_[facet] = kClosed;
    least_ = kClosed;
    for (int f = 0; f < facets_; ++f) least_ = smaller(key_[f], least_);
    least_ = smaller(set_key(facet, lower * lower * (1 - 0x1p-51)), least_);
  }

  int facet_count() const { return facets_; }  // places left free included
  // How near the plane of a triangle is at least; infinite for a place left free.
  double lower(int facet) const {
    return is_open(facet) ? std::sqrt(key_[facet]) : std::numeric_limits<double>::infinity();
  }

  void write(Shell& shell) const {
    shell = {};
    for (int v = 0; v < vertices_; ++v) shell.pairs.push_back({pair_.a().id(of_a_[v]), pair_.b().id(of_b_[v])});
    for (int f = 0; f < facets_; ++f)
      if (is_open(f))
        shell.facets.push_back({{corner_of(corners_[f], 0), corner_of(corners_[f], 1), corner_of(corners_[f], 2)}});
  }

 private:
  bool is_open(int facet) const { return key_[facet] < kClosed; }
  static constexpr std::uint32_t kExact = 1u << 24;  // the bound is the exact distance
  static constexpr std::uint32_t corner_of(std::uint32_t corners, int k) { return corners >> 8 * k & 0xff; }
  // Above the square of every distance there is.
  static constexpr double kClosed = 0x1p500;

  CLEARANCE_INLINE Vec3 m(int v) const { return {m_x_[v], m_y_[v], m_z_[v]}; }
  CLEARANCE_INLINE int push(VertexPair pair, Vec3 at) {
    of_a_[vertices_] = pair.a, of_b_[vertices_] = pair.b;
    m_x_[vertices_] = at.x, m_y_[vertices_] = at.y, m_z_[vertices_] = at.z;
    return vertices_++;
  }
  CLEARANCE_INLINE static void load(simd::Lanes<kWidth>& out, const double* from) {
    for (int p = 0; p < simd::Lanes<kWidth>::kParts; ++p)
      out.part[p] = *reinterpret_cast<const typename simd::Register<kWidth>::Doubles*>(from + p * kWidth);
  }

  // A bit for each triangle whose plane the vertex is above, or in but for roundings; sets the least key of the others.
  CLEARANCE_INLINE void see(Vec3 at, std::uint64_t (&seen)[2]) {
    using Integers = typename simd::Register<kWidth>::Integers;
    constexpr int kParts = simd::Lanes<kWidth>::kParts;
    seen[1] = 0;
    simd::Lanes<kWidth> least;
    for (int p = 0; p < kParts; ++p) least.part[p] = typename simd::Register<kWidth>::Doubles{} + kClosed;
    for (int word = 0; 64 * word < facets_; ++word) {
      simd::LaneIndices<kWidth> bits, bit;
      simd::count_up(bit);
      for (int p = 0; p < kParts; ++p) bit.part[p] = (Integers{} + 1) << bit.part[p], bits.part[p] = Integers{};
      const int end = facets_ < 64 * (word + 1) ? facets_ : 64 * (word + 1);
      for (int block = 64 * word; block < end; block += 8) {
        simd::Lanes<kWidth> height, sight, key;
        simd::dots(height, x_ + block, y_ + block, z_ + block, at);
        load(sight, sight_ + block);
        load(key, key_ + block);
        for (int p = 0; p < kParts; ++p) {
          const auto is_seen = height.part[p] > sight.part[p];
          bits.part[p] |= is_seen & bit.part[p];
          bit.part[p] <<= 8;
          key.part[p] = is_seen ? least.part[p] : key.part[p];
          simd::keep<true>(least.part[p], key.part[p]);
        }
      }
      seen[word] = static_cast<std::uint64_t>(simd::all_bits(bits));
    }
    least_ = simd::reduce_value<true>(least);
  }

  CLEARANCE_INLINE void open_block() {
    for (int f = facets_; f < facets_ + 8; ++f) {
      x_[f] = y_[f] = z_[f] = 0;
      close_slot(f);
    }
  }
  CLEARANCE_INLINE void close_slot(int facet) {
    key_[facet] = kClosed;
    sight_[facet] = std::numeric_limits<double>::infinity();
  }
  CLEARANCE_INLINE void close(std::uint8_t facet) {
    close_slot(facet);
    spare_[free_++] = facet;
  }

  // The slot's number rides in the last bits, which are rounded down otherwise.
  CLEARANCE_INLINE double set_key(int facet, double lower_squared) {
    return key_[facet] =
               std::bit_cast<double>((std::bit_cast<std::uint64_t>(lower_squared) & ~std::uint64_t{kMaxFacets - 1}) |
                                     static_cast<std::uint64_t>(facet));
  }

  // The triangle v0, v1 and the vertex `top`, which is at `m0`; `turn` is what its edges' error is to be multiplied by.
  // False where the origin may not lie below it.
  CLEARANCE_INLINE bool set_facet(int at, int v0, int v1, int top, Vec3 m0, double turn, double& lowest) {
    const Vec3 e0 = m(v0) - m0, e1 = m(v1) - m0, n = cross(e0, e1);
    const double edge = larger(norm_max(e0), norm_max(e1)), area = of_area_ * edge;
    corners_[at] = static_cast<std::uint32_t>(v0 | v1 << 8 | top << 16);
    along_[v0][v1] = along_[v1][top] = along_[top][v0] = static_cast<std::uint8_t>(at);
    const double offset = dot(n, m0), length = norm_one(n);
    const double least = offset - (turn * edge + of_place_ * length);
    // |n| is off by less than `area` and no more than |n|₁; some twenty roundings are below 32u.
    const double squared = least * least / (dot(n, n) + area * (2 * length + area)) * (1 - 0x1p-48);
    x_[at] = n.x, y_[at] = n.y, z_[at] = n.z;
    sight_[at] = offset - sight_error_ * length;
    lowest = smaller(set_key(at, squared), lowest);
    return least > 0 && squared > 0;
  }

  // A triangle over every edge of the rim, which must start and end once at each of its vertices: then all edges pair
  // up.
  CLEARANCE_INLINE bool make_fan(int vertex, int rim) {
    const Vec3 top = m(vertex);
    const double turn = of_turn_ * norm_one(top);
    std::uint64_t starts = 0, ends = 0;
    double lowest = least_;
    bool is_sound = true;
    for (int r = 0; r < rim; ++r) {
      const int from = rim_[r] & 0xff, to = rim_[r] >> 8;
      is_sound &= set_facet(gone_[r], from, to, vertex, top, turn, lowest);
      starts |= std::uint64_t{1} << from;
      ends |= std::uint64_t{1} << to;
    }
    least_ = lowest;
    return is_sound && starts == ends && std::popcount(starts) == rim;
  }

  // Of the reach: what is so little below a vertex goes with what is seen, so that no triangle is without area.
  static constexpr double kSightError = 0x1p-42;

  const PosedPair& pair_;
  const double reach_, of_turn_, of_place_, of_area_, sight_error_;
  double least_ = 0;  // key
  int vertices_ = 0, facets_ = 0, free_ = 0;
  // Plain arrays: nothing is cleared that will be written before it is read.
  std::int32_t of_a_[kMaxVertices], of_b_[kMaxVertices];
  double m_x_[kMaxVertices], m_y_[kMaxVertices], m_z_[kMaxVertices];
  std::uint32_t corners_[kMaxFacets];
  std::uint8_t along_[kMaxVertices][kMaxVertices];  // the triangle with the edge from one vertex to another
  std::uint8_t gone_[3 * kMaxFacets], spare_[kMaxFacets];
  std::uint16_t rim_[3 * kMaxFacets + 1];  // an edge from the low byte's vertex to the high one's
  alignas(64) double x_[kMaxFacets], y_[kMaxFacets], z_[kMaxFacets], sight_[kMaxFacets], key_[kMaxFacets];
};

}  // namespace clearance::detail
