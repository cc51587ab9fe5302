// The winners of earlier rounds as a search sees them: one more target feature that pays for what
// is said again.
//
//   Winners winners(settings.rounds, settings.classes, strength);
//   winners.add(graph, words);                                   // a winner, from any graph
//   search_once(beam, input, beam_settings, true, &winners.scorer());
//
// Words are known by their spelling, so that winners of one graph pay in the search for the next.
// The state is that of Penalties, and with the trait of length the number of words too; reordering
// is not seen by target features.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "diverse/penalties.h"
#include "diverse/rounds.h"
#include "search/beam.h"

namespace manyways::diverse {

using ClassNames = std::unordered_map<std::string, std::string>;  // by word

class Winners {
 public:
  // `strength` in units of the scores. Keeps a reference to `classes`.
  Winners(const RoundSettings& settings, const ClassNames& classes, double strength);

  void add(const graph::Hypergraph& graph, std::span<const graph::Symbol> words);
  // What a text pays: never positive.
  double pays(const graph::Hypergraph& graph, std::span<const graph::Symbol> words) const;
  // Makes the feature for one search; the winners must stay as they are while it is used.
  search::ScorerMaker scorer() const;

  // The number of a word, or of its class, if a winner has it; 0 for any other.
  graph::Symbol number(std::string_view word) const;
  const Penalties& penalties() const { return penalties_; }
  bool counts_length() const { return length_cost_ > 0; }
  double pays_for_length(std::size_t words) const {
    return words < length_costs_.size() ? -length_costs_[words] : 0.0;
  }

 private:
  std::string name(std::string_view word) const;

  const ClassNames* classes_;
  std::unordered_map<std::string, graph::Symbol> numbers_;
  Penalties penalties_;
  double length_cost_;
  std::vector<double> length_costs_;  // by number of words
};

}  // namespace manyways::diverse
