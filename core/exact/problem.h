// One sentence as exact search sees it: its options, and what a step costs.
//
//   Problem problem(model, beam.options(), beam.target(), limit, space);
//   problem.count_states(watch, limits);          // which target states can be where
//   problem.score(options_of_a_derivation);       // exact, with every feature of the model
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/layered_graph.h"
#include "search/beam.h"

namespace manyways::exact {

class Problem {
 public:
  Problem(const search::PhraseModel& model, const search::SentenceOptions& options,
          search::Target& target, int distortion_limit, search::Space space);

  std::uint32_t length() const { return options_.length(); }
  const search::PhraseModel& model() const { return model_; }
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
  std::uint32_t longest() const { return longest_; }  // of all options, in words

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

  // Upper bounds: what the target features say of an option at most behind a position, or behind
  // one of them and a last word; and of the end of the sentence there.
  double bound(std::uint32_t end, std::uint32_t option) const {
    return bound_[row_[end] + option - first_after_[end]];
  }
  double finish_after(std::uint32_t end) const { return finish_after_[end]; }
  std::uint32_t words() const { return static_cast<std::uint32_t>(word_ends_.size()); }
  std::uint32_t word_of(std::uint32_t option) const { return word_of_option_[option]; }
  std::uint32_t end_of_word(std::uint32_t word) const { return word_ends_[word]; }
  double word_bound(std::uint32_t word, std::uint32_t option) const {
    return word_bound_[word_rows_[word] + option - first_after_[word_ends_[word]]];
  }
  double word_finish(std::uint32_t word) const { return word_finish_[word]; }

  // What lies between two walls is translated when all before the first is, so that the number of
  // words covered tells which options may follow.
  bool has_walls() const { return options_.wall_after(0) < length(); }
  bool between_walls(std::uint32_t covered, std::uint32_t option) const {
    const Span span = spans_[option];
    return span.start >= wall_before_[covered] && span.end <= options_.wall_after(covered);
  }

  // What option costs behind a phrase, the target features apart.
  double step(std::uint32_t jump, const search::Option& option) const;
  // The same of the best of all phrases that can end there: exact without a reordering model.
  double base_step(std::uint32_t end, std::uint32_t option) const {
    return base_[row_[end] + option - first_after_[end]];
  }
  // Minus infinity if it is no derivation of the search space.
  double score(std::span<const std::uint32_t> derivation);

 private:
  void bound_words();

  const search::PhraseModel& model_;
  const search::SentenceOptions& options_;
  search::Target& target_;
  int limit_;
  search::Space space_;
  std::uint32_t longest_ = 0;
  std::vector<Span> spans_;
  std::vector<std::uint32_t> wall_before_;   // the last wall, or 0, by words covered
  std::vector<std::uint32_t> first_option_;  // by start
  std::vector<std::size_t> row_;             // where the bounds behind each end begin
  std::vector<double> bound_;                // target features, by end and option
  std::vector<double> finish_after_;         // by end
  std::vector<std::uint32_t> first_after_;   // by end: after(end).begin
  std::vector<Place> places_;
  std::vector<std::uint32_t> word_of_option_, word_ends_;
  std::vector<std::size_t> word_rows_;
  std::vector<double> word_bound_, word_finish_;
  std::vector<double> scores_, finish_, base_;
  std::vector<std::uint32_t> next_;
};

}  // namespace manyways::exact
