// Question: what is a body that is given by several others?
// Method:   parts, each convex (rounded perhaps) or a mesh that is better left whole, and a tree of convex hulls over
//           them: every node's hull holds those below it (Mirtich §3.4, Chung §5.6). All parts stand in one frame.
// Proves:   nothing by itself; build/parts.h makes the hulls exactly. The body is the union of its closed parts.
// Cost:     copies share one immutable block.
#pragma once

#include <clearance/shape/half_space.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/rounded.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace clearance {

using PartShape = std::variant<Rounded, Mesh>;

struct HullNode {
  Rounded hull;                        // holds everything below; a convex part is its own
  std::int32_t first = -1, rest = -1;  // children, or −1
  std::int32_t part = -1;              // of a leaf
};

class Parts {
 public:
  // For build/ only: trusts its input. nodes[0] is the root.
  static Parts assemble(std::vector<PartShape> parts, std::vector<HullNode> nodes) {
    Parts made;
    made.data_ = std::make_shared<const Data>(Data{std::move(parts), std::move(nodes)});
    return made;
  }

  std::size_t count() const { return data_->parts.size(); }
  const PartShape& operator[](std::size_t k) const { return data_->parts[k]; }
  std::span<const PartShape> parts() const { return data_->parts; }
  std::span<const HullNode> nodes() const { return data_->nodes; }
  // The hull of everything.
  const Rounded& hull() const { return data_->nodes[0].hull; }
  // Copies share this.
  const void* identity() const { return data_.get(); }

 private:
  struct Data {
    std::vector<PartShape> parts;
    std::vector<HullNode> nodes;
  };

  Parts() = default;
  std::shared_ptr<const Data> data_;
};

// Any body that a query takes: convex, of triangles, of several parts, or all that lies behind a plane.
using Shape = std::variant<Rounded, Mesh, Parts, HalfSpace>;

}  // namespace clearance
