#include <clearance/io/results/certificate_json.h>

#include <clearance/io/results/fraction.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clearance::detail {
namespace {

Fault read_body(const Json& json, const std::string& place, Body& out) {
  std::string name;
  if (Fault fault = read_text(json, place, name)) return fault;
  if (name != "a" && name != "b") return Error{place, "expected \"a\" or \"b\", found \"" + printable(name) + "\""};
  out = name == "a" ? Body::A : Body::B;
  return std::nullopt;
}

Fault read_kind(const Json& json, const std::string& place, std::string& out) {
  if (!json.object()) return wrong_type(place, "an object", json);
  const Json* kind = json.find("kind");
  if (!kind) return Error{place, "has no \"kind\""};
  return read_text(*kind, place + ".kind", out);
}

// Turns along an edge are linear, so a sign turned inside may as well be turned at the end.
Fault read_flip(const Json& json, const std::string& place, Plane& out) {
  const Json* flip = json.find("flip");
  if (!flip) return std::nullopt;
  if (!flip->boolean()) return wrong_type(place + ".flip", "true or false", *flip);
  out.flip = out.flip != *flip->boolean();
  return std::nullopt;
}

Fault read_vector(const Json& json, const std::string& place, Plane& out) {
  if (Fault fault = check_members(json, place, {"kind", "normal"})) return fault;
  double n[3];
  if (Fault fault = read_numbers(*json.find("normal"), place + ".normal", 3, n)) return fault;
  out.kind = Plane::Kind::Vector;
  out.normal = {n[0], n[1], n[2]};
  return std::nullopt;
}

Fault read_face(const Json& json, const std::string& place, Plane& out) {
  if (Fault fault = check_members(json, place, {"kind", "of", "vertices"}, {"flip"})) return fault;
  out.kind = Plane::Kind::Face;
  if (Fault fault = read_body(*json.find("of"), place + ".of", out.of)) return fault;
  if (Fault fault = read_indices(*json.find("vertices"), place + ".vertices", {out.vertices, 3})) return fault;
  return read_flip(json, place, out);
}

Fault read_edges(const Json& json, const std::string& place, Plane& out) {
  if (Fault fault = check_members(json, place, {"kind", "a", "b"}, {"flip"})) return fault;
  out.kind = Plane::Kind::Edges;
  if (Fault fault = read_indices(*json.find("a"), place + ".a", {out.vertices, 2})) return fault;
  if (Fault fault = read_indices(*json.find("b"), place + ".b", {out.vertices + 2, 2})) return fault;
  return read_flip(json, place, out);
}

Fault read_two_points(const Json& json, const std::string& place, Plane& out) {
  if (Fault fault = check_members(json, place, {"kind", "a", "b"}, {"flip"})) return fault;
  out.kind = Plane::Kind::Points;
  if (Fault fault = read_index(*json.find("a"), place + ".a", out.vertices[0])) return fault;
  if (Fault fault = read_index(*json.find("b"), place + ".b", out.vertices[1])) return fault;
  return read_flip(json, place, out);
}

Fault read_side(const Json& json, const std::string& place, Plane& out) {
  if (Fault fault = check_members(json, place, {"kind", "plane", "edge_of", "edge"}, {"flip"})) return fault;
  if (Fault fault = read_plane(*json.find("plane"), place + ".plane", out)) return fault;
  if (out.side_count == 2) return Error{place, "a side of a side of a side: two steps are the most"};
  Plane::Side& side = out.sides[out.side_count++];
  if (Fault fault = read_body(*json.find("edge_of"), place + ".edge_of", side.edge_of)) return fault;
  if (Fault fault = read_indices(*json.find("edge"), place + ".edge", side.edge)) return fault;
  return read_flip(json, place, out);
}

Error unknown_kind(const std::string& place, const std::string& kind) {
  return {place + ".kind", "\"" + printable(kind) + "\" is not a kind of certificate"};
}

// `kind_required`: inside a touch the key already says what it is.
Fault read_simplex(const Json& json, const std::string& place, bool kind_required, Simplex& out) {
  if (Fault fault = check_members(json, place, {"a", "b"}, {"kind"})) return fault;
  std::string kind = "simplex";
  if (kind_required || json.find("kind"))
    if (Fault fault = read_kind(json, place, kind)) return fault;
  if (kind != "simplex") return unknown_kind(place, kind);
  int count_b = 0;
  if (Fault fault = read_some_indices(*json.find("a"), place + ".a", Simplex::kMaxPairs, out.a, out.count))
    return fault;
  if (Fault fault = read_some_indices(*json.find("b"), place + ".b", Simplex::kMaxPairs, out.b, count_b)) return fault;
  if (out.count != count_b) return Error{place, "a and b are not equally long"};
  return std::nullopt;
}

Fault read_witness_point(const Json& json, const std::string& place, WitnessPoint& out) {
  if (Fault fault = check_members(json, place, {"vertices", "weights"})) return fault;
  if (Fault fault = read_some_indices(*json.find("vertices"), place + ".vertices", WitnessPoint::kMaxVertices,
                                      out.vertices, out.count))
    return fault;
  return read_numbers(*json.find("weights"), place + ".weights", static_cast<std::size_t>(out.count), out.weights);
}

Fault read_triangles(const Json& json, const std::string& place, MeshContact& out) {
  if (Fault fault = check_members(json, place, {"kind", "a", "b"})) return fault;
  if (Fault fault = read_index(*json.find("a"), place + ".a", out.triangle_a, "a triangle")) return fault;
  return read_index(*json.find("b"), place + ".b", out.triangle_b, "a triangle");
}

Fault read_inside(const Json& json, const std::string& place, MeshContact& out) {
  if (Fault fault = check_members(json, place, {"kind", "of", "vertex"})) return fault;
  if (Fault fault = read_body(*json.find("of"), place + ".of", out.inside_of)) return fault;
  return read_index(*json.find("vertex"), place + ".vertex", out.vertex);
}

Fault read_coordinate(const Json& json, const std::string& place, Rational& out) {
  if (json.number()) {
    out.numerator = *json.number();
    return std::nullopt;
  }
  if (!json.string()) return wrong_type(place, "a number or a string \"p/q\"", json);
  const std::string& text = *json.string();
  std::optional<Rational> value = parse_rational(text);
  if (!value && text.size() > 2 * kMostDigits)
    return Error{place, "a fraction of more than " + std::to_string(kMostDigits) + " digits above or below the line"};
  if (!value)
    return Error{place, "\"" + printable(text.substr(0, 80)) +
                            "\" is not a fraction \"p/q\" of whole numbers of up to " + std::to_string(kMostDigits) +
                            " digits, q above 0"};
  out = *std::move(value);
  return std::nullopt;
}

// As few doubles, where they add up to it; those not in use are 0.
bool set_terms(const Rational& value, double (&terms)[ExactPoint::kTerms], int& count) {
  const std::vector<double> found = terms_of(value, ExactPoint::kTerms);
  if (found.empty()) return false;
  std::fill(std::copy(found.begin(), found.end(), terms), terms + ExactPoint::kTerms, 0.0);
  count = std::max(count, static_cast<int>(found.size()));
  return true;
}

Fault read_interior(const Json& json, const std::string& place, ExactPoint& out,
                    std::optional<RationalPoint>& rational) {
  if (Fault fault = check_members(json, place, {"kind", "point"})) return fault;
  const Json& point = *json.find("point");
  const std::string here = place + ".point";
  if (!point.array()) return wrong_type(here, "a list of 3 coordinates", point);
  if (point.array()->size() != 3)
    return Error{here, "expected 3 coordinates, found " + std::to_string(point.array()->size())};
  RationalPoint read;
  if (Fault fault = read_coordinate((*point.array())[0], here + "[0]", read.x)) return fault;
  if (Fault fault = read_coordinate((*point.array())[1], here + "[1]", read.y)) return fault;
  if (Fault fault = read_coordinate((*point.array())[2], here + "[2]", read.z)) return fault;
  out.count = 1;
  if (set_terms(read.x, out.x, out.count) && set_terms(read.y, out.y, out.count) && set_terms(read.z, out.z, out.count))
    return std::nullopt;
  out.count = 0;
  rational = std::move(read);
  return std::nullopt;
}

// Appends to a list.
Fault read_list(const Json& json, const std::string& place, const char* what, std::vector<std::uint32_t>& out) {
  if (!json.array()) return wrong_type(place, "a list", json);
  for (std::size_t i = 0; i < json.array()->size(); ++i)
    if (Fault fault = read_index((*json.array())[i], element(place, i), out.emplace_back(), what)) return fault;
  return std::nullopt;
}

using Offsets = std::vector<TimeSpan::Offset>;

// Which planes of a cover have one.
struct OffsetsRead {
  Offsets* offsets;  // one a node; null where planes take none
  std::size_t with = 0, without = 0;
};

Fault read_leaf(const Json& json, const std::string& place, OffsetsRead& read, Cover::Node& out) {
  Fault fault =
      read.offsets ? check_members(json, place, {"plane"}, {"offset"}) : check_members(json, place, {"plane"});
  if (fault) return fault;
  if (const Json* offset = json.find("offset")) {
    double numbers[2];
    if (Fault wrong = read_numbers(*offset, place + ".offset", 2, numbers)) return wrong;
    read.offsets->back() = {numbers[0], numbers[1]};
  }
  ++(json.find("offset") ? read.with : read.without);
  if (read.with > 0 && read.without > 0)
    return Error{place, json.find("offset") ? "has an \"offset\", but planes of this cover before it have none"
                                            : "has no \"offset\", but planes of this cover before it have one"};
  return read_plane(*json.find("plane"), place + ".plane", out.plane);
}

// One node; its children are left to the caller.
Fault read_node(const Json& json, const std::string& place, Cover& cover, OffsetsRead& read, Cover::Node& out) {
  if (read.offsets) read.offsets->emplace_back();
  if (json.find("plane")) return read_leaf(json, place, read, out);
  if (Fault fault = check_members(json, place, {"split", "first", "of_first", "of_rest"})) return fault;
  out.is_split = true;
  if (Fault fault = read_body(*json.find("split"), place + ".split", out.split)) return fault;
  out.first = static_cast<std::uint32_t>(cover.ids.size());
  if (Fault fault = read_list(*json.find("first"), place + ".first", "a triangle", cover.ids)) return fault;
  out.count = static_cast<std::uint32_t>(cover.ids.size()) - out.first;
  return std::nullopt;
}

// A node that waits to be read, and where its number goes.
struct WaitingNode {
  const Json& json;
  std::string place;
  std::size_t parent;
  bool is_first;
};

// Parents before children, the first half before the rest.
Fault read_nodes(const Json& root, const std::string& place, Cover& cover, Offsets* offsets) {
  OffsetsRead read{offsets};
  std::vector<WaitingNode> waiting;
  waiting.push_back({root, place, 0, false});
  while (!waiting.empty()) {
    const WaitingNode next = std::move(waiting.back());
    waiting.pop_back();
    const std::size_t index = cover.nodes.size();
    Cover::Node node;
    if (Fault fault = read_node(next.json, next.place, cover, read, node)) return fault;
    cover.nodes.push_back(node);
    if (index > 0) {
      Cover::Node& parent = cover.nodes[next.parent];
      (next.is_first ? parent.of_first : parent.of_rest) = static_cast<std::uint32_t>(index);
    }
    if (!node.is_split) continue;
    waiting.push_back({*next.json.find("of_rest"), next.place + ".of_rest", index, false});
    waiting.push_back({*next.json.find("of_first"), next.place + ".of_first", index, true});
  }
  if (offsets && read.with == 0) offsets->clear();
  return std::nullopt;
}

Fault read_any_cover(const Json& json, const std::string& place, Cover& out, Offsets* offsets) {
  if (Fault fault = check_members(json, place, {"kind", "root"}, {"outside"})) return fault;
  if (const Json* outside = json.find("outside")) {
    const std::string here = place + ".outside";
    if (Fault fault = check_members(*outside, here, {"a", "b"})) return fault;
    if (Fault fault = read_list(*outside->find("a"), here + ".a", "a vertex", out.outside_a)) return fault;
    if (Fault fault = read_list(*outside->find("b"), here + ".b", "a vertex", out.outside_b)) return fault;
  }
  return read_nodes(*json.find("root"), place + ".root", out, offsets);
}

}  // namespace

