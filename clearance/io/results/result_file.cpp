#include <clearance/io/results/result_file.h>

#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/results/certificate_json.h>

#include <cmath>
#include <limits>
#include <map>

namespace clearance {
using namespace detail;
namespace {

constexpr const char* kFormat = "clearance-result-1";
// Covers nest as deep as the trees of both bodies together.
constexpr int kMaxResultDepth = 1000;

Fault read_status(const Json& json, const std::string& place, Status& out) {
  std::string name;
  if (Fault fault = read_text(json, place, name)) return fault;
  for (const Status status : {Status::Separated, Status::Touching, Status::Penetrating, Status::Intersecting}) {
    out = status;
    if (name == to_string(status)) return std::nullopt;
  }
  return Error{place, "\"" + printable(name) + "\" is not a status"};
}

// Both ends are numbers; the upper one may be "inf".
Fault read_bracket(const Json& json, const std::string& place, Bracket& out) {
  const Json &lower = *json.find("lower"), &upper = *json.find("upper");
  if (!lower.number()) return wrong_type(place + ".lower", "a number", lower);
  out.lower = *lower.number();
  const bool infinite = upper.string() && *upper.string() == "inf";
  if (!upper.number() && !infinite) return wrong_type(place + ".upper", "a number or \"inf\"", upper);
  out.upper = infinite ? std::numeric_limits<double>::infinity() : *upper.number();
  return std::nullopt;
}

Fault read_depth(const Json& json, const std::string& place, Claim::Depth& out) {
  if (Fault fault = check_members(json, place, {"lower", "upper", "direction", "translation"})) return fault;
  if (Fault fault = read_bracket(json, place, out.bracket)) return fault;
  double d[3];
  if (Fault fault = read_numbers(*json.find("direction"), place + ".direction", 3, d)) return fault;
  out.direction = {d[0], d[1], d[2]};
  if (Fault fault = read_numbers(*json.find("translation"), place + ".translation", 3, d)) return fault;
  out.translation = {d[0], d[1], d[2]};
  return std::nullopt;
}

Fault read_feature(const Json& json, const std::string& place, std::optional<std::string>& out) {
  std::string name;
  if (Fault fault = read_text(json, place, name)) return fault;
  if (name != "vertex" && name != "edge" && name != "face")
    return Error{place, "expected \"vertex\", \"edge\" or \"face\", found \"" + printable(name) + "\""};
  out = name;
  return std::nullopt;
}

Fault read_features(const Json& json, const std::string& place, PairReport& out) {
  if (Fault fault = check_members(json, place, {"a", "b"})) return fault;
  if (Fault fault = read_feature(*json.find("a"), place + ".a", out.feature_a)) return fault;
  return read_feature(*json.find("b"), place + ".b", out.feature_b);
}

Fault read_place(const Json& json, const std::string& place, std::optional<Vec3>& out) {
  if (Fault fault = check_members(json, place, {"point"})) return fault;
  double point[3];
  if (Fault fault = read_numbers(*json.find("point"), place + ".point", 3, point)) return fault;
  out = {point[0], point[1], point[2]};
  return std::nullopt;
}

Fault read_proofs(const Json& json, const std::string& place, Claim& claim) {
  if (const Json* certificate = json.find("certificate"); certificate && is_cover(*certificate)) {
    claim.certificate.kind = Certificate::Kind::Cover;
    if (Fault fault = read_cover(*certificate, place + ".certificate", claim.cover.emplace())) return fault;
  } else if (certificate) {
    if (Fault fault = read_certificate(*certificate, place + ".certificate", claim)) return fault;
  }
  if (const Json* direction = json.find("direction"))
    if (Fault fault = read_plane(*direction, place + ".direction", claim.direction.emplace())) return fault;
  if (const Json* shell = json.find("shell")) return read_shell(*shell, place + ".shell", claim.shell.emplace());
  return std::nullopt;
}

Fault read_figures(const Json& json, const std::string& place, PairReport& out) {
  if (const Json* distance = json.find("distance")) {
    const std::string here = place + ".distance";
    if (Fault fault = check_members(*distance, here, {"lower", "upper"})) return fault;
    if (Fault fault = read_bracket(*distance, here, out.claim.distance.emplace())) return fault;
  }
  if (const Json* depth = json.find("depth"))
    if (Fault fault = read_depth(*depth, place + ".depth", out.claim.depth.emplace())) return fault;
  if (const Json* witness = json.find("witness"))
    if (Fault fault = read_witness(*witness, place + ".witness", out.claim.witness.emplace())) return fault;
  if (const Json* where = json.find("place"))
    if (Fault fault = read_place(*where, place + ".place", out.place)) return fault;
  if (const Json* features = json.find("features")) return read_features(*features, place + ".features", out);
  return std::nullopt;
}

// Which part of a body of several the rest speaks of: "part": {"a": 3}.
Fault read_part(const Json& json, const std::string& place, Claim& claim) {
  if (Fault fault = check_members(json, place, {}, {"a", "b"})) return fault;
  if (const Json* a = json.find("a"))
    if (Fault fault = read_index(*a, place + ".a", claim.part_a.emplace(), "a part")) return fault;
  if (const Json* b = json.find("b")) return read_index(*b, place + ".b", claim.part_b.emplace(), "a part");
  return std::nullopt;
}

Fault read_pair(const Json& json, const std::string& place, PairReport& out) {
  if (Fault fault = check_members(json, place, {"a", "b", "status"},
                                  {"decided_by", "part", "distance", "depth", "witness", "features", "place",
                                   "certificate", "direction", "shell"}))
    return fault;
  if (Fault fault = read_text(*json.find("a"), place + ".a", out.a)) return fault;
  if (Fault fault = read_text(*json.find("b"), place + ".b", out.b)) return fault;
  if (Fault fault = read_status(*json.find("status"), place + ".status", out.claim.status)) return fault;
  if (const Json* decided_by = json.find("decided_by"))
    if (Fault fault = read_text(*decided_by, place + ".decided_by", out.decided_by)) return fault;
  if (const Json* part = json.find("part"))
    if (Fault fault = read_part(*part, place + ".part", out.claim)) return fault;
  if (Fault fault = read_figures(json, place, out)) return fault;
  return read_proofs(json, place, out.claim);
}

Fault read_unlisted(const Json& json, UnlistedPairs& out) {
  if (!json.object()) return wrong_type("unlisted", "an object", json);
  if (Fault fault = check_members(json, "unlisted", {"pairs", "status"}, {"beyond"})) return fault;
  const double* pairs = json.find("pairs")->number();
  if (!pairs || !(*pairs >= 0 && *pairs <= 0x1p53 && *pairs == std::floor(*pairs)))
    return Error{"unlisted.pairs", "expected a count"};
  out.pairs = static_cast<std::uint64_t>(*pairs);
  Status status = Status::NotAsked;
  if (Fault fault = read_status(*json.find("status"), "unlisted.status", status)) return fault;
  if (status != Status::Separated)
    return Error{"unlisted.status", std::string("pairs that are not listed are separated, not ") + to_string(status)};
  const Json* beyond = json.find("beyond");
  if (!beyond) return std::nullopt;
  if (!beyond->number() || !(*beyond->number() >= 0))
    return Error{"unlisted.beyond", "expected a number, zero or more"};
  out.beyond = *beyond->number();
  return std::nullopt;
}

Fault read_looked_at(const Json& json, LookedAt& out) {
  if (Fault fault = check_members(json, "looked_at", {"motion"}, {"time"})) return fault;
  std::string motion;
  if (Fault fault = read_text(*json.find("motion"), "looked_at.motion", motion)) return fault;
  if (motion != "not looked at")
    return Error{"looked_at.motion", "expected \"not looked at\", found \"" + printable(motion) + "\""};
  const Json* time = json.find("time");
  if (!time) return std::nullopt;
  if (!time->number()) return wrong_type("looked_at.time", "a number", *time);
  out.time = *time->number();
  return std::nullopt;
}

Fault read_results(const Json& json, ResultFile& out) {
  if (!json.object()) return wrong_type("", "an object", json);
  const Json* format = json.find("format");
  if (!format || !format->string() || *format->string() != kFormat)
    return Error{"format", std::string("a result starts with \"format\": \"") + kFormat + "\""};
  if (Fault fault = check_members(json, "", {"format", "query", "pairs"}, {"looked_at", "unlisted"})) return fault;
  if (Fault fault = read_text(*json.find("query"), "query", out.query)) return fault;
  if (out.query != "check") return Error{"query", "\"" + printable(out.query) + "\" is not known at this version"};
  if (const Json* instant = json.find("looked_at"))
    if (Fault fault = read_looked_at(*instant, out.looked_at.emplace())) return fault;
  const Json& pairs = *json.find("pairs");
  if (!pairs.array()) return wrong_type("pairs", "a list", pairs);
  for (const Json& pair : *pairs.array()) {
    PairReport report;
    if (Fault fault = read_pair(pair, element("pairs", out.pairs.size()), report)) return fault;
    out.pairs.push_back(std::move(report));
  }
  const Json* unlisted = json.find("unlisted");
  return unlisted ? read_unlisted(*unlisted, out.unlisted.emplace()) : std::nullopt;
}

// What the numbers of a claim may name.
struct Counts {
  std::size_t parts, elements;  // an element is a triangle of a mesh, or a part
  std::size_t points;           // of the part that the claim speaks of
};
Counts counts_of(const SceneObject& object, std::optional<std::uint32_t> part) {
  const std::vector<ScenePart>& given = *object.given;
  const std::uint32_t named = part.value_or(0);
  if (object.half_space()) return {1, 1, 1};  // its plane is called 0 where a vertex would be
  // Convex ones, too: claims may speak of their triangles.
  const bool is_mesh = object.mesh() || (object.kind == ShapeKind::Mesh && object.padding == 0);
  return {given.size(), is_mesh ? given[0].triangles.size() : given.size(),
          named < given.size() ? given[named].points.size() : 0};
}

// Whether every number of a claim is one of the shapes'.
class RangeCheck {
 public:
  RangeCheck(const Counts& a, const Counts& b) : counts_{a, b} {}

