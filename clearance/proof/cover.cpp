#include <clearance/proof/cover.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace clearance::detail {
namespace {

std::vector<std::uint32_t> all_elements(const PosedBody& body) {
  std::vector<std::uint32_t> all(element_count(body));
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

// ---- In doubles with bounds --------------------------------------------------------------------------------------

// The plane's normal; check_plane has accepted it. It may be zero, but then it proves no sign.
ApproxVec rough_normal(const Plane& plane, const NumberedPoints& points, const Pose& pose_a, const Pose& pose_b) {
  const auto edge = [&](Body which, std::uint32_t i, std::uint32_t j) {
    return approx_edge(which == Body::A ? pose_a : pose_b, points.of(which)[i], points.of(which)[j]);
  };
  const std::uint32_t* const v = plane.vertices;
  ApproxVec n{plane.normal, 0};
  if (plane.kind == Plane::Kind::Face) n = cross(edge(plane.of, v[0], v[1]), edge(plane.of, v[0], v[2]));
  if (plane.kind == Plane::Kind::Edges) n = cross(edge(Body::A, v[0], v[1]), edge(Body::B, v[2], v[3]));
  if (plane.kind == Plane::Kind::Points)
    n = approx(PosedDifference{{points.a[v[0]], pose_a}, {points.b[v[1]], pose_b}});
  for (int i = 0; i < plane.side_count; ++i)
    n = cross(n, edge(plane.sides[i].edge_of, plane.sides[i].edge[0], plane.sides[i].edge[1]));
  if (plane.flip) n.value = -n.value;
  return n;
}

// n seen from the body: Rᵀn. An entry of R̃ is off by 8u (kRotationError), at most 1 + 1e-4 in size, and those of a
// column sum to less than 2: (8 + 3)u|n|₁ from the entries, the products and sums, 2e_n from n.
ApproxVec turned_back(const Pose& pose, const ApproxVec& n) {
  return {transpose_times(pose.rotation(), n.value),
          (12 * kUnit * norm_one(n.value) + 2 * n.error) * kSlack + kUnderflow};
}

// The largest of n·v over a set: no value is off by more than the largest error, so neither is the largest value. What
// is not finite anywhere makes the bound infinite.
Approx reach(const PosedBody& body, ElementSet set, const ApproxVec& n) {
  Approx most{-kInfinity, 0};
  bool finite = true;
  for (const std::uint32_t element : set)
    for_each_point(body, element, [&](Vec3 v) {
      const Approx x = dot(n, ApproxVec{v, 0});
      finite = finite && std::isfinite(x.value) && std::isfinite(x.error);
      most = {std::max(most.value, x.value), std::max(most.error, x.error)};
    });
  return finite ? most : Approx{0, kInfinity};
}

double largest_radius(const PosedBody& body, ElementSet set) {
  double radius = 0;
  if (!is_mesh(body))
    for (const std::uint32_t element : set) radius = std::max(radius, radius_of_element(body, element));
  return radius;
}

// ---- Exactly -----------------------------------------------------------------------------------------------------

// How far the elements of each radius reach along n.
struct Extreme {
  double radius;
  Vec3 point;
};
std::vector<Extreme> extremes(const PosedBody& body, const ExactPose& pose, ElementSet set, const DyadicVec& n) {
  std::vector<std::uint32_t> sorted(set.begin(), set.end());
  const auto radius = [&](std::uint32_t element) { return radius_of_element(body, element); };
  if (!is_mesh(body))
    std::sort(sorted.begin(), sorted.end(),
              [&](std::uint32_t i, std::uint32_t j) { return std::pair(radius(i), i) < std::pair(radius(j), j); });
  std::vector<Extreme> out;
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::find_if(first, sorted.end(), [&](std::uint32_t i) { return radius(i) != radius(*first); });
    const auto each = [&](const auto& visit) {
      for (auto at = first; at != last; ++at) for_each_point(body, *at, visit);
    };
    out.push_back({radius(*first), farthest(pose, n, each)});
    first = last;
  }
  return out;
}

// The elements of one body, so arranged that every set of a cover is a range: a split brings the first half to the
// front of its range, and whatever happens to a range later stays in it.
class Arrangement {
 public:
  explicit Arrangement(const PosedBody& body) : elements_(all_elements(body)), place_(elements_) {}

  ElementSet range(std::size_t first, std::size_t last) const { return {elements_.data() + first, last - first}; }
  std::size_t size() const { return elements_.size(); }

  // Puts the element at `to`, if it stands in [to, last): an element that the range has not, or had already been
  // brought forward, does not.
  bool bring_forward(std::uint32_t element, std::size_t to, std::size_t last) {
    if (element >= place_.size() || place_[element] < to || place_[element] >= last) return false;
    const std::uint32_t other = elements_[to], from = place_[element];
    std::swap(elements_[to], elements_[from]);
    place_[element] = static_cast<std::uint32_t>(to);
    place_[other] = from;
    return true;
  }

 private:
  std::vector<std::uint32_t> elements_;  // in the order of their places
  std::vector<std::uint32_t> place_;     // of each element
};

struct Range {
  std::size_t first, last;
};
struct Step {
  std::uint32_t node;
  Range a, b;
};

std::string node_name(std::uint32_t node) { return "cover: node " + std::to_string(node); }

// Brings the first half forward and says where the rest begins.
CheckResult split(const Cover& cover, const Cover::Node& node, const std::string& name, Arrangement& arrangement,
                  Range range, std::size_t& middle) {
  if (node.first > cover.ids.size() || node.count > cover.ids.size() - node.first)
    return refused(name + ": a list of triangles that is not there");
  middle = range.first;
  for (std::size_t i = node.first; i < std::size_t{node.first} + node.count; ++i, ++middle)
    if (!arrangement.bring_forward(cover.ids[i], middle, range.last))
      return refused(name + ": triangle " + std::to_string(cover.ids[i]) + " is not in the set, or listed twice");
  return holds();
}

}  // namespace

