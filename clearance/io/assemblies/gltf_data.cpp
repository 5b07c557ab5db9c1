#include <clearance/io/assemblies/gltf_data.h>

#include <clearance/io/assemblies/base64.h>
#include <clearance/io/file.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostBeside = std::uint64_t{1} << 32;
constexpr std::uint64_t kByte = 5121, kShort = 5123, kInt = 5125, kFloat = 5126;

std::uint32_t little_endian(std::string_view bytes, std::uint64_t at, int width) {
  std::uint32_t value = 0;
  for (int k = width - 1; k >= 0; --k)
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::uint64_t>(k)]);
  return value;
}

int width_of(std::uint64_t component) { return component == kByte ? 1 : component == kShort ? 2 : 4; }

// "%20" and the like; nothing where they are none.
std::optional<std::string> unescaped(std::string_view uri) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  std::string out;
  for (std::size_t k = 0; k < uri.size(); ++k) {
    if (uri[k] != '%') {
      out += uri[k];
      continue;
    }
    if (k + 2 >= uri.size() || digit(uri[k + 1]) < 0 || digit(uri[k + 2]) < 0) return std::nullopt;
    out += static_cast<char>(16 * digit(uri[k + 1]) + digit(uri[k + 2]));
    k += 2;
  }
  return out;
}

// Whether a name leads to a file in the folder, or below it.
bool stays_inside(std::string_view name) {
  if (name.empty() || name[0] == '/' || name.find_first_of(std::string_view("\\:\0", 3)) != std::string_view::npos)
    return false;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    if (name.substr(at, end - at) == "..") return false;
    at = end + 1;
  }
  return true;
}

}  // namespace

Fault read_count(const Json& json, const char* key, const std::string& place, std::uint64_t most,
                 std::optional<std::uint64_t> absent, std::uint64_t& out) {
  const Json* value = json.find(key);
  if (!value && absent) {
    out = *absent;
    return std::nullopt;
  }
  const double* number = value ? value->number() : nullptr;
  if (!number || !(*number >= 0 && *number <= static_cast<double>(most) && *number == std::floor(*number)))
    return Error{place + "." + key, "expected a whole number from 0 to " + std::to_string(most)};
  out = static_cast<std::uint64_t>(*number);
  return std::nullopt;
}

Fault GltfData::open() {
  if (const Json* accessors = json_.find("accessors")) list_ = accessors->array();
  for (const char* key : {"buffers", "bufferViews"}) {
    const Json* list = json_.find(key);
    if (!list) continue;
    if (!list->array()) return wrong_type(key, "a list", *list);
    for (std::size_t k = 0; k < list->array()->size(); ++k) {
      const Json& json = (*list->array())[k];
      const std::string place = element(key, k);
      if (!json.object()) return wrong_type(place, "an object", json);
      if (Fault fault = std::string_view(key) == "buffers" ? read_buffer(json, k, place) : read_view(json, place))
        return fault;
    }
  }
  return std::nullopt;
}

Fault GltfData::read_uri(const std::string& uri, const std::string& place, std::string& out) {
  if (uri.starts_with("data:")) {
    const std::size_t comma = uri.find(',');
    if (comma == std::string::npos || !std::string_view(uri).substr(0, comma).ends_with(";base64"))
      return Error{place, "data in another form than base64"};
    std::optional<std::string> bytes = base64_bytes(std::string_view(uri).substr(comma + 1));
    if (!bytes) return Error{place, "data that is no base64"};
    out = *std::move(bytes);
    return std::nullopt;
  }
  const std::optional<std::string> name = unescaped(uri);
  if (!name || !stays_inside(*name))
    return Error{place, "\"" + printable(uri) + "\" is not the name of a file in the folder"};
  if (!folder_) return Error{place, "a file beside this one, which is not read from here"};
  Result<std::string> bytes = read_file(*folder_ + *name);
  if (!bytes) return in_file(bytes.error(), *name).within(place);
  out = std::move(bytes).value();
  beside_ += out.size();
  return beside_ <= kMostBeside ? std::nullopt : Fault(Error{place, "more than 4 GiB in files beside this one"});
}

