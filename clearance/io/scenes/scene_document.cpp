#include <clearance/io/scenes/scene_document.h>

#include <clearance/io/number.h>
#include <clearance/io/scenes/scene_pose.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace clearance::detail {
namespace {

constexpr const char* kFormat = "clearance-scene-1";
constexpr const char* kEverything = "*";

Fault check_format(const Json& json) {
  const Json* format = json.find("format");
  if (!format) return Error{"", std::string("has no \"format\": a scene starts with \"format\": \"") + kFormat + "\""};
  std::string name;
  if (Fault fault = read_text(*format, "format", name)) return fault;
  if (name != kFormat)
    return Error{"format", std::string("expected \"") + kFormat + "\", found \"" + printable(name) + "\""};
  return std::nullopt;
}

Fault read_interval(const Json& json, TimeInterval& out) {
  std::array<double, 2> times{};
  if (Fault fault = read_numbers(json, "interval", 2, times.data())) return fault;
  if (!(times[0] <= times[1])) return Error{"interval", "ends before it begins; it is [start, end]"};
  out = times;
  return std::nullopt;
}

// ---- What an object says besides its shape
// ---------------------------------------------------------------------------

Fault read_flag(const Json& object, const char* key, const std::string& place, bool& out) {
  const Json* flag = object.find(key);
  if (!flag) return std::nullopt;
  if (!flag->boolean()) return wrong_type(place + "." + key, "true or false", *flag);
  out = *flag->boolean();
  return std::nullopt;
}

// A list of the numbers of groups, a bit for each.
Fault read_group_list(const Json& groups, const char* key, const std::string& place, std::uint32_t& out) {
  const Json* list = groups.find(key);
  if (!list) return std::nullopt;
  const std::string here = place + "." + key;
  if (!list->array()) return wrong_type(here, "a list of groups", *list);
  out = 0;
  for (std::size_t k = 0; k < list->array()->size(); ++k) {
    const double* number = (*list->array())[k].number();
    if (!number || !(*number >= 0 && *number <= 31 && *number == std::floor(*number)))
      return Error{element(here, k), "expected the number of a group, a whole number from 0 to 31"};
    const std::uint32_t bit = std::uint32_t{1} << static_cast<int>(*number);
    if ((out & bit) != 0) return Error{element(here, k), "group " + double_text(*number) + " is listed twice"};
    out |= bit;
  }
  return std::nullopt;
}

Fault read_groups(const Json& json, const std::string& place, Groups& out) {
  if (Fault fault = check_members(json, place, {}, {"member_of", "meets"})) return fault;
  if (Fault fault = read_group_list(json, "member_of", place, out.member_of)) return fault;
  return read_group_list(json, "meets", place, out.meets);
}

Fault read_padding(const Json& json, const std::string& place, double& out) {
  if (!json.number()) return wrong_type(place, "a number", json);
  out = *json.number();
  if (!(out >= 0)) return Error{place, "is negative (" + double_text(out) + "); it must be 0 or more"};
  if (!(out <= kMaxCoordinate)) return Error{place, "is " + double_text(out) + "; it must be 1e300 or less"};
  return std::nullopt;
}

// 64 bits are more than a number of JSON holds everywhere: digits in a string.
Fault read_user(const Json& json, const std::string& place, std::uint64_t& out) {
  const char* const expected = "expected a string of digits, from \"0\" to \"18446744073709551615\"";
  const std::string* text = json.string();
  if (!text) return Error{place, expected};
  const char* const end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, out);
  if (error != std::errc{} || stop != end) return Error{place, expected};
  return std::nullopt;
}

Fault read_id(const Json& json, const std::string& place, BodyId& out) {
  double numbers[2];
  if (Fault fault = read_numbers(json, place, 2, numbers)) return fault;
  for (std::size_t k = 0; k < 2; ++k)
    if (!(numbers[k] >= 0 && numbers[k] <= 0xffffffffu && numbers[k] == std::floor(numbers[k])))
      return Error{element(place, k), "expected a whole number from 0 to 4294967295"};
  out = {static_cast<std::uint32_t>(numbers[0]), static_cast<std::uint32_t>(numbers[1])};
  return std::nullopt;
}

