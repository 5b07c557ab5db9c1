#include "page_meshes.h"

#include <clearance/base/limits.h>
#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/text.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

namespace clearance::wasm {
using namespace detail;
namespace {

static_assert(std::endian::native == std::endian::little, "the page's numbers are taken as they lie there");

// [offset, count] of things of `size` bytes each, of which there are `bytes`.
Fault read_range(const Json& json, const std::string& place, std::size_t size, std::size_t bytes, std::size_t& offset,
                 std::size_t& count) {
  double numbers[2];
  if (Fault fault = read_numbers(json, place, 2, numbers)) return fault;
  for (const double number : numbers)
    if (!(number >= 0 && number <= static_cast<double>(bytes) && number == std::floor(number)))
      return Error{place, "is not within the page's bytes"};
  offset = static_cast<std::size_t>(numbers[0]), count = static_cast<std::size_t>(numbers[1]);
  if (offset % 8 != 0) return Error{place, "does not begin at a multiple of 8"};
  if (count > (bytes - offset) / size) return Error{place, "is not within the page's bytes"};
  return std::nullopt;
}

MeshData stand_in() {
  MeshData mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  return mesh;
}

}  // namespace

Result<PageMeshes> PageMeshes::read(std::string_view table, std::span<const std::byte> bytes) {
  const Result<Json> json = parse_json(table);
  if (!json) return json.error().within("arrays");
  if (!json->array()) return wrong_type("arrays", "a list", *json);
  PageMeshes meshes;
  meshes.bytes_ = bytes;
  for (const Json& item : *json->array()) {
    const std::string place = element("arrays", meshes.entries_.size());
    if (Fault fault = check_members(item, place, {"vertices", "triangles"}, {"edges"})) return *fault;
    Entry entry;
    if (Fault fault = read_range(*item.find("vertices"), place + ".vertices", sizeof(Vec3), bytes.size(),
                                 entry.vertices.offset, entry.vertices.count))
      return *fault;
    if (Fault fault = read_range(*item.find("triangles"), place + ".triangles", 3 * sizeof(std::uint32_t), bytes.size(),
                                 entry.triangles.offset, entry.triangles.count))
      return *fault;
    meshes.entries_.push_back(entry);
  }
  return meshes;
}

Result<MeshData> PageMeshes::find(const std::string& name, FaceUse use) const {
  if (name == kLeftOut) return stand_in();
  const std::optional<std::int64_t> number = name.size() > 1 && name[0] == '#' && name[1] >= '0' && name[1] <= '9'
                                                 ? parse_integer(name.substr(1))
                                                 : std::nullopt;
  if (!number) return Error{printable(name), "is no mesh of this page; those are named \"#0\", \"#1\" and so on"};
  if (static_cast<std::uint64_t>(*number) >= entries_.size())
    return Error{printable(name), "this page has " + std::to_string(entries_.size()) + " meshes, from #0"};
  const Entry& entry = entries_[static_cast<std::size_t>(*number)];
  MeshData mesh;
  mesh.vertices.resize(entry.vertices.count);
  if (entry.vertices.count > 0)
    std::memcpy(mesh.vertices.data(), bytes_.data() + entry.vertices.offset, entry.vertices.count * sizeof(Vec3));
  for (std::size_t k = 0; k < mesh.vertices.size(); ++k)
    if (!is_coordinate(mesh.vertices[k]))
      return Error{printable(name), "vertex " + std::to_string(k) + " is no number, or beyond 1e300"};
  if (use == FaceUse::CheckOnly) return mesh;
  mesh.triangles.resize(entry.triangles.count);
  if (entry.triangles.count > 0)
    std::memcpy(mesh.triangles.data(), bytes_.data() + entry.triangles.offset,
                entry.triangles.count * sizeof(mesh.triangles[0]));
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
    for (const std::uint32_t vertex : mesh.triangles[k])
      if (vertex >= mesh.vertices.size())
        return Error{printable(name), "triangle " + std::to_string(k) + " names vertex " + std::to_string(vertex) +
                                          ", and there are " + std::to_string(mesh.vertices.size())};
  return mesh;
}

}  // namespace clearance::wasm
