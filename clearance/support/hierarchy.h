// Question: which vertex is extreme in a direction, in O(log n) steps and without a hint?
// Method:   Dobkin–Kirkpatrick hierarchy (Chung §2.5, §5.3; Joseph and Plantinga §3): P₁ = P ⊃ P₂ ⊃ … ⊃ P_h, a
//           simplex. P_{i+1} is the hull of what is left after a maximal independent set of vertices of degree ≤ 11
//           has gone. By Lemma 9 the extreme vertex of P_i is that of P_{i+1} or a neighbour of it that was removed
//           in between.
// Proves:   every level is the exact hull of its vertices, and support() compares exactly: its answer is extreme.
// Cannot:   be O(log n) where vertices of unbounded degree are (the apex of a cone): their neighbours are all looked
//           at.
// Cost:     O(n) time and memory to build, about six links a vertex; see docs/decisions/0003-support-search.md.
// Notation: levels are numbered 1 … h as in the thesis.
#pragma once

#include <clearance/shape/polytope.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance {

class Hierarchy {
 public:
  // The degree b of Joseph and Plantinga, Lemma 1: at least one vertex in twenty goes at every level.
  static constexpr int kMaxDegree = 11;

  // Polytopes of fewer than five vertices, and flat ones, get the single level P₁ = P, which is searched whole: a
  // simplex in the first case (unless flat), by convention in the second.
  static Hierarchy build(const Polytope& polytope);

  int levels() const { return levels_; }
  // The last level that has v: v belongs to P₁ … P_{last_level(v)}.
  int last_level(int v) const { return last_level_[static_cast<std::size_t>(v)]; }
  // Σ |V(P_i)|.
  std::size_t size() const;
  std::size_t memory_bytes() const;

  // A vertex with the largest dot product, compared exactly. `visited` counts the dot products. The direction is
  // finite.
  int support(Vec3 direction, int* visited = nullptr) const;

  // The same of the polytope P_level: the vertices v with last_level(v) ≥ level.
  int support_at(int level, Vec3 direction, int* visited = nullptr) const;

  // The neighbours of v in P_{last_level(v)}, in the order around it, when v was removed from it; none for the vertices
  // of P_h.
  std::span<const std::uint32_t> star(int v) const {
    const std::uint32_t* offset = star_offset_.data() + v;
    return {star_.data() + offset[0], offset[1] - offset[0]};
  }

  // A neighbour that `level` has and the next coarser level has not.
  struct Link {
    Vec3 point;
    std::uint32_t vertex;
    std::int32_t level;
  };
  // The removed neighbours of v, from coarse levels to fine ones.
  std::span<const Link> links(int v) const {
    const std::uint32_t* offset = link_offset_.data() + v;
    return {links_.data() + offset[0], offset[1] - offset[0]};
  }

 private:
  Hierarchy() = default;

  int levels_ = 1;
  double reach_ = 0;
  std::vector<Link> top_;  // the vertices of P_h
  std::vector<std::int32_t> last_level_;
  std::vector<std::uint32_t> link_offset_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> star_offset_, star_;
};

}  // namespace clearance
