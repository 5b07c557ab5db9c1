#include "page_document.h"

#include <clearance/io/file.h>
#include <clearance/io/number.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <system_error>

#include "../each_pair.h"
#include "../output.h"
#include "../progress.h"
#include "page_scene.h"
#include "page_text.h"
#include "viewer_template.h"

namespace clearance::cli {
using namespace detail;
namespace {

constexpr std::string_view kMarker = "<!--clearance:data-->";
constexpr std::size_t kMostCandidates = 20'000;

std::string file_name_of(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  if (end == std::string::npos) return path;
  const std::size_t slash = path.rfind('/', end);
  return path.substr(slash == std::string::npos ? 0 : slash + 1,
                     end - (slash == std::string::npos ? 0 : slash + 1) + 1);
}

// JSON has no infinity, and a page no use for one.
std::string finite_text(double value) {
  constexpr double kMost = std::numeric_limits<double>::max();
  return double_text(value >= kMost ? kMost : value > -kMost ? value : -kMost);
}

std::string point_text(Vec3 p) {
  return "[" + finite_text(p.x) + "," + finite_text(p.y) + "," + finite_text(p.z) + "]";
}

// To a hundred-thousandth of the box's size, outward: more digits would be half of what a page of many bodies says.
std::string box_text(const Box& box) {
  const double size = norm_max(box.high - box.low), reach = larger(norm_max(box.low), norm_max(box.high));
  if (!(size >= 1e-6 && reach <= 1e9)) return "[" + point_text(box.low) + "," + point_text(box.high) + "]";
  const double digits = std::max(0.0, 5 - std::floor(std::log10(size)));
  const double unit = std::pow(10, -digits);
  std::string out;
  for (const double side : {-1.0, 1.0}) {
    const Vec3 corner = side < 0 ? box.low : box.high;
    out += side < 0 ? "[[" : "],[";
    for (int k = 0; k < 3; ++k)
      out += fmt::format("{}{:.{}f}", k > 0 ? "," : "", corner[k] + side * unit, static_cast<int>(digits));
  }
  return out + "]]";
}

template <class List, class Text>
std::string list_of(const List& list, Text text) {
  std::string out = "[";
  for (const auto& item : list) out += (out.size() > 1 ? "," : "") + text(item);
  return out + "]";
}

// Of a half-space, which has no box, the point of its plane that is nearest to the middle of all others.
Box spot_of(const HalfSpace& space, const Pose& pose, Vec3 middle) {
  const Result<Pose> back = inverse(pose);
  const Vec3 n = space.normal();
  const double scale = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
  const Vec3 unit = (1 / scale) * n;
  const double offset = space.offset() / scale;
  const Vec3 local = back ? apply(*back, middle) : Vec3{};
  const Vec3 foot = apply(pose, local - ((dot(unit, local) - offset) / dot(unit, unit)) * unit);
  return is_finite(foot) ? Box{foot, foot} : Box{};
}

class Boxes {
 public:
  explicit Boxes(const Scene& scene) : boxes_(scene.objects.size(), kNoBox) {
    for_each_pair(boxes_.size(), 64, [&](std::size_t k) {
      const SceneObject& object = scene.objects[k];
      if (!object.half_space())
        boxes_[k] = grown(world_box(object.shape, object.pose), object.is_padded_mesh() ? object.padding : 0);
    });
    find_candidates();
    Box all = kNoBox;
    for (const Box& box : boxes_) all = united(all, box);
    const Vec3 middle = is_box(all) ? 0.5 * all.low + 0.5 * all.high : Vec3{};
    for (std::size_t k = 0; k < boxes_.size(); ++k)
      if (const HalfSpace* space = scene.objects[k].half_space())
        boxes_[k] = spot_of(*space, scene.objects[k].pose, is_finite(middle) ? middle : Vec3{});
  }

  std::string text() const { return list_of(boxes_, box_text); }
  // Null where they are too many to be drawn.
  const std::vector<BoxPair>* candidates() const { return candidates_ ? &*candidates_ : nullptr; }

 private:
  void find_candidates() {
    std::vector<Box> boxes;
    std::vector<std::uint32_t> objects;
    for (std::uint32_t k = 0; k < boxes_.size(); ++k)
      if (is_box(boxes_[k])) boxes.push_back(boxes_[k]), objects.push_back(k);
    std::vector<BoxPair> found;
    visit_overlapping_boxes(boxes, [&](std::span<const BoxPair> pairs) {
      for (const auto& [a, b] : pairs) found.push_back({objects[a], objects[b]});
      return found.size() <= kMostCandidates;
    });
    if (found.size() > kMostCandidates) return;
    std::sort(found.begin(), found.end());
    candidates_ = std::move(found);
  }

