#include "combine/frontier_problem.h"

#include <algorithm>
#include <utility>

#include "base/interner.h"

namespace manyways::combine {

FrontierProblem::FrontierProblem(std::vector<Input> inputs, const Words& words,
                                 const MatchSettings& matching, const FrontierSettings& settings)
    : inputs_(std::move(inputs)), links_(link_inputs(inputs_, words.stages, matching)) {
  for (const Input& input : inputs_) {
    most_words_ = std::max(most_words_, input.words.size() + settings.radius);
    for (const WordId word : input.words) sign_.push_back(words.signs[word]);
  }
  find_classes();
  find_phrases(settings);
  if (settings.horizon == Horizon::kAlignment) project(settings.radius);
}

void FrontierProblem::find_classes() {
  Interner<std::uint32_t> known;
  std::vector<std::uint32_t> row;
  for (std::size_t s = 0; s < inputs(); ++s) {
    for (std::size_t i = 0; i < inputs_[s].words.size(); ++i) {
      const std::size_t word = links_.start[s] + i;
      row.assign(1, inputs_[s].words[i]);
      for (const Link& link : links_.of(word)) {
        row.push_back(static_cast<std::uint32_t>(link.to + 1) << 8 | link.kind);
      }
      class_of_.push_back(known.add(row));
      if (class_of_.back() == class_words_.size()) add_class(row[0], links_.of(word));
    }
  }
  std::vector<Link> ends(inputs(), Link{-1, kExact});
  add_class(kSentenceStart, ends);
  for (std::size_t s = 0; s < inputs(); ++s) ends[s].to = static_cast<std::int16_t>(length(s));
  add_class(kSentenceEnd, ends);
}

void FrontierProblem::add_class(WordId word, std::span<const Link> links) {
  class_words_.push_back(word);
  exactly_.push_back(0);
  anyhow_.push_back(0);
  for (std::size_t t = 0; t < inputs(); ++t) {
    const bool linked = links[t].kind != 0;
    places_.push_back(linked ? links[t].to : kNowhere);
    if (linked) anyhow_.back() |= std::uint64_t{1} << t;
    if (links[t].kind == kExact) exactly_.back() |= std::uint64_t{1} << t;
  }
}

std::uint64_t FrontierProblem::adjacent(std::uint32_t last, std::uint32_t next) const {
  const auto before = places(last), after = places(next);
  std::uint64_t mask = 0;
  for (std::size_t t = 0; t < inputs(); ++t) {
    mask |= std::uint64_t{after[t] == before[t] + 1 && before[t] != kNowhere} << t;
  }
  return mask;
}

// The end of the longest run that some other input has in the same order and that begins with this word.
std::uint16_t FrontierProblem::run_end(std::size_t s, std::size_t i) const {
  std::size_t longest = 0;
  const std::size_t size = inputs_[s].words.size();
  for (std::size_t t = 0; t < inputs(); ++t) {
    const auto place = [&](std::size_t at) { return links_.of(links_.start[s] + at)[t].to; };
    if (t == s || place(i) < 0) continue;
    if (i > 0 && place(i - 1) >= 0 && place(i - 1) + 1 == place(i)) continue;
    std::size_t end = i + 1;
    while (end < size && place(end) >= 0 && place(end) == place(end - 1) + 1) ++end;
    if (end - i >= 2) longest = std::max(longest, end);
  }
  return static_cast<std::uint16_t>(longest);
}

void FrontierProblem::find_phrases(const FrontierSettings& settings) {
  phrase_end_.assign(words(), 0);
  for (std::size_t s = 0; s < inputs(); ++s) {
    for (std::size_t i = 0; i < inputs_[s].words.size(); ++i) {
      std::uint16_t& end = phrase_end_[links_.start[s] + i];
      if (settings.alignment_phrases) end = run_end(s, i);
      if (!settings.punctuation_phrases || is_sign(links_.start[s] + i)) continue;
      std::size_t signs = i + 1;
      while (signs < inputs_[s].words.size() && is_sign(links_.start[s] + signs)) ++signs;
      if (signs > i + 1) end = std::max(end, static_cast<std::uint16_t>(signs));
    }
  }
}

// Where input t is when s is at a place: seen through the nearest link on the left and on the right (both
// ends are linked), the lesser of the two, less the radius.
void FrontierProblem::project(unsigned radius) {
  least_place_.assign((words() + inputs()) * inputs(), 0);
  for (std::size_t s = 0; s < inputs(); ++s) {
    const int size = length(s);
    for (std::size_t t = 0; t < inputs(); ++t) {
      const auto at = [&](int i) -> int& {
        return least_place_[(links_.start[s] + s + static_cast<std::size_t>(i)) * inputs() + t];
      };
      const auto linked = [&](int i) {
        return i == size ? length(t)
                         : links_.of(links_.start[s] + static_cast<std::size_t>(i))[t].to;
      };
      for (int i = 0, from = -1, to = -1; i <= size; ++i) {
        if (linked(i) >= 0) from = i, to = linked(i);
        at(i) = to + i - from;
      }
      for (int i = size, from = size, to = length(t); i >= 0; --i) {
        if (linked(i) >= 0) from = i, to = linked(i);
        at(i) = std::min(at(i), to - (from - i)) - static_cast<int>(radius);
      }
    }
  }
}

}  // namespace manyways::combine
