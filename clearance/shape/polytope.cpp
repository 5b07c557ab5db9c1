#include <clearance/shape/polytope.h>

#include <clearance/base/assert.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <utility>

namespace clearance {
namespace {

constexpr std::align_val_t kAlignment{64};

int padded(std::size_t count, int lanes) {
  const auto step = static_cast<std::size_t>(lanes);
  return static_cast<int>((count + step - 1) / step * step);
}

using Indices = std::vector<std::uint32_t>;

// Half-edges face by face, twins still open; for a polygon the outer side is a second loop with kNoFace.
std::vector<HalfEdge> half_edges_of(const PolytopeParts& parts) {
  std::vector<HalfEdge> edges;
  const auto add_loop = [&](const Indices& loop, std::uint32_t face) {
    const auto base = static_cast<std::uint32_t>(edges.size());
    const auto count = static_cast<std::uint32_t>(loop.size());
    for (std::uint32_t k = 0; k < count; ++k) edges.push_back({loop[k], 0, k + 1 < count ? base + k + 1 : base, face});
  };
  for (std::size_t f = 0; f < parts.faces.size(); ++f) add_loop(parts.faces[f], static_cast<std::uint32_t>(f));
  if (parts.dimension == 2) add_loop(Indices(parts.faces[0].rbegin(), parts.faces[0].rend()), kNoFace);
  return edges;
}

// The items in ascending order of key[item] < key_count, those with equal keys as they were.
Indices sorted_by(const Indices& key, std::size_t key_count, const Indices& items) {
  Indices position(key_count + 1, 0);
  for (const std::uint32_t item : items) ++position[key[item] + 1];
  std::partial_sum(position.begin(), position.end(), position.begin());
  Indices sorted(items.size());
  for (const std::uint32_t item : items) sorted[position[key[item]]++] = item;
  return sorted;
}

// Pairs the twins; lists the neighbours and the half-edges (spokes) that lead to them. Every edge is there once in each
// direction, so half-edges in order of (origin, head) and in order of (head, origin) stand opposite their twins; the
// heads in the first order are the neighbour lists.
struct Around {
  Indices neighbours, spokes;
};
Around around_vertices(std::vector<HalfEdge>& edges, std::size_t vertex_count) {
  Indices origin, head, all(edges.size());
  for (const HalfEdge& edge : edges) {
    origin.push_back(edge.origin);
    head.push_back(edges[edge.next].origin);
  }
  std::iota(all.begin(), all.end(), 0u);
  Indices by_origin = sorted_by(origin, vertex_count, sorted_by(head, vertex_count, all));
  const Indices by_head = sorted_by(head, vertex_count, sorted_by(origin, vertex_count, all));
  Indices neighbours;
  neighbours.reserve(edges.size());
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const std::uint32_t edge = by_origin[k], twin = by_head[k];
    CLEARANCE_ASSERT(origin[edge] == head[twin] && head[edge] == origin[twin]);
    edges[edge].twin = twin;
    neighbours.push_back(head[edge]);
  }
  return {std::move(neighbours), std::move(by_origin)};
}

Mat3 second_moments(std::span<const Vec3> vertices, Vec3 center) {
  Mat3 moments{{{}, {}, {}}};
  for (const Vec3& vertex : vertices) {
    const Vec3 d = vertex - center;
    for (int i = 0; i < 3; ++i) moments.row[i] = moments.row[i] + (d[i] / static_cast<double>(vertices.size())) * d;
  }
  return moments;
}

}  // namespace

void Polytope::AlignedDelete::operator()(void* block) const { ::operator delete(block, kAlignment); }

Polytope Polytope::assemble(const PolytopeParts& parts, TableFiller fill_table) {
  const std::size_t count = parts.vertices.size();
  CLEARANCE_ASSERT(count > 0 && parts.ids.size() == count);
  auto data = std::make_shared<Data>();
  data->dimension = parts.dimension;
  data->ids = parts.ids;
  data->source_count = parts.source_count;

  data->half_edges = half_edges_of(parts);
  Around around = parts.dimension == 1 ? Around{{1, 0}, {0, 0}} : around_vertices(data->half_edges, count);
  data->neighbour = std::move(around.neighbours);
  data->spoke = std::move(around.spokes);
  data->neighbour_offset.assign(count + 1, 0);
  for (const std::uint32_t v : data->neighbour) ++data->neighbour_offset[v + 1];
  std::partial_sum(data->neighbour_offset.begin(), data->neighbour_offset.end(), data->neighbour_offset.begin());

  data->face_offset.push_back(0);
  for (const auto& loop : parts.faces) {
    data->face_vertex.insert(data->face_vertex.end(), loop.begin(), loop.end());
    data->face_offset.push_back(static_cast<std::uint32_t>(data->face_vertex.size()));
  }

  data->block_offset.push_back(0);
  for (std::size_t v = 0; v < count; ++v) {
    const std::size_t degree = data->neighbour_offset[v + 1] - data->neighbour_offset[v];
    const int blocks = std::max(1, padded(degree, kLanes) / kLanes);
    data->block_offset.push_back(data->block_offset.back() + static_cast<std::uint32_t>(blocks));
  }
  const std::size_t blocks = data->block_offset.back();
  data->coordinate_count = 3 * static_cast<std::size_t>(padded(count, kLanes)) + 3 * kLanes * blocks;
  data->coordinates.reset(static_cast<double*>(::operator new(data->coordinate_count * sizeof(double), kAlignment)));
  data->block_indices.resize(blocks * kLanes);

  Polytope polytope;
  polytope.place(*data, parts.vertices);
  polytope.point_at(*data);
  polytope.data_ = data;
  if (fill_table != nullptr) fill_table(polytope, data->direction_table);
  return polytope;
}

