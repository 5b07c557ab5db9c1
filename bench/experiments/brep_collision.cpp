// Question: how many steps does the collision time take (Vaněček 1990, §3), beside halving the interval?
// Method:   solids that fly at each other, turning or not; the frames before and after the exact first contact
//           (motion/query.h), near to each other as in a simulation, and far. Both ways go on until the bracket is 1e-9
//           of the interval. A step is a status of both solids.
#include <bench/experiments/brep.h>
#include <bench/race/timer.h>
#include <bench/workloads/random_motion.h>
#include <bench/workloads/small_solids.h>
#include <clearance/brep/contacts/collision_time.h>
#include <clearance/motion/query.h>

namespace clearance::bench {
namespace {

struct Frames {
  const char* name;
  double step;  // about how far a body moves between them, as a share of its size
};
constexpr Frames kFrames[] = {{"near frames", 0.02}, {"frames apart", 0.3}};

struct Falling {
  std::string name;
  BRepIndex a, b;
};

BRepIndex index_of(const TriangleSoup& soup) { return make_brep_index(make_brep(solid_mesh(soup)).value()); }

std::vector<Falling> pairs(bool quick) {
  std::vector<Falling> out = {
      {"L and gear", index_of(small_solid(SmallSolid::L)), index_of(small_solid(SmallSolid::Gear))},
      {"sphere and torus", index_of(round_solid(RoundSolid::Sphere, 10)),
       index_of(round_solid(RoundSolid::Torus, 10))}};
  if (!quick)
    out.push_back(
        {"knots of 500 triangles", index_of(w2_body(W2Body::Knot, 500)), index_of(w2_body(W2Body::Knot, 500))});
  return out;
}

struct Way {
  double steps = 0, seconds = 0;
};

struct Tally {
  int cases = 0, undecided = 0, elsewhere = 0;  // elsewhere: the bracket misses the first contact
  Way estimated, halved;
  double classifications = 0;
};

Way ask(const Falling& pair, const Motion& motion, double early, double late, bool use_estimates,
        Result<BRepCollisionTime>& found) {
  const Timer timer;
  found = collision_time(pair.a, motion, pair.b, {}, early, late, {.use_estimates = use_estimates});
  const double seconds = timer.seconds();
  return {found ? static_cast<double>(found->evaluations) : 0, seconds};
}

// Where b is hit by a, which comes from `distance` away and turns by `turn` radians until it would be at its middle.
void add_case(const Falling& pair, Random& random, double turn, const Frames& frames, Tally& tally) {
  const double size = pair.a.brep().mesh().size(), distance = 3 * (size + pair.b.brep().mesh().size());
  const Vec3 from = random_direction(random);
  const Pose start = rotation(random_rotation(random), distance * from + random_point(random, 0.2 * size));
  const Motion motion = Motion::flight(start, {-distance * from, {}, turn * random_direction(random), {}}).value();
  const auto first = first_contact(Shape(pair.a.brep().mesh()), motion, Shape(pair.b.brep().mesh()), Motion(), {0, 1});
  if (!first || first->status != MotionStatus::Contact) return;
  const double between = frames.step * size / distance, before = random.unit() * between;
  const double early = first->lower - before, late = early + between;
  Result<BRepCollisionTime> estimated = Error{}, halved = Error{};
  const Way one = ask(pair, motion, early, late, true, estimated);
  if (!estimated) return;  // it grazes: nothing penetrates in the second frame
  const Way other = ask(pair, motion, early, late, false, halved);
  ++tally.cases;
  tally.undecided += estimated->status == MotionStatus::Contact ? 0 : 1;
  tally.elsewhere += estimated->lower > first->upper + 1e-12 || estimated->upper < first->lower - 1e-12 ? 1 : 0;
  tally.estimated.steps += one.steps, tally.estimated.seconds += one.seconds;
  tally.halved.steps += other.steps, tally.halved.seconds += other.seconds;
  tally.classifications += estimated->classifications;
}

}  // namespace

void brep_collision(const Options& options, Report& report) {
  Table table("When did penetration begin? Estimates (Vaněček) beside halving, to 1e-9 of the interval");
  table.row({"", "cases", "steps", "halving", "classifications", "µs", "halving", "undecided", "not the first contact",
             "plan"});
  const int tries = options.quick ? 5 : 100;
  for (const Falling& pair : pairs(options.quick)) {
    for (const double turn : {0.0, 1.0}) {
      for (const Frames& frames : kFrames) {
        const std::string name = pair.name + (turn > 0 ? ", turning, " : ", ") + frames.name;
        report.progress("brep: collision time, " + name);
        Random random(17);
        Tally tally;
        for (int k = 0; k < tries; ++k) add_case(pair, random, turn, frames, tally);
        if (tally.cases == 0) continue;
        const double cases = tally.cases, ratio = tally.estimated.steps / tally.halved.steps;
        table.row({name, format("%d", tally.cases), format("%.1f", tally.estimated.steps / cases),
                   format("%.1f", tally.halved.steps / cases), format("%.0f", tally.classifications / cases),
                   format("%.0f", 1e6 * tally.estimated.seconds / cases),
                   format("%.0f", 1e6 * tally.halved.seconds / cases), format("%d", tally.undecided),
                   format("%d", tally.elsewhere),
                   format("%.2f of halving, at most 0.33: %s", ratio, met(ratio <= BRepBars::kStepsOfBisection))});
        report.add(Record{{"part", "collision time"},
                          {"solids", pair.name},
                          {"turning", turn > 0},
                          {"frames", frames.name},
                          {"cases", std::int64_t{tally.cases}},
                          {"steps", tally.estimated.steps / cases},
                          {"steps_halving", tally.halved.steps / cases},
                          {"us", 1e6 * tally.estimated.seconds / cases},
                          {"us_halving", 1e6 * tally.halved.seconds / cases},
                          {"undecided", std::int64_t{tally.undecided}},
                          {"not_first", std::int64_t{tally.elsewhere}}});
      }
    }
  }
  report.add(std::move(table));
}

}  // namespace clearance::bench
