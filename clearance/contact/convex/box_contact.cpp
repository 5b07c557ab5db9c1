// Notation: P the box of the face, Q the other. Axes: n = ±P's axis k, from a to b; x and y P's others, from the middle
//           of the face, which is the rectangle |x| ≤ half_x, |y| ≤ half_y. q_m Q's axes, seen so.
// Bound:    cosines are products of columns that are off by 8u in each entry, so by less than 2·8u·√3 + 3u < 32u; a
//           coordinate of a corner is a sum of three of them times half sides, and of a translation: below 48u·S, the
//           vertex_error() of convex_patch.cpp, from where the other bounds are. Corners of Q's face lie on a plane
//           across q_m within 128u·S.
#include <clearance/contact/convex/box_contact.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

// Numbers by which one picks: a Vec3 would have to ask which.
struct Three {
  double of[3];

  CLEARANCE_INLINE explicit Three(Vec3 v) : of{v.x, v.y, v.z} {}
  CLEARANCE_INLINE double operator[](int k) const { return of[k]; }
};
struct Columns {
  double of[3][3];

  CLEARANCE_INLINE explicit Columns(const Mat3& m)
      : of{{m.row[0].x, m.row[1].x, m.row[2].x},
           {m.row[0].y, m.row[1].y, m.row[2].y},
           {m.row[0].z, m.row[1].z, m.row[2].z}} {}
  CLEARANCE_INLINE Vec3 operator[](int k) const { return {of[k][0], of[k][1], of[k][2]}; }
};

// What lies across an axis: all corners of the face do.
struct Facing {
  int axis;
  bool is_high;
};
CLEARANCE_INLINE Facing facing_of(const Polytope& box, std::uint32_t face) {
  const auto loop = box.face(static_cast<int>(face));
  const Vec3 p = box.vertex(static_cast<int>(loop[0])), q = box.vertex(static_cast<int>(loop[2]));
  const int axis = p.x == q.x ? 0 : p.y == q.y ? 1 : 2;
  return {axis, p[axis] == box.box_high()[axis]};
}

// The corners of Q's face, counter-clockwise, from the middle of P's, which is the rectangle.
struct FaceCorners {
  double x[4], y[4], half_x, half_y;
};

// A corner of Q's face that was cut to the rectangle, or one of the rectangle. `of_p`, `of_q`: 0 … 3 a corner, 4 … 7 a
// side, 8 the inside. `along`: the side of Q that leads on from here, or 4 and more: that of P.
struct Corner {
  double x, y;
  int of_p, of_q, along;
};
constexpr int kSide = 4, kInside = 8;

// Sides of the rectangle are numbered as corners are: from −− to +−, to ++, to −+.
class RectangleClip {
 public:
  CLEARANCE_INLINE RectangleClip(const FaceCorners& corners, double slack) : q_(corners), slack_(slack) {
    bool may_cut[4] = {};
    for (int k = 0; k < 4; ++k) {
      const double x = q_.x[k], y = q_.y[k];
      pool_[k] = {x, y, kInside, k, k};
      order_[k] = k;
      may_cut[0] |= y <= slack - q_.half_y, may_cut[1] |= x >= q_.half_x - slack;
      may_cut[2] |= y >= q_.half_y - slack, may_cut[3] |= x <= slack - q_.half_x;
    }
    pooled_ = count_ = 4;
    for (int side = 0; side < 4; ++side)
      if (may_cut[side]) cut(side);
    name();
    join();
  }

  int count() const { return count_; }
  const Corner& corner(int k) const { return pool_[order_[k]]; }

