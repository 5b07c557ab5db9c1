#include <clearance/io/scenes/world_file.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

namespace clearance::detail {
namespace {

// ---- Equal to the last bit
// -------------------------------------------------------------------------------------------

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same(Vec3 a, Vec3 b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z); }
bool same(const Pose& a, const Pose& b) {
  const Quat p = a.quaternion(), q = b.quaternion();
  bool rows = true;
  for (int k = 0; k < 3; ++k) rows = rows && same(a.rotation().row[k], b.rotation().row[k]);
  return a.kind() == b.kind() && same(a.translation(), b.translation()) && rows && same(p.w, q.w) && same(p.x, q.x) &&
         same(p.y, q.y) && same(p.z, q.z);
}

bool same(const Rounded& a, const Rounded& b) {
  const Polytope &p = a.core(), &q = b.core();
  if (p.vertex_count() != q.vertex_count() || !same(a.radius(), b.radius())) return false;
  for (int v = 0; v < p.vertex_count(); ++v) {
    int w = 0;
    while (w < q.vertex_count() && q.id(w) != p.id(v)) ++w;
    if (w == q.vertex_count() || !same(p.vertex(v), q.vertex(w))) return false;
  }
  return true;
}
bool same(const Mesh& a, const Mesh& b) {
  if (a.vertex_count() != b.vertex_count() || a.is_solid() != b.is_solid()) return false;
  for (std::uint32_t v = 0; v < a.vertex_count(); ++v)
    if (!same(a.vertex(v), b.vertex(v))) return false;
  return a.triangles_as_given() == b.triangles_as_given();
}
bool same(const HalfSpace& a, const HalfSpace& b) {
  return same(a.normal(), b.normal()) && same(a.offset(), b.offset());
}
bool same(const Parts& a, const Parts& b);
template <class Variant>
bool same_kind(const Variant& a, const Variant& b) {
  return a.index() == b.index() &&
         std::visit([&](const auto& of_a) { return same(of_a, std::get<std::decay_t<decltype(of_a)>>(b)); }, a);
}
bool same(const Parts& a, const Parts& b) {
  bool all = a.count() == b.count();
  for (std::size_t k = 0; all && k < a.count(); ++k) all = same_kind(a[k], b[k]);
  return all;
}

void expect_same(const BodySnapshot& a, const BodySnapshot& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.options.name, b.options.name);
  EXPECT_EQ(a.options.is_static, b.options.is_static);
  EXPECT_TRUE(same(a.options.padding, b.options.padding));
  EXPECT_EQ(a.options.groups.member_of, b.options.groups.member_of);
  EXPECT_EQ(a.options.groups.meets, b.options.groups.meets);
  EXPECT_EQ(a.options.user, b.options.user);
  EXPECT_TRUE(same(a.pose, b.pose));
  ASSERT_EQ(a.half_space.has_value(), b.half_space.has_value());
  if (a.half_space) {
    EXPECT_TRUE(same(*a.half_space, *b.half_space));
  }
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (std::size_t k = 0; k < a.parts.size(); ++k) {
    EXPECT_TRUE(same_kind(a.parts[k].shape, b.parts[k].shape));
    EXPECT_TRUE(same(a.parts[k].offset, b.parts[k].offset));
  }
}

void expect_same(const WorldSnapshot& a, const WorldSnapshot& b) {
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t k = 0; k < a.bodies.size(); ++k) expect_same(a.bodies[k], b.bodies[k]);
  ASSERT_EQ(a.attachments.size(), b.attachments.size());
  for (std::size_t k = 0; k < a.attachments.size(); ++k) {
    EXPECT_EQ(a.attachments[k].held, b.attachments[k].held);
    EXPECT_EQ(a.attachments[k].holder, b.attachments[k].holder);
    EXPECT_TRUE(same(a.attachments[k].relative, b.attachments[k].relative));
  }
  EXPECT_EQ(a.allowed_names, b.allowed_names);
  EXPECT_EQ(a.allowed_everything, b.allowed_everything);
  EXPECT_EQ(a.allowed_bodies, b.allowed_bodies);
}

