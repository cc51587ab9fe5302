// The one exception of the core for things a user can mend.
//
// The bindings turn it into manyways.errors.InputError, field by field. Use std::invalid_argument
// for calls that only our own code could get wrong.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace manyways {

class InputError : public std::runtime_error {
 public:
  // path may be empty (not about a file), line 0 (not about a line). `message` says what was found
  // and what was expected; `remedy` what to do next, or nothing.
  InputError(std::string path, std::uint64_t line, const std::string& message,
             std::string remedy = "")
      : std::runtime_error(message),
        path_(std::move(path)),
        line_(line),
        remedy_(std::move(remedy)) {}

  const std::string& path() const { return path_; }
  std::uint64_t line() const { return line_; }
  const std::string& remedy() const { return remedy_; }

 private:
  std::string path_;
  std::uint64_t line_;
  std::string remedy_;
};

}  // namespace manyways
