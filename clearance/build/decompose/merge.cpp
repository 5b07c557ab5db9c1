#include <clearance/build/decompose/merge.h>

#include <clearance/build/decompose/join.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace clearance::detail {
namespace {

// The corners of a face in ascending order: the same for both pieces that share it.
using FaceKey = std::vector<std::array<double, 3>>;

FaceKey key_of(const Polytope& piece, int face) {
  FaceKey key;
  for (const std::uint32_t v : piece.face(face)) {
    const Vec3 p = piece.vertex(static_cast<int>(v));
    key.push_back({p.x + 0.0, p.y + 0.0, p.z + 0.0});  // −0 becomes 0
  }
  std::ranges::sort(key);
  return key;
}

std::optional<Polytope> union_of(const Polytope& a, const Polytope& b) {
  Polytope hull = joint_hull(a, b);
  if (compare(sixfold_volume(hull), sixfold_volume(a) + sixfold_volume(b)) != 0) return std::nullopt;
  return hull;
}

class Merger {
 public:
  explicit Merger(std::vector<Polytope> pieces) {
    for (Polytope& piece : pieces) add(std::move(piece));
  }

  std::vector<Polytope> run() {
    // New pieces come last, so one pass meets them all.
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      if (!is_joined_[k]) try_neighbours(k);
    std::vector<Polytope> left;
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      if (!is_joined_[k]) left.push_back(pieces_[k]);
    return left;
  }

 private:
  void add(Polytope piece) {
    const std::size_t place = pieces_.size();
    for (int f = 0; f < piece.face_count(); ++f) owners_[key_of(piece, f)].push_back(place);
    pieces_.push_back(std::move(piece));
    is_joined_.push_back(false);
  }

  void try_neighbours(std::size_t k) {
    for (int f = 0; f < pieces_[k].face_count(); ++f)
      for (const std::size_t other : owners_[key_of(pieces_[k], f)]) {
        if (other == k || is_joined_[other]) continue;
        std::optional<Polytope> joined = union_of(pieces_[k], pieces_[other]);
        if (!joined) continue;
        is_joined_[k] = is_joined_[other] = true;
        return add(*std::move(joined));
      }
  }

  std::vector<Polytope> pieces_;
  std::vector<bool> is_joined_;  // became part of another
  std::map<FaceKey, std::vector<std::size_t>> owners_;
};

}  // namespace

Dyadic sixfold_volume(const Polytope& polytope) {
  Dyadic volume;
  if (polytope.dimension() < 3) return volume;
  const DyadicVec origin = exact(polytope.vertex(0));
  const auto corner = [&](std::uint32_t v) { return exact(polytope.vertex(static_cast<int>(v))) - origin; };
  for (int f = 0; f < polytope.face_count(); ++f) {
    const auto loop = polytope.face(f);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      volume = volume + dot(cross(corner(loop[0]), corner(loop[k])), corner(loop[k + 1]));
  }
  return volume;
}

std::vector<Polytope> merge_convex(std::vector<Polytope> pieces) { return Merger(std::move(pieces)).run(); }

}  // namespace clearance::detail
