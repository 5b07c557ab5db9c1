#include <clearance/build/decompose/cell.h>

#include <clearance/base/assert.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clearance::detail {
namespace {

using Corner = CutPolygon::Corner;

struct Halves {
  CutPolygon front, back;
};

// Both halves of a polygon that has corners strictly on both sides. `crossing` makes the vertex where an edge meets the
// plane.
template <class Crossing>
Halves halves_of(CutArena& arena, std::uint32_t plane, const CutPolygon& polygon, const Crossing& crossing) {
  Halves made{{polygon.plane, polygon.triangle, {}}, {polygon.plane, polygon.triangle, {}}};
  const auto cut = static_cast<std::int32_t>(plane);
  const std::size_t count = polygon.corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Corner corner = polygon.corners[i];
    const int here = arena.side(plane, corner.vertex);
    const int next = arena.side(plane, polygon.corners[(i + 1) % count].vertex);
    const Corner turned{corner.vertex, cut, false};
    if (here >= 0) made.front.corners.push_back(here == 0 && next < 0 ? turned : corner);
    if (here <= 0) made.back.corners.push_back(here == 0 && next > 0 ? turned : corner);
    if (here * next >= 0) continue;
    const std::uint32_t v = crossing(corner);
    arena.set_on_plane(plane, v);
    made.front.corners.push_back({v, here > 0 ? cut : corner.along, here < 0 && corner.is_notch});
    made.back.corners.push_back({v, here > 0 ? corner.along : cut, here > 0 && corner.is_notch});
  }
  return made;
}

// Edges in the plane are no notches any more: the cut went through them. For faces of a cell, what lies beyond is new.
void mark_edges_in_plane(CutArena& arena, std::uint32_t plane, CutPolygon& polygon) {
  const std::size_t count = polygon.corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    Corner& corner = polygon.corners[i];
    if (arena.side(plane, corner.vertex) != 0 || arena.side(plane, polygon.corners[(i + 1) % count].vertex) != 0)
      continue;
    corner.is_notch = false;
    if (polygon.triangle == kNoTriangle) corner.along = static_cast<std::int32_t>(plane);
  }
}

// The face that the cut gives to a half: the edges of its other faces in the plane, the other way round.
CutPolygon cap_of(std::uint32_t plane, const std::vector<CutPolygon>& faces) {
  struct Edge {
    std::uint32_t to, beyond;
  };
  std::map<std::uint32_t, Edge> from;
  for (const CutPolygon& face : faces)
    for (std::size_t i = 0; i < face.corners.size(); ++i) {
      const Corner& corner = face.corners[i];
      if (corner.along != static_cast<std::int32_t>(plane)) continue;
      from[face.corners[(i + 1) % face.corners.size()].vertex] = {corner.vertex, face.plane};
    }
  CutPolygon cap{plane, kNoTriangle, {}};
  CLEARANCE_ASSERT(from.size() >= 3);
  if (from.empty()) return cap;
  const std::uint32_t start = from.begin()->first;
  std::uint32_t at = start;
  do {
    const auto edge = from.find(at);
    CLEARANCE_ASSERT(edge != from.end());
    if (edge == from.end()) break;
    cap.corners.push_back({at, static_cast<std::int32_t>(edge->second.beyond), false});
    at = edge->second.to;
  } while (at != start && cap.corners.size() <= from.size());
  return cap;
}

void cut_faces(CutArena& arena, std::uint32_t plane, std::vector<CutPolygon>& faces, CutCells& made) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> crossings;  // by the two faces of the edge
  for (CutPolygon& face : faces) {
    const Sides sides = sides_of(arena, plane, face);
    if (sides.front && sides.back) {
      Halves halves = halves_of(arena, plane, face, [&](const Corner& corner) {
        const std::pair<std::uint32_t, std::uint32_t> key =
            std::minmax({face.plane, static_cast<std::uint32_t>(corner.along)});
        const auto known = crossings.find(key);
        if (known != crossings.end()) return known->second;
        const std::uint32_t v =
            arena.add(meeting_of(arena.plane(key.first), arena.plane(key.second), arena.plane(plane)));
        crossings.emplace(key, v);
        return v;
      });
      made.front.faces.push_back(std::move(halves.front));
      made.back.faces.push_back(std::move(halves.back));
      continue;
    }
    mark_edges_in_plane(arena, plane, face);
    (sides.front ? made.front : made.back).faces.push_back(std::move(face));
  }
  made.front.faces.push_back(cap_of(plane, made.front.faces));
  made.back.faces.push_back(cap_of(plane, made.back.faces));
}

// Where a cut crosses an edge of a triangle's part: the triangle's own edge, or the line of an earlier cut.
std::uint32_t crossing_on(CutArena& arena, const Mesh& mesh, const CutPolygon& part, const Corner& corner,
                          std::uint32_t plane) {
  if (corner.along >= 0)
    return arena.add(
        meeting_of(arena.plane(part.plane), arena.plane(static_cast<std::uint32_t>(corner.along)), arena.plane(plane)));
  const auto k = static_cast<std::size_t>(-1 - corner.along);
  const MeshTriangle& triangle = mesh.triangle(part.triangle);
  return arena.add(meeting_of(mesh.vertex(triangle[k]), mesh.vertex(triangle[(k + 1) % 3]), arena.plane(plane)));
}

