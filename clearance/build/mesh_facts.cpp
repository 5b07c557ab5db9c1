// Notation: a half-edge runs from one corner of a triangle to the next, `low` to `high` when it rises; u = 2⁻⁵³.
#include <clearance/build/mesh_facts.h>

#include <clearance/build/mesh_winds.h>
#include <clearance/build/weld.h>
#include <clearance/exact/dyadic.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr std::size_t kFaultsKept = 8;
// What one task looks at: fixed, so that sums do not depend on the number of threads.
constexpr std::size_t kVerticesATask = 1 << 13, kTrianglesATask = 1 << 13;

bool folded(const MeshTriangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

// --- buckets

// Keys by vertex: those of v are key[start[v]] up to key[start[v + 1]].
template <class Key>
struct Buckets {
  std::vector<std::uint32_t> start;
  std::vector<Key> key;
};

// each(put) calls put(vertex, key) for every key there is; it is called twice.
template <class Key, class Each>
Buckets<Key> buckets_of(std::size_t vertices, const Each& each) {
  Buckets<Key> buckets;
  buckets.start.assign(vertices + 1, 0);
  each([&](std::uint32_t v, Key) { ++buckets.start[v]; });
  std::uint32_t end = 0;
  for (std::uint32_t& s : buckets.start) s = end += s;
  buckets.key.resize(end);
  each([&](std::uint32_t v, Key key) { buckets.key[--buckets.start[v]] = key; });
  return buckets;
}

// Buckets hold a handful each, where plain insertion is best.
template <class Key>
void sort_few(Key* first, Key* last) {
  if (last - first > 24) return std::sort(first, last);
  for (Key* next = first + (first < last); next < last; ++next) {
    const Key key = *next;
    Key* hole = next;
    for (; hole > first && key < hole[-1]; --hole) *hole = hole[-1];
    *hole = key;
  }
}

// Sorts each bucket and calls visit(result of the task, vertex, first key, last key); the results in order.
template <class Part, class Key, class Visit>
std::vector<Part> sorted_visits(Buckets<Key>& buckets, Workers& workers, const Visit& visit) {
  const std::size_t vertices = buckets.start.size() - 1;
  std::vector<Part> parts((vertices + kVerticesATask - 1) / kVerticesATask);
  workers.run(parts.size(), [&](std::size_t k) {
    const std::size_t end = std::min(vertices, (k + 1) * kVerticesATask);
    for (std::size_t v = k * kVerticesATask; v < end; ++v) {
      Key *const first = buckets.key.data() + buckets.start[v], *const last = buckets.key.data() + buckets.start[v + 1];
      sort_few(first, last);
      visit(parts[k], static_cast<std::uint32_t>(v), first, last);
    }
  });
  return parts;
}

// --- edges

// One edge of the mesh: `count` half-edges, of which `rising` run from low to high.
void add_edge(MeshFacts& facts, std::uint32_t low, std::uint32_t high, std::uint32_t count, std::uint32_t rising) {
  ++facts.edges;
  facts.boundary_edges += count == 1;
  facts.nonmanifold_edges += count > 2;
  if (count == 2 * rising) return;
  facts.inconsistent_edges += count == 2;
  ++facts.unbalanced_edges;
  if (facts.faults.size() < kFaultsKept) facts.faults.push_back({low, high, count, rising});
}

// The half-edge with its lowest vertex left out: twice the other, plus one if it rises.
void find_edges(MeshFacts& facts, std::size_t vertices, std::span<const MeshTriangle> triangles, Workers& workers) {
  Buckets<std::uint32_t> edges = buckets_of<std::uint32_t>(vertices, [&](const auto& put) {
    for (const MeshTriangle& t : triangles) {
      if (folded(t)) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t from = t[k], to = t[k == 2 ? 0 : k + 1];
        from < to ? put(from, 2 * to + 1) : put(to, 2 * from);
      }
    }
  });
  const auto visit = [](MeshFacts& part, std::uint32_t v, const std::uint32_t* key, const std::uint32_t* last) {
    while (key < last) {
      const std::uint32_t high = *key / 2;
      std::uint32_t count = 0, rising = 0;
      for (; key < last && *key / 2 == high; ++key) ++count, rising += *key & 1u;
      add_edge(part, v, high, count, rising);
    }
  };
  for (const MeshFacts& part : sorted_visits<MeshFacts>(edges, workers, visit)) {
    facts.edges += part.edges;
    facts.boundary_edges += part.boundary_edges;
    facts.nonmanifold_edges += part.nonmanifold_edges;
    facts.inconsistent_edges += part.inconsistent_edges;
    facts.unbalanced_edges += part.unbalanced_edges;
    for (const MeshFacts::EdgeFault& fault : part.faults)
      if (facts.faults.size() < kFaultsKept) facts.faults.push_back(fault);
  }
}

