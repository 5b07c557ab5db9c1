#include <clearance/io/results/range_check.h>

#include <clearance/io/text.h>

namespace clearance::detail {

ObjectNumbers::ObjectNumbers(const Scene& scene) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    numbers_.emplace(scene.objects[i].name, static_cast<std::uint32_t>(i));
}

Fault ObjectNumbers::find(const std::string& name, const std::string& place, std::uint32_t& out) const {
  const auto known = numbers_.find(name);
  if (known == numbers_.end())
    return Error{place, "the scene has no object \"" + printable(name) + "\": a result of another scene?"};
  out = known->second;
  return std::nullopt;
}

Fault ObjectNumbers::find(const std::string& a, const std::string& b, const std::string& place, ScenePair& out) const {
  if (Fault fault = find(a, place + ".a", out.a)) return fault;
  if (Fault fault = find(b, place + ".b", out.b)) return fault;
  if (out.a == out.b) return Error{place, "names the same object twice"};
  return std::nullopt;
}

RangeCheck::Counts RangeCheck::counts_of(const SceneObject& object, std::optional<std::uint32_t> part) {
  const std::vector<ScenePart>& given = *object.given;
  const std::uint32_t named = part.value_or(0);
  if (object.half_space()) return {1, 1, 1};  // its plane is called 0 where a vertex would be
  // Convex ones, too: claims may speak of their triangles.
  const bool is_mesh = object.mesh() || (object.kind == ShapeKind::Mesh && object.padding == 0);
  return {given.size(), is_mesh ? given[0].triangles.size() : given.size(),
          named < given.size() ? given[named].points.size() : 0};
}

RangeCheck::RangeCheck(const SceneObject& a, const SceneObject& b, std::optional<std::uint32_t> part_a,
                       std::optional<std::uint32_t> part_b)
    : counts_{counts_of(a, part_a), counts_of(b, part_b)} {}

void RangeCheck::parts(const std::optional<std::uint32_t>& part_a, const std::optional<std::uint32_t>& part_b,
                       const std::string& place) {
  number("part", part_a.value_or(0), counts_[0].parts, place + ".part.a");
  number("part", part_b.value_or(0), counts_[1].parts, place + ".part.b");
}

void RangeCheck::claim(const Claim& claim, const std::string& place) {
  parts(claim.part_a, claim.part_b, place);
  certificate(claim.certificate, place + ".certificate");
  if (claim.direction) plane(*claim.direction, place + ".direction");
  if (claim.witness) witness(*claim.witness, place + ".witness");
  if (claim.cover) cover(*claim.cover, place + ".certificate");
  if (claim.shell)
    for (const Shell::Pair& pair : claim.shell->pairs) {
      list(Body::A, &pair.a, 1, place + ".shell.pairs");
      list(Body::B, &pair.b, 1, place + ".shell.pairs");
    }
}

void RangeCheck::number(const char* what, std::uint32_t number, std::size_t count, const std::string& place) {
  if (number < count || fault_) return;
  fault_ = Error{place, std::string(what) + " " + std::to_string(number) + " of a shape that has " +
                            std::to_string(count) + ": a result of another scene?"};
}

void RangeCheck::list(Body body, const std::uint32_t* vertices, int count, const std::string& place) {
  for (int i = 0; i < count; ++i) number("vertex", vertices[i], of(body).points, place);
}

void RangeCheck::witness(const Witness& witness, const std::string& place) {
  list(Body::A, witness.a.vertices, witness.a.count, place + ".a");
  list(Body::B, witness.b.vertices, witness.b.count, place + ".b");
}

void RangeCheck::certificate(const Certificate& certificate, const std::string& place) {
  using Kind = Certificate::Kind;
  const MeshContact& mesh = certificate.mesh;
  if (certificate.kind == Kind::Near) witness(certificate.witness, place + ".witness");
  if (certificate.kind == Kind::Plane || certificate.kind == Kind::Touch) plane(certificate.plane, place);
  if (certificate.kind == Kind::Simplex || certificate.kind == Kind::Touch) {
    list(Body::A, certificate.simplex.a, certificate.simplex.count, place);
    list(Body::B, certificate.simplex.b, certificate.simplex.count, place);
  }
  if (certificate.kind == Kind::Inside) list(mesh.inside_of, &mesh.vertex, 1, place);
  if (certificate.kind == Kind::Triangles) {
    number("triangle", mesh.triangle_a, of(Body::A).elements, place);
    number("triangle", mesh.triangle_b, of(Body::B).elements, place);
  }
}

// Numbers of vertices within a cover belong to the part that a plane is about, where there are several: the checker
// knows which.
void RangeCheck::cover(const Cover& cover, const std::string& place) {
  const bool one_part_each = counts_[0].parts == 1 && counts_[1].parts == 1;
  for (const Cover::Node& node : cover.nodes) {
    if (!node.is_split && one_part_each) plane(node.plane, place);
    for (std::size_t i = 0; node.is_split && i < node.count; ++i)
      number("triangle", cover.ids[node.first + i], of(node.split).elements, place);
  }
}

void RangeCheck::plane(const Plane& plane, const std::string& place) {
  if (plane.kind == Plane::Kind::Face) list(plane.of, plane.vertices, 3, place);
  if (plane.kind == Plane::Kind::Edges) {
    list(Body::A, plane.vertices, 2, place);
    list(Body::B, plane.vertices + 2, 2, place);
  }
  if (plane.kind == Plane::Kind::Points) {
    list(Body::A, plane.vertices, 1, place);
    list(Body::B, plane.vertices + 1, 1, place);
  }
  for (int i = 0; i < plane.side_count; ++i) list(plane.sides[i].edge_of, plane.sides[i].edge, 2, place);
}

void RangeCheck::timeline(const Timeline& timeline, const std::string& place) {
  for (std::size_t i = 0; i < timeline.spans.size(); ++i) {
    const std::string here = element(place + ".spans", i);
    if (i < timeline.covers.size())
      cover(timeline.covers[i], here + ".cover");
    else
      plane(timeline.spans[i].plane, here + ".plane");
  }
}

void RangeCheck::root(const ContactRoot& root, const std::string& place) {
  const bool edges = root.kind == ContactRoot::Kind::Edges;
  list(Body::A, root.a, edges ? 2 : root.kind == ContactRoot::Kind::VertexOfA ? 1 : 3, place);
  list(Body::B, root.b, edges ? 2 : root.kind == ContactRoot::Kind::VertexOfB ? 1 : 3, place);
}

void RangeCheck::feature(Body body, const ContactFeatureClaim& feature, const std::string& place) {
  const bool is_face = feature.kind == ContactFeatureClaim::Kind::Face;
  for (const std::uint32_t n : feature.numbers)
    number(is_face ? "triangle" : "vertex", n, is_face ? of(body).elements : of(body).points, place);
}

void RangeCheck::contact(const ContactPatchClaim& contact, const std::string& place) {
  parts(contact.part_a, contact.part_b, place);
  for (std::size_t k = 0; k < contact.points.size(); ++k) {
    const std::string here = element(place + ".points", k) + ".features";
    feature(Body::A, contact.points[k].feature_a, here + ".a");
    feature(Body::B, contact.points[k].feature_b, here + ".b");
  }
}

}  // namespace clearance::detail
