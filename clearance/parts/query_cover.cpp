// Question: how is the separation of two bodies of several parts proved to someone who trusts no tree of hulls?
// Method:   the walk of both trees written down: splits of the parts as the trees have them, and for every pair of sets
//           whose hulls are apart the direction that shows it. Directions made of vertices belong to two single parts;
//           above that only vectors are used, and where none shows the gap, the sets are split. Two parts of which one
//           is a mesh have a cover of their own (mesh_cover.h), which is put in their place.
// Proves:   separation by `lower`; proof/check_mesh.h checks it.
// Notation: elements are numbered through the parts in their order: a convex part is one, a mesh has its triangles.
#include <clearance/parts/query.h>

#include <clearance/bvh/box.h>
#include <clearance/mesh/point.h>
#include <clearance/parts/query_leaf.h>
#include <clearance/parts/turned_answer.h>
#include <clearance/solid/mesh_cover.h>

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace clearance::detail {
namespace {

std::uint32_t element_count(const PartShape& part) {
  const auto* mesh = std::get_if<Mesh>(&part);
  return mesh != nullptr ? static_cast<std::uint32_t>(mesh->triangle_count()) : 1;
}

// The number of each part's first element.
std::vector<std::uint32_t> first_elements(const Parts& body) {
  std::vector<std::uint32_t> first;
  std::uint32_t next = 0;
  for (const PartShape& part : body.parts()) {
    first.push_back(next);
    next += element_count(part);
  }
  return first;
}

// A core's plane must leave the radius more.
double with_radius(double lower, const Rounded& body) {
  return body.radius() > 0 ? next_above(lower + body.radius()) : lower;
}

// Of two parts that are not both convex, as if each were all there is.
std::optional<Cover> cover_of(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                              double lower) {
  const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b);
  const auto *mesh_a = std::get_if<Mesh>(&a), *mesh_b = std::get_if<Mesh>(&b);
  if (mesh_a != nullptr && mesh_b != nullptr) return separation_cover(*mesh_a, pose_a, *mesh_b, pose_b, lower);
  if (convex_a != nullptr)
    return separation_cover(convex_a->core(), pose_a, *mesh_b, pose_b, with_radius(lower, *convex_a));
  std::optional<Cover> made =
      separation_cover(convex_b->core(), pose_b, *mesh_a, pose_a, with_radius(lower, *convex_b));
  if (made) made = turned(*std::move(made));
  return made;
}

class CoverOfParts {
 public:
  CoverOfParts(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, double lower)
      : a_(a),
        b_(b),
        pose_a_(pose_a),
        pose_b_(pose_b),
        lower_(lower),
        trees_(a, b),
        first_a_(first_elements(a)),
        first_b_(first_elements(b)) {}

  std::optional<Cover> write() {
    if (!add({}) || !list_outside(a_, pose_a_, b_, pose_b_, cover_.outside_a) ||
        !list_outside(b_, pose_b_, a_, pose_a_, cover_.outside_b))
      return std::nullopt;
    return std::move(cover_);
  }

 private:
  // The plane of two sets' hulls, if it leaves the distance between them.
  std::optional<Plane> plane_of(NodePair at) const {
    const Rounded &hull_a = trees_.node_a(at).hull, &hull_b = trees_.node_b(at).hull;
    Certificate certificate;
    if (lower_ > 0) {
      DistanceOptions options;
      options.only_below = lower_;
      const Distance gap = distance(hull_a, pose_a_, hull_b, pose_b_, options);
      if (gap.status != Status::Separated || gap.lower < lower_) return std::nullopt;
      certificate = gap.certificate;
    } else {
      const Intersection between = intersects(hull_a, pose_a_, hull_b, pose_b_);
      if (between) return std::nullopt;
      certificate = between.certificate;
    }
    if (certificate.kind != Certificate::Kind::Plane) return std::nullopt;
    if (!trees_.are_convex(at) && !is_vector(certificate.plane)) return std::nullopt;
    return certificate.plane;
  }
  static bool is_vector(const Plane& plane) { return plane.kind == Plane::Kind::Vector && plane.side_count == 0; }

  // The cover of two parts in place of a node, its numbers moved to where they belong.
  bool graft(NodePair at, std::size_t place) {
    const auto part_a = static_cast<std::size_t>(trees_.node_a(at).part),
               part_b = static_cast<std::size_t>(trees_.node_b(at).part);
    const std::optional<Cover> made = cover_of(a_[part_a], pose_a_, b_[part_b], pose_b_, lower_);
    if (!made) return false;
    const auto first_id = static_cast<std::uint32_t>(cover_.ids.size());
    // Its root takes the place that is there, its other nodes come behind.
    const auto moved = [&](std::uint32_t node) { return static_cast<std::uint32_t>(cover_.nodes.size()) + node - 1; };
    std::vector<Cover::Node> nodes = made->nodes;
    std::vector<std::uint32_t> ids = made->ids;
    for (Cover::Node& node : nodes) {
      if (!node.is_split) continue;
      const std::uint32_t offset = node.split == Body::A ? first_a_[part_a] : first_b_[part_b];
      for (std::uint32_t k = node.first; k < node.first + node.count; ++k) ids[k] += offset;
      node.first += first_id;
      node.of_first = moved(node.of_first);
      node.of_rest = moved(node.of_rest);
    }
    cover_.ids.insert(cover_.ids.end(), ids.begin(), ids.end());
    cover_.nodes[place] = nodes[0];
    cover_.nodes.insert(cover_.nodes.end(), nodes.begin() + 1, nodes.end());
    return true;
  }

  // A node for these two sets and all below it; false where it cannot be proved.
  bool add(NodePair at) {
    const std::size_t place = cover_.nodes.size();
    cover_.nodes.emplace_back();
    if (const std::optional<Plane> plane = plane_of(at)) {
      cover_.nodes[place].plane = *plane;
      return true;
    }
    if (trees_.are_leaves(at)) return !trees_.are_convex(at) && graft(at, place);
    const bool of_a = trees_.unwraps_a(at);
    Cover::Node node;
    node.is_split = true;
    node.split = of_a ? Body::A : Body::B;
    node.first = static_cast<std::uint32_t>(cover_.ids.size());
    add_ids(of_a ? a_ : b_, of_a ? first_a_ : first_b_, of_a ? trees_.node_a(at).first : trees_.node_b(at).first);
    node.count = static_cast<std::uint32_t>(cover_.ids.size()) - node.first;
    bool holds = true;
    std::uint32_t* next = &node.of_first;
    trees_.unwrap(at, [&](NodePair below) {
      *next = static_cast<std::uint32_t>(cover_.nodes.size());
      next = &node.of_rest;
      holds = holds && add(below);
    });
    cover_.nodes[place] = node;
    return holds;
  }

  void add_ids(const Parts& body, const std::vector<std::uint32_t>& first, std::int32_t root) {
    const std::size_t begin = cover_.ids.size();
    std::vector<std::int32_t> left{root};
    while (!left.empty()) {
      const HullNode& node = body.nodes()[static_cast<std::size_t>(left.back())];
      left.pop_back();
      if (node.part < 0) {
        left.insert(left.end(), {node.first, node.rest});
        continue;
      }
      const auto part = static_cast<std::size_t>(node.part);
      for (std::uint32_t k = 0; k < element_count(body[part]); ++k) cover_.ids.push_back(first[part] + k);
    }
    std::sort(cover_.ids.begin() + static_cast<std::ptrdiff_t>(begin), cover_.ids.end());
  }

  // Where the other body has solid meshes: one vertex of every convex part and of every component of a mesh, in the
  // order of the parts, each proved to be outside all of them.
  static bool list_outside(const Parts& body, const Pose& pose, const Parts& other, const Pose& pose_other,
                           std::vector<std::uint32_t>& out) {
    std::vector<const Mesh*> solids;
    for (const PartShape& part : other.parts())
      if (const auto* mesh = std::get_if<Mesh>(&part); mesh != nullptr && mesh->is_solid()) solids.push_back(mesh);
    if (solids.empty()) return true;
    const auto add = [&](Vec3 vertex, std::uint32_t number) {
      out.push_back(number);
      return std::ranges::all_of(solids, [&](const Mesh* solid) {
        return locate(*solid, pose_other, vertex, pose) == PointLocation::Outside;
      });
    };
    return std::ranges::all_of(body.parts(), [&](const PartShape& part) {
      if (const auto* convex = std::get_if<Rounded>(&part)) return add(convex->core().vertex(0), convex->core().id(0));
      const Mesh& mesh = *std::get_if<Mesh>(&part);
      return std::ranges::all_of(mesh.component_vertices(), [&](std::uint32_t v) { return add(mesh.vertex(v), v); });
    });
  }

  const Parts &a_, &b_;
  const Pose &pose_a_, &pose_b_;
  double lower_;
  HullTrees trees_;
  std::vector<std::uint32_t> first_a_, first_b_;
  Cover cover_;
};

}  // namespace

std::optional<Cover> separation_cover(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                                      double lower) {
  return CoverOfParts(a, pose_a, b, pose_b, lower).write();
}

}  // namespace clearance::detail
