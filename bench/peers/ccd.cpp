// libccd: GJK and MPR over a support function that the caller writes. Here: a plain scan over coordinate arrays; a
// climb along edges from the last extreme vertex; and a SIMD scan chosen at run time, which lends libccd our own means.
// libccd keeps nothing between queries; its first direction is the line of centres (starting from the direction in
// which the query before ended was tried and is slower at every size).
// Depth: EPA's is meant to be the minimum; MPR's is the depth along one portal's normal.
#include <bench/peers/ccd.h>
#include <ccd/ccd.h>

#include <limits>

namespace clearance::bench {
namespace {

enum class Search : std::uint8_t { Scan, SimdScan, Climb };
enum class Solver : std::uint8_t { Gjk, Mpr };

struct Setting {
  Solver solver;
  Search search;
};

struct CcdPose {
  double rotation[3][3];
  ccd_vec3_t translation;
};

struct CcdBody {
  const Polytope* shape;
  const CcdPose* pose;
  mutable int last = 0;  // where the climb ended
};

std::vector<CcdPose> poses(std::span<const Pose> source) {
  std::vector<CcdPose> out;
  out.reserve(source.size());
  for (const Pose& pose : source) {
    CcdPose& to = out.emplace_back();
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) to.rotation[row][column] = pose.rotation().row[row][column];
    }
    const Vec3 t = pose.translation();
    ccdVec3Set(&to.translation, t.x, t.y, t.z);
  }
  return out;
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define BENCH_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define BENCH_CLONES
#endif

BENCH_CLONES int simd_scan(const double* x, const double* y, const double* z, int padded_count, double dx, double dy,
                           double dz) {
  using Lanes = double __attribute__((vector_size(64)));
  using Indices = long long __attribute__((vector_size(64)));
  Lanes best = Lanes{} - std::numeric_limits<double>::infinity();
  Indices best_index = {};
  Indices index = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int i = 0; i < padded_count; i += 8) {
    const Lanes value = *reinterpret_cast<const Lanes*>(x + i) * dx + *reinterpret_cast<const Lanes*>(y + i) * dy +
                        *reinterpret_cast<const Lanes*>(z + i) * dz;
    const Indices better = value > best;
    best = better ? value : best;
    best_index = better ? index : best_index;
    index += 8;
  }
  int lane = 0;
  for (int k = 1; k < 8; ++k) lane = best[k] > best[lane] ? k : lane;
  return static_cast<int>(best_index[lane]);
}

int scan(const Polytope& shape, Vec3 direction) {
  const double *x = shape.x(), *y = shape.y(), *z = shape.z();
  int best = 0;
  double best_value = -std::numeric_limits<double>::infinity();
  for (int v = 0; v < shape.vertex_count(); ++v) {
    const double value = x[v] * direction.x + y[v] * direction.y + z[v] * direction.z;
    if (value > best_value) {
      best = v;
      best_value = value;
    }
  }
  return best;
}

int climb(const Polytope& shape, Vec3 direction, int start) {
  int best = start;
  double best_value = dot(shape.vertex(start), direction);
  for (bool moved = true; moved;) {
    moved = false;
    for (const std::uint32_t neighbour : shape.neighbours(best)) {
      const double value = dot(shape.vertex(static_cast<int>(neighbour)), direction);
      if (value > best_value) {
        best = static_cast<int>(neighbour);
        best_value = value;
        moved = true;
      }
    }
  }
  return best;
}

