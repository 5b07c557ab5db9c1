// Why corners are crossings: neighbouring edges of a convex polygon with area are never parallel, and a line that has
//           corners strictly on both sides crosses two edges, or corners between them; so every part of a piece that a
//           line cuts is again a list of lines of which neighbours cross.
// Notation: (u, v, w) a point u/w, v/w of the two coordinates that are kept, w > 0; a line is a·u + b·v + c·w = 0.
#include <clearance/mesh/jump.h>

#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

struct Triple {
  Dyadic u, v, w;
};
using Line = Triple;

Triple crossing(const Line& k, const Line& l) {
  Triple p{k.v * l.w - k.w * l.v, k.w * l.u - k.u * l.w, k.u * l.v - k.v * l.u};
  if (p.w.sign() < 0) p = {-p.u, -p.v, -p.w};
  return p;
}

// Positive to the left of the way from p to q.
Line line_through(Vec3 p, Vec3 q, int first, int second) {
  const Dyadic along_u = Dyadic(q[first]) - Dyadic(p[first]), along_v = Dyadic(q[second]) - Dyadic(p[second]);
  return {-along_v, along_u, along_v * Dyadic(p[first]) - along_u * Dyadic(p[second])};
}

int side(const Line& line, const Triple& p) { return (line.u * p.u + line.v * p.v + line.w * p.w).sign(); }

// Corner k is where edge k ends and the next one begins.
struct Piece {
  std::vector<std::size_t> edges;  // lines
  std::vector<Triple> corners;
  int sum = 0;  // of the orientations over it, that of the triangle itself being 1
};

class Jumps {
 public:
  Jumps(const Mesh& mesh, std::uint32_t t) : mesh_(mesh), t_(t) {
    const Vec3 a = at(t, 0), b = at(t, 1), c = at(t, 2);
    axis_ = orient2d_sign(a, b, c, 0) != 0 ? 0 : orient2d_sign(a, b, c, 1) != 0 ? 1 : 2;
    turn_ = orient2d_sign(a, b, c, axis_);
  }

  bool visit(FunctionRef<bool(std::span<const JumpCorner>)> visit) {
    const std::vector<std::uint32_t> others = find_others();
    const auto looks_away = [&](std::uint32_t s) { return turn_of(s) != turn_; };
    if (std::none_of(others.begin(), others.end(), looks_away)) return !visit(whole());
    Piece all;
    all.edges = add_lines(t_);
    all.sum = 1;
    set_corners(all);
    pieces_.push_back(std::move(all));
    for (const std::uint32_t s : others) cover(s);
    for (const Piece& piece : pieces_)
      if (piece.sum != 0 && !visit(lifted(piece))) return true;
    return false;
  }

 private:
  Vec3 at(std::uint32_t s, std::size_t k) const { return mesh_.vertex(mesh_.triangle(s)[k]); }
  int turn_of(std::uint32_t s) const { return orient2d_sign(at(s, 0), at(s, 1), at(s, 2), axis_); }