void cut_triangles(CutArena& arena, const Mesh& mesh, std::uint32_t plane, std::vector<CutPolygon>& parts,
                   std::vector<CutPolygon> Cell::* list, CutCells& made) {
  for (CutPolygon& part : parts) {
    const Sides sides = sides_of(arena, plane, part);
    if (sides.front && sides.back) {
      Halves halves = halves_of(arena, plane, part,
                                [&](const Corner& corner) { return crossing_on(arena, mesh, part, corner, plane); });
      (made.front.*list).push_back(std::move(halves.front));
      (made.back.*list).push_back(std::move(halves.back));
      continue;
    }
    mark_edges_in_plane(arena, plane, part);
    if (sides.front || sides.back)
      ((sides.front ? made.front : made.back).*list).push_back(std::move(part));
    else
      (looks_forward(arena, mesh, part, plane) ? made.back : made.front).boundary.push_back(std::move(part));
  }
}

bool is_inside(CutArena& arena, const Cell& cell, const std::vector<std::uint32_t>& vertices,
               const ExactPosition& point) {
  return std::ranges::all_of(cell.faces, [&](const CutPolygon& face) {
    int inner = 0;
    for (std::size_t k = 0; k < vertices.size() && inner == 0; ++k) inner = arena.side(face.plane, vertices[k]);
    return side_of(arena.plane(face.plane), point) == inner;
  });
}

// The exact mean of four vertices of the cell that are not in one plane.
ExactPosition mean_of_simplex(CutArena& arena, const Cell& cell, const std::vector<std::uint32_t>& vertices) {
  const CutPolygon& base = cell.faces.front();
  std::uint32_t chosen[4] = {base.corners[0].vertex, base.corners[1].vertex, base.corners[2].vertex, 0};
  for (const std::uint32_t v : vertices)
    if (arena.side(base.plane, v) != 0) chosen[3] = v;
  ExactPosition mean{{}, 4.0};
  for (const std::uint32_t v : chosen) mean.denominator = mean.denominator * arena.position(v).denominator;
  for (int k = 0; k < 4; ++k) {
    DyadicVec term = arena.position(chosen[k]).numerator;
    for (int j = 0; j < 4; ++j)
      if (j != k) term = arena.position(chosen[j]).denominator * term;
    mean.numerator = mean.numerator + term;
  }
  return mean;
}

}  // namespace

Sides sides_of(CutArena& arena, std::uint32_t plane, const CutPolygon& polygon) {
  Sides sides;
  for (const Corner& corner : polygon.corners) {
    const int side = arena.side(plane, corner.vertex);
    sides.front = sides.front || side > 0;
    sides.back = sides.back || side < 0;
    if (sides.front && sides.back) break;
  }
  return sides;
}

bool looks_forward(const CutArena& arena, const Mesh& mesh, const CutPolygon& part, std::uint32_t plane) {
  const MeshTriangle& t = mesh.triangle(part.triangle);
  const DyadicVec a = exact(mesh.vertex(t[0]));
  const DyadicVec normal = cross(exact(mesh.vertex(t[1])) - a, exact(mesh.vertex(t[2])) - a);
  return dot(normal, arena.plane(plane).normal).sign() > 0;
}

CutCells cut(CutArena& arena, const Mesh& mesh, Cell cell, std::uint32_t plane) {
  CutCells made;
  cut_faces(arena, plane, cell.faces, made);
  cut_triangles(arena, mesh, plane, cell.surface, &Cell::surface, made);
  cut_triangles(arena, mesh, plane, cell.boundary, &Cell::boundary, made);
  return made;
}

Cell box_cell(CutArena& arena, Vec3 low, Vec3 high) {
  std::uint32_t corner[8], plane[6];  // planes: −x, +x, −y, +y, −z, +z
  for (int i = 0; i < 8; ++i)
    corner[i] = arena.add(Vec3{i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  for (int k = 0; k < 6; ++k) plane[k] = arena.add(plane_across(k / 2, (k % 2 ? high : low)[k / 2]));
  // Around the face, with the axis and side by which each edge is bounded.
  Cell cell;
  for (int k = 0; k < 6; ++k) {
    const int axis = k / 2, u = (axis + 1) % 3, w = (axis + 2) % 3, base = k % 2 << axis;
    const int loop[4] = {base, base | 1 << u, base | 1 << u | 1 << w, base | 1 << w};
    const int beyond[4] = {2 * w, 2 * u + 1, 2 * w + 1, 2 * u};
    CutPolygon face{plane[k], kNoTriangle, {}};
    for (int i = 0; i < 4; ++i)
      face.corners.push_back({corner[loop[i]], static_cast<std::int32_t>(plane[beyond[i]]), false});
    if (k % 2 == 0) {  // turned around, so that every edge is met once in each direction
      const std::vector<Corner> forward = face.corners;
      for (std::size_t i = 0; i < 4; ++i) face.corners[i] = {forward[(4 - i) % 4].vertex, forward[3 - i].along, false};
    }
    cell.faces.push_back(std::move(face));
  }
  return cell;
}

std::vector<std::uint32_t> vertices_of(const Cell& cell) {
  std::vector<std::uint32_t> vertices;
  for (const CutPolygon& face : cell.faces)
    for (const Corner& corner : face.corners) vertices.push_back(corner.vertex);
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

ExactPosition inner_point(CutArena& arena, const Cell& cell) {
  const std::vector<std::uint32_t> vertices = vertices_of(cell);
  Vec3 mean;
  for (const std::uint32_t v : vertices) mean = mean + arena.vertex(v).rough / static_cast<double>(vertices.size());
  if (ExactPosition point{exact(mean), 1.0}; is_finite(mean) && is_inside(arena, cell, vertices, point)) return point;
  return mean_of_simplex(arena, cell, vertices);
}

}  // namespace clearance::detail
