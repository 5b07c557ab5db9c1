#include <clearance/lab/pair/programs/quadratic_program.h>

#include <clearance/base/random.h>
#include <clearance/lab/pair/coherence.h>
#include <clearance/lab/pair/conclude.h>
#include <clearance/lab/pair/short_walk.h>

#include <algorithm>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

// The plane beyond which a vertex violates: through the nearest point of its body, square to the nearest direction.
struct Planes {
  Vec3 along_a, along_b;      // the direction in the bodies' own frames, outwards
  double height_a, height_b;  // with rounding added, so that the basis itself never violates

  Planes(const PosedPair& pair, const PointSimplex& simplex) {
    const Vec3 n = simplex.direction;
    along_a = transpose_times(pair.pose_a().rotation(), n), along_b = transpose_times(pair.pose_b().rotation(), -n);
    height_a = height_b = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < simplex.count; ++k) {
      height_a = larger(height_a, dot(pair.a().vertex(simplex.pair[k].a), along_a));
      height_b = larger(height_b, dot(pair.b().vertex(simplex.pair[k].b), along_b));
    }
    const double rounding = 2 * kDotError * norm_one(n);
    height_a += rounding * pair.a().reach(), height_b += rounding * pair.b().reach();
  }
};

// All vertices in the order in which they are looked at: those of b are numbered on from those of a.
class Order {
 public:
  Order(int count, std::uint64_t seed) : vertices_(static_cast<std::size_t>(count)) {
    for (std::size_t i = 0; i < vertices_.size(); ++i) vertices_[i] = static_cast<std::int32_t>(i);
    Random random(seed);
    for (std::size_t i = vertices_.size(); i > 1; --i) std::swap(vertices_[i - 1], vertices_[random.below(i)]);
  }
  std::size_t size() const { return vertices_.size(); }
  std::int32_t operator[](std::size_t i) const { return vertices_[i]; }
  // Welzl's heuristic: what has mattered once is likely to matter again.
  void move_to_front(std::size_t i) {
    const auto at = vertices_.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(vertices_.begin(), at, at + 1);
  }

 private:
  std::vector<std::int32_t> vertices_;
};

void note(Trace* trace, const PosedPair& pair, const PointSimplex& simplex) {
  if (trace == nullptr) return;
  TraceStep step{simplex.direction, {}, {}, "basis"};
  for (int k = 0; k < simplex.count; ++k) {
    const VertexPair at = simplex.pair[k];
    step.point_a = step.point_a + simplex.weight[k] * apply(pair.pose_a(), pair.a().vertex(at.a));
    step.point_b = step.point_b + simplex.weight[k] * apply(pair.pose_b(), pair.b().vertex(at.b));
  }
  trace->steps.push_back(step);
}

// Looks through the vertices, from the beginning again after each change of the basis; ends when none violates.
ShortWalkEnd solve(const PosedPair& pair, const QuadraticProgramOptions& options, PointSimplex& simplex,
                   Evidence& evidence, Trace* trace) {
  const int count_a = pair.a().vertex_count();
  Order order(count_a + pair.b().vertex_count(), options.seed);
  if (simplex.count == 0) simplex.add({0, 0}, pair.difference({0, 0}));
  // A basis is optimal for its own vertices. The last frame's pairs no longer are: other pairs of them may be nearer.
  FewVertices start_a, start_b;
  for (int k = 0; k < simplex.count; ++k) start_a.add(simplex.pair[k].a), start_b.add(simplex.pair[k].b);
  ShortWalkEnd end = nearest_of_few(pair, start_a, start_b, simplex);
  if (end != ShortWalkEnd::Nearest || !(norm_one(simplex.direction) > 0)) return ShortWalkEnd::Contact;
  Planes planes(pair, simplex);
  long tests = 0;
  for (std::size_t i = 0; i < order.size() && end == ShortWalkEnd::Nearest;) {
    const bool is_a = order[i] < count_a;
    const std::int32_t v = is_a ? order[i] : order[i] - count_a;
    ++tests;
    const bool beyond = is_a ? dot(pair.a().vertex(v), planes.along_a) > planes.height_a
                             : dot(pair.b().vertex(v), planes.along_b) > planes.height_b;
    if (!beyond) {
      ++i;
      continue;
    }
    if (evidence.steps++ >= options.max_steps) {
      end = ShortWalkEnd::OutOfSteps;
      break;
    }
    FewVertices few_a, few_b;  // the basis and the vertex
    for (int k = 0; k < simplex.count; ++k) few_a.add(simplex.pair[k].a), few_b.add(simplex.pair[k].b);
    (is_a ? few_a : few_b).add(v);
    const double before = squared_norm(simplex.point());
    PointSimplex next = simplex;
    end = nearest_of_few(pair, few_a, few_b, next);
    if (end == ShortWalkEnd::Contact) {
      simplex = next;
    } else if (squared_norm(next.point()) < before) {
      simplex = next, planes = Planes(pair, simplex);
      note(trace, pair, simplex);
      order.move_to_front(i);
      i = 0;
    } else {
      ++i;  // it violated by rounding alone
    }
  }
  if (options.tests != nullptr) *options.tests = tests;
  return end;
}

}  // namespace

Evidence quadratic_program(const PosedPair& pair, ConvexCache* cache, const QuadraticProgramOptions& options,
                           Trace* trace) {
  Evidence evidence;
  PointSimplex simplex = cached_simplex(pair, cache);
  if (simplex.count == 4 && conclude_penetrating(pair, {simplex.pair, 4}, evidence)) return evidence;
  if (simplex.count == 4) simplex.count = 3;  // four that do not surround the origin, or not surely: start below them
  const ShortWalkEnd end = solve(pair, options, simplex, evidence, trace);
  conclude_walk(pair, end, simplex, evidence);
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
