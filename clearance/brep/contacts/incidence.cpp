#include <clearance/brep/contacts/incidence.h>
#include <clearance/exact/dyadic.h>

#include <algorithm>

namespace clearance {

namespace {

void sort_and_unite(std::vector<std::uint32_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

std::vector<std::uint32_t> vertices_of(const BRep& brep, Entity entity) {
  std::vector<std::uint32_t> vertices;
  if (entity.kind == EntityKind::Vertex) vertices = {entity.index};
  if (entity.kind == EntityKind::Edge) vertices = {brep.edge(entity.index).low, brep.edge(entity.index).high};
  if (entity.kind == EntityKind::Face) {
    for (const std::uint32_t first : brep.loops_of_face(entity.index)) {
      std::uint32_t h = first;
      do {
        vertices.push_back(brep.half_edge(h).origin);
        h = brep.half_edge(h).next;
      } while (h != first);
    }
    sort_and_unite(vertices);
  }
  return vertices;
}

}  // namespace

std::vector<std::uint32_t> faces_of_edge(const BRep& brep, std::uint32_t edge) {
  std::vector<std::uint32_t> faces;
  for (const std::uint32_t h : brep.half_edges_of_edge(edge)) faces.push_back(brep.half_edge(h).face);
  sort_and_unite(faces);
  return faces;
}

std::vector<std::uint32_t> faces_of_vertex(const BRep& brep, std::uint32_t vertex) {
  std::vector<std::uint32_t> faces;
  for (const std::uint32_t e : brep.edges_of_vertex(vertex))
    for (const std::uint32_t h : brep.half_edges_of_edge(e)) faces.push_back(brep.half_edge(h).face);
  sort_and_unite(faces);
  return faces;
}

std::vector<std::uint32_t> edges_of_face(const BRep& brep, std::uint32_t face) {
  std::vector<std::uint32_t> edges;
  for (const std::uint32_t first : brep.loops_of_face(face)) {
    std::uint32_t h = first;
    do {
      edges.push_back(brep.half_edge(h).edge);
      h = brep.half_edge(h).next;
    } while (h != first);
  }
  sort_and_unite(edges);
  return edges;
}

std::vector<Entity> closure_of(const BRep& brep, Entity entity) {
  std::vector<Entity> closure;
  if (!entity.is_on_boundary()) return closure;
  if (entity.kind == EntityKind::Face) {
    closure.push_back(entity);
    for (const std::uint32_t e : edges_of_face(brep, entity.index)) closure.push_back({EntityKind::Edge, e});
  }
  if (entity.kind == EntityKind::Edge) closure.push_back(entity);
  for (const std::uint32_t v : vertices_of(brep, entity)) closure.push_back({EntityKind::Vertex, v});
  return closure;
}

bool is_in_closure(const BRep& brep, Entity x, Entity of) {
  if (!x.is_on_boundary() || !of.is_on_boundary() || dimension_of(x.kind) > dimension_of(of.kind)) return false;
  if (x == of) return true;
  // The smaller lists: an edge has few faces, a vertex few edges.
  if (x.kind == EntityKind::Edge) {
    const auto half_edges = brep.half_edges_of_edge(x.index);
    return of.kind == EntityKind::Face && std::any_of(half_edges.begin(), half_edges.end(), [&](std::uint32_t h) {
             return brep.half_edge(h).face == of.index;
           });
  }
  if (x.kind != EntityKind::Vertex) return false;
  if (of.kind == EntityKind::Edge) return brep.edge(of.index).low == x.index || brep.edge(of.index).high == x.index;
  const auto edges = brep.edges_of_vertex(x.index);
  return of.kind == EntityKind::Face && std::any_of(edges.begin(), edges.end(), [&](std::uint32_t e) {
           return is_in_closure(brep, {EntityKind::Edge, e}, of);
         });
}

bool are_adjacent(const BRep& brep, Entity x, Entity y) {
  if (!x.is_on_boundary() || !y.is_on_boundary()) return false;
  // The one of fewer vertices is looked up in the other.
  if (dimension_of(x.kind) > dimension_of(y.kind)) std::swap(x, y);
  const std::vector<std::uint32_t> vertices = vertices_of(brep, x);
  return std::any_of(vertices.begin(), vertices.end(),
                     [&](std::uint32_t v) { return is_in_closure(brep, {EntityKind::Vertex, v}, y); });
}

Vec3 unit_normal_of_face(const BRep& brep, std::uint32_t face) {
  const std::array<Vec3, 3>& p = brep.plane_of_face(face);
  // Exactly before it is rounded: a face may be a sliver.
  const DyadicVec a = exact(p[0]);
  const Vec3 n = direction_of(cross(exact(p[1]) - a, exact(p[2]) - a));
  return n / norm(n);
}

}  // namespace clearance
