// Method:   the core is the part of a rectangle across the shortest side of the body's box that lies well within the
//           body: long bodies have long cores, so that prisms go about straight down from every face.
#include <clearance/build/excess_core.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

// A rectangle: no extent along one axis at least.
struct Core {
  Vec3 low, high;

  Vec3 nearest(Vec3 p) const {
    return {std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y), std::clamp(p.z, low.z, high.z)};
  }
};

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
  return {center.point - share * wide, center.point + share * wide};
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

}  // namespace clearance::detail
