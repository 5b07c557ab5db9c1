#include <clearance/convex/exact/planes.h>

#include <clearance/convex/exact/rounded_roots.h>

#include <optional>
#include <vector>

namespace clearance::detail {
namespace {

// An edge vector of one body between two of its vertices (positions).
struct EdgeVector {
  Body body;
  int from, to;
  DyadicVec vector;
};

std::vector<EdgeVector> edges_among(const ExactSupport& support, const std::vector<int>& of_a,
                                    const std::vector<int>& of_b) {
  std::vector<EdgeVector> edges;
  for (std::size_t k = 1; k < of_a.size(); ++k)
    edges.push_back({Body::A, of_a[0], of_a[k], support.edge_a(of_a[0], of_a[k])});
  for (std::size_t k = 1; k < of_b.size(); ++k)
    edges.push_back({Body::B, of_b[0], of_b[k], support.edge_b(of_b[0], of_b[k])});
  std::erase_if(edges, [](const EdgeVector& edge) { return is_zero(edge.vector); });
  return edges;
}

std::uint32_t id_of(const ExactSupport& support, Body body, int vertex) {
  return body == Body::A ? support.pair().a().id(vertex) : support.pair().b().id(vertex);
}

// Face or edges, from two independent edge vectors that share their first vertex when they are of one body.
Plane plane_of_edges(const ExactSupport& support, const EdgeVector& first, const EdgeVector& second) {
  Plane plane;
  const auto id = [&](const EdgeVector& edge, int vertex) { return id_of(support, edge.body, vertex); };
  if (first.body == second.body) {
    plane.kind = Plane::Kind::Face;
    plane.of = first.body;
    plane.vertices[0] = id(first, first.from);
    plane.vertices[1] = id(first, first.to);
    plane.vertices[2] = id(second, second.to);
  } else {
    plane.kind = Plane::Kind::Edges;
    plane.vertices[0] = id(first, first.from), plane.vertices[1] = id(first, first.to);
    plane.vertices[2] = id(second, second.from), plane.vertices[3] = id(second, second.to);
  }
  return plane;
}

// Two independent edges among these (those of a come first), if there are any.
std::optional<std::pair<EdgeVector, EdgeVector>> independent_edges(const std::vector<EdgeVector>& edges) {
  for (std::size_t k = 1; k < edges.size(); ++k)
    if (!is_zero(cross(edges[0].vector, edges[k].vector))) return std::pair{edges[0], edges[k]};
  return std::nullopt;
}

void add_side(const ExactSupport& support, Plane& plane, const EdgeVector& edge) {
  plane.sides[plane.side_count].edge_of = edge.body;
  plane.sides[plane.side_count].edge[0] = id_of(support, edge.body, edge.from);
  plane.sides[plane.side_count].edge[1] = id_of(support, edge.body, edge.to);
  ++plane.side_count;
}

// Turns the plane, whose normal is `made` up to a positive factor, into the direction of n.
Plane oriented(Plane plane, const DyadicVec& made, const DyadicVec& n) {
  if (dot(made, n).sign() < 0) {
    if (plane.kind == Plane::Kind::Vector && plane.side_count == 0)
      plane.normal = -plane.normal;
    else
      plane.flip = true;
  }
  return plane;
}

}  // namespace

double lower_distance_along(const ExactSupport& support, const DyadicVec& n, const Dyadic& radius) {
  const Dyadic gap = dot(n, support.difference(support.minimise(n)));
  if (gap.sign() <= 0) return 0;
  return excess_below(gap * gap, support.scale() * support.scale() * dot(n, n), radius);
}

double depth_along(const ExactSupport& support, const DyadicVec& d, const Dyadic& radius) {
  const Dyadic gap = dot(d, support.difference(support.minimise(d)));
  const Dyadic square = gap * gap, scale = support.scale() * support.scale() * dot(d, d);
  return gap.sign() >= 0 ? shortfall_above(square, scale, radius) : sum_above(square, scale, radius);
}

Plane plane_of_nearest(const ExactSupport& support, const ExactSimplex& simplex) {
  std::vector<int> of_a, of_b;
  for (int k = 0; k < simplex.count; ++k) of_a.push_back(simplex.pair[k].a), of_b.push_back(simplex.pair[k].b);
  const std::vector<EdgeVector> edges = edges_among(support, of_a, of_b);
  if (const auto two = independent_edges(edges)) {
    return oriented(plane_of_edges(support, two->first, two->second), cross(two->first.vector, two->second.vector),
                    simplex.nearest);
  }
  Plane plane;
  plane.kind = Plane::Kind::Points;
  plane.vertices[0] = support.pair().a().id(simplex.pair[0].a);
  plane.vertices[1] = support.pair().b().id(simplex.pair[0].b);
  if (edges.empty()) return plane;
  // (m × e) × e is minus the part of m across the edge, times |e|².
  add_side(support, plane, edges[0]);
  add_side(support, plane, edges[0]);
  plane.flip = true;
  return plane;
}

Plane plane_of_contact(const ExactSupport& support, const DyadicVec& n, Vec3 axis) {
  std::vector<int> of_a, of_b;
  support.contact_vertices(n, of_a, of_b);
  const std::vector<EdgeVector> edges = edges_among(support, of_a, of_b);
  if (const auto two = independent_edges(edges))
    return oriented(plane_of_edges(support, two->first, two->second), cross(two->first.vector, two->second.vector), n);
  Plane plane;
  plane.normal = axis;
  if (is_zero(cross(exact(axis), n))) return oriented(plane, exact(axis), n);
  add_side(support, plane, edges[0]);
  return oriented(plane, cross(exact(axis), edges[0].vector), n);
}

Vec3 unit_normal(const Plane& plane, const PosedPair& pair) {
  if (plane.kind == Plane::Kind::Vector && plane.side_count == 0) return plane.normal / norm(plane.normal);
  const ExactSupport support(pair);
  const auto at = [&](Body body, std::uint32_t id) { return body == Body::A ? pair.a().find(id) : pair.b().find(id); };
  const auto edge = [&](Body body, std::uint32_t from, std::uint32_t to) {
    return body == Body::A ? support.edge_a(at(body, from), at(body, to))
                           : support.edge_b(at(body, from), at(body, to));
  };
  const std::uint32_t* v = plane.vertices;
  DyadicVec n;
  switch (plane.kind) {
    case Plane::Kind::Vector:
      n = exact(plane.normal);
      break;
    case Plane::Kind::Face:
      n = cross(edge(plane.of, v[0], v[1]), edge(plane.of, v[0], v[2]));
      break;
    case Plane::Kind::Edges:
      n = cross(edge(Body::A, v[0], v[1]), edge(Body::B, v[2], v[3]));
      break;
    case Plane::Kind::Points:
      n = support.difference({at(Body::A, v[0]), at(Body::B, v[1])});
      break;
  }
  for (int k = 0; k < plane.side_count; ++k)
    n = cross(n, edge(plane.sides[k].edge_of, plane.sides[k].edge[0], plane.sides[k].edge[1]));
  const Vec3 direction = direction_of(plane.flip ? -n : n);
  return direction / norm(direction);
}

}  // namespace clearance::detail
