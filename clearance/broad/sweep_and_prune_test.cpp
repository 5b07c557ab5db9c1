#include <clearance/broad/sweep_and_prune.h>

#include <clearance/broad/agreement_test.h>

namespace clearance {
namespace {

TEST(SweepAndPrune, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<SweepAndPrune>(); });
}

}  // namespace
}  // namespace clearance
