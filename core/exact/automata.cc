#include "exact/automata.h"

#include <algorithm>

namespace manyways::exact {

using search::Option;

std::uint32_t TargetAutomaton::start() {
  return ids_.add(std::uint64_t{search::SentenceOptions::kFirstJump} << 32);
}

Automaton::Step TargetAutomaton::step(std::uint32_t state, const Edge& edge, bool last) {
  const bool plain = !problem_.model().has_reordering();
  const std::uint64_t key = plain ? state : ids_.at(state);
  const auto place = static_cast<std::uint32_t>(key);
  const Places::Step& found = places_.step(place, edge.option);
  const std::uint32_t next = found.next;
  double weight = found.score;
  std::uint32_t jump = 0;
  if (plain) {
    weight += problem_.base_step(places_.end(place), edge.option);
  } else {
    const Option& option = problem_.options()[edge.option];
    weight += problem_.step(static_cast<std::uint32_t>(key >> 32), option);
    jump = option.jump;
  }
  if (last) weight += places_.finish(next);
  if (weight == kNever) return {kNothing, weight};
  if (last) return {0, weight};
  return {plain ? next : ids_.add(std::uint64_t{jump} << 32 | next), weight};
}

std::uint32_t WindowAutomaton::start() {
  return ids_.add(reorders_ ? search::SentenceOptions::kFirstJump : 0);
}

// Bit i of a mask is the word end - reach + i.
Automaton::Step WindowAutomaton::step(std::uint32_t state, const Edge& edge, bool last) {
  const Problem::Span span = problem_.span(edge.option);
  const std::uint64_t key = ids_.at(state);
  std::uint64_t mask = key >> 32;
  const auto own = static_cast<std::uint32_t>(key);
  const std::uint32_t end = reorders_ ? problem_.options().jump(own).end : own;
  const int before = static_cast<int>(end), reach = static_cast<int>(reach_);
  const int from = std::clamp(span.start - before + reach, 0, 2 * reach);
  const int to = std::clamp(span.end - before + reach, 0, 2 * reach);
  if ((mask & ((std::uint64_t{1} << to) - (std::uint64_t{1} << from))) != 0) {
    return {kNothing, kNever};
  }
  double weight = edge.weight;
  std::uint64_t next = span.end;
  if (reorders_) {
    const Option& option = problem_.options()[edge.option];
    weight += problem_.step(own, option) - problem_.base_step(end, edge.option);
    next = option.jump;
  }
  if (last) return {0, weight};
  const int shift = std::clamp(span.end - before, -63, 63);
  mask = shift >= 0 ? mask >> shift : mask << -shift;
  const int words = std::min(reach, span.end - span.start);
  mask |= (std::uint64_t{1} << reach) - (std::uint64_t{1} << (reach - words));
  mask &= (std::uint64_t{1} << 2 * reach) - 1;
  return {ids_.add(mask << 32 | next), weight};
}

Automaton::Step BlockAutomaton::step(std::uint32_t state, const Edge& edge, bool last) {
  const Problem::Span span = problem_.span(edge.option);
  const Asked asked{state, span, last};
  if (asked == asked_) return {answer_, edge.weight};
  asked_ = asked;
  const std::uint64_t key = ids_.at(state);
  const std::uint64_t begin = key >> 16, end = key & 0xffff;
  if (span.end > begin && span.start < end) {
    answer_ = kNothing;
  } else if (last) {
    answer_ = 0;
  } else {
    const std::uint64_t from = span.start == end ? begin : span.start;
    const std::uint64_t to = span.start != end && span.end == begin ? end : span.end;
    answer_ = ids_.add(from << 16 | to);
  }
  return {answer_, edge.weight};
}

OnceAutomaton::OnceAutomaton(const Problem& problem, std::span<const std::uint32_t> words)
    : problem_(problem),
      before_(problem.length() + 1, 0),
      all_((std::uint32_t{1} << words.size()) - 1) {
  for (const std::uint32_t word : words) ++before_[word + 1];
  for (std::size_t i = 1; i < before_.size(); ++i) before_[i] += before_[i - 1];
}

Automaton::Step OnceAutomaton::step(std::uint32_t state, const Edge& edge, bool last) {
  const Problem::Span option = problem_.span(edge.option);
  const std::uint32_t own =
      (std::uint32_t{1} << before_[option.end]) - (std::uint32_t{1} << before_[option.start]);
  if ((state & own) != 0) return {kNothing, kNever};
  if (last) return {(state | own) == all_ ? 0 : kNothing, edge.weight};
  return {state | own, edge.weight};
}

CoverageAutomaton::CoverageAutomaton(const Problem& problem)
    : problem_(problem), words_(problem.length() / 64 + 1), bits_(words_, 0), hashes_(1, 0) {
  ids_.find_or_add(0, 0, [](std::uint32_t) { return false; }, [](std::uint32_t) { return 0; });
}

Automaton::Step CoverageAutomaton::step(std::uint32_t state, const Edge& edge, bool last) {
  const Problem::Span option = problem_.span(edge.option);
  const auto [known, fresh] = steps_.insert(
      std::uint64_t{state} << 32 | std::uint64_t{option.start} << 16 | option.end, kNothing);
  if (fresh) {
    *known = !fits(state, option.start, option.end) ? kNothing
             : last                                 ? 0
                                                    : extend(state, option.start, option.end);
  }
  return {*known, edge.weight};
}

bool CoverageAutomaton::fits(std::uint32_t state, std::uint32_t start, std::uint32_t end) const {
  const std::uint64_t* bits = bits_.data() + state * words_;
  for (std::uint32_t i = start; i < end; ++i) {
    if (covered(bits, i)) return false;
  }
  const int limit = problem_.distortion_limit();
  if (problem_.space() == search::Space::kFree || limit < 0) return true;
  std::uint32_t gap = 0;
  while (covered(bits, gap)) ++gap;
  return start == gap || end <= gap + static_cast<std::uint32_t>(limit);
}

std::uint32_t CoverageAutomaton::extend(std::uint32_t state, std::uint32_t start,
                                        std::uint32_t end) {
  const std::size_t own = bits_.size();
  bits_.resize(own + words_);
  std::uint64_t hash = 0;
  for (std::size_t w = 0; w < words_; ++w) bits_[own + w] = bits_[state * words_ + w];
  for (std::uint32_t i = start; i < end; ++i) bits_[own + i / 64] |= std::uint64_t{1} << (i % 64);
  for (std::size_t w = 0; w < words_; ++w) hash = hash_combine(hash, bits_[own + w]);
  if (!can_finish(bits_.data() + own, end)) {
    bits_.resize(own);
    return kNothing;
  }
  const auto same = [&](std::uint32_t other) {
    return hashes_[other] == hash &&
           std::equal(bits_.begin() + static_cast<std::ptrdiff_t>(own), bits_.end(),
                      bits_.begin() + static_cast<std::ptrdiff_t>(other * words_));
  };
  const std::uint32_t id =
      ids_.find_or_add(hash, hashes_.size(), same, [&](std::uint32_t i) { return hashes_[i]; });
  if (id == hashes_.size()) {
    hashes_.push_back(hash);
  } else {
    bits_.resize(own);
  }
  return id;
}

// Necessary for a completion: every hole can be filled by options, and jumps lead to all of them.
// A jump that first reaches the words left (right) of some place starts on its other side.
bool CoverageAutomaton::can_finish(const std::uint64_t* bits, std::uint32_t end) const {
  const std::uint32_t length = problem_.length();
  const int limit = problem_.distortion_limit();
  std::int64_t hole = -1;  // the last open word seen
  std::int64_t left = -1;  // the last open word before `end`
  for (std::uint32_t i = 0; i < length;) {
    if (covered(bits, i)) {
      ++i;
      continue;
    }
    std::uint32_t stop = i + 1;
    while (stop < length && !covered(bits, stop)) ++stop;
    if (problem_.options().future(i, stop) == kNever) return false;
    if (limit >= 0) {
      const bool before = stop <= end;
      // Between two open words on the left, the jump goes left over both; on the right, over the
      // covered words between them.
      if (before && hole >= 0 && static_cast<std::int64_t>(i) + 1 - hole > limit) return false;
      if (before && stop - i > 1 && limit < 2) return false;
      if (!before && hole >= 0 && hole != left && static_cast<std::int64_t>(i) - hole - 1 > limit)
        return false;
      if (!before && hole == left && left >= 0 && static_cast<std::int64_t>(i) - left - 1 > limit)
        return false;
      if (!before && hole == left &&
          static_cast<std::int64_t>(i) - static_cast<std::int64_t>(end) > limit)
        return false;
      if (before) left = stop - 1;
    }
    hole = stop - 1;
    i = stop;
  }
  return limit < 0 || left < 0 || static_cast<std::int64_t>(end) - left <= limit;
}

}  // namespace manyways::exact
