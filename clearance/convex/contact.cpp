#include <clearance/convex/contact.h>

#include <clearance/convex/cached_simplex.h>
#include <clearance/convex/contact_parts.h>
#include <clearance/convex/witness.h>

#include <algorithm>
#include <utility>

namespace clearance::detail {
namespace {

// Within this no product of the searches under- or overflows.
bool is_ordinary_pair(const PosedPair& pair) { return pair.reach() > 0x1p-120 && pair.reach() < 0x1p120; }

}  // namespace

ContactDecision decide_contact(const PosedPair& pair, const PointSimplex& met) {
  ContactDecision contact;
  if (!is_ordinary_pair(pair) || met.count < 1) return contact;
  const NearPlanes level = decide_on_axes(pair, contact);
  if (contact.status != Status::NotAsked) return contact;
  PointSimplex face = met;
  if (face.count == 4) keep_nearest_face(face);
  if (level.count > 0) confirm_axes(pair, face, level, contact);
  if (contact.status != Status::NotAsked) return contact;
  const NearPlanes planes = search_inside(pair, face, contact);
  if (contact.status == Status::NotAsked && planes.count > 0) confirm_planes(pair, face, planes, contact);
  return contact;
}

void remember(ConvexCache& cache, const ContactDecision& contact) {
  const bool has_two = contact.evidence == ContactEvidence::Triangle || contact.evidence == ContactEvidence::Ring;
  const int count = has_two ? contact.count - 2 : std::min(contact.count, 4);
  remember_pairs(cache, contact.pair, count);
  for (int k = 0; has_two && k < 2; ++k) {
    cache.beyond_a[k] = static_cast<std::uint32_t>(contact.pair[count + k].a);
    cache.beyond_b[k] = static_cast<std::uint32_t>(contact.pair[count + k].b);
  }
  cache.contact = contact.evidence;
  cache.was_separated = contact.status == Status::Separated;
  cache.direction = contact.direction;
  cache.has_direction = contact.status != Status::Penetrating;
}

ContactDecision recall_contact(const PosedPair& pair, ConvexCache& cache) {
  ContactDecision contact;
  const ContactEvidence evidence = std::exchange(cache.contact, ContactEvidence::None);
  if (!is_ordinary_pair(pair)) return contact;
  keep_sound_pairs(pair, cache);
  if (evidence == ContactEvidence::Plane) {
    VertexPair met[4];
    for (int k = 0; k < cache.simplex_count; ++k) met[k] = cached_pair(cache, k);
    decide_on_axes(pair, cache.direction, met, cache.simplex_count, contact);
    if (contact.status == Status::NotAsked) {
      NearPlanes planes;
      planes.add(cache.direction);
      confirm_planes(pair, sound_simplex(pair, cache), planes, contact);
    }
  } else {
    const PointSimplex kept = sound_simplex(pair, cache);
    VertexPair two[2];
    for (int k = 0; k < 2; ++k) {
      two[k] = {static_cast<std::int32_t>(cache.beyond_a[k]), static_cast<std::int32_t>(cache.beyond_b[k])};
      if (!pair.has(two[k])) return contact;
    }
    if (!surely_surround(pair, evidence, kept, two)) return contact;
    contact.status = Status::Penetrating;
    contact.evidence = evidence;
    for (int k = 0; k < kept.count; ++k) contact.pair[contact.count++] = kept.pair[k];
    for (const VertexPair& at : two) contact.pair[contact.count++] = at;
  }
  if (contact.status != Status::NotAsked) remember(cache, contact);
  return contact;
}

void set_certificate(Certificate& certificate, const PosedPair& pair, const ContactDecision& contact) {
  if (contact.status == Status::NotAsked) return;
  if (contact.count > 0) set_simplex(certificate, pair, contact.pair, contact.count);
  if (contact.status == Status::Penetrating) return;
  certificate.kind = contact.status == Status::Touching ? Certificate::Kind::Touch : Certificate::Kind::Plane;
  certificate.plane = contact.plane;
}

}  // namespace clearance::detail
