// Question: which numbers do the buffers of a glTF file hold?
// Method:   buffers as the file, its binary chunk or files beside it hold them; views and accessors are looked at once
//           and held against their lengths before anything is read. Elements are read one by one, where they stand.
// Cannot:   take positions other than floats, or buffers outside of the file's folder.
#pragma once

#include <clearance/io/json.h>
#include <clearance/math/vec3.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::detail {

// A whole number from 0 to `most` under a key; `absent` when there is none and that is given.
Fault read_count(const Json& json, const char* key, const std::string& place, std::uint64_t most,
                 std::optional<std::uint64_t> absent, std::uint64_t& out);

class GltfData {
 public:
  // `folder` is where files beside it are, empty or ending with a slash; none are read where it is nothing. `chunk` is
  // the binary one. All must outlive it.
  GltfData(const Json& json, std::string_view chunk, const std::optional<std::string>& folder)
      : json_(json), chunk_(chunk), folder_(folder) {}

  // Reads the buffers and looks at the views.
  Fault open();

  struct Accessor {
    std::uint64_t count = 0;
    std::string_view bytes;  // from the first element on; empty: all elements are 0
    std::uint64_t stride = 0;
    int width = 0;                                            // of a component, in bytes
    std::map<std::uint64_t, std::string_view> replaced = {};  // of a sparse one
  };
  // Null and the fault where it is no such accessor. They are kept.
  const Accessor* positions(std::uint64_t index, const std::string& place, Fault& fault);
  const Accessor* indices(std::uint64_t index, const std::string& place, Fault& fault);

  static Vec3 position(const Accessor& accessor, std::uint64_t element);
  static std::uint64_t index(const Accessor& accessor, std::uint64_t element);

  // Of all buffers.
  std::uint64_t byte_count() const;

 private:
  struct View {
    std::string_view bytes;
    std::uint64_t stride = 0;  // 0: one element after the other
  };
  enum class Kind : std::uint8_t { Positions, Indices };

  Fault read_buffer(const Json& json, std::size_t number, const std::string& place);
  Fault read_uri(const std::string& uri, const std::string& place, std::string& out);
  Fault read_view(const Json& json, const std::string& place);
  const Accessor* find(Kind kind, std::uint64_t index, const std::string& place, Fault& fault);
  Fault read_accessor(Kind kind, const Json& json, const std::string& place, Accessor& out);
  Fault read_sparse(const Json& json, const std::string& place, std::uint64_t size, Accessor& out);
  // The elements of a view from a place in it on.
  Fault take(const Json& json, const std::string& place, std::uint64_t count, std::uint64_t size, int width,
             std::string_view& bytes, std::uint64_t& stride) const;

  const Json& json_;
  std::string_view chunk_;
  const std::optional<std::string>& folder_;
  std::deque<std::string> read_;  // buffers of their own
  std::uint64_t beside_ = 0;      // bytes of files
  std::vector<std::string_view> buffers_;
  std::vector<View> views_;
  const Json::Array* list_ = nullptr;  // of accessors
  std::map<std::pair<Kind, std::uint64_t>, Accessor> accessors_;
  std::uint64_t replaced_ = 0;  // elements of sparse ones
};

}  // namespace clearance::detail
