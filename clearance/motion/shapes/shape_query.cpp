// The doors of query.h for bodies of any kind.
#include <clearance/motion/convex_search.h>
#include <clearance/motion/half_space/half_space_motion.h>
#include <clearance/motion/motion_input.h>
#include <clearance/motion/query.h>
#include <clearance/motion/shapes/shape_inside.h>
#include <clearance/motion/shapes/shape_interference.h>
#include <clearance/motion/shapes/shape_reference.h>
#include <clearance/motion/shapes/shape_search.h>
#include <clearance/motion/shapes/shape_timeline.h>
#include <clearance/motion/spin_interference.h>

#include <limits>
#include <utility>
#include <variant>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A touch has a simplex in it; of two triangles nothing but their numbers is needed.
void set_certificate(FirstContact& result, bool are_triangles) {
  Certificate& certificate = result.contact;
  if (are_triangles &&
      (certificate.kind == Certificate::Kind::Simplex || certificate.kind == Certificate::Kind::Touch)) {
    certificate = {};
    certificate.kind = Certificate::Kind::Triangles;
    certificate.mesh.triangle_a = result.triangle_a, certificate.mesh.triangle_b = result.triangle_b;
  }
  if (certificate.kind == Certificate::Kind::Touch) certificate.kind = Certificate::Kind::Simplex;
}

class ShapeContactSearch {
 public:
  ShapeContactSearch(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Interval interval,
                     const MotionOptions& options, double width)
      : pieces_a_(a),
        pieces_b_(b),
        question_{pieces_a_, pieces_b_, motion_a, motion_b, interval, options.margin, width},
        options_(options),
        patience_(options) {}

  FirstContact run() {
    const bool is_reference = options_.method == MotionMethod::Features;
    result_.decided_by = is_reference ? MotionMethod::Features : MotionMethod::Advancement;
    // Under an angular velocity where things are is known nearly: enough, where surfaces have been shown to be apart.
    const bool is_exact = is_rational(question_.motion_a) && is_rational(question_.motion_b);
    if (is_exact && is_inside()) return std::move(result_);
    if (is_reference) return run_reference();
    ShapeSearch search(question_, options_, patience_);
    switch (search.run()) {
      case ShapeSearch::Outcome::Clear:
        set_clear();
        break;
      case ShapeSearch::Outcome::OutOfPatience:
        set_undecided(search.clear_until());
        break;
      case ShapeSearch::Outcome::Contact:
        set_contact(search.contact());
    }
    if (!is_exact && result_.lower > question_.interval.begin) is_inside();
    result_.instants = patience_.used();
    return std::move(result_);
  }

 private:
  FirstContact run_reference();
  void set_clear() {
    result_.status = MotionStatus::Clear;
    result_.lower = result_.upper = kInfinity;
  }
  void set_undecided(double clear_until) {
    result_.status = MotionStatus::Undecided;
    result_.lower = clear_until, result_.upper = kInfinity;
  }
  bool is_inside();
  void set_contact(ElementContact& contact);

  const ShapePieces pieces_a_, pieces_b_;
  const ShapeQuestion question_;
  const MotionOptions& options_;
  MotionPatience patience_;
  FirstContact result_;
};

// All pairs of elements, for comparison.
FirstContact ShapeContactSearch::run_reference() {
  ElementContact first;
  switch (first_contact_of_elements(question_, options_, patience_, first)) {
    case ShapeSearch::Outcome::Clear:
      set_clear();
      break;
    case ShapeSearch::Outcome::OutOfPatience:
      set_undecided(question_.interval.begin);
      break;
    case ShapeSearch::Outcome::Contact:
      set_contact(first);
  }
  result_.instants = patience_.used();
  return std::move(result_);
}

// A body in a solid at the beginning: what shows it is a vertex.
bool ShapeContactSearch::is_inside() {
  const double begin = question_.interval.begin;
  const std::optional<VertexInside> found = find_inside_at(question_, begin);
  if (!found) return false;
  const MotionMethod decided_by = result_.decided_by;
  result_ = {};
  result_.decided_by = decided_by;
  result_.status = MotionStatus::Already;
  result_.lower = result_.upper = begin;
  result_.contact.kind = Certificate::Kind::Inside;
  result_.contact.mesh.inside_of = found->of;
  result_.contact.mesh.vertex = found->vertex;
  result_.part_a = found->part_a, result_.part_b = found->part_b;
  return true;
}

void ShapeContactSearch::set_contact(ElementContact& contact) {
  result_ = std::move(contact.first);
  result_.timeline = {};  // of the elements, until then; that of the bodies is made on demand
  result_.part_a = pieces_a_.part_id(contact.a), result_.part_b = pieces_b_.part_id(contact.b);
  result_.triangle_a = pieces_a_.triangle_id(contact.a), result_.triangle_b = pieces_b_.triangle_id(contact.b);
  if (result_.status == MotionStatus::Already && result_.lower > question_.interval.begin)
    result_.status = MotionStatus::Contact;
  set_certificate(result_, contact.a.kind == Piece::Kind::Triangle && contact.b.kind == Piece::Kind::Triangle);
}

