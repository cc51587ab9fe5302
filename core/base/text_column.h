// A column of texts: all bytes in one array, with offsets. What readers fill, what every step of text
// work reads and writes, what metrics compare and what Python's arrays hold, in place.
//
//   TextView texts{{bytes, offsets}};
//   check_column(texts);
//   std::string_view first = texts[0];
//
//   TextColumn lower = map_column(column, threads, [](std::string_view text, std::string& out) {...});
//
// The work is cut into blocks of about 64 KB of text, whatever the number of threads, and joined in
// order: one thread and eight give the same bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ragged.h"

namespace manyways {

struct TextView : RaggedView<char> {
  std::string_view operator[](std::size_t row) const {
    return {values.data() + offsets[row],
            static_cast<std::size_t>(offsets[row + 1] - offsets[row])};
  }
  // Empty where the column has no such row.
  std::string_view get(std::size_t row) const {
    return has(row) ? (*this)[row] : std::string_view();
  }
};

struct TextColumn : Ragged<char> {
  TextColumn() = default;
  TextColumn(Ragged<char>&& rows) : Ragged(std::move(rows)) {}  // NOLINT: it is one
  using Ragged::add;
  void add(std::string_view text) { add(text.data(), text.size()); }
  TextView view() const { return {Ragged::view()}; }
};

// Throws std::invalid_argument unless the offsets rise and stay inside the data.
void check_column(const TextView& column);

// Bounds of blocks of texts of about so many bytes: bounds[b] .. bounds[b + 1] is block b.
std::vector<std::size_t> text_blocks(const TextView& column, std::int64_t block_bytes = 1 << 16);

// `work` appends what becomes of one text to `out`; it must not keep state between texts.
TextColumn map_column(const TextView& column, unsigned threads,
                      const std::function<void(std::string_view text, std::string& out)>& work);

}  // namespace manyways
