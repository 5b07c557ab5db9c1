#include <clearance/motion/pair_support.h>

namespace clearance::detail {
namespace {

template <int kWidth>
CLEARANCE_INLINE SupportPair near_body(const PosedPair& pair, Vec3 n, VertexPair hint) {
  return pair.template support<kWidth, true>(n, hint);
}
template <int kWidth>
CLEARANCE_INLINE SupportPair far_body(const PosedPair& pair, Vec3 n, VertexPair hint) {
  return pair.template support<kWidth>(n, hint);
}

}  // namespace

CLEARANCE_DISPATCH(SupportPair, support_near, (const PosedPair& pair, Vec3 n, VertexPair hint), near_body,
                   (pair, n, hint))
CLEARANCE_DISPATCH(SupportPair, support_far, (const PosedPair& pair, Vec3 n, VertexPair hint), far_body,
                   (pair, n, hint))

}  // namespace clearance::detail
