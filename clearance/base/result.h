// Question: how does a function that reads or builds something say what is wrong with its input?
// Method:   it returns Result<T>: a value, or an Error that names the place and the fault. No exceptions.
#pragma once

#include <clearance/base/assert.h>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace clearance {

// What a program can do about an error; the text is for people.
enum class ErrorCode : std::uint8_t {
  BadValue,  // a number, an index, a size or a name that cannot be taken
  NotSolid,  // triangles that bound no solid, where one is asked for
  TooMany,   // more than the caller allows, or than there is room for
  NoAccess,  // a file that cannot be found, opened, read or written
  BadFile,   // a file whose contents are not what its format says
  NotNow,    // asked from within a visitor
};
const char* to_string(ErrorCode code);

// `place` is where the fault is ("gear.stl: triangle 7", "objects[3].pose.q"), possibly empty; `fault` what it is.
struct Error {
  std::string place;
  std::string fault;
  ErrorCode code = ErrorCode::BadValue;

  std::string text() const { return place.empty() ? fault : place + ": " + fault; }

  // The same fault seen from one level further out: `outer` is put before the place.
  Error within(const std::string& outer) const { return {place.empty() ? outer : outer + ": " + place, fault, code}; }
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // The value. Calling this on an error is a caller bug.
  const T& value() const& {
    CLEARANCE_ASSERT(ok());
    return *std::get_if<0>(&state_);
  }
  // By value, so that `for (auto& c : world.collide().value().contacts)` loops over something that lives.
  T value() && {
    CLEARANCE_ASSERT(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  const T& operator*() const& { return value(); }
  const T* operator->() const { return &value(); }

  // The error. Calling this on a value is a caller bug.
  const Error& error() const {
    CLEARANCE_ASSERT(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace clearance
