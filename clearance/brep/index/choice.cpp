#include <clearance/brep/index/choice.h>

#include <clearance/brep/index/builder.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace clearance::detail {
namespace {

// Above this many faces, Hybrid halves a region.
constexpr std::size_t kManyFaces = 19, kManySegments = 36;
// What Balanced looks at: pieces per candidate, and candidates of each kind.
constexpr std::size_t kSample = 192;
constexpr std::size_t kFewPlanes = 12;
// In a plane or on a line there is less to do than in space: so weighed, spheres and tori had the lowest trees.
constexpr double kWeightOn = 0.5;

struct Box {
  Vec3 low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  void add(Vec3 x) {
    low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
  }
};

PlaneId first_face(IndexBuilder& builder, const Region& region) { return builder.plane_of_face(region.faces[0].face); }

IndexPlane across_axis(int axis, double at) {
  const Vec3 normal{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
  return IndexPlane::through(exact(normal), Dyadic(at), IndexPlaneKind::Free, kNone);
}

Box box_of(IndexBuilder& builder, const Region& region) {
  Box box;
  for (const FacePiece& piece : region.faces)
    for (const PointId corner : piece.corners) box.add(builder.points().rough(corner));
  for (const SegmentPiece& segment : region.segments)
    for (const PointId end : {segment.from, segment.to}) box.add(builder.points().rough(end));
  return box;
}

// Halves the box across one of its longer sides, the one on which it cuts the fewest pieces, if that leaves less on
// both sides; kNone otherwise: around a vertex at which many faces meet, halves would have all of them for ever.
PlaneId halving_plane(IndexBuilder& builder, const Region& region) {
  const Box box = box_of(builder, region);
  const Vec3 size = box.high - box.low;
  const IndexPoints& points = builder.points();
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  int chosen = -1;
  for (int axis = 0; axis < 3; ++axis) {
    if (2 * size[axis] < norm_max(size)) continue;
    const double middle = 0.5 * box.low[axis] + 0.5 * box.high[axis];
    std::size_t cut = 0, above = 0, below = 0;
    const auto look = [&](std::span<const PointId> corners) {
      bool is_above = false, is_below = false;
      for (const PointId corner : corners) {
        const double x = points.rough(corner)[axis];
        is_above = is_above || x > middle, is_below = is_below || x < middle;
      }
      if (is_above && is_below) ++cut;
      if (is_above) ++above;
      if (is_below) ++below;
    };
    for (const FacePiece& piece : region.faces) look(piece.corners);
    for (const SegmentPiece& segment : region.segments) look(std::array{segment.from, segment.to});
    const std::size_t all = region.faces.size() + region.segments.size();
    if (std::min(above, below) > 0 && 8 * std::max(above, below) <= 7 * all && cut <= fewest)
      fewest = cut, chosen = axis;
  }
  if (chosen < 0) return kNone;
  return builder.points().add(across_axis(chosen, 0.5 * box.low[chosen] + 0.5 * box.high[chosen]));
}

// Different ones, ascending.
std::vector<std::uint32_t> faces_in(const Region& region) {
  std::vector<std::uint32_t> faces;
  faces.reserve(region.faces.size());
  for (const FacePiece& piece : region.faces) faces.push_back(piece.face);
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

// A candidate in doubles, and how to make it.
struct Candidate {
  Vec3 normal;
  double offset = 0;
  enum class Kind : std::uint8_t { Axis, Face, Sites, Segment } kind = Kind::Axis;
  std::uint32_t a = kNone, b = kNone, c = kNone;  // axis; face; sites; position of a segment
};

struct Count {
  double above = 0, on = 0, below = 0;

  // Squares make halves of equal size the best.
  double cost(double weight_on) const { return above * above + weight_on * on * (weight_on * on) + below * below; }
};

class Balance {
 public:
  Balance(IndexBuilder& builder, const Region& region, double weight_on)
      : builder_(builder), region_(region), weight_on_(weight_on) {
    Box box;
    for (const FacePiece& piece : region.faces)
      for (const PointId corner : piece.corners) box.add(at(corner));
    for (const SegmentPiece& segment : region.segments) box.add(at(segment.from)), box.add(at(segment.to));
    for (const PointPiece& point : region.points) box.add(at(point.at));
    const Vec3 size = box.high - box.low;
    near_ = 1e-11 * (norm_max(size) + std::max(norm_max(box.low), norm_max(box.high)));
  }

  void consider(const Candidate& candidate) {
    const double length = norm(candidate.normal);
    if (!(length > 0 && length < HUGE_VAL)) return;  // products of tiny or huge coordinates
    const double cost = counted(candidate.normal / length, candidate.offset / length).cost(weight_on_);
    if (is_proper_ && cost < best_cost_) best_cost_ = cost, best_ = candidate;
  }
  bool found() const { return best_cost_ < HUGE_VAL; }
  const Candidate& best() const { return best_; }

  Vec3 at(PointId x) const { return builder_.points().rough(x); }

 private:
  static std::size_t stride(std::size_t count) { return count / kSample + 1; }

  int side(Vec3 normal, double offset, PointId x) const {
    const double height = dot(normal, at(x)) - offset;
    return height > near_ ? 1 : height < -near_ ? -1 : 0;
  }

  Count counted(Vec3 normal, double offset) {
    Count count;
    bool faces_above = false, faces_below = false, on = false;
    const std::size_t face_stride = stride(region_.faces.size());
    for (std::size_t i = 0; i < region_.faces.size(); i += face_stride) {
      bool up = false, down = false;
      for (const PointId corner : region_.faces[i].corners) {
        const int s = side(normal, offset, corner);
        up = up || s > 0, down = down || s < 0;
      }
      add(count, up, down, static_cast<double>(face_stride));
      faces_above = faces_above || up, faces_below = faces_below || down;
      on = on || (!up && !down);
    }
    const std::size_t segment_stride = stride(region_.segments.size());
    for (std::size_t i = 0; i < region_.segments.size(); i += segment_stride) {
      const SegmentPiece& segment = region_.segments[i];
      const int from = side(normal, offset, segment.from), to = side(normal, offset, segment.to);
      if (!segment.soft) add(count, from > 0 || to > 0, from < 0 || to < 0, static_cast<double>(segment_stride));
      if (from == 0 && to == 0) on = true;
    }
    const std::size_t point_stride = stride(region_.points.size());
    for (std::size_t i = 0; i < region_.points.size(); i += point_stride) {
      if (region_.points[i].soft) continue;
      const int s = side(normal, offset, region_.points[i].at);
      add(count, s > 0, s < 0, static_cast<double>(point_stride));
      if (s == 0) on = true;
    }
    // In space, a plane without a face needs some on both sides; in a plane, something has to be on it.
    is_proper_ = region_.dimension == 3 ? (faces_above && faces_below) || on : true;
    return count;
  }
  static void add(Count& count, bool up, bool down, double weight) {
    if (up) count.above += weight;
    if (down) count.below += weight;
    if (up == down) count.on += weight;
  }

  IndexBuilder& builder_;
  const Region& region_;
  double weight_on_, near_ = 0, best_cost_ = HUGE_VAL;
  bool is_proper_ = false;
  Candidate best_;
};

// Evenly spread positions among `count`.
template <class Visit>
void spread(std::size_t count, std::size_t most, const Visit& visit) {
  const std::size_t steps = std::min(count, most);
  for (std::size_t k = 0; k < steps; ++k) visit(k * count / steps);
}

// Corners of pieces, also those at the rim of the region, ascending.
std::vector<std::uint32_t> sites_in(const IndexPoints& points, const Region& region) {
  std::vector<std::uint32_t> sites;
  const auto add = [&](PointId x) {
    if (points.is_site(x)) sites.push_back(x);
  };
  for (const FacePiece& piece : region.faces)
    for (const PointId corner : piece.corners) add(corner);
  for (const SegmentPiece& segment : region.segments) add(segment.from), add(segment.to);
  for (const PointPiece& point : region.points) add(point.at);
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

PlaneId made(IndexBuilder& builder, const Region& region, const Candidate& best) {
  switch (best.kind) {
    case Candidate::Kind::Axis:
      return builder.points().add(across_axis(static_cast<int>(best.a), best.offset));
    case Candidate::Kind::Face:
      return builder.plane_of_face(best.a);
    case Candidate::Kind::Segment:
      return builder.plane_of_segment(region.segments[best.a], region.flats[0]);
    case Candidate::Kind::Sites:
      break;
  }
  if (region.dimension == 2) return builder.plane_through(best.a, best.b, region.flats[0]);
  const auto at = [&](std::uint32_t site) { return builder.points().rough(site); };
  return builder.points().add(IndexPlane::through(at(best.a), at(best.b), at(best.c), IndexPlaneKind::Free, kNone));
}

Candidate through(Vec3 a, Vec3 b, Vec3 c) {
  Candidate candidate;
  candidate.normal = cross(b - a, c - a);
  candidate.offset = dot(candidate.normal, a);
  return candidate;
}

PlaneId balanced_in_space(IndexBuilder& builder, const Region& region) {
  Balance balance(builder, region, kWeightOn);
  const IndexPoints& points = builder.points();
  spread(region.faces.size(), kFewPlanes, [&](std::size_t k) {
    const std::uint32_t face = region.faces[k].face;
    const IndexPlane& plane = points.plane(builder.plane_of_face(face));
    balance.consider({plane.rough_normal, plane.rough_offset, Candidate::Kind::Face, face});
  });
  const std::vector<std::uint32_t> sites = sites_in(points, region);
  std::vector<double> values;
  for (int axis = 0; axis < 3; ++axis) {
    values.clear();
    for (const std::uint32_t site : sites) values.push_back(points.rough(site)[axis]);
    std::sort(values.begin(), values.end());
    double last = HUGE_VAL;
    spread(values.size(), kFewPlanes, [&](std::size_t k) {
      if (values[k] == last) return;
      last = values[k];
      Candidate candidate;
      candidate.normal = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
      candidate.offset = last;
      candidate.a = static_cast<std::uint32_t>(axis);
      balance.consider(candidate);
    });
  }
  // An edge and a vertex: between such, boundaries are rarely cut.
  std::vector<const SegmentPiece*> edges;
  for (const SegmentPiece& segment : region.segments)
    if (!segment.soft) edges.push_back(&segment);
  spread(edges.size(), kFewPlanes, [&](std::size_t k) {
    const PieceLine& line = edges[k]->line;
    spread(sites.size(), kFewPlanes, [&](std::size_t j) {
      if (sites[j] == line.first || sites[j] == line.second) return;
      Candidate candidate = through(points.rough(line.first), points.rough(line.second), points.rough(sites[j]));
      candidate.kind = Candidate::Kind::Sites;
      candidate.a = line.first, candidate.b = line.second, candidate.c = sites[j];
      balance.consider(candidate);
    });
  });
  if (!balance.found()) return first_face(builder, region);
  // Three sites may be collinear, though doubles say that they are not.
  const Candidate& best = balance.best();
  if (best.kind == Candidate::Kind::Sites) {
    const IndexPlane plane = IndexPlane::through(points.rough(best.a), points.rough(best.b), points.rough(best.c),
                                                 IndexPlaneKind::Free, kNone);
    if (is_zero(plane.normal)) return first_face(builder, region);
  }
  return made(builder, region, best);
}

// Halves regions of many faces; of few, the face whose plane leaves the least to do.
PlaneId hybrid_in_space(IndexBuilder& builder, const Region& region) {
  const std::vector<std::uint32_t> faces = faces_in(region);
  if (faces.size() > kManyFaces)
    if (const PlaneId half = halving_plane(builder, region); half != kNone) return half;
  Balance balance(builder, region, 1);
  for (const std::uint32_t face : faces) {
    const IndexPlane& plane = builder.points().plane(builder.plane_of_face(face));
    balance.consider({plane.rough_normal, plane.rough_offset, Candidate::Kind::Face, face});
  }
  return balance.found() ? made(builder, region, balance.best()) : first_face(builder, region);
}

PlaneId plane_of_point(IndexBuilder& builder, const Region& region) {
  for (const PointPiece& point : region.points)
    if (!point.soft) return builder.plane_of_point(point, region.flats[0]);
  return kNone;
}

PlaneId balanced_in_plane(IndexBuilder& builder, const Region& region) {
  Balance balance(builder, region, kWeightOn);
  const IndexPoints& points = builder.points();
  const Vec3 flat = points.plane(region.flats[0]).rough_normal;
  const auto perpendicular = [&](PointId a, PointId b) {
    Candidate candidate;
    candidate.normal = cross(flat, points.rough(b) - points.rough(a));
    candidate.offset = dot(candidate.normal, points.rough(a));
    return candidate;
  };
  spread(region.segments.size(), 2 * kFewPlanes, [&](std::size_t k) {
    const SegmentPiece& segment = region.segments[k];
    Candidate candidate = perpendicular(segment.from, segment.to);
    candidate.kind = Candidate::Kind::Segment;
    candidate.a = static_cast<std::uint32_t>(k);
    balance.consider(candidate);
  });
  const std::vector<std::uint32_t> sites = sites_in(points, region);
  spread(sites.size(), kFewPlanes, [&](std::size_t k) {
    spread(sites.size(), kFewPlanes, [&](std::size_t j) {
      if (sites[j] <= sites[k]) return;
      Candidate candidate = perpendicular(sites[k], sites[j]);
      candidate.kind = Candidate::Kind::Sites;
      candidate.a = sites[k], candidate.b = sites[j];
      balance.consider(candidate);
    });
  });
  return balance.found() ? made(builder, region, balance.best()) : plane_of_piece(builder, region);
}

}  // namespace

PlaneId plane_of_piece(IndexBuilder& builder, const Region& region) {
  if (region.dimension == 3) return first_face(builder, region);
  return region.segments.empty() ? plane_of_point(builder, region)
                                 : builder.plane_of_segment(region.segments[0], region.flats[0]);
}

PlaneId choose_in_space(IndexBuilder& builder, const Region& region, IndexSplitting splitting) {
  switch (splitting) {
    case IndexSplitting::Balanced:
      return balanced_in_space(builder, region);
    case IndexSplitting::Hybrid:
      return hybrid_in_space(builder, region);
    case IndexSplitting::Autopartition:
      break;
  }
  return first_face(builder, region);
}

PlaneId choose_in_plane(IndexBuilder& builder, const Region& region, IndexSplitting splitting) {
  if (splitting == IndexSplitting::Balanced) return balanced_in_plane(builder, region);
  if (splitting == IndexSplitting::Hybrid && region.segments.size() > kManySegments)
    if (const PlaneId half = halving_plane(builder, region); half != kNone) return half;
  return plane_of_piece(builder, region);
}

std::size_t choose_on_line(IndexBuilder& builder, const Region& region, IndexSplitting splitting) {
  if (splitting != IndexSplitting::Balanced) return 0;
  // The middle one along the line, in doubles.
  const IndexPoints& points = builder.points();
  const Vec3 along = cross(points.plane(region.flats[0]).rough_normal, points.plane(region.flats[1]).rough_normal);
  std::vector<std::pair<double, std::size_t>> order;
  order.reserve(region.points.size());
  for (std::size_t k = 0; k < region.points.size(); ++k)
    order.push_back({dot(along, points.rough(region.points[k].at)), k});
  std::sort(order.begin(), order.end());
  return order[order.size() / 2].second;
}

}  // namespace clearance::detail
