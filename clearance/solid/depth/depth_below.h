// Question: which length must every translation have that ends the penetration of two solids?
// Method:   convex pieces inscribed in either solid (inscribed.h): while a piece of b, moved, penetrates one of a, the
//           solids do. Two pieces alone bar all translations shorter than their depth. Beyond that the translations are
//           cut into cubes, the nearest to 0 first: a cube is barred when two pieces, b's moved by the middle d of the
//           cube, are deeper than the cube's half diagonal. Where none are, pieces are grown around a point that both
//           solids have in common there; cubes that stay open are cut in eight.
// Proves:   lower: the distance of the nearest cube that is left, from exact depths of exact hulls. It tends to the
//           depth as the effort grows.
// Cannot:   get far where both bodies are thin: pieces are as thick as the bodies, and cubes no thicker, so that it
//           takes the cube of depth over thickness many of them (docs/decisions/0028).
#pragma once

#include <clearance/base/random.h>
#include <clearance/bvh/box.h>
#include <clearance/shape/polytope.h>
#include <clearance/solid/depth/depth.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::detail {

class DepthBelow {
 public:
  DepthBelow(const SolidPair& pair, const DepthBudget& budget);

  double lower() const { return lower_; }
  // The direction along which the two pieces that are deepest at rest part; 0: none are.
  Vec3 direction() const { return direction_; }
  // The middle of two balls, one in each solid, and what is nearest to it on both surfaces, from there.
  struct Middle {
    Vec3 center, way_a, way_b;
    double sum = 0;  // of the radii, at most
  };
  const Middle& middle() const { return middle_; }

  // From a point inside both: two balls there; then better ones, uphill from a place; then pieces around the best.
  void start(Vec3 inside);
  void climb(Vec3 start, int places);
  // Whether that gave another direction().
  bool grow();

  // Looks at the nearest cube that is left. Done when there is none nearer than `upper`, the length of a translation
  // that ends it: then lower() is all of it; or when too many are left.
  enum class Step : std::uint8_t { Done, Barred, Open };
  Step look(double upper);
  // Of the cube that stayed open: where pieces did not even touch, if so.
  bool seems_free() const { return seems_free_; }
  Vec3 open_middle() const { return open_; }
  // Whether pieces show that b, moved by d, still penetrates a; rounded.
  bool seems_barred(Vec3 d);
  // That b, so moved, has this point in common with a.
  void grow_at(Vec3 d, Vec3 point);

 private:
  struct Piece {
    Polytope hull;
    Box box;  // in the world
  };
  struct PiecePair {
    std::uint32_t a = 0, b = 0;
    friend bool operator==(const PiecePair&, const PiecePair&) = default;
  };
  struct Cube {
    Vec3 d;
    double h;
    double distance;  // of its nearest point from 0, rounded down
    PiecePair best;   // of the cube it was cut from
  };
  struct Farther {
    bool operator()(const Cube& x, const Cube& y) const { return x.distance > y.distance; }
  };
  struct Candidate {
    double overlap;
    PiecePair pair;
  };

  Middle at(Vec3 center, Vec3 d) const;
  Middle climbed(Middle here, Vec3 d, int places);
  // How deep, at least, piece b is in piece a, b's body moved by d.
  Penetration depth_of(const PiecePair& pair, Vec3 d) const;
  double lower_of(const PiecePair& pair, Vec3 d) const;
  bool is_full() const;
  static std::optional<std::uint32_t> add_piece(const Mesh& mesh, const Pose& pose, Vec3 point, double radius,
                                                std::vector<Piece>& pieces, bool& is_curved);
  std::optional<PiecePair> add_pieces(const Middle& middle, Vec3 d);
  bool is_barred(Cube& cube);
  // The pairs that overlap by more than this along all axes, after b has moved by d: the best few, those first.
  std::size_t list_candidates(Vec3 d, double more_than);
  void raise(double lower);
  void cut(const Cube& cube);

  const SolidPair& pair_;
  const DepthBudget& budget_;
  double lower_ = 0, lower_of_direction_ = 0;
  Vec3 direction_;
  Middle middle_;
  Random random_{0xba11};
  std::vector<Piece> pieces_a_, pieces_b_;
  bool is_curved_a_ = false, is_curved_b_ = false;
  std::vector<Cube> left_;
  std::vector<Candidate> candidates_;
  Vec3 open_;
  bool seems_free_ = false, has_root_ = false;
};

}  // namespace clearance::detail