// ---- Worlds of anything
// ----------------------------------------------------------------------------------------------

class Anything {
 public:
  explicit Anything(std::uint64_t seed) : random_(seed) {}

  WorldSnapshot world() {
    WorldSnapshot out;
    const std::uint32_t count = below(9);
    for (std::uint32_t k = 0; k < count; ++k) out.bodies.push_back(body(k));
    for (std::uint32_t k = count; k-- > 1;)  // the holder comes before or after, never in a circle
      if (below(3) == 0) out.attachments.push_back({k, below(k), pose()});
    for (std::uint32_t a = 0; a < count; ++a)
      for (std::uint32_t b = a; b < count; ++b)
        if (below(6) == 0) out.allowed_bodies.push_back({a, b, below(2) == 0});
    const char* const names[] = {"", "absent", "arm", "body 1", "cup \"\\\n", "wörld"};
    for (std::size_t a = 0; a < std::size(names); ++a) {
      if (below(4) == 0) out.allowed_everything.emplace_back(names[a]);
      for (std::size_t b = a; b < std::size(names); ++b)
        if (below(5) == 0) out.allowed_names.push_back({names[a], names[b]});
    }
    return out;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.uniform(0, 1) * n) % n; }
  double number() {
    const double values[] = {0, -0.0, 1, random_.uniform(-1, 1), 5e-324, 1e300 * random_.uniform(-1, 1), 0.1};
    return values[below(std::size(values))];
  }
  Vec3 vec() { return {number(), number(), number()}; }
  Pose pose() {
    if (below(4) == 0) return {};
    if (below(3) == 0) return Pose::from_matrix(rotation({1, random_.uniform(0, 1), 0, 0.3}).rotation(), vec()).value();
    return Pose::from_quaternion({random_.uniform(0.1, 2), number(), random_.uniform(-1, 1), -0.0}, vec()).value();
  }
  Rounded convex() {
    std::vector<Vec3> points;
    for (std::uint32_t k = 1 + below(4); k-- > 0;) {
      // Corners of one tetrahedron: every point is a vertex, and keeps its number.
      const Vec3 corners[] = {{0, -0.0, 0}, {1.5, 0, 0.1}, {0, 1, 0}, {0, 0, 1e-9}};
      points.push_back(corners[k]);
    }
    return rounded(convex_hull(points).value(), below(2) == 0 ? 0 : random_.uniform(0, 1));
  }
  Mesh mesh() {
    const Vec3 points[] = {{0, 0, 0}, {1, -0.0, 0}, {0, 1, 0}, {0, 0, 1}, {9, 9, 9}};
    const MeshTriangle closed[] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    // A solid that is convex all the same; a surface; the solid's surface.
    if (below(2) == 0) return make_mesh(points, closed, {MeshKind::Solid}).value();
    return make_mesh(points, std::span(closed).first(1 + below(4)), {MeshKind::Surface}).value();
  }
  HalfSpace space() { return half_space({number(), 0.1, number()}, number()); }
  Shape shape(bool may_be_endless) {
    switch (below(may_be_endless ? 5 : 4)) {
      case 0:
        return convex();
      case 1:
        return mesh();
      case 2:
        return make_parts({convex(), convex()}).value();
      case 3:
        return make_parts({convex(), mesh()}).value();
      default:
        return space();
    }
  }
  BodySnapshot body(std::uint32_t k) {
    const char* const names[] = {"", "", "arm", "body 1", "body 0", "cup \"\\\n", "wörld"};
    BodySnapshot out;
    if (below(2) == 0) out.id = {below(7), below(3)};
    const char* const name = names[below(std::size(names))];
    if (*name != 0 && used_.insert(name).second) out.options.name = name;
    out.options.is_static = below(2) == 0;
    if (below(2) == 0) out.options.groups = {below(0xffffffffu), 1u << below(32)};
    if (below(5) == 0) out.options.groups = {0, 0};
    if (below(2) == 0) out.options.user = std::numeric_limits<std::uint64_t>::max() - k;
    if (below(5) == 0) {
      out.half_space = space();
      if (below(2) == 0) out.pose = pose();
      return out;
    }
    out.pose = pose();
    const bool is_padded = below(2) == 0;
    if (is_padded) out.options.padding = random_.uniform(0, 2);
    for (std::uint32_t n = 1 + below(3); n-- > 0;) out.parts.push_back({shape(!is_padded), pose()});
    return out;
  }

  Random random_;
  std::set<std::string> used_;
};