Result<FirstContact> ask(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                         Interval interval, const MotionOptions& options, double share) {
  if (const std::optional<Error> fault = fault_of(motion_a, motion_b, interval, options)) return *fault;
  if (is_added(options.method)) return ask_added(a, motion_a, b, motion_b, interval, options);
  const double width = share * (interval.end - interval.begin);
  const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b);
  if (convex_a != nullptr && convex_b != nullptr)
    return first_contact_within(*convex_a, motion_a, *convex_b, motion_b, interval, options, width);
  if (is_half_space(a) || is_half_space(b))
    return half_space_first_contact(a, motion_a, b, motion_b, interval, options, width);
  return ShapeContactSearch(a, motion_a, b, motion_b, interval, options, width).run();
}

}  // namespace

Result<FirstContact> first_contact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                   Interval interval, const MotionOptions& options) {
  return ask(a, motion_a, b, motion_b, interval, options, options.width);
}

Result<FirstContact> clear_throughout(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                      Interval interval, const MotionOptions& options) {
  return ask(a, motion_a, b, motion_b, interval, options, 1);
}

Result<Interference> interference(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                  Interval interval, const MotionOptions& options) {
  if (const std::optional<Error> fault = fault_of(motion_a, motion_b, interval, options)) return *fault;
  if (const std::optional<Error> fault = fault_of_added(options)) return *fault;
  const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b);
  if (convex_a != nullptr && convex_b != nullptr)
    return interference(*convex_a, motion_a, *convex_b, motion_b, interval, options);
  if (is_half_space(a) || is_half_space(b)) return half_space_interference(a, motion_a, b, motion_b, interval, options);
  const ShapePieces pieces_a(a), pieces_b(b);
  const double width = options.width * (interval.end - interval.begin);
  const ShapeQuestion question{pieces_a, pieces_b, motion_a, motion_b, interval, options.margin, width};
  MotionPatience patience(options);
  if (!is_rational(motion_a) || !is_rational(motion_b)) return spin_interference(question, options, patience);
  if (options.method == MotionMethod::Features) return interference_of_elements(question, patience);
  return ShapeSweep(question, options, patience).run();
}

Result<std::optional<Timeline>> separation_timeline(const Shape& a, const Motion& motion_a, const Shape& b,
                                                    const Motion& motion_b, Interval interval,
                                                    const MotionOptions& options) {
  if (const std::optional<Error> fault = fault_of(motion_a, motion_b, interval, options)) return *fault;
  const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b);
  if (convex_a != nullptr && convex_b != nullptr) {
    FirstContact found = first_contact_within(*convex_a, motion_a, *convex_b, motion_b, interval, options,
                                              interval.end - interval.begin);
    if (!found.is_clear() || found.timeline.spans.empty()) return std::optional<Timeline>();
    return std::optional<Timeline>(std::move(found.timeline));
  }
  if (is_half_space(a) || is_half_space(b)) {
    const Result<FirstContact> found =
        half_space_first_contact(a, motion_a, b, motion_b, interval, options, interval.end - interval.begin);
    if (!found) return found.error();
    if (!found->is_clear()) return std::optional<Timeline>();
    return std::optional<Timeline>(found->timeline);
  }
  const ShapePieces pieces_a(a), pieces_b(b);
  const ShapeQuestion question{pieces_a, pieces_b, motion_a, motion_b, interval, options.margin, 0};
  MotionPatience patience(options);
  if (find_inside_at(question, interval.begin)) return std::optional<Timeline>();
  return shape_timeline(question, options, patience);
}

MotionClaim claim_of(const FirstContact& result, const Shape& a, const Motion& motion_a, const Shape& b,
                     const Motion& motion_b, Interval interval, const MotionOptions& options) {
  MotionClaim claim = claim_of(result);
  const double until = result.is_clear() ? interval.end : result.lower;
  const bool needs_none = result.status == MotionStatus::Already || result.status == MotionStatus::NotAsked;
  if (!claim.timeline.spans.empty() || needs_none || !(until >= interval.begin)) return claim;
  const auto show_until = [&](double time) {
    Result<std::optional<Timeline>> shown =
        separation_timeline(a, motion_a, b, motion_b, {interval.begin, time}, options);
    if (!shown || !*shown) return false;
    claim.timeline = **std::move(shown);
    return true;
  };
  if (show_until(until) || result.status != MotionStatus::Contact) return claim;
  // So shortly before contact no plane of doubles may do; the bracket need not be that narrow.
  const double earlier = result.upper - 0.99 * options.width * (interval.end - interval.begin);
  if (earlier < until && earlier > interval.begin && show_until(earlier)) claim.lower = earlier;
  return claim;
}

}  // namespace clearance
