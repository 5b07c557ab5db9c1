// Question: at which points do the bodies of a world meet now, and which of these points are known from before?
// Method:   the pairs that may be within the margin (nearby_pairs.h), a slot for each (manifold_store.h), and one
//           manifold for each pair of which a part moved or changed since it was last asked about. The others keep
//           theirs. What an answer changes counts only once all of it is known; before that it is taken back.
// Proves:   as placed_manifold.h of each pair. Pairs that are not listed are excluded, or farther apart than the
// margin. Cost:     nothing is allocated once warm. With threads the pairs are shared out; the bits are the same.
#pragma once

#include <clearance/world/frame/manifold_store.h>
#include <clearance/world/frame/nearby_pairs.h>

#include <memory>
#include <span>
#include <vector>

namespace clearance::detail {

class ManifoldFrame {
 public:
  // What the lists show. Null: nobody has asked yet.
  using SharedStore = std::shared_ptr<ManifoldStore>;

  ManifoldFrame() = default;
  // Copies go on by themselves: with what was known of every pair, user values included.
  ManifoldFrame(const ManifoldFrame& other);
  ManifoldFrame& operator=(const ManifoldFrame&) = delete;
  ~ManifoldFrame() = default;

  // Complete: the store shows the list. FirstFound: `first` does, with the one pair. Others: nothing was changed.
  Result<Ending> find(WholeWorld& world, const ManifoldOptions& asked, const CollideOptions& options,
                      const Patience& patience, SharedStore& first);
  const SharedStore& store() const { return store_; }

  // The points of a pair of the last complete list, for their user values; empty of any other.
  std::span<ContactPoint> points(const PairManifold& pair);

 private:
  void merge(const Bodies& bodies);
  void give_slots(const WholeWorld& world);
  bool is_kept(const WholeWorld& world, const ManifoldStore::Entry& entry) const;
  void update(const WholeWorld& world, const ManifoldStore::Entry& entry, ManifoldScratch& scratch) const;
  Ending update_all(const WholeWorld& world, const Patience& patience);
  Ending find_first(const WholeWorld& world, const Patience& patience, SharedStore& first);
  void take_back();
  void take_in(WholeWorld& world);
  void show(ManifoldSlot& slot, std::uint32_t number);

  NearbyPairs nearby_;
  SharedStore store_;
  ManifoldOptions asked_;            // by the call in progress, its margin sound
  std::vector<std::uint32_t> work_;  // positions of the entries that are to be updated
  std::vector<ManifoldScratch> scratch_;
};

}  // namespace clearance::detail
