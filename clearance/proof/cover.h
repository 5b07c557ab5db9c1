// Question: does a plane, or a cover of many, keep two bodies apart that are made of triangles or of convex parts?
//           Internal to proof/.
// Method:   a body is a list of elements: its triangles, its parts, or one hull. A plane is tried on all points of the
//           elements it speaks of, in doubles with bounds and then exactly; a cover's splits are done as it says, every
//           number being looked at.
// Proves:   what it accepts: that every two elements, one of each body, are apart by the length asked for.
// Cost:     a few nanoseconds a point and plane where doubles settle it, some microseconds a plane otherwise.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/pieces.h>
#include <clearance/proof/place.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace clearance::detail {

// Triangles, or parts, or both, numbered through the parts.
inline std::size_t element_count(const PosedBody& body, std::size_t part) {
  return is_mesh(body, part) ? body.parts[part].triangles.size() : 1;
}
inline std::size_t element_count(const PosedBody& body) {
  if (is_mesh(body)) return body.parts[0].triangles.size();
  if (!body.has_meshes) return body.parts.size();
  std::size_t count = 0;
  for (std::size_t k = 0; k < body.parts.size(); ++k) count += element_count(body, k);
  return count;
}
struct ElementAt {
  std::size_t part, triangle;
};
inline ElementAt element_at(const PosedBody& body, std::size_t element) {
  if (is_mesh(body)) return {0, element};
  if (!body.has_meshes) return {element, 0};
  std::size_t part = 0;
  for (; element >= element_count(body, part); ++part) element -= element_count(body, part);
  return {part, element};
}

// Calls f(Vec3) for every point of an element.
template <class F>
void for_each_point(const PosedBody& body, std::uint32_t element, const F& f) {
  const ElementAt at = element_at(body, element);
  const PosedBody::Part& part = body.parts[at.part];
  if (is_mesh(body, at.part)) {
    for (const std::uint32_t v : part.triangles[at.triangle]) f(part.points[v]);
  } else {
    for (const Vec3 v : part.points) f(v);
  }
}
inline double radius_of_element(const PosedBody& body, std::uint32_t element) {
  return is_mesh(body) ? 0 : body.parts[element_at(body, element).part].radius;
}

using ElementSet = std::span<const std::uint32_t>;

// Does a cover's splits as it says, and asks at every plane whether that separates these sets.
CheckResult check_cover(const Cover& cover, const PosedBody& a, const PosedBody& b,
                        FunctionRef<CheckResult(std::uint32_t node, ElementSet a, ElementSet b)> separates);

class CoverChecker {
 public:
  // The bodies are sound, and outlive this.
  CoverChecker(const PosedBody& a, const PosedBody& b) : CoverChecker(a, b, ExactPair(a.pose, b.pose)) {}
  // At other places: then nothing but pair() and numbered() speaks of those.
  CoverChecker(const PosedBody& a, const PosedBody& b, ExactPair pair) : a_(a), b_(b), pair_(std::move(pair)) {}

  const ExactPair& pair() const { return pair_; }
  // Vertex numbers of a certificate speak of these parts.
  NumberedPoints numbered(std::size_t part_a, std::size_t part_b) const {
    return {a_.parts[part_a].points, b_.parts[part_b].points, pair_};
  }

  // Between any two elements of the sets the plane leaves at least `length`, and more than 0; radii count.
  CheckResult separates(const Plane& plane, const NumberedPoints& points, ElementSet a, ElementSet b,
                        double length) const;
  // Of all elements, b having been moved: how far n leaves them apart, compared with a length of any sign; radii count.
  int compare_all(const DyadicVec& n, const Dyadic& length, const DyadicVec& moved) const;
  CheckResult separates_all(const Plane& plane, const NumberedPoints& points, double length) const;
  // The splits and planes; `outside` is left to the caller.
  CheckResult cover(const Cover& cover, double length) const;

 private:
  bool surely_separates(const Plane& plane, const NumberedPoints& points, ElementSet a, ElementSet b,
                        double length) const;
  int compare_sets(const DyadicVec& n, ElementSet a, ElementSet b, const Dyadic& length,
                   const DyadicVec& moved = {}) const;
  std::span<const Vec3> points_of(const PosedBody& body, ElementSet set) const;

  const PosedBody &a_, &b_;
  ExactPair pair_;
};

}  // namespace clearance::detail
