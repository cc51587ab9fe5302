#include "align/forms.h"

#include "base/interner.h"
#include "base/unicode.h"

namespace manyways::align {
namespace {

constexpr std::size_t kStem = 4;

bool is_mark(std::string_view word) {
  for (const char *at = word.data(), *end = at + word.size(); at < end;) {
    const char32_t c = unicode::decode_utf8(at, end);
    if (!unicode::in_category(c, unicode::kPunctuation | unicode::kSymbol)) return false;
  }
  return !word.empty();
}

std::vector<std::uint8_t> find_marks(const VocabularyView& vocabulary) {
  std::vector<std::uint8_t> marks(vocabulary.size(), 0);
  for (WordId word = kFirstWord; word < vocabulary.size(); ++word) {
    marks[word] = is_mark(vocabulary.word(word));
  }
  return marks;
}

// Words that begin with the same kStem characters are kin; a shorter word has only itself.
std::vector<std::uint32_t> find_stems(const VocabularyView& vocabulary) {
  std::vector<std::uint32_t> stems(vocabulary.size());
  Interner<char> known;
  std::vector<std::uint32_t> stem_of;  // by what is known
  std::uint32_t count = 0;
  for (WordId word = 0; word < vocabulary.size(); ++word) {
    const std::string_view text = vocabulary.word(word);
    const char *at = text.data(), *end = at + text.size();
    std::size_t characters = 0;
    for (; at < end && characters < kStem; ++characters) unicode::decode_utf8(at, end);
    if (characters < kStem) {
      stems[word] = count++;
      continue;
    }
    const auto length = static_cast<std::size_t>(at - text.data());
    const std::uint32_t id = known.add(text.substr(0, length));
    if (id == stem_of.size()) stem_of.push_back(count++);
    stems[word] = stem_of[id];
  }
  return stems;
}

}  // namespace

WordForms compare_forms(const VocabularyView& source, const VocabularyView& target) {
  WordForms forms{
      find_marks(source), find_marks(target), {}, find_stems(source), find_stems(target)};
  forms.twin.assign(source.size(), kUnknownWord);
  for (WordId word = kFirstWord; word < source.size(); ++word) {
    forms.twin[word] = target.find(source.word(word));
  }
  return forms;
}

}  // namespace manyways::align
