// Question: how does a page ask?
// Method:   memory is handed over by allocate(); every text that comes back lies where text() says until the next call.
//           One check at a time: a page has one result.
#include "page_check.h"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#define CLEARANCE_EXPORT(name) extern "C" __attribute__((visibility("default"), export_name(#name)))

namespace {

using clearance::wasm::PageCheck;
using clearance::wasm::PageTexts;

struct State {
  std::optional<PageCheck> check;
  std::string text;
};
State& state() {
  static State only;
  return only;
}

}  // namespace

CLEARANCE_EXPORT(allocate) void* clearance_allocate(std::size_t bytes) { return std::malloc(bytes); }
CLEARANCE_EXPORT(release) void clearance_release(void* memory) { std::free(memory); }

// How many pairs there are to check; -1: refused, and text() is why.
CLEARANCE_EXPORT(start)
std::int32_t clearance_start(const char* scene, std::size_t scene_size, const char* result, std::size_t result_size,
                             const char* table, std::size_t table_size, const std::byte* bytes,
                             std::size_t byte_count) {
  state().check.reset();
  clearance::Result<PageCheck> started =
      PageCheck::start(PageTexts{{scene, scene_size}, {result, result_size}, {table, table_size}, {bytes, byte_count}});
  if (!started) {
    state().text = started.error().text();
    return -1;
  }
  state().check = std::move(started).value();
  state().text = state().check->rest();
  return static_cast<std::int32_t>(state().check->pairs());
}

// text() is the list of what was found of the next pairs.
CLEARANCE_EXPORT(check_next) void clearance_check_next(std::size_t count) {
  state().text = state().check ? state().check->next(count) : "[]";
}

CLEARANCE_EXPORT(text) const char* clearance_text() { return state().text.data(); }
CLEARANCE_EXPORT(text_size) std::size_t clearance_text_size() { return state().text.size(); }
