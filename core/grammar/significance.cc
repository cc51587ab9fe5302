#include "grammar/significance.h"

#include <algorithm>
#include <cmath>

namespace manyways::grammar {

FisherTest::FisherTest(std::uint32_t pairs) : log_factorial_(std::size_t{pairs} + 1) {
  for (std::size_t n = 1; n < log_factorial_.size(); ++n) {
    log_factorial_[n] = log_factorial_[n - 1] + std::log(static_cast<double>(n));
  }
}

double FisherTest::alpha() const { return std::log(static_cast<double>(pairs())); }

double FisherTest::value(std::uint32_t both, std::uint32_t source, std::uint32_t target) const {
  const auto& ln = log_factorial_;
  const std::uint32_t n = pairs();
  // Fewer than `least` is impossible: then there is nothing to be surprised about.
  const std::uint32_t least = source + target > n ? source + target - n : 0;
  if (both <= least) return 0;
  const double first = ln[source] - ln[both] - ln[source - both] + ln[n - source] -
                       ln[target - both] - ln[n - source - (target - both)] -
                       (ln[n] - ln[target] - ln[n - target]);
  double sum = 1, term = 1;  // in units of the first probability
  for (std::uint32_t k = both; k < std::min(source, target); ++k) {
    term *= static_cast<double>(source - k) * (target - k) /
            (static_cast<double>(k + 1) * (n - source - target + k + 1));
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return std::max(0.0, -(first + std::log(sum)));
}

void SentenceSet::clear(std::size_t sentences) {
  list_.clear();
  if (marks_.size() < sentences) marks_.resize(sentences, 0);
  if (++mark_ != 0) return;
  std::fill(marks_.begin(), marks_.end(), 0u);
  mark_ = 1;
}

Significance::Significance(const phrases::LinkedText& text, const RuleSettings& settings,
                           unsigned threads)
    : settings_(settings),
      source_(text.source_words, text.source_offsets, std::min(settings.symbols, settings.span),
              threads),
      target_(text.target_words, text.target_offsets, settings.span, threads),
      fisher_(static_cast<std::uint32_t>(text.size())) {}

namespace {

// Gaps of one side, in its order: begin and size.
using GapSpans = std::array<std::pair<unsigned, unsigned>, kMostGaps>;

template <typename Side>
Side split(std::uint32_t begin, unsigned size, const GapSpans& gaps, unsigned count,
           unsigned hole) {
  Side side;
  unsigned at = 0, waiting = 0;
  const auto add_run = [&](unsigned end) {
    if (end == at) return;
    side.run[side.runs++] = {begin + at, static_cast<std::uint8_t>(end - at),
                             static_cast<std::uint8_t>(waiting)};
    waiting = 0;
  };
  for (unsigned g = 0; g < count; ++g) {
    add_run(gaps[g].first);
    waiting += hole;
    at = gaps[g].first + gaps[g].second;
  }
  add_run(size);
  side.after = waiting;
  return side;
}

}  // namespace

Significance::Side Significance::source_side(const RulePlace& place) const {
  GapSpans gaps{};
  for (unsigned g = 0; g < place.gaps; ++g) {
    gaps[place.crossed ? 1 - g : g] = {place.gap[g].source_begin, place.gap[g].source_size};
  }
  return split<Side>(source_.begin_of(place.sentence) + place.source_begin, place.source_size, gaps,
                     place.gaps, settings_.hole_source);
}

Significance::Side Significance::target_side(const RulePlace& place) const {
  GapSpans gaps{};
  for (unsigned g = 0; g < place.gaps; ++g) {
    gaps[g] = {place.gap[g].target_begin, place.gap[g].target_size};
  }
  return split<Side>(target_.begin_of(place.sentence) + place.target_begin, place.target_size, gaps,
                     place.gaps, settings_.hole_target);
}

std::span<const std::uint32_t> Significance::fewest_places(const TextIndex& index,
                                                           const Side& side) {
  auto fewest = index.places(side.run[0].place, side.run[0].size);
  for (unsigned k = 1; k < side.runs; ++k) {
    const auto places = index.places(side.run[k].place, side.run[k].size);
    if (places.size() < fewest.size()) fewest = places;
  }
  return fewest;
}

std::uint32_t Significance::most_source(const RulePlace& place) const {
  const std::size_t places = fewest_places(source_, source_side(place)).size();
  return static_cast<std::uint32_t>(std::min<std::size_t>(places, fisher_.pairs()));
}

std::uint32_t Significance::most_target(const RulePlace& place) const {
  const std::size_t places = fewest_places(target_, target_side(place)).size();
  return static_cast<std::uint32_t>(std::min<std::size_t>(places, fisher_.pairs()));
}

// The leftmost place of each run is the best: what follows has the most room.
bool Significance::occurs(const TextIndex& index, const Side& side, std::uint32_t sentence) {
  const auto words = index.sentence(sentence);
  std::size_t at = 0;
  for (unsigned k = 0; k < side.runs; ++k) {
    const Side::Run& run = side.run[k];
    at += run.before;
    if (at + run.size > words.size()) return false;
    const auto symbols = index.run(run.place, run.size);
    const auto found = std::search(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(),
                                   symbols.begin(), symbols.end());
    if (found == words.end()) return false;
    at = static_cast<std::size_t>(found - words.begin()) + run.size;
  }
  return at + side.after <= words.size();
}

template <typename Work>
void Significance::for_each_sentence(const TextIndex& index, const Side& side, Work&& work) const {
  thread_local SentenceSet seen;
  seen.clear(fisher_.pairs());
  for (const std::uint32_t place : fewest_places(index, side)) {
    const std::uint32_t sentence = index.sentence_of(place);
    if (seen.add(sentence) && occurs(index, side, sentence)) work(sentence);
  }
}

void Significance::find_source(const RulePlace& place, SentenceSet& out) const {
  out.clear(fisher_.pairs());
  for_each_sentence(source_, source_side(place), [&](std::uint32_t s) { out.add(s); });
}

std::uint32_t Significance::target_sentences(const RulePlace& place) const {
  std::uint32_t count = 0;
  for_each_sentence(target_, target_side(place), [&](std::uint32_t) { ++count; });
  return count;
}

std::uint32_t Significance::pairs(const RulePlace& place, const SentenceSet& source) const {
  const Side side = target_side(place);
  std::uint32_t count = 0;
  if (source.size() <= fewest_places(target_, side).size()) {
    for (const std::uint32_t s : source.list()) count += occurs(target_, side, s);
  } else {
    for_each_sentence(target_, side, [&](std::uint32_t s) { count += source.has(s); });
  }
  return count;
}

}  // namespace manyways::grammar
