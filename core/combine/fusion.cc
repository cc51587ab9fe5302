#include "combine/fusion.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/interrupt.h"

namespace manyways::combine {

namespace {

// For each word of `a` the word of `b` that it stays in a longest common subsequence, or -1; of equals the
// one that keeps earlier words.
std::vector<std::int32_t> common_words(std::span<const WordId> a, std::span<const WordId> b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::uint16_t> longest((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      longest[i * width + j] =
          a[i] == b[j] ? static_cast<std::uint16_t>(longest[(i + 1) * width + j + 1] + 1)
                       : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  std::vector<std::int32_t> kept(a.size(), -1);
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      kept[i++] = static_cast<std::int32_t>(j++);
    } else if (longest[i * width + j + 1] >= longest[(i + 1) * width + j]) {
      ++j;
    } else {
      ++i;
    }
  }
  return kept;
}

}  // namespace

Fusion::Fusion(const Lists& lists, std::span<const std::int64_t> bases,
               std::span<const double> values, FusionSettings settings)
    : settings_(settings), sentences_(lists.size()) {
  for (std::size_t s = 0; s < lists.size(); ++s) {
    if (bases[s] < 0) continue;
    const auto first = static_cast<std::size_t>(lists.sentence_offsets[s]);
    const auto base = static_cast<std::size_t>(bases[s]);
    compare(lists, s, base);
    Sentence& sentence = sentences_[s];
    const auto last = static_cast<std::size_t>(lists.sentence_offsets[s + 1]);
    for (std::size_t c = first; c < last; ++c) {
      Text text{{}, values[c], static_cast<std::uint32_t>(kMostWords)};
      const std::uint64_t member = std::uint64_t{1} << (c - first);
      for (const WordId word : lists.candidate(c)) {
        text.words.push_back({word, static_cast<std::int16_t>(c - first), member});
      }
      const bool own = c - first == base;
      if (own) text = {sentence.base, values[c], 0};
      const bool known = std::any_of(sentence.texts.begin(), sentence.texts.end(),
                                     [&](const Text& one) { return equal(one, text); });
      if (own) {
        std::erase_if(sentence.texts, [&](const Text& one) { return equal(one, text); });
        sentence.beam.assign(1, static_cast<std::uint32_t>(sentence.texts.size()));
        sentence.texts.push_back(std::move(text));
      } else if (!known && !text.words.empty()) {
        sentence.texts.push_back(std::move(text));
      }
    }
  }
}

bool Fusion::equal(const Text& one, const Text& other) {
  return std::equal(one.words.begin(), one.words.end(), other.words.begin(), other.words.end(),
                    [](const Said& a, const Said& b) { return a.word == b.word; });
}

void Fusion::compare(const Lists& lists, std::size_t s, std::size_t base) {
  const auto first = static_cast<std::size_t>(lists.sentence_offsets[s]);
  Sentence& sentence = sentences_[s];
  const auto words = lists.candidate(first + base);
  for (const WordId word : words) {
    sentence.base.push_back({word, static_cast<std::int16_t>(base), std::uint64_t{1} << base});
  }
  const auto last = static_cast<std::size_t>(lists.sentence_offsets[s + 1]);
  for (std::size_t c = first; c < last; ++c) {
    if (c - first == base || lists.candidate(c).empty()) continue;
    add_detours(sentence, words, lists.candidate(c), std::uint64_t{1} << (c - first));
  }
  std::stable_sort(sentence.detours.begin(), sentence.detours.end(),
                   [](const Detour& a, const Detour& b) { return a.start < b.start; });
}

void Fusion::add_detours(Sentence& sentence, std::span<const WordId> base,
                         std::span<const WordId> other, std::uint64_t member) {
  const auto kept = common_words(base, other);
  std::uint32_t start = 0, from = 0;
  for (std::uint32_t i = 0; i <= base.size(); ++i) {
    if (i < base.size() && kept[i] < 0) continue;
    const auto to = i < base.size() ? static_cast<std::uint32_t>(kept[i])
                                    : static_cast<std::uint32_t>(other.size());
    if (i < base.size()) sentence.base[i].members |= member;
    if (start < i || from < to) {
      const auto words = other.subspan(from, to - from);
      const auto known =
          std::find_if(sentence.detours.begin(), sentence.detours.end(), [&](const Detour& one) {
            return one.start == start && one.end == i &&
                   std::equal(words.begin(), words.end(), one.words.begin(), one.words.end());
          });
      if (known != sentence.detours.end()) {
        known->members |= member;
      } else {
        sentence.detours.push_back({start, i, words, member});
      }
    }
    start = i + 1;
    from = to + 1;
  }
}

Fusion::Text Fusion::with_detour(const Sentence& sentence, const Text& text, const Detour& detour) {
  // What is behind `start` is still the base's: as many words as the base has from there.
  const std::size_t rest = sentence.base.size() - detour.start;
  Text made{
      {text.words.begin(), text.words.end() - static_cast<std::ptrdiff_t>(rest)}, 0, detour.end};
  const auto origin = static_cast<std::int16_t>(std::countr_zero(detour.members));
  for (const WordId word : detour.words) made.words.push_back({word, origin, detour.members});
  made.words.insert(made.words.end(), sentence.base.begin() + detour.end, sentence.base.end());
  return made;
}

void Fusion::propose(Sentence& sentence) {
  sentence.proposed.clear();
  while (sentence.next < sentence.detours.size() && sentence.proposed.empty()) {
    const std::uint32_t start = sentence.detours[sentence.next].start;
    std::vector<std::uint32_t> ready;  // as the beam is before any detour of this start
    for (const std::uint32_t at : sentence.beam) {
      if (sentence.texts[at].end <= start) ready.push_back(at);
    }
    for (;
         sentence.next < sentence.detours.size() && sentence.detours[sentence.next].start == start;
         ++sentence.next) {
      const Detour& detour = sentence.detours[sentence.next];
      for (const std::uint32_t at : ready) {
        Text made = with_detour(sentence, sentence.texts[at], detour);
        if (made.words.empty()) continue;
        const auto same = [&](const Text& one) { return equal(one, made); };
        const auto known = std::find_if(sentence.texts.begin(), sentence.texts.end(), same);
        if (known == sentence.texts.end()) {
          const auto twin = std::find_if(sentence.proposed.begin(), sentence.proposed.end(), same);
          if (twin == sentence.proposed.end()) {
            sentence.proposed.push_back(std::move(made));
          } else {
            twin->end = std::min(twin->end, made.end);
          }
          continue;
        }
        // Scored before, as a candidate or over another way: it may go on from here, too.
        known->end = std::min(known->end, made.end);
        const auto number = static_cast<std::uint32_t>(known - sentence.texts.begin());
        if (std::find(sentence.beam.begin(), sentence.beam.end(), number) == sentence.beam.end()) {
          sentence.beam.push_back(number);
        }
      }
    }
  }
}

bool Fusion::propose(Proposal& texts) {
  texts = {};
  for (Sentence& sentence : sentences_) {
    check_interrupt();
    propose(sentence);
    for (const Text& text : sentence.proposed) {
      for (const Said& said : text.words) texts.words.push_back(said.word);
      texts.word_offsets.push_back(static_cast<std::int64_t>(texts.words.size()));
    }
    texts.sentence_offsets.push_back(static_cast<std::int64_t>(texts.word_offsets.size() - 1));
  }
  return texts.word_offsets.size() > 1;
}

void Fusion::accept(std::span<const double> values) {
  std::size_t count = 0;
  for (const Sentence& sentence : sentences_) count += sentence.proposed.size();
  if (values.size() != count) throw std::invalid_argument("a value is needed for each text");
  std::size_t at = 0;
  for (Sentence& sentence : sentences_) {
    for (Text& text : sentence.proposed) {
      text.value = values[at++];
      sentence.beam.push_back(static_cast<std::uint32_t>(sentence.texts.size()));
      sentence.texts.push_back(std::move(text));
    }
    sentence.proposed.clear();
    std::stable_sort(sentence.beam.begin(), sentence.beam.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       return sentence.texts[a].value > sentence.texts[b].value;
                     });
    if (sentence.beam.size() > settings_.beam) sentence.beam.resize(settings_.beam);
  }
}

Combined Fusion::list(std::size_t size) const {
  Combined found;
  for (const Sentence& sentence : sentences_) {
    std::vector<std::uint32_t> order(sentence.texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return sentence.texts[a].value > sentence.texts[b].value;
    });
    if (order.size() > size) order.resize(size);
    for (const std::uint32_t at : order) {
      for (const Said& said : sentence.texts[at].words) {
        found.words.push_back(said.word);
        found.origins.push_back(said.origin);
        found.agreed.push_back(said.members);
      }
      found.word_offsets.push_back(static_cast<std::int64_t>(found.words.size()));
      found.scores.push_back(sentence.texts[at].value);
      found.features.push_back(sentence.texts[at].value);
    }
    found.sentence_offsets.push_back(static_cast<std::int64_t>(found.scores.size()));
    found.optimal.push_back(0);
  }
  return found;
}

}  // namespace manyways::combine
