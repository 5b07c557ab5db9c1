// Notation: P the box of the face, Q the other; axes of the frame: n = ±P's axis k, from a to b, x and y P's others.
//           q_m Q's axes in the frame.
// Bound:    cosines are products of columns that are off by 8u in each entry, so by less than 2·8u·√3 + 3u < 32u; a
//           coordinate of a corner is a sum of three of them times half sides, and of a translation: below 48u·S, the
//           vertex_error() of convex_patch.cpp. Corners of Q's face lie on a plane across q_m within 2·32u·S.
#include <clearance/contact/box_faces.h>

#include <cmath>

namespace clearance::detail {
namespace {

struct Sides {
  Vec3 center, half;

  explicit Sides(const Polytope& box)
      : center(0.5 * (box.box_low() + box.box_high())), half(0.5 * (box.box_high() - box.box_low())) {}
};

Vec3 column(const Mat3& m, int k) { return {m.row[0][k], m.row[1][k], m.row[2][k]}; }

struct Facing {
  int axis;
  bool is_high;
};

// What lies across an axis: all corners of the face do.
Facing facing_of(const Polytope& box, std::uint32_t face) {
  const auto loop = box.face(static_cast<int>(face));
  const Vec3 p = box.vertex(static_cast<int>(loop[0])), q = box.vertex(static_cast<int>(loop[2]));
  const int axis = p.x == q.x ? 0 : p.y == q.y ? 1 : 2;
  return {axis, p[axis] == box.box_high()[axis]};
}

// The corner that is high along the axes of these bits.
unsigned bit(int axis, bool is_high) { return is_high ? 1u << axis : 0u; }

void set_corner(SeenFeature& seen, std::size_t k, const Polytope& box, unsigned high, double x, double y,
                double height) {
  seen.at[k] = {x, y};
  seen.height[k] = height;
  seen.id[k] = box.id(box.corner(high));
}

}  // namespace

bool are_plain_boxes(const PosedPair& pair) {
  return pair.a().is_box() && pair.b().is_box() && pair.pose_a().kind() == Pose::Kind::Quaternion &&
         pair.pose_b().kind() == Pose::Kind::Quaternion && pair.reach() > 0x1p-200 && pair.reach() < 0x1p200;
}

BoxFaces see_box_faces(const PosedPair& pair, bool face_is_of_a, std::uint32_t face, ManifoldScratch& scratch) {
  const Polytope &body_p = face_is_of_a ? pair.a() : pair.b(), &body_q = face_is_of_a ? pair.b() : pair.a();
  const Mat3 &turn_p = (face_is_of_a ? pair.pose_a() : pair.pose_b()).rotation(),
             &turn_q = (face_is_of_a ? pair.pose_b() : pair.pose_a()).rotation();
  SeenFeature &seen_p = face_is_of_a ? scratch.seen_a : scratch.seen_b,
              &seen_q = face_is_of_a ? scratch.seen_b : scratch.seen_a;
  const Sides p(body_p), q(body_q);
  const auto [k, is_high] = facing_of(body_p, face);
  const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
  // Outward of the face times that is along n; x × y = n.
  const double outward = is_high ? 1 : -1, sign = face_is_of_a ? outward : -outward;
  BoxFaces made{ContactFrame(pair, column(turn_p, i), sign * column(turn_p, j), sign * column(turn_p, k)), 0};
  const ContactFrame& frame = made.frame;
  const Vec3 shift = frame.seen(pair.shift()), shift_p = face_is_of_a ? Vec3{} : shift,
             shift_q = face_is_of_a ? shift : Vec3{};

  seen_p.make_room(4), seen_q.make_room(4);
  const double level = sign * (p.center[k] + outward * p.half[k]) + shift_p.z, x = p.center[i] + shift_p.x,
               y = sign * p.center[j] + shift_p.y, dx = p.half[i], dy = p.half[j];
  const unsigned of_face = bit(k, is_high);
  const auto set_p = [&](std::size_t at, bool is_high_x, bool is_high_y) {
    set_corner(seen_p, at, body_p, of_face | bit(i, is_high_x) | bit(j, is_high_y == (sign > 0)),
               is_high_x ? x + dx : x - dx, is_high_y ? y + dy : y - dy, level);
  };
  set_p(0, false, false), set_p(1, true, false), set_p(2, true, true), set_p(3, false, true);
  seen_p.whole = Feature::Face, seen_p.face = face, seen_p.count = 4;
  seen_p.origin = {x, y}, seen_p.height_there = level, seen_p.slope_x = seen_p.slope_y = seen_p.off = 0;

  const Vec3 axis[3] = {frame.seen(column(turn_q, 0)), frame.seen(column(turn_q, 1)), frame.seen(column(turn_q, 2))};
  const Vec3 center = (q.center.x * axis[0] + q.center.y * axis[1] + q.center.z * axis[2]) + shift_q;
  const Vec3 along{std::fabs(axis[0].z), std::fabs(axis[1].z), std::fabs(axis[2].z)};
  const double reach = q.half.x * along.x + q.half.y * along.y + q.half.z * along.z;
  made.apart = face_is_of_a ? (center.z - reach) - level : level - (center.z + reach);
  // The same choice as facing_feature(): of equal ones the first axis.
  const int m = facing_axis(along);
  const int e = m == 2 ? 0 : m + 1, f = m == 0 ? 2 : m - 1;
  const bool is_high_m = (axis[m].z > 0) != face_is_of_a;
  const Vec3 middle = center + ((is_high_m ? 1 : -1) * q.half[m]) * axis[m];
  const Vec3 u = q.half[e] * axis[e], v = q.half[f] * axis[f];
  // Counter-clockwise from u to v, or the other way round.
  const bool is_left = u.x * v.y - u.y * v.x > 0;
  const unsigned of_facing = bit(m, is_high_m), by_u = bit(e, true), by_v = bit(f, true);
  const Vec3 sum = u + v, difference = u - v;
  const auto set_q = [&](std::size_t at, Vec3 from_middle, unsigned high) {
    set_corner(seen_q, at, body_q, of_facing | high, middle.x + from_middle.x, middle.y + from_middle.y,
               middle.z + from_middle.z);
  };
  set_q(0, -sum, 0), set_q(is_left ? 1 : 3, difference, by_u), set_q(2, sum, by_u | by_v),
      set_q(is_left ? 3 : 1, -difference, by_v);
  const double steep = 1 / axis[m].z;
  seen_q.whole = Feature::Face, seen_q.count = 4;
  seen_q.face = box_face(body_q, m, body_q.corner(of_facing));
  seen_q.origin = {middle.x, middle.y}, seen_q.height_there = middle.z;
  seen_q.slope_x = -axis[m].x * steep, seen_q.slope_y = -axis[m].y * steep;
  seen_q.off = 128 * 0x1p-53 * frame.reach;
  return made;
}

}  // namespace clearance::detail
