// Question: how is the separation of two bodies of several parts proved to someone who trusts no tree of hulls?
// Method:   the walk of both trees written down: splits of the parts as the trees have them, and for every pair of sets
//           whose hulls are apart the direction that shows it. Directions made of vertices belong to two single parts;
//           above that only vectors are used, and where none shows the gap, the sets are split.
// Proves:   separation by `lower`; proof/check_mesh.h checks it.
#include <clearance/narrow/parts_query.h>

#include <clearance/narrow/parts_query_leaf.h>

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace clearance {
namespace {

using detail::HullTrees;
using detail::NodePair;

class CoverOfParts {
 public:
  CoverOfParts(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, double lower)
      : a_(a), b_(b), pose_a_(pose_a), pose_b_(pose_b), lower_(lower), trees_(a, b) {}

  std::optional<Cover> write() {
    if (!add({})) return std::nullopt;
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
    if (!trees_.are_leaves(at) && certificate.plane.kind != Plane::Kind::Vector) return std::nullopt;
    return certificate.plane;
  }

  // A node for these two sets and all below it; false where it cannot be proved.
  bool add(NodePair at) {
    const std::size_t place = cover_.nodes.size();
    cover_.nodes.emplace_back();
    if (const std::optional<Plane> plane = plane_of(at)) {
      cover_.nodes[place].plane = *plane;
      return true;
    }
    if (trees_.are_leaves(at)) return false;
    const bool of_a = trees_.unwraps_a(at);
    Cover::Node node;
    node.is_split = true;
    node.split = of_a ? Body::A : Body::B;
    node.first = static_cast<std::uint32_t>(cover_.ids.size());
    add_ids(of_a ? a_ : b_, of_a ? trees_.node_a(at).first : trees_.node_b(at).first);
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

  void add_ids(const Parts& body, std::int32_t root) {
    const std::size_t begin = cover_.ids.size();
    std::vector<std::int32_t> left{root};
    while (!left.empty()) {
      const HullNode& node = body.nodes()[static_cast<std::size_t>(left.back())];
      left.pop_back();
      if (node.part >= 0)
        cover_.ids.push_back(static_cast<std::uint32_t>(node.part));
      else
        left.insert(left.end(), {node.first, node.rest});
    }
    std::sort(cover_.ids.begin() + static_cast<std::ptrdiff_t>(begin), cover_.ids.end());
  }

  const Parts &a_, &b_;
  const Pose &pose_a_, &pose_b_;
  double lower_;
  HullTrees trees_;
  Cover cover_;
};

bool are_convex(const Parts& body) {
  return std::ranges::all_of(body.parts(), [](const PartShape& part) { return std::holds_alternative<Rounded>(part); });
}

}  // namespace

std::optional<Cover> separation_cover(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                                      double lower) {
  if (!are_convex(a) || !are_convex(b)) return std::nullopt;
  return CoverOfParts(a, pose_a, b, pose_b, lower).write();
}

}  // namespace clearance
