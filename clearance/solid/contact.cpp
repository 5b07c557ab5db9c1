// Question: two solids whose surfaces meet: do their interiors?
// Method:   A vertex where they meet that is inside the other solid, and a place beside it that is inside both, show
//           it. If they do, the common interior is bounded by cells of triangles T, each with the common interior on
//           one of its two sides; so every triangle that meets the other surface is looked at. At sight: where the
//           other surface leaves the inner part of T alone, or stays on T's outer side, where no interior of T's own
//           solid is, one winding number beside T's centre settles all of T. Otherwise one spot in each of T's cells,
//           both its sides (contact_cells.cpp). A T that is wholly inside the other solid belongs to a component that
//           is, or that has a triangle with a cell inside: such a cell without an interior beside it (a fin), a meeting
//           triangle without area, and a component's vertex inside make us look at all triangles, not only those that
//           meet.
// Proves:   both answers, for self-intersecting solids, too.
#include <clearance/base/random.h>
#include <clearance/convex/any_length.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/contact_parts.h>

#include <algorithm>

namespace clearance::detail {
namespace {

// How many crossings may be tried for a quick answer; after so many failures exact sampling is the better bet.
constexpr int kQuickTries = 32;
// So many vertices of either solid are asked whether they are inside the other one.
constexpr std::size_t kQuickVertices = 8;

class SolidContact {
 public:
  SolidContact(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) : solids_(a, pose_a, b, pose_b) {}

  Intersection decide() {
    result_.decided_by = Algorithm::Exact;
    if (find_contacts() || meeting_triangles_show_it(Body::A) || meeting_triangles_show_it(Body::B)) return result_;
    if (must_look_at_all_ || has_component_inside(Body::A) || has_component_inside(Body::B))
      if (other_triangles_show_it(Body::A) || other_triangles_show_it(Body::B)) return result_;
    return touching();
  }

 private:
  struct Meeting {
    std::uint32_t triangle, with;
    auto operator<=>(const Meeting&) const = default;
  };

  const Mesh& mesh(Body body) const { return solids_.mesh(body); }
  const Pose& pose(Body body) const { return solids_.pose(body); }
  std::vector<Meeting>& meetings(Body body) { return meetings_[static_cast<int>(body)]; }

  // All pairs of triangles that meet. True when a point near one of them settles it.
  bool find_contacts() {
    int tries = 0;
    bool found = false;
    visit_contacts(mesh(Body::A), pose(Body::A), mesh(Body::B), pose(Body::B), [&](const ContactPair& pair) {
      meetings(Body::A).push_back({pair.a, pair.b});
      meetings(Body::B).push_back({pair.b, pair.a});
      found = vertex_shows_it(Body::A, pair.a) || vertex_shows_it(Body::B, pair.b);
      if (found) return false;
      if (!pair.cross || tries++ >= kQuickTries) return true;
      const auto p = interior_point_near(mesh(Body::A), pose(Body::A), pair.a, mesh(Body::B), pose(Body::B), pair.b);
      if (p) {
        ExactPoint point;
        point.count = 1;
        point.x[0] = p->x, point.y[0] = p->y, point.z[0] = p->z;
        set_penetrating(point);
        result_.decided_by = Algorithm::TriangleTrees;
      }
      found = p.has_value();
      return !found;
    });
    for (auto& list : meetings_) std::sort(list.begin(), list.end());
    return found;
  }

  // Inside the other solid by however little, and so is everything near enough: that has only to be inside its own.
  bool vertex_shows_it(Body body, std::uint32_t triangle) {
    std::vector<std::uint32_t>& asked = asked_[static_cast<int>(body)];
    const MeshTriangle& corner = mesh(body).triangle(triangle);
    for (std::size_t i = 0; i < 3 && asked.size() < kQuickVertices; ++i) {
      const std::uint32_t v = corner[i];
      if (std::find(asked.begin(), asked.end(), v) != asked.end()) continue;
      asked.push_back(v);
      if (locate(mesh(other(body)), pose(other(body)), mesh(body).vertex(v), pose(body)) != PointLocation::Inside)
        continue;
      const Vec3 way = way_inside(body, v);
      if (!(norm_max(way) > 0 && is_finite(way))) continue;
      const TriangleFrame frame(solids_, body, triangle);
      const Corner& at = frame.corner(static_cast<int>(i));
      if (const auto point = interior_point_beside(frame, {at.exact, 1.0, at.approx}, way)) {
        set_penetrating(*point);
        return true;
      }
    }
    return false;
  }

  // Likely to lead into the solid from a vertex that no edge at it bends inward: against the mean normal there.
  Vec3 way_inside(Body body, std::uint32_t vertex) const {
    const Mesh& of = mesh(body);
    Vec3 outward;
    for (std::uint32_t t = 0; t < of.triangle_count(); ++t) {
      const MeshTriangle& corner = of.triangle(t);
      if (std::find(corner.begin(), corner.end(), vertex) != corner.end())
        outward = outward + normal_of(of.vertex(corner[0]), of.vertex(corner[1]), of.vertex(corner[2]));
    }
    return -of.outer_side() * (pose(body).rotation() * outward);
  }

