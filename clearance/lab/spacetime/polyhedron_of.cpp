#include <clearance/lab/spacetime/polyhedron_of.h>

#include <clearance/mesh/point.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace clearance::lab {
namespace {

Homogeneous<4> point_of(const ExactPose& pose, Vec3 v) {
  DyadicVec x = pose.numerator(v);
  return Homogeneous<4>({std::move(x.x), std::move(x.y), std::move(x.z), pose.denominator()});
}

// Gives edges their numbers.
class EdgeList {
 public:
  explicit EdgeList(std::vector<std::vector<std::uint32_t>>& edges) : edges_(edges) {}

  std::uint32_t operator()(std::uint32_t i, std::uint32_t j) {
    const auto [found, is_new] = number_.emplace(std::minmax(i, j), static_cast<std::uint32_t>(edges_.size()));
    if (is_new) edges_.push_back({i, j});
    return found->second;
  }

 private:
  std::vector<std::vector<std::uint32_t>>& edges_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> number_;
};

}  // namespace

PosedPolyhedron polyhedron_of(const Polytope& body, const ExactPose& pose) {
  IncidenceLists<3> lists;
  std::vector<std::uint32_t> ids;
  for (int v = 0; v < body.vertex_count(); ++v) {
    lists.vertices.push_back(point_of(pose, body.vertex(v)));
    ids.push_back(body.id(v));
  }
  lists.facets.resize(static_cast<std::size_t>(body.dimension()));
  if (body.dimension() == 1) lists.facets[0].push_back({0, 1});
  if (body.dimension() >= 2) {
    EdgeList edge(lists.facets[0]);
    for (int f = 0; f < body.face_count(); ++f) {
      const auto loop = body.face(f);
      std::vector<std::uint32_t> edges;
      edges.reserve(loop.size());
      for (std::size_t k = 0; k < loop.size(); ++k) edges.push_back(edge(loop[k], loop[(k + 1) % loop.size()]));
      if (body.dimension() == 3) {
        if (f == 0) lists.facets[2].emplace_back();
        lists.facets[2][0].push_back(static_cast<std::uint32_t>(f));
      }
      lists.facets[1].push_back(std::move(edges));
    }
  }
  // A polytope is what its builder made of exact signs.
  return {make_incidence_polytope(std::move(lists)).value(), std::move(ids), {}};
}

Result<PosedPolyhedron> polyhedron_of(const Mesh& body, const ExactPose& pose) {
  if (!body.is_solid()) return Error{"mesh", "is no solid", ErrorCode::NotSolid};
  IncidenceLists<3> lists;
  lists.facets = {{}, {}, {{}}};
  std::vector<std::uint32_t> vertex_ids, triangle_ids;

  std::map<std::tuple<double, double, double>, std::uint32_t> number;
  const auto vertex = [&](std::uint32_t v) {
    // Adding 0 makes one zero of the two.
    const Vec3 x = body.vertex(v) + Vec3{};
    const auto [found, is_new] = number.emplace(std::tuple(x.x, x.y, x.z), static_cast<std::uint32_t>(number.size()));
    if (is_new) {
      lists.vertices.push_back(point_of(pose, x));
      vertex_ids.push_back(v);
    }
    return found->second;
  };
  EdgeList edge(lists.facets[0]);
  std::vector<Homogeneous<4>> inward;
  for (std::uint32_t t = 0; t < body.triangle_count(); ++t) {
    const auto place = [&] { return "triangle " + std::to_string(body.id(t)); };
    const MeshTriangle& corner = body.triangle(t);
    const Vec3 v[3] = {body.vertex(corner[0]), body.vertex(corner[1]), body.vertex(corner[2])};
    DyadicVec normal = cross(pose.edge(v[0], v[1]), pose.edge(v[0], v[2]));
    if (is_zero(normal)) return Error{place(), "has no area"};
    const int in_front = winding_in_front(body, t);
    if ((in_front == 0) == (in_front + 1 == 0)) return Error{place(), "has the same on both sides: the mesh overlaps"};
    if (in_front == 0) normal = -normal;
    inward.emplace_back(std::array<Dyadic, 4>{std::move(normal.x), std::move(normal.y), std::move(normal.z), Dyadic()});
    const std::uint32_t i = vertex(corner[0]), j = vertex(corner[1]), k = vertex(corner[2]);
    lists.facets[1].push_back({edge(i, j), edge(j, k), edge(k, i)});
    lists.facets[2][0].push_back(t);
    triangle_ids.push_back(body.id(t));
  }
  // Only the whole has facets whose sides its vertices leave open.
  lists.inward = [&](FaceId, std::size_t k) { return inward[k]; };
  Result<IncidencePolytope<3>> made = make_incidence_polytope(std::move(lists));
  if (!made) return made.error().within("mesh");
  return PosedPolyhedron{std::move(made).value(), std::move(vertex_ids), std::move(triangle_ids)};
}

}  // namespace clearance::lab
