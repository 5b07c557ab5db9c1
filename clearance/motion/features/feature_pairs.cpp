#include <clearance/motion/features/feature_pairs.h>

#include <algorithm>
#include <limits>

namespace clearance::detail {

BodyFeatures::BodyFeatures(const MovingFeatures& moving) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  const Polytope& body = moving.body;
  std::vector<std::uint32_t> place(static_cast<std::size_t>(body.vertex_count()), kNone);
  const auto place_of = [&](std::uint32_t v) {
    if (place[v] == kNone) {
      place[v] = static_cast<std::uint32_t>(points.size());
      points.push_back(body.vertex(static_cast<int>(v)));
      ids.push_back(body.id(static_cast<int>(v)));
    }
    return place[v];
  };
  for (const std::uint32_t v : moving.vertices) place_of(v);
  vertex_count = points.size();
  const auto takes_part = [&](std::uint32_t v) { return place[v] < vertex_count; };
  for (std::uint32_t v = 0; v < place.size(); ++v)
    for (const std::uint32_t w : body.neighbours(static_cast<int>(v)))
      if (v < w && (takes_part(v) || takes_part(w))) edges.push_back({place_of(v), place_of(w)});
  for (int f = 0; f < body.face_count(); ++f) {
    const auto face = body.face(f);
    if (std::none_of(face.begin(), face.end(), takes_part)) continue;
    for (std::size_t k = 2; k < face.size(); ++k)
      triangles.push_back({place_of(face[0]), place_of(face[k - 1]), place_of(face[k])});
  }
}

std::span<const std::uint32_t> BodyFeatures::vertices_of(FeatureKind kind, const std::uint32_t& number) const {
  if (kind == FeatureKind::Vertex) return {&number, 1};
  if (kind == FeatureKind::Edge) return edges[number];
  return triangles[number];
}

void BodyFeatures::set_ids(FeatureKind kind, std::uint32_t number, std::uint32_t (&out)[3]) const {
  const std::span<const std::uint32_t> vertices = vertices_of(kind, number);
  for (std::size_t k = 0; k < vertices.size(); ++k) out[k] = ids[vertices[k]];
}

std::vector<FeaturePair> pairs_of(const BodyFeatures& a, const BodyFeatures& b, bool has_radius) {
  using Kind = FeatureKind;
  std::vector<FeaturePair> pairs;
  const auto add = [&](Kind kind_a, std::size_t count_a, Kind kind_b, std::size_t count_b) {
    for (std::uint32_t i = 0; i < count_a; ++i)
      for (std::uint32_t k = 0; k < count_b; ++k)
        pairs.push_back({kind_a, kind_b, i, k, static_cast<std::uint32_t>(pairs.size())});
  };
  add(Kind::Vertex, a.vertex_count, Kind::Face, b.triangles.size());
  add(Kind::Face, a.triangles.size(), Kind::Vertex, b.vertex_count);
  add(Kind::Edge, a.edges.size(), Kind::Edge, b.edges.size());
  if (!has_radius && !a.edges.empty() && !b.edges.empty()) return pairs;
  add(Kind::Vertex, a.vertex_count, Kind::Edge, b.edges.size());
  add(Kind::Edge, a.edges.size(), Kind::Vertex, b.vertex_count);
  add(Kind::Vertex, a.vertex_count, Kind::Vertex, b.vertex_count);
  return pairs;
}

BodyFunctions::BodyFunctions(const BodyFeatures& features, const PosePath& path)
    : features_(features),
      path_(path),
      vertices_(features.points.size()),
      edges_(features.edges.size()),
      faces_(features.triangles.size()) {}

const MovingVertex& BodyFunctions::vertex(std::uint32_t number) {
  std::optional<MovingVertex>& made = vertices_[number];
  if (!made) made = moving_vertex(path_, features_.points[number]);
  return *made;
}

const MovingLine& BodyFunctions::edge(std::uint32_t number) {
  std::optional<MovingLine>& made = edges_[number];
  const auto& [i, j] = features_.edges[number];
  if (!made) made = moving_line(path_, features_.points[i], features_.points[j]);
  return *made;
}

const MovingFace& BodyFunctions::face(std::uint32_t number) {
  std::optional<MovingFace>& made = faces_[number];
  const auto& [i, j, k] = features_.triangles[number];
  if (!made) made = moving_face(path_, {features_.points[i], features_.points[j], features_.points[k]});
  return *made;
}

SweptFeatures::SweptFeatures(const BodyFeatures& features, const SweptVertices& swept)
    : features_(features), swept_(swept) {
  std::vector<SweptBox>& of_vertices = boxes_[0];
  for (std::size_t v = 0; v < features.points.size(); ++v) of_vertices.push_back(box_of(swept.points(v)));
  for (const auto& [i, j] : features.edges) boxes_[1].push_back(box_of(of_vertices[i], of_vertices[j]));
  for (const auto& [i, j, k] : features.triangles)
    boxes_[2].push_back(box_of(box_of(of_vertices[i], of_vertices[j]), of_vertices[k]));
}

SweptFeatures::Points SweptFeatures::points(FeatureKind kind, std::uint32_t number) const {
  if (kind == FeatureKind::Vertex) return {{swept_.points(number)}, 1};
  if (kind == FeatureKind::Edge) {
    const auto& [i, j] = features_.edges[number];
    return {{swept_.points(i), swept_.points(j)}, 2};
  }
  const auto& [i, j, k] = features_.triangles[number];
  return {{swept_.points(i), swept_.points(j), swept_.points(k)}, 3};
}

}  // namespace clearance::detail
