#include <clearance/broad/spatial_hash.h>

#include <clearance/broad/agreement_test.h>

namespace clearance {
namespace {

TEST(SpatialHash, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<SpatialHash>(); });
}

}  // namespace
}  // namespace clearance
