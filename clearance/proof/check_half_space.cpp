// Notation: n·y ≤ c the half-space in the world, exactly; D the other body's denominator; H = D(n·p − c) for a point
//           p of that body; r the radius of its piece. p is H/(D|n|) above the plane, the piece r less. `side` is 1
//           where the half-space is a, −1 where it is b: a translation of b by t moves the other body by side·t seen
//           from there.
#include <clearance/proof/check_half_space.h>

#include <clearance/exact/posed_plane.h>
#include <clearance/proof/pieces.h>
#include <clearance/proof/solid_corners.h>
#include <clearance/proof/winding.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

using namespace detail;

// ---- The other body, piece by piece ---------------------------------------------------------------------------------

struct Piece {
  using Kind = PosedBody::Part::Kind;

  Kind kind = Kind::Convex;
  double radius = 0;
  std::vector<Vec3> points;
  std::vector<std::uint32_t> ids;  // of the points, ascending; none: their positions
  std::vector<MeshTriangle> triangles;

  // Points that no triangle uses are no part of a mesh.
  std::vector<bool> used() const {
    std::vector<bool> made(points.size(), kind == Kind::Convex);
    if (kind != Kind::Convex)
      for (const MeshTriangle& triangle : triangles)
        for (const std::uint32_t v : triangle) made[v] = true;
    return made;
  }
  std::optional<std::size_t> find(std::uint32_t id) const {
    if (ids.empty()) return id < points.size() ? std::optional<std::size_t>(id) : std::nullopt;
    const auto at = std::lower_bound(ids.begin(), ids.end(), id);
    if (at == ids.end() || *at != id) return std::nullopt;
    return static_cast<std::size_t>(at - ids.begin());
  }
};

Piece piece_of(const Rounded& body) {
  Piece piece;
  piece.radius = body.radius();
  for (int v = 0; v < body.core().vertex_count(); ++v) {
    piece.points.push_back(body.core().vertex(v));
    piece.ids.push_back(body.core().id(v));
  }
  return piece;
}

Piece piece_of(const Mesh& mesh) {
  Piece piece;
  piece.kind = mesh.is_solid() ? Piece::Kind::Solid : Piece::Kind::Surface;
  piece.points.assign(mesh.vertices().begin(), mesh.vertices().end());
  piece.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
  return piece;
}

std::vector<Piece> pieces_of(const Parts& parts) {
  std::vector<Piece> pieces;
  for (const PartShape& part : parts.parts())
    pieces.push_back(std::visit([](const auto& shape) { return piece_of(shape); }, part));
  return pieces;
}

