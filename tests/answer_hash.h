// Question: are these the answers of last time, to the last bit?
// Method:   a hash of all that answers say; the hashes are kept in testdata/determinism.txt, a line each. A change that
//           is meant to change answers changes them with CLEARANCE_KEEP_HASHES=1.
#pragma once

#include <clearance/clearance.h>
#include <clearance/convex/evidence.h>
#include <tests/judge.h>

#include <gtest/gtest.h>

#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

namespace clearance::test {

// An index; that there is none counts like the first.
inline std::uint64_t number(std::uint32_t index) { return index == kNoIndex ? 0 : index; }

// FNV-1a over the fields that mean something; padding and what a kind leaves unused are no part of an answer.
class Hash {
 public:
  std::uint64_t value() const { return value_; }

  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) value_ = (value_ ^ ((word >> shift) & 0xff)) * 0x100000001b3u;
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void add(Enum e) {
    add(static_cast<std::uint64_t>(e));
  }

  void add(const Plane& plane) {
    add(plane.kind), add(plane.of), add(std::uint64_t{plane.flip}), add(plane.normal);
    for (const std::uint32_t v : plane.vertices) add(std::uint64_t{v});
    add(std::uint64_t{plane.side_count});
    for (int k = 0; k < plane.side_count; ++k) {
      add(plane.sides[k].edge_of);
      for (const std::uint32_t v : plane.sides[k].edge) add(std::uint64_t{v});
    }
  }
  void add(const Simplex& simplex) {
    for (int k = 0; k < simplex.count; ++k) add(std::uint64_t{simplex.a[k]}), add(std::uint64_t{simplex.b[k]});
  }
  void add(const WitnessPoint& point) {
    for (int k = 0; k < point.count; ++k) add(std::uint64_t{point.vertices[k]}), add(point.weights[k]);
  }
  void add(const Shell& shell) {
    for (const Shell::Pair& pair : shell.pairs) add(std::uint64_t{pair.a}), add(std::uint64_t{pair.b});
    for (const Shell::Facet& facet : shell.facets)
      for (const std::uint32_t v : facet.pair) add(std::uint64_t{v});
  }

  // What a contact of triangles sets, kind by kind.
  void add_mesh(const Certificate& certificate) {
    const MeshContact& mesh = certificate.mesh;
    switch (certificate.kind) {
      case Certificate::Kind::Triangles:
        add(std::uint64_t{mesh.triangle_a}), add(std::uint64_t{mesh.triangle_b});
        break;
      case Certificate::Kind::Inside:
        add(mesh.inside_of), add(std::uint64_t{mesh.vertex});
        break;
      case Certificate::Kind::Interior:
        for (int k = 0; k < mesh.point.count; ++k) add(mesh.point.x[k]), add(mesh.point.y[k]), add(mesh.point.z[k]);
        break;
      default:
        break;
    }
  }
  // What all results have.
  template <class Result>
  void add_result(const Result& result) {
    add(result.status), add(result.decided_by), add(result.certificate.kind), add(result.certificate.plane);
    add(result.certificate.simplex), add_mesh(result.certificate);
  }
  // What all with a bracket have.
  template <class Result>
  void add_bracketed(const Result& result) {
    add_result(result), add(result.lower), add(result.upper), add(result.point_a), add(result.point_b);
  }
  void add(const ContactFeature& feature) {
    add(feature.kind), add(number(feature.part)), add(number(feature.first)), add(number(feature.second));
  }
  void add(const Manifold& found) {
    add_result(found.answer);
    for (const ContactPatch& patch : found.patches) {
      add(patch.normal), add(patch.lower), add(patch.upper);
      add(number(patch.part_a)), add(number(patch.part_b)), add(std::uint64_t{patch.point_count});
    }
    for (const ContactPoint& point : found.points) {
      add(point.a), add(point.b), add(point.lower), add(point.upper), add(point.error);
      add(point.feature_a), add(point.feature_b), add(std::uint64_t{point.age});
    }
  }
  void add(const Evidence& evidence) {
    add(evidence.verdict), add(evidence.direction), add(static_cast<std::uint64_t>(evidence.steps));
    for (int k = 0; k < evidence.simplex_count; ++k) {
      add(static_cast<std::uint64_t>(evidence.simplex[k].a)), add(static_cast<std::uint64_t>(evidence.simplex[k].b));
      add(evidence.weight[k]);
    }
  }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

// Lines of "name hash".
inline std::map<std::string, std::string> kept_hashes() {
  std::map<std::string, std::string> kept;
  std::ifstream file(CLEARANCE_TESTDATA "/determinism.txt");
  for (std::string name, hash; file >> name >> hash;) kept[name] = hash;
  return kept;
}

inline void expect_kept(const std::string& workload, std::uint64_t hash) {
  const std::string name = workload + (full_level() ? "-full" : "-quick");
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  std::map<std::string, std::string> kept = kept_hashes();
  if (std::getenv("CLEARANCE_KEEP_HASHES") == nullptr) {
    EXPECT_EQ(kept[name], text) << name << ": the answers are not the ones that were kept";
    return;
  }
  kept[name] = text;
  std::ofstream file(CLEARANCE_TESTDATA "/determinism.txt");
  for (const auto& [each, its_hash] : kept) file << each << ' ' << its_hash << '\n';
}

}  // namespace clearance::test
