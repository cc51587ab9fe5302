#include "text/transliterate.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/utf8.h"

namespace manyways::text {
namespace {

constexpr std::size_t kSpellings = 60;      // spellings of the letters so far
constexpr std::size_t kUnitsOfLetter = 30;  // of a letter
constexpr std::size_t kLongestSpelt = 40;   // letters of a word
constexpr double kHalf = 0.5;               // what frequencies of letters count

double sum_of(double one, double other) {
  const double high = std::max(one, other);
  return high + std::log1p(std::exp(std::min(one, other) - high));
}

template <typename Way>
void keep_best(std::vector<Way>& ways, std::size_t most) {
  std::ranges::sort(ways, [](const Way& a, const Way& b) {
    return a.score != b.score ? a.score > b.score : a.target < b.target;
  });
  if (ways.size() > most) ways.resize(most);
}

}  // namespace

Transliterator::Transliterator(const std::vector<LetterUnit>& units, const TextView& words,
                               const TextView& borrowed, const TextView& own)
    : model_(words),
      borrowed_(borrowed),
      own_(own),
      before_(std::log(static_cast<double>(borrowed.size() + 1) /
                       static_cast<double>(own.size() + 1))) {
  std::map<std::u32string, double> totals;
  const auto target_of = [](const LetterUnit& unit) {
    std::u32string target;
    for (const char32_t letter : unit.target) {
      if (letter != 0) target += letter;
    }
    return target;
  };
  for (const LetterUnit& unit : units) {
    if (unit.source == 0 || !(unit.probability > 0 && unit.probability <= 1)) {
      throw std::invalid_argument("a unit needs a letter and a probability above 0, at most 1");
    }
    totals[target_of(unit)] += unit.probability;
  }
  for (const LetterUnit& unit : units) {
    std::u32string target = target_of(unit);
    const double common = target.empty() ? 0 : kHalf * std::log(totals[target]);
    const double score = std::log(unit.probability) - common;
    units_[unit.source].push_back({std::move(target), score});
  }
  for (auto& [letter, ways] : units_) keep_best(ways, kUnitsOfLetter);
}

double Transliterator::odds(std::string_view word) const {
  std::u32string letters;
  unicode::for_each_character(word, [&](char32_t c, std::string_view) { letters += c; });
  return before_ + borrowed_.word(letters) - own_.word(letters);
}

// All spellings of one letter more, those that are alike added up; the best of them.
std::vector<Transliterator::Way> Transliterator::extended(const std::vector<Way>& beam,
                                                          const std::vector<Way>& units) const {
  std::vector<Way> all;
  all.reserve(beam.size() * units.size());
  for (const Way& way : beam) {
    for (const Way& unit : units) {
      Way& next = all.emplace_back(way);
      next.score += unit.score;
      for (const char32_t letter : unit.target) {
        next.score += kHalf * model_.score(next.target, letter);
        next.target += letter;
      }
    }
  }
  std::ranges::stable_sort(all, {}, &Way::target);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].target == all[kept].target) {
      all[kept].score = sum_of(all[kept].score, all[i].score);
    } else if (++kept != i) {
      all[kept] = std::move(all[i]);
    }
  }
  if (!all.empty()) all.resize(kept + 1);
  keep_best(all, kSpellings);
  return all;
}

std::vector<Transliteration> Transliterator::best(std::string_view word, std::size_t most) const {
  std::vector<const std::vector<Way>*> letters;
  bool known = true;
  unicode::for_each_character(word, [&](char32_t c, std::string_view) {
    const auto found = units_.find(c);
    known = known && found != units_.end() && letters.size() < kLongestSpelt;
    if (known) letters.push_back(&found->second);
  });
  if (!known || letters.empty()) return {};
  std::vector<Way> beam{{U"", 0.0}};
  for (const std::vector<Way>* units : letters) beam = extended(beam, *units);
  std::erase_if(beam, [](const Way& way) { return way.target.empty(); });
  for (Way& way : beam) way.score += kHalf * model_.end(way.target);
  keep_best(beam, most);
  std::vector<Transliteration> spellings;
  for (const Way& way : beam) {
    Transliteration& spelling = spellings.emplace_back(Transliteration{"", way.score});
    for (const char32_t letter : way.target) unicode::append_utf8(spelling.text, letter);
  }
  return spellings;
}

}  // namespace manyways::text