std::vector<Piece> pieces_of(const PosedBody& body) {
  std::vector<Piece> pieces;
  for (const PosedBody::Part& part : body.parts) {
    Piece piece;
    piece.kind = body.kind == PosedBody::Kind::Parts     ? part.kind
                 : body.kind == PosedBody::Kind::Convex  ? Piece::Kind::Convex
                 : body.kind == PosedBody::Kind::Surface ? Piece::Kind::Surface
                                                         : Piece::Kind::Solid;
    piece.radius = part.radius;
    piece.points.assign(part.points.begin(), part.points.end());
    if (piece.kind != Piece::Kind::Convex) piece.triangles.assign(part.triangles.begin(), part.triangles.end());
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

CheckResult check_solid(const Piece& piece) {
  if (piece.kind != Piece::Kind::Solid) return holds();
  const std::string fault = Surface(piece.points, piece.triangles).why_no_solid();
  return fault.empty() ? holds() : refused("the mesh is no solid: " + fault);
}

// ---- Planes ---------------------------------------------------------------------------------------------------------

ExactPlane plane_of(const HalfSpace& space, const Pose& pose) {
  return posed_plane(space.normal(), space.offset(), pose);
}

// The plane of a claim is that of the half-space, pointing from a to b.
bool is_own_normal(const Plane& plane, const ExactPlane& own, Body space) {
  if (plane.side_count != 0) return false;
  if (plane.kind == Plane::Kind::Face) {
    const std::uint32_t* const v = plane.vertices;
    return plane.of == space && plane.flip == (space == Body::B) && v[0] == 0 && v[1] == 0 && v[2] == 0;
  }
  if (plane.kind != Plane::Kind::Vector || plane.flip || !is_finite(plane.normal)) return false;
  const DyadicVec n = exact(plane.normal);
  return is_zero(cross(n, own.normal)) && dot(n, own.normal).sign() == (space == Body::A ? 1 : -1);
}

// What a claim about a half-space cannot have.
CheckResult check_absent(const Claim& claim) {
  if (claim.witness) return refused("witness: a half-space has no vertices");
  if (claim.shell) return refused("shell: a half-space has none");
  if (claim.cover) return refused("cover: a half-space needs none; its normal shows separation");
  if (claim.interior) return refused("interior: a half-space needs no point; a vertex shows penetration");
  return holds();
}

// Of a distance, all but its ends.
CheckResult check_distance_figures(const Claim& claim) {
  const Bracket bracket = claim.distance.value_or(Bracket{});
  if (claim.status != Status::Separated)
    return bracket.lower == 0 && bracket.upper == 0
               ? holds()
               : refused("distance: not zero, though the bodies are not separated");
  return is_bracket(bracket) ? holds() : refused("distance: not a bracket");
}

// Of a depth, all but what the bodies must show.
CheckResult check_depth_figures(const Claim& claim) {
  if (claim.status == Status::Separated) return refused("depth: the bodies are separated");
  const Claim::Depth depth = claim.depth.value_or(Claim::Depth{});
  if (CheckResult figures = check_figures(depth); !figures) return figures;
  if (claim.status != Status::Penetrating && depth.bracket.lower > 0)
    return refused("depth: above zero, though not penetrating");
  return holds();
}

// ---- A half-space and a body with vertices --------------------------------------------------------------------------

int badness(Status status) {
  return status == Status::Separated ? 0 : status == Status::Touching ? 1 : status == Status::Intersecting ? 2 : 3;
}

class Checker {
 public:
  Checker(const Claim& claim, const ExactPlane& plane, Body space, const std::vector<Piece>& pieces, const Pose& pose)
      : claim_(claim), plane_(plane), space_(space), pieces_(pieces), pose_(pose) {
    offset_ = pose_.denominator() * plane_.offset;
    squared_length_ = square(pose_.denominator()) * dot(plane_.normal, plane_.normal);
    for (const Piece& piece : pieces_) found_.push_back(look_at(piece));
  }

  CheckResult parts() const;
  CheckResult status() const;
  CheckResult distance() const;
  CheckResult depth() const;

 private:
  // What all vertices say about a piece.
  struct Found {
    Dyadic least;                // the least H
    std::optional<Dyadic> deep;  // the least H of what can penetrate: of a convex piece the same, of a surface nothing,
                                 // of a solid that of its corners
    Status status = Status::NotAsked;
  };

  int side() const { return space_ == Body::A ? 1 : -1; }
  Dyadic height(Vec3 v) const { return dot(plane_.normal, pose_.numerator(v)) - offset_; }
  // Sign of H/(D|n|) − length, for a length of any sign.
  int compare_height(const Dyadic& height, const Dyadic& length) const {
    if (height.sign() != length.sign()) return height.sign() > length.sign() ? 1 : -1;
    const int squares = compare(square(height), square(length) * squared_length_);
    return height.sign() < 0 ? -squares : squares;
  }

  Found look_at(const Piece& piece) const;
  std::size_t named() const { return (space_ == Body::A ? claim_.part_b : claim_.part_a).value_or(0); }
  CheckResult contact(int& sign) const;
  CheckResult touching() const;
  bool ends_penetration(Vec3 translation) const;

  const Claim& claim_;
  const ExactPlane& plane_;
  Body space_;
  const std::vector<Piece>& pieces_;
  ExactPose pose_;
  Dyadic offset_, squared_length_;  // times D, and D²|n|²
  std::vector<Found> found_;
};

Checker::Found Checker::look_at(const Piece& piece) const {
  struct High {
    Dyadic height;
    std::uint32_t point;
  };
  const std::vector<bool> used = piece.used();
  std::vector<High> all;
  for (std::uint32_t v = 0; v < piece.points.size(); ++v)
    if (used[v]) all.push_back({height(piece.points[v]), v});
  const auto is_lower = [](const High& a, const High& b) { return compare(a.height, b.height) < 0; };

  Found found;
  if (piece.kind != Piece::Kind::Solid) {
    found.least = std::min_element(all.begin(), all.end(), is_lower)->height;
  } else {
    std::sort(all.begin(), all.end(), is_lower);
    found.least = all.front().height;
    const SolidCorners corners(piece.points, piece.triangles);
    const auto first =
        std::find_if(all.begin(), all.end(), [&](const High& at) { return corners.is_corner(at.point); });
    if (first != all.end()) found.deep = first->height;
  }
  if (piece.kind == Piece::Kind::Convex) found.deep = found.least;

  const Dyadic radius = piece.radius;
  const bool is_deep = found.deep && compare_height(*found.deep, radius) < 0;
  if (compare_height(found.least, radius) > 0)
    found.status = Status::Separated;
  else if (piece.kind == Piece::Kind::Surface)
    found.status = Status::Intersecting;
  else
    found.status = is_deep ? Status::Penetrating : Status::Touching;
  return found;
}

CheckResult Checker::parts() const {
  const std::optional<std::uint32_t>& of_space = space_ == Body::A ? claim_.part_a : claim_.part_b;
  if (of_space.value_or(0) != 0) return refused("part: a half-space is one part, number 0");
  return named() < pieces_.size() ? holds() : refused("part: no such part");
}

// The sign of how high the simplex's vertex is, its piece's radius below it.
CheckResult Checker::contact(int& sign) const {
  const Simplex& simplex = claim_.certificate.simplex;
  if (simplex.count != 1) return refused("simplex: needs one pair");
  const std::uint32_t of_space = space_ == Body::A ? simplex.a[0] : simplex.b[0],
                      of_body = space_ == Body::A ? simplex.b[0] : simplex.a[0];
  if (of_space != 0) return refused("simplex: the half-space's number must be 0");
  const Piece& piece = pieces_[named()];
  const std::optional<std::size_t> v = piece.find(of_body);
  if (!v || !piece.used()[*v]) return refused("simplex: no such vertex");
  sign = compare_height(height(piece.points[*v]), piece.radius);
  return holds();
}

// Where a solid's triangles reach below the plane and bound nothing there, the normal separates nothing: a simplex.
CheckResult Checker::touching() const {
  const Certificate& certificate = claim_.certificate;
  const Piece& piece = pieces_[named()];
  const bool has_fins = piece.kind == Piece::Kind::Solid && found_[named()].least.sign() < 0;
  if (certificate.kind != (has_fins ? Certificate::Kind::Simplex : Certificate::Kind::Touch))
    return refused(has_fins ? "touching: needs a simplex, since triangles reach below the plane"
                            : "touching: needs a simplex and the half-space's normal");
  if (!has_fins && !is_own_normal(certificate.plane, plane_, space_))
    return refused("touching: the plane is not the half-space's own");
  int sign = 1;
  if (CheckResult vertex = contact(sign); !vertex) return vertex;
  if (has_fins) return sign <= 0 ? holds() : refused("simplex: the vertex is above the plane");
  return sign == 0 ? holds() : refused("simplex: the vertex is not at the plane");
}

CheckResult Checker::status() const {
  const auto worst = std::max_element(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
                       return badness(a.status) < badness(b.status);
                     })->status;
  if (claim_.status != worst)
    return refused(std::string(to_string(claim_.status)) + ": the bodies are " + to_string(worst));
  const Certificate& certificate = claim_.certificate;
  if (claim_.direction && !is_own_normal(*claim_.direction, plane_, space_))
    return refused("direction: not the half-space's normal");
  if (worst == Status::Separated)
    return certificate.kind == Certificate::Kind::Plane && is_own_normal(certificate.plane, plane_, space_)
               ? holds()
               : refused("separated: needs the half-space's normal");
  if (found_[named()].status != worst)
    return refused(std::string("part: the one that is named is ") + to_string(found_[named()].status));
  if (worst == Status::Touching) return touching();
  if (certificate.kind != Certificate::Kind::Simplex)
    return refused(std::string(to_string(worst)) + ": needs a simplex");
  int sign = 1;
  if (CheckResult vertex = contact(sign); !vertex) return vertex;
  if (worst == Status::Penetrating) return sign < 0 ? holds() : refused("simplex: the vertex is not below the plane");
  return sign <= 0 ? holds() : refused("simplex: the vertex is above the plane");
}

CheckResult Checker::distance() const {
  if (!claim_.distance) return holds();
  if (CheckResult figures = check_distance_figures(claim_); !figures) return figures;
  if (claim_.status != Status::Separated) return holds();
  const auto [lower, upper] = *claim_.distance;
  bool reached = !std::isfinite(upper);
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const Dyadic radius = pieces_[k].radius;
    if (compare_height(found_[k].least, radius + Dyadic(lower)) < 0) return refused("distance: below lower");
    reached = reached || compare_height(found_[k].least, radius + Dyadic(upper)) <= 0;
  }
  return reached ? holds() : refused("distance: above upper");
}