TEST(WorldFile, ReadsBackToTheLastBit) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const WorldSnapshot world = Anything(seed).world();
    const Result<std::string> text = world_text(world);
    ASSERT_TRUE(text) << text.error().text();
    const Result<WorldSnapshot> again = parse_world(*text, "", "w.json");
    ASSERT_TRUE(again) << again.error().text() << *text;
    expect_same(world, *again);
    EXPECT_EQ(world_text(*again).value(), *text);
    // The program reads it, or says in one line what it does not take.
    const Result<Scene> scene = parse_scene(*text, "", "w.json");
    if (!scene) {
      const std::string why = scene.error().text();
      EXPECT_TRUE(why.find("mixed_parts: is for worlds") != why.npos || why.find("beyond 1e300") != why.npos ||
                  why.find("a scene needs an object") != why.npos || why.find(".padding: with the radius") != why.npos)
          << why;
    }
    if (::testing::Test::HasFailure()) break;
  }
}

TEST(WorldFile, IsAFile) {
  const test::ScratchFolder folder;
  WorldSnapshot world;
  world.bodies.push_back({.options = {.name = "box"}, .parts = {{box({1, 2, 3}), {}}}});
  const Result<std::string> path = write_world(folder.file("w.json"), world);
  ASSERT_TRUE(path) << path.error().text();
  const Result<WorldSnapshot> again = read_world(*path);
  ASSERT_TRUE(again) << again.error().text();
  expect_same(world, *again);
  EXPECT_EQ(read_world(folder.file("none.json")).error().code, ErrorCode::NoAccess);
  EXPECT_FALSE(write_world(folder.file("no folder/w.json"), world));
  EXPECT_EQ(folder.file_count(), 1u);
}

// A box has all of its corners, whatever numbered them; a hull loses the numbers of points within.
TEST(WorldFile, VerticesAreNumberedAnewWherePointsWereInside) {
  WorldSnapshot world;
  const Vec3 points[] = {{0, 0, 0}, {0.1, 0.1, 0.1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  world.bodies.push_back({.options = {.name = "x"}, .parts = {{Rounded(convex_hull(points).value()), {}}}});
  const WorldSnapshot again = parse_world(world_text(world).value(), "", "w").value();
  const Polytope& core = std::get<Rounded>(again.bodies[0].parts[0].shape).core();
  ASSERT_EQ(core.vertex_count(), 4);
  for (int v = 0; v < 4; ++v) EXPECT_EQ(core.vertex(v), points[core.id(v) == 0 ? 0 : core.id(v) + 1]);
}

// ---- By hand: a file that someone wrote
// ------------------------------------------------------------------------------

TEST(WorldFile, AFileWrittenByHand) {
  const Result<WorldSnapshot> world = parse_world(R"({ "format": "clearance-scene-1", "objects": [
    { "name": "floor", "shape": { "half_space": { "normal": [0,0,1], "offset": 0 } }, "static": true },
    { "name": "wall", "shape": { "half_space": { "normal": [0,0,1], "offset": 0 } }, "pose": { "q": [1,1,0,0] } },
    { "name": "arm", "parts": [ { "shape": { "box": [1,1,1] } },
        { "shape": { "mesh": "tetra.obj" }, "offset": { "q": [1,0,0,0], "t": [0,0,1] } } ],
      "padding": 0.5, "groups": { "member_of": [1], "meets": [0,31] }, "user": "7" },
    { "name": "cup", "shape": { "box": [1,1,1] }, "offset": { "q": [1,0,0,0], "t": [3,0,0] } } ],
    "allowed": [["cup","arm"], ["wall","*"], ["arm","cup"]],
    "held": [ { "body": "cup", "by": "arm" } ] })",
                                                  CLEARANCE_TESTDATA, "w.json");
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_TRUE(world->bodies[0].half_space.has_value());
  EXPECT_TRUE(world->bodies[1].half_space.has_value());
  EXPECT_EQ(world->bodies[1].pose.quaternion().x, 1);
  const BodySnapshot& arm = world->bodies[2];
  ASSERT_EQ(arm.parts.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<Mesh>(arm.parts[1].shape)) << "though it bounds a convex body";
  EXPECT_EQ(arm.parts[1].offset.translation(), (Vec3{0, 0, 1}));
  EXPECT_EQ(arm.options.padding, 0.5);
  EXPECT_EQ(arm.options.groups.member_of, 2u);
  EXPECT_EQ(arm.options.groups.meets, 0x80000001u);
  EXPECT_EQ(arm.options.user, 7u);
  EXPECT_EQ(world->bodies[3].parts[0].offset.translation(), (Vec3{3, 0, 0}));
  EXPECT_EQ(world->allowed_names, (std::vector<WorldSnapshot::Names>{{"arm", "cup"}}));
  EXPECT_EQ(world->allowed_everything, (std::vector<std::string>{"wall"}));
  ASSERT_EQ(world->attachments.size(), 1u);
  EXPECT_EQ(world->attachments[0].holder, 2u);
}

