// Texts and lists of texts as the metrics read them: in place, never copied.
//
// Text i is data[offsets[i] .. offsets[i + 1]). The candidates of sentence s are the rows
// sentence_offsets[s] .. sentence_offsets[s + 1]; each set of references has one row per sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace manyways::metrics {

struct Texts {
  std::span<const std::uint8_t> data;
  std::span<const std::int64_t> offsets;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::string_view operator[](std::size_t i) const {
    return {reinterpret_cast<const char*>(data.data()) + offsets[i],
            static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
};

struct Lists {
  Texts candidates;
  std::span<const std::int64_t> sentence_offsets;
  std::vector<Texts> references;

  std::size_t sentences() const { return sentence_offsets.size() - 1; }
};

// Throws std::invalid_argument unless all offsets rise from 0 to the end of what they index and
// every set of references has a row for each sentence (at least one set if `references_needed`).
void check(const Lists& lists, bool references_needed = true);

}  // namespace manyways::metrics
