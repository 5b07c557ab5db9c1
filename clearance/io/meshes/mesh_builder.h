// Question: how do the points and faces of a file become welded vertices and triangles (CONTRACT §2)?
// Method:   collect them as the file numbers them; at the end weld by a hash of the coordinates, check every index and
//           triangulate. Faces may come before the points they name.
#pragma once

#include <clearance/io/json.h>
#include <clearance/io/meshes/mesh_file.h>

#include <functional>
#include <optional>
#include <span>

namespace clearance::detail {

// Whether faces become triangles, or are only checked for their indices.
enum class FaceUse : std::uint8_t { Triangulate, CheckOnly };

class MeshBuilder {
 public:
  explicit MeshBuilder(FaceUse use) : use_(use) {}

  // The caller has made sure that the file is long enough to hold so many.
  void reserve(std::size_t points, std::size_t corners);
  // What is wrong with the point, or nothing. The first point is number 0.
  std::optional<std::string> add_point(Vec3 point);
  std::size_t point_count() const { return points_.size(); }

  // One corner of the face being collected, by the file's number of its point (checked at the end).
  void add_corner(std::uint64_t point) { corners_.push_back(point); }
  std::size_t corners_in_face() const { return corners_.size() - (face_end_.empty() ? 0 : face_end_.back()); }
  void end_face() { face_end_.push_back(corners_.size()); }
  std::size_t face_count() const { return face_end_.size(); }

  // `place` names face number k (from 0) of the file in messages; `first` is the number the file gives its first point.
  Result<MeshData> finish(const std::function<std::string(std::size_t)>& place, std::uint64_t first);

 private:
  std::vector<std::uint32_t> weld(MeshData& mesh) const;

  FaceUse use_;
  std::vector<Vec3> points_;
  std::vector<std::uint64_t> corners_;
  std::vector<std::size_t> face_end_;
};

// The readers behind mesh_file.h.
Result<MeshData> parse_obj(std::string_view bytes, FaceUse use);
Result<MeshData> parse_stl(std::string_view bytes, FaceUse use);
Result<MeshData> parse_ply(std::string_view bytes, FaceUse use);
Result<MeshData> parse_off(std::string_view bytes, FaceUse use);

// By the file's ending; messages call the file `shown`. Empty meshes are fine here.
Result<MeshData> read_mesh_file(const std::string& path, const std::string& shown, FaceUse use);

}  // namespace clearance::detail