TEST(WorldFile, ConvexMeshesInPartsStayMeshesAndPartsStayConvex) {
  const auto shape = [](const std::string& text) {
    return parse_world(R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":)" + text + "}]}",
                       CLEARANCE_TESTDATA, "w")
        .value()
        .bodies[0]
        .parts[0]
        .shape;
  };
  const Parts convex = std::get<Parts>(shape(R"({"convex_parts":[{"mesh":"tetra.obj"}]})"));
  EXPECT_TRUE(std::holds_alternative<Rounded>(convex[0]));
  const Parts mixed = std::get<Parts>(shape(R"({"mixed_parts":[{"mesh":"tetra.obj"},{"box":[1,1,1]}]})"));
  EXPECT_TRUE(std::holds_alternative<Mesh>(mixed[0]));
  EXPECT_TRUE(std::holds_alternative<Rounded>(mixed[1]));
}

// ---- Broken files
// ----------------------------------------------------------------------------------------------------

std::string fault(const std::string& objects, const std::string& more = "") {
  const Result<WorldSnapshot> world = parse_world(
      R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":{"box":[1,1,1]}},{"name":"y","shape":{"box":[1,1,1]}})" +
          objects + "]" + more + "}",
      CLEARANCE_TESTDATA, "w.json");
  return world ? "none" : world.error().text();
}
std::string object(const std::string& members) { return R"(,{"name":"z",)" + members + "}"; }
std::string box_with(const std::string& members) { return object(R"("shape":{"box":[1,1,1]},)" + members); }