Fault read_options(const Json& json, const std::string& place, DocumentObject& out) {
  bool is_unnamed = false;
  if (Fault fault = read_flag(json, "unnamed", place, is_unnamed)) return fault;
  out.is_named = !is_unnamed;
  if (Fault fault = read_flag(json, "static", place, out.options.is_static)) return fault;
  if (const Json* padding = json.find("padding"))
    if (Fault fault = read_padding(*padding, place + ".padding", out.options.padding)) return fault;
  if (const Json* groups = json.find("groups"))
    if (Fault fault = read_groups(*groups, place + ".groups", out.options.groups)) return fault;
  if (const Json* id = json.find("id"))
    if (Fault fault = read_id(*id, place + ".id", out.id)) return fault;
  const Json* user = json.find("user");
  return user ? read_user(*user, place + ".user", out.options.user) : std::nullopt;
}

// ---- Objects
// ---------------------------------------------------------------------------------------------------------

Fault read_placement(const Json& json, const std::string& place, const TimeInterval& interval, DocumentObject& out) {
  const Json *where = json.find("pose"), *motion = json.find("motion"), *offset = json.find("offset");
  if (where)
    if (Fault fault = read_pose(*where, place + ".pose", out.frame)) return fault;
  if (motion)
    if (Fault fault = read_motion(*motion, place + ".motion", interval, where != nullptr, out.frame, out.unposed,
                                  out.motion.emplace()))
      return fault;
  return offset ? read_pose(*offset, place + ".offset", out.offset.emplace()) : std::nullopt;
}

Fault check_padding(const SceneShape& shape, double padding, const std::string& place) {
  if (padding > 0 && shape.kind == ShapeKind::HalfSpace)
    return Error{place + ".padding", "a half-space takes none; move its offset"};
  return std::nullopt;
}

Fault read_part(const Json& json, const std::string& place, ShapeReader& shapes, DocumentObject& out) {
  if (Fault fault = check_members(json, place, {"shape"}, {"offset"})) return fault;
  Pose offset;
  if (const Json* where = json.find("offset"))
    if (Fault fault = read_pose(*where, place + ".offset", offset)) return fault;
  Result<SceneShape> shape = shapes.read(*json.find("shape"), place + ".shape");
  if (!shape) return shape.error();
  out.parts.push_back({std::move(shape).value(), offset});
  return std::nullopt;
}

Fault read_body(const Json& json, const std::string& place, ShapeReader& shapes, DocumentObject& out) {
  if (const Json* parts = json.find("parts")) {
    out.has_parts = true;
    const std::string here = place + ".parts";
    if (!parts->array()) return wrong_type(here, "a list of shapes and their offsets", *parts);
    if (parts->array()->empty()) return Error{here, "the list is empty; a body needs a part"};
    for (const Json& part : *parts->array())
      if (Fault fault = read_part(part, element(here, out.parts.size()), shapes, out)) return fault;
  } else {
    Result<SceneShape> shape = shapes.read(*json.find("shape"), place + ".shape");
    if (!shape) return shape.error();
    out.parts.push_back({std::move(shape).value(), out.offset.value_or(Pose{})});
  }
  for (const DocumentObject::Part& part : out.parts)
    if (Fault fault = check_padding(part.shape, out.options.padding, place)) return fault;
  return std::nullopt;
}

Fault check_object(const Json& json, const std::string& place) {
  const bool has_parts = json.find("parts") != nullptr;
  if (has_parts && json.find("shape"))
    return Error{place, "has both \"shape\" and \"parts\"; a body is one or the other"};
  if (!has_parts)
    return check_members(json, place, {"name", "shape"},
                         {"pose", "offset", "motion", "padding", "groups", "static", "user", "id", "unnamed"});
  for (const char* key : {"offset", "motion"})
    if (json.find(key))
      return Error{place + "." + key, "an object given by \"parts\" takes none; each part has an offset of its own"};
  return check_members(json, place, {"name", "parts"},
                       {"pose", "padding", "groups", "static", "user", "id", "unnamed"});
}

