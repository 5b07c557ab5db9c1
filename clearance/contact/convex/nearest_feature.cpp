#include <clearance/contact/convex/nearest_feature.h>

#include <clearance/math/length.h>

namespace clearance::detail {
namespace {

class Search {
 public:
  Search(const Polytope& body, const Pose& pose, Vec3 place)
      : body_(body), pose_(pose), place_(place), scale_(norm_one(place) + body.reach()) {}

  void try_vertex(std::uint32_t v) { offer({Feature::Vertex, v, 0}, at(v)); }
  void try_edge(std::uint32_t v, std::uint32_t w) {
    const Vec3 edge = at(w), from = at(v), along = edge - from;
    const double square = squared_norm(along), share = square > 0 ? -dot(from, along) / square : 0;
    if (share > 0 && share < 1) offer({Feature::Edge, v, w}, from + share * along);
  }
  void try_face(std::uint32_t face) {
    const auto loop = body_.face(static_cast<int>(face));
    const std::size_t count = loop.size();
    for (std::size_t k = 0; k < count; ++k) {
      try_vertex(loop[k]);
      try_edge(loop[k], loop[k + 1 < count ? k + 1 : 0]);
    }
    const Vec3 p = at(loop[0]), n = cross(at(loop[count / 3]) - p, at(loop[2 * count / 3]) - p);
    const double square = squared_norm(n);
    if (!(square > 0)) return;
    const Vec3 foot = (dot(n, p) / square) * n;
    for (std::size_t k = 0; k < count; ++k) {
      const Vec3 from = at(loop[k]) - foot, to = at(loop[k + 1 < count ? k + 1 : 0]) - foot;
      if (dot(cross(from, to), n) < 0) return;
    }
    // Each component of the normal is off by less than 16u times the square of the corners' distance.
    double largest = 0;
    for (const std::uint32_t v : loop) largest = larger(largest, norm_one(at(v)));
    offer({Feature::Face, face, 0}, foot, 0x1p-47 * largest * (largest * (largest / norm(n))));
  }
  const NearestFeature& best() const { return best_; }
  double scale() const { return scale_; }

 private:
  Vec3 at(std::uint32_t v) const { return apply(pose_, body_.vertex(static_cast<int>(v))) - place_; }
  // A higher feature must be nearer by more than rounding.
  void offer(BodyFeature feature, Vec3 from_place, double error = 0) {
    const double away = length_bound(from_place) + error, rounding = 0x1p-46 * scale_;
    const bool is_lower = feature.kind < best_.feature.kind;
    if (is_first_ || away < best_.away - rounding || (is_lower && away <= best_.away + rounding))
      best_ = {feature, away};
    is_first_ = false;
  }

  const Polytope& body_;
  const Pose& pose_;
  const Vec3 place_;
  const double scale_;
  NearestFeature best_;
  bool is_first_ = true;
};

}  // namespace

NearestFeature nearest_feature(const Polytope& body, const Pose& pose, int vertex, Vec3 place) {
  Search search(body, pose, place);
  search.try_vertex(static_cast<std::uint32_t>(vertex));
  for (const std::uint32_t w : body.neighbours(vertex)) search.try_edge(static_cast<std::uint32_t>(vertex), w);
  if (body.dimension() >= 2)
    for (const std::uint32_t spoke : body.spokes(vertex))
      if (const std::uint32_t face = body.half_edges()[spoke].face; face != kNoFace) search.try_face(face);
  // Flat bodies can be supported far from where they are nearest: then all faces.
  if (search.best().away > 0x1p-40 * search.scale())
    for (int face = 0; face < body.face_count(); ++face) search.try_face(static_cast<std::uint32_t>(face));
  return search.best();
}

}  // namespace clearance::detail
