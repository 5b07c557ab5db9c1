#include <clearance/brep/index/builder.h>

#include <clearance/brep/index/choice.h>

#include <algorithm>
#include <utility>

namespace clearance::detail {
namespace {

bool comes_before(Vec3 a, Vec3 b) { return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z; }

// The different vertices of the mesh, sorted.
std::vector<Vec3> sites_of(const Mesh& mesh) {
  std::vector<Vec3> sites;
  for (const MeshTriangle& triangle : mesh.triangles())
    for (const std::uint32_t v : triangle) sites.push_back(mesh.vertex(v));
  std::sort(sites.begin(), sites.end(), comes_before);
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

PieceLine through_sites(std::uint32_t a, std::uint32_t b) { return {a, b, true}; }

// A side of a triangle, the lower site first.
struct Side {
  std::uint32_t low, high, face;

  friend auto operator<=>(const Side&, const Side&) = default;
};

}  // namespace

IndexBuilder::IndexBuilder(const BRep& brep, const BRepIndexOptions& options)
    : brep_(brep), options_(options), points_(sites_of(brep.mesh())), face_plane_(brep.face_count(), kNone) {
  const Mesh& mesh = brep.mesh();
  const std::vector<Vec3> sites = sites_of(mesh);
  const auto site_at = [&](Vec3 x) {
    return static_cast<std::uint32_t>(std::lower_bound(sites.begin(), sites.end(), x, comes_before) - sites.begin());
  };
  for (std::uint32_t v = 0; v < brep.vertex_count(); ++v) vertex_site_.push_back(site_at(brep.vertex(v)));
  for (const MeshTriangle& t : mesh.triangles())
    triangle_sites_.push_back({site_at(mesh.vertex(t[0])), site_at(mesh.vertex(t[1])), site_at(mesh.vertex(t[2]))});
  triangle_face_.resize(mesh.triangle_count());
  for (std::uint32_t f = 0; f < brep.face_count(); ++f)
    for (const std::uint32_t t : brep.triangles_of_face(f)) triangle_face_[t] = f;
}

Region IndexBuilder::whole() {
  Region region;
  for (std::uint32_t f = 0; f < brep_.face_count(); ++f) {
    for (const std::uint32_t t : brep_.triangles_of_face(f)) {
      const auto& [a, b, c] = triangle_sites_[t];
      region.faces.push_back({f, t, {a, b, c}, {through_sites(a, b), through_sites(b, c), through_sites(c, a)}});
    }
  }
  for (std::uint32_t e = 0; e < brep_.edge_count(); ++e) {
    const std::uint32_t a = vertex_site_[brep_.edge(e).low], b = vertex_site_[brep_.edge(e).high];
    region.segments.push_back({a, b, through_sites(a, b), {EntityKind::Edge, e}});
  }
  for (std::uint32_t v = 0; v < brep_.vertex_count(); ++v)
    region.points.push_back({vertex_site_[v], {EntityKind::Vertex, v}});
  add_soft_pieces(region);
  return region;
}

// A side between two triangles of one face is within it, and so is a site with such sides alone.
void IndexBuilder::add_soft_pieces(Region& region) {
  std::vector<Side> sides;
  for (std::size_t t = 0; t < triangle_sites_.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = triangle_sites_[t][i], b = triangle_sites_[t][(i + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), triangle_face_[t]});
    }
  }
  std::sort(sides.begin(), sides.end());
  std::vector<std::uint32_t> face_around(points_.site_count(), kNone);  // where all sides are soft
  std::vector<bool> is_on_edge(points_.site_count(), false);
  for (std::size_t first = 0, last = 0; first < sides.size(); first = last) {
    while (last < sides.size() && sides[last].low == sides[first].low && sides[last].high == sides[first].high) ++last;
    const auto& [a, b, face] = sides[first];
    if (last - first == 2 && sides[first + 1].face == face) {
      region.segments.push_back({a, b, through_sites(a, b), {EntityKind::Face, face}, true});
      face_around[a] = face_around[b] = face;
    } else {
      is_on_edge[a] = is_on_edge[b] = true;
    }
  }
  for (std::uint32_t site = 0; site < face_around.size(); ++site)
    if (!is_on_edge[site]) region.points.push_back({site, {EntityKind::Face, face_around[site]}, true});
}

