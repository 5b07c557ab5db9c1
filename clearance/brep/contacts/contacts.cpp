// Notation: x₁, x₂ the entities of a and b that meet, p₂ the point in b's frame (Vaněček 1990, §3).
#include <clearance/base/stable_sort.h>
#include <clearance/brep/classify.h>
#include <clearance/brep/contacts/contacts.h>
#include <clearance/mesh/local_point.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

namespace clearance {

namespace {

// Vertices, edges, faces.
std::tuple<int, std::uint32_t> order_of(Entity x) { return {-static_cast<int>(x.kind), x.index}; }

auto order_of(const BRepContact& c) { return std::tuple_cat(order_of(c.a), order_of(c.b)); }

// Looks at one solid in the index of the other, then the other way round.
class Search {
 public:
  Search(const BRepIndex& a, const Pose& pose_a, const BRepIndex& b, const Pose& pose_b,
         const BRepContactOptions& options, BRepContacts& out)
      : index_{&a, &b}, pose_{&pose_a, &pose_b}, options_(options), out_(out) {}

  // False: something is inside, and that was enough.
  bool vertices(Body of, std::span<const std::uint32_t> list) {
    for (const std::uint32_t v : list) {
      const Entity on = classify(other_index(of), other_pose(of), brep(of).vertex(v), pose(of), {options_.tolerance});
      if (on.kind == EntityKind::Inside && !add({of, {EntityKind::Vertex, v}, 0, 0})) return false;
      if (on.is_on_boundary()) add(of, {EntityKind::Vertex, v}, on, brep(of).vertex(v), 0);
    }
    return true;
  }

  bool edges(Body of, std::span<const std::uint32_t> list) {
    for (const std::uint32_t e : list) {
      const Vec3 low = brep(of).vertex(brep(of).edge(e).low), high = brep(of).vertex(brep(of).edge(e).high);
      const SegmentParts parts =
          classify_segment(other_index(of), other_pose(of), low, high, pose(of), {options_.tolerance});
      for (std::size_t k = 0; k < parts.size(); ++k) {
        const SegmentPart& part = parts[k];
        if (part.entity.kind == EntityKind::Inside && !part.is_point &&
            !add({of, {EntityKind::Edge, e}, part.from, part.to}))
          return false;
        // Parts alternate and fill the closed segment: a point that is the first or the last is an end, and belongs to
        // a vertex.
        if (part.is_point && (k == 0 || k + 1 == parts.size())) continue;
        if (part.entity.kind != EntityKind::Edge && part.entity.kind != EntityKind::Vertex) continue;
        add(of, {EntityKind::Edge, e}, part.entity, low + (0.5 * (part.from + part.to)) * (high - low),
            (part.to - part.from) * norm(high - low));
      }
    }
    return true;
  }

  // Each pair of entities once. What was found by a vertex came first and stays: its point is the better one.
  void finish() {
    detail::stable_sort(out_.contacts,
                        [](const BRepContact& x, const BRepContact& y) { return order_of(x) < order_of(y); });
    const auto is_same = [](const BRepContact& x, const BRepContact& y) { return x.a == y.a && x.b == y.b; };
    out_.contacts.erase(std::unique(out_.contacts.begin(), out_.contacts.end(), is_same), out_.contacts.end());
    const auto key = [](const BRepPenetrator& x) { return std::tuple_cat(std::tuple{x.of}, order_of(x.entity)); };
    detail::stable_sort(out_.penetrators,
                        [&](const BRepPenetrator& x, const BRepPenetrator& y) { return key(x) < key(y); });
  }

 private:
  static std::size_t place(Body of) { return of == Body::A ? 0 : 1; }
  const BRep& brep(Body of) const { return index_[place(of)]->brep(); }
  const Pose& pose(Body of) const { return *pose_[place(of)]; }
  const BRepIndex& other_index(Body of) const { return *index_[1 - place(of)]; }
  const Pose& other_pose(Body of) const { return *pose_[1 - place(of)]; }

  bool add(const BRepPenetrator& penetrator) {
    out_.penetrators.push_back(penetrator);
    return !options_.stop_at_penetration;
  }

  // `point` in the frame of the body that x is of.
  void add(Body of, Entity x, Entity other, Vec3 point, double length) {
    const Vec3 world = apply(pose(of), point);
    if (of == Body::B)
      out_.contacts.push_back({other, x, point, world, length});
    else
      out_.contacts.push_back({x, other, point_in_b(other, point), world, length});
  }

  // Of a point in a's frame.
  Vec3 point_in_b(Entity on_b, Vec3 point) const {
    if (on_b.kind == EntityKind::Vertex) return brep(Body::B).vertex(on_b.index);
    return detail::LocalPoint(pose(Body::B), point, pose(Body::A)).rough();
  }

  const BRepIndex* index_[2];
  const Pose* pose_[2];
  const BRepContactOptions& options_;
  BRepContacts& out_;
};

std::vector<std::uint32_t> all_of(std::size_t count) {
  std::vector<std::uint32_t> list(count);
  std::iota(list.begin(), list.end(), 0u);
  return list;
}

}  // namespace

namespace detail {

std::optional<Error> tolerance_fault(double tolerance, const BRep& a, const BRep& b) {
  if (!std::isfinite(tolerance)) return Error{"tolerance", "is not finite; it must be a number, 0 or more"};
  if (tolerance < 0) return Error{"tolerance", "is negative; it must be 0 or more"};
  if (tolerance > std::min(a.mesh().size(), b.mesh().size()))
    return Error{"tolerance", "is larger than one of the solids; it must be small beside both"};
  return std::nullopt;
}

ContactScope whole_scope(const BRep& a, const BRep& b) {
  return {all_of(a.vertex_count()), all_of(a.edge_count()), all_of(b.vertex_count()), all_of(b.edge_count())};
}

BRepContacts find_contacts(const BRepIndex& a, const Pose& pose_a, const BRepIndex& b, const Pose& pose_b,
                           const BRepContactOptions& options, const ContactScope& scope) {
  BRepContacts out;
  Search search(a, pose_a, b, pose_b, options, out);
  out.complete = search.vertices(Body::A, scope.vertices_a) && search.vertices(Body::B, scope.vertices_b) &&
                 search.edges(Body::A, scope.edges_a) && search.edges(Body::B, scope.edges_b);
  search.finish();
  return out;
}

}  // namespace detail

Result<BRepContacts> contacts(const BRepIndex& a, const Pose& pose_a, const BRepIndex& b, const Pose& pose_b,
                              const BRepContactOptions& options) {
  if (const auto fault = detail::tolerance_fault(options.tolerance, a.brep(), b.brep())) return *fault;
  const Status status = intersects(a.brep().mesh(), pose_a, b.brep().mesh(), pose_b).status;
  BRepContacts out;
  if (status == Status::Separated && options.tolerance == 0)
    out.complete = true;
  else
    out = detail::find_contacts(a, pose_a, b, pose_b, options, detail::whole_scope(a.brep(), b.brep()));
  out.status = status;
  return out;
}

}  // namespace clearance