  Fault claim(const Claim& claim, const std::string& place) {
    number("part", claim.part_a.value_or(0), counts_[0].parts, place + ".part.a");
    number("part", claim.part_b.value_or(0), counts_[1].parts, place + ".part.b");
    certificate(claim.certificate, place + ".certificate");
    if (claim.direction) plane(*claim.direction, place + ".direction");
    if (claim.witness) witness(*claim.witness, place + ".witness");
    if (claim.cover) cover(*claim.cover, place + ".certificate");
    if (claim.shell)
      for (const Shell::Pair& pair : claim.shell->pairs) {
        list(Body::A, &pair.a, 1, place + ".shell.pairs");
        list(Body::B, &pair.b, 1, place + ".shell.pairs");
      }
    return fault_;
  }

 private:
  const Counts& of(Body body) const { return counts_[body == Body::A ? 0 : 1]; }

  void number(const char* what, std::uint32_t number, std::size_t count, const std::string& place) {
    if (number < count || fault_) return;
    fault_ = Error{place, std::string(what) + " " + std::to_string(number) + " of a shape that has " +
                              std::to_string(count) + ": a result of another scene?"};
  }

  void list(Body body, const std::uint32_t* vertices, int count, const std::string& place) {
    for (int i = 0; i < count; ++i) number("vertex", vertices[i], of(body).points, place);
  }

