#include "text/known_words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/split.h"
#include "base/unicode.h"
#include "text/letters.h"

namespace manyways::text {
namespace {

constexpr std::size_t kShortestAtDash = 2;  // of a part between hyphens
constexpr std::size_t kShortestWord = 8;    // that is looked at
constexpr std::size_t kMostParts = 4;
constexpr std::int64_t kFewest = 5;  // times that a part must have been seen

constexpr std::size_t kShortestStem = 4;    // letters that two forms of a word have in common
constexpr std::size_t kLongestEnding = 3;   // letters
constexpr std::size_t kNeighbours = 200;    // words that begin alike and are looked at
constexpr std::uint32_t kFewestStems = 20;  // that two endings must have in common
constexpr std::size_t kAlphabet = 64;       // letters that are tried in the place of others
constexpr WordId kFirstWord = 3;            // behind <unk>, <s> and </s>

std::string pair_of(std::string_view one, std::string_view other) {
  return std::string(one) + "|" + std::string(other);
}

std::size_t letters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

// Whether two words differ in these alone: short, and begun by different letters.
bool are_endings(std::string_view one, std::string_view other) {
  if (letters_in(one) > kLongestEnding || letters_in(other) > kLongestEnding) return false;
  if (one.empty() || other.empty()) return one.size() != other.size();
  const char *first = one.data(), *second = other.data();
  return unicode::decode_utf8(first, first + one.size()) !=
         unicode::decode_utf8(second, second + other.size());
}

bool has_capital(std::string_view word) {
  const char* at = word.data();
  return at != at + word.size() && unicode::is_upper(unicode::decode_utf8(at, at + word.size()));
}

}  // namespace

KnownWords::KnownWords(const TextView& words, std::span<const std::int64_t> counts,
                       std::span<const std::uint8_t> usable, Affixes affixes, Uses uses)
    : affixes_(std::move(affixes)), uses_(uses) {
  if (words.size() != counts.size() || (!usable.empty() && words.size() != usable.size())) {
    throw std::invalid_argument("one count per word is needed");
  }
  affixes_.joiners.insert(affixes_.joiners.begin(), "");
  std::vector<std::int64_t> highest, highest_usable;
  const auto grow = [&] {
    counts_.resize(lowered_.size(), 0);
    best_.resize(lowered_.size(), kUnknownWord);
    usable_.resize(lowered_.size(), kUnknownWord);
    highest.resize(lowered_.size(), 0);
    highest_usable.resize(lowered_.size(), 0);
  };
  grow();
  is_usable_.resize(surfaces_.size(), false);
  std::string lower;
  for (std::size_t i = 0; i < words.size(); ++i) {
    lower.clear();
    append_lower(words[i], lower);
    const WordId id = lowered_.add(lower);
    grow();
    counts_[id] += counts[i];
    const WordId surface = surfaces_.add(words[i]);
    is_usable_.resize(surfaces_.size(), false);
    if (counts[i] > highest[id]) {
      highest[id] = counts[i];
      best_[id] = surface;
    }
    if (!usable.empty() && usable[i] == 0) continue;
    is_usable_[surface] = true;
    if (counts[i] > highest_usable[id]) {
      highest_usable[id] = counts[i];
      usable_[id] = surface;
    }
  }
}

std::int64_t KnownWords::count(std::string_view lowered) const {
  const WordId id = lowered_.find(lowered);
  return id == kUnknownWord ? 0 : counts_[id];
}

// best[n][i]: the highest sum of logarithms with which n parts end at letter i.
KnownWords::Split KnownWords::best_split(std::string_view word) const {
  const std::vector<std::size_t> at = letter_starts(word);
  if (at.size() < kShortestWord + 1 || at.size() > kLongestWord) return {};
  const std::size_t letters = at.size() - 1;
  struct Cell {
    double sum = -HUGE_VAL;
    std::size_t before = 0;
    WordId part = 0;
  };
  std::vector<std::vector<Cell>> best(kMostParts + 1, std::vector<Cell>(letters + 1));
  best[0][0].sum = 0;
  for (std::size_t n = 1; n <= kMostParts; ++n) {
    for (std::size_t start = 0; start + kShortest <= letters; ++start) {
      if (best[n - 1][start].sum == -HUGE_VAL) continue;
      for (std::size_t end = start + kShortest; end <= letters; ++end) {
        const WordId id = lowered_.find(word.substr(at[start], at[end] - at[start]));
        if (id == kUnknownWord || counts_[id] < kFewest) continue;
        const double sum = best[n - 1][start].sum + std::log(static_cast<double>(counts_[id]));
        for (const std::string& joiner : affixes_.joiners) {
          // The next part begins behind the joiner; the last has none behind it.
          const std::size_t next = static_cast<std::size_t>(
              std::lower_bound(at.begin(), at.end(), at[end] + joiner.size()) - at.begin());
          if (!joiner.empty() &&
              (next + kShortest > letters || word.substr(at[end], joiner.size()) != joiner))
            continue;
          Cell& cell = best[n][joiner.empty() ? end : next];
          if (sum > cell.sum) cell = {sum, start, id};
        }
      }
    }
  }
  Split found;
  std::size_t parts = 0;
  for (std::size_t n = 2; n <= kMostParts; ++n) {
    const double mean = best[n][letters].sum / static_cast<double>(n);
    if (best[n][letters].sum == -HUGE_VAL || (parts != 0 && mean <= found.mean)) continue;
    found.mean = mean;
    parts = n;
  }
  for (std::size_t n = parts, end = letters; n > 0; --n) {
    found.parts.push_back(best[n][end].part);
    end = best[n][end].before;
  }
  std::reverse(found.parts.begin(), found.parts.end());
  return found;
}

// Every piece between hyphens, whole or split.
KnownWords::Split KnownWords::hyphenated(std::string_view word) const {
  Split found;
  double sum = 0;
  for (std::size_t start = 0; start <= word.size();) {
    const std::size_t end = std::min(word.find('-', start), word.size());
    const std::string_view piece = word.substr(start, end - start);
    start = end + 1;
    const WordId id = lowered_.find(piece);
    const bool known = id != kUnknownWord && counts_[id] >= kFewest &&
                       letter_starts(piece).size() > kShortestAtDash;
    Split inside = best_split(piece);
    if (known &&
        (inside.parts.empty() || inside.mean <= std::log(static_cast<double>(counts_[id])))) {
      inside.parts = {id};
    }
    if (inside.parts.empty()) return {};
    for (const WordId part : inside.parts) {
      sum += std::log(static_cast<double>(counts_[part]));
      found.parts.push_back(part);
    }
  }
  found.mean = sum / static_cast<double>(found.parts.size());
  return found;
}

// Whether it was split.
bool KnownWords::append_split(std::string_view lowered, std::int64_t seen, std::string& out) const {
  const Split split =
      lowered.find('-') == std::string_view::npos ? best_split(lowered) : hyphenated(lowered);
  const double own = std::log(static_cast<double>(std::max<std::int64_t>(seen, 1)));
  if (split.parts.size() < 2 || split.mean <= own) return false;
  for (std::size_t i = 0; i < split.parts.size(); ++i) {
    if (i > 0) out += ' ';
    append_whole(surfaces_.word(best_[split.parts[i]]), out);
  }
  return true;
}

// Whether it was split behind a prefix.
bool KnownWords::append_prefixed(std::string_view lowered, std::int64_t seen,
                                 std::string& out) const {
  const std::vector<std::size_t> at = letter_starts(lowered);
  WordId rest = kUnknownWord;
  std::size_t cut = 0;
  for (const std::string& prefix : affixes_.prefixes) {
    if (!lowered.starts_with(prefix)) continue;
    const std::string_view behind = lowered.substr(prefix.size());
    const WordId id = lowered_.find(behind);
    if (letters_in(behind) < kShortestRest || id == kUnknownWord || counts_[id] <= seen) continue;
    if (rest == kUnknownWord || counts_[id] > counts_[rest] ||
        (counts_[id] == counts_[rest] && prefix.size() < cut)) {
      rest = id;
      cut = prefix.size();
    }
  }
  if (rest == kUnknownWord || at.empty()) return false;
  out.append(lowered.substr(0, cut)).append("+ ");
  append_whole(surfaces_.word(best_[rest]), out);
  return true;
}

const KnownWords::Endings& KnownWords::endings() const {
  std::call_once(once_, [this] {
    std::vector<WordId>& sorted = endings_.sorted;
    std::map<std::string, std::int64_t> letters;
    for (WordId id = kFirstWord; id < lowered_.size(); ++id) {
      const std::string_view word = lowered_.word(id);
      const std::vector<std::size_t> at = letter_starts(word);
      if (at.size() < kShortestStem + 1) continue;
      sorted.push_back(id);
      for (std::size_t i = 0; i + 1 < at.size(); ++i) {
        ++letters[std::string(word.substr(at[i], at[i + 1] - at[i]))];
      }
    }
    std::ranges::sort(sorted, {}, [this](WordId id) { return lowered_.word(id); });
    // Neighbours with a common stem; a word stands before all longer ones that begin with it.
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const std::string_view one = lowered_.word(sorted[i]);
      const std::vector<std::size_t> at = letter_starts(one);
      for (std::size_t cut = 0; cut <= kLongestEnding; ++cut) {
        if (at.size() < kShortestStem + 1 + cut) break;
        const std::string_view stem = one.substr(0, at[at.size() - 1 - cut]);
        for (std::size_t j = i + 1; j < sorted.size() && j < i + kNeighbours; ++j) {
          const std::string_view other = lowered_.word(sorted[j]);
          if (!other.starts_with(stem)) break;
          const std::string_view own = one.substr(stem.size()), ending = other.substr(stem.size());
          if (are_endings(own, ending)) ++endings_.pairs[pair_of(own, ending)];
        }
      }
    }
    std::vector<std::pair<std::int64_t, std::string>> common;
    for (const auto& [letter, times] : letters) common.emplace_back(-times, letter);
    std::ranges::sort(common);
    for (std::size_t i = 0; i < common.size() && i < kAlphabet; ++i) {
      endings_.letters.push_back(common[i].second);
    }
  });
  return endings_;
}

