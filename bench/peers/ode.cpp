// ODE: dGeomConvex with the planes and polygons of our hull, or its box, through dCollide. It has neither distance nor
// a cache.
#include <bench/peers/ode.h>
#include <bench/peers/ode_types.h>

namespace clearance::bench {
namespace {

enum class As : std::uint8_t { Convex, Box };

constexpr int kContacts = 8;
constexpr int kAnyContact = static_cast<int>(1 | CONTACTS_UNIMPORTANT);

class OdeCollide {
 public:
  OdeCollide(const Frames& frames, int flags, As as)
      : flags_(flags),
        data_a_(ode_convex(*frames.a)),
        data_b_(ode_convex(*frames.b)),
        poses_a_(ode_poses(frames.pose_a)),
        poses_b_(ode_poses(frames.pose_b)),
        a_(as == As::Box ? ode_box(*frames.a, nullptr) : data_a_.make(nullptr)),
        b_(as == As::Box ? ode_box(*frames.b, nullptr) : data_b_.make(nullptr)) {}
  ~OdeCollide() {
    dGeomDestroy(a_);
    dGeomDestroy(b_);
  }
  OdeCollide(const OdeCollide&) = delete;
  OdeCollide& operator=(const OdeCollide&) = delete;

  Answer ask(std::size_t frame) {
    poses_a_[frame].give_to(a_);
    poses_b_[frame].give_to(b_);
    dContactGeom contact[kContacts];
    const int count = dCollide(a_, b_, flags_, contact, static_cast<int>(sizeof contact[0]));
    double depth = 0;
    for (int i = 0; i < count; ++i) depth = contact[i].depth > depth ? contact[i].depth : depth;
    return {count > 0 ? Answer::Kind::Colliding : Answer::Kind::Separated, depth};
  }

 private:
  int flags_;
  OdeConvex data_a_, data_b_;
  std::vector<OdePose> poses_a_, poses_b_;
  dGeomID a_, b_;
};

}  // namespace

std::vector<Method> ode_methods() {
  return {method_of<OdeCollide>("ODE", "convex", Query::Boolean, kAnyContact, As::Convex),
          method_of<OdeCollide>("ODE", "convex", Query::Depth, kContacts, As::Convex)};
}

std::vector<Method> ode_box_methods() {
  return {method_of<OdeCollide>("ODE", "box", Query::Boolean, 1, As::Box),
          method_of<OdeCollide>("ODE", "box, any contact", Query::Boolean, kAnyContact, As::Box),
          method_of<OdeCollide>("ODE", "box", Query::Depth, kContacts, As::Box)};
}

}  // namespace clearance::bench
