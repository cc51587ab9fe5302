// Which source positions a hypothesis has translated, as a number: every set of positions that a
// search meets is stored once, with what follows from it (gaps, estimate of the rest).
//
//   Coverages coverages;
//   coverages.start_sentence(options);
//   auto child = coverages.extend(coverages.empty(), 2, 4);      // positions 2 and 3 too
//
// O(length / 64) for each new set; any length.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "search/options.h"

namespace manyways::search {

using CoverageId = std::uint32_t;

struct Coverage {
  std::uint64_t hash;
  double future;            // estimate of all that is not covered
  std::uint32_t first_gap;  // the first position not covered; the length if complete
  std::uint32_t count;      // positions covered
  std::uint32_t expansions = 0, expansions_end = 0;  // filled on first use
};

// A span that fits into a gap, and what the estimate of the rest becomes.
struct Expansion {
  std::uint16_t start, end;
  float future;
};

class Coverages {
 public:
  void start_sentence(const SentenceOptions& options);
  static constexpr CoverageId empty() { return 0; }

  const Coverage& operator[](CoverageId id) const { return coverages_[id]; }
  bool covers(CoverageId id, std::uint32_t position) const {
    return (bits_[id * words_ + position / 64] >> (position % 64) & 1) != 0;
  }
  CoverageId extend(CoverageId id, std::uint32_t start, std::uint32_t end);

  // All spans with options that fit and leave only gaps that can be filled, by start, then by end.
  // With a limit (not negative) those that the gap constraint allows: from the first gap any
  // length, from elsewhere only as far as one jump leads back to it. Valid until the next call for
  // a new coverage.
  std::span<const Expansion> expansions(CoverageId id, int gap_limit);

 private:
  void expand_gap(std::uint32_t gap, std::uint32_t gap_end, const Coverage& coverage,
                  int gap_limit);
  std::uint32_t next_gap(CoverageId id, std::uint32_t from) const;
  std::uint32_t gap_end(CoverageId id, std::uint32_t from) const;
  double future_of(CoverageId id) const;
  auto hash_of() const {
    return [this](CoverageId id) { return coverages_[id].hash; };
  }

  const SentenceOptions* options_ = nullptr;
  std::size_t words_ = 1;  // 64-bit words for each set
  std::vector<std::uint64_t> bits_;
  std::vector<Coverage> coverages_;
  IdTable ids_{1024};                // of coverages_
  std::vector<std::uint64_t> keys_;  // xor of a random number for each position before
  std::vector<Expansion> expansions_;
};

}  // namespace manyways::search