Fault read_index(const Json& json, const std::string& place, std::uint32_t& out, const char* what) {
  const double* number = json.number();
  const std::string wanted = std::string("the number of ") + what;
  if (!number) return wrong_type(place, wanted.c_str(), json);
  if (!(*number >= 0 && *number <= 0xffffffffu && *number == std::floor(*number))) return Error{place, "not " + wanted};
  out = static_cast<std::uint32_t>(*number);
  return std::nullopt;
}

Fault read_indices(const Json& json, const std::string& place, std::span<std::uint32_t> out) {
  if (!json.array()) return wrong_type(place, "a list of vertex numbers", json);
  if (json.array()->size() != out.size())
    return Error{place, "expected " + std::to_string(out.size()) + " vertex numbers, found " +
                            std::to_string(json.array()->size())};
  for (std::size_t i = 0; i < out.size(); ++i)
    if (Fault fault = read_index((*json.array())[i], element(place, i), out[i])) return fault;
  return std::nullopt;
}

Fault read_some_indices(const Json& json, const std::string& place, int most, std::uint32_t* out, int& count) {
  if (!json.array()) return wrong_type(place, "a list of vertex numbers", json);
  const std::size_t size = json.array()->size();
  if (size == 0 || size > static_cast<std::size_t>(most))
    return Error{place, "expected 1 to " + std::to_string(most) + " vertex numbers, found " + std::to_string(size)};
  count = static_cast<int>(size);
  return read_indices(json, place, {out, size});
}

