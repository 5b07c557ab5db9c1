// Method:   the core is the part of a rectangle across the shortest side of the body's box that lies well within the
//           body: long bodies have long cores, so that prisms go about straight down from every face.
#include <clearance/build/excess/core.h>

#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>

namespace clearance::detail {
namespace {

struct Face {
  Vec3 normal;
  double offset;
};

std::vector<Face> faces_of(const Polytope& body) {
  std::vector<Face> faces;
  for (int f = 0; f < body.face_count(); ++f) {
    const auto loop = body.face(f);
    const auto corner = [&](std::size_t k) { return body.vertex(static_cast<int>(loop[k])); };
    Vec3 normal;
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      normal = normal + cross(corner(k) - corner(0), corner(k + 1) - corner(0));
    const double length = norm(normal);
    if (!(length > 0) || !std::isfinite(length)) continue;
    faces.push_back({normal / length, dot(normal / length, corner(0))});
  }
  return faces;
}

struct Center {
  Vec3 point;
  double depth;  // below the nearest face
};

// About the point that is farthest from all faces: steps away from the nearest, shorter where that does not help.
Center deep_center(const std::vector<Face>& faces, Vec3 start, double side) {
  struct Below {
    double depth = std::numeric_limits<double>::infinity();
    Vec3 normal;
  };
  const auto look = [&](Vec3 p) {
    Below least;
    for (const Face& face : faces)
      if (const double depth = face.offset - dot(face.normal, p); depth < least.depth) least = {depth, face.normal};
    return least;
  };
  constexpr int kSteps = 40;
  Below here = look(start);
  for (int k = 0; k < kSteps; ++k) {
    const Vec3 next = start - side * here.normal;
    const Below there = look(next);
    if (there.depth > here.depth)
      start = next, here = there;
    else
      side *= 0.6;
  }
  return {start, here.depth};
}

// Of the first points only: so many roundings are within the slack of a search.
struct Mean {
  static constexpr double kMost = 100;
  Vec3 sum;
  double count = 0;

  void add(Vec3 p) {
    if (count < kMost) sum = sum + p, ++count;
  }
  Vec3 value() const { return count > 0 ? sum / count : sum; }
};

Vec3 middle_of(const Polytope& body) {
  Mean mean;
  const int stride = 1 + body.vertex_count() / static_cast<int>(Mean::kMost);
  for (int v = 0; v < body.vertex_count(); v += stride) mean.add(body.vertex(v));
  return mean.value();
}

bool holds(const Polytope& body, Vec3 p) {
  for (int f = 0; f < body.face_count(); ++f) {
    const auto loop = body.face(f);
    const auto corner = [&](std::size_t k) { return body.vertex(static_cast<int>(loop[k])); };
    if (orient3d_sign(corner(0), corner(1), corner(2), p) > 0) return false;
  }
  return body.dimension() == 3;
}

// A rectangle: no extent along one axis at least.
struct Core {
  Vec3 low, high;