Fault read_object(const Json& json, const std::string& place, ShapeReader& shapes, SceneDocument& out) {
  if (Fault fault = check_object(json, place)) return fault;
  DocumentObject object;
  if (Fault fault = read_text(*json.find("name"), place + ".name", object.name)) return fault;
  if (object.name.empty()) return Error{place + ".name", "is empty; every object needs a name"};
  const auto [entry, is_new] = out.numbers.emplace(object.name, static_cast<std::uint32_t>(out.objects.size()));
  if (!is_new)
    return Error{place + ".name",
                 "\"" + printable(object.name) + "\" is the name of " + element("objects", entry->second)};
  if (Fault fault = read_placement(json, place, out.interval, object)) return fault;
  if (Fault fault = read_options(json, place, object)) return fault;
  if (Fault fault = read_body(json, place, shapes, object)) return fault;
  out.objects.push_back(std::move(object));
  return std::nullopt;
}

Fault read_objects(const Json& json, ShapeReader& shapes, SceneDocument& out) {
  if (!json.array()) return wrong_type("objects", "a list", json);
  for (const Json& object : *json.array())
    if (Fault fault = read_object(object, element("objects", out.objects.size()), shapes, out)) return fault;
  return std::nullopt;
}

// ---- What is said of several
// -----------------------------------------------------------------------------------------

Fault find_object(const std::string& name, const std::string& place, const SceneDocument& document,
                  std::uint32_t& out) {
  const auto known = document.numbers.find(name);
  if (known == document.numbers.end()) return no_such_object(place, name);
  out = known->second;
  return std::nullopt;
}

// [["a","b"], ["c","*"]]; `for_later`: of names that need no object.
Fault read_allowed(const Json& json, const std::string& place, bool for_later, SceneDocument& out) {
  if (!json.array()) return wrong_type(place, "a list of pairs of names", json);
  for (std::size_t k = 0; k < json.array()->size(); ++k) {
    const std::string here = element(place, k);
    std::string a, b;
    if (Fault fault = read_name_pair((*json.array())[k], here, a, b)) return fault;
    if (a == kEverything)
      return Error{element(here, 0), "\"*\" stands for every object and comes second: [\"name\", \"*\"]"};
    std::uint32_t number = 0;
    if (!for_later) {
      if (Fault fault = find_object(a, element(here, 0), out, number)) return fault;
      if (b != kEverything)
        if (Fault fault = find_object(b, element(here, 1), out, number)) return fault;
      if (a == b) return Error{here, "names the same object twice"};
    }
    if (b == kEverything)
      out.allowed_everything.push_back(std::move(a));
    else
      out.allowed_names.push_back(a <= b ? WorldSnapshot::Names{a, b} : WorldSnapshot::Names{b, a});
  }
  return std::nullopt;
}

