// Question: what do the certificates within a page prove of the result that it shows?
// Method:   scene and result by the program's own readers, the shapes "#k" from the page's bytes (docs/page.md), then
//           every claim by proof/ alone, a few at a time so that whoever asks can show how far it is.
// Proves:   what it calls verified. What has no certificate by contract, or was printed without it, is unproved: the
//           queries that could decide it again are no part of this.
// Cannot:   check a pair one of whose bodies the page leaves out ("#none").
#pragma once

#include <clearance/base/result.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace clearance::wasm {

struct PageTexts {
  std::string_view scene, result;
  std::string_view table;            // of the arrays: JSON
  std::span<const std::byte> bytes;  // what the table speaks of
};

class PageCheck {
 public:
  // Refused: what the readers refuse, and a result that is not about this scene. Nothing of `texts` is needed after it.
  static Result<PageCheck> start(const PageTexts& texts);
  PageCheck(PageCheck&&) noexcept;
  PageCheck& operator=(PageCheck&&) noexcept;
  ~PageCheck();

  // As many as the result has pairs.
  std::size_t pairs() const;
  // The next pairs, `count` at most, as a list in JSON; an empty one when all are done. Each is {"a","b","standing",
  // "reason"}, standing being "verified", "fails" or "unproved" and the worst of all that is said of the pair. Besides,
  // each {"standing","reason"}: "contacts", of the points where they meet; of a result about motions "first", the
  // contact, "timeline", the time before it, and "intervals", the times of contact with the gaps between them. Those
  // are never more than unproved, and count for the pair only where they fail.
  std::string next(std::size_t count);
  // What is said of pairs that are not listed, in JSON: {"unlisted": n, "not_looked_at": n}. Nobody checks it here.
  std::string rest() const;

 private:
  class Work;
  explicit PageCheck(std::unique_ptr<Work> work);

  std::unique_ptr<Work> work_;
};

}  // namespace clearance::wasm