// Coordinates, and all that is made of them.
void Polytope::place(Data& data, std::span<const Vec3> vertices) {
  const std::size_t count = vertices.size();
  const auto padded_vertices = static_cast<std::size_t>(padded(count, kLanes));
  double* const out = data.coordinates.get();
  for (std::size_t v = 0; v < padded_vertices; ++v) {
    const Vec3 p = vertices[v < count ? v : 0];
    out[v] = p.x, out[padded_vertices + v] = p.y, out[2 * padded_vertices + v] = p.z;
  }
  for (std::size_t v = 0; v < count; ++v) {
    const std::size_t first = data.neighbour_offset[v], degree = data.neighbour_offset[v + 1] - first;
    for (std::uint32_t block = data.block_offset[v]; block < data.block_offset[v + 1]; ++block) {
      double* const lanes = out + 3 * padded_vertices + std::size_t{3} * kLanes * block;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::size_t k = (block - data.block_offset[v]) * std::size_t{kLanes} + lane;
        const std::uint32_t w =
            degree == 0 ? static_cast<std::uint32_t>(v) : data.neighbour[first + (k < degree ? k : 0)];
        lanes[lane] = vertices[w].x;
        lanes[kLanes + lane] = vertices[w].y;
        lanes[2 * kLanes + lane] = vertices[w].z;
        data.block_indices[std::size_t{block} * kLanes + lane] = w;
      }
    }
  }

  reach_ = radius_ = 0;
  Vec3 low = vertices[0], high = low, sum;
  for (const Vec3& p : vertices) {
    low = {std::fmin(low.x, p.x), std::fmin(low.y, p.y), std::fmin(low.z, p.z)};
    high = {std::fmax(high.x, p.x), std::fmax(high.y, p.y), std::fmax(high.z, p.z)};
    sum = sum + p / static_cast<double>(count);
    // Two roundings in the sum of three: 4u relative is more than they can lose.
    reach_ = std::fmax(reach_, norm_one(p) * (1 + 0x1p-51));
    // Squares may leave the range; the sum is never shorter.
    const double length = norm(p) > 0x1p-480 ? smaller(norm(p), norm_one(p)) : norm_one(p);
    radius_ = larger(radius_, length * (1 + 0x1p-50));
  }
  data.box_low = low, data.box_high = high;
  data.size = norm_max(high - low);
  center_ = sum;
  spread_ = second_moments(vertices, sum);
  set_corners(vertices, low, high);
  const Vec3 sides = high - low;
  const auto share = [&](double side) { return data.size > 0 ? larger(side / data.size, 1e-3) : 1; };
  proportions_ = {share(sides.x), share(sides.y), share(sides.z)};
}

bool Polytope::reassemble(std::span<const Vec3> vertices, std::span<const std::uint32_t> ids,
                          std::size_t source_count) {
  const auto count = static_cast<std::size_t>(vertex_count_);
  CLEARANCE_ASSERT(vertices.size() == count && ids.size() == count);
  if (data_.use_count() != 1 || vertices.size() != count || ids.size() != count) return false;
  Data& data = const_cast<Data&>(*data_);  // made as one that may change, and nobody else sees it
  std::copy(ids.begin(), ids.end(), data.ids.begin());
  data.source_count = source_count;
  place(data, vertices);
  return true;
}

void Polytope::point_at(const Data& data) {
  vertex_count_ = static_cast<int>(data.ids.size());
  padded_count_ = padded(data.ids.size(), kLanes);
  x_ = data.coordinates.get();
  y_ = x_ + padded_count_;
  z_ = y_ + padded_count_;
  block_coordinates_ = z_ + padded_count_;
  block_offset_ = data.block_offset.data();
  block_indices_ = data.block_indices.data();
  direction_table_ = data.direction_table;
}

void Polytope::set_corners(std::span<const Vec3> vertices, Vec3 low, Vec3 high) {
  // Vertices are distinct, so eight that are all at corners are at all of them.
  is_box_ = vertices.size() == 8 && low.x < high.x && low.y < high.y && low.z < high.z;
  for (std::size_t v = 0; is_box_ && v < 8; ++v) {
    unsigned which = 0;
    for (int k = 0; k < 3; ++k) {
      const double at = vertices[v][k];
      is_box_ = is_box_ && (at == low[k] || at == high[k]);
      which |= at == high[k] ? 1u << k : 0u;
    }
    corner_[which] = static_cast<std::uint8_t>(v);
  }
}

int Polytope::find(std::uint32_t wanted) const {
  const auto at = std::lower_bound(data_->ids.begin(), data_->ids.end(), wanted);
  return at != data_->ids.end() && *at == wanted ? static_cast<int>(at - data_->ids.begin()) : -1;
}

bool Polytope::adjacent(int v, int w) const {
  const auto around = neighbours(v);
  return std::binary_search(around.begin(), around.end(), static_cast<std::uint32_t>(w));
}

std::size_t Polytope::memory_bytes() const {
  const Data& d = *data_;
  return sizeof(Polytope) + sizeof(Data) + d.coordinate_count * sizeof(double) +
         (d.ids.size() + d.neighbour_offset.size() + d.neighbour.size() + d.spoke.size() + d.face_offset.size() +
          d.face_vertex.size() + d.block_offset.size() + d.block_indices.size()) *
             sizeof(std::uint32_t) +
         d.half_edges.size() * sizeof(HalfEdge);
}

}  // namespace clearance