 private:
  CLEARANCE_INLINE double height(int side, const Corner& c) const {
    return side == 0 ? c.y + q_.half_y : side == 1 ? q_.half_x - c.x : side == 2 ? q_.half_y - c.y : c.x + q_.half_x;
  }
  CLEARANCE_INLINE void cut(int side) {
    double h[kMost];
    bool is_cut = false;
    for (int k = 0; k < count_; ++k) {
      Corner& c = pool_[order_[k]];
      h[k] = height(side, c);
      is_cut |= h[k] < -slack_;
      if (std::fabs(h[k]) <= slack_ && c.of_p == kInside) c.of_p = kSide + side;
    }
    if (!is_cut) return;
    int* const kept = order_ == room_[0] ? room_[1] : room_[0];
    int made = 0;
    for (int k = 0; k < count_ && made + 2 < kMost && pooled_ + 1 < kPool; ++k) {
      const int next = k + 1 < count_ ? k + 1 : 0;
      const bool is_next_out = h[next] < -slack_;
      if (!(h[k] < -slack_)) {
        kept[made++] = order_[k];
        if (is_next_out && h[k] > slack_) kept[made++] = crossing(k, next, side, kSide + side, h[k], h[next]);
        if (is_next_out && !(h[k] > slack_)) pool_[order_[k]].along = kSide + side;
      } else if (h[next] > slack_) {
        kept[made++] = crossing(k, next, side, pool_[order_[k]].along, h[k], h[next]);
      }
    }
    count_ = made, order_ = kept;
  }
  CLEARANCE_INLINE int crossing(int k, int next, int side, int along, double h, double h_next) {
    const Corner &from = pool_[order_[k]], &to = pool_[order_[next]];
    Corner& made = pool_[pooled_];
    if (from.along < kSide) {
      const double share = h / (h - h_next);
      made = {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y), kSide + side, kSide + from.along,
              along};
    } else {
      // Two sides of the rectangle that follow each other: the corner between them.
      const int corner = from.along - kSide == ((side + 3) & 3) ? side : from.along - kSide;
      made = {corner_x(corner), corner_y(corner), corner, kInside, along};
    }
    return pooled_++;
  }
  CLEARANCE_INLINE double corner_x(int k) const { return k == 0 || k == 3 ? -q_.half_x : q_.half_x; }
  CLEARANCE_INLINE double corner_y(int k) const { return k < 2 ? -q_.half_y : q_.half_y; }

  // As in clip_polygons.cpp.
  CLEARANCE_INLINE bool is_near(double x, double y, double at_x, double at_y) const {
    return std::fabs(x - at_x) <= 2 * slack_ && std::fabs(y - at_y) <= 2 * slack_;
  }
  CLEARANCE_INLINE bool is_at_q(const Corner& c, int k) const { return is_near(c.x, c.y, q_.x[k], q_.y[k]); }
  CLEARANCE_INLINE void name() {
    for (int k = 0; k < count_; ++k) {
      Corner& c = pool_[order_[k]];
      if (c.of_p >= kSide && c.of_p < kInside) {
        const int side = c.of_p - kSide, end = (side + 1) & 3;
        c.of_p = is_near(c.x, c.y, corner_x(side), corner_y(side)) ? side
                 : is_near(c.x, c.y, corner_x(end), corner_y(end)) ? end
                                                                   : c.of_p;
      }
      if (c.of_q == kInside) find_side(c);
      if (c.of_q >= kSide && c.of_q < kInside) {
        const int side = c.of_q - kSide, end = (side + 1) & 3;
        c.of_q = is_at_q(c, side) ? side : is_at_q(c, end) ? end : c.of_q;
      }
    }
  }
  CLEARANCE_INLINE void find_side(Corner& c) const {
    for (int i = 0; i < 4; ++i) {
      const int end = (i + 1) & 3;
      const double dx = q_.x[end] - q_.x[i], dy = q_.y[end] - q_.y[i];
      const double h = dx * (c.y - q_.y[i]) - dy * (c.x - q_.x[i]);
      if (std::fabs(h) > slack_ * (std::fabs(dx) + std::fabs(dy))) continue;
      c.of_q = kSide + i;
      if (is_at_q(c, i) || is_at_q(c, end)) return;
    }
  }

  CLEARANCE_INLINE void join() {
    int kept = 0;
    for (int k = 0; k < count_; ++k) {
      if (kept > 0 && are_near(order_[kept - 1], order_[k]))
        take(order_[kept - 1], order_[k]);
      else
        order_[kept++] = order_[k];
    }
    while (kept > 1 && are_near(order_[kept - 1], order_[0])) take(order_[0], order_[--kept]);
    count_ = kept;
  }
  CLEARANCE_INLINE bool are_near(int i, int j) const { return is_near(pool_[i].x, pool_[i].y, pool_[j].x, pool_[j].y); }
  CLEARANCE_INLINE void take(int to, int from) {
    Corner &c = pool_[to], other = pool_[from];
    c.of_p = std::min(c.of_p, other.of_p), c.of_q = std::min(c.of_q, other.of_q);
  }

  static constexpr int kMost = 16, kPool = 24;

  const FaceCorners& q_;
  const double slack_;
  Corner pool_[kPool];
  int room_[2][kMost], *order_ = room_[0];
  int count_, pooled_;
};

// The four corners of a face by their ids, and the face's number; a feature of it as RectangleClip has them.
struct FaceNames {
  std::uint32_t id[4], face;

