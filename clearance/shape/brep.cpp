#include <clearance/shape/brep.h>

#include <utility>

namespace clearance {

// Edges are sorted by their vertices, so that those of each vertex come in ascending order.
BRep BRep::assemble(BRepParts parts) {
  auto data = std::make_shared<Data>();
  static_cast<BRepParts&>(*data) = std::move(parts);
  data->vertex_offset.assign(data->vertices.size() + 1, 0);
  for (const BRepEdge& e : data->edges) {
    ++data->vertex_offset[e.low + 1];
    ++data->vertex_offset[e.high + 1];
  }
  for (std::size_t v = 1; v < data->vertex_offset.size(); ++v) data->vertex_offset[v] += data->vertex_offset[v - 1];
  data->vertex_edge.resize(2 * data->edges.size());
  std::vector<std::uint32_t> at = data->vertex_offset;
  for (std::uint32_t e = 0; e < data->edges.size(); ++e) {
    data->vertex_edge[at[data->edges[e].low]++] = e;
    data->vertex_edge[at[data->edges[e].high]++] = e;
  }
  BRep brep;
  brep.data_ = std::move(data);
  return brep;
}

std::size_t BRep::memory_bytes() const {
  const Data& data = *data_;
  const auto bytes = [](const auto& list) { return list.capacity() * sizeof list[0]; };
  return sizeof data + bytes(data.vertices) + bytes(data.vertex_ids) + bytes(data.half_edges) + bytes(data.edges) +
         bytes(data.edge_offset) + bytes(data.edge_half_edge) + bytes(data.loop_offset) + bytes(data.loop_half_edge) +
         bytes(data.face_ids) + bytes(data.triangle_offset) + bytes(data.triangle) + bytes(data.face_planes) +
         bytes(data.mesh) + bytes(data.vertex_offset) + bytes(data.vertex_edge) + mesh().memory_bytes();
}

}  // namespace clearance
