#include "exact/problem.h"

#include <algorithm>
#include <cstdlib>

#include "exact/automata.h"

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

// A phrase [start, end) begins at the first gap, or ends at most `limit` behind it. In the first case all
// before its end is covered, in both nothing beyond the gap and the limit.
Problem::Band Problem::covered_at(std::uint32_t end) const {
  if (end == 0) return {0, 1};
  if (space_ != search::Space::kGap || limit_ < 0) return {1, length()};
  const auto limit = static_cast<std::uint32_t>(std::max(limit_, 1));
  return {end >= limit ? end - limit + 1 : 1, std::min(length(), end + limit)};
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
