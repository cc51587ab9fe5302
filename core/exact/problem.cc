#include "exact/problem.h"

#include <algorithm>
#include <cstdlib>

#include "base/interner.h"
#include "exact/automata.h"
#include "exact/prefixes.h"

namespace manyways::exact {

using search::JumpState;
using search::Option;
using search::SentenceOptions;

Problem::Problem(const search::PhraseModel& model, const SentenceOptions& options,
                 search::Target& target, int distortion_limit, search::Space space)
    : model_(model), options_(options), target_(target), limit_(distortion_limit), space_(space) {
  first_option_.assign(length() + 2, 0);
  for (const Option& option : options_.all()) {
    ++first_option_[option.start + 1u];
    spans_.push_back({option.start, option.end});
    longest_ = std::max<std::uint32_t>(longest_, option.end - option.start);
  }
  for (std::size_t i = 1; i < first_option_.size(); ++i) first_option_[i] += first_option_[i - 1];
  wall_before_.push_back(0);
  for (std::uint32_t n = 1; n <= length(); ++n) {
    wall_before_.push_back(options_.wall_after(n - 1) == n ? n : wall_before_.back());
  }
  Numbering<std::uint64_t> words;  // end << 32 | 1 + last word
  words.add(0);
  word_ends_.push_back(0);
  for (const Option& option : options_.all()) {
    const std::uint64_t word = option.words.empty() ? 0 : std::uint64_t{option.words.back()} + 1;
    word_of_option_.push_back(words.add(std::uint64_t{option.end} << 32 | word));
    if (word_of_option_.back() == word_ends_.size()) word_ends_.push_back(option.end);
  }
  std::vector<std::vector<std::uint32_t>> jumps(length() + 1);  // that end at each position
  jumps[0].push_back(SentenceOptions::kFirstJump);
  std::vector<bool> seen;
  for (const Option& option : options_.all()) {
    if (seen.size() <= option.jump) seen.resize(option.jump + 1u);
    if (!seen[option.jump]) jumps[option.end].push_back(option.jump);
    seen[option.jump] = true;
  }
  row_.push_back(0);
  for (std::uint32_t end = 0; end <= length(); ++end) {
    const Range range = after(end);
    row_.push_back(row_.back() + range.end - range.begin);
    first_after_.push_back(range.begin);
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      base_.push_back(kNever);
      for (const std::uint32_t jump : jumps[end])
        base_.back() = std::max(base_.back(), step(jump, options_[i]));
    }
  }
}

Problem::Range Problem::after(std::uint32_t end) const {
  if (limit_ < 0) return {0, first_option_[length()]};
  const auto limit = static_cast<std::uint32_t>(limit_);
  const std::uint32_t low = end > limit ? end - limit : 0;
  const std::uint32_t high = std::min(length(), end + limit + 1);
  return {first_option_[std::min(low, high)], first_option_[high]};
}

bool Problem::count_states(Watch& watch, std::size_t most) {
  bound_.assign(row_.back(), kNever);
  places_.assign(1, {0, 0, target_.begin(), 0});
  scores_.clear();
  next_.clear();
  Numbering<std::uint64_t> known;
  known.add(target_.begin());
  const auto id_of = [&](std::uint32_t option, search::Target::State state) {
    const std::uint32_t word = word_of_option_[option];
    const std::uint32_t id = known.add(std::uint64_t{word} << 32 | state);
    if (id == places_.size()) places_.push_back({options_[option].end, word, state, 0});
    return id;
  };
  struct Last {  // place behind an option
    search::Target::State state;
    std::uint32_t id = kNothing;
  };
  std::vector<Last> last(options_.all().size());
  Prefixes prefixes(options_);
  for (std::size_t at = 0; at < places_.size(); ++at) {
    places_[at].row = scores_.size();
    const Place place = places_[at];
    const Range range = after(place.end);
    double* bounds = bound_.data() + row_[place.end];
    prefixes.enter(place.state);
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const Prefixes::Score& found = prefixes.score(target_, i);
      double& bound = bounds[i - range.begin];
      bound = std::max(bound, found.score);
      if (last[i].id == kNothing || last[i].state != found.state) {
        last[i] = {found.state, id_of(i, found.state)};
      }
      scores_.push_back(found.score);
      next_.push_back(last[i].id);
    }
    if (scores_.size() > most || ((at & 63) == 0 && watch.over())) return false;
  }
  finish_.clear();
  for (const Place& place : places_) finish_.push_back(target_.finish(place.state));
  bound_words();
  return true;
}

// The best of all places with the same position, and last word.
void Problem::bound_words() {
  word_rows_.assign(1, 0);
  for (const std::uint32_t end : word_ends_) {
    word_rows_.push_back(word_rows_.back() + row_[end + 1] - row_[end]);
  }
  word_bound_.assign(word_rows_.back(), kNever);
  word_finish_.assign(word_ends_.size(), kNever);
  finish_after_.assign(length() + 1, kNever);
  for (std::size_t at = 0; at < places_.size(); ++at) {
    const Place& place = places_[at];
    const std::size_t count = row_[place.end + 1] - row_[place.end];
    double* bounds = word_bound_.data() + word_rows_[place.word];
    for (std::size_t i = 0; i < count; ++i) bounds[i] = std::max(bounds[i], scores_[place.row + i]);
    word_finish_[place.word] = std::max(word_finish_[place.word], finish_[at]);
    finish_after_[place.end] = std::max(finish_after_[place.end], finish_[at]);
  }
}

double Problem::step(std::uint32_t jump_id, const Option& option) const {
  const JumpState& jump = options_.jump(jump_id);
  const auto orientation =
      search::orientation_between(jump.start, jump.end, option.start, option.end);
  const double distance = std::abs(static_cast<int>(option.start) - static_cast<int>(jump.end));
  return option.score - model_.weight(model_.distortion_column()) * distance +
         static_cast<double>(jump.forward[orientation]) +
         static_cast<double>(option.backward[orientation]);
}

double Problem::score(std::span<const std::uint32_t> derivation) {
  CoverageAutomaton coverage(*this);
  std::uint32_t jump = SentenceOptions::kFirstJump, covered = coverage.start();
  search::Target::State state = target_.begin();
  double sum = 0;
  std::uint32_t words = 0;
  for (std::size_t i = 0; i < derivation.size(); ++i) {
    const Option& option = options_[derivation[i]];
    if (words >= length() || !between_walls(words, derivation[i])) return kNever;
    words += option.end - option.start;
    const int distance =
        std::abs(static_cast<int>(option.start) - static_cast<int>(options_.jump(jump).end));
    if (limit_ >= 0 && distance > limit_) return kNever;
    covered = coverage.step(covered, {0, 0, derivation[i]}, i + 1 == derivation.size()).state;
    if (covered == kNothing) return kNever;
    sum += step(jump, option) + target_.advance(state, option.phrase, option.words, state);
    jump = option.jump;
  }
  return words == length() ? sum + target_.finish(state) : kNever;
}

}  // namespace manyways::exact
