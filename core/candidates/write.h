// Columns to text: the writers of ||| lists and of our JSON Lines.
//
// Both take a view of the columns and give the bytes of all its lines. Numbers come out so that
// reading them gives the same doubles back (JSON) or in the layout's style (|||). Cost: one pass.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/number.h"
#include "base/text_column.h"
#include "candidates/piped.h"

namespace manyways::candidates {

// An empty column is one that no candidate has.
struct BlockView {
  TextView ids, sources, status, references, texts, links, extra, flags, raw;
  std::span<const std::int64_t> sentence_offsets, reference_starts;
  std::span<const double> features;
  std::span<const double> scores;
  std::span<const double> bounds;  // (lower, upper) of each sentence
  RaggedView<double> sparse_values;
  std::span<const std::uint32_t> sparse_names;
  RaggedView<double> word_scores;
  std::span<const std::int32_t> systems;
  std::vector<std::string> feature_names, sparse_feature_names, system_names;
};

struct PipedStyle {
  PipedLayout layout;
  NumberStyle numbers{"general:6"};
  NumberStyle word_numbers{"fixed:5"};
};

struct Lines {
  std::string bytes;
  std::vector<std::int64_t> offsets;  // of each line, and the end
};

// Throws InputError if a text holds what would break its line.
Lines write_piped(const BlockView& view, const PipedStyle& style);
Lines write_jsonl(const BlockView& view);

}  // namespace manyways::candidates
