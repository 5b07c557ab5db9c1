#include <clearance/broad/space_partition.h>

#include <clearance/broad/agreement_test.h>

namespace clearance {
namespace {

TEST(SpacePartition, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<SpacePartition>(); });
}

}  // namespace
}  // namespace clearance
