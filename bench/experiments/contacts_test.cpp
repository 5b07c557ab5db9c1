#include <bench/bench.h>
#include <bench/peers/columns.h>
#include <bench/peers/contacts.h>
#include <bench/race/contact_race.h>
#include <gtest/gtest.h>

#include <string>

namespace clearance::bench {
namespace {

std::vector<ContactResult> results_of(const ContactScene& scene) {
  const std::vector<ContactContestant> contestants =
      joined({our_contacts(), bullet_contacts(scene), ode_contacts(scene), fcl_contacts(scene)});
  return race_contacts(contestants, scene, contact_truth(scene), {.passes = 1});
}

// The converted shapes and poses are the same bodies: boxes of all libraries have our points where they lie flat, but
// for FCL's, which returns fewer.
TEST(ContactMethods, PeersSeeTheSameBoxes) {
  for (const ContactPose kind : {ContactPose::Offset, ContactPose::OnCorner}) {
    const std::vector<ContactResult> results = results_of(box_scene(kind, Numbers::Random, 60));
    std::size_t agreeing = 0;
    for (const ContactResult& result : results) {
      ASSERT_TRUE(result.answered) << result.full_name();
      EXPECT_LE(result.wrong(), result.is_ours() ? 0 : 3) << result.full_name();
      agreeing += !result.is_ours() && result.same_share() >= 0.9 ? 1 : 0;
    }
    EXPECT_GE(agreeing, 2u) << to_string(kind);
  }
}

TEST(ContactMethods, OursAreRightAndAllocateNothing) {
  for (const ContactScene& scene :
       {box_scene(ContactPose::Turned, Numbers::Round, 60), box_scene(ContactPose::Near, Numbers::Random, 60),
        hull_scene(20, ContactPose::Rolling, Numbers::Random, 60),
        floor_scene(2000, true, ContactPose::Sliding, Numbers::Random, 6),
        floor_scene(2000, true, ContactPose::OnCorner, Numbers::Round, 6)}) {
    const std::vector<ContactResult> results = results_of(scene);
    for (std::size_t k = 0; k < 3; ++k) {
      // With memory a face may stay the normal's where another would do as well; with a margin of the tolerance, as the
      // judge asks, so may a patch of a mesh.
      EXPECT_GE(results[k].same_share(), is_coherent(scene.kind) ? 0.9 : 1)
          << scene.bodies << ", " << scene.name() << ", " << results[k].name;
      EXPECT_EQ(results[k].wrong() + results[k].touching_free, 0) << scene.bodies << ", " << results[k].name;
      if (k < 2) {
        EXPECT_EQ(results[k].allocations, 0) << scene.bodies << ", " << results[k].name;
      }
    }
  }
}

TEST(ColumnsMethods, EverybodyFindsEveryPairWithFourPoints) {
  const BoxColumns columns = box_columns(4, 3, 3, true);
  for (const ColumnsContestant& contestant : joined({our_columns(), bullet_columns(), ode_columns()})) {
    const auto runner = contestant.make(columns);
    for (const std::size_t frame : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
      runner->prepare(frame);
      ContactTally tally;
      runner->run(tally);
      EXPECT_EQ(tally.pairs, columns.contacts) << contestant.package << ", " << contestant.name;
      // Bullet's floor gives one point a frame.
      if (contestant.package == "Bullet") continue;
      EXPECT_GE(tally.points, 4 * columns.contacts) << contestant.package << ", " << contestant.name;
    }
  }
}

TEST(Contacts, PrintsEveryPart) {
  std::vector<std::string> words = {"bench", "contacts", "--quick", "--no-plots"};
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& word : words) arguments.push_back(word.data());
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_bench(static_cast<int>(arguments.size()), arguments.data()), 0);
  const std::string text = testing::internal::GetCapturedStdout();
  for (const char* part : {"two boxes", "hulls of 20", "hulls of 100", "flat floor", "bumpy floor", "boxes in columns",
                           "Estimates", "to reach"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(text.find("wrong ("), std::string::npos) << text;
}

}  // namespace
}  // namespace clearance::bench
