// The same inputs give the same bits: twice in a row, in threads that share the bodies, and on every machine. The
// hashes of all answers are kept in testdata/determinism.txt, a line each; a change that is meant to change answers
// changes them with CLEARANCE_KEEP_HASHES=1.
#include <clearance/lab/all_algorithms.h>
#include <clearance/query/query.h>
#include <tests/meshes.h>
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <thread>

namespace clearance {
using namespace detail;
namespace {

using test::Pair;
using test::Placement;

constexpr int kThreads = 4;

int pair_count() { return test::full_level() ? 20'000 : 2'000; }

// FNV-1a over the fields that mean something; padding and what a kind leaves unused are no part of an answer.
class Hash {
 public:
  std::uint64_t value() const { return value_; }

  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) value_ = (value_ ^ ((word >> shift) & 0xff)) * 0x100000001b3u;
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void add(Enum e) {
    add(static_cast<std::uint64_t>(e));
  }

  void add(const Plane& plane) {
    add(plane.kind), add(plane.of), add(std::uint64_t{plane.flip}), add(plane.normal);
    for (const std::uint32_t v : plane.vertices) add(std::uint64_t{v});
    add(std::uint64_t{plane.side_count});
    for (int k = 0; k < plane.side_count; ++k) {
      add(plane.sides[k].edge_of);
      for (const std::uint32_t v : plane.sides[k].edge) add(std::uint64_t{v});
    }
  }
  void add(const Simplex& simplex) {
    for (int k = 0; k < simplex.count; ++k) add(std::uint64_t{simplex.a[k]}), add(std::uint64_t{simplex.b[k]});
  }
  void add(const WitnessPoint& point) {
    for (int k = 0; k < point.count; ++k) add(std::uint64_t{point.vertices[k]}), add(point.weights[k]);
  }
  void add(const Shell& shell) {
    for (const Shell::Pair& pair : shell.pairs) add(std::uint64_t{pair.a}), add(std::uint64_t{pair.b});
    for (const Shell::Facet& facet : shell.facets)
      for (const std::uint32_t v : facet.pair) add(std::uint64_t{v});
  }

