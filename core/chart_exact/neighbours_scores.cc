// What rows say after the words that can stand before them, and how multipliers are to be moved.
#include <algorithm>
#include <cmath>

#include "chart_exact/neighbours.h"

namespace manyways::chart_exact {

// The meetings of a slot that are left, of all its set.
void Neighbours::find_meetings(const Slot& slot, const Survivors& left) {
  const Tokens& set = sets_[slot.set];
  left_here_.assign(set.size(), true);
  if (left.empty()) return;
  const std::uint32_t* const id = old_slot_ids_.find(key(slot));
  if (id == nullptr) return;
  const Slot& old = old_slots_[*id];
  const Tokens& old_set = old_sets_[old.set];
  for (std::size_t k = 0; k < set.size(); ++k) {
    const Token word = language_.cut(set[k], old_depth_);
    const auto at = std::lower_bound(old_set.begin(), old_set.end(), word) - old_set.begin();
    left_here_[k] = left.meetings[old.first + static_cast<std::size_t>(at)] != kNone;
  }
}

bool Neighbours::score_slots(const Survivors& left, std::size_t most, exact::Watch& watch) {
  meeting_ids_.clear();
  entries_.clear();
  ends_.clear();
  entry_meeting_.clear();
  for (Slot& slot : slots_) {
    slot.first = entry_meeting_.size();
    find_meetings(slot, left);
    const Tokens& set = sets_[slot.set];
    for (std::size_t k = 0; k < set.size(); ++k) {
      if (entry_meeting_.size() % kQuestionsPerLook == kQuestionsPerLook - 1 && watch.over()) {
        return false;
      }
      entry_meeting_.push_back(left_here_[k] ? meeting(set[k], slot) : kNothing);
    }
    if (std::max(entry_meeting_.size(), entries_.size()) > most) return false;
  }
  rescore();
  return true;
}

// The number of a word and a row after it.
std::uint32_t Neighbours::meeting(Token before, const Slot& slot) {
  const std::uint64_t row = row_ids_.add(std::uint64_t{slot.row} << 32 | (slot.paid ? 1 : 0));
  const std::uint32_t id = meeting_ids_.add(std::uint64_t{before} << 32 | row);
  if (id * language_.models().size() == ends_.size()) {
    const auto words = language_.row_words(slot.row);
    const std::size_t count = language_.words(slot.row).size();
    states_.ask(before, std::span(words).first(count), slot.paid, entries_, ends_);
  }
  return id;
}

void Neighbours::rescore() {
  states_.update();
  const std::size_t models = language_.models().size();
  meetings_.assign(meeting_ids_.size(), 0);
  std::size_t at = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    float best = kNone;
    for (; at < ends_[i]; ++at) best = std::max(best, states_.value(entries_[at]));
    meetings_[i / models] += best;
  }
  scores_.resize(entry_meeting_.size());
  for (std::size_t e = 0; e < scores_.size(); ++e) {
    scores_[e] = entry_meeting_[e] == kNothing ? kNone : meetings_[entry_meeting_[e]];
  }
  fixed_now_ = fixed_;
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    for (std::size_t k = first_inner_[i]; k < first_inner_[i + 1]; ++k) {
      fixed_now_[i] += static_cast<double>(multipliers()[inner_[k]]);
    }
  }
  set_largest();
}

void Neighbours::balance(const Survivors& left, float least, std::vector<float>& direction) {
  const std::size_t models = language_.models().size();
  std::vector<float> most(meetings_.size(), kNone);
  for (std::size_t e = 0; e < scores_.size(); ++e) {
    const std::uint32_t id = entry_meeting_[e];
    if (id != kNothing) most[id] = std::max(most[id], left.meetings[e]);
  }
  states_.begin_balance(least);
  std::size_t at = 0;
  for (std::size_t i = 0; i < ends_.size(); at = ends_[i++]) {
    if (most[i / models] < least) continue;
    const auto own = std::span(entries_).subspan(at, ends_[i] - at);
    states_.weigh(own, most[i / models]);
  }
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    for (std::size_t k = first_inner_[i]; k < first_inner_[i + 1]; ++k) {
      states_.leave(inner_[k], left.choices[i]);
    }
  }
  states_.end_balance(direction);
}

void Neighbours::set_largest() {
  largest_ = 1;
  for (const auto* numbers : {&scores_, &multipliers()}) {
    for (const float each : *numbers) {
      if (each != kNone) largest_ = std::max(largest_, std::abs(static_cast<double>(each)));
    }
  }
}

}  // namespace manyways::chart_exact
