// Question: how is a list of topics handed on to programs that plan buildings?
// Method:   a file of the BIM Collaboration Format 2.1: a zip archive with a folder for each topic, in it the markup
//           and a view point, from which a camera looks at the place, with the parts selected and coloured. All
//           identifiers are made of names, so that they are the same in every run.
// Cannot:   show a picture; hold more than 32766 topics.
#pragma once

#include <clearance/clearance.h>

#include <string>
#include <vector>

namespace clearance::cli {

// A topic's identifier, and those of its parts, are made of names: a part whose last name (behind the last '/', without
// a file's ending) is an IfcGuid keeps that, so that a viewer finds it in the model.
struct BcfTopic {
  std::string identity;         // not empty, of each topic another: what makes it the same in another run
  std::string title;            // not empty
  std::string description;      // may be empty, as may be what follows
  std::string status = "Open";  // e.g. Open, Closed
  std::string priority;         // e.g. Major
  std::vector<std::string> labels;
  std::vector<std::string> red, blue;  // names of parts: selected, and coloured so; one at least
  Vec3 place;                          // in world coordinates, in the scene's unit
  double radius = 0;                   // above 0: how far around the place the camera sees, at least
};

struct BcfFile {
  std::string project;         // its name, of which its identifier is made
  std::string author;          // not empty
  std::string date;            // 2026-11-19T12:00:00Z
  double metres_per_unit = 0;  // of the scene: the format is in metres. Above 0
  std::vector<BcfTopic> topics;
};

// The file's bytes; the same for the same topics. What XML cannot hold of a text (control characters, what is not
// UTF-8) stands as U+FFFD. Refused: what the comments above rule out. Errors' places are "topics[3].radius".
Result<std::string> bcf_bytes(const BcfFile& file);
// Writes beside the target and renames: a file is there whole or not at all. The value is the path.
Result<std::string> write_bcf(const std::string& path, const BcfFile& file);

}  // namespace clearance::cli
