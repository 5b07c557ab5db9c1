// Question: what does a constant angular velocity cost beside the way between the same two poses?
// Method:   the rotating motions of W6, as they are and with the angular velocity that gets from the first pose to the
//           last in the same time: the same bodies, nearly the same ways, with the same brackets and proofs.
#include <bench/experiments/motion_mesh.h>
#include <bench/race/timer.h>
#include <clearance/motion/query.h>

#include <cmath>

namespace clearance::bench {
namespace {

Motion spun(const Motion& motion) {
  if (motion.kind() != Motion::Kind::Keyframes) return motion;
  const Pose start = motion.keyframes().front().pose, end = motion.keyframes().back().pose;
  const double duration = motion.keyframes().back().time - motion.keyframes().front().time;
  const Pose turn =
      relative(inverse(moved_to(end, {}).value()).value(), inverse(moved_to(start, {}).value()).value()).value();
  const Quat q = turn.quaternion();
  const Vec3 v = q.w < 0 ? Vec3{-q.x, -q.y, -q.z} : Vec3{q.x, q.y, q.z};
  const double sine = norm(v), angle = 2 * std::atan2(sine, std::fabs(q.w));
  const Vec3 spin = sine > 0 ? v * (angle / (sine * duration)) : Vec3{};
  const Vec3 velocity = (end.translation() - start.translation()) / duration;
  return Motion::flight(start, {velocity, {}, spin, {}}, motion.begins()).value();
}

struct Sums {
  double between = 0, spin = 0;
  int asked = 0, contacts = 0, undecided = 0;
};

double fastest_us(int passes, const W6Bodies& bodies, const Motion& a, const Motion& b, FirstContact& found) {
  double best = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < passes; ++pass) {
    const Timer timer;
    found = first_contact(bodies.a, a, bodies.b, b, kW6Interval).value();
    best = std::min(best, 1e6 * timer.seconds());
  }
  return best;
}

}  // namespace

void run_motion_mesh_spin(const Options& options, const W6Course& course, Report& report) {
  Table table("Constant angular velocity beside the way between the same poses  [µs per motion]");
  table.row({"", "triangles", "between poses", "spin", "times", "at most 2", "contacts", "undecided"});
  const MeshMotionEffort effort = mesh_motion_effort(options);
  const std::vector<W6Cell> cells = w6_cells();
  for (const int triangles : effort.sizes) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (cells[c].kind != W6Kind::Rotating) continue;
      report.progress(format("motion-mesh: spin, %d triangles, %s", triangles, cells[c].name().c_str()));
      Sums sums;
      for (std::size_t p = 0; p < std::size(kW2Pairs); ++p) {
        const W6Bodies bodies(kW2Pairs[p], triangles);
        for (const MovingPair& pair : course[c][p].pairs) {
          FirstContact between, spin;
          sums.between += fastest_us(effort.passes, bodies, pair.a.motion, pair.b.motion, between);
          sums.spin += fastest_us(effort.passes, bodies, spun(pair.a.motion), spun(pair.b.motion), spin);
          ++sums.asked;
          sums.contacts += spin.status == MotionStatus::Contact ? 1 : 0;
          sums.undecided += spin.status == MotionStatus::Undecided ? 1 : 0;
        }
      }
      const double times = sums.spin / sums.between;
      const bool is_met = times <= MeshMotionBars::kSpin;
      table.row({cells[c].name(), std::to_string(triangles), format("%.1f", sums.between / sums.asked),
                 format("%.1f", sums.spin / sums.asked), format("%.2f", times), met(is_met),
                 std::to_string(sums.contacts), std::to_string(sums.undecided)});
      report.add(Record{{"spin", cells[c].name()},
                        {"triangles", std::int64_t{triangles}},
                        {"between_us", sums.between / sums.asked},
                        {"spin_us", sums.spin / sums.asked},
                        {"times", times},
                        {"met", is_met},
                        {"undecided", std::int64_t{sums.undecided}}});
    }
  }
  report.add(std::move(table));
}

}  // namespace clearance::bench
