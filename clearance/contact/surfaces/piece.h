// Question: which vertices, edges and faces does a body have near another, and where are they in one common frame?
// Method:   a convex core gives all of its features, a mesh those of the triangles that it is told. Connected triangles
//           of one plane are one face (MeshFaces): their inner sides are no edges, and what is no corner is no vertex.
//           Concave edges bound faces, but are no edges of their own.
// Cost:     some nanoseconds a feature. Allocates nothing once warm.
// Notation: the frame is that of one of the bodies or the world's, all lengths times a power of two, so that products
//           stay in range; out: away from the body.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/mesh_faces.h>
#include <clearance/shape/polytope.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::detail {

inline constexpr std::uint32_t kNoPlace = 0xffffffffu;

struct PieceFace {
  Vec3 normal;  // out, of unit length; 0 where there is no area
  double tilt;  // the normal is off by at most this
  std::uint32_t name;
  std::uint32_t source;        // number in the body
  std::uint32_t first, count;  // triangles
  Vec3 low, high;              // its box
};

// Counter-clockwise about the face's normal; side k runs from corner k to the next.
struct PieceTriangle {
  Vec3 corner[3];
  Vec3 low, high;           // its box
  std::uint32_t vertex[3];  // names
  std::uint32_t face;
  std::uint8_t bent;     // bit k: side k bounds the face
  std::uint8_t hollow;   // bit k: and the surface rises beyond it
  std::uint8_t corners;  // bit k: corner k is a vertex of the body
};

struct PieceEdge {
  Vec3 p, q;
  std::uint32_t vertex[2];  // names, of p and of q
  bool is_end[2];           // vertices of the body; else the edge goes on
  std::uint32_t face[2];    // on either side; kNoPlace where there is none, or it is not near
  Vec3 wing[2];             // along each of the faces, square to the edge, as long as it
  int wings;
  double length;
  Vec3 low, high;  // its box
};

struct PieceVertex {
  Vec3 p;
  std::uint32_t name;
  std::uint32_t source;
};

// world = origin + turn·(place / scale).
struct PieceFrame {
  Vec3 origin;
  Mat3 turn;
  double scale = 1;
};

// place = scale·(turn·v + shift), for a vertex v of the body.
struct PieceMap {
  Mat3 turn;
  Vec3 shift;
  double scale = 1;
};

class SurfacePiece {
 public:
  // All of the core. Nothing to do where it was set so before.
  void set(const Polytope& core, const PieceMap& map);
  // Of the mesh the triangles (positions, in any order and perhaps more than once) that are in near().
  void set(const Mesh& mesh, const PieceMap& map);
  std::vector<std::uint32_t>& near() { return near_; }
  // Faces of a surface look to the side on which the place is, and from now on are met from there alone: enough for a
  // convex body, which cannot reach around.
  void look_at(Vec3 place);

  const std::vector<PieceFace>& faces() const { return faces_; }
  const std::vector<PieceTriangle>& triangles() const { return triangles_; }
  const std::vector<PieceEdge>& edges() const { return edges_; }
  const std::vector<PieceVertex>& vertices() const { return vertices_; }
  // Faces can be met from either side: a surface. A polygon has a face on either side, of one name.
  bool is_two_sided() const { return is_two_sided_; }

  // A cone around all the directions in which a feature of the piece can be met: |d − axis| ≤ width for these unit
  // vectors. Width 2 where nothing narrower is known.
  struct Cone {
    Vec3 axis;
    double width = 2;
  };
  Cone normals() const;
  // The largest product with a corner.
  double farthest(Vec3 direction) const;
  // What can be met from those directions, turned around: positions in faces(), edges() and vertices(), ascending.
  void keep_towards(const Cone& cone, double slack);
  const std::vector<std::uint32_t>& kept_faces() const { return kept_faces_; }
  const std::vector<std::uint32_t>& kept_edges() const { return kept_edges_; }
  const std::vector<std::uint32_t>& kept_vertices() const { return kept_vertices_; }

  // Makes the next two quicker where they are asked often, and changes nothing of what they say.
  void note_neighbours();
  // No neighbour of the vertex is farther along the direction, by more than `sine` times its distance and `slack`.
  bool is_extreme(const PieceVertex& vertex, Vec3 direction, double sine, double slack) const;
  // Of the faces at the vertex the one that looks most along the direction; kNoPlace where there is none near.
  std::uint32_t face_towards(const PieceVertex& vertex, Vec3 direction) const;
  double looks_along(std::uint32_t face, Vec3 direction) const {
    const double cosine = dot(faces_[face].normal, direction);
    return is_two_sided_ && cosine < 0 ? -cosine : cosine;
  }

 private:
  void start(const PieceMap& map);
  bool has_neighbours() const { return !neighbour_starts_.empty(); }
  template <class Visit>
  void visit_neighbours(const PieceVertex& vertex, const Visit& visit) const;
  template <class Visit>
  void visit_faces(const PieceVertex& vertex, const Visit& visit) const;
  Vec3 placed(Vec3 v) const { return map_.scale * (map_.turn * v + map_.shift); }
  void add_core_faces();
  void add_core_edges();
  std::uint32_t place_of(std::uint32_t mesh_face) const;
  void add_face(std::uint32_t mesh_face);
  void add_triangle(std::uint32_t t);
  void add_edges(std::uint32_t t);
  void set_boxes();
  void add_wing(PieceEdge& edge, Vec3 wing, std::uint32_t face) const;
  Vec3 turned_normal(std::uint32_t mesh_face) const;

  const Polytope* core_ = nullptr;
  const Mesh* mesh_ = nullptr;
  const MeshFaces* known_ = nullptr;
  Mat3 normal_turn_;
  PieceMap map_;
  std::optional<Polytope> placed_core_;  // kept alive, so that no later core can be taken for it
  bool is_two_sided_ = false;
  double outer_ = 1;
  std::vector<std::uint32_t> near_;
  std::vector<PieceFace> faces_;
  std::vector<PieceTriangle> triangles_;
  std::vector<PieceEdge> edges_;
  std::vector<PieceVertex> vertices_;
  std::vector<std::uint32_t> kept_faces_, kept_edges_, kept_vertices_;
  // Where they are noted: of vertex k those from starts_[k] on.
  struct Neighbour {
    Vec3 way;
    double length;
  };
  std::vector<Neighbour> neighbours_;
  std::vector<std::uint32_t> faces_there_;
  std::vector<std::uint32_t> neighbour_starts_, face_starts_;
};

}  // namespace clearance::detail
