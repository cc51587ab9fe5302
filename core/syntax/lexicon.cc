#include "syntax/lexicon.h"

#include <algorithm>
#include <bit>
#include <map>

#include "base/error.h"
#include "base/hash.h"
#include "base/unicode.h"

namespace manyways::syntax {
namespace {

constexpr unsigned kClassBits[] = {4, 6, 10};

// One letter for each kind of character, runs of the same kind shortened to two.
char kind_of(char32_t c) {
  if (unicode::is_upper(c)) return 'X';
  if (unicode::is_lower(c)) return 'x';
  if (unicode::is_decimal(c)) return 'd';
  if (unicode::is_alnum(c)) return 'o';
  return c < 0x80 ? static_cast<char>(c) : '*';
}

struct Spelling {
  std::string lower, shape;
  std::vector<std::size_t> starts;  // of the characters in `lower`
};

Spelling spelling_of(std::string_view word) {
  Spelling found;
  unicode::for_each_character(word, [&](char32_t c, std::string_view) {
    found.starts.push_back(found.lower.size());
    unicode::append_utf8(found.lower, unicode::to_lower(c));
    const char kind = kind_of(c);
    const std::size_t n = found.shape.size();
    if (n < 2 || found.shape[n - 1] != kind || found.shape[n - 2] != kind) found.shape += kind;
  });
  return found;
}

std::array<std::uint64_t, WordFacts::kClasses> class_parts(ClassCode code) {
  std::array<std::uint64_t, WordFacts::kClasses> parts{};
  if (code == 0) return parts;
  const unsigned length = static_cast<unsigned>(std::bit_width(code)) - 1;
  for (std::size_t i = 0; i < std::size(kClassBits); ++i) {
    parts[i] = code >> (length > kClassBits[i] ? length - kClassBits[i] : 0);
  }
  parts.back() = code;
  return parts;
}

using Counts = std::vector<std::pair<Tag, std::uint32_t>>;

std::vector<Counts> count_tags(std::span<const WordId> ids, std::span<const Tag> tags,
                               std::size_t words) {
  std::vector<Counts> counts(words);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Counts& found = counts[ids[i]];
    const auto at =
        std::find_if(found.begin(), found.end(), [&](const auto& c) { return c.first == tags[i]; });
    if (at == found.end()) {
      found.emplace_back(tags[i], 1);
    } else {
      ++at->second;
    }
  }
  for (Counts& each : counts) std::sort(each.begin(), each.end());
  return counts;
}

// Sets of tags with numbers, in the order in which they come.
class Sets {
 public:
  explicit Sets(Ragged<Tag>& sets) : sets_(sets) { number({}); }
  std::uint32_t number(const std::vector<Tag>& tags) {
    const auto [at, fresh] = numbers_.try_emplace(tags, numbers_.size());
    if (fresh) sets_.add(tags.data(), tags.size());
    return static_cast<std::uint32_t>(at->second);
  }

 private:
  Ragged<Tag>& sets_;
  std::map<std::vector<Tag>, std::size_t> numbers_;
};

bool rises_inside(std::span<const std::int64_t> offsets, std::size_t size) {
  return !offsets.empty() && offsets.front() == 0 &&
         std::is_sorted(offsets.begin(), offsets.end()) &&
         static_cast<std::uint64_t>(offsets.back()) == size;
}

}  // namespace

WordFacts boundary_facts(unsigned number) {
  WordFacts facts;
  facts.word = facts.lower = facts.shape = mix64(number + 1);
  facts.end.fill(facts.word);
  return facts;
}