BRepIndexData IndexBuilder::build() {
  waiting_.push_back(whole());
  while (!waiting_.empty()) {
    const Region region = std::move(waiting_.back());
    waiting_.pop_back();
    if (region.dimension == 3)
      divide_space(region);
    else if (region.dimension == 2)
      divide_plane(region);
    else
      divide_line(region);
  }
  BRepIndexData data{brep_, std::move(nodes_), {}, points_.take_planes(), {}};
  data.leaves = {{EntityKind::Outside}, {EntityKind::Inside}};
  for (std::uint32_t f = 0; f < brep_.face_count(); ++f) data.leaves.push_back({EntityKind::Face, f});
  for (std::uint32_t e = 0; e < brep_.edge_count(); ++e) data.leaves.push_back({EntityKind::Edge, e});
  for (std::uint32_t v = 0; v < brep_.vertex_count(); ++v) data.leaves.push_back({EntityKind::Vertex, v});
  data.facts.nodes_unreduced = data.nodes.size();
  data.facts.faces_divided = pieces_made_;
  return data;
}

// Space.

void IndexBuilder::divide_space(const Region& region) {
  PlaneId plane = choose_in_space(*this, region, options_.splitting);
  Division parts = divided_space(region, plane);
  // Where a plane without a face leaves one side empty, nothing would tell whether that is inside.
  if (parts.coplanar.empty() && (parts.above.faces.empty() || parts.below.faces.empty())) {
    plane = plane_of_piece(*this, region);
    parts = divided_space(region, plane);
  }
  pieces_made_ += parts.above.faces.size() + parts.below.faces.size() + parts.coplanar.size() - region.faces.size();

  const std::int32_t node = add_node(plane, region);
  for (const int side : {-1, 1}) {
    Region& part = side > 0 ? parts.above : parts.below;
    if (!part.faces.empty()) {
      later(std::move(part), node, side);
      continue;
    }
    const IndexPlane& own = points_.plane(plane_of_face(parts.coplanar[0]));
    const bool is_outward = dot(own.rough_normal, points_.plane(plane).rough_normal) > 0;
    set_leaf(node, side, {(side > 0) == is_outward ? EntityKind::Outside : EntityKind::Inside});
  }
  if (parts.on.is_mixed()) {
    later(std::move(parts.on), node, 0);
  } else if (!parts.coplanar.empty()) {
    set_leaf(node, 0, {EntityKind::Face, parts.coplanar[0]});
  } else {
    set_leaf(node, 0, in_or_out(parts.gap));
  }
}

IndexBuilder::Division IndexBuilder::divided_space(const Region& region, PlaneId plane) {
  Division parts;
  parts.on.dimension = 2;
  parts.on.flats[0] = plane;
  for (const FacePiece& piece : region.faces) cut_face(piece, plane, parts);
  for (const SegmentPiece& segment : region.segments) cut_segment(segment, plane, parts);
  for (const PointPiece& point : region.points) cut_point(point, plane, parts);
  // The region is convex: between a point above and one below is one on the plane.
  if (!parts.on.is_mixed() && parts.coplanar.empty() && !parts.above.faces.empty() && !parts.below.faces.empty())
    parts.gap = crossing(inner_point(parts.above.faces[0]), inner_point(parts.below.faces[0]), plane);
  return parts;
}

void IndexBuilder::cut_face(const FacePiece& piece, PlaneId plane, Division& parts) {
  bool is_up = false, is_down = false;
  sides_.clear();
  for (const PointId corner : piece.corners) {
    sides_.push_back(points_.side(corner, plane));
    is_up = is_up || sides_.back() > 0, is_down = is_down || sides_.back() < 0;
  }
  if (!is_up && !is_down) {
    parts.coplanar.push_back(piece.face);
    parts.on.cover.push_back(piece.triangle);
    return;
  }
  if (!is_up || !is_down) {
    (is_up ? parts.above : parts.below).faces.push_back(piece);
    return;
  }
  const PieceLine along{plane_of_face(piece.face), plane, false};
  FacePiece high{piece.face, piece.triangle, {}, {}}, low{piece.face, piece.triangle, {}, {}};
  SegmentPiece common{kNone, kNone, along, {EntityKind::Face, piece.face}};
  const auto add = [](FacePiece& to, PointId corner, const PieceLine& leaving) {
    to.corners.push_back(corner);
    to.sides.push_back(leaving);
  };
  const auto meet = [&](PointId x) { (common.from == kNone ? common.from : common.to) = x; };
  for (std::size_t i = 0; i < piece.corners.size(); ++i) {
    const std::size_t next = i + 1 == piece.corners.size() ? 0 : i + 1;
    const PointId corner = piece.corners[i];
    const PieceLine& line = piece.sides[i];
    const int here = sides_[i], there = sides_[next];
    if (here > 0) add(high, corner, line);
    if (here < 0) add(low, corner, line);
    if (here == 0) {
      add(high, corner, there > 0 ? line : along);
      add(low, corner, there < 0 ? line : along);
      meet(corner);
    } else if (here * there < 0) {
      const PointId x = cut(line, plane);
      add(high, x, there > 0 ? line : along);
      add(low, x, there < 0 ? line : along);
      meet(x);
    }
  }
  parts.above.faces.push_back(std::move(high));
  parts.below.faces.push_back(std::move(low));
  parts.on.segments.push_back(common);
}

