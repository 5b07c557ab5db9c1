#include <clearance/broad/brute_force.h>

#include <clearance/broad/agreement_test.h>

namespace clearance {
namespace {

TEST(BruteForce, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<BruteForce>(); });
}

}  // namespace
}  // namespace clearance
