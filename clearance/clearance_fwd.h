// Names of what clearance.h declares, for headers that mention it and need no more.
#pragma once

#include <cstdint>
#include <variant>

namespace clearance {

// base, math
struct Error;
template <class T>
class Result;
struct Vec3;
struct Mat3;
struct Quat;
class Pose;
class Motion;

// Bodies.
class Polytope;
class Rounded;
class Mesh;
class Parts;
class HalfSpace;
class BRep;
class BRepIndex;
using Shape = std::variant<Rounded, Mesh, Parts, HalfSpace>;

// Answers and their proofs.
enum class Status : std::uint8_t;
enum class Algorithm : std::uint8_t;
struct QueryOptions;
struct DistanceOptions;
struct PenetrationOptions;
struct Intersection;
struct Distance;
struct Penetration;
struct SignedDistance;
struct RayHit;
class PairCache;
struct Certificate;
struct Claim;
struct CheckResult;

// Many bodies.
class World;
struct WorldOptions;
struct BodyId;
struct BodyOptions;
struct Contact;
struct Collisions;

// Files.
struct Scene;
struct SceneObject;

}  // namespace clearance