Fault read_plane(const Json& json, const std::string& place, Plane& out) {
  std::string kind;
  if (Fault fault = read_kind(json, place, kind)) return fault;
  if (kind == "vector") return read_vector(json, place, out);
  if (kind == "face") return read_face(json, place, out);
  if (kind == "edges") return read_edges(json, place, out);
  if (kind == "points") return read_two_points(json, place, out);
  if (kind == "side") return read_side(json, place, out);
  return Error{place + ".kind", "\"" + printable(kind) + "\" is not a kind of plane"};
}

Fault read_witness(const Json& json, const std::string& place, Witness& out) {
  if (Fault fault = check_members(json, place, {"a", "b"})) return fault;
  if (Fault fault = read_witness_point(*json.find("a"), place + ".a", out.a)) return fault;
  return read_witness_point(*json.find("b"), place + ".b", out.b);
}

Fault read_certificate(const Json& json, const std::string& place, Claim& claim) {
  Certificate& out = claim.certificate;
  std::string kind;
  if (Fault fault = read_kind(json, place, kind)) return fault;
  if (kind == "simplex") {
    out.kind = Certificate::Kind::Simplex;
    return read_simplex(json, place, true, out.simplex);
  }
  if (kind == "touch") {
    out.kind = Certificate::Kind::Touch;
    if (Fault fault = check_members(json, place, {"kind", "simplex", "plane"})) return fault;
    if (Fault fault = read_simplex(*json.find("simplex"), place + ".simplex", false, out.simplex)) return fault;
    return read_plane(*json.find("plane"), place + ".plane", out.plane);
  }
  if (kind == "near") {
    out.kind = Certificate::Kind::Near;
    if (Fault fault = check_members(json, place, {"kind", "witness"})) return fault;
    return read_witness(*json.find("witness"), place + ".witness", out.witness);
  }
  if (kind == "triangles") {
    out.kind = Certificate::Kind::Triangles;
    return read_triangles(json, place, out.mesh);
  }
  if (kind == "interior") {
    out.kind = Certificate::Kind::Interior;
    return read_interior(json, place, out.mesh.point, claim.interior);
  }
  if (kind == "inside") {
    out.kind = Certificate::Kind::Inside;
    return read_inside(json, place, out.mesh);
  }
  for (const char* plane : {"vector", "face", "edges", "points", "side"})
    if (kind == plane) {
      out.kind = Certificate::Kind::Plane;
      return read_plane(json, place, out.plane);
    }
  return unknown_kind(place, kind);
}

