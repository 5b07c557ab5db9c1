#include <clearance/motion/reference.h>

#include <clearance/exact/pose_path.h>
#include <clearance/exact/contact_functions.h>
#include <clearance/motion/instant.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

// Vertices on their paths, edges and triangles by the numbers of vertices. A point is an edge without length.
struct Features {
  std::vector<PathPoint> vertices;
  std::vector<std::array<std::size_t, 2>> edges;
  std::vector<std::array<std::size_t, 3>> triangles;

  Features(const Polytope& body, const PosePath& path) {
    for (int v = 0; v < body.vertex_count(); ++v) {
      vertices.push_back({path.numerator(body.vertex(v)), &path.denominator()});
      for (const std::uint32_t w : body.neighbours(v))
        if (w > static_cast<std::uint32_t>(v)) edges.push_back({static_cast<std::size_t>(v), w});
    }
    if (edges.empty()) edges.push_back({0, 0});
    for (int f = 0; f < body.face_count(); ++f) {
      const auto face = body.face(f);
      for (std::size_t k = 2; k < face.size(); ++k) triangles.push_back({face[0], face[k - 1], face[k]});
    }
  }
};

// The earliest of what it is shown.
class Earliest {
 public:
  Earliest(Dyadic low, Dyadic high) : low_(std::move(low)), high_(std::move(high)) {}

  void vertices_on_faces(const Features& of_vertices, const Features& of_faces) {
    for (const PathPoint& vertex : of_vertices.vertices)
      for (const auto& [i, j, k] : of_faces.triangles)
        take(first_meeting(vertex, {of_faces.vertices[i], of_faces.vertices[j], of_faces.vertices[k]}, low_, high_));
  }
  void edges_across_edges(const Features& a, const Features& b) {
    for (const auto& [i, j] : a.edges)
      for (const auto& [k, l] : b.edges)
        take(first_meeting({a.vertices[i], a.vertices[j]}, {b.vertices[k], b.vertices[l]}, low_, high_));
  }

  std::optional<Root> found;

 private:
  void take(std::optional<Root> time) {
    if (!time || (found && compare(*found, *time) <= 0)) return;
    found = std::move(time);
    // What is later does not matter.
    high_ = found->high();
  }

  Dyadic low_, high_;
};

}  // namespace

Result<ContactTime> first_contact_of_features(const Polytope& a, const Motion& motion_a, const Polytope& b,
                                              const Motion& motion_b, Interval interval) {
  const auto [begin, end] = interval;
  if (!(std::isfinite(begin) && std::isfinite(end) && begin <= end)) return Error{"interval", "none"};
  if (begin < motion_a.begins() || begin < motion_b.begins())
    return Error{"interval", "begins before a motion does"};
  const auto pieces_a = path_of(motion_a, begin, end), pieces_b = path_of(motion_b, begin, end);
  if (!pieces_a || !pieces_b) return Error{"motion", "under an angular velocity positions are not rational"};
  const RoundedDecision at_begin =
      decide_at(a, pieces_a->front().path.at(begin), b, pieces_b->front().path.at(begin), {});
  if (at_begin.status != Status::Separated) return ContactTime{MotionStatus::Already, begin, begin};
  // Both lists are rising, so the stretches that two pieces share come in order.
  for (std::size_t i = 0, k = 0; i < pieces_a->size() && k < pieces_b->size();) {
    const PathPiece &of_a = (*pieces_a)[i], &of_b = (*pieces_b)[k];
    const Dyadic &low = compare(of_a.from, of_b.from) > 0 ? of_a.from : of_b.from,
                 &high = compare(of_a.to, of_b.to) < 0 ? of_a.to : of_b.to;
    const Features features_a(a, of_a.path), features_b(b, of_b.path);
    Earliest earliest(low, high);
    earliest.vertices_on_faces(features_a, features_b);
    earliest.vertices_on_faces(features_b, features_a);
    earliest.edges_across_edges(features_a, features_b);
    if (earliest.found) {
      const auto [lower, upper] = earliest.found->enclosure();
      return ContactTime{MotionStatus::Contact, lower, upper};
    }
    const int order = compare(of_a.to, of_b.to);
    if (order <= 0) ++i;
    if (order >= 0) ++k;
  }
  return ContactTime{MotionStatus::Clear, std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::infinity()};
}

}  // namespace clearance::detail
