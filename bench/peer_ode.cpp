// ODE: dGeomConvex with the planes and polygons of our hull, through dCollide. It has neither distance nor a cache.
#include <bench/method.h>
#include <ode/ode.h>

namespace clearance::bench {
namespace {

// ODE reads these arrays for as long as the geometry lives.
struct ConvexData {
  std::vector<dReal> planes, points;
  std::vector<unsigned> polygons;
};

ConvexData convex_data(const Polytope& shape) {
  ConvexData out;
  for (int v = 0; v < shape.vertex_count(); ++v) {
    const Vec3 p = shape.vertex(v);
    out.points.insert(out.points.end(), {p.x, p.y, p.z});
  }
  for (int f = 0; f < shape.face_count(); ++f) {
    const auto loop = shape.face(f);
    const Vec3 p = shape.vertex(static_cast<int>(loop[0]));
    const Vec3 n = cross(shape.vertex(static_cast<int>(loop[1])) - p, shape.vertex(static_cast<int>(loop[2])) - p);
    const Vec3 unit = n / norm(n);
    out.planes.insert(out.planes.end(), {unit.x, unit.y, unit.z, dot(unit, p)});
    out.polygons.push_back(static_cast<unsigned>(loop.size()));
    out.polygons.insert(out.polygons.end(), loop.begin(), loop.end());
  }
  return out;
}

struct OdePose {
  dMatrix3 rotation;
  dVector3 position;
};

std::vector<OdePose> poses(std::span<const Pose> source) {
  std::vector<OdePose> out;
  out.reserve(source.size());
  for (const Pose& pose : source) {
    OdePose& to = out.emplace_back();
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) to.rotation[4 * row + column] = pose.rotation().row[row][column];
      to.rotation[4 * row + 3] = 0;
      to.position[row] = pose.translation()[row];
    }
  }
  return out;
}

// ODE wants to be initialised once and closed at the end of the program.
struct Library {
  Library() { dInitODE2(0); }
  ~Library() { dCloseODE(); }
};

class OdeCollide {
 public:
  OdeCollide(const Frames& frames, Query query)
      : query_(query),
        data_a_(convex_data(*frames.a)),
        data_b_(convex_data(*frames.b)),
        poses_a_(poses(frames.pose_a)),
        poses_b_(poses(frames.pose_b)),
        a_(make(data_a_)),
        b_(make(data_b_)) {}
  ~OdeCollide() {
    dGeomDestroy(a_);
    dGeomDestroy(b_);
  }
  OdeCollide(const OdeCollide&) = delete;
  OdeCollide& operator=(const OdeCollide&) = delete;

  void forget() {}

  Answer ask(std::size_t frame) {
    place(a_, poses_a_[frame]);
    place(b_, poses_b_[frame]);
    dContactGeom contact[kContacts];
    const int count = dCollide(a_, b_, query_ == Query::Boolean ? (1 | CONTACTS_UNIMPORTANT) : kContacts, contact,
                               static_cast<int>(sizeof contact[0]));
    double depth = 0;
    for (int i = 0; i < count; ++i) depth = contact[i].depth > depth ? contact[i].depth : depth;
    return {count > 0 ? Answer::Kind::Colliding : Answer::Kind::Separated, depth};
  }

 private:
  static constexpr int kContacts = 8;

  static dGeomID make(const ConvexData& data) {
    static Library library;
    return dCreateConvex(nullptr, data.planes.data(), static_cast<unsigned>(data.planes.size() / 4), data.points.data(),
                         static_cast<unsigned>(data.points.size() / 3), data.polygons.data());
  }

  static void place(dGeomID geometry, const OdePose& pose) {
    dGeomSetRotation(geometry, pose.rotation);
    dGeomSetPosition(geometry, pose.position[0], pose.position[1], pose.position[2]);
  }

  Query query_;
  ConvexData data_a_, data_b_;
  std::vector<OdePose> poses_a_, poses_b_;
  dGeomID a_, b_;
};

}  // namespace

std::vector<Method> ode_methods() {
  return {method_of<OdeCollide>("ODE", "convex", Query::Boolean, Query::Boolean),
          method_of<OdeCollide>("ODE", "convex", Query::Depth, Query::Depth)};
}

}  // namespace clearance::bench