WordId KnownWords::by_ending(std::string_view word, const std::vector<std::size_t>& at,
                             bool capital) const {
  const Endings& known = endings();
  WordId best = kUnknownWord;
  std::size_t least = ~std::size_t{0};
  for (std::size_t cut = 0; cut <= kLongestEnding; ++cut) {
    if (at.size() < kShortestStem + 1 + cut) break;
    const std::string_view stem = word.substr(0, at[at.size() - 1 - cut]);
    const std::string_view own = word.substr(stem.size());
    auto it = std::ranges::lower_bound(known.sorted, stem, {},
                                       [this](WordId id) { return lowered_.word(id); });
    for (std::size_t n = 0; it != known.sorted.end() && n < kNeighbours; ++it, ++n) {
      const std::string_view other = lowered_.word(*it);
      if (!other.starts_with(stem)) break;
      const std::string_view ending = other.substr(stem.size());
      if (!usable(*it) || !are_endings(own, ending) ||
          has_capital(surfaces_.word(usable_[*it])) != capital) {
        continue;
      }
      const auto pair =
          known.pairs.find(own < ending ? pair_of(own, ending) : pair_of(ending, own));
      if (pair == known.pairs.end() || pair->second < kFewestStems) continue;
      const std::size_t differ = letters_in(own) + letters_in(ending);
      if (differ < least ||
          (differ == least &&
           std::pair(-counts_[*it], other) < std::pair(-counts_[best], lowered_.word(best)))) {
        least = differ;
        best = *it;
      }
    }
  }
  return best;
}

