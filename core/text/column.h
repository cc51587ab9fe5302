// A column of texts: all bytes in one array, with offsets. What every step of text work reads and
// writes.
//
//   Column lower = map_column(column, threads, [](std::string_view text, std::string& out) {...});
//
// The work is cut into blocks of about 64 KB of text, whatever the number of threads, and joined in
// order: one thread and eight give the same bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace manyways::text {

// Text i is data[offsets[i] .. offsets[i + 1]); there is one more offset than there are texts.
struct ColumnView {
  std::span<const std::uint8_t> data;
  std::span<const std::int64_t> offsets;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::string_view operator[](std::size_t i) const {
    return {reinterpret_cast<const char*>(data.data()) + offsets[i],
            static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
};

struct Column {
  std::vector<std::uint8_t> data;
  std::vector<std::int64_t> offsets{0};

  ColumnView view() const { return {data, offsets}; }
};

// Throws std::invalid_argument unless the offsets rise and stay inside the data.
void check_column(const ColumnView& column);

// Bounds of blocks of texts of about so many bytes: bounds[b] .. bounds[b + 1] is block b.
std::vector<std::size_t> text_blocks(const ColumnView& column, std::int64_t block_bytes = 1 << 16);

// `work` appends what becomes of one text to `out`; it must not keep state between texts.
Column map_column(const ColumnView& column, unsigned threads,
                  const std::function<void(std::string_view text, std::string& out)>& work);

}  // namespace manyways::text
