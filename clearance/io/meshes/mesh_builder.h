// Question: how do the points and faces of a file become welded vertices and triangles (CONTRACT §2)?
// Method:   collect them as the file numbers them; at the end weld by a hash of the coordinates, check every index and
//           triangulate. Faces may come before the points they name.
#pragma once

#include <clearance/io/json.h>
#include <clearance/io/meshes/mesh_file.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {

// Which object of the file each triangle is of; without names where the file tells none apart.
struct MeshGroups {
  std::vector<std::string> names;          // as the file has them: empty, and the same for several, perhaps
  std::vector<std::uint32_t> of_triangle;  // positions in `names`; empty where there are none
};

class MeshBuilder {
 public:
  explicit MeshBuilder(FaceUse use) : use_(use) {}

  // The group of the faces to come, 0 until this is called.
  void set_group(std::uint32_t group) { group_ = group; }
  // The group of each triangle that finish() has made.
  std::vector<std::uint32_t> take_groups() { return std::move(groups_); }

  // The caller has made sure that the file is long enough to hold so many.
  void reserve(std::size_t points, std::size_t corners);
  // What is wrong with the point, or nothing. The first point is number 0.
  std::optional<std::string> add_point(Vec3 point);
  std::size_t point_count() const { return points_.size(); }

  // One corner of the face being collected, by the file's number of its point (checked at the end).
  void add_corner(std::uint64_t point) { corners_.push_back(point); }
  std::size_t corners_in_face() const { return corners_.size() - (face_end_.empty() ? 0 : face_end_.back()); }
  void end_face() {
    face_end_.push_back(corners_.size());
    if (group_ != 0) face_group_.resize(face_end_.size(), 0), face_group_.back() = group_;
  }
  std::size_t face_count() const { return face_end_.size(); }

  // `place` names face number k (from 0) of the file in messages; `first` is the number the file gives its first point.
  Result<MeshData> finish(const std::function<std::string(std::size_t)>& place, std::uint64_t first);

 private:
  std::vector<std::uint32_t> weld(MeshData& mesh) const;

  FaceUse use_;
  std::vector<Vec3> points_;
  std::vector<std::uint64_t> corners_;
  std::vector<std::size_t> face_end_;
  std::uint32_t group_ = 0;
  std::vector<std::uint32_t> face_group_;  // of the first faces; of the others 0
  std::vector<std::uint32_t> groups_;
};

// The readers behind mesh_file.h.
Result<MeshData> parse_obj(std::string_view bytes, FaceUse use, MeshGroups* groups);
Result<MeshData> parse_stl(std::string_view bytes, FaceUse use, MeshGroups* groups);
Result<MeshData> parse_ply(std::string_view bytes, FaceUse use, MeshGroups* groups);
Result<MeshData> parse_off(std::string_view bytes, FaceUse use, MeshGroups* groups);

// By the file's ending; messages call the file `shown`. Empty meshes are fine here. `groups`, where it is not null,
// gets what objects the file tells apart.
Result<MeshData> read_mesh_file(const std::string& path, const std::string& shown, FaceUse use,
                                MeshGroups* groups = nullptr);

}  // namespace clearance::detail