// Planes and space.

void IndexBuilder::cut_segment(const SegmentPiece& segment, PlaneId plane, Division& parts) {
  const int from = points_.side(segment.from, plane), to = points_.side(segment.to, plane);
  if (from == 0 && to == 0) {
    if (parts.on.dimension == 1) {
      parts.on.along.push_back(segment);
    } else if (!segment.soft || !is_in(segment.owner.index, plane)) {
      // What is within its face is where that face meets the plane.
      parts.on.segments.push_back(segment);
      parts.on.segments.back().soft = false;
    }
    return;
  }
  if (from * to >= 0) {
    (from + to > 0 ? parts.above : parts.below).segments.push_back(segment);
    return;
  }
  const PointId x = cut(segment.line, plane);
  SegmentPiece first = segment, last = segment;
  first.to = last.from = x;
  (from > 0 ? parts.above : parts.below).segments.push_back(first);
  (from > 0 ? parts.below : parts.above).segments.push_back(last);
  parts.on.points.push_back({x, segment.owner, segment.soft});
}

void IndexBuilder::cut_point(const PointPiece& point, PlaneId plane, Division& parts) {
  const int side = points_.side(point.at, plane);
  if (side != 0) {
    (side > 0 ? parts.above : parts.below).points.push_back(point);
    return;
  }
  PointPiece kept = point;
  if (point.soft) {
    const std::uint32_t face = point.owner.index;
    if (parts.on.dimension == 2 ? is_in(face, plane) : holds_line(face, parts.on.flats[0], plane)) return;
    kept.soft = parts.on.dimension == 2;
  }
  parts.on.points.push_back(kept);
}

PointId IndexBuilder::cut(const PieceLine& line, PlaneId plane) {
  return line.of_sites ? points_.on_line(line.first, line.second, plane)
                       : points_.of_planes(line.first, line.second, plane);
}

bool IndexBuilder::is_in(std::uint32_t face, PlaneId plane) {
  if (plane_of_face(face) == plane) return true;
  const std::uint32_t triangle = brep_.triangles_of_face(face)[0];
  for (const std::uint32_t site : triangle_sites_[triangle])
    if (points_.side(site, plane) != 0) return false;
  return true;
}

bool IndexBuilder::holds_line(std::uint32_t face, PlaneId p, PlaneId q) {
  const PlaneId own = plane_of_face(face);
  if (own == p || own == q) return true;
  const auto rough = [&](PlaneId k) { return ApproxVec{points_.plane(k).rough_normal, 2 * kUnit}; };
  if (proved_sign(dot(rough(own), cross(rough(p), rough(q)))) != 0) return false;
  return dot(points_.plane(own).normal, cross(points_.plane(p).normal, points_.plane(q).normal)).sign() == 0;
}

IndexBuilder::Division IndexBuilder::divided_plane(const Region& region, PlaneId plane) {
  Division parts;
  parts.above.dimension = parts.below.dimension = 2;
  parts.above.flats[0] = parts.below.flats[0] = parts.on.flats[0] = region.flats[0];
  parts.on.dimension = 1;
  parts.on.flats[1] = plane;
  for (const SegmentPiece& segment : region.segments) cut_segment(segment, plane, parts);
  for (const PointPiece& point : region.points) cut_point(point, plane, parts);
  share_cover(region.cover, plane, parts);
  return parts;
}

