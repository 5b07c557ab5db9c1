// ODE: dCollide with up to 32 contacts on two boxes, two convex geometries, a box and a mesh; the mesh with and without
// what ODE calls temporal coherence. A contact has one place, a normal into the first geometry and a depth.
#include <bench/peers/contacts.h>
#include <bench/peers/ode_types.h>

#include <array>

namespace clearance::bench {
namespace {

constexpr int kContacts = 32;

class OdeContacts {
 public:
  enum class As : std::uint8_t { Convex, Box };

  OdeContacts(const ContactScene& scene, As as, bool coherent)
      : poses_a_(ode_poses(scene.poses.a)), poses_b_(ode_poses(scene.poses.b)), coherent_(coherent) {
    if (scene.floor) {
      mesh_ = std::make_unique<OdeMesh>(*scene.floor);
      a_ = mesh_->geometry();
      dGeomTriMeshEnableTC(a_, dBoxClass, coherent ? 1 : 0);
      dGeomTriMeshEnableTC(a_, dConvexClass, coherent ? 1 : 0);
    } else if (as == As::Convex) {
      data_a_ = ode_convex(scene.a);
      own_a_ = a_ = data_a_.make(nullptr);
    } else {
      own_a_ = a_ = ode_box(scene.a, nullptr);
    }
    data_b_ = ode_convex(scene.b);
    b_ = as == As::Box ? ode_box(scene.b, nullptr) : data_b_.make(nullptr);
  }
  ~OdeContacts() {
    if (own_a_ != nullptr) dGeomDestroy(own_a_);
    dGeomDestroy(b_);
  }
  OdeContacts(const OdeContacts&) = delete;
  OdeContacts& operator=(const OdeContacts&) = delete;

  void forget() {
    count_ = 0;
    if (coherent_) dGeomTriMeshClearTCCache(a_);
  }

  std::size_t ask(std::size_t frame) {
    poses_a_[frame].give_to(a_);
    poses_b_[frame].give_to(b_);
    count_ = dCollide(a_, b_, kContacts, contacts_.data(), static_cast<int>(sizeof contacts_[0]));
    return static_cast<std::size_t>(count_);
  }

  void read(std::vector<TouchPoint>& out) const {
    for (int k = 0; k < count_; ++k) {
      const dContactGeom& contact = contacts_[static_cast<std::size_t>(k)];
      const Vec3 place = {contact.pos[0], contact.pos[1], contact.pos[2]};
      out.push_back({place, place, {-contact.normal[0], -contact.normal[1], -contact.normal[2]}, -contact.depth});
    }
  }

 private:
  std::vector<OdePose> poses_a_, poses_b_;
  bool coherent_;
  std::unique_ptr<OdeMesh> mesh_;
  OdeConvex data_a_, data_b_;
  dGeomID a_ = nullptr, b_ = nullptr, own_a_ = nullptr;
  std::array<dContactGeom, kContacts> contacts_{};
  int count_ = 0;
};

}  // namespace

std::vector<ContactContestant> ode_contacts(const ContactScene& scene) {
  using As = OdeContacts::As;
  if (scene.floor) {
    return {contact_method<OdeContacts>("ODE", "box on trimesh", Points::All, As::Box, false),
            contact_method<OdeContacts>("ODE", "box on trimesh, coherent", Points::All, As::Box, true)};
  }
  std::vector<ContactContestant> out = {contact_method<OdeContacts>("ODE", "convex", Points::All, As::Convex, false)};
  if (scene.are_boxes) out.push_back(contact_method<OdeContacts>("ODE", "box", Points::All, As::Box, false));
  return out;
}

}  // namespace clearance::bench
