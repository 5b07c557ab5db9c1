// How a TriangleTree is built; no part of the interface. The shape of the tree follows from the number of triangles
// alone: a node over n of them has children over S each (S = 4·8^k, the largest below n) but for the last, so that
// every leaf but one is full, every node has its place before anything is sorted, and threads need not agree on
// anything.
#pragma once

#include <clearance/bvh/triangle_tree.h>

namespace clearance::detail {

// TriangleTree's frame: origin, exponent and half.
struct TreeFrame {
  Vec3 origin, half;
  int exponent = 0;
};
TreeFrame tree_frame(std::span<const Vec3> vertices, std::span<const TriangleTree::Triangle> triangles);

class TreeBuilder {
 public:
  TreeBuilder(std::span<const Vec3> vertices, std::span<const TriangleTree::Triangle> triangles, Workers& workers);

  TriangleTree::Built build();

 private:
  // A triangle on its way to its place: twice its middle along each axis, and its number.
  struct Item {
    float middle[3];
    std::uint32_t number;
  };
  // items[first, last) are to become the node or leaf `place`, by a split at a multiple of `unit`.
  struct Range {
    std::uint32_t first, last, unit;
  };

  struct Place {
    std::uint32_t first, count;  // the triangles of a node
  };

  void make_items();
  void sort_items();
  bool is_needle(const TriangleTree::Triangle& t) const;
  Vec3 longest_edge(const TriangleTree::Triangle& t) const;
  // Along which the middles are split in two halves.
  Vec3 split_direction(const Range& range) const;
  void split(const Range& range, std::vector<Range>& out);
  void fit_nodes();
  void place_nodes(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  void fit_subtree(std::uint32_t node);
  void fit(std::uint32_t node, std::span<const Vec3> corners);
  void add_corners(const Place& place, std::vector<Vec3>& out) const;
  void add_box_ends(std::uint32_t node, std::vector<Vec3>& out) const;

  // Sums over the corners of triangles, by area: what a box is laid along.
  struct Moments {
    double weight = 0;
    Vec3 first;
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
    Vec3 normal;       // Σ (b−a)×(c−a)
    double areas = 0;  // Σ |(b−a)×(c−a)|

    void add(Vec3 p, double w);
    void add_triangle(const Vec3* corners);
    void add(const Moments& other);
  };
  struct Fitted;
  static void choose_axes(const Moments& moments, Fitted& first, Fitted& second, int& count);

  std::span<const Vec3> vertices_;
  std::span<const TriangleTree::Triangle> triangles_;
  Workers& workers_;
  std::vector<Item> items_;
  std::vector<Place> places_;
  std::vector<Moments> moments_;  // of each node
  std::shared_ptr<TriangleTree> tree_;
  double scale_ = 1;  // 2^−exponent
  bool has_needles_ = false;
  std::vector<Vec3> edges_;  // the longest of each triangle, where there are needles
};

}  // namespace clearance::detail
