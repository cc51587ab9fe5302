#include "syntax/transitions.h"

#include <algorithm>

#include "base/error.h"

namespace manyways::syntax {
namespace {

constexpr std::size_t kMostActions = 16'384, kMostChains = 16'384;

bool rows_sound(std::span<const std::int64_t> offsets, std::size_t size) {
  return !offsets.empty() && offsets.front() == 0 &&
         std::is_sorted(offsets.begin(), offsets.end()) &&
         static_cast<std::uint64_t>(offsets.back()) == size;
}

template <typename T>
std::span<const T> checked_section(const SectionFile& file, const char* name) {
  file.verify(name);
  return file.section<T>(name);
}

}  // namespace

Transitions::Transitions(const TransitionParts& parts, std::size_t labels)
    : actions_(parts.actions), symbols_(parts.symbols.view()), shifts_(parts.shifts.view()) {
  index(labels);
}

Transitions::Transitions(const SectionFile& file, std::size_t labels, std::size_t tags)
    : actions_(checked_section<Action>(file, "actions")),
      symbols_{checked_section<Label>(file, "symbol_labels"),
               checked_section<std::int64_t>(file, "symbol_offsets")},
      shifts_{checked_section<ActionId>(file, "shift_actions"),
              checked_section<std::int64_t>(file, "shift_offsets")} {
  bool sound = actions_.size() <= kMostActions &&
               rows_sound(symbols_.offsets, symbols_.values.size()) &&
               rows_sound(shifts_.offsets, shifts_.values.size()) && symbols_.size() > 0 &&
               symbols_.size() <= kMostChains && symbols_[0].empty() && shifts_.size() <= tags;
  for (const Label label : symbols_.values) sound = sound && label < labels;
  bool shift = false, whole = false;
  for (const Action& each : actions_) {
    const bool reduces = each.step != Step::kShift;
    sound = sound && each.step <= Step::kHeadRight && each.partial <= (reduces ? 1 : 0) &&
            each.symbol < symbols_.size() && !(reduces && symbols_[each.symbol].empty());
    shift = shift || !reduces;
    whole = whole || (reduces && each.partial == 0);
  }
  for (const ActionId id : shifts_.values) {
    sound = sound && id < actions_.size() && actions_[id].step == Step::kShift;
  }
  for (std::size_t s = 1; sound && s < symbols_.size(); ++s) sound = !symbols_[s].empty();
  if (!sound || !shift || !whole) {
    throw InputError(file.path(), 0, "is damaged: its actions cannot be used",
                     "Train it again, or copy it again from its source.");
  }
  index(labels);
}

void Transitions::index(std::size_t labels) {
  head_left_.resize(labels);
  head_right_.resize(labels);
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const Action& each = actions_[i];
    const auto id = static_cast<ActionId>(i);
    if (each.step == Step::kShift) {
      all_shifts_.push_back(id);
      continue;
    }
    all_reductions_.push_back(id);
    if (each.partial == 0) whole_.push_back(id);
    auto& lists = each.step == Step::kHeadLeft ? head_left_ : head_right_;
    lists[symbols_[each.symbol].back()].push_back(id);
  }
}

std::span<const ActionId> Transitions::reductions(Part below, Part top, bool last) const {
  std::span<const ActionId> found;
  if (!below.partial && !top.partial) {
    found = all_reductions_;
  } else if (!below.partial) {
    found = head_right_[top.label];
  } else if (!top.partial) {
    found = head_left_[below.label];
  }
  return found.empty() && last ? std::span<const ActionId>(whole_) : found;
}

void Transitions::save(SectionWriter& writer) const {
  writer.add("actions", actions_);
  writer.add("symbol_labels", symbols_.values);
  writer.add("symbol_offsets", symbols_.offsets);
  writer.add("shift_actions", shifts_.values);
  writer.add("shift_offsets", shifts_.offsets);
}

}  // namespace manyways::syntax
