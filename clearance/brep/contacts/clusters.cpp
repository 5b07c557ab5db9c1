#include <clearance/brep/contacts/clusters.h>
#include <clearance/brep/contacts/incidence.h>
#include <clearance/mesh/local_point.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace clearance {

namespace {

// Sets that grow together; the lowest member is the root.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t root(std::uint32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void unite(std::uint32_t x, std::uint32_t y) {
    x = root(x), y = root(y);
    parent_[std::max(x, y)] = std::min(x, y);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

Vec3 middle_of(std::span<const BRepContact> contacts, const BRepCluster& cluster) {
  Vec3 sum;
  for (const std::uint32_t k : cluster.members) sum = sum + contacts[k].point;
  return sum / static_cast<double>(cluster.members.size());
}

double diameter_of(std::span<const BRepContact> contacts, const BRepCluster& cluster) {
  double largest = 0;
  for (std::size_t i = 0; i < cluster.members.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      largest = std::max(largest, norm(contacts[cluster.members[i]].point - contacts[cluster.members[j]].point));
  return largest;
}

std::vector<Entity> patch_of(std::span<const BRepContact> contacts, const BRepCluster& cluster, Body of) {
  std::vector<Entity> patch;
  for (const std::uint32_t k : cluster.members) {
    const Entity x = of == Body::A ? contacts[k].a : contacts[k].b;
    if (std::find(patch.begin(), patch.end(), x) == patch.end()) patch.push_back(x);
  }
  return patch;
}

// In the closures of all; the first of the largest dimension. Two faces that share several edges, or two edges both
// ends, mean a solid that is smaller than the cluster, or one of two faces; the one that a member names is better then.
Entity main_entity(const BRep& brep, const std::vector<Entity>& patch) {
  std::vector<Entity> common = closure_of(brep, patch.front());
  for (const Entity& x : patch)
    std::erase_if(common, [&](const Entity& candidate) { return !is_in_closure(brep, candidate, x); });
  if (common.empty()) return {};
  const int largest = dimension_of(common.front().kind);
  for (const Entity& candidate : common)
    if (dimension_of(candidate.kind) == largest && std::find(patch.begin(), patch.end(), candidate) != patch.end())
      return candidate;
  return common.front();
}

}  // namespace

std::vector<BRepCluster> clusters(std::span<const BRepContact> contacts, double tolerance) {
  const double reach = tolerance > 0 ? 4 * tolerance : 0;
  // Along x, so that only those within reach are compared.
  std::vector<std::uint32_t> order(contacts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::pair(contacts[i].point.x, i) < std::pair(contacts[j].point.x, j);
  });
  Groups groups(contacts.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Vec3 p = contacts[order[i]].point;
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Vec3 q = contacts[order[j]].point;
      if (!(q.x - p.x < reach)) break;
      if (norm(q - p) < reach) groups.unite(order[i], order[j]);
    }
  }

  std::map<std::uint32_t, BRepCluster> by_root;
  for (std::uint32_t k = 0; k < contacts.size(); ++k) by_root[groups.root(k)].members.push_back(k);
  std::vector<BRepCluster> out;
  for (auto& [root, cluster] : by_root) {
    cluster.center = middle_of(contacts, cluster);
    cluster.diameter = diameter_of(contacts, cluster);
    out.push_back(std::move(cluster));
  }
  return out;
}

int contact_priority(const BRepContact& contact) {
  if (!contact.a.is_on_boundary() || !contact.b.is_on_boundary()) return -1;
  const int a = dimension_of(contact.a.kind), b = dimension_of(contact.b.kind);
  if (a + b > 2) return -1;
  return a == 1 && b == 1 ? 2 : a + b == 2 ? 3 : a + b;
}

BRepContact reduced_by_priority(std::span<const BRepContact> contacts, const BRepCluster& cluster) {
  BRepContact best;
  double nearest = 0;
  for (const std::uint32_t k : cluster.members) {
    const int more = contact_priority(contacts[k]) - contact_priority(best);
    const double distance = norm(contacts[k].point - cluster.center);
    if (more < 0 || (more == 0 && (best.a.kind == EntityKind::NotAsked || distance >= nearest))) continue;
    best = contacts[k];
    nearest = distance;
  }
  return best;
}

