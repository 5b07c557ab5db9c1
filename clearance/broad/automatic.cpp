#include <clearance/broad/automatic.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// All in nanoseconds, measured with 10³ to 10⁵ boxes in uniform, planar and mixed worlds; only their ratios matter.
constexpr double kSortAll = 4000, kSortBox = 17;  // into the grid
constexpr double kSearchBox = 7, kRun = 10;       // all pairs of the grid
constexpr double kGridProbe = 300;
constexpr double kScanBox = 3;     // a ray without a tree
constexpr double kBuildBox = 350;  // the tree
constexpr double kRefitBox = 8, kMoveBox = 60;
constexpr double kNode = 15, kTreePair = 9;  // all pairs of the tree: within 3 ns a box from 500 to 20,000 boxes
constexpr double kTreeProbe = 200;

// Where the debt changes the choice, in nanoseconds per box. Less than a build: debts begin only after the change that
// brought them. Going back is cheap, but not to be done for one bad frame.
constexpr double kTreePrice = 0.25 * kBuildBox, kGridPrice = 100;
constexpr double kHabit = 4;
// Up to this many boxes there is nothing to save.
constexpr std::size_t kTinyWorld = 16;

// Up to so many boxes two loops are done before any structure has begun.
constexpr std::size_t kLoopWorld = 16;

// All pairs of a tree that nobody has tried: 26 ns a box for 10³ boxes, 13 more with every factor of ten.
double usual_tree_pairs(double count) { return 26 + 13 * std::log10(std::max(count, 1e2) / 1e3); }

}  // namespace

// The copy's grid is sorted when it is asked; the tree would take longer.
AutomaticBroadPhase::AutomaticBroadPhase(const AutomaticBroadPhase& other)
    : BroadPhase(other),
      tree_(other.tree_),
      uses_tree_(other.uses_tree_),
      built_(other.built_),
      debt_(other.debt_),
      update_(other.update_),
      grid_pairs_(other.grid_pairs_),
      tree_pairs_(other.tree_pairs_),
      patience_(other.patience_) {}

void AutomaticBroadPhase::apply(std::span<const std::uint32_t> changed, Workers& workers) {
  const auto count = static_cast<double>(changed.size());
  update_ += std::min(kMoveBox * count, kRefitBox * boxes_in_all());
  sorted_ = false;
  if (!built_) return;
  const std::uint64_t nodes = tree_.nodes_visited(), builds = tree_.builds();
  tree_.update(boxes(), changed, workers);
  update_ += kNode * static_cast<double>(tree_.nodes_visited() - nodes) +
             kBuildBox * boxes_in_all() * static_cast<double>(tree_.builds() - builds);
}

// What bringing the grid up to date costs, or would.
double AutomaticBroadPhase::sorting() const {
  return (uses_tree_ ? update_ == 0 : sorted_) ? 0 : kSortAll + kSortBox * boxes_in_all();
}

void AutomaticBroadPhase::sort(Workers& workers) {
  if (sorted_) return;
  grid_.build(boxes(), workers);
  sorted_ = true;
}

void AutomaticBroadPhase::build(Workers& workers) {
  if (built_) return;
  tree_.build(boxes(), workers);
  built_ = true;
}

// One question is answered, which costs or would cost so much.
void AutomaticBroadPhase::pay(double with_grid, double with_tree) {
  update_ = 0;
  double saved = uses_tree_ ? with_tree - with_grid : with_grid - with_tree;
  // A question that a tree answers in a fraction of the time is hardly the last of its kind.
  if (!uses_tree_ && with_grid > kHabit * with_tree) saved *= kHabit;
  debt_ = std::max(0.0, debt_ + saved);
  if (boxes().size() <= kTinyWorld && !uses_tree_) return;
  if (debt_ < boxes_in_all() * (uses_tree_ ? kGridPrice : patience_ * kTreePrice)) return;
  if (uses_tree_) patience_ = std::min(2 * patience_, 64.0);
  change_over();
}

void AutomaticBroadPhase::change_over() {
  debt_ = 0;
  uses_tree_ = !uses_tree_;
  grid_ = GridIndex();
  tree_ = BoxTreeCore();
  sorted_ = built_ = false;
}

bool AutomaticBroadPhase::visit_by_loops(PairSink& sink) const {
  const auto count = static_cast<std::uint32_t>(boxes().size());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!is_box(boxes()[i])) continue;
    for (std::uint32_t j = i + 1; j < count; ++j)
      if (overlap(boxes()[i], boxes()[j]) && is_box(boxes()[j]) && !sink.add(i, j)) return false;
  }
  return true;
}

