#include "text/truecase.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/split.h"
#include "base/unicode.h"
#include "text/characters.h"
#include "text/encode.h"
#include "text/letters.h"

namespace manyways::text {
namespace {

// What a word's spelling says, whatever its place.
struct Spelling {
  bool lower = false;  // has a lower-case letter
  bool upper = false;  // has an upper-case letter
  int letters = 0;
  bool stops = false;  // what follows begins a sentence
  bool opens = false;  // an opening quote or bracket: does not end a start
};

Spelling spelling_of(std::string_view word) {
  Spelling result;
  const char* at = word.data();
  const char* const end = at + word.size();
  char32_t c = 0;
  while (at != end) {
    c = unicode::decode_utf8(at, end);
    if (unicode::is_lower(c)) result.lower = true;
    if (unicode::is_upper(c)) result.upper = true;
    if (classify(c) == CharClass::kLetter) ++result.letters;
  }
  if (result.letters != 0) return result;
  result.stops = word == "." || word == "!" || word == "?" || word == ":" || word == ";";
  result.opens = c == '"' || c == '\'' || c == '-' || c == '`' ||
                 unicode::in_category(c, unicode::kPunctuation & ~unicode::kOtherPunctuation) ||
                 c == 0xBF || c == 0xA1;
  return result;
}

// Walks the words of one sentence: says for each whether it stands at a start.
class Starts {
 public:
  bool next(const Spelling& spelling) {
    const bool here = start_;
    if (spelling.stops) {
      start_ = true;
    } else if (!spelling.opens) {
      start_ = false;
    }
    return here;
  }

 private:
  bool start_ = true;
};

}  // namespace

namespace {

struct Places {
  std::vector<std::int64_t> inside;  // by word id
  std::vector<std::int64_t> at_start;
};

Places count_places(const RaggedView<WordId>& words, const std::vector<Spelling>& spellings) {
  Places places{std::vector<std::int64_t>(spellings.size(), 0),
                std::vector<std::int64_t>(spellings.size(), 0)};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::span<const WordId> sentence = words[i];
    bool evidence = false;
    for (const WordId id : sentence) evidence |= spellings[id].lower;
    if (!evidence) continue;
    Starts starts;
    for (const WordId id : sentence) {
      ++(starts.next(spellings[id]) ? places.at_start : places.inside)[id];
    }
  }
  return places;
}

}  // namespace

FormCounts count_forms(const TextView& column, unsigned threads) {
  Vocabulary vocabulary;
  const Ragged<WordId> words = encode_and_grow(column, vocabulary, threads);
  std::vector<Spelling> spellings(vocabulary.size());
  for (WordId id = kFirstWord; id < vocabulary.size(); ++id) {
    spellings[id] = spelling_of(vocabulary.word(id));
  }
  const Places places = count_places(words.view(), spellings);
  // A word that was never seen inside a sentence, in any spelling, takes its counts from starts.
  Vocabulary lowered;
  std::vector<WordId> lower_of(vocabulary.size());
  std::vector<bool> seen_inside(vocabulary.size() + kFirstWord, false);
  std::string buffer;
  for (WordId id = kFirstWord; id < vocabulary.size(); ++id) {
    buffer.clear();
    append_lower(vocabulary.word(id), buffer);
    lower_of[id] = lowered.add(buffer);
    if (places.inside[id] > 0) seen_inside[lower_of[id]] = true;
  }
  FormCounts result;
  for (WordId id = kFirstWord; id < vocabulary.size(); ++id) {
    const auto& counts = seen_inside[lower_of[id]] ? places.inside : places.at_start;
    if (counts[id] == 0 || spellings[id].letters == 0) continue;
    const std::string_view word = vocabulary.word(id);
    result.surfaces.add(word);
    result.counts.push_back(counts[id]);
  }
  return result;
}

Truecaser::Truecaser(const TextView& surfaces, std::span<const std::int64_t> counts) {
  if (surfaces.size() != counts.size()) {
    throw std::invalid_argument("a truecaser needs one count per spelling");
  }
  std::vector<std::int64_t> best_count;
  std::string buffer;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    buffer.clear();
    append_lower(surfaces[i], buffer);
    const WordId lower = lowered_.add(buffer);
    const WordId surface = surfaces_.add(surfaces[i]);
    best_.resize(lowered_.size(), kUnknownWord);
    best_count.resize(lowered_.size(), 0);
    if (counts[i] <= best_count[lower]) continue;
    best_count[lower] = counts[i];
    best_[lower] = surface;
  }
}

void Truecaser::apply(std::string_view text, std::string& out) const {
  Starts starts;
  bool first = true;
  std::string buffer;
  for_each_word(text, [&](std::string_view word) {
    if (!first) out += ' ';
    first = false;
    const Spelling spelling = spelling_of(word);
    const bool start = starts.next(spelling);
    const bool capitals = spelling.upper && !spelling.lower && spelling.letters > 1;
    if (capitals ? surfaces_.find(word) != kUnknownWord : !start) {
      out += word;
      return;
    }
    buffer.clear();
    append_lower(word, buffer);
    const WordId lower = lowered_.find(buffer);
    const WordId form = lower < best_.size() ? best_[lower] : kUnknownWord;
    out += form == kUnknownWord ? word : surfaces_.word(form);
  });
}

namespace {

// Appends `word` with its first letter in upper case, unless it holds capitals already; false if it
// has neither a letter nor a digit, so that the start of the sentence is still to come.
bool append_raised(std::string_view word, std::string& out) {
  const char* at = word.data();
  const char* const end = at + word.size();
  while (at != end) {
    const char* const begin = at;
    const char32_t c = unicode::decode_utf8(at, end);
    const CharClass kind = classify(c);
    if (kind == CharClass::kLetter || kind == CharClass::kDigit || kind == CharClass::kIdeograph) {
      const std::string_view rest(begin, static_cast<std::size_t>(end - begin));
      if (spelling_of(rest).upper) {
        out.append(begin, at);
      } else {
        unicode::append_utf8(out, unicode::to_upper(c));
      }
      out.append(at, end);
      return true;
    }
    out.append(begin, at);
  }
  return false;
}

// A token that ends a sentence: . ! ? and the stops of other scripts, alone.
bool is_full_stop(std::string_view word) {
  constexpr std::array<std::string_view, 8> kStops{".",      "!",      "?",      "\u3002",
                                                   "\uFF01", "\uFF1F", "\u061F", "\u0964"};
  return std::find(kStops.begin(), kStops.end(), word) != kStops.end();
}

}  // namespace

void append_capital(std::string_view text, std::string& out) {
  bool start = true;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t space = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, space - at);
    if (start) {
      start = !append_raised(word, out);
    } else {
      out += word;
    }
    start = start || is_full_stop(word);
    at = space;
    if (at < text.size()) out += text[at++];
  }
}

}  // namespace manyways::text
