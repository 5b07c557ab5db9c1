// Question: do the names and numbers of a result belong to the scene that it is held against?
// Method:   every name is an object's, every number of a vertex, triangle or part one of the shapes'. What is not
//           suggests a result of another scene, and says so.
#pragma once

#include <clearance/io/json.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/proof/certificate.h>
#include <clearance/proof/contacts/contact_claim.h>
#include <clearance/proof/timeline.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace clearance::detail {

// Points into the scene.
class ObjectNumbers {
 public:
  explicit ObjectNumbers(const Scene& scene);
  // The pair of these names; `place` is the report's.
  Fault find(const std::string& a, const std::string& b, const std::string& place, ScenePair& out) const;

 private:
  Fault find(const std::string& name, const std::string& place, std::uint32_t& out) const;

  std::map<std::string_view, std::uint32_t> numbers_;
};

// The first number that is none of the shapes' is the fault.
class RangeCheck {
 public:
  // What the claim speaks of: objects, and of several parts which.
  RangeCheck(const SceneObject& a, const SceneObject& b, std::optional<std::uint32_t> part_a = {},
             std::optional<std::uint32_t> part_b = {});

  void claim(const Claim& claim, const std::string& place);
  void parts(const std::optional<std::uint32_t>& part_a, const std::optional<std::uint32_t>& part_b,
             const std::string& place);
  void certificate(const Certificate& certificate, const std::string& place);
  void timeline(const Timeline& timeline, const std::string& place);
  void root(const ContactRoot& root, const std::string& place);
  // Made for the contact's parts.
  void contact(const ContactPatchClaim& contact, const std::string& place);
  const Fault& fault() const { return fault_; }

 private:
  // What the numbers of a claim may name.
  struct Counts {
    std::size_t parts, elements;  // an element is a triangle of a mesh, or a part
    std::size_t points;           // of the part that the claim speaks of
  };
  static Counts counts_of(const SceneObject& object, std::optional<std::uint32_t> part);

  const Counts& of(Body body) const { return counts_[body == Body::A ? 0 : 1]; }
  void number(const char* what, std::uint32_t number, std::size_t count, const std::string& place);
  void list(Body body, const std::uint32_t* vertices, int count, const std::string& place);
  void witness(const Witness& witness, const std::string& place);
  void feature(Body body, const ContactFeatureClaim& feature, const std::string& place);
  void cover(const Cover& cover, const std::string& place);
  void plane(const Plane& plane, const std::string& place);

  Counts counts_[2];
  Fault fault_;
};

}  // namespace clearance::detail