bool Checker::ends_penetration(Vec3 translation) const {
  const Dyadic lift = pose_.denominator() * dot(plane_.normal, exact(side() * translation));
  for (std::size_t k = 0; k < pieces_.size(); ++k)
    if (const auto& deep = found_[k].deep; deep && compare_height(*deep + lift, pieces_[k].radius) < 0) return false;
  return true;
}

CheckResult Checker::depth() const {
  if (!claim_.depth) return holds();
  if (CheckResult figures = check_depth_figures(claim_); !figures) return figures;
  const double lower = claim_.depth->bracket.lower;
  bool reached = lower == 0;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const auto& deep = found_[k].deep;
    reached = reached || (deep && compare_height(*deep, Dyadic(pieces_[k].radius) - Dyadic(lower)) <= 0);
  }
  if (!reached) return refused("depth: below lower");
  // An infinite upper end claims nothing, and needs no translation.
  if (!std::isfinite(claim_.depth->bracket.upper) && claim_.depth->translation == Vec3{}) return holds();
  return ends_penetration(claim_.depth->translation) ? holds()
                                                     : refused("depth: the translation does not end the penetration");
}

CheckResult check_pieces(const Claim& claim, const HalfSpace& space, const Pose& pose, Body which,
                         const std::vector<Piece>& pieces, const Pose& pose_pieces) {
  if (claim.status == Status::NotAsked) return refused("status: nobody asked");
  if (CheckResult absent = check_absent(claim); !absent) return absent;
  for (const Piece& piece : pieces)
    if (CheckResult solid = check_solid(piece); !solid) return solid;
  const ExactPlane plane = plane_of(space, pose);
  const Checker checker(claim, plane, which, pieces, pose_pieces);
  if (CheckResult parts = checker.parts(); !parts) return parts;
  if (CheckResult status = checker.status(); !status) return status;
  if (CheckResult distance = checker.distance(); !distance) return distance;
  return checker.depth();
}

