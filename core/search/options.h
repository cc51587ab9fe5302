// The translation options of one sentence: everything about them that does not depend on the rest
// of a derivation.
//
//   SentenceOptions options(model);
//   options.collect(input, target);
//   for (const Option& o : options.of(start, end)) ...        // best estimate first
//   options.future(start, end);                               // best estimate of a whole span
//
// Estimates are weighted option features plus what the target features say without context, as in
// Moses: not a bound, but close. A word that no option covers alone is copied as an unknown word.
// Reused from sentence to sentence; nothing is allocated after the longest one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/input.h"
#include "search/model.h"
#include "search/target.h"

namespace manyways::search {

enum Orientation : std::uint8_t { kMonotone = 0, kSwap = 1, kDiscontinuous = 2 };
inline constexpr std::size_t kOrientations = 3;

// Of a phrase [start, end) with respect to the one before it. The first phrase of a sentence
// follows [0, 0).
inline Orientation orientation_between(std::uint32_t previous_start, std::uint32_t previous_end,
                                       std::uint32_t start, std::uint32_t end) {
  if (start == previous_end) return kMonotone;
  return end == previous_start ? kSwap : kDiscontinuous;
}

struct Option {
  double score;     // weighted option features and input score
  double estimate;  // with the target features' estimate
  std::span<const WordId> words;
  std::array<float, kOrientations> backward, forward;  // weighted; zero without a reordering model
  std::uint32_t phrase;      // number of the target words, for Target::advance
  std::uint32_t jump;        // number of what the next phrase can see: span and forward scores
  std::uint16_t start, end;  // source positions [start, end)
  bool unknown;
  std::int32_t entry;  // index into table entries, -1 if not from the table
  float input_score;   // InputFeature0
  float given;         // translation scores of a given translation
};

// An option under one orientation: estimate plus backward score.
struct RankedOption {
  float key;
  std::uint32_t option;
};

// A row of phrases that a previous phrase may be: what its successor must know of it.
struct JumpState {
  std::uint16_t start, end;
  std::array<float, kOrientations> forward;
};

class SentenceOptions {
 public:
  explicit SentenceOptions(const PhraseModel& model)
      : model_(model), words_(model.table().target_words()) {}
  SentenceOptions(const SentenceOptions&) = delete;

  // `target` is started for this sentence by the call. With `only`, options whose words do not
  // occur in it are left out, and a word that then has none is given a poor estimate instead of
  // none.
  void collect(const Input& input, Target& target,
               const std::vector<std::string_view>* only = nullptr);
  std::span<const WordId> only() const { return only_; }  // the ids of that text

  std::uint32_t length() const { return length_; }
  std::span<const Option> all() const { return options_; }
  const Option& operator[](std::uint32_t index) const { return options_[index]; }
  std::span<const Option> of(std::uint32_t start, std::uint32_t end) const {
    const Span& span = spans_[index(start, end)];
    return std::span(options_).subspan(span.first, span.count);
  }
  bool has(std::uint32_t start, std::uint32_t end) const {
    return spans_[index(start, end)].count > 0;
  }
  // The longest span with options that starts here: its length.
  std::uint32_t longest_from(std::uint32_t start) const { return longest_[start]; }
  std::span<const RankedOption> ranked(std::uint32_t start, std::uint32_t end,
                                       Orientation orientation) const {
    const Span& span = spans_[index(start, end)];
    const std::size_t list = model_.has_reordering() ? orientation : 0;
    return std::span(ranked_).subspan(span.ranked + list * span.count, span.count);
  }
  // The first wall behind a position, or the length.
  std::uint32_t wall_after(std::uint32_t position) const {
    for (const std::uint32_t wall : walls_) {
      if (wall > position) return std::min(wall, length_);
    }
    return length_;
  }
  // Minus infinity where no options lead from start to end: a gap that can never be filled.
  double future(std::uint32_t start, std::uint32_t end) const { return future_[index(start, end)]; }
  const JumpState& jump(std::uint32_t id) const { return jumps_[id]; }
  static constexpr std::uint32_t kFirstJump = 0;  // before the first phrase
  const TargetWords& words() const { return words_; }
  PhrasePair pair(const Option& option) const {
    if (option.entry < 0) {
      return {option.words, nullptr, option.unknown, {}, static_cast<double>(option.given)};
    }
    const Entry& entry = entries_[option.entry];
    return {option.words, &entry.option, option.unknown, entry.source};
  }
  // The links of an option of the table. Throws InputError if one leaves the phrase pair.
  std::span<const phrases::Link> links(const Option& option) const;

 private:
  struct Span {
    std::uint32_t first = 0, count = 0, ranked = 0;
  };
  struct Entry {
    phrases::Option option;
    std::span<const WordId> source;
  };
  struct Draft {  // an option before it has its place
    std::uint32_t start, end;
    const ScoredOption* scored;  // null: words below
    std::uint32_t words, word_count;
    bool unknown;
    double input_score;
    float given = 0;
  };
  std::size_t index(std::uint32_t start, std::uint32_t end) const {
    return static_cast<std::size_t>(start) * (length_ + 1) + end;
  }
  void collect_table(const Input& input, Target& target);
  void walk(const Input& input, std::uint32_t start, std::uint32_t at, phrases::Table::Node node,
            double score, Target& target);
  const OptionBlock& block(phrases::Table::Node node, Target& target);
  void add_given(const Input& input);
  void add_unknown(const Input& input);
  void forbid(const Input& input);
  void build_walls(const Input& input);
  void keep_only(const std::vector<std::string_view>& text);
  Draft& draft_words(std::uint32_t start, std::uint32_t end, std::string_view text, bool unknown,
                     double input_score);
  std::span<const WordId> words_of(const Draft& draft) const;
  void place(Target& target);
  void add_option(const Draft& draft, Target& target);
  void number_jumps(Span& span);
  void rank(Span& span);
  void estimate_spans(double missing);

  const PhraseModel& model_;
  TargetWords words_;
  std::uint32_t length_ = 0;
  std::vector<Draft> drafts_;
  std::vector<WordId> own_words_, only_;
  std::vector<std::unique_ptr<OptionBlock>> uncached_;
  std::vector<std::uint32_t> walls_;
  std::vector<std::size_t> edge_starts_;
  std::vector<WordId> edge_words_, path_;
  std::vector<Option> options_;
  std::vector<Entry> entries_;
  std::vector<Span> spans_;
  std::vector<std::uint32_t> longest_;
  std::vector<RankedOption> ranked_;
  std::vector<double> future_;
  std::vector<JumpState> jumps_;
};

}  // namespace manyways::search
