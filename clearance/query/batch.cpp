#include <clearance/query/batch.h>

namespace clearance {
namespace {

template <class Answer, class Ask>
void answer_pairs(std::span<const PairQuery> pairs, std::span<Answer> out, std::span<PairCache> caches,
                  const Ask& ask) {
  CLEARANCE_ASSERT(out.size() == pairs.size() && (caches.empty() || caches.size() == pairs.size()));
  for (std::size_t k = 0; k < out.size() && k < pairs.size(); ++k) {
    PairCache fresh;
    out[k] = ask(pairs[k], k < caches.size() ? caches[k] : fresh);
  }
}

}  // namespace

void intersects_batch(std::span<const PairQuery> pairs, std::span<Intersection> out, std::span<PairCache> caches,
                      const QueryOptions& options) {
  answer_pairs(pairs, out, caches, [&](const PairQuery& q, PairCache& cache) {
    return intersects(*q.a, q.pose_a, *q.b, q.pose_b, cache, options);
  });
}

void distance_batch(std::span<const PairQuery> pairs, std::span<Distance> out, std::span<PairCache> caches,
                    const DistanceOptions& options) {
  answer_pairs(pairs, out, caches, [&](const PairQuery& q, PairCache& cache) {
    return distance(*q.a, q.pose_a, *q.b, q.pose_b, cache, options);
  });
}

}  // namespace clearance