CheckResult check_body_pieces(const Claim& claim, const HalfSpace& space, const Pose& pose, Body which,
                              const PosedBody& body) {
  if (CheckResult sound = check_body(body, which == Body::A ? "body b" : "body a"); !sound) return sound;
  return check_pieces(claim, space, pose, which, pieces_of(body), body.pose);
}

// ---- Two half-spaces ------------------------------------------------------------------------------------------------

// With q = n_a·n_a, s = −n_a·n_b: where n_b = −(s/q)·n_a the gap along n_a is G/(s√q), G = −(q·c_b + s·c_a).
class PairChecker {
 public:
  PairChecker(const Claim& claim, ExactPlane a, ExactPlane b) : claim_(claim), a_(std::move(a)), b_(std::move(b)) {
    q_ = dot(a_.normal, a_.normal);
    const Dyadic s = -dot(a_.normal, b_.normal);
    are_opposite_ = s.sign() > 0 && is_zero(cross(a_.normal, b_.normal));
    gap_ = -(q_ * b_.offset + s * a_.offset);
    squared_length_ = square(s) * q_;
  }

  CheckResult check() const {
    for (const CheckResult& found : {status(), distance(), depth()})
      if (!found) return found;
    return holds();
  }

 private:
  // Sign of the gap − length, b having been moved.
  int compare_gap(const Dyadic& length, const DyadicVec& moved = {}) const {
    const Dyadic gap = gap_ - q_ * dot(b_.normal, moved);
    if (gap.sign() != length.sign()) return gap.sign() > length.sign() ? 1 : -1;
    const int squares = compare(square(gap), square(length) * squared_length_);
    return gap.sign() < 0 ? -squares : squares;
  }
  Status truth() const {
    if (!are_opposite_) return Status::Penetrating;
    return gap_.sign() > 0 ? Status::Separated : gap_.sign() < 0 ? Status::Penetrating : Status::Touching;
  }

