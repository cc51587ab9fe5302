#include "phrases/pairs.h"

#include <algorithm>
#include <tuple>

#include "base/groups.h"
#include "base/hash.h"

namespace manyways::phrases {
void link_lists(std::vector<Link> links, std::size_t size, bool of_target,
                std::vector<std::uint16_t>& out) {
  if (!of_target) {
    for (Link& link : links) std::swap(link.source, link.target);
  }
  std::sort(links.begin(), links.end(), [](Link a, Link b) {
    return std::tie(a.target, a.source) < std::tie(b.target, b.source);
  });
  out.clear();
  std::size_t at = 0;
  for (std::size_t j = 0; j < size; ++j) {
    for (; at < links.size() && links[at].target == j; ++at) {
      out.push_back(static_cast<std::uint16_t>(links[at].source + 1));
    }
    out.push_back(0);
  }
}

namespace {

// Hashes of all spans of up to `longest` words: row `begin`, column `size` - 1.
void hash_spans(std::span<const WordId> words, unsigned longest, std::vector<std::uint64_t>& out) {
  out.resize(words.size() * longest);
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    std::uint64_t hash = 0;
    const std::size_t end = std::min<std::size_t>(words.size(), begin + longest);
    for (std::size_t at = begin; at < end; ++at) {
      hash = hash_combine(hash, words[at]);
      out[begin * longest + (at - begin)] = hash;
    }
  }
}

std::uint32_t hash_links(const SentenceLinks& links, const PhraseSpan& span) {
  std::uint64_t hash = 0;
  for (std::size_t j = 0; j < span.target_size; ++j) {
    for (const std::uint16_t i : links.of_target(span.target_begin + j)) {
      hash = hash_combine(hash, (i - span.source_begin) << 8 | j);
    }
  }
  return static_cast<std::uint32_t>(hash);
}

// Events of one pair, equal links side by side: the first event with the links to keep.
const Event& best_links(const LinkedText& text, std::span<const Event> events, bool of_target) {
  const Event* best = nullptr;
  std::size_t best_count = 0;
  std::vector<Link> links;
  std::vector<std::uint16_t> list, best_list;
  const auto list_of = [&](const Event& event, std::vector<std::uint16_t>& out) {
    links_inside(text, event.place, links);
    link_lists(links, of_target ? event.place.target_size : event.place.source_size, of_target,
               out);
  };
  for_each_group(events, &Event::links, [&](std::span<const Event> alike) {
    if (alike.size() < best_count) return;
    if (alike.size() == best_count) {
      if (best_list.empty()) list_of(*best, best_list);
      list_of(alike.front(), list);
      if (list <= best_list) return;
      best_list.swap(list);
    } else {
      best_list.clear();
    }
    best = &alike.front();
    best_count = alike.size();
  });
  return *best;
}

float product(const std::vector<float>& weights, std::int64_t begin, std::size_t size) {
  double result = 1;
  for (std::size_t k = 0; k < size; ++k) result *= weights[static_cast<std::size_t>(begin) + k];
  return static_cast<float>(result);
}

PairCount count_pair(const LinkedText& text, const WordWeights& weights,
                     std::span<const Event> events) {
  const bool one_way = events.front().links == events.back().links;
  const Event& kept = one_way ? events.front() : best_links(text, events, true);
  const Event& other = one_way ? events.front() : best_links(text, events, false);
  PairCount pair{};
  pair.source = kept.source;
  pair.place = kept.place;
  pair.count = static_cast<std::uint32_t>(events.size());
  pair.target_weight =
      product(weights.target, text.target_offsets[kept.place.sentence] + kept.place.target_begin,
              kept.place.target_size);
  pair.source_weight =
      product(weights.source, text.source_offsets[other.place.sentence] + other.place.source_begin,
              other.place.source_size);
  for (const Event& event : events) {
    ++pair.turns[event.place.before];
    ++pair.turns[4 + event.place.after];
  }
  return pair;
}

}  // namespace

void append_events(const LinkedText& text, std::size_t sentence, const SentenceLinks& links,
                   std::span<const PhraseSpan> spans, unsigned longest, std::vector<Event>& out) {
  thread_local std::vector<std::uint64_t> source_hashes, target_hashes;
  hash_spans(text.source(sentence), longest, source_hashes);
  hash_spans(text.target(sentence), longest, target_hashes);
  for (const PhraseSpan& span : spans) {
    const Place place{static_cast<std::uint32_t>(sentence),
                      span.source_begin,
                      span.target_begin,
                      span.source_size,
                      span.target_size,
                      span.before,
                      span.after};
    out.push_back({target_hashes[span.target_begin * longest + span.target_size - 1],
                   source_hashes[span.source_begin * longest + span.source_size - 1],
                   hash_links(links, span), place});
  }
}

CountedPairs count_pairs(const LinkedText& text, const WordWeights& weights,
                         std::vector<Event>& events) {
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.target, a.source, a.links, a.place.sentence, a.place.source_begin) <
           std::tie(b.target, b.source, b.links, b.place.sentence, b.place.source_begin);
  });
  CountedPairs result;
  for_each_group(std::span(events), &Event::target, [&](std::span<const Event> of_target) {
    const std::size_t first_pair = result.pairs.size();
    for_each_group(of_target, &Event::source, [&](std::span<const Event> pair) {
      result.pairs.push_back(count_pair(text, weights, pair));
    });
    for (std::size_t p = first_pair; p < result.pairs.size(); ++p) {
      result.pairs[p].target = static_cast<std::uint32_t>(result.targets.size());
      result.pairs[p].target_count = static_cast<std::uint32_t>(of_target.size());
      result.pairs[p].target_sources = static_cast<std::uint32_t>(result.pairs.size() - first_pair);
    }
    result.targets.push_back(of_target.front().place);
  });
  return result;
}

void links_inside(const LinkedText& text, const Place& place, std::vector<Link>& out) {
  out.clear();
  for (const WordLink link : text.links_of(place.sentence)) {
    const int i = link.source - place.source_begin, j = link.target - place.target_begin;
    if (i < 0 || j < 0 || i >= place.source_size || j >= place.target_size) continue;
    out.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j)});
  }
  std::sort(out.begin(), out.end(), [](Link a, Link b) {
    return std::tie(a.target, a.source) < std::tie(b.target, b.source);
  });
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace manyways::phrases
