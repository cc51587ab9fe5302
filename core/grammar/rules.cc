#include "grammar/rules.h"

#include <algorithm>
#include <tuple>

#include "base/groups.h"
#include "base/hash.h"
#include "phrases/pairs.h"

namespace manyways::grammar {
namespace {

using phrases::Link;
using phrases::LinkedText;

// Symbols of one side; where[k] becomes the symbol index of word k, or of the gap that covers it.
template <typename Begin, typename Size, typename Symbol>
void spell_side(std::span<const WordId> words, const RulePlace& place, Begin begin, Size size,
                Symbol symbol, std::vector<WordId>& out, std::array<std::uint8_t, 256>& where) {
  out.clear();
  for (std::size_t k = 0; k < words.size();) {
    const auto index = static_cast<std::uint8_t>(out.size());
    std::size_t covered = 1;
    WordId id = words[k];
    for (unsigned g = 0; g < place.gaps; ++g) {
      if (begin(place.gap[g]) != k) continue;
      covered = size(place.gap[g]);
      id = symbol(g);
    }
    out.push_back(id);
    for (std::size_t end = k + covered; k < end; ++k) where[k] = index;
  }
}

bool in_gap(const RulePlace& place, int i) {
  for (unsigned g = 0; g < place.gaps; ++g) {
    const Gap& gap = place.gap[g];
    if (i >= gap.source_begin && i < gap.source_begin + gap.source_size) return true;
  }
  return false;
}

std::uint64_t hash_symbols(std::span<const WordId> symbols) {
  std::uint64_t hash = 0;
  for (const WordId symbol : symbols) hash = hash_combine(hash, symbol);
  return hash;
}

auto place_key(const RulePlace& place) {
  const auto bytes = [](const Gap& gap) {
    return std::tuple(gap.source_begin, gap.source_size, gap.target_begin, gap.target_size);
  };
  return std::tuple(place.sentence, place.source_begin, place.target_begin, place.source_size,
                    place.target_size, bytes(place.gap[0]), bytes(place.gap[1]));
}

double count_of(std::span<const RuleEvent> events) {
  double sum = 0;
  for (const RuleEvent& event : events) sum += event.count;
  return sum;
}

// Events of one rule, equal links side by side: the first event with the links to keep.
const RuleEvent& best_links(const LinkedText& text, const GapIds& gaps,
                            std::span<const RuleEvent> events, bool of_target) {
  const RuleEvent* best = nullptr;
  float best_count = -1;
  RuleSymbols symbols;
  std::vector<std::uint16_t> list, best_list;
  for_each_group(events, &RuleEvent::links, [&](std::span<const RuleEvent> alike) {
    const auto count = static_cast<float>(count_of(alike));
    if (count < best_count) return;
    spell_rule(text, alike.front().place, gaps, symbols);
    phrases::link_lists(symbols.links, (of_target ? symbols.target : symbols.source).size(),
                        of_target, list);
    if (count == best_count && list <= best_list) return;
    best_list.swap(list);
    best = &alike.front();
    best_count = count;
  });
  return *best;
}

// Product of the weights of words outside gaps.
template <typename Begin, typename Size>
float product(const std::vector<float>& weights, std::size_t start, std::size_t words,
              const RulePlace& place, Begin begin, Size size) {
  double result = 1;
  for (std::size_t k = 0; k < words;) {
    std::size_t skip = 0;
    for (unsigned g = 0; g < place.gaps; ++g) {
      if (begin(place.gap[g]) == k) skip = size(place.gap[g]);
    }
    if (skip == 0) result *= weights[start + k];
    k += std::max<std::size_t>(skip, 1);
  }
  return static_cast<float>(result);
}

constexpr auto kSourceBegin = [](const Gap& gap) -> std::size_t { return gap.source_begin; };
constexpr auto kSourceSize = [](const Gap& gap) -> std::size_t { return gap.source_size; };
constexpr auto kTargetBegin = [](const Gap& gap) -> std::size_t { return gap.target_begin; };
constexpr auto kTargetSize = [](const Gap& gap) -> std::size_t { return gap.target_size; };

// Sentences ascend where all links are equal.
std::uint32_t sentence_pairs(std::span<const RuleEvent> events, bool one_way) {
  if (events.size() == 1) return 1;
  thread_local std::vector<std::uint32_t> sentences;
  sentences.clear();
  for (const RuleEvent& event : events) sentences.push_back(event.place.sentence);
  if (!one_way) std::sort(sentences.begin(), sentences.end());
  const auto end = std::unique(sentences.begin(), sentences.end());
  return static_cast<std::uint32_t>(end - sentences.begin());
}

RuleCount count_rule(const LinkedText& text, const phrases::WordWeights& weights,
                     const GapIds& gaps, std::span<const RuleEvent> events) {
  const bool one_way = events.front().links == events.back().links;
  const RulePlace& kept = (one_way ? events.front() : best_links(text, gaps, events, true)).place;
  const RulePlace& other = (one_way ? events.front() : best_links(text, gaps, events, false)).place;
  RuleCount rule{};
  rule.source = events.front().source;
  rule.place = kept;
  rule.count = static_cast<float>(count_of(events));
  rule.pairs = sentence_pairs(events, one_way);
  rule.target_weight =
      product(weights.target,
              static_cast<std::size_t>(text.target_offsets[kept.sentence]) + kept.target_begin,
              kept.target_size, kept, kTargetBegin, kTargetSize);
  rule.source_weight =
      product(weights.source,
              static_cast<std::size_t>(text.source_offsets[other.sentence]) + other.source_begin,
              other.source_size, other, kSourceBegin, kSourceSize);
  return rule;
}

}  // namespace

void spell_rule(const LinkedText& text, const RulePlace& place, const GapIds& gaps,
                RuleSymbols& out) {
  std::array<std::uint8_t, 256> source_at, target_at;
  spell_side(
      text.source(place.sentence).subspan(place.source_begin, place.source_size), place,
      kSourceBegin, kSourceSize, [&](unsigned) { return gaps.source; }, out.source, source_at);
  spell_side(
      text.target(place.sentence).subspan(place.target_begin, place.target_size), place,
      kTargetBegin, kTargetSize, [&](unsigned g) { return gaps.target[place.crossed ? 1 - g : g]; },
      out.target, target_at);
  out.links.clear();
  for (unsigned g = 0; g < place.gaps; ++g) {
    out.links.push_back(
        {source_at[place.gap[g].source_begin], target_at[place.gap[g].target_begin]});
  }
  for (const phrases::WordLink link : text.links_of(place.sentence)) {
    const int i = link.source - place.source_begin, j = link.target - place.target_begin;
    if (i < 0 || j < 0 || i >= place.source_size || j >= place.target_size) continue;
    if (!in_gap(place, i)) out.links.push_back({source_at[i], target_at[j]});
  }
  std::sort(out.links.begin(), out.links.end(), [](Link a, Link b) {
    return std::tie(a.target, a.source) < std::tie(b.target, b.source);
  });
  out.links.erase(std::unique(out.links.begin(), out.links.end()), out.links.end());
}

RulePlace place_of(const RuleSpan& rule, std::size_t sentence) {
  const bool crossed = rule.gaps == 2 && rule.gap[0].source_begin > rule.gap[1].source_begin;
  return {static_cast<std::uint32_t>(sentence),
          rule.source_begin,
          rule.target_begin,
          rule.source_size,
          rule.target_size,
          rule.gaps,
          static_cast<std::uint8_t>(crossed),
          rule.gap};
}

void append_events(const LinkedText& text, std::size_t sentence, std::span<const RuleSpan> rules,
                   const GapIds& gaps, std::vector<RuleEvent>& out) {
  RuleSymbols symbols;
  for (const RuleSpan& rule : rules) {
    const RulePlace place = place_of(rule, sentence);
    spell_rule(text, place, gaps, symbols);
    std::uint64_t links = 0;
    for (const Link link : symbols.links) {
      links = hash_combine(links, std::uint64_t{link.source} << 8 | link.target);
    }
    const std::uint64_t source = hash_symbols(symbols.source);
    std::replace(symbols.target.begin(), symbols.target.end(), gaps.target[1], gaps.target[0]);
    out.push_back({hash_symbols(symbols.target), source, static_cast<std::uint32_t>(links),
                   rule.count, place});
  }
}

CountedRules count_rules(const LinkedText& text, const phrases::WordWeights& weights,
                         const GapIds& gaps, std::vector<RuleEvent>& events) {
  std::sort(events.begin(), events.end(), [](const RuleEvent& a, const RuleEvent& b) {
    const auto key = [](const RuleEvent& e) {
      return std::tie(e.target, e.place.crossed, e.source, e.links);
    };
    return key(a) != key(b) ? key(a) < key(b) : place_key(a.place) < place_key(b.place);
  });
  CountedRules result;
  const auto crossed = [](const RuleEvent& event) { return event.place.crossed; };
  for_each_group(std::span(events), &RuleEvent::target, [&](std::span<const RuleEvent> alike) {
    const std::size_t first_rule = result.rules.size();
    for_each_group(alike, crossed, [&](std::span<const RuleEvent> of_target) {
      for_each_group(of_target, &RuleEvent::source, [&](std::span<const RuleEvent> rule) {
        result.rules.push_back(count_rule(text, weights, gaps, rule));
        result.rules.back().target = result.targets;
      });
      ++result.targets;
    });
    const auto total = static_cast<float>(count_of(alike));
    for (std::size_t r = first_rule; r < result.rules.size(); ++r) {
      result.rules[r].target_count = total;
    }
  });
  return result;
}

}  // namespace manyways::grammar
