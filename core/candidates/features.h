// The names of features, and where a candidate's values go.
//
// A feature has one value (`LM0`) or several (`TranslationModel0`); each value is a column of its
// own: `LM0`, `TranslationModel0[0]`, `TranslationModel0[1]`, ... The first candidate decides which
// features are dense; all that turn up later, and those it names as sparse, are kept sparse.
//
//   table.start();                        // a candidate
//   table.add("LM0", values, 1);          // its features, in any order
//   table.finish(block, where);           // one more row of the block
//
// A dense feature that a candidate lacks counts 0, and its row is noted in block.incomplete.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/interner.h"
#include "candidates/block.h"

namespace manyways::candidates {

struct FeatureGroup {
  std::string name;
  std::uint32_t first;  // column
  std::uint32_t count;
};

class FeatureTable {
 public:
  static constexpr std::size_t kMaximumDense = 256;

  // Decides the dense features beforehand, by the names of their columns.
  void set_dense(const std::vector<std::string>& columns);

  // The dense feature of that name, or nullptr.
  const FeatureGroup* find(std::string_view name) const;
  const std::vector<FeatureGroup>& groups() const { return groups_; }
  std::size_t width() const { return width_; }
  std::vector<std::string> dense_names() const;
  const std::vector<std::string>& sparse_names() const { return sparse_names_; }

  void start();
  // `underscore_is_sparse`: a name of one value with an underscore is not made dense (Moses).
  // Throws InputError without a place; the reader knows it.
  void add(std::string_view name, const double* values, std::size_t count,
           bool underscore_is_sparse = false);
  void finish(Block& block);

 private:
  struct Pair {
    std::uint32_t name;
    double value;
  };
  std::uint32_t sparse_id(const std::string& name);
  void define(std::string_view name, std::size_t count);

  bool decided_ = false;
  std::size_t width_ = 0;
  std::vector<FeatureGroup> groups_;
  Interner<char, ShortHash> group_ids_;
  std::vector<std::string> sparse_names_;
  Interner<char, ShortHash> sparse_ids_;
  // The candidate at hand.
  std::vector<double> row_;
  std::vector<std::uint8_t> seen_;
  std::size_t seen_count_ = 0;
  std::vector<Pair> pairs_;
};

// "LM0" for ("LM0", 0, 1), "TM0[2]" for ("TM0", 2, 4).
std::string column_name(std::string_view name, std::size_t index, std::size_t count);

// The features that consecutive columns belong to: TM0[0], TM0[1], LM0 are TM0 (2) and LM0 (1).
std::vector<FeatureGroup> group_columns(const std::vector<std::string>& columns);

}  // namespace manyways::candidates