  CLEARANCE_INLINE void set(ContactFeature& feature, int what) const {
    if (what < kSide) {
      feature = {Feature::Vertex, kNoIndex, id[what], kNoIndex};
    } else if (what < kInside) {
      const std::uint32_t p = id[what - kSide], q = id[(what - kSide + 1) & 3];
      feature = {Feature::Edge, kNoIndex, p < q ? p : q, p < q ? q : p};
    } else {
      feature = {Feature::Face, kNoIndex, face, kNoIndex};
    }
  }
};

// Ascends as names do, for ids of 29 bits.
CLEARANCE_INLINE std::uint64_t key_of(const ContactFeature& feature) {
  return static_cast<std::uint64_t>(feature.kind) << 62 |
         static_cast<std::uint64_t>(feature.first & 0x1fffffffu) << 32 | feature.second;
}

template <int kWidth>
CLEARANCE_INLINE void contact_body(BoxContact& made, const PosedPair& pair, const Radii& radii, bool face_is_of_a,
                                   std::uint32_t face, double margin, std::vector<ContactPoint>& points) {
  const Polytope &body_p = face_is_of_a ? pair.a() : pair.b(), &body_q = face_is_of_a ? pair.b() : pair.a();
  const Mat3 &turn_p = (face_is_of_a ? pair.pose_a() : pair.pose_b()).rotation(),
             &turn_q = (face_is_of_a ? pair.pose_b() : pair.pose_a()).rotation();
  const Three half_p(0.5 * (body_p.box_high() - body_p.box_low())),
      middle_p(0.5 * (body_p.box_high() + body_p.box_low())), half_q(0.5 * (body_q.box_high() - body_q.box_low()));
  const Vec3 middle_q = 0.5 * (body_q.box_high() + body_q.box_low());
  const Columns of_turn_p(turn_p), of_turn_q(turn_q);
  const auto [k, is_high] = facing_of(body_p, face);
  const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
  // Outward of the face, times that along n; x × y = n.
  const double outward = is_high ? 1 : -1, sign = face_is_of_a ? outward : -outward;
  const Vec3 axis_x = of_turn_p[i], axis_y = sign * of_turn_p[j], n = sign * of_turn_p[k];
  made.normal = n;

  // From the middle of the face to that of Q, in the world's axes: Q's centre by its pose, P's subtracted in its own.
  const Vec3 between = turn_q * middle_q + (face_is_of_a ? pair.shift() : -pair.shift());
  const Vec3 c{dot(axis_x, between) - middle_p[i], dot(axis_y, between) - sign * middle_p[j],
               dot(n, between) - sign * (middle_p[k] + outward * half_p[k])};
  const double of_face = sign * (middle_p[k] + outward * half_p[k]);
  Vec3 axis[3];
  for (int m = 0; m < 3; ++m) {
    const Vec3 q = of_turn_q[m];
    axis[m] = {dot(axis_x, q), dot(axis_y, q), dot(n, q)};
  }
  const Vec3 along{std::fabs(axis[0].z), std::fabs(axis[1].z), std::fabs(axis[2].z)};
  const double reach = half_q[0] * along.x + half_q[1] * along.y + half_q[2] * along.z;
  made.apart = face_is_of_a ? c.z - reach : -(c.z + reach);

  // Q's face, as facing_feature() chooses it.
  const int m = facing_axis(along), e = m == 2 ? 0 : m + 1, f = m == 0 ? 2 : m - 1;
  const bool is_high_m = (axis[m].z > 0) != face_is_of_a;
  const Vec3 middle = c + ((is_high_m ? 1 : -1) * half_q[m]) * axis[m];
  Vec3 u = half_q[e] * axis[e], v = half_q[f] * axis[f];
  unsigned bit_u = 1u << e, bit_v = 1u << f;
  if (u.x * v.y - u.y * v.x < 0) std::swap(u, v), std::swap(bit_u, bit_v);
  const unsigned high_m = is_high_m ? 1u << m : 0u, high_k = is_high ? 1u << k : 0u;
  const Vec3 sum = u + v, difference = u - v;
  FaceCorners quad;
  const auto put = [&](int at, Vec3 p) { quad.x[at] = p.x, quad.y[at] = p.y; };
  put(0, middle - sum), put(1, middle + difference), put(2, middle + sum), put(3, middle - difference);
  quad.half_x = half_p[i], quad.half_y = half_p[j];

  const double size = pair.reach(), slack = 0x1p-45 * size;
  const RectangleClip clip(quad, slack);
  const int count = clip.count();
  if (count == 0) return;

  FaceNames of_p, of_q;
  const unsigned low_y = sign > 0 ? 0u : 1u << j, high_y = sign > 0 ? 1u << j : 0u;
  const unsigned around_p[4] = {low_y, 1u << i | low_y, 1u << i | high_y, high_y},
                 around_q[4] = {0, bit_u, bit_u | bit_v, bit_v};
  for (int corner = 0; corner < 4; ++corner) {
    of_p.id[corner] = body_p.id(body_p.corner(high_k | around_p[corner]));
    of_q.id[corner] = body_q.id(body_q.corner(high_m | around_q[corner]));
  }
  of_p.face = face, of_q.face = 0;

  // In the order of manifold.h.
  for (int at = 0; at < count; ++at)
    if (clip.corner(at).of_q == kInside) of_q.face = box_face(body_q, m, body_q.corner(high_m));
  int order[16];
  std::uint64_t key_a[16], key_b[16];
  ContactFeature feature_a[16], feature_b[16];
  for (int at = 0; at < count; ++at) {
    const Corner& corner = clip.corner(at);
    of_p.set(face_is_of_a ? feature_a[at] : feature_b[at], corner.of_p);
    of_q.set(face_is_of_a ? feature_b[at] : feature_a[at], corner.of_q);
    const std::uint64_t by_a = key_of(feature_a[at]), by_b = key_of(feature_b[at]);
    int to = at;
    for (; to > 0 && (key_a[to - 1] > by_a || (key_a[to - 1] == by_a && key_b[to - 1] > by_b)); --to)
      key_a[to] = key_a[to - 1], key_b[to] = key_b[to - 1], order[to] = order[to - 1];
    key_a[to] = by_a, key_b[to] = by_b, order[to] = at;
  }

  const double steep = -1 / axis[m].z, slope_x = axis[m].x * steep, slope_y = axis[m].y * steep;
  const double of_gap = 8 * slack * (std::fabs(slope_x) + std::fabs(slope_y)) + (128 + 96) * 0x1p-53 * size +
                        0x1p-50 * (size + radii.high);
  const Vec3 from = (face_is_of_a ? pair.pose_a() : pair.pose_b()).translation();
  const double error = of_gap + 8 * slack + 32 * 0x1p-53 * size +
                       0x1p-50 * (norm_max(pair.pose_a().translation()) + norm_max(from) + size);
  const Vec3 origin = from + (middle_p[i] * axis_x + (sign * middle_p[j]) * axis_y + of_face * n);
  const double away = face_is_of_a ? 1 : -1;
  std::size_t next = points.size();
  points.resize(next + static_cast<std::size_t>(count));
  made.shared.count = static_cast<std::size_t>(count);
  made.shared.least_lower = std::numeric_limits<double>::infinity();
  for (int at = 0; at < count; ++at) {
    const Corner& corner = clip.corner(order[at]);
    // Of Q's face over P's.
    const double z = middle.z + (slope_x * (corner.x - middle.x) + slope_y * (corner.y - middle.y));
    const double gap = away * z - radii.a - radii.b, lower = gap - of_gap;
    if (lower < made.shared.least_lower) made.shared.least_lower = lower, made.shared.least_upper = gap + of_gap;
    if (!(lower <= margin)) continue;
    ContactPoint& point = points[next++];
    const Vec3 on_p = origin + (corner.x * axis_x + corner.y * axis_y);
    const double to_a = radii.a + (face_is_of_a ? 0 : z), to_b = (face_is_of_a ? z : 0) - radii.b;
    point.a = on_p + to_a * n;
    point.b = on_p + to_b * n;
    point.lower = lower, point.upper = gap + of_gap;
    point.error = error;
    point.feature_a = feature_a[order[at]];
    point.feature_b = feature_b[order[at]];
  }
  points.resize(next);
}

CLEARANCE_DISPATCH(void, contact_here,
                   (BoxContact & made, const PosedPair& pair, const Radii& radii, bool face_is_of_a, std::uint32_t face,
                    double margin, std::vector<ContactPoint>& points),
                   contact_body, (made, pair, radii, face_is_of_a, face, margin, points))

}  // namespace

bool are_plain_boxes(const PosedPair& pair) {
  return pair.a().is_box() && pair.b().is_box() && pair.pose_a().kind() == Pose::Kind::Quaternion &&
         pair.pose_b().kind() == Pose::Kind::Quaternion && pair.reach() > 0x1p-200 && pair.reach() < 0x1p200;
}

BoxContact box_contact(const PosedPair& pair, const Radii& radii, bool face_is_of_a, std::uint32_t face, double margin,
                       std::vector<ContactPoint>& points) {
  BoxContact made;
  contact_here(made, pair, radii, face_is_of_a, face, margin, points);
  return made;
}

}  // namespace clearance::detail
