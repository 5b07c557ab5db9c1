// Clearance itself: cast_ray on a polytope and on a mesh, hit or no hit proved.
#include <bench/peers/clearance.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/query/query.h>
#include <clearance/query/ray.h>

namespace clearance::bench {
namespace {

template <class Body>
class Asker {
 public:
  Asker(Body body, std::span<const Ray> rays) : body_(std::move(body)), rays_(rays) {}

  Answer ask(std::size_t frame) {
    const std::optional<RayHit> hit = cast_ray(body_, {}, rays_[frame].from, rays_[frame].to);
    if (!hit) return {Answer::Kind::Separated, 0};
    return {Answer::Kind::Colliding, hit->upper, hit->upper - hit->lower};
  }

 private:
  Body body_;
  std::span<const Ray> rays_;
};

}  // namespace

std::vector<RayMethod> our_ray_methods() {
  return {{"Clearance", "cast_ray", [](const RayCourse& course) -> std::unique_ptr<Runner> {
             if (course.target.is_box())
               return std::make_unique<RunnerOf<Asker<Rounded>>>(Rounded(box(course.target.box_edges)), course.rays);
             const TriangleSoup& soup = course.target.soup;
             return std::make_unique<RunnerOf<Asker<Mesh>>>(
                 make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Solid}).value(), course.rays);
           }}};
}

}  // namespace clearance::bench
