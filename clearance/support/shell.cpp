#include <clearance/support/shell.h>

#include <clearance/exact/orient3d.h>

#include <algorithm>

namespace clearance::detail {

Shell::Shell(const Polytope& polytope) : polytope_(polytope), alive_(polytope.vertex_count()) {
  const auto count = static_cast<std::size_t>(polytope.vertex_count());
  degree_.assign(count, 0);
  outgoing_.assign(count, 0);
  for (int f = 0; f < polytope.face_count(); ++f) add_face(polytope.face(f));
  join_twins();
}

// Cut in strips from one end to the other: no vertex gains more than two neighbours, however many sides the face has.
void Shell::add_face(std::span<const std::uint32_t> loop) {
  std::size_t low = 0, high = loop.size() - 1;
  for (bool advance_low = true; high - low >= 2; advance_low = !advance_low) {
    if (advance_low) {
      add_triangle(loop[low], loop[low + 1], loop[high]);
      ++low;
    } else {
      add_triangle(loop[low], loop[high - 1], loop[high]);
      --high;
    }
  }
}

void Shell::add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (const std::uint32_t v : {a, b, c}) {
    outgoing_[v] = static_cast<std::uint32_t>(origin_.size());
    origin_.push_back(v);
    ++degree_[v];
  }
}

void Shell::join_twins() {
  struct Sided {
    std::uint32_t low, high, half_edge;
  };
  std::vector<Sided> sides(origin_.size());
  for (std::uint32_t h = 0; h < sides.size(); ++h) {
    const auto [low, high] = std::minmax(origin_[h], origin_[next(h)]);
    sides[h] = {low, high, h};
  }
  std::sort(sides.begin(), sides.end(), [](const Sided& a, const Sided& b) {
    return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.half_edge < b.half_edge;
  });
  twin_.resize(sides.size());
  for (std::size_t k = 0; k + 1 < sides.size(); k += 2) join(sides[k].half_edge, sides[k + 1].half_edge);
}

void Shell::collect_star(std::uint32_t v) {
  ring_.clear(), outside_.clear(), free_.clear();
  std::uint32_t h = outgoing_[v];
  do {
    const std::uint32_t across = next(h);
    ring_.push_back(origin_[across]);
    outside_.push_back(twin_[across]);
    free_.push_back(h / 3);
    h = twin_[next(across)];
  } while (h != outgoing_[v]);
}

std::span<const std::uint32_t> Shell::ring(std::uint32_t v) {
  collect_star(v);
  return ring_;
}

bool Shell::flattens(std::uint32_t v) {
  // Only a pyramid becomes flat, and only by losing its apex, which is adjacent to all other vertices.
  if (alive_ != degree_[v] + 1) return false;
  collect_star(v);
  const auto point = [&](std::size_t k) { return polytope_.vertex(static_cast<int>(ring_[k])); };
  for (std::size_t k = 3; k < ring_.size(); ++k) {
    if (orient3d_sign(point(0), point(1), point(2), point(k)) != 0) return false;
  }
  return true;
}

// The ring position c between first and last such that no vertex of that stretch is outside the plane of (last, first,
// c). All are on one side of some plane through the edge, so that "outside of" orders them by angle; equals are
// coplanar.
int Shell::facet_over(int first, int last) const {
  const auto point = [&](int k) { return polytope_.vertex(static_cast<int>(ring_[static_cast<std::size_t>(k)])); };
  int best = first + 1;
  for (int c = best + 1; c < last; ++c) {
    if (orient3d_sign(point(last), point(first), point(best), point(c)) > 0) best = c;
  }
  return best;
}

// Fills the stretch first … last of the ring, closed by the edge last → first whose far side is `outside`.
void Shell::fill(int first, int last, std::uint32_t outside) {
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  const int corner[3] = {first, facet_over(first, last), last};
  const std::uint32_t base = 3 * free_.back();
  free_.pop_back();
  for (std::uint32_t e = 0; e < 3; ++e) {
    const std::uint32_t v = ring_[at(corner[e])];
    origin_[base + e] = v;
    outgoing_[v] = base + e;
    ++degree_[v];
  }
  join(base + 2, outside);
  for (std::uint32_t e = 0; e < 2; ++e) {
    if (corner[e + 1] == corner[e] + 1) {
      join(base + e, outside_[at(corner[e])]);
    } else {
      fill(corner[e], corner[e + 1], base + e);
    }
  }
}

void Shell::remove(std::uint32_t v) {
  collect_star(v);
  // In a closed triangulation the degree is the number of triangles: two go from each ring vertex, fill() adds the new.
  for (const std::uint32_t r : ring_) degree_[r] -= 2;
  fill(0, static_cast<int>(ring_.size()) - 1, outside_.back());
  --alive_;
}

}  // namespace clearance::detail