LexiconParts learn_lexicon(std::span<const WordId> ids, std::span<const Tag> tags,
                           const Vocabulary& vocabulary, std::size_t tag_count,
                           std::span<const ClassCode> class_of, const LexiconSettings& settings) {
  LexiconParts made;
  Sets sets(made.sets);
  for (std::size_t i = 0; i < kFirstWord; ++i) {  // the words that every vocabulary has
    made.possible.push_back(0);
    made.allowed.push_back(0);
    made.classes.push_back(0);
  }
  const std::vector<Counts> counts = count_tags(ids, tags, vocabulary.size());
  for (std::size_t w = kFirstWord; w < vocabulary.size(); ++w) {
    std::uint64_t total = 0;
    for (const auto& each : counts[w]) total += each.second;
    const ClassCode code = w < class_of.size() ? class_of[w] : 0;
    if (total < settings.known && code == 0) continue;
    std::vector<Tag> possible, allowed;
    for (const auto& [tag, count] : counts[w]) {
      if (count >= settings.share * static_cast<double>(total)) possible.push_back(tag);
      allowed.push_back(tag);
    }
    made.words.add(vocabulary.word(static_cast<WordId>(w)));
    made.possible.push_back(total >= settings.known ? sets.number(possible) : 0);
    const bool closed = total >= settings.frequent && allowed.size() < tag_count;
    made.allowed.push_back(closed ? sets.number(allowed) : 0);
    made.classes.push_back(code);
  }
  return made;
}

Lexicon::Lexicon(const LexiconParts& parts)
    : words_(parts.words.view()),
      possible_(parts.possible),
      allowed_(parts.allowed),
      classes_(parts.classes),
      sets_(parts.sets.view()) {}

Lexicon::Lexicon(const SectionFile& file, const std::string& prefix, std::size_t tag_count) {
  const auto part = [&]<typename T>(const char* name, std::span<const T>& values) {
    file.verify(prefix + name);
    values = file.section<T>(prefix + name);
  };
  std::span<const char> bytes;
  std::span<const std::uint64_t> offsets;
  std::span<const WordId> table;
  part("word_bytes", bytes);
  part("word_offsets", offsets);
  part("word_table", table);
  part("word_possible", possible_);
  part("word_allowed", allowed_);
  part("word_classes", classes_);
  part("set_offsets", sets_.offsets);
  part("set_tags", sets_.values);
  const std::size_t words = possible_.size();
  const auto below = [](const auto& values, std::size_t most) {
    return std::all_of(values.begin(), values.end(), [most](auto each) { return each < most; });
  };
  const bool sound = offsets.size() > kFirstWord && VocabularyView::sound(bytes, offsets, table) &&
                     words == offsets.size() - 1 && allowed_.size() == words &&
                     classes_.size() == words && rises_inside(sets_.offsets, sets_.values.size()) &&
                     sets_.size() > 0 && below(possible_, sets_.size()) &&
                     below(allowed_, sets_.size()) && below(sets_.values, tag_count);
  if (!sound) {
    throw InputError(file.path(), 0, "is damaged: its words cannot be used",
                     "Train it again, or copy it again from its source.");
  }
  words_ = VocabularyView(bytes, offsets, table);
}

WordFacts Lexicon::facts(std::string_view word) const {
  const Spelling spelling = spelling_of(word);
  const std::string_view lower = spelling.lower;
  const std::size_t letters = spelling.starts.size();
  WordFacts facts;
  facts.word = hash_string(word);
  facts.lower = hash_string(lower);
  facts.shape = hash_string(spelling.shape);
  for (std::size_t n = 1; n <= WordFacts::kEnds && n <= letters; ++n) {
    facts.end[n - 1] = hash_string(lower.substr(spelling.starts[letters - n]));
  }
  for (std::size_t n = 1; n <= WordFacts::kStarts && n <= letters; ++n) {
    const std::size_t end = n < letters ? spelling.starts[n] : lower.size();
    facts.start[n - 1] = hash_string(lower.substr(0, end));
  }
  if (words_.size() == 0) return facts;
  WordId id = words_.find(word);
  if (id != kUnknownWord) facts.allowed = allowed_[id];
  if (id == kUnknownWord) id = words_.find(lower);  // at the beginning of a sentence
  if (id == kUnknownWord) return facts;
  facts.possible = possible_[id];
  facts.classes = class_parts(classes_[id]);
  return facts;
}

void Lexicon::save(SectionWriter& writer, const std::string& prefix) const {
  writer.add(prefix + "word_bytes", words_.bytes());
  writer.add(prefix + "word_offsets", words_.offsets());
  writer.add(prefix + "word_table", words_.table());
  writer.add(prefix + "word_possible", possible_);
  writer.add(prefix + "word_allowed", allowed_);
  writer.add(prefix + "word_classes", classes_);
  writer.add(prefix + "set_offsets", sets_.offsets);
  writer.add(prefix + "set_tags", sets_.values);
}

}  // namespace manyways::syntax
