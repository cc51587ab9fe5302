#include "align/forms.h"

#include "base/unicode.h"

namespace manyways::align {
namespace {

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

}  // namespace

WordForms compare_forms(const VocabularyView& source, const VocabularyView& target) {
  WordForms forms{find_marks(source), find_marks(target), {}};
  forms.twin.assign(source.size(), kUnknownWord);
  for (WordId word = kFirstWord; word < source.size(); ++word) {
    forms.twin[word] = target.find(source.word(word));
  }
  return forms;
}

}  // namespace manyways::align