WordId KnownWords::by_letter(std::string_view word, const std::vector<std::size_t>& at) const {
  if (at.size() < kShortestWord + 1) return kUnknownWord;
  WordId best = kUnknownWord;
  std::string other;
  const auto look = [&](std::size_t keep, std::string_view put, std::size_t from) {
    other.assign(word.substr(0, keep)).append(put).append(word.substr(from));
    const WordId id = lowered_.find(other);
    if (!usable(id) || counts_[id] < kFewest) return;
    if (best == kUnknownWord || counts_[id] > counts_[best] ||
        (counts_[id] == counts_[best] && other < lowered_.word(best))) {
      best = id;
    }
  };
  for (std::size_t i = 1; i + 1 < at.size(); ++i) {  // the first letter stays
    look(at[i], "", at[i + 1]);
    for (const std::string& letter : endings().letters) {
      look(at[i], letter, at[i + 1]);
      look(at[i], letter, at[i]);
    }
  }
  for (const std::string& letter : endings().letters) look(word.size(), letter, word.size());
  return best;
}

WordId KnownWords::variant(std::string_view lowered, bool capital) const {
  if (const WordId id = lowered_.find(lowered); usable(id)) return id;
  const std::vector<std::size_t> at = letter_starts(lowered);
  if (at.size() < kShortestStem + 1 || at.size() > kLongestWord) return kUnknownWord;
  const WordId id = by_ending(lowered, at, capital);
  return id != kUnknownWord || capital ? id : by_letter(lowered, at);
}

// A word that is not split.
void KnownWords::append_whole(std::string_view word, std::string& out) const {
  const WordId own = surfaces_.find(word);
  std::string lower;
  append_lower(word, lower);
  if (!uses_.vary || (own != kUnknownWord && is_usable_[own]) || letter_starts(lower).empty()) {
    out += word;
    return;
  }
  const bool capital = has_capital(word);
  WordId id = variant(lower, capital);
  if (id == kUnknownWord) {
    const std::string* before = nullptr;
    for (const std::string& prefix : affixes_.prefixes) {
      if (!lower.starts_with(prefix)) continue;
      const WordId rest = variant(std::string_view(lower).substr(prefix.size()), capital);
      if (rest == kUnknownWord) continue;
      if (before == nullptr ||
          std::tuple(-counts_[rest], prefix) < std::tuple(-counts_[id], *before)) {
        before = &prefix;
        id = rest;
      }
    }
    if (before != nullptr) out.append(*before).append("+ ");
  }
  out += id == kUnknownWord ? word : surfaces_.word(usable_[id]);
}

void KnownWords::append(std::string_view word, std::string& out) const {
  std::string lower;
  append_lower(word, lower);
  const std::int64_t seen = count(lower);
  if (seen <= uses_.most) {
    if (uses_.split && append_split(lower, seen, out)) return;
    if (append_prefixed(lower, seen, out)) return;
  }
  append_whole(word, out);
}

void KnownWords::apply(std::string_view text, std::string& out) const {
  bool first = true;
  for_each_word(text, [&](std::string_view word) {
    if (!first) out += ' ';
    first = false;
    append(word, out);
  });
}

}  // namespace manyways::text
