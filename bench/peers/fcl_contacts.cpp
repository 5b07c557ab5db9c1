// FCL: collide() with contacts, up to 32, both solvers, on its Box, Convex and BVHModel<OBBRSS>. Two boxes have a test
// of their own that returns up to four; hulls get one point. A contact has one place, a normal and a depth.
#include <bench/peers/contacts.h>
#include <bench/peers/fcl_mesh_types.h>
#include <bench/peers/fcl_types.h>
#include <bench/race/deadly_frames.h>
#include <fcl/narrowphase/collision.h>

#include <cmath>

namespace clearance::bench {
namespace {

using Geometry = fcl::CollisionGeometry<double>;

constexpr std::size_t kContacts = 32;

class FclContacts {
 public:
  enum class As : std::uint8_t { Convex, Box };

  FclContacts(const ContactScene& scene, As as, fcl::GJKSolverType solver)
      : a_(scene.floor ? mesh(*scene.floor) : geometry(scene.a, as)),
        b_(geometry(scene.b, as)),
        at_a_(fcl_transforms(scene.poses.a)),
        at_b_(fcl_transforms(scene.poses.b)),
        request_(kContacts, true) {
    request_.gjk_solver_type = solver;
    is_deadly_ = deadly_frames(at_a_.size(), [&](std::size_t frame) { look(frame); });
  }

  void forget() { result_.clear(); }

  std::size_t ask(std::size_t frame) {
    if (is_deadly_[frame]) {
      result_.clear();
      return 0;
    }
    return look(frame);
  }

  void read(std::vector<TouchPoint>& out) const {
    for (std::size_t k = 0; k < result_.numContacts(); ++k) {
      const fcl::Contact<double>& contact = result_.getContact(k);
      const Vec3 place = {contact.pos[0], contact.pos[1], contact.pos[2]};
      // The own solver's depths are negative. A mesh comes first or second, as FCL likes.
      const double turned = contact.o1 == a_.get() ? 1 : -1;
      out.push_back({place, place, turned * Vec3{contact.normal[0], contact.normal[1], contact.normal[2]},
                     -std::fabs(contact.penetration_depth)});
    }
  }

 private:
  static std::shared_ptr<Geometry> geometry(const Polytope& shape, As as) {
    if (as == As::Convex) return fcl_convex(shape);
    return fcl_box(shape);
  }
  static std::shared_ptr<Geometry> mesh(const TriangleSoup& soup) {
    auto out = std::make_shared<fcl::BVHModel<fcl::OBBRSS<double>>>();
    fill_fcl_model(soup, *out);
    return out;
  }

  std::size_t look(std::size_t frame) {
    result_.clear();
    try {
      fcl::collide(a_.get(), at_a_[frame], b_.get(), at_b_[frame], request_, result_);
    } catch (const std::exception&) {
      result_.clear();  // no answer counts as no contact
    }
    return result_.numContacts();
  }

  std::shared_ptr<Geometry> a_, b_;
  std::vector<fcl::Transform3<double>> at_a_, at_b_;
  fcl::CollisionRequest<double> request_;
  fcl::CollisionResult<double> result_;
  std::vector<bool> is_deadly_;
};

}  // namespace

std::vector<ContactContestant> fcl_contacts(const ContactScene& scene) {
  using As = FclContacts::As;
  std::vector<ContactContestant> out;
  for (const auto& [name, solver] : {std::pair{"libccd solver", fcl::GST_LIBCCD}, {"own solver", fcl::GST_INDEP}}) {
    if (scene.floor) {
      out.push_back(
          contact_method<FclContacts>("FCL", std::string("box on OBBRSS, ") + name, Points::All, As::Box, solver));
      continue;
    }
    out.push_back(contact_method<FclContacts>("FCL", std::string("convex, ") + name, Points::All, As::Convex, solver));
  }
  if (scene.are_boxes && !scene.floor)
    out.push_back(contact_method<FclContacts>("FCL", "box", Points::Four, As::Box, fcl::GST_LIBCCD));
  return out;
}

}  // namespace clearance::bench
