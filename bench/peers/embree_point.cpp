// Embree: triangles in a robust scene, the parity of what a ray meets; a filter counts and lets the ray go on. In
// floats, one direction that is parallel to nothing; it cannot say that a point is on the surface.
#include <bench/peers/embree.h>
#include <embree3/rtcore.h>

namespace clearance::bench {
namespace {

struct Counting {
  RTCIntersectContext context;  // the first member: Embree hands out a pointer to it
  int crossings;
};

void count(const RTCFilterFunctionNArguments* args) {
  if (args->valid[0] != -1) return;
  ++reinterpret_cast<Counting*>(args->context)->crossings;
  args->valid[0] = 0;
}

class EmbreeParity final : public PointTeller {
 public:
  explicit EmbreeParity(const TriangleSoup& soup)
      : device_(rtcNewDevice("threads=1")),
        scene_(rtcNewScene(device_)),
        geometry_(rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE)) {
    auto* v = static_cast<float*>(rtcSetNewGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                          3 * sizeof(float), soup.vertices.size()));
    for (const Vec3 p : soup.vertices)
      for (int k = 0; k < 3; ++k) *v++ = static_cast<float>(p[k]);
    auto* t = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry_, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                             3 * sizeof(unsigned), soup.triangles.size()));
    for (const MeshTriangle& triangle : soup.triangles)
      for (const std::uint32_t corner : triangle) *t++ = corner;
    rtcSetGeometryOccludedFilterFunction(geometry_, count);
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene_, geometry_);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    rtcCommitScene(scene_);
  }
  ~EmbreeParity() override {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  EmbreeParity(const EmbreeParity&) = delete;
  EmbreeParity& operator=(const EmbreeParity&) = delete;

  void tell(std::span<const Vec3> points, std::span<PointLocation> answers) const override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      Counting counting;
      rtcInitIntersectContext(&counting.context);
      counting.crossings = 0;
      RTCRay ray = {};
      ray.org_x = static_cast<float>(points[i].x), ray.org_y = static_cast<float>(points[i].y);
      ray.org_z = static_cast<float>(points[i].z);
      ray.dir_x = 0.2718f, ray.dir_y = 0.1414f, ray.dir_z = 0.9519f;
      ray.tnear = 0, ray.tfar = 1e30f, ray.mask = 0xffffffffu;
      rtcOccluded1(scene_, &counting.context, &ray);
      answers[i] = counting.crossings % 2 == 1 ? PointLocation::Inside : PointLocation::Outside;
    }
  }

 private:
  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_;
};

}  // namespace

std::vector<PointLibrary> embree_point_libraries() {
  return {{"Embree, parity", false, [](const TriangleSoup& solid) -> std::unique_ptr<PointTeller> {
             return std::make_unique<EmbreeParity>(solid);
           }}};
}

}  // namespace clearance::bench