template <class T>
void sort_once(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

Fault read_all_allowed(const Json& json, SceneDocument& out) {
  const Json *allowed = json.find("allowed"), *later = json.find("allowed_later");
  if (!allowed && !later) return std::nullopt;
  if (const auto star = out.numbers.find(kEverything); star != out.numbers.end())
    return Error{element("objects", star->second) + ".name",
                 "\"*\" stands for every object in \"allowed\"; give the object another name"};
  if (allowed)
    if (Fault fault = read_allowed(*allowed, "allowed", false, out)) return fault;
  if (later)
    if (Fault fault = read_allowed(*later, "allowed_later", true, out)) return fault;
  sort_once(out.allowed_names);
  sort_once(out.allowed_everything);
  return std::nullopt;
}

// [{"bodies": ["a","b"], "allowed": false}]
Fault read_allowed_bodies(const Json& json, SceneDocument& out) {
  const std::string place = "allowed_bodies";
  if (!json.array()) return wrong_type(place, "a list", json);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
  for (std::size_t k = 0; k < json.array()->size(); ++k) {
    const Json& entry = (*json.array())[k];
    const std::string here = element(place, k), both = here + ".bodies";
    if (Fault fault = check_members(entry, here, {"bodies", "allowed"})) return fault;
    std::string a, b;
    WorldSnapshot::Pair pair;
    if (Fault fault = read_name_pair(*entry.find("bodies"), both, a, b)) return fault;
    if (Fault fault = find_object(a, element(both, 0), out, pair.a)) return fault;
    if (Fault fault = find_object(b, element(both, 1), out, pair.b)) return fault;
    if (Fault fault = read_flag(entry, "allowed", here, pair.allowed)) return fault;
    const auto [at, is_new] = known.emplace(std::minmax(pair.a, pair.b), k);
    if (!is_new) return Error{both, "is the pair of " + element(place, at->second)};
    out.allowed_bodies.push_back(pair);
  }
  return std::nullopt;
}

// [{"body": "cup", "by": "gripper", "pose": {…}}]: the pose in the holder's frame.
Fault read_held(const Json& json, SceneDocument& out) {
  if (!json.array()) return wrong_type("held", "a list", json);
  for (std::size_t k = 0; k < json.array()->size(); ++k) {
    const Json& entry = (*json.array())[k];
    const std::string here = element("held", k);
    if (Fault fault = check_members(entry, here, {"body", "by"}, {"pose"})) return fault;
    AttachmentSnapshot held;
    std::string name;
    if (Fault fault = read_text(*entry.find("body"), here + ".body", name)) return fault;
    if (Fault fault = find_object(name, here + ".body", out, held.held)) return fault;
    if (Fault fault = read_text(*entry.find("by"), here + ".by", name)) return fault;
    if (Fault fault = find_object(name, here + ".by", out, held.holder)) return fault;
    if (const Json* pose = entry.find("pose"))
      if (Fault fault = read_pose(*pose, here + ".pose", held.relative)) return fault;
    out.held.push_back(held);
  }
  return check_holders(out.held, out.objects.size(), "held");
}

}  // namespace

Fault check_holders(std::span<const AttachmentSnapshot> held, std::size_t bodies, const std::string& list) {
  constexpr std::uint32_t kNobody = 0xffffffffu;
  std::vector<std::uint32_t> holder(bodies, kNobody), seen_by(bodies, kNobody);
  for (std::size_t k = 0; k < held.size(); ++k) {
    if (holder[held[k].held] != kNobody)
      return Error{element(list, k), "its body is held already; a body has one holder"};
    holder[held[k].held] = held[k].holder;
  }
  for (std::uint32_t k = 0; k < held.size(); ++k)
    for (std::uint32_t at = held[k].held; at != kNobody; at = holder[at]) {
      if (seen_by[at] == k) return Error{element(list, k), "a body cannot be held by itself or by what it holds"};
      if (seen_by[at] != kNobody) break;  // from there the end was reached before
      seen_by[at] = k;
    }
  return std::nullopt;
}

Error no_such_object(const std::string& place, const std::string& name) {
  return {place, "no object is named \"" + printable(name) + "\""};
}

Fault read_name_pair(const Json& json, const std::string& place, std::string& a, std::string& b) {
  if (!json.array() || json.array()->size() != 2) return Error{place, "expected a list of two names"};
  if (Fault fault = read_text((*json.array())[0], element(place, 0), a)) return fault;
  return read_text((*json.array())[1], element(place, 1), b);
}

Fault read_document(const Json& json, ShapeReader& shapes, SceneDocument& out) {
  if (!json.object()) return wrong_type("", "an object", json);
  if (Fault fault = check_format(json)) return fault;
  if (Fault fault = check_members(json, "", {"format", "objects"},
                                  {"pairs", "interval", "allowed", "allowed_later", "allowed_bodies", "held"}))
    return fault;
  if (const Json* interval = json.find("interval"))
    if (Fault fault = read_interval(*interval, out.interval)) return fault;
  if (Fault fault = read_objects(*json.find("objects"), shapes, out)) return fault;
  if (Fault fault = read_all_allowed(json, out)) return fault;
  if (const Json* bodies = json.find("allowed_bodies"))
    if (Fault fault = read_allowed_bodies(*bodies, out)) return fault;
  out.pairs = json.find("pairs");
  const Json* held = json.find("held");
  return held ? read_held(*held, out) : std::nullopt;
}

}  // namespace clearance::detail