  Vec3 nearest(Vec3 p) const {
    return {std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y), std::clamp(p.z, low.z, high.z)};
  }
};

bool holds_core(const Polytope& body, const Core& core) {
  for (int k = 0; k < 8; ++k)
    if (!holds(body,
               {k & 1 ? core.high.x : core.low.x, k & 2 ? core.high.y : core.low.y, k & 4 ? core.high.z : core.low.z}))
      return false;
  return true;
}

Core core_of(const Polytope& body) {
  const Vec3 half = 0.5 * (body.box_high() - body.box_low());
  int shortest = half.y < half.x ? 1 : 0;
  if (half.z < half[shortest]) shortest = 2;
  const std::vector<Face> faces = faces_of(body);
  const Center center = deep_center(faces, body.center(), 0.5 * half[shortest]);
  const auto extent = [&](int axis) { return axis == shortest ? 0 : larger(half[axis] - half[shortest], 0); };
  const Vec3 wide{extent(0), extent(1), extent(2)};
  double share = 1;
  for (const Face& face : faces) {
    const double reach =
        std::fabs(face.normal.x) * wide.x + std::fabs(face.normal.y) * wide.y + std::fabs(face.normal.z) * wide.z;
    const double room = face.offset - dot(face.normal, center.point) - 0.5 * center.depth;
    if (reach > 0) share = smaller(share, larger(room, 0) / reach);
  }
  // Normals of slivers may point anywhere, and the center may be outside.
  const Core core{center.point - share * wide, center.point + share * wide};
  if (holds_core(body, core)) return core;
  const Vec3 middle = middle_of(body);
  return {middle, middle};
}

// A point of the body, toward the target but not much nearer to a face than the one that is deepest within.
Vec3 inner_point_toward(const Polytope& body, Vec3 target) {
  const Vec3 middle = middle_of(body), half = 0.5 * (body.box_high() - body.box_low());
  const std::vector<Face> faces = faces_of(body);
  const Center center = deep_center(faces, middle, 0.5 * smaller(half.x, smaller(half.y, half.z)));
  constexpr double kLeft = 0.3;  // of the room there is in the middle
  double share = 1;
  for (const Face& face : faces) {
    const double reach = dot(face.normal, target - center.point);
    const double room = face.offset - dot(face.normal, center.point) - kLeft * center.depth;
    if (reach > 0) share = smaller(share, larger(room, 0) / reach);
  }
  const Vec3 inner = center.point + share * (target - center.point);
  return holds(body, inner) ? inner : middle;
}

using Place = std::tuple<double, double, double>;
std::vector<Place> places_of(const Polytope& body) {
  std::vector<Place> places;
  places.reserve(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v)
    places.emplace_back(body.vertex(v).x, body.vertex(v).y, body.vertex(v).z);
  std::ranges::sort(places);
  return places;
}

constexpr int kFirst = 1, kSecond = 2, kBoth = 3;
// Which of two bodies the vertices of their hull are of.
std::vector<int> owners_of(const Polytope& joint, const Polytope& a, const Polytope& b) {
  const std::vector<Place> of_a = places_of(a), of_b = places_of(b);
  std::vector<int> owners;
  for (int v = 0; v < joint.vertex_count(); ++v) {
    const Place place{joint.vertex(v).x, joint.vertex(v).y, joint.vertex(v).z};
    owners.push_back((std::ranges::binary_search(of_a, place) ? kFirst : 0) |
                     (std::ranges::binary_search(of_b, place) ? kSecond : 0));
  }
  return owners;
}

void append_fan(const Polytope& body, std::span<const std::uint32_t> loop, const Core* core,
                std::vector<ExcessPrism>& out) {
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    ExcessPrism prism;
    const std::uint32_t corner[3] = {loop[0], loop[k], loop[k + 1]};
    for (int i = 0; i < 3; ++i) {
      prism.a[i] = body.vertex(static_cast<int>(corner[i]));
      prism.core[i] = core ? core->nearest(prism.a[i]) : prism.a[i];
    }
    out.push_back(prism);
  }
}

}  // namespace

std::vector<ExcessPrism> prisms_of(const Polytope& body) {
  std::vector<ExcessPrism> prisms;
  if (body.dimension() < 2) {
    const std::uint32_t ends[3] = {0, 0, static_cast<std::uint32_t>(body.dimension())};
    append_fan(body, ends, nullptr, prisms);
    return prisms;
  }
  if (body.dimension() == 2) {
    append_fan(body, body.face(0), nullptr, prisms);
    return prisms;
  }
  const Core core = core_of(body);
  for (int f = 0; f < body.face_count(); ++f) append_fan(body, body.face(f), &core, prisms);
  return prisms;
}

std::vector<ExcessPrism> bridging_prisms(const Polytope& joint, const KnownExcess& a, const KnownExcess& b) {
  const std::vector<int> owners = owners_of(joint, a.body, b.body);
  const auto at = [&](std::uint32_t v) { return joint.vertex(static_cast<int>(v)); };
  std::vector<std::array<std::uint32_t, 3>> triangles;
  Mean between, shared;
  for (std::uint32_t v = 0; v < owners.size(); ++v)
    if (owners[v] == kBoth) shared.add(at(v));
  for (int f = 0; f < joint.face_count(); ++f) {
    const auto loop = joint.face(f);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
      const std::array<std::uint32_t, 3> triangle{loop[0], loop[k], loop[k + 1]};
      if ((owners[triangle[0]] & owners[triangle[1]] & owners[triangle[2]]) != 0) continue;
      triangles.push_back(triangle);
      for (const std::uint32_t v : triangle) between.add(at(v));
    }
  }
  // A mean of points of both bodies is in both.
  const Vec3 core[4] = {
      {}, inner_point_toward(a.body, between.value()), inner_point_toward(b.body, between.value()), shared.value()};
  std::vector<ExcessPrism> prisms;
  for (const auto& triangle : triangles) {
    ExcessPrism prism;
    for (std::size_t i = 0; i < 3; ++i) prism.a[i] = at(triangle[i]), prism.core[i] = core[owners[triangle[i]]];
    for (const int owner : {kFirst, kSecond}) {
      ExcessPrism::Held& held = prism.held[owner - 1];
      held = {{core[owner], core[owner], core[owner]}, (owner == kFirst ? a : b).excess};
      for (std::size_t i = 0; i < 3; ++i)
        if ((owners[triangle[i]] & owner) != 0) held.corner[i] = at(triangle[i]);
    }
    prisms.push_back(prism);
  }
  return prisms;
}

}  // namespace clearance::detail
