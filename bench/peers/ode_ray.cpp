// ODE: a ray geometry through dCollide, one contact, with its box or with dGeomTriMesh.
#include <bench/peers/ode.h>
#include <bench/race/ray_peers.h>

#include <cmath>

namespace clearance::bench {
namespace {

struct OdeRay {
  Vec3 from, direction;
  double length;
};

class Asker {
 public:
  Asker(const RayTarget& target, std::span<const Ray> rays) {
    start_ode();
    body_ = target.is_box() ? dCreateBox(nullptr, target.box_edges.x, target.box_edges.y, target.box_edges.z)
                            : make_mesh(target.soup);
    ray_ = dCreateRay(nullptr, 1);
    dGeomRaySetClosestHit(ray_, 1);
    for (const Ray& ray : rays) {
      const double length = norm(ray.to - ray.from);
      rays_.push_back({ray.from, (ray.to - ray.from) / length, length});
    }
  }
  ~Asker() {
    dGeomDestroy(ray_);
    dGeomDestroy(body_);
    if (data_ != nullptr) dGeomTriMeshDataDestroy(data_);
  }
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;

  void forget() {}

  Answer ask(std::size_t frame) {
    const OdeRay& ray = rays_[frame];
    dGeomRaySetLength(ray_, ray.length);
    dGeomRaySet(ray_, ray.from.x, ray.from.y, ray.from.z, ray.direction.x, ray.direction.y, ray.direction.z);
    dContactGeom contact;
    const int count = dCollide(ray_, body_, 1, &contact, static_cast<int>(sizeof contact));
    if (count == 0) return {Answer::Kind::Separated, 0};
    return {Answer::Kind::Colliding, contact.depth / ray.length};
  }

 private:
  // ODE reads these arrays for as long as the geometry lives.
  dGeomID make_mesh(const TriangleSoup& soup) {
    for (const Vec3 v : soup.vertices) vertices_.insert(vertices_.end(), {v.x, v.y, v.z});
    for (const MeshTriangle& t : soup.triangles) indices_.insert(indices_.end(), t.begin(), t.end());
    data_ = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data_, vertices_.data(), 3 * sizeof(double), static_cast<int>(soup.vertices.size()),
                                indices_.data(), static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
    return dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
  }

  std::vector<double> vertices_;
  std::vector<dTriIndex> indices_;
  dTriMeshDataID data_ = nullptr;
  dGeomID body_, ray_;
  std::vector<OdeRay> rays_;
};

}  // namespace

std::vector<RayMethod> ode_ray_methods() {
  return {{"ODE", "closest hit", [](const RayTarget& target, std::span<const Ray> rays) {
             return std::make_unique<RunnerOf<Asker>>(target, rays);
           }}};
}

}  // namespace clearance::bench