// A set of several parts has no vertices that a number could name: there only vectors serve.
std::span<const Vec3> CoverChecker::points_of(const PosedBody& body, ElementSet set) const {
  if (body.parts.size() == 1) return body.parts[0].points;
  if (set.empty()) return {};
  const std::size_t part = element_at(body, set[0]).part;
  const bool is_one = std::all_of(set.begin(), set.end(),
                                  [&](std::uint32_t element) { return element_at(body, element).part == part; });
  return is_one ? body.parts[part].points : std::span<const Vec3>();
}

// gap = min n·q − max n·p; length > 0 is compared by squares.
bool CoverChecker::surely_separates(const Plane& plane, const NumberedPoints& points, ElementSet a, ElementSet b,
                                    double length) const {
  const ApproxVec n = rough_normal(plane, points, a_.pose, b_.pose);
  ApproxVec back = n;
  back.value = -back.value;
  const Vec3 t = a_.pose.translation() - b_.pose.translation();
  const Approx apart = dot(n, ApproxVec{t, kUnit * norm_max(t) + kUnderflow});
  const Approx reach_a = reach(a_, a, turned_back(a_.pose, n)), reach_b = reach(b_, b, turned_back(b_.pose, back));
  const Approx gap = Approx{-reach_b.value, reach_b.error} - reach_a - apart;
  if (proved_sign(gap) <= 0) return false;
  const double wanted = length + largest_radius(a_, a) + largest_radius(b_, b);
  if (wanted == 0) return true;
  const Approx least{wanted, 4 * kUnit * wanted + kUnderflow};
  return proved_sign(gap * gap - least * least * dot(n, n)) > 0;
}

// Sign of the least (gap − length − radii) over the elements of the sets, which are not empty.
int CoverChecker::compare_sets(const DyadicVec& n, ElementSet a, ElementSet b, const Dyadic& length,
                               const DyadicVec& moved) const {
  const std::vector<Extreme> of_a = extremes(a_, pair_.a(), a, n), of_b = extremes(b_, pair_.b(), b, -n);
  int least = 1;
  for (const Extreme& p : of_a)
    for (const Extreme& q : of_b) {
      const Dyadic wanted = length + Dyadic(p.radius) + Dyadic(q.radius);
      const DyadicVec between = pair_.difference(p.point, q.point) + pair_.scale() * moved;
      least = std::min(least, compare_gap(dot(n, between), n, wanted, pair_.scale()));
    }
  return least;
}

CheckResult CoverChecker::separates(const Plane& plane, const NumberedPoints& points, ElementSet a, ElementSet b,
                                    double length) const {
  if (CheckResult sound = check_plane(plane, points); !sound) return sound;
  if (a.empty() || b.empty() || surely_separates(plane, points, a, b, length)) return holds();
  DyadicVec n;
  if (CheckResult normal = exact_normal(plane, points, n); !normal) return normal;
  const int sign = compare_sets(n, a, b, Dyadic(length));
  return sign > 0 || (sign == 0 && length > 0) ? holds() : refused("the plane does not separate");
}

int CoverChecker::compare_all(const DyadicVec& n, const Dyadic& length, const DyadicVec& moved) const {
  return compare_sets(n, all_elements(a_), all_elements(b_), length, moved);
}

CheckResult CoverChecker::separates_all(const Plane& plane, const NumberedPoints& points, double length) const {
  return separates(plane, points, all_elements(a_), all_elements(b_), length);
}

// Every node is used once at most, so this ends however the nodes are numbered.
CheckResult check_cover(const Cover& cover, const PosedBody& a, const PosedBody& b,
                        FunctionRef<CheckResult(std::uint32_t node, ElementSet a, ElementSet b)> separates) {
  Arrangement of_a(a), of_b(b);
  std::vector<bool> used(cover.nodes.size());
  std::vector<Step> steps{{0, {0, of_a.size()}, {0, of_b.size()}}};
  while (!steps.empty()) {
    const auto [index, range_a, range_b] = steps.back();
    steps.pop_back();
    if (index >= cover.nodes.size()) return refused(node_name(index) + " is not there");
    if (used[index]) return refused(node_name(index) + " is used twice");
    used[index] = true;
    const Cover::Node& node = cover.nodes[index];
    if (node.is_split) {
      const bool splits_a = node.split == Body::A;
      std::size_t middle = 0;
      const Range range = splits_a ? range_a : range_b;
      if (CheckResult done = split(cover, node, node_name(index), splits_a ? of_a : of_b, range, middle); !done)
        return done;
      const Range first{range.first, middle}, rest{middle, range.last};
      steps.push_back({node.of_rest, splits_a ? rest : range_a, splits_a ? range_b : rest});
      steps.push_back({node.of_first, splits_a ? first : range_a, splits_a ? range_b : first});
      continue;
    }
    if (CheckResult plane =
            separates(index, of_a.range(range_a.first, range_a.last), of_b.range(range_b.first, range_b.last));
        !plane) {
      plane.reason = node_name(index) + ": " + plane.reason;
      return plane;
    }
  }
  return holds();
}

CheckResult CoverChecker::cover(const Cover& cover, double length) const {
  return check_cover(cover, a_, b_, [&](std::uint32_t node, ElementSet a, ElementSet b) {
    const NumberedPoints points{points_of(a_, a), points_of(b_, b), pair_};
    return separates(cover.nodes[node].plane, points, a, b, length);
  });
}

}  // namespace clearance::detail
