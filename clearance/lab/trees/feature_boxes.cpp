#include <clearance/lab/trees/feature_boxes.h>

#include <clearance/convex/query.h>
#include <clearance/exact/orient3d.h>
#include <clearance/mesh/triangle_pair.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

using Index = std::uint32_t;

Vec3 corner(const Mesh& mesh, Index t, std::size_t k) { return mesh.vertex(mesh.triangle(t)[k]); }

Box box_of(const Mesh& mesh, Index t) {
  Box box = kNoBox;
  for (std::size_t k = 0; k < 3; ++k) box = united(box, {corner(mesh, t, k), corner(mesh, t, k)});
  return box;
}

// Whether one face of the hull has all these vertices in its plane. A flat hull has everything in its face.
template <std::size_t kCount>
bool is_in_a_face(const Polytope& hull, const std::array<Index, kCount>& vertices, const Mesh& mesh) {
  if (hull.dimension() < 3) return true;
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto at = [&](std::size_t k) { return hull.vertex(static_cast<int>(hull.face(f)[k])); };
    if (std::ranges::all_of(vertices, [&](Index v) { return orient3d_sign(at(0), at(1), at(2), mesh.vertex(v)) == 0; }))
      return true;
  }
  return false;
}

// The local box under a pose, rounded outward. Centre and half sides are off by u of their sums, the turned ones by
// 16u(|c|₁ + |t|∞) (exact/posed.h) and 11u|h|₁: 64u of everything together is more than all.
Box world_box_of(const Box& local, const Pose& pose) {
  const Vec3 center = 0.5 * local.low + 0.5 * local.high, half = 0.5 * local.high - 0.5 * local.low;
  const Mat3& r = pose.rotation();
  const Vec3 at = r * center + pose.translation();
  const auto reach = [&](int i) {
    const Vec3 row = r.row[i];
    return std::fabs(row.x) * half.x + std::fabs(row.y) * half.y + std::fabs(row.z) * half.z;
  };
  const double slack = 64 * 0x1p-53 * (norm_one(center) + norm_one(half) + norm_max(pose.translation())) + 0x1p-1060;
  const Vec3 out{reach(0) + slack, reach(1) + slack, reach(2) + slack};
  return {at - out, at + out};
}

// One body's boxes in the world, each made when it is first looked at.
class WorldBoxes {
 public:
  WorldBoxes(const FeatureBoxes& body, const Pose& pose)
      : body_(body), pose_(pose), box_(body.nodes().size()), is_made_(body.nodes().size(), false) {}

  const Box& operator()(Index node) {
    if (!is_made_[node]) {
      box_[node] = world_box_of(body_.nodes()[node].box, pose_);
      is_made_[node] = true;
    }
    return box_[node];
  }

 private:
  const FeatureBoxes& body_;
  const Pose& pose_;
  std::vector<Box> box_;
  std::vector<bool> is_made_;
};

class Descent {
 public:
  Descent(const FeatureBoxes& a, const Pose& pose_a, const FeatureBoxes& b, const Pose& pose_b)
      : a_(a), b_(b), pose_a_(pose_a), pose_b_(pose_b), boxes_a_(a, pose_a), boxes_b_(b, pose_b) {}

  ContactFeatures run() {
    sweep(a_.roots(), b_.roots());
    while (!left_.empty()) {
      const auto [x, y] = left_.back();
      left_.pop_back();
      const FeatureBoxes::Node &of_a = a_.nodes()[x], &of_b = b_.nodes()[y];
      if (of_a.below.empty() && of_b.below.empty())
        try_triangles(of_a.triangle, of_b.triangle);
      else
        sweep(of_a.below.empty() ? std::vector<Index>{x} : of_a.below,
              of_b.below.empty() ? std::vector<Index>{y} : of_b.below);
    }
    std::ranges::sort(result_.pairs, {}, [](const ContactFeatures::Pair& p) { return std::pair(p.a, p.b); });
    return std::move(result_);
  }

 private:
  // Both lists in the order of their lower ends along x: a box meets those of the other list that began before it ends.
  void sweep(std::vector<Index> list_a, std::vector<Index> list_b) {
    std::ranges::sort(list_a, {}, [&](Index n) { return boxes_a_(n).low.x; });
    std::ranges::sort(list_b, {}, [&](Index n) { return boxes_b_(n).low.x; });
    std::size_t first = 0;  // all of b before it end before every box of a that is left
    double widest = 0;
    for (const Index n : list_b) widest = larger(widest, boxes_b_(n).high.x - boxes_b_(n).low.x);
    widest = next_above(widest);
    for (const Index x : list_a) {
      const Box& box = boxes_a_(x);
      while (first < list_b.size() && next_above(boxes_b_(list_b[first]).low.x + widest) < box.low.x) ++first;
      for (std::size_t k = first; k < list_b.size() && boxes_b_(list_b[k]).low.x <= box.high.x; ++k) {
        ++result_.box_tests;
        if (overlap(box, boxes_b_(list_b[k]))) left_.emplace_back(x, list_b[k]);
      }
    }
  }

