#include <clearance/broad/box_tree.h>

#include <clearance/broad/agreement_test.h>

namespace clearance {
namespace {

TEST(BoxTree, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<BoxTree>(); });
}

}  // namespace
}  // namespace clearance