  void witness(const Witness& witness, const std::string& place) {
    list(Body::A, witness.a.vertices, witness.a.count, place + ".a");
    list(Body::B, witness.b.vertices, witness.b.count, place + ".b");
  }

  void certificate(const Certificate& certificate, const std::string& place) {
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
  void cover(const Cover& cover, const std::string& place) {
    const bool one_part_each = counts_[0].parts == 1 && counts_[1].parts == 1;
    for (const Cover::Node& node : cover.nodes) {
      if (!node.is_split && one_part_each) plane(node.plane, place);
      for (std::size_t i = 0; node.is_split && i < node.count; ++i)
        number("triangle", cover.ids[node.first + i], of(node.split).elements, place);
    }
  }

  void plane(const Plane& plane, const std::string& place) {
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

  Counts counts_[2];
  Fault fault_;
};

}  // namespace

Result<ResultFile> parse_result(std::string_view text, const std::string& name) {
  const Result<Json> json = parse_json(text, kMaxResultDepth);
  if (!json) return in_file(json.error(), name);
  ResultFile result;
  if (const Fault fault = read_results(*json, result)) return in_file(*fault, name);
  return result;
}

Result<ResultFile> read_result(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return in_file(text.error(), path);
  return parse_result(*text, path);
}

std::optional<LookedAt> looked_at(const Scene& scene) {
  if (!scene.moves()) return std::nullopt;
  return LookedAt{scene.interval ? std::optional((*scene.interval)[0]) : std::nullopt};
}

Result<std::vector<ScenePair>> match(const ResultFile& result, const Scene& scene) {
  const std::optional<LookedAt> instant = looked_at(scene);
  if (result.looked_at && !(instant && instant->time == result.looked_at->time))
    return Error{"looked_at", "not the instant at which the scene's motions begin: a result of another scene?"};
  std::map<std::string_view, std::uint32_t> numbers;
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    numbers.emplace(scene.objects[i].name, static_cast<std::uint32_t>(i));
  std::vector<ScenePair> pairs;
  for (const PairReport& report : result.pairs) {
    const std::string place = element("pairs", pairs.size());
    const auto a = numbers.find(report.a), b = numbers.find(report.b);
    if (a == numbers.end())
      return Error{place + ".a", "the scene has no object \"" + printable(report.a) + "\": a result of another scene?"};
    if (b == numbers.end())
      return Error{place + ".b", "the scene has no object \"" + printable(report.b) + "\": a result of another scene?"};
    if (a == b) return Error{place, "names the same object twice"};
    RangeCheck range(counts_of(scene.objects[a->second], report.claim.part_a),
                     counts_of(scene.objects[b->second], report.claim.part_b));
    if (const Fault fault = range.claim(report.claim, place)) return *fault;
    pairs.push_back({a->second, b->second});
  }
  return pairs;
}

}  // namespace clearance
