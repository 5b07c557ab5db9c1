#include <clearance/build/excess/samples.h>

#include <algorithm>
#include <vector>

namespace clearance::detail {
namespace {

// Part of a face, and how far its points can be from the mesh.
struct Part {
  double bound;
  std::size_t number;  // of equal bounds the first comes first
  Vec3 corner[3];

  bool operator<(const Part& other) const {
    return bound < other.bound || (!(other.bound < bound) && number > other.number);
  }
};

class SampleSearch {
 public:
  SampleSearch(ExcessPoints& points, const SampleOptions& options) : points_(points), options_(options) {}

  void run(std::span<const ExcessPrism> prisms) {
    for (const ExcessPrism& prism : prisms) add_face(prism);
    std::make_heap(left_.begin(), left_.end());
    look_below(prisms);
    while (!left_.empty() && goes_on() && left_.front().bound > wanted()) {
      std::pop_heap(left_.begin(), left_.end());
      const Part part = left_.back();
      left_.pop_back();
      halve(part);
    }
  }

 private:
  bool goes_on() const { return points_.seen() <= options_.too_much && looked_at_ < options_.most; }
  double wanted() const { return larger(options_.enough, 1.05 * points_.seen()); }

  // No point of a triangle is farther from all corners than the longest side by √3.
  static double reach_of(const Vec3* corner) {
    double longest = 0;
    for (int i = 0; i < 3; ++i) longest = larger(longest, squared_norm(corner[(i + 1) % 3] - corner[i]));
    return 0.578 * __builtin_sqrt(longest);
  }

  void add_face(const ExcessPrism& prism) {
    const double bound = reach_of(prism.a);
    if (bound > options_.enough) left_.push_back({bound, left_.size(), {prism.a[0], prism.a[1], prism.a[2]}});
  }

  void halve(const Part& part) {
    double longest = 0;
    int i = 0;
    for (int k = 0; k < 3; ++k)
      if (const double length = squared_norm(part.corner[(k + 1) % 3] - part.corner[k]); length > longest)
        longest = length, i = k;
    const Vec3 middle = 0.5 * part.corner[i] + 0.5 * part.corner[(i + 1) % 3];
    for (const int kept : {i, (i + 1) % 3}) {
      Part half = part;
      half.corner[kept] = middle;
      push(half);
    }
  }

  void push(Part part) {
    const Vec3 center = (part.corner[0] + part.corner[1] + part.corner[2]) / 3;
    double radius = 0;
    for (const Vec3& corner : part.corner) radius = larger(radius, squared_norm(corner - center));
    radius = __builtin_sqrt(radius);
    ++looked_at_;
    const NearTriangle near = points_.look_at(center, larger(points_.seen(), wanted() - radius));
    part.bound = smaller(part.bound, (near.is_inside ? 0 : near.away) + radius);
    part.number = ++numbered_;
    if (!(part.bound > wanted())) return;
    left_.push_back(part);
    std::push_heap(left_.begin(), left_.end());
  }

  void look_below(std::span<const ExcessPrism> prisms) {
    struct Face {
      double area;
      std::size_t prism;
      bool operator<(const Face& other) const {
        return other.area < area || (!(area < other.area) && prism < other.prism);
      }
    };
    std::vector<Face> faces;
    faces.reserve(prisms.size());
    for (std::size_t k = 0; k < prisms.size(); ++k) {
      const Vec3* a = prisms[k].a;
      faces.push_back({squared_norm(cross(a[1] - a[0], a[2] - a[0])), k});
    }
    // Three points each: half of all.
    const std::size_t count = std::min(faces.size(), options_.most / 6);
    std::partial_sort(faces.begin(), faces.begin() + static_cast<std::ptrdiff_t>(count), faces.end());
    for (const double s : {0.0, 0.25, 0.75})
      for (std::size_t k = 0; k < count && goes_on(); ++k) {
        ExcessCell cell;
        cell.prism = prisms[faces[k].prism];
        const TriangleCorners at = cell.at(s);
        ++looked_at_;
        points_.look_at((at.a + at.b + at.c) / 3, points_.seen());
      }
  }

  ExcessPoints& points_;
  const SampleOptions& options_;
  std::vector<Part> left_;  // a heap
  std::size_t looked_at_ = 0, numbered_ = 0;
};

}  // namespace

void look_at_samples(ExcessPoints& points, std::span<const ExcessPrism> prisms, const SampleOptions& options) {
  SampleSearch(points, options).run(prisms);
}

SampledExcess sampled_excess(const Mesh& mesh, const Polytope& body, const SampleOptions& options) {
  if (!is_of_usual_size(mesh, body)) return {0, body.center()};
  ExcessPoints points(mesh, excess_slack(mesh, body));
  look_at_samples(points, prisms_of(body), options);
  return {points.seen(), points.place()};
}

}  // namespace clearance::detail