  void try_triangles(Index s, Index t) {
    ++result_.triangle_tests;
    const auto at = [](const Mesh& mesh, Index k, const Pose& pose) {
      return TriangleAt{{corner(mesh, k, 0), corner(mesh, k, 1), corner(mesh, k, 2)}, pose};
    };
    if (triangle_relation(at(a_.mesh(), s, pose_a_), at(b_.mesh(), t, pose_b_)) == TriangleRelation::Apart) return;
    result_.pairs.push_back({a_.mesh().id(s), b_.mesh().id(t), a_.concavity()[s], b_.concavity()[t]});
  }

  const FeatureBoxes &a_, &b_;
  const Pose &pose_a_, &pose_b_;
  WorldBoxes boxes_a_, boxes_b_;
  std::vector<std::pair<Index, Index>> left_;
  ContactFeatures result_;
};

}  // namespace

FeatureBoxes::FeatureBoxes(const Mesh& mesh, const Polytope& hull) : mesh_(mesh), hull_(hull) {
  find_concavities();
  std::vector<std::vector<Index>> groups(concavity_count_ + 1);
  for (Index t = 0; t < mesh_.triangle_count(); ++t)
    groups[concavity_[t] == kHullFeature ? 0 : 1 + concavity_[t]].push_back(t);
  for (std::vector<Index>& group : groups)
    if (!group.empty()) roots_.push_back(add(std::move(group)));
}

// Triangles below the hull belong to one pocket when they share an edge that does not lie in a face of the hull: the
// rim between two pockets does.
void FeatureBoxes::find_concavities() {
  const auto count = static_cast<Index>(mesh_.triangle_count());
  concavity_.assign(count, kHullFeature);
  std::vector<Index> parent(count);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto find = [&](Index t) {
    while (parent[t] != t) t = parent[t] = parent[parent[t]];
    return t;
  };
  std::vector<Index> inner;
  std::map<std::pair<Index, Index>, Index> first_at;  // of an edge: the first triangle
  for (Index t = 0; t < count; ++t) {
    if (is_in_a_face(hull_, mesh_.triangle(t), mesh_)) continue;
    inner.push_back(t);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::array<Index, 2> edge{mesh_.triangle(t)[k], mesh_.triangle(t)[(k + 1) % 3]};
      const auto [other, is_first] = first_at.try_emplace(std::minmax(edge[0], edge[1]), t);
      if (!is_first && !is_in_a_face(hull_, edge, mesh_)) parent[find(t)] = find(other->second);
    }
  }
  std::vector<Index> number(count, kNone);
  for (const Index t : inner) {
    Index& pocket = number[find(t)];
    if (pocket == kNone) pocket = static_cast<Index>(concavity_count_++);
    concavity_[t] = pocket;
  }
}

// Eighths about the middle of the centres' box; where all centres are in one place, halves of the list.
std::uint32_t FeatureBoxes::add(std::vector<std::uint32_t> triangles) {
  const auto place = static_cast<Index>(nodes_.size());
  nodes_.emplace_back();
  Box box = kNoBox, centers = kNoBox;
  const auto center = [&](Index t) {
    const Box own = box_of(mesh_, t);
    return 0.5 * own.low + 0.5 * own.high;
  };
  for (const Index t : triangles) {
    box = united(box, box_of(mesh_, t));
    centers = united(centers, {center(t), center(t)});
  }
  nodes_[place].box = box;
  if (triangles.size() == 1) {
    nodes_[place].triangle = triangles[0];
    return place;
  }
  const Vec3 middle = 0.5 * centers.low + 0.5 * centers.high;
  std::vector<Index> eighth[8];
  for (const Index t : triangles) {
    const Vec3 c = center(t);
    eighth[(c.x > middle.x) | (c.y > middle.y) << 1 | (c.z > middle.z) << 2].push_back(t);
  }
  if (eighth[0].size() == triangles.size()) {
    const std::size_t half = triangles.size() / 2;
    eighth[1].assign(triangles.begin() + static_cast<std::ptrdiff_t>(half), triangles.end());
    eighth[0].resize(half);
  }
  for (std::vector<Index>& part : eighth) {
    if (part.empty()) continue;
    const Index child = add(std::move(part));
    nodes_[place].below.push_back(child);
  }
  return place;
}

ContactFeatures contact_features(const FeatureBoxes& a, const Pose& pose_a, const FeatureBoxes& b, const Pose& pose_b) {
  if (!intersects(a.hull(), pose_a, b.hull(), pose_b)) return {};
  ContactFeatures result = Descent(a, pose_a, b, pose_b).run();
  result.hulls_meet = true;
  return result;
}

}  // namespace clearance