Fault GltfData::read_buffer(const Json& json, std::size_t number, const std::string& place) {
  std::uint64_t length = 0;
  if (Fault fault = read_count(json, "byteLength", place, kMost, {}, length)) return fault;
  const Json* uri = json.find("uri");
  std::string_view bytes = chunk_;
  if (uri) {
    std::string text, own;
    if (Fault fault = read_text(*uri, place + ".uri", text)) return fault;
    if (Fault fault = read_uri(text, place + ".uri", own)) return fault;
    read_.push_back(std::move(own));
    bytes = read_.back();
  } else if (number != 0) {
    return Error{place, "has no \"uri\"; only the first buffer may be the binary chunk"};
  }
  if (length > bytes.size())
    return Error{place, "holds " + std::to_string(bytes.size()) + " bytes, not " + std::to_string(length)};
  buffers_.push_back(bytes.substr(0, length));
  return std::nullopt;
}

Fault GltfData::read_view(const Json& json, const std::string& place) {
  std::uint64_t buffer = 0, offset = 0, length = 0;
  View view;
  if (Fault fault = read_count(json, "buffer", place, kMost, {}, buffer)) return fault;
  if (Fault fault = read_count(json, "byteOffset", place, kMost, 0, offset)) return fault;
  if (Fault fault = read_count(json, "byteLength", place, kMost, {}, length)) return fault;
  if (Fault fault = read_count(json, "byteStride", place, 252, 0, view.stride)) return fault;
  if (buffer >= buffers_.size())
    return Error{place + ".buffer", "there are " + std::to_string(buffers_.size()) + " buffers"};
  if (offset > buffers_[buffer].size() || length > buffers_[buffer].size() - offset)
    return Error{place, "reaches beyond its buffer"};
  view.bytes = buffers_[buffer].substr(offset, length);
  views_.push_back(view);
  return std::nullopt;
}

Fault GltfData::take(const Json& json, const std::string& place, std::uint64_t count, std::uint64_t size, int width,
                     std::string_view& bytes, std::uint64_t& stride) const {
  std::uint64_t view = 0, offset = 0;
  if (Fault fault = read_count(json, "bufferView", place, kMost, {}, view)) return fault;
  if (Fault fault = read_count(json, "byteOffset", place, kMost, 0, offset)) return fault;
  if (view >= views_.size())
    return Error{place + ".bufferView", "there are " + std::to_string(views_.size()) + " views"};
  stride = views_[view].stride == 0 ? size : views_[view].stride;
  const std::uint64_t length = views_[view].bytes.size();
  if (stride < size || stride % static_cast<std::uint64_t>(width) != 0)
    return Error{place, "the stride of its view is no multiple of what it holds"};
  if (count > 0 && (offset > length || length - offset < size || (length - offset - size) / stride < count - 1))
    return Error{place, "reaches beyond its view"};
  bytes = views_[view].bytes.substr(std::min(offset, length));
  return std::nullopt;
}

Fault GltfData::read_sparse(const Json& json, const std::string& place, std::uint64_t size, Accessor& out) {
  const Json *indices = json.find("indices"), *values = json.find("values");
  std::uint64_t count = 0, component = 0;
  if (Fault fault = read_count(json, "count", place, out.count, {}, count)) return fault;
  if (!indices || !indices->object()) return Error{place, "has no \"indices\""};
  if (!values || !values->object()) return Error{place, "has no \"values\""};
  if (Fault fault = read_count(*indices, "componentType", place + ".indices", kFloat, {}, component)) return fault;
  if (component != kByte && component != kShort && component != kInt)
    return Error{place + ".indices.componentType", "indices are of 1, 2 or 4 bytes without a sign"};
  Accessor at;
  at.count = count;
  at.width = width_of(component);
  std::string_view bytes;
  std::uint64_t stride = 0;
  if (Fault fault = take(*indices, place + ".indices", count, static_cast<std::uint64_t>(at.width), at.width, at.bytes,
                         at.stride))
    return fault;
  if (Fault fault = take(*values, place + ".values", count, size, out.width, bytes, stride)) return fault;
  // Each takes thirteen bytes at least, of its own.
  replaced_ += count;
  if (replaced_ > byte_count()) return Error{place, "more elements than the file's size can account for"};
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint64_t element = index(at, k);
    if (element >= out.count)
      return Error{place + ".indices", "names element " + std::to_string(element) + " of " + std::to_string(out.count)};
    out.replaced[element] = bytes.substr(k * stride, size);
  }
  return std::nullopt;
}