void IndexBuilder::divide_plane(const Region& region) {
  const PlaneId flat = region.flats[0];
  PlaneId plane = choose_in_plane(*this, region, options_.splitting);
  Division parts = divided_plane(region, plane);
  const auto is_free = [&] { return parts.on.along.empty() && parts.on.points.empty(); };
  if (is_free() && (parts.above.segments.empty() || parts.below.segments.empty())) {
    plane = plane_of_piece(*this, region);
    parts = divided_plane(region, plane);
  }
  const std::vector<SegmentPiece>& along = parts.on.along;
  const auto inner = [&](const SegmentPiece& segment) { return middle(segment.from, segment.to); };
  const std::int32_t node = add_node(plane, region);
  if (is_free()) {
    const ExactPlace x = crossing(inner(parts.above.segments[0]), inner(parts.below.segments[0]), plane);
    set_leaf(node, 0, covered_or_not(parts.on.cover, x, flat));
  } else if (parts.on.points.empty()) {
    set_leaf(node, 0, along[0].owner);
  }
  for (const int side : {-1, 1}) {
    Region& part = side > 0 ? parts.above : parts.below;
    if (part.is_mixed()) {
      later(std::move(part), node, side);
    } else if (!along.empty() && along[0].owner.kind == EntityKind::Face &&
               plane_of_face(along[0].owner.index) == plane) {
      // Beside a face that crosses.
      set_leaf(node, side, {side > 0 ? EntityKind::Outside : EntityKind::Inside});
    } else {
      const ExactPlace x0 = along.empty() ? points_.exactly(parts.on.points[0].at) : inner(along[0]);
      const ExactPlace x = beside(x0, direction_in(flat, plane, side), node);
      set_leaf(node, side, covered_or_not(part.cover, x, flat));
    }
  }
  if (!parts.on.points.empty()) later(std::move(parts.on), node, 0);
}

void IndexBuilder::share_cover(const std::vector<std::uint32_t>& cover, PlaneId plane, Division& parts) {
  for (const std::uint32_t t : cover) {
    bool is_up = false, is_down = false, is_on = false;
    for (const std::uint32_t site : triangle_sites_[t]) {
      const int side = points_.side(site, plane);
      (side > 0 ? is_up : side < 0 ? is_down : is_on) = true;
    }
    if (is_up) parts.above.cover.push_back(t);
    if (is_down) parts.below.cover.push_back(t);
    if (is_on || (is_up && is_down)) parts.on.cover.push_back(t);
  }
}

// Lines.

void IndexBuilder::divide_line(const Region& region) {
  const std::size_t chosen = choose_on_line(*this, region, options_.splitting);
  const ExactPlace x0 = points_.exactly(region.points[chosen].at);
  DyadicVec direction = cross(points_.plane(region.flats[0]).normal, points_.plane(region.flats[1]).normal);
  for (const SegmentPiece& segment : region.along) {
    if (!segment.line.of_sites) continue;
    direction = exact(points_.rough(segment.line.second)) - exact(points_.rough(segment.line.first));
    break;
  }
  const Entity owner = region.points[chosen].owner;
  const IndexPlaneKind kind = owner.kind == EntityKind::Vertex ? IndexPlaneKind::Vertex
                              : owner.kind == EntityKind::Edge ? IndexPlaneKind::Edge
                                                               : IndexPlaneKind::Face;
  const PlaneId plane =
      points_.add(IndexPlane::through(x0.denominator * direction, dot(direction, x0.numerator), kind, owner.index));
  Region above, below;
  Entity here = owner;
  for (const PointPiece& point : region.points) {
    const int side = points_.side(point.at, plane);
    if (side != 0)
      (side > 0 ? above : below).points.push_back(point);
    else if (point.owner.kind > here.kind)
      here = point.owner;
  }
  const std::int32_t node = add_node(plane, region);
  set_leaf(node, 0, here);
  for (const int side : {-1, 1}) {
    Region& part = side > 0 ? above : below;
    if (part.points.empty()) {
      const ExactPlace x = beside(x0, side > 0 ? direction : -direction, node);
      if (const std::optional<Entity> own = on_one_of(region.along, x, direction))
        set_leaf(node, side, *own);
      else
        set_leaf(node, side, covered_or_not(region.cover, x, region.flats[0]));
      continue;
    }
    part.dimension = 1;
    part.flats[0] = region.flats[0], part.flats[1] = region.flats[1];
    part.along = region.along;
    part.cover = region.cover;
    later(std::move(part), node, side);
  }
}

