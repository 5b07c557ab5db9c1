// Points as they are reported: each place and each pair of features once, in the world, with what they may be off by.
#include <clearance/contact/surfaces/piece_work.h>
#include <clearance/exact/approx.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace clearance::detail {
namespace {

class Report : PieceWork {
 public:
  explicit Report(const PieceWork& work) : PieceWork(work) {}

  void finish(Manifold& out) {
    auto& points = with_.points;
    sort_points();
    for (std::size_t first = 0, last; first < points.size(); first = last) {
      for (last = first; last < points.size() && points[last].patch == points[first].patch; ++last) {
      }
      leave_out_doubles(first, last);
      const PiecePatch& patch = with_.patches[points[first].patch];
      ContactPatch made;
      made.normal = in_.frame.turn * patch.normal;
      made.lower = made.upper = kInfiniteEnd;
      scratch_.points.clear();
      for (std::size_t k = first; k < last; ++k) {
        if (points[k].is_resolved) continue;
        scratch_.points.push_back(in_world(points[k], patch));
        made.lower = smaller(made.lower, scratch_.points.back().lower);
        made.upper = smaller(made.upper, scratch_.points.back().upper);
      }
      append_patch(ask_, made, scratch_, out);
    }
  }

 private:
  // Of points at one place the one with the least features; each pair of features once.
  void leave_out_doubles(std::size_t first, std::size_t last) {
    auto& points = with_.points;
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first),
               end = points.begin() + static_cast<std::ptrdiff_t>(last);
    const auto rank = [](const PiecePoint& p) {
      return std::tuple(static_cast<int>(p.feature_a.kind) + static_cast<int>(p.feature_b.kind), p.feature_a.kind,
                        p.feature_a.first, p.feature_a.second, p.feature_b.first, p.feature_b.second);
    };
    std::sort(begin, end, [](const PiecePoint& p, const PiecePoint& q) {
      return std::tie(p.a.x, p.a.y, p.a.z, p.b.x, p.b.y, p.b.z) < std::tie(q.a.x, q.a.y, q.a.z, q.b.x, q.b.y, q.b.z);
    });
    const double near = 4 * slack_;
    for (auto p = begin; p != end; ++p)
      for (auto q = p + 1; q != end && q->a.x - p->a.x <= near; ++q) {
        if (p->is_resolved || q->is_resolved) continue;
        if (!is_within(q->a - p->a, near) || !is_within(q->b - p->b, near)) continue;
        (rank(*p) <= rank(*q) ? *q : *p).is_resolved = true;
      }
    const auto name = [](const PiecePoint& p) {
      return std::tuple(p.is_resolved, p.feature_a.kind, p.feature_a.first, p.feature_a.second, p.feature_b.kind,
                        p.feature_b.first, p.feature_b.second, p.gap);
    };
    std::sort(begin, end, [&](const PiecePoint& p, const PiecePoint& q) { return name(p) < name(q); });
    for (auto p = begin; p != end && p + 1 != end; ++p) {
      const auto q = p + 1;
      // Two crossings of an edge with a face are two places.
      if (!q->is_resolved && p->feature_a == q->feature_a && p->feature_b == q->feature_b &&
          (p->feature_a.kind == Feature::Vertex || p->feature_b.kind == Feature::Vertex ||
           (p->feature_a.kind == Feature::Edge && p->feature_b.kind == Feature::Edge)))
        q->gap = p->gap, q->is_resolved = true;
    }
  }

  Vec3 world(Vec3 place) const { return in_.frame.origin + in_.frame.turn * (1 / in_.frame.scale * place); }

  ContactPoint in_world(const PiecePoint& point, const PiecePatch& patch) const {
    const Vec3 n = patch.normal;
    const double unit = 1 / in_.frame.scale;
    const Vec3 a = point.a + in_.radius_a * n, b = point.b - in_.radius_b * n;
    ContactPoint made;
    made.a = world(a), made.b = world(b);
    made.feature_a = point.feature_a, made.feature_b = point.feature_b;
    const double gap = point.gap - radius_;
    // What the two places lack to be apart by gap·n; what rounding loses, on the way to the world, too.
    const double rest = norm_max((b - a) - gap * n) * 2 + patch.tilt * std::fabs(point.gap);
    const double rounding = 8 * kUnit * (norm_max(made.a) + norm_max(made.b)) +
                            unit * (32 * kUnit * (norm_one(a) + norm_one(b) + std::fabs(gap)));
    const double off = point.off + rest + 4 * kUnit * (std::fabs(gap) + 2 * radius_);
    made.lower = unit * (gap - off), made.upper = unit * (gap + off);
    made.error = unit * (off + 2 * slack_) + rounding;
    return made;
  }
};

}  // namespace

void report_patches(const PieceWork& work, Manifold& out) { Report(work).finish(out); }

}  // namespace clearance::detail
