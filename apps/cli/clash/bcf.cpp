// Notation: elements come in the order in which the schemas of BCF 2.1 have them (markup, visinfo, project, version).
#include "bcf.h"

#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/zip/zip_writer.h>

#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "guid.h"

namespace clearance::cli {
using namespace detail;
namespace {

// Random, made once: below it the identifiers of projects, topics and parts.
constexpr Uuid kOurs = {0x2f, 0x0e, 0x6a, 0x5c, 0x91, 0x3b, 0x4d, 0x47, 0xa8, 0x1e, 0x55, 0xc0, 0x7b, 0x9d, 0x12, 0xe4};
constexpr std::size_t kMostTopics = 32766;
constexpr double kFieldOfView = 60;  // degrees; the schema allows 45 to 60
constexpr const char* kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

Uuid uuid_of(std::string_view kind, const std::string& name) {
  return name_uuid(kOurs, std::string(kind) + ":" + name);
}

// ---- Texts of XML
// ------------------------------------------------------------------------------------------------------

// How long the character at the head of a text is; what is not UTF-8 is taken byte by byte.
std::size_t head_length(std::string_view text) {
  for (std::size_t length = 1; length <= 4 && length <= text.size(); ++length)
    if (is_utf8(text.substr(0, length))) return length;
  return 1;
}

// Whether XML 1.0 may hold that character.
bool is_allowed(std::string_view character) {
  if (character.size() == 1)
    return is_utf8(character) && (static_cast<unsigned char>(character[0]) >= 0x20 ||
                                  std::string_view("\t\n\r").find(character[0]) != std::string_view::npos);
  return character != "\xef\xbf\xbe" && character != "\xef\xbf\xbf";  // U+FFFE, U+FFFF
}

std::string xml_text(std::string_view text) {
  // Blanks, too: an attribute would read them as spaces, and any text "\r" as a line end.
  static constexpr std::pair<std::string_view, std::string_view> kWritten[] = {
      {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"\t", "&#9;"}, {"\n", "&#10;"}, {"\r", "&#13;"}};
  std::string out;
  while (!text.empty()) {
    const std::string_view head = text.substr(0, head_length(text));
    text.remove_prefix(head.size());
    std::string_view written = is_allowed(head) ? head : "\xef\xbf\xbd";
    for (const auto& [character, reference] : kWritten)
      if (head == character) written = reference;
    out += written;
  }
  return out;
}

std::string element_text(const char* name, const std::string& text) {
  return "<" + std::string(name) + ">" + xml_text(text) + "</" + name + ">";
}

std::string optional_element(const char* name, const std::string& text) {
  return text.empty() ? "" : "    " + element_text(name, text) + "\n";
}

std::string vector_text(const char* name, Vec3 v) {
  return "    <" + std::string(name) + "><X>" + double_text(v.x) + "</X><Y>" + double_text(v.y) + "</Y><Z>" +
         double_text(v.z) + "</Z></" + name + ">\n";
}

// ---- One topic
// ---------------------------------------------------------------------------------------------------------

std::string part_guid(const std::string& name) {
  std::string_view last = name;
  last = last.substr(last.rfind('/') + 1);  // npos + 1 is 0
  for (const std::string_view own : {last, last.substr(0, last.rfind('.'))})
    if (is_ifc_guid(own)) return std::string(own);
  return ifc_guid(uuid_of("part", name));
}

std::string components_text(const std::vector<std::string>& names, const char* indent) {
  std::string out;
  for (const std::string& name : names)
    out += std::string(indent) + "<Component IfcGuid=\"" + part_guid(name) + "\">" +
           element_text("OriginatingSystem", "Clearance") + element_text("AuthoringToolId", name) + "</Component>\n";
  return out;
}

std::string color_text(const char* color, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  return "      <Color Color=\"" + std::string(color) + "\">\n" + components_text(names, "        ") +
         "      </Color>\n";
}

// From above and aside, as far away as it takes for a ball of that radius to be seen whole.
std::string camera_text(Vec3 place, double radius) {
  const Vec3 forward = {-0.48, 0.64, -0.6};
  const Vec3 up = {-0.36, 0.48, 0.8};  // perpendicular to it
  const double away = radius / std::sin(kFieldOfView / 2 * (3.14159265358979323846 / 180));
  return "  <PerspectiveCamera>\n" + vector_text("CameraViewPoint", place - away * forward) +
         vector_text("CameraDirection", forward) + vector_text("CameraUpVector", up) + "    <FieldOfView>" +
         double_text(kFieldOfView) + "</FieldOfView>\n  </PerspectiveCamera>\n";
}

std::string viewpoint_text(const BcfFile& file, const BcfTopic& topic, const std::string& guid) {
  return kHead + ("<VisualizationInfo Guid=\"" + guid) + "\">\n  <Components>\n    <Selection>\n" +
         components_text(topic.red, "      ") + components_text(topic.blue, "      ") +
         "    </Selection>\n    <Visibility DefaultVisibility=\"true\"/>\n    <Coloring>\n" +
         color_text("E6002D", topic.red) + color_text("0064E6", topic.blue) + "    </Coloring>\n  </Components>\n" +
         camera_text(file.metres_per_unit * topic.place, file.metres_per_unit * topic.radius) +
         "</VisualizationInfo>\n";
}

std::string markup_text(const BcfFile& file, const BcfTopic& topic, std::size_t index, const std::string& guid,
                        const std::string& viewpoint) {
  std::string out = kHead + ("<Markup>\n  <Topic Guid=\"" + guid) + "\" TopicType=\"Clash\" TopicStatus=\"" +
                    xml_text(topic.status) + "\">\n    " + element_text("Title", topic.title) + "\n" +
                    optional_element("Priority", topic.priority) + "    <Index>" + std::to_string(index) + "</Index>\n";
  for (const std::string& label : topic.labels) out += "    " + element_text("Labels", label) + "\n";
  return out + "    " + element_text("CreationDate", file.date) + "\n    " +
         element_text("CreationAuthor", file.author) + "\n" + optional_element("Description", topic.description) +
         "  </Topic>\n  <Viewpoints Guid=\"" + viewpoint +
         "\"><Viewpoint>viewpoint.bcfv</Viewpoint></Viewpoints>\n</Markup>\n";
}

std::string project_text(const BcfFile& file) {
  return kHead + ("<ProjectExtension>\n  <Project ProjectId=\"" + uuid_text(uuid_of("project", file.project))) + "\">" +
         element_text("Name", file.project) +
         "</Project>\n  <ExtensionSchema></ExtensionSchema>\n</ProjectExtension>\n";
}

// ---- What is refused
// ---------------------------------------------------------------------------------------------------

// YYYY-MM-DDThh:mm:ssZ, each number in its range.
bool is_date(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  if (text.size() != kForm.size()) return false;
  for (std::size_t k = 0; k < kForm.size(); ++k)
    if (kForm[k] == '0' ? text[k] < '0' || text[k] > '9' : text[k] != kForm[k]) return false;
  const auto number = [&](std::size_t k) { return 10 * (text[k] - '0') + (text[k + 1] - '0'); };
  const int month = number(5), day = number(8);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && number(11) <= 23 && number(14) <= 59 && number(17) <= 59;
}

std::optional<Error> fault_of(const BcfFile& file) {
  if (file.author.empty()) return Error{"author", "is empty; a topic needs one"};
  if (!is_date(file.date)) return Error{"date", "expected one like 2026-11-19T12:00:00Z"};
  if (!(file.metres_per_unit > 0 && std::isfinite(file.metres_per_unit)))
    return Error{"metres_per_unit", "must be above 0 and finite"};
  if (file.topics.size() > kMostTopics)
    return Error{"topics", "more than " + std::to_string(kMostTopics) + "; a file holds no more", ErrorCode::TooMany};
  return std::nullopt;
}

std::optional<Error> fault_of(const BcfFile& file, const BcfTopic& topic, const std::string& place) {
  if (topic.identity.empty()) return Error{place + ".identity", "is empty"};
  if (topic.title.empty()) return Error{place + ".title", "is empty"};
  if (topic.red.empty() && topic.blue.empty()) return Error{place, "has no parts; a topic needs one"};
  if (!(topic.radius > 0)) return Error{place + ".radius", "must be above 0"};
  if (!is_coordinate(file.metres_per_unit * topic.place) || !(file.metres_per_unit * topic.radius <= kMaxCoordinate))
    return Error{place, "is beyond 1e300 metres"};
  return std::nullopt;
}

}  // namespace

Result<std::string> bcf_bytes(const BcfFile& file) {
  if (std::optional<Error> error = fault_of(file)) return *error;
  std::vector<ZipEntry> entries;
  entries.push_back({"bcf.version", kHead + std::string("<Version VersionId=\"2.1\">"
                                                        "<DetailedVersion>2.1</DetailedVersion></Version>\n")});
  entries.push_back({"project.bcfp", project_text(file)});
  std::map<std::string, std::size_t> known;
  for (std::size_t k = 0; k < file.topics.size(); ++k) {
    const BcfTopic& topic = file.topics[k];
    const std::string place = element("topics", k);
    if (std::optional<Error> error = fault_of(file, topic, place)) return *error;
    const auto [twin, is_new] = known.emplace(topic.identity, k);
    if (!is_new) return Error{place + ".identity", "is that of " + element("topics", twin->second)};
    const std::string guid = uuid_text(uuid_of("topic", topic.identity)),
                      viewpoint = uuid_text(uuid_of("viewpoint", topic.identity));
    entries.push_back({guid + "/markup.bcf", markup_text(file, topic, k, guid, viewpoint)});
    entries.push_back({guid + "/viewpoint.bcfv", viewpoint_text(file, topic, viewpoint)});
  }
  return zip_archive(entries);
}

Result<std::string> write_bcf(const std::string& path, const BcfFile& file) {
  const Result<std::string> bytes = bcf_bytes(file);
  if (!bytes) return bytes.error().within(path);
  return write_file(path, *bytes);
}

}  // namespace clearance::cli
