// The features column of ||| lists: labels and numbers, `LM0= -7.1 TM0= -1 -2`, `lm: -7.1`,
// `lm=-7.1`, or bare numbers.
//
// The first line is taken apart word by word, and remembered as a pattern: the bytes between
// numbers, and where the numbers go. Lines that follow the pattern, the usual case, are compared
// with it instead of being taken apart; others go the slow way again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "candidates/block.h"
#include "candidates/features.h"

namespace manyways::candidates {

class PipedFeatures {
 public:
  // One candidate's features, to be added to the block; `readable` is the end of the bytes that the
  // field stands in, beyond the field's own. Throws InputError without a place.
  void read(std::string_view field, const char* readable, FeatureTable& table, Block& block);

  // Between a name and its first value: "= ", ": ", "=", or "" while none was seen.
  const std::string& label() const { return label_; }

 private:
  struct Entry {
    std::string_view name;
    bool apart;  // label and value are two words, as Moses writes them
    std::size_t first;
    std::size_t count;
    const char* begin;  // of the first value
    const char* end;    // of the last
  };
  struct Expected {
    std::string before;  // the bytes up to the first value
    std::uint32_t first;
    std::uint32_t count;  // 0: as many as there are (WordScores)
  };
  void take_apart(std::string_view field);
  void begin_entry(std::string_view word);
  void expect(std::string_view field, const char* readable, const FeatureTable& table);
  bool follows(std::string_view field, const char* readable);

  bool started_ = false;
  std::string label_;
  std::vector<Expected> expected_;
  // The line at hand.
  std::vector<Entry> entries_;
  std::vector<double> values_;
  std::vector<double> row_;
  std::vector<double> word_scores_;
};

}  // namespace manyways::candidates
