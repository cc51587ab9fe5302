#include "text/letter_model.h"

#include <cmath>
#include <string>

#include "base/hash.h"
#include "base/utf8.h"

namespace manyways::text {
namespace {

constexpr std::size_t kLettersBefore = 4;        // letters
constexpr std::size_t kLongestLearnt = 40;       // letters of a word that is learnt from
constexpr double kNeverSeen = 0.1;               // what a letter counts that was never seen
constexpr double kPossibleLetters = 100;         // letters that may be
constexpr std::uint64_t kEmptyContext = 0x5eed;  // of the keys

// A key for letters in their order. Different stretches have different keys but for chance (2^-64).
std::uint64_t behind(std::uint64_t key, char32_t letter) { return hash_combine(key, letter); }

}  // namespace

LetterModel::LetterModel(const TextView& words) {
  contexts_.insert(kEmptyContext, {});
  std::u32string padded;
  for (std::size_t i = 0; i < words.size(); ++i) {
    padded.assign(kLettersBefore, kStart);
    unicode::for_each_character(words[i], [&](char32_t c, std::string_view) { padded += c; });
    padded += kEnd;
    if (padded.size() <= kLettersBefore + 1 || padded.size() > kLettersBefore + 1 + kLongestLearnt)
      continue;
    add(padded);
  }
}

void LetterModel::add(const std::u32string& padded) {
  for (std::size_t at = kLettersBefore; at < padded.size(); ++at) {
    for (std::size_t size = 0; size <= kLettersBefore; ++size) {
      std::uint64_t context = kEmptyContext;  // the nearest letter first
      for (std::size_t back = 1; back <= size; ++back) {
        context = behind(context, padded[at - back]);
      }
      Seen& seen = *contexts_.insert(context, {}).first;
      const auto [times, fresh] = grams_.insert(behind(~context, padded[at]), 0);
      ++*times;
      ++seen.times;
      seen.kinds += fresh ? 1 : 0;
    }
  }
}

double LetterModel::score(std::u32string_view before, char32_t letter) const {
  double probability = 0;
  std::uint64_t context = kEmptyContext;
  for (std::size_t size = 0; size <= kLettersBefore; ++size) {
    if (size > 0) {
      const bool inside = size <= before.size();
      context = behind(context, inside ? before[before.size() - size] : kStart);
    }
    const Seen* const seen = contexts_.find(context);
    if (seen == nullptr) break;
    const std::uint32_t* const found = grams_.find(behind(~context, letter));
    const double times = found != nullptr ? *found : 0, all = seen->times, kinds = seen->kinds;
    probability = size == 0 ? (times + kNeverSeen) / (all + kNeverSeen * kPossibleLetters)
                            : (times + kinds * probability) / (all + kinds);
  }
  return std::log(probability);
}

double LetterModel::word(std::u32string_view letters) const {
  double sum = end(letters);
  for (std::size_t at = 0; at < letters.size(); ++at) {
    sum += score(letters.substr(0, at), letters[at]);
  }
  return sum;
}

}  // namespace manyways::text
