#include "grammar/extract.h"

#include <algorithm>
#include <stdexcept>

namespace manyways::grammar {

using phrases::SentenceLinks;

RuleExtractor::RuleExtractor(RuleSettings settings) : settings_(settings) {
  if (settings.span < 1 || settings.span > phrases::kLongestPhrase || settings.symbols < 1 ||
      settings.gaps > kMostGaps || settings.hole_source < 1 || settings.hole_target < 1) {
    throw std::invalid_argument("a rule covers 1 to 255 words and has at most 2 gaps");
  }
}

std::span<const RuleSpan> RuleExtractor::extract(const SentenceLinks& links) {
  rules_.clear();
  const std::size_t targets = links.target_size();
  if (holes_.size() < targets * settings_.span) holes_.resize(targets * settings_.span);
  for (auto& spans : holes_) spans.clear();
  for (std::size_t size = 1; size <= settings_.span && size <= targets; ++size) {
    for (std::size_t begin = 0; begin + size <= targets; ++begin) {
      add_phrase_pairs(links, begin, begin + size - 1);
    }
  }
  return rules_;
}

void RuleExtractor::add_phrase_pairs(const SentenceLinks& links, std::size_t begin,
                                     std::size_t end) {
  std::size_t low = phrases::kLongestSentence + 1, high = 0;
  for (std::size_t j = begin; j <= end; ++j) {
    const auto linked = links.of_target(j);
    if (linked.empty()) continue;
    low = std::min<std::size_t>(low, linked.front());
    high = std::max<std::size_t>(high, linked.back());
  }
  if (low > high || high - low >= settings_.span) return;
  for (std::size_t i = low; i <= high; ++i) {
    const auto linked = links.of_source(i);
    if (!linked.empty() && (linked.front() < begin || linked.back() > end)) return;
  }
  for (std::size_t first = low + 1; first-- > 0;) {
    if (high - first >= settings_.span) break;
    if (first < low && !links.of_source(first).empty()) break;
    for (std::size_t last = high; last < links.source_size() && last < first + settings_.span;
         ++last) {
      if (last > high && !links.of_source(last).empty()) break;
      const bool tight = first == low && last == high && !links.of_target(begin).empty() &&
                         !links.of_target(end).empty();
      if (tight || !settings_.tight) {
        holes(begin, end)
            .push_back({static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last)});
      }
      add_rules(links, {first, last, begin, end});
    }
  }
}

void RuleExtractor::add_rules(const SentenceLinks& links, const Whole& whole) {
  const std::size_t first_rule = rules_.size();
  const auto source_size = static_cast<unsigned>(whole.source_end - whole.source_begin + 1);
  const auto target_size = static_cast<unsigned>(whole.target_end - whole.target_begin + 1);
  RuleSpan rule{static_cast<std::uint16_t>(whole.source_begin),
                static_cast<std::uint16_t>(whole.target_begin),
                static_cast<std::uint8_t>(source_size),
                static_cast<std::uint8_t>(target_size),
                0,
                {},
                0};
  if (source_size <= settings_.symbols) rules_.push_back(rule);
  add_gaps(links, whole, rule, whole.target_begin, target_size, source_size);
  const float share = 1.0f / static_cast<float>(rules_.size() - first_rule);
  for (std::size_t r = first_rule; r < rules_.size(); ++r) rules_[r].count = share;
}

// Adds all rules that have one more gap than `rule`, the new one at or after first_target; then
// those with two more.
void RuleExtractor::add_gaps(const SentenceLinks& links, const Whole& whole, RuleSpan& rule,
                             std::size_t first_target, unsigned target_words,
                             unsigned source_words) {
  if (rule.gaps >= settings_.gaps) return;
  const bool last = rule.gaps + 1u == settings_.gaps;
  for (std::size_t begin = first_target; begin <= whole.target_end; ++begin) {
    for (std::size_t end = begin + settings_.hole_target - 1; end <= whole.target_end; ++end) {
      const auto hole_target = static_cast<unsigned>(end - begin + 1);
      if (target_words <= hole_target) break;
      for (const SourceSpan hole : holes(begin, end)) {
        const unsigned hole_source = hole.end - hole.begin + 1u;
        if (hole_source < settings_.hole_source || source_words <= hole_source) continue;
        const unsigned symbols = source_words - hole_source + rule.gaps + 1;
        if (last && symbols > settings_.symbols) continue;
        if (!fits(links, whole, rule, hole, begin, end)) continue;
        rule.gap[rule.gaps++] = {static_cast<std::uint8_t>(hole.begin - whole.source_begin),
                                 static_cast<std::uint8_t>(hole_source),
                                 static_cast<std::uint8_t>(begin - whole.target_begin),
                                 static_cast<std::uint8_t>(hole_target)};
        if (symbols <= settings_.symbols) rules_.push_back(rule);
        add_gaps(links, whole, rule, end + 1, target_words - hole_target,
                 source_words - hole_source);
        rule.gap[--rule.gaps] = {};
      }
    }
  }
}

// The hole lies inside the phrase pair, does not touch another gap in the source, and leaves a
// linked word.
bool RuleExtractor::fits(const SentenceLinks& links, const Whole& whole, const RuleSpan& rule,
                         SourceSpan hole, std::size_t hole_begin, std::size_t hole_end) const {
  if (hole.begin < whole.source_begin || hole.end > whole.source_end) return false;
  for (unsigned k = 0; k < rule.gaps; ++k) {
    const std::size_t begin = whole.source_begin + rule.gap[k].source_begin;
    const std::size_t end = begin + rule.gap[k].source_size;  // not included
    if (hole.begin <= end && begin <= hole.end + 1u) return false;
  }
  for (std::size_t j = whole.target_begin; j <= whole.target_end; ++j) {
    if (j >= hole_begin && j <= hole_end) continue;
    const auto inside = [&](const Gap& gap) {
      const std::size_t begin = whole.target_begin + gap.target_begin;
      return j >= begin && j < begin + gap.target_size;
    };
    if (std::any_of(rule.gap.begin(), rule.gap.begin() + rule.gaps, inside)) continue;
    if (!links.of_target(j).empty()) return true;
  }
  return false;
}

}  // namespace manyways::grammar