bool is_cover(const Json& json) {
  const Json* kind = json.find("kind");
  return kind && kind->string() && *kind->string() == "cover";
}

Fault read_cover(const Json& json, const std::string& place, Cover& out) {
  return read_any_cover(json, place, out, nullptr);
}

Fault read_cover(const Json& json, const std::string& place, SpanCover& out) {
  std::string kind;
  if (Fault fault = read_kind(json, place, kind)) return fault;
  if (kind != "cover") return Error{place + ".kind", "expected \"cover\", found \"" + printable(kind) + "\""};
  return read_any_cover(json, place, out, &out.offsets);
}

Fault read_shell(const Json& json, const std::string& place, Shell& out) {
  if (Fault fault = check_members(json, place, {"kind", "pairs", "facets"})) return fault;
  std::string kind;
  if (Fault fault = read_kind(json, place, kind)) return fault;
  if (kind != "shell") return Error{place + ".kind", "expected \"shell\", found \"" + printable(kind) + "\""};
  const Json &pairs = *json.find("pairs"), &facets = *json.find("facets");
  if (!pairs.array()) return wrong_type(place + ".pairs", "a list", pairs);
  if (!facets.array()) return wrong_type(place + ".facets", "a list", facets);
  for (const Json& item : *pairs.array()) {
    std::uint32_t pair[2];
    if (Fault fault = read_indices(item, element(place + ".pairs", out.pairs.size()), pair)) return fault;
    out.pairs.push_back({pair[0], pair[1]});
  }
  for (const Json& item : *facets.array()) {
    Shell::Facet facet{};
    const std::string here = element(place + ".facets", out.facets.size());
    if (Fault fault = read_indices(item, here, facet.pair)) return fault;
    for (const std::uint32_t corner : facet.pair)
      if (corner >= out.pairs.size())
        return Error{here,
                     "names pair " + std::to_string(corner) + ", but there are " + std::to_string(out.pairs.size())};
    out.facets.push_back(facet);
  }
  return std::nullopt;
}

}  // namespace clearance::detail