  CheckResult status() const {
    if (claim_.status != truth())
      return refused(std::string(to_string(claim_.status)) + ": the half-spaces are " + to_string(truth()));
    if (claim_.part_a.value_or(0) != 0 || claim_.part_b.value_or(0) != 0)
      return refused("part: a half-space is one part, number 0");
    using Kind = Certificate::Kind;
    const Certificate& certificate = claim_.certificate;
    const auto is_own = [&](const Plane& plane) {
      return is_own_normal(plane, a_, Body::A) || is_own_normal(plane, b_, Body::B);
    };
    const Kind wanted = truth() == Status::Separated  ? Kind::Plane
                        : truth() == Status::Touching ? Kind::Touch
                                                      : Kind::Simplex;
    if (certificate.kind != wanted) return refused("certificate: not of the kind that shows the status");
    if (wanted != Kind::Simplex && !is_own(certificate.plane)) return refused("plane: not that of the half-spaces");
    if (claim_.direction && !is_own(*claim_.direction)) return refused("direction: not the half-spaces' normal");
    const Simplex& simplex = certificate.simplex;
    if (wanted != Kind::Plane && (simplex.count != 1 || simplex.a[0] != 0 || simplex.b[0] != 0))
      return refused("simplex: needs the one pair 0, 0");
    return holds();
  }

  CheckResult distance() const {
    if (!claim_.distance) return holds();
    if (CheckResult figures = check_distance_figures(claim_); !figures) return figures;
    if (claim_.status != Status::Separated) return holds();
    const auto [lower, upper] = *claim_.distance;
    if (compare_gap(lower) < 0) return refused("distance: below lower");
    return !std::isfinite(upper) || compare_gap(upper) <= 0 ? holds() : refused("distance: above upper");
  }

  // Half-spaces that are not opposite cannot be moved apart.
  CheckResult depth() const {
    if (!claim_.depth) return holds();
    if (CheckResult figures = check_depth_figures(claim_); !figures) return figures;
    const auto& [bracket, direction, translation] = *claim_.depth;
    if (!are_opposite_)
      return !std::isfinite(bracket.upper) && translation == Vec3{}
                 ? holds()
                 : refused("depth: no translation ends the penetration; upper must be infinite, the translation zero");
    if (bracket.lower > 0 && compare_gap(-Dyadic(bracket.lower)) > 0) return refused("depth: below lower");
    if (!std::isfinite(bracket.upper) && translation == Vec3{}) return holds();
    return compare_gap({}, exact(translation)) >= 0 ? holds()
                                                    : refused("depth: the translation does not end the penetration");
  }

  const Claim& claim_;
  ExactPlane a_, b_;
  bool are_opposite_;
  Dyadic q_, gap_, squared_length_;
};

}  // namespace

CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const Rounded& b,
                        const Pose& pose_b) {
  return check_pieces(claim, a, pose_a, Body::A, {piece_of(b)}, pose_b);
}
CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  return check_pieces(claim, a, pose_a, Body::A, {piece_of(b)}, pose_b);
}
CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const Parts& b,
                        const Pose& pose_b) {
  return check_pieces(claim, a, pose_a, Body::A, pieces_of(b), pose_b);
}
CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const PosedBody& b) {
  return check_body_pieces(claim, a, pose_a, Body::A, b);
}

CheckResult check_claim(const Claim& claim, const Rounded& a, const Pose& pose_a, const HalfSpace& b,
                        const Pose& pose_b) {
  return check_pieces(claim, b, pose_b, Body::B, {piece_of(a)}, pose_a);
}
CheckResult check_claim(const Claim& claim, const Mesh& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b) {
  return check_pieces(claim, b, pose_b, Body::B, {piece_of(a)}, pose_a);
}
CheckResult check_claim(const Claim& claim, const Parts& a, const Pose& pose_a, const HalfSpace& b,
                        const Pose& pose_b) {
  return check_pieces(claim, b, pose_b, Body::B, pieces_of(a), pose_a);
}
CheckResult check_claim(const Claim& claim, const PosedBody& a, const HalfSpace& b, const Pose& pose_b) {
  return check_body_pieces(claim, b, pose_b, Body::B, a);
}

CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const HalfSpace& b,
                        const Pose& pose_b) {
  if (claim.status == Status::NotAsked) return refused("status: nobody asked");
  if (CheckResult absent = check_absent(claim); !absent) return absent;
  return PairChecker(claim, plane_of(a, pose_a), plane_of(b, pose_b)).check();
}

}  // namespace clearance::detail