std::size_t count_duplicates(std::size_t vertices, std::span<const MeshTriangle> triangles, Workers& workers) {
  Buckets<std::uint64_t> faces = buckets_of<std::uint64_t>(vertices, [&](const auto& put) {
    for (const MeshTriangle& t : triangles) {
      if (folded(t)) continue;
      const std::uint32_t low = std::min({t[0], t[1], t[2]}), high = std::max({t[0], t[1], t[2]});
      put(low, std::uint64_t{high} << 32 | (t[0] ^ t[1] ^ t[2] ^ low ^ high));
    }
  });
  const auto visit = [](std::size_t& part, std::uint32_t, const std::uint64_t* key, const std::uint64_t* last) {
    for (; last - key > 1; ++key) part += key[0] == key[1];  // null where no triangle has an area
  };
  std::size_t count = 0;
  for (const std::size_t part : sorted_visits<std::size_t>(faces, workers, visit)) count += part;
  return count;
}

// --- components

constexpr std::uint32_t kUnused = 0xffffffffu;

// Union-find in which the lowest vertex is the root.
class Components {
 public:
  Components(std::size_t vertices, std::span<const MeshTriangle> triangles) : parent_(vertices, kUnused) {
    for (const MeshTriangle& t : triangles)
      for (const std::uint32_t v : t) parent_[v] = v;
    for (const MeshTriangle& t : triangles) {
      join(t[0], t[1]);
      join(t[0], t[2]);
    }
  }
  std::size_t used() const {
    return parent_.size() - static_cast<std::size_t>(std::count(parent_.begin(), parent_.end(), kUnused));
  }
  std::vector<std::uint32_t> roots() const {
    std::vector<std::uint32_t> roots;
    for (std::uint32_t v = 0; v < parent_.size(); ++v)
      if (parent_[v] == v) roots.push_back(v);
    return roots;
  }

 private:
  std::uint32_t root(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(std::uint32_t v, std::uint32_t w) {
    v = root(v), w = root(w);
    if (v < w) parent_[w] = v;
    if (w < v) parent_[v] = w;
  }

  std::vector<std::uint32_t> parent_;
};

// --- areas and volume

// A sum of determinants in doubles, and what its error bound is made of.
struct Measure {
  double sum = 0;
  double permanents = 0;  // at least Σ |determinant|
  double sizes = 0;       // of 1 + |g|₁: what underflow is multiplied by
  std::size_t zero_area = 0;