template <Search kSearch>
void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const CcdBody& body = *static_cast<const CcdBody*>(object);
  const auto& m = body.pose->rotation;
  const double* d = direction->v;
  const Vec3 local = {m[0][0] * d[0] + m[1][0] * d[1] + m[2][0] * d[2],
                      m[0][1] * d[0] + m[1][1] * d[1] + m[2][1] * d[2],
                      m[0][2] * d[0] + m[1][2] * d[1] + m[2][2] * d[2]};
  const Polytope& shape = *body.shape;
  int v;
  if constexpr (kSearch == Search::Scan) {
    v = scan(shape, local);
  } else if constexpr (kSearch == Search::SimdScan) {
    v = simd_scan(shape.x(), shape.y(), shape.z(), shape.padded_count(), local.x, local.y, local.z);
    v = v < shape.vertex_count() ? v : 0;  // padding repeats vertex 0
  } else {
    v = body.last = climb(shape, local, body.last);
  }
  const Vec3 p = shape.vertex(v);
  for (int row = 0; row < 3; ++row) {
    point->v[row] = m[row][0] * p.x + m[row][1] * p.y + m[row][2] * p.z + body.pose->translation.v[row];
  }
}

// Every test shape is centred on its own origin.
void centre(const void* object, ccd_vec3_t* point) { *point = static_cast<const CcdBody*>(object)->pose->translation; }

void direction_of_centres(const void* a, const void* b, ccd_vec3_t* direction) {
  ccdVec3Sub2(direction, &static_cast<const CcdBody*>(b)->pose->translation,
              &static_cast<const CcdBody*>(a)->pose->translation);
}

class CcdAsker {
 public:
  CcdAsker(const Frames& frames, Query query, Setting setting)
      : query_(query),
        solver_(setting.solver),
        poses_a_(poses(frames.pose_a)),
        poses_b_(poses(frames.pose_b)),
        a_{frames.a, poses_a_.data()},
        b_{frames.b, poses_b_.data()} {
    CCD_INIT(&ccd_);
    ccd_.support1 = ccd_.support2 = setting.search == Search::Scan       ? support<Search::Scan>
                                    : setting.search == Search::SimdScan ? support<Search::SimdScan>
                                                                         : support<Search::Climb>;
    ccd_.center1 = ccd_.center2 = centre;
    ccd_.first_dir = direction_of_centres;
    ccd_.epa_tolerance = 1e-6;  // FCL's choice; the default of 1e-4 is off by over a thousandth in most frames
    ccd_.max_iterations = 500;  // the default has no end
  }

  void forget() { a_.last = b_.last = 0; }

  Answer ask(std::size_t frame) {
    a_.pose = &poses_a_[frame];
    b_.pose = &poses_b_[frame];
    if (query_ == Query::Boolean) {
      const int hit = solver_ == Solver::Gjk ? ccdGJKIntersect(&a_, &b_, &ccd_) : ccdMPRIntersect(&a_, &b_, &ccd_);
      return {hit != 0 ? Answer::Kind::Colliding : Answer::Kind::Separated, 0};
    }
    double depth = 0;
    ccd_vec3_t direction, position;
    const int found = solver_ == Solver::Gjk ? ccdGJKPenetration(&a_, &b_, &ccd_, &depth, &direction, &position)
                                             : ccdMPRPenetration(&a_, &b_, &ccd_, &depth, &direction, &position);
    return {found == 0 ? Answer::Kind::Colliding : found == -1 ? Answer::Kind::Separated : Answer::Kind::Failed, depth};
  }

 private:
  Query query_;
  Solver solver_;
  std::vector<CcdPose> poses_a_, poses_b_;
  CcdBody a_, b_;
  ccd_t ccd_;
};

}  // namespace

std::vector<Method> ccd_methods() {
  const std::pair<Search, std::string> searches[] = {
      {Search::Scan, "scan"}, {Search::Climb, "climb"}, {Search::SimdScan, "SIMD scan"}};
  std::vector<Method> out;
  for (const Query query : {Query::Boolean, Query::Depth}) {
    for (const auto& [search, name] : searches) {
      for (const Solver solver : {Solver::Gjk, Solver::Mpr}) {
        out.push_back(method_of<CcdAsker>("libccd", (solver == Solver::Gjk ? "GJK " : "MPR ") + name, query, query,
                                          Setting{solver, search}));
        out.back().lent = search == Search::SimdScan;
      }
    }
  }
  return out;
}

}  // namespace clearance::bench