bool AutomaticBroadPhase::visit_all(const PairTarget& to, Workers& workers) {
  if (boxes().size() <= kLoopWorld && !uses_tree_) {
    const auto loops = [this](std::size_t, PairSink& sink) { return visit_by_loops(sink); };
    return PairPieces().visit(1, loops, to, workers, nullptr).whole;
  }
  const double count = boxes_in_all();
  if (uses_tree_) {
    build(workers);
    const std::uint64_t nodes = tree_.nodes_visited(), builds = tree_.builds();
    const PairPieces::Found found = tree_.visit_pairs(boxes(), to, workers, go_on());
    if (!found.whole) return false;
    const double search = kTreePair * static_cast<double>(found.pairs) +
                          kNode * static_cast<double>(tree_.nodes_visited() - nodes) +
                          kBuildBox * count * static_cast<double>(tree_.builds() - builds);
    tree_pairs_ = search / std::max(count, 1.0);
    pay(sorting() + grid_pairs_ * count, update_ + search);
    return true;
  }
  const double sorting_now = sorting();
  sort(workers);
  if (!grid_.visit_pairs(to, workers, go_on())) return false;
  const double search = kSearchBox * count + kRun * static_cast<double>(grid_.runs_tested());
  grid_pairs_ = search / std::max(count, 1.0);
  // What a tree once cost is forgotten in time.
  const double usual = usual_tree_pairs(count);
  tree_pairs_ = tree_pairs_ == 0 ? usual : tree_pairs_ + 0.02 * (usual - tree_pairs_);
  pay(sorting_now + search, update_ + tree_pairs_ * count);
  return true;
}

bool AutomaticBroadPhase::visit_changed(std::span<const std::uint32_t> changed, const PairTarget& to,
                                        Workers& workers) {
  const double count = boxes_in_all(), some = static_cast<double>(changed.size());
  const double all_pairs = grid_pairs_ > 0 ? grid_pairs_ : kSearchBox + 3 * kRun;
  const auto is_new = [&](std::uint32_t index) { return has_changed(index); };
  if (uses_tree_) {
    build(workers);
    const std::uint64_t nodes = tree_.nodes_visited(), builds = tree_.builds();
    if (!tree_.visit_changed_pairs(boxes(), changed, is_new, to, workers, go_on())) return false;
    const double search = kTreePair * some + kNode * static_cast<double>(tree_.nodes_visited() - nodes) +
                          kBuildBox * count * static_cast<double>(tree_.builds() - builds);
    pay(sorting() + std::min(all_pairs * count, kGridProbe * some), update_ + search);
    return true;
  }
  // Which pays as for all pairs.
  if (kGridProbe * some >= all_pairs * count)
    return visit_changed_ones([&](const PairTarget& all) { return visit_all(all, workers); }, is_new, to);
  const double sorting_now = sorting();
  sort(workers);
  if (!grid_.visit_changed_pairs(changed, is_new, to, workers, go_on())) return false;
  pay(sorting_now + kGridProbe * some, update_ + kTreeProbe * some);
  return true;
}

bool AutomaticBroadPhase::visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn*) const {
  return uses_tree_ ? tree_.visit_overlaps(boxes(), probe, visit) : grid_.visit_overlaps(probe, visit);
}

bool AutomaticBroadPhase::visit_on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn* go_on) const {
  return uses_tree_ ? tree_.visit_segment(boxes(), from, to, visit)
                    : BroadPhase::visit_on_segment(from, to, visit, go_on);
}

bool AutomaticBroadPhase::is_ready(ProbeKind kind) const {
  return uses_tree_ ? built_ : sorted_ || kind == ProbeKind::Segments;
}

// Questions are paid for before they are asked, since asking changes nothing.
void AutomaticBroadPhase::make_ready(ProbeKind kind, std::size_t count, Workers& workers) {
  const auto times = static_cast<double>(count);
  const double with_grid =
      kind == ProbeKind::Overlaps ? sorting() + kGridProbe * times : kScanBox * boxes_in_all() * times;
  pay(with_grid, update_ + kTreeProbe * times);
  if (uses_tree_)
    build(workers);
  else if (kind == ProbeKind::Overlaps)
    sort(workers);
}

// Without a bound on the questions a tree pays, rays included.
void AutomaticBroadPhase::make_ready_for_many(Workers& workers) {
  if (!uses_tree_ && boxes().size() > kTinyWorld) change_over();
  if (uses_tree_)
    build(workers);
  else
    sort(workers);
}

}  // namespace clearance::detail