BRepContact reduced_by_adjacency(const BRep& a, const BRep& b, const Pose& pose_b,
                                 std::span<const BRepContact> contacts, const BRepCluster& cluster) {
  if (cluster.members.empty()) return {};
  const Entity main_a = main_entity(a, patch_of(contacts, cluster, Body::A));
  const Entity main_b = main_entity(b, patch_of(contacts, cluster, Body::B));
  if (!main_a.is_on_boundary() || !main_b.is_on_boundary()) return {};
  for (const std::uint32_t k : cluster.members)
    if (contacts[k].a == main_a && contacts[k].b == main_b) return contacts[k];
  return {main_a, main_b, detail::LocalPoint(pose_b, cluster.center).rough(), cluster.center, 0};
}

// --- by velocity

namespace {

// The vertices and edges under the cluster: those in the closures of what it touches, and the edges at its vertices.
struct Patch {
  std::vector<std::uint32_t> vertices, edges;
};

Patch closed_patch(const BRep& brep, const std::vector<Entity>& entities) {
  Patch patch;
  for (const Entity& x : entities) {
    if (x.kind == EntityKind::Face) continue;  // its borders are in the cluster where they matter
    if (x.kind == EntityKind::Edge) patch.edges.push_back(x.index);
    if (x.kind == EntityKind::Vertex) {
      patch.vertices.push_back(x.index);
      for (const std::uint32_t e : brep.edges_of_vertex(x.index)) patch.edges.push_back(e);
    }
  }
  for (auto* list : {&patch.vertices, &patch.edges}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return patch;
}

}  // namespace

Result<VelocityReduction> reduced_by_velocity(const BRepIndex& a, const Pose& pose_a, const BRepIndex& b,
                                              const Pose& pose_b, std::span<const BRepContact> contacts,
                                              const BRepCluster& cluster, double tolerance, Vec3 velocity) {
  if (const auto fault = detail::tolerance_fault(tolerance, a.brep(), b.brep())) return *fault;
  if (tolerance == 0) return Error{"tolerance", "is 0; without one a cluster is a single contact"};
  const double speed = norm(velocity);
  if (!(speed > 0) || !std::isfinite(speed)) return Error{"velocity", "is 0 or not finite; it must be a direction"};
  if (cluster.members.empty()) return Error{"cluster", "has no members"};

  const Patch on_a = closed_patch(a.brep(), patch_of(contacts, cluster, Body::A));
  const Patch on_b = closed_patch(b.brep(), patch_of(contacts, cluster, Body::B));
  const detail::ContactScope scope{on_a.vertices, on_a.edges, on_b.vertices, on_b.edges};
  // What is left near the cluster after a was moved back.
  const auto contacts_after = [&](double distance) -> Result<std::vector<BRepContact>> {
    const Result<Pose> moved = moved_to(pose_a, pose_a.translation() - (distance / speed) * velocity);
    if (!moved) return moved.error();
    std::vector<BRepContact> left =
        detail::find_contacts(a, *moved, b, pose_b, {.tolerance = tolerance}, scope).contacts;
    std::erase_if(left, [&](const BRepContact& c) {
      return norm(c.point - cluster.center) > cluster.diameter + 4 * tolerance + distance;
    });
    return left;
  };

  // In steps first: contacts come and go, so that there is nothing to halve.
  constexpr int kSteps = 64;
  constexpr double kFarthest = 16;
  double before = 0;
  for (int step = 0; step <= kSteps; ++step) {
    const double distance = kFarthest * tolerance * step / kSteps;
    auto left = contacts_after(distance);
    if (!left) return left.error();
    if (left->empty()) break;
    if (left->size() > 1) {
      before = distance;
      continue;
    }
    VelocityReduction out{left->front(), distance};
    // The least distance is between this step and the one before.
    double low = before;
    while (out.distance - low > tolerance / 64) {
      const double middle = low + 0.5 * (out.distance - low);
      left = contacts_after(middle);
      if (!left) return left.error();
      if (left->size() == 1)
        out = {left->front(), middle};
      else
        low = middle;
    }
    return out;
  }
  return VelocityReduction{};
}

}  // namespace clearance
