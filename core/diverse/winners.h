// The winners of earlier rounds as a search sees them: one more target feature that pays for what
// is said again.
//
//   Winners winners(settings.rounds, settings.classes, strength);
//   winners.add(words);                                          // a winner, from any graph
//   const search::ScorerMaker scorer = winners.scorer();
//   search_once(beam, input, beam_settings, true, &scorer);
//
// Words are known by their spelling, so that winners of one graph pay in the search for the next.
// The state is that of Penalties, and with the trait of length the number of words too; reordering
// is not seen by target features. Texts that are excluded cost so much that nothing else is worse.
#pragma once

#include <string>
#include <string_view>

#include "base/interner.h"
#include "base/word_classes.h"
#include "chart/decoder.h"
#include "diverse/penalties.h"
#include "diverse/rounds.h"
#include "search/beam.h"

namespace manyways::diverse {

using Words = std::vector<std::string_view>;

// What an excluded text pays: far more than texts of a sentence can differ by.
inline constexpr double kExcluded = -1e9;

class Winners {
 public:
  // `strength` in units of the scores. Keeps a reference to `classes`.
  Winners(const RoundSettings& settings, const WordClasses& classes, double strength);

  void add(const Words& words);
  // What a text pays, exclusion apart: never positive.
  double pays(const Words& words) const;
  void exclude(const Words& words);
  bool excludes(const Words& words) const;
  void clear_excluded();
  // Make the feature for one search; the winners must stay as they are while it is used. A chart
  // search does not see what is excluded.
  search::ScorerMaker scorer() const;
  chart::ChartScorerMaker chart_scorer() const;

  // The number of a word, or of its class, if a winner has it; 0 for any other.
  graph::Symbol number(std::string_view word) const;
  const Penalties& penalties() const { return penalties_; }
  const graph::InnerWords& inner_words() const { return inner_; }
  bool counts_length() const { return length_cost_ > 0; }
  double pays_for_length(std::size_t words) const {
    return words < length_costs_.size() ? -length_costs_[words] : 0.0;
  }

  // Which beginning of an excluded text was read so far; 0: none.
  using Beginning = std::uint32_t;
  Beginning first_beginning() const { return beginnings_.empty() ? 0 : 1; }
  Beginning longer(Beginning beginning, std::string_view word) const;
  bool is_excluded(Beginning beginning) const {
    return beginning != 0 && beginnings_[beginning - 1];
  }

 private:
  static std::uint64_t step(Beginning from, std::uint32_t word) {
    return std::uint64_t{from} << 32 | word;
  }
  std::string_view name(std::string_view word) const;

  const WordClasses* classes_;
  Interner<char> numbers_;  // less 1
  std::vector<Order> orders_;
  Penalties penalties_;
  graph::InnerWords inner_;
  double length_cost_;
  std::vector<double> length_costs_;          // by number of words
  std::vector<bool> beginnings_;              // of excluded texts, a trie: whether one ends here
  HashMap<std::uint64_t, Beginning> longer_;  // by step()
  Interner<char> excluded_words_;
};

}  // namespace manyways::diverse