  // Triangles with area in the same plane whose boxes overlap this one's.
  std::vector<std::uint32_t> find_others() const {
    const Vec3 a = at(t_, 0), b = at(t_, 1), c = at(t_, 2);
    const Box box = united(united({a, a}, {b, b}), {c, c});
    std::vector<std::uint32_t> found;
    mesh_.tree().find_in_box(box, [&](std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t s = first; s < first + count; ++s) {
        const bool in_plane = s != t_ && orient3d_sign(a, b, c, at(s, 0)) == 0 &&
                              orient3d_sign(a, b, c, at(s, 1)) == 0 && orient3d_sign(a, b, c, at(s, 2)) == 0;
        if (in_plane && turn_of(s) != 0) found.push_back(s);
      }
      return true;
    });
    return found;
  }

  std::vector<std::size_t> add_lines(std::uint32_t s) {
    const int first = (axis_ + 1) % 3, second = (axis_ + 2) % 3;
    std::vector<std::size_t> added;
    for (std::size_t k = 0; k < 3; ++k) {
      added.push_back(lines_.size());
      lines_.push_back(line_through(at(s, k), at(s, (k + 1) % 3), first, second));
    }
    return added;
  }

  void set_corners(Piece& piece) const {
    piece.corners.clear();
    const std::size_t count = piece.edges.size();
    for (std::size_t k = 0; k < count; ++k)
      piece.corners.push_back(crossing(lines_[piece.edges[k]], lines_[piece.edges[k + 1 < count ? k + 1 : 0]]));
  }

  // What of the piece is on that side of the line, which has corners strictly on both.
  Piece part(const Piece& piece, const std::vector<int>& sides, std::size_t line, int wanted) const {
    const std::size_t count = piece.edges.size();
    const auto is_kept = [&](std::size_t k) {
      return sides[k] == wanted || sides[k > 0 ? k - 1 : count - 1] == wanted;
    };
    Piece made;
    made.sum = piece.sum;
    for (std::size_t k = 0; k < count; ++k) {
      if (!is_kept(k)) continue;
      made.edges.push_back(piece.edges[k]);
      if (sides[k] != wanted) made.edges.push_back(line);
    }
    set_corners(made);
    return made;
  }

  // Adds the orientation of triangle s to what it covers of every piece.
  void cover(std::uint32_t s) {
    const int inner = turn_of(s);
    const std::vector<std::size_t> lines = add_lines(s);
    std::vector<Piece> next;
    for (Piece& piece : pieces_) {
      std::vector<Piece> outer;
      Piece left = piece;
      bool overlaps = true;
      for (const std::size_t line : lines) {
        std::vector<int> sides;
        sides.reserve(left.corners.size());
        for (const Triple& p : left.corners) sides.push_back(inner * side(lines_[line], p));
        overlaps = std::find(sides.begin(), sides.end(), 1) != sides.end();
        if (!overlaps) break;
        if (std::find(sides.begin(), sides.end(), -1) == sides.end()) continue;
        outer.push_back(part(left, sides, line, -1));
        left = part(left, sides, line, 1);
      }
      if (!overlaps) {
        next.push_back(std::move(piece));
        continue;
      }
      left.sum += inner * turn_;
      next.push_back(std::move(left));
      std::move(outer.begin(), outer.end(), std::back_inserter(next));
    }
    pieces_ = std::move(next);
  }

  std::span<const JumpCorner> whole() {
    corners_.clear();
    for (std::size_t k = 0; k < 3; ++k) corners_.push_back({exact(at(t_, k)), 1.0});
    return corners_;
  }

  // The coordinate that was dropped follows from n·x = n·a.
  std::span<const JumpCorner> lifted(const Piece& piece) {
    const DyadicVec a = exact(at(t_, 0)), n = cross(exact(at(t_, 1)) - a, exact(at(t_, 2)) - a);
    const auto component = [](const auto& x, int k) -> auto& { return k == 0 ? x.x : k == 1 ? x.y : x.z; };
    const int first = (axis_ + 1) % 3, second = (axis_ + 2) % 3;
    const bool turned = component(n, axis_).sign() < 0;
    const DyadicVec m = turned ? -n : n;
    const Dyadic &m_axis = component(m, axis_), offset = dot(m, a);
    corners_.clear();
    for (const Triple& p : piece.corners) {
      Dyadic x[3];
      x[first] = m_axis * p.u;
      x[second] = m_axis * p.v;
      x[axis_] = offset * p.w - component(m, first) * p.u - component(m, second) * p.v;
      corners_.push_back({{std::move(x[0]), std::move(x[1]), std::move(x[2])}, m_axis * p.w});
    }
    return corners_;
  }

  const Mesh& mesh_;
  std::uint32_t t_;
  int axis_, turn_;
  std::vector<Line> lines_;
  std::vector<Piece> pieces_;
  std::vector<JumpCorner> corners_;
};

}  // namespace

bool visit_jumps(const Mesh& mesh, std::uint32_t t, FunctionRef<bool(std::span<const JumpCorner>)> visit) {
  return Jumps(mesh, t).visit(visit);
}

}  // namespace clearance::detail