// Planes.

PlaneId IndexBuilder::plane_of_face(std::uint32_t face) {
  if (face_plane_[face] == kNone) {
    const auto& [a, b, c] = brep_.plane_of_face(face);
    face_plane_[face] = points_.add(IndexPlane::through(a, b, c, IndexPlaneKind::Face, face));
  }
  return face_plane_[face];
}

PlaneId IndexBuilder::plane_of_segment(const SegmentPiece& segment, PlaneId flat) {
  if (segment.owner.kind == EntityKind::Face) return plane_of_face(segment.owner.index);
  const std::uint32_t e = segment.owner.index;
  const DyadicVec a = exact(brep_.vertex(brep_.edge(e).low)), b = exact(brep_.vertex(brep_.edge(e).high));
  DyadicVec normal = cross(b - a, points_.plane(flat).normal);
  // The face in the plane, if there is one, is below: to the left of its half-edge, seen from outside.
  for (const std::uint32_t h : brep_.half_edges_of_edge(e)) {
    const BRepHalfEdge& half = brep_.half_edge(h);
    if (!is_in(half.face, flat)) continue;
    const bool is_outward =
        dot(points_.plane(plane_of_face(half.face)).rough_normal, points_.plane(flat).rough_normal) > 0;
    if (is_outward != (half.origin == brep_.edge(e).low)) normal = -normal;
    break;
  }
  Dyadic offset = dot(normal, a);
  return points_.add(IndexPlane::through(std::move(normal), std::move(offset), IndexPlaneKind::Edge, e));
}

PlaneId IndexBuilder::plane_through(std::uint32_t a, std::uint32_t b, PlaneId flat) {
  const DyadicVec from = exact(points_.rough(a));
  DyadicVec normal = cross(points_.plane(flat).normal, exact(points_.rough(b)) - from);
  Dyadic offset = dot(normal, from);
  return points_.add(IndexPlane::through(std::move(normal), std::move(offset), IndexPlaneKind::Free, kNone));
}

PlaneId IndexBuilder::plane_of_point(const PointPiece& point, PlaneId flat) {
  const Vec3 n = points_.plane(flat).rough_normal;
  double best = -1;
  PlaneId chosen = kNone;
  const auto look_at_edge = [&](std::uint32_t e) {
    for (const std::uint32_t h : brep_.half_edges_of_edge(e)) {
      const PlaneId plane = plane_of_face(brep_.half_edge(h).face);
      const Vec3 m = points_.plane(plane).rough_normal, turned = cross(n, m);
      const double sine = dot(turned, turned) / dot(m, m);
      if (sine > best && !is_parallel(plane, flat)) best = sine, chosen = plane;
    }
  };
  if (point.owner.kind == EntityKind::Edge)
    look_at_edge(point.owner.index);
  else
    for (const std::uint32_t e : brep_.edges_of_vertex(point.owner.index)) look_at_edge(e);
  CLEARANCE_ASSERT(chosen != kNone);
  return chosen;
}

bool IndexBuilder::is_parallel(PlaneId p, PlaneId q) const {
  return is_zero(cross(points_.plane(p).normal, points_.plane(q).normal));
}

// Nodes.

std::int32_t IndexBuilder::add_node(PlaneId plane, const Region& region) {
  const auto node = static_cast<std::int32_t>(nodes_.size());
  const IndexPlane& exact_plane = points_.plane(plane);
  nodes_.push_back({exact_plane.rough_normal, exact_plane.rough_offset, plane, 0, 0, 0});
  parents_.push_back({region.parent, region.side});
  if (region.parent >= 0) set_child(region.parent, region.side, node);
  return node;
}

void IndexBuilder::set_child(std::int32_t node, int side, std::int32_t child) {
  BRepIndexNode& parent = nodes_[static_cast<std::size_t>(node)];
  (side > 0 ? parent.above : side == 0 ? parent.on : parent.below) = child;
}

void IndexBuilder::set_leaf(std::int32_t node, int side, Entity entity) {
  set_child(node, side, ~static_cast<std::int32_t>(leaf_of(brep_, entity)));
}

void IndexBuilder::later(Region region, std::int32_t node, int side) {
  region.parent = node;
  region.side = side;
  waiting_.push_back(std::move(region));
}

}  // namespace clearance::detail