  bool meeting_triangles_show_it(Body body) {
    const std::vector<Meeting>& list = meetings(body);
    for (std::size_t i = 0, end = 0; i < list.size(); i = end) {
      std::vector<Cutter> cutters;
      for (end = i; end < list.size() && list[end].triangle == list[i].triangle; ++end)
        cutters.push_back({other(body), list[end].with});
      const TriangleFrame frame(solids_, body, list[i].triangle);
      if (!frame.has_area())
        must_look_at_all_ = true;
      else if (shows_it(frame, std::move(cutters)))
        return true;
    }
    return false;
  }

  bool other_triangles_show_it(Body body) {
    const std::vector<Meeting>& list = meetings(body);
    for (std::uint32_t t = 0; t < mesh(body).triangle_count(); ++t) {
      const auto known = std::lower_bound(list.begin(), list.end(), Meeting{t, 0});
      if (known != list.end() && known->triangle == t) continue;
      const TriangleFrame frame(solids_, body, t);
      if (frame.has_area() && shows_it(frame, {})) return true;
    }
    return false;
  }

  bool has_component_inside(Body body) {
    for (const std::uint32_t v : mesh(body).component_vertices())
      if (locate(mesh(other(body)), pose(other(body)), mesh(body).vertex(v), pose(body)) == PointLocation::Inside)
        return true;
    return false;
  }

  // Whether some cell of T has the common interior beside it. `cutters` are the other solid's triangles that meet T.
  bool shows_it(const TriangleFrame& frame, std::vector<Cutter> cutters) {
    if (is_settled_at_sight(frame, cutters)) return false;
    add_own_cutters(frame, cutters);
    bool found = false;
    visit_cells(frame, cutters, [&](const Spot& spot) {
      found = spot_shows_it(frame, spot);
      return !found;
    });
    return found;
  }

  // Nothing of the other surface just inside T's inner part, so that one winding number there is that of all places;
  // and where something is on it or outside, no inside of T's own solid there. Which side is outside is a guess that
  // winding numbers confirm.
  bool is_settled_at_sight(const TriangleFrame& frame, const std::vector<Cutter>& cutters) {
    const int outer = mesh(frame.body()).outer_side();
    bool is_free = true;
    for (const Cutter& cutter : cutters) {
      const CutterView view(frame, cutter);
      if (view.is_on_side(outer))
        is_free = false;
      else if (!view.avoids_inner_part())
        return false;
    }
    const Spot center = frame.center();
    if (winding(frame, center, -outer, other(frame.body())) != 0) return false;
    if (is_free) return true;
    return !has_own_cutter(mesh(frame.body()), frame.triangle()) && winding(frame, center, outer, frame.body()) == 0;
  }

  // Triangles of T's own solid that may reach into its inner part.
  void add_own_cutters(const TriangleFrame& frame, std::vector<Cutter>& cutters) {
    visit_own_cutters(mesh(frame.body()), frame.triangle(), [&](std::uint32_t triangle) {
      cutters.push_back({frame.body(), triangle});
      return true;
    });
  }

  bool spot_shows_it(const TriangleFrame& frame, const Spot& spot) {
    const Body foreign = other(frame.body());
    int sides_inside = 0;
    for (const int side : {-1, 1}) {
      if (winding(frame, spot, side, foreign) == 0) continue;
      ++sides_inside;
      if (winding(frame, spot, side, frame.body()) == 0) continue;
      result_.status = Status::Penetrating;
      if (const auto point = interior_point_beside(frame, spot, side * frame.normal())) set_penetrating(*point);
      return true;
    }
    if (sides_inside == 2) must_look_at_all_ = true;
    return false;
  }

  // Of the points just beside the spot, on the side of T that is named by its sign.
  int winding(const TriangleFrame& frame, const Spot& spot, int side, Body of) {
    const Vec3 n = (1 / norm(frame.normal())) * frame.normal();
    for (;;) {
      const Vec3 aside{random_.uniform(-0.5, 0.5), random_.uniform(-0.5, 0.5), random_.uniform(-0.5, 0.5)};
      const Vec3 direction = side * (n + aside);
      if (frame.side_of_direction(direction) != side) continue;
      if (const auto winding = winding_beside(frame, spot, direction, of)) return *winding;
    }
  }

  void set_penetrating(const ExactPoint& point) {
    result_.status = Status::Penetrating;
    result_.certificate.kind = Certificate::Kind::Interior;
    result_.certificate.mesh.point = point;
  }

  Intersection touching() {
    const std::vector<Meeting>& list = meetings(Body::A);
    result_.status = list.empty() ? Status::Separated : Status::Touching;
    if (list.empty()) return result_;
    result_.certificate.kind = Certificate::Kind::Triangles;
    result_.certificate.mesh.triangle_a = mesh(Body::A).id(list.front().triangle);
    result_.certificate.mesh.triangle_b = mesh(Body::B).id(list.front().with);
    return result_;
  }

  PosedSolids solids_;
  std::vector<Meeting> meetings_[2];
  std::vector<std::uint32_t> asked_[2];
  bool must_look_at_all_ = false;
  Random random_{0x50f1d};
  Intersection result_;
};

}  // namespace

Intersection decide_solid_contact(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  return SolidContact(a, pose_a, b, pose_b).decide();
}

}  // namespace clearance::detail
