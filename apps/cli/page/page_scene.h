// Question: what of a scene goes into a page, and in which form?
// Method:   the scene's own format (CONTRACT §2) with "#k" where points and triangles would stand: entry k of the
//           arrays. Bodies of `parts` are the objects that certificates speak of, NAME/k, each at its pose.
// Cannot:   say which pairs a crowd asks about where rules or several bodies decide that; see filter_remark().
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "page_arrays.h"

namespace clearance::cli {

class PageScene {
 public:
  // No more triangles than these: the objects in `first` go before others, each as a whole. `scene` must outlive it.
  PageScene(const Scene& scene, std::span<const std::uint32_t> first, std::uint64_t most_triangles);

  std::string text() const;
  const PageArrays& arrays() const { return arrays_; }
  // Objects for which there was no room: their shape refers to nothing ("#none").
  const std::vector<std::uint32_t>& left_out() const { return left_out_; }
  // Of all objects, each as often as it is there; those of boxes, which need no entry, and of what is left out, too.
  std::uint64_t triangles_shown() const { return triangles_shown_; }
  // A sentence where the text does not say which pairs the scene asks about.
  std::optional<std::string> filter_remark() const;

 private:
  bool add(std::uint32_t object, std::uint64_t most_triangles);
  std::string shape_text(std::uint32_t object) const;
  std::string reference(std::uint32_t object, std::size_t part) const;
  bool asks_by_itself() const;

  const Scene& scene_;
  PageArrays arrays_;
  std::vector<std::vector<std::uint32_t>> entries_;  // of each object's parts; none where it is left out
  std::vector<std::uint32_t> left_out_;
  std::uint64_t triangles_shown_ = 0;
};

}  // namespace clearance::cli
