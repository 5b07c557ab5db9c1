// ODE: dGeomTriMesh against another through dCollide, one contact wanted and none important. Debian builds it with
// OPCODE. Its temporal coherence is for other pairs of shapes than two meshes.
#include <bench/peers/ode.h>
#include <bench/peers/ode_types.h>

namespace clearance::bench {
namespace {

class TriMesh {
 public:
  TriMesh(const OdeMesh& a, const OdeMesh& b, const MeshPoses& poses)
      : a_(a.geometry()), b_(b.geometry()), at_a_(ode_poses(poses.a)), at_b_(ode_poses(poses.b)) {}

  Answer ask(std::size_t frame) {
    at_a_[frame].give_to(a_);
    at_b_[frame].give_to(b_);
    dContactGeom contact;
    const int count = dCollide(a_, b_, 1 | CONTACTS_UNIMPORTANT, &contact, static_cast<int>(sizeof contact));
    return {count > 0 ? Answer::Kind::Colliding : Answer::Kind::Separated, 0};
  }

 private:
  dGeomID a_, b_;
  std::vector<OdePose> at_a_, at_b_;
};

class OdePair final : public MeshPair {
 public:
  OdePair(const TriangleSoup& a, const TriangleSoup& b) : a_(a), b_(b) {}

  std::unique_ptr<Runner> runner(Query query, const MeshPoses& poses, bool warm) const override {
    if (query != Query::Boolean || warm) return nullptr;
    return std::make_unique<RunnerOf<TriMesh>>(a_, b_, poses);
  }

 private:
  OdeMesh a_, b_;
};

}  // namespace

std::vector<MeshLibrary> ode_mesh_libraries() {
  return {library_of<OdePair>("ODE", "trimesh", "a status, after all contacts")};
}

}  // namespace clearance::bench
