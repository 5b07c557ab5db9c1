// Faces that look at each other: the corners of what they have in common, seen along the normal of one of them.
#include <clearance/contact/surfaces/piece_work.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace clearance::detail {
namespace {

class FacingFaces : PieceWork {
 public:
  explicit FacingFaces(const PieceWork& work) : PieceWork(work) {}

  void clip_all() {
    std::vector<FacingPair>& facing = with_.facing;
    std::sort(facing.begin(), facing.end(), [](const FacingPair& x, const FacingPair& y) {
      return std::tie(x.face_a, x.face_b, x.of) < std::tie(y.face_a, y.face_b, y.of);
    });
    for (std::size_t k = 0; k < facing.size();) {
      const FacingPair pair = facing[k];
      bool is_normal[2] = {false, false};
      for (; k < facing.size() && facing[k].face_a == pair.face_a && facing[k].face_b == pair.face_b; ++k)
        is_normal[facing[k].of] = true;
      clip_along_better(pair.face_a, pair.face_b, is_normal);
    }
  }

 private:
  // Along the normal of one of the faces: where either would do, that along which they are less deep.
  void clip_along_better(std::uint32_t fa, std::uint32_t fb, const bool (&is_normal)[2]) {
    constexpr double kOpposite = 1 - 1e-15;
    const std::size_t first = with_.points.size();
    const bool are_opposite = std::fabs(dot(a_.faces()[fa].normal, b_.faces()[fb].normal)) >= kOpposite;
    int of = is_normal[1] ? 1 : 0;
    Vec3 n = clip(fa, fb, of);
    if (is_normal[0] && is_normal[1] && !are_opposite) {
      const std::size_t middle = with_.points.size();
      const Vec3 other = clip(fa, fb, 0);
      const auto least = [&](std::size_t from, std::size_t to) {
        double gap = kInfiniteEnd;
        for (std::size_t k = from; k < to; ++k) gap = smaller(gap, with_.points[k].gap);
        return from == to ? -kInfiniteEnd : gap;
      };
      if (least(middle, with_.points.size()) > least(first, middle) + slack_) {
        with_.points.erase(with_.points.begin() + static_cast<std::ptrdiff_t>(first),
                           with_.points.begin() + static_cast<std::ptrdiff_t>(middle));
        of = 0, n = other;
      } else {
        with_.points.resize(middle);
      }
    }
    if (with_.points.size() == first) return;
    // Of its own until what is deep elsewhere on these faces is left out.
    const std::uint32_t patch = face_patch(of, of == 0 ? fa : fb, n);
    for (std::size_t k = first; k < with_.points.size(); ++k) {
      with_.points[k].patch = patch;
      with_.patches[patch].gap = smaller(with_.patches[patch].gap, with_.points[k].gap);
    }
  }

  // Each corner of what both faces have in common, seen along the normal of one of them.
  Vec3 clip(std::uint32_t fa, std::uint32_t fb, int of) {
    Vec3 n = of == 0 ? a_.faces()[fa].normal : -b_.faces()[fb].normal;
    if (of == 0 && a_.is_two_sided() && dot(n, b_.faces()[fb].normal) > 0 && !b_.is_two_sided()) n = -n;
    if (of == 1 && b_.is_two_sided() && dot(n, a_.faces()[fa].normal) < 0 && !a_.is_two_sided()) n = -n;
    if (a_.is_two_sided() && b_.is_two_sided()) n = side_between(fa, fb, n);
    const std::size_t first = with_.points.size();
    const auto take = [&](PiecePoint& point) {
      if (point.gap > highest_ || point.gap < lowest_) return;
      point.face_a = fa, point.face_b = fb;
      with_.points.push_back(point);
    };
    for (const int whose : {0, 1}) {
      const SurfacePiece &piece = whose == 0 ? a_ : b_, &other = whose == 0 ? b_ : a_;
      const PieceFace& face = piece.faces()[whose == 0 ? fa : fb];
      for (std::uint32_t t = face.first; t < face.first + face.count; ++t) {
        const PieceTriangle& triangle = piece.triangles()[t];
        for (int k = 0; k < 3; ++k) {
          if ((triangle.corners >> k & 1) == 0) continue;
          PiecePoint point;
          if (!find_under(other, whose == 0 ? fb : fa, triangle.corner[k], whose == 0 ? n : -n, 1 - whose, point))
            continue;
          (whose == 0 ? point.feature_a : point.feature_b) = vertex_feature(triangle.vertex[k]);
          take(point);
        }
      }
    }
    const PieceFace &face_a = a_.faces()[fa], &face_b = b_.faces()[fb];
    for (std::uint32_t s = face_a.first; s < face_a.first + face_a.count; ++s) {
      const PieceTriangle& p = a_.triangles()[s];
      if (p.bent == 0) continue;
      for (std::uint32_t t = face_b.first; t < face_b.first + face_b.count; ++t) {
        const PieceTriangle& q = b_.triangles()[t];
        if (q.bent == 0) continue;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            if ((p.bent >> i & 1) != 0 && (q.bent >> j & 1) != 0) cross_sides(p, i, q, j, n, take);
      }
    }
    leave_out_blocked(first);
    return n;
  }

  Vec3 side_between(std::uint32_t fa, std::uint32_t fb, Vec3 n) const {
    const Vec3 from = a_.triangles()[a_.faces()[fa].first].corner[0],
               to = b_.triangles()[b_.faces()[fb].first].corner[0];
    return dot(n, to - from) < 0 ? -n : n;
  }

  template <class Take>
  void cross_sides(const PieceTriangle& p, int i, const PieceTriangle& q, int j, Vec3 n, const Take& take) const {
    const int i2 = i == 2 ? 0 : i + 1, j2 = j == 2 ? 0 : j + 1;
    const Vec3 from_p = p.corner[i], from_q = q.corner[j];
    PiecePoint point;
    if (!find_crossing(from_p, p.corner[i2] - from_p, from_q, q.corner[j2] - from_q, n, point)) return;
    const auto name = [&](const PieceTriangle& t, int k, int l, Vec3 at) {
      for (const int end : {k, l})
        if ((t.corners >> end & 1) != 0 && is_within(at - t.corner[end], slack_)) return vertex_feature(t.vertex[end]);
      return edge_feature(t.vertex[k], t.vertex[l]);
    };
    point.feature_a = name(p, i, i2, point.a);
    point.feature_b = name(q, j, j2, point.b);
    take(point);
  }

  // Of what two faces have in common the points between which there is more surface; looked at a little towards their
  // middle, where nothing else has an edge.
  void leave_out_blocked(std::size_t first) {
    constexpr double kInward = 1e-3;
    auto& points = with_.points;
    const std::size_t count = points.size() - first;
    if (count == 0) return;
    Vec3 middle_a, middle_b;
    for (std::size_t k = first; k < points.size(); ++k) {
      middle_a = middle_a + points[k].a / static_cast<double>(count);
      middle_b = middle_b + points[k].b / static_cast<double>(count);
    }
    const auto is_out = [&](const PiecePoint& point) {
      if (std::fabs(point.gap) <= slack_) return false;
      const Vec3 a = point.a + kInward * (middle_a - point.a), b = point.b + kInward * (middle_b - point.b);
      return is_blocked(a_, a, b) || is_blocked(b_, a, b);
    };
    points.erase(std::remove_if(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(), is_out),
                 points.end());
  }
};

}  // namespace

void clip_facing(const PieceWork& work) { FacingFaces(work).clip_all(); }

}  // namespace clearance::detail