TEST(WorldFile, WhatIsWrongWithAnObject) {
  EXPECT_EQ(fault(""), "none");
  EXPECT_EQ(fault(object(R"("parts":[])")), "w.json: objects[2].parts: the list is empty; a body needs a part");
  EXPECT_EQ(fault(object(R"("parts":7)")),
            "w.json: objects[2].parts: expected a list of shapes and their offsets, found a number");
  EXPECT_EQ(fault(object(R"("parts":[{"offset":{"q":[1,0,0,0]}}])")), "w.json: objects[2].parts[0]: has no \"shape\"");
  EXPECT_EQ(fault(object(R"("parts":[{"shape":{"box":[1,1,1]},"pose":{"q":[1,0,0,0]}}])")),
            "w.json: objects[2].parts[0].pose: unknown field; there are shape and offset");
  EXPECT_EQ(fault(object(R"("parts":[{"shape":{"box":[1,1,1]},"offset":{"q":[0,0,0,0]}}])")),
            "w.json: objects[2].parts[0].offset.q: zero quaternion");
  EXPECT_EQ(fault(box_with(R"("parts":[])")),
            "w.json: objects[2]: has both \"shape\" and \"parts\"; a body is one or the other");
  EXPECT_EQ(fault(object(R"("parts":[{"shape":{"box":[1,1,1]}}],"offset":{"q":[1,0,0,0]})")),
            "w.json: objects[2].offset: an object given by \"parts\" takes none; each part has an offset of its own");
  EXPECT_EQ(fault(box_with(R"("padding":-1)")), "w.json: objects[2].padding: is negative (-1); it must be 0 or more");
  EXPECT_EQ(fault(box_with(R"("padding":2e300)")), "w.json: objects[2].padding: is 2e+300; it must be 1e300 or less");
  EXPECT_EQ(fault(object(R"("shape":{"half_space":{"normal":[0,0,1],"offset":0}},"padding":1)")),
            "w.json: objects[2].padding: a half-space takes none; move its offset");
  const std::string digits = "expected a string of digits, from \"0\" to \"18446744073709551615\"";
  for (const char* user : {"7", "\"\"", "\"-1\"", "\"+1\"", "\" 1\"", "\"1 \"", "\"18446744073709551616\"", "\"0x1\""})
    EXPECT_EQ(fault(box_with("\"user\":" + std::string(user))), "w.json: objects[2].user: " + digits) << user;
  EXPECT_EQ(fault(box_with(R"("id":[1,-1])")),
            "w.json: objects[2].id[1]: expected a whole number from 0 to 4294967295");
  EXPECT_EQ(fault(box_with(R"("id":[4294967296,0])")),
            "w.json: objects[2].id[0]: expected a whole number from 0 to 4294967295");
  EXPECT_EQ(fault(box_with(R"("static":1)")), "w.json: objects[2].static: expected true or false, found a number");
  EXPECT_EQ(fault(box_with(R"("unnamed":"no")")), "w.json: objects[2].unnamed: expected true or false, found a string");
  EXPECT_EQ(fault(box_with(R"("groups":{"meets":[0,32]})")),
            "w.json: objects[2].groups.meets[1]: expected the number of a group, a whole number from 0 to 31");
  EXPECT_EQ(fault(box_with(R"("groups":{"member_of":[3,3]})")),
            "w.json: objects[2].groups.member_of[1]: group 3 is listed twice");
  EXPECT_EQ(fault(box_with(R"("groups":[1])")), "w.json: objects[2].groups: expected an object, found a list");
  EXPECT_EQ(fault(box_with(R"("motion":{"velocity":[1,0,0]})"), R"(,"interval":[0,1])"),
            "w.json: interval: a world is at rest; it takes none");
  EXPECT_EQ(fault("", R"(,"pairs":[["x","y"]])"),
            "w.json: pairs: a world asks about every pair that \"groups\" and \"allowed\" leave; it takes no list");
  EXPECT_EQ(fault(object(R"("shape":{"mixed_parts":[{"half_space":{"normal":[0,0,1],"offset":0}}]})")),
            "w.json: objects[2].shape.mixed_parts[0].half_space: a part has an end; a half-space has none");
  EXPECT_EQ(fault(object(R"("shape":{"mixed_parts":[]})")), "w.json: objects[2].shape.mixed_parts: no parts");
}

