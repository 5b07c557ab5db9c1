#include <clearance/broad/coherent_hash.h>

#include <clearance/broad/agreement_test.h>

namespace clearance {
namespace {

TEST(CoherentHash, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<CoherentHash>(); });
}

}  // namespace
}  // namespace clearance