  std::vector<Box> boxes_;
  std::optional<std::vector<BoxPair>> candidates_;
};

std::string statistic_text(const Statistic& statistic) {
  return "{\"label\":" + page_string(statistic.label) + ",\"value\":" + page_string(statistic.value) + "}";
}

std::vector<Statistic> statistics_of(const Scene& scene, const PageScene& shown, const Boxes& boxes) {
  std::vector<Statistic> statistics{{"bodies", fmt::format("{}", scene.objects.size())},
                                    {"triangles", fmt::format("{}", shown.triangles_shown())}};
  if (shown.arrays().triangle_count() < shown.triangles_shown())
    statistics.push_back({"triangles in this page", fmt::format("{}", shown.arrays().triangle_count())});
  statistics.push_back({"pairs asked about", fmt::format("{}", scene.pair_count())});
  const std::vector<BoxPair>* candidates = boxes.candidates();
  statistics.push_back({"pairs of boxes that overlap", candidates ? fmt::format("{}", candidates->size())
                                                                  : fmt::format("more than {}", kMostCandidates)});
  return statistics;
}

std::string extras_text(const PageContent& content, const PageOptions& options, const PageScene& shown) {
  const Scene& scene = content.scene;
  const Boxes boxes(scene);
  std::vector<std::string> notices = content.notices;
  notices.insert(notices.end(), content.result.notices.begin(), content.result.notices.end());
  if (!shown.left_out().empty())
    notices.push_back(
        fmt::format("{} of {} bodies {} shown as {}, since there was room for {} triangles; view --all takes them all.",
                    shown.left_out().size(), scene.objects.size(), shown.left_out().size() == 1 ? "is" : "are",
                    shown.left_out().size() == 1 ? "a box" : "boxes", options.most_triangles));
  if (const std::optional<std::string> remark = shown.filter_remark()) notices.push_back(*remark);
  std::vector<Statistic> statistics = statistics_of(scene, shown, boxes);
  statistics.insert(statistics.end(), content.result.statistics.begin(), content.result.statistics.end());

  std::string out = "{\"format\":\"clearance-page-1\"";
  out += ",\n\"title\":" + page_string(file_name_of(scene.name));
  out += ",\n\"program\":" + page_string("clearance " CLEARANCE_VERSION);
  out += ",\n\"made_by\":" + page_string(options.made_by);
  out += ",\n\"arrays\":" + shown.arrays().table();
  out += ",\n\"boxes\":" + boxes.text();
  if (const std::vector<BoxPair>* candidates = boxes.candidates())
    out += ",\n\"candidates\":" +
           list_of(*candidates, [](const BoxPair& pair) { return fmt::format("[{},{}]", pair.a, pair.b); });
  out += ",\n\"left_out\":" +
         list_of(shown.left_out(), [&](std::uint32_t object) { return page_string(scene.objects[object].name); });
  out += ",\n\"notices\":" + list_of(notices, [](const std::string& notice) { return page_string(notice); });
  out += ",\n\"statistics\":" + list_of(statistics, statistic_text);
  out += ",\n\"sweeps\":[],\n\"traces\":" + content.traces;
  return out + "}\n";
}

// Whether two names are of one file that is there.
bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code unknown;
  return std::filesystem::equivalent(a, b, unknown) && !unknown;
}

}  // namespace

std::string page_data(const PageContent& content, const PageOptions& options) {
  const PageScene shown(content.scene, content.result.objects, options.most_triangles);
  std::string out = json_element("clearance-scene", in_element(shown.text()));
  if (!content.result.text.empty()) out += json_element("clearance-result", in_element(content.result.text));
  out += json_element("clearance-page", in_element(extras_text(content, options, shown)));
  return out + bytes_element("clearance-arrays", shown.arrays().bytes());
}

std::optional<Error> unwritable_page(const std::string& file, const std::vector<std::string>& read) {
  if (file.empty()) return std::nullopt;
  if (viewer_template().empty())
    return Error{printable(file), "this program was built without the page; build it again where node is installed"};
  for (const std::string& name : read)
    if (is_same_file(file, name)) return Error{printable(file), "is what is read; give the page another name"};
  return unwritable(file);
}

Result<std::uint64_t> write_page(const PageContent& content, const PageOptions& options) {
  const Progress progress("writing " + one_line(options.file));
  const std::string_view page = viewer_template();
  const std::size_t marker = page.find(kMarker);
  if (marker == std::string_view::npos)
    return Error{printable(options.file), "this program's page has no place for data"};
  std::string text(page.substr(0, marker));
  text += page_data(content, options);
  text += page.substr(marker + kMarker.size());
  const Result<std::string> written = write_file(options.file, text);
  if (!written) return written.error();
  return std::uint64_t{text.size()};
}

std::optional<Error> write_report(const Input& input, PageResult result, const PageOptions& options) {
  const Result<std::uint64_t> written = write_page({input.scene, std::move(result), "[]", remarks_on(input)}, options);
  return written ? std::nullopt : std::optional(written.error());
}

}  // namespace clearance::cli
