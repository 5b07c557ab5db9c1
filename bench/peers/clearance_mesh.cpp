// Clearance itself: make_mesh on one thread, intersects, distance and penetration as solids and, since that is what
// most peers answer about, intersects and distance as surfaces; the cache is what warm queries remember.
#include <bench/peers/clearance.h>
#include <clearance/build/mesh.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_query.h>

namespace clearance::bench {
using namespace detail;
namespace {

Mesh built(const TriangleSoup& soup, MeshKind kind) {
  return make_mesh(soup.vertices, soup.triangles, {.kind = kind}).value();
}

class Asker {
 public:
  Asker(const Mesh& a, const Mesh& b, Query query, const MeshPoses& poses, bool warm)
      : a_(a), b_(b), query_(query), poses_(poses), warm_(warm) {}

  void forget() { cache_ = {}; }

  Answer ask(std::size_t frame) {
    const Pose &pose_a = poses_.a[frame], &pose_b = poses_.b[frame];
    if (query_ == Query::Boolean) {
      const Intersection found =
          warm_ ? intersects(a_, pose_a, b_, pose_b, cache_) : intersects(a_, pose_a, b_, pose_b);
      return {found ? Answer::Kind::Colliding : Answer::Kind::Separated, 0};
    }
    if (query_ == Query::Depth) return answer_of(penetration(a_, pose_a, b_, pose_b));
    return answer_of(warm_ ? distance(a_, pose_a, b_, pose_b, cache_) : distance(a_, pose_a, b_, pose_b));
  }

 private:
  template <class Found>
  static Answer answer_of(const Found& found) {
    return {found.status == Status::Separated ? Answer::Kind::Separated : Answer::Kind::Colliding, found.upper,
            found.upper - found.lower};
  }

  const Mesh &a_, &b_;
  Query query_;
  const MeshPoses& poses_;
  bool warm_;
  MeshCache cache_;
};

class OurPair final : public MeshPair {
 public:
  OurPair(const TriangleSoup& a, const TriangleSoup& b, MeshKind kind) : a_(built(a, kind)), b_(built(b, kind)) {}

  std::unique_ptr<Runner> runner(Query query, const MeshPoses& poses, bool warm) const override {
    if (query == Query::Depth && (warm || !a_.is_solid())) return nullptr;
    return std::make_unique<RunnerOf<Asker>>(a_, b_, query, poses, warm);
  }
  std::size_t memory_bytes() const override { return a_.memory_bytes() + b_.memory_bytes(); }

 private:
  Mesh a_, b_;
};

}  // namespace

std::vector<MeshLibrary> our_mesh_libraries() {
  return {library_of<OurPair>("Clearance", "solids",
                              "a proved status with its certificate; a proved bracket with points", MeshKind::Solid),
          library_of<OurPair>("Clearance", "surfaces", "the same about the triangles alone", MeshKind::Surface)};
}

}  // namespace clearance::bench
