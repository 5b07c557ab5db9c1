#include <clearance/brep/make_brep.h>

#include <clearance/brep/make/brep_parts.h>
#include <clearance/brep/make/edge_fan.h>
#include <clearance/brep/make/mesh_faults.h>
#include <clearance/brep/make/turn_outward.h>
#include <clearance/build/mesh.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;

Result<BRep> make_brep(const Mesh& mesh) {
  if (std::optional<Error> fault = fault_of_triangles(mesh)) return *fault;
  const EdgeFans fans(mesh);
  const std::vector<int> in_front = windings_in_front(mesh, fans);
  if (std::optional<Error> fault = fault_of_sides(mesh, in_front)) return *fault;
  const bool is_outward = std::all_of(in_front.begin(), in_front.end(), [](int number) { return number == 0; });
  if (is_outward && mesh.is_solid()) return BRep::assemble(brep_parts(mesh, fans));
  const Mesh turned = turned_outward(mesh, in_front);
  return BRep::assemble(brep_parts(turned, EdgeFans(turned)));
}

// Nothing to look for: a hull is convex, and its mesh looks outward.
Result<BRep> make_brep(const Polytope& polytope) {
  if (polytope.dimension() < 3) {
    const char* const names[] = {"a point", "a segment", "a polygon"};
    return Error{"", std::string("no solid: the polytope is ") + names[polytope.dimension()], ErrorCode::NotSolid};
  }
  const Mesh mesh = mesh_of(polytope);
  BRepParts parts = brep_parts(mesh, EdgeFans(mesh));
  for (std::uint32_t& id : parts.vertex_ids) id = polytope.id(static_cast<int>(id));
  return BRep::assemble(std::move(parts));
}

}  // namespace clearance
