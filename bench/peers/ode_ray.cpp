// ODE: a ray geometry through dCollide, one contact, with its box or with dGeomTriMesh.
#include <bench/peers/ode.h>
#include <bench/peers/ode_types.h>

#include <cmath>

namespace clearance::bench {
namespace {

struct OdeRay {
  Vec3 from, direction;
  double length;
};

class Asker {
 public:
  explicit Asker(const RayCourse& course) {
    start_ode();
    const RayTarget& target = course.target;
    if (target.is_box())
      box_ = dCreateBox(nullptr, target.box_edges.x, target.box_edges.y, target.box_edges.z);
    else
      mesh_ = std::make_unique<OdeMesh>(target.soup);
    body_ = target.is_box() ? box_ : mesh_->geometry();
    ray_ = dCreateRay(nullptr, 1);
    dGeomRaySetClosestHit(ray_, 1);
    for (const Ray& ray : course.rays) {
      const double length = norm(ray.to - ray.from);
      rays_.push_back({ray.from, (ray.to - ray.from) / length, length});
    }
  }
  ~Asker() {
    dGeomDestroy(ray_);
    if (box_ != nullptr) dGeomDestroy(box_);
  }
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;

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
  std::unique_ptr<OdeMesh> mesh_;
  dGeomID box_ = nullptr, body_, ray_;
  std::vector<OdeRay> rays_;
};

}  // namespace

std::vector<RayMethod> ode_ray_methods() {
  return {contestant_of<Asker, RayCourse>("ODE", "closest hit", Query::Boolean)};
}

}  // namespace clearance::bench
