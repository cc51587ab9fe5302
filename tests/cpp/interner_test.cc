#include "base/interner.h"

#include <map>

#include "base/random.h"
#include "base/vocabulary.h"
#include "check.h"

namespace manyways {

TEST(equal_sequences_get_the_number_of_the_first) {
  Interner<std::uint32_t> ours(16);
  std::map<std::vector<std::uint32_t>, std::uint32_t> theirs;
  Random random(8);
  for (int i = 0; i < 30000; ++i) {
    std::vector<std::uint32_t> sequence(random.below(5));
    for (auto& value : sequence) value = static_cast<std::uint32_t>(random.below(6));
    const auto known = theirs.find(sequence);
    CHECK_EQUAL(ours.find(sequence), known == theirs.end() ? IdTable::kNone : known->second);
    const auto next = static_cast<std::uint32_t>(theirs.size());
    const auto id = theirs.try_emplace(sequence, next).first->second;
    CHECK_EQUAL(ours.add(sequence), id);
    CHECK(std::ranges::equal(ours.at(id), sequence));
    if (i == 20000) {
      ours.clear();
      theirs.clear();
    }
  }
  CHECK_EQUAL(ours.size(), theirs.size());
}

TEST(texts_of_any_length_and_any_bytes_are_told_apart) {
  Interner<char> plain;
  Interner<char, ShortHash> quick;
  std::map<std::string, std::uint32_t> theirs;
  Random random(9);
  for (int i = 0; i < 30000; ++i) {
    std::string text(random.below(40), 'a');
    for (char& c : text) c = static_cast<char>(random.below(2) == 0 ? 0 : 'a' + random.below(2));
    const auto next = static_cast<std::uint32_t>(theirs.size());
    const auto id = theirs.try_emplace(text, next).first->second;
    CHECK_EQUAL(plain.add(text), id);
    CHECK_EQUAL(quick.add(text), id);
    CHECK_EQUAL(quick.at(id), text);
  }
}

TEST(single_things_are_numbered_in_order) {
  Numbering<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < 5000; ++i) CHECK_EQUAL(numbers.add(i << 33), i);
  for (std::uint64_t i = 0; i < 5000; ++i) CHECK_EQUAL(numbers.add(i << 33), i);
  CHECK_EQUAL(numbers.at(4999), std::uint64_t{4999} << 33);
}

TEST(a_vocabulary_and_its_view_agree) {
  Vocabulary words;
  for (WordId i = 0; i < 3000; ++i) {
    CHECK_EQUAL(words.add("word" + std::to_string(i)), kFirstWord + i);
  }
  const VocabularyView view = words.view();
  CHECK(VocabularyView::sound(view.bytes(), view.offsets(), view.table()));
  for (WordId id = 0; id < words.size(); ++id) {
    CHECK_EQUAL(view.find(words.word(id)), id);
    CHECK_EQUAL(view.word(id), words.word(id));
  }
  CHECK_EQUAL(view.find("word3000"), kUnknownWord);
  CHECK_EQUAL(words.find("word3000"), kUnknownWord);
  CHECK_EQUAL(words.find(""), kUnknownWord);
}

}  // namespace manyways