Fault GltfData::read_accessor(Kind kind, const Json& json, const std::string& place, Accessor& out) {
  const bool is_position = kind == Kind::Positions;
  std::uint64_t component = 0;
  std::string type;
  if (Fault fault = read_count(json, "componentType", place, kFloat, {}, component)) return fault;
  if (const Json* named = json.find("type"))
    if (Fault fault = read_text(*named, place + ".type", type)) return fault;
  if (is_position && component != kFloat)
    return Error{place + ".componentType", "quantized positions are not read; export floats"};
  if (!is_position && component != kByte && component != kShort && component != kInt)
    return Error{place + ".componentType", "indices are of 1, 2 or 4 bytes without a sign"};
  if (type != (is_position ? "VEC3" : "SCALAR"))
    return Error{place + ".type", std::string("expected \"") + (is_position ? "VEC3" : "SCALAR") + "\""};
  if (Fault fault = read_count(json, "count", place, kMost, {}, out.count)) return fault;
  out.width = width_of(component);
  const std::uint64_t size = static_cast<std::uint64_t>(out.width) * (is_position ? 3 : 1);
  const Json* sparse = json.find("sparse");
  if (json.find("bufferView")) {
    if (Fault fault = take(json, place, out.count, size, out.width, out.bytes, out.stride)) return fault;
  } else if (!sparse) {
    return Error{place, "has no \"bufferView\": its data is compressed, or missing"};
  }
  if (!sparse) return std::nullopt;
  return sparse->object() ? read_sparse(*sparse, place + ".sparse", size, out)
                          : wrong_type(place + ".sparse", "an object", *sparse);
}

const GltfData::Accessor* GltfData::find(Kind kind, std::uint64_t index, const std::string& place, Fault& fault) {
  const auto known = accessors_.find({kind, index});
  if (known != accessors_.end()) return &known->second;
  const std::uint64_t count = list_ ? list_->size() : 0;
  if (index >= count) {
    fault = Error{place, "there are " + std::to_string(count) + " accessors"};
    return nullptr;
  }
  Accessor accessor;
  const std::string here = element("accessors", index);
  const Json& json = (*list_)[index];
  fault = json.object() ? read_accessor(kind, json, here, accessor) : wrong_type(here, "an object", json);
  return fault ? nullptr : &accessors_.emplace(std::pair(kind, index), std::move(accessor)).first->second;
}

const GltfData::Accessor* GltfData::positions(std::uint64_t index, const std::string& place, Fault& fault) {
  return find(Kind::Positions, index, place, fault);
}

const GltfData::Accessor* GltfData::indices(std::uint64_t index, const std::string& place, Fault& fault) {
  return find(Kind::Indices, index, place, fault);
}

Vec3 GltfData::position(const Accessor& accessor, std::uint64_t element) {
  const auto own = accessor.replaced.find(element);
  if (own == accessor.replaced.end() && accessor.bytes.empty()) return {};
  const std::string_view bytes =
      own != accessor.replaced.end() ? own->second : accessor.bytes.substr(element * accessor.stride, 12);
  const auto number = [&](std::uint64_t k) { return double{std::bit_cast<float>(little_endian(bytes, 4 * k, 4))}; };
  return {number(0), number(1), number(2)};
}

std::uint64_t GltfData::index(const Accessor& accessor, std::uint64_t element) {
  const auto own = accessor.replaced.find(element);
  if (own != accessor.replaced.end()) return little_endian(own->second, 0, accessor.width);
  return accessor.bytes.empty() ? 0 : little_endian(accessor.bytes, element * accessor.stride, accessor.width);
}

std::uint64_t GltfData::byte_count() const {
  std::uint64_t count = 0;
  for (const std::string_view buffer : buffers_) count += buffer.size();
  return count;
}

}  // namespace clearance::detail
