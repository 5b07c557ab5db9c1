#include <clearance/shape/mesh.h>
#include <clearance/shape/mesh_faces.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace clearance {
namespace {

constexpr std::size_t kFaultsNamed = 3;

std::string fault_text(const MeshFacts::EdgeFault& fault) {
  const std::string edge = "edge " + std::to_string(fault.low) + "–" + std::to_string(fault.high);
  if (fault.triangles == 1) return edge + " has one triangle";
  const std::uint32_t more = std::max(fault.rising, fault.triangles - fault.rising), less = fault.triangles - more;
  const std::string count = fault.triangles == 2 ? "two" : std::to_string(fault.triangles);
  if (less == 0) return edge + " has " + count + " triangles in the same direction";
  return edge + " has " + std::to_string(more) + " triangles in one direction and " + std::to_string(less) +
         " in the other";
}

std::string faults_text(const MeshFacts& facts) {
  const std::size_t all = facts.unbalanced_edges, named = std::min(facts.faults.size(), kFaultsNamed);
  std::string text;
  for (std::size_t i = 0; i < named; ++i) {
    if (i > 0) text += i + 1 == all ? " and " : ", ";
    text += fault_text(facts.faults[i]);
  }
  return named < all ? text + " and " + std::to_string(all - named) + " more" : text;
}

struct Extent {
  Vec3 low, high;
  double reach = 0;

  explicit Extent(Vec3 p) : low(p), high(p) {}
  void add(Vec3 p) {
    low = {smaller(p.x, low.x), smaller(p.y, low.y), smaller(p.z, low.z)};
    high = {larger(p.x, high.x), larger(p.y, high.y), larger(p.z, high.z)};
    reach = larger(norm_one(p), reach);
  }
};

Extent extent_of_used(const MeshParts& parts) {
  Extent extent(parts.vertices[parts.triangles[0][0]]);
  for (const MeshTriangle& t : parts.triangles)
    for (const std::uint32_t v : t) extent.add(parts.vertices[v]);
  return extent;
}

}  // namespace

std::string why_not_solid(const MeshFacts& facts) {
  if (facts.triangles == 0) return "no triangles";
  if (facts.edges == 0) return "no triangle with three different vertices";
  if (!facts.is_closed()) {
    const bool only_turned = facts.unbalanced_edges == facts.inconsistent_edges;
    const char* turned = facts.inconsistent_edges > 0 ? ", not consistently oriented: " : ": ";
    return (only_turned ? "not consistently oriented: " : std::string("not closed") + turned) + faults_text(facts);
  }
  return facts.encloses ? "" : "it encloses no volume";
}

struct Mesh::Data::Faces {
  Faces() = default;
  Faces(const Faces&) = delete;
  Faces& operator=(const Faces&) = delete;
  ~Faces() { delete made.load(std::memory_order_acquire); }

  std::atomic<const detail::MeshFaces*> made = nullptr;
};
Mesh::Data::Data() : faces(std::make_unique<Faces>()) {}
Mesh::Data::~Data() = default;

Mesh Mesh::assemble(MeshParts parts) {
  auto data = std::make_shared<Data>();
  static_cast<MeshParts&>(*data) = std::move(parts);
  const Extent extent = extent_of_used(*data);
  const Vec3 sides = extent.high - extent.low;
  data->box_low = extent.low;
  data->box_high = extent.high;
  data->size = larger(sides.x, larger(sides.y, sides.z));
  // Two sums rounded down by at most 2⁻⁵³ each; below the normal range sums are exact.
  data->reach = extent.reach * (1 + 0x1p-50);
  Mesh mesh;
  mesh.data_ = std::move(data);
  return mesh;
}

std::vector<MeshTriangle> Mesh::triangles_as_given() const {
  std::vector<MeshTriangle> given(triangle_count());
  for (std::size_t t = 0; t < given.size(); ++t) given[data_->ids[t]] = data_->triangles[t];
  return given;
}

// Two threads that ask at once both make them, and one of them keeps its own: nobody ever waits.
const detail::MeshFaces& Mesh::faces() const {
  const detail::MeshFaces* known = data_->faces->made.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  auto made = std::make_unique<const detail::MeshFaces>(detail::MeshFaces::make(*this));
  if (data_->faces->made.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) return *made.release();
  return *known;
}

std::size_t Mesh::memory_bytes() const {
  const Data& data = *data_;
  const detail::MeshFaces* faces = data.faces->made.load(std::memory_order_acquire);
  const auto bytes = [](const auto& list) { return list.capacity() * sizeof list[0]; };
  return sizeof data + bytes(data.vertices) + bytes(data.triangles) + bytes(data.ids) + bytes(data.component_vertices) +
         bytes(data.facts.faults) + data.tree_bytes + (faces != nullptr ? faces->memory_bytes() : 0);
}

}  // namespace clearance
