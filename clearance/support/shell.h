// Question: what is left of a hull when a vertex goes?
// Method:   a triangulated hull as half-edges; the hole that a vertex leaves is refilled by the facets of the hull of
//           its ring, found by gift wrapping with exact signs. Coplanar facets stay triangulated, in whatever way.
// Proves:   the triangles are always those of the exact hull of the remaining vertices.
// Cost:     O(k²) signs for a vertex of degree k.
// Notation: half-edge 3t + e leaves corner e of triangle t; triangles are counter-clockwise seen from outside.
#pragma once

#include <clearance/shape/polytope.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

class Shell {
 public:
  // The polytope must be a solid.
  explicit Shell(const Polytope& polytope);

  int alive() const { return alive_; }
  int degree(std::uint32_t v) const { return degree_[v]; }
  // The neighbours of v, counter-clockwise; valid until the next call.
  std::span<const std::uint32_t> ring(std::uint32_t v);
  // Whether the hull without v would have no interior.
  bool flattens(std::uint32_t v);
  void remove(std::uint32_t v);

 private:
  static std::uint32_t next(std::uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
  void add_face(std::span<const std::uint32_t> loop);
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void join_twins();
  void collect_star(std::uint32_t v);
  int facet_over(int first, int last) const;
  void fill(int first, int last, std::uint32_t outside);
  void join(std::uint32_t h, std::uint32_t twin) { twin_[h] = twin, twin_[twin] = h; }

  const Polytope& polytope_;
  int alive_ = 0;
  std::vector<int> degree_;
  std::vector<std::uint32_t> outgoing_;       // a half-edge of each vertex
  std::vector<std::uint32_t> origin_, twin_;  // of each half-edge
  // The star of one vertex: its ring, for each ring edge the half-edge on the far side, and its triangles.
  std::vector<std::uint32_t> ring_, outside_, free_;
};

}  // namespace clearance::detail
