// By how much doubles misjudge the facets that differences span.
// Notation: m differences; u = 2⁻⁵³; S = the pair's reach; D = the largest component of a facet's edges.
#pragma once

namespace clearance::detail {

// A component of an edge is off by 33u·S (two differences of 16u·S and a rounding), so one of the normal by 4·33u·S·D +
// 6u·D² ≤ 144u·S·D (D ≤ 2S).
//   height: the normal's error over |m − m₀|₁ ≤ 6S gives 864u·S²·D; the differences' 32u·S over |normal|₁ ≤ 6D² ≤
//   12S·D gives 384u·S²·D; the products and sums less than 100u·S²·D: together below 1536u·S²·D = 3·2⁻⁴⁴·S²·D. area:
//   √3·144u·S·D is below 256u·S·D = 2⁻⁴⁵·S·D. offset: the normal's error over |m₀|₁, and m₀'s 16u·S with 4u·S for the
//   products over |normal|₁.
inline constexpr double kFacetHeightError = 0x3p-44, kFacetAreaError = 0x1p-45;
inline constexpr double kFacetNormalError = 160 * 0x1p-53, kFacetOffsetError = 24 * 0x1p-53;

}  // namespace clearance::detail
