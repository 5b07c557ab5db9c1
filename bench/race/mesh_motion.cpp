#include <bench/race/mesh_motion.h>
#include <clearance/build/mesh.h>

namespace clearance::bench {
namespace {

Shape solid(const TriangleSoup& soup) {
  return make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Solid}).value();
}

}  // namespace

W6Bodies::W6Bodies(const W2Pair& of, int count)
    : pair(of),
      triangles(count),
      soup_a(w2_body(of.a, count)),
      soup_b(w2_body(of.b, count)),
      a(solid(soup_a)),
      b(solid(soup_b)) {}

std::vector<MotionTruth> sampled_truth(const W6Bodies& bodies, const W6Motions& motions, const MotionAsker& asker,
                                       std::size_t count, int instants) {
  std::vector<MotionTruth> out;
  for (std::size_t i = 0; i < std::min(count, motions.pairs.size()); ++i) {
    const auto where = [&](double time) { return asker.where(i, time); };
    out.push_back(SampledMotion(bodies.a, bodies.b, where, instants).first_contact());
  }
  return out;
}

MotionMistakes judge_motions(const W6Bodies& bodies, const W6Motions& motions, std::span<const Answer> answers,
                             std::span<const MotionTruth> truth, const MotionAsker& asker, int instants) {
  MotionMistakes out;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto where = [&](double time) { return asker.where(i, time); };
    judge_motion(answers[i], truth[i], SampledMotion(bodies.a, bodies.b, where, instants),
                 kHair * motions.pairs[i].unit, out);
  }
  return out;
}

}  // namespace clearance::bench
