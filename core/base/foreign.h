// What a file is that is not what it should be: other tools' files, known by their first bytes.
//
//   if (const Foreign found = foreign_file(head, path)) ...     // "a KenLM binary", and what to do
//   throw input_error(path, 1, "is not a table", "Is it the right file?", head);
//
// Readers ask only when they are about to fail, so that the error says what was found: "... this is
// an IRSTLM iARPA file" and how to convert it. Nothing is read but `head`, of which the first few
// hundred bytes are enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace manyways {

inline constexpr std::size_t kForeignHead = 4096;  // bytes that tell

struct Foreign {
  std::string_view name;    // with its article; empty if nothing is recognised
  std::string_view remedy;  // what to do with it
  explicit operator bool() const { return !name.empty(); }
};

// By the content; where that is silent, by the end of the path, if it is given.
Foreign foreign_file(std::string_view head, std::string_view path = {});

// The error of a reader who knows how the file begins: its own words, or more if that is recognised.
InputError input_error(const std::string& path, std::uint64_t line, const std::string& message,
                       const std::string& remedy, std::string_view head);

}  // namespace manyways
