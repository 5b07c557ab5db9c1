// Unions of unit cubes of a grid in any dimension, as polytopes: their squares stay apart where they are coplanar, and
// there are saddles, tunnels, hollows, and edges and vertices at which parts of the inside only just meet. What a point
// is in follows from the cubes around it, without any geometry.
#pragma once

#include <clearance/lab/spacetime/made_polytopes_test.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace clearance::lab {

template <int kDimension>
class Voxels {
 public:
  using Cell = std::array<int, kDimension>;
  using Map = std::array<std::array<double, kDimension>, kDimension>;  // integers, nonsingular

  Voxels(int size, double share, detail::Random& random, bool is_slanted) : size_(size) {
    for (std::size_t i = 0; i < kDimension; ++i)
      for (std::size_t k = 0; k < kDimension; ++k)
        map_[i][k] = i == k ? 3.0 : is_slanted && k > i ? static_cast<double>(random.below(5)) - 2 : 0.0;
    // Triangular so far, and so not singular; one step that mixes rows leaves it that.
    if (is_slanted)
      for (std::size_t k = 0; k < kDimension; ++k) map_[kDimension - 1][k] += 2 * map_[0][k];
    do {
      filled_.clear();
      Cell cell{};
      do
        if (random.unit() < share) filled_.insert(cell);
      while (next(cell, size_));
    } while (filled_.empty());
  }

  IncidencePolytope<kDimension> polytope() const;

  // The point of the grid with these coordinates, where the map takes it.
  Homogeneous<kDimension + 1> at(const std::array<double, kDimension>& x, double weight = 1) const {
    std::array<Dyadic, kDimension + 1> y;
    for (std::size_t i = 0; i < kDimension; ++i)
      for (std::size_t k = 0; k < kDimension; ++k) y[i] = y[i] + Dyadic(map_[i][k]) * Dyadic(x[k]) * Dyadic(weight);
    y[kDimension] = weight;
    return Homogeneous<kDimension + 1>(std::move(y));
  }
  // The dimension of the face that has it; −1 outside.
  int dimension_at(const std::array<double, kDimension>& x) const {
    int filled = 0, all = 0, dimension = 0;
    for (const double each : x) dimension += each == std::floor(each) ? 0 : 1;
    for (unsigned around = 0; around < 1u << kDimension; ++around) {
      Cell cell;
      bool is_around = true;
      for (std::size_t k = 0; k < kDimension; ++k) {
        const bool is_low = (around >> k & 1) != 0;
        cell[k] = static_cast<int>(std::floor(x[k])) - (is_low ? 1 : 0);
        is_around &= !is_low || x[k] == std::floor(x[k]);
      }
      all += is_around ? 1 : 0;
      filled += is_around && filled_.count(cell) != 0 ? 1 : 0;
    }
    return filled == 0 ? -1 : filled == all ? kDimension : dimension;
  }

  static bool next(Cell& cell, int size) {
    for (int& each : cell) {
      if (++each < size) return true;
      each = 0;
    }
    return false;
  }

 private:
  // A cube of some dimension: a corner and the axes it extends along.
  using Block = std::pair<Cell, unsigned>;
  using Numbers = std::map<Block, std::uint32_t>;

  std::uint32_t number_of(const Block& block, std::array<Numbers, kDimension>& numbers,
                          IncidenceLists<kDimension>& lists) const;

  int size_;
  Map map_{};
  std::set<Cell> filled_;
};

template <int kDimension>
std::uint32_t Voxels<kDimension>::number_of(const Block& block, std::array<Numbers, kDimension>& numbers,
                                            IncidenceLists<kDimension>& lists) const {
  const auto dimension = static_cast<std::size_t>(std::popcount(block.second));
  if (const auto known = numbers[dimension].find(block); known != numbers[dimension].end()) return known->second;
  if (dimension == 0) {
    std::array<double, kDimension> x;
    for (std::size_t k = 0; k < kDimension; ++k) x[k] = block.first[k];
    lists.vertices.push_back(at(x));
  } else {
    std::vector<std::uint32_t> facets;
    for (unsigned k = 0; k < kDimension; ++k) {
      if ((block.second >> k & 1) == 0) continue;
      Block side{block.first, block.second & ~(1u << k)};
      facets.push_back(number_of(side, numbers, lists));
      ++side.first[k];
      facets.push_back(number_of(side, numbers, lists));
    }
    lists.facets[dimension - 1].push_back(std::move(facets));
  }
  const auto number = static_cast<std::uint32_t>(numbers[dimension].size());
  numbers[dimension].emplace(block, number);
  return number;
}

template <int kDimension>
IncidencePolytope<kDimension> Voxels<kDimension>::polytope() const {
  IncidenceLists<kDimension> lists;
  lists.facets.resize(kDimension);
  lists.facets.back().emplace_back();
  std::array<Numbers, kDimension> numbers;
  for (const Cell& cell : filled_)
    for (unsigned k = 0; k < kDimension; ++k)
      for (const int step : {-1, 1}) {
        Cell beside = cell;
        beside[k] += step;
        if (filled_.count(beside) != 0) continue;
        const Block side{step > 0 ? beside : cell, ((1u << kDimension) - 1) & ~(1u << k)};
        const std::uint32_t facet = number_of(side, numbers, lists);
        lists.facets.back()[0].push_back(facet);
      }
  return make_incidence_polytope(std::move(lists)).value();
}

}  // namespace clearance::lab
