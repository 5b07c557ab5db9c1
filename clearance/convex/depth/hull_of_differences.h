// Question: how does a convex polytope of differences grow by one vertex, exactly?
// Method:   triangular facets with neighbours; the facets that the new vertex sees (doubles with a bound, then big
//           numbers) go, and a fan over their rim comes. A vertex that sees nothing changes nothing.
// Proves:   convexity, and for each facet a lower bound on its plane's distance from the origin.
// Cost:     some fifty flops per facet made, ten per facet looked at; nothing is allocated for everyday shells.
// Notation: m differences; u = 2⁻⁵³; S = reach; D = the largest component of a facet's edges.
#pragma once

#include <clearance/base/stack_array.h>
#include <clearance/convex/depth/facet_errors.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/exact/posed.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace clearance::detail {

// How far the plane through m with that normal is from the origin, which is below it, rounded down; m times the scale.
double distance_below(const DyadicVec& normal, const DyadicVec& m, const Dyadic& scale);

class HullOfDifferences {
 public:
  struct Vertex {
    VertexPair pair;
    Vec3 m;
  };
  struct Facet {
    std::int32_t vertex[3];     // counter-clockwise seen from outside
    std::int32_t neighbour[3];  // across the edge vertex[k] → vertex[k+1]
    Vec3 normal;                // outward, of the doubles, any length
    double offset;              // normal · m of its first vertex
    double error;  // bound on the error of normal·m − offset as the (scaled) height of any m above the plane
    bool alive;
    bool exact;  // its lower bound is the exact distance, rounded down
  };

  // `around`: four to six pairs, not all in one plane.
  HullOfDifferences(const PosedPair& pair, std::span<const VertexPair> around);

  // Adds a vertex that is expected beyond facet `seen`. False, and no change, when it is not.
  CLEARANCE_INLINE bool add(VertexPair pair, std::int32_t seen) {
    vertices_.push_back({pair, pair_.difference(pair)});
    const auto vertex = static_cast<std::int32_t>(vertices_.size()) - 1;
    if (sees(facet(seen), vertex)) return replace_seen(vertex, seen), true;
    forget_last_vertex();
    return false;
  }

  const StackArray<Vertex, 64>& vertices() const { return vertices_; }
  std::size_t facet_count() const { return facets_.size(); }  // dead ones included
  const Facet& facet(std::int32_t f) const { return facets_[static_cast<std::size_t>(f)]; }
  // The plane of a facet is at least this far from the origin; infinite for dead facets.
  double lower(std::int32_t f) const { return lower_[static_cast<std::size_t>(f)]; }
  // The living facet whose bound is smallest.
  CLEARANCE_INLINE std::int32_t nearest() const {
    // The value first, in four chains that need not wait for each other, and then its place: a search that keeps both
    // cannot foretell its branches.
    const std::size_t count = lower_.size();
    double least[4];
    for (std::size_t k = 0; k < 4; ++k) least[k] = lower_[k];  // there are never fewer than the tetrahedron's four
    std::size_t f = 4;
    for (; f + 4 <= count; f += 4)
      for (std::size_t k = 0; k < 4; ++k) least[k] = smaller(lower_[f + k], least[k]);
    for (; f < count; ++f) least[0] = smaller(lower_[f], least[0]);
    const double lowest = smaller(smaller(least[0], least[1]), smaller(least[2], least[3]));
    std::int32_t at = 0;
    while (lower_[static_cast<std::size_t>(at)] > lowest) ++at;
    return at;
  }

  // Replaces a facet's bound by its exact distance, rounded down.
  void sharpen(std::int32_t facet);
  // The exact normal of a facet, times a positive factor.
  DyadicVec exact_normal(const Facet& facet);

 private:
  // Does the vertex lie strictly above the facet's plane?
  CLEARANCE_INLINE bool sees(const Facet& facet, std::int32_t vertex) {
    const double height = dot(facet.normal, vertices_[static_cast<std::size_t>(vertex)].m) - facet.offset;
    if (height > facet.error) return true;
    if (height < -facet.error) [[likely]]
      return false;
    return sees_exactly(facet, vertex);
  }

  // Below this, underflow may have taken more than the bounds account for; above the other, overflow.
  static constexpr double kMinError = 0x1p-900, kMaxError = 0x1p900;

