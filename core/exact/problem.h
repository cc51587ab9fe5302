// One sentence as exact search sees it: its options, what a step costs, and the coarsest graph.
//
//   Problem problem(model, beam.options(), beam.target(), limit, space);
//   problem.count_states(watch, limits);          // which target states can be where
//   problem.coarsest(graph);                      // nodes (words covered, last end)
//   problem.score(options_of_a_derivation);       // exact, with every feature of the model
//
// In the coarsest graph a step costs what it costs after the best of all target states and
// reordering scores that can stand at its place in this sentence: an upper bound made of the
// model's own answers, whatever its features, so nothing about a feature need be known.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/graph.h"
#include "search/beam.h"

namespace manyways::exact {

class Problem {
 public:
  Problem(const search::Model& model, const search::SentenceOptions& options,
          search::Target& target, int distortion_limit, search::Space space);

  std::uint32_t length() const { return options_.length(); }
  const search::Model& model() const { return model_; }
  const search::SentenceOptions& options() const { return options_; }
  search::Target& target() { return target_; }
  int distortion_limit() const { return limit_; }
  search::Space space() const { return space_; }

  // The options that may follow a phrase that ends at `end`: a range of their numbers.
  struct Range {
    std::uint32_t begin, end;
  };
  Range after(std::uint32_t end) const;

  // Visits every target state that can stand behind each position. False: given up.
  bool count_states(Watch& watch, std::size_t most);
  std::size_t states() const { return state_count_; }
  std::size_t transitions() const { return transitions_; }

  void coarsest(LayeredGraph& graph) const;

  // What option costs behind a phrase, the target features apart.
  double step(std::uint32_t jump, const search::Option& option) const;
  // Minus infinity if it is no derivation of the search space.
  double score(std::span<const std::uint32_t> derivation);

 private:
  double coarse_step(std::uint32_t end, std::uint32_t option) const;

  const search::Model& model_;
  const search::SentenceOptions& options_;
  search::Target& target_;
  int limit_;
  search::Space space_;
  std::vector<std::uint32_t> first_option_;        // by start
  std::vector<std::size_t> row_;                   // where the bounds behind each end begin
  std::vector<double> bound_;                      // target features, by end and option
  std::vector<double> finish_bound_;               // by option
  std::vector<std::vector<std::uint32_t>> jumps_;  // that end at each position
  std::size_t state_count_ = 0, transitions_ = 0;
};

}  // namespace manyways::exact
