// Claims about bodies of triangles, made by hand.
#pragma once

#include <clearance/proof/bodies_test.h>
#include <clearance/proof/check_mesh.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail::test {

using Kind = Certificate::Kind;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline Claim claim_of(Status status, Kind kind = Kind::None) {
  Claim claim;
  claim.status = status;
  claim.certificate.kind = kind;
  return claim;
}
inline Claim triangles(Status status, std::uint32_t a, std::uint32_t b) {
  Claim claim = claim_of(status, Kind::Triangles);
  claim.certificate.mesh.triangle_a = a;
  claim.certificate.mesh.triangle_b = b;
  return claim;
}
inline Claim interior(Vec3 point) {
  Claim claim = claim_of(Status::Penetrating, Kind::Interior);
  claim.certificate.mesh.point.count = 1;
  claim.certificate.mesh.point.x[0] = point.x;
  claim.certificate.mesh.point.y[0] = point.y;
  claim.certificate.mesh.point.z[0] = point.z;
  return claim;
}
inline Claim inside(Body of, std::uint32_t vertex) {
  Claim claim = claim_of(Status::Intersecting, Kind::Inside);
  claim.certificate.mesh.inside_of = of;
  claim.certificate.mesh.vertex = vertex;
  return claim;
}
inline Plane along(Vec3 n) {
  Plane plane;
  plane.normal = n;
  return plane;
}
inline Cover::Node leaf(Vec3 n) {
  Cover::Node node;
  node.plane = along(n);
  return node;
}
inline Claim covered(Cover cover) {
  Claim claim = claim_of(Status::Separated, Kind::Cover);
  claim.cover = std::move(cover);
  return claim;
}
inline Witness witness(std::uint32_t a, std::uint32_t b) { return {{1, {a}, {1}}, {1, {b}, {1}}}; }

inline std::string why(const Claim& claim, const PosedBody& a, const PosedBody& b) {
  const CheckResult result = check_claim(claim, a, b);
  EXPECT_EQ(result.holds, result.reason.empty());
  if (result) {
    EXPECT_EQ(result.missing, Missing::Nothing);
  }
  return result.reason;
}
inline Missing missing(const Claim& claim, const PosedBody& a, const PosedBody& b) {
  return check_claim(claim, a, b).missing;
}

// A cover that takes the triangles of a off one by one, each with the first of `directions` that leaves `gap`.
inline std::optional<Cover> one_by_one(const PosedBody& a, const PosedBody& b, const std::vector<Vec3>& directions,
                                       double gap = 0) {
  Cover cover;
  const auto reach = [](const PosedBody& body, std::uint32_t t, Vec3 n) {
    double most = -kInfinity;
    for (const std::uint32_t v : body.parts[0].triangles[t])
      most = std::max(most, dot(n, apply(body.pose, body.parts[0].points[v])));
    return most;
  };
  const auto count_a = static_cast<std::uint32_t>(a.parts[0].triangles.size());
  for (std::uint32_t t = 0; t < count_a; ++t) {
    const auto separates = [&](Vec3 n) {
      for (std::uint32_t s = 0; s < b.parts[0].triangles.size(); ++s)
        if (!(-reach(b, s, -n) - reach(a, t, n) > gap * norm(n))) return false;
      return true;
    };
    const auto found = std::find_if(directions.begin(), directions.end(), separates);
    if (found == directions.end()) return std::nullopt;
    const auto at = static_cast<std::uint32_t>(cover.nodes.size());
    if (t + 1 < count_a) {
      Cover::Node split;
      split.is_split = true;
      split.first = static_cast<std::uint32_t>(cover.ids.size());
      split.count = 1;
      split.of_first = at + 1;
      split.of_rest = at + 2;
      cover.ids.push_back(t);
      cover.nodes.push_back(split);
    }
    cover.nodes.push_back(leaf(*found));
  }
  return cover;
}
inline const std::vector<Vec3> kAxes{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

inline Claim with_simplex(Status status, std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs) {
  Claim claim = claim_of(status, Kind::Simplex);
  for (const auto& [i, j] : pairs) {
    Simplex& simplex = claim.certificate.simplex;
    simplex.a[simplex.count] = i;
    simplex.b[simplex.count++] = j;
  }
  return claim;
}

struct Caged {
  Triangles cage = hollow({0, 0, 0}, {6, 6, 6}, 1), cube = block({2, 2, 2}, {4, 4, 4});
  Cover cover() const {
    std::vector<Vec3> directions = kAxes;
    Cover made = one_by_one(cage.solid(), cube.solid(), directions).value();
    made.outside_a = {0, 8};
    made.outside_b = {0};
    return made;
  }
};

}  // namespace clearance::detail::test
