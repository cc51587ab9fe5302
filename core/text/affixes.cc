#include "text/affixes.h"

#include <algorithm>
#include <map>

#include "base/vocabulary.h"
#include "text/known_words.h"
#include "text/letters.h"

namespace manyways::text {
namespace {

constexpr std::int64_t kFrequent = 20;  // times, for parts that tell of joiners
constexpr std::size_t kLongestJoiner = 2;
constexpr std::size_t kFewestJoined = 20;  // words that a joiner must be found in
constexpr double kShareJoined = 0.05;      // of the words that are joined by nothing

constexpr std::size_t kLongestPrefix = 4;
constexpr std::int64_t kFewestRest = 2;      // times that a rest must have been seen by itself
constexpr std::size_t kFewestPrefixed = 30;  // words that a prefix must be found in
constexpr double kSharePrefixed = 0.3;       // of the words that begin with it

// Visits each word once, in lower case, with the places where its letters start; not the longest.
template <typename Visit>
void for_each_lowered(const TextView& words, Visit&& visit) {
  Vocabulary seen;
  std::string lower;
  for (std::size_t i = 0; i < words.size(); ++i) {
    lower.clear();
    append_lower(words[i], lower);
    const std::vector<std::size_t> at = letter_starts(lower);
    const std::size_t before = seen.size();
    if (at.empty() || at.size() > kLongestWord || seen.add(lower) < before) continue;
    visit(std::string_view(lower), at);
  }
}

}  // namespace

std::vector<std::string> joiners_of(const TextView& words, std::span<const std::int64_t> counts) {
  const KnownWords known(words, counts, {}, {}, {});
  std::map<std::string, std::size_t> found;
  for_each_lowered(words, [&](std::string_view word, const std::vector<std::size_t>& at) {
    const std::size_t letters = at.size() - 1;
    for (std::size_t end = kShortest; end + kShortest <= letters; ++end) {
      if (known.count(word.substr(0, at[end])) < kFrequent) continue;
      for (std::size_t size = 0; size <= kLongestJoiner && end + size + kShortest <= letters;
           ++size) {
        if (known.count(word.substr(at[end + size])) < kFrequent) continue;
        ++found[std::string(word.substr(at[end], at[end + size] - at[end]))];
      }
    }
  });
  const double enough =
      std::max(static_cast<double>(kFewestJoined), kShareJoined * static_cast<double>(found[""]));
  std::vector<std::string> joiners;
  for (const auto& [joiner, times] : found) {
    if (!joiner.empty() && joiner != "-" && static_cast<double>(times) >= enough) {
      joiners.push_back(joiner);
    }
  }
  return joiners;
}

std::vector<std::string> prefixes_of(const TextView& words, std::span<const std::int64_t> counts) {
  const KnownWords known(words, counts, {}, {}, {});
  struct Seen {
    std::size_t all = 0, with_rest = 0;
  };
  std::map<std::string, Seen> found;
  for_each_lowered(words, [&](std::string_view word, const std::vector<std::size_t>& at) {
    for (std::size_t cut = 1; cut <= kLongestPrefix && cut + kShortestRest < at.size(); ++cut) {
      Seen& seen = found[std::string(word.substr(0, at[cut]))];
      ++seen.all;
      seen.with_rest += known.count(word.substr(at[cut])) >= kFewestRest;
    }
  });
  std::vector<std::string> prefixes;
  for (const auto& [prefix, seen] : found) {
    if (prefix.ends_with('-') || seen.with_rest < kFewestPrefixed) continue;
    if (static_cast<double>(seen.with_rest) < kSharePrefixed * static_cast<double>(seen.all))
      continue;
    prefixes.push_back(prefix);
  }
  return prefixes;
}

}  // namespace manyways::text