  // What a contact of triangles sets, kind by kind.
  void add_mesh(const Certificate& certificate) {
    const MeshContact& mesh = certificate.mesh;
    switch (certificate.kind) {
      case Certificate::Kind::Triangles:
        add(std::uint64_t{mesh.triangle_a}), add(std::uint64_t{mesh.triangle_b});
        break;
      case Certificate::Kind::Inside:
        add(mesh.inside_of), add(std::uint64_t{mesh.vertex});
        break;
      case Certificate::Kind::Interior:
        for (int k = 0; k < mesh.point.count; ++k) add(mesh.point.x[k]), add(mesh.point.y[k]), add(mesh.point.z[k]);
        break;
      default:
        break;
    }
  }
  // What all results have.
  template <class Result>
  void add_result(const Result& result) {
    add(result.status), add(result.decided_by), add(result.certificate.kind), add(result.certificate.plane);
    add(result.certificate.simplex), add_mesh(result.certificate);
  }
  // What all with a bracket have.
  template <class Result>
  void add_bracketed(const Result& result) {
    add_result(result), add(result.lower), add(result.upper), add(result.point_a), add(result.point_b);
  }
  void add(const Evidence& evidence) {
    add(evidence.verdict), add(evidence.direction), add(static_cast<std::uint64_t>(evidence.steps));
    for (int k = 0; k < evidence.simplex_count; ++k) {
      add(static_cast<std::uint64_t>(evidence.simplex[k].a)), add(static_cast<std::uint64_t>(evidence.simplex[k].b));
      add(evidence.weight[k]);
    }
  }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

// Lines of "name hash".
std::map<std::string, std::string> kept_hashes() {
  std::map<std::string, std::string> kept;
  std::ifstream file(CLEARANCE_TESTDATA "/determinism.txt");
  for (std::string name, hash; file >> name >> hash;) kept[name] = hash;
  return kept;
}

void expect_kept(const std::string& workload, std::uint64_t hash) {
  const std::string name = workload + (test::full_level() ? "-full" : "-quick");
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  std::map<std::string, std::string> kept = kept_hashes();
  if (std::getenv("CLEARANCE_KEEP_HASHES") == nullptr) {
    EXPECT_EQ(kept[name], text) << name << ": the answers are not the ones that were kept";
    return;
  }
  kept[name] = text;
  std::ofstream file(CLEARANCE_TESTDATA "/determinism.txt");
  for (const auto& [each, its_hash] : kept) file << each << ' ' << its_hash << '\n';
}

std::vector<Pair> workload() {
  test::PairSource source(1);
  std::vector<Pair> pairs;
  for (int i = 0; i < pair_count(); ++i)
    pairs.push_back(source.next(static_cast<Placement>(i % static_cast<int>(Placement::Count))));
  return pairs;
}

void add_queries(Hash& hash, const Pair& pair, ConvexCache& cache) {
  const auto& [a, pose_a, b, pose_b] = pair;
  hash.add_result(intersects(a, pose_a, b, pose_b));
  hash.add_result(intersects(a, pose_a, b, pose_b, cache));
  const Distance gap = distance(a, pose_a, b, pose_b, cache);
  hash.add_bracketed(gap), hash.add(gap.witness.a), hash.add(gap.witness.b);
  hash.add(gap.feature_a), hash.add(gap.feature_b);
  PenetrationOptions options;
  options.want_shell = true;
  const Penetration depth = penetration(a, pose_a, b, pose_b, cache, options);
  hash.add_bracketed(depth), hash.add(depth.direction), hash.add(depth.shell);
  const SignedDistance both = signed_distance(a, pose_a, b, pose_b);
  hash.add_bracketed(both), hash.add(both.normal);
}

// Everything that can be asked about the pairs, with caches and without, as one number.
std::uint64_t hash_of(const std::vector<Pair>& pairs) {
  Hash hash;
  for (const Pair& pair : pairs) {
    ConvexCache cache;
    add_queries(hash, pair, cache);
    add_queries(hash, pair, cache);  // warm
    const PosedPair posed(pair.a, pair.pose_a, pair.b, pair.pose_b);
    ConvexCache kept;
    for (const AlgorithmRow& row : all_algorithms()) {
      hash.add(row.run(posed, nullptr, nullptr));
      hash.add(row.run(posed, &kept, nullptr));  // after the other methods
    }
  }
  return hash.value();
}

TEST(Determinism, HashesTellResultsApart) {
  const Polytope cube = box({1, 1, 1});
  const auto hash_at = [&](double x) {
    Hash hash;
    ConvexCache cache;
    add_queries(hash, {cube, {}, cube, translation({x, 0, 0})}, cache);
    return hash.value();
  };
  EXPECT_EQ(hash_at(2), hash_at(2));
  EXPECT_NE(hash_at(2), hash_at(std::nextafter(2, 3)));
  EXPECT_NE(hash_at(0.5), hash_at(std::nextafter(0.5, 1)));
}

TEST(Determinism, TheSamePairsAreMadeAndAnsweredTwice) { EXPECT_EQ(hash_of(workload()), hash_of(workload())); }

TEST(Determinism, ThreadsThatShareBodiesGetTheSameBits) {
  const std::vector<Pair> pairs = workload();
  const std::uint64_t alone = hash_of(pairs);
  std::vector<std::uint64_t> together(kThreads);
  std::vector<std::thread> threads;
  for (std::uint64_t& hash : together) threads.emplace_back([&] { hash = hash_of(pairs); });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t hash : together) EXPECT_EQ(hash, alone);
  expect_kept("convex-pairs", alone);
}

// An index; that there is none counts like the first.
std::uint64_t number(std::uint32_t index) { return index == kNoIndex ? 0 : index; }

void add_contact(Hash& hash, const Contact& contact) {
  hash.add(std::uint64_t{contact.a.index}), hash.add(std::uint64_t{contact.b.index});
  hash.add(std::uint64_t{contact.part_a}), hash.add(std::uint64_t{contact.part_b});
  hash.add(number(contact.answer.part_a)), hash.add(number(contact.answer.part_b));
  hash.add_result(contact.answer);
  if (contact.before) hash.add_bracketed(*contact.before);
}

// A crowd that moves, comes and goes, asked everything a world can be asked, frame by frame, as one number.
std::uint64_t hash_of_world(BroadMethod broad, int threads) {
  World world({.broad = broad, .threads = threads, .closest_before_contact = true});
  Random random(11);
  const auto anywhere = [&] {
    const Vec3 t = test::random_in_box(random, 5);
    return rotation(test::random_quaternion(random), t);
  };
  const Polytope shapes[] = {box({1, 0.5, 0.7}), test_polytope(TestShape::Rod, 60, 1),
                             test_polytope(TestShape::Ellipsoid, 200, 2)};
  const Shape general[] = {test::star(3), test::sheet(), test::cross(), mesh_of(shapes[2])};
  const auto shape = [&]() -> Shape {
    if (random.below(6) == 0) return general[random.below(4)];
    const Polytope& core = shapes[random.below(3)];
    return random.below(3) == 0 ? rounded(core, 0.1) : Rounded(core);
  };
  std::vector<BodyId> bodies;
  EXPECT_TRUE(world.add(half_space({0, 0, 1}, -4)).ok());
  const auto add_one = [&] {
    const Pose pose = anywhere();
    return world.add(shape(), pose).value();
  };
  for (int k = 0; k < 400; ++k) bodies.push_back(add_one());
  std::vector<Pose> poses;
  for (int k = 0; k < 200; ++k) poses.push_back(anywhere());
  std::vector<PoseAnswer> answers(poses.size());

  Hash hash;
  for (int frame = 0; frame < 8; ++frame) {
    for (const Contact& contact : world.collide().value().contacts) add_contact(hash, contact);
    for (const Proximity& near : world.within(0.2).value().pairs) {
      hash.add_bracketed(near.distance);
      hash.add(number(near.distance.triangle_a)), hash.add(number(near.distance.triangle_b));
    }
    for (const Shape& probe : {Shape(shapes[0]), general[frame % 2]}) {
      EXPECT_EQ(world.collide_poses(probe, poses, answers), Ending::Complete);
      for (const PoseAnswer& answer : answers)
        hash.add(std::uint64_t{answer.met.index}), hash.add_result(answer.answer);
    }
    for (int ray = 0; ray < 20; ++ray) {
      const Vec3 from = test::random_in_box(random, 5), to = test::random_in_box(random, 5);
      for (const RayContact& hit : world.cast(from, to)) hash.add(hit.hit.lower), hash.add(hit.hit.upper);
    }
    for (BodyId& body : bodies) {
      const Pose& at = world.pose(body);
      if (random.below(20) == 0) {
        world.remove(body).expect();
        body = add_one();
      } else if (frame % 2 == 0 || random.below(10) == 0) {
        world.move(body, rotation(at.quaternion(), at.translation() + test::random_in_box(random, 0.1))).expect();
      }
    }
  }
  return hash.value();
}

// Meshes, parts and convex bodies against each other, cold and warm.
std::uint64_t hash_of_shapes(const std::vector<Shape>& shapes) {
  Random random(17);
  Hash hash;
  for (int trial = 0; trial < (test::full_level() ? 2'000 : 200); ++trial) {
    const Shape &a = shapes[random.below(shapes.size())], &b = shapes[random.below(shapes.size())];
    const Quat q_a = test::random_quaternion(random), q_b = test::random_quaternion(random);
    PairCache cache;
    for (int step = 0; step < 3; ++step) {
      const Pose pose_a = rotation(q_a), pose_b = rotation(q_b, test::random_in_box(random, 1.5));
      hash.add_result(intersects(a, pose_a, b, pose_b));
      hash.add_result(intersects(a, pose_a, b, pose_b, cache));
      const Distance gap = distance(a, pose_a, b, pose_b, cache);
      hash.add_bracketed(gap), hash.add(number(gap.triangle_a)), hash.add(number(gap.triangle_b));
      if (trial % 10 == 0) hash.add_bracketed(penetration(a, pose_a, b, pose_b));
    }
  }
  return hash.value();
}

TEST(Determinism, ThreadsThatShareMeshesGetTheSameBits) {
  const std::vector<Shape> shapes = {test::star(3),
                                     test::star(4, 200),
                                     test::sheet(),
                                     test::cross(),
                                     mesh_of(box({1, 1, 1})),
                                     Rounded(box({1, 0.5, 0.7})),
                                     rounded(test_polytope(TestShape::Rod, 60, 1), 0.1)};
  const std::uint64_t alone = hash_of_shapes(shapes);
  std::vector<std::uint64_t> together(kThreads);
  std::vector<std::thread> threads;
  for (std::uint64_t& hash : together) threads.emplace_back([&] { hash = hash_of_shapes(shapes); });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t hash : together) EXPECT_EQ(hash, alone);
  expect_kept("any-shapes", alone);
}

TEST(Determinism, WorldsGiveTheSameBitsForAnyNumberOfThreads) {
  for (const BroadRow& row : broad_methods()) {
    const std::uint64_t one = hash_of_world(row.id, 1);
    EXPECT_EQ(hash_of_world(row.id, 2), one) << row.name;
    EXPECT_EQ(hash_of_world(row.id, 4), one) << row.name;
    EXPECT_EQ(hash_of_world(BroadMethod::BruteForce, 1), one) << row.name;
    if (row.id == BroadMethod::Automatic) expect_kept("worlds", one);
  }
}

}  // namespace
}  // namespace clearance
