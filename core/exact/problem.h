// One sentence as exact search sees it: its options, and what a step costs.
//
//   Problem problem(model, beam.options(), beam.target(), limit, space);
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

  // How many words can be covered when the last phrase ends at `end`: the fewest, and one more than the most
  // (the whole sentence apart).
  struct Band {
    std::uint32_t low, high;
  };
  Band covered_at(std::uint32_t end) const;

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
  const search::PhraseModel& model_;
  const search::SentenceOptions& options_;
  search::Target& target_;
  int limit_;
  search::Space space_;
  std::uint32_t longest_ = 0;
  std::vector<Span> spans_;
  std::vector<std::uint32_t> wall_before_;   // the last wall, or 0, by words covered
  std::vector<std::uint32_t> first_option_;  // by start
  std::vector<std::size_t> row_;             // where the steps behind each end begin
  std::vector<std::uint32_t> first_after_;   // by end: after(end).begin
  std::vector<double> base_;
};

}  // namespace manyways::exact
