// One sentence as exact search sees it: its options, what a step costs, and the coarsest graph.
//
//   Problem problem(model, beam.options(), beam.target(), limit, space);
//   problem.count_states(watch, limits);          // which target states can be where
//   problem.coarsest(watch, limits, graph);       // nodes (words covered, last end)
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

  // The words of an option.
  struct Span {
    std::uint16_t start, end;
    bool operator==(const Span&) const = default;
  };
  Span span(std::uint32_t option) const { return spans_[option]; }

  // A target state that can stand behind a position, after a last word.
  struct Place {
    std::uint32_t end;
    std::uint32_t word;  // number of position and last word; 0: the start
    search::Target::State state;
    std::size_t row;  // where the steps from here begin
  };
  // Visits every one, and asks the target features about every step. False: given up, by the watch
  // or after so many steps.
  bool count_states(Watch& watch, std::size_t most);
  std::size_t places() const { return places_.size(); }
  const Place& place(std::uint32_t id) const { return places_[id]; }
  // What the target features say of an option that may follow, and the place behind it.
  double target_score(const Place& place, std::uint32_t option) const {
    return scores_[place.row + option - first_after_[place.end]];
  }
  std::uint32_t next_place(const Place& place, std::uint32_t option) const {
    return next_[place.row + option - first_after_[place.end]];
  }
  double finish(std::uint32_t place) const { return finish_[place]; }

  // Positions with last words, and by how much less a step is worth at most behind one of them than
  // the coarsest graph says. `last`: the step that ends the sentence.
  std::uint32_t word_of(std::uint32_t option) const { return word_of_option_[option]; }
  double less(std::uint32_t word, std::uint32_t option, bool last) const {
    const std::uint32_t end = word_ends_[word];
    const std::size_t at = option - first_after_[end];
    const std::size_t own = word_rows_[word] + at;
    const double coarse = bound_[row_[end] + at];
    return last ? coarse + finish_bound_ - word_last_[own] : coarse - word_bound_[own];
  }

  // False: given up, as above. Knows the walls: what lies between two of them is translated when
  // all before the first is, so that the number of words covered tells which options may follow.
  bool coarsest(Watch& watch, std::size_t most, LayeredGraph& graph) const;

  // What option costs behind a phrase, the target features apart.
  double step(std::uint32_t jump, const search::Option& option) const;
  // The same without a reordering model, from a table.
  double plain_step(std::uint32_t end, std::uint32_t option) const {
    return plain_[row_[end] + option - first_after_[end]];
  }
  // Minus infinity if it is no derivation of the search space.
  double score(std::span<const std::uint32_t> derivation);

 private:
  void bound_words();
  double coarse_step(std::uint32_t end, std::uint32_t option) const;
  bool between_walls(std::uint32_t covered, Span span) const {
    return span.start >= wall_before_[covered] && span.end <= options_.wall_after(covered);
  }

  const search::Model& model_;
  const search::SentenceOptions& options_;
  search::Target& target_;
  int limit_;
  search::Space space_;
  std::vector<Span> spans_;
  std::vector<std::uint32_t> wall_before_;   // the last wall, or 0, by words covered
  std::vector<std::uint32_t> first_option_;  // by start
  std::vector<std::size_t> row_;             // where the bounds behind each end begin
  std::vector<double> bound_;                // target features, by end and option
  double finish_bound_ = 0;
  std::vector<std::vector<std::uint32_t>> jumps_;  // that end at each position
  std::vector<std::uint32_t> first_after_;         // by end: after(end).begin
  std::vector<Place> places_;
  std::vector<std::uint32_t> word_of_option_, word_ends_;
  std::vector<std::size_t> word_rows_;
  std::vector<double> word_bound_, word_last_;
  std::vector<double> scores_, finish_, plain_;
  std::vector<std::uint32_t> next_;
};

}  // namespace manyways::exact
