// Lines of Moses's text tables, out of blocks that may end anywhere.
//
//   LineReader reader("phrase-table.gz");
//   reader.feed(block, [&](std::string_view line) { ... });     // for each block of the file
//   reader.finish([&](std::string_view line) { ... });          // a last line without newline
//
// A line is UTF-8 and at most kLongestLine; anything else is an InputError with its number. A
// carriage return before the newline is dropped, and so is the byte order mark of a file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/foreign.h"
#include "base/limits.h"

namespace manyways::phrases {

class LineReader {
 public:
  explicit LineReader(std::string path) : path_(std::move(path)) {}

  template <typename Visit>
  void feed(std::string_view block, Visit&& visit) {
    if (head_.size() < kForeignHead) head_.append(block.substr(0, kForeignHead - head_.size()));
    for (;;) {
      const std::size_t newline = block.find('\n');
      check_line_length(rest_.size() + std::min(newline, block.size()), path_, line_ + 1);
      if (newline == std::string_view::npos) break;
      if (rest_.empty()) {
        visit(checked(block.substr(0, newline)));
      } else {
        rest_.append(block.substr(0, newline));
        visit(checked(rest_));
        rest_.clear();
      }
      block.remove_prefix(newline + 1);
    }
    rest_.append(block);
  }
  template <typename Visit>
  void finish(Visit&& visit) {
    if (!rest_.empty()) visit(checked(rest_));
    rest_.clear();
  }

  // An InputError about the line that was visited last.
  [[noreturn]] void fail(const std::string& message, const std::string& remedy = "") const;
  std::uint64_t line() const { return line_; }

 private:
  std::string_view checked(std::string_view line);

  std::string path_, rest_;
  std::string head_;  // how the file begins
  std::uint64_t line_ = 0;
};

// The fields between "|||", without the spaces around them.
void split_fields(std::string_view line, std::vector<std::string_view>& fields);

// The beginning of a text, in quotes, for a message.
std::string quoted(std::string_view text);

// "i-j"; false if `text` is anything else.
bool parse_link(std::string_view text, std::uint32_t& source, std::uint32_t& target);

}  // namespace manyways::phrases