TEST(WorldFile, WhatIsWrongWithSeveral) {
  EXPECT_EQ(fault("", R"(,"allowed":[["x","z"]])"), "w.json: allowed[0][1]: no object is named \"z\"");
  EXPECT_EQ(fault("", R"(,"allowed":[["x","x"]])"), "w.json: allowed[0]: names the same object twice");
  EXPECT_EQ(fault("", R"(,"allowed":[["*","x"]])"),
            "w.json: allowed[0][0]: \"*\" stands for every object and comes second: [\"name\", \"*\"]");
  EXPECT_EQ(fault("", R"(,"allowed":[["x"]])"), "w.json: allowed[0]: expected a list of two names");
  EXPECT_EQ(fault("", R"(,"allowed_later":[["x","z"],["w","*"]])"), "none");
  EXPECT_EQ(fault(R"(,{"name":"*","shape":{"box":[1,1,1]}})", R"(,"allowed":[["x","*"]])"),
            "w.json: objects[2].name: \"*\" stands for every object in \"allowed\"; give the object another name");
  EXPECT_EQ(fault("", R"(,"allowed_bodies":[{"bodies":["x","z"],"allowed":true}])"),
            "w.json: allowed_bodies[0].bodies[1]: no object is named \"z\"");
  EXPECT_EQ(fault("", R"(,"allowed_bodies":[{"bodies":["x","y"]}])"), "w.json: allowed_bodies[0]: has no \"allowed\"");
  EXPECT_EQ(fault("", R"(,"allowed_bodies":[{"bodies":["x","y"],"allowed":true},{"bodies":["y","x"],"allowed":true}])"),
            "w.json: allowed_bodies[1].bodies: is the pair of allowed_bodies[0]");
  EXPECT_EQ(fault("", R"(,"held":[{"body":"x","by":"z"}])"), "w.json: held[0].by: no object is named \"z\"");
  EXPECT_EQ(fault("", R"(,"held":[{"body":"x","by":"x"}])"),
            "w.json: held[0]: a body cannot be held by itself or by what it holds");
  EXPECT_EQ(fault("", R"(,"held":[{"body":"x","by":"y"},{"body":"y","by":"x"}])"),
            "w.json: held[0]: a body cannot be held by itself or by what it holds");
  EXPECT_EQ(fault(box_with(R"("static":true)"), R"(,"held":[{"body":"x","by":"y"},{"body":"x","by":"z"}])"),
            "w.json: held[1]: its body is held already; a body has one holder");
}

TEST(WorldFile, SnapshotsThatCannotBeWritten) {
  const auto why = [](const WorldSnapshot& world) {
    const Result<std::string> text = world_text(world);
    return text ? "none" : text.error().text();
  };
  WorldSnapshot good;
  for (const char* name : {"a", "b"})
    good.bodies.push_back({.options = {.name = name}, .parts = {{box({1, 1, 1}), {}}}});
  EXPECT_EQ(why(good), "none");
  WorldSnapshot world = good;
  world.bodies[1].parts.clear();
  EXPECT_EQ(why(world), "bodies[1]: has to be either parts or a half-space");
  world.bodies[1].half_space = half_space({0, 0, 1}, 0);
  EXPECT_EQ(why(world), "none");
  world.bodies[1].pose = translation({1, 0, 0});
  EXPECT_EQ(why(world), "none");
  world = good;
  world.bodies[1].options.name = "a";
  EXPECT_EQ(why(world), "bodies[1]: its name \"a\" is that of bodies[0]");
  world.bodies[1].options.name = "\xff";
  EXPECT_EQ(why(world), "bodies[1]: its name is not UTF-8, which files need");
  world.bodies[1].options.name = "*";
  EXPECT_EQ(why(world), "none");
  world.allowed_everything = {"a"};
  EXPECT_EQ(why(world), "bodies[1]: the name \"*\" stands for every object in \"allowed\"; give the body another name");
  world = good;
  world.allowed_names = {{"*", "a"}};
  EXPECT_EQ(why(world), "allowed: the name \"*\" stands for every object; it cannot be that of one");
  for (const double padding : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    world = good;
    world.bodies[0].options.padding = padding;
    EXPECT_NE(why(world).find("; it must be from 0 to 1e300"), std::string::npos) << padding;
  }
  world = good;
  world.attachments = {{0, 2, {}}};
  EXPECT_EQ(why(world), "attachments[0]: there is no body 2; there are 2, from 0");
  world.attachments = {{0, 1, {}}, {1, 0, {}}};
  EXPECT_EQ(why(world), "attachments[0]: a body cannot be held by itself or by what it holds");
  world = good;
  world.allowed_bodies = {{0, 7, true}};
  EXPECT_EQ(why(world), "allowed_bodies[0]: there is no body 7; there are 2, from 0");
}

}  // namespace
}  // namespace clearance::detail