  void add(const Measure& part) {
    sum += part.sum;
    permanents += part.permanents;
    sizes += part.sizes;
    zero_area += part.zero_area;
  }
};

// det(a−o, b−o, c−o) = (b−a)×(c−a)·(a−o). The bounds are those of orient3d_filter and, for the area, orient2d_filter.
void add_triangle(Measure& measure, Vec3 a, Vec3 b, Vec3 c, Vec3 o) {
  const Vec3 e = b - a, f = c - a, g = a - o;
  const double yz = e.y * f.z, zy = e.z * f.y, zx = e.z * f.x, xz = e.x * f.z, xy = e.x * f.y, yx = e.y * f.x;
  const Vec3 normal{yz - zy, zx - xz, xy - yx};
  const Vec3 size{std::fabs(yz) + std::fabs(zy), std::fabs(zx) + std::fabs(xz), std::fabs(xy) + std::fabs(yx)};
  measure.sum += dot(normal, g);
  measure.permanents += size.x * std::fabs(g.x) + size.y * std::fabs(g.y) + size.z * std::fabs(g.z);
  measure.sizes += 1 + norm_one(g);
  const auto clear = [](double n, double s) { return std::fabs(n) > 5 * 0x1p-53 * s + 0x1p-1070; };
  if (clear(normal.x, size.x) || clear(normal.y, size.y) || clear(normal.z, size.z)) return;
  measure.zero_area += collinear(a, b, c);
}

Measure measure(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles, Vec3 o, Workers& workers) {
  std::vector<Measure> parts((triangles.size() + kTrianglesATask - 1) / kTrianglesATask);
  workers.run(parts.size(), [&](std::size_t k) {
    const std::size_t end = std::min(triangles.size(), (k + 1) * kTrianglesATask);
    for (std::size_t i = k * kTrianglesATask; i < end; ++i) {
      const MeshTriangle& t = triangles[i];
      add_triangle(parts[k], vertices[t[0]], vertices[t[1]], vertices[t[2]], o);
    }
  });
  Measure all;
  for (const Measure& part : parts) all.add(part);
  return all;
}

// A term passes through at most as many sums as a task has triangles and there are tasks, each off by u of the terms it
// has added up; 9u of its permanent was its own error (orient3d.h). The last factor covers the roundings of the bound's
// own sums, which are of terms ≥ 0. Overflow makes the bound infinite or the sum NaN, and neither comparison holds.
int proved_volume_sign(const Measure& measure, std::size_t triangles) {
  const std::size_t sums = kTrianglesATask + triangles / kTrianglesATask + 1;
  const double relative = kOrient3dError + static_cast<double>(sums) * 0x1p-53;
  const double bound = (relative * measure.permanents + 0x1p-1070 * measure.sizes) * (1 + 0x1p-16);
  return measure.sum > bound ? 1 : measure.sum < -bound ? -1 : kUnsure;
}

Dyadic exact_six_volumes(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles, Vec3 o) {
  const DyadicVec origin = exact(o);
  Dyadic sum;
  for (const MeshTriangle& t : triangles) {
    const DyadicVec a = exact(vertices[t[0]]), b = exact(vertices[t[1]]), c = exact(vertices[t[2]]);
    sum = sum + dot(cross(b - a, c - a), a - origin);
  }
  return sum;
}

// Where every edge is passed as often each way the sum is the same about every origin, so that one on the mesh serves:
// the terms of a mesh far from 0 then are no larger than it is.
void find_measures(MeshFacts& facts, std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles,
                   Workers& workers) {
  const Vec3 origin = facts.is_closed() ? vertices[triangles[0][0]] : Vec3{};
  const Measure found = measure(vertices, triangles, origin, workers);
  facts.zero_area = found.zero_area;
  facts.volume = found.sum / 6;
  facts.volume_sign = proved_volume_sign(found, triangles.size());
  if (facts.volume_sign != kUnsure) return;
  const Dyadic volume = exact_six_volumes(vertices, triangles, origin);
  facts.volume = volume.to_double() / 6;
  facts.volume_sign = volume.sign();
}

// The triangles with each vertex replaced by the first used one equal to it; empty when that changes nothing. A vertex
// that no triangle uses is no part of the mesh, and must not stand for one that is.
std::vector<MeshTriangle> welded(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles) {
  const std::vector<std::uint32_t> first = first_equal(vertices);
  std::size_t different = 0;
  for (std::size_t v = 0; v < first.size(); ++v) different += first[v] == v;
  std::vector<MeshTriangle> out;
  if (different == first.size()) return out;
  std::vector<std::uint32_t> first_used(first.size(), kUnused);  // of those equal to this first one
  for (const MeshTriangle& t : triangles)
    for (const std::uint32_t v : t) first_used[first[v]] = std::min(first_used[first[v]], v);
  out.assign(triangles.begin(), triangles.end());
  for (MeshTriangle& t : out)
    for (std::uint32_t& corner : t) corner = first_used[first[corner]];
  return out;
}

}  // namespace

MeshStructure mesh_structure(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles,
                             Workers& workers) {
  const std::vector<MeshTriangle> copy = welded(vertices, triangles);
  if (!copy.empty()) triangles = copy;
  MeshStructure structure;
  MeshFacts& facts = structure.facts;
  facts.triangles = triangles.size();
  if (triangles.empty()) return structure;
  find_edges(facts, vertices.size(), triangles, workers);
  facts.duplicate_triangles = count_duplicates(vertices.size(), triangles, workers);
  find_measures(facts, vertices, triangles, workers);
  facts.encloses = facts.is_closed() && (facts.volume_sign != 0 || winds_somewhere(vertices, triangles));
  const Components components(vertices.size(), triangles);
  facts.vertices_used = components.used();
  structure.component_vertices = components.roots();
  facts.components = structure.component_vertices.size();
  return structure;
}

}  // namespace clearance::detail