  CLEARANCE_INLINE void set_facet(std::int32_t at, std::int32_t v0, std::int32_t v1, std::int32_t v2) {
    const Vec3 m0 = vertices_[static_cast<std::size_t>(v0)].m;
    const Vec3 e1 = vertices_[static_cast<std::size_t>(v1)].m - m0, e2 = vertices_[static_cast<std::size_t>(v2)].m - m0;
    Facet& made = facets_[static_cast<std::size_t>(at)];
    made.vertex[0] = v0, made.vertex[1] = v1, made.vertex[2] = v2;
    made.normal = cross(e1, e2);
    made.offset = dot(made.normal, m0);
    made.alive = true, made.exact = false;
    const double reach = pair_.reach(), edge = larger(norm_max(e1), norm_max(e2));
    const double error = kFacetHeightError * (reach * reach) * edge;
    made.error = error > kMinError && error < kMaxError ? error : std::numeric_limits<double>::infinity();
    const double area = norm(made.normal) + kFacetAreaError * reach * edge;
    const double offset_error =
        kFacetNormalError * reach * edge * norm_one(m0) + kFacetOffsetError * reach * norm_one(made.normal);
    const double distance = (made.offset - offset_error) / area * (1 - 0x1p-50);
    const bool ordinary = made.error < kMaxError && offset_error > kMinError;
    lower_[static_cast<std::size_t>(at)] = distance > 0 && ordinary ? distance : 0;
  }

  CLEARANCE_INLINE std::int32_t new_slot() {
    if (free_.size() > 0) [[unlikely]] {
      const std::int32_t slot = free_.back();
      free_.pop_back();
      return slot;
    }
    facets_.push_back(Facet{});
    lower_.push_back(0);
    return static_cast<std::int32_t>(facets_.size()) - 1;
  }

  CLEARANCE_INLINE void replace_seen(std::int32_t vertex, std::int32_t seen) {
    gone_.clear(), rim_.clear();
    gone_.push_back(seen);
    facets_[static_cast<std::size_t>(seen)].alive = false;
    for (std::size_t g = 0; g < gone_.size(); ++g) {
      const Facet& gone = facet(gone_[g]);
      for (std::size_t k = 0; k < 3; ++k) {
        Facet& beyond = facets_[static_cast<std::size_t>(gone.neighbour[k])];
        if (!beyond.alive) continue;
        if (sees(beyond, vertex)) {
          beyond.alive = false;
          gone_.push_back(gone.neighbour[k]);
        } else {
          rim_.push_back({gone.vertex[k], gone.vertex[(k + 1) % 3], gone.neighbour[k]});
        }
      }
    }
    // The fan takes the places of what goes. It needs two more, or, where the patch swallowed vertices, leaves some.
    while (gone_.size() < rim_.size()) gone_.push_back(new_slot());
    for (std::size_t r = rim_.size(); r < gone_.size(); ++r) {
      lower_[static_cast<std::size_t>(gone_[r])] = std::numeric_limits<double>::infinity();
      free_.push_back(gone_[r]);
    }
    make_fan(vertex);
  }

  // A facet over every edge of the rim; fan_at_ leads from a rim vertex to the facet whose edge starts there.
  CLEARANCE_INLINE void make_fan(std::int32_t vertex) {
    while (fan_at_.size() < vertices_.size()) fan_at_.push_back(-1);
    for (std::size_t r = 0; r < rim_.size(); ++r) {
      const Rim rim = rim_[r];
      const std::int32_t fresh = gone_[r];
      set_facet(fresh, rim.from, rim.to, vertex);
      facets_[static_cast<std::size_t>(fresh)].neighbour[0] = rim.stays;
      fan_at_[static_cast<std::size_t>(rim.from)] = fresh;
      // What stays has the edge the other way round. Selected, not branched on: there is no guessing which of three.
      Facet& stays = facets_[static_cast<std::size_t>(rim.stays)];
      for (std::size_t k = 0; k < 3; ++k) stays.neighbour[k] = stays.vertex[k] == rim.to ? fresh : stays.neighbour[k];
    }
    for (std::size_t r = 0; r < rim_.size(); ++r) {
      const std::int32_t fresh = gone_[r], after = fan_at_[static_cast<std::size_t>(rim_[r].to)];
      facets_[static_cast<std::size_t>(fresh)].neighbour[1] = after;
      facets_[static_cast<std::size_t>(after)].neighbour[2] = fresh;
    }
  }

  struct Rim {
    std::int32_t from, to;  // the edge, as the facet that goes has it
    std::int32_t stays;     // the facet across it
  };

  bool sees_exactly(const Facet& facet, std::int32_t vertex);
  int side_exactly(std::int32_t v0, std::int32_t v1, std::int32_t v2, std::int32_t v3);
  void make_tetrahedron(const std::int32_t v[4]);
  void forget_last_vertex();
  const DyadicVec& exact_vertex(std::int32_t vertex);
  const ExactPair& exact_pair();

  const PosedPair& pair_;
  StackArray<Vertex, 64> vertices_;
  StackArray<Facet, 96> facets_;
  StackArray<double, 96> lower_;
  StackArray<std::int32_t, 96> gone_, free_, fan_at_;
  StackArray<Rim, 96> rim_;
  std::optional<ExactPair> exact_pair_;
  std::vector<std::optional<DyadicVec>> exact_vertices_;
};

}  // namespace clearance::detail
