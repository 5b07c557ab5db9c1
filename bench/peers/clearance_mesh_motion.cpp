// Clearance itself: first_contact and clear_throughout of two solids.
#include <bench/peers/clearance.h>
#include <clearance/motion/query.h>

namespace clearance::bench {
namespace {

using Door = Result<FirstContact> (*)(const Shape&, const Motion&, const Shape&, const Motion&, Interval,
                                      const MotionOptions&);

class OurMotions final : public MotionAsker {
 public:
  OurMotions(const W6Bodies& bodies, const W6Motions& motions, Door door)
      : bodies_(bodies), motions_(motions), door_(door) {}

  Answer ask(std::size_t index) override {
    const MovingPair& pair = motions_.pairs[index];
    const Result<FirstContact> found = door_(bodies_.a, pair.a.motion, bodies_.b, pair.b.motion, kW6Interval, {});
    if (!found) return {};
    switch (found->status) {
      case MotionStatus::Clear:
        return {Answer::Kind::Separated};
      case MotionStatus::Contact:
      case MotionStatus::Already:
        return {Answer::Kind::Colliding, found->upper, found->upper - found->lower};
      case MotionStatus::Undecided:
      case MotionStatus::NotAsked:
        break;
    }
    return {};
  }

  PosePair where(std::size_t index, double time) const override {
    const MovingPair& pair = motions_.pairs[index];
    return {pair.a.motion.at(time).value(), pair.b.motion.at(time).value()};
  }

 private:
  const W6Bodies& bodies_;
  const W6Motions& motions_;
  Door door_;
};

class OurMover final : public MeshMover {
 public:
  OurMover(const W6Bodies& bodies, Door door) : bodies_(bodies), door_(door) {}
  std::unique_ptr<MotionAsker> asker(const W6Motions& motions) const override {
    return std::make_unique<OurMotions>(bodies_, motions, door_);
  }

 private:
  const W6Bodies& bodies_;
  Door door_;
};

MeshMotionLibrary library(std::string name, Door door) {
  return {"Clearance", std::move(name), "q linearly",
          [=](const W6Bodies& bodies) { return std::make_unique<OurMover>(bodies, door); }};
}

}  // namespace

std::vector<MeshMotionLibrary> our_mesh_motions() {
  return {library("first_contact", &first_contact), library("clear_throughout", &clear_throughout)};
}

}  // namespace clearance::bench
