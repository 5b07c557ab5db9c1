#include <clearance/world/answers.h>

namespace clearance {

const char* to_string(Ending ending) {
  switch (ending) {
    case Ending::NotAsked:
      return "not asked";
    case Ending::Complete:
      return "complete";
    case Ending::FirstFound:
      return "first found";
    case Ending::Visitor:
      return "ended by the visitor";
    case Ending::Stopped:
      return "stopped";
    case Ending::TimedOut:
      return "timed out";
    case Ending::Refused:
      return "refused from within a visitor";
  }
  return "unknown";
}

const char* to_string(ContactEvent::Kind kind) {
  switch (kind) {
    case ContactEvent::Kind::None:
      return "none";
    case ContactEvent::Kind::Began:
      return "began";
    case ContactEvent::Kind::Stayed:
      return "stayed";
    case ContactEvent::Kind::Ended:
      return "ended";
  }
  return "unknown";
}

bool ContactEvents::is_free() const {
  if (ending != Ending::Complete) return false;
  for (const ContactEvent& event : events)
    if (event.kind != ContactEvent::Kind::Ended) return false;
  return true;
}

}  // namespace clearance
