// ODE: dGeomTriMesh against another through dCollide, one contact wanted and none important. Debian builds it with
// OPCODE. Its temporal coherence is for other pairs of shapes than two meshes.
#include <bench/peers/ode.h>
#include <bench/race/mesh_peers.h>

namespace clearance::bench {
namespace {

// ODE reads these arrays for as long as the geometry lives.
class Body {
 public:
  explicit Body(const TriangleSoup& soup) {
    start_ode();
    for (const Vec3 v : soup.vertices) vertices_.insert(vertices_.end(), {v.x, v.y, v.z});
    for (const MeshTriangle& t : soup.triangles) indices_.insert(indices_.end(), t.begin(), t.end());
    data_ = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data_, vertices_.data(), 3 * sizeof(double), static_cast<int>(soup.vertices.size()),
                                indices_.data(), static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
    geometry_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
  }
  ~Body() {
    dGeomDestroy(geometry_);
    dGeomTriMeshDataDestroy(data_);
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  dGeomID geometry() const { return geometry_; }

 private:
  std::vector<double> vertices_;
  std::vector<dTriIndex> indices_;
  dTriMeshDataID data_;
  dGeomID geometry_;
};

class TriMesh {
 public:
  TriMesh(const Body& a, const Body& b, const MeshPoses& poses) : a_(a.geometry()), b_(b.geometry()) {
    for (const Pose& pose : poses.a) at_a_.push_back(ode_pose(pose));
    for (const Pose& pose : poses.b) at_b_.push_back(ode_pose(pose));
  }

  void forget() {}

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
  Body a_, b_;
};

}  // namespace

std::vector<MeshLibrary> ode_mesh_libraries() {
  return {{"ODE", "trimesh",
           [](const TriangleSoup& a, const TriangleSoup& b) { return std::make_unique<OdePair>(a, b); },
           "a status, after all contacts"}};
}

}  // namespace clearance::bench
