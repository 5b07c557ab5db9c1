// Clearance itself with many boxes: every box is placed anew in a frame, then all pairs are found.
#include <bench/peers/clearance.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/methods.h>

namespace clearance::bench {
using namespace detail;
namespace {

class OurBroad final : public ManyRunner {
 public:
  OurBroad(const BoxFrames& frames, const BroadRow& row, int threads)
      : frames_(frames), method_(row.make()), workers_(threads) {}

  void prepare(std::size_t frame) override { boxes_ = &frames_[frame]; }

  void run(PairLog& pairs) override {
    for (std::size_t k = 0; k < boxes_->size(); ++k) method_->place(static_cast<std::uint32_t>(k), (*boxes_)[k]);
    method_->find_pairs([&](std::span<const IndexPair> block) { return pairs.add_all(block), true; }, workers_);
  }

  std::size_t memory_bytes() const override { return method_->memory_bytes(); }

 private:
  const BoxFrames& frames_;
  std::unique_ptr<BroadPhase> method_;
  Workers workers_;
  const std::vector<Box>* boxes_ = nullptr;
};

}  // namespace

std::vector<BroadContestant> our_broad_phases(int threads) {
  std::vector<BroadContestant> out;
  for (const BroadRow& row : broad_methods())
    out.push_back(many_of<OurBroad, BoxFrames>("Clearance", row.name, row, threads));
  return out;
}

}  // namespace clearance::bench
