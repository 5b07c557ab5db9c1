#include <clearance/brep/index.h>

#include <clearance/brep/index/builder.h>

#include <algorithm>

namespace clearance {

namespace detail {

void reduce(BRepIndexData& data) {
  std::vector<BRepIndexNode>& nodes = data.nodes;
  // Children come after their parents. What a node becomes: itself, or a leaf.
  std::vector<std::int32_t> becomes(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    BRepIndexNode& node = nodes[i];
    for (std::int32_t* child : {&node.above, &node.on, &node.below})
      if (*child >= 0) *child = becomes[static_cast<std::size_t>(*child)];
    const bool is_one = node.above < 0 && node.above == node.on && node.on == node.below;
    becomes[i] = is_one && i > 0 ? node.above : static_cast<std::int32_t>(i);
  }
  std::vector<BRepIndexNode> kept;
  std::vector<IndexPlane> planes;
  std::vector<std::uint32_t> plane_at(data.planes.size(), 0xffffffffu);
  std::vector<std::int32_t> moved(nodes.size(), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (becomes[i] != static_cast<std::int32_t>(i)) continue;
    moved[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(nodes[i]);
    std::uint32_t& plane = plane_at[nodes[i].plane];
    if (plane == 0xffffffffu) {
      plane = static_cast<std::uint32_t>(planes.size());
      planes.push_back(std::move(data.planes[nodes[i].plane]));
    }
    kept.back().plane = plane;
  }
  for (BRepIndexNode& node : kept)
    for (std::int32_t* child : {&node.above, &node.on, &node.below})
      if (*child >= 0) *child = moved[static_cast<std::size_t>(*child)];
  nodes = std::move(kept);
  data.planes = std::move(planes);
}

void measure(BRepIndexData& data) {
  BRepIndexFacts& facts = data.facts;
  facts.nodes = data.nodes.size();
  facts.leaves = 2 * facts.nodes + 1;
  std::vector<std::uint32_t> depth(data.nodes.size(), 0);
  double sum = 0;
  for (std::size_t i = 0; i < data.nodes.size(); ++i) {
    const std::uint32_t below = depth[i] + 1;
    for (const std::int32_t child : {data.nodes[i].above, data.nodes[i].on, data.nodes[i].below}) {
      if (child >= 0) {
        depth[static_cast<std::size_t>(child)] = below;
      } else {
        facts.height = std::max<std::size_t>(facts.height, below);
        sum += below;
      }
    }
  }
  facts.average_height = sum / static_cast<double>(facts.leaves);
}

}  // namespace detail

const char* to_string(IndexSplitting splitting) {
  switch (splitting) {
    case IndexSplitting::Balanced:
      return "balanced";
    case IndexSplitting::Hybrid:
      return "hybrid";
    case IndexSplitting::Autopartition:
      return "autopartition";
  }
  return "";
}

const BRep& BRepIndex::brep() const { return data_->brep; }
const BRepIndexFacts& BRepIndex::facts() const { return data_->facts; }
std::span<const BRepIndexNode> BRepIndex::nodes() const { return data_->nodes; }
std::span<const Entity> BRepIndex::leaves() const { return data_->leaves; }
IndexPlaneKind BRepIndex::plane_kind(std::uint32_t plane) const { return data_->planes[plane].kind; }
std::uint32_t BRepIndex::plane_entity(std::uint32_t plane) const { return data_->planes[plane].entity; }

std::size_t BRepIndex::memory_bytes() const {
  return data_->nodes.size() * sizeof(BRepIndexNode) + data_->leaves.size() * sizeof(Entity) +
         data_->planes.size() * sizeof(detail::IndexPlane);
}

BRepIndex make_brep_index(const BRep& brep, const BRepIndexOptions& options) {
  detail::BRepIndexData data = detail::IndexBuilder(brep, options).build();
  if (options.reduce) detail::reduce(data);
  detail::measure(data);
  return BRepIndex(std::make_shared<const detail::BRepIndexData>(std::move(data)));
}

}  // namespace clearance
