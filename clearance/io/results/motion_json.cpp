#include <clearance/io/results/motion_json.h>

#include <clearance/io/results/certificate_json.h>
#include <clearance/io/results/certificate_text.h>
#include <clearance/io/results/fraction.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <span>
#include <vector>

namespace clearance::detail {
namespace {

// ---- Reading --------------------------------------------------------------------------------------------------------

Fault read_edges(const Json& json, const std::string& place, ContactRoot& out) {
  if (Fault fault = check_members(json, place, {"a", "b"})) return fault;
  out.kind = ContactRoot::Kind::Edges;
  if (Fault fault = read_indices(*json.find("a"), place + ".a", {out.a, 2})) return fault;
  return read_indices(*json.find("b"), place + ".b", {out.b, 2});
}

Fault read_vertex_and_face(const Json& json, const std::string& place, ContactRoot& out) {
  if (Fault fault = check_members(json, place, {"vertex_of", "vertex", "face"})) return fault;
  std::string of;
  if (Fault fault = read_text(*json.find("vertex_of"), place + ".vertex_of", of)) return fault;
  if (of != "a" && of != "b")
    return Error{place + ".vertex_of", "expected \"a\" or \"b\", found \"" + printable(of) + "\""};
  out.kind = of == "a" ? ContactRoot::Kind::VertexOfA : ContactRoot::Kind::VertexOfB;
  if (Fault fault = read_index(*json.find("vertex"), place + ".vertex", of == "a" ? out.a[0] : out.b[0])) return fault;
  return read_indices(*json.find("face"), place + ".face", of == "a" ? out.b : out.a);
}

Fault read_root(const Json& json, const std::string& place, ContactRoot& out) {
  if (Fault fault = check_members(json, place, {"root", "between"})) return fault;
  double between[2];
  if (Fault fault = read_numbers(*json.find("between"), place + ".between", 2, between)) return fault;
  if (!(between[0] <= between[1])) return Error{place + ".between", "ends before it begins; it is [t, t'] with t ≤ t'"};
  out.after = between[0], out.before = between[1];
  const Json& root = *json.find("root");
  const std::string here = place + ".root";
  if (!root.find("edges")) return read_vertex_and_face(root, here, out);
  if (Fault fault = check_members(root, here, {"edges"})) return fault;
  return read_edges(*root.find("edges"), here + ".edges", out);
}

Fault read_bracket(const Json& json, const std::string& place, ReadTime& lower, ReadTime& upper) {
  if (Fault fault = check_members(json, place, {"lower", "upper"})) return fault;
  if (Fault fault = read_time(*json.find("lower"), place + ".lower", lower)) return fault;
  return read_time(*json.find("upper"), place + ".upper", upper);
}

bool are_same(const ContactRoot& r, const ContactRoot& s) {
  return r.kind == s.kind && r.after == s.after && r.before == s.before && std::ranges::equal(r.a, s.a) &&
         std::ranges::equal(r.b, s.b);
}

Fault read_frame(const Json& json, const std::string& place, TimeSpan::Frame& out) {
  std::string name;
  if (Fault fault = read_text(json, place, name)) return fault;
  if (name != "world" && name != "a" && name != "b")
    return Error{place, "expected \"world\", \"a\" or \"b\", found \"" + printable(name) + "\""};
  out = name == "world" ? TimeSpan::Frame::World : name == "a" ? TimeSpan::Frame::A : TimeSpan::Frame::B;
  return std::nullopt;
}

Fault read_times(const Json& json, const std::string& place, TimeSpan& out) {
  if (Fault fault = read_double_time(*json.find("from"), place + ".from", out.from)) return fault;
  if (Fault fault = read_double_time(*json.find("to"), place + ".to", out.to)) return fault;
  return read_frame(*json.find("frame"), place + ".frame", out.frame);
}

// Its planes are vectors of the world.
Fault read_covered_span(const Json& json, const std::string& place, TimeSpan& out, SpanCover& cover) {
  if (Fault fault = check_members(json, place, {"from", "to", "frame", "cover"})) return fault;
  if (Fault fault = read_times(json, place, out)) return fault;
  if (out.frame != TimeSpan::Frame::World)
    return Error{place + ".frame", "the planes of a cover are vectors of the \"world\""};
  return read_cover(*json.find("cover"), place + ".cover", cover);
}

Fault read_span(const Json& json, const std::string& place, TimeSpan& out) {
  if (Fault fault = check_members(json, place, {"from", "to", "frame", "plane"}, {"at", "offset"})) return fault;
  if (Fault fault = read_times(json, place, out)) return fault;
  if (Fault fault = read_plane(*json.find("plane"), place + ".plane", out.plane)) return fault;
  if (const Json* at = json.find("at"))
    if (Fault fault = read_double_time(*at, place + ".at", out.at.emplace())) return fault;
  const Json* offset = json.find("offset");
  if (!offset) return std::nullopt;
  double numbers[2];
  if (Fault fault = read_numbers(*offset, place + ".offset", 2, numbers)) return fault;
  out.offset = TimeSpan::Offset{numbers[0], numbers[1]};
  return std::nullopt;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

std::string indices(const std::uint32_t* first, std::size_t count) { return list_text(std::span(first, count)); }

std::string bracket_text(const std::string& lower, const std::string& upper) {
  return R"({"lower":)" + lower + R"(,"upper":)" + upper + "}";
}
std::string bracket_text(const Bracket& bracket) {
  return bracket_text(number_text(bracket.lower), number_text(bracket.upper));
}

const char* frame_text(TimeSpan::Frame frame) {
  return frame == TimeSpan::Frame::World ? R"("world")" : frame == TimeSpan::Frame::A ? R"("a")" : R"("b")";
}

std::string times_text(const TimeSpan& span) {
  return R"({"from":)" + number_text(span.from) + R"(,"to":)" + number_text(span.to) + R"(,"frame":)" +
         frame_text(span.frame);
}

std::string span_text(const TimeSpan& span) {
  std::string out = times_text(span) + R"(,"plane":)" + plane_text(span.plane);
  if (span.at) out += R"(,"at":)" + number_text(*span.at);
  if (span.offset) out += R"(,"offset":)" + offset_text(*span.offset);
  return out + "}";
}
std::string span_text(const TimeSpan& span, const SpanCover& cover) {
  return times_text(span) + R"(,"cover":)" + cover_text(cover) + "}";
}

}  // namespace

Fault read_double_time(const Json& json, const std::string& place, double& out) {
  if (json.number()) {
    out = *json.number();
    return std::nullopt;
  }
  if (!json.string()) return wrong_type(place, "a number or a string \"p/q\"", json);
  const std::vector<double> terms = parse_fraction(*json.string(), 1);
  if (terms.empty())
    return Error{place, "\"" + printable(json.string()->substr(0, 80)) +
                            "\" is not a double written as \"p/q\"; other times stand between two doubles"};
  out = terms[0];
  return std::nullopt;
}

Fault read_time(const Json& json, const std::string& place, ReadTime& out) {
  if (json.object()) {
    if (Fault fault = read_root(json, place, out.root.emplace())) return fault;
    out.lower = out.root->after, out.upper = out.root->before;
    return std::nullopt;
  }
  if (Fault fault = read_double_time(json, place, out.lower)) return fault;
  out.upper = out.lower;
  return std::nullopt;
}

Fault read_interval(const Json& json, const std::string& place, ContactInterval& out) {
  if (Fault fault = check_members(json, place, {"begin", "end"})) return fault;
  ReadTime times[4];
  if (Fault fault = read_bracket(*json.find("begin"), place + ".begin", times[0], times[1])) return fault;
  if (Fault fault = read_bracket(*json.find("end"), place + ".end", times[2], times[3])) return fault;
  const bool any_root = std::any_of(times, times + 4, [](const ReadTime& time) { return time.root.has_value(); });
  const auto is_first = [&](const ReadTime& time) {
    return time.root && times[0].root && are_same(*time.root, *times[0].root);
  };
  if (any_root && !std::all_of(times, times + 4, is_first))
    return Error{place, "a root is the one instant of a graze: all four ends are the same"};
  out.begin = {times[0].lower, times[1].upper};
  out.end = {times[2].lower, times[3].upper};
  out.graze = times[0].root;
  return std::nullopt;
}

Fault read_timeline(const Json& json, const std::string& place, Timeline& out) {
  if (Fault fault = check_members(json, place, {"kind", "spans"})) return fault;
  std::string kind;
  if (Fault fault = read_text(*json.find("kind"), place + ".kind", kind)) return fault;
  if (kind != "timeline") return Error{place + ".kind", "expected \"timeline\", found \"" + printable(kind) + "\""};
  const Json& spans = *json.find("spans");
  if (!spans.array()) return wrong_type(place + ".spans", "a list", spans);
  const bool has_covers = !spans.array()->empty() && spans.array()->front().find("cover");
  for (const Json& span : *spans.array()) {
    const std::string here = element(place + ".spans", out.spans.size());
    if (has_covers != (span.find("cover") != nullptr))
      return Error{here, has_covers ? "has no \"cover\", but the first span has one"
                                    : "has a \"cover\", but the first span has none"};
    TimeSpan& read = out.spans.emplace_back();
    if (Fault fault =
            has_covers ? read_covered_span(span, here, read, out.covers.emplace_back()) : read_span(span, here, read))
      return fault;
  }
  return std::nullopt;
}

std::string root_text(const ContactRoot& root) {
  std::string out = R"({"root":)";
  if (root.kind == ContactRoot::Kind::Edges) {
    out += R"({"edges":{"a":)" + indices(root.a, 2) + R"(,"b":)" + indices(root.b, 2) + "}}";
  } else {
    const bool of_a = root.kind == ContactRoot::Kind::VertexOfA;
    out += std::string(R"({"vertex_of":)") + (of_a ? R"("a")" : R"("b")") + R"(,"vertex":)" +
           number_text(of_a ? root.a[0] : root.b[0]) + R"(,"face":)" + indices(of_a ? root.b : root.a, 3) + "}";
  }
  return out + R"(,"between":[)" + number_text(root.after) + "," + number_text(root.before) + "]}";
}

std::string interval_text(const ContactInterval& interval) {
  const std::string graze = interval.graze ? root_text(*interval.graze) : std::string();
  const std::string begin = interval.graze ? bracket_text(graze, graze) : bracket_text(interval.begin);
  const std::string end = interval.graze ? begin : bracket_text(interval.end);
  return R"({"begin":)" + begin + R"(,"end":)" + end + "}";
}

std::string timeline_text(const Timeline& timeline) {
  std::string out = R"({"kind":"timeline","spans":[)";
  for (std::size_t i = 0; i < timeline.spans.size(); ++i) {
    const bool is_covered = i < timeline.covers.size() && !timeline.covers[i].nodes.empty();
    out += (i > 0 ? ",\n        " : "\n        ") +
           (is_covered ? span_text(timeline.spans[i], timeline.covers[i]) : span_text(timeline.spans[i]));
  }
  return out + "]}";
}

}  // namespace clearance::detail
