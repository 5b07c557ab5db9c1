#include <clearance/broad/brute_force.h>

namespace clearance {

bool BruteForce::visit_pairs(PairVisitor visit, Workers&) {
  PairBlock block(visit);
  const auto all = static_cast<std::uint32_t>(boxes().size());
  for (std::uint32_t i = 0; i < all; ++i)
    for (std::uint32_t j = i + 1; j < all; ++j)
      if (overlap(boxes()[i], boxes()[j]) && !block.add(i, j)) return false;
  return block.flush();
}

}  // namespace clearance
