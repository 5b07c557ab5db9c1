// Question: which search answers a question about two bodies, by what they are?
// Method:   one table for bodies that are one convex body or one mesh, written down as overloads; query/ adds bodies of
//           parts and half-spaces to it. An entry that is not there is asked the other way round, and the answer
//           turned.
// Proves:   what the searches prove. No part of the interface.
#pragma once

#include <clearance/convex/query.h>
#include <clearance/parts/turned_answer.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/mesh_query.h>

#include <optional>
#include <utility>
#include <variant>

namespace clearance::detail {

inline int turned(int sign) { return sign; }
inline std::optional<Cover> turned(std::optional<Cover> cover) {
  if (cover) cover = turned(*std::move(cover));
  return cover;
}

// A body that is convex or a mesh, as part of something or alone; neither where it is something else.
struct Single {
  template <class AnyShape>
  explicit Single(const AnyShape& shape) : convex(std::get_if<Rounded>(&shape)), mesh(std::get_if<Mesh>(&shape)) {}

  explicit operator bool() const { return convex != nullptr || mesh != nullptr; }

  const Rounded* convex;
  const Mesh* mesh;
};

// `ask` is called with the two bodies as what they are.
template <class Ask>
auto ask_by_kind(const Single& a, const Pose& pose_a, const Single& b, const Pose& pose_b, const Ask& ask) {
  if (a.convex != nullptr)
    return b.convex != nullptr ? ask(*a.convex, pose_a, *b.convex, pose_b) : ask(*a.convex, pose_a, *b.mesh, pose_b);
  return b.convex != nullptr ? turned(ask(*b.convex, pose_b, *a.mesh, pose_a)) : ask(*a.mesh, pose_a, *b.mesh, pose_b);
}

// A Cache has convex() and mesh(). `options.first` speaks of convex pairs: meshes have no choice of methods.
template <class Cache>
struct AskStatus {
  Cache& cache;
  const QueryOptions& options;

  Intersection operator()(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) const {
    return intersects(a, pose_a, b, pose_b, cache.convex(), options);
  }
  Intersection operator()(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return intersects(a, pose_a, b, pose_b, cache.mesh());
  }
  Intersection operator()(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return intersects(a, pose_a, b, pose_b, cache.mesh());
  }
};

template <class Cache>
struct AskDistance {
  Cache& cache;
  const DistanceOptions& options;

  Distance operator()(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) const {
    return distance(a, pose_a, b, pose_b, cache.convex(), options);
  }
  Distance operator()(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return distance(a, pose_a, b, pose_b, cache.mesh(), options);
  }
  Distance operator()(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return distance(a, pose_a, b, pose_b, cache.mesh(), options);
  }
};

struct AskSign {
  double limit;

  int operator()(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) const {
    return compare_distance(a, pose_a, b, pose_b, limit);
  }
  int operator()(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return compare_distance(a, pose_a, b, pose_b, limit);
  }
  int operator()(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return compare_distance(a, pose_a, b, pose_b, limit);
  }
};

struct AskDepth {
  ConvexCache& cache;
  const PenetrationOptions& options;

  Penetration operator()(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) const {
    return penetration(a, pose_a, b, pose_b, cache, options);
  }
  Penetration operator()(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return penetration(a, pose_a, b, pose_b, options);
  }
  Penetration operator()(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return penetration(a, pose_a, b, pose_b, options);
  }
};

}  // namespace clearance::detail
