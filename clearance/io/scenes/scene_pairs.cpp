#include <clearance/io/scenes/scene_pairs.h>

#include <algorithm>
#include <tuple>

namespace clearance::detail {

void PairFilter::add(const Body& body) {
  body_of_.insert(body_of_.end(), body.count, static_cast<std::uint32_t>(bodies_.size()));
  bodies_.push_back(body);
}

void PairFilter::allow(std::uint32_t body_a, std::uint32_t body_b, bool allowed) {
  allowed_[std::minmax(body_a, body_b)] = allowed;
}

// By what classes know: groups, static, may_touch_everything.
bool PairFilter::asks_alike(const Body& a, const Body& b) const {
  if (a.is_static && b.is_static) return false;
  if ((a.groups.member_of & b.groups.meets) == 0 || (b.groups.member_of & a.groups.meets) == 0) return false;
  return !a.may_touch_everything && !b.may_touch_everything;
}

bool PairFilter::asks_bodies(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return false;
  const auto said = allowed_.find(std::minmax(a, b));
  if (said == allowed_.end()) return asks_alike(bodies_[a], bodies_[b]);
  Body left = bodies_[a], right = bodies_[b];
  left.may_touch_everything = right.may_touch_everything = false;
  return !said->second && asks_alike(left, right);
}

bool PairFilter::asks(std::uint32_t a, std::uint32_t b) const { return asks_bodies(body_of_[a], body_of_[b]); }

std::vector<PairFilter::Class> PairFilter::classes() const {
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool, bool>, Class> found;
  for (std::uint32_t k = 0; k < bodies_.size(); ++k) {
    const Body& body = bodies_[k];
    Class& alike = found[{body.groups.member_of, body.groups.meets, body.is_static, body.may_touch_everything}];
    alike.bodies.push_back(k);
    alike.objects += body.count;
    alike.squares += std::uint64_t{body.count} * body.count;
  }
  std::vector<Class> out;
  out.reserve(found.size());
  for (auto& [key, alike] : found) out.push_back(std::move(alike));
  return out;
}

std::uint64_t PairFilter::count() const {
  const std::vector<Class> all = classes();
  std::vector<Body> alike;  // one of each class, side by side: every two are compared
  alike.reserve(all.size());
  for (const Class& some : all) alike.push_back(bodies_[some.bodies[0]]);
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::uint64_t partners = 0;
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (asks_alike(alike[i], alike[j])) partners += all[j].objects;
    pairs += all[i].objects * partners;
    if (asks_alike(alike[i], alike[i])) pairs += (all[i].objects * all[i].objects - all[i].squares) / 2;
  }
  for (const auto& [pair, allowed] : allowed_) {
    const auto [a, b] = pair;
    if (a == b) continue;
    const std::uint64_t product = std::uint64_t{bodies_[a].count} * bodies_[b].count;
    if (asks_alike(bodies_[a], bodies_[b])) pairs -= product;
    if (asks_bodies(a, b)) pairs += product;
  }
  return pairs;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> PairFilter::list() const {
  const std::vector<Class> all = classes();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t a = 0; a < bodies_.size(); ++a) {
    std::vector<std::uint32_t> partners;
    for (const Class& alike : all) {
      if (!asks_alike(bodies_[a], bodies_[alike.bodies[0]])) continue;
      const auto above = std::upper_bound(alike.bodies.begin(), alike.bodies.end(), a);
      std::copy_if(above, alike.bodies.end(), std::back_inserter(partners),
                   [&](std::uint32_t b) { return asks_bodies(a, b); });
    }
    // What is asked about because it is said of these two.
    for (auto said = allowed_.lower_bound({a, a + 1}); said != allowed_.end() && said->first.first == a; ++said) {
      const std::uint32_t b = said->first.second;
      if (asks_bodies(a, b) && !asks_alike(bodies_[a], bodies_[b])) partners.push_back(b);
    }
    std::sort(partners.begin(), partners.end());
    for (std::uint32_t i = 0; i < bodies_[a].count; ++i)
      for (const std::uint32_t b : partners)
        for (std::uint32_t j = 0; j < bodies_[b].count; ++j)
          pairs.emplace_back(bodies_[a].first + i, bodies_[b].first + j);
  }
  return pairs;
}

}  // namespace clearance::detail
