// Assemblies made by hand, and at random.
#pragma once

#include <clearance/clearance.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace clearance::cli {

struct Placed {
  std::string name, shape, t;
  std::string more = "";  // of the object
};

inline Scene assembly(const std::vector<Placed>& parts, const std::string& more = "") {
  std::string text = R"({"format":"clearance-scene-1","objects":[)";
  for (const Placed& part : parts)
    text += std::string(&part == &parts.front() ? "" : ",") + R"({"name":")" + part.name + R"(","shape":)" +
            part.shape + R"(,"pose":{"q":[1,0,0,0],"t":)" + part.t + "}" + part.more + "}";
  const Result<Scene> scene = parse_scene(text + "]" + more + "}", "", "scene");
  EXPECT_TRUE(scene) << scene.error().text();
  return *scene;
}

// A block of so many boxes along each side, flush as far as doubles go, some of them a little too large.
inline Scene block_of_boxes(int side) {
  std::vector<Placed> parts;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k) {
        const std::string number = std::to_string(i) + std::to_string(j) + std::to_string(k);
        const char* const size = (i + 2 * j + 3 * k) % 7 == 0 ? "[0.11,0.1,0.1]" : "[0.1,0.1,0.1]";
        const auto at = [](int n) { return std::to_string(n / 10) + "." + std::to_string(n % 10); };
        parts.push_back(
            {"b" + number, std::string(R"({"box":)") + size + "}", "[" + at(i) + "," + at(j) + "," + at(k) + "]"});
      }
  return assembly(parts);
}

}  // namespace clearance::cli
